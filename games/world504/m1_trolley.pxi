# Module 1, phase 3E: the trolley drives, explores, loads, unloads, delivers and lays settlements (rules R1.3E, R2.3E,
# R3.3E, R5.3E, R6.3E, R7.3E, R8.3E). Movement points are counted in halves. Included by state.pyx.
#
# At one stop a kind of good that was loaded is not unloaded again, and what was unloaded is not loaded again; residents
# count as a kind. Every hold can still leave the stop with anything that lies there, so no outcome is lost, and no
# chain of loading and unloading is endless. What a city demands never lies there, so no good is loaded and delivered at
# one stop: whoever delivers first, then unloads, then loads can have all that there is.

cdef enum:
    PEOPLE = GOODS              # kind of a load: residents
    ONE = GOODS + 1             # in a hold: one resident, two residents
    TWO = GOODS + 2


cdef bint begin_drive(Position* at, const Rules* r) noexcept nogil:
    """The trolley has its movement points anew, with privilege II(5) one more (R1.S.9, R1.3C.1)."""
    cdef Owner* o = &at.owner[at.actor]
    at.turn.points = 2 * (r.speeds[o.speed] + has(o, II_5))
    o.moved_on = 0
    if r.cart_dues:
        begin_abroad(at, r, o)
    return ask_drive(at, r)


cdef bint ask_drive(Position* at, const Rules* r) noexcept nogil:
    """Ask while the trolley can do anything: most often it can drive on, and nothing else needs to be found."""
    cdef action_t out[MAX_ACTIONS]
    cdef int side
    at.stage = DRIVE
    for side in range(SIDES):
        if can_drive(at, r, &at.owner[at.actor], side):
            return True
    return list_drives(at, r, out) > 1 or out[0] != A_DONE


cdef inline bint drive_on(Position* at, const Rules* r) noexcept nogil:
    """Something is done: a tile just found is entered, then the next is asked for, or the phase is over."""
    if at.turn.explored and after_trolley_exploration(at, r):
        return True
    return ask_drive(at, r)


cdef int list_drives(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """All that the trolley can do where it stands, ascending."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef int side, n = 1
    if must_unload(at, r, o):
        out[0] = A_UNLOAD_RESIDENT
        return 1
    out[0] = A_DONE
    n = list_cart_roads(at, r, out, n)
    for side in range(SIDES):
        if can_drive(at, r, o, side):
            out[n] = A_DRIVE + side
            n += 1
    if r.cart_holds:
        n = list_loads(at, r, o, out, n)
        n = list_unloads(at, r, o, out, n)
        n = list_deliveries(at, r, o, out, n)
    if may_lay(at, r, o):
        out[n] = A_SETTLE
        n += 1
    return n


cdef int drive(Position* at, const Rules* r, action_t a) noexcept nogil:
    """What the trolley does next."""
    cdef Owner* o = &at.owner[at.actor]
    if a == A_DONE:
        return PASSES
    if a < A_DRIVE:
        build_cart_road(at, r, a - A_FREE_ROAD)
    elif a < A_LOAD:
        return leave_stop(at, r, a - A_DRIVE)
    elif a < A_UNLOAD:
        load(at, r, a)
    elif a == A_UNLOAD_RESIDENT:
        return unload_resident(at, r)
    elif a < A_DELIVER:
        unload_good(at, o, a - A_UNLOAD)
    elif a < A_SETTLE:
        deliver(at, r, a - A_DELIVER)
    else:
        settle(at, r, at.actor, o.trolley)
    return DONE


# ---- movement (R1.3E.1, R1.3E.9, R1.3E.15) ----------------------------------------------------------

cdef int way_cost(const Position* at, const Rules* r, const Owner* o, int t, int side) noexcept nogil:
    """Halves of movement points from tile t to its neighbour: own roads, mountains, privileges II(7) and III(1)."""
    cdef int kind = at.kind[at.near[t][side]]
    if kind == CITY and has(o, III_1):
        return 0
    if r.half_on_roads and on_own_road(at, r, o, t, side) and (kind != MOUNTAIN or not r.mountain_roads_full):
        return 1
    if kind == MOUNTAIN and r.mountain_as_meadow and has(o, II_7):
        kind = MEADOW
    return 2 * (r.step_cost[kind] + dues_for(at, r, at.near[t][side]))


cdef inline bint on_own_road(const Position* at, const Rules* r, const Owner* o, int t, int side) noexcept nogil:
    """Whether an own road leads there, or a neutral one over own tiles (U33)."""
    if r.road_pool:
        return neutral_road(at, t, side) and owns(o, t) and owns(o, at.near[t][side])
    return (o.road[t] >> side) & 1


# ---- abroad (R1.3E.10-12, R1.3E.14) -----------------------------------------------------------------

cdef void begin_abroad(Position* at, const Rules* r, const Owner* o) noexcept nogil:
    """A point more for a start on an own tile; for one on an opponent's nothing is due to that opponent (R1.3E.10)."""
    cdef int who = holder(at, r, o.trolley)
    if who == at.actor:
        at.turn.points += 2
    elif who < OWNERS:
        at.turn.dues = 1 << who


cdef inline int dues_for(const Position* at, const Rules* r, int t) noexcept nogil:
    """The point that the first tile of each opponent costs; cities at peace are nobody's (R1.3E.10, R1.3E.11)."""
    cdef int who
    if not r.cart_dues:
        return 0
    who = holder(at, r, t)
    return who < OWNERS and who != at.actor and not (at.turn.dues >> who) & 1


cdef bint must_unload(const Position* at, const Rules* r, const Owner* o) noexcept nogil:
    """Residents come off on an opponent's tile, which they fight for; by the corrections one of them wherever it would
    settle (R1.3E.12, R1.3E.14).
    """
    if not r.war or not at.turn.entered or owns(o, o.trolley) or not (carries(o, ONE) or carries(o, TWO)):
        return False
    if not (r.unload_on_entry or opposed(at, r, at.actor, o.trolley)):
        return False
    return may_enter(at, r, at.actor, o.trolley)


cdef int points_to_buy(const Position* at, int cost) noexcept nogil:
    """Movement points that lack for a way of this cost, whole ones."""
    return (cost - at.turn.points + 1) // 2 if cost > at.turn.points else 0


cdef int price_of_points(const Position* at, const Rules* r, int count) noexcept nogil:
    """The n-th point of a turn costs extra_more more than the one before (R1.3E.9)."""
    cdef int k, price = 0
    for k in range(count):
        price += r.extra_first + r.extra_more * (at.turn.extra + k)
    return price


cdef bint can_pay_way(const Position* at, const Rules* r, const Owner* o, int cost) noexcept nogil:
    """Whether the points left are enough, or can be bought where the world sells them."""
    cdef int lacking = points_to_buy(at, cost)
    return lacking == 0 or (r.buy_points and price_of_points(at, r, lacking) <= o.money)


cdef bint can_drive(const Position* at, const Rules* r, const Owner* o, int side) noexcept nogil:
    """On to a neighbouring tile, never water (R1.3E.1); or to an unexplored space, which takes a point (R5.3E.1)."""
    cdef int there = at.near[o.trolley][side]
    if there == NOWHERE:
        return r.cart_explores and can_pay_way(at, r, o, 2) and may_explore(at, r, o.trolley, side)
    return at.kind[there] != WATER and can_pay_way(at, r, o, way_cost(at, r, o, o.trolley, side))


cdef int leave_stop(Position* at, const Rules* r, int side) noexcept nogil:
    """Drive to that side, or explore what is there."""
    cdef Owner* o = &at.owner[at.actor]
    cdef int there = at.near[o.trolley][side]
    if there == NOWHERE:
        buy_points(at, r, 2)                    # before anybody knows what is found (R5.3E.1)
        return begin_exploration(at, r, o.trolley, side)
    enter_tile(at, r, there, way_cost(at, r, o, o.trolley, side))
    return DONE


cdef void buy_points(Position* at, const Rules* r, int cost) noexcept nogil:
    """The movement points that lack for a way of this cost are bought."""
    cdef int lacking = points_to_buy(at, cost)
    if lacking:
        at.owner[at.actor].money -= price_of_points(at, r, lacking)
        at.turn.extra += lacking
        at.turn.points += 2 * lacking


cdef void pay_way(Position* at, const Rules* r, int cost) noexcept nogil:
    """Movement points are spent; those that lack are bought."""
    buy_points(at, r, cost)
    at.turn.points -= cost


cdef void enter_tile(Position* at, const Rules* r, int t, int cost) noexcept nogil:
    """The trolley is on tile t: a new stop; a new city is marked (R2.3E), from where moving on counts anew (R2.F.2)."""
    cdef Owner* o = &at.owner[at.actor]
    pay_way(at, r, cost)
    if r.moved_on_points:
        o.moved_on += cost // 2
    if dues_for(at, r, t):
        at.turn.dues |= 1 << holder(at, r, t)
    o.trolley = t
    at.turn.loaded = at.turn.unloaded = 0
    at.turn.entered = 1
    if mark_by_trolley(at, r, at.actor, t):
        o.moved_on = 0


# ---- exploring (R5.3E.1) ----------------------------------------------------------------------------

cdef bint after_trolley_exploration(Position* at, const Rules* r) noexcept nogil:
    """The tile just found is entered; water costs a point and lets nobody in. True where a mountain takes more points
    than there are, which asks."""
    cdef Owner* o = &at.owner[at.actor]
    cdef int t = at.turn.target, side = 0, cost
    at.turn.explored = 0
    at.turn.source = 0
    if at.kind[t] == WATER:
        at.turn.target = 0
        pay_way(at, r, 2)
        return False
    while at.near[o.trolley][side] != t:
        side += 1
    cost = way_cost(at, r, o, o.trolley, side)
    if cost > 2 and points_to_buy(at, cost) and can_pay_way(at, r, o, cost):    # a mountain takes more than one point
        at.turn.side = side
        at.stage = ENTER
        return True
    at.turn.target = 0
    if can_pay_way(at, r, o, cost):
        enter_tile(at, r, t, cost)
    return False


cdef int enter_mountain(Position* at, const Rules* r, bint yes) noexcept nogil:
    """On to the mountain just found, with points that are bought, or not."""
    cdef int t = at.turn.target, side = at.turn.side
    at.turn.target = at.turn.side = 0
    if yes:
        enter_tile(at, r, t, way_cost(at, r, &at.owner[at.actor], at.owner[at.actor].trolley, side))
    return DONE


# ---- holds (R1.3E.2) --------------------------------------------------------------------------------

cdef inline bint hold_free(const Owner* o) noexcept nogil:
    return o.hold[0] == 0 or (o.holds == 2 and o.hold[1] == 0)


cdef inline bint carries(const Owner* o, int load) noexcept nogil:
    return o.hold[0] == load or o.hold[1] == load


cdef void swap_load(Owner* o, int before, int after) noexcept nogil:
    """One hold that has `before` has `after` now; the fuller hold comes first, so that equal loads are equal."""
    cdef uint8_t kept
    if o.hold[0] == before:
        o.hold[0] = after
    else:
        o.hold[1] = after
    if o.hold[0] < o.hold[1]:
        kept = o.hold[0]
        o.hold[0] = o.hold[1]
        o.hold[1] = kept


# ---- loading ----------------------------------------------------------------------------------------

cdef int list_loads(const Position* at, const Rules* r, const Owner* o, action_t* out, int n) noexcept nogil:
    """Goods that lie here or that the city offers, that of an own plant, exhausted residents (R1.3E.7, R1.3E.16)."""
    cdef int t = o.trolley, good
    cdef bint free = hold_free(o)
    if free:
        for good in range(GOODS):
            if not (at.turn.unloaded >> good) & 1 and good_here(at, r, t, good):
                out[n] = A_LOAD + good
                n += 1
        if ((at.ripe >> t) & 1 and makes_for(at.plant[t], at.actor)
                and not (at.turn.unloaded >> good_made(at.plant[t])) & 1):
            out[n] = A_LOAD_PLANT
            n += 1
    if r.carts_carry_people and o.spent[t] and owns(o, t) and (free or carries(o, ONE)) and not (at.turn.unloaded >> PEOPLE) & 1:
        out[n] = A_LOAD_RESIDENT
        n += 1
    return n


cdef bint good_here(const Position* at, const Rules* r, int t, int good) noexcept nogil:
    """Whether a good of the kind lies on the tile or in its city's stack."""
    cdef int city = at.number[t] - 1
    return at.lying[t][good] or (city >= 0 and at.stock[city] and r.offers[city] == good)


cdef void load(Position* at, const Rules* r, action_t a) noexcept nogil:
    """A good that lies here comes before one of the stack; a hold with one resident is filled first."""
    cdef Owner* o = &at.owner[at.actor]
    cdef int t = o.trolley, good
    if a == A_LOAD_RESIDENT:
        take_spent(o, t)
        if carries(o, ONE):
            swap_load(o, ONE, TWO)
        else:
            swap_load(o, 0, ONE)
        at.turn.loaded |= 1 << PEOPLE
        return
    if a == A_LOAD_PLANT:
        good = good_made(at.plant[t])
        at.ripe &= ~bit(t)
    else:
        good = a - A_LOAD
        if at.lying[t][good]:
            at.lying[t][good] -= 1
        else:
            at.stock[at.number[t] - 1] -= 1
    swap_load(o, 0, 1 + good)
    at.turn.loaded |= 1 << good


# ---- unloading (R1.3E.6, R1.3E.7, R1.3E.8) ----------------------------------------------------------

cdef int list_unloads(const Position* at, const Rules* r, const Owner* o, action_t* out, int n) noexcept nogil:
    """Goods on to land or into a city that does not demand them, residents on to an own tile with room or to settle."""
    cdef int good, t = o.trolley, number = at.number[o.trolley] - 1
    cdef int kept = at.turn.loaded | (at.demand[number] if number >= 0 else 0)
    if r.drop_goods:
        for good in range(GOODS):
            if carries(o, 1 + good) and not (kept >> good) & 1:
                out[n] = A_UNLOAD + good
                n += 1
    if (carries(o, ONE) or carries(o, TWO)) and not (at.turn.loaded >> PEOPLE) & 1:
        if room_on(r, o, t) > 0 if owns(o, t) else may_enter(at, r, at.actor, t):
            out[n] = A_UNLOAD_RESIDENT
            n += 1
    return n


cdef void unload_good(Position* at, Owner* o, int good) noexcept nogil:
    """It stays on the tile until anybody loads it (R1.3E.6)."""
    swap_load(o, 1 + good, 0)
    at.lying[o.trolley][good] += 1
    at.turn.unloaded |= 1 << good


cdef int unload_resident(Position* at, const Rules* r) noexcept nogil:
    """It lies exhausted on an own tile, elsewhere it becomes a settlement (R1.3E.7, R1.3E.8)."""
    cdef Owner* o = &at.owner[at.actor]
    if carries(o, ONE):
        swap_load(o, ONE, 0)
    else:
        swap_load(o, TWO, ONE)
    at.turn.unloaded |= 1 << PEOPLE
    if owns(o, o.trolley):
        add_spent(o, o.trolley)
    elif opposed(at, r, at.actor, o.trolley):
        attack_tile(at, r, o.trolley)
    elif o.settlements:
        resident_settles(at, r, at.actor, o.trolley)
    else:
        at.turn.settle_from = DRIVE
        at.stage = RECALL_SETTLEMENT
        return ASKS
    return DONE


cdef int settle_from_trolley(Position* at, const Rules* r) noexcept nogil:
    """The settlement that the supply lacked is there (R2.3A.2)."""
    at.turn.settle_from = 0
    resident_settles(at, r, at.actor, at.owner[at.actor].trolley)
    return DONE


# ---- delivering (R1.3E.3-5, R8.3E) ------------------------------------------------------------------

cdef int list_deliveries(const Position* at, const Rules* r, const Owner* o, action_t* out, int n) noexcept nogil:
    """Goods that this city demands or the own trading house takes, or both (R1.3E.3, R1.3E.17, R8.3E.2, R8.3E.4)."""
    cdef int good, number = at.number[o.trolley] - 1
    if number < 0 or not (r.city_delivery or (r.house_delivery and house_takes(at, r, at.actor, number))):
        return n
    for good in range(GOODS):
        if carries(o, 1 + good) and (not needs_demand(r) or (at.demand[number] >> good) & 1):
            out[n] = A_DELIVER + good
            n += 1
    return n


cdef inline bint needs_demand(const Rules* r) noexcept nogil:
    return r.city_delivery or r.house_needs_demand


cdef void deliver(Position* at, const Rules* r, int good) noexcept nogil:
    """The demand is covered; the good is before its owner, in the row of goods to be paid, or on the trading house.

    These are R1.3E.4, R1.3E.5 and R1.3E.17; what stays on houses and is sold as well is in both places (R8.3H.6).
    """
    cdef Owner* o = &at.owner[at.actor]
    cdef int number = at.number[o.trolley] - 1
    swap_load(o, 1 + good, 0)
    if needs_demand(r):
        at.demand[number] &= ~(1 << good)
    if r.house_delivery:
        store_in_house(at, r, at.actor, number, good)
    if r.income == INCOME_GOODS:
        at.turn.sale[at.turn.sales] = 1 + good + 8 * duty_at(at, r, o)
        at.turn.sales += 1
    if r.goal == GOODS_DELIVERED or r.award == SECOND_GOODS:
        o.delivered[good] += 1
        award_delivery(at, r, at.actor, good)


# ---- settlements without residents (R2.3E.3, R3.3E.1, R5.3E.2, R7.3E.1) -----------------------------

cdef bint may_lay(const Position* at, const Rules* r, const Owner* o) noexcept nogil:
    """Whether the trolley may lay a settlement where it stands: on a tile it has entered this turn."""
    if r.lay == NOT or not at.turn.entered or owns(o, o.trolley) or o.settlements == 0:
        return False
    return r.lay == ANYWHERE or at.kind[o.trolley] == CITY


cdef int duty_at(const Position* at, const Rules* r, const Owner* o) noexcept nogil:
    """Who is paid duty on a delivery here: 0 nobody, as the city is the owner's, 1 + another owner, 7 the bank (R1.3H.2)."""
    cdef int i
    if not r.delivery_duty or owns(o, o.trolley):
        return 0
    for i in range(r.owners):
        if owns(&at.owner[i], o.trolley):
            return 1 + i
    return 7
