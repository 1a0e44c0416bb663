"""Factories of module 3, its income, its end and its points (R3.3F, R3.3H, R3.E, R3.F): a test for each rule named."""
from typing import Any

import pytest

from games.packed import codes
from games.world504.conditions import atoms_of
from games.world504.notation import legal_texts
from games.world504.phases import phases

from .positions import A_DONE, SLOTS, STAGES, Raw, enter, give, lay, loaded, make, plain, stage, start
from .privileges import after, at_turn, money
from .turns import play

NOWHERE, NOBODY, FROM_FACTORIES = codes("world504", "NOWHERE NOBODY FROM_FACTORIES")


# ---- factories --------------------------------------------------------------------------------------

def factories(world: str = "638", cash: int = 200, cities: tuple[int, ...] = (2, 4), seats: int = 2,
              privileges: tuple[str, ...] = (), built: dict[int, list[int]] | None = None, **options: str) -> Any:
    """Seat 0 comes to phase 3F with settlements in these cities; `built` has the owners of factories by city."""
    raw = start(world, seats).raw()
    raw["owner"][0]["capital"] = NOWHERE
    give(raw, 0, money=cash, privileges=privileges, settled=[raw["city_at"][number - 1] for number in cities])
    for number, owners in (built or {}).items():
        raw["factory"][number - 1] = [1 + i for i in owners] + [0] * (3 - len(owners))
    turn = phases(atoms_of(world))["turn"]
    return at_turn(world, raw, turn[turn.index("factories") - 1], 0, seats, **options)


@pytest.mark.parametrize("world", ["135", "315"])
def test_r3_3e_1_without_residents_the_trolley_may_settle_in_cities_only(world):
    raw = start(world).raw()
    centre = raw["city_at"][0]
    land = next(t for t in raw["near"][centre] if t != NOWHERE)
    make(raw, land, "meadow")
    give(raw, 0, trolley=land, speed=0)
    state = enter(world, raw, "trolley")
    assert "settle here" not in legal_texts(state)
    play(state, "drive to city 1")
    assert "settle here" in legal_texts(state)
    before = state.raw()["owner"][0]["settlements"]
    owner = play(state, "settle here").raw()["owner"][0]
    assert owner["settled"] == 1 << centre
    assert owner["settlements"] == before - 1


def test_r3_3f_1_v23_cost_by_place_whoever_has_built():
    """V23: the first in one city and the third in another cost 60."""
    state = factories(built={4: [1, 1]})
    assert legal_texts(state) == ["done", "factory in city 2", "factory in city 4"]
    play(state, "factory in city 2", "factory in city 4")
    assert money(state)[0] == 140
    assert [state.raw()["factory"][n] for n in (1, 3)] == [[1, 0, 0], [2, 2, 1]]
    second = play(factories(cities=(2,), built={2: [1]}), "factory in city 2")
    assert money(second)[0] == 170


def test_r3_3f_1_one_a_turn_and_city_in_ascending_order():
    state = factories(cities=(2, 4, 7))
    play(state, "factory in city 4")
    assert legal_texts(state) == ["done", "factory in city 7"]
    play(state, "done")
    assert stage(state) != "build-factory"
    assert state.raw()["turn"]["last"] == 0


def test_r3_3f_1_at_most_three_in_a_city_and_only_what_can_be_paid():
    assert legal_texts(factories(built={2: [0, 1, 1]})) == ["done", "factory in city 4"]
    assert legal_texts(factories(cash=29, built={2: [1]})) == ["done", "factory in city 4"]
    assert stage(factories(cash=19)) != "build-factory"
    assert stage(factories(cities=())) != "build-factory"


def test_r3_3f_1_the_headquarters_counts():
    raw = start("638").raw()
    capital = raw["number"][raw["owner"][0]["capital"]]
    raw["owner"][0]["money"] = 50
    turn = phases(atoms_of("638"))["turn"]
    state = at_turn("638", raw, turn[turn.index("factories") - 1], 0)
    assert legal_texts(state) == ["done", f"factory in city {capital}"]


@pytest.mark.parametrize("world,card", [("638", "II(3)"), ("368", "III(7)")])
def test_r3_3f_1_with_ii_3_or_iii_7_a_factory_always_costs_20(world, card):
    state = factories(world, cash=20, privileges=(card,), built={2: [1, 1]})
    assert money(play(state, "factory in city 2"))[0] == 0


def test_r3_3f_1_option_factories_the_box_is_empty():
    full = {number: [1, 1, 1] for number in (1, 3, 5, 6, 7, 8)}         # 18
    state = factories(built=full | {9: [1, 1]}, factories="20")
    assert stage(state) != "build-factory"
    assert stage(factories(built=full | {9: [1, 1]})) == "build-factory"
    last = play(factories(built=full | {9: [1]}, factories="20"), "factory in city 2")
    assert stage(last) != "build-factory"


def test_r3_3f_2_at_top_i_each_is_5_points_at_once():
    state = factories("368")
    play(state, "factory in city 2", "factory in city 4")
    assert state.raw()["owner"][0]["collected"][FROM_FACTORIES] == 10
    assert state.scores()[0] == 10
    other = play(factories("638"), "factory in city 2")
    assert other.raw()["owner"][0]["collected"][FROM_FACTORIES] == 0


@pytest.mark.parametrize("world", ["326", "736"])
def test_r3_3f_3_factories_of_nobody_go_to_the_next_with_a_settlement(world):
    raw = start(world).raw()
    cities = [t for t in raw["city_at"] if t != NOWHERE]
    for owner in raw["owner"][:2]:
        owner["capital"] = cities[0]
    give(raw, 1, settled=[cities[1]])
    for number, owners in ((1, [NOBODY, 0, NOBODY]), (2, [NOBODY, 1, 1])):
        raw["factory"][number] = [1 + i for i in owners]
    raw["order"][:2] = [0, 1]
    before = raw["owner"][1]["collected"]
    first = after(world, {**raw, "place": 0, "actor": 0}, phases(atoms_of(world))["round"][-1])
    assert first.raw()["factory"][1] == [1 + NOBODY, 1, 1 + NOBODY]     # seat 0 has no settlement there
    second = at_turn(world, raw, phases(atoms_of(world))["turn"][-1], 0)
    if second.is_chance_node():                                         # a scoring card comes first
        second = loaded(world, {**second.raw(), "stage": STAGES.index("build-factory")}, 2)
        second.apply_action(A_DONE)
    assert second.raw()["factory"][1:3] == [[2, 1, 2], [1 + NOBODY, 2, 2]]
    assert second.raw()["owner"][1]["collected"] == before              # points are for building


def test_r3_3f_3_a_recalled_settlement_leaves_its_factories():
    raw = start("326").raw()
    cities = [t for t in raw["city_at"] if t != NOWHERE][:3]
    for owner in raw["owner"][:2]:
        owner["capital"] = cities[0]
    give(raw, 0, settled=cities[1:], settlements=0)
    raw["factory"][1], raw["factory"][2] = [1, 2, 1], [1, 0, 0]
    target = next(t for t in range(raw["tiles"]) if t not in cities and raw["kind"][t] != 6)
    raw["turn"]["target"], raw["turn"]["settle_from"] = target, STAGES.index("act")
    raw.update(stage=STAGES.index("recall-settlement"), actor=0, place=raw["order"].index(0),
               phase=2 * SLOTS + phases(atoms_of("326"))["turn"].index("residents"))
    state = loaded("326", raw)
    state.apply_action(codes("world504", "A_RECALL")[0] + cities[1])
    assert state.raw()["factory"][1:3] == [[1 + NOBODY, 2, 1 + NOBODY], [1, 0, 0]]


# ---- income, end, points ----------------------------------------------------------------------------

def income(world: str, raw: Raw) -> Any:
    """The state after seat 0 has had its income."""
    raw["order"][:2] = [0, 1]
    turn = phases(atoms_of(world))["turn"]
    return at_turn(world, raw, turn[turn.index("income") - 1], 0)


def test_r3_3h_1_income_is_set_aside_at_top_i():
    """The income is that of TOP II: of roads here, which join the common capital and a meadow."""
    raw = start("368").raw()
    capital = raw["city_at"][0]
    give(raw, 0, money=7, capital=capital)
    meadow = make(raw, plain(raw, raw["near"][capital]), "meadow")
    give(raw, 0, settled=[meadow])
    lay(raw, 0, capital, meadow)
    raw["factory"][0] = [1, 0, 0]                                       # pays at TOP II only
    owner = income("368", raw).raw()["owner"][0]
    assert (owner["money"], owner["income"]) == (7, 20 + 5)


def test_r3_3h_2_v24_20_and_15_for_each_factory_set_aside():
    """V24: five factories make 95."""
    raw = start("638").raw()
    raw["owner"][0]["money"] = 7
    raw["factory"][:3] = [[1, 1, 2], [1, 2, 0], [1, 1, 0]]
    owner = income("638", raw).raw()["owner"][0]
    assert (owner["income"], owner["money"]) == (95, 7)


def built(count: int) -> list[list[int]]:
    """So many factories of seat 0 on the board."""
    return [[int(3 * number + place < count) for place in range(3)] for number in range(10)]


def test_r3_e_1_the_game_ends_with_20_factories_at_the_end_of_a_round():
    for count, ends in ((19, False), (20, True), (21, True)):
        raw = start("368").raw()
        raw["factory"] = built(count)
        state = at_turn("368", raw, "income", raw["order"][1])
        assert state.is_terminal() == ends
        assert not at_turn("368", raw, "income", raw["order"][0]).is_terminal()


def test_r3_f_1_v25_factories_and_privileges_are_points():
    """V25: seven factories and two privileges of 2 and 5 points."""
    raw = start("368").raw()
    raw["factory"] = built(7)
    give(raw, 0, privileges=["I(11)", "III(6)"])
    raw["owner"][0]["collected"][FROM_FACTORIES] = 35
    assert loaded("368", raw).scores() == [42, 0]


@pytest.mark.parametrize("tie_money,winner", [("at_hand", 0), ("with_income", 1)])
def test_r3_t_1_option_tie_money_most_money_wins_a_tie(tie_money, winner):
    raw = start("368").raw()
    raw["owner"][0].update(money=50, income=20)
    raw["owner"][1].update(money=40, income=80)
    raw["stage"] = STAGES.index("over")
    assert loaded("368", raw, tie_money=tie_money).win_shares() == [1 - winner, winner]


@pytest.mark.parametrize("world", ["123", "638", "683", "738"])
def test_r3_f_2_i_11_and_ii_9_count_in_all_worlds(world):
    raw = start(world).raw()
    before = loaded(world, raw).scores()
    give(raw, 0, privileges=["I(11)", "II(9)"])
    assert [a - b for a, b in zip(loaded(world, raw).scores(), before, strict=True)] == [5, 0]


@pytest.mark.parametrize(("world", "card", "points"), [
    ("863", "I(11)", 2), ("863", "II(9)", 3), ("368", "III(6)", 5), ("763", "I(11)", 2)])
def test_r3_f_2_iii_6_each_privilege_of_points_counts_once(world, card, points):
    raw = start(world).raw()
    before = loaded(world, raw).scores()[0]
    give(raw, 0, privileges=[card])
    state = loaded(world, raw)
    assert state.scores()[0] - before == points
    assert state.sources()[0]["privileges"] == points
