"""What a kind of privilege is worth over worlds, and its price: the sum of money that is worth as much there.

Points differ from world to world, so a worth is in spreads: standard deviations of a seat's margin in its world. A
worth over worlds is the plain mean, with the error that its scatter from world to world says: a random-effects mean in
which all worlds have the same weight. The price p of a kind is where the mean over its worlds of

    d(p) = worth of the kind - worth of p Mark

is zero. Its interval is all p at which a t test of d(p) finds nothing (E. C. Fieller, 1954). Between tokens of money
its worth is a straight line.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import inf, isnan, nan
from pathlib import Path

import numpy as np
from scipy import stats

from games.world504.conditions import atoms_of
from games.world504.conditions import worlds as codes
from games.world504.privileges import deck
from mcts.interval import LEVEL
from reports.experiments.plan import cells, load
from reports.experiments.robin import names
from reports.experiments.run import open_balance
from reports.statistics import contrasts
from reports.statistics.effects import Floats
from reports.statistics.regression import TooLittleData

LEAST_WORLDS = 3        # of a mean with an interval


@dataclass(frozen=True)
class World:
    """What one run in one world found: worths by name in spreads, with their errors, NaN where a run cannot say."""

    name: str
    spread: float                   # of a seat's margin, in points
    worths: Mapping[str, float]
    stderrs: Mapping[str, float]
    games: int


@dataclass(frozen=True)
class Pooled:
    """A mean over worlds. `between` is the standard deviation of true worths of worlds, as far as it shows."""

    mean: float
    stderr: float
    low: float
    high: float
    between: float
    worlds: int
    p: float                        # of the test that the mean is 0


@dataclass(frozen=True)
class Price:
    """Mark; minus or plus infinity beyond the tokens. `p` is that of the test that the price is the printed one."""

    value: float
    low: float
    high: float
    p: float


@cache
def decks() -> dict[str, tuple[str, ...]]:
    """Of each world in which a person can have privileges the kinds of its deck."""
    known = {world: atoms_of(world) for world in codes()}
    return {world: tuple(deck(true)) for world, true in known.items() if "3" in true and "CO" not in true}


def of_robin(world: str, path: Path) -> World | None:
    """The worths that the round robin at `path` found; None where it has too few blocks."""
    run, plan = open_balance(path)
    if not len(run.seats):
        return None
    called, [data] = names(plan), list(cells(plan, run.seats, run.tiles))
    try:
        found = contrasts.from_games(data.places(called), data.cube("margin"), len(called), 0)
    except TooLittleData:
        return None
    spread = float(run.seats["margin"].std())
    errors = np.sqrt(np.maximum(0.0, np.diag(found.covariance)))
    return World(world, spread, dict(zip(called, found.values / spread, strict=True)),
                 dict(zip(called, errors / spread, strict=True)), int(run.seats["game"].nunique()))


def of_gifts(world: str, path: Path) -> World | None:
    """The worths that the gifts at `path` found; None where none was played."""
    run, plan = open_balance(path)
    if not len(run.seats):
        return None
    spread, worths, stderrs = float(run.seats["margin"].std()), {}, {}
    for data in cells(plan, run.seats, run.tiles):
        values = load("gift").values(data, "margin") / spread       # type: ignore[misc]
        worths[data.cell.item] = float(values.mean())
        stderrs[data.cell.item] = float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else nan
    return World(world, spread, worths, stderrs, int(run.seats["game"].nunique()))


def with_means(world: World, kinds: Mapping[str, Sequence[str]]) -> World:
    """The world with the plain means of groups of names, as far as it has any of them. They have no error of their own:
    the names of a run share the games that they are compared with.
    """
    means = {group: float(np.mean([world.worths[name] for name in found]))
             for group, of in kinds.items() if (found := [name for name in of if name in world.worths])}
    return replace(world, worths={**world.worths, **means}, stderrs={**world.stderrs, **dict.fromkeys(means, nan)})


def holding(worlds: Sequence[World], name: str) -> list[World]:
    """The worlds whose runs say something of this name."""
    return [world for world in worlds if name in world.worths]


def pooled(worlds: Sequence[World], name: str) -> Pooled:
    """The worth of this name over the worlds that have it."""
    there = holding(worlds, name)
    values = np.array([world.worths[name] for world in there])
    noise = float(np.mean([world.stderrs[name] ** 2 for world in there])) if there else nan
    if len(values) < LEAST_WORLDS:
        return Pooled(float(values.mean()) if len(values) else nan, nan, nan, nan, nan, len(values), nan)
    stderr = float(values.std(ddof=1) / np.sqrt(len(values)))
    mean, half = float(values.mean()), _quantile(len(values)) * stderr
    between = nan if isnan(noise) else max(0.0, float(values.var(ddof=1)) - noise) ** 0.5
    p = float(2 * stats.t.sf(abs(mean) / max(stderr, 1e-300), len(values) - 1))
    return Pooled(mean, stderr, mean - half, mean + half, between, len(values), p)


def price(worlds: Sequence[World], name: str, money: Mapping[str, float], printed: float) -> Price:
    """The price of this name over the worlds that have it. `money` has the tokens and their Mark."""
    there = holding(worlds, name)
    if len(there) < LEAST_WORLDS:
        return Price(nan, nan, nan, nan)
    tokens = sorted(money, key=lambda token: money[token])
    knots = np.array([0.0, *(money[token] for token in tokens)])
    grid = np.arange(knots[-1] + 1)
    own = np.array([world.worths[name] for world in there])
    paid = np.array([np.interp(grid, knots, [0.0, *(world.worths[token] for token in tokens)]) for world in there])
    d = own[:, None] - paid
    t = _t(d)
    accepted = grid[np.abs(t) <= _quantile(len(there))]
    ends = (accepted[0], accepted[-1]) if len(accepted) else (inf, inf) if d[:, -1].mean() > 0 else (-inf, -inf)
    low, high = (_beyond(end, grid[-1]) for end in ends)
    p = float(2 * stats.t.sf(abs(t[int(printed)]), len(there) - 1))
    return Price(_meets(float(own.mean()), grid, paid.mean(axis=0)), low, high, p)


def _beyond(end: float, most: float) -> float:
    """An end of an interval that may lie farther out: nothing beyond the tokens can be told."""
    return -inf if end <= 0 else inf if end >= most else float(end)


def _meets(worth: float, grid: Floats, curve: Floats) -> float:
    """Where the worth of money, made level where noise made it fall, reaches this worth."""
    if worth < 0:
        return -inf
    reached = np.flatnonzero(np.maximum.accumulate(curve) >= worth)
    return float(grid[reached[0]]) if len(reached) else inf


def _t(d: Floats) -> Floats:
    """Student's t of the mean of each column."""
    stderr = d.std(axis=0, ddof=1) / np.sqrt(len(d))
    return np.asarray(d.mean(axis=0) / np.maximum(stderr, 1e-300))


def _quantile(worlds: int) -> float:
    return float(stats.t.ppf((1 + LEVEL) / 2, worlds - 1))
