"""Module 5, exploring: a test for each rule of the digest that it names, on boards that have grown by a few tiles."""
from collections.abc import Sequence

import pytest

from games.packed import codes
from games.world504.notation import legal_texts
from games.world504.setup import new_state
from games.world504.tables import GOODS, KINDS, SIDES

from .positions import Raw, give, loaded, start, tile
from .turns import acting, last_turn, offers, over, play

NOWHERE, = codes("world504", "NOWHERE")
FROM_EXPLORING, = codes("world504", "FROM_EXPLORING")
WATER = KINDS.index("water")


def grow(raw: Raw, q: int, r: int, kind: str) -> int:
    """Lay a tile that is no city at this space, out of its stack; returns its number."""
    t = raw["tiles"]
    raw["tiles"] += 1
    raw["kind"][t], raw["q"][t], raw["r"][t] = KINDS.index(kind), q, r
    raw["stack"][KINDS.index(kind)] -= 1
    for side, (dq, dr) in enumerate(SIDES):
        for other in range(t):
            if (raw["q"][other], raw["r"][other]) == (q + dq, r + dr):
                raw["near"][t][side], raw["near"][other][(side + 3) % 6] = other, t
    return t


def begun(world: str, seats: int = 2) -> Raw:
    """The position at the first turn; on plan 4 only city 1 lies there, on plan 1 cities and waters.

    Who would bid for a capital has the outer city of its seat.
    """
    raw: Raw = start(world, seats).raw()
    for seat in range(seats):
        if raw["owner"][seat]["capital"] == NOWHERE:
            raw["owner"][seat]["capital"] = raw["city_at"][1 + seat]
    return raw


def odds(state) -> dict[str, int]:
    """Explorer tiles by stack."""
    return {kind: n for kind, n in zip(KINDS, state.raw()["turn"]["odds"], strict=True) if n}


def chances(state) -> dict[str, float]:
    assert state.is_chance_node()
    return {KINDS[kind]: chance for kind, chance in state.chance_outcomes()}


def explored(state, kind: str):
    """The die picks this stack."""
    return play(state, f"explored {kind}")


def only(raw: Raw, *kinds: str) -> None:
    """Only these stacks have tiles left, 3 of each."""
    raw["stack"] = [3 if kind in kinds else 0 for kind in KINDS]


# ---- set-up -----------------------------------------------------------------------------------------

@pytest.mark.parametrize(("world", "plan"), [("587", 4), ("572", 1), ("152", 1), ("652", 1), ("685", 4), ("615", 1)])
def test_r5_s_3_r5_s_4_r5_s_10_the_plan_is_1_or_4_by_the_other_pages(world, plan):
    raw = new_state(2, {"world": world}).raw()
    assert raw["tiles"] == (1 if plan == 4 else 5)


def test_r5_s_1_option_errata_the_priority_of_start_money():
    assert [owner["money"] for owner in start("587", 4).raw()["owner"][:4]] == [90, 60, 70, 80]
    for errata, money in (("no", [60, 60, 60]), ("2015", [60, 70, 80])):
        raw = start("517", 3, errata=errata).raw()              # 1.II asks for 60 each at priority V
        assert [raw["owner"][seat]["money"] for seat in raw["order"][:3]] == money


def test_r5_s_2_tiles_wait_in_stacks_by_kind():
    raw = begun("587")
    assert dict(zip(KINDS, raw["stack"], strict=True)) == {
        "city": 9, "meadow": 10, "forest": 9, "field": 8, "mountain": 7, "desert": 6, "water": 11}
    raw = begun("152")                                          # plan 1 has three cities and two waters
    assert (raw["stack"][0], raw["stack"][WATER], raw["tiles"]) == (7, 9, 5)


@pytest.mark.parametrize(("seats", "cities"), [(2, 3), (3, 4), (4, 5)])
def test_r5_s_5_on_plan_1_capitals_are_different_outer_cities_in_reverse_order(seats, cities):
    state = new_state(seats, {"world": "572", "start": "0"})
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    chosen = []
    free = [f"capital city {number}" for number in range(2, cities + 1)]
    while legal_texts(state) == free:
        chosen.append(state.current_player())
        play(state, free.pop())
    assert chosen == list(range(seats))[::-1]


def test_r5_s_7_on_plan_4_all_begin_in_city_1():
    raw = begun("587")
    assert [raw["owner"][seat]["capital"] for seat in (0, 1)] == [raw["city_at"][0]] * 2


def test_r5_s_8_a_new_city_gets_its_four_goods_and_cities_come_in_ascending_number():
    raw = begun("615")
    capital = raw["owner"][0]["capital"]
    land = next(n for n in range(6) if raw["near"][capital][n] == NOWHERE)
    q, r = raw["q"][capital] + SIDES[land][0], raw["r"][capital] + SIDES[land][1]
    grow(raw, q, r, "meadow")
    give(raw, 0, settled=[raw["tiles"] - 1], up=[raw["tiles"] - 1])
    only(raw, "city")
    before, cities = raw["supply"], raw["city_at"].index(NOWHERE)
    state = acting("615", raw)
    play(state, offers(state, "explore")[0])
    after = state.raw()
    assert after["number"][after["tiles"] - 1] == cities + 1
    assert (after["stock"][cities], sum(before) - sum(after["supply"])) == (4, 4)
    assert bin(after["demand"][cities]).count("1") == len(GOODS) - 1


# ---- the explorer tiles -----------------------------------------------------------------------------

def explorers(q: int, r: int, laid: Sequence[tuple[int, int, str]], world: str = "587",
              empty: Sequence[str] = (), privilege: str = "") -> object:
    """World 587, where tiles lie around city 1; the space is explored from the last of them."""
    raw = begun(world)
    for place in laid:
        last = grow(raw, *place)
    for kind in empty:
        raw["stack"][KINDS.index(kind)] = 0
    give(raw, 0, settled=[last], up=[last], privileges=[privilege] if privilege else [])
    state = acting(world, raw)
    return play(state, next(text for text in offers(state, "explore") if text.startswith(f"explore {q},{r} ")))


def test_r5_3d_7_v29_one_tile_to_the_city_two_spaces_to_the_centre():
    raw = begun("587")
    grow(raw, 1, 0, "meadow")
    grow(raw, 2, 0, "desert")
    last = grow(raw, 2, 1, "forest")
    second = grow(raw, 1, 1, "meadow")           # turned into city 2 below: one tile from the space
    raw["kind"][second], raw["number"][second], raw["city_at"][1] = KINDS.index("city"), 2, second
    give(raw, 0, settled=[last], up=[last])
    state = play(acting("587", raw), "explore 3,0 from forest 2,1")
    assert odds(state) == {"city": 1, "water": 2, "meadow": 1, "forest": 1, "field": 1}
    assert chances(state) == pytest.approx({"city": 1 / 6, "water": 1 / 3, "meadow": 1 / 6, "forest": 1 / 6,
                                            "field": 1 / 6})


def test_r5_3d_7_beside_the_central_city_land_takes_all():
    raw = begun("587")
    give(raw, 0, up=[0])
    state = play(acting("587", raw), "explore 1,0 from city 1")
    assert odds(state) == {"meadow": 2, "forest": 1, "field": 1, "mountain": 1, "desert": 1}


def test_r5_3d_7_a_second_share_goes_round_to_stacks_that_have_some():
    state = explorers(2, 0, [(1, 0, "meadow")], empty=["field", "mountain", "desert"])
    assert odds(state) == {"city": 2, "water": 2, "meadow": 1, "forest": 1}


def test_r5_3d_7_u34_empty_stacks_are_skipped():
    state = explorers(2, 0, [(1, 0, "meadow")], empty=["city", "water", "forest"])
    assert odds(state) == {"meadow": 2, "field": 2, "mountain": 1, "desert": 1}


def test_r5_3d_7_u34_without_a_way_over_land_the_city_stack_gets_none():
    raw = begun("587")
    for place in [(1, 0, "water"), (0, 1, "water"), (-1, 1, "water"), (-1, 0, "water"), (0, -1, "water"),
                  (1, -1, "water")]:
        grow(raw, *place)
    last = grow(raw, 2, 0, "meadow")
    give(raw, 0, settled=[last], up=[last])
    state = play(acting("587", raw), "explore 3,0 from meadow 2,0")
    assert odds(state) == {"water": 2, "meadow": 1, "forest": 1, "field": 1, "mountain": 1}


def test_r5_3d_7_only_land_counts_on_the_way_to_the_nearest_city():
    state = explorers(3, 0, [(1, 0, "water"), (2, -1, "meadow"), (1, -1, "meadow"), (2, 0, "meadow")])
    assert odds(state)["city"] == 3                 # around the water


def test_r5_3d_6_no_city_beside_a_city_and_no_water_beside_water():
    raw = begun("587")
    grow(raw, 0, 1, "meadow")
    grow(raw, 0, 2, "water")
    last = grow(raw, 1, 1, "meadow")
    give(raw, 0, settled=[last], up=[0, last])
    assert "city" not in odds(play(acting("587", raw), "explore 1,0 from city 1"))
    assert "water" not in odds(play(acting("587", raw), "explore 1,2 from meadow 1,1"))


def test_r5_3d_7_a_space_that_no_stack_can_fill_is_not_explored():
    raw = begun("587")
    give(raw, 0, up=[0])
    only(raw, "city", "water")
    assert offers(acting("587", raw), "explore") == []
    only(raw, "city", "desert")
    assert len(offers(acting("587", raw), "explore")) == 6


def test_r5_3d_8_where_one_stack_has_all_explorer_tiles_no_die_is_asked():
    raw = begun("587")
    give(raw, 0, up=[0, 0])
    only(raw, "desert")
    state = play(acting("587", raw), "explore 1,0 from city 1")
    assert not state.is_chance_node()
    assert state.raw()["kind"][1] == KINDS.index("desert")


def test_r5_3d_8_the_same_die_falls_for_the_same_space():
    seen = set()
    for seed in range(40):
        raw = begun("587")
        give(raw, 0, up=[0, 0])
        first = play(acting("587", raw), "explore 1,0 from city 1")
        kind = first.keyed_chance(seed)
        other = explored(play(acting("587", raw), "explore -1,0 from city 1"), "desert")
        later = play(other, "explore 1,0 from city 1")
        assert later.keyed_chance(seed) == kind
        seen.add(kind)
    assert len(seen) == 5


def test_r5_3d_9_on_plan_1_only_spaces_within_four_of_the_central_city():
    raw = begun("578")
    raw["kind"][raw["near"][0][0]] = KINDS.index("meadow")
    for q in (3, 4):
        last = tile(raw, q, 0) if any((raw["q"][t], raw["r"][t]) == (q, 0) for t in range(raw["tiles"])) \
            else grow(raw, q, 0, "meadow")
    give(raw, 0, settled=[last], up=[last])
    spaces = [text.split()[1] for text in offers(acting("578", raw), "explore") if "4,0" in text]
    assert "5,0" not in spaces
    assert "5,-1" not in spaces
    assert "4,-1" in spaces


def test_v33_privilege_i_10_moves_an_explorer_tile_to_a_stack_that_has_one():
    state = explorers(2, 0, [(1, 0, "meadow")], empty=["city"], privilege="I(10)")
    assert odds(state)["water"] == 1
    texts = legal_texts(state)
    assert texts[0] == "leave the explorer tiles"
    assert "explorer tile from water to forest" in texts
    assert "explorer tile from water to city" not in texts
    play(state, "explorer tile from water to forest")
    assert odds(state) == {"meadow": 1, "forest": 2, "field": 1, "mountain": 1, "desert": 1}
    assert state.is_chance_node()


# ---- who explores -----------------------------------------------------------------------------------

def test_r5_3d_1_at_top_i_the_explorer_returns_to_the_supply():
    raw = begun("587")
    give(raw, 0, up=[0])
    before = raw["owner"][0]["residents"]
    mine = explored(play(acting("587", raw), "explore 1,0 from city 1"), "field").raw()["owner"][0]
    assert (mine["active"][0], mine["spent"][0], mine["residents"]) == (0, 0, before + 1)


def test_r5_3d_1_at_top_i_water_leaves_it_exhausted():
    state = explorers(2, 0, [(1, 0, "meadow")])
    mine = explored(state, "water").raw()["owner"][0]
    assert (mine["active"][1], mine["spent"][1]) == (0, 1)


def test_r5_3d_2_at_top_ii_the_explorer_stays_exhausted():
    raw = begun("658")
    capital = raw["owner"][0]["capital"]
    give(raw, 0, up=[capital])
    state = acting("658", raw)
    play(state, offers(state, "explore")[0])
    if state.is_chance_node():
        explored(state, "desert")
    mine = state.raw()["owner"][0]
    assert (mine["active"][capital], mine["spent"][capital]) == (0, 1)


@pytest.mark.parametrize("world", ["685", "652", "256"])
def test_r5_3d_3_r5_3d_5_with_2_or_at_top_iii_it_explores_many_spaces_then_returns(world):
    raw = begun(world)
    capital = raw["owner"][0]["capital"]
    give(raw, 0, up=[capital])
    only(raw, "desert")
    before = raw["owner"][0]["residents"]
    state = acting(world, raw)
    spaces = offers(state, "explore")
    play(state, spaces[0])
    assert legal_texts(state)[0] == "done"
    assert offers(state, "explore") == spaces[1:]
    play(state, spaces[1], "done")
    after = state.raw()
    assert after["stack"][KINDS.index("desert")] == 1
    assert (after["owner"][0]["residents"], after["owner"][0]["spent"][capital]) == (before + 1, 0)


@pytest.mark.parametrize(("kinds", "returns"), [(["water"], 0), (["water", "field"], 1), (["field", "water"], 1)])
def test_r5_3d_5_only_water_leaves_it_exhausted(kinds, returns):
    raw = begun("685")
    last = grow(raw, 1, 0, "meadow")
    give(raw, 0, settled=[last], up=[last])
    before = raw["owner"][0]["residents"]
    state = acting("685", raw)
    for kind, space in zip(kinds, ("2,0", "1,1"), strict=False):
        explored(play(state, f"explore {space} from meadow 1,0"), kind)
    play(state, "done")
    mine = state.raw()["owner"][0]
    assert (mine["residents"] - before, mine["spent"][last], mine["active"][last]) == (returns, 1 - returns, 0)


def test_r5_3d_5_it_goes_no_further_where_no_space_is_left():
    raw = begun("685")
    for n, (q, r) in enumerate(SIDES[1:]):
        grow(raw, q, r, ("forest", "field")[n % 2])
    give(raw, 0, up=[0, 0])
    state = explored(play(acting("685", raw), "explore 1,0 from city 1"), "desert")
    assert offers(state, "explore") == []
    assert state.raw()["owner"][0]["active"][0] == 1


# ---- points and tokens ------------------------------------------------------------------------------

def points(state, seat: int = 0) -> int:
    return state.raw()["owner"][seat]["collected"][FROM_EXPLORING]


@pytest.mark.parametrize(("kind", "pile"), [("forest", 2), ("mountain", 2), ("city", 4), ("water", 0)])
def test_r5_3d_10_an_explored_tile_brings_a_point_and_two_or_four_lie_on_it(kind, pile):
    state = explored(explorers(2, 0, [(1, 0, "meadow")]), kind)
    assert points(state) == 1
    assert state.raw()["pile"][2] == pile


def test_r5_3d_11_v30_the_first_settlement_takes_one_point_and_a_harvest_the_last():
    raw = begun("587")
    forest = grow(raw, 1, 0, "forest")
    raw["pile"][forest] = 2
    give(raw, 0, up=[0, 0])
    state = play(acting("587", raw), "step from city 1 to forest 1,0", "step from city 1 to forest 1,0")
    assert (points(state), state.raw()["pile"][forest]) == (1, 1)
    raw = state.raw()
    raw["owner"][0]["down"], raw["owner"][0]["up"] = 0, 1 << forest
    raw["owner"][0]["active"][forest], raw["owner"][0]["spent"][forest] = 1, 0
    state = play(acting("587", raw), "harvest in forest 1,0")
    mine = state.raw()["owner"][0]
    assert (points(state), state.raw()["pile"][forest], mine["active"][forest]) == (2, 0, 0)


def test_r5_3d_11_a_second_settlement_takes_no_point():
    raw = begun("587")
    forest = grow(raw, 1, 0, "forest")
    raw["pile"][forest] = 1
    give(raw, 1, settled=[forest])
    give(raw, 0, up=[0, 0])
    state = play(acting("587", raw), "step from city 1 to forest 1,0")
    assert (points(state), state.raw()["pile"][forest]) == (0, 1)


def test_r5_3d_12_a_city_gives_three_points_to_three_residents():
    raw = begun("587")
    grow(raw, 1, 0, "meadow")
    city = grow(raw, 2, 0, "meadow")
    raw["kind"][city], raw["number"][city], raw["city_at"][1], raw["pile"][city] = KINDS.index("city"), 2, city, 3
    give(raw, 0, settled=[city], up=[city] * 4)
    state = play(acting("587", raw), "harvest in city 2", "harvest in city 2", "harvest in city 2")
    mine = state.raw()["owner"][0]
    assert (points(state), mine["spent"][city]) == (3, 3)
    assert offers(state, "harvest") == []


def test_r5_3d_15_v31_a_token_for_each_explored_tile_and_each_first_settlement():
    raw = begun("658")
    capital = raw["owner"][0]["capital"]
    give(raw, 0, up=[capital] * 3)
    state = acting("658", raw)
    for _ in range(2):
        play(state, offers(state, "explore")[0])
        if state.is_chance_node():
            explored(state, "forest")
    assert state.raw()["owner"][0]["tokens"] == 2
    play(state, offers(state, "step")[0])
    assert state.raw()["owner"][0]["tokens"] == 3


def test_r5_3d_15_a_tile_that_is_settled_brings_no_token():
    raw = begun("658")
    capital = raw["owner"][0]["capital"]
    side = next(n for n in range(6) if raw["near"][capital][n] == NOWHERE)
    land = grow(raw, raw["q"][capital] + SIDES[side][0], raw["r"][capital] + SIDES[side][1], "meadow")
    give(raw, 1, settled=[land])
    give(raw, 0, up=[capital])
    state = acting("658", raw)
    play(state, next(text for text in offers(state, "step") if "to meadow" in text))
    assert state.raw()["owner"][0]["tokens"] == 0


def test_r5_3d_16_a_tile_that_was_left_brings_a_token_again():
    raw = begun("652")
    capital = raw["owner"][0]["capital"]
    side = next(n for n in range(6) if raw["near"][capital][n] == NOWHERE)
    land = grow(raw, raw["q"][capital] + SIDES[side][0], raw["r"][capital] + SIDES[side][1], "meadow")
    next_side = next(n for n in range(6) if raw["near"][land][n] == NOWHERE)
    far = grow(raw, raw["q"][land] + SIDES[next_side][0], raw["r"][land] + SIDES[next_side][1], "field")
    give(raw, 0, settled=[land], up=[land, capital], settlements=0)
    name = f"meadow {raw['q'][land]},{raw['r'][land]}"
    state = acting("652", raw)
    play(state, f"step from {name} to field {raw['q'][far]},{raw['r'][far]}", f"recall settlement from {name}")
    assert state.raw()["owner"][0]["tokens"] == 1
    play(state, next(text for text in offers(state, "step") if text.endswith(f"to {name}")))
    play(state, f"recall settlement from field {raw['q'][far]},{raw['r'][far]}")
    assert state.raw()["owner"][0]["tokens"] == 2


def test_r5_3d_18_terrains_explored_are_counted_by_owner():
    state = explored(explorers(2, 0, [(1, 0, "meadow")], world="562"), "field")
    assert state.raw()["owner"][0]["explored"][KINDS.index("field")] == 1


# ---- who follows ------------------------------------------------------------------------------------

def found_land(world: str, residents: int) -> tuple[object, int, str]:
    """In this world seat 0 has explored a desert from its capital, where so many residents were active."""
    raw = begun(world)
    capital = raw["owner"][0]["capital"]
    give(raw, 0, up=[capital] * residents)
    only(raw, "desert")
    state = acting(world, raw)
    play(state, offers(state, "explore")[0])
    return state, capital, f"follow from city {raw['number'][capital]}"


def test_r5_3d_13_active_neighbours_follow_without_tiring_and_the_first_settles():
    state, capital, move = found_land("358", 4)
    assert legal_texts(state) == ["done", move]
    desert = state.raw()["turn"]["target"]
    play(state, move)
    assert state.raw()["owner"][0]["settled"] >> desert & 1
    play(state, move, move)
    mine = state.raw()["owner"][0]
    assert (mine["active"][desert], mine["spent"][desert], mine["spent"][capital]) == (2, 0, 1)


def test_r5_3d_13_the_explorer_itself_does_not_follow():
    assert offers(found_land("358", 1)[0], "follow") == []
    assert offers(found_land("352", 1)[0], "follow") == []
    state, capital, move = found_land("352", 2)
    assert legal_texts(state) == ["done", move]
    play(state, move)
    assert state.raw()["owner"][0]["active"][capital] == 1
    assert offers(state, "explore")


def test_r5_3d_13_a_settlement_may_be_recalled_for_those_who_follow():
    raw = begun("352")
    capital = raw["owner"][0]["capital"]
    side = next(n for n in range(6) if raw["near"][capital][n] == NOWHERE)
    land = grow(raw, raw["q"][capital] + SIDES[side][0], raw["r"][capital] + SIDES[side][1], "meadow")
    give(raw, 0, settled=[land], up=[land] * 2, settlements=0)
    only(raw, "desert")
    before, name = raw["owner"][0]["residents"], f"meadow {raw['q'][land]},{raw['r'][land]}"
    state = acting("352", raw)
    play(state, next(text for text in offers(state, "explore") if text.endswith(name)), f"follow from {name}",
         f"recall settlement from {name}")
    mine = state.raw()["owner"][0]
    assert mine["residents"] == before + 2              # the settler and the explorer, whose tile was left
    assert mine["settled"] == 1 << state.raw()["tiles"] - 1
    assert not (mine["up"] | mine["down"]) >> land & 1


def test_r5_3d_9_no_limit_on_plan_4():
    raw = begun("587")
    for q in range(1, 8):
        last = grow(raw, q, 0, "meadow")
    give(raw, 0, settled=[last], up=[last])
    assert "explore 8,0 from meadow 7,0" in legal_texts(acting("587", raw))


# ---- income, end, scoring ---------------------------------------------------------------------------

def test_r5_3h_1_v32_eight_tiles_and_six_first_settlements_pay_90():
    raw = begun("658")
    raw["owner"][0]["tokens"] = 14
    state = play(acting("658", raw), "done")
    assert state.raw()["owner"][0]["income"] == 90


@pytest.mark.parametrize(("left", "over"), [(8, False), (7, True)])
def test_r5_e_1_the_game_ends_after_a_round_with_seven_tiles_unexplored(left, over):
    raw = begun("587")
    raw["stack"] = [left, 0, 0, 0, 0, 0, 0]
    assert last_turn("587", raw).is_terminal() == over


def test_r5_f_1_points_are_those_collected():
    raw = begun("586")
    raw["owner"][0]["collected"][FROM_EXPLORING] = 11
    assert loaded("586", raw).scores()[0] == 11


def test_r5_t_1_more_residents_break_a_tie_settlements_do_not():
    raw = begun("586")
    give(raw, 0, settled=[grow(raw, 1, 0, "meadow"), grow(raw, 2, 0, "meadow")], down=[0])
    give(raw, 1, down=[0, 0])
    assert over("586", raw).win_shares() == [0, 1]
