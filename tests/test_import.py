"""`ludosoph import`: what other programs and sites wrote is recognised by its form, or refused in a line."""
import io
import json
import sys
from pathlib import Path

import pytest

import cli
import games
from games import importing
from games.api import InputError

SAMPLE = Path(__file__).parent.parent / "examples/bga-burgundy.json"


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as ended:
        cli.main(["import", *map(str, arguments)])
    return (ended.value.code, *capsys.readouterr())


def test_a_log_becomes_a_record_that_replays_and_can_be_reviewed(tmp_path, capsys):
    record = tmp_path / "game.jsonl"
    status, printed, said = run(capsys, SAMPLE, "--out", record)
    assert (status, printed) == (0, "")
    assert said.splitlines() == ["the game is not over: the log ends at main (phase A, round 4, seat 1)",
                                 f"record: {record}"]
    with pytest.raises(SystemExit) as ended:
        cli.main(["replay", str(record)])
    assert ended.value.code == 0
    assert "all 54 events are legal" in capsys.readouterr().out


def test_an_id_becomes_a_position(capsys):
    status, printed, said = run(capsys, "4HPwATDgc/ABMA")
    assert (status, said) == (0, "")
    assert json.loads(printed)["game"] == "backgammon"


def test_standard_input_is_read(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"4453\n")))
    status, printed, _ = run(capsys, "-")
    assert status == 0
    assert [json.loads(line)["move"] for line in printed.splitlines()[1:]] == ["d1", "d2", "e1", "c1"]


def test_fourteen_columns_are_a_game_and_no_id(capsys):
    status, printed, _ = run(capsys, "44444433333311")
    assert status == 0
    assert json.loads(printed.splitlines()[0])["game"] == "connect_four"


def test_a_form_of_several_games_asks_which_is_meant(monkeypatch):
    both = [(games.load(name), games.load("connect_four").formats[0]) for name in ("connect_four", "pig")]
    monkeypatch.setattr(importing, "formats", lambda only: [pair for pair in both if only in (None, pair[0].name)])
    with pytest.raises(InputError, match="expected --game with the game that is meant"):
        importing.read("4453", "line")
    assert len(importing.read("4453", "line", "pig")) == 1


@pytest.mark.parametrize("source,said", (
    ("nobody.json", "nobody.json: cannot be read"),
    (Path(__file__), "is in no form that is read here; expected one of:"),
))
def test_what_is_in_no_form_is_refused_in_one_line(capsys, source, said):
    status, printed, refused = run(capsys, source)
    assert (status, printed) == (2, "")
    assert said in refused
    assert len(refused.splitlines()) == 1


def test_a_difference_leaves_nothing_behind(tmp_path, capsys):
    log = json.loads(SAMPLE.read_text(encoding="utf-8"))
    told = [n for p in log if p["channel"].startswith("/table/") for n in p["data"]]
    notice = next(n for n in told if n["type"] == "workersTaken")
    notice["args"]["nbWorkers"] += 1
    spoilt = tmp_path / "spoilt.json"
    spoilt.write_text(json.dumps(log), encoding="utf-8")
    record = tmp_path / "game.jsonl"
    status, _, refused = run(capsys, spoilt, "--out", record)
    assert status == 2
    assert "workers of seat" in refused
    assert not record.exists()


def test_show_prints_the_ids_of_a_position(tmp_path, capsys):
    position = tmp_path / "position.json"
    run(capsys, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:0", "--out", position)
    with pytest.raises(SystemExit):
        cli.main(["show", str(position)])
    shown = capsys.readouterr().out
    assert "GNU id 4HPwATDgc/ABMA:" in shown
    assert "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:0" in shown


def test_a_turn_is_one_word_of_apply(tmp_path, capsys):
    position = tmp_path / "position.json"
    run(capsys, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:0", "--out", position)
    with pytest.raises(SystemExit) as ended:
        cli.main(["apply", str(position), "8/5 6/5"])
    assert ended.value.code == 0
    after = json.loads(capsys.readouterr().out)
    assert after["players"][0]["points"] == {"24": 2, "13": 5, "8": 2, "6": 4, "5": 2}
