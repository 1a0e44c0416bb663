"""A sequential test of two mean block scores, with the variance taken from the blocks (GSPRT).

It decides with few games which of two means is nearer the truth. It does not estimate: a match that it stops looks
stronger than it is.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from games.api import InputError

SMALLEST_VARIANCE = 1e-4    # of a block score: below it ten equal blocks would decide anything


@dataclass(frozen=True)
class Sprt:
    """Is the mean block score s0 or s1? Raises InputError for a test that cannot be made."""

    s0: float                   # refuted when the match is won by enough
    s1: float                   # refuted when it is not
    alpha: float = 0.05         # chance to accept s1 when s0 is true
    beta: float = 0.05          # chance to accept s0 when s1 is true
    every: int = 50             # blocks between looks
    first: int = 100            # blocks before the first look

    def __post_init__(self) -> None:
        if not 0 <= self.s0 < self.s1 <= 1:
            raise InputError(f"sprt: found s0 {self.s0:g} and s1 {self.s1:g}, expected 0 <= s0 < s1 <= 1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise InputError(f"sprt: found alpha {self.alpha:g} and beta {self.beta:g}, expected above 0, below 0.5")
        if self.every < 1 or self.first < 2:
            raise InputError(f"sprt: found looks every {self.every} blocks from {self.first}, "
                             "expected every 1 or more, from 2 or more")

    @property
    def lower(self) -> float:
        """Log likelihood ratio at which s0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Log likelihood ratio at which s1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def looks_at(self, blocks: int) -> bool:
        """Whether the test looks after this many blocks."""
        return blocks >= self.first and (blocks - self.first) % self.every == 0

    def ratio(self, scores: Sequence[float]) -> float:
        """Log likelihood ratio of s1 to s0: B (s1 - s0) (2 x - s0 - s1) / (2 v); x, v: mean, variance of B blocks."""
        if len(scores) < 2:
            raise ValueError(f"a variance needs 2 blocks or more, got {len(scores)}")
        x, v = float(np.mean(scores)), max(SMALLEST_VARIANCE, float(np.var(scores, ddof=1)))
        return len(scores) * (self.s1 - self.s0) * (2 * x - self.s0 - self.s1) / (2 * v)

    def verdict(self, ratio: float) -> str:
        """`s1` or `s0`, or `` while neither is settled."""
        return "s1" if ratio >= self.upper else "s0" if ratio <= self.lower else ""


@dataclass(frozen=True)
class Decision:
    """What a sequential test said after so many blocks: `s1`, `s0`, or `` if the blocks ran out first.

    `ratio` is the log likelihood ratio at the end, 0 for fewer than two blocks.
    """

    test: Sprt
    accepted: str
    ratio: float
    blocks: int


def run(test: Sprt, scores: Iterable[float]) -> Decision:
    """Take block scores in block order until the test decides or there are no more."""
    seen: list[float] = []
    for score in scores:
        seen.append(score)
        if test.looks_at(len(seen)):
            ratio = test.ratio(seen)
            if accepted := test.verdict(ratio):
                return Decision(test, accepted, ratio, len(seen))
    return Decision(test, "", test.ratio(seen) if len(seen) > 1 else 0.0, len(seen))
