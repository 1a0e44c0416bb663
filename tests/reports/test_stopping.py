"""A run that looks while it plays: each look reads what is new, and says what all games at once would say."""
from __future__ import annotations

import numpy as np
import pytest

from reports.experiments import stopping
from reports.experiments.plan import OUTCOMES, cells
from reports.experiments.question import Question, make_plan
from reports.experiments.run import balance
from reports.experiments.stopping import Watch, values_of
from reports.run import Run

ASKED = Question("catan_cards", "expansions", items=["church", "hall"], experiments=["gift"], agents=["random"],
                 games=800, seats=2, delta_margin=20)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return balance(tmp_path_factory.mktemp("run") / "whole", make_plan(ASKED))


def upto(run: Run, parts: int) -> Run:
    """The run as it was when it had so many parts."""
    return Run(run.path, run.manifest | {"blocks": parts * run.manifest["part_blocks"]})


def at_once(plan, run: Run) -> bool:
    """Whether all games so far settle everything, all of them read again."""
    found = list(cells(plan, run.seats, run.tiles))
    if run.parts * run.manifest["part_blocks"] < 100 * len(plan.cells) or len(found) < len(plan.cells):
        return False
    return (stopping.OPEN not in stopping.decisions(found) if plan.stop == "gsprt"
            else all(map(stopping.is_settled, found)))


@pytest.mark.whole
@pytest.mark.parametrize("stop", ["sequence", "gsprt"])
def test_looks_say_what_all_games_at_once_say_and_read_each_part_once(run, monkeypatch, stop):
    plan, read = make_plan(Question(**{**vars(ASKED), "stop": stop, "delta_win": 30})), []
    rows = Run.rows
    monkeypatch.setattr(Run, "rows", lambda self, parts: [read.extend(parts), rows(self, parts)][1])
    watch, said = Watch(plan), []
    for parts in range(1, run.parts + 1, 3):
        now = upto(run, parts)
        said.append(watch.settled(now))
        assert said[-1] == at_once(plan, now), parts
    assert said[0] is False
    assert said[-1] is True
    assert read == list(range(watch.parts))
    for data in cells(plan, (seen := upto(run, watch.parts)).seats, seen.tiles):
        for outcome in OUTCOMES:
            assert np.array_equal(values_of(watch._cells[data.cell], outcome), values_of(data, outcome))


def test_a_run_of_fixed_length_is_never_looked_at(run, monkeypatch):
    monkeypatch.setattr(Run, "rows", lambda self, parts: pytest.fail("a part was read"))
    assert not Watch(make_plan(ASKED)).settled(run)


@pytest.mark.whole
def test_a_run_stops_at_the_same_block_whether_or_not_it_was_stopped_before(tmp_path):
    plan = make_plan(Question(**{**vars(ASKED), "items": ["hall"], "games": 500, "stop": "sequence"}))
    whole = balance(tmp_path / "whole", plan)
    assert not whole.complete

    def stop(share: float) -> None:
        if share > 0.2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        balance(tmp_path / "halted", plan, progress=stop)
    assert balance(tmp_path / "halted", plan, jobs=2).parts == whole.parts
