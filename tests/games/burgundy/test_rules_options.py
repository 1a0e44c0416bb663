"""The open questions A1-A13 and the options that answer them, in every setting."""
from __future__ import annotations

import json
import math

import numpy as np
import pytest

from core_ext.leaf import value
from games.api import InputError
from games.burgundy.tuning import USUAL_WORTH

from .positions import (
    GAME,
    depot_goods,
    here,
    of,
    placements,
    play,
    position,
    seat,
    settle,
    stage,
    started,
    texts,
)


def named(state, word: str) -> list[str]:
    """The moves that begin with a word."""
    return [text for text in texts(state) if text.split()[0] == word]


# ---- A1-A4 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("castle_scores", "points"), (("no", {}), ("yes", {"start": 11})))
def test_a1_a_start_castle_that_fills_its_region(castle_scores, points):
    """A1: scores nothing, or the size and phase A; never where the region has more spaces."""
    state = started(2, castles="choose", start="0", castle_scores=castle_scores)
    settle(play(state, "castle at d4", "castle at b3"))
    assert (of(state).points, of(state, 1).points) == (points, {})


@pytest.mark.parametrize("buy_discard", ("yes", "no"))
def test_a2_buying_with_full_storage(buy_discard):
    """A2: a stored tile may be thrown out for it, or there is no purchase; taking by a die is not concerned."""
    owner = seat(storage=["bank", "mine", "cow 2"], silver=2, dice=(1, 5))
    state = position(owner, black=["ship"], depots={1: ["castle"]}, buy_discard=buy_discard)
    assert named(state, "buy") == (["buy ship"] if buy_discard == "yes" else [])
    assert stage(play(state.copy(), "take 1: castle [die 1]")) == "discard"
    if buy_discard == "yes":
        play(state, "buy ship")
        assert texts(state) == ["discard bank", "discard mine", "discard cow 2"]
        play(state, "discard bank")
        assert (of(state).storage, of(state).silver, stage(state)) == (["mine", "cow 2", "ship"], 0, "main")
    else:
        play(state, "workers [die 1]", "workers [die 5]")
        assert state.current_player() == 1             # no purchase is left, so the turn is over


@pytest.mark.parametrize("free_discard", ("yes", "no"))
def test_a3_throwing_out_a_tile_without_taking_one(free_discard):
    """A3: only when a tile is being taken; or, with full storage, as a move of its own."""
    state = position(seat(storage=["bank", "mine", "bank"], dice=(2, 5)), free_discard=free_discard)
    assert named(state, "discard") == (["discard bank", "discard mine"] if free_discard == "yes" else [])
    if free_discard == "yes":
        play(state, "discard bank")
        assert (of(state).storage, of(state).dice, stage(state)) == (["mine", "bank"], [2, 5], "main")
        assert named(state, "discard") == []


def test_a3_a_tile_thrown_out_makes_room_for_the_purchase():
    """A3: with buy_discard=no (A2) the turn lasts as long as that purchase (B33) is possible, and no longer."""
    rules = {"free_discard": "yes", "buy_discard": "no"}
    full = seat(storage=["bank", "mine", "bank"], silver=2, dice=(3,))
    state = play(position(full, black=["castle"], **rules), "workers [die 3]")
    assert texts(state) == ["discard bank", "discard mine", "end turn"]
    assert play(state.copy(), "end turn").current_player() == 1
    play(state, "discard bank")
    assert texts(state) == ["buy castle", "end turn"]
    play(state, "buy castle")
    assert (of(state).storage, of(state).silver, state.current_player()) == (["mine", "bank", "castle"], 0, 1)
    for owner, black in ((full | {"silver": 1}, ["castle"]), (full, [])):
        assert play(position(owner, black=black, **rules), "workers [die 3]").current_player() == 1


@pytest.mark.parametrize("empty", ("yes", "no"))
def test_a4_a_ship_and_depots_without_goods(empty):
    """A4: any depot may be chosen, or only one with goods; where none has any, nothing is asked."""
    owner = seat(storage=["ship"], dice=(2, 2))
    state = play(position(owner, goods={2: {"pink": 1}, 5: {"red": 1}}, empty_ship_depot=empty), "place ship at d3")
    assert texts(state) == [f"clear depot {d}" for d in (range(1, 7) if empty == "yes" else (2, 5))]
    state = play(position(owner, empty_ship_depot=empty), "place ship at d3")
    assert stage(state) == ("ship-depot" if empty == "yes" else "main")
    if empty == "yes":
        play(state, "clear depot 4")
    assert (of(state).goods, of(state).space) == ({}, 1)


@pytest.mark.parametrize("empty", ("yes", "no"))
def test_a4_pairs_of_depots_with_tile_5(empty):
    """A4: without empty depots a pair needs goods at both."""
    state = position(seat({"a4": "knowledge 5"}, storage=["ship"], dice=(2,)), empty_ship_depot=empty,
                     goods={2: {"pink": 1}, 3: {"red": 1}, 5: {"red": 1}})
    play(state, "place ship at d3")
    pairs = [t for t in texts(state) if t.startswith("clear depots")]
    assert pairs == ([f"clear depots {d}+{d % 6 + 1}" for d in range(1, 7)] if empty == "yes" else ["clear depots 2+3"])


# ---- A5 --------------------------------------------------------------------------------------


def with_tile_5(goods=None, held=None, **options):
    """A ship has just been placed; tile 5 is in the duchy."""
    owner = seat({"a4": "knowledge 5"}, storage=["ship"], goods=held, dice=(2, 2))
    state = position(owner, goods=goods or {}, **options)
    return play(state, "place ship at d3")


@pytest.mark.parametrize("one", ("yes", "no"))
def test_a5_clearing_one_depot_only(one):
    """A5: with tile 5 one depot may do, or it must be two."""
    state = with_tile_5(tile5_one=one)
    assert [t for t in texts(state) if t.startswith("clear depot ")] == (
        [f"clear depot {d}" for d in range(1, 7)] if one == "yes" else [])
    assert len([t for t in texts(state) if t.startswith("clear depots ")]) == 6


def test_a5_two_depots_cleared_as_one_set():
    """A5: tile5_joint=yes: the three-colour limit is met once, over both depots together."""
    state = with_tile_5({3: {"pink": 1, "red": 1}, 4: {"pink": 2, "brown": 1}}, held={"orange": 1})
    play(state, "clear depots 3+4")
    assert texts(state) == ["load pink", "load red", "load brown"]
    play(state, "load pink", "load brown")
    assert of(state).goods == {"orange": 1, "pink": 3, "brown": 1}
    assert (depot_goods(state, 3), depot_goods(state, 4)) == ({"red": 1}, {})


def test_a5_two_depots_cleared_one_after_the_other():
    """A5: tile5_joint=no: the first depot in full, then a neighbour of it."""
    state = with_tile_5({3: {"pink": 1, "red": 1}, 4: {"pink": 2, "brown": 1}}, held={"orange": 1}, tile5_joint="no")
    assert texts(state) == [f"clear depot {d}" for d in range(1, 7)]
    play(state, "clear depot 3")
    assert of(state).goods == {"orange": 1, "pink": 1, "red": 1}
    assert (stage(state), texts(state)) == ("ship-second", ["clear depot 2", "clear depot 4", "decline"])
    play(state, "clear depot 4")
    assert of(state).goods == {"orange": 1, "pink": 3, "red": 1}
    assert (depot_goods(state, 4), of(state).space, stage(state)) == ({"brown": 1}, 1, "main")


@pytest.mark.parametrize("one", ("yes", "no"))
def test_a5_the_second_depot_may_be_declined_or_not(one):
    """A5: tile5_joint=no with tile5_one=no: a neighbour must be cleared; 6 and 1 are neighbours."""
    state = play(with_tile_5(tile5_joint="no", tile5_one=one), "clear depot 6")
    assert texts(state) == ["clear depot 1", "clear depot 5"] + ["decline"] * (one == "yes")
    play(state, texts(state)[-1])
    assert (of(state).space, stage(state)) == (1, "main")


def test_a5_free_stacks_of_the_second_depot_are_chosen_too():
    """A5: tile5_joint=no: each depot has its own choice of colours."""
    state = with_tile_5({3: {"pink": 1}, 4: {"red": 2, "brown": 1}}, held={"orange": 1}, tile5_joint="no")
    play(state, "clear depot 3", "clear depot 4")
    assert (stage(state), texts(state)) == ("ship-colour", ["load red", "load brown"])
    play(state, "load brown")
    assert of(state).goods == {"orange": 1, "pink": 1, "brown": 1}
    assert (depot_goods(state, 4), stage(state), of(state).space) == ({"red": 2}, "main", 1)


# ---- A6-A9 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("widens", "steps"), (("no", 1), ("yes", 2)))
def test_a6_tile_8_and_the_free_step(widens, steps):
    """A6: the free step of tiles 9-12 stays 1, or is 2 with tile 8."""
    helpers = {"a2": "knowledge 9", "b1": "knowledge 12"}
    for duchy, free in ((helpers | {"a1": "knowledge 8"}, steps), (helpers, 1)):
        for die, distance in ((3, 0), (4, 1), (5, 2), (6, 3)):
            state = position(seat(duchy, storage=["bank"], dice=(die,)), depots={3: ["mine"]}, tile8_widens_free=widens)
            assert placements(state, "bank") == ({"c3", "e4"} if distance <= free else set())
            assert len(named(state, "take")) == (distance <= free)


@pytest.mark.parametrize(("adds", "moves"), (("yes", ["take 2: bank [die 1]", "take 3: mine [die 1, 1 worker]",
                                                      "take 4: ship [die 1, 2 workers]"]),
                                             ("no", ["take 2: bank [die 1]", "take 3: mine [die 1, 2 workers]"])))
def test_a7_free_step_and_workers_on_one_die(adds, moves):
    """A7: they add up; or the free step counts only where it is enough by itself."""
    state = position(seat({"a4": "knowledge 12"}, dice=(1,), workers=2), free_adds=adds,
                     depots={2: ["bank"], 3: ["mine"], 4: ["ship"]})
    assert named(state, "take") == moves
    for move in moves:
        paid = int(move.split(", ")[1][0]) if ", " in move else 0
        assert of(play(state.copy(), move)).workers == 2 - paid


@pytest.mark.parametrize("pass_die", ("yes", "no"))
def test_a8_leaving_a_die_unused(pass_die):
    """A8: both dice must be used, or one may be left."""
    state = position(seat(dice=(2, 5)), pass_die=pass_die)
    assert named(state, "idle") == (["idle [die 2]", "idle [die 5]"] if pass_die == "yes" else [])
    if pass_die == "yes":
        play(state, "idle [die 5]")
        assert (of(state).dice, of(state).workers, texts(state)) == ([2], 0, ["workers [die 2]", "idle [die 2]"])
        assert play(state, "idle [die 2]").current_player() == 1


@pytest.mark.parametrize("buy", ("between", "anytime"))
def test_a9_buying_before_a_castles_action(buy):
    """A9: only with all that an action caused complete, or also when a castle grants its action."""
    state = position(seat({"c3": "mine"}, storage=["castle", "cow 2", "bank"], silver=4, dice=(6, 6)),
                     black=["ship", "mine"], buy=buy)
    play(state, "place castle at b3")
    assert named(state, "buy") == (["buy ship", "buy mine"] if buy == "anytime" else [])
    if buy == "anytime":
        play(state, "buy ship")
        assert (stage(state), of(state).silver, named(state, "buy")) == ("castle-action", 2, [])
        assert "place ship at d3 [free]" in texts(state)
        play(state, "workers [free]")
        assert (stage(state), of(state).storage, named(state, "buy")) == ("main", ["cow 2", "bank", "ship"], [])
    else:
        play(state, "workers [free]")
        assert named(state, "buy") == ["buy ship", "buy mine"]


def test_a9_a_purchase_at_a_castles_action_with_full_storage():
    """A9: a second castle's action is still to come after the tile thrown out for the purchase."""
    state = position(seat({"c3": "mine"}, storage=["castle", "cow 2", "bank"], silver=4, dice=(6, 6)),
                     depots={3: ["knowledge 3"]}, black=["ship", "mine"], buy="anytime")
    play(state, "place castle at b3", "take 3: knowledge 3 [free]", "buy ship", "discard bank")
    assert (stage(state), of(state).storage) == ("main", ["cow 2", "knowledge 3", "ship"])
    state = position(seat({"c3": "mine", "b3": "mine"}, storage=["castle", "cow 2", "bank"], silver=4, dice=(5, 6)),
                     depots={3: ["knowledge 3"]}, black=["ship", "mine"], buy="anytime")
    play(state, "place castle at a2", "buy mine", "take 3: knowledge 3 [free]")
    assert stage(state) == "discard"
    play(state, "discard mine")
    assert (stage(state), of(state).storage, of(state).silver) == ("main", ["cow 2", "bank", "knowledge 3"], 2)


# ---- A10-A13 ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", (2, 3, 4))
def test_a10_no_tie_remains(players):
    """A10: markers are in a strict order, so one seat wins a game in which all are equal."""
    last = [seat()] * (players - 1) + [seat(dice=(1,))]
    state = play(position(*last, phase="E", round=5, turn=players - 1, pass_die="yes"), "idle [die 1]")
    assert state.scores() == [0] * players
    assert state.win_shares() == [0.0] * (players - 1) + [1.0]


@pytest.mark.parametrize("boards", ("random", "choose"))
@pytest.mark.parametrize("distinct", ("yes", "no"))
def test_a11_boards_of_two_seats(boards, distinct):
    """A11: drawn or chosen boards differ (any number may choose board 1), unless distinct=no."""
    state = GAME.start(2, {"boards": boards, "distinct": distinct, "start": "0"})
    while stage(state) == "start-goods":
        state.apply_action(state.keyed_chance(1))
    verb = "board" if boards == "random" else "choose board"
    assert texts(state) == [f"{verb} {n}" for n in range(1, 10)]
    play(state, f"{verb} 5")
    if boards == "choose":
        play(state, "castle at c2")
    assert texts(state) == [f"{verb} {n}" for n in range(1, 10) if distinct == "no" or n != 5]
    if boards == "choose":
        state = started(2, boards="choose", distinct=distinct, start="0")
        play(state, "choose board 1")
        assert (state.current_player(), of(state).duchy) == (1, {"d4": "castle"})
        assert "choose board 1" in texts(state)


def test_a11_random_boards_are_drawn_uniformly():
    """A11: each board that is left is as likely."""
    state = GAME.start(3, {"boards": "random", "start": "0"})
    while stage(state) == "start-goods":
        state.apply_action(state.keyed_chance(1))
    for left in (9, 8, 7):
        assert [p for _, p in state.chance_outcomes()] == pytest.approx([1 / left] * left)
        state.apply_action(state.keyed_chance(1))


def test_a12_the_moment_of_filling_decides_the_bonus():
    """A12: who fills a colour first, wherever in the turn order, has the large tile."""
    mines = {"e3": "mine", "f2": "mine"}
    state = position(seat(mines, storage=["mine"], dice=(3,)), seat(mines, storage=["mine"], dice=(3,)), order=(1, 0))
    play(state, "place mine at g1", "place mine at g1")
    assert [(of(state, who).large, of(state, who).small) for who in (1, 0)] == [(["mine"], []), ([], ["mine"])]
    assert [of(state, who).points["bonuses"] for who in (1, 0)] == [5, 2]


def test_a13_tile_7_pays_for_old_and_new_tiles():
    """A13: one point for each tile that scores on a placing, not for each animal and not for the new tile only."""
    duchy = {"c1": "pig 4", "c2": "pig 3", "a1": "cow 4", "e6": "pig 2", "g1": "knowledge 7"}
    state = position(seat(duchy, storage=["pig 2"], dice=(1,)))
    play(state, "place pig 2 at b2")
    assert of(state).points == {"animals": (2 + 1) + (3 + 1) + (4 + 1)}


# ---- the further options ---------------------------------------------------------------------


@pytest.mark.parametrize("first", range(3))
def test_start_names_the_seat_that_begins(first):
    state = started(3, start=str(first))
    assert state.current_player() == first
    assert [of(state, (first + i) % 3).workers for i in range(3)] == [1, 2, 3]


def test_boards_by_seat_and_castles_by_seat():
    state = started(2, boards="5,9", castles="c2,a3")
    assert [(of(state, who).board, of(state, who).duchy) for who in range(2)] == [(5, {"c2": "castle"}),
                                                                                  (9, {"a3": "castle"})]
    state = started(2, boards="1,9", start="0")
    assert (stage(state), state.current_player(), of(state).duchy) == ("choose-castle", 1, {"d4": "castle"})


@pytest.mark.parametrize("weight", ("0", "0.25", "1"))
def test_margin_weight_mixes_win_and_margin(weight):
    owners = [seat(points={"sales": 40}), seat(points={"sales": 10}, dice=(1,))]
    state = position(*owners, phase="E", round=5, turn=1, pass_die="yes", margin_weight=weight)
    play(state, "idle [die 1]")
    w, tanh_1 = float(weight), 0.7615941559557649
    assert state.returns() == pytest.approx([(1 - w) + w * (1 + tanh_1) / 2, w * (1 - tanh_1) / 2])
    assert state.win_shares() == [1.0, 0.0]


def final_scores(rivalry, first, second):
    """The end of a game of two seats in which the margin is all that counts."""
    owners = [seat(points={"sales": first}), seat(points={"sales": second}, dice=(1,))]
    state = position(*owners, phase="E", round=5, turn=1, pass_die="yes", margin_weight="1", rivalry=rivalry)
    play(state, "idle [die 1]")
    return state.returns()


def utility(lead):
    return (1 + math.tanh(lead / 30)) / 2


def test_rivalry_weighs_the_points_of_others_against_ones_own():
    """For the rest of it, the rival has what a seat of two usually has, 191.5."""
    assert final_scores("1", 210, 180) == pytest.approx([utility(30), utility(-30)])
    assert final_scores("0", 210, 180) == pytest.approx([utility(18.5), utility(-11.5)])
    assert final_scores("0.5", 210, 180) == pytest.approx([utility(24.25), utility(-20.75)])
    assert final_scores("0,1", 210, 180) == pytest.approx([utility(18.5), utility(-30)])


def test_with_rivalry_1_values_are_the_softmax_and_without_each_seat_is_valued_by_itself():
    """The value function's sums are then held against those of a usual seat after as many rounds."""
    found = {}
    for rivalry in ("1", "0", "0.25"):
        state = position(seat(silver=9), seat(dice=(1,)), phase="C", round=2, turn=1, rivalry=rivalry)
        weights = np.array(state.search_settings()["weights"])
        found[rivalry] = value(state, list(weights)), [weights @ state.features(who) for who in range(2)]
    (softmax, (one, two)), (alone, _), (quarter, _) = found.values()
    usual = USUAL_WORTH[2][11]
    assert softmax == pytest.approx([1 / (1 + math.exp(two - one)), 1 / (1 + math.exp(one - two))], abs=1e-5)
    assert alone == pytest.approx([1 / (1 + math.exp(usual - z)) for z in (one, two)], abs=1e-5)
    assert quarter[0] == pytest.approx(1 / (1 + math.exp(0.25 * two + 0.75 * usual - one)), abs=1e-5)


def test_option_rules_changes_printed_numbers():
    state = position(seat(storage=["watchtower"], dice=(3,)), rules=json.dumps({"buildings": {"watchtower": 6}}))
    play(state, "place watchtower at c3")
    assert of(state).points["watchtowers"] == 6
    assert state.rules_table()["buildings"] == {"boarding-house": 4, "bank": 2, "watchtower": 6}


@pytest.mark.parametrize(("options", "words"), (
    ({"boards": "10"}, ("boards", "10", "1 to 9")),
    ({"boards": "1,2,3"}, ("boards", "1,2,3")),
    ({"castles": "d4"}, ("castles", "d4", "2 hexes")),
    ({"boards": "5", "castles": "d4,c2"}, ("castles", "d4", "board 5", "c2")),
    ({"boards": "random", "castles": "d4,d4"}, ("castles", "list of boards")),
    ({"start": "2"}, ("start", "'2'", "0-1")),
    ({"margin_weight": "2"}, ("margin_weight", "'2'", "0 to 1")),
    ({"rivalry": "nan"}, ("rivalry", "'nan'", "0 to 1")),
    ({"rivalry": "0,1,1"}, ("rivalry", "3 numbers", "each of 2 seats")),
    ({"secret": "maybe"}, ("secret", "maybe", "yes, no")),
    ({"sceret": "yes"}, ("sceret", "no such option")),
    ({"rules": "nowhere.toml"}, ("nowhere.toml",)),
))
def test_a_refused_option_names_what_was_found_and_what_is_right(options, words):
    with pytest.raises(InputError) as refusal:
        GAME.start(2, options)
    assert all(word in str(refusal.value) for word in words), str(refusal.value)


@pytest.mark.parametrize(("text", "words"), (
    ('{"buildings": {"watchtowr": 6}}', ("buildings.watchtowr", "watchtower")),
    ('{"buildings": {"watchtower": -1}}', ("buildings.watchtower", "-1", "0 to")),
    ('{"scoring": {"phase": [1, 2]}}', ("scoring.phase", "5 numbers")),
    ('{"buildings": 3}', ("buildings", "table")),
    ('{"buildings": [', ("line 1, column 16",)),
))
def test_option_rules_that_does_not_fit_is_refused(text, words):
    with pytest.raises(InputError) as refusal:
        GAME.start(2, {"rules": text})
    assert all(word in str(refusal.value) for word in words), str(refusal.value)


def test_options_that_are_the_default_are_not_kept():
    assert GAME.start(2, {"secret": "no", "pass_die": "yes"}).options == {"pass_die": "yes"}
    assert here(started(2, pass_die="yes")) == (0, 0, 0)
