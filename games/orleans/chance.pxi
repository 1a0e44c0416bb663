# What chance decides, and plans that are hidden. Included by state.pyx.


# ---- chance nodes: outcomes, a draw for a search, the draw of a played game -------------------------

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
    """What follows from an outcome."""
    if at.stage == DRAW:
        draw_to_market(at, r, a)
    elif at.stage == REVEAL:
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
    elif at.stage == BATH_LOOK:
        draw_to_look(at, r, a)
    elif at.stage == BATH_DRAW:
        draw_for_bath(at, r, a)
    elif at.stage == PLAGUE_DRAW:
        take_by_plague(at, r, a)
    elif at.stage == LOSE_DRAW:
        draw_from_bag(at, a, at.lost)
        continue_torture(at, r)
    else:
        set_start_seat(at, r, a)


# ---- plans that are hidden (rule 22, U20) -----------------------------------------------------------


cdef uint64_t information_state_key(const Position* at, const Rules* r, int seat) noexcept nogil:
    """The hash of what the seat knows: all but the plans that others make unseen."""
    cdef Position seen
    cdef int i
    if not r.hidden_plans or at.stage != PLAN:
        return hash_bytes(<const unsigned char*>at, sizeof(Position))
    seen = at[0]
    for i in range(at.cursor + 1):
        if seat_at(at, r, i) != seat:
            unplan(&seen.seat[seat_at(at, r, i)])
    if seen.actor != seat:
        seen.last = 0
    return hash_bytes(<const unsigned char*>&seen, sizeof(Position))


cdef void resample(Position* at, const Rules* r, int seat, Stream* rng) noexcept nogil:
    """Plans that the seat cannot see are made anew by the light heuristics; one only begun is not yet begun."""
    cdef int place, cursor = at.cursor, actor = at.actor, last = at.last
    if not r.hidden_plans or at.stage != PLAN:
        return
    for place in range(cursor + 1):
        if seat_at(at, r, place) != seat:
            unplan(&at.seat[seat_at(at, r, place)])
            if place == cursor:
                last = 0
    for place in range(cursor):
        if seat_at(at, r, place) != seat:
            at.actor, at.last = seat_at(at, r, place), 0
            plan_as_playouts(at, r, rng)
    at.actor, at.last = actor, last


cdef void plan_as_playouts(Position* at, const Rules* r, Stream* rng) noexcept nogil:
    """A whole plan of the actor, as playouts make them."""
    lay_plan(at, r, rng)
    while can_plan(at, r) and not can_end_plan(at, r):
        put_planned(at, r, weighted_action(at, r, r.heuristics[at.actor].prior, rng))
