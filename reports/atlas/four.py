"""Four seats at two strengths: which seat weak play favours in a variant, and whether better players keep that.

Weak play chooses one seat of a variant: the one that is likeliest to have more than its share, if that is sure among
four. The stronger are asked of that seat alone, in games of their own, so no luck of four seats is in what they say.
An observation is a block: its four games share their luck, and go round the table.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import pandas as pd

from reports.atlas import komi, looks, mostly_even
from reports.atlas.estimates import SURE
from reports.atlas.measures import Estimated, Measure, one, win_of_place
from reports.atlas.plan import FOUR as GREEDY
from reports.atlas.plan import AtlasPlan
from reports.atlas.sides import LARGE, LOOKED, Sided, line_of
from reports.statistics.effects import Floats, Ints

SEATS = looks.FOUR
PAR = 1 / SEATS
SURE_OF_FOUR = 1 - (1 - SURE) / SEATS       # of one seat that weak play favours: it is looked for among four
TABLE = "strengths_4"
WEAK = tuple(Measure(f"win_4_{place + 1}", f"wins of seat {place + 1} of four", GREEDY.key, win_of_place(place, SEATS),
                     par=PAR) for place in range(SEATS))


@dataclass(frozen=True)
class Favoured:
    """Of every variant the seat that weak play favours most surely, by its place in the first order, and how surely."""

    items: list[str]
    places: Ints
    weaker: Sided           # of that seat
    pooled: bool

    def sided(self) -> list[str]:
        """The variants in which it surely is favoured; all of them where they are too few to be pooled."""
        return [item for at, item in enumerate(self.items) if not self.pooled or self.weaker.side(at) > 0]


def favoured(each: Sequence[Estimated]) -> Favoured:
    """From the shares of all four places among weak players."""
    found = [Sided.of(one, SURE_OF_FOUR) for one in each]
    places = np.argmax([one.up for one in found], axis=0)
    arrays = {field.name: np.choose(places, [getattr(one, field.name) for one in found])
              for field in fields(Sided) if field.name != "sure"}
    return Favoured(each[0].items, places, Sided(**arrays, sure=SURE_OF_FOUR), each[0].found.pooled is not None)


def among_weak(plan: AtlasPlan, games: Mapping[str, pd.DataFrame]) -> Favoured | None:
    """The same from the games by pass; None without any of weak players at four seats."""
    own = games.get(GREEDY.key, pd.DataFrame())
    return favoured([one(plan, measure, own) for measure in WEAK]) if len(own) else None


def chosen(plan: AtlasPlan, games: Mapping[str, pd.DataFrame], look: int) -> Sequence[str]:
    """The variants that get this look, from the games before it; of a later one the likeliest word first."""
    if look == 1:
        known = among_weak(plan, games)
        return plan.items if known is None else known.sided()
    return looks.wanted({row["item"]: row["probability"] for row in strengths(plan, games) if row["can_come"]}, look,
                        SEATS)


def strengths(plan: AtlasPlan, games: Mapping[str, pd.DataFrame]) -> list[dict[str, Any]]:
    """A row a variant that the stronger played: the seat that weak play favours, what becomes of it, and the points for
    that seat that would make it fair.
    """
    known, own = among_weak(plan, games), looks.together(plan, games, SEATS)
    if known is None or not len(own):
        return []
    measure = Measure(TABLE, "wins of the seat that weak play favours", looks.name_of_looks(SEATS),
                      win_of_favoured(dict(zip(known.items, known.places, strict=True))), par=PAR)
    return komi.with_points(lines(known, one(plan, measure, own)), own)


def lines(known: Favoured, strong: Estimated) -> list[dict[str, Any]]:
    """A row a variant: `strong` has the shares of the seat that weak play favours, among the stronger."""
    stronger = _surely_small(Sided.of(strong, LOOKED).if_most_are_even(strong), strong)
    at = {item: n for n, item in enumerate(known.items)}
    return [{"item": item, "seat": int(known.places[at[item]]) + 1,
             **line_of(known.weaker, at[item], strong, stronger, n)}
            for n, item in enumerate(strong.items) if item in at]


def _surely_small(stronger: Sided, strong: Estimated) -> Sided:
    """The same, small only where that is probable even if a few variants lie far from what pooling foretells of them.

    Three blocks tell little of a variant. Where the others differ by next to nothing, pooling finds it as near to an
    equal share as them, whatever it is.
    """
    up, down = mostly_even.sides(strong.found, strong.values, strong.size, LARGE, PAR)
    within = 1 - up - down
    return replace(stronger, small=np.where(within >= SURE, stronger.small, np.minimum(stronger.small, within)))


def win_of_favoured(places: Mapping[str, int]) -> Callable[[pd.DataFrame], pd.Series]:
    """The share of the win of who sits in a variant's own place of these."""
    def value(games: pd.DataFrame) -> pd.Series:
        own = games["item"].map(places).to_numpy()
        held = np.array([games[f"place_{s}"].to_numpy() == own for s in range(SEATS)])
        wins: Floats = np.array([games[f"win_{s}"].to_numpy(float) for s in range(SEATS)])
        return pd.Series((held * wins).sum(axis=0), games.index)
    return value
