"""The confidence sequence of a cell over its blocks."""
from __future__ import annotations

from typing import Any

from reports.experiments.catalogue import VALUES
from reports.experiments.data import OUTCOMES, Data
from reports.statistics.sequences import FIRST, confidence_sequence, looks


def watched(data: Data) -> list[dict[str, Any]]:
    """One row a look and outcome; none before the first look."""
    lines = []
    for outcome in OUTCOMES:
        d = VALUES[data.cell.experiment](data, outcome)
        if len(d) < FIRST:
            continue
        expected = max(FIRST, data.plan.cell_blocks(data.cell))
        at, mean, low, high = confidence_sequence(d, expected, looks(len(d)))
        lines += [{"item": data.called(data.cell.item), "experiment": data.cell.experiment, "agent": data.cell.agent,
                   "outcome": outcome, "blocks": int(n), "estimate": float(m), "low": float(lo), "high": float(hi),
                   "delta": data.delta(outcome)} for n, m, lo, hi in zip(at, mean, low, high, strict=True)]
    return lines
