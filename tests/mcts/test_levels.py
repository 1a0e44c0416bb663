"""Levels: each names an agent that can be made, for every game, and better levels are not weaker."""
import pytest

import games
from games.api import InputError
from mcts.agents import make
from mcts.levels import LADDERS, LEVELS, OTHERS, ladder, level, listed, named
from mcts.match import match, plan


def test_there_are_eight_levels_of_agents_in_canonical_form_for_every_game_and_number_of_seats():
    assert list(LEVELS) == list(range(1, 9))
    for name in games.names():
        for seats in games.load(name).seats:
            rungs = ladder(name, seats)
            assert [level(name, seats, number) for number in LEVELS] == list(rungs)
            assert [make(spec).name for spec in rungs] == list(rungs)


def test_every_game_that_comes_with_the_program_has_a_ladder_of_its_own():
    assert set(LADDERS) == set(games.names())


def test_no_level_blunders_at_random_or_watches_the_clock():
    for rungs in (OTHERS, *LADDERS.values()):
        for steps in rungs.values():
            assert "random" not in steps
            assert all(make(spec).reproducible for spec in steps)


def test_a_game_from_elsewhere_has_the_usual_levels():
    assert ladder("nim", 2) == OTHERS[2]
    assert ladder("nim", 1) == OTHERS[2]


def test_more_seats_have_the_ladder_of_the_largest_number_that_is_not_above(monkeypatch):
    monkeypatch.setitem(LADDERS, "pig", {2: ("greedy",) * 8, 4: ("random",) * 8})
    assert [level("pig", seats, 3) for seats in (2, 3, 4, 5)] == ["greedy", "greedy", "random", "random"]


@pytest.mark.parametrize("number", [0, 9, -1, 100])
def test_other_levels_are_refused(number):
    with pytest.raises(InputError, match=f"level: found {number}, expected 1 to 8"):
        level("pig", 2, number)


def test_a_number_names_a_level_and_all_else_an_agent():
    assert named("pig", 2, "3") == level("pig", 2, 3)
    assert named("pig", 2, "mcts:5") == "mcts:5"
    with pytest.raises(InputError, match="level: found 9"):
        named("pig", 2, "9")


def test_the_levels_of_a_game_are_listed_with_what_they_are_like():
    rows = listed("pig", 2)
    assert [row["level"] for row in rows] == list(LEVELS)
    assert all(row["agent"] == level("pig", 2, row["level"]) and row["about"] for row in rows)


@pytest.mark.parametrize("name", ["pig", "connect_four"])
def test_a_level_beats_the_one_two_below(name):
    found = match(plan(name, [level(name, 2, 3), level(name, 2, 1)], 200, seed=5))
    assert found.win.estimate > 0.65
