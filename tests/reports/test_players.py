"""What a page says of the strength of its players: what was measured, and no more."""
from __future__ import annotations

import csv

import pytest

from bench.strength.players import collect
from reports.documents.players import COLUMNS, TABLE, strength
from reports.experiments.question import Question, make_plan

ROWS = (("pig", 2, "", "mcts:100", "greedy", 60, 0.7, 0.61, 0.79, 95.5, 80),
        ("pig", 3, "", "mcts:50", "greedy", 60, 0.4, 0.3, 0.5, 90, 85),
        ("pig", 2, "", "mcts:100", "mcts:50", 60, 0.5, 0.4, 0.6, 90, 90))


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "players.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *ROWS])
    return path


def test_a_match_that_was_played_is_told_with_its_interval_and_points(table):
    assert strength("pig", 2, ["mcts:100"], table) == (
        "How strong these players are: mcts:100 wins 70 % of 60 games (61 to 79) against greedy and scores 95.5 "
        "points. How they would do against people was not measured.")


def test_games_of_another_number_of_seats_are_told_as_such(table):
    assert "mcts:50 wins 40 % of 60 games (30 to 50) against greedy and scores 90.0 points, in games of 3" in strength(
        "pig", 2, ["mcts:50"], table)


def test_greedy_is_told_by_who_beats_it(table):
    assert "greedy does not look ahead, and mcts:100 wins 70 %" in strength("pig", 2, ["greedy"], table)


def test_what_was_not_measured_is_not_known(table):
    assert strength("pig", 2, ["mcts:100", "mcts:400"], table).endswith(
        "How well mcts:400 plays this game was not measured.")
    assert strength("chess", 2, ["greedy"], table) == "How well greedy plays this game was not measured."
    assert strength("chess", 2, ["mcts:10", "mcts:40"], table) == (
        "How well mcts:10 and mcts:40 play this game was not measured.")


def test_the_table_is_made_of_the_results_that_are_there(tmp_path, table):
    (tmp_path / "greedy.csv").write_text(table.read_text(encoding="utf-8"), encoding="utf-8")
    made = collect(tmp_path, tmp_path / "new.csv")
    assert strength("pig", 2, ["mcts:100"], made) == strength("pig", 2, ["mcts:100"], table)
    assert TABLE.is_file()


@pytest.mark.parametrize(("asked", "agents"), [
    ({"agents": ["mcts:20"]}, ("mcts:20", "mcts:80")),
    ({"agents": ["mcts:20"], "one_budget": True}, ("mcts:20",)),
    ({"agents": ["mcts:20"], "budget": 5}, ("mcts:5", "mcts:20")),
    ({"budget": 5, "one_budget": True}, ("mcts:5",)),
    ({"agents": ["flat:10"]}, ("flat:10", "flat:40")),
    ({"agents": ["greedy"]}, ("greedy",)),
    ({"agents": ["mcts:0.1s"]}, ("mcts:0.1s",)),
])
def test_agents_that_search_play_at_two_budgets_unless_one_is_asked_for(asked, agents):
    assert make_plan(Question("catan_cards", "expansions", games=60, **asked)).agents == agents
