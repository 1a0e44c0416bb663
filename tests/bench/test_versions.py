import csv

import pytest

from bench.command import start
from bench.speed.versions import RATES, ROOT, run


def test_a_version_beside_itself_fills_the_table(tmp_path):
    with pytest.raises(SystemExit) as ended:
        start(run, [str(ROOT), "--games", "tic_tac_toe", "--rounds", "1", "--seconds", "0.5", "--out", str(tmp_path)])
    assert ended.value.code in (0, None)
    with (tmp_path / "versions.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["rate"] for row in rows] == list(RATES)
    for row in rows:
        assert float(row["ratio"]) == pytest.approx(float(row["here"]) / float(row["there"]))
    assert (tmp_path / "versions.md").read_text(encoding="utf-8").count("| tic_tac_toe |") == len(RATES)


def test_a_folder_that_is_no_version_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        start(run, [str(tmp_path)])
    assert ended.value.code == 2
    assert "cli.py" in capsys.readouterr().err
