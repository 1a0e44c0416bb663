# Sealed bids are hidden until all are made (R3.1.1); nothing else is. Included by state.pyx.


cdef inline bint sealing(const Position* at) noexcept nogil:
    return at.stage == SEALED_BID or at.stage == SEALED_UNITS


cdef bint hides(const Position* at, const Rules* r) noexcept nogil:
    """Whether sealed bids are still to come, or are being made."""
    return r.first_order == SEALED_BIDS and (at.round == 0 or sealing(at))


cdef void resample(Position* at, const Rules* r, int seat, Stream* rng) noexcept nogil:
    """The bids of others are drawn anew, each sum that they could bid alike; one half named is not yet begun."""
    cdef int i
    if not sealing(at):
        return
    for i in range(at.actor):
        if i != seat:
            at.bid[i] = below(rng, most_to_bid(money_of(at, r, i)) + 1)
    if at.actor != seat:
        at.stage, at.bid_tens = SEALED_BID, 0


cdef uint64_t information_state_key(const Position* at, const Rules* r, int seat) noexcept nogil:
    """The hash of what the seat knows: all but the bids of others, and how far the one who bids has come."""
    cdef Position seen
    cdef int i
    if not sealing(at):
        return hash_bytes(<const unsigned char*>at, sizeof(Position))
    seen = at[0]
    for i in range(at.actor):
        if i != seat:
            seen.bid[i] = 0
    if at.actor != seat:
        seen.stage, seen.bid_tens = SEALED_BID, 0
    return hash_bytes(<const unsigned char*>&seen, sizeof(Position))
