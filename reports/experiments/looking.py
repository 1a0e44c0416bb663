"""Intervals that hold at every look, for runs that stop when they are settled."""
from __future__ import annotations

from reports.experiments.data import Data
from reports.statistics.effects import Effect, Floats
from reports.statistics.sequences import FIRST, effect_now


def at_any_look(data: Data, fixed: Effect, values: Floats) -> Effect:
    """The effect itself in a run of fixed length; in one that looks while it runs its confidence sequence."""
    if data.plan.stop != "sequence":
        return fixed
    return effect_now(values, max(FIRST, data.plan.cell_blocks(data.cell)), fixed.games, fixed.luck_left)
