"""Rows of 504's settings that are left out: which are tried, and that the loss of one is seen."""
import signal
from subprocess import CompletedProcess

import pytest

from bench.command import start
from bench.proofs import worlds_spoilt
from bench.proofs.worlds_spoilt import beyond, changing, seen_by
from games.world504.worlds import rows


def number(setting: str, value: str) -> int:
    """Where the row stands in the file."""
    return next(n for n, row in enumerate(rows()) if (row.setting, row.value) == (setting, value))


@pytest.mark.whole
def test_rows_that_state_a_default_are_not_tried():
    tried = {(row.setting, row.value, row.condition) for row in changing()}
    assert ("goal", "trading_houses", "8.I") in tried
    assert ("roads_limited", "0", "roads.unlimited") in tried
    assert {("plan", "2", "P2"), ("residents_each", "15", "RES & CO")} <= tried
    assert not tried & {("people", "0", "NR"), ("explore_within", "0", "true")}


@pytest.mark.whole
def test_a_row_that_is_gone_is_seen_by_a_test_of_its_rule():
    assert "test_r8_e_1_" in seen_by(number("end_stored", "5"))


def test_a_row_that_nothing_sees_makes_the_command_fail(monkeypatch, capsys):
    monkeypatch.setattr(worlds_spoilt, "seen_by", lambda number: "")
    with pytest.raises(SystemExit) as end:
        start(worlds_spoilt.run, ["--setting", "end_stored"])
    assert end.value.code == 1
    assert "end_stored,5,true: UNSEEN" in capsys.readouterr().out


def test_rows_of_some_modules_are_those_that_no_world_without_them_has():
    chosen = {(row.setting, row.value, row.condition) for row in beyond("49")}
    assert {("plan", "2", "P2"), ("tie", "tie_armies", "4.I"), ("award_money", "10", "2.III & 9.I")} <= chosen
    assert not chosen & {("lost_buildings", "1", "7.I & (3.II|6|8)"), ("plan", "5", "P5"), ("hurry", "1", "8")}
    assert len(changing() & beyond("49")) == 116


def test_what_was_seen_is_kept_and_not_tried_again(monkeypatch, tmp_path, capsys):
    seen = {number("end_stored", "5"): "a test"}
    monkeypatch.setattr(worlds_spoilt, "seen_by", seen.pop)
    asked = ["--setting", "end_stored", "--out", str(tmp_path / "seen.csv")]
    for _ in range(2):
        with pytest.raises(SystemExit) as end:
            start(worlds_spoilt.run, asked)
        assert end.value.code == 0
        assert (tmp_path / "seen.csv").read_text() == "end_stored,5,true,R8.E.1,a test\n"
    assert capsys.readouterr().out.count("1 tried, 0 can be left out unseen") == 2


def test_tests_that_somebody_ends_see_nothing(monkeypatch):
    monkeypatch.setattr(worlds_spoilt.subprocess, "run", lambda *_, **__: CompletedProcess("", -signal.SIGTERM))
    with pytest.raises(RuntimeError, match="row 7: the tests were ended by signal 15"):
        seen_by(7)
    monkeypatch.setattr(worlds_spoilt.subprocess, "run", lambda *_, **__: CompletedProcess("", -signal.SIGSEGV))
    assert seen_by(7) == "signal 11"
