# Counting cards: what an event makes of one case of what a seat thinks possible. Included by state.pyx.

cdef int unknown(const Count* c, int j, int cards) noexcept nogil:
    """Cards of the hand of other j that were drawn since the last shuffle and never seen."""
    cdef int k, n = cards - c.older[j]
    for k in range(KINDS):
        n -= c.known[j][k]
    return n


cdef inline int nth(const uint8_t* cards, int n) noexcept nogil:
    """The kind of card number n of these laid out in order of kind."""
    cdef int k = 0
    while k < KINDS - 1 and n >= cards[k]:
        n -= cards[k]
        k += 1
    return k


cdef inline int number(const uint8_t* cards) noexcept nogil:
    return cards[0] + cards[1] + cards[2] + cards[3] + cards[4]


cdef double ways(int n, int k) noexcept nogil:
    """Binomial coefficient."""
    cdef double w = 1
    cdef int i
    if k < 0 or k > n:
        return 0
    for i in range(k):
        w = w * (n - i) / (i + 1)
    return w


cdef struct Cases:              # weighed cases while they are made; equal ones are one
    Config* at
    int n
    int room
    uint16_t* table             # open addressing, 2 * CONFIGS long: place in `at` + 1; NULL: they are few, and searched


cdef void add(Cases* out, const Count* count, double weight) noexcept nogil:
    cdef uint32_t h = 0
    cdef int i
    if weight <= 0:
        return
    if out.table == NULL:
        for i in range(out.n):
            if memcmp(&out.at[i].count, count, sizeof(Count)) == 0:
                return
    else:
        h = <uint32_t>hash_bytes(<const unsigned char*>count, sizeof(Count)) & (2 * CONFIGS - 1)
        while out.table[h]:
            if memcmp(&out.at[out.table[h] - 1].count, count, sizeof(Count)) == 0:
                out.at[out.table[h] - 1].weight += weight
                return
            h = (h + 1) & (2 * CONFIGS - 1)
    if out.n == out.room:
        return
    out.at[out.n].count = count[0]
    out.at[out.n].weight = weight
    out.n += 1
    if out.table != NULL:
        out.table[h] = out.n


cdef void shown(Cases* out, const Config* c, int j, int cards, int kind) noexcept nogil:
    """Other j lays down a card: one that was known to be there, else any of those never seen."""
    cdef Count next = c.count
    cdef int fresh = unknown(&c.count, j, cards), hidden = fresh + c.count.older[j]
    if c.count.known[j][kind]:
        next.known[j][kind] -= 1
        add(out, &next, c.weight)
        return
    if c.count.older[j] and c.count.old[kind]:
        next.older[j] -= 1
        next.old[kind] -= 1
        add(out, &next, c.weight * c.count.older[j] / hidden * c.count.old[kind] / number(c.count.old))
    if fresh > 0 and c.count.unseen[kind]:
        next = c.count
        next.unseen[kind] -= 1
        add(out, &next, c.weight * fresh / hidden * c.count.unseen[kind] / number(c.count.unseen))


cdef void drawn_by_me(Cases* out, const Config* c, int j, int cards, int kind) noexcept nogil:
    """The seat itself has drawn this kind blind from other j: each of his cards was equally likely to be the one."""
    cdef Count next = c.count
    cdef int fresh = unknown(&c.count, j, cards)
    if c.count.known[j][kind]:
        next.known[j][kind] -= 1
        add(out, &next, c.weight * c.count.known[j][kind] / cards)
    if c.count.older[j] and c.count.old[kind]:
        next = c.count
        next.older[j] -= 1
        next.old[kind] -= 1
        add(out, &next, c.weight * c.count.older[j] / cards * c.count.old[kind] / number(c.count.old))
    if fresh > 0 and c.count.unseen[kind]:
        next = c.count
        next.unseen[kind] -= 1
        add(out, &next, c.weight * fresh / cards * c.count.unseen[kind] / number(c.count.unseen))


cdef void passed(Cases* out, const Config* c, int j, int to, int cards) noexcept nogil:
    """One of other j's cards, each equally likely, has gone to other `to` unseen."""
    cdef Count next
    cdef int k, fresh = unknown(&c.count, j, cards)
    for k in range(KINDS):
        if c.count.known[j][k]:
            next = c.count
            next.known[j][k] -= 1
            next.known[to][k] += 1
            add(out, &next, c.weight * c.count.known[j][k] / cards)
    if c.count.older[j]:
        next = c.count
        next.older[j] -= 1
        next.older[to] += 1
        add(out, &next, c.weight * c.count.older[j] / cards)
    if fresh > 0:
        add(out, &c.count, c.weight * fresh / cards)


cdef void opened(Cases* out, const Config* c, int j, int cards, const uint8_t* hand) noexcept nogil:
    """The whole hand of other j is seen: every way in which its unknown cards can be old or new ones."""
    cdef Count next = c.count
    cdef int rest[KINDS]
    cdef int y[KINDS]
    cdef int k, o, fresh = unknown(&c.count, j, cards)
    cdef double w
    for k in range(KINDS):
        rest[k] = hand[k] - c.count.known[j][k]
        if rest[k] < 0:
            return
        y[k] = 0
    while True:                                     # y: how many of each kind are old; counted through like an odometer
        o = y[0] + y[1] + y[2] + y[3] + y[4]
        if o == c.count.older[j]:
            w = c.weight / (ways(number(c.count.old), o) * ways(number(c.count.unseen), fresh))
            for k in range(KINDS):
                w *= ways(c.count.old[k], y[k]) * ways(c.count.unseen[k], rest[k] - y[k])
            if w > 0:
                for k in range(KINDS):
                    next.known[j][k] = hand[k]
                    next.old[k] = c.count.old[k] - y[k]
                    next.unseen[k] = c.count.unseen[k] - rest[k] + y[k]
                next.older[j] = 0
                add(out, &next, w)
        k = 0
        while k < KINDS and (y[k] == rest[k] or y[k] == c.count.old[k]):
            y[k] = 0
            k += 1
        if k == KINDS:
            return
        y[k] += 1


cdef void shuffled(Cases* out, const Config* c, int others, const uint8_t* sizes, const uint8_t* pile) noexcept nogil:
    """The pile is empty, so all unseen cards are in hands, and the discards become the pile."""
    cdef Count next = c.count
    cdef int j, k, holders = 0, last = 0
    for j in range(others):
        next.older[j] += unknown(&c.count, j, sizes[j])
        if next.older[j]:
            holders += 1
            last = j
    for k in range(KINDS):
        next.old[k] += next.unseen[k]
        next.unseen[k] = pile[k]
    if holders == 1:                                # one hand holds all of them: they are known
        for k in range(KINDS):
            next.known[last][k] += next.old[k]
            next.old[k] = 0
        next.older[last] = 0
    add(out, &next, c.weight)


cdef inline int entry_of(int type, int a, int b, int kind) noexcept nogil:
    return type | a << 3 | b << 6 | kind << 9


cdef void expand(Cases* out, const Config* c, int seats, int i, int entry, const uint8_t* cards,
                 const uint8_t* sizes) noexcept nogil:
    """What one entry of the log makes of one case in the eyes of seat i. `sizes`: the others' hands before it."""
    cdef Count next = c.count
    cdef int type = entry & 7, a = entry >> 3 & 7, b = entry >> 6 & 7, kind = entry >> 9 & 7
    cdef int j = (a - i - 1 + seats) % seats, to = (b - i - 1 + seats) % seats
    if type == E_TURN or (type == E_DRAW and a == i):
        next.unseen[kind] -= 1
        if c.count.unseen[kind]:
            add(out, &next, c.weight * c.count.unseen[kind] / number(c.count.unseen))
    elif type == E_TAKE and a != i:
        next.known[j][kind] += 1
        add(out, &next, c.weight)
    elif type == E_SHOW and a != i:
        shown(out, c, j, sizes[j], kind)
    elif (type == E_MOVE or type == E_GIVE) and a == i:
        next.known[to][kind] += 1
        add(out, &next, c.weight)
    elif type == E_MOVE and b == i:
        drawn_by_me(out, c, j, sizes[j], kind)
    elif type == E_GIVE and b == i:
        shown(out, c, j, sizes[j], kind)
    elif type == E_MOVE or type == E_GIVE:
        passed(out, c, j, to, sizes[j])
    elif type == E_LOOK and a != i and (b == i or b == 7):
        opened(out, c, j, sizes[j], cards)
    elif type == E_SHUFFLE:
        shuffled(out, c, seats - 1, sizes, cards)
    else:
        add(out, &next, c.weight)


cdef inline bint sees(int i, int entry) noexcept nogil:
    """Seat i sees the kind, or the cards, that this entry names."""
    cdef int type = entry & 7, a = entry >> 3 & 7, b = entry >> 6 & 7
    if type == E_DRAW:
        return a == i
    if type == E_MOVE or type == E_GIVE or type == E_LOOK:
        return a == i or b == i or b == 7
    return True


cdef inline int size_of(int entry) noexcept nogil:
    return 4 if entry & 7 == E_SHUFFLE or entry & 7 == E_LOOK else 1


cdef void unpack(const uint16_t* three, uint8_t* cards) noexcept nogil:
    cards[0], cards[1] = three[0] & 63, three[0] >> 6
    cards[2], cards[3] = three[1] & 63, three[1] >> 6
    cards[4] = three[2] & 63


cdef void resize(int entry, uint8_t* cards, int sign) noexcept nogil:
    """Hand sizes of all seats after (sign 1) or before (sign -1) an entry."""
    cdef int type = entry & 7, a = entry >> 3 & 7, b = entry >> 6 & 7
    if type == E_DRAW or type == E_TAKE:
        cards[a] += sign
    elif type == E_SHOW:
        cards[a] -= sign
    elif type == E_MOVE or type == E_GIVE:
        cards[a] -= sign
        cards[b] += sign


cdef int draw_one(uint8_t* cards, Stream* rng) noexcept nogil:
    """Take one card at random; its kind."""
    cdef int kind = nth(cards, below(rng, number(cards)))
    cards[kind] -= 1
    return kind
