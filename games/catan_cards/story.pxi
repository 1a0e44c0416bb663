# What happened to cards in a played game, from where some seat's count stands still. Included by state.pyx.
#
# It lies outside the position, so it can be as long as a game is, and a simulation neither writes nor copies it. States
# whose stories begin alike share the memory; one that would write where another has written already gets its own.

cdef inline int number(const uint8_t* cards) noexcept nogil:
    return cards[0] + cards[1] + cards[2] + cards[3] + cards[4]


cdef inline bint whole(int type) noexcept nogil:
    """A hand or a pile is named, not a card."""
    return type == E_LOOK or type == E_SHUFFLE


cdef inline bint sees(int i, int type, int a, int b) noexcept nogil:
    """Seat i sees which cards these are."""
    if type == E_DRAW:
        return a == i
    if type == E_MOVE or type == E_GIVE or type == E_LOOK:
        return a == i or b == i or b == 7
    return True


cdef inline void resize(const Entry* e, uint8_t* cards, int by) noexcept nogil:
    """Hand sizes of all seats after this has happened to so many cards (negative: before it has)."""
    if e.type == E_DRAW or e.type == E_TAKE:
        cards[e.a] += by
    elif e.type == E_SHOW:
        cards[e.a] -= by
    elif e.type == E_MOVE or e.type == E_GIVE:
        cards[e.a] -= by
        cards[e.b] += by


# ---- memory ---------------------------------------------------------------------------------------

cdef inline Entry* entries(const Told* t) noexcept nogil:
    return <Entry*>(t.story + 1)


cdef uint32_t held_by(Story* story, int more) noexcept nogil:
    """So many states more hold a story; how many now."""
    cdef uint32_t n = load32(&story.holders)
    while not swap32(&story.holders, n, n + more):
        n = load32(&story.holders)
    return n + more


cdef void let_go(Told* t) noexcept nogil:
    """No story any more."""
    if t.story != NULL and held_by(t.story, -1) == 0:
        free(t.story)
    memset(t, 0, sizeof(Told))


cdef void hold(Told* t, const Told* other) noexcept nogil:
    """Come as far in the same story."""
    cdef Story* story = other.story
    if t.story != story:
        if story != NULL:
            held_by(story, 1)
        let_go(t)
    t[0] = other[0]


cdef bint tell(Told* t, const Entry* e, int needed) noexcept nogil:
    """Add an entry; in memory of one's own, without the entries before the first one needed, where that must be taken anyway.
    No where there is none."""
    cdef Told own
    cdef int s
    if t.story == NULL or t.n < t.story.written or t.n == t.story.room:
        own = t[0]
        own.n = t.n - needed
        own.story = <Story*>malloc(sizeof(Story) + (2 * own.n + 64) * sizeof(Entry))
        if own.story == NULL:
            return False
        own.story.holders, own.story.room = 1, 2 * own.n + 64
        if own.n:
            memcpy(entries(&own), entries(t) + needed, own.n * sizeof(Entry))
        for s in range(PLAYERS):
            own.since[s] = max(0, t.since[s] - needed)
        let_go(t)
        t[0] = own
    entries(t)[t.n] = e[0]
    t.n += 1
    t.story.written = t.n
    return True


# ---- as a seat saw it -----------------------------------------------------------------------------

cdef int next_run(const Told* t, int at, int i, Entry* run) noexcept nogil:
    """The cards that the same seats move one after the other, as seat i saw them; the place after them.

    In which order they come tells nothing: a run is how many there are of each kind, 0 standing for those not seen.
    """
    cdef const Entry* e = entries(t) + at
    cdef bint seen = sees(i, e.type, e.a, e.b)
    run[0] = e[0]
    if whole(e.type):
        if not seen:
            memset(run.named, 0, KINDS)
        return at + 1
    memset(run.named, 0, KINDS)
    while at < t.n and e.type == run.type and e.a == run.a and e.b == run.b and number(run.named) < 255:
        run.named[e.kind if seen else 0] += 1
        e += 1
        at += 1
    return at


cdef uint64_t traced(uint64_t trace, const Entry* run, bint begins) noexcept nogil:
    """The name of what a seat has seen, after more of it: a run, or with the same sum the cards of one in any order."""
    cdef int k
    cdef uint64_t named = 0
    if begins:
        trace = mix(trace + (run.type + 1 | <uint64_t>run.a << 8 | <uint64_t>run.b << 16))
    for k in range(KINDS):
        if whole(run.type):
            named = named << 8 | run.named[k]
        else:
            trace += run.named[k] * mix(k + 1)
    return mix(trace ^ named) if whole(run.type) else trace


cdef list story_list(const Told* t, int first, const int* stops, int seats):
    """Where entries begin, and the end; the entries: [type, a, b, kinds, or of a hand or pile the number of each].

    An entry tells of one card, or of two that the same seats moved one after the other, where no count stands between.
    """
    cdef int at, k, s
    cdef const Entry* e
    places, found, before = [], [], None
    stands = {stops[s] for s in range(seats)}
    for at in range(first, t.n):
        e = entries(t) + at
        if whole(e.type):
            before = [e.type, e.a, e.b, [e.named[k] for k in range(KINDS)]]
        elif before is not None and at not in stands and before[:3] == [e.type, e.a, e.b] and len(before[3]) == 1:
            before[3].append(e.kind)
            continue
        else:
            before = [e.type, e.a, e.b, [e.kind]]
        places.append(at)
        found.append(before)
    return [[*places, t.n], found]


cdef void as_seen(Told* t, int i, int first) noexcept nogil:
    """Become what seat i saw of this story from there on, and where its count stands still."""
    cdef Told seen
    cdef Entry run, e
    cdef int k, m, at = first
    memset(&seen, 0, sizeof(Told))
    while at < t.n:
        at = next_run(t, at, i, &run)
        e = run
        if whole(run.type):
            tell(&seen, &e, 0)
            continue
        memset(e.named, 0, KINDS)
        for k in range(KINDS):
            for m in range(run.named[k]):
                e.kind = k
                tell(&seen, &e, 0)
    let_go(t)
    t[0] = seen


cdef list read_story(Told* t, entries_read):
    """Become the story of such entries, as `story_list` has them; the place where each begins."""
    cdef Entry e
    cdef int k
    let_go(t)
    places = []
    memset(&e, 0, sizeof(Entry))
    for e.type, e.a, e.b, cards in entries_read:
        places.append(t.n)
        for k in range(KINDS):
            e.named[k] = cards[k] if whole(e.type) else 0
        for kind in [0] if whole(e.type) else cards:
            e.kind = kind
            if not tell(t, &e, 0):
                raise MemoryError
    return places
