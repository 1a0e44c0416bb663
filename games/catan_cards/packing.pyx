"""Structs of this game to and from plain Python numbers, field by field, with C's own range checks."""
from libc.string cimport memset
from core_ext.lists cimport bytes_list, from_list
from games.catan_cards.state cimport KINDS, OTHERS, PLAYERS, THINGS, TYPES, Count, Position, Rules, Seat, Taste


cdef dict seat_dict(const Seat* s):
    return {"hand": bytes_list(s.hand, KINDS), "roads": s.roads, "knights": s.knights, "road_sides": s.road_sides,
            "knight_sides": s.knight_sides, "settlements": s.settlements, "cities": s.cities,
            "expansions": s.expansions, "gift": s.gift}


cdef int seat_from_dict(Seat* s, dict raw) except -1:
    from_list(s.hand, KINDS, raw["hand"])
    s.roads, s.road_sides = raw["roads"], raw["road_sides"]
    s.knights, s.knight_sides = raw["knights"], raw["knight_sides"]
    s.settlements, s.cities, s.expansions, s.gift = raw["settlements"], raw["cities"], raw["expansions"], raw["gift"]
    return 0


cdef dict count_dict(const Count* c):
    return {"known": [bytes_list(c.hand[j].known, KINDS) for j in range(OTHERS)],
            "older": [c.hand[j].older for j in range(OTHERS)], "old": bytes_list(c.old, KINDS),
            "unseen": bytes_list(c.unseen, KINDS)}


cdef int count_from_dict(Count* c, int seats, dict raw) except -1:
    cdef int j
    for j in range(seats - 1):
        from_list(c.hand[j].known, KINDS, raw["known"][j])
        c.hand[j].older = raw["older"][j]
    from_list(c.old, KINDS, raw["old"])
    from_list(c.unseen, KINDS, raw["unseen"])
    return 0


cdef dict position_dict(const Position* at):
    """Every field by name; the log is added by the state."""
    return {
        "seat": [seat_dict(&at.seat[i]) for i in range(PLAYERS)],
        "count": [count_dict(&at.count[i]) for i in range(PLAYERS)],
        "market": bytes_list(at.market, KINDS), "discard": bytes_list(at.discard, KINDS),
        "pile": bytes_list(at.pile, KINDS), "given": bytes_list(at.given, KINDS), "roads": at.roads,
        "knights": at.knights, "settlements": at.settlements, "events": bytes_list(at.events, 2),
        "expansions": bytes_list(at.expansions, TYPES), "stage": at.stage, "turn": at.turn, "actor": at.actor,
        "start": at.start, "round": at.round, "destiny": at.destiny, "left": at.left, "used": at.used,
        "built": at.built, "laid": at.laid, "need": at.need, "batch": at.batch, "least": at.least,
        "partner": at.partner, "thing": at.thing, "coming": at.coming, "back": at.back, "drawn": at.drawn,
        "luck": at.luck, "viewer": at.viewer, "winner": at.winner,
    }


cdef int position_from_dict(Position* at, dict raw, int seats) except -1:
    """The position of such a dict; the sizes of hands and pile, and the log, are left empty."""
    cdef int i
    memset(at, 0, sizeof(Position))
    for i in range(PLAYERS):
        if i < seats:
            seat_from_dict(&at.seat[i], raw["seat"][i])
            count_from_dict(&at.count[i], seats, raw["count"][i])
    from_list(at.market, KINDS, raw["market"])
    from_list(at.discard, KINDS, raw["discard"])
    from_list(at.pile, KINDS, raw["pile"])
    from_list(at.given, KINDS, raw["given"])
    at.roads, at.knights, at.settlements = raw["roads"], raw["knights"], raw["settlements"]
    from_list(at.events, 2, raw["events"])
    from_list(at.expansions, TYPES, raw["expansions"])
    at.stage, at.turn, at.actor = raw["stage"], raw["turn"], raw["actor"]
    at.start, at.round, at.destiny = raw["start"], raw["round"], raw["destiny"]
    at.left, at.used, at.built, at.laid = raw["left"], raw["used"], raw["built"], raw["laid"]
    at.need, at.batch, at.least, at.partner = raw["need"], raw["batch"], raw["least"], raw["partner"]
    at.thing, at.coming, at.back, at.drawn = raw["thing"], raw["coming"], raw["back"], raw["drawn"]
    at.luck, at.viewer, at.winner = raw["luck"], raw["viewer"], raw["winner"]
    return 0


cdef int fill_rules(Rules* r, dict n) except -1:
    """The numbers and choices in force from the dict of setup.py."""
    cdef int i, k
    for k in range(KINDS):
        r.cards[k] = n["cards"][k]
    for i in range(THINGS):
        for k in range(KINDS):
            r.cost[i][k] = n["cost"][i][k]
    for i in range(TYPES):
        r.points[i], r.expansions[i] = n["points"][i], n["expansions"][i]
    r.events[0], r.events[1] = n["events"]
    r.settlement_points, r.city_points, r.side_points = n["settlement_points"], n["city_points"], n["side_points"]
    r.goal, r.replace, r.robber_limit, r.base_draw = n["goal"], n["replace"], n["robber_limit"], n["base_draw"]
    r.market, r.hand = n["market"], n["hand"]
    r.castle_roads, r.church_knights = n["castle_roads"], n["church_knights"]
    r.roads, r.knights, r.settlements = n["roads"], n["knights"], n["settlements"]
    r.start, r.cap, r.margin_weight = n["start"], n["cap"], n["margin_weight"]
    r.market_day, r.university_each, r.types_limit = n["market_day"], n["university_each"], n["types_limit"]
    r.guild_trade, r.guild_build, r.side_kept = n["guild_trade"], n["guild_build"], n["side_kept"]
    r.end_late, r.end_turn, r.empty_pile_trade = n["end_late"], n["end_turn"], n["empty_pile_trade"]
    r.give_open, r.look_open, r.robber_next = n["give_open"], n["look_open"], n["robber_next"]
    r.empty_hand_trade, r.at_once, r.roadless_library = n["empty_hand_trade"], n["at_once"], n["roadless_library"]
    return 0


cdef int fill_taste(Taste* w, dict n) except -1:
    """The numbers of the heuristics from the dict that tuning.py has."""
    cdef int i
    for i in range(THINGS):
        w.worth[i] = n["worth"][i]
    w.road_trades, w.knight_draws, w.winning = n["road_trades"], n["knight_draws"], n["winning"]
    w.away, w.wanted, w.spare = n["away"], n["wanted"], n["spare"]
    w.stop, w.stop_ready, w.pile, w.pile_more = n["stop"], n["stop_ready"], n["pile"], n["pile_more"]
    w.market, w.market_more, w.fellow, w.fellow_more = n["market"], n["market_more"], n["fellow"], n["fellow_more"]
    w.guild, w.open_hand, w.draw, w.flip = n["guild"], n["open_hand"], n["draw"], n["flip"]
    w.pay_card, w.pay_left, w.prior = n["pay_card"], n["pay_left"], n["prior"]
    return 0
