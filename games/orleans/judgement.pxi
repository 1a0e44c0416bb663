# What a net sees of a position before a round, in the view of the seat that starts it. Included by state.pyx.
#
# Of each seat, in the order of play: crew, tracks, development, coins, goods, stations, citizens, tiles, technology, and
# what its merchant finds about it; then what all share. Numbers that grow are told by thermometers, sums that count
# points as they are, and once more by how much of the game is left.

cdef enum:
    CREW_STEPS = 6              # followers of a profession
    WAITING_STEPS = 8           # followers on places, and on the market
    TRACK_STEPS = 8
    COIN_STEP = 4               # coins are told in steps of so many,
    COIN_STEPS = 16             # up to so many steps
    GOOD_STEPS = 6
    STATION_STEPS = 10
    CITIZEN_STEPS = 7
    TECHNOLOGY_STEPS = 4
    NEAR_STEPS = 5              # towns next to the merchant where nobody has built
    ROAD_STEPS = 6              # goods on the routes from there, in steps of three points
    AMOUNTS = 7                 # points and the like
    AT_CREW = 0
    AT_WAITING = AT_CREW + PROFESSIONS * CREW_STEPS
    AT_MARKET = AT_WAITING + WAITING_STEPS
    AT_TRACKS = AT_MARKET + WAITING_STEPS
    AT_DEVELOPMENT = AT_TRACKS + TRACKS * TRACK_STEPS
    AT_COINS = AT_DEVELOPMENT + DEVELOPMENT
    AT_GOODS = AT_COINS + COIN_STEPS
    AT_STATIONS = AT_GOODS + GOODS * GOOD_STEPS
    AT_CITIZENS = AT_STATIONS + STATION_STEPS
    AT_TILES = AT_CITIZENS + CITIZEN_STEPS
    AT_TECHNOLOGY = AT_TILES + TILES
    AT_TECHNICAL = AT_TECHNOLOGY + TECHNOLOGY_STEPS     # places with technology
    AT_BUILT = AT_TECHNICAL + PLACES                    # a station where the merchant is
    AT_NEAR = AT_BUILT + 1
    AT_ROADS = AT_NEAR + NEAR_STEPS
    AT_AMOUNTS = AT_ROADS + ROAD_STEPS
    SEAT_INPUTS = AT_AMOUNTS + 2 * AMOUNTS
    DEED_STEPS = 6              # open spaces of a deed
    AT_ROUND = 0                # of what all share
    AT_DEEDS = AT_ROUND + ROUNDS
    AT_FREE = AT_DEEDS + DEEDS * DEED_STEPS             # citizens still to be had
    AT_SUPPLY = AT_FREE + CITIZENS
    AT_STOCK = AT_SUPPLY + PROFESSIONS
    AT_EVENTS = AT_STOCK + GOODS
    AT_TO_PLACE = AT_EVENTS + 3 * EVENTS                # technology in the stack
    AT_DISPLAY = AT_TO_PLACE + 1


cdef int net_inputs_of(const Position* at, const Rules* r, int* which, float* values) noexcept nogil:
    cdef Inputs to
    cdef int i, first = r.seats * SEAT_INPUTS
    to.which, to.values, to.n = which, values, 0
    for i in range(r.seats):
        seat_inputs(&to, at, r, &at.seat[seat_at(at, r, i)], i * SEAT_INPUTS)
    thermometer(&to, first + AT_ROUND, at.round, ROUNDS)
    for i in range(DEEDS):
        thermometer(&to, first + AT_DEEDS + i * DEED_STEPS, total(at.deed[i], PROFESSIONS), DEED_STEPS)
    for i in range(CITIZENS):
        if at.citizens >> i & 1:
            put(&to, first + AT_FREE + i, 1)
    for i in range(PROFESSIONS):
        put_any(&to, first + AT_SUPPLY + i, <float>(at.supply[i] / 8.0))
    for i in range(GOODS):
        put_any(&to, first + AT_STOCK + i, <float>(at.goods[i] / 8.0))
    for i in range(3 * EVENTS):
        if at.hourglass[i]:
            put(&to, first + AT_EVENTS + i, at.hourglass[i])
    put_any(&to, first + AT_TO_PLACE, <float>(at.technology / 8.0))
    put_any(&to, first + AT_DISPLAY, <float>(popcount(at.tiles) / 8.0))
    return to.n


cdef void seat_inputs(Inputs* to, const Position* at, const Rules* r, const Seat* s, int first) noexcept nogil:
    cdef uint64_t technology = s.technology, on = manned(r, s)
    cdef uint32_t tiles = s.tiles
    cdef int crew[PROFESSIONS]
    cdef int i
    for i in range(PROFESSIONS):
        crew[i] = crew_of(s, i)
    while on:
        crew[profession_of(s.on[first_bit(on)] - 1)] += 1
        on &= on - 1
    for i in range(PROFESSIONS):
        thermometer(to, first + AT_CREW + i * CREW_STEPS, crew[i], CREW_STEPS)
    thermometer(to, first + AT_WAITING, popcount(manned(r, s)), WAITING_STEPS)
    thermometer(to, first + AT_MARKET, total(s.market, KINDS), WAITING_STEPS)
    for i in range(TRACKS):
        thermometer(to, first + AT_TRACKS + i * TRACK_STEPS, s.track[i], TRACK_STEPS)
    thermometer(to, first + AT_DEVELOPMENT, s.development, DEVELOPMENT)
    thermometer(to, first + AT_COINS, s.coins // COIN_STEP, COIN_STEPS)
    for i in range(GOODS):
        thermometer(to, first + AT_GOODS + i * GOOD_STEPS, s.goods[i], GOOD_STEPS)
    thermometer(to, first + AT_STATIONS, popcount(s.stations), STATION_STEPS)
    thermometer(to, first + AT_CITIZENS, s.citizens, CITIZEN_STEPS)
    while tiles:
        put(to, first + AT_TILES + first_bit(tiles), 1)
        tiles &= tiles - 1
    thermometer(to, first + AT_TECHNOLOGY, popcount(technology) + s.kept, TECHNOLOGY_STEPS)
    for i in range(PLACES):
        if technology & r.of_place[i]:
            put(to, first + AT_TECHNICAL + i, popcount(technology & r.of_place[i]))
    way_inputs(to, at, r, s, first)
    amounts(to, at, r, s, first + AT_AMOUNTS)


cdef void way_inputs(Inputs* to, const Position* at, const Rules* r, const Seat* s, int first) noexcept nogil:
    """What the merchant has about it: its town, the towns next to it, and the goods on the way there."""
    cdef uint32_t built = 0
    cdef uint64_t routes = r.routes_at[s.merchant]
    cdef int i, points = 0, route
    for i in range(r.seats):
        built |= at.seat[i].stations
    if built >> s.merchant & 1:
        put(to, first + AT_BUILT, 1)
    thermometer(to, first + AT_NEAR, popcount(r.near[s.merchant] & ~built), NEAR_STEPS)
    while routes:
        route = first_bit(routes)
        routes &= routes - 1
        for i in range(r.road_first[route], r.road_first[route + 1]):
            if at.road[i]:
                points += r.score_good[at.road[i] - 1]
    thermometer(to, first + AT_ROADS, points // 3, ROAD_STEPS)


cdef void amounts(Inputs* to, const Position* at, const Rules* r, const Seat* s, int first) noexcept nogil:
    """Points so far, those of goods, those that a step of the status adds, coins, development, crew and monks; and all of
    them times the share of the rounds left."""
    cdef float found[AMOUNTS]
    cdef float left = rounds_left(at) / <float>ROUNDS
    cdef int i, goods = 0, counted = popcount(s.stations) + s.citizens
    for i in range(GOODS):
        goods += s.goods[i] * r.score_good[i]
    found[0], found[1] = <float>(points_of(r, s) / 40.0), <float>(goods / 20.0)
    found[2], found[3] = <float>(counted / 5.0), <float>(s.coins / 20.0)
    found[4], found[5] = <float>(s.development / 10.0), <float>(crew_size(r, s) / 10.0)
    found[6] = <float>(counted * r.status[s.development] / 20.0)
    for i in range(AMOUNTS):
        put_any(to, first + i, found[i])
        put_any(to, first + AMOUNTS + i, found[i] * left)
