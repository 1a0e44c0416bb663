"""Module 8, what is done with goods, rule by rule: on trading houses, sold, and scored at the end."""
from typing import Any

import pytest

from games.packed import codes
from games.world504.tables import GOODS, KINDS

from .positions import Raw, board, enter, give, good, loaded, make, name, phase, plain, start
from .terrains import heap, houses, plant
from .turns import acting, last_turn, offers, over, play

NOWHERE, = codes("world504", "NOWHERE")


# ---- 3E: goods on trading houses --------------------------------------------------------------------

def stored(state: Any, number: int, owner: int = 0) -> list[str]:
    """The goods on the owner's trading house of this city."""
    return [GOODS[value - 1] for value in state.raw()["owner"][owner]["house"][number - 1] if value]


def delivering(world: str, what: str, *before: str, at_home: bool = False, **fields: Any) -> Raw:
    """Seat 0's trolley with a good in city 2, where it has a trading house (or in its capital) with goods there."""
    raw = start(world).raw()
    city = raw["owner"][0]["capital"] if at_home else raw["city_at"][1]
    if not at_home:
        give(raw, 0, settled=[city])
    give(raw, 0, trolley=city, hold=[1 + good(what), 0], **fields)
    raw["owner"][0]["house"][raw["number"][city] - 1] = [1 + good(g) for g in before] + [0] * (3 - len(before))
    return raw


@pytest.mark.parametrize("world", ["861", "681"])
def test_r8_3e_1_r1_3e_17_goods_go_to_own_trading_houses_and_stay_there(world):
    raw = delivering(world, "wood")
    state = play(enter(world, raw, "trolley"), "deliver wood")
    assert stored(state, 2) == ["wood"]
    assert state.raw()["owner"][0]["hold"] == [0, 0]
    raw["owner"][0]["settled"] = 0
    assert offers(enter(world, raw, "trolley"), "deliver") == []


@pytest.mark.parametrize("world", ["861", "681"])
def test_r8_3e_1_a_house_takes_one_good_and_the_headquarters_two(world):
    assert offers(enter(world, delivering(world, "wood", "fish"), "trolley"), "deliver") == []
    one = delivering(world, "wood", "ore", at_home=True)
    number = one["number"][one["owner"][0]["capital"]]
    state = play(enter(world, one, "trolley"), "deliver wood")
    assert stored(state, number) == ["wood", "ore"]
    full = delivering(world, "wood", "fish", "ore", at_home=True)
    assert offers(enter(world, full, "trolley"), "deliver") == []


def test_ii_6_one_trading_house_takes_one_good_more():
    raw = delivering("813", "wood", "fish", privileges=["II(6)"], settled=[])
    raw["demand"][1] = 31
    give(raw, 0, settled=[raw["city_at"][2]])
    state = play(enter("813", raw, "trolley"), "deliver wood")
    assert sorted(stored(state, 2)) == ["fish", "wood"]
    after = state.raw()
    give(after, 0, trolley=after["city_at"][2], hold=[1 + good("wood"), 0])
    after["owner"][0]["house"][2] = [1 + good("fish"), 0, 0]
    after["demand"][2] = 31
    assert offers(enter("813", after, "trolley"), "deliver") == []          # another house has the one more


def test_r8_3e_1_goods_of_a_trading_house_that_is_recalled_go_back_to_the_box():
    raw = start("812").raw()
    city = raw["city_at"][1]
    meadow = make(raw, plain(raw, raw["near"][city]), "meadow")
    field = make(raw, plain(raw, raw["near"][meadow], city), "field")
    give(raw, 0, settled=[city, meadow], up=[meadow] * 2)
    give(raw, 0, settlements=0)
    raw["owner"][0]["house"][1] = [1 + good("ore"), 0, 0]
    state = play(acting("812", raw), f"step from {name(raw, meadow)} to {name(raw, field)}",
                 "recall settlement from city 2")
    assert stored(state, 2) == []
    assert state.raw()["supply"][good("ore")] == raw["supply"][good("ore")] + 1


@pytest.mark.parametrize("world", ["816", "186"])
def test_r8_3e_2_the_city_must_demand_the_good_and_is_covered(world):
    raw = delivering(world, "wood")
    raw["demand"][1] = 1 << good("fish")
    assert offers(enter(world, raw, "trolley"), "deliver") == []
    raw["demand"][1] |= 1 << good("wood")
    state = play(enter(world, raw, "trolley"), "deliver wood")
    assert state.raw()["demand"][1] == 1 << good("fish")
    assert stored(state, 2) == ["wood"]


@pytest.mark.parametrize("world", ["178", "718"])
def test_r8_3e_4_at_top_iii_goods_of_plants_go_to_cities_with_demand(world):
    raw = start(world).raw()
    city, meadow = raw["city_at"][1], 0
    meadow = make(raw, plain(raw, raw["near"][city]), "meadow")
    plant(raw, 0, meadow, "cattle")
    raw["ripe"], raw["demand"][1] = 1 << meadow, 1 << good("cattle")
    give(raw, 0, settled=[meadow], trolley=meadow, hold=[0, 0])
    state = play(enter(world, raw, "trolley"), "load cattle of the plant")
    assert state.raw()["ripe"] == 0
    play(state, "drive to city 2", "deliver cattle")
    after = state.raw()
    assert after["demand"][1] == 0
    assert after["owner"][0]["delivered"] == heap(cattle=world == "178")
    assert after["owner"][0]["house"] == raw["owner"][0]["house"]


# ---- 3H: sales --------------------------------------------------------------------------------------

def test_r8_3h_1_each_own_plant_yields_one_good_and_one_good_a_house_may_be_sold():
    raw, (capital, meadow, field) = board("687", "meadow", "field")
    for t, what in ((meadow, "cattle"), (field, "grain")):
        plant(raw, 0, t, what)
    plant(raw, 1, next(t for t in range(raw["tiles"]) if not raw["plant"][t]), "ore")
    give(raw, 0, goods=heap(ore=3), money=0)
    state = enter("687", raw, "income")
    assert state.raw()["owner"][0]["goods"] == heap(cattle=1, grain=1, ore=3)
    play(state, "sell cattle", "sell ore")
    assert phase(state, "687") != "income" or state.raw()["actor"] != 0     # the headquarters takes two
    mine = state.raw()["owner"][0]
    assert (mine["money"], mine["goods"]) == (20 + 25, heap(grain=1, ore=2))


def test_r8_3h_1_an_empty_box_yields_nothing():
    raw, (_, meadow) = board("687", "meadow")
    plant(raw, 0, meadow, "cattle")
    raw["supply"][good("cattle")] = 0
    assert enter("687", raw, "income").raw()["owner"][0]["goods"] == heap()


def test_ii_6_one_good_more_is_sold():
    raw = start("683").raw()
    give(raw, 0, goods=heap(ore=1, fish=1, wood=1), money=0, privileges=["II(6)"])
    state = play(enter("683", raw, "income"), "sell wood", "sell fish", "sell ore")
    assert state.raw()["owner"][0]["money"] == 20 + 45


def test_r8_3h_2_any_two_goods_are_exchanged_for_another_before_anything_is_sold():
    raw = start("687").raw()
    give(raw, 0, goods=heap(grain=2, cattle=1, wood=1))
    state = enter("687", raw, "income")
    assert offers(play(state.copy(), "sell wood"), "exchange") == []
    assert "exchange grain and grain for ore" in offers(state, "exchange")
    assert "exchange cattle and cattle for ore" not in offers(state, "exchange")
    assert not [text for text in offers(state, "exchange") if text.split(" for ")[1] in text.split(" for ")[0]]
    play(state, "exchange cattle and wood for ore")
    assert state.raw()["owner"][0]["goods"] == heap(grain=2, ore=1)
    assert state.raw()["supply"][good("ore")] == raw["supply"][good("ore")] - 1
    assert state.raw()["supply"][good("wood")] == raw["supply"][good("wood")] + 1
    play(state, "exchange grain and grain for fish")                        # any number of times
    play(state, "sell fish")
    assert offers(state, "exchange") == []


def test_r8_3h_2_only_goods_that_the_box_has_are_taken():
    raw = start("687").raw()
    give(raw, 0, goods=heap(grain=2))
    raw["supply"] = heap(fish=1, grain=4)
    assert offers(enter("687", raw, "income"), "exchange") == ["exchange grain and grain for fish"]


def test_r8_3h_3_v46_five_houses_sell_six_goods_after_an_exchange():
    raw = start("687").raw()
    houses(raw, 0, 5)
    give(raw, 0, goods=heap(grain=3, cattle=2, fish=2, wood=1), money=0)
    state = play(enter("687", raw, "income"), "exchange cattle and grain for ore", "sell cattle", "sell wood",
                 "sell fish", "sell fish", "sell grain", "sell ore")
    mine = state.raw()["owner"][0]
    assert (mine["money"], mine["income"], mine["goods"]) == (130, 130, heap(grain=1))
    assert state.raw()["supply"][good("fish")] == raw["supply"][good("fish")] + 2


@pytest.mark.parametrize(("goods", "paid"), [(1, 10), (2, 25), (3, 45), (4, 70), (5, 100)])
def test_r8_3h_3_a_set_of_different_goods_is_paid_by_its_size(goods, paid):
    raw = start("681").raw()
    give(raw, 0, trolley=raw["owner"][0]["capital"])
    for city in range(goods):
        raw["owner"][0]["house"][city][0] = 1 + city
    assert loaded("681", raw).income_terms(0) == {"base": 20, "sets of goods": paid}


@pytest.mark.parametrize("world", ["186", "681"])
def test_r8_3h_4_v47_goods_on_trading_houses_pay_in_every_round_and_stay(world):
    raw = start(world).raw()
    tiles = houses(raw, 0, 3)
    for t, what in zip(tiles, ("fish", "fish", "wood"), strict=True):
        raw["owner"][0]["house"][raw["number"][t] - 1][0] = 1 + good(what)
    give(raw, 0, money=0)
    raw["owner"][0]["trolley"] = tiles[0]
    state = enter(world, raw, "income")
    mine = state.raw()["owner"][0]
    assert (mine["income"], mine["money"]) == (55, 55)                      # 20 + 25 + 10; no exchange is asked for
    assert mine["house"] == raw["owner"][0]["house"]


def test_r8_3h_6_with_1_ii_goods_are_paid_at_their_price_and_stay_on_the_houses():
    raw = delivering("816", "wood", money=0)
    raw["demand"][1] = 1 << good("wood")
    raw["price"] = [3] * 5
    state = play(enter("816", raw, "trolley"), "deliver wood", "done")
    after = state.raw()
    assert (after["owner"][0]["income"], after["owner"][0]["money"]) == (60, 60)
    assert (stored(state, 2), after["supply"]) == (["wood"], raw["supply"])


# ---- end and scoring --------------------------------------------------------------------------------

@pytest.mark.parametrize(("seats", "cities"), [(2, 8), (3, 7), (4, 6)])
def test_r8_e_1_a_round_with_so_many_houses_and_five_goods_is_the_last(seats, cities):
    for built, goods, ends in ((cities, 5, True), (cities - 1, 9, False), (cities, 4, False)):
        raw = start("867", seats).raw()
        houses(raw, seats - 1, built)
        give(raw, seats - 1, goods=heap(ore=goods))
        assert last_turn("867", raw, seats).is_terminal() == ends


def test_r8_e_1_u64_goods_on_plants_trolleys_and_houses_count_as_owned():
    for missing in range(4):
        raw = start("861").raw()
        tiles = houses(raw, 0, 8)
        meadow = next(t for t in range(raw["tiles"]) if KINDS[raw["kind"][t]] == "meadow")
        give(raw, 0, settled=[meadow], trolley=tiles[0], holds=2, hold=[2, 1])
        for t in tiles[:2]:
            raw["owner"][0]["house"][raw["number"][t] - 1][0] = 1
        plant(raw, 0, meadow, "cattle")
        raw["ripe"] = 1 << meadow
        if missing == 1:
            raw["ripe"] = 0
        elif missing == 2:
            raw["owner"][0]["hold"] = [6, 1]
        elif missing == 3:
            raw["owner"][0]["house"][raw["number"][tiles[1]] - 1][0] = 0
        raw["order"][:2] = [0, 1]
        assert end_of_round("861", raw).is_terminal() == (missing == 0)


def end_of_round(world: str, raw: Raw) -> Any:
    """The state after the last turn of the round, in which nobody does anything."""
    state = enter(world, raw, "income", actor=raw["order"][1])
    while not state.is_terminal() and state.raw()["round"] == raw["round"]:
        state.apply_action(state.legal_actions()[0])
    return state


def test_r8_f_1_v48_houses_and_sets_after_an_exchange():
    raw = start("867").raw()
    houses(raw, 0, 5)
    give(raw, 0, goods=heap(grain=3, cattle=3, fish=2, wood=1))
    state = over("867", raw)
    points = state.sources()[0]
    assert (points["trading houses"], points["stored goods"]) == (10, 16)


def test_ii_6_one_good_more_is_scored():
    raw = start("863").raw()
    give(raw, 0, goods=heap(grain=3))
    assert loaded("863", raw).sources()[0]["stored goods"] == 3             # grain, and ore for two grain: 1 + 2 kinds
    give(raw, 0, goods=heap(grain=1, ore=1, wood=1))
    assert loaded("863", raw).sources()[0]["stored goods"] == 3
    give(raw, 0, privileges=["II(6)"])
    assert loaded("863", raw).sources()[0]["stored goods"] == 6


def test_r8_f_2_with_trolleys_goods_on_the_houses_are_scored():
    raw = start("861").raw()
    tiles = houses(raw, 0, 4)
    for t, what in zip(tiles, ("fish", "fish", "fish", "wood"), strict=True):
        raw["owner"][0]["house"][raw["number"][t] - 1][0] = 1 + good(what)
    give(raw, 0, goods=heap())
    assert over("861", raw).sources()[0]["stored goods"] == 6               # wood, fish, and one for two fish


def test_r8_f_2_two_goods_that_the_headquarters_left_behind_count():
    raw = start("812").raw()
    old, new = houses(raw, 0, 2)
    give(raw, 0, capital=new, goods=heap())
    for t in (old, new):
        raw["owner"][0]["house"][raw["number"][t] - 1] = [1 + good("wood"), 1 + good("fish"), 0]
    assert over("812", raw).sources()[0]["stored goods"] == 3 + 3


@pytest.mark.parametrize(("exchange", "points"), [("yes", 6), ("no", 5)])
def test_option_exchange_at_end_lets_goods_on_houses_be_exchanged_before_they_score(exchange, points):
    raw = start("861", exchange_at_end=exchange).raw()
    tiles = houses(raw, 0, 4)
    for t, what in zip(tiles, ("fish", "fish", "fish", "wood"), strict=True):
        raw["owner"][0]["house"][raw["number"][t] - 1][0] = 1 + good(what)
    assert loaded("861", raw, exchange_at_end=exchange).sources()[0]["stored goods"] == points
    raw = start("867").raw()
    give(raw, 0, goods=heap(fish=3))
    assert loaded("867", raw, exchange_at_end=exchange).sources()[0]["stored goods"] == 3   # elsewhere it is printed


def test_r8_t_1_more_plants_break_a_tie():
    raw = start("863").raw()
    tiles = [t for t in range(raw["tiles"]) if KINDS[raw["kind"][t]] == "meadow"][:3]
    give(raw, 0, settled=tiles[:1])
    give(raw, 1, settled=tiles[1:])
    plant(raw, 0, tiles[0], "cattle")
    for t in tiles[1:]:
        plant(raw, 1, t, "cattle")
    state = over("863", raw)
    assert state.scores()[0] == state.scores()[1]
    assert state.win_shares() == [0, 1]
