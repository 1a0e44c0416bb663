"""Module 2, race: a test for each rule of the digest that it names, on positions of a few tiles.

Awards are in test_awards.py.
"""
from typing import Any

import pytest

from games.packed import codes
from games.world504.notation import legal_texts
from games.world504.tables import KINDS

from .positions import Raw, board, enter, give, loaded, make, name, plain, stage, start
from .turns import acting, last_turn, offers, over, play

NOWHERE, = codes("world504", "NOWHERE")


def step_to(raw: Raw, target: int, taken: set[int]) -> str:
    """Seat 0 gets a settlement and an active resident on a meadow beside the target; the step there."""
    t = make(raw, plain(raw, raw["near"][target], *taken), "meadow")
    taken.add(t)
    give(raw, 0, settled=[t], up=[t])
    return f"step from {name(raw, t)} to {name(raw, target)}"


def to_city(world: str, number: int = 2, seats: int = 2, **fields: Any) -> tuple[Raw, int, str]:
    """A resident of seat 0 beside a city; the tile of the city, and the step there."""
    raw = start(world, seats).raw()
    city = raw["city_at"][number - 1]
    give(raw, 0, **fields)
    move = step_to(raw, city, set())
    give(raw, 0, up=[raw["owner"][0]["capital"]])                # so that the phase goes on
    return raw, city, move


def cards(state: Any, owner: int = 0) -> list[int]:
    """The numbers of the cities on whose cards the owner is."""
    found = state.raw()["owner"][owner]["cards"]
    return [number + 1 for number in range(10) if found >> number & 1]


# ---- set-up -----------------------------------------------------------------------------------------

def test_r2_s_1_clockwise_on_plan_5_with_a_common_capital():
    state = start("267", 3)
    raw = state.raw()
    assert (state.rules_in_force()["plan"], state.rules_in_force()["order"]) == (5, codes("world504", "CLOCKWISE")[0])
    assert {owner["capital"] for owner in raw["owner"][:3]} == {raw["city_at"][0]}


@pytest.mark.parametrize("world", ["268", "628", "862"])
def test_r2_s_2_start_money_goes_by_the_order(world):
    for seats, money in ((2, [60, 80]), (4, [60, 70, 80, 90])):
        raw = start(world, seats).raw()
        assert [raw["owner"][seat]["money"] for seat in raw["order"][:seats]] == money


@pytest.mark.parametrize(("errata", "residents", "settlements"), [("no", 24, 25), ("2015", 25, 24)])
def test_r2_s_3_option_errata_a_resident_or_a_settlement_is_on_the_capitals_card(errata, residents, settlements):
    state = start("268", 3, errata=errata)
    for seat in range(3):
        mine = state.raw()["owner"][seat]
        assert cards(state, seat) == [1]
        assert (mine["residents"], mine["settlements"]) == (residents, settlements)


def test_r2_s_4_without_residents_markers_wait_on_the_other_cities():
    state = start("231")
    mine = state.raw()["owner"][0]
    assert (mine["residents"], mine["settlements"], len(cards(state))) == (0, 20, 1)
    assert state.rules_in_force()["mark"] == codes("world504", "BY_MARKER")[0]


def test_r2_s_5_at_top_ii_a_settlement_is_on_the_capitals_card():
    state = start("628", 4)
    mine = state.raw()["owner"][0]
    assert (mine["residents"], mine["settlements"], cards(state)) == (20, 19, [1])


def test_r2_s_6_without_residents_it_leaves_19_settlements():
    state = start("123", 4)
    assert [owner["settlements"] for owner in state.raw()["owner"][:4]] == [19] * 4
    assert len(cards(state)) == 1


@pytest.mark.parametrize(("world", "tasks"), [
    ("162", 5), ("132", 5), ("362", 2), ("562", 6), ("682", 6), ("782", 2), ("862", 5), ("867", 0), ("267", 0)])
def test_r2_s_7_the_tasks_of_the_module_at_top_i_are_open(world, tasks):
    assert sum(start(world).raw()["award"]) == tasks


# ---- 3A, recalling ----------------------------------------------------------------------------------

def test_r2_3a_1_the_headquarters_may_change_places_with_a_settlement_in_another_city():
    raw = start("268").raw()
    capital, city = raw["owner"][0]["capital"], raw["city_at"][3]
    give(raw, 0, settled=[city, plain(raw, range(raw["tiles"]))])
    state = enter("268", raw, "move-capital")
    assert legal_texts(state) == ["keep the capital", "capital city 4"]
    kept = play(state.copy(), "keep the capital").raw()["owner"][0]
    assert (kept["capital"], kept["settled"]) == (capital, raw["owner"][0]["settled"])
    mine = play(state, "capital city 4").raw()["owner"][0]
    assert mine["capital"] == city
    assert mine["settled"] == raw["owner"][0]["settled"] ^ (1 << city | 1 << capital)
    assert mine["settlements"] == raw["owner"][0]["settlements"]


def test_r2_3a_1_nine_residents_may_stand_in_the_new_capital_and_seven_in_the_old_one():
    raw = start("268").raw()
    capital, city = raw["owner"][0]["capital"], raw["city_at"][3]
    give(raw, 0, settled=[city], down=[capital] * 7 + [city] * 7, money=200)
    state = play(enter("268", raw, "move-capital"), "capital city 4")
    assert offers(state, "recruit") == ["recruit in city 4"]
    play(state, "recruit in city 4", "recruit in city 4")
    assert stage(state) != "buy-resident"
    give(raw, 0, down=[capital])
    assert stage(enter("268", raw, "move-capital")) != "new-capital"


def test_r2_3a_1_no_other_city_no_question():
    raw = start("268").raw()
    give(raw, 1, settled=[raw["city_at"][3]])
    assert stage(enter("268", raw, "move-capital")) != "new-capital"


def test_r2_3a_2_residents_that_the_supply_lacks_come_from_the_board():
    raw = start("268").raw()
    capital = raw["owner"][0]["capital"]
    meadow = make(raw, plain(raw, raw["near"][capital]), "meadow")
    give(raw, 0, settled=[meadow], down=[meadow, meadow], money=20)
    give(raw, 0, residents=1)
    state = play(enter("268", raw, "recruit"), f"recruit in {name(raw, capital)}")
    assert stage(state) == "buy-resident"                        # that was the one of the supply
    play(state, f"recruit in {name(raw, capital)}")
    assert legal_texts(state) == [f"recall resident from {name(raw, capital)}",
                                  f"recall resident from {name(raw, meadow)}"]
    mine = play(state, f"recall resident from {name(raw, meadow)}").raw()["owner"][0]
    assert (mine["active"][capital], mine["active"][meadow], mine["money"]) == (2, 1, 0)


def test_r2_3a_2_a_settlement_is_recalled_with_all_its_residents_and_never_the_headquarters():
    raw, (capital, a, b) = board("268", "meadow", "field")
    target = make(raw, plain(raw, raw["near"][b], a), "desert")
    give(raw, 0, up=[b, a], down=[a, a])
    give(raw, 0, settlements=0)
    state = play(acting("268", raw), f"step from {name(raw, b)} to {name(raw, target)}")
    assert legal_texts(state) == [f"recall settlement from {name(raw, t)}" for t in sorted((a, b))]
    before = raw["owner"][0]["residents"]
    mine = play(state, f"recall settlement from {name(raw, a)}").raw()["owner"][0]
    assert mine["settled"] == 1 << b | 1 << target
    assert (mine["residents"], mine["settlements"]) == (before + 4, 0)
    assert (mine["active"][a], mine["spent"][a]) == (0, 0)


def test_r2_3a_2_elsewhere_nothing_is_recalled():
    raw, (capital, a) = board("867", "meadow")
    give(raw, 0, up=[a])
    give(raw, 0, settlements=0, residents=0, money=100)
    assert stage(enter("867", raw, "recruit")) != "buy-resident"
    steps = offers(acting("867", raw), "step")
    assert steps == [f"step from {name(raw, a)} to {name(raw, capital)}"]


def test_r2_3a_3_without_residents_the_capital_stays():
    raw = start("123").raw()
    give(raw, 0, settled=[t for t in raw["city_at"] if t != raw["owner"][0]["capital"]])
    state = enter("123", raw, "buy-privilege")
    seen = set()
    while state.raw()["round"] == 1:
        seen.add(stage(state))
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    assert "new-capital" not in seen


# ---- 3D: hurry and city cards -----------------------------------------------------------------------

def test_r2_3d_1_u48_who_reaches_an_exhausted_comrade_stays_active():
    raw, (capital, a, b) = board("267", "meadow", "field")
    give(raw, 0, up=[capital], down=[a, b])
    state = play(acting("267", raw), f"run from {name(raw, capital)}")
    assert legal_texts(state) == [f"run to {name(raw, t)}" for t in sorted((a, b))]
    play(state, f"run to {name(raw, b)}")
    assert state.raw()["owner"][0]["active"][b] == 1


def test_r2_3d_1_a_tile_where_a_run_has_ended_sends_none_until_somebody_tires():
    raw, (capital, a, b) = board("267", "meadow", "field")
    give(raw, 0, up=[capital] * 2, down=[a])
    state = play(acting("267", raw), f"run from {name(raw, capital)}", f"run to {name(raw, a)}")
    assert offers(state, "run") == [f"run from {name(raw, capital)}"]
    give(raw, 0, down=[capital])                                 # the way back is free as well
    state = play(acting("267", raw), f"run from {name(raw, capital)}", f"run to {name(raw, a)}")
    assert offers(state, "run") == [f"run from {name(raw, capital)}"]
    give(raw, 0, up=[a])
    state = play(acting("267", raw), f"run from {name(raw, capital)}", f"run to {name(raw, a)}",
                 f"step from {name(raw, a)} to {name(raw, b)}")
    assert f"run from {name(raw, a)}" in offers(state, "run")


def test_r2_3d_1_elsewhere_nobody_hurries():
    worlds = ("267", "627", "672", "867", "687", "678", "367", "567", "176")
    assert [world for world in worlds if not start(world).rules_in_force()["hurry"]] == ["367", "567", "176"]
    raw, (capital, a) = board("176", "meadow")
    give(raw, 0, up=[capital], down=[a])
    assert f"step from {name(raw, capital)} to {name(raw, a)}" in legal_texts(acting("176", raw))


@pytest.mark.parametrize("world", ["268", "628"])
def test_r2_3d_2_r2_3d_3_who_settles_first_in_a_city_goes_on_to_its_card(world):
    raw, city, move = to_city(world)
    before = raw["owner"][0]["residents"]
    state = play(acting(world, raw), move)
    assert cards(state) == [1, 2]
    assert state.raw()["owner"][0]["residents"] == before
    assert state.raw()["owner"][0]["settled"] >> city & 1
    give(raw, 0, cards=3)                                        # it has been there before
    state = play(acting(world, raw), move)
    assert cards(state) == [1, 2]
    assert state.raw()["owner"][0]["residents"] == before + 1


def test_r2_3d_2_u50_unloading_in_a_city_marks_its_card():
    raw = start("261").raw()
    city = raw["city_at"][1]
    give(raw, 0, trolley=city, hold=[6, 0])
    before = raw["owner"][0]["residents"]
    state = play(enter("261", raw, "trolley"), "unload resident")
    assert cards(state) == [1, 2]
    assert state.raw()["owner"][0]["residents"] == before


def test_r2_3d_2_land_marks_nothing():
    raw, (capital, a) = board("268", "meadow")
    target = make(raw, plain(raw, raw["near"][a], capital), "field")
    give(raw, 0, up=[a, a])
    assert cards(play(acting("268", raw), f"step from {name(raw, a)} to {name(raw, target)}")) == [1]


@pytest.mark.parametrize("world", ["268", "628"])
def test_r2_3d_4_a_card_stays_when_the_city_is_left(world):
    raw, city, move = to_city(world, 2)
    other = to_city(world, 3)[0]["city_at"][2]
    give(raw, 0, settled=[city], cards=3)
    second = step_to(raw, other, {t for t in range(raw["tiles"]) if raw["owner"][0]["settled"] >> t & 1})
    give(raw, 0, settlements=0)
    state = play(acting(world, raw), second, "recall settlement from city 2")
    assert state.raw()["owner"][0]["settled"] >> city & 1 == 0
    assert cards(state) == [1, 2, 3]


# ---- 3E: city cards by trolley ----------------------------------------------------------------------

def trolley_beside(world: str, number: int = 2, **fields: Any) -> Raw:
    """Seat 0's trolley on a meadow beside a city."""
    raw = start(world).raw()
    t = make(raw, plain(raw, raw["near"][raw["city_at"][number - 1]]), "meadow")
    give(raw, 0, **{"trolley": t, "hold": [0, 0], **fields})
    return raw


@pytest.mark.parametrize("world", ["231", "217", "123"])
def test_r2_3e_1_r2_3e_3_the_trolley_marks_the_cities_that_it_reaches(world):
    raw = trolley_beside(world, cards=1)
    state = play(enter(world, raw, "trolley"), "drive to city 2")
    assert cards(state) == [1, 2]
    assert state.raw()["turn"]["cards"] == 1
    t = raw["owner"][0]["trolley"]
    play(state, f"drive to {name(raw, t)}", "drive to city 2")
    assert (cards(state), state.raw()["turn"]["cards"]) == ([1, 2], 1)


def test_r2_3e_2_at_top_ii_with_1_a_resident_of_the_supply_marks_what_the_trolley_reaches():
    raw = trolley_beside("128", cards=1)
    before = raw["owner"][0]["residents"]
    state = play(enter("128", raw, "trolley"), "drive to city 2")
    assert (cards(state), state.raw()["owner"][0]["residents"]) == ([1, 2], before - 1)
    raw["owner"][0]["residents"] = 0
    assert cards(play(enter("128", raw, "trolley"), "drive to city 2")) == [1]


def test_r2_3e_2_residents_who_settle_mark_nothing_there():
    raw, city, move = to_city("128", 2, cards=4)
    before = raw["owner"][0]["residents"]
    state = play(acting("128", raw), move)
    assert cards(state) == [3]
    assert state.raw()["owner"][0]["residents"] == before + 1


# ---- 3H ---------------------------------------------------------------------------------------------

def finish(state: Any) -> Raw:
    """Seat 0, after it has done nothing more in this turn."""
    number, actor = state.raw()["round"], state.raw()["actor"]
    while state.raw()["actor"] == actor and state.raw()["round"] == number and not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    owner: Raw = state.raw()["owner"][0]
    return owner


def test_r2_3h_1_r2_3h_2_v3_first_settlements_and_cards_bring_90():
    raw = start("628").raw()
    cities = raw["city_at"][1:4]
    field, forest = (make(raw, next(t for t in range(raw["tiles"]) if KINDS[raw["kind"][t]] == kind), kind)
                     for kind in ("field", "forest"))
    taken = {field, forest}
    moves = [step_to(raw, t, taken) for t in (field, forest, *cities[:2])]
    give(raw, 1, settled=[cities[1]])
    give(raw, 0, cards=0b1001)                                   # the capital's, and one marked before
    state = acting("628", raw)
    assert finish(play(state, *moves))["income"] == 20 + 5 + 5 + 10 + 20 + 30


@pytest.mark.parametrize(("kind", "paid"), [
    ("meadow", 5), ("forest", 5), ("field", 5), ("desert", 5), ("mountain", 10)])
def test_r2_3h_1_the_first_settlement_on_a_tile_is_paid_by_terrain(kind, paid):
    raw, (capital, a) = board("628", "meadow")
    target = make(raw, plain(raw, raw["near"][a], capital), kind)
    give(raw, 0, up=[a, a])
    move = f"step from {name(raw, a)} to {name(raw, target)}"
    assert finish(play(acting("628", raw), move))["income"] == 20 + paid
    give(raw, 1, settled=[target])
    assert finish(play(acting("628", raw), move))["income"] == 20


def test_r2_3h_2_at_top_i_and_iii_cards_and_firsts_pay_nothing():
    for world in ("268", "682"):
        raw, _, move = to_city(world)
        assert finish(play(acting(world, raw), move))["income"] == 20


def test_r2_3h_2_cards_pay_once():
    raw, _, move = to_city("628")
    state = play(acting("628", raw), move)
    assert finish(state)["income"] == 20 + 10 + 10               # city 2 is a first settlement, too
    while state.current_player() != 0 or state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert finish(state)["income"] == 20


def test_r2_3h_3_a_tile_that_was_left_pays_again():
    raw, (capital, a) = board("628", "meadow")
    first, second = (make(raw, t, "field") for t in
                     [t for t in raw["near"][a] if t not in (NOWHERE, capital) and not raw["number"][t]][:2])
    give(raw, 0, up=[a] * 3)
    give(raw, 0, settlements=1)
    state = play(acting("628", raw), f"step from {name(raw, a)} to {name(raw, first)}",
                 f"step from {name(raw, a)} to {name(raw, second)}", f"recall settlement from {name(raw, first)}",
                 f"step from {name(raw, a)} to {name(raw, first)}", f"recall settlement from {name(raw, second)}")
    assert finish(state)["income"] == 20 + 3 * 5


# ---- end and scoring --------------------------------------------------------------------------------

@pytest.mark.parametrize(("seats", "number"), [(2, 9), (3, 8), (4, 7)])
def test_r2_e_1_a_round_with_so_many_city_cards_is_the_last(seats, number):
    for marked in (number - 1, number):
        raw = start("268", seats).raw()
        give(raw, seats - 1, cards=(1 << marked) - 1)
        assert last_turn("268", raw, seats).is_terminal() == (marked == number)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r2_e_3_without_residents_it_takes_nine_cards(seats):
    for marked in (8, 9):
        raw = start("231", seats).raw()
        give(raw, 0, cards=(1 << marked) - 1)
        state = enter("231", raw, "trolley", actor=raw["order"][seats - 1], seats=seats)
        while not state.is_terminal() and state.raw()["round"] == 1:
            state.apply_action(state.legal_actions()[0])
        assert state.is_terminal() == (marked == 9)


@pytest.mark.parametrize(("seats", "marked", "points"), [
    (3, 8, 40), (3, 7, 32), (3, 6, 26), (3, 5, 22), (3, 1, 22), (3, 9, 50), (3, 10, 50), (2, 8, 32), (4, 8, 50)])
def test_r2_f_1_v18_points_go_by_the_cards_that_end_the_game(seats, marked, points):
    raw = start("268", seats).raw()
    give(raw, 0, cards=(1 << marked) - 1)
    assert loaded("268", raw, seats).scores()[0] == points


def test_r2_f_2_v19_u14_points_driven_since_the_last_new_city_score():
    raw = trolley_beside("231", cards=1, speed=3)
    t = raw["owner"][0]["trolley"]
    state = enter("231", raw, "trolley")
    base = state.scores()[0]
    play(state, "drive to city 2")
    new = state.scores()[0]                                      # 22 points still, for two cards
    assert (base, new) == (22, 22)
    play(state, f"drive to {name(raw, t)}", "drive to city 2", f"drive to {name(raw, t)}")
    assert state.scores()[0] == 25
    state = play(enter("231", state.raw(), "trolley"), "drive to city 2")
    assert state.sources()[0]["drive"] == 1                      # no new city in this turn: all of its points


def test_r2_f_2_with_residents_driving_scores_nothing():
    raw = trolley_beside("261", cards=1)
    state = play(enter("261", raw, "trolley"), "drive to city 2", f"drive to {name(raw, raw['owner'][0]['trolley'])}")
    assert (state.sources()[0]["drive"], state.raw()["owner"][0]["moved_on"]) == (0, 0)


def test_r2_t_1_more_residents_and_settlements_break_a_tie():
    raw, (capital, a, b) = board("268", "meadow", "field")
    give(raw, 0, down=[a])
    give(raw, 1, settled=[a], down=[capital] * 3)
    assert over("268", raw).win_shares() == [0, 1]
    give(raw, 0, down=[a])
    assert over("268", raw).win_shares() == [0.5, 0.5]


def test_r2_t_2_without_residents_a_tie_is_shared():
    raw = start("231").raw()
    give(raw, 0, settled=[raw["city_at"][4]], money=500)
    assert over("231", raw).win_shares() == [0.5, 0.5]
