"""The rules of backgammon by their numbers in games/backgammon/README.md, each on a position made for it."""
import re
from pathlib import Path

import pytest

from games.api import InputError

from . import twin
from .positions import FACES, GAME, board, do, document, of, rolled, texts

FAR = {1: 2, 24: 13}            # somewhere for the other seat's checkers where they are in nobody's way


def test_g1_fifteen_checkers_stand_on_their_starting_places():
    assert board(GAME.start()) == twin.START
    assert GAME.start().pip_counts() == [167, 167]


@pytest.mark.parametrize(("outcome", "seat"), [("opening 3 1", 0), ("opening 1 3", 1), ("opening 6 5", 0)])
def test_g2_the_higher_opening_die_starts_and_plays_both(outcome, seat):
    state = do(GAME.start(), outcome)
    assert state.current_player() == seat
    assert sorted(state.raw()["dice"]) == sorted(int(word) for word in outcome.split()[1:])


def test_g2_the_opening_has_thirty_equal_outcomes_and_no_double():
    chances = GAME.start().chance_outcomes()
    assert len(chances) == 30
    assert {p for _, p in chances} == {1 / 30}
    assert all(outcome // 6 != outcome % 6 for outcome, _ in chances)


def test_g3_the_seats_take_turns_with_two_dice():
    state = do(GAME.start(), "opening 6 5", "24/18", "18/13")
    assert state.is_chance_node()
    chances = {GAME.notation.action_text(state, outcome): p for outcome, p in state.chance_outcomes()}
    assert len(chances) == 21
    assert chances["roll 6 1"] == pytest.approx(2 / 36)
    assert chances["roll 4 4"] == pytest.approx(1 / 36)
    assert do(state, "roll 6 1").current_player() == 1


def test_g4_one_checker_may_use_both_dice_one_after_the_other():
    state = do(GAME.start(), "opening 6 2", "24/18")
    assert "18/16" in texts(state)


def test_g5_a_point_held_by_the_other_seat_is_closed():
    state = do(GAME.start(), "opening 6 5")
    assert texts(state) == ["8/2", "13/7", "24/18"]
    assert texts(do(state, "13/7")) == ["7/2", "8/3", "13/8"]      # 24/19 is the other seat's point 6


def test_g5_a_touchdown_on_a_closed_point_is_no_way_through():
    state = of({20: 1, 2: 14}, {11: 2, 10: 2, 1: 11})
    do(state, "roll 6 5")                       # 14 and 15 are closed, 9 is open
    assert state.is_chance_node()


def test_g6_a_single_checker_is_hit_and_goes_to_the_bar():
    state = of({8: 2, 6: 13}, {20: 1, 1: 14}, dice=(3, 1))
    assert "8/5*" in texts(state)
    do(state, "8/5*")
    assert state.raw()["count"][1][25] == 1
    assert state.raw()["count"][1][20] == 0


def test_g7_checkers_on_the_bar_enter_first():
    state = of({25: 2, 13: 13}, {1: 15}, dice=(5, 3))
    assert texts(state) == ["bar/20"]                   # of two orders alike, the larger die first
    assert texts(do(state, "bar/20")) == ["bar/22"]


def test_g7_a_die_that_does_not_enter_is_lost_while_another_checker_waits():
    state = of({25: 2, 13: 13}, {3: 2, 1: 13}, dice=(5, 3))
    assert texts(state) == ["bar/20"]
    assert do(state, "bar/20").is_chance_node()


def test_g7_after_the_last_one_has_entered_the_other_die_is_free():
    state = do(of({25: 1, 13: 14}, FAR, dice=(5, 3)), "bar/20")
    assert texts(state) == ["13/10", "20/17"]


def test_g8_nothing_is_borne_off_while_a_checker_is_outside():
    assert "6/off" not in texts(of({7: 1, 6: 14}, FAR, dice=(6, 2)))
    assert "6/off" in texts(of({6: 13, 5: 2}, FAR, dice=(6, 2)))


def test_g8_the_last_checker_home_opens_the_bearing_off_in_the_same_turn():
    state = of({7: 1, 6: 14}, FAR, dice=(6, 1))
    assert "6/off" in texts(do(state, "7/6"))


def test_g8_a_larger_face_bears_off_the_highest_checker_only():
    state = of({4: 2, 3: 2, 2: 2}, FAR, dice=(6, 5))
    assert texts(state) == ["4/off"]
    state = of({6: 1, 4: 2, 3: 2}, {1: 15}, dice=(5, 5))
    assert texts(state) == ["6/1"]                      # no checker on 5, and one behind it


def test_g8_a_checker_on_the_bar_ends_the_bearing_off():
    state = of({25: 1, 2: 5}, {3: 2, 24: 13}, dice=(2, 2))
    assert texts(state) == ["bar/23"]


def test_g9_a_move_that_leaves_the_other_die_unplayable_is_not_legal():
    state = of({20: 1, 8: 1, 1: 13}, {9: 2, 2: 13}, dice=(6, 4))         # 20/16 is closed
    assert not [text for text in texts(state) if text.startswith("8/2")]
    assert texts(state) == ["20/14"]
    assert texts(do(state, "20/14")) == ["8/4", "14/10"]


def test_g9_the_smaller_die_comes_first_where_only_that_plays_both():
    state = of({20: 1, 1: 14}, {11: 2, 1: 13}, dice=(6, 5))               # 20/14 is closed
    assert texts(state) == ["20/15"]
    assert texts(do(state, "20/15")) == ["15/9"]


def test_g10_of_two_dice_that_exclude_each_other_the_larger_is_played():
    state = of({20: 1, 1: 14}, {15: 2, 2: 13}, dice=(6, 4))               # either, but 20/10 is closed
    assert texts(state) == ["20/14"]
    assert do(state, "20/14").is_chance_node()


def test_g10_the_smaller_one_where_the_larger_cannot_be_played():
    state = of({20: 1, 1: 14}, {15: 2, 11: 2, 2: 11}, dice=(6, 4))
    assert texts(state) == ["20/16"]
    assert do(state, "20/16").is_chance_node()


def test_g11_a_double_is_played_four_times():
    state = do(of({24: 2, 13: 13}, {24: 2, 13: 13}, dice=(2, 2)), "24/22", "24/22", "13/11")
    assert state.current_player() == 0
    assert do(state, "13/11").is_chance_node()


def test_g11_as_many_moves_of_a_double_as_there_are():
    state = of({20: 1, 1: 14}, {13: 2, 1: 13}, dice=(4, 4))               # 20/16, and 16/12 is closed
    assert state.raw()["left"] == 1
    assert do(state, "20/16").is_chance_node()


def test_g11_a_double_is_offered_from_the_highest_point_down_and_never_too_low_to_finish():
    state = of({8: 1, 6: 1, 1: 13}, {1: 15}, dice=(3, 3))                 # 8/5/2, 6/3, then 3/off
    assert state.raw()["left"] == 4
    assert texts(state) == ["8/5"]
    assert texts(do(state, "8/5")) == ["6/3"]
    assert texts(do(state, "6/3")) == ["5/2"]                             # 3/off alone would leave one unplayed
    assert texts(do(state, "5/2")) == ["3/off"]


def test_g12_a_seat_that_cannot_move_has_had_its_turn():
    at = twin.board_of({25: 1, 6: 14}, {p: 2 for p in range(1, 7)} | {8: 3})
    for dice in FACES:
        state = rolled(at, 0, dice)
        assert state.is_chance_node()
        assert state.raw()["seat"] == 1
        assert board(state) == at


def test_g13_who_bears_off_the_last_checker_wins_at_once():
    state = do(of({1: 1}, {1: 15}, dice=(6, 5)), "1/off")
    assert state.is_terminal()
    assert state.win_shares() == [1.0, 0.0]


@pytest.mark.parametrize(("loser", "won", "result"), [
    ({6: 14}, 1, ["win"]),
    ({6: 15}, 2, ["win", "gammon"]),
    ({6: 14, 18: 1}, 2, ["win", "gammon"]),
    ({6: 14, 19: 1}, 3, ["win", "gammon", "backgammon"]),
    ({6: 14, 25: 1}, 3, ["win", "gammon", "backgammon"]),
    ({6: 13, 24: 1}, 1, ["win"]),
])
def test_g14_a_gammon_counts_two_and_a_backgammon_three(loser, won, result):
    for seat in (0, 1):
        sides = ({5: 1}, loser) if seat == 0 else (loser, {5: 1})
        state = do(of(*sides, seat=seat, dice=(5, 5)), "5/off")
        assert state.scores()[seat] == won
        assert state.scores()[1 - seat] == 0
        assert [name for name, n in state.sources()[seat].items() if n] == result
        assert state.returns()[seat] == 1.0


@pytest.mark.parametrize(("loser", "utility"), [({6: 14}, 4 / 6), ({6: 15}, 5 / 6), ({25: 15}, 1.0)])
def test_g14_played_for_points_the_utility_follows_them(loser, utility):
    state = do(of({5: 1}, loser, dice=(5, 5), options={"scoring": "points"}), "5/off")
    assert state.returns() == pytest.approx([utility, 1 - utility])
    assert state.win_shares() == [1.0, 0.0]


def test_every_rule_of_the_page_has_its_test_here():
    page = (Path(__file__).parents[3] / "games/backgammon/README.md").read_text(encoding="utf-8")
    rules = set(re.findall(r"^\| (G\d+) \|", page, re.MULTILINE))
    tested = {name.split("_")[1].upper() for name in globals() if re.match(r"test_g\d+_", name)}
    assert rules == tested
    assert len(rules) == 14


def test_two_closed_boards_with_both_seats_on_the_bar_are_refused():
    closed = {p: 2 for p in range(1, 7)} | {25: 3}
    with pytest.raises(InputError, match="both seats on the bar"):
        GAME.notation.position_from_json(document(closed, closed))
