# Owners and seats: who decides for whom, whose money is meant, which owners there are yet. Included by state.pyx.
#
# An owner has pieces, a seat is a person. Where companies are owners, `agent` has the seat that decides for each, and a
# company that nobody has founded has no agent, no piece and no place in the order. Elsewhere an owner is a seat.


cdef inline bint seat_acts(const Position* at, const Rules* r) noexcept nogil:
    """Whether the actor is a seat for itself: it trades in shares, or bids for its place among the traders."""
    return r.companies and (at.stage == SHARES or at.stage == SEALED_BID or at.stage == SEALED_UNITS
                            or at.stage == PLACE)


cdef inline int decider(const Position* at, const Rules* r) noexcept nogil:
    """The seat that acts."""
    return at.actor if seat_acts(at, r) else at.agent[at.actor]


cdef inline int money_of(const Position* at, const Rules* r, int seat) noexcept nogil:
    """What the seat itself can pay with: its own money, which is that of its owner where both are one."""
    return at.cash[seat] if r.companies else at.owner[seat].money


cdef inline void give(Position* at, const Rules* r, int seat, int sum) noexcept nogil:
    """The seat itself gets money, or pays it."""
    if r.companies:
        at.cash[seat] += sum
    else:
        at.owner[seat].money += sum


cdef void name_agents(Position* at, const Rules* r) noexcept nogil:
    """At first each seat decides for itself; companies wait for their founders."""
    cdef int i
    memset(at.agent, NOBODY, OWNERS)
    at.founded = 0 if r.companies else r.owners
    for i in range(at.founded):
        at.agent[i] = i
    for i in range(SEATS):
        at.seating[i] = i


cdef void join_order(Position* at, int i) noexcept nogil:
    """An owner just founded comes after the others in the order, and before those that are not founded."""
    cdef int place = at.founded
    while at.order[place] != i:
        place += 1
    while place > at.founded:
        at.order[place] = at.order[place - 1]
        place -= 1
    at.order[place] = i
    at.founded += 1
    at.fresh += 1


cdef void put_fresh_first(Position* at) noexcept nogil:
    """Who has just been founded comes first, the last one founded before all (R3.1.4, R7.1.4); at.former has how."""
    cdef int place, old = at.founded - at.fresh
    for place in range(old - 1, -1, -1):
        at.order[place + at.fresh] = at.order[place]
    for place in range(at.fresh):
        at.order[place] = at.former[at.founded - 1 - place]
