"""The hand-written search in bench/yardstick/connect_four.c is sound: what it is compared with must be."""
import csv
import subprocess
from pathlib import Path

import pytest

from bench import yardstick

DATA = Path(__file__).parent.parent.parent / "data" / "connect_four" / "solved.csv"


def ask(moves, simulations=2000, seed=1, exploration=1.0):
    return yardstick.run("connect_four", moves, simulations, seed, exploration)


def test_every_simulation_is_counted_once():
    found = ask("ddd", 5000)
    assert sum(found["visits"].values()) == found["simulations"] == 5000
    assert found["nodes"] > 5000
    assert found["column"] == max(found["visits"], key=found["visits"].__getitem__)
    assert found["simulationsPerSecond"] > 0


@pytest.mark.parametrize(("moves", "column"), [("ababab", "a"), ("gababab", "a"), ("agbgcg", "d"), ("ababgb", "b")])
def test_a_win_is_taken_and_a_loss_is_stopped(moves, column):
    assert ask(moves)["column"] == column


def test_the_same_seed_gives_the_same_search_and_another_seed_another():
    first, again, other = ask("dd"), ask("dd"), ask("dd", seed=2)
    assert first["visits"] == again["visits"]
    assert first["visits"] != other["visits"]


def test_exploring_without_end_gives_the_plain_playout_values():
    """With a huge constant nodes share their visits out evenly: means are those of random play, alike left and right.

    The value of d1 is that of 200,000 playouts of the compiled rules.
    """
    means = ask("", 60_000, exploration=1000.0)["means"]
    assert means["d"] == pytest.approx(0.28, abs=0.04)
    for left, right in ("ag", "bf", "ce"):
        assert means[left] == pytest.approx(means[right], abs=0.05)


def test_a_full_column_gets_no_visit():
    assert ask("dddddd")["visits"]["d"] == 0


def test_most_of_the_solved_positions_are_answered_right():
    rows = list(csv.DictReader(DATA.read_text(encoding="ascii").splitlines()))[::8]
    right = sum(ask(row["moves"], 50_000)["column"] in row["best"] for row in rows)
    assert right >= 0.8 * len(rows)


@pytest.mark.parametrize(("arguments", "word"), [
    (["x", "10", "1", "1"], "MOVES"), (["ddddddd", "10", "1", "1"], "MOVES"), (["abababa", "10", "1", "1"], "MOVES"),
    (["d", "0", "1", "1"], "SIMULATIONS"), (["d", "many", "1", "1"], "SIMULATIONS"), (["d", "10", "z", "1"], "SEED"),
    (["d", "10", "1", "-1"], "C"), (["d", "10", "1", "nan"], "C"), (["d"], "arguments")])
def test_bad_arguments_are_refused(arguments, word):
    done = subprocess.run([str(yardstick.build("connect_four")), *arguments], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(word)
    assert len(done.stderr.splitlines()) == 2


def test_it_is_compiled_once():
    assert yardstick.build("connect_four") == yardstick.build("connect_four")
    with pytest.raises(FileNotFoundError):
        yardstick.build("xyzzy")
