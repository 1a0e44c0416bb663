"""Module 1, what a trolley carries, delivers and lays, rule by rule, with what other modules let it do."""
from typing import Any

import pytest

from games.packed import codes
from games.world504.notation import legal_texts
from games.world504.tables import CITY_GOODS, GOODS

from .positions import Raw, enter, give, good, lay, line, make, name, plain, stage, start
from .turns import offers, play

NOWHERE, = codes("world504", "NOWHERE")


def road(world: str, *kinds: str, seats: int = 2, own: bool = False, **fields: Any) -> tuple[Raw, list[int]]:
    """Seat 0's empty trolley with two holds in its capital; the capital and a line of tiles from there."""
    raw = start(world, seats).raw()
    capital = raw["owner"][0]["capital"]
    _, row = line(raw, capital, *kinds)
    give(raw, 0, settled=row if own else ())
    give(raw, 0, **{"holds": 2, "hold": [0, 0], "speed": 3, **fields})
    return raw, [capital, *row]


def drive(raw: Raw, t: int) -> str:
    return f"drive to {name(raw, t)}"


def holds(state: Any, owner: int = 0) -> list[int]:
    found: list[int] = state.raw()["owner"][owner]["hold"]
    return found


def residents(state: Any, t: int) -> tuple[int, int]:
    """Active and exhausted ones of seat 0 there."""
    mine = state.raw()["owner"][0]
    return mine["active"][t], mine["spent"][t]


# ---- loading and unloading --------------------------------------------------------------------------

def test_r1_3e_2_loading_never_ends_the_movement_and_holds_are_independent():
    raw, (capital, meadow) = road("167", "meadow", own=True)
    what = CITY_GOODS[raw["number"][capital] - 1]
    give(raw, 0, down=[meadow] * 3)
    state = play(enter("167", raw, "trolley"), f"load {what}", drive(raw, meadow), "load resident", "load resident")
    assert holds(state) == [7, 1 + good(what)]
    assert "load resident" not in legal_texts(state)             # two residents fill a hold
    play(state, drive(raw, capital), "unload resident", f"unload {what}")
    assert residents(state, capital) == (0, 1)
    assert holds(state) == [6, 0]
    assert f"load {what}" not in legal_texts(state)              # what was unloaded here is not loaded here again
    play(state, drive(raw, meadow), "load resident")
    assert holds(state) == [7, 0]


def test_r1_3e_2_one_hold_carries_one_good_or_up_to_two_residents():
    raw, (capital, _) = road("167", "meadow", holds=1, down=[])
    what = CITY_GOODS[raw["number"][capital] - 1]
    give(raw, 0, down=[capital] * 3)
    state = play(enter("167", raw, "trolley"), f"load {what}")
    assert offers(state, "load") == []
    state = play(enter("167", raw, "trolley"), "load resident")
    assert offers(state, "load") == ["load resident"]
    assert offers(play(state, "load resident"), "load") == []


def test_r1_3e_6_goods_are_unloaded_on_land_and_wait_for_anybody():
    raw, (capital, desert) = road("167", "desert", hold=[1 + good("ore"), 0])
    state = play(enter("167", raw, "trolley"), drive(raw, desert), "unload ore")
    assert state.raw()["lying"][desert] == [0, 0, 0, 0, 1]
    after = state.raw()
    give(after, 1, trolley=desert, hold=[0, 0])
    after["turn"] = raw["turn"]
    other = play(enter("167", after, "trolley", actor=1), "load ore")
    assert holds(other, 1) == [1 + good("ore"), 0]
    assert other.raw()["lying"][desert] == [0] * 5


def test_r1_3e_6_any_number_of_goods_lie_on_a_tile():
    raw, (capital, desert) = road("167", "desert", hold=[1 + good("ore")] * 2)
    raw["lying"][desert] = [0, 0, 0, 0, 1]
    state = play(enter("167", raw, "trolley"), drive(raw, desert), "unload ore", "unload ore")
    assert state.raw()["lying"][desert] == [0, 0, 0, 0, 3]


@pytest.mark.parametrize("world", ["167", "617", "186"])
def test_r1_3e_6_a_city_that_demands_a_good_is_no_place_to_unload_it(world):
    raw, city = beside_city(world, "ore")
    assert offers(enter(world, raw, "trolley"), "unload") == []
    raw["demand"][2] &= ~(1 << good("ore"))
    state = play(enter(world, raw, "trolley"), "unload ore")
    assert state.raw()["lying"][city] == [0, 0, 0, 0, 1]


def test_r1_3e_6_at_top_iii_goods_are_not_unloaded():
    raw, (_, desert) = road("681", "desert", hold=[1 + good("ore"), 0])
    assert offers(play(enter("681", raw, "trolley"), drive(raw, desert)), "unload") == []


@pytest.mark.parametrize("world", ["167", "617", "671"])
def test_r1_3e_7_one_of_those_unloaded_settles_and_the_others_lie_exhausted(world):
    raw, (capital, a, b) = road(world, "meadow", "forest", hold=[7, 0])
    before = raw["owner"][0]
    state = play(enter(world, raw, "trolley"), drive(raw, a), drive(raw, b), "unload resident")
    mine = state.raw()["owner"][0]
    assert mine["settled"] == 1 << b                             # a tile on the way may be anybody's or nobody's
    assert (mine["residents"], mine["settlements"]) == (before["residents"] + 1, before["settlements"] - 1)
    play(state, "unload resident")
    assert residents(state, b) == (0, 1)


def test_r1_3e_7_limits_of_tiles_hold():
    raw, (capital, a) = road("167", "meadow", own=True, hold=[7, 0])
    give(raw, 0, down=[a] * 6)
    state = play(enter("167", raw, "trolley"), drive(raw, a), "unload resident")
    assert residents(state, a) == (0, 7)
    assert "unload resident" not in legal_texts(state)


def test_r1_3e_7_u25_without_a_settlement_in_supply_nobody_is_unloaded_on_new_land():
    raw, (_, a) = road("167", "meadow", hold=[7, 0], settlements=0)
    assert offers(play(enter("167", raw, "trolley"), drive(raw, a)), "unload") == []


def test_r1_3e_7_r2_3a_2_with_module_2_a_settlement_is_recalled_for_the_trolley():
    raw, (capital, a, b) = road("126", "meadow", "field", hold=[7, 0])
    give(raw, 0, settled=[a], down=[a])
    give(raw, 0, settlements=0)
    state = play(enter("126", raw, "trolley"), drive(raw, a), drive(raw, b), "unload resident")
    assert stage(state) == "recall-settlement"
    play(state, f"recall settlement from {name(raw, a)}")
    assert state.raw()["owner"][0]["settled"] == 1 << b
    assert residents(state, a) == (0, 0)
    assert "unload resident" in legal_texts(state)


def test_r1_3e_8_only_exhausted_residents_travel_and_they_stay_exhausted():
    raw, (capital, a) = road("167", "meadow", own=True)
    give(raw, 0, up=[capital])
    assert "load resident" not in legal_texts(enter("167", raw, "trolley"))
    give(raw, 0, down=[capital])
    state = play(enter("167", raw, "trolley"), "load resident")
    assert residents(state, capital) == (1, 0)
    assert residents(play(state, drive(raw, a), "unload resident"), a) == (0, 1)


def test_u23_residents_left_on_the_trolley_are_not_stood_up():
    raw, (capital, _) = road("167", "meadow", hold=[6, 0], money=0)
    state = enter("167", raw, "recruit")
    assert holds(state) == [6, 0]
    assert residents(state, capital) == (0, 0)


# ---- delivering -------------------------------------------------------------------------------------

def beside_city(world: str, *carried: str, **fields: Any) -> tuple[Raw, int]:
    """Seat 0's trolley with these goods in city 3, which offers wood; the tile of the city."""
    raw = start(world).raw()
    city = raw["city_at"][2]
    give(raw, 0, **{"trolley": city, "holds": 2, "hold": sorted((1 + good(what) for what in carried), reverse=True)
                    + [0] * (2 - len(carried)), **fields})
    return raw, city


def test_r1_3e_3_delivering_covers_the_demand_for_everybody():
    raw, city = beside_city("167", "ore", "fish")
    state = enter("167", raw, "trolley")
    assert offers(state, "deliver") == ["deliver fish", "deliver ore"]
    play(state, "deliver ore")
    assert state.raw()["demand"][2] >> good("ore") & 1 == 0
    assert holds(state) == [1 + good("fish"), 0]
    play(state, "deliver fish", "load wood", "load wood")        # freed holds are loaded again at once
    assert holds(state) == [2, 2]
    assert state.raw()["stock"][2] == raw["stock"][2] - 2
    after = state.raw()
    after["turn"] = raw["turn"]
    give(after, 1, trolley=city, hold=[1 + good("ore"), 0])
    assert offers(enter("167", after, "trolley", actor=1), "deliver") == []


def test_r1_3e_3_a_city_takes_none_of_its_own_goods_and_its_stack_runs_out():
    raw, _ = beside_city("167", "wood")
    raw["stock"][2] = 0
    state = enter("167", raw, "trolley")
    assert offers(state, "deliver") == offers(state, "load") == []


def test_r1_3e_3_several_cities_in_a_turn():
    raw, city = beside_city("167", "ore")
    other = make(raw, plain(raw, raw["near"][city]), "meadow")
    beside = plain(raw, raw["near"][other], city)
    moved = raw["city_at"][9]                                    # city 10 lies on the other side of the meadow
    raw["kind"][beside], raw["number"][beside], raw["city_at"][9] = 0, 10, beside
    raw["kind"][moved], raw["number"][moved] = 5, 0
    state = play(enter("167", raw, "trolley"), "deliver ore", "load wood", drive(raw, other), "drive to city 10",
                 "deliver wood")
    assert state.raw()["owner"][0]["delivered"] == [0, 1, 0, 0, 1]


def test_r1_3e_4_at_top_i_goods_delivered_lie_before_their_owner():
    raw, _ = beside_city("167", "ore")
    state = play(enter("167", raw, "trolley"), "deliver ore")
    assert state.raw()["owner"][0]["delivered"][good("ore")] == 1
    assert state.raw()["turn"]["sales"] == 0
    assert state.raw()["supply"] == raw["supply"]


def test_r1_3e_5_at_top_ii_goods_lie_in_a_row_in_the_order_of_delivery():
    raw, _ = beside_city("617", "ore", "cattle")
    for first, second in (("ore", "cattle"), ("cattle", "ore")):
        turn = play(enter("617", raw, "trolley"), f"deliver {first}", f"deliver {second}").raw()["turn"]
        assert [GOODS[value - 1] for value in turn["sale"][:turn["sales"]]] == [first, second]


def test_r1_3e_16_only_the_plants_owner_loads_its_good_and_it_makes_no_other():
    raw, (capital, meadow) = road("186", "meadow", own=True)
    raw["plant"][meadow], raw["ripe"] = 1, 1 << meadow
    state = play(enter("186", raw, "trolley"), drive(raw, meadow), "load cattle of the plant")
    assert holds(state) == [1, 0]
    assert offers(state, "load") == []
    give(raw, 1, trolley=meadow, hold=[0, 0])
    assert offers(enter("186", raw, "trolley", actor=1), "load") == []
    after = state.raw()
    after["turn"] = raw["turn"]
    assert enter("186", after, "income").raw()["ripe"] == 0


def test_r1_3e_17_a_house_of_another_owner_takes_no_good():
    raw, city = beside_city("186", "ore")
    give(raw, 1, settled=[city])
    assert offers(enter("186", raw, "trolley"), "deliver") == []
    give(raw, 0, settled=[city])
    assert offers(enter("186", raw, "trolley"), "deliver") == ["deliver ore"]


# ---- what trolleys do in other modules --------------------------------------------------------------

@pytest.mark.parametrize("world", ["315", "135"])
def test_r3_3e_1_without_residents_a_settlement_is_laid_in_an_entered_city(world):
    raw = start(world).raw()
    if stage(start(world)) == "sealed-bid":
        for seat in range(2):
            give(raw, seat, capital=raw["city_at"][1 + seat], trolley=raw["city_at"][1 + seat])
    centre = raw["city_at"][0]
    beside = next(t for t in raw["near"][centre] if t != NOWHERE)
    raw["kind"][beside] = 1
    give(raw, 0, trolley=beside)
    state = enter(world, raw, "trolley")
    assert "settle here" not in legal_texts(state)
    play(state, "drive to city 1", "settle here")
    assert state.raw()["owner"][0]["settled"] == 1 << centre
    assert "settle here" not in legal_texts(state)
    raw["kind"][centre], raw["number"][centre] = 1, 0            # on land it may not
    raw["city_at"][0] = NOWHERE
    assert "settle here" not in legal_texts(play(enter(world, raw, "trolley"), "drive to meadow 0,0"))


@pytest.mark.parametrize(("world", "where"), [
    ("123", "ANYWHERE"), ("125", "ANYWHERE"), ("152", "ANYWHERE"), ("127", "ANYWHERE"), ("132", "ANYWHERE"),
    ("312", "ANYWHERE"), ("153", "ANYWHERE"), ("251", "ANYWHERE"), ("351", "ANYWHERE"),
    ("315", "ON_CITIES"), ("213", "NOT"), ("215", "NOT"), ("126", "NOT"), ("176", "NOT")])
def test_g32_r2_3e_4_r5_3e_2_where_a_trolley_may_lay_settlements(world, where):
    assert start(world).rules_in_force()["lay"] == codes("world504", where)[0]


@pytest.mark.parametrize("world", ["127", "217", "123"])
def test_r7_3e_1_r2_3e_3_the_settlement_is_laid_once_a_tile_and_never_where_it_began(world):
    raw, (capital, meadow) = road(world, "meadow", holds=1)
    give(raw, 0, trolley=meadow)
    assert "settle here" not in legal_texts(enter(world, raw, "trolley"))
    give(raw, 0, trolley=capital)
    state = play(enter(world, raw, "trolley"), drive(raw, meadow), "settle here")
    mine = state.raw()["owner"][0]
    assert (mine["settled"], mine["settlements"]) == (1 << meadow, raw["owner"][0]["settlements"] - 1)
    assert "settle here" not in legal_texts(state)
    give(raw, 0, settlements=0)
    assert "settle here" not in legal_texts(play(enter(world, raw, "trolley"), drive(raw, meadow)))


@pytest.mark.parametrize("world", ["861", "261"])
def test_r6_3e_1_at_1_iii_one_free_road_a_turn_from_the_trolleys_tile(world):
    raw, (capital, a, b) = road(world, "mountain", "meadow", own=True)
    lay(raw, 0, capital, a)
    ends = sorted((a, b), key=lambda t: raw["near"][t].index(b if t == a else a) >= 3)
    move = f"free road {name(raw, ends[0])} to {name(raw, ends[1])}"
    state = enter(world, raw, "trolley")
    assert move not in legal_texts(state)                        # it is not there yet
    play(state, drive(raw, a))
    assert move in legal_texts(state)
    play(state, move)
    mine = state.raw()["owner"][0]
    assert mine["road"][a] >> raw["near"][a].index(b) & 1
    assert mine["roads"] == raw["owner"][0]["roads"] - 1
    assert offers(state, "free") == []
    give(raw, 0)["settled"] = 1 << a
    assert move not in legal_texts(play(enter(world, raw, "trolley"), drive(raw, a)))


# ---- exploring --------------------------------------------------------------------------------------

def exploring(money: int = 0, points: int = 3, world: str = "152") -> Any:
    """Seat 0's trolley, with so many points left, explores a space beside its capital."""
    raw = start(world).raw()
    give(raw, 0, money=money)
    state = enter(world, raw, "trolley")
    raw = state.raw()
    raw["turn"]["points"] = 2 * points
    state.load(raw)
    return play(state, next(text for text in legal_texts(state) if text.startswith("explore ")))


def stands(state: Any) -> tuple[str, float, int]:
    """The name of the tile where seat 0's trolley is, its points left and seat 0's money."""
    raw = state.raw()
    mine = raw["owner"][0]
    return name(raw, mine["trolley"]).split()[0], raw["turn"]["points"] / 2, mine["money"]


@pytest.mark.parametrize(("world", "lays"), [("152", True), ("153", True), ("125", True), ("215", False)])
def test_r5_3e_1_r5_3e_2_the_trolley_enters_land_that_it_has_explored_for_a_point(world, lays):
    state = play(exploring(world=world), "explored meadow")
    assert stands(state) == ("meadow", 2, 0)
    assert ("settle here" in legal_texts(state)) == lays


@pytest.mark.parametrize(("money", "points", "after"), [
    (0, 3, ("mountain", 1, 0)), (0, 1, ("city", 1, 0)), (19, 1, ("city", 1, 19))])
def test_r5_3e_1_a_mountain_takes_two_points_and_is_not_entered_without(money, points, after):
    assert stands(play(exploring(money, points), "explored mountain")) == after


def test_r5_3e_1_a_point_for_the_mountain_may_be_bought():
    state = play(exploring(20, 1), "explored mountain")
    assert legal_texts(state)[0] == "stay"
    assert legal_texts(state)[1].startswith("enter mountain ")
    assert stands(play(state.copy(), "stay")) == ("city", 1, 20)
    assert stands(play(state, legal_texts(state)[1])) == ("mountain", 0, 0)


def test_r5_3e_1_water_costs_a_point_and_lets_nobody_in():
    raw = start("152").raw()
    raw["stack"] = [0, 0, 0, 0, 0, 0, 11]                        # so only spaces beside no water are explored
    state = enter("152", raw, "trolley")
    assert stands(play(state, offers(state, "explore")[0])) == ("city", 2, 60)
    assert state.raw()["kind"][state.raw()["tiles"] - 1] == 6


def test_r5_3e_1_exploring_takes_a_point_that_may_be_bought():
    raw = start("152").raw()
    for money, can in ((19, False), (20, True)):
        give(raw, 0, money=money)
        state = enter("152", raw, "trolley")
        late = state.raw()
        late["turn"]["points"] = 0
        state.load(late)
        assert (offers(state, "explore") != []) == can


@pytest.mark.parametrize("world", ["152", "153", "215"])
@pytest.mark.parametrize("money", [20, 60])
def test_r5_3e_1_r1_3e_9_without_a_point_exploring_costs_one_even_where_a_mountain_is_found(world, money):
    state = play(exploring(money, 0, world), "explored mountain")
    assert stands(state) == ("city", 1, money - 20)
    assert state.raw()["turn"]["extra"] == 1
    if money == 60:                                              # the mountain takes a further point, for 30
        assert stands(play(state.copy(), legal_texts(state)[1])) == ("mountain", 0, 10)
        play(state, "stay")
    play(state, offers(state, "explore")[0], "explored meadow")  # the point that was kept
    assert stands(state) == ("meadow", 0, money - 20)
