"""Modules 4 and 9 together: companies that nobody attacks yet, founders in held cities, capitals that fall."""
from __future__ import annotations

from typing import Any

import pytest

from games.world504.conditions import atoms_of
from games.world504.notation import position_from_json, position_to_json
from games.world504.phases import phases
from games.world504.tables import KINDS

from .positions import NOWHERE, SLOTS, Raw, act, can, code, enter, give, loaded, make, name, stage
from .shares import BLUE, GREEN, WHITE, after_shares, dealing, founded, go_on, later, texts
from .war import roll

SIDES, WATER = 6, KINDS.index("water")
END = 3 * SLOTS             # the phases of the end of a round


def siege(world: str, *, mine: int = 4, residents: int = 0, **options: str) -> tuple[Raw, int, int, int]:
    """Green stands beside white's capital, city 7; white has a town beside city 5. The position and the three tiles."""
    raw = founded(dealing(world, 2, **options).raw(), {GREEN: (40, {0: 5}), WHITE: (30, {1: 5})})
    raw["round"] = 2
    home, capital = raw["city_at"][8], raw["city_at"][6]
    own = next(t for t in raw["near"][capital] if t != NOWHERE and not raw["number"][t])
    town = next(t for t in raw["near"][raw["city_at"][4]] if t != NOWHERE and not raw["number"][t])
    make(raw, own, "forest")
    make(raw, town, "meadow")
    give(raw, GREEN, settled=[own], up=[own] * mine, capital=home)
    give(raw, WHITE, settled=[town], down=[town] * 2 + [capital] * residents, capital=capital)
    return raw, own, capital, town


def side(raw: Raw, here: int, there: int) -> int:
    return int(raw["near"][here].index(there))


def in_3d(world: str, raw: Raw) -> Any:
    """Green in phase 3D."""
    return enter(world, raw, "residents", GREEN, seats=2)


def assault(state: Any, own: int, capital: int) -> Any:
    """Three residents of one tile go on to the headquarters."""
    act(state, "A_ASSAULT", SIDES * own + side(state.raw(), own, capital))
    while stage(state) == "assault":
        state.apply_action(state.legal_actions()[0])
    return state


def is_new(raw: Raw, i: int) -> bool:
    """Whether the company is not founded, and has what all begin with."""
    o = raw["owner"][i]
    return not o["settled"] and o["capital"] == NOWHERE and not any(o["active"]) and not any(o["spent"]) and (
        o["residents"], o["settlements"]) == (14, 15) and not any(held[i] for held in raw["held"]) and (
        raw["quote"][i] == 0 and i in raw["order"][raw["founded"]:] and i in raw["market"][raw["founded"]:])


def test_r4_3d_11_who_conquers_the_capital_takes_over() -> None:
    raw, own, capital, town = siege("964")
    state = assault(in_3d("964", raw), own, capital)
    assert stage(state) == "conquer"
    assert texts(state) == ["done", f"conquer city 7 from {name(raw, own)}"]
    act(state, "A_CONQUER", side(raw, capital, own))
    after = state.raw()
    green = after["owner"][GREEN]
    assert green["settled"] == 1 << own | 1 << capital | 1 << town
    assert (green["spent"][town], green["active"][own], green["settlements"]) == (2, 0, 15 - 3)
    assert is_new(after, WHITE)
    assert (after["founded"], after["order"][0]) == (1, GREEN)
    assert (after["aside"][WHITE], after["owner"][WHITE]["money"]) == (10, 0)


def test_ii_11_r4_3d_11_who_comes_exhausted_with_land_taken_over_has_not_acted() -> None:
    raw, own, capital, town = siege("934", mine=5)
    give(raw, GREEN, privileges=["II(11)"])
    state = act(assault(in_3d("934", raw), own, capital), "A_CONQUER", side(raw, capital, own))
    assert state.raw()["owner"][GREEN]["spent"][town] == 2
    assert [move for move in texts(state) if move.startswith("again")] == []
    act(state, "A_STEP", SIDES * own + side(raw, own, capital))
    assert [move for move in texts(state) if move.startswith("again")] == ["again in city 7"]


@pytest.mark.parametrize("mine", [3, 4])
def test_r4_3d_11_without_conquest_the_tiles_are_nobodys(mine: int) -> None:
    raw, own, capital, town = siege("194", mine=mine)
    raw["owner"][WHITE]["delivered"][0], raw["owner"][WHITE]["hold"][0] = 3, 1
    before = raw["supply"][0]
    state = assault(in_3d("194", raw), own, capital)
    if mine == 4:                                                 # with three nobody is left to go in
        act(state, "A_DONE")
    after = state.raw()
    assert after["owner"][GREEN]["settled"] == 1 << own
    assert is_new(after, WHITE)
    assert (after["aside"][WHITE], after["owner"][WHITE]["money"]) == (0, 150)
    assert (after["owner"][WHITE]["lost"], after["supply"][0]) == ([3, 0, 0, 0, 0], before + 1)


def test_r1_e_3_positions_come_back_after_a_company_with_delivered_goods_was_beaten() -> None:
    raw, own, capital, town = siege("194")
    raw["kind"] = dealing("194", 2).raw()["kind"]                 # the box has no other tiles
    give(raw, WHITE, settled=[], down=[], trolley=capital, holds=1)
    give(raw, GREEN, trolley=raw["owner"][GREEN]["capital"], holds=1)
    if raw["kind"][town] == WATER:
        raw["owner"][WHITE].update(settled=0, settlements=15, down=0, residents=14)
        raw["owner"][WHITE]["spent"][town] = 0
    raw["owner"][WHITE]["delivered"][0] = 3
    raw["supply"][0] -= 3
    raw["cursor"] = 0
    state = assault(in_3d("194", raw), own, capital)
    act(state, "A_DONE")
    assert state.raw()["owner"][WHITE]["lost"] == [3, 0, 0, 0, 0]
    assert position_from_json(position_to_json(state)).raw() == state.raw()
    without = {key: value for key, value in position_to_json(state).items() if key != "goods"}
    assert position_from_json(without).raw()["supply"] == state.raw()["supply"]


def test_r4_3d_11_tiles_are_taken_over_as_far_as_pieces_go_and_none_is_declined() -> None:
    raw, own, capital, town = siege("964")
    second = next(t for t in raw["near"][town] if t != NOWHERE and not raw["number"][t])
    make(raw, second, "meadow")
    give(raw, WHITE, settled=[second], down=[second])
    raw["owner"][GREEN]["residents"] = 0                          # three come back from the assault, one from the city
    raw["owner"][WHITE]["spent"][town] = 6
    state = assault(in_3d("964", raw), own, capital)
    act(state, "A_CONQUER", side(raw, capital, own))
    assert stage(state) == "takeover"
    assert sorted(texts(state)) == sorted(f"take over {name(raw, t)}" for t in (town, second))
    act(state, "A_TAKEOVER", town)
    green = state.raw()["owner"][GREEN]
    assert stage(state) != "takeover"
    assert green["settled"] == 1 << own | 1 << capital | 1 << town | 1 << second
    assert (green["spent"][town], green["spent"][second], green["residents"]) == (4, 0, 0)


@pytest.mark.parametrize("world", ["964", "194"])
def test_r4_3d_11_a_beaten_company_is_founded_anew_and_plays_on(world: str) -> None:
    """What anybody does then is the first in the list, for two rounds."""
    raw, own, capital, _ = siege(world)
    state = assault(in_3d(world, raw), own, capital)
    act(state, "A_DONE")
    raw = state.raw()
    assert is_new(raw, WHITE)
    place = phases(atoms_of(world))["end of round"].index("end-check")
    raw.update(cash=[400, 400, *raw["cash"][2:]], phase=END + place)
    state = go_on(world, raw, seats=2)
    state.apply_action(state.legal_actions()[texts(state).index("buy white")])
    while stage(state) == "capital":
        state.apply_action(state.legal_actions()[0])
    after = state.raw()
    buyer = after["agent"][WHITE]
    assert buyer < 2
    assert after["held"][buyer][WHITE] == 2                     # the president's card
    assert (after["founded"], after["owner"][WHITE]["capital"] != NOWHERE) == (2, True)
    assert after["quote"][WHITE] > 0
    acted = set()
    while not state.is_terminal() and state.raw()["round"] < raw["round"] + 3:
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        acted.add(state.raw()["actor"] if state.raw()["phase"] // SLOTS == 2 else NOWHERE)
        state.apply_action(state.legal_actions()[-1])
    assert WHITE in acted


def test_r1_e_3_and_r4_3d_12_goods_of_beaten_companies_end_the_game() -> None:
    raw, *_ = siege("194")
    raw.update(place=1, phase=END - 1)
    raw["owner"][WHITE]["lost"] = [11, 11, 0, 0, 0]
    state = go_on("194", raw, seats=2)
    assert not state.is_terminal()
    raw["owner"][GREEN]["delivered"][0] = 1
    assert go_on("194", raw, seats=2).is_terminal()


def in_third_round(world: str, falls: bool) -> Any:
    """Green's card of round 3 is turned up; white, whose turn is still to come, has fallen or not."""
    raw, own, capital, _ = siege(world, mine=3)
    raw.update(round=3, ticks=[1, 0, 0])                          # a row for two companies
    state = in_3d(world, raw)
    if falls:
        assault(state, own, capital)
    while stage(state) != "turn-card":
        act(state, "A_DONE")
    assert state.raw()["founded"] == 2 - falls
    return state


@pytest.mark.parametrize("falls", [False, True])
def test_r7_s_3_and_r7_5_1_a_played_game_has_the_odds_of_the_row_after_a_company_has_fallen(falls: bool) -> None:
    state = in_third_round("794", falls)
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    assert sum(state.keyed_chance(seed) for seed in range(1000)) == pytest.approx(500, abs=60)


def test_r7_s_3_a_row_that_is_laid_again_is_shuffled_again() -> None:
    """The scoring was the card of the company that has fallen; the next round has a row again, with luck of its own."""
    state = in_third_round("794", falls=True)
    state.apply_action(0)                                         # a tick, and nobody is left to turn up the scoring
    while stage(state) != "shares":
        state.apply_action(state.legal_actions()[0])
    raw = state.raw()
    assert (raw["scorings"], raw["founded"], raw["ticks"]) == (0, 1, [0, 0, 0])
    raw.update(founded(raw, {GREEN: (40, {0: 5}), BLUE: (20, {1: 2})}), round=4)
    laid = after_shares("794", raw, seats=2).raw()
    assert laid["ticks"] == [1, 0, 0]
    later_round = in_third_round("794", falls=False).raw()
    first = loaded("794", later_round)
    later_round["round"] = 4
    again = loaded("794", later_round)
    drawn = [(first.keyed_chance(seed), again.keyed_chance(seed)) for seed in range(400)]
    assert all(drawn.count(pair) > 50 for pair in ((0, 0), (0, 1), (1, 0), (1, 1)))


@pytest.mark.parametrize("hits, falls", [(3, True), (2, False)])
def test_r4_3g_11_conquest_by_dice(hits: int, falls: bool) -> None:
    raw, own, capital, town = siege("943")
    state = in_3d("943", raw)
    for _ in range(4):
        act(state, "A_STEP", SIDES * own + side(raw, own, capital))
    while stage(state) != "attack":
        state.apply_action(state.legal_actions()[0])
    state.apply_action(hits)
    state.apply_action(0)                                         # no attacker falls
    after = state.raw()
    assert is_new(after, WHITE) == falls
    assert bool(after["owner"][GREEN]["settled"] >> town & 1) == falls
    assert bool(after["owner"][GREEN]["settled"] >> capital & 1) == falls


def test_r4_3g_12_after_dice_with_module_2_one_more_may_go_in() -> None:
    raw, own, capital, town = siege("942", mine=5)
    state = in_3d("942", raw)
    for _ in range(4):
        act(state, "A_STEP", SIDES * own + side(raw, own, capital))
    act(state, "A_FIGHT", capital)
    state.apply_action(3)
    state.apply_action(3)
    assert stage(state) != "conquer"                              # one attacker has survived
    state = in_3d("942", siege("942", mine=4)[0])
    for _ in range(3):
        act(state, "A_STEP", SIDES * own + side(raw, own, capital))
    act(state, "A_FIGHT", capital)
    state.apply_action(3)
    state.apply_action(3)
    assert stage(state) == "conquer"
    act(state, "A_CONQUER", side(raw, capital, own))
    assert state.raw()["owner"][GREEN]["settled"] >> town & 1


def test_r4_3d_9_with_another_city_the_company_goes_on() -> None:
    raw, own, capital, town = siege("924", mine=3)
    city = raw["city_at"][7]
    for garrison in ("barracks", "militia"):
        raw[garrison] &= ~(1 << city)
    give(raw, WHITE, settled=[city])
    after = assault(in_3d("924", raw), own, capital).raw()
    assert (after["owner"][WHITE]["capital"], after["founded"]) == (city, 2)


@pytest.mark.parametrize("world, word", [("964", "A_ASSAULT"), ("943", "A_STEP")])
def test_r9_sr_8_nobody_attacks_a_company_in_its_first_round(world: str, word: str) -> None:
    raw, own, capital, _ = siege(world)
    more = SIDES * own + side(raw, own, capital)
    assert can(in_3d(world, raw), word, more)
    raw["young"] = 1 << WHITE
    assert not can(in_3d(world, raw), word, more)


def test_r9_sr_8_the_first_round_is_over_with_the_next_one() -> None:
    state = dealing("964", 2)
    act(state, "A_BUY_SHARE", BLUE)
    assert state.raw()["young"] == 1 << BLUE
    assert later("964", {BLUE: (20, {0: 2})}, 2, number=2).raw()["young"] == 0


@pytest.mark.parametrize("world, stays", [("964", False), ("984", True)])
def test_r9_sr_8_founders_clear_the_city(world: str, stays: bool) -> None:
    raw, _, _, _ = siege(world)
    city = raw["city_at"][4]
    raw["militia"] &= ~(1 << city)
    raw["barracks"] |= 1 << city
    give(raw, WHITE, settled=[city])
    state = later_share_round(world, raw)
    act(state, "A_BUY_SHARE", BLUE)
    act(state, "A_CAPITAL", 4)
    after = state.raw()
    assert after["owner"][BLUE]["capital"] == city
    assert bool(after["owner"][WHITE]["settled"] >> city & 1) == stays
    assert bool(after["barracks"] >> city & 1) == stays
    assert after["turn"]["fallen"] == 0


def later_share_round(world: str, raw: Raw) -> Any:
    """The share round before the third operating round."""
    raw.update(round=2, phase=END + phases(atoms_of(world))["end of round"].index("end-check"))
    return go_on(world, raw, seats=2)


def test_garrisons_come_after_the_first_share_round() -> None:            # U53
    state = dealing("964", 2)
    act(state, "A_BUY_SHARE", BLUE)
    state.apply_action(code("A_CAPITAL", 6))
    assert state.raw()["barracks"] == 0
    while stage(state) == "shares":
        act(state, "A_QUIT")
    raw = state.raw()
    assert raw["barracks"].bit_count() == 8
    assert not raw["barracks"] >> raw["city_at"][6] & 1


def test_r4_s_4_and_r9_s_11_companies_take_any_city_at_the_edge() -> None:
    state = dealing("964", 2)
    act(state, "A_BUY_SHARE", BLUE)
    assert texts(state) == [f"capital city {number}" for number in (5, 6, 7, 8, 9, 10)]
    act(state, "A_CAPITAL", 4)
    act(state, "A_BUY_SHARE", WHITE)
    assert texts(state) == [f"capital city {number}" for number in (6, 7, 8, 9, 10)]


def test_r2_z_4_r2_z_9_free_cities_bring_a_company_30_mark_and_10_more_each_time() -> None:
    raw = founded(dealing("942", 2).raw(), {GREEN: (40, {0: 5})})
    raw.update(round=2, barracks=0)
    at_rest, prizes = raw["turn"], []
    for number in (2, 3, 4):
        city = raw["city_at"][number - 1]
        raw["barracks"] = 1 << city
        own = make(raw, next(t for t in raw["near"][city] if t != NOWHERE and not raw["number"][t]), "forest")
        give(raw, GREEN, settled=[own], up=[own] * 4)
        state = act(in_3d("942", raw), "A_STEP", SIDES * own + side(raw, own, city))
        act(act(state, "A_STEP", SIDES * own + side(raw, own, city)), "A_FIGHT", city)
        raw = roll(state, 1, 0).raw()
        assert raw["owner"][GREEN]["settled"] >> city & 1
        prizes.append(raw["turn"]["prize"])
        raw.update(turn=at_rest)
        raw["owner"][GREEN].update(active=[0] * 61, spent=[0] * 61, up=0, down=0)
    assert prizes == [30, 40, 50]
    assert raw["owner"][GREEN]["collected"] == [0, 0, 0, 0]
