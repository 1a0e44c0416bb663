"""What may be said of an effect in a word, given the size that matters in practice; and of which of many at once.

One family is one run, one kind of item and one outcome: few of those named in it are named wrongly.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, isnan

from mcts.interval import DELTA, ENOUGH, Interval, normal_quantile, t_quantile
from reports.statistics import blocks as estimate
from reports.statistics.blocks import EQUIVALENCE_LEVEL, LEVEL, Q

SKILL = "depends on skill"
SEQUENCE = "confidence sequence"        # note of an interval that holds at every look
STEP = 50               # blocks: no verdict asks for fewer more


def verdict(found: Interval, outcome: str, q: float, delta: float | None = None) -> str:
    """`strong`, `weak`, `slight`, `balanced`, `no difference`, or `not settled, N more blocks`.

    `found` is off par. Not significant is never balanced: that takes the 90 % interval within +-delta. `delta` is 2
    percentage points of the win or 1.5 points of the margin where none is given. Of an effect that is watched while
    games run, only the interval of its confidence sequence counts, for balanced as well.
    """
    size, enough = DELTA[outcome] if delta is None else delta, ENOUGH[outcome]
    said = estimate.verdict(found, 0.0, size, q, enough)
    if said == "balanced" and found.note == SEQUENCE and not (-size < found.low and found.high < size):
        said = "not settled"
    if said in ("not settled", "too few blocks"):
        return f"not settled, {more_blocks(found, size, enough)} more blocks"
    return said


def more_blocks(found: Interval, delta: float, enough: int) -> int:
    """Blocks still to play until a verdict must come out, whatever it is.

    Once delta is (1.96 + 1.645) standard errors, an effect is either beyond 1.96 of them, or its 90 % interval lies
    within +-delta.
    """
    missing = max(STEP, enough - found.blocks)
    if isnan(found.stderr) or found.stderr == 0:
        return missing
    reach = normal_quantile(LEVEL) + normal_quantile(EQUIVALENCE_LEVEL)
    return max(missing, ceil(found.blocks * ((reach * found.stderr / delta) ** 2 - 1)))


def at_two_budgets(low: str, high: str) -> str:
    """The verdict at budget b and at 4b: itself where they agree, else that it depends on skill.

    Where one of the two is not settled, neither is the whole.
    """
    open_ones = [each for each in (low, high) if each.startswith("not settled")]
    if open_ones:
        return max(open_ones, key=lambda each: int(each.split()[2]))
    return low if low == high else SKILL


def selected_level(selected: int, family: int, q: float = Q) -> float:
    """Level 1 - q R / m of the intervals of R items selected out of m, so that at most q of them miss the truth."""
    if not 0 < selected <= family:
        raise ValueError(f"found {selected} selected of {family}, expected 1 to {family}")
    return 1 - q * selected / family


def at_level(found: Interval, level: float, degrees: int | None = None) -> Interval:
    """The same estimate with its t interval at another level."""
    if not found.is_known:
        return found
    half = t_quantile(level, found.blocks - 1 if degrees is None else degrees) * found.stderr
    return replace(found, low=found.estimate - half, high=found.estimate + half, level=level)


def selected_intervals(found: Sequence[Interval], q: Sequence[float], limit: float = Q) -> list[Interval]:
    """The intervals a report shows beside its selection: wider for the selected (q <= limit), else unchanged."""
    chosen = [each <= limit for each in q]
    family = sum(not isnan(each) for each in q)
    if not any(chosen):
        return list(found)
    level = selected_level(sum(chosen), family, limit)
    return [at_level(each, level) if picked else each for each, picked in zip(found, chosen, strict=True)]
