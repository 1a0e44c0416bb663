# What chance decides: outcomes, a draw for a search, the draw of a played game, what follows. Included by state.pyx.

cdef const uint8_t* outcome_counts(const Position* at, const Rules* r, int* n) noexcept nogil:
    """What the outcome is drawn from, as counts by outcome: followers of a bag, goods, hourglass tiles."""
    n[0] = KINDS
    if at.stage == MAP_GOOD or at.stage == REMOVE_GOOD:
        n[0] = GOODS
        return at.goods
    if at.stage == REVEAL:
        n[0] = EVENTS
        return at.hourglass + stack_now(at, r)
    if at.stage == LOSE_DRAW:
        n[0] = PROFESSIONS
    return at.seat[at.actor].bag


cdef int chance_outcomes(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    """The outcomes of this chance node and their probabilities."""
    cdef int n
    cdef const uint8_t* counts
    if at.stage == START_SEAT:
        return list_alike(r.seats, out, probs)
    counts = outcome_counts(at, r, &n)
    return list_shares(counts, 0, n, out, probs)


cdef action_t sample_chance(const Position* at, const Rules* r, Stream* rng) noexcept nogil:
    """One outcome, drawn for a search."""
    cdef int n
    cdef const uint8_t* counts
    if at.stage == START_SEAT:
        return below(rng, r.seats)
    counts = outcome_counts(at, r, &n)
    return nth_kind(counts, below(rng, total(counts, n)))


cdef action_t keyed_chance(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    """Each component has a key of its own; of those that may come the lowest key does."""
    cdef int n, i
    cdef uint8_t gone[3 * EVENTS]
    cdef const uint8_t* counts
    if at.stage == START_SEAT:
        return keyed_below(k, KEY_START, 0, 0, r.seats)      # of the table, not of a player
    counts = outcome_counts(at, r, &n)
    if at.stage == MAP_GOOD or at.stage == REMOVE_GOOD:
        for i in range(GOODS):
            gone[i] = r.goods[i] - counts[i]
        return lowest_kind(k, KEY_GOODS, 0, counts, gone, n)
    if at.stage == REVEAL:
        for i in range(EVENTS):
            gone[i] = r.hourglass[stack_now(at, r) + i] - counts[i]
        return lowest_kind(k, KEY_HOURGLASS, stack_now(at, r) // EVENTS, counts, gone, n)
    i = KEY_DRAW + 2 * (at.stage - DRAW) + (at.phase == 6)
    return lowest_kind(k, i, (<uint64_t>logical(k, at.actor) << 8) + at.round, counts, at.drawn, n)


cdef void apply_chance(Position* at, const Rules* r, action_t a) noexcept nogil:
    """What follows from an outcome, up to the next question."""
    if at.stage == REVEAL:
        at.hourglass[stack_now(at, r) + a] -= 1
        hold_census(at, r, a)
    elif at.stage == MAP_GOOD or at.stage == REMOVE_GOOD:
        at.goods[a] -= 1
        if at.stage == MAP_GOOD:
            at.road[at.cursor] = 1 + a
        else:
            at.gone[a] += 1
        at.cursor += 1
        deal_goods(at, r)
    elif at.stage == START_SEAT:
        set_start_seat(at, r, a)
    elif not draw(at, r, a):
        go_on(at, r)


cdef inline bint draw(Position* at, const Rules* r, int kind) noexcept nogil:
    """The actor draws this follower; false where its part of the phase is over with it."""
    if at.stage == DRAW:
        return draw_to_market(at, r, kind)
    if at.stage == BATH_LOOK:
        return draw_to_look(at, r, kind)
    if at.stage == BATH_DRAW:
        return draw_for_bath(at, r, kind)
    if at.stage == PLAGUE_DRAW:
        take_by_plague(at, r, kind)
        return False
    draw_from_bag(at, kind, at.lost)                # LOSE_DRAW
    return not settle_debt(at, r)
