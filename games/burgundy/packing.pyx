"""Structs of this game to and from plain Python numbers, field by field, with C's own range checks."""
from libc.math cimport exp
from libc.stdint cimport uint32_t, uint64_t
from core_ext.bits cimport ring_distance
from core_ext.lists cimport bytes_list, from_list
from games.burgundy.state cimport COLOURS, FIRST_KNOWLEDGE, HEXES, SOURCES, STORAGE, TILE_TYPES, WATCHTOWER, Board, Position, Rules, Seat, Taste
from games.burgundy.names import TILE_NAMES


cdef dict seat_dict(const Seat* s):
    return {
        "filled": s.filled, "open": s.open, "knowledge": s.knowledge, "silver": s.silver, "workers": s.workers,
        "sources": [s.sources[i] for i in range(SOURCES)], "tiles": bytes_list(s.tiles, HEXES),
        "storage": bytes_list(s.storage, 3), "goods": bytes_list(s.goods, 6), "sold": bytes_list(s.sold, 6),
        "dice": bytes_list(s.dice, 2), "board": s.board, "castle": s.castle, "large": s.large, "small": s.small,
    }


cdef int seat_from_dict(Seat* s, dict raw) except -1:
    cdef int i
    s.silver, s.workers = raw["silver"], raw["workers"]
    for i in range(SOURCES):
        s.sources[i] = raw["sources"][i]
    from_list(s.tiles, HEXES, raw["tiles"])
    from_list(s.storage, 3, raw["storage"])
    from_list(s.goods, 6, raw["goods"])
    from_list(s.sold, 6, raw["sold"])
    from_list(s.dice, 2, raw["dice"])
    s.board, s.castle, s.large, s.small = raw["board"], raw["castle"], raw["large"], raw["small"]
    return 0


cdef dict position_dict(const Position* at):
    """Every field by name."""
    return {
        "seat": [seat_dict(&at.seat[i]) for i in range(4)],
        "depot": bytes_list(at.depot, 24), "black": bytes_list(at.black, 8), "goods": bytes_list(at.goods, 36),
        "coming": bytes_list(at.coming, 5), "supply": bytes_list(at.supply, 50), "dark": bytes_list(at.dark, 50),
        "goods_supply": bytes_list(at.goods_supply, 6), "track": bytes_list(at.track, 4),
        "height": bytes_list(at.height, 4), "order": bytes_list(at.order, 4), "stage": at.stage, "phase": at.phase,
        "round": at.round, "turn": at.turn, "actor": at.actor, "cursor": at.cursor, "white": at.white,
        "bought": at.bought, "taking": at.taking, "allowed": at.allowed, "cleared": at.cleared,
        "large": at.large, "small": at.small, "stock": at.stock, "left": bytes_list(at.left, 4),
    }


cdef int position_from_dict(Position* at, dict raw) except -1:
    """The fields of `at` from such a dict; derived ones (filled, open, barred, knowledge, holding, stock, left) are left alone."""
    cdef int i
    for i in range(4):
        seat_from_dict(&at.seat[i], raw["seat"][i])
    from_list(at.depot, 24, raw["depot"])
    from_list(at.black, 8, raw["black"])
    from_list(at.goods, 36, raw["goods"])
    from_list(at.coming, 5, raw["coming"])
    from_list(at.supply, 50, raw["supply"])
    from_list(at.dark, 50, raw["dark"])
    from_list(at.goods_supply, 6, raw["goods_supply"])
    from_list(at.track, 4, raw["track"])
    from_list(at.height, 4, raw["height"])
    from_list(at.order, 4, raw["order"])
    at.stage, at.phase, at.round, at.turn = raw["stage"], raw["phase"], raw["round"], raw["turn"]
    at.actor, at.cursor, at.white, at.bought = raw["actor"], raw["cursor"], raw["white"], raw["bought"]
    at.taking, at.allowed, at.cleared = raw["taking"], raw["allowed"], raw["cleared"]
    at.large, at.small = raw["large"], raw["small"]
    return 0


cdef int fill_board(Board* b, dict printed, near) except -1:
    """One duchy from its colours and die numbers; regions by flood fill."""
    cdef int hex, other, face, steps
    cdef uint64_t region
    from_list(b.colour, HEXES, printed["colour"])
    from_list(b.die, HEXES, printed["die"])
    for hex in range(HEXES):
        b.of_colour[b.colour[hex]] |= <uint64_t>1 << hex
        members, edge = {hex}, [hex]
        while edge:
            for other in near[edge.pop()]:
                if b.colour[other] == b.colour[hex] and other not in members:
                    members.add(other)
                    edge.append(other)
        region = sum(1 << h for h in members)
        if len(members) > 8:
            raise ValueError(f"a region of {len(members)} spaces; the heuristics know of 8")
        b.region[hex], b.size[hex], b.row[hex] = region, len(members), 9 * len(members)
        for face in range(1, 7):
            for steps in range(4):
                if ring_distance(face, b.die[hex]) <= steps:
                    b.within[face][steps] |= <uint64_t>1 << hex
    return 0


cdef int fill_rules(Rules* r, dict n) except -1:
    """The Rules struct from the dict that setup.py makes."""
    cdef int i, face, steps
    for i in range(1, 10):
        fill_board(&r.board[i], n["boards"][i], n["near"])
    for i in range(HEXES):
        r.near[i] = sum(1 << h for h in n["near"][i])
    for face in range(1, 7):
        for steps in range(4):
            for i in range(6):
                if ring_distance(face, i + 1) <= steps:
                    r.slots_within[face][steps] |= <uint32_t>0xF << (4 * i)
                    r.goods_within[face][steps] |= 1 << i
    from_list(r.slot_colour, 24, n["slot_colour"])
    from_list(r.slot_active, 24, n["slot_active"])
    from_list(r.supply, 50, n["supply"])
    from_list(r.dark, 50, n["dark"])
    from_list(r.pays_for, 27, n["pays_for"])
    from_list(r.given_board, 4, n["given_board"])
    from_list(r.given_castle, 4, n["given_castle"])
    for i in range(27):
        r.tile[i] = n["tile"][i]
        r.live |= <uint32_t>(r.tile[i] != 0) << i
        if r.pays_for[i]:
            r.payers[r.pays_for[i]] |= <uint32_t>1 << i
    for i in range(4):
        r.start_workers[i] = n["start_workers"][i]
    for i in range(5):
        r.phase_points[i] = n["phase_points"][i]
    for i in range(HEXES + 1):
        r.region_points[i] = n["region_points"][i]
    r.mine_slot, r.mine_phases, r.twins, r.black_slots = n["mine_slot"], n["mine_phases"], n["twins"], n["black_slots"]
    r.goods_copies, r.start_silver, r.purchase = n["goods_copies"], n["start_silver"], n["purchase"]
    r.workers, r.sale_silver, r.boarding_workers = n["workers"], n["sale_silver"], n["boarding_workers"]
    r.bank_silver, r.watchtower_points, r.mine_silver = n["bank_silver"], n["watchtower_points"], n["mine_silver"]
    r.large_bonus, r.small_bonus, r.sold_goods = n["large_bonus"], n["small_bonus"], n["sold_goods"]
    r.end_goods, r.end_silver, r.end_workers = n["end_goods"], n["end_silver"], n["end_workers"]
    r.basic_castle = n["basic_castle"]
    r.left_out = n["left_out"]
    for i in range(len(n["gifts"])):
        gift = n["gifts"][i]
        r.gift_knowledge[i] = gift["knowledge"]
        from_list(r.gift_tiles[i], STORAGE, gift["tiles"])
        r.gift_points[i], r.gift_silver[i], r.gift_workers[i] = gift["points"], gift["silver"], gift["workers"]
    r.start, r.choose_boards, r.secret, r.distinct = n["start"], n["choose_boards"], n["secret"], n["distinct"]
    r.castle_scores, r.buy_discard, r.free_discard = n["castle_scores"], n["buy_discard"], n["free_discard"]
    r.empty_ship_depot, r.tile5_one, r.tile5_joint = n["empty_ship_depot"], n["tile5_one"], n["tile5_joint"]
    r.tile8_widens_free, r.free_adds, r.pass_die = n["tile8_widens_free"], n["free_adds"], n["pass_die"]
    r.buy_anytime, r.margin_weight = n["buy_anytime"], n["margin_weight"]
    from_list(r.rivalry, len(n["rivalry"]), n["rivalry"])
    r.rivals = min(n["rivalry"]) == 1
    r.usual_points = n["usual_points"]
    from_list(r.usual_worth, 26, n["usual_worth"])
    return 0


cdef int fill_taste(Taste* w, const Rules* r, dict n) except -1:
    """The numbers of the heuristics from the dict that tuning.py has, and the tables that follow from them."""
    w.sharpness, w.prior, w.pace, w.horizon, w.blur = n["sharpness"], n["prior"], n["pace"], n["horizon"], n["blur"]
    w.opens, w.bonus, w.place, w.animal_next = n["opens"], n["bonus"], n["place"], n["animal_next"]
    w.mine_each, w.tile_points, w.ship_goods, w.ahead = n["mine_each"], n["tile_points"], n["ship_goods"], n["ahead"]
    w.warehouse, w.city_hall, w.offer = n["warehouse"], n["city_hall"], n["offer"]
    w.clear_same, w.clear_new, w.load = n["clear_same"], n["clear_new"], n["load"]
    w.take, w.take_share, w.take_none, w.take_rival = n["take"], n["take_share"], n["take_none"], n["take_rival"]
    w.take_soon, w.take_late, w.take_spaces = n["take_soon"], n["take_late"], n["take_spaces"]
    w.take_free, w.discard = n["take_free"], n["discard"]
    w.workers, w.worker_end, w.turn = n["workers"], n["worker_end"], n["turn"]
    w.sell, w.sell_each, w.sell_full, w.silver_end = n["sell"], n["sell_each"], n["sell_full"], n["silver_end"]
    w.buy, w.finish, w.decline = n["buy"], n["finish"], n["decline"]
    w.castle_near, w.castle_size = n["castle_near"], n["castle_size"]
    from_list(w.share, 6, n["share"])
    from_list(w.phase_share, 6, n["phase_share"])
    from_list(w.take_full, 4, n["take_full"])
    from_list(w.worker, 5, n["worker"])
    from_list(w.silver, 4, n["silver"])
    fill_effects(w, n["early"], n["late"])
    fill_regions(w, r)
    return 0


cdef int fill_effects(Taste* w, early, late) except -1:
    """From its worth in the first round to that in the last, along a straight line; all animals have one number."""
    cdef int tile, t
    cdef float first, last
    for tile in range(1, TILE_TYPES):
        name = TILE_NAMES[tile] if tile <= WATCHTOWER or tile >= FIRST_KNOWLEDGE else "animals"
        first, last = early[name], late[name]
        for t in range(25):
            w.effect[t][tile] = (first * (24 - t) + last * t) / 24
    return 0


cdef void fill_regions(Taste* w, const Rules* r) noexcept:
    """A share of what the region will bring if it is finished at this pace, times how likely that still is."""
    cdef int t, size, left, k
    cdef double end, likely
    for t in range(25):
        for left in range(1, 9):
            k = left - 1 if left < 6 else 5
            end = t + (left - 1) * w.pace
            likely = 1 if left == 1 else 1 / (1 + exp((end - w.horizon) / w.blur))
            for size in range(left, 9):
                w.fill[t][size][left] = <float>(likely * (w.share[k] * r.region_points[size]
                                                + w.phase_share[k] * r.phase_points[<int>end // 5 if end < 25 else 4]))
