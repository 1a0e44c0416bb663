# Phase 4, Planning: followers and technology on spaces (rules 22, 28-31, 41, 42, 56). Included by state.pyx.


cdef bint next_to_plan(Position* at, const Rules* r, int place) noexcept nogil:
    """Planning of the seats from this place of the play order on; false where all have planned: all plans are seen."""
    cdef int i
    at.phase = 4
    while place < r.seats:
        at.cursor, at.actor, at.last = place, seat_at(at, r, place), 0
        at.stage = PLAN
        if can_plan(at, r):
            return True
        place += 1
    for i in range(r.seats):
        if at.seat[i].fresh:
            at.seat[i].fresh = 0
            sort_twins(r, &at.seat[i])
    return False


cdef bint can_plan(const Position* at, const Rules* r) noexcept nogil:
    """The actor has something to put and a space for it."""
    cdef const Seat* s = &at.seat[at.actor]
    return planned_technology(at, r, s) != 0 or can_put(at, r, s.market)


cdef bint can_end_plan(const Position* at, const Rules* r) noexcept nogil:
    """A plan may end: what stays fits on the market proper."""
    return total(at.seat[at.actor].market, KINDS) <= r.market


# ---- followers --------------------------------------------------------------------------------------

cdef uint64_t open_spaces(const Position* at, const Rules* r, const Seat* s) noexcept nogil:
    """Spaces a plan may go on to: those after the last one filled; of spaces alike the first free one."""
    cdef int low = at.last if s.fresh & ~s.technology else 0    # technology has an order of its own
    return first_twins(r, s, s.free & ~low_bits(low))


cdef bint can_put(const Position* at, const Rules* r, const uint8_t* have) noexcept nogil:
    """The list of puts is not empty. Who it is matters only where someone was put on the same place before."""
    cdef const Seat* s = &at.seat[at.actor]
    cdef const uint64_t* fitting = r.fits[variant(s)]
    cdef uint64_t fits = 0, open = open_spaces(at, r, s)
    cdef action_t some[SPACES * KINDS]
    cdef int k
    for k in range(KINDS):
        if have[k]:
            fits |= fitting[profession_of(k)]
    open &= fits
    fits = open
    while fits:
        if not s.fresh & r.of_place[r.place_of[first_bit(fits)]]:
            return True
        fits &= fits - 1
    return open != 0 and list_puts(at, r, have, some) > 0


cdef bint is_swapped(const Rules* r, const Seat* s, int space, int kind) noexcept nogil:
    """Someone put on an earlier space of this place that asks for the same is of a higher kind than `kind` here.

    Spaces alike are sorted in the end, so such an arrangement is the other one over again; that one is offered.
    """
    cdef uint64_t earlier = r.of_place[r.place_of[space]] & s.fresh & ~s.technology & low_bits(space)
    cdef int other
    while earlier:
        other = first_bit(earlier)
        earlier &= earlier - 1
        if r.want[other] == r.want[space] and s.on[other] - 1 > kind:
            return True
    return False


cdef int list_puts(const Position* at, const Rules* r, const uint8_t* have, action_t* out) noexcept nogil:
    """Followers to spaces, ascending by space and kind, from those in `have`: of a plan, or of a Bathhouse."""
    cdef const Seat* s = &at.seat[at.actor]
    cdef const uint64_t* fits = r.fits[variant(s)]
    cdef uint64_t open = open_spaces(at, r, s), all = 0
    cdef uint64_t spaces[KINDS]
    cdef uint8_t kinds[KINDS]
    cdef int k, i, space, held = 0, n = 0
    cdef bint crowded
    for k in range(KINDS):
        if have[k]:
            spaces[held] = fits[profession_of(k)] & open
            all |= spaces[held]
            kinds[held] = k
            held += 1
    while all:
        space = first_bit(all)
        all &= all - 1
        crowded = (s.fresh & r.of_place[r.place_of[space]]) != 0
        for i in range(held):
            if spaces[i] >> space & 1 and not (crowded and is_swapped(r, s, space, kinds[i])):
                out[n] = A_PUT + KINDS * space + kinds[i]
                n += 1
    if have == <const uint8_t*>s.market and n and r.tower:
        return leave_a_second(r, s, out, n)
    return n


cdef int leave_a_second(const Rules* r, const Seat* s, action_t* out, int n) noexcept nogil:
    """With two followers too many on the market, the first one in the tower leaves one of its kind or a higher."""
    cdef int i, k, m = 0, highest = 0, first = first_bit(r.of_place[GUNPOWDER_TOWER])
    if total(s.market, KINDS) < r.market + 2:
        return n
    for k in range(KINDS):
        if s.market[k]:
            highest = k
    for i in range(n):
        if out[i] != A_PUT + KINDS * first + highest or s.market[highest] > 1:
            out[m] = out[i]
            m += 1
    return m


cdef void put_follower(Position* at, uint8_t* have, int space, int kind) noexcept nogil:
    """From the market, or from those drawn by a Bathhouse, to a space (rules 22, 28)."""
    cdef Seat* s = &at.seat[at.actor]
    have[kind] -= 1
    s.on[space] = 1 + kind
    s.free &= ~bit(space)
    s.fresh |= bit(space)
    at.last = 1 + space


cdef void put_planned(Position* at, const Rules* r, action_t a) noexcept nogil:
    """A follower of the market, or technology, goes to a space of the plan."""
    if a < A_DONE:
        put_follower(at, at.seat[at.actor].market, a // KINDS, a % KINDS)
    else:
        put_technology(at, r, a - A_TECHNOLOGY)


cdef void unplan(Seat* s) noexcept nogil:
    """Take back what was put down in this planning."""
    cdef int space
    while s.fresh:
        space = first_bit(s.fresh)
        s.fresh &= s.fresh - 1
        if s.on[space] == TECHNOLOGY_TILE:
            s.technology &= ~bit(space)
            s.kept += 1
            s.placed -= 1
        else:
            s.market[s.on[space] - 1] += 1
        s.on[space] = 0
        s.free |= bit(space)


# ---- technology (rules 41, 42, U6, U22) -------------------------------------------------------------

cdef uint64_t technology_spaces(const Position* at, const Rules* r, const Seat* s) noexcept nogil:
    """Empty spaces that a technology tile of this seat may go to (rule 42, U6)."""
    cdef uint64_t spaces = s.free & r.technical, there = s.technology
    cdef int space
    if not s.kept:
        return 0
    if (s.track[CRAFTSMAN] <= 1) if r.first_by_step else (s.placed == 0):
        spaces &= r.farmers
    while there:
        space = first_bit(there)
        there &= there - 1
        spaces &= ~r.of_place[r.place_of[space]]
    return first_twins(r, s, spaces) & ~low_bits(at.last)


cdef uint64_t planned_technology(const Position* at, const Rules* r, const Seat* s) noexcept nogil:
    """technology_planning=yes: spaces for technology before the first follower of a plan (U22)."""
    if not r.technology_planning or s.fresh & ~s.technology:
        return 0
    return technology_spaces(at, r, s)


cdef void put_technology(Position* at, const Rules* r, int space) noexcept nogil:
    """Onto a space, for good (rule 41)."""
    cdef Seat* s = &at.seat[at.actor]
    s.on[space] = TECHNOLOGY_TILE
    s.free &= ~bit(space)
    s.technology |= bit(space)
    s.kept -= 1
    s.placed += 1
    at.last = 0
    if s.placed > 1 and r.may_keep:                     # the first may be bound to a farmer's space
        at.last = 1 + space
    if at.stage == PLAN:
        s.fresh |= bit(space)


cdef bint offer_technology(Position* at, const Rules* r) noexcept nogil:
    """True where the actor is asked for a space."""
    at.last = 0
    if not technology_spaces(at, r, &at.seat[at.actor]):
        return False
    at.stage = TECHNOLOGY
    return True


cdef bint decide_technology(Position* at, const Rules* r, action_t a) noexcept nogil:
    """A tile goes to a space, and true where the next one is asked for; or what is left is kept."""
    cdef Seat* s = &at.seat[at.actor]
    if a < A_KEEP_TECHNOLOGY:
        put_technology(at, r, a - A_TECHNOLOGY)
        sort_twins(r, s)
        while at.last and s.on[at.last - 1] != TECHNOLOGY_TILE:     # of spaces alike it has moved to the first
            at.last -= 1
        if technology_spaces(at, r, s):
            return True
    at.last = 0
    return False
