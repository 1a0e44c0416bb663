"""This version against an earlier one: here against itself, in a process of its own, so that nothing can be won."""
import csv
import random
import re

import pytest

from bench.command import start
from bench.strength import against_earlier
from bench.strength.against_earlier import ROOT, Differ, Side, line, pooled, run, tables_of
from games.world504.conditions import worlds


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Four games of tic-tac-toe, as files."""
    out = tmp_path_factory.mktemp("earlier")
    run(ROOT, "tic_tac_toe", games=4, agent="mcts:9", out=out)
    return out


def test_a_version_is_level_with_itself(played):
    (found,) = rows_of(played / "earlier-tic_tac_toe.csv")
    assert (found["games"], found["left_out"], float(found["win"]), float(found["margin"])) == ("4", "0", 0.5, 0.0)
    blocks = rows_of(played / "earlier-tic_tac_toe-blocks.csv")
    assert [row["block"] for row in blocks] == ["0", "1"]
    assert all(row["decisions"] == row["others_decisions"] for row in blocks)
    assert "| – | 2 | `mcts:9` | `mcts:9` | 4 | 50.0" in (played / "earlier-tic_tac_toe.md").read_text("utf-8")


def test_what_is_kept_is_not_played_again(played, monkeypatch):
    monkeypatch.setattr(against_earlier, "block_of", lambda *_: pytest.fail("played again"))
    run(ROOT, "tic_tac_toe", games=4, agent="mcts:9", out=played)
    with pytest.raises(pytest.fail.Exception, match="played again"):
        run(ROOT, "tic_tac_toe", games=6, agent="mcts:9", out=played)


def test_a_run_may_begin_with_a_later_block(tmp_path):
    """Its games are those that a longer run plays later, and those before are neither played nor counted."""
    run(ROOT, "tic_tac_toe", games=4, agent="mcts:9", first_block=2, out=tmp_path)
    assert [row["block"] for row in rows_of(tmp_path / "earlier-tic_tac_toe-blocks.csv")] == ["2", "3"]
    assert rows_of(tmp_path / "earlier-tic_tac_toe.csv")[0]["games"] == "4"


def test_the_better_player_wins_from_either_side(tmp_path):
    run(ROOT, "connect_four", games=6, agent="mcts:200", others_agent="mcts:2", out=tmp_path)
    run(ROOT, "connect_four", games=6, agent="mcts:2", others_agent="mcts:200", out=tmp_path, name="weak")
    strong, weak = (rows_of(tmp_path / f"{name}.csv")[0] for name in ("earlier-connect_four", "weak"))
    assert float(strong["win"]) > 0.8
    assert float(weak["win"]) < 0.2
    assert float(strong["time"]) > 1 > float(weak["time"])


class Other:
    """A version that sees other legal actions, and other scores."""

    def ask(self, do, **request):
        return {"action": 7, "seconds": 0.0, "legal": [1, 7]} if do == "choose" else {"over": True, "scores": [1.0]}


def test_versions_that_do_not_understand_a_game_alike_part():
    side = Side(Other(), "greedy")
    with pytest.raises(Differ, match="decision 1: 2 legal actions, 3 here"):
        side.choice([1, 2, 7], 0)
    with pytest.raises(Differ, match="the end"):
        side.agrees([2.0])
    assert side.choice([1, 7], 0) == 7


def test_blocks_of_which_the_versions_differ_count_for_nothing():
    meeting = against_earlier.Meeting("pig", 2, {}, "greedy", "greedy", 1)
    good = {"win": 1, "margin": 2, "points": 3, "others_points": 1, "seconds": 4, "others_seconds": 2, "decisions": 2,
            "others_decisions": 2, "differ": ""}
    found = line(meeting, [good, {"differ": "the end"}], "abc")
    assert (found["games"], found["left_out"], found["win"], found["time"]) == (2, 1, 1.0, 2.0)
    assert pooled([found]) == ""
    few, many = found | {"win": 0.25, "win_high": 0.4}, found | {"win": 0.25, "win_high": 0.4, "games": 8}
    assert pooled([found, few]).startswith(
        "Over 2 of 2 tables and 4 games this version wins 62.5 (0.0 to 100.0) %, each table counting once: more than "
        "50 % at 1, less at 1, beyond doubt less at 0. A decision takes 2.00 ")
    assert "beyond doubt less at 1" in pooled([found, many])


def test_worlds_are_drawn_by_the_seed():
    tables = tables_of("world504", None, {}, 30, 7)
    assert len(tables) == 30
    assert tables[0] == (2, {"world": "148"})
    assert {chosen["world"] for _, chosen in tables} == set(random.Random(7).sample(worlds(), 30))
    assert tables == tables_of("world504", None, {}, 30, 7) != tables_of("world504", None, {}, 30, 8)


def test_a_game_without_families_has_nothing_to_draw(capsys):
    with pytest.raises(SystemExit) as ended:
        start(run, [str(ROOT), "pig", "--drawn", "3"])
    assert ended.value.code == 2
    assert "--drawn: pig is one game" in capsys.readouterr().err


def test_what_is_said_of_the_worlds_of_504_is_what_the_tables_come_to():
    """A world counts by all its games: those of the table of thirty, the block with other luck, and those by time."""
    games = dict[str, list[tuple[int, float]]]()
    for name in ("earlier-world504", "earlier-world504-more", "earlier-world504-time"):
        page = (ROOT / "bench" / "results" / f"{name}.md").read_text(encoding="utf-8")
        for world, played, won in re.findall(r"^\| world=(\d+) \|(?:[^|]*\|){3} (\d+) \| ([\d.]+)", page, re.MULTILINE):
            games.setdefault(world, []).append((int(played), float(won)))
    shares = [sum(n * won for n, won in mine) / sum(n for n, _ in mine) for mine in games.values()]
    more, half, less = (sum(x > 50 for x in shares), sum(x == 50 for x in shares), sum(x < 50 for x in shares))
    told = " ".join((ROOT / "docs" / "experiments.md").read_text(encoding="utf-8").split())
    assert (f"All games together, it is more than half in {more} of the {len(shares)} worlds, half in {half} and less "
            f"in {less}.") in told
