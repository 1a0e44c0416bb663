"""Structs of this game to and from plain Python numbers, field by field, with C's own range checks."""
from core_ext.lists cimport bytes_list, from_list
from games.orleans.state cimport (
    DEEDS, EVENTS, GOODS, KINDS, PLACES, PROFESSIONS, ROAD_SPACES, ROUTES, SEATS, SPACES, TOWNS, TRACKS, VARIANTS,
    DEVELOPMENT, GUNPOWDER_TOWER, HERB_GARDEN, INCLINED, SCHOOL, TILES, TOWN_HALL, VILLAGE, Position, Rules, Seat,
    Taste,
)


cdef dict seat_dict(const Seat* s):
    return {
        "fresh": s.fresh, "tiles": s.tiles, "stations": s.stations, "coins": s.coins, "owed": s.owed, "bonus": s.bonus,
        "on": bytes_list(s.on, SPACES), "market": bytes_list(s.market, KINDS), "bag": bytes_list(s.bag, KINDS),
        "track": bytes_list(s.track, TRACKS), "goods": bytes_list(s.goods, GOODS), "development": s.development,
        "citizens": s.citizens, "stock": s.stock, "merchant": s.merchant, "kept": s.kept, "placed": s.placed,
        "sent": s.sent,
    }


cdef int seat_from_dict(Seat* s, dict raw) except -1:
    s.fresh, s.tiles, s.stations = raw["fresh"], raw["tiles"], raw["stations"]
    s.coins, s.owed, s.bonus = raw["coins"], raw["owed"], raw["bonus"]
    from_list(s.on, SPACES, raw["on"])
    from_list(s.market, KINDS, raw["market"])
    from_list(s.bag, KINDS, raw["bag"])
    from_list(s.track, TRACKS, raw["track"])
    from_list(s.goods, GOODS, raw["goods"])
    s.development, s.citizens, s.stock, s.merchant = raw["development"], raw["citizens"], raw["stock"], raw["merchant"]
    s.kept, s.placed, s.sent = raw["kept"], raw["placed"], raw["sent"]
    return 0


cdef dict position_dict(const Position* at):
    """Every field by name."""
    return {
        "seat": [seat_dict(&at.seat[i]) for i in range(SEATS)],
        "deed": [bytes_list(at.deed[i], PROFESSIONS) for i in range(DEEDS)], "road": bytes_list(at.road, ROAD_SPACES),
        "supply": bytes_list(at.supply, PROFESSIONS), "lost": bytes_list(at.lost, PROFESSIONS),
        "goods": bytes_list(at.goods, GOODS), "gone": bytes_list(at.gone, GOODS),
        "hourglass": bytes_list(at.hourglass, 3 * EVENTS), "hand": bytes_list(at.hand, KINDS),
        "drawn": bytes_list(at.drawn, KINDS), "tiles": at.tiles, "citizens": at.citizens, "technology": at.technology,
        "stage": at.stage, "round": at.round, "phase": at.phase, "event": at.event, "start": at.start,
        "actor": at.actor, "cursor": at.cursor, "passed": at.passed, "last": at.last, "draws": at.draws,
        "debt": at.debt, "route": at.route,
    }


cdef int position_from_dict(Position* at, dict raw) except -1:
    """The fields of `at` from such a dict; `free` and `technology` of the seats are left alone."""
    cdef int i
    for i in range(SEATS):
        seat_from_dict(&at.seat[i], raw["seat"][i])
    for i in range(DEEDS):
        from_list(at.deed[i], PROFESSIONS, raw["deed"][i])
    from_list(at.road, ROAD_SPACES, raw["road"])
    from_list(at.supply, PROFESSIONS, raw["supply"])
    from_list(at.lost, PROFESSIONS, raw["lost"])
    from_list(at.goods, GOODS, raw["goods"])
    from_list(at.gone, GOODS, raw["gone"])
    from_list(at.hourglass, 3 * EVENTS, raw["hourglass"])
    from_list(at.hand, KINDS, raw["hand"])
    from_list(at.drawn, KINDS, raw["drawn"])
    at.tiles, at.citizens, at.technology = raw["tiles"], raw["citizens"], raw["technology"]
    at.stage, at.round, at.phase, at.event = raw["stage"], raw["round"], raw["phase"], raw["event"]
    at.start, at.actor, at.cursor, at.passed = raw["start"], raw["actor"], raw["cursor"], raw["passed"]
    at.last, at.draws, at.debt, at.route = raw["last"], raw["draws"], raw["debt"], raw["route"]
    return 0


cdef int fill_spaces(Rules* r, dict n) except -1:
    """Who may stand where, from lists of professions by place."""
    cdef int space, v, p
    for p in range(PLACES):
        r.of_place[p] = sum(1 << i for i in n["of_place"][p])
    for p in range(PLACES + 1):
        r.from_place[p] = sum(1 << i for place in n["of_place"][p:] for i in place)
    for v in range(VARIANTS):
        for p in range(PROFESSIONS):
            r.fits[v][p] = sum(1 << i for i in n["fits"][v][p])
    for name, spaces in n["space_sets"].items():
        if name == "board":
            r.board = sum(1 << i for i in spaces)
        elif name == "twins":
            r.twins = sum(1 << i for i in spaces)
        elif name == "technical":
            r.technical = sum(1 << i for i in spaces)
        else:
            r.farmers = sum(1 << i for i in spaces)
    from_list(r.want, SPACES, n["want"])
    from_list(r.place_of, SPACES, n["place_of"])
    from_list(r.before, SPACES, n["before"])
    return 0


cdef int fill_map(Rules* r, dict n) except -1:
    cdef int i
    for i in range(TOWNS):
        r.routes_at[i] = sum(1 << e for e in n["routes_at"][i])
    for i in range(TOWNS):
        r.near[i] = sum({1 << town for e in n["routes_at"][i] for town in n["route_end"][e] if town != i})
    r.waterways = sum(1 << e for e in n["waterways"])
    for i in range(ROUTES):
        from_list(r.route_end[i], 2, n["route_end"][i])
    from_list(r.road_first, ROUTES + 1, n["road_first"])
    from_list(r.road_used, ROAD_SPACES, n["road_used"])
    r.home = n["home"]
    return 0


cdef int fill_numbers(Rules* r, dict n) except -1:
    """What is printed on tracks, tiles and deeds."""
    cdef int i
    from_list(r.supply, PROFESSIONS, n["supply"])
    from_list(r.goods, GOODS, n["goods"])
    from_list(r.start_own, 4, n["start_own"])
    from_list(r.last_step, TRACKS, n["last_step"])
    from_list(r.farmer_good, 9, n["farmer_good"])
    from_list(r.boatman_coins, 6, n["boatman_coins"])
    from_list(r.knight_draws, 6, n["knight_draws"])
    from_list(r.scholar_steps, 6, n["scholar_steps"])
    from_list(r.status, DEVELOPMENT + 1, n["status"])
    from_list(r.coins_at, DEVELOPMENT + 1, n["coins_at"])
    from_list(r.citizen_at, DEVELOPMENT + 1, n["citizen_at"])
    for i in range(DEEDS):
        from_list(r.deed[i], PROFESSIONS, n["deed"][i])
    from_list(r.deed_coins, DEEDS, n["deed_coins"])
    from_list(r.place_coins, PLACES, n["place_coins"])
    from_list(r.place_steps, PLACES, n["place_steps"])
    from_list(r.place_good, PLACES, n["place_good"])
    from_list(r.harvest_units, 3, n["harvest_units"])
    from_list(r.score_good, GOODS, n["score_good"])
    from_list(r.hourglass, 3 * EVENTS, n["hourglass"])
    from_list(r.pile_end, 3, n["pile_end"])
    r.goods_removed, r.technology, r.start_coins = n["goods_removed"], n["technology_tiles"], n["start_coins"]
    r.start_stations, r.market, r.tower = n["start_stations"], n["market"], n["tower"]
    r.citizen_boatman, r.citizen_knight, r.canal_steps = n["citizen_boatman"], n["citizen_knight"], n["canal_steps"]
    r.pharmacy, r.census, r.tax_goods, r.harvest_fine = n["pharmacy"], n["census"], n["tax_goods"], n["harvest_fine"]
    r.score_coin, r.score_status = n["score_coin"], n["score_status"]
    r.first_tiles, r.tiles, r.start = n["first_tiles"], n["tiles"], n["start"]
    return 0


cdef int fill_choices(Rules* r, dict n) except -1:
    """Options of the table."""
    cdef int i
    from_list(r.gift_coins, SEATS, n["gift_coins"])
    from_list(r.gift_points, SEATS, n["gift_points"])
    from_list(r.gift_steps, SEATS, n["gift_steps"])
    from_list(r.gift_technology, SEATS, n["gift_technology"])
    for i in range(SEATS):
        from_list(r.gift_goods[i], GOODS, n["gift_goods"][i])
        r.gift_tiles[i] = n["gift_tiles"][i]
    r.coin_limit, r.piles, r.bath_action = n["coin_limit"], n["piles"], n["bath_action"]
    r.good_farm_house, r.good_tiles, r.may_leave_good = n["good_farm_house"], n["good_tiles"], n["may_leave_good"]
    r.technology_once, r.may_keep, r.first_by_step = n["technology_once"], n["may_keep"], n["first_by_step"]
    r.bare_technology, r.bare_tile = n["bare_technology"], n["bare_tile"]
    r.full_university, r.full_others, r.leave_coin_space = n["full_university"], n["full_others"], n["leave_coin_space"]
    r.owe, r.from_seat_0, r.send_all, r.shield_forced = n["owe"], n["from_seat_0"], n["send_all"], n["shield_forced"]
    r.plague_box, r.harvest_box, r.take_back = n["plague_box"], n["harvest_box"], n["take_back"]
    r.hidden_plans, r.send_again, r.technology_planning = n["hidden_plans"], n["send_again"], n["technology_planning"]
    r.take_back_bag, r.lost_to_supply, r.margin_weight = n["take_back_bag"], n["lost_to_supply"], n["margin_weight"]
    return 0


cdef int fill_rules(Rules* r, dict numbers) except -1:
    """The Rules struct from the dict that setup.py makes."""
    fill_spaces(r, numbers)
    fill_map(r, numbers)
    fill_numbers(r, numbers)
    fill_choices(r, numbers)
    return 0


cdef int fill_taste(Taste* w, dict n) except -1:
    """The numbers of the heuristics from the dict that tuning.py has."""
    w.sharpness, w.prior, w.blur, w.aside, w.unplanned = n["sharpness"], n["prior"], n["blur"], n["aside"], n["unplanned"]
    w.crew, w.same, w.monk, w.short_crew, w.full_crew = n["crew"], n["same"], n["monk"], n["short_crew"], n["full_crew"]
    w.draw, w.draw_short, w.draw_none, w.draw_same = n["draw"], n["draw_short"], n["draw_none"], n["draw_same"]
    w.technology, w.tile, w.census, w.trading = n["technology"], n["tile"], n["census"], n["trading"]
    w.step_ahead, w.pace, w.food, w.step, w.step_least = n["step_ahead"], n["pace"], n["food"], n["step"], n["step_least"]
    w.station, w.boatman, w.town_ready, w.town_ahead = n["station"], n["boatman"], n["town_ready"], n["town_ahead"]
    w.town_near, w.guild_ahead, w.citizen = n["town_near"], n["guild_ahead"], n["citizen"]
    w.send_second, w.send_least, w.bath = n["send_second"], n["send_least"], n["bath"]
    w.place_least, w.place_base = n["place_least"], n["place_base"]
    from_list(w.wanted, PROFESSIONS, list(n["wanted"].values()))
    from_list(w.place_use, PLACES, list(n["place_use"].values()))
    from_list(w.tile_worth, TILES, list(n["tile_worth"].values()))
    fill_inclined(w.early, n["early"])
    fill_inclined(w.late, n["late"])
    return 0


cdef int fill_inclined(float* at, dict n) except -1:
    """Places in their order but those whose action is not planned for as such, then whom the Village recruits."""
    cdef int i
    values = list(n.values())
    for i in range(INCLINED):
        at[i] = 0 if i in (VILLAGE, TOWN_HALL, HERB_GARDEN, SCHOOL, GUNPOWDER_TOWER) else values.pop(0)
    return 0
