"""What would make a variant fair: points for whoever is behind, or from whoever of four is ahead, from games that were
played without them.

Points that are added after a game move the margin by exactly as much, so nothing needs to be played. That holds where
who has more points wins; a variant in which a game went to somebody else has no such number.
"""
from __future__ import annotations

from collections.abc import Iterable
from math import nan
from typing import Any

import numpy as np
import pandas as pd

from mcts.interval import t_quantile
from reports.statistics.effects import Floats
from reports.statistics.verdicts import APPEARS, HOLDS, TURNS

SIDED = (HOLDS, TURNS, APPEARS)     # words that name a side among the stronger
COLUMNS = ("even_points", "even_low", "even_high")
LEVEL = 0.95
NONE = (nan, nan, nan)


def with_points(rows: Iterable[dict[str, Any]], games: pd.DataFrame) -> list[dict[str, Any]]:
    """The same rows, with the points for a seat that give it an equal share, and their 95 % interval.

    It is that of the row's `seat`, a place in the first order counted from 1, and the second of two in a row without.
    Negative points are taken from it, of two given to the first. `games` are those of the stronger; variants of which
    no side is named get nan.
    """
    by = dict(iter(games.groupby("item"))) if len(games) else {}
    return [{**row, **dict(zip(COLUMNS, points(by[row["item"]], row.get("seat", 2) - 1) if row["word"] in SIDED else
                               NONE, strict=True))} for row in rows]


def points(games: pd.DataFrame, place: int) -> tuple[float, float, float]:
    """Points for who is at this place in the first order that give it an equal share, and the ends of their interval:
    all whole points with which a t test over blocks does not tell its share of the games from an equal one.

    nan where others than who has most points won, and ends of nan where a single block says nothing. A bootstrap over
    blocks would be too narrow: of seats of four it holds 58 % from three blocks, this 97.
    """
    ahead, won, seats = leads(games, place)
    sign = np.sign(ahead)
    if np.any((sign != 0) & (won != (sign + 1) / 2)):
        return NONE
    fair, number = equalling(ahead, 1 / seats), np.unique(games["block"].to_numpy(), return_inverse=True)[1]
    blocks = int(number.max()) + 1
    if blocks < 2:
        return fair, nan, nan
    most = np.abs(ahead).max() + 1
    more = np.arange(-most, most + 1)
    wins = np.stack([np.bincount(number, (ahead + each > 0) + (ahead + each == 0) / 2, blocks) for each in more])
    shares = wins / np.bincount(number)
    half = t_quantile(LEVEL, blocks - 1) * shares.std(axis=1, ddof=1) / blocks ** 0.5
    alike = np.append(more[np.abs(shares.mean(axis=1) - 1 / seats) <= half], fair)
    return fair, float(alike.min()), float(alike.max())


def leads(games: pd.DataFrame, place: int) -> tuple[Floats, Floats, int]:
    """By how many points who is at this place is ahead of the best of the others at the end of each game, its share of
    the win, and the number of seats.
    """
    seats = sum(str(name).startswith("place_") for name in games.columns)
    own, scores, wins = (np.array([games[f"{name}_{s}"].to_numpy(float) for s in range(seats)])
                         for name in ("place", "score", "win"))
    there = own == place
    best = np.where(there, -np.inf, scores).max(axis=0)
    return (there * scores).sum(axis=0) - best, (there * wins).sum(axis=0), seats


def equalling(ahead: Floats, share: float) -> float:
    """Whole points for a seat with which it wins no less than this share, or, where it wins more, no more; negative
    where they are taken from it. Where several do as well, the middle of them.

    `ahead` are its leads over the best of the others; a lead of 0 is half a win.
    """
    sorted_ = np.sort(ahead)
    side = float(np.sign(share - _won_with(sorted_, np.zeros(1))[0]))
    if not side:
        return 0.0
    off = side * (_won_with(sorted_, side * np.arange(np.abs(ahead).max() + 2)) - share)
    least = int(np.argmax(off >= 0))
    level = np.flatnonzero(off == 0)
    return side * float((least + (level[-1] if len(level) else least)) // 2)


def _won_with(sorted_: Floats, more: Floats) -> Floats:
    """The share of games won with each of so many points more, of leads in ascending order."""
    ends = [len(sorted_) - np.searchsorted(sorted_, -more, side) for side in ("left", "right")]
    return (ends[0] + ends[1]) / (2 * len(sorted_))
