"""What is measured of every variant of an atlas: numbers of its games, each estimated for all of them together."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from reports.atlas.estimates import Estimates, estimate
from reports.atlas.plan import AtlasPlan
from reports.statistics.effects import Floats, Ints


@dataclass(frozen=True)
class Measure:
    """A number of each game that is estimated for all variants together."""

    name: str
    title: str
    made_in: str                        # the pass
    value: Callable[[pd.DataFrame], pd.Series]
    share: bool = True                  # between 0 and 1, shown in percent
    par: float | None = None


def par_of(measure: Measure) -> float:
    """An equal share, of a measure that has one."""
    assert measure.par is not None
    return measure.par


def win_of_place(place: int, seats: int) -> Callable[[pd.DataFrame], pd.Series]:
    """The share of the win of who is at this place in the first order."""
    def value(games: pd.DataFrame) -> pd.Series:
        return pd.Series(sum((games[f"place_{s}"] == place) * games[f"win_{s}"] for s in range(seats)), games.index)
    return value


def win_of_agent(games: pd.DataFrame) -> pd.Series:
    """The share of the win of the pass's first agent, who sits in the seat of the rotation."""
    seats = sum(str(name).startswith("win_") for name in games.columns)
    wins = games[[f"win_{s}" for s in range(seats)]].to_numpy(float)
    return pd.Series(wins[np.arange(len(games)), games["rotation"].to_numpy()], games.index)


def column(name: str) -> Callable[[pd.DataFrame], pd.Series]:
    """A number that the game notes as it is."""
    def value(games: pd.DataFrame) -> pd.Series:
        return games[name].astype(float)
    return value


MEASURES = (
    Measure("first_win_2", "wins of the first player, 2 seats", "greedy-2", win_of_place(0, 2), par=1 / 2),
    Measure("first_win_4", "wins of the first player, 4 seats", "greedy-4", win_of_place(0, 4), par=1 / 4),
    Measure("last_win_4", "wins of the last player, 4 seats", "greedy-4", win_of_place(3, 4), par=1 / 4),
    Measure("rounds_2", "rounds, 2 seats", "greedy-2", column("rounds"), share=False),
    Measure("rounds_4", "rounds, 4 seats", "greedy-4", column("rounds"), share=False),
    Measure("decided_2", "share of the game until it is decided, 2 seats", "greedy-2", column("decided")),
    Measure("decided_4", "share of the game until it is decided, 4 seats", "greedy-4", column("decided")),
    Measure("skill_greedy", "wins of greedy against random moves", "random-2", win_of_agent, par=1 / 2),
    Measure("first_win_strong", "wins of the first player among the stronger, 2 seats", "strong-2", win_of_place(0, 2),
            par=1 / 2),
    Measure("rounds_strong", "rounds among the stronger, 2 seats", "strong-2", column("rounds"), share=False),
    Measure("decided_strong", "share of the game until it is decided among the stronger", "strong-2",
            column("decided")),
    Measure("skill_match", "wins of the stronger against greedy", "match-2", win_of_agent, par=1 / 2),
    Measure("skill_match_4", "wins of the stronger at a table with three of greedy", "match-4", win_of_agent,
            par=1 / 4),
    Measure("skill_deep", "wins of the stronger against a quarter of its simulations", "deep-2", win_of_agent,
            par=1 / 2),
    Measure("skill_search", "wins of a search of 20 simulations against greedy", "search-2", win_of_agent, par=1 / 2),
)


@dataclass(frozen=True)
class Estimated:
    """A measure with its estimates: of these variants, in this order."""

    measure: Measure
    items: list[str]
    values: Floats                      # [variant, block]
    parts: Ints                         # [variant, factor]
    found: Estimates
    games: int                          # of each variant; their mean, where some have more
    size: int                           # games of a block


def estimated(plan: AtlasPlan, games: Mapping[str, pd.DataFrame], only: Sequence[str] = ()) -> list[Estimated]:
    """Every measure whose games are played, or those of these names, from the games by pass."""
    return [one(plan, measure, games[measure.made_in]) for measure in MEASURES
            if len(games.get(measure.made_in, ())) and (not only or measure.name in only)]


def one(plan: AtlasPlan, measure: Measure, games: pd.DataFrame) -> Estimated:
    """One measure of all variants that have their games."""
    values = measure.value(games).groupby([games["item"], games["block"]], sort=False).mean().unstack("block")
    items = [item for item in plan.items if item in values.index]
    matrix = values.loc[items].to_numpy(float)
    parts = np.array([list(plan.variants.parts(item)) for item in items], dtype=np.intp)
    size, each = len(games) // len(items), len(games) // int(np.isfinite(matrix).sum())
    found = estimate(parts, matrix, len(plan.variants.levels), each if measure.share else 0)
    return Estimated(measure, items, matrix, parts, found, size, each)
