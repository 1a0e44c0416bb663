"""What is easily mistaken on the command line: a file for another, one game for another, few games for many."""
import gzip
import io
import json
import subprocess
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


@pytest.mark.parametrize("command, told", [
    ("simulate pig --seats 3 --games 20 --agent greedy --out r", "21 games are played, not 20: blocks of 3"),
    ("match pig --games 3 --agent greedy --agent random", "4 games are played, not 3: blocks of 2"),
    ("balance pig --items seats --agent greedy --games 3 --out r", "4 games are played at most, not 3: blocks of 2")])
def test_games_that_are_rounded_up_are_told_first(run, command, told):
    status, text = run(*command.split())
    assert status == 0
    assert told in text
    whole = told.split()[0]
    again = command.replace("--games 20", f"--games {whole}").replace("--games 3", f"--games {whole}")
    assert "games are played" not in run(*again.split())[1]


def test_the_name_of_a_game_that_is_nearly_right_is_offered(run):
    for command in ("play burgundie", "rules burgundie", "new Burgundy", "simulate burgundi --agent greedy --out r"):
        status, told = run(*command.split())
        assert status == 2
        assert told.endswith("; did you mean 'burgundy'?\n")


@pytest.fixture
def played(run):
    """A game of pig that was stopped, as a record."""
    assert run("play", "pig", "--seed", 4, "--record", "g.jsonl", typed="1\n1\nq\n")[0] == 0
    return Path("g.jsonl")


def test_a_record_that_is_cut_is_offered_up_to_there(run, played):
    whole = played.read_text().splitlines(keepends=True)
    played.write_text("".join(whole)[:-9])
    status, told = run("play", "--resume", played)
    place, kept = f"{played}, line {len(whole)}", f"head -n {len(whole) - 1} {played} > whole.jsonl"
    assert (status, told) == (2, f"ludosoph: {place}: ends here, in the middle of a line; all before it can be kept: "
                                 f"{kept}\n")
    subprocess.run(kept, shell=True, check=True)
    assert run("play", "--resume", "whole.jsonl", typed="q\n")[0] == 0


def test_a_compressed_record_that_is_cut_is_offered_up_to_there_too(run, played):
    whole = gzip.compress(played.read_bytes(), mtime=0)
    cut = Path("cut.jsonl.gz")
    cut.write_bytes(whole[:-20])
    status, told = run("play", "--resume", cut)
    command = told.strip().partition("can be kept: ")[2]
    assert (status, told.count("\n")) == (2, 1)
    assert command.startswith(f"gzip -dcq {cut} | head -n ")
    subprocess.run(command, shell=True, check=False, stderr=subprocess.DEVNULL)
    assert run("play", "--resume", "whole.jsonl", typed="q\n")[0] == 0


def test_a_record_of_other_rules_is_replayed_with_a_warning_and_not_gone_on_with(run, played):
    header, *rest = played.read_text().splitlines(keepends=True)
    played.write_text(json.dumps(json.loads(header) | {"version": 7}) + "\n" + "".join(rest))
    found = "g.jsonl, line 1: version: found 7, but the rules of pig played here are version 1"
    status, told = run("replay", played)
    assert (status, found in told, "every event is checked by these" in told) == (0, True, True)
    for command in ("play", "follow"):
        status, told = run(command, "--resume", played)
        assert (status, found in told, told.count("\n")) == (2, True, 1)


def test_a_record_that_is_there_is_not_written_over_by_a_game_that_goes_on(run, played):
    before = Path("other.jsonl").write_text("kept") and Path("other.jsonl").read_bytes()
    run("follow", "pig", "--record", "f.jsonl", typed="q\n")
    for command, kept in (("play", played), ("follow", "f.jsonl")):
        status, told = run(command, "--resume", kept, "--record", "other.jsonl", typed="q\n")
        assert (status, told) == (2, "ludosoph: other.jsonl: exists; go on with it (--resume other.jsonl) or name "
                                     "another file (--record FILE)\n")
        assert Path("other.jsonl").read_bytes() == before
        assert run(command, "--resume", kept, "--record", kept, typed="q\n")[0] == 0
        assert run(command, "--resume", kept, "--record", f"new-{command}.jsonl", typed="q\n")[0] == 0


@pytest.mark.parametrize("option, value", [("--level", 8), ("--seat", 0), ("--seat", 1)])
def test_a_game_goes_on_at_its_level_and_seat_and_says_so(run, played, option, value):
    status, told = run("play", "--resume", played, option, value, typed="q\n")
    assert (status, told) == (2, f"ludosoph: {option}: does not go with --resume, which continues a game as it was "
                                 "begun\n")


def test_a_word_that_is_no_level_is_told_of_levels(run):
    status, told = run("play", "pig", "--level", "hard", typed="q\n")
    assert (status, told) == (2, "ludosoph: level: found 'hard', expected 1 to 8, or an agent as `match` takes it, "
                                 "such as greedy or mcts:1000\n")


@pytest.mark.parametrize("command, holds", [("suggest pig", "a position"), ("show pig", "a position"),
                                            ("moves pig", "a position"), ("apply pig roll", "a position"),
                                            ("replay pig", "a record"), ("review pig", "a record")])
def test_a_game_in_place_of_a_file_is_told_how_to_get_the_file(run, command, holds):
    status, told = run(*command.split())
    place, made = ("POSITION", "new pig > pig.json") if holds == "a position" else \
        ("RECORD", "play pig --record pig.jsonl")
    assert status == 2
    assert told.splitlines()[0] == (f"ludosoph: {place}: found the name of a game, expected a file with {holds}, as "
                                    f"made by: ludosoph {made}")
    if holds == "a position":
        Path("pig.json").write_text(run(*made.partition(" >")[0].split())[1])
        assert run(*command.replace(" pig", " pig.json").split())[0] == 0


@pytest.mark.parametrize("command", ["play", "new", "rules", "follow", "games", "match"])
def test_a_file_in_place_of_a_game_is_told_what_games_there_are(run, command):
    Path("p.json").write_text("{}")
    status, told = run(command, "p.json", *["--agent", "greedy", "--agent", "greedy"] * (command == "match"))
    assert status == 2
    assert "found the file p.json, expected the name of a game, one of backgammon, burgundy, " in told


def test_a_game_file_in_place_of_its_name_is_told_how_it_is_listed(run, monkeypatch):
    nim = Path(__file__).parent.parent / "examples" / "nim.py"
    assert f"; LUDOSOPH_GAMES={nim} in the environment lists its game as nim\n" in run("new", nim)[1]
    monkeypatch.setenv("LUDOSOPH_GAMES", str(nim))
    assert run("new", "nim")[0] == 0


def test_a_file_that_is_no_game_is_not_checked(run):
    Path("p.json").write_text("{}")
    status, told = run("check", "p.json")
    assert (status, told.splitlines()[0]) == (2, "ludosoph: GAME: found the file p.json, expected the name of a game "
                                                 "or a Python file of one, which ends in .py")


def test_a_file_of_our_own_needs_no_import(run, played):
    Path("p.json").write_text(run("new", "pig")[1])
    for path, told in (("p.json", "is a position of this program already, which show, moves, apply and suggest take"),
                       (played, "is a record of this program already, which replay and review take")):
        assert run("import", path) == (2, f"ludosoph: {path}: {told} as it is\n")
