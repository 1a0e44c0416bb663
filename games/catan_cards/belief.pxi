# The cases that a seat thinks possible, weighed; dealing by them. Included by state.pyx.

cdef class Recall:
    """What the logs of a position led to when they were last gone through; a position's copies share it.

    Nothing is told here that the log does not tell: a position as it is read from a file goes through its whole log once.
    One thread at a time has the lock.
    """

    def __cinit__(self):
        self.lock = PyThread_allocate_lock()

    def __dealloc__(self):
        cdef int s
        for s in range(PLAYERS):
            free(self.seat[s].run.case)
            free(self.seat[s].end.case)
            free(self.seat[s].sums)
        PyThread_free_lock(self.lock)


cdef void set_stop(Stop* to, const Cursor* c, const uint8_t* sizes, const Cases* cases) noexcept nogil:
    """Remember the cases at this place of a log; without memory for them nothing is remembered."""
    cdef Case* case
    if to.n < cases.n or 2 * cases.n < to.n:
        case = <Case*>realloc(to.case, cases.n * sizeof(Case))
        if case == NULL:
            to.n = 0
            return
        to.case = case
    memcpy(to.case, cases.at, cases.n * sizeof(Case))
    memcpy(to.sizes, sizes, 8)
    to.c, to.n = c[0], cases.n


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


cdef bint begins_alike(const uint8_t* one, const uint8_t* two, int bits) noexcept nogil:
    """The first bits of two logs are the same."""
    cdef int whole = bits >> 3
    return memcmp(one, two, whole) == 0 and (one[whole] ^ two[whole]) & ((1 << (bits & 7)) - 1) == 0


cdef class Belief(Memory):
    """A seat's log gone through with all cases side by side."""

    @cython.final
    cdef void first_case(self, int i, Case* case) noexcept nogil:
        """The only case, from seat i's count."""
        cdef Count* c = self.count(&self.at, i)
        cdef int j
        memset(case, 0, sizeof(Case))
        for j in range(self.seats - 1):
            memcpy(case.known[j], c.hand[j].known, KINDS)
            case.older[0][j] = c.hand[j].older
        memcpy(case.old[0], c.old, KINDS)
        memcpy(case.unseen, c.unseen, KINDS)
        case.weight = 1

    @cython.final
    cdef void sizes_before(self, const uint8_t* log, Cursor c, int end, uint8_t* sizes) noexcept nogil:
        """Sizes of all hands at this place of a log that ends now."""
        cdef Entry e
        cdef int s
        memset(sizes, 0, 8)
        for s in range(self.seats):
            sizes[s] = self.at.seat[s].cards
        while c.at < end:
            read_entry(log, &c, self.seats, &e)
            resize(e.type, e.a, e.b, sizes, -1)

    @cython.final
    cdef Recalled* weigh(self, int i) noexcept nogil:
        """Weigh the cases that seat i's log leaves: those at `end` of what comes back. The lock is held until `release`.

        The log is gone through as the seat saw it, so that cases come in the same order whatever it did not see; from where
        it was left the last time on, if it begins as it did then.
        """
        cdef Recalled* found = &self.recall.seat[i]
        cdef uint64_t key = mix(hash_bytes(<const unsigned char*>&self.at, sizeof(Position)) + i)
        cdef Position p
        cdef Case first
        cdef Cases cases, made
        PyThread_acquire_lock(self.recall.lock, WAIT_LOCK)
        if found.key == key and found.end.n:
            return found
        p = self.at
        self.mask_log(i, &p)
        self.first_case(i, &first)
        if make_cases(&cases, &made):
            self.go_on(i, found, self.log(&p), p.logged, &first, &cases, &made)
            found.key = key
        free_cases(&cases, &made)
        return found

    @cython.final
    cdef void go_on(self, int i, Recalled* found, const uint8_t* log, int end, const Case* first, Cases* cases,
                    Cases* made) noexcept nogil:
        """Go through the log from the last place known on. What is remembered: its end, and where its last run begins.

        More cards of that run may come, and are then laid out among it by kind.
        """
        cdef Cursor c
        cdef Entry e
        cdef Stop* stop = NULL
        cdef uint8_t sizes[8]
        cdef int run = self.last_run(log, end)
        memset(&c, 0, sizeof(Cursor))
        self.sizes_before(log, c, end, sizes)
        if memcmp(&found.first, first, sizeof(Case)) == 0 and memcmp(found.sizes, sizes, 8) == 0:
            if found.end.n and found.end.c.at <= end and begins_alike(log, found.log, found.end.c.at):
                stop = &found.end
            elif found.run.n and found.run.c.at <= end and begins_alike(log, found.log, found.run.c.at):
                stop = &found.run
        found.first = first[0]
        memcpy(found.sizes, sizes, 8)
        memcpy(found.log, log, self.log_bytes())
        if stop != NULL and keep(cases, stop.case, stop.n):
            c = stop.c
            memcpy(sizes, stop.sizes, 8)
        else:
            found.run.n = 0
            keep(cases, first, 1)
        while c.at < end:
            if c.at == run and not (found.run.n and found.run.c.at == run):
                set_stop(&found.run, &c, sizes, cases)
            read_entry(log, &c, self.seats, &e)
            self.weigh_entry(i, &e, sizes, cases, made)
        set_stop(&found.end, &c, sizes, cases)
        set_sums(found)

    @cython.final
    cdef void release(self) noexcept nogil:
        """Done with what `weigh` gave."""
        PyThread_release_lock(self.recall.lock)

    @cython.final
    cdef int last_run(self, const uint8_t* log, int end) noexcept nogil:
        """Where the cards begin that the same seats moved last, one after the other."""
        cdef Cursor c
        cdef Entry e, last
        cdef int at, run = 0
        memset(&c, 0, sizeof(Cursor))
        memset(&last, 0, sizeof(Entry))
        while c.at < end:
            at = c.at
            read_entry(log, &c, self.seats, &e)
            if e.type != last.type or e.a != last.a or e.b != last.b:
                run = at
            last = e
        return run

    @cython.final
    cdef void weigh_entry(self, int i, const Entry* e, uint8_t* sizes, Cases* cases, Cases* made) noexcept nogil:
        """Go on with all cases over one event; the sizes of hands with it. `made` is room for the cases that follow."""
        cdef uint8_t hands[OTHERS]
        cdef Cases before
        cdef int s, c
        for s in range(self.seats - 1):
            hands[s] = sizes[(i + 1 + s) % self.seats]
        resize(e.type, e.a, e.b, sizes, 1)
        for c in range(cases.n):
            if not moved_alike(&cases.at[c], self.seats, i, e.type, e.a, e.b, e.kind):
                break
        else:
            if e.type == E_TURN or (e.type == E_DRAW and e.a == i):
                prune(cases)
                cases.n = max(1, cases.n)
            return
        none_left(made, cases.n)
        for c in range(cases.n):
            expand(made, &cases.at[c], self.seats, i, e, e.kind, hands)
        prune(made)
        if made.n:                      # none only where a position by hand contradicts itself
            before = cases[0]
            cases[0] = made[0]
            made[0] = before

    @cython.final
    cdef void deal(self, int i, Stream* rng) noexcept nogil:
        """Deal the hands of the others and the pile as seat i's count says. Requires that all cases are possible."""
        cdef Position* at = &self.at
        cdef Recalled* found
        cdef Case case
        cdef Seat* seat
        cdef int j, k, g, fresh
        self.first_case(i, &case)
        if at.since[i] < at.logged:
            found = self.weigh(i)
            if found.end.n:             # else there was no memory for them
                case = drawn_case(found, unit(rng))[0]
            self.release()
        for j in range(self.seats - 1):
            seat = &at.seat[(i + 1 + j) % self.seats]
            fresh = fresh_of(&case, j, seat.cards)
            memcpy(seat.hand, case.known[j], KINDS)
            for g in range(AGES):
                for k in range(case.older[g][j]):
                    seat.hand[draw_one(case.old[g], rng)] += 1
            for k in range(fresh):
                seat.hand[draw_one(case.unseen, rng)] += 1
        memcpy(at.pile, case.unseen, KINDS)
