"""What would make a variant fair: points for whoever is behind, from games that were played without them.

Points that are added after a game move the margin by exactly as much, so nothing needs to be played. That holds where
who has more points wins; a variant in which a game went to somebody else has no such number.
"""
from __future__ import annotations

from collections.abc import Iterable
from math import nan
from typing import Any

import numpy as np
import pandas as pd

from reports.statistics.effects import Floats
from reports.statistics.verdicts import APPEARS, HOLDS, TURNS

SIDED = (HOLDS, TURNS, APPEARS)     # words that name a side among the stronger
COLUMNS = ("even_points", "even_low", "even_high")
DRAWS = 1000                        # of the bootstrap over blocks
LEVEL = 0.95


def with_points(rows: Iterable[dict[str, Any]], games: pd.DataFrame) -> list[dict[str, Any]]:
    """The same rows, with the points for the second of two that even a variant and their 95 % interval.

    Negative points are for the first. `games` are those of the stronger for two; variants of which no side is named
    get nan.
    """
    by = dict(iter(games.groupby("item"))) if len(games) else {}
    return [{**row, **dict(zip(COLUMNS, points(by[row["item"]]) if row["word"] in SIDED else (nan, nan, nan),
                               strict=True))} for row in rows]


def points(games: pd.DataFrame) -> tuple[float, float, float]:
    """Points for the second of two that even one variant, and the ends of their interval; nan where none can."""
    ahead = leads(games)
    sign = np.sign(ahead)
    won = np.where(games["place_0"] == 0, games["win_0"], games["win_1"]).astype(float)
    if np.any((sign != 0) & (won != (sign + 1) / 2)):
        return nan, nan, nan
    blocks = [ahead[games["block"].to_numpy() == block] for block in games["block"].unique()]
    drawn = np.random.default_rng(0).integers(0, len(blocks), (DRAWS, len(blocks)))
    again = [evening(np.concatenate([blocks[at] for at in row])) for row in drawn]
    low, high = np.quantile(again, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return evening(ahead), float(low), float(high)


def leads(games: pd.DataFrame) -> Floats:
    """By how many points the first in the first order is ahead of the second at the end of each game."""
    lead = games["score_0"] - games["score_1"]
    return lead.where(games["place_0"] == 0, -lead).to_numpy(float)


def evening(ahead: Floats) -> float:
    """The fewest whole points with which whoever was ahead more often no longer is; negative where that is the second.

    `ahead` are the first's leads; a lead of exactly as many points is half a win.
    """
    side = np.sign(np.sign(ahead).sum())
    if not side:
        return 0.0
    own = side * ahead
    amount = max(1.0, np.floor(np.median(own)))
    while (own > amount).mean() + (own == amount).mean() / 2 > 1 / 2:       # at most one more, for the median is there
        amount += 1
    return float(side * amount)
