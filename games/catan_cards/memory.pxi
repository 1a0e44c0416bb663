# What each seat has counted of the others' cards. Included by state.pyx; README.md says what is exact, and why.


cdef void saw(Play* play, int type, int a, int b, int kind) noexcept nogil:
    """Something happens to a card. Called before it moves."""
    if play.counting:
        saw_cards(play, type, a, b, kind, NULL)


cdef void saw_cards(Play* play, int type, int a, int b, int kind, const uint8_t* cards) noexcept nogil:
    """`cards`: the hand seen, or the discards that become the pile."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef Entry e
    cdef int i
    cdef bint open = False, begins
    if not play.counting:
        return
    memset(&e, 0, sizeof(Entry))
    e.type, e.a, e.b, e.kind = type, a, b, kind
    if cards != NULL:
        memcpy(e.named, cards, KINDS)
    begins = whole(type) or type != at.tail[0] or a != at.tail[1] or b != at.tail[2]
    for i in range(r.seats):
        if (type == E_SHUFFLE and laid_bare(play, i, cards)) or \
                (at.trace[i] == 0 and settled(play, i, type, a, b, kind, cards)):
            at.trace[i] = 0
            continue
        open = True
        if at.trace[i] == 0:
            play.told.since[i] = play.told.n
        at.trace[i] = traced_by(play, i, &e, begins)
    if open:
        at.tail[0], at.tail[1], at.tail[2] = type, a, b
    else:
        memset(at.tail, 0, sizeof(at.tail))
    if play.telling:
        if not open:
            let_go(&play.told)
        elif not tell(&play.told, &e, needed(play)):
            forget_all(play)
            saw_cards(play, type, a, b, kind, cards)     # nobody is in doubt now: all count it


cdef uint64_t traced_by(Play* play, int i, const Entry* e, bint begins) noexcept nogil:
    """Seat i's trace after an event that it does not count."""
    cdef Position* at = &play.at
    cdef Entry seen = e[0]
    cdef bint named = sees(i, e.type, e.a, e.b)
    if not whole(e.type):
        seen.named[e.kind if named else 0] = 1
    elif not named:
        memset(seen.named, 0, KINDS)
    return traced(at.trace[i], &seen, begins or at.trace[i] == 0)


cdef int needed(Play* play) noexcept nogil:
    """The first entry of the story that some seat has not counted."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int i, first = play.told.n
    for i in range(r.seats):
        if at.trace[i]:
            first = min(first, play.told.since[i])
    return first


cdef void forget_all(Play* play) noexcept nogil:
    """There was no memory for the story: nobody knows anything but its own cards."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int i
    for i in range(r.seats):
        forget_count(at, r, i)
    memset(at.tail, 0, sizeof(at.tail))
    let_go(&play.told)


cdef bint settled(Play* play, int i, int type, int a, int b, int kind, const uint8_t* cards) noexcept nogil:
    """Bring seat i's count up to date if the event leaves one case only; else say no and change nothing."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef Count* c = &at.count[i]
    cdef Held* his
    cdef int j, k, n, sorts, fresh
    if type == E_TURN or type == E_DRAW:
        c.unseen[kind] -= type == E_TURN or a == i
        return True
    if type == E_SHUFFLE:
        return settled_shuffle(play, i, cards)
    if a == i:
        if type == E_MOVE or type == E_GIVE:
            c.hand[(b - i - 1 + r.seats) % r.seats].known[kind] += 1
        return True
    his = &c.hand[(a - i - 1 + r.seats) % r.seats]
    if type == E_TAKE:
        his.known[kind] += 1
        return True
    fresh = at.seat[a].cards - his.older - number(his.known)
    if type == E_LOOK:
        if b != i and b != 7:
            return True
        if his.older and fresh:
            return False
        for k in range(KINDS):
            n = cards[k] - his.known[k]
            his.known[k] = cards[k]
            c.old[k] -= n if his.older else 0
            c.unseen[k] -= 0 if his.older else n
        his.older = 0
        return True
    if type == E_SHOW or b == i:
        if type != E_MOVE and his.known[kind]:
            his.known[kind] -= 1
            return True
        sorts = (his.known[kind] > 0) + (his.older and c.old[kind]) + (fresh > 0 and c.unseen[kind] > 0)
        if sorts != 1:
            return False
        if his.known[kind]:
            his.known[kind] -= 1
        elif his.older and c.old[kind]:
            his.older -= 1
            c.old[kind] -= 1
        else:
            c.unseen[kind] -= 1
        return True
    sorts, n = (his.older > 0) + (fresh > 0), 0
    for k in range(KINDS):
        if his.known[k]:
            sorts += 1
            n = k
    if sorts != 1:
        return False
    j = (b - i - 1 + r.seats) % r.seats
    if his.older:
        his.older -= 1
        c.hand[j].older += 1
    elif not fresh:
        his.known[n] -= 1
        c.hand[j].known[n] += 1
    return True


cdef bint settled_shuffle(Play* play, int i, const uint8_t* cards) noexcept nogil:
    """The discards become the pile. A count has one age of older cards, so two at once are left to the log."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef Count* c = &at.count[i]
    cdef Held* his
    cdef int j, k, with_old = 0, with_new = 0, last = 0, latest = 0
    for j in range(r.seats - 1):
        his = &c.hand[j]
        if his.older:
            with_old += 1
            last = j
        if at.seat[(i + 1 + j) % r.seats].cards > his.older + number(his.known):
            with_new += 1
            latest = j
    if with_old > 1 and with_new > 1:
        return False
    for k in range(KINDS):
        if with_old == 1:
            c.hand[last].known[k] += c.old[k]
        if with_new == 1:
            c.hand[latest].known[k] += c.unseen[k]
    if with_old == 1:
        c.hand[last].older = 0
    if with_old <= 1:
        memset(c.old, 0, KINDS)
    if with_new > 1:
        for j in range(r.seats - 1):
            c.hand[j].older = at.seat[(i + 1 + j) % r.seats].cards - number(c.hand[j].known)
        memcpy(c.old, c.unseen, KINDS)
    memcpy(c.unseen, cards, KINDS)
    return True


cdef bint laid_bare(Play* play, int i, const uint8_t* cards) noexcept nogil:
    """With the pile empty and cards in one other hand at most, seat i knows them, whatever it knew before."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef Count* c = &at.count[i]
    cdef int j, s, holders = 0
    for s in range(r.seats):
        holders += s != i and at.seat[s].cards > 0
    if holders > 1:
        return False
    memset(c, 0, sizeof(Count))
    for j in range(r.seats - 1):
        memcpy(c.hand[j].known, at.seat[(i + 1 + j) % r.seats].hand, KINDS)
    memcpy(c.unseen, cards, KINDS)
    return True


cdef void stand_still(Play* play, int s, int place) noexcept nogil:
    """Seat s has counted nothing from this entry of the story on."""
    cdef Position* at = &play.at
    cdef Entry run
    memset(&run, 0, sizeof(Entry))
    play.told.since[s] = place
    while place < play.told.n:
        place = next_run(&play.told, place, s, &run)
        at.trace[s] = traced(at.trace[s], &run, True)
    at.tail[0], at.tail[1], at.tail[2] = run.type, run.a, run.b


# ---- what a seat does not know --------------------------------------------------------------------

cdef void forget(Position* at, const Rules* r, int i) noexcept nogil:
    """Everything but the known cards of seat i's count is one heap of unseen cards."""
    cdef Count* c = &at.count[i]
    cdef int j, k
    hidden_from(at, r, i, c.unseen)
    memset(c.old, 0, KINDS)
    for j in range(r.seats - 1):
        c.hand[j].older = 0
        for k in range(KINDS):
            c.unseen[k] -= c.hand[j].known[k]
    at.trace[i] = 0


cdef void forget_count(Position* at, const Rules* r, int i) noexcept nogil:
    """Seat i knows no card but its own and the open ones."""
    memset(&at.count[i], 0, sizeof(Count))
    forget(at, r, i)


cdef void hidden_from(const Position* at, const Rules* r, int i, uint8_t* cards) noexcept nogil:
    """What lies in the pile and in the hands of all but seat i, together."""
    cdef int s, k
    memcpy(cards, at.pile, KINDS)
    for s in range(r.seats):
        if s != i:
            for k in range(KINDS):
                cards[k] += at.seat[s].hand[k]


cdef void mask(Position* at, const Rules* r, int i) noexcept nogil:
    """Blot out of a copy of the position all that seat i does not know."""
    cdef int s
    memset(at.pile, 0, KINDS)
    for s in range(r.seats):
        if s != i:
            memset(at.seat[s].hand, 0, KINDS)
            memset(&at.count[s], 0, sizeof(Count))
            at.trace[s] = 0
    mask_series(at, i)
    at.viewer = NOBODY


cdef void mask_series(Position* at, int i) noexcept nogil:
    """Blot out how far the series of another pair's trade has come, and the last event where seat i has counted all."""
    if at.trace[i] == 0:
        memset(at.tail, 0, sizeof(at.tail))
    if at.stage == GIVE and i != at.actor and i != at.partner:
        at.least = 0
