import csv

import pytest

from bench.command import start
from bench.peers.callgrind import available
from bench.speed.counted import KINDS, ROOT, instructions, run


@pytest.mark.whole
def test_the_same_version_takes_the_same_instructions(tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        start(run, [str(ROOT), "--games", "connect_four", "--share", "0.02", "--out", str(tmp_path)])
    if not available():
        assert (ended.value.code, "valgrind" in capsys.readouterr().err) == (2, True)
        return
    assert ended.value.code in (0, None)
    with (tmp_path / "counted.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["kind"] for row in rows] == list(KINDS)
    for row in rows:
        assert float(row["ratio"]) == pytest.approx(1, abs=0.03), row["kind"]     # so little work repeats less well
        assert float(row["here"]) > 500, row["kind"]


@pytest.mark.whole
def test_a_whole_playout_takes_more_than_a_random_one_and_less_than_a_simulation():
    if not available():
        with pytest.raises(OSError, match="valgrind"):
            instructions(ROOT, "connect_four", {})
        return
    found = instructions(ROOT, "connect_four", dict.fromkeys(KINDS, 200))
    assert found["random playouts"] < found["heuristic playouts"] < found["simulations, playouts to the end"]


@pytest.mark.parametrize("arguments, said", [
    (["{tmp}"], "cli.py"),
    ([str(ROOT), "--games", "chess"], "chess"),
])
def test_what_cannot_be_compared_is_refused(arguments, said, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        start(run, [each.format(tmp=tmp_path) for each in arguments])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
