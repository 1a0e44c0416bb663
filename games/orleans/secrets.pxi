# Plans that are hidden till all have planned (rule 22, U20): what a seat knows, and a deal of what it does not know.
# Included by state.pyx.


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
