# The log of what happened to cards, packed bit by bit. Included by state.pyx.
#
# An event is told by what was likely after the one before it, then by its card:
#
#     1           the same seats do the same again
#     01          what mostly follows: a card back for one drawn blind, a draw after a payment, the next seat's payment
#                 after a draw (`follower`)
#     001 xxx     seat x is drawn from blind, by the seat whose turn it seems to be
#     000 ttt xxx anything else: its type and first seat, where a second is involved (move, give, look) that as well
#
# A card takes two bits or three, by how many there are of its kind; a hand seen or a pile made six bits for each kind.
# Hands and piles leave what is likely next as it was.

cdef enum:
    NAMED_BITS = 6              # of the number of a kind in a hand or pile
    MOST_BITS = 12 + NAMED_BITS * KINDS     # no event is longer

cdef int* KIND_BITS = [2, 3, 2, 2, 3]           # what a seat did not see is written as kind 0, so that it takes no more room
cdef int* KIND_CODES = [0, 3, 1, 2, 7]          # lowest bit first: 00, 110, 10, 01, 111
cdef int* KIND_READ = [0, 2, 3]                 # the kinds of two bits, by those

cdef inline void put_bits(uint8_t* log, Cursor* c, uint64_t value, int n) noexcept nogil:
    """The low n bits of a value, lowest first, into a log that is 0 from there on. Eight bytes of it are touched."""
    cdef uint64_t word
    memcpy(&word, log + (c.at >> 3), 8)
    word |= value << (c.at & 7)
    memcpy(log + (c.at >> 3), &word, 8)
    c.at += n


cdef inline int get_bits(const uint8_t* log, Cursor* c, int n) noexcept nogil:
    cdef uint64_t word
    memcpy(&word, log + (c.at >> 3), 8)
    word = word >> (c.at & 7) & ((1 << n) - 1)
    c.at += n
    return <int>word


cdef inline bint pairs(int type) noexcept nogil:
    """Two seats are involved."""
    return type == E_MOVE or type == E_GIVE or type == E_LOOK


cdef inline int in_turn(const Cursor* c, int seats) noexcept nogil:
    """The seat whose turn it seems to be: whoever draws from the pile is done."""
    if c.type == E_DRAW:
        return (c.a + 1) % seats
    return c.b if c.type == E_MOVE else c.a


cdef inline void follower(const Cursor* c, int seats, Entry* e) noexcept nogil:
    """What mostly follows."""
    e.a = e.b = c.a
    if c.type == E_MOVE:
        e.type, e.a, e.b = E_GIVE, c.b, c.a
    elif c.type == E_DRAW:
        e.type = E_SHOW
        e.a = e.b = (c.a + 1) % seats
    else:
        e.type = E_DRAW if c.type == E_SHOW or c.type == E_GIVE else E_SHOW


cdef void write_entry(uint8_t* log, Cursor* c, int seats, const Entry* e) noexcept nogil:
    """Add an event at the log's end."""
    cdef Entry next
    cdef int k
    follower(c, seats, &next)
    if e.type == c.type and e.a == c.a and e.b == c.b and e.type != E_SHUFFLE and e.type != E_LOOK:
        put_bits(log, c, 1, 1)
    elif e.type == next.type and e.a == next.a and e.b == next.b:
        put_bits(log, c, 2, 2)
    elif e.type == E_MOVE and e.b == in_turn(c, seats):
        put_bits(log, c, 4 | e.a << 3, 6)
    else:
        put_bits(log, c, e.type << 3 | e.a << 6, 9)
        if pairs(e.type):
            put_bits(log, c, e.b, 3)
    if e.type == E_SHUFFLE or e.type == E_LOOK:
        for k in range(KINDS):
            put_bits(log, c, e.named[k], NAMED_BITS)
    else:
        put_bits(log, c, KIND_CODES[e.kind], KIND_BITS[e.kind])
        c.type, c.a, c.b = e.type, e.a, e.b


cdef void read_entry(const uint8_t* log, Cursor* c, int seats, Entry* e) noexcept nogil:
    """The event at this place, which moves on."""
    cdef int k
    if get_bits(log, c, 1):
        e.type, e.a, e.b = c.type, c.a, c.b
    elif get_bits(log, c, 1):
        follower(c, seats, e)
    elif get_bits(log, c, 1):
        e.type, e.a, e.b = E_MOVE, get_bits(log, c, 3), in_turn(c, seats)
    else:
        e.type = get_bits(log, c, 3)
        e.a = e.b = get_bits(log, c, 3)
        if pairs(e.type):
            e.b = get_bits(log, c, 3)
    e.kind = 0
    if e.type == E_SHUFFLE or e.type == E_LOOK:
        for k in range(KINDS):
            e.named[k] = get_bits(log, c, NAMED_BITS)
        return
    memset(e.named, 0, KINDS)
    k = get_bits(log, c, 2)
    e.kind = KIND_READ[k] if k < 3 else 1 + 3 * get_bits(log, c, 1)
    c.type, c.a, c.b = e.type, e.a, e.b


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


cdef tuple log_list(const uint8_t* log, int size, int seats, const uint16_t* since):
    """Where entries begin, and the end; the entries: [type, a, b, kinds, or of a hand or pile the number of each].

    An entry tells of one card, or of two that the same seats moved one after the other, where no count stands between.
    """
    cdef Cursor c
    cdef Entry e
    cdef int at, k, s
    memset(&c, 0, sizeof(Cursor))
    bounds, entries, before = [], [], None
    stops = {since[s] for s in range(seats)}
    while c.at < size:
        at = c.at
        read_entry(log, &c, seats, &e)
        if e.type == E_LOOK or e.type == E_SHUFFLE:
            before = [e.type, e.a, e.b, [e.named[k] for k in range(KINDS)]]
        elif before is not None and at not in stops and before[:3] == [e.type, e.a, e.b] and len(before[3]) == 1:
            before[3].append(e.kind)
            continue
        else:
            before = [e.type, e.a, e.b, [e.kind]]
        bounds.append(at)
        entries.append(before)
    return [*bounds, size], entries
