"""One outcome of two runs, and the difference with its interval: paired by block, or of independent runs."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import isnan, nan

import numpy as np
import pandas as pd

from games.api import InputError
from mcts.interval import DELTA, ENOUGH, Interval
from reports.statistics import blocks as estimate
from reports.statistics.effects import Effect, difference, from_blocks

WIN, POINTS, COUNT = "win", "points", "count"       # units of an outcome: share of the win, points, a number
LENGTH_DELTA = 0.05         # share of the first run's mean that matters of a number such as rounds
IN_WORDS = {"strong": "higher", "weak": "lower", "above": "higher by some", "below": "lower by some",
            "balanced": "alike", "no difference": "the same in every block", "too few blocks": "too few blocks",
            "not settled": "not settled"}


@dataclass(frozen=True)
class Difference:
    """An outcome in both runs. `difference` is the second run less the first.

    `luck_left` is the variance of the paired differences over the sum of both runs' variances: what pairing left of the
    luck. NaN where the runs are not paired.
    """

    group: str
    name: str
    unit: str
    first: float
    second: float
    difference: float
    low: float
    high: float
    level: float
    stderr: float
    p: float
    q: float
    verdict: str
    delta: float
    blocks_first: int
    blocks_second: int
    luck_left: float


def of_effect(group: str, name: str, unit: str, first: float, second: float, effect: Effect, blocks: tuple[int, int],
              luck_left: float = nan) -> Difference:
    """A difference without q and verdict, which need the whole family (`judged`)."""
    found = effect.interval
    delta = {WIN: DELTA["win"], POINTS: DELTA["margin"]}.get(unit, LENGTH_DELTA * abs(first))
    return Difference(group, name, unit, first, second, found.estimate, found.low, found.high, found.level,
                      found.stderr, effect.p, nan, "", delta, *blocks, luck_left)


def paired(group: str, name: str, unit: str, first: pd.Series, second: pd.Series) -> Difference:
    """From one value a block of each run, by block; blocks that both have count. Raises InputError where none is."""
    both = pd.concat([first.rename("first"), second.rename("second")], axis=1, join="inner").sort_index()
    if both.empty:
        raise InputError("the runs share their luck, but no block is whole in both")
    apart = (both["second"] - both["first"]).to_numpy(float)
    spread = float(both["first"].var() + both["second"].var()) if len(both) > 1 else nan
    left = float(np.var(apart, ddof=1)) / spread if spread > 0 else nan
    return of_effect(group, name, unit, float(both["first"].mean()), float(both["second"].mean()),
                     from_blocks(apart, len(both)), (len(both), len(both)), left)


def unpaired(group: str, name: str, unit: str, first: pd.Series, second: pd.Series) -> Difference:
    """From one value a block of each of two independent runs, with Welch's interval."""
    one, other = (from_blocks(values.to_numpy(float), len(values)) for values in (first, second))
    return of_effect(group, name, unit, one.interval.estimate, other.interval.estimate, difference(other, one),
                     (len(first), len(second)))


def judged(lines: Sequence[Difference]) -> list[Difference]:
    """The differences with q and verdict. One family: one group and unit."""
    families: dict[tuple[str, str], list[int]] = {}
    for at, each in enumerate(lines):
        families.setdefault((each.group, each.unit), []).append(at)
    out = list(lines)
    for members in families.values():
        for at, q in zip(members, estimate.q_values([lines[i].p for i in members]), strict=True):
            out[at] = replace(lines[at], q=q, verdict=_verdict(lines[at], q))
    return out


def _verdict(each: Difference, q: float) -> str:
    blocks = min(each.blocks_first, each.blocks_second)
    note = "no interval" if isnan(each.low) else ""
    found = Interval(each.difference, each.low, each.high, each.stderr, each.level, blocks, note)
    said = estimate.verdict(found, 0.0, each.delta, q, ENOUGH["win" if each.unit == WIN else "margin"])
    return f"slightly {'higher' if each.difference > 0 else 'lower'}" if said == "slight" else IN_WORDS[said]


def table(lines: Sequence[Difference]) -> pd.DataFrame:
    """The differences as a table, a row each."""
    return pd.DataFrame([asdict(each) for each in lines], columns=list(Difference.__dataclass_fields__))
