"""Verdicts: what a word may say of an effect, given the size that matters in practice, and of which among many.

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
HOLDS, FADES, TURNS = "holds", "only among weak players", "turns round"      # of an effect at two strengths of play
APPEARS, EVEN = "only among better players", "even"
REFUTED = "not found again"     # in place of the word of a headline that a second run does not show
BOTH_LEVEL = 0.975      # of intervals at two strengths: a word that rests on both errs as often as one at 95 %
STEP = 50               # blocks: no verdict asks for fewer more
OPEN, UNTRIED = "not settled", "too few games"      # verdicts that say nothing yet
UP, DOWN = ("strong", "above"), ("weak", "below")   # that an effect is on one side of 0; `slight` may be either
# Blocks that hold an item from which its interval in a shared fit is to be trusted: t has as many degrees of freedom as
# they have. From 20 on skewed games of unequal variance covered 95 to 96 % (bench/results/acceptance.md); win shares
# wait for more, as few blocks hold every result there is.
HELD = {"margin": 20, "win": 50}


def verdict(found: Interval, outcome: str, q: float, delta: float | None = None, enough: int | None = None) -> str:
    """`strong`, `above`, `slight`, `balanced`, `below`, `weak`, `no difference`; or what says nothing yet, with blocks.

    That is `not settled, N more blocks` or `too few games, N more blocks`. `found` is off par. Not significant is never
    balanced: that takes the 90 % interval within +-delta. `delta` is 2 percentage points of the win or 1.5 points of
    the margin where none is given. Of an effect that is watched while games run, only the interval of its confidence
    sequence counts, for slight and balanced as well.
    """
    size = DELTA[outcome] if delta is None else delta
    least = ENOUGH.get(outcome, ENOUGH["margin"]) if enough is None else enough
    said = estimate.verdict(found, 0.0, size, q, least)
    if found.note == SEQUENCE and said in ("balanced", "slight") and not (-size < found.low and found.high < size):
        said = OPEN if said == "balanced" else "above" if found.estimate > 0 else "below"
    if said in (OPEN, "too few blocks"):
        return f"{OPEN if said == OPEN else UNTRIED}, {more_blocks(found, size, least)} more blocks"
    return said


def is_open(said: str) -> bool:
    """Whether a verdict says nothing yet."""
    return said.startswith((OPEN, UNTRIED))


def blocks_to_go(said: str) -> int:
    """How many more blocks a verdict that is open may take."""
    return int(said.rsplit(" ", 3)[1])


def more_blocks(found: Interval, delta: float, enough: int) -> int:
    """Blocks still to play until a verdict must come out, whatever it is.

    Once delta is (1.96 + 1.645) standard errors, an effect is either beyond 1.96 of them, or its 90 % interval lies
    within +-delta. One that is beyond them already waits for the least number of blocks only.
    """
    missing = max(STEP, enough - found.blocks)
    away = found.is_known and not found.low <= 0 <= found.high
    if isnan(found.stderr) or found.stderr == 0 or away and found.blocks < enough:
        return missing
    reach = normal_quantile(LEVEL) + normal_quantile(EQUIVALENCE_LEVEL)
    return max(missing, ceil(found.blocks * ((reach * found.stderr / delta) ** 2 - 1)))


def at_two_budgets(low: str, high: str, differ: bool, more: int = STEP) -> str:
    """The verdict of both budgets, b and 4b, given whether their difference is shown (`differ`).

    The same word where both say it. Other words depend on skill only where the effects are shown to differ: two samples
    of one truth often get two words. Else only what both say is said, which is the side; and where they do not even say
    that, or one of them is open, it is not settled, for `more` blocks or what the open one needs.
    """
    open_ones = [each for each in (low, high) if is_open(each)]
    if len(open_ones) == 2 or open_ones and not differ:
        return max(open_ones, key=blocks_to_go)
    if low == high:
        return low
    if differ:
        return SKILL
    for side, word in ((UP, "above"), (DOWN, "below")):
        if low in side and high in side:
            return word
    return f"{OPEN}, {more} more blocks"


def at_two_strengths(weak: str, strong: str, above: tuple[bool, bool]) -> str:
    """What becomes of an effect among better players, from its verdicts at both strengths, each by games of its own and
    by an interval of BOTH_LEVEL.

    `above` says of either estimate whether it is above 0. An effect is carried by a strength where it is shown to
    differ from 0 and not shown to be smaller than what matters:

    * `holds`: both carry it, on the same side. The interval at the stronger play alone is enough for that;
    * `turns round`: both carry it, on opposite sides;
    * `only among weak players`: weak play carries it, and among the stronger it is shown to be nearer to 0 than what
      matters;
    * `even`: shown to be so near to 0 among the stronger, and weak play does not carry it;
    * `only among better players`: the stronger carry it, and among the weaker it is shown to be that near to 0;
    * else `not settled`, for as many blocks as the open one of the two asks for.
    """
    small = ("balanced", "slight", "no difference")
    carried = [said in (*UP, *DOWN) for said in (weak, strong)]
    if strong in small:
        return FADES if carried[0] else EVEN
    if all(carried):
        return HOLDS if above[0] == above[1] else TURNS
    if carried[1] and weak in small:
        return APPEARS
    return max((said for said in (weak, strong) if is_open(said)), key=blocks_to_go)


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
