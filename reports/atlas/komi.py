"""What would make a variant fair: points for whoever is behind, or from whoever of four is ahead, from games that were
played without them.

Points that are added after a game move the margin by exactly as much, so nothing needs to be played. That holds where
who has more points wins; a variant in which a game went to somebody else has no such number.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
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


def with_points_of_seat(rows: Iterable[dict[str, Any]], games: pd.DataFrame) -> list[dict[str, Any]]:
    """The same rows, each of a seat of four, with the points for that seat that give it an equal share.

    Negative points are taken from it. `games` are those of the stronger for four; `seat` counts places from 1.
    """
    by = dict(iter(games.groupby("item"))) if len(games) else {}
    return [{**row, **dict(zip(COLUMNS, points_of_seat(by[row["item"]], row["seat"] - 1) if row["word"] in SIDED else
                               (nan, nan, nan), strict=True))} for row in rows]


def points(games: pd.DataFrame) -> tuple[float, float, float]:
    """Points for the second of two that even one variant, and the ends of their interval; nan where none can."""
    won = np.where(games["place_0"] == 0, games["win_0"], games["win_1"]).astype(float)
    return _with_interval(leads(games), won, games["block"], evening)


def points_of_seat(games: pd.DataFrame, place: int) -> tuple[float, float, float]:
    """Points for the seat at this place in the first order that give it an equal share, as `points`."""
    seats = sum(str(name).startswith("place_") for name in games.columns)
    own = np.array([games[f"place_{s}"].to_numpy() == place for s in range(seats)])
    scores, wins = (np.array([games[f"{name}_{s}"].to_numpy(float) for s in range(seats)]) for name in
                    ("score", "win"))
    best = np.where(own, -np.inf, scores).max(axis=0)
    return _with_interval((own * scores).sum(axis=0) - best, (own * wins).sum(axis=0), games["block"],
                          lambda ahead: equalling(ahead, 1 / seats))


def _with_interval(ahead: Floats, won: Floats, block: pd.Series, found: Callable[[Floats], float]
                   ) -> tuple[float, float, float]:
    """What is found from leads, and its interval by a bootstrap over blocks; nan where others than leaders won."""
    sign = np.sign(ahead)
    if np.any((sign != 0) & (won != (sign + 1) / 2)):
        return nan, nan, nan
    blocks = [ahead[block.to_numpy() == number] for number in block.unique()]
    drawn = np.random.default_rng(0).integers(0, len(blocks), (DRAWS, len(blocks)))
    again = [found(np.concatenate([blocks[at] for at in row])) for row in drawn]
    low, high = np.quantile(again, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return found(ahead), float(low), float(high)


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


def equalling(ahead: Floats, share: float) -> float:
    """The fewest whole points for a seat with which it wins no less than this share, or, where it wins more, no more;
    negative where they are taken from it.

    `ahead` are its leads over the best of the others; a lead of 0 is half a win.
    """
    leads_ = np.sort(ahead)
    side = float(np.sign(share - _won_with(leads_, np.zeros(1))[0]))
    amounts = side * np.arange(np.abs(ahead).max() + 2)
    fair = side * (_won_with(leads_, amounts) - share) >= 0
    return float(amounts[np.argmax(fair)])


def _won_with(leads_: Floats, more: Floats) -> Floats:
    """The share of games won with each of so many points more, of leads in ascending order."""
    ends = [len(leads_) - np.searchsorted(leads_, -more, side) for side in ("left", "right")]
    return (ends[0] + ends[1]) / (2 * len(leads_))
