# The cases that a seat thinks possible, weighed; dealing by them. Included by state.pyx.

cdef class Recall:
    """What the story of a game led to, for each seat, when it was last gone through; a position's copies share it.

    Nothing is told here that the story does not tell: a position as it is read from a file goes through all of it once.
    One thread at a time has the lock.
    """

    def __cinit__(self):
        self.memory.lock = PyThread_allocate_lock()

    def __dealloc__(self):
        cdef int s
        for s in range(PLAYERS):
            free(self.memory.seat[s].run.case)
            free(self.memory.seat[s].end.case)
            free(self.memory.seat[s].sums)
        PyThread_free_lock(self.memory.lock)


cdef void set_stop(Stop* to, int at, uint64_t trace, const uint8_t* sizes, const Cases* cases) noexcept nogil:
    """Remember the cases at this place of a story; without memory for them nothing is remembered."""
    cdef Case* case
    if to.n < cases.n or 2 * cases.n < to.n:
        case = <Case*>realloc(to.case, cases.n * sizeof(Case))
        if case == NULL:
            to.n = 0
            return
        to.case = case
    memcpy(to.case, cases.at, cases.n * sizeof(Case))
    memcpy(to.sizes, sizes, 8)
    to.at, to.trace, to.n = at, trace, cases.n


cdef void set_sums(Recalled* found) noexcept nogil:
    """Add up the weights of the cases at the end."""
    cdef double total = 0
    cdef double* sums = <double*>realloc(found.sums, found.end.n * sizeof(double))
    cdef int c
    if sums == NULL:
        found.end.n = 0
        return
    found.sums = sums
    for c in range(found.end.n):
        total += found.end.case[c].weight
        sums[c] = total


cdef Case* drawn_case(const Recalled* found, double mark) noexcept nogil:
    """The case in which this share of the weight lies."""
    cdef int low = 0, high = found.end.n - 1, middle
    mark *= found.sums[high]
    while low < high:
        middle = (low + high) // 2
        if mark < found.sums[middle]:
            high = middle
        else:
            low = middle + 1
    return &found.end.case[low]


cdef void first_case(Play* play, int i, Case* case) noexcept nogil:
    """The only case, from seat i's count."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef Count* c = &at.count[i]
    cdef int j
    memset(case, 0, sizeof(Case))
    for j in range(r.seats - 1):
        memcpy(case.known[j], c.hand[j].known, KINDS)
        case.older[0][j] = c.hand[j].older
    memcpy(case.old[0], c.old, KINDS)
    memcpy(case.unseen, c.unseen, KINDS)
    case.weight = 1


cdef int stands_at(Play* play, int i) noexcept nogil:
    """The entry of the story before which seat i's count stands still; its end where that counts all."""
    cdef Position* at = &play.at
    return play.told.since[i] if at.trace[i] else play.told.n


cdef void sizes_before(Play* play, int first, uint8_t* sizes) noexcept nogil:
    """Sizes of all hands before this entry of the story."""
    cdef const Rules* r = &play.rules
    cdef int s, at
    memset(sizes, 0, 8)
    for s in range(r.seats):
        sizes[s] = play.at.seat[s].cards
    for at in range(first, play.told.n):
        resize(entries(&play.told) + at, sizes, -1)


cdef Recalled* weigh(Play* play, int i) noexcept nogil:
    """Weigh the cases that seat i's story leaves: those at `end` of what comes back. The lock is held until `release`.

    The story is gone through as the seat saw it, so that cases come in the same order whatever it did not see. There are
    no cases where there is no memory for them, or where the story does not tell all, as in the midst of a simulation.
    """
    cdef Recalled* found = &play.recall.seat[i]
    cdef uint64_t key = mix(hash_bytes(<const unsigned char*>&play.at, sizeof(Position)) + i)
    cdef Cases cases, made
    PyThread_acquire_lock(play.recall.lock, WAIT_LOCK)
    if found.key == key and found.end.n:
        return found
    if make_cases(&cases, &made):
        go_on(play, i, found, &cases, &made)
        found.key = key
    free_cases(&cases, &made)
    return found


cdef void go_on(Play* play, int i, Recalled* found, Cases* cases, Cases* made) noexcept nogil:
    """Go through the story from the last place known on. What is remembered: its end, and where its last run begins.

    More cards of that run may come, and are then laid out among it by kind.
    """
    cdef const Told* told = &play.told
    cdef Case first
    cdef Entry run
    cdef Stop* stop
    cdef uint8_t sizes[8]
    cdef uint8_t sizes_first[8]
    cdef int begin = stands_at(play, i), at = begin, last = begin
    cdef uint64_t trace = 0
    first_case(play, i, &first)
    sizes_before(play, begin, sizes_first)
    stop = known_stop(play, i, found, &first, sizes_first, &last)
    if stop == NULL or not keep(cases, stop.case, stop.n):
        found.run.n = 0
        keep(cases, &first, 1)
        memcpy(sizes, sizes_first, 8)
    else:
        at, trace = begin + stop.at, stop.trace
        memcpy(sizes, stop.sizes, 8)
    found.first = first
    memcpy(found.sizes, sizes_first, 8)
    while at < told.n:
        if at == last and not (stop == &found.run and stop.at == at - begin):
            set_stop(&found.run, at - begin, trace, sizes, cases)
        at = next_run(told, at, i, &run)
        trace = traced(trace, &run, True)
        weigh_run(play, i, &run, sizes, cases, made)
    if trace == play.at.trace[i]:
        keep_fitting(play, i, cases)
        set_stop(&found.end, at - begin, trace, sizes, cases)
        set_sums(found)
    else:
        found.end.n = 0


cdef void keep_fitting(Play* play, int i, Cases* cases) noexcept nogil:
    """Only cases that can be. With none left, as when the true one was too unlikely to be kept, hidden cards are one heap."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int c, n = 0
    cdef Case* heap = &cases.at[0]
    for c in range(cases.n):
        if fits(play, i, &cases.at[c]):
            cases.at[n] = cases.at[c]
            n += 1
    cases.n = max(1, n)
    if n == 0:
        memset(heap, 0, sizeof(Case))
        heap.weight = 1
        hidden_from(at, r, i, heap.unseen)


cdef bint fits(Play* play, int seat, const Case* case) noexcept nogil:
    """So many cards lie hidden as the case says, and no hand has more than its cards."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int j, g, fresh, hidden = at.pile_cards
    cdef bint fit = True
    for j in range(r.seats - 1):
        fresh = fresh_of(case, j, at.seat[(seat + 1 + j) % r.seats].cards)
        fit = fit and fresh >= 0
        hidden += fresh
    for g in range(AGES):
        for j in range(r.seats - 1):
            hidden += case.older[g][j]
        hidden -= number(case.old[g])
    return fit and hidden == number(case.unseen)


cdef Stop* known_stop(Play* play, int i, Recalled* found, const Case* first, const uint8_t* sizes, int* last) noexcept nogil:
    """The last place known of seat i's story, if any; `last`: where its last run begins."""
    cdef Stop* stop = NULL
    cdef Entry run
    cdef int at = last[0], begin = at
    cdef uint64_t trace = 0
    cdef bint alike = memcmp(&found.first, first, sizeof(Case)) == 0 and memcmp(found.sizes, sizes, 8) == 0
    while True:
        if alike and found.run.n and found.run.at == at - begin and found.run.trace == trace and stop != &found.end:
            stop = &found.run
        if alike and found.end.n and found.end.at == at - begin and found.end.trace == trace:
            stop = &found.end
        if at == play.told.n:
            return stop
        last[0] = at
        at = next_run(&play.told, at, i, &run)
        trace = traced(trace, &run, True)


cdef void release(Play* play) noexcept nogil:
    """Done with what `weigh` gave."""
    PyThread_release_lock(play.recall.lock)


cdef void weigh_run(Play* play, int i, const Entry* run, uint8_t* sizes, Cases* cases, Cases* made) noexcept nogil:
    """Go on with all cases over the events of a run, laid out by kind; the sizes of hands with it."""
    cdef Entry e = run[0]
    cdef int k, m
    if whole(run.type):
        weigh_entry(play, i, &e, sizes, cases, made)
        return
    for k in range(KINDS):
        e.kind = k
        for m in range(run.named[k]):
            weigh_entry(play, i, &e, sizes, cases, made)


cdef void weigh_entry(Play* play, int i, const Entry* e, uint8_t* sizes, Cases* cases, Cases* made) noexcept nogil:
    """Go on with all cases over one event; the sizes of hands with it. `made` is room for the cases that follow."""
    cdef const Rules* r = &play.rules
    cdef uint8_t hands[OTHERS]
    cdef Cases before
    cdef int s, c
    for s in range(r.seats - 1):
        hands[s] = sizes[(i + 1 + s) % r.seats]
    resize(e, sizes, 1)
    for c in range(cases.n):
        if not moved_alike(&cases.at[c], r.seats, i, e.type, e.a, e.b, e.kind):
            break
    else:
        if e.type == E_TURN or (e.type == E_DRAW and e.a == i):
            prune(cases)
            cases.n = max(1, cases.n)
        return
    none_left(made, cases.n)
    for c in range(cases.n):
        expand(made, &cases.at[c], r.seats, i, e, e.kind, hands)
    prune(made)
    made.lost = made.lost or cases.lost
    if made.n:                      # none where the true case was left out, or a position by hand contradicts itself
        before = cases[0]
        cases[0] = made[0]
        made[0] = before


cdef void deal(Play* play, int i, Stream* rng) noexcept nogil:
    """Deal the hands of the others and the pile as seat i's count says. Requires that all cases are possible."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef Recalled* found
    cdef Case case
    cdef Seat* seat
    cdef int j, k, g, fresh
    if at.trace[i]:
        found = weigh(play, i)
        if found.end.n:
            case = drawn_case(found, unit(rng))[0]
        else:
            forget_count(at, r, i)
        release(play)
    if at.trace[i] == 0:
        first_case(play, i, &case)
    for j in range(r.seats - 1):
        seat = &at.seat[(i + 1 + j) % r.seats]
        fresh = fresh_of(&case, j, seat.cards)
        memcpy(seat.hand, case.known[j], KINDS)
        for g in range(AGES):
            for k in range(case.older[g][j]):
                seat.hand[draw_one(case.old[g], rng)] += 1
        for k in range(fresh):
            seat.hand[draw_one(case.unseen, rng)] += 1
    memcpy(at.pile, case.unseen, KINDS)
