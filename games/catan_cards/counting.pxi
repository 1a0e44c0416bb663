# Counting cards: what an event makes of one case of what a seat thinks possible. Included by state.pyx.

cdef int fresh_of(const Case* c, int j, int cards) noexcept nogil:
    """Cards of the hand of other j that were drawn since the last shuffle and never seen."""
    cdef int g, n = cards - number(c.known[j])
    for g in range(AGES):
        n -= c.older[g][j]
    return n


cdef double ways(int n, int k) noexcept nogil:
    """Binomial coefficient."""
    cdef double w = 1
    cdef int i
    if k < 0 or k > n:
        return 0
    for i in range(k):
        w = w * (n - i) / (i + 1)
    return w


cdef void shown(Cases* out, const Case* c, int j, int cards, int kind) noexcept nogil:
    """Other j lays down a card: one that was known to be there, else any of those never seen."""
    cdef Case next = c[0]
    cdef int g, fresh, hidden
    if c.known[j][kind]:
        next.known[j][kind] -= 1
        add(out, &next, c.weight)
        return
    hidden = cards - number(c.known[j])
    fresh = fresh_of(c, j, cards)
    for g in range(AGES):
        if c.older[g][j] and c.old[g][kind]:
            next.older[g][j] -= 1
            next.old[g][kind] -= 1
            add(out, &next, c.weight * c.older[g][j] / hidden * c.old[g][kind] / number(c.old[g]))
            next.older[g][j] += 1
            next.old[g][kind] += 1
    if fresh > 0 and c.unseen[kind]:
        next.unseen[kind] -= 1
        add(out, &next, c.weight * fresh / hidden * c.unseen[kind] / number(c.unseen))


cdef void drawn_by_me(Cases* out, const Case* c, int j, int cards, int kind) noexcept nogil:
    """The seat itself has drawn this kind blind from other j: each of his cards was equally likely to be the one."""
    cdef Case next = c[0]
    cdef int g, fresh = fresh_of(c, j, cards)
    if c.known[j][kind]:
        next.known[j][kind] -= 1
        add(out, &next, c.weight * c.known[j][kind] / cards)
        next.known[j][kind] += 1
    for g in range(AGES):
        if c.older[g][j] and c.old[g][kind]:
            next.older[g][j] -= 1
            next.old[g][kind] -= 1
            add(out, &next, c.weight * c.older[g][j] / cards * c.old[g][kind] / number(c.old[g]))
            next.older[g][j] += 1
            next.old[g][kind] += 1
    if fresh > 0 and c.unseen[kind]:
        next.unseen[kind] -= 1
        add(out, &next, c.weight * fresh / cards * c.unseen[kind] / number(c.unseen))


cdef void passed(Cases* out, const Case* c, int j, int to, int cards) noexcept nogil:
    """One of other j's cards, each equally likely, has gone to other `to` unseen."""
    cdef Case next = c[0]
    cdef int k, g, fresh = fresh_of(c, j, cards)
    for k in range(KINDS):
        if c.known[j][k]:
            next.known[j][k] -= 1
            next.known[to][k] += 1
            add(out, &next, c.weight * c.known[j][k] / cards)
            next.known[j][k] += 1
            next.known[to][k] -= 1
    for g in range(AGES):
        if c.older[g][j]:
            next.older[g][j] -= 1
            next.older[g][to] += 1
            add(out, &next, c.weight * c.older[g][j] / cards)
            next.older[g][j] += 1
            next.older[g][to] -= 1
    if fresh > 0:
        add(out, c, c.weight * fresh / cards)


cdef void opened(Cases* out, const Case* c, int j, int cards, const uint8_t* hand) noexcept nogil:
    """The whole hand of other j is seen: every way in which its unknown cards can be of one age or another."""
    cdef Case next = c[0]
    cdef uint8_t rest[KINDS]
    cdef int k
    for k in range(KINDS):
        if hand[k] < c.known[j][k]:
            return
        rest[k] = hand[k] - c.known[j][k]
        next.known[j][k] = hand[k]
    sort_out(out, &next, j, 0, fresh_of(c, j, cards), rest)


cdef void sort_out(Cases* out, const Case* c, int j, int g, int fresh, const uint8_t* rest) noexcept nogil:
    """Every way in which these cards of a hand that is known now can be of age g, or an earlier one, or new."""
    cdef Case next
    cdef uint8_t left[KINDS]
    cdef int y[KINDS]
    cdef int k
    cdef double w
    while g < AGES and c.older[g][j] == 0:
        g += 1
    if g == AGES:
        if number(rest) == fresh:
            w = c.weight / ways(number(c.unseen), fresh)
            next = c[0]
            for k in range(KINDS):
                w *= ways(c.unseen[k], rest[k])
                next.unseen[k] -= rest[k]
            add(out, &next, w)
        return
    memset(y, 0, sizeof(y))
    while True:                                     # y: how many of each kind are of age g, counted up like an odometer
        if y[0] + y[1] + y[2] + y[3] + y[4] == c.older[g][j]:
            next = c[0]
            w = c.weight / ways(number(c.old[g]), c.older[g][j])
            for k in range(KINDS):
                w *= ways(c.old[g][k], y[k])
                next.old[g][k] -= y[k]
                left[k] = rest[k] - y[k]
            next.older[g][j] = 0
            next.weight = w
            sort_out(out, &next, j, g + 1, fresh, left)
        k = 0
        while k < KINDS and (y[k] == rest[k] or y[k] == c.old[g][k]):
            y[k] = 0
            k += 1
        if k == KINDS:
            return
        y[k] += 1


cdef void shuffled(Cases* out, const Case* c, int others, const uint8_t* sizes, const uint8_t* pile) noexcept nogil:
    """The pile is empty, so all unseen cards are in hands, and the discards become the pile."""
    cdef Case next = c[0]
    cdef int j, k, g, holders, last = 0
    for j in range(others):                         # what is older than all ages that are kept apart joins the oldest
        next.older[AGES - 1][j] += next.older[AGES - 2][j]
        for g in range(AGES - 2, 0, -1):
            next.older[g][j] = next.older[g - 1][j]
        next.older[0][j] = fresh_of(c, j, sizes[j])
    for k in range(KINDS):
        next.old[AGES - 1][k] += next.old[AGES - 2][k]
        for g in range(AGES - 2, 0, -1):
            next.old[g][k] = next.old[g - 1][k]
        next.old[0][k] = next.unseen[k]
        next.unseen[k] = pile[k]
    for g in range(AGES):
        holders = 0
        for j in range(others):
            if next.older[g][j]:
                holders += 1
                last = j
        if holders == 1:                            # one hand holds all of them: they are known
            for k in range(KINDS):
                next.known[last][k] += next.old[g][k]
                next.old[g][k] = 0
            next.older[g][last] = 0
    add(out, &next, c.weight)


cdef bint moved_alike(Case* c, int seats, int i, int type, int a, int b, int kind) noexcept nogil:
    """Carry out on a case what leaves one case of each; no, and nothing done, for everything else."""
    if type == E_TURN or (type == E_DRAW and a == i):
        c.weight *= <double>c.unseen[kind] / max(1, number(c.unseen))
        c.unseen[kind] -= c.unseen[kind] > 0
    elif a == i and type != E_SHUFFLE:
        if type == E_MOVE or type == E_GIVE:
            c.known[(b - i - 1 + seats) % seats][kind] += 1
    elif type == E_TAKE:
        c.known[(a - i - 1 + seats) % seats][kind] += 1
    elif type != E_DRAW and (type != E_LOOK or b == i or b == 7):
        return False
    return True


cdef void expand(Cases* out, const Case* c, int seats, int i, const Entry* e, int kind,
                 const uint8_t* sizes) noexcept nogil:
    """What else can happen makes of a case in the eyes of seat i. `sizes`: the others' hands before it."""
    cdef int j = (e.a - i - 1 + seats) % seats
    if e.type == E_SHOW or (e.type == E_GIVE and e.b == i):
        shown(out, c, j, sizes[j], kind)
    elif e.type == E_MOVE and e.b == i:
        drawn_by_me(out, c, j, sizes[j], kind)
    elif e.type == E_MOVE or e.type == E_GIVE:
        passed(out, c, j, (e.b - i - 1 + seats) % seats, sizes[j])
    elif e.type == E_LOOK:
        opened(out, c, j, sizes[j], e.named)
    else:
        shuffled(out, c, seats - 1, sizes, e.named)


cdef int draw_one(uint8_t* cards, Stream* rng) noexcept nogil:
    """Take one card at random; its kind."""
    cdef int kind = nth_kind(cards, below(rng, number(cards)))
    cards[kind] -= 1
    return kind
