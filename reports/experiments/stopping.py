"""When a run that looks while it plays may stop: every cell is settled, whatever the others still need."""
from __future__ import annotations

from typing import Any

from mcts.interval import Sprt
from mcts.interval import sequential as sequential_test
from reports.experiments.plan import OUTCOMES, BalancePlan, Data, cells, load
from reports.run import Run
from reports.statistics.effects import Floats
from reports.statistics.sequences import FIRST, confidence_sequence, estimate_now, looks

BETTER, WORSE, SMALLER, OPEN = "better", "worse", "smaller", ""


def settled(plan: BalancePlan, run: Run) -> bool:
    """Whether the games so far settle every question; never so in a run of fixed length, nor before the first look."""
    if plan.stop == "fixed" or run.parts * int(run.manifest["part_blocks"]) < len(plan.cells) * 100:
        return False
    found = list(cells(plan, run.seats, run.tiles))
    return len(found) == len(plan.cells) and all(is_settled(data) for data in found)


def is_settled(data: Data) -> bool:
    """Whether the rule of the run has decided this cell, by its primary outcome."""
    if data.plan.stop == "gsprt":
        return decision(data) != OPEN
    d = values_of(data, "margin")
    if len(d) < FIRST:
        return False
    now = estimate_now(d, max(FIRST, data.plan.cell_blocks(data.cell)))
    if not now.stderr > 0:
        return True
    delta = data.delta("margin")
    return not now.low <= 0 <= now.high or max(abs(now.low), abs(now.high)) < delta


def values_of(data: Data, outcome: str) -> Floats:
    """One value a block of a cell, off par."""
    values = load(data.cell.experiment).values
    assert values is not None, f"{data.cell.experiment}: has no value a block, so it cannot be watched"
    return values(data, outcome)


def decided(data: Data) -> dict[str, Any]:
    """What the sequential tests say of a cell, as a row."""
    return {"item": data.called(data.cell.item), "experiment": data.cell.experiment, "agent": data.cell.agent,
            "outcome": "win", "decision": decision(data) or "not settled", "delta": data.plan.delta_win,
            "blocks": data.blocks}


def decision(data: Data) -> str:
    """What two sequential tests say of the win: `better` or `worse` than par by delta, `smaller` than that, or nothing.

    Each tests par against par plus or minus delta. They decide and do not estimate: an effect measured where a run
    stopped looks larger than it is.
    """
    d = values_of(data, "win")
    par = 1 / data.plan.seats
    test = Sprt(par, min(1.0, par + data.plan.delta_win))
    up, down = (sequential_test(test, _scores(sign * d, par)).accepted for sign in (1, -1))
    if up == "s1" or down == "s1":
        return BETTER if up == "s1" else WORSE
    return SMALLER if up == down == "s0" else OPEN


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


def _scores(values: Floats, par: float) -> list[float]:
    return [float(v) + par for v in values]
