# The course of the game: set-up, phases 1 and 2, one phase after another, the end, points and who has won (rules 10-18,
# 27, 63-66). Included by state.pyx.


# ---- set-up (rules 10-16) ---------------------------------------------------------------------------

cdef void set_up(Position* at, const Rules* r) noexcept nogil:
    """Supplies, goods, deeds and seats of a new game; chance deals the goods (rules 10-16)."""
    cdef int i
    memcpy(at.deed, r.deed, sizeof(at.deed))
    memcpy(at.supply, r.supply, PROFESSIONS)
    memcpy(at.goods, r.goods, GOODS)
    memcpy(at.hourglass, r.hourglass, 3 * EVENTS)
    at.tiles, at.technology = r.tiles, r.technology
    at.citizens = (1 << CITIZENS) - 1
    for i in range(r.seats):
        equip_seat(at, r, i)
    if r.start == NOWHERE:
        at.stage = START_SEAT
    else:
        set_start_seat(at, r, r.start)


cdef void equip_seat(Position* at, const Rules* r, int seat) noexcept nogil:
    """What a seat begins with (rule 15), and its gifts."""
    cdef Seat* s = &at.seat[seat]
    cdef uint32_t tiles = r.gift_tiles[seat]
    cdef int i
    s.free = r.board
    s.coins = r.start_coins + r.gift_coins[seat]
    s.bonus = r.gift_points[seat]
    s.development = r.gift_steps[seat]
    s.stock = r.start_stations
    s.merchant = r.home
    for i in range(4):
        s.market[PROFESSIONS + i] = r.start_own[i]
    for i in range(GOODS):
        s.goods[i] = r.gift_goods[seat][i]
        at.goods[i] -= s.goods[i]
    s.kept = r.gift_technology[seat]
    at.technology -= s.kept
    while tiles:
        add_tile(at, r, s, first_bit(tiles))
        tiles &= tiles - 1


cdef void set_start_seat(Position* at, const Rules* r, int seat) noexcept nogil:
    """Who starts is known (rule 16): goods come on the map."""
    at.start = seat
    at.stage, at.cursor = MAP_GOOD, 0
    deal_goods(at, r)


cdef void deal_goods(Position* at, const Rules* r) noexcept nogil:
    """Go on from `cursor`: goods on the map, then those left out of the game (rule 10)."""
    if at.stage == MAP_GOOD:
        while at.cursor < ROAD_SPACES and not r.road_used[at.cursor]:
            at.cursor += 1
        if at.cursor < ROAD_SPACES and total(at.goods, GOODS):
            return
        at.stage, at.cursor = REMOVE_GOOD, 0
    if at.cursor < r.goods_removed and total(at.goods, GOODS):
        return
    at.cursor = 0
    begin_round(at, r)


# ---- rounds: the hourglass and the Census (rules 17, 18) --------------------------------------------

cdef void begin_round(Position* at, const Rules* r) noexcept nogil:
    """Phase 1: the next event is revealed; in the first round it is Pilgrimage (rules 13, 17)."""
    cdef int i
    at.round += 1
    at.phase, at.actor, at.cursor = 1, at.start, 0
    for i in range(r.seats):
        at.seat[i].sent = 0
    if at.round == 1:
        hold_census(at, r, PILGRIMAGE)
    else:
        at.stage = REVEAL


cdef void hold_census(Position* at, const Rules* r, int event) noexcept nogil:
    """The event is known: the first on the farmer track gains a coin; of 3 seats or more the last pays (rule 18)."""
    cdef int i, first = 0, last = 0, firsts = 0, lasts = 0
    at.event, at.phase = event, 2
    for i in range(r.seats):
        if at.seat[i].track[FARMER] > at.seat[first].track[FARMER]:
            first = i
        if at.seat[i].track[FARMER] < at.seat[last].track[FARMER]:
            last = i
    for i in range(r.seats):
        firsts += at.seat[i].track[FARMER] == at.seat[first].track[FARMER]
        lasts += at.seat[i].track[FARMER] == at.seat[last].track[FARMER]
    if firsts == 1:
        gain_coins(at, r, &at.seat[first], r.census)
    if r.seats > 2 and lasts == 1 and not pay(at, r, last, r.census):
        return
    go_on(at, r)


# ---- phases 2 to 7 ----------------------------------------------------------------------------------

cdef void go_on(Position* at, const Rules* r) noexcept nogil:
    """The actor's part of a phase is over: on to the next question, to a seat or to chance, in this phase or later."""
    if at.phase == 5:
        if next_to_act(at, r, (at.actor + 1) % r.seats):
            return
    elif at.phase < 5:
        if at.phase < 4 and next_to_draw(at, r, at.cursor + 1 if at.phase == 3 else 0):
            return
        if next_to_plan(at, r, at.cursor + 1 if at.phase == 4 else 0):
            return
        at.cursor, at.phase, at.passed = 0, 5, 0
        if next_to_act(at, r, at.start):
            return
    if next_to_face_event(at, r, at.cursor + 1 if at.phase == 6 else 0):
        return
    at.start = (at.start + 1) % r.seats                             # phase 7
    if at.round == ROUNDS:
        end_game(at, r)
    else:
        begin_round(at, r)


# ---- the end (rules 63-66) --------------------------------------------------------------------------

cdef void end_game(Position* at, const Rules* r) noexcept nogil:
    """The last citizen goes to the one seat with the most trading stations (rule 63)."""
    cdef int i, n, most = -1, best = 0, level = 0
    for i in range(r.seats):
        n = popcount(at.seat[i].stations)
        if n > most:
            most, best, level = n, i, 0
        level += n == most
    if level == 1:
        take_citizen(at, &at.seat[best], CITIZEN_STATIONS)
    at.stage, at.actor, at.cursor = OVER, 0, 0


cdef int points_of(const Rules* r, const Seat* s) noexcept nogil:
    """Score as it stands (rule 64)."""
    cdef int g, points = s.coins * r.score_coin + s.bonus - s.owed
    for g in range(GOODS):
        points += s.goods[g] * r.score_good[g]
    return points + (popcount(s.stations) + s.citizens) * r.status[s.development] * r.score_status


cdef void scores(const Position* at, const Rules* r, double* points) noexcept nogil:
    """Points of all seats."""
    cdef int i
    for i in range(r.seats):
        points[i] = points_of(r, &at.seat[i])


cdef void win_shares(const Position* at, const Rules* r, double* won) noexcept nogil:
    """Most points, then further on the development track, then shared (rule 66)."""
    cdef double rank[SEATS]
    cdef int i
    for i in range(r.seats):
        rank[i] = 32 * points_of(r, &at.seat[i]) + at.seat[i].development
    shares_of_best(rank, r.seats, won)


cdef void returns(const Position* at, const Rules* r, double* utilities) noexcept nogil:
    """The share of the win, mixed with the lead over the mean of the others."""
    cdef double points[SEATS]
    cdef double margin
    cdef int i
    win_shares(at, r, utilities)
    scores(at, r, points)
    for i in range(r.seats):
        margin = points[i] - mean_of_others(points, r.seats, i)
        utilities[i] = win_and_margin(utilities[i], margin, 30, r.margin_weight)
