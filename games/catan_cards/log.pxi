# The log of what happened to cards, one byte for most entries. Included by state.pyx.
#
# An entry tells of one card or two, of the same seats: the order of two does not matter, so they are kept ascending,
# and there are 5 + 15 ways to name them. A card laid down or drawn takes the codes 0-239 of a byte; everything else has
# one of the codes 240-255 and four bits of its number there, and the rest in the next byte. Hands seen and piles made
# are followed by a byte for each kind.

cdef enum:
    SETS = 20                   # ways to name one card or two
    TWO = 240                   # first byte of an entry of two
    N_TAKE = 20                 # numbers of longer entries; turned cards come first
    N_MOVE = 140
    N_GIVE = 860
    N_LOOK = 1580
    N_SHUFFLE = 1628


cdef inline int set_of(const Entry* e) noexcept nogil:
    """The place of the entry's cards among all ways to name one or two."""
    cdef int x = e.kind[0]
    return x if e.cards == 1 else KINDS + x * (9 - x) // 2 + e.kind[1]


cdef inline void cards_of_set(Entry* e, int n) noexcept nogil:
    cdef int x = 0
    e.cards = 1
    e.kind[0] = e.kind[1] = n
    if n >= KINDS:
        n -= KINDS
        while n >= KINDS - x:
            n -= KINDS - x
            x += 1
        e.cards = 2
        e.kind[0], e.kind[1] = x, x + n


cdef int pack(uint8_t* out, const Entry* e) noexcept nogil:
    """Write an entry; its bytes."""
    cdef int n
    if e.type == E_SHOW or e.type == E_DRAW:
        out[0] = ((e.type == E_DRAW) * PLAYERS + e.a) * SETS + set_of(e)
        return 1
    if e.type == E_TURN:
        n = set_of(e)
    elif e.type == E_TAKE:
        n = N_TAKE + e.a * SETS + set_of(e)
    elif e.type == E_MOVE or e.type == E_GIVE:
        n = (N_MOVE if e.type == E_MOVE else N_GIVE) + (e.a * PLAYERS + e.b) * SETS + set_of(e)
    else:
        n = N_SHUFFLE if e.type == E_SHUFFLE else N_LOOK + e.a * 8 + e.b
    out[0], out[1] = TWO + (n >> 8), n & 255
    if n < N_LOOK:
        return 2
    memcpy(&out[2], e.named, KINDS)
    return 2 + KINDS


cdef int unpack(const uint8_t* at, Entry* e) noexcept nogil:
    """Read an entry; its bytes."""
    cdef int n = at[0]
    if n < TWO:
        e.type = E_SHOW if n < PLAYERS * SETS else E_DRAW
        e.a = e.b = n // SETS % PLAYERS
        cards_of_set(e, n % SETS)
        return 1
    n = (n - TWO) << 8 | at[1]
    if n < N_LOOK:
        e.a = e.b = 0
        if n < N_TAKE:
            e.type = E_TURN
        elif n < N_MOVE:
            n -= N_TAKE
            e.type = E_TAKE
            e.a = e.b = n // SETS
        else:
            e.type = E_MOVE if n < N_GIVE else E_GIVE
            n -= N_MOVE if n < N_GIVE else N_GIVE
            e.a, e.b = n // SETS // PLAYERS, n // SETS % PLAYERS
        cards_of_set(e, n % SETS)
        return 2
    e.type = E_LOOK if n < N_SHUFFLE else E_SHUFFLE
    n -= N_LOOK
    e.a, e.b = (n >> 3, n & 7) if e.type == E_LOOK else (0, 0)
    e.cards = 1
    e.kind[0] = e.kind[1] = 0
    e.named = at + 2
    return 2 + KINDS


cdef inline bint sees(int i, int type, int a, int b) noexcept nogil:
    """Seat i sees which cards these are."""
    if type == E_DRAW:
        return a == i
    if type == E_MOVE or type == E_GIVE or type == E_LOOK:
        return a == i or b == i or b == 7
    return True


cdef inline void resize(int type, int a, int b, uint8_t* cards, int by) noexcept nogil:
    """Hand sizes of all seats after this has happened to so many cards (negative: before it has)."""
    if type == E_DRAW or type == E_TAKE:
        cards[a] += by
    elif type == E_SHOW:
        cards[a] -= by
    elif type == E_MOVE or type == E_GIVE:
        cards[a] -= by
        cards[b] += by


cdef tuple log_list(const uint8_t* log, int size):
    """Where entries begin, and the end; the entries: [type, a, b, kinds, or of a hand or pile the number of each]."""
    cdef int at = 0, k
    cdef Entry e
    bounds, entries = [], []
    while at < size:
        bounds.append(at)
        at += unpack(log + at, &e)
        if e.type == E_LOOK or e.type == E_SHUFFLE:
            cards = [e.named[k] for k in range(KINDS)]
        else:
            cards = [e.kind[k] for k in range(e.cards)]
        entries.append([e.type, e.a, e.b, cards])
    return [*bounds, size], entries


cdef int log_bytes(list entries) except -1:
    """Bytes of the packed entries."""
    return sum(1 if type in (E_SHOW, E_DRAW) else 2 + KINDS if type in (E_LOOK, E_SHUFFLE) else 2
               for type, _, _, _ in entries)
