"""Module 8, production: a test for each rule of the digest that it names, on positions of a few tiles.

What is done with goods is in test_sales.py.
"""
from typing import Any

import pytest

from games.packed import codes
from games.world504.notation import legal_texts
from games.world504.tables import GOODS, KINDS

from .positions import Raw, board, enter, give, good, loaded, make, name, plain, stage, start
from .terrains import heap, plant
from .turns import acting, next_turn, offers, play

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
    return make(raw, plain(raw, raw["near"][t], *row), "water")


def land(world: str, *kinds: str, seats: int = 2, **options: str) -> tuple[Raw, list[int]]:
    """A line of own tiles from seat 0's capital, beside no water."""
    raw, row = board(world, *kinds, seats=seats, **options)
    dry(raw, *row)
    return raw, row


def plants(state: Any, t: int) -> tuple[str, int]:
    """What the tile's plant makes, and whose it is."""
    value = state.raw()["plant"][t] - 1
    return GOODS[value % 8], value // 8


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
        plant(raw, 0, t, "cattle")
    plant(raw, 1, row[4], "cattle")
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
    plant(raw, owner, t, "fish")
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
    new = make(raw, plain(raw, raw["near"][second], first), "field")
    plant(raw, 0, first, "cattle")
    give(raw, 0, up=[second], settlements=0)
    state = play(acting("827", raw), f"step from {name(raw, second)} to {name(raw, new)}",
                 f"recall settlement from {name(raw, first)}")
    assert plants(state, first) == ("cattle", NOBODY)
    empty = state.raw()
    assert plants(next_turn("827", empty, actor=1), first) == ("cattle", NOBODY)
    give(empty, 1, settled=[first])
    assert plants(next_turn("827", empty, actor=1), first) == ("cattle", 1)


def test_r8_3d_5_the_goods_on_a_trading_house_that_is_recalled_go_back_to_the_box():
    raw, (capital, first) = land("821", "meadow")
    new, city = make(raw, plain(raw, raw["near"][first]), "field"), raw["city_at"][4]
    give(raw, 0, settled=[city], up=[first], settlements=0)
    raw["owner"][0]["house"][4] = [1 + GOODS.index("grain"), 0, 0]
    before = raw["supply"][GOODS.index("grain")]
    state = play(acting("821", raw), f"step from {name(raw, first)} to {name(raw, new)}",
                 "recall settlement from city 5")
    assert state.raw()["owner"][0]["house"][4] == [0, 0, 0]
    assert state.raw()["supply"][GOODS.index("grain")] == before + 1


def test_r8_3d_5_the_good_on_a_plant_of_nobody_goes_with_it():
    raw, (_, t) = land("812", "meadow")
    plant(raw, NOBODY, t, "cattle")
    raw["ripe"] = 1 << t
    give(raw, 0, trolley=t)
    assert "load cattle of the plant" not in legal_texts(enter("812", raw, "trolley"))
    plant(raw, 0, t, "cattle")
    assert "load cattle of the plant" in legal_texts(enter("812", raw, "trolley"))


# ---- 3D: trading houses -----------------------------------------------------------------------------

def settlers(world: str, seats: int, before: int, money: int, **fields: Any) -> tuple[Raw, int, int]:
    """Two residents of seat 0 on a meadow beside city 2, where so many others have trading houses; both tiles."""
    raw = start(world, seats).raw()
    city = raw["city_at"][1]
    meadow = make(raw, plain(raw, raw["near"][city]), "meadow")
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
    other = plain(raw, raw["near"][meadow])
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
