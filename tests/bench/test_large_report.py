"""The report of a large run: a run repeated under new numbers is whole, and what its report takes is measured."""
import json

import pytest

from bench.speed import large_report
from bench.speed.large_report import measured, repeat
from reports.experiments.question import Question, make_plan
from reports.experiments.run import balance
from reports.run import open_run
from tests.reports.synthetic import make_run, write_run


def test_a_run_is_repeated_under_new_numbers_until_it_is_large_enough(tmp_path):
    source = write_run(make_run(blocks=60), tmp_path / "source")
    assert repeat(source, tmp_path / "large", 500) == 600
    run, own = open_run(tmp_path / "large"), open_run(source)
    assert run.complete
    assert run.parts == 5
    assert sorted(run.seats["game"].unique()) == list(range(600))
    assert run.seats.groupby("block")["game"].nunique().tolist() == [2] * 300
    last = run.seats[run.seats["game"] >= 480]
    assert last["score"].tolist() == own.seats["score"].tolist()
    assert len(run.tiles) == 5 * len(own.tiles)
    assert run.tiles["game"].max() < 600


@pytest.mark.whole
def test_what_the_report_takes_is_measured(tmp_path):
    source = write_run(make_run(blocks=60), tmp_path / "source")
    taken = measured(source)
    assert taken.seconds > 0
    assert taken.busy > 0
    assert 0.05 < taken.gigabytes < 2
    assert (source / "report/report.html").exists()


def test_a_run_that_is_not_finished_or_cannot_be_reported_is_refused(tmp_path):
    source = write_run(make_run(blocks=60), tmp_path / "source")
    with pytest.raises(ValueError, match="report: "):
        measured(tmp_path / "none")
    manifest = json.loads((source / "manifest.json").read_text(encoding="utf-8"))
    (source / "manifest.json").write_text(json.dumps(manifest | {"games": 240, "blocks": 120}), encoding="utf-8")
    with pytest.raises(ValueError, match="expected a finished run"):
        repeat(source, tmp_path / "large", 500)


@pytest.mark.whole
def test_a_balance_run_is_measured_too(tmp_path, capsys):
    asked = Question("tic_tac_toe", "skill", budget=1, doublings=1, games=60)
    assert balance(tmp_path / "source", make_plan(asked)).complete
    large_report.run(tmp_path / "source", [100], tmp_path / "table.md")
    page = (tmp_path / "table.md").read_text(encoding="utf-8")
    assert page.startswith("# The report of a large balance run (skill) of tic_tac_toe")
    assert page.splitlines()[-1].startswith("| 120 | ")
    assert capsys.readouterr().out.startswith("report of 120 games: ")


@pytest.mark.whole
def test_each_size_is_measured_and_the_table_written(tmp_path, capsys):
    source = write_run(make_run(blocks=60), tmp_path / "source")
    large_report.run(source, [100, 300], tmp_path / "table.md")
    lines = (tmp_path / "table.md").read_text(encoding="utf-8").splitlines()
    assert [line.split(" | ")[0] for line in lines[-2:]] == ["| 120", "| 360"]
    assert "a large run of burgundy" in lines[0]
    assert capsys.readouterr().out.startswith("report of 120 games: ")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["source", "table.md"]      # nothing large is left
