# What is built, and what that causes. Included by state.pyx.

cdef void pay(Play* play, action_t a) noexcept nogil:
    """The cards go to the discard pile; the thing is laid out."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int k, n, i, total = 0, due = 0
    cdef const int* cost = r.cost[at.thing]
    for k in range(KINDS):
        n = a >> 5 * (4 - k) & 31
        due += cost[k]
        total += n if n <= cost[k] else cost[k] + (n - cost[k]) // r.replace
        for i in range(n):
            saw(play, E_SHOW, at.turn, at.turn, k)
            from_hand(play, at.turn, k)
            at.discard[k] += 1
    if total < due:
        at.used |= 4
    lay(play, at.thing)
    if not (r.end_late or r.end_turn) and points_of(at, r, at.turn) >= r.goal:
        finish(play, at.turn)
    else:
        after_lay(play, at.thing)


cdef void lay(Play* play, int thing) noexcept nogil:
    cdef Position* at = &play.at
    cdef Seat* me = &at.seat[at.turn]
    if thing < EXPANSION:
        at.built |= 1 << thing
    if thing == ROAD or thing == KNIGHT:
        take_row(play, at.turn, thing == KNIGHT)
    elif thing == SETTLEMENT:
        at.settlements -= 1
        me.settlements += 1
    elif thing == CITY:
        me.settlements -= 1
        me.cities += 1
    else:
        at.expansions[thing - EXPANSION] -= 1
        at.laid |= 1 << (thing - EXPANSION)
        me.cities -= 1
        me.expansions |= 1 << (thing - EXPANSION)


cdef void take_row(Play* play, int s, bint knights) noexcept nogil:
    """A road or knight joins the row of seat s, from the stack or from another seat (rules 26, 29, U7)."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef uint8_t* stack = &at.knights if knights else &at.roads
    cdef uint8_t* row = &at.seat[s].knights if knights else &at.seat[s].roads
    cdef uint16_t* sides = &at.seat[s].knight_sides if knights else &at.seat[s].road_sides
    cdef uint8_t* his
    cdef uint16_t* his_sides
    cdef int p, side = row[0] > 0 and not sides[0] >> (row[0] - 1) & 1
    if stack[0]:
        stack[0] -= 1
    else:
        p = victim(at, r, s, knights)
        his = &at.seat[p].knights if knights else &at.seat[p].roads
        his_sides = &at.seat[p].knight_sides if knights else &at.seat[p].road_sides
        his[0] -= 1
        if r.side_kept:
            side = his_sides[0] >> his[0] & 1
        his_sides[0] &= ~(1 << his[0])
    sides[0] |= side << row[0]
    row[0] += 1


cdef void after_lay(Play* play, int thing) noexcept nogil:
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    if thing == SETTLEMENT and r.seats > 2:
        at.stage = FLIP
    elif thing == CITY and at.events[0] + at.events[1]:
        at.stage = EVENT
    else:
        build_done(play)


cdef void event(Play* play, int which) noexcept nogil:
    """The event on the back of a city (rule 27)."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int k
    at.events[which] -= 1
    if which == 0:
        robber(play, 0)
    elif r.market_day:
        for k in range(KINDS):
            at.discard[k] += at.market[k]
            at.market[k] = 0
        at.need = r.market
        market_card(play)
    else:
        build_done(play)


cdef void robber(Play* play, int place) noexcept nogil:
    """The next seat with too many cards discards, from this place in the order on; then the destiny card turns."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int s
    for place in range(place, r.seats):
        s = (at.turn + r.robber_next + place) % r.seats
        if at.seat[s].cards > r.robber_limit:
            at.need = at.seat[s].cards - r.robber_limit
            at.least = 0
            at.actor, at.stage = s, ROBBER
            return
    at.actor = at.turn
    if r.seats > 2:
        at.destiny ^= 1
    build_done(play)


cdef void market_card(Play* play) noexcept nogil:
    cdef Position* at = &play.at
    if at.need == 0 or not await_card(play, FOR_MARKET):
        build_done(play)


cdef void build_done(Play* play) noexcept nogil:
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    at.stage = BUILD
    at.need = at.least = at.thing = at.coming = 0
    if r.end_late and points_of(at, r, at.turn) >= r.goal:
        finish(play, at.turn)
