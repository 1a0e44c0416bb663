"""Module 1, transport: a test for each rule of the digest that it names, on positions of a few tiles.

How trolleys carry, deliver and lay settlements is in test_trolley.py.
"""
from typing import Any

import pytest

from games.packed import codes
from games.world504.notation import legal_texts
from games.world504.setup import new_state
from games.world504.tables import CITY_GOODS, GOODS

from .positions import Raw, board, enter, give, good, lay, line, loaded, make, name, plain, stage, start
from .turns import offers, over, play

NOWHERE, = codes("world504", "NOWHERE")


def choosing(world: str, seats: int = 2) -> Any:
    """A game at the first choice of a capital."""
    state = new_state(seats, {"world": world, "start": "1"})
    while stage(state) != "capital":
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    return state


def points(state: Any) -> float:
    """Movement points left."""
    return float(state.raw()["turn"]["points"] / 2)


def driving(world: str, *kinds: str, **fields: Any) -> tuple[Any, list[str]]:
    """Seat 0's trolley is about to leave its capital along a line of tiles; the state and the names of the tiles."""
    raw = start(world).raw()
    capital = raw["owner"][0]["capital"]
    _, row = line(raw, capital, *kinds)
    give(raw, 0, **fields)
    return enter(world, raw, "trolley"), [name(raw, t) for t in row]


# ---- set-up -----------------------------------------------------------------------------------------

@pytest.mark.parametrize("world", ["168", "618", "681"])
def test_r1_s_1_the_order_is_clockwise(world):
    state = start(world, 4)
    first = state.raw()["start"]
    assert state.raw()["order"][:4] == [(first + place) % 4 for place in range(4)]
    assert state.rules_in_force()["order"] == codes("world504", "CLOCKWISE")[0]


@pytest.mark.parametrize("world", ["168", "618"])
def test_r1_s_2_everybody_has_60_mark(world):
    assert [owner["money"] for owner in start(world, 4).raw()["owner"][:4]] == [60] * 4


def test_r1_s_3_at_top_iii_money_goes_by_the_order():
    for seats, money in ((2, [60, 80]), (3, [60, 70, 80]), (4, [60, 70, 80, 90])):
        raw = start("681", seats).raw()
        assert [raw["owner"][seat]["money"] for seat in raw["order"][:seats]] == money


def test_r1_s_4_at_top_iii_without_residents_the_trolley_has_no_hold():
    raw = start("321").raw()
    assert [owner["holds"] for owner in raw["owner"][:2]] == [0, 0]
    give(raw, 0, money=500, trolley=raw["city_at"][0])
    assert legal_texts(enter("321", raw, "upgrade")) == ["no upgrade", "faster trolley"]
    raw["lying"][raw["city_at"][0]][0] = 1
    assert offers(enter("321", raw, "trolley"), "load") == []
    assert start("681").raw()["owner"][0]["holds"] == 1


@pytest.mark.parametrize("world", ["168", "617"])
def test_r1_s_5_plan_3_and_capitals_of_different_goods_in_reverse_order(world):
    state = choosing(world, 3)
    assert state.rules_in_force()["plan"] == 3
    chosen, goods = [], set()
    while stage(state) == "capital":
        chosen.append(state.current_player())
        allowed = {int(text.split()[-1]) for text in legal_texts(state)}
        assert allowed == {n for n in range(1, 11) if CITY_GOODS[n - 1] not in goods}
        goods.add(CITY_GOODS[max(allowed) - 1])
        play(state, f"capital city {max(allowed)}")
    assert chosen == [0, 2, 1]


def test_r1_s_5_v14_after_ore_wood_and_fish_only_cattle_and_grain_cities_remain():
    state = choosing("168", 4)
    play(state, "capital city 7", "capital city 3", "capital city 10")
    assert legal_texts(state) == [f"capital city {number}" for number in (1, 4, 6, 9)]


def test_r1_s_5_cities_demand_the_other_four_goods_and_offer_four_of_their_own():
    state = choosing("167")
    raw = state.raw()
    assert raw["stock"] == [4] * 10
    for number in range(10):
        assert raw["demand"][number] == 31 - (1 << good(CITY_GOODS[number]))
    box = [11, 10, 10, 9, 8]
    assert raw["supply"] == [box[g] - 4 * CITY_GOODS.count(what) for g, what in enumerate(GOODS)]


def test_r1_s_6_at_top_iii_cities_are_empty_and_city_1_is_the_capital_of_all():
    state = start("681", 3)
    raw = state.raw()
    assert state.rules_in_force()["plan"] == 5
    assert {owner["capital"] for owner in raw["owner"][:3]} == {raw["city_at"][0]}
    assert (raw["stock"], raw["demand"]) == ([0] * 10, [0] * 10)
    raw = start("671").raw()                                    # with plan 3 of 7.II too
    assert (raw["stock"], raw["demand"]) == ([0] * 10, [0] * 10)


def test_r1_s_7_with_5_only_cities_that_lie_have_goods():
    raw = choosing("152").raw()
    assert raw["stock"] == [4, 4, 4] + [0] * 7
    assert [bool(wanted) for wanted in raw["demand"]] == [True] * 3 + [False] * 7
    assert [t != NOWHERE for t in raw["city_at"]] == [True] * 3 + [False] * 7


@pytest.mark.parametrize("world", ["168", "618", "681"])
def test_r1_s_8_with_8_no_goods_lie_on_cities(world):
    raw = start(world).raw()
    assert raw["stock"] == [0] * 10
    assert raw["supply"] == [11, 10, 10, 9, 8]
    assert raw["owner"][0]["hold"] == [0, 0]
    assert (raw["demand"][0] != 0) == (world != "681")


@pytest.mark.parametrize("world", ["167", "671", "123"])
def test_r1_s_9_the_trolley_starts_in_the_capital_with_three_points_and_a_hold(world):
    raw = start(world).raw()
    for owner in raw["owner"][:2]:
        assert (owner["trolley"], owner["holds"]) == (owner["capital"], 1)
    assert points(enter(world, raw, "trolley")) == 3


def test_r1_s_10_one_good_of_the_capital_is_loaded_at_once():
    raw = start("167", 3).raw()
    for owner in raw["owner"][:3]:
        number = raw["number"][owner["capital"]] - 1
        assert owner["hold"] == [1 + good(CITY_GOODS[number]), 0]
        assert raw["stock"][number] == 3
    assert sum(raw["stock"]) == 37


def test_r1_s_11_all_prices_start_at_20():
    state = start("617")
    prices = state.rules_in_force()["prices"]
    assert [prices[step] for step in state.raw()["price"]] == [20] * 5


def test_v13_world_123():
    state = start("123", 3)
    raw, rules = state.raw(), state.rules_in_force()
    assert (rules["plan"], rules["people"]) == (3, 0)
    assert rules["order"] == codes("world504", "CLOCKWISE")[0]
    assert [owner["money"] for owner in raw["owner"][:3]] == [80] * 3
    assert len({CITY_GOODS[raw["number"][owner["capital"]] - 1] for owner in raw["owner"][:3]}) == 3


# ---- 3C: upgrades -----------------------------------------------------------------------------------

def upgraded(world: str, move: str, money: int = 300, **fields: Any) -> Raw:
    """Seat 0 after this upgrade."""
    raw = start(world).raw()
    give(raw, 0, money=money, **fields)
    mine: Raw = play(enter(world, raw, "upgrade"), move).raw()["owner"][0]
    return mine


def test_r1_3c_1_one_upgrade_a_turn_along_three_four_five_and_seven_points():
    raw = start("167").raw()
    for speed, reach in enumerate((3, 4, 5, 7)):
        give(raw, 0, money=300, speed=speed)
        assert points(enter("167", raw, "trolley")) == reach
    state = enter("167", raw, "upgrade")
    assert legal_texts(state) == ["no upgrade", "second hold"]          # nothing is faster than seven
    play(state, "second hold")
    assert stage(state) != "buy-upgrade"
    give(raw, 0, holds=2, speed=1)
    assert legal_texts(enter("167", raw, "upgrade")) == ["no upgrade", "faster trolley"]


def test_r1_3c_2_v1_a_step_costs_50_and_the_second_hold_80():
    raw = start("123").raw()
    give(raw, 0, money=50)
    state = enter("123", raw, "upgrade")
    assert legal_texts(state) == ["no upgrade", "faster trolley"]
    play(state, "faster trolley")
    assert (state.raw()["owner"][0]["money"], points(state)) == (0, 4)
    assert [upgraded("617", move)["money"] for move in ("no upgrade", "faster trolley", "second hold")] == [
        300, 250, 220]
    assert upgraded("617", "second hold")["holds"] == 2
    give(raw, 0, money=49)
    assert stage(enter("123", raw, "upgrade")) == "drive"


def test_r1_3c_3_at_top_iii_a_step_costs_30_and_the_hold_40():
    assert [upgraded("671", move)["money"] for move in ("faster trolley", "second hold")] == [270, 260]


def test_r1_3c_4_at_top_iii_without_residents_a_step_costs_50():
    assert upgraded("321", "faster trolley")["money"] == 250


def test_i_8_each_upgrade_costs_15_less():
    raw = start("167").raw()
    assert [upgraded("163", move, privileges=["I(8)"])["money"] for move in ("faster trolley", "second hold")] == [
        265, 235]
    give(raw, 0, money=35)
    assert stage(enter("167", raw, "upgrade")) != "buy-upgrade"


# ---- 3E: movement -----------------------------------------------------------------------------------

def test_r1_3e_1_a_step_costs_one_point_on_to_a_mountain_two_and_never_on_to_water():
    state, (forest, mountain, field) = driving("167", "forest", "mountain", "field", speed=1)
    play(state, f"drive to {forest}")
    assert points(state) == 3
    play(state, f"drive to {mountain}")
    assert points(state) == 1
    play(state, f"drive to {field}")
    assert points(state) == 0
    assert offers(state, "drive") == []
    state, (water,) = driving("167", "water")
    assert f"drive to {water}" not in offers(state, "drive")


def test_r1_3e_1_one_point_is_not_enough_for_a_mountain_and_lapses():
    state, (a, b, mountain) = driving("167", "meadow", "desert", "mountain")
    play(state, f"drive to {a}", f"drive to {b}")
    assert points(state) == 1
    assert f"drive to {mountain}" not in offers(state, "drive")
    while stage(state) == "drive" and state.current_player() == 0:
        play(state, "done")
    raw = state.raw()
    assert points(enter("167", raw, "trolley")) == 3


def test_r1_3e_9_v2_extra_points_cost_20_50_90_140_200():
    raw = start("123").raw()
    capital = raw["owner"][0]["capital"]
    side, row = line(raw, capital, "meadow")
    give(raw, 0, money=200)
    state = enter("123", raw, "trolley")
    spent = []
    for step in range(8):
        play(state, f"drive to {name(raw, (row[0], capital)[step % 2])}")
        spent.append(200 - state.raw()["owner"][0]["money"])
    assert spent == [0, 0, 0, 20, 50, 90, 140, 200]
    assert offers(state, "drive") == []
    give(raw, 0, money=199)
    state = enter("123", raw, "trolley")
    for step in range(7):
        play(state, f"drive to {name(raw, (row[0], capital)[step % 2])}")
    assert offers(state, "drive") == []


def test_r1_3e_9_points_that_are_bought_together_count_each():
    raw = start("123").raw()
    capital = raw["owner"][0]["capital"]
    _, row = line(raw, capital, "mountain")
    give(raw, 0, money=90)
    state = play(enter("123", raw, "trolley"), f"drive to {name(raw, row[0])}", f"drive to {name(raw, capital)}",
                 f"drive to {name(raw, row[0])}")
    assert state.raw()["owner"][0]["money"] == 90 - 50
    assert play(state, f"drive to {name(raw, capital)}").raw()["owner"][0]["money"] == 90 - 90


def test_r1_3e_9_each_turn_begins_at_20_anew_and_residents_leave_no_such_choice():
    raw = start("123").raw()
    capital = raw["owner"][0]["capital"]
    _, row = line(raw, capital, "mountain")
    give(raw, 0, money=70)
    state = play(enter("123", raw, "trolley"), f"drive to {name(raw, row[0])}", f"drive to {name(raw, capital)}",
                 f"drive to {name(raw, row[0])}")
    assert state.raw()["owner"][0]["money"] == 20               # two points for the second time on the mountain
    while state.current_player() == 0 or stage(state) != "drive":
        state.apply_action(state.legal_actions()[0])
    while state.current_player() == 1 or stage(state) != "drive":
        state.apply_action(state.legal_actions()[0])
    before = state.raw()["owner"][0]["money"]
    play(state, f"drive to {name(raw, capital)}", f"drive to {name(raw, row[0])}", f"drive to {name(raw, capital)}")
    assert before - state.raw()["owner"][0]["money"] == 20
    state, (a,) = driving("167", "mountain", money=500)
    play(state, f"drive to {a}")
    assert points(state) == 1
    assert all("mountain" not in text for text in offers(state, "drive"))


@pytest.mark.parametrize("kind", ["meadow", "mountain"])
def test_r1_3e_15_u33_an_own_road_costs_half_a_point_on_any_terrain(kind):
    raw, (capital, a, b) = board("167", kind, "meadow")
    lay(raw, 0, capital, a)
    state = play(enter("167", raw, "trolley"), f"drive to {name(raw, a)}")
    assert points(state) == 2.5
    play(state, f"drive to {name(raw, b)}")                      # no road there
    assert points(state) == 1.5


def test_r1_3e_15_half_a_point_serves_only_on_another_own_road():
    raw, (capital, a, b) = board("167", "meadow", "meadow")
    lay(raw, 0, capital, a)
    lay(raw, 1, a, b)
    state = enter("167", raw, "trolley")
    for there in (a, b, a):                                      # half a point, one, one
        play(state, f"drive to {name(raw, there)}")
    assert points(state) == 0.5
    assert offers(state, "drive") == [f"drive to {name(raw, capital)}"]
    assert points(play(state, f"drive to {name(raw, capital)}")) == 0


@pytest.mark.parametrize(("reading", "left"), [("half", 2.5), ("full", 1)])
def test_option_mountain_roads_says_what_an_own_road_to_a_mountain_costs(reading, left):
    raw, (capital, mountain) = board("167", "mountain")
    lay(raw, 0, capital, mountain)
    state = enter("167", raw, "trolley", mountain_roads=reading)
    assert points(play(state, f"drive to {name(raw, mountain)}")) == left


def test_ii_5_one_point_more():
    raw = start("163").raw()
    give(raw, 0, privileges=["II(5)"])
    assert points(enter("163", raw, "trolley")) == 4


@pytest.mark.parametrize(("world", "left"), [("163", 2), ("361", 1)])
def test_ii_7_with_1_i_or_1_ii_a_mountain_costs_one_point(world, left):
    state, (mountain,) = driving(world, "mountain", privileges=["II(7)"])
    assert points(play(state, f"drive to {mountain}")) == left


def test_iii_1_v53_a_city_costs_nothing_even_after_the_last_point():
    raw = start("163").raw()
    city = raw["city_at"][4]
    beside = make(raw, plain(raw, raw["near"][city]), "meadow")
    there = make(raw, plain(raw, raw["near"][beside], city),
                 "mountain")
    give(raw, 0, trolley=there)
    make(raw, there, "meadow")
    give(raw, 0, privileges=["III(1)"], hold=[0, 0])
    state = play(enter("163", raw, "trolley"), f"drive to {name(raw, beside)}", f"drive to {name(raw, there)}",
                 f"drive to {name(raw, beside)}")
    assert points(state) == 0
    assert offers(state, "drive") == ["drive to city 5"]
    assert points(play(state, "drive to city 5")) == 0
    give(raw, 0)["privileges"] = 0
    state = play(enter("163", raw, "trolley"), f"drive to {name(raw, beside)}", f"drive to {name(raw, there)}",
                 f"drive to {name(raw, beside)}")
    assert offers(state, "drive") == []


# ---- 3H, end, scoring -------------------------------------------------------------------------------

def sold(*goods: str, steps: tuple[int, ...] = (3,) * 5, world: str = "617", **fields: Any) -> Any:
    """The state after these goods, delivered in this order, have been paid for."""
    raw = start(world).raw()
    raw["turn"]["sale"][:len(goods)] = [1 + good(what) for what in goods]
    raw["turn"]["sales"] = len(goods)
    raw["price"] = list(steps)
    give(raw, 0, **{"money": 0, **fields})
    return enter(world, raw, "income")


def prices(state: Any) -> list[int]:
    return [state.rules_in_force()["prices"][step] for step in state.raw()["price"]]


def test_r1_3h_1_v16_cattle_then_grain_at_40_bring_110():
    state = sold("cattle", "grain")
    assert (state.raw()["owner"][0]["income"], state.raw()["owner"][0]["money"]) == (110, 110)
    assert prices(state) == [20, 60, 60, 20, 60]


def test_r1_3h_1_prices_stay_between_10_and_140_and_goods_go_back_to_the_box():
    state = sold("ore", "ore", steps=(13, 12, 3, 3, 1))
    assert state.raw()["owner"][0]["income"] == 20 + 20 + 10
    assert prices(state) == [140, 140, 60, 60, 10]
    assert state.raw()["supply"][good("ore")] == start("617").raw()["supply"][good("ore")] + 2
    assert state.raw()["turn"]["sales"] == 0
    assert sold().raw()["owner"][0]["income"] == 20


def test_i_6_each_good_sold_brings_10_more():
    assert sold("ore", "fish", world="613", privileges=["I(6)"]).raw()["owner"][0]["income"] == (
        sold("ore", "fish", world="613").raw()["owner"][0]["income"] + 20)


@pytest.mark.parametrize(("errata", "seats", "goods"), [
    ("no", 2, 23), ("no", 3, 23), ("no", 4, 23), ("2015", 2, 19), ("2015", 3, 21), ("2015", 4, 23)])
def test_r1_e_1_r1_e_2_option_errata_a_round_with_so_many_goods_delivered_is_the_last(errata, seats, goods):
    for total in (goods - 1, goods):
        raw = start("167", seats, errata=errata).raw()
        give(raw, 0, delivered=[5, 0, 0, 0, 0])
        give(raw, 1, delivered=[0, total - 5, 0, 0, 0])
        for place in range(seats):
            state = enter("167", raw, "income", actor=raw["order"][place], seats=seats, errata=errata)
            assert state.is_terminal() == (total == goods and place == seats - 1)


@pytest.mark.parametrize(("goods", "scored"), [
    ([1, 0, 0, 0, 0], 5), ([0, 2, 0, 0, 0], 9), ([0, 0, 3, 0, 0], 12), ([0, 0, 0, 4, 0], 14), ([0, 0, 0, 0, 5], 15),
    ([6, 0, 0, 0, 0], 15), ([0, 0, 0, 0, 0], 0), ([1, 1, 0, 0, 0], 10)])
def test_r1_f_1_each_kind_scores_by_its_number(goods, scored):
    raw = start("167").raw()
    give(raw, 0, delivered=goods)
    assert loaded("167", raw).sources()[0]["goods"] == scored


def test_r1_f_2_v4_v5_a_set_of_all_kinds_scores_two_more():
    raw = start("163").raw()
    give(raw, 0, delivered=[2, 2, 1, 3, 1])
    assert loaded("163", raw).scores()[0] == 42
    give(raw, 0, privileges=["II(9)"])
    assert loaded("163", raw).scores()[0] == 45
    give(raw, 1, delivered=[2, 2, 2, 2, 2])
    assert loaded("163", raw).scores()[1] == 5 * 9 + 2 * 2


def test_r1_t_1_goods_on_the_trolley_then_the_last_income_decide_a_tie():
    raw = start("168").raw()
    give(raw, 0, hold=[2, 0], income=20)
    give(raw, 1, hold=[3, 1], holds=2, income=10)
    assert over("168", raw).win_shares() == [0, 1]
    give(raw, 1, hold=[7, 1])                                    # residents are no goods
    assert over("168", raw).win_shares() == [1, 0]
    give(raw, 1, income=20)
    assert over("168", raw).win_shares() == [0.5, 0.5]
