"""The command line: what each command prints, and that no input, however bad, gets more than two lines and status 2."""
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree

import pytest

import cli
import games
from commands.faults import TRACEBACK
from mcts.bench import thread_counts
from mcts.cluster import ClusterLost
from mcts.levels import level
from tests.schemas import validator

ROOT = Path(__file__).parent.parent
COMMANDS = sorted(cli.app.commands)


class Done:
    """How a command ended."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Runs a command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(TRACEBACK, raising=False)
    monkeypatch.setenv("COLUMNS", "200")

    def call(*arguments: object, stdin: str | bytes = b"") -> Done:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        with pytest.raises(SystemExit) as end:
            cli.main([str(a) for a in arguments])
        out, err = capsys.readouterr()
        return Done(end.value.code, out, err)

    return call


@pytest.fixture(scope="module")
def start() -> dict:
    """A position in which a seat has to decide."""
    game = games.load("burgundy")
    state = game.start(2, {})
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(11))
    return game.notation.position_to_json(state)


def spawn(*arguments: object, **more) -> subprocess.Popen:
    """A command in a process of its own, as a shell would run it."""
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen([sys.executable, "-m", "cli", *map(str, arguments)], env=env, text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def refused(done: Done, *words: str) -> None:
    """Status 2, one or two lines to standard error that hold these words, nothing to standard output."""
    assert done.status == 2, done.err
    assert done.out == ""
    assert done.err.startswith("ludosoph: ")
    assert 1 <= len(done.err.splitlines()) <= 2, done.err
    assert "Traceback" not in done.err
    for word in words:
        assert word in done.err, f"{word!r} is not in {done.err!r}"


# ---- help ------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_a_line_and_an_example(run, command):
    done = run(command, "--help")
    assert done.status == 0
    assert cli.app.commands[command].help
    assert f"Example: ludosoph {command}" in " ".join(done.out.split())


def test_all_commands_are_there():
    wanted = "games new show moves apply suggest play match simulate replay review report bench"
    assert set(wanted.split()) <= set(COMMANDS)


def test_the_module_can_be_run():
    process = spawn("games", "--json", cwd=ROOT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "burgundy" in [game["name"] for game in json.loads(out)]
    assert err == ""


# ---- positions -------------------------------------------------------------------------------


def test_games_lists_seats_and_options(run):
    text = run("games").out
    assert all(name in text for name in games.names())
    assert "2 to 4" in text
    for text in (run("games", "burgundy").out, run("games", "--details").out):
        assert all(f"{option.name}={option.default}" in text for option in games.load("burgundy").options)
    assert [game["name"] for game in run("games", "pig", "--json").json] == ["pig"]
    refused(run("games", "chess"), "chess")


def test_new_gives_the_same_position_for_the_same_seed(run):
    first, again, other = (run("new", "burgundy", "--seed", seed) for seed in (5, 5, 6))
    assert first.status == 0
    assert first.out == again.out
    assert first.out != other.out
    assert first.json["seats"] == 2


def test_new_stops_at_a_decision_or_before_any_chance(run):
    kinds = {}
    for flag in ("--until-decision", "--raw"):
        position = run("new", "burgundy", "--seats", 3, flag).out
        kinds[flag] = run("moves", "-", "--json", stdin=position).json["currentPlayer"]
    assert kinds["--until-decision"] >= 0
    assert kinds["--raw"] == -1


def test_a_position_carries_the_numbers_of_a_rules_file(run):
    Path("mine.toml").write_text("[buildings]\nwatchtower = 6\n")
    position = run("new", "burgundy", "--option", "rules=mine.toml").json
    Path("mine.toml").unlink()
    Path("p.json").write_text(json.dumps(position))
    assert run("show", "p.json", "--json").json == position
    assert json.loads(position["options"]["rules"]) == {"buildings": {"watchtower": 6}}


@pytest.mark.parametrize("option", ("rules", "heuristics"))
def test_a_position_opens_no_file(run, start, option):
    """Positions come from anybody: what lies on this machine is none of theirs."""
    Path("mine.json").write_text("{}")
    Path("p.json").write_text(json.dumps(start | {"options": {option: "mine.json"}}))
    refused(run("show", "p.json"), f"options.{option}", "mine.json", f"--option {option}=FILE")


def test_new_takes_options(run):
    position = run("new", "burgundy", "--option", "boards=1,5", "--option", "castles=d4,c2").json
    assert [p["board"] for p in position["players"]] == [1, 5]


def test_what_is_printed_is_read_back_as_it_was(run):
    position = run("new", "burgundy", "--seed", 2).out
    assert run("show", "-", "--json", stdin=position).out == position


def test_show_prints_the_board_and_writes_a_picture(run, start):
    Path("p.json").write_text(json.dumps(start))
    assert "depot" in run("show", "p.json").out.lower()
    done = run("show", "p.json", "--svg", "board.svg")
    assert done.status == 0
    assert ElementTree.parse("board.svg").getroot().tag.endswith("svg")
    assert sorted(os.listdir()) == ["board.svg", "p.json"]


def test_show_marks_what_is_new_since_an_earlier_position(run):
    earlier = ROOT / "examples" / "connect-four-choice.json"
    Path("later.json").write_text(run("apply", earlier, "d2").out)
    lines = run("show", "later.json", "--since", earlier).out.splitlines()
    assert [line.rstrip() for line in lines if line.startswith("*")] == [
        "* Connect Four - 15 stones, seat 1 (o, yellow) to move", "* 2  . x o x . x o"]
    other = ROOT / "examples" / "pig-endgame.json"
    refused(run("show", "later.json", "--since", other), "pig-endgame.json", "pig with 2 seats", "connect_four with 2")


def test_moves_are_those_of_the_state(run, start):
    game = games.load("burgundy")
    state = game.notation.position_from_json(start)
    texts = [game.notation.action_text(state, a) for a in state.legal_actions()]
    assert run("moves", "-", stdin=json.dumps(start)).out.splitlines() == texts
    assert [m["move"] for m in run("moves", "-", "--json", stdin=json.dumps(start)).json["moves"]] == texts


def test_moves_fit_the_screen_of_a_terminal(run, monkeypatch):
    """In columns and up to a screen of them, unless all are asked for; a program always gets all, one a line."""
    state = games.load("orleans").start(4, {})
    position = json.dumps(games.load("orleans").notation.position_to_json(state))
    every = run("moves", "-", stdin=position).out.splitlines()
    monkeypatch.setattr("commands.positions.on_terminal", lambda: True)
    monkeypatch.setattr("reports.terminal.lists.MOST", 4)
    shown = run("moves", "-", stdin=position).out
    assert len(shown.splitlines()) <= 4
    assert f"Chance has {len(every)} outcomes" in shown
    assert all(text in run("moves", "-", "--details", stdin=position).out for text in every)


def test_outcomes_of_chance_come_with_probabilities(run):
    position = run("new", "burgundy", "--raw").out
    outcomes = run("moves", "-", "--json", stdin=position).json["moves"]
    assert sum(m["probability"] for m in outcomes) == pytest.approx(1)


def test_apply_plays_moves_in_order(run, start):
    text = json.dumps(start)
    first = run("moves", "-", stdin=text).out.splitlines()[0]
    after = run("apply", "-", first, stdin=text)
    second = run("moves", "-", stdin=after.out).out.splitlines()[0]
    assert run("apply", "-", first, second, stdin=text).out == run("apply", "-", second, stdin=after.out).out


def test_apply_enters_and_draws_chance(run):
    position = run("new", "burgundy", "--raw").out
    assert run("apply", "-", "goods pink", "random", stdin=position).status == 0
    drawn = run("apply", "-", "random", "--until-decision", "--seed", 3, stdin=position)
    assert run("moves", "-", "--json", stdin=drawn.out).json["currentPlayer"] >= 0


@pytest.mark.parametrize("command", [["show"], ["moves"], ["suggest", "--simulations", "20"]])
def test_a_position_that_does_not_add_up_is_refused_or_taken_on_trust(run, start, command):
    text = json.dumps({**start, "supply": {}})
    done = run(*command, "-", stdin=text)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "supply: found 0 building tiles face down, 36 too few; expected 36" in done.err
    assert done.err.endswith("; --trust takes the position as it is\n")
    done = run(*command, "-", "--trust", stdin=text)
    assert (done.status, bool(done.out)) == (0, True)


def test_apply_takes_on_trust_what_it_gave(run, start):
    text = json.dumps({**start, "supply": {}})
    move = run("moves", "-", "--trust", stdin=text).out.splitlines()[0]
    assert "too few" in run("apply", "-", move, stdin=text).err
    assert run("apply", "-", move, "--trust", stdin=text).json["supply"] == {}


def test_apply_refuses_what_is_not_possible(run, start):
    text = json.dumps(start)
    refused(run("apply", "-", "random", stdin=text), "move 1", "random")
    refused(run("apply", "-", "fly to the moon", stdin=text), "move 1", "fly to the moon")
    refused(run("apply", "-", "workers [die 7]", stdin=text), "move 1", "die 7")


# ---- suggest ---------------------------------------------------------------------------------


def test_suggest_ranks_plans_and_moves_as_json(run, start):
    done = run("suggest", "-", "--simulations", 200, "--seed", 4, "--json", stdin=json.dumps(start))
    document = done.json
    assert set(document) == {"id", "game", "version", "currentPlayer", "rootInfo", "planInfos", "moveInfos"}
    assert set(document["rootInfo"]) == {
        "visits", "winrate", "winChance", "winChanceLow", "winChanceHigh", "utility", "scoreMean", "scoreStderr",
        "scoreStdev", "scoreIsResult", "verdict", "level", "lossAtMost", "missed", "plans", "chained", "nodes",
        "seconds", "simulationsPerSecond", "seed", "threads", "repeatable", "solved", "treeFull", "calibrated",
        "chanceGames", "hurried", "handUnknown", "phase", "playouts"}
    for order, info in enumerate(document["planInfos"]):
        assert info["order"] == order
        assert set(info) == {"order", "moves", "then", "goesOn", "before", "simulations", "utility", "utilityStderr",
                             "winrate", "winrateStderr", "loss", "pBest", "level", "proven", "scoreMean",
                             "scoreStderr", "margin", "marginStderr", "against", "next"}
    for order, info in enumerate(document["moveInfos"]):
        assert info["order"] == order
        assert set(info) == {"move", "order", "visits", "winrate", "winrateStderr", "loss", "pBest", "utility", "plan",
                             "scoreMean", "scoreStderr", "scoreStdev", "prior", "proven", "pv"}
    assert {info["move"] for info in document["moveInfos"]} == {
        move["move"] for move in run("moves", "-", "--json", stdin=json.dumps(start)).json["moves"]}


def test_suggest_is_the_same_for_the_same_seed(run, start):
    def rows():
        document = run("suggest", "-", "--simulations", 100, "--seed", 4, "--json", stdin=json.dumps(start)).json
        return document["moveInfos"]
    assert rows() == rows()


def test_suggest_prints_a_table_and_names_the_picture(run, start):
    done = run("suggest", "-", "--simulations", 100, "--top", 3, "--svg", "b.svg", stdin=json.dumps(start))
    assert done.status == 0
    assert "picture: b.svg" in done.out
    assert "95 %" in done.out
    assert Path("b.svg").exists()


def test_suggest_refuses_a_position_in_which_nobody_decides(run):
    refused(run("suggest", "-", stdin=run("new", "burgundy", "--raw").out), "standard input", "chance")


@pytest.mark.parametrize("text, words", [("reuse=yes", "reuse=yes"), ("shared=yes", "shared=yes"),
                                         ("colour=red", "colour=red")])
def test_suggest_refuses_settings_that_it_has_no_use_for(run, start, text, words):
    refused(run("suggest", "-", "--simulations", "5", "--settings", text, stdin=json.dumps(start)), "settings",
            words)


# ---- bad input -------------------------------------------------------------------------------


def spoiled(position: dict, how: str) -> str | bytes:
    """The position with one thing wrong in it."""
    text = json.dumps(position)
    bad = json.loads(text)
    player = bad["players"][0]
    if how == "unknown tile":
        bad["depots"]["1"]["tiles"][2] = "spaceship"
    elif how == "two tiles on one hex":
        return text.replace('"duchy": {', '"duchy": {"d4": "castle", ', 1)
    elif how == "wrong die":
        player["dice"] = [3, 7]
    elif how == "five seats":
        bad["seats"] = 5
        bad["players"] = [player] * 5
    elif how == "negative silver":
        player["silver"] = -1
    elif how == "40 placed tiles":
        player["duchy"] = {f"{row}{n}": "castle" for row, length in zip("abcdefg", (4, 5, 6, 7, 6, 5, 4), strict=True)
                           for n in range(1, length + 1)}
        player["storage"] = ["castle"] * 3
    elif how == "cut in half":
        return text[:len(text) // 2]
    elif how == "binary":
        return bytes(range(256)) * 20
    elif how == "empty":
        return ""
    elif how == "a list":
        return "[1, 2]"
    elif how == "no game":
        del bad["game"]
    elif how == "unknown game":
        bad["game"] = "chess"
    elif how == "deep":
        return "[" * 100_000
    elif how == "huge number":
        player["silver"] = 10**40
    elif how == "a key too many":
        bad["colour"] = "red"
    return json.dumps(bad)


BAD = {"unknown tile": "spaceship", "two tiles on one hex": "d4", "wrong die": "dice", "five seats": "5",
       "negative silver": "-1", "40 placed tiles": "", "cut in half": "", "binary": "", "empty": "empty",
       "a list": "object", "no game": "game", "unknown game": "chess", "deep": "", "huge number": "",
       "a key too many": "colour"}


@pytest.mark.parametrize("how", BAD)
@pytest.mark.parametrize("command", [("show",), ("moves", "--json"), ("apply", "end turn"), ("suggest", "--top", "1")],
                         ids=lambda c: c[0])
def test_bad_positions_get_two_lines_at_most(run, start, how, command):
    data = spoiled(start, how)
    Path("bad.json").write_bytes(data.encode() if isinstance(data, str) else data)
    refused(run(command[0], "bad.json", *command[1:]), "bad.json", BAD[how])


def test_a_file_of_100_mb_is_refused_at_once(run):
    with open("big.json", "wb") as file:
        file.truncate(100_000_000)
    begun = time.perf_counter()
    refused(run("show", "big.json"), "big.json", "100,000,000")
    assert time.perf_counter() - begun < 2


def test_standard_input_is_not_read_without_end(run):
    refused(run("show", "-", stdin=b" " * 5_000_000), "standard input")


def test_missing_files_and_folders_are_named(run):
    refused(run("show", "nowhere.json"), "nowhere.json")
    refused(run("show", "."), "folder")
    refused(run("replay", "nowhere.jsonl"), "nowhere.jsonl")
    refused(run("report", "nowhere"), "nowhere")


def test_what_cannot_be_written_is_named_and_nothing_is_left(run, start):
    Path("p.json").write_text(json.dumps(start))
    refused(run("show", "p.json", "--svg", "no/such/folder/b.svg"), "no/such/folder/b.svg")
    Path("taken").mkdir()
    refused(run("show", "p.json", "--svg", "taken"), "taken")
    assert sorted(os.listdir()) == ["p.json", "taken"]


@pytest.mark.parametrize("arguments, word", [
    (["fly"], "fly"), (["new"], "GAME"), (["new", "chess"], "chess"), (["new", "burgundy", "--seats", "5"], "5"),
    (["new", "burgundy", "--seats", "two"], "two"), (["new", "burgundy", "--option", "boards"], "boards"),
    (["new", "burgundy", "--option", "nonsense=1"], "nonsense"), (["new", "burgundy", "--option", "boards=12"], "12"),
    (["new", "burgundy", "--option", "buy=never"], "never"), (["new", "burgundy", "--seed", "-1"], "-1"),
    (["new", "burgundy", "--option", "start=0", "--option", "start=1"], "start"),
    (["new", "burgundy", "--option", "rules=missing.toml"], "missing.toml"),
    (["new", "burgundy", "--seed", str(2**64)], "seed"),
    (["new", "burgundy", "--wrong"], "--wrong"), (["suggest", "-", "--threads", "0"], "threads"),
    (["match", "burgundy", "--agent", "greedy"], "agents"), (["match", "burgundy", "--agent", "gready"], "gready"),
    (["simulate", "burgundy", "--agent", "mcts:0", "--out", "r"], "mcts:0"),
    (["simulate", "burgundy", "--agent", "random"], "--out"), (["play", "burgundy", "--seat", "7"], "7"),
    (["simulate", "burgundy", "--agent", "random", "--out", "r", "--backend", "dask"], "scheduler: is missing"),
    (["simulate", "burgundy", "--agent", "random", "--out", "r", "--scheduler", "tcp://h:1"], "tcp://h:1"),
    (["match", "burgundy", "--agent", "greedy", "--agent", "random", "--backend", "dask"], "scheduler: is missing"),
    (["suggest", "burgundy", "--settings", "x"], "found the name of a game"), (["report", "no"], "no: does not exist"),
    (["compare", "no", "no"], "no: does not exist"), (["play", "burgundy", "--record", "."], ".: is a folder"),
    (["tournament", "pig", "--out", "/dev/null"], "--out: found the file /dev/null, expected a folder or a name not"),
    (["strategy", "pig", "--out", "/dev/null/x"], "--out: found the file /dev/null, expected a folder"),
    (["follow", "burgundy", "--record", "."], ".: is a folder"), (["new", "."], "found the folder ."),
    (["play", "burgundy", "--level", "9"], "9"), (["play"], "GAME"), (["bench", "chess"], "chess"),
    (["bench", "burgundy", "--seconds", "-3"], "--seconds: found '-3', expected 0.1 or more"),
    (["suggest", "-", "--simulations", "x"], "--simulations: found 'x', expected a whole number"),
    (["suggest", "-", "--simulations", str(10**20)], f"--simulations: found '{10**20}', expected {10**10} at most"),
    (["match", "pig", "--backend", "fire"], "--backend: found 'fire', expected one of 'loky', 'threading', 'dask'"),
    (["match", "pig"], "agents: found none, expected 2 for 2 seats, such as greedy and mcts:100"),
    (["simulate", "pig", "--out", "r"], "agents: found none, expected 1 to 2 for 2 seats, such as greedy"),
    (["balance", "pig", "--items", "seats"], "--agent: found none, expected one, such as greedy"),
], ids=lambda a: " ".join(a) if isinstance(a, list) else "")
def test_bad_arguments_get_two_lines_at_most(run, arguments, word):
    refused(run(*arguments), word)
    assert os.listdir() == []


def test_bad_records_name_their_line(run):
    header = '{"format": "ludosoph-record/1", "game": "burgundy", "seats": 2, "version": 1}\n'
    Path("a.jsonl").write_text(header + '{"seat": 9')
    refused(run("replay", "a.jsonl"), "a.jsonl", "line 2")
    Path("b.jsonl").write_bytes(bytes(range(256)))
    refused(run("review", "b.jsonl"), "b.jsonl")
    refused(run("replay", "-", stdin=b"\xff\xfe"), "line 1")


def test_the_version_is_told(run):
    done = run("--version")
    built = r"commit (?:[0-9a-f]{7,40}(?:-dirty)?|unknown), (?:GCC|Clang) \d+\..*"
    told = re.fullmatch(rf"ludosoph (\S+) \({built}\)\n", done.out)
    assert told, done.out
    assert (done.status, told[1]) == (0, version("ludosoph"))
    assert "ludosoph --version" in run("--help").out


@pytest.mark.parametrize("line, offered", [
    ("ludosoph sug", ["plain,suggest"]),
    ("ludosoph suggest --sim", ["plain,--simulations"]),
    ("ludosoph new world", ["plain,world504"]),
    ("ludosoph show pos", ["file,pos"]),
    ("ludosoph report r", ["file,r"]),
    ("ludosoph match pig --backend th", ["plain,threading"]),
    ("ludosoph apply start.json tak", []),
])
def test_a_shell_completes_commands_options_games_and_files(run, monkeypatch, line, offered):
    monkeypatch.setenv("_LUDOSOPH_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(line.count(" ")))
    done = run()
    assert (done.status, done.out.split()) == (0, offered)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(run, monkeypatch, shell):
    monkeypatch.setenv("_LUDOSOPH_COMPLETE", f"{shell}_source")
    done = run()
    assert done.status == 0
    assert f"_LUDOSOPH_COMPLETE={shell}_complete" in done.out
    if shell == "bash":
        taken = subprocess.run([shell, "-c", f"{done.out}\ncomplete -p ludosoph"], capture_output=True, text=True)
        assert taken.stdout.strip() == "complete -o nosort -F _ludosoph_completion ludosoph", taken.stderr


def test_a_shell_that_is_not_known_is_refused(run, monkeypatch):
    monkeypatch.setenv("_LUDOSOPH_COMPLETE", "ed_source")
    refused(run(), "_LUDOSOPH_COMPLETE", "ed_source", "bash_source")


FAULTS = [KeyError("score_mean"), ValueError("a fault\nin three\nlines"), IndexError("7"), TypeError("x"),
          OverflowError("too large"), OSError("no file"), AssertionError()]


@pytest.fixture
def broken(monkeypatch):
    """Has the analysis of a search end with an error."""
    def put(error: Exception) -> None:
        def fail(*_: object) -> None:
            raise error
        monkeypatch.setattr("mcts.advice.confidence", fail)
    return put


@pytest.mark.parametrize("error", FAULTS, ids=lambda e: type(e).__name__)
def test_a_fault_of_the_program_is_told_as_one(run, monkeypatch, tmp_path, start, broken, error):
    """Whatever it is, it is not blamed on the input; where it happened is kept in a file."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    broken(error)
    done = run("suggest", "-", "--simulations", 5, stdin=json.dumps(start))
    assert (done.status, done.out) == (70, "")
    first, second = done.err.splitlines()
    assert "fault of the program" in first
    assert type(error).__name__ in first
    assert "ludosoph suggest - --simulations 5" in second
    kept = next(tmp_path.glob("ludosoph-fault-*"))
    assert str(kept) in second
    text = kept.read_text()
    assert "Traceback" in text
    assert "ludosoph suggest - --simulations 5" in text
    assert "in think" in text


def test_a_fault_shows_its_traceback_where_that_is_asked_for(run, monkeypatch, tmp_path, start, broken):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv(TRACEBACK, "1")
    broken(KeyError("score_mean"))
    done = run("suggest", "-", "--simulations", 5, stdin=json.dumps(start))
    assert done.status == 70
    assert "Traceback" in done.err
    assert "fault of the program" in done.err
    assert os.listdir() == []
    refused(run("suggest", "nowhere.json"), "nowhere.json")


def test_a_fault_is_told_where_no_file_can_be_written(run, monkeypatch, start, broken):
    monkeypatch.setattr(tempfile, "tempdir", "/no/such/folder")
    broken(KeyError("score_mean"))
    done = run("suggest", "-", "--simulations", 5, stdin=json.dumps(start))
    assert done.status == 70
    assert f"{TRACEBACK}=1" in done.err


@pytest.mark.parametrize(("error", "word"), [
    (MemoryError("no memory for a search tree of 3.0 GB more"), "3.0 GB"), (MemoryError(), "out of memory"),
    (PermissionError(13, "Permission denied", "some/file"), "some/file"), (OSError(28, "No space left"), "space"),
    (ClusterLost("scheduler tcp://h:1: was lost on the way"), "tcp://h:1")], ids=lambda e: type(e).__name__)
def test_what_the_machine_cannot_do_is_no_fault(run, start, broken, error, word):
    broken(error)
    refused(run("suggest", "-", "--simulations", 5, stdin=json.dumps(start)), word)


@pytest.mark.parametrize("arguments", [
    ("suggest", "p.json", "--simulations", 10**30, "--seconds", 0.01), ("suggest", "p.json", "--seconds", 1e30),
    ("suggest", "p.json", "--simulations", 5, "--settings", f"max_edges={10**30}"),
    ("suggest", "p.json", "--simulations", 5, "--settings", "max_edges=-1"),
    ("suggest", "p.json", "--simulations", 5, "--settings", f"cutoff={10**30}"),
    ("suggest", "p.json", "--simulations", 5, "--settings", "tree=sideways"),
    ("suggest", "p.json", "--simulations", 5, "--settings", "exploration=nan"),
    ("simulate", "pig", "--games", 10**30, "--agent", "random", "--out", "r"),
    ("match", "pig", "--agent", "random", "--agent", "greedy", "--games", 10**30),
    ("balance", "pig", "--items", "seats", "--agent", "greedy", "--games", 10**30, "--out", "r"),
    ("balance", "pig", "--experiment", "skill", "--agent", "mcts:1", "--budget", 10**30, "--out", "r"),
    ("balance", "pig", "--items", "seats", "--agent", "greedy", "--q", "nan", "--out", "r"),
    ("balance", "pig", "--items", "seats", "--agent", "greedy", "--delta-win", "nan", "--out", "r"),
    ("new", "burgundy", "--option", "boards=" + "9" * 5000), ("new", "orleans", "--option", "seats=1e400"),
    ("show", "p.json", "--svg", "x" * 300 + ".svg"),
    ("simulate", "pig", "--games", 2, "--agent", "random", "--out", "x" * 300),
    ("suggest", "p.json", "--simulations", 10**20), ("suggest", "p.json", "--seconds", "inf"),
    ("review", "p.json", "--simulations", 10**20), ("bench", "pig", "--seconds", 1e300),
    ("bench", "pig", "--seconds", "inf"),
    ("play", "pig", "--resume", "p.json"), ("review", "p.json"), ("report", "p.json"),
], ids=lambda a: " ".join(map(str, a))[:60])
def test_odd_numbers_and_names_are_no_fault(run, start, arguments):
    """Numbers that no machine word holds, and names that no file can have."""
    Path("p.json").write_text(json.dumps(start))
    done = run(*arguments)
    assert done.status in (0, 2), done.err
    if done.status:
        refused(done)


# ---- whole games -----------------------------------------------------------------------------


def test_a_game_is_left_gone_on_with_and_finished(run):
    done = run("play", "burgundy", "--level", 1, "--seed", 3, "--record", "g.jsonl", stdin="1\nnonsense\n2\nq\n")
    assert done.status == 0
    assert "nonsense" in done.err
    assert "--resume g.jsonl" in done.err
    before = Path("g.jsonl").read_text().splitlines()
    assert json.loads(before[0])["players"] == ["person", level("burgundy", 2, 1)]
    refused(run("play", "burgundy", "--record", "g.jsonl"), "g.jsonl", "--resume")
    done = run("play", "--resume", "g.jsonl", stdin="1\n" * 400)
    assert done.status == 0, done.err
    assert "won by" in done.out
    assert Path("g.jsonl").read_text().splitlines()[:len(before)] == before
    assert "won by" in run("replay", "g.jsonl").out
    refused(run("play", "--resume", "g.jsonl"), "over")


def test_the_end_of_the_input_keeps_the_game(run):
    assert run("play", "burgundy", "--level", "greedy", "--seed", 8, "--seat", 1).status == 0
    assert run("replay", "burgundy-8.jsonl", "--json").json["finished"] is False


def test_moves_may_be_entered_as_text(run):
    run("play", "burgundy", "--level", 1, "--seed", 3, "--record", "a.jsonl", stdin="1\n")
    events = [json.loads(line) for line in Path("a.jsonl").read_text().splitlines()[1:]]
    chosen = next(event["move"] for event in events if event["seat"] == 0)
    run("play", "burgundy", "--level", 1, "--seed", 3, "--record", "b.jsonl", stdin=chosen + "\n")
    assert Path("a.jsonl").read_text() == Path("b.jsonl").read_text()


@pytest.fixture
def record(run) -> str:
    """A finished game of two seats, in a folder where files may be written."""
    shutil.copy(ROOT / "examples/burgundy-game.jsonl", "whole.jsonl")
    return "whole.jsonl"


def test_replay_verifies_the_result(run, record):
    found = run("replay", record, "--json").json
    assert found["finished"]
    lines = Path(record).read_text().splitlines()
    assert {part: found["result"][part] for part in ("scores", "winners")}.items() <= (
        json.loads(lines[-1])["result"].items())
    assert len(run("replay", record, "--moves").out.splitlines()) > found["events"]
    lines[-1] = lines[-1].replace('"winners": [', '"winners": [0, 1, ', 1)
    Path("false.jsonl").write_text("\n".join(lines) + "\n")
    refused(run("replay", "false.jsonl"), "winners")


def test_review_judges_every_decision_with_a_choice(run, record):
    found = run("review", record, "--simulations", 8, "--json").json
    events = [json.loads(line) for line in Path(record).read_text().splitlines()[1:-1]]
    decisions = [e for e in events if e["seat"] != "chance"]
    assert len(found["rows"]) + found["forced"] == len(decisions)
    for row in found["rows"]:
        assert row["seat"] == events[row["event"] - 1]["seat"]
        assert row["move"] == events[row["event"] - 1]["move"]
        assert row["choices"] > 1
        assert row["cost"] == pytest.approx(row["best_chance"] - row["chance"])
        assert row["cost"] == 0 or row["move"] != row["best"]
    validator("review").validate(found)
    assert found["luck"]["finished"]
    Path("half.jsonl").write_text("\n".join(Path(record).read_text().splitlines()[:100]) + "\n")
    text = run("review", "half.jsonl", "--simulations", 4, "--worst", 1).out
    assert "The decisions that cost most" in text
    assert "2. event" not in text
    refused(run("review", record, "--seat", 2), "--seat", "0 to 1")


def test_review_reads_a_game_that_is_not_over(run, record):
    lines = Path(record).read_text().splitlines()
    Path("half.jsonl").write_text("\n".join(lines[:100]) + "\n")
    assert "The game is not over" in run("review", "half.jsonl", "--simulations", 4).out
    Path("begun.jsonl").write_text(lines[0] + "\n")
    assert run("review", "begun.jsonl", "--simulations", 4, "--json").json["rows"] == []


def test_match_prints_an_interval(run):
    found = run("match", "burgundy", "--agent", "greedy", "--agent", "random", "--games", 8, "--json").json
    assert found["games"] == 8
    assert [s["agent"] for s in found["standings"]] == ["greedy", "random"]
    text = run("match", "burgundy", "--agent", "greedy", "--agent", "random", "--games", 4, "--sprt").out
    assert "95 %" in text
    assert "sequential test" in text


def test_simulate_goes_on_and_report_reads_it(run):
    arguments = ("simulate", "burgundy", "--games", 6, "--agent", "greedy", "--agent", "random", "--out", "run1")
    assert run(*arguments).status == 0
    assert run(*arguments).status == 0
    refused(run(*arguments, "--seed", 9), "run1", "seed")
    done = run("report", "run1")
    assert done.status == 0, done.err
    assert "report.html" in done.out
    assert list(Path("run1").rglob("report.html"))


def test_a_cluster_without_its_extra_is_one_line(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    for command in (("simulate", "burgundy", "--agent", "random", "--out", "r"),
                    ("match", "burgundy", "--agent", "random", "--agent", "greedy")):
        done = run(*command, "--backend", "dask", "--scheduler", "tcp://127.0.0.1:9")
        refused(done, "pip install '.[cluster]'")
        assert len(done.err.splitlines()) == 1
    assert not Path("r/.lock").exists()


def test_bench_measures_all_it_promises(run):
    found = run("bench", "burgundy", "--seconds", 0.1, "--threads", 1, "--json").json
    for name in ("random_playouts_per_second", "decisions_per_second", "floor_games_per_second", "playout_over_floor",
                 "playouts_per_second", "simulations_per_second", "whole_simulations_per_second", "tree_over_playouts"):
        assert found[name] > 0
    assert [t["threads"] for t in found["threads"]] == [1]
    assert found["state_bytes"] < 1024


@pytest.mark.parametrize(("given", "measured"), (("1", [1]), ("6", [1, 2, 4, 6]), ("2,16", [2, 16]), ("4,1", [1, 4])))
def test_bench_measures_the_threads_asked_for(given, measured):
    assert thread_counts(given) == measured


@pytest.mark.parametrize("given", ("0", "257", "1,,2", "two", "-1", "1,0"))
def test_bench_refuses_threads_that_cannot_be(run, given):
    refused(run("bench", "pig", "--threads", given), given)


# ---- signals and pipes -----------------------------------------------------------------------


@pytest.mark.whole
def test_ctrl_c_says_what_a_run_keeps(tmp_path):
    process = spawn("simulate", "pig", "--games", 10_000_000, "--agent", "random", "--out", "run1", cwd=tmp_path)
    deadline = time.monotonic() + 60
    while not list((tmp_path / "run1/games").glob("*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "run1 keeps" in err
    assert len([line for line in err.splitlines() if not line.startswith("simulate: ")]) == 1      # but for progress


@pytest.mark.whole
def test_ctrl_c_ends_a_match_with_the_blocks_it_has(tmp_path):
    process = spawn("match", "pig", "--agent", "random", "--agent", "greedy", "--games", 1_000_000, "--json",
                    cwd=tmp_path)
    assert "match" in process.stderr.readline()         # the first word of its progress: games are finished
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    found = json.loads(out)
    assert process.returncode == 130
    assert found["interrupted"]
    assert 0 < found["blocks"] < 500_000
    assert found["standings"][0]["win"]["low"] is not None
    assert f"{found['blocks']:,} of 500,000 blocks" in err


@pytest.mark.whole
def test_ctrl_c_ends_a_search_with_what_it_has(tmp_path, start):
    (tmp_path / "p.json").write_text(json.dumps(start))
    process = spawn("suggest", "p.json", "--seconds", 60, "--json", cwd=tmp_path)
    assert "search" in process.stderr.readline()        # the first word of its progress: it is under way
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert json.loads(out)["rootInfo"]["visits"] > 0
    assert "stopped" in err


def test_a_closed_pipe_is_quiet(tmp_path):
    process = spawn("games", cwd=tmp_path)
    process.stdout.close()
    err = process.stderr.read()
    process.wait(timeout=60)
    process.stderr.close()
    assert err == ""


def test_a_command_starts_without_what_it_does_not_need():
    """scipy, pandas and matplotlib take longer to import than most commands take to answer."""
    script = ("import sys, cli; cli.app(['games'], standalone_mode=False); "
              "print({'scipy', 'pandas', 'matplotlib'} & set(sys.modules), file=sys.stderr)")
    done = subprocess.run([sys.executable, "-c", script], env=os.environ | {"PYTHONPATH": str(ROOT)},
                          capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "set()\n")
