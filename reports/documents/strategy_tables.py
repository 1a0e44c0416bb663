"""Strategies of a run as tables: do seats' points come in a few clearly different ways? Descriptive, never causal.

What a style is worth is asked by `balance GAME --items styles`, which imposes it.
"""
from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from mcts.interval import Interval
from reports.documents.tables import SOURCE, complete_blocks
from reports.statistics import blocks as estimate
from reports.statistics.clusters import STABLE, Strategies, shares_of, strategies, winner_less_opponents
from reports.statistics.effects import Floats

SOURCES = 3             # sources below which there is but one ratio, and halves of it would pass for strategies
LEAST = 200             # rows (seats of games) below which nothing is looked for
TELLING = 0.01          # of the points: a source must differ by this share to name a strategy
WORDS = 2               # sources that name one
NAMES = ("strategies", "strategy_sources", "strategy_stability", "winner_less_opponents")


def strategy_tables(seats: pd.DataFrame, seed: int = 0) -> dict[str, pd.DataFrame]:
    """The tables of NAMES, from the rows of a run in order; none where fewer than two sources ever paid.

    `strategies` is one row a cluster, or one row of all seats where there are no clear strategies. Sources that ever
    cost points are left out, as shares of points cannot hold them.
    """
    seats = complete_blocks(seats)
    columns = [c for c in seats.columns if c.startswith(SOURCE) and bool((seats[c].fillna(0) >= 0).all())
               and bool((seats[c] > 0).any())]
    columns.sort(key=lambda c: (-seats[c].to_numpy(float).mean(), c))
    points = seats[columns].fillna(0).to_numpy(float)
    paid = points.sum(axis=1) > 0
    if len(columns) < 2 or not paid.any():
        return {}
    sources = [c.removeprefix(SOURCE) for c in columns]
    out = {"winner_less_opponents": _winners(seats, points, sources)}
    if paid.sum() >= LEAST and len(columns) >= SOURCES:
        found = strategies(points[paid], seed=seed)
        whole = shares_of(points[paid]).mean(axis=0)
        names = [f"{chr(ord('A') + k)}: {_called(found.shares[k] - whole, sources)}" for k in range(found.count)]
        out["strategies"] = _clusters(seats[paid], found, names if found.clear else ["all seats"])
        out["strategy_sources"] = pd.DataFrame(
            [{"strategy": names[k] if found.clear else "all seats", "source": source,
              "share": float(found.shares[k, i]), "share_of_all": float(whole[i])}
             for k in range(found.count) for i, source in enumerate(sources)])
        out["strategy_stability"] = pd.DataFrame(
            [{"clusters": k, "adjusted_rand": rand, "clear": k == found.count and found.clear, "least": STABLE}
             for k, rand in found.stability.items()])
    return {name: out[name] for name in NAMES if name in out}


def _called(more: Floats, sources: list[str]) -> str:
    """The sources of which a cluster has most more and most less than all seats."""
    order = np.argsort(-more, kind="stable")
    above = [sources[i] for i in order[:WORDS] if more[i] >= TELLING]
    below = [sources[i] for i in order[::-1][:WORDS] if more[i] <= -TELLING]
    parts = [f"{word} {' and '.join(names)}" for word, names in (("more", above), ("less", below)) if names]
    return ", ".join(parts) or "like all"


def _clusters(seats: pd.DataFrame, found: Strategies, names: list[str]) -> pd.DataFrame:
    """Size, win, margin and the commonest board of each cluster, intervals clustered by block."""
    rows = []
    for k, name in enumerate(names):
        part = seats[found.labels == k]
        row: dict[str, Any] = {"strategy": name, "share": float(found.sizes[k]), "rows": len(part)}
        for outcome in ("win", "margin", "score"):
            said = estimate.clustered_mean(part["block"].to_numpy(), part[outcome])
            row |= {outcome: said.estimate, **_bounds(outcome, said)}
        if "board" in part and part["board"].nunique() > 1:
            common = part["board"].value_counts(normalize=True)
            row |= {"board": str(common.index[0]), "on_board": float(common.iloc[0])}
        rows.append(row | {"blocks": int(part["block"].nunique())})
    return pd.DataFrame(rows)


def _bounds(outcome: str, said: Interval) -> dict[str, float]:
    return {f"{outcome}_low": said.low, f"{outcome}_high": said.high}


def _winners(seats: pd.DataFrame, points: Floats, sources: list[str]) -> pd.DataFrame:
    """Points of the winner less its own opponents' mean, by source; one value a game, intervals by block."""
    n = int(seats["seat"].nunique())
    order = np.lexsort((seats["seat"], seats["game"]))
    cube = points[order].reshape(-1, n, len(sources))
    more = winner_less_opponents(cube, seats["win"].to_numpy(float)[order].reshape(-1, n))
    blocks = seats["block"].to_numpy()[order].reshape(-1, n)[:, 0]
    rows = []
    for i, source in enumerate(sources):
        said = estimate.mean_interval(*estimate.block_means(blocks, more[:, i]))
        rows.append({"source": source, "mean": said.estimate, "low": said.low, "high": said.high, "level": said.level,
                     "blocks": said.blocks, "games": len(more)})
    return pd.DataFrame(rows)
