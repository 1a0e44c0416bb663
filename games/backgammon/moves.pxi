# Where checkers may go. Included by state.pyx.
#
# Why masks are enough: in the mover's turn nothing changes which points the other seat holds (a hit takes a single
# checker, never a made point), so a move by one die depends on the mover's places and on `block`, a constant.

cdef inline uint32_t bit(int place) noexcept nogil:
    return <uint32_t>1 << place


cdef inline int highest(uint32_t places) noexcept nogil:
    """The highest place in a mask. Requires places != 0."""
    return 31 - leading_zeros(places)


cdef inline uint32_t sources(uint32_t own, uint32_t block, int die) noexcept nogil:
    """Places that a checker may leave by this die alone (G5-G8)."""
    cdef uint32_t s
    if own >> BAR:
        return bit(BAR) & ~(block << die)
    s = own & ~(block << die) & (<uint32_t>0xFFFFFFFE << die)
    if own >> 7 == 0 and own:                       # all at home: a checker may be borne off
        if own & bit(die):
            s |= bit(die)
        elif own >> die == 0:
            s |= bit(highest(own))
    return s


cdef inline uint32_t after(const int8_t* count, uint32_t own, int place, int die) noexcept nogil:
    """`own` once a checker has left `place` by `die`."""
    if count[place] == 1:
        own &= ~bit(place)
    return own | bit(place - die) if place > die else own


cdef inline void mark(Position* at, int seat, int place) noexcept nogil:
    """Bring the masks in line with the count of a place."""
    cdef int n = at.count[seat][place]
    cdef uint32_t mine = bit(place), theirs = bit(BAR - place) if place < BAR else 0
    at.own[seat] = at.own[seat] | mine if n > 0 else at.own[seat] & ~mine
    at.made[seat] = at.made[seat] | theirs if n > 1 else at.made[seat] & ~theirs
    at.single[seat] = at.single[seat] | theirs if n == 1 else at.single[seat] & ~theirs


# ---- two different dice (G9, G10) ----------------------------------------------------------------------

cdef uint32_t only_after(const Position* at, int place, int low, int high) noexcept nogil:
    """Places that may leave by `high` after `place` by `low`, for results that the larger die first cannot reach.

    Left out is a checker that could have gone by `high` at once, and the same checker going on where it may as well
    go by `high` first: then both orders end alike, unless one of them hits on the way.
    """
    cdef int s = at.seat, on_way = place - low
    cdef uint32_t own = at.own[s], block = at.made[1 - s], blots = at.single[1 - s]
    cdef uint32_t now = sources(own, block, high)
    cdef uint32_t then = sources(after(at.count[s], own, place, low), block, high) & ~now
    if now & bit(place):
        if place <= low:            # borne off by either die: what follows is borne off by either, too
            return 0
        if (then & bit(on_way) and place > high and not blots & (bit(on_way) | bit(place - high))
                and sources(after(at.count[s], own, place, high), block, low) & bit(place - high)):
            then &= ~bit(on_way)
    return then


cdef uint32_t low_first(const Position* at, uint32_t by_high, uint32_t by_low) noexcept nogil:
    """First moves by the smaller die that lead to a result of their own."""
    cdef int s = at.seat, high = at.dice[0], low = at.dice[1]
    cdef uint32_t own = at.own[s], block = at.made[1 - s], blots = at.single[1 - s]
    cdef uint32_t outside = own >> 7, found = 0, either
    cdef int place
    if own >> BAR == 0 and outside and (outside & (outside - 1) or at.count[s][highest(own)] > 1):
        # nothing enters or is borne off: only the same checker can go on by the larger die, all places at once
        either = by_high & ~(blots << low) & ~(blots << high)
        return (by_low & ~(own << low) & ~(block << (high + low)) & (<uint32_t>0xFFFFFFFE << (high + low))
                & ~either)
    while by_low:
        place = first_bit(by_low)
        by_low &= by_low - 1
        if only_after(at, place, low, high):
            found |= bit(place)
    return found


cdef inline uint32_t then_low(const Position* at, int place) noexcept nogil:
    """Places that may leave by the smaller die, the larger one having taken a checker from `place`.

    A checker that would step into its place is left out where it could as well have made both moves by itself, if it
    is not the only one left.
    """
    cdef int s = at.seat, high = at.dice[0], low = at.dice[1], follower = place + low
    cdef uint32_t block = at.made[1 - s], places = sources(at.own[s], block, low)
    if (place > high and follower < BAR and places & bit(follower) and places & (places - 1)
            and not (block | at.single[1 - s]) & bit(follower - high)):
        places &= ~bit(follower)
    return places


cdef void two_dice(Position* at) noexcept nogil:
    """Fill in `moves` and `left` at the start of a turn with two different dice."""
    cdef int s = at.seat, high = at.dice[0], low = at.dice[1], place
    cdef uint32_t own = at.own[s], block = at.made[1 - s]
    cdef uint32_t by_high = sources(own, block, high), by_low = sources(own, block, low), both = 0, rest = by_high
    if by_low & (by_low - 1):       # whatever the larger die moves, something is left for the smaller one
        both = by_high
    else:
        while rest:
            place = first_bit(rest)
            rest &= rest - 1
            if by_low & ~bit(place) or sources(after(at.count[s], own, place, high), block, low):
                both |= bit(place)
    at.moves[0] = both
    at.moves[1] = low_first(at, by_high, by_low) if by_low else 0
    at.left = 2
    if at.moves[0] | at.moves[1] == 0:              # one die at most: the larger one if it can be (G10)
        at.moves[0] = by_high
        at.moves[1] = 0 if by_high else by_low
        at.left = 1 if by_high | by_low else 0


# ---- doubles (G11) -------------------------------------------------------------------------------------
#
# By one face four times, no move takes another one away: a checker that may leave a place may still do so after any
# other move. So every way of playing on ends after the same number of moves, and the number is found by always
# moving the highest checker that can. Moves become possible only through moves from higher places (the bar first, all
# checkers home first, the highest first), so that any set of moves can be made from the highest place down: that one
# order is offered. A place is offered if enough moves remain from there down; then so do all higher ones.

cdef int most_moves(const int8_t* count, uint32_t own, uint32_t block, int die, int top, int limit) noexcept nogil:
    """How many moves by `die` can be made from places up to `top`, at most `limit`."""
    cdef int8_t checkers[PLACES]
    cdef uint32_t low_part = (<uint32_t>2 << top) - 1, s = sources(own, block, die) & low_part
    cdef int place, n = 0
    if popcount(s) >= limit:
        return limit
    memcpy(checkers, count, PLACES)
    while s:
        place = highest(s)
        n += checkers[place]
        if n >= limit:
            return limit
        own &= ~bit(place)
        if place > die:
            own |= bit(place - die)
            checkers[place - die] += checkers[place]
        s = sources(own, block, die) & low_part
    return n


cdef void double_moves(Position* at, int top) noexcept nogil:
    """Fill in `moves` where `left` moves of a double remain to be made from places up to `top`."""
    cdef int s = at.seat, die = at.dice[0], place
    cdef uint32_t own = at.own[s], block = at.made[1 - s]
    cdef uint32_t places = sources(own, block, die) & ((<uint32_t>2 << top) - 1), rest = places
    while at.left > 1 and rest:
        place = first_bit(rest)
        if most_moves(at.count[s], own, block, die, place, at.left) >= at.left:
            break
        rest &= rest - 1
    at.moves[0] = rest


cdef void begin_play(Position* at) noexcept nogil:
    """The dice lie on the table: what can be played, and how many moves it takes."""
    cdef int s = at.seat
    if at.dice[0] != at.dice[1]:
        two_dice(at)
        return
    at.left = most_moves(at.count[s], at.own[s], at.made[1 - s], at.dice[0], BAR, 4)
    if at.left:
        double_moves(at, BAR)
