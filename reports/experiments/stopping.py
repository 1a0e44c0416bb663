"""When a run that looks while it plays may stop: every cell is settled, whatever the others still need."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from reports.experiments.plan import OUTCOMES, BalancePlan, Cell, Data, cells, load
from reports.run import Run
from reports.statistics.effects import Floats
from reports.statistics.sequences import (
    FIRST,
    confidence_sequence,
    e_selected,
    estimate_now,
    likelihood_ratios,
    looks,
)

EARLIEST = 100          # blocks of a cell before a test of two means looks: its variance is not known well before
BETTER, WORSE, SMALLER, OPEN = "better", "worse", "smaller", ""


@dataclass
class Watched(Data):
    """A cell of which only the values of its blocks are kept, by outcome."""

    known: dict[str, list[Floats]] = field(default_factory=dict)


class Watch:
    """Looks at a run while it plays. A look reads the parts that are new since the last one."""

    def __init__(self, plan: BalancePlan) -> None:
        self.plan, self.parts = plan, 0
        self._cells: dict[Cell, Watched] = {}

    def settled(self, run: Run) -> bool:
        """Whether the games so far settle every question; never in a run of fixed length, nor before the first look."""
        plan, parts = self.plan, run.parts
        if plan.stop == "fixed" or parts * int(run.manifest["part_blocks"]) < len(plan.cells) * 100:
            return False
        for number in range(self.parts, parts):
            self._add(run, number)
        self.parts = parts
        found = [self._cells[cell] for cell in plan.cells if cell in self._cells]
        if len(found) < len(plan.cells):
            return False
        if plan.stop == "gsprt":
            return OPEN not in decisions(found)
        return all(is_settled(data) for data in found)

    def _add(self, run: Run, number: int) -> None:
        for data in cells(self.plan, *run.rows(range(number, number + 1))):
            kept = self._cells.setdefault(data.cell, Watched(self.plan, data.cell, pd.DataFrame()))
            for outcome in OUTCOMES:
                kept.known.setdefault(outcome, []).append(values_of(data, outcome))


def is_settled(data: Data) -> bool:
    """Whether the confidence sequence of this cell has settled it, by its primary outcome."""
    d = values_of(data, "margin")
    if len(d) < FIRST:
        return False
    now = estimate_now(d, max(FIRST, data.plan.cell_blocks(data.cell)))
    if not now.is_known:
        return not d.any()      # nothing ever came of it; where blocks hardly differ, more have to say
    delta = data.delta("margin")
    return not now.low <= 0 <= now.high or max(abs(now.low), abs(now.high)) < delta


def values_of(data: Data, outcome: str) -> Floats:
    """One value a block of a cell, off par."""
    if isinstance(data, Watched):
        return np.concatenate(data.known[outcome])
    values = load(data.cell.experiment).values
    assert values is not None, f"{data.cell.experiment}: has no value a block, so it cannot be watched"
    return values(data, outcome)


def decided(cells_: Sequence[Data]) -> list[dict[str, Any]]:
    """What the sequential tests say of each cell, as rows."""
    return [{"item": data.called(data.cell.item), "experiment": data.cell.experiment, "agent": data.cell.agent,
             "outcome": "win", "decision": said or "not settled", "delta": data.plan.delta_win, "blocks": data.blocks}
            for data, said in zip(cells_, decisions(cells_), strict=True)]


def decisions(cells_: Sequence[Data]) -> list[str]:
    """What is decided of the win of each cell: `better` or `worse` than par, `smaller` than delta, or nothing.

    A cell that is at par is named better or worse with probability ALPHA at most, both sides together, and one that is
    delta away is called smaller with as much. Of the items of one experiment and agent that are named in either way, at
    most a share q is named wrongly. All of it holds whenever one looks. The tests decide and do not estimate: an effect
    measured where a run stopped looks larger than it is.
    """
    said = [OPEN] * len(cells_)
    families: dict[tuple[str, str], list[int]] = {}
    for at, data in enumerate(cells_):
        families.setdefault((data.cell.experiment, data.cell.agent), []).append(at)
    for members in families.values():
        found = [_evidence(cells_[at]) for at in members]
        away, within = (e_selected([each[k] for each in found], cells_[members[0]].plan.q) for k in (0, 1))
        for at, (_, _, up), named, small in zip(members, found, away, within, strict=True):
            said[at] = (BETTER if up else WORSE) if named else SMALLER if small else OPEN
    return said


def _evidence(data: Data) -> tuple[float, float, bool]:
    """Evidence against par, against delta or more either way, and whether it points up; none before the first look."""
    d = values_of(data, "win")
    if len(d) < EARLIEST:
        return 0.0, 0.0, False
    up, down = likelihood_ratios(d, data.plan.delta_win)
    with np.errstate(divide="ignore"):
        small = float(np.divide(1.0, max(up, down)))
    return (up + down) / 2, small, up > down


def watched(data: Data) -> list[dict[str, Any]]:
    """The confidence sequence of a cell: one row a look and outcome; none before the first look."""
    lines = []
    for outcome in OUTCOMES:
        d = values_of(data, outcome)
        if len(d) < FIRST:
            continue
        expected = max(FIRST, data.plan.cell_blocks(data.cell))
        at, mean, low, high = confidence_sequence(d, expected, looks(len(d)))
        lines += [{"item": data.called(data.cell.item), "experiment": data.cell.experiment, "agent": data.cell.agent,
                   "outcome": outcome, "blocks": int(n), "estimate": float(m), "low": float(lo), "high": float(hi),
                   "delta": data.delta(outcome)} for n, m, lo, hi in zip(at, mean, low, high, strict=True)]
    return lines
