"""The common frame of all worlds: a test for each of its rules (G) that a program can follow."""
from collections import Counter
from random import Random
from typing import Any

import pytest

from games.api import InputError
from games.packed import codes
from games.world504.boards import parts
from games.world504.conditions import atoms_of, worlds
from games.world504.notation import legal_texts, position_from_json, position_to_json
from games.world504.phases import phases
from games.world504.setup import new_state
from games.world504.tables import KINDS, RULES

from .positions import Raw, board, enter, give, lay, loaded, make, name, plain, stage, start
from .turns import acting, next_turn, offers, play

NOWHERE, WATER = codes("world504", "NOWHERE WATER")
PLAYED = [world for world in worlds() if not set(world) & set("49")]
EXAMPLES = ("867", "123", "618", "352", "275", "586", "731")     # all modules, plans and ways to find an order


def played(world: str, seats: int, turns: int) -> list[Raw]:
    """The positions at the beginning of each turn, everybody taking what is first; chance does likewise."""
    state, found = new_state(seats, {"world": world, "start": "1"}), []
    before = None
    while len(found) < turns and not state.is_terminal():
        raw = state.raw()
        turn = raw["round"], raw["place"], raw["actor"], raw["phase"] >= 48
        if raw["phase"] >= 48 and turn != before:
            found.append(raw)
            before = turn
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    return found


# ---- worlds -----------------------------------------------------------------------------------------

def test_g1_each_order_of_three_modules_is_a_world_for_two_to_four():
    assert len(PLAYED) == 7 * 6 * 5
    for seats in (2, 3, 4):
        assert new_state(seats, {"world": "867"}).rules_in_force()["seats"] == seats
    goals = {start(world).rules_in_force()["goal"] for world in ("123", "231", "312", "586", "687", "768", "867")}
    assert len(goals) == 7
    assert start("867").rules_in_force()["income"] == codes("world504", "INCOME_ROADS")[0]
    assert start("687").rules_in_force()["income"] == codes("world504", "INCOME_SALES")[0]


def test_g1a_only_pages_at_their_positions_apply_and_boxes_that_name_another_module():
    houses = [world for world in ("867", "687", "678") if start(world).rules_in_force()["houses"]]
    assert houses == ["867", "687"]
    assert [start(world).rules_in_force()["link_deserts"] for world in ("368", "367")] == [0, 1]


@pytest.mark.parametrize(("world", "plan", "money", "order"), [
    ("867", 5, [60, 70, 80, 90], "CLOCKWISE"),                  # nothing better than priorities IV and VI
    ("167", 3, [60, 60, 60, 60], "CLOCKWISE"),                  # plan 3 at III, money at V
    ("176", 3, [60, 70, 80, 90], "CLOCKWISE"),                  # money of 7.II at III
    ("763", 5, [80, 90, 100, 110], "BY_POINTS"),                # 20 more in any case
    ("163", 3, [80, 80, 80, 80], "CLOCKWISE"),
    ("368", 5, [90, 90, 90, 90], "BY_INCOME"),                  # order at I, money at II
    ("738", 3, [90, 90, 90, 90], "BY_POINTS"),                  # the order at I before that at II
    ("517", 1, [60, 60, 60, 60], "CLOCKWISE")])
def test_g2_the_smallest_priority_decides(world, plan, money, order):
    state = new_state(4, {"world": world, "start": "1"})
    rules = state.rules_in_force()
    assert (rules["plan"], rules["order"]) == (plan, codes("world504", order)[0])
    assert [sum_paid + rules["money_more"] for sum_paid in rules["start_money"][:4]] == money


def test_g3_privileges_go_before_all_rules():
    raw, (capital, forest) = board("683", "forest")
    give(raw, 0, up=[capital], privileges=["I(9)", "II(8)"])
    assert offers(acting("683", raw), "road") != []             # one resident, where three are asked for
    raw["owner"][0]["privileges"] = 0
    assert offers(acting("683", raw), "road") == []


# ---- pieces -----------------------------------------------------------------------------------------

def test_g5_each_owner_has_one_headquarters_in_its_capital():
    for world in EXAMPLES[:3]:
        for raw in played(world, 3, 7):
            for owner in raw["owner"][:3]:
                assert raw["number"][owner["capital"]] > 0
                assert owner["settled"] >> owner["capital"] & 1 == 0
            assert [owner["capital"] for owner in raw["owner"][3:]] == [NOWHERE] * 2


@pytest.mark.parametrize(("seats", "pieces"), [(2, 30), (3, 25), (4, 20)])
def test_g6a_residents_and_settlements_by_seats(seats, pieces):
    for owner in start("867", seats).raw()["owner"][:seats]:
        assert (owner["residents"], owner["settlements"]) == (pieces, pieces)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_g6b_without_residents_20_settlements(seats):
    for owner in start("213", seats).raw()["owner"][:seats]:
        assert (owner["residents"], owner["settlements"]) == (0, 20)


@pytest.mark.parametrize(("world", "residents"), [("368", 29), ("638", 29), ("768", 29), ("683", 30), ("315", 0)])
def test_g6c_u40_the_order_of_a_round_takes_a_resident_where_there_are_any(world, residents):
    assert [owner["residents"] for owner in new_state(2, {"world": world}).raw()["owner"][:2]] == [residents] * 2


@pytest.mark.parametrize("world", EXAMPLES)
def test_g7_there_are_61_tiles(world):
    raw = start(world).raw()
    laid = Counter(KINDS[kind] for kind in raw["kind"][:raw["tiles"]])
    left = {kind: raw["stack"][n] + laid[kind] for n, kind in enumerate(KINDS)}
    assert left == RULES["tiles"]
    assert sum(left.values()) == 61


def test_g7_the_spare_waters_are_drawn_first_and_then_tiles_by_what_is_left():
    state = new_state(2, {"world": "867", "start": "1"})
    assert stage(state) == "waters"
    play(state, legal_texts(state)[5])
    assert stage(state) == "tile"
    left = {"meadow": 10, "forest": 9, "field": 8, "mountain": 7, "desert": 6}
    assert {KINDS[kind]: chance for kind, chance in state.chance_outcomes()} == pytest.approx(
        {kind: count / 40 for kind, count in left.items()})
    play(state, "tile forest")
    assert dict(state.chance_outcomes())[KINDS.index("forest")] == pytest.approx(8 / 39)
    raw = state.raw()
    first, second = [t for t in range(raw["tiles"]) if raw["kind"][t] == len(KINDS)][:2]
    assert (raw["r"][first], raw["q"][first]) < (raw["r"][second], raw["q"][second])         # row by row


def waters(world: str) -> tuple[set[frozenset[tuple[int, int]]], Raw, dict[str, Any]]:
    """The pairs of spaces that the spare waters may take."""
    state = new_state(2, {"world": world, "start": "1"})
    rules = state.rules_in_force()
    spaces = [(rules["cell_q"][cell], rules["cell_r"][cell]) for cell in rules["free_cell"][:rules["free_cells"]]]
    chances = state.chance_outcomes()
    assert len({round(chance, 12) for _, chance in chances}) == 1
    return {frozenset((spaces[pair // 61], spaces[pair % 61])) for pair, _ in chances}, state.raw(), rules


def test_g7_on_plan_3_no_spare_water_joins_a_single_one_to_the_lake():
    pairs, raw, _ = waters("167")
    lakes = parts({(raw["q"][t], raw["r"][t]) for t in range(61) if raw["kind"][t] == WATER})
    big = max(lakes, key=len)
    singles = [lake for lake in lakes if lake is not big]
    assert (len(big), [len(lake) for lake in singles]) == (5, [1] * 4)
    free = {(raw["q"][t], raw["r"][t]) for t in range(61) if raw["kind"][t] == len(KINDS)}
    for a in free:
        for b in free - {a}:
            after = parts(set().union(*lakes) | {a, b})
            lake = next(part for part in after if big <= part)
            assert (frozenset((a, b)) in pairs) == (not any(single <= lake for single in singles))


def test_g7_on_plan_5_no_spare_waters_cut_off_a_corner():
    pairs, raw, _ = waters("867")
    dry = {(raw["q"][t], raw["r"][t]) for t in range(61) if raw["kind"][t] != WATER}
    free = {(raw["q"][t], raw["r"][t]) for t in range(61) if raw["kind"][t] == len(KINDS)}
    for a in free:
        for b in free - {a}:
            assert (frozenset((a, b)) in pairs) == (len(parts(dry - {a, b})) == 1)
    assert 0 < len(pairs) < len(free) * (len(free) - 1) / 2


@pytest.mark.parametrize(("world", "tiles"), [("586", 1), ("152", 5)])
def test_g7_on_plans_1_and_4_only_what_is_drawn_lies_there(world, tiles):
    assert start(world).raw()["tiles"] == tiles


def test_g7a_cities_have_goods_only_where_a_module_asks_for_them():
    for world in EXAMPLES:
        raw = start(world).raw()
        assert any(raw["demand"]) == (world in ("123", "618"))
        assert any(raw["stock"]) == (world == "123")


# ---- the course -------------------------------------------------------------------------------------

@pytest.mark.parametrize(("seats", "seat"), [(2, 1), (3, 0), (4, 2)])
def test_g8_option_start_gives_a_seat_the_start_card(seats, seat):
    state = new_state(seats, {"world": "867", "start": str(seat)})
    while state.is_chance_node():
        assert stage(state) != "start-seat"
        state.apply_action(state.chance_outcomes()[0][0])
    assert state.raw()["order"][:seats] == [(seat + place) % seats for place in range(seats)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_g8_clockwise_worlds_keep_their_order(seats):
    state = new_state(seats, {"world": "867"})
    while stage(state) != "start-seat":
        state.apply_action(state.chance_outcomes()[0][0])
    assert state.chance_outcomes() == [(seat, pytest.approx(1 / seats)) for seat in range(seats)]
    turns = played("867", seats, 3 * seats)
    first = turns[0]["start"]
    assert [raw["actor"] for raw in turns] == [(first + n) % seats for n in range(3 * seats)]


def test_g8_round_based_worlds_find_an_order_in_each_round():
    turns = played("768", 2, 4)
    assert [raw["order"][:2] for raw in turns] == [[0, 1], [0, 1], [1, 0], [1, 0]]


@pytest.mark.parametrize("world", EXAMPLES)
def test_g10_an_owner_has_its_whole_turn_before_the_next(world):
    state, choice = new_state(2, {"world": world, "start": "1"}), Random(504)
    seen: list[tuple[int, int, int]] = []
    while state.raw()["round"] < 3 and not state.is_terminal():
        raw = state.raw()
        if raw["phase"] // 24 == 2:
            seen.append((raw["round"], raw["place"], raw["phase"]))
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node()
                           else choice.choice(state.legal_actions()))
    assert seen == sorted(seen)
    assert len({turn[:2] for turn in seen}) >= 2


def test_g10_the_phases_of_a_turn_come_in_this_order():
    order = ["take-neutral", "move-capital", "share-deals", "buy-privilege", "upgrade", "recruit", "residents",
             "trolley", "factories", "fights", "income", "score-card"]
    for world in worlds():
        found = phases(atoms_of(world))["turn"]
        assert found == [phase for phase in order if phase in found]
        assert "income" in found


def test_g12_owners_share_tiles_and_ignore_each_other():
    raw, (capital, a, b) = board("267", "meadow", "field")
    give(raw, 0, up=[a] * 2)
    raw["owner"][0]["settled"] = 1 << a
    give(raw, 1, settled=[a, b], down=[a] * 7 + [b] * 7)
    state = play(acting("267", raw), f"step from {name(raw, a)} to {name(raw, b)}")
    assert state.raw()["owner"][0]["settled"] == 1 << a | 1 << b
    assert state.raw()["owner"][1] == raw["owner"][1]
    give(raw, 1, down=[capital])                                # no comrade of seat 0's: it does not hurry
    assert offers(acting("267", raw), "run") == []


def test_g13_headquarters_and_settlements_stay_where_they_are():
    state, before = start("867"), {0: 0, 1: 0}
    capitals = [owner["capital"] for owner in state.raw()["owner"]]
    while state.raw()["round"] < 6:
        owners = state.raw()["owner"]
        assert [owner["capital"] for owner in owners] == capitals
        for seat in (0, 1):
            assert before[seat] & ~owners[seat]["settled"] == 0
            before[seat] = owners[seat]["settled"]
        state.apply_action(state.weighted_action(504, 0))
    assert min(settled.bit_count() for settled in before.values()) >= 5
    raw, (capital, a) = board("867", "meadow")
    give(raw, 0, up=[capital])
    mine = play(acting("867", raw), f"step from {name(raw, capital)} to {name(raw, a)}").raw()["owner"][0]
    assert (mine["settled"], mine["capital"]) == (1 << a, capital)


def test_g14_u24_seven_on_a_tile_and_nine_in_the_capital():
    raw, (capital, a) = board("267", "meadow")
    give(raw, 0, up=[capital] * 9, down=[a] * 6)
    move = f"run from {name(raw, capital)}"
    state = play(acting("267", raw), move, f"run to {name(raw, a)}")
    assert move not in legal_texts(state)                       # seven are there
    raw, (capital, a) = board("267", "meadow")
    give(raw, 0, up=[a] * 2, down=[capital] * 8)
    move = f"run from {name(raw, a)}"
    state = play(acting("267", raw), move, f"run to {name(raw, capital)}")
    assert move not in legal_texts(state)


def test_g14_no_step_leads_on_to_a_full_tile():
    for residents, may in ((6, True), (7, False)):
        raw, (capital, a) = board("176", "meadow")
        give(raw, 0, up=[capital], down=[a] * residents)
        steps = offers(acting("176", raw), "step")
        assert (f"step from {name(raw, capital)} to {name(raw, a)}" in steps) == may


def test_g14_u24_option_full_tiles_lets_residents_run_through_a_full_tile():
    raw, (capital, a, b) = board("267", "meadow", "field")
    lay(raw, 0, capital, a)
    lay(raw, 0, a, b)
    give(raw, 0, up=[capital], down=[a] * 7)
    assert offers(acting("267", raw), "run") == []
    state = play(acting("267", raw, full_tiles="open"), f"run from {name(raw, capital)}")
    assert legal_texts(state) == [f"run to {name(raw, b)}"]


def test_g15_g19_g23_all_stand_up_after_the_purchase_and_lie_down_after_their_phase():
    raw, (capital, a) = board("267", "meadow")
    give(raw, 0, down=[capital, a, a], money=10)
    give(raw, 1, down=[a])
    state = play(enter("267", raw, "recruit"), f"recruit in {name(raw, a)}")
    mine = state.raw()["owner"][0]
    assert (stage(state), mine["active"][capital], mine["active"][a], mine["down"]) == ("act", 1, 3, 0)
    assert state.raw()["owner"][1]["spent"][a] == 1             # only those of the acting owner
    mine = play(state, "done").raw()["owner"][0]
    assert (mine["spent"][capital], mine["spent"][a], mine["up"]) == (1, 3, 0)


def test_g16_u44_what_is_nobodys_goes_to_the_next_in_order_with_a_settlement_there():
    raw, (capital, a) = board("827", "meadow")
    raw["plant"][a] = 1 + 8 * 7
    give(raw, 1, settled=[a])
    both = next_turn("827", raw, actor=0)
    assert both.raw()["plant"][a] == 1                          # seat 0's turn comes first
    raw["plant"][a] = 1 + 8 * 1
    assert next_turn("827", raw, actor=0).raw()["plant"][a] == 9        # it has an owner


# ---- 3C: new residents ------------------------------------------------------------------------------

def recruits(raw: Raw, t: int, world: str = "867") -> int:
    """How many new residents seat 0 can place on a tile, with money for all."""
    give(raw, 0, money=300)
    state = enter(world, raw, "recruit")
    move, placed = f"recruit in {name(raw, t)}", 0
    while stage(state) == "buy-resident" and move in legal_texts(state):
        play(state, move)
        placed += 1
    return placed


def test_g11_g17_a_resident_costs_10_mark_and_comes_out_of_the_supply():
    raw = start("867").raw()
    capital = raw["owner"][0]["capital"]
    give(raw, 0, money=29)
    state = play(enter("867", raw, "recruit"), f"recruit in {name(raw, capital)}", f"recruit in {name(raw, capital)}")
    mine = state.raw()["owner"][0]
    assert (mine["money"], mine["residents"], stage(state)) == (9, raw["owner"][0]["residents"] - 2, "act")
    give(raw, 0, residents=3)
    assert recruits(raw, capital) == 3


def test_ii_4_a_resident_costs_8_mark():
    raw = start("863").raw()
    give(raw, 0, money=24, privileges=["II(4)"])
    state = enter("863", raw, "recruit")
    for _ in range(3):
        play(state, f"recruit in {name(raw, raw['owner'][0]['capital'])}")
    assert state.raw()["owner"][0]["money"] == 0
    assert stage(state) != "buy-resident"


@pytest.mark.parametrize(("exhausted", "new"), [(1, 2), (0, 1), (2, 3), (4, 3), (7, 0)])
def test_g18_v8_v9_v11_on_a_tile_as_many_new_ones_as_pieces_and_seven_in_all(exhausted, new):
    raw, (_, forest) = board("867", "forest")
    give(raw, 0, down=[forest] * exhausted)
    assert recruits(raw, forest) == new


@pytest.mark.parametrize(("exhausted", "new"), [(3, 6), (0, 9), (9, 0)])
def test_g18_v10_in_the_capital_nine_in_all(exhausted, new):
    raw = start("867").raw()
    capital = raw["owner"][0]["capital"]
    give(raw, 0, down=[capital] * exhausted)
    assert recruits(raw, capital) == new


def test_g18_only_own_tiles_take_new_residents_and_tiles_are_named_in_their_order():
    raw, (capital, a) = board("867", "meadow")
    other = make(raw, plain(raw, raw["near"][a], capital), "field")
    give(raw, 1, settled=[other])
    give(raw, 0, money=100)
    state = enter("867", raw, "recruit")
    first, last = sorted((capital, a))
    assert legal_texts(state) == ["done", f"recruit in {name(raw, first)}", f"recruit in {name(raw, last)}"]
    assert f"recruit in {name(raw, first)}" not in legal_texts(play(state, f"recruit in {name(raw, last)}"))


@pytest.mark.parametrize(("exhausted", "new"), [(0, 2), (2, 4), (6, 1)])
def test_i_1_v12_one_new_resident_more_a_tile(exhausted, new):
    raw, (_, forest) = board("863", "forest")
    give(raw, 0, down=[forest] * exhausted, privileges=["I(1)"])
    assert recruits(raw, forest, "863") == new


# ---- 3D: residents ----------------------------------------------------------------------------------

def test_g20_each_active_resident_acts_once():
    raw, (capital, a) = board("867", "meadow")
    give(raw, 0, up=[a, capital])
    state = play(acting("867", raw), f"plant on {name(raw, a)}")
    assert (state.raw()["owner"][0]["active"][a], state.raw()["owner"][0]["spent"][a]) == (0, 1)
    assert not [text for text in legal_texts(state) if f" from {name(raw, a)}" in text]


def test_ii_11_once_a_turn_a_resident_acts_twice():
    raw, (capital, a) = board("863", "meadow")
    give(raw, 0, up=[a, capital], privileges=["II(11)"])
    state = play(acting("863", raw), f"plant on {name(raw, a)}", f"again in {name(raw, a)}")
    assert state.raw()["owner"][0]["active"][a] == 1
    play(state, f"step from {name(raw, a)} to {name(raw, capital)}")
    assert offers(state, "again") == []


def test_ii_11_r5_3d_14_who_comes_exhausted_with_a_field_has_not_acted():
    raw = start("453").raw()
    capital = raw["owner"][0]["capital"]
    give(raw, 0, up=[capital] * 2, privileges=["II(11)"])
    state = acting("453", raw)
    play(state, offers(state, "explore")[0], "explored field")
    field = name(state.raw(), state.raw()["tiles"] - 1)
    assert state.raw()["owner"][0]["spent"][raw["tiles"]] == 1
    assert offers(state, "again") == []
    document = position_to_json(state)
    assert document["turn"]["idle"] == {field: 1}
    assert position_from_json(document, trust=True).raw() == state.raw()
    document["turn"]["idle"] = {field: 2}
    with pytest.raises(InputError, match="turn.idle: found 2 in field .*, expected at most 1"):
        position_from_json(document, trust=True)
    play(state, f"step from {name(raw, capital)} to {field}")   # who lies there now has acted
    assert offers(state, "again") == [f"again in {field}"]
    play(state, f"again in {field}", f"step from {field} to {name(raw, capital)}")
    assert offers(state, "again") == []


def test_g21_a_step_leads_to_a_neighbour_never_on_to_water_and_settles_new_land():
    raw, (capital, a, b) = board("867", "meadow", "field")
    raw["owner"][0]["settled"] = 1 << a
    sea = make(raw, plain(raw, raw["near"][a], capital, b), "water")
    give(raw, 0, up=[a] * 2, money=0)
    state = acting("867", raw)
    steps = offers(state, "step")
    assert f"step from {name(raw, a)} to {name(raw, sea)}" not in steps
    assert all(any(text.endswith(f" to {name(raw, t)}") for t in raw["near"][a] if t != NOWHERE) for text in steps)
    mine = play(state, f"step from {name(raw, a)} to {name(raw, b)}").raw()["owner"][0]
    before = raw["owner"][0]
    assert mine["settled"] == 1 << a | 1 << b
    assert (mine["settlements"], mine["residents"]) == (before["settlements"] - 1, before["residents"] + 1)
    assert (mine["active"][b], mine["spent"][b]) == (0, 0)


def test_g21_on_an_own_tile_it_lies_exhausted():
    raw, (capital, a) = board("867", "meadow")
    give(raw, 0, up=[a] * 2)
    mine = play(acting("867", raw), f"step from {name(raw, a)} to {name(raw, capital)}").raw()["owner"][0]
    assert (mine["spent"][capital], mine["settled"], mine["settlements"]) == (
        1, raw["owner"][0]["settled"], raw["owner"][0]["settlements"])


def test_g21_u25_without_a_settlement_in_supply_no_new_land_is_entered():
    raw, (capital, a, b) = board("867", "meadow", "field")
    raw["owner"][0]["settled"] = 1 << a
    give(raw, 0, up=[a] * 2, settlements=0)
    assert offers(acting("867", raw), "step") == [f"step from {name(raw, a)} to {name(raw, capital)}"]


def test_g22_other_actions_come_from_modules():
    words = {}
    for world in ("867", "586", "627", "271"):
        raw = start(world).raw()
        capital = raw["owner"][0]["capital"]
        give(raw, 0, up=[capital] * 3)
        beside = next((t for t in raw["near"][capital] if t != NOWHERE and not raw["number"][t]), None)
        if beside is not None:
            make(raw, beside, "meadow")
            give(raw, 0, settled=[beside], up=[beside])
        raw["pile"][capital] = 1
        words[world] = {text.split()[0] for text in legal_texts(acting(world, raw))}
    assert words["867"] == {"done", "plant", "road", "step"}
    assert words["586"] == {"done", "explore", "harvest"}
    assert words["627"] == {"done", "road", "step"}
    assert words["271"] == {"done", "step"}


# ---- money and worlds without residents -------------------------------------------------------------

def test_g28_money_is_open():
    raw = start("867").raw()
    give(raw, 1, money=70)
    richer = start("867").raw()
    give(richer, 1, money=71)
    states = loaded("867", raw), loaded("867", richer)
    assert not any(state.hides for state in states)
    assert states[0].information_state_key(0) != states[1].information_state_key(0)


def test_g31_g31a_37_worlds_have_no_residents_and_g31b_13_of_them_use_some_as_markers():
    without = [world for world in worlds() if "NR" in atoms_of(world)]
    assert len(without) == 37
    assert sum("2.I" in atoms_of(world) or "2.II" in atoms_of(world) for world in without) == 13
    for world in sorted(set(without) & set(PLAYED)):
        rules = new_state(2, {"world": world}).rules_in_force()
        assert (rules["people"], rules["buy_points"], rules["settlements_each"]) == (0, 1, 20)


@pytest.mark.parametrize("world", ["123", "152", "231", "315"])
def test_g32_without_residents_there_are_no_phases_for_them(world):
    found = phases(atoms_of(world))["turn"]
    assert not set(found) & {"move-capital", "recruit", "residents"}
    assert "trolley" in found
    seen = set()
    state = new_state(2, {"world": world, "start": "1"})
    while state.raw()["round"] < 3:
        seen.add(stage(state))
        for owner in state.raw()["owner"]:
            assert owner["up"] == owner["down"] == 0
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[-1])
    assert "drive" in seen
    assert not seen & {"buy-resident", "act", "new-capital"}
