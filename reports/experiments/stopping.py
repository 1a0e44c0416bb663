"""When a run that looks while it plays may stop: every cell is settled, whatever the others still need."""
from __future__ import annotations

from typing import Any

from mcts.interval import Sprt
from mcts.interval import sequential as sequential_test
from reports.experiments.catalogue import VALUES
from reports.experiments.data import Data, cells
from reports.experiments.plan import Plan
from reports.run import Run
from reports.statistics.effects import Floats
from reports.statistics.sequences import FIRST, estimate_now

BETTER, WORSE, SMALLER, OPEN = "better", "worse", "smaller", ""


def settled(plan: Plan, run: Run) -> bool:
    """Whether the games so far settle every question; never so in a run of fixed length, nor before the first look."""
    if plan.stop == "fixed" or run.parts * int(run.manifest["part_blocks"]) < len(plan.cells) * 100:
        return False
    found = list(cells(plan, run.seats, run.tiles))
    return len(found) == len(plan.cells) and all(is_settled(data) for data in found)


def is_settled(data: Data) -> bool:
    """Whether the rule of the run has decided this cell, by its primary outcome."""
    if data.plan.stop == "gsprt":
        return decision(data) != OPEN
    d = VALUES[data.cell.experiment](data, "margin")
    if len(d) < FIRST:
        return False
    now = estimate_now(d, max(FIRST, data.plan.cell_blocks(data.cell)))
    if not now.stderr > 0:
        return True
    delta = data.delta("margin")
    return not now.low <= 0 <= now.high or max(abs(now.low), abs(now.high)) < delta


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
    d = VALUES[data.cell.experiment](data, "win")
    par = 1 / data.plan.seats
    test = Sprt(par, min(1.0, par + data.plan.delta_win))
    up, down = (sequential_test(test, _scores(sign * d, par)).accepted for sign in (1, -1))
    if up == "s1" or down == "s1":
        return BETTER if up == "s1" else WORSE
    return SMALLER if up == down == "s0" else OPEN


def _scores(values: Floats, par: float) -> list[float]:
    return [float(v) + par for v in values]
