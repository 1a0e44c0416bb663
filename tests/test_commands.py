"""How commands are declared, what is said of words that were once one, and how a signal ends a command."""
import inspect
import io
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cli

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("before, now", [
    ("report --compare one two --out c", "compare one two --out c"),
    ("report one --compare two", "compare one two"),
    ("report --merge one two --out both", "merge one two --out both"),
    ("report --strategy pig --games 20 --json", "strategy pig --games 20 --json"),
    ("report --games 20 --strategy=pig", "strategy pig --games 20"),
    ("balance world504 --items worlds --item 213 --out 'a b'", "atlas world504 --item 213 --out 'a b'"),
    ("balance world504 --items=worlds", "atlas world504"),
    ("balance world504 --agent greedy --items worlds --games=4 --one-budget --out a", "atlas world504 --out a"),
])
def test_an_option_that_became_a_command_names_it(capsys, before, now):
    with pytest.raises(SystemExit) as end:
        cli.main(shlex.split(before))
    told = capsys.readouterr()
    flag = next(word.partition("=")[0] for word in before.split() if word[:5] in ("--com", "--mer", "--str", "--ite"))
    assert (end.value.code, told.out) == (2, "")
    assert told.err == f"ludosoph: {before.split()[0]} {flag}: is a command of its own now: ludosoph {now}\n"


def test_a_command_takes_at_most_twelve_arguments_by_name():
    """What it takes is declared beside it, and options that belong together arrive as one record."""
    for name, command in cli.app.commands.items():
        taken = inspect.signature(inspect.unwrap(command.callback)).parameters
        assert len(taken) <= 12, name


@pytest.mark.parametrize("number, status, more", [
    (signal.SIGTERM, 143, ()), pytest.param(signal.SIGHUP, 129, (), marks=pytest.mark.whole),
    pytest.param(signal.SIGTERM, 143, ("--jobs", "2"), marks=pytest.mark.whole)])
def test_a_signal_to_end_is_told_like_ctrl_c(tmp_path, number, status, more):
    """Also where worker processes play, of which nothing is left."""
    process = subprocess.Popen([sys.executable, "-m", "cli", "simulate", "pig", "--games", "10000000",
                                "--agent", "random", "--out", "run1", *more], cwd=tmp_path,
                               env=os.environ | {"PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE, text=True,
                               # also where the tests themselves run under nohup, and it would be ignored
                               preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
    until = time.monotonic() + 60
    while not list((tmp_path / "run1/games").glob("*.parquet")) and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(number)
    _, told = process.communicate(timeout=60)
    lines = [line for line in told.splitlines() if not line.startswith("simulate: ")]
    assert process.returncode == status, told
    assert len(lines) == 1, told
    assert "run1 keeps" in lines[0]
    assert "the same command goes on from there" in lines[0]


def test_a_balance_that_is_stopped_before_its_folder_is_there_keeps_nothing(tmp_path, monkeypatch, capsys):
    import reports.experiments.run as experiments

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(experiments, "balance", stop)
    asked = ["balance", "catan_cards", "--items", "seats", "--agent", "greedy", "--games", "20",
             "--out", str(tmp_path / "places")]
    for more, told in ((["--stronger", "mcts:25"], "mcts:25 has not shown yet"), ([], "no block was begun")):
        with pytest.raises(SystemExit) as ended:
            cli.main([*asked, *more])
        assert ended.value.code == 130
        assert f"nothing was kept: {told}" in capsys.readouterr().err


def test_a_signal_that_is_ignored_stays_ignored():
    """As under nohup; and where Ctrl-C is ignored, as in a background job, SIGTERM still ends the program."""
    script = ("import os, signal\n"
              "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
              "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
              "from commands.stopping import signals_as_ctrl_c\n"
              "with signals_as_ctrl_c() as came:\n"
              "    os.kill(os.getpid(), signal.SIGHUP)\n"
              "    try:\n        os.kill(os.getpid(), signal.SIGTERM); signal.pause()\n"
              "    except KeyboardInterrupt:\n        print(*map(int, came))\n")
    done = subprocess.run([sys.executable, "-c", script], env=os.environ | {"PYTHONPATH": str(ROOT)}, text=True,
                          capture_output=True)
    assert (done.stdout, done.stderr) == ("15\n", "")


CALIBRATE = "calibrate pig --games 5 --again 2 --agent mcts:10 --simulations 60"


@pytest.fixture
def called(tmp_path, monkeypatch, capsys):
    """Runs a command in a folder of its own: status, what was printed, and what was said."""
    monkeypatch.chdir(tmp_path)

    def run(words: str) -> tuple[object, str, str]:
        with pytest.raises(SystemExit) as end:
            cli.main(shlex.split(words))
        told = capsys.readouterr()
        return end.value.code, told.out, told.err

    return run


@pytest.mark.parametrize("words, stopped", [
    ("simulate pig --agent greedy --games 4 --out r", "reports.run.simulate"),
    ("tournament pig --agent greedy --agent random --agent flat:2 --games 4 --out r", "reports.run.simulate"),
    ("train pig --hours 0.001 --out m.json", "mcts.training.trainer.train"),
    (CALIBRATE + " --out c.json", "mcts.calibrate.measure"),
    ("strategy pig --games 4 --out r", "reports.documents.strategy.write_strategy"),
    ("atlas world504 --item 213 --out r", "reports.atlas.run.play"),
])
def test_what_is_stopped_before_anything_is_kept_says_so(called, monkeypatch, words, stopped):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(stopped, stop)
    status, _, told = called(words)
    assert (status, told.splitlines()[-1]) == (130, "ludosoph: stopped; nothing was written")


def test_a_report_that_is_stopped_claims_no_earlier_one(called, monkeypatch):
    import reports.documents.simulate_report as report

    def stop(*_):
        raise KeyboardInterrupt

    called("simulate pig --agent greedy --games 2 --out r")
    monkeypatch.setattr(report, "write_report", stop)
    assert called("report r")[::2] == (130, "ludosoph: stopped: a report is written whole, so nothing was changed\n")


def test_a_calibration_is_made_goes_on_after_ctrl_c_and_is_taken_by_suggest(called, monkeypatch):
    import mcts.calibrate

    games, real = [], mcts.calibrate.told

    def told(task):
        games.append(task.number)
        if len(games) == 2:
            raise KeyboardInterrupt
        return real(task)

    monkeypatch.setattr(mcts.calibrate, "told", told)
    status, _, said = called(CALIBRATE)
    assert status == 130
    assert said == ("ludosoph: stopped: pig-calibration-2.jsonl keeps the games so far; the same command goes on from "
                    "there\n")
    status, printed, _ = called(f"{CALIBRATE} --json")
    made = json.loads(printed)
    assert (status, games, made["fit"]) == (0, [0, 1, 1, 2, 3, 4], "2")
    assert made["check"]["positions"] == sum(phase["forecasts"] for phase in made["phases"])
    status, printed, _ = called(CALIBRATE)
    assert status == 0
    assert "Told by fits of the other games" in " ".join(printed.split())
    status, printed, _ = called(f"suggest {ROOT}/examples/pig-endgame.json --calibration pig-calibration.json "
                                "--simulations 100 --json")
    measured, shipped = json.loads(printed), json.loads(called(f"suggest {ROOT}/examples/pig-endgame.json "
                                                               "--simulations 100 --json")[1])
    assert (status, measured["rootInfo"]["calibrated"]) == (0, True)
    assert measured["rootInfo"]["winChanceLow"] != shipped["rootInfo"]["winChanceLow"]


@pytest.mark.parametrize("words, said", [
    ("suggest {0}/connect-four-choice.json --calibration c.json", "c.json: game: found 'pig', expected 'connect_four'"),
    ("suggest {0}/pig-endgame.json --calibration other.json", "other.json: version: found 7, expected 1"),
    ("suggest three.json --calibration c.json", "c.json: found fits '2', expected one for '3'"),
    ("review {0}/burgundy-game.jsonl --calibration c.json", "c.json: game: found 'pig', expected 'burgundy'"),
    ("calibrate pig --out c", "--out: found 'c', expected a file that ends in .json")])
def test_a_calibration_of_something_else_is_refused(called, words, said):
    row = {"recalibration": [0, 1], "modelError": 0.5}
    fit = {"decisions": 80, "phases": [row] * 3, "searches": [{"simulations": 9, "error": 0.1, "missed": 0.1}]}
    made = {"format": "ludosoph-calibration/2", "game": "pig", "version": 1, "fits": {"2": fit}}
    Path("c.json").write_text(json.dumps(made))
    Path("other.json").write_text(json.dumps(made | {"version": 7}))
    Path("three.json").write_text(called("new pig --seats 3")[1])
    status, printed, told = called(words.format(ROOT / "examples"))
    assert (status, printed) == (2, "")
    assert told.startswith(f"ludosoph: {said}")
    assert told.count("\n") == 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize("command", ["show examples/orleans-midgame.json", "moves examples/world504-981.json",
                                     "replay examples/burgundy-game.jsonl --moves",
                                     "rules world504 --option world=617",
                                     "show examples/orleans-midgame.json --seat 9"])
def test_an_encoding_that_lacks_letters_gets_others(monkeypatch, encoding, command):
    """Lines are drawn with signs that it has, letters lose their accents, and nothing ends in an error."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2)]
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "stdout", streams[0])
    monkeypatch.setattr(sys, "stderr", streams[1])
    with pytest.raises(SystemExit) as end:
        cli.main(command.split())
    assert end.value.code == (2 if "9" in command.split() else 0)
    for stream in streams:
        stream.flush()
        assert "?" not in stream.buffer.getvalue().decode(encoding)


def test_json_is_whole_in_any_encoding(monkeypatch):
    told = []
    monkeypatch.chdir(ROOT)
    for encoding in ("utf-8", "ascii"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        monkeypatch.setattr(sys, "stdout", stream)
        with pytest.raises(SystemExit):
            cli.main(["show", "examples/orleans-midgame.json", "--json"])
        stream.flush()
        told.append(stream.buffer.getvalue())
    assert json.loads(told[0]) == json.loads(told[1])
    assert any(not letter.isascii() for letter in told[0].decode()) == (told[0] != told[1])


def test_a_byte_order_mark_is_no_part_of_a_record(tmp_path, monkeypatch, capsys):
    marked = b"\xef\xbb\xbf" + (ROOT / "examples/burgundy-game.jsonl").read_bytes()
    (tmp_path / "marked.jsonl").write_bytes(marked)
    for path in (tmp_path / "marked.jsonl", "-"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(marked), encoding="ascii"))
        with pytest.raises(SystemExit) as end:
            cli.main(["replay", str(path)])
        assert end.value.code == 0, capsys.readouterr().err
