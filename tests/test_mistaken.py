"""What is easily mistaken on the command line: a file for another, one game for another, few games for many."""
import io
import json
import sys
from pathlib import Path

import pytest

import cli
import games


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Runs a command in a folder of its own: its exit status, and what it printed on both streams."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def call(*arguments: object, typed: str = "") -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            cli.main([str(each) for each in arguments])
        return end.value.code, "".join(capsys.readouterr())

    return call


def test_what_is_taken_for_a_record_is_named(run):
    game = games.load("pig")
    Path("p.json").write_text(json.dumps(game.notation.position_to_json(game.start(2, {})), indent=1))
    run("simulate", "pig", "--games", 2, "--agent", "greedy", "--out", "r")
    for command, path, words in (("replay", "p.json", "p.json, line 1: found JSON over several lines, as of a"),
                                 ("review", ".", ".: is a folder, expected a file"),
                                 ("replay", "r", "r: is a run, expected a record; `ludosoph replay RUN --game N`")):
        status, told = run(command, path)
        assert status == 2
        assert told.startswith(f"ludosoph: {words}")
        assert told.count("\n") == 1
    assert run("replay", "r", "--game", 1)[0] == 0


@pytest.mark.parametrize("command", ["play", "follow"])
def test_a_game_that_is_continued_is_not_another_one(run, command):
    run(command, "pig", "--record", "g.jsonl", typed="q\n")
    assert run(command, "burgundy", "--resume", "g.jsonl") == (
        2, "ludosoph: GAME: found 'burgundy', but g.jsonl is a game of pig; leave GAME out\n")
    status, told = run(command, "--resume", "g.jsonl", "--seats", 3)
    assert status == 2
    assert "--seats: does not go with --resume" in told
    assert run(command, "pig", "--resume", "g.jsonl", typed="q\n")[0] == 0


def test_few_games_are_counted_as_people_count(run):
    _, told = run("match", "pig", "--agent", "greedy", "--agent", "random", "--games", 2, "--sprt")
    assert "2 games in 1 block, 2 seats" in told
    assert "The sequential test of 50.0 % against 52.0 % looks at the games from 100 blocks on, and there is 1." in told
    assert "Trust the interval of the win from 200 blocks on; there is 1." in told
    _, told = run("balance", "pig", "--items", "seats", "--agent", "greedy", "--games", 2, "--out", "r")
    assert "r: 1 block; next" in told
