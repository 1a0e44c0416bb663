import csv

import pytest

from bench.command import start
from bench.speed import startup


def test_a_version_beside_itself_fills_the_table(tmp_path, monkeypatch):
    monkeypatch.setattr(startup, "COMMANDS", ("--help",))
    with pytest.raises(SystemExit) as ended:
        start(startup.run, [str(startup.ROOT), "--rounds", "1", "--out", str(tmp_path)])
    assert ended.value.code in (0, None)
    with (tmp_path / "startup.csv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["command"] == "--help"
    assert float(row["here"]) > 0
    assert "| `--help` |" in (tmp_path / "startup.md").read_text(encoding="utf-8")


def test_a_folder_that_is_no_version_and_a_command_that_fails_are_refused(tmp_path, monkeypatch, capsys):
    for tree, word in ((tmp_path, "cli.py"), (startup.ROOT, "ended with status 2")):
        monkeypatch.setattr(startup, "COMMANDS", ("nothing",))
        with pytest.raises(SystemExit) as ended:
            start(startup.run, [str(tree), "--rounds", "1", "--out", str(tmp_path)])
        assert ended.value.code == 2
        assert word in " ".join(capsys.readouterr().err.split())
