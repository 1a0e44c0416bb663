"""Module 8, production: a test for each rule of the digest that it names, on positions of a few tiles."""
from typing import Any

import pytest

from games.packed import codes
from games.world504.notation import legal_texts
from games.world504.tables import GOODS, KINDS

from .positions import Raw, board, enter, give, good, loaded, make, name, phase, stage, start
from .turns import acting, last_turn, next_turn, offers, over, play

NOWHERE, NOBODY = codes("world504", "NOWHERE NOBODY")
WATER = KINDS.index("water")


def dry(raw: Raw, *tiles: int) -> None:
    """No water lies beside these tiles."""
    for t in tiles:
        for there in raw["near"][t]:
            if there != NOWHERE and raw["kind"][there] == WATER:
                make(raw, there, "desert")


def wet(raw: Raw, t: int, *row: int) -> int:
    """One tile beside this one, none of the row, is water; its number."""
    dry(raw, t)
    return make(raw, next(n for n in raw["near"][t] if n not in (NOWHERE, *row) and not raw["number"][n]), "water")


def land(world: str, *kinds: str, seats: int = 2, **options: str) -> tuple[Raw, list[int]]:
    """A line of own tiles from seat 0's capital, beside no water."""
    raw, row = board(world, *kinds, seats=seats, **options)
    dry(raw, *row)
    return raw, row


def plant(raw: Raw, t: int, what: str, owner: int = 0) -> None:
    raw["plant"][t] = 1 + good(what) + 8 * owner


def plants(state: Any, t: int) -> tuple[str, int]:
    """What the tile's plant makes, and whose it is."""
    value = state.raw()["plant"][t] - 1
    return GOODS[value % 8], value // 8


def heap(**numbers: int) -> list[int]:
    """Goods by kind."""
    return [numbers.get(what, 0) for what in GOODS]


def houses(raw: Raw, owner: int, cities: int) -> list[int]:
    """The owner has trading houses in so many cities, its capital among them; their tiles, the capital first."""
    capital = raw["owner"][owner]["capital"]
    tiles = [t for t in raw["city_at"] if t not in (NOWHERE, capital)][:cities - 1]
    give(raw, owner, settled=tiles)
    return [capital, *tiles]


# ---- set-up -----------------------------------------------------------------------------------------

def test_r8_s_1_the_order_is_clockwise_and_the_later_have_more_money():
    raw = start("867", 4).raw()
    assert [raw["owner"][seat]["money"] for seat in raw["order"][:4]] == [60, 70, 80, 90]
    first = start("867").raw()
    assert [first["owner"][seat]["money"] for seat in first["order"][:2]] == [60, 80]
    assert state_after_a_round("867") == first["order"]


def state_after_a_round(world: str) -> list[int]:
    state = start(world)
    while state.raw()["round"] == 1:
        state.apply_action(state.legal_actions()[0])
    order: list[int] = state.raw()["order"]
    return order


def test_r8_s_2_plan_5_with_a_common_capital():
    state = start("867", 3)
    raw = state.raw()
    assert state.rules_in_force()["plan"] == 5
    assert {raw["owner"][seat]["capital"] for seat in range(3)} == {raw["city_at"][0]}


@pytest.mark.parametrize(("kind", "made"), [
    ("meadow", "cattle"), ("forest", "wood"), ("field", "grain"), ("mountain", "ore")])
def test_r8_s_3_each_terrain_has_its_good(kind, made):
    raw, (_, t) = land("867", kind)
    give(raw, 0, up=[t] * 4)
    assert plants(play(acting("867", raw), f"plant on {name(raw, t)}"), t) == (made, 0)


def test_r8_s_3_a_desert_makes_nothing_but_fish_beside_water():
    raw, row = land("867", "desert")
    t = row[1]
    give(raw, 0, up=[t] * 4)
    state = acting("867", raw)
    assert offers(state, "plant") == offers(state, "fish") == []
    wet(raw, t, *row)
    state = acting("867", raw)
    assert offers(state, "plant") == []
    assert offers(state, "fish") == [f"fish plant on {name(raw, t)}"]
    assert plants(play(state, f"fish plant on {name(raw, t)}"), t) == ("fish", 0)


# ---- 3C: residents ----------------------------------------------------------------------------------

@pytest.mark.parametrize(("built", "most"), [(4, 6), (0, 2)])
def test_r8_3c_1_v43_with_four_plants_at_most_six_new_residents(built, most):
    raw = start("678").raw()
    raw["round"] = 2
    row = [t for t in range(raw["tiles"]) if KINDS[raw["kind"][t]] == "meadow"][:5]
    give(raw, 0, money=200, settled=row[:built])
    for t in row[:built]:
        plant(raw, t, "cattle")
    plant(raw, row[4], "cattle", owner=1)
    state = enter("678", raw, "recruit")
    bought = 0
    while stage(state) == "buy-resident":
        state.apply_action(state.legal_actions()[1])
        bought += 1
    assert bought == most


def test_r8_3c_1_in_the_first_round_there_is_no_such_limit():
    raw = start("678").raw()
    give(raw, 0, money=200)
    state = enter("678", raw, "recruit")
    while stage(state) == "buy-resident":
        state.apply_action(state.legal_actions()[1])
    assert state.raw()["turn"]["bought"] == 9


# ---- 3D: plants -------------------------------------------------------------------------------------

def test_r8_3d_1_a_resident_hurries_on_over_an_exhausted_one():
    raw, (capital, first, second) = land("867", "meadow", "field")
    give(raw, 0, up=[capital], down=[first])
    state = acting("867", raw)
    assert f"step from {name(raw, capital)} to {name(raw, first)}" not in legal_texts(state)
    play(state, f"run from {name(raw, capital)}", f"run to {name(raw, first)}")
    assert (state.raw()["owner"][0]["active"][first], state.raw()["owner"][0]["spent"][first]) == (1, 1)
    play(state, f"step from {name(raw, first)} to {name(raw, second)}")        # nobody lies there: it tires
    mine = state.raw()["owner"][0]
    assert (mine["active"][first], mine["active"][second], mine["spent"][second]) == (0, 0, 1)


@pytest.mark.parametrize(("kind", "cost"), [("meadow", 1), ("field", 1), ("forest", 2), ("mountain", 3)])
def test_r8_3d_2_a_plant_takes_as_many_residents_as_its_terrain_costs(kind, cost):
    raw, (_, t) = land("867", kind)
    give(raw, 0, up=[t] * (cost - 1))
    assert offers(acting("867", raw), "plant") == []
    give(raw, 0, up=[t] * 2)
    mine = play(acting("867", raw), f"plant on {name(raw, t)}").raw()["owner"][0]
    assert (mine["active"][t], mine["spent"][t]) == (1, cost)


@pytest.mark.parametrize("kind", ["meadow", "field", "forest", "mountain", "desert"])
def test_r8_3d_2_v44_a_fish_plant_on_land_beside_water_takes_two(kind):
    raw, row = board("867", kind)
    t = row[1]
    wet(raw, t, *row)
    give(raw, 0, up=[t])
    assert offers(acting("867", raw), "fish") == []
    give(raw, 0, up=[t])
    mine = play(acting("867", raw), f"fish plant on {name(raw, t)}").raw()["owner"][0]
    assert (mine["spent"][t], mine["goods"]) == (2, heap(fish=1))


def test_r8_3d_2_cities_have_no_plants():
    raw, row = board("867", "meadow")
    wet(raw, row[0], *row)
    give(raw, 0, up=[row[0]] * 4)
    state = acting("867", raw)
    assert offers(state, "plant") == offers(state, "fish") == []


@pytest.mark.parametrize("owner", [0, 1, NOBODY])
def test_r8_3d_2_one_plant_on_a_tile_whoever_has_it(owner):
    raw, row = board("867", "meadow")
    t = row[1]
    wet(raw, t, *row)
    give(raw, 0, up=[t] * 3)
    plant(raw, t, "fish", owner)
    state = acting("867", raw)
    assert offers(state, "plant") == offers(state, "fish") == []


@pytest.mark.parametrize(("world", "made"), [("867", 1), ("687", 0), ("678", 0)])
def test_r8_3d_3_at_top_i_a_new_plant_makes_one_good_before_its_owner(world, made):
    raw, (_, t) = land(world, "meadow")
    give(raw, 0, up=[t] * 2)
    after = play(acting(world, raw), f"plant on {name(raw, t)}").raw()
    assert after["owner"][0]["goods"] == heap(cattle=made)
    assert after["supply"][good("cattle")] == raw["supply"][good("cattle")] - made
    assert after["ripe"] == 0


@pytest.mark.parametrize("world", ["816", "186", "178"])
def test_r8_3d_4_r1_3e_16_with_trolleys_the_good_lies_on_the_plant(world):
    raw, (_, t) = land(world, "meadow")
    give(raw, 0, up=[t])
    after = play(acting(world, raw), f"plant on {name(raw, t)}").raw()
    assert (after["ripe"], after["owner"][0]["goods"]) == (1 << t, heap())
    assert after["supply"][good("cattle")] == raw["supply"][good("cattle")] - 1


def test_r8_3d_3_an_empty_box_gives_nothing():
    raw, (_, t) = land("867", "meadow")
    raw["supply"][good("cattle")] = 0
    give(raw, 0, up=[t])
    after = play(acting("867", raw), f"plant on {name(raw, t)}").raw()
    assert (after["owner"][0]["goods"], after["supply"][good("cattle")]) == (heap(), 0)


def test_r8_3d_5_a_recalled_settlement_leaves_its_plant_to_the_next_with_one_there():
    raw, (capital, first, second) = land("827", "meadow", "field")
    new = make(raw, next(t for t in raw["near"][second] if t not in (NOWHERE, first) and not raw["number"][t]), "field")
    plant(raw, first, "cattle")
    give(raw, 0, up=[second], settlements=0)
    state = play(acting("827", raw), f"step from {name(raw, second)} to {name(raw, new)}",
                 f"recall settlement from {name(raw, first)}")
    assert plants(state, first) == ("cattle", NOBODY)
    empty = state.raw()
    assert plants(next_turn("827", empty, actor=1), first) == ("cattle", NOBODY)
    give(empty, 1, settled=[first])
    assert plants(next_turn("827", empty, actor=1), first) == ("cattle", 1)


def test_r8_3d_5_the_good_on_a_plant_of_nobody_goes_with_it():
    raw, (_, t) = land("812", "meadow")
    plant(raw, t, "cattle", NOBODY)
    raw["ripe"] = 1 << t
    give(raw, 0, trolley=t)
    assert "load cattle of the plant" not in legal_texts(enter("812", raw, "trolley"))
    plant(raw, t, "cattle")
    assert "load cattle of the plant" in legal_texts(enter("812", raw, "trolley"))


# ---- 3D: trading houses -----------------------------------------------------------------------------

def settlers(world: str, seats: int, before: int, money: int, **fields: Any) -> tuple[Raw, int, int]:
    """Two residents of seat 0 on a meadow beside city 2, where so many others have trading houses; both tiles."""
    raw = start(world, seats).raw()
    city = raw["city_at"][1]
    meadow = make(raw, next(t for t in raw["near"][city] if t != NOWHERE and not raw["number"][t]), "meadow")
    give(raw, 0, settled=[meadow], up=[meadow] * 2, money=money, **fields)
    for seat in range(1, 1 + before):
        give(raw, seat, settled=[city])
    return raw, meadow, city


@pytest.mark.parametrize(("before", "price"), [(0, 0), (1, 10), (2, 20), (3, 30)])
@pytest.mark.parametrize("world", ["867", "687"])
def test_r8_3d_6_v45_a_trading_house_is_paid_by_order_of_arrival(world, before, price):
    raw, meadow, city = settlers(world, 4, before, money=price)
    move = f"step from {name(raw, meadow)} to city 2"
    mine = play(acting(world, raw, 4), move).raw()["owner"][0]
    assert (mine["settled"] >> city & 1, mine["money"]) == (1, 0)
    if price:
        raw, *_ = settlers(world, 4, before, money=price - 1)
        assert move not in legal_texts(acting(world, raw, 4))


def test_r8_3d_6_a_headquarters_is_a_trading_house_and_land_costs_nothing():
    raw, meadow, city = settlers("867", 2, 0, money=9)
    raw["owner"][1]["capital"] = city
    assert f"step from {name(raw, meadow)} to city 2" not in legal_texts(acting("867", raw))
    state = loaded("867", raw)
    assert state.sources()[1]["trading houses"] == 2
    other = next(t for t in raw["near"][meadow] if t != NOWHERE and not raw["number"][t])
    make(raw, other, "field")
    give(raw, 1, settled=[other])
    mine = play(acting("867", raw), f"step from {name(raw, meadow)} to {name(raw, other)}").raw()["owner"][0]
    assert mine["money"] == 9


def test_r8_3d_6_at_top_iii_cities_cost_nothing():
    raw, meadow, city = settlers("678", 4, 3, money=0)
    mine = play(acting("678", raw, 4), f"step from {name(raw, meadow)} to city 2").raw()["owner"][0]
    assert mine["settled"] >> city & 1


def test_r8_3d_6_iii_8_trading_houses_cost_nothing():
    raw, meadow, city = settlers("863", 4, 3, money=0)
    give(raw, 0, privileges=["III(8)"])
    mine = play(acting("863", raw, 4), f"step from {name(raw, meadow)} to city 2").raw()["owner"][0]
    assert mine["settled"] >> city & 1


def test_r8_3d_6_who_is_unloaded_in_a_city_pays_for_the_house_too():
    raw, meadow, city = settlers("816", 2, 1, money=10, trolley=0, hold=[6, 0])
    raw["owner"][0]["trolley"] = city
    state = play(enter("816", raw, "trolley"), "unload resident")
    assert (state.raw()["owner"][0]["settled"] >> city & 1, state.raw()["owner"][0]["money"]) == (1, 0)
    raw["owner"][0]["money"] = 9
    assert "unload resident" not in legal_texts(enter("816", raw, "trolley"))


def test_ii_7_at_8_i_a_plant_on_a_mountain_takes_one():
    raw, (_, t) = land("863", "mountain")
    give(raw, 0, up=[t] * 2)
    assert offers(acting("863", raw), "plant") == []
    give(raw, 0, privileges=["II(7)"])
    mine = play(acting("863", raw), f"plant on {name(raw, t)}").raw()["owner"][0]
    assert mine["spent"][t] == 1


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
    meadow = make(raw, next(t for t in raw["near"][city] if t != NOWHERE and not raw["number"][t]), "meadow")
    plant(raw, meadow, "cattle")
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
    raw, (capital, meadow, field) = land("687", "meadow", "field")
    for t, what in ((meadow, "cattle"), (field, "grain")):
        plant(raw, t, what)
    plant(raw, next(t for t in range(raw["tiles"]) if not raw["plant"][t]), "ore", owner=1)
    give(raw, 0, goods=heap(ore=3), money=0)
    state = enter("687", raw, "income")
    assert state.raw()["owner"][0]["goods"] == heap(cattle=1, grain=1, ore=3)
    play(state, "sell cattle", "sell ore")
    assert phase(state, "687") != "income" or state.raw()["actor"] != 0     # the headquarters takes two
    mine = state.raw()["owner"][0]
    assert (mine["money"], mine["goods"]) == (20 + 25, heap(grain=1, ore=2))


def test_r8_3h_1_an_empty_box_yields_nothing():
    raw, (_, meadow) = land("687", "meadow")
    plant(raw, meadow, "cattle")
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
        plant(raw, meadow, "cattle")
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
    plant(raw, tiles[0], "cattle")
    for t in tiles[1:]:
        plant(raw, t, "cattle", owner=1)
    state = over("863", raw)
    assert state.scores()[0] == state.scores()[1]
    assert state.win_shares() == [0, 1]
