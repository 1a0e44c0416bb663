# Phase 5, Actions: what complete places offer and what they do, one action a turn (rules 23-25, 33-35, 40, 45-55).
# What is done returns true where it asks the actor, or chance, for something more. Included by state.pyx.


# ---- turns ------------------------------------------------------------------------------------------

cdef bint next_to_act(Position* at, const Rules* r, int seat) noexcept nogil:
    """The next seat that has not passed and can act; who cannot act passes, which is when technology is placed.

    False where all have passed.
    """
    while at.passed != (1 << r.seats) - 1:
        if not at.passed >> seat & 1:
            at.actor, at.last = seat, 0
            if can_act(at, r):
                at.stage = ACT
                return True
            at.passed |= 1 << seat
            if offer_technology(at, r):
                return True
        seat = (seat + 1) % r.seats
    at.passed = 0
    return False


cdef bint pass_round(Position* at, const Rules* r) noexcept nogil:
    """The actor takes no more actions in this round (rule 23); true where it may place technology (rule 41)."""
    at.passed |= 1 << at.actor
    return offer_technology(at, r)


cdef bint end_action(Position* at, const Rules* r) noexcept nogil:
    """The action is done; true where technology is placed at once and the actor is asked where (U6)."""
    at.last = 0
    return r.technology_once and offer_technology(at, r)


# ---- what can be done -------------------------------------------------------------------------------

cdef int list_acts(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """All that the actor can do now, but pass."""
    cdef const Seat* s = &at.seat[at.actor]
    cdef uint32_t places = complete_places(r, s), some = places
    cdef int p, vehicle, n = 0
    while some:
        p = first_bit(some)
        some &= some - 1
        if can_use(at, r, s, p):
            out[n] = A_USE + p
            n += 1
    if places >> VILLAGE & 1:
        n = list_bits(out, n, village_recruits(at, r, s), A_VILLAGE - BOATMAN)
    for vehicle in range(3):
        if places >> VEHICLES[vehicle] & 1:
            n = list_bits(out, n, open_routes(r, s, vehicle), A_MOVE + ROUTES * vehicle)
    if places >> TOWN_HALL & 1 and not s.sent & 1:                # U21
        n = list_sends(at, r, s, 0, out, n)
    if places >> GUNPOWDER_TOWER & 1 and not s.sent & 2:
        n = list_sends(at, r, s, 1, out, n)
    if places >> PHARMACY & 1:
        for p in range(1, pharmacy_limit(r, s) + 1):
            out[n] = A_PAY + p
            n += 1
    return n


cdef bint can_act(const Position* at, const Rules* r) noexcept nogil:
    """The list of acts is not empty. Most often the first places tell, so nothing is listed."""
    cdef const Seat* s = &at.seat[at.actor]
    cdef uint32_t places = complete_places(r, s), some = places
    cdef action_t acts[MAX_LIST]
    while some:
        if can_use(at, r, s, first_bit(some)):
            return True
        some &= some - 1
    return places != 0 and list_acts(at, r, acts) > 0


cdef uint32_t complete_places(const Rules* r, const Seat* s) noexcept nogil:
    """Bit place: complete."""
    cdef uint64_t filled = owned(r, s) & ~s.free
    cdef uint32_t places = 0
    cdef int p
    while filled:
        p = r.place_of[first_bit(filled)]
        filled &= ~r.of_place[p]
        if is_complete(r, s, p):
            places |= <uint32_t>1 << p
    return places


cdef bint is_complete(const Rules* r, const Seat* s, int place) noexcept nogil:
    """All spaces are filled; of the Town Hall and the Gunpowder Tower one is enough (rule 23, U21)."""
    cdef uint64_t spaces = r.of_place[place]
    if place == TOWN_HALL or place == GUNPOWDER_TOWER:
        return (spaces & ~s.free) != 0
    return spaces != 0 and (spaces & s.free) == 0


cdef bint can_use(const Position* at, const Rules* r, const Seat* s, int place) noexcept nogil:
    """A complete place of this seat whose action asks for no further word can act now."""
    if place == FARM_HOUSE:
        return can_recruit(at, r, s, FARMER) and (
            r.good_farm_house or at.goods[r.farmer_good[s.track[FARMER] + 1]] > 0)
    if place == UNIVERSITY:
        return can_recruit(at, r, s, SCHOLAR) and (s.development < DEVELOPMENT or r.full_university)
    if place == CASTLE:
        return can_recruit(at, r, s, KNIGHT)
    if place == MONASTERY:
        return can_recruit(at, r, s, MONK) and at.event != PILGRIMAGE
    if place == GUILDHALL:
        return can_build(at, r, s, s.merchant)
    if place == LABORATORY:
        return at.technology > 0
    if place == BATHHOUSE:
        return r.bath_action and total(s.bag, KINDS) > 0
    if place == SACRISTY or not plain_place(place):
        return False
    if r.place_good[place]:
        return at.goods[r.place_good[place] - 1] > 0 or r.good_tiles
    if r.place_coins[place] == 0 and r.place_steps[place]:
        return can_develop(r, s)
    return True


cdef bint can_recruit(const Position* at, const Rules* r, const Seat* s, int profession) noexcept nogil:
    """Someone is left to recruit and the own track goes on (rules 33, 34)."""
    return at.supply[profession] > 0 and (profession == MONK or s.track[profession] < r.last_step[profession])


cdef bint can_develop(const Rules* r, const Seat* s) noexcept nogil:
    """An action that only gives development is worth its name (U9)."""
    return s.development < DEVELOPMENT or r.full_others


cdef uint32_t village_recruits(const Position* at, const Rules* r, const Seat* s) noexcept nogil:
    """Bit profession: boatman, craftsman, trader, whom the Village can recruit now (U7, U8)."""
    cdef uint32_t who = 0
    if can_recruit(at, r, s, BOATMAN):
        who |= 1 << BOATMAN
    if can_recruit(at, r, s, CRAFTSMAN) and (at.technology or r.bare_technology):
        who |= 1 << CRAFTSMAN
    if can_recruit(at, r, s, TRADER) and (tiles_offered(at, r, s.track[TRADER] + 1) or r.bare_tile):
        who |= 1 << TRADER
    return who


cdef uint32_t tiles_offered(const Position* at, const Rules* r, int step) noexcept nogil:
    """Place tiles that this step of the trader track allows (rule 40)."""
    return at.tiles & r.first_tiles if step == 1 else at.tiles


# ---- recruiting, and places that need no further word (33-35, 54) -----------------------------------

cdef bint use_place(Position* at, const Rules* r, int place) noexcept nogil:
    """An action that needs no further word."""
    cdef Seat* s = &at.seat[at.actor]
    if place == BATHHOUSE:
        return begin_bath(at, r)
    lift_followers(s, r.of_place[place], s.bag)
    if place <= MONASTERY:
        recruit_follower(at, r, s, RECRUIT_OF[place])
    elif place == GUILDHALL:
        s.stations |= <uint32_t>1 << s.merchant
        s.stock -= 1
    elif place == LABORATORY:
        take_technology(at, s)
    elif place == HOSPITAL:
        gain_coins(at, r, s, r.status[s.development])
    elif place == OFFICE:
        gain_coins(at, r, s, popcount(s.stations))
    elif r.place_good[place]:
        take_good(at, s, r.place_good[place] - 1)
    else:
        gain_coins(at, r, s, r.place_coins[place])
        develop(at, r, s, r.place_steps[place])
    return end_action(at, r)


cdef bint use_village(Position* at, const Rules* r, int profession) noexcept nogil:
    """One of three professions, with the technology or the tile that its track brings (rules 33, 35, 40)."""
    cdef Seat* s = &at.seat[at.actor]
    lift_followers(s, r.of_place[VILLAGE], s.bag)
    recruit_follower(at, r, s, profession)
    if profession == CRAFTSMAN:
        take_technology(at, s)
    if profession == TRADER and tiles_offered(at, r, s.track[TRADER]):
        at.stage = CHOOSE_TILE
        return True
    return end_action(at, r)


cdef void recruit_follower(Position* at, const Rules* r, Seat* s, int profession) noexcept nogil:
    """A neutral follower goes to the bag and the marker one step on (rules 24, 33)."""
    at.supply[profession] -= 1
    s.bag[profession] += 1
    if profession == MONK:
        return
    s.track[profession] += 1
    if profession == BOATMAN:
        gain_coins(at, r, s, r.boatman_coins[s.track[BOATMAN]])
        if s.track[BOATMAN] == r.citizen_boatman:
            take_citizen(at, s, CITIZEN_BOATMAN)
    elif profession == KNIGHT and s.track[KNIGHT] == r.citizen_knight:
        take_citizen(at, s, CITIZEN_KNIGHT)
    elif profession == SCHOLAR:
        develop(at, r, s, r.scholar_steps[s.track[SCHOLAR]])
    elif profession == FARMER:
        take_good(at, s, r.farmer_good[s.track[FARMER]])


# ---- the merchant: Ship, Wagon, Guildhall (rules 45-47) ---------------------------------------------

cdef uint64_t open_routes(const Rules* r, const Seat* s, int vehicle) noexcept nogil:
    """Routes the merchant can travel: the Ship's are waterways (rule 45)."""
    cdef uint64_t routes = r.routes_at[s.merchant]
    return routes & r.waterways if vehicle == 0 else routes & ~r.waterways


cdef inline int other_end(const Rules* r, const Seat* s, int route) noexcept nogil:
    """The town that this route leads to from the merchant's."""
    return r.route_end[route][s.merchant == r.route_end[route][0]]


cdef bint move_merchant(Position* at, const Rules* r, int vehicle, int route) noexcept nogil:
    """To the other end of a route; one of its goods is taken (rule 45, U5)."""
    cdef Seat* s = &at.seat[at.actor]
    cdef uint32_t goods
    lift_followers(s, r.of_place[VEHICLES[vehicle]], s.bag)
    s.merchant = other_end(r, s, route)
    at.route = 1 + route
    goods = goods_on_route(at, r)
    if goods and (r.may_leave_good or goods & (goods - 1)):
        at.stage = ROUTE_GOOD
        return True
    return take_from_route(at, r, first_bit(goods) if goods else -1)


cdef uint32_t goods_on_route(const Position* at, const Rules* r) noexcept nogil:
    """Bit good: lies on the route just travelled."""
    cdef uint32_t goods = 0
    cdef int i
    for i in range(r.road_first[at.route - 1], r.road_first[at.route]):
        if at.road[i]:
            goods |= 1 << (at.road[i] - 1)
    return goods


cdef bint take_from_route(Position* at, const Rules* r, int good) noexcept nogil:
    """The first tile of that kind on the route just travelled; -1: none."""
    cdef int i
    for i in range(r.road_first[at.route - 1], r.road_first[at.route]):
        if good >= 0 and at.road[i] == 1 + good:
            at.road[i] = 0
            at.seat[at.actor].goods[good] += 1
            break
    at.route = 0
    return end_action(at, r)


cdef uint32_t towns_built(const Position* at, const Rules* r) noexcept nogil:
    """Bit town: somebody has a trading station there."""
    cdef uint32_t towns = 0
    cdef int i
    for i in range(r.seats):
        towns |= at.seat[i].stations
    return towns


cdef inline bint has_room(const Rules* r, const Seat* s, int town, uint32_t built) noexcept nogil:
    """A station is left and the town is free; Orléans has room for one of each seat (rule 47). `built`: towns_built."""
    return s.stock > 0 and not (s.stations if town == r.home else built) >> town & 1


cdef bint can_build(const Position* at, const Rules* r, const Seat* s, int town) noexcept nogil:
    """The seat can build in this town (rule 47)."""
    return has_room(r, s, town, towns_built(at, r))


# ---- the Pharmacy (rule 54) -------------------------------------------------------------------------

cdef int pharmacy_limit(const Rules* r, const Seat* s) noexcept nogil:
    """The most coins that can be paid: each is a step, and steps beyond the track's end are lost (U9)."""
    cdef int n = min(r.pharmacy, s.coins)
    return n if r.full_others else min(n, DEVELOPMENT - s.development)


cdef bint use_pharmacy(Position* at, const Rules* r, int coins) noexcept nogil:
    """A step on the development track for each coin (rule 54)."""
    cdef Seat* s = &at.seat[at.actor]
    lift_followers(s, r.of_place[PHARMACY], s.bag)
    s.coins -= coins
    develop(at, r, s, coins)
    return end_action(at, r)


# ---- deeds: Town Hall and Gunpowder Tower (rules 29, 31, 50, U13) -----------------------------------

cdef int list_sends(const Position* at, const Rules* r, const Seat* s, int office, action_t* out, int n) noexcept nogil:
    """Followers of the Town Hall (0) or the Gunpowder Tower (1) to deeds; own ones stay (rules 29, 31, 50)."""
    cdef uint64_t spaces = r.of_place[OFFICES[office]] & ~s.free
    cdef uint32_t who = 0
    cdef int k, d, first = A_SEND + 63 * office
    while spaces:
        k = s.on[first_bit(spaces)] - 1
        spaces &= spaces - 1
        if k < PROFESSIONS:
            who |= 1 << k
    while who:
        k = first_bit(who)
        who &= who - 1
        for d in range(DEEDS):
            if at.deed[d][k]:
                out[n] = first + 9 * k + d
                n += 1
        if at.deed[CANALISATION][k] and r.canal_steps and can_develop(r, s):
            out[n] = first + 9 * k + DEEDS
            n += 1
    return n


cdef int list_second_sends(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """The second send of an action, none before the first in order of code."""
    cdef int office = (at.last - 1) // 63, i, m = 0
    cdef int n = list_sends(at, r, &at.seat[at.actor], office, out, 0)
    for i in range(n):
        if r.send_all or out[i] >= A_SEND + at.last - 1:
            out[m] = out[i]
            m += 1
    return m


cdef bint send_follower(Position* at, const Rules* r, int code) noexcept nogil:
    """A follower to a deed and its reward; the second of the same action follows, or the action is done (U13)."""
    cdef Seat* s = &at.seat[at.actor]
    cdef int office = code // 63, k = code % 63 // 9, way = code % 9, deed = way if way < DEEDS else CANALISATION
    cdef uint64_t spaces = r.of_place[OFFICES[office]] & ~s.free
    cdef bint second = at.stage == SEND_MORE
    cdef action_t some[2 * 63]
    while s.on[first_bit(spaces)] != 1 + k:
        spaces &= spaces - 1
    s.on[first_bit(spaces)] = 0
    s.free |= bit(first_bit(spaces))
    if not r.send_again:
        s.sent |= 1 << office
    at.deed[deed][k] -= 1
    if way < DEEDS:
        gain_coins(at, r, s, r.deed_coins[deed])
    else:
        develop(at, r, s, r.canal_steps)
    if total(at.deed[deed], PROFESSIONS) == 0:
        take_citizen(at, s, CITIZEN_DEED + deed)
    sort_twins(r, s)
    at.stage, at.last = SEND_MORE, 1 + code
    return end_action(at, r) if second or list_second_sends(at, r, some) == 0 else True


# ---- the Bathhouse as an action (rule 55) -----------------------------------------------------------

cdef bint begin_bath(Position* at, const Rules* r) noexcept nogil:
    """Three are drawn; the follower spent stays on its space till the end of the action."""
    cdef Seat* s = &at.seat[at.actor]
    if total(s.bag, KINDS) > 3:
        at.draws, at.stage = 3, BATH_DRAW
        return True
    pour(s.bag, at.hand)
    at.draws = 2
    return continue_bath(at, r)


cdef bint draw_for_bath(Position* at, const Rules* r, int kind) noexcept nogil:
    """One of the three that are drawn blindly."""
    draw_from_bag(at, kind, at.hand)
    at.draws -= 1
    if at.draws:
        return True
    at.draws = 2
    memset(at.drawn, 0, KINDS)
    return continue_bath(at, r)


cdef bint continue_bath(Position* at, const Rules* r) noexcept nogil:
    """At most two of the drawn are put on spaces."""
    at.stage = BATH_PUT
    return end_bath(at, r) if at.draws == 0 or not can_put(at, r, at.hand) else True


cdef bint end_bath(Position* at, const Rules* r) noexcept nogil:
    """Those drawn and not put, and the follower spent, go to the bag."""
    cdef Seat* s = &at.seat[at.actor]
    pour(at.hand, s.bag)
    at.draws = 0
    s.fresh = 0
    lift_followers(s, r.of_place[BATHHOUSE], s.bag)
    sort_twins(r, s)
    return end_action(at, r)
