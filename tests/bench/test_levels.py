"""The ladder of levels: which pairs are played, none of them twice, and what the page says of them."""
import csv

import pytest

from bench.command import start
from bench.publish import Ledger
from bench.strength import levels
from mcts.levels import LADDERS

STEPS = ("heuristic:9", "greedy", "greedy", *(f"mcts:{n}" for n in (5, 6, 7, 8, 9)))


def measure(folder, *more):
    with pytest.raises(SystemExit) as ended:
        start(levels.run, ["--game", "tic_tac_toe", "--games", "4", "--out", str(folder), "--doc",
                           str(folder / "doc.md"), *more])
    return ended.value.code


@pytest.fixture
def ladder(monkeypatch):
    monkeypatch.setitem(LADDERS, "tic_tac_toe", {2: STEPS})


def test_each_level_meets_the_one_below_but_for_equals_and_no_block_is_played_twice(ladder, tmp_path, monkeypatch):
    assert not measure(tmp_path)
    with (tmp_path / "levels.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["level"], row["first"], row["second"]) for row in rows] == [
        (str(n), STEPS[n - 1], STEPS[n - 2]) for n in (2, 4, 5, 6, 7, 8)]
    before = (tmp_path / "levels-blocks.csv").read_text("utf-8")
    assert not measure(tmp_path)
    assert (tmp_path / "levels-blocks.csv").read_text("utf-8") == before


def test_only_the_levels_that_are_asked_for_are_measured(ladder, tmp_path):
    assert not measure(tmp_path, "--level", "4", "--level", "6")
    with (tmp_path / "levels.csv").open(encoding="utf-8") as file:
        assert [row["level"] for row in csv.DictReader(file)] == ["4", "6"]


def test_the_page_names_every_agent_and_what_was_measured_of_it(ladder, tmp_path):
    measure(tmp_path)
    text = (tmp_path / "doc.md").read_text("utf-8")
    part = text.partition("## Tic-tac-toe, 2 seats")[2].partition("\n## ")[0]
    assert all(f"`{agent}`" in part for agent in STEPS)
    assert part.count("the same as level 2") == 1
    assert part.count("4 games") == 6
    assert "not measured" in text.partition("## Pig")[2]


def test_what_was_measured_of_another_agent_is_not_said_of_this_one(ladder, tmp_path, monkeypatch):
    measure(tmp_path)
    monkeypatch.setitem(LADDERS, "tic_tac_toe", {2: (*STEPS[:7], "mcts:10")})
    rungs = Ledger(tmp_path / "levels.csv", levels.RUNG)
    assert levels.measured(rungs, "tic_tac_toe", 2, 7) is not None
    assert levels.measured(rungs, "tic_tac_toe", 2, 8) is None


@pytest.mark.parametrize("win, words", [("0.7", "70.0"), ("0.75", "75.0"), ("0.76", "[76.0]"), ("0.6", "[60.0]")])
def test_a_share_that_misses_the_aim_stands_in_brackets(win, words):
    assert levels.share({"win": win, "low": "", "high": ""}, STEPS, 2) == words


def test_a_game_that_is_not_there_is_refused(tmp_path, capsys):
    assert measure(tmp_path, "--game", "bridge") == 2
    assert "--game: found 'bridge'" in capsys.readouterr().err
