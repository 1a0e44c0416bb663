# Module 3, factories (R3.3F). Included by state.pyx.


# ---- 3F: building (R3.3F.1, R3.3F.2) ----------------------------------------------------------------

cdef bint begin_factories(Position* at, const Rules* r) noexcept nogil:
    """The phase asks while the owner can build anywhere."""
    cdef action_t out[MAX_ACTIONS]
    if list_factories(at, r, out) > 1:
        at.stage = BUILD_FACTORY
        return True
    at.turn.last = 0
    return False


cdef int factory_price(const Position* at, const Rules* r, const Owner* o, int number) noexcept nogil:
    """By the place in the city, whoever has built there before; with II(3) or III(7) always the same."""
    if has(o, II_3) or has(o, III_7):
        return r.factory_flat
    return r.factory_cost[factories_in(at, number)]


cdef int list_factories(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Cities, ascending, in which the owner has a settlement or its headquarters, and room and money for one more."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef int number, n = 1
    out[0] = A_DONE
    if all_factories(at, r) >= r.factory_box:
        return n
    for number in range(at.turn.last, CITIES):
        if at.city_at[number] == NOWHERE or not owns(o, at.city_at[number]) or factories_in(at, number) == 3:
            continue
        if factory_price(at, r, o, number) <= o.money:
            out[n] = A_FACTORY + number
            n += 1
    return n


cdef int build_factory(Position* at, const Rules* r, action_t a) noexcept nogil:
    """One factory more, for points at once where the page at TOP I has them (R3.3F.2)."""
    cdef Owner* o = &at.owner[at.actor]
    cdef int number = a - A_FACTORY
    if a == A_DONE:
        at.turn.last = 0
        return PASSES
    earn(o, -factory_price(at, r, o, number))
    at.factory[number][factories_in(at, number)] = 1 + at.actor
    o.collected[FROM_FACTORIES] += r.factory_points
    if r.award:
        award_factory(at, r, at.actor)
    at.turn.last = 1 + number
    return begin_factories(at, r)


# ---- factories of nobody (R3.3F.3) ------------------------------------------------------------------

cdef void leave_factories(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The owner's settlement has left the tile: its factories there are nobody's."""
    if at.kind[t] == CITY:
        pass_factories(at, at.number[t] - 1, i, NOBODY)


cdef void take_factories(Position* at, const Rules* r, int i) noexcept nogil:
    """In its turn the owner gets the factories of nobody in cities where it has a settlement or its headquarters."""
    cdef int number
    for number in range(CITIES):
        if at.city_at[number] != NOWHERE and owns(&at.owner[i], at.city_at[number]):
            pass_factories(at, number, NOBODY, i)


cdef void pass_factories(Position* at, int number, int before, int after) noexcept nogil:
    cdef int place
    for place in range(3):
        if at.factory[number][place] == 1 + before:
            at.factory[number][place] = 1 + after
