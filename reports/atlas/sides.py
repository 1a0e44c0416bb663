"""Whom a variant favours at two strengths of play, and what becomes of that among the stronger: a word for each."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import special

from reports.atlas import mostly_even
from reports.atlas.estimates import LENT, SURE
from reports.atlas.measures import Estimated, par_of
from reports.statistics.effects import Floats
from reports.statistics.verdicts import APPEARS, EVEN, FADES, HOLDS, OPEN, TURNS

MATTERS = 0.02          # of the win
SIDED = ("first_win_2", "first_win_strong")     # measures that are compared
LARGE = 0.1             # of the win: what weak play has more of and stronger play less, where only weak play has it
LOOKED = 0.9875         # SURE of a word about the stronger: it is looked for on two sides and again and again
TINY = 1e-9             # a standard error of 0 is this


def sided(known: Sequence[Estimated]) -> list[str]:
    """The variants in which weak play surely favours one of two; all of them where they are too few to be pooled."""
    weak = next(each for each in known if each.measure.name == SIDED[0])
    found = Sided.of(weak, SURE)
    return [item for at, item in enumerate(weak.items) if weak.found.pooled is None or found.side(at)]


def strengths(known: Sequence[Estimated]) -> list[dict[str, Any]]:
    """A row a variant: how often the first of two wins at both strengths, the word for it, and its error.

    Pooled where there are variants enough, else by the games of each. `probability` is that of the likeliest word about
    the stronger alone, `can_come` says whether more games of the stronger may bring a word that is not there yet, and
    `can_be_even` whether so many could show a variant to be even at all.
    """
    found = {each.measure.name: each for each in known}
    weak, strong = (found.get(name) for name in SIDED)
    if weak is None or strong is None:
        return []
    weaker, stronger = Sided.of(weak, SURE), Sided.of(strong, LOOKED).if_most_are_even(strong)
    at = {item: n for n, item in enumerate(weak.items)}
    return [{"item": item, **line_of(weaker, at[item], strong, stronger, n)} for n, item in enumerate(strong.items)
            if item in at]


def line_of(weaker: Sided, w: int, strong: Estimated, stronger: Sided, n: int) -> dict[str, Any]:
    """A variant at both strengths: number `w` of the weaker, and `n` of the stronger."""
    word = word_of(weaker, w, stronger, n)
    count = strong.found.blocks if strong.found.counts is None else strong.found.counts[n]
    return {**weaker.told("weaker", w), **stronger.told("stronger", n), "error": float(stronger.half[n]), "word": word,
            "probability": float(max(stronger.up[n], stronger.down[n], stronger.even[n])),
            "can_come": word == OPEN and bool(weaker.side(w)), "can_be_even": bool(stronger.half[n] < MATTERS),
            "games": int(count) * strong.size}


def word_of(weaker: Sided, w: int, stronger: Sided, n: int) -> str:
    """What becomes of a variant's side among the stronger: `w` and `n` say where it stands at either strength."""
    sides = weaker.side(w), stronger.side(n)
    if all(sides):
        return HOLDS if sides[0] == sides[1] else TURNS
    if stronger.is_even(n):
        return FADES if sides[0] else EVEN
    if weaker.is_large(w) and stronger.is_small(n):
        return FADES
    return APPEARS if sides[1] and weaker.is_even(w) else OPEN


@dataclass(frozen=True)
class Sided:
    """A share of wins of every variant: its value, half its interval, and how probable each of three words is."""

    values: Floats
    half: Floats
    up: Floats
    down: Floats
    even: Floats
    large: Floats           # that it is further from an equal share than LARGE, on whichever side is likelier
    small: Floats           # that it is nearer
    sure: float             # probability from which on something is said

    @classmethod
    def of(cls, each: Estimated, sure: float) -> Sided:
        found = each.found
        values, errors, half = ((found.raw, found.stderrs, found.raw_half) if found.pooled is None else
                                (found.values, found.pooled.stderrs, found.half))
        blocks = found.blocks if found.counts is None else found.counts
        high, low, higher, lower = (
            special.ndtr(off) if found.pooled is not None else special.stdtr(blocks - 1 + LENT, off)
            for off in ((par_of(each.measure) + side - values) / np.maximum(errors, TINY)
                        for side in (MATTERS, -MATTERS, LARGE, -LARGE)))
        return cls(values, half, 1 - high, low, high - low, np.maximum(1 - higher, lower), higher - lower, sure)

    def if_most_are_even(self, each: Estimated) -> Sided:
        """The same, with sides that are probable even if most variants may favour nobody; else they are none.

        A side may have SURE then: luck on two sides, look after look, is what that prior reckons with.
        """
        up, down = mostly_even.sides(each.found, each.values, each.size, MATTERS, par_of(each.measure))
        return replace(self, up=np.where(up >= SURE, self.up, np.minimum(self.up, up)),
                       down=np.where(down >= SURE, self.down, np.minimum(self.down, down)))

    def side(self, at: int) -> int:
        """1 where the first is surely favoured by what matters, -1 where the second is, else 0."""
        return 1 if self.up[at] >= self.sure else -1 if self.down[at] >= self.sure else 0

    def is_even(self, at: int) -> bool:
        """Whether neither is surely favoured by what matters."""
        return bool(self.even[at] >= self.sure)

    def is_large(self, at: int) -> bool:
        """Whether one of the two is surely favoured by more than LARGE."""
        return bool(self.large[at] >= self.sure)

    def is_small(self, at: int) -> bool:
        """Whether neither is surely favoured by LARGE or more."""
        return bool(self.small[at] >= self.sure)

    def told(self, name: str, at: int) -> dict[str, float]:
        """The columns of a table."""
        low, high = self.values[at] - self.half[at], self.values[at] + self.half[at]
        return {f"at_{name}": float(np.clip(self.values[at], 0, 1)), f"{name}_low": float(max(0.0, low)),
                f"{name}_high": float(min(1.0, high))}
