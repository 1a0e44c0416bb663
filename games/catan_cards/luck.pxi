# What nature does, and what seats know. Included by state.pyx.

cdef const uint8_t* source(Position* at) noexcept nogil:
    """The cards, or backs of cities, of which one comes up."""
    if at.stage == EVENT:
        return at.events
    if at.stage == CARD and (at.coming == FOR_FELLOW or at.coming == FOR_GUILD):
        return at.seat[at.partner].hand
    return at.pile


cdef int cards_of(const Position* at, const uint8_t* source) noexcept nogil:
    return source[0] + source[1] if at.stage == EVENT else number(source)


cdef action_t sample_chance(Position* at, const Rules* r, Stream* rng) noexcept nogil:
    cdef const uint8_t* cards
    if at.stage == START:
        return below(rng, r.seats)
    cards = source(at)
    return nth_kind(cards, below(rng, cards_of(at, cards)))


cdef int chance_outcomes(Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    if at.stage == START:
        return list_alike(r.seats, out, probs)
    return list_shares(source(at), 0, 2 if at.stage == EVENT else KINDS, out, probs)


cdef action_t keyed_chance(Position* at, const Rules* r, const Keys* k) noexcept nogil:
    """Each draw has a name of its own; the number drawn says which of the cards, laid out by kind, comes.

    A seat's draws belong to it: its second card at the end of round 7 has the same number whatever was played
    before, and two piles that differ little give mostly the same kind for it.
    """
    cdef const uint8_t* cards
    cdef int purpose, ordinal = at.round << 8, who = logical(k, at.turn)
    if at.stage == START:
        return keyed_below(k, KEY_START, 0, 0, r.seats)      # of the table, not of a player
    if at.stage == SETUP:
        if at.drawn < r.market:
            purpose, who, ordinal = KEY_MARKET, 0, at.drawn
        else:
            purpose, who = KEY_HAND, logical(k, at.actor)
            ordinal = (at.drawn - r.market) % r.hand
    elif at.stage == EVENT:
        purpose, ordinal = KEY_EVENT, at.seat[at.turn].cities + popcount(at.seat[at.turn].expansions)
    elif at.coming == FOR_DRAW:
        purpose, ordinal = KEY_DRAW, ordinal + at.drawn
    else:
        purpose, ordinal = KEY_TRADE, ordinal + at.luck
    cards = source(at)
    return nth_kind(cards, keyed_below(k, purpose, who, ordinal, cards_of(at, cards)))


# ---- hidden cards ----------------------------------------------------------------------------

cdef void resample(Play* play, int seat, Stream* rng) noexcept nogil:
    """Deal what the seat does not know from its count; of the counts of others only what is open remains."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int s
    if at.stage == OVER:
        return
    deal(play, seat, rng)
    play.telling = False
    mask_series(at, seat)
    for s in range(r.seats):
        if s != seat:
            forget_count(at, r, s)


cdef uint64_t information_state_key(const Position* at, const Rules* r, int seat) noexcept nogil:
    cdef Position p = at[0]
    mask(&p, r, seat)
    return mix(hash_bytes(<const unsigned char*>&p, sizeof(Position)) + seat)
