# Modules 4 and 9 together: cities that founders clear, companies that are beaten (rules R9.SR.8, R4.3D.11, R4.3G.11,
# R4.3G.12, R1.E.3; what becomes of a fallen capital: m4_capitals.pxi). Included by state.pyx.


cdef void drive_out(Position* at, const Rules* r, int c) noexcept nogil:
    """All other armies in the city where a company is founded are destroyed; where cities are at peace they stay."""
    cdef int i, t = at.owner[c].capital
    if not r.drives_out:
        return
    at.barracks &= ~bit(t)
    at.militia &= ~bit(t)
    for i in range(r.owners):
        if i == c or not owns(&at.owner[i], t):
            continue
        while residents_on(&at.owner[i], t):
            remove_resident(&at.owner[i], t)
        lose_tile(at, r, i, t, False)
    at.turn.fallen = 0


# ---- the last capital has fallen --------------------------------------------------------------------

cdef int list_conquests(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Done, or from where one more active resident goes into the neutralised capital (R4.3D.11, R4.3G.12)."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef int t = at.turn.battle - 1, side, source, n = 1
    out[0] = A_DONE
    if not (o.settlements or (r.recall and o.settled)):
        return n
    for side in range(SIDES):
        source = at.near[t][side]
        if source != NOWHERE and o.active[source]:
            out[n] = A_CONQUER + side
            n += 1
    return n


cdef void start_afresh(Position* at, const Rules* r, int i) noexcept nogil:
    """A beaten company may be founded again, with what every company begins with; its shares are worth nothing."""
    cdef Owner* o = &at.owner[i]
    cdef uint8_t lost[GOODS]
    cdef int k
    for k in range(GOODS):
        at.supply[k] += o.goods[k]
        lost[k] = o.lost[k] + o.delivered[k]    # R1.E.3, R4.3D.12
    for k in range(2):
        if 1 <= o.hold[k] <= GOODS:
            at.supply[o.hold[k] - 1] += 1
    for k in range(r.seats):
        at.held[k][i] = 0
    at.aside[i] = r.shares_each if r.sold_by_company else 0
    at.agent[i] = NOBODY
    at.quote[i] = 0
    k = leave_list(at.order, i, at.founded)
    if k < at.place:
        at.place -= 1
    leave_list(at.market, i, at.founded)
    at.founded -= 1
    memset(o, 0, sizeof(Owner))
    memcpy(o.lost, lost, GOODS)
    o.capital = o.trolley = NOWHERE
    give_pieces(at, r, i)
    o.money = 10 * r.start_issues * r.issue_quote[i]


cdef int leave_list(uint8_t* owners, int i, int founded) noexcept nogil:
    """An owner goes behind the `founded` ones, among the others in ascending order; returns where it was."""
    cdef int place = 0, was
    while owners[place] != i:
        place += 1
    was = place
    while place + 1 < OWNERS and (place + 1 < founded or owners[place + 1] < i):
        owners[place] = owners[place + 1]
        place += 1
    owners[place] = i
    return was
