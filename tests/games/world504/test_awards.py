"""Module 2 at TOP III: who is first to fulfil a task takes its points (R2.Z)."""
import copy
from typing import Any

import pytest

from games.packed import codes
from games.world504.tables import KINDS

from .positions import board, enter, give, good, lay, line, make, name, plain, stage, start
from .shares import GREEN, dealing, founded
from .turns import acting, next_turn, offers, play

FROM_AWARDS, NOBODY = codes("world504", "FROM_AWARDS NOBODY")
TERRAINS = KINDS[:6]


def awards(state: Any) -> list[int]:
    return [owner["collected"][FROM_AWARDS] for owner in state.raw()["owner"][:2]]


def test_r2_z_1_the_second_good_of_a_kind_brings_5_points_to_the_first():
    raw = start("162").raw()
    city = raw["city_at"][2]                                     # which offers wood
    for seat, delivered in ((0, [0, 0, 0, 0, 0]), (1, [0, 0, 0, 0, 1])):
        give(raw, seat, trolley=city, hold=[1 + good("ore"), 0], delivered=delivered)
    assert awards(play(enter("162", raw, "trolley"), "deliver ore")) == [0, 0]
    state = play(enter("162", raw, "trolley", actor=1), "deliver ore")
    assert awards(state) == [0, 5]
    assert state.raw()["award"][:5] == [1, 1, 1, 1, 0]
    late = state.raw()
    late["turn"], late["demand"] = raw["turn"], raw["demand"]
    give(late, 0, delivered=[0, 0, 0, 0, 1])
    assert awards(play(enter("162", late, "trolley"), "deliver ore")) == [0, 5]
    assert state.scores()[1] == 9 + 5


def built(*cities: tuple[int, ...]) -> list[list[int]]:
    """Factories by city from city 2 on: 1 + owner for each."""
    rows = [[0, 0, 0], *([*city, 0, 0, 0][:3] for city in cities)]
    return rows + [[0, 0, 0]] * (10 - len(rows))


@pytest.mark.parametrize(("before", "move", "points"), [
    (built((1, 0, 0), (1, 0, 0)), 4, 10), (built((1, 1)), 2, 10), (built((1, 2)), 2, 0), (built((1,)), 3, 0),
    (built((1, 1), (1,), (1,)), 2, 10)])
def test_r2_z_3_factories_in_three_cities_and_three_in_one_bring_10_points_each(before, move, points):
    raw = start("362").raw()
    for seat in (0, 1):
        give(raw, seat, capital=raw["city_at"][0], money=200)
    give(raw, 0, settled=raw["city_at"][1:5])
    raw["factory"] = before
    if before == built((1, 1), (1,), (1,)):                      # three cities were counted before
        raw["award"][0] = 0
    state = play(enter("362", raw, "factories"), f"factory in city {move}")
    assert awards(state) == [points, 0]


def test_r2_z_5_the_third_tile_of_a_terrain_explored_brings_5_points():
    raw = start("562").raw()
    capital = raw["owner"][0]["capital"]
    raw["stack"] = [0, 0, 9, 0, 0, 0, 0]
    give(raw, 0, up=[capital] * 5)
    state = acting("562", raw)
    for _ in range(3):
        assert awards(state) == [0, 0]
        while stage(state) != "explore-more" and stage(state) != "act":
            state.apply_action(state.legal_actions()[0])
        play(state, offers(state, "explore")[0])
    assert awards(state) == [5, 0]
    assert state.raw()["award"][KINDS.index("forest")] == 0


def test_r2_z_6_the_third_tile_of_a_terrain_connected_brings_5_points():
    raw, (capital, a, b) = board("682", "meadow", "meadow")
    third = make(raw, plain(raw, raw["near"][b], a), "meadow")
    lay(raw, 0, capital, a)
    lay(raw, 0, a, b)
    give(raw, 0, settled=[third], up=[b] * 3)
    state = acting("682", raw)
    assert awards(state) == [0, 0]
    move = next(text for text in offers(state, "road") if name(raw, third) in text)
    play(state, move)
    assert awards(state) == [5, 0]


@pytest.mark.parametrize("kind", ["forest", "desert"])
def test_r2_z_6_r2_z_9_in_962_each_of_the_six_terrains_has_its_task(kind):
    raw = founded(dealing("962").raw(), {GREEN: (40, {0: 2})})
    raw["round"] = 1
    capital = raw["owner"][GREEN]["capital"]
    _, row = line(raw, capital, kind, kind, kind)
    give(raw, GREEN, settled=row, up=[row[1]] * 3)
    lay(raw, GREEN, capital, row[0])
    lay(raw, GREEN, row[0], row[1])
    state = acting("962", raw, 3)
    assert state.raw()["award"][:6] == [1] * 6
    pay = {"base": 20, "connections": 5} if kind == "forest" else {"base": 20}      # one city, so one forest pays
    assert state.income_terms(GREEN) == pay
    play(state, next(text for text in offers(state, "road") if name(raw, row[2]) in text))
    while stage(state) == "road-crew":
        state.apply_action(state.legal_actions()[0])
    assert state.income_terms(GREEN) == pay | {"awards": 50}     # deserts pay nothing else
    assert state.raw()["award"][:6] == [int(other != kind) for other in TERRAINS]


def test_r2_z_7_every_terrain_settled_once_brings_10_points_and_twice_20():
    raw = start("782").raw()
    capital = raw["owner"][0]["capital"]
    desert = next(t for t in range(raw["tiles"]) if KINDS[raw["kind"][t]] == "desert")
    near = make(raw, plain(raw, raw["near"][desert]), "meadow")
    give(raw, 0, settled=[near], up=[near] * 2)
    others = [t for t in range(raw["tiles"]) if t not in (capital, near, desert)]
    tiles = {kind: [t for t in others if KINDS[raw["kind"][t]] == kind] for kind in TERRAINS}
    give(raw, 0, settled=[tiles[kind][0] for kind in ("forest", "field", "mountain")])
    move = f"step from {name(raw, near)} to {name(raw, desert)}"
    assert awards(play(acting("782", raw), move)) == [10, 0]
    for kind in ("forest", "field", "mountain"):                 # each of them is needed
        fewer = copy.deepcopy(raw)
        fewer["owner"][0]["settled"] &= ~(1 << tiles[kind][0])
        assert awards(play(acting("782", fewer), move)) == [0, 0]
    give(raw, 0, settled=[tiles[kind][1] for kind in TERRAINS])
    raw["award"][0] = 0                                          # once was earlier
    assert awards(play(acting("782", raw), move)) == [20, 0]
    raw["award"][1] = 0
    assert awards(play(acting("782", raw), move)) == [0, 0]


def test_r2_z_8_the_third_plant_of_a_good_brings_5_points():
    raw, (capital, a, b) = board("862", "meadow", "meadow")
    third = make(raw, plain(raw, raw["near"][b], a), "meadow")
    raw["plant"][a] = raw["plant"][b] = 1
    give(raw, 0, settled=[third], up=[third] * 2)
    state = play(acting("862", raw), f"plant on {name(raw, third)}")
    assert awards(state) == [5, 0]
    assert state.raw()["award"][:5] == [0, 1, 1, 1, 1]
    raw["plant"][a] += 8                                         # one of them is another owner's
    assert awards(play(acting("862", raw), f"plant on {name(raw, third)}")) == [0, 0]


def test_r2_z_3_factories_of_nobody_that_are_taken_count_as_own():
    raw = start("362").raw()
    give(raw, 1, settled=raw["city_at"][1:4])
    raw["factory"] = built((2,), (2,), (1 + NOBODY,))
    assert awards(next_turn("362", raw, actor=1)) == [0, 10]
    raw["owner"][1]["settled"] &= ~(1 << raw["city_at"][3])          # the third stays nobody's
    assert awards(next_turn("362", raw, actor=1)) == [0, 0]


def test_r2_z_8_plants_of_nobody_that_are_taken_count_as_own():
    raw, (capital, a, b) = board("862", "meadow", "meadow")
    third = make(raw, plain(raw, raw["near"][b], a), "meadow")
    give(raw, 1, settled=[a, b, third])
    raw["plant"][a] = raw["plant"][b] = 1 + 8                        # cattle of seat 1
    raw["plant"][third] = 1 + 8 * NOBODY
    assert awards(next_turn("862", raw, actor=1)) == [0, 5]
