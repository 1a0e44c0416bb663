"""The Ledger: a game made of numbers alone, in which the worth of everything is known in closed form.

Each of n seats writes up what it throws, round by round: a die, or a normal number, for which win chances are integrals
over one variable. On top come a seat's bonus and whatever worth an experiment hands out. At half-time a seat that is
ahead may buy an item at a price. Agents also add a number of their own a half, which a block's games do not share:
that is the luck that pairing cannot cancel. All chance is drawn by key, so that any block can be played alone.

Arrays have the axes run, block, rotation, seat: a run is one replication of an experiment.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import ndtr, ndtri
from scipy.stats import norm

from reports.statistics.effects import Effect, block_values, par

Floats = NDArray[np.float64]

GOLDEN, FIRST, SECOND = (np.uint64(x) for x in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
LUCK, OWN, LAW = 1, 2, 5       # purposes of keys
CI, NIGHTLY = 1_000, 10_000                     # replications
HALVES = 2


# --- keyed chance -----------------------------------------------------------------------------------------------

def bits(*key: ArrayLike) -> NDArray[np.uint64]:
    """64 bits for each key; the parts of a key are broadcast against each other (finaliser of SplitMix64)."""
    h = np.zeros((), dtype=np.uint64)
    with np.errstate(over="ignore"):
        for part in key:
            h = h + (np.asarray(part).astype(np.uint64) + np.uint64(1)) * GOLDEN
            h = (h ^ (h >> np.uint64(30))) * FIRST
            h = (h ^ (h >> np.uint64(27))) * SECOND
            h = h ^ (h >> np.uint64(31))
    return h


def uniforms(*key: ArrayLike) -> Floats:
    """Numbers between 0 and 1, neither included, one for each key."""
    return ((bits(*key) >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0 ** -53


def normals(*key: ArrayLike) -> Floats:
    """Standard normal numbers, one for each key."""
    return ndtri(uniforms(*key))


def dice(*key: ArrayLike) -> Floats:
    """Throws of a die, one for each key."""
    return np.floor(6 * uniforms(*key)) + 1


def axes(*sizes: ArrayLike) -> list[NDArray[np.int64]]:
    """Indices of each axis, ready to be broadcast; a size may also be the indices themselves."""
    ranges = [np.arange(size) if np.ndim(size) == 0 else np.asarray(size) for size in sizes]
    return [each.reshape([-1 if i == at else 1 for i in range(len(ranges))]) for at, each in enumerate(ranges)]


# --- the game ---------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Ledger:
    """The rules: who sits where, what is thrown, what agents add of their own."""

    seats: int = 2
    rounds: int = 2                     # even; half of them before half-time
    sd: float | None = 6.0              # of a throw; None for a die
    own: float = 4.0                    # sd of what an agent adds in each half, in each game anew
    seat_bonus: tuple[float, ...] = ()
    seed: int = 1

    @property
    def bonus(self) -> Floats:
        return np.array(self.seat_bonus or (0.0,) * self.seats)

    @property
    def half_sd(self) -> float:
        """Of one seat's score in one half of the normal game."""
        assert self.sd is not None
        return float(np.sqrt(self.rounds / HALVES * self.sd ** 2 + self.own ** 2))

    @property
    def score_sd(self) -> float:
        """Of one seat's score in the normal game."""
        return self.half_sd * HALVES ** 0.5

    def luck(self, runs: ArrayLike, blocks: ArrayLike) -> Floats:
        """Throws [run, block, half, logical player]: all games of a block share them."""
        run, block, half, player, turn = axes(runs, blocks, HALVES, self.seats, self.rounds // HALVES)
        key = (self.seed, LUCK, run, block, half, player, turn)
        return (dice(*key) if self.sd is None else self.sd * normals(*key)).sum(axis=-1)

    def doings(self, runs: ArrayLike, blocks: ArrayLike, arm: int = 0) -> Floats:
        """What agents add [run, block, rotation, half, seat]; every arm of a fork has its own."""
        run, block, rotation, half, seat = axes(runs, blocks, self.seats, HALVES, self.seats)
        if self.own == 0:
            return np.zeros(np.broadcast_shapes(run.shape, block.shape, rotation.shape, half.shape, seat.shape))
        return self.own * normals(self.seed, OWN, run, block, rotation, half, seat, arm)

    def halves(self, runs: ArrayLike, blocks: ArrayLike, rotate_luck: bool = False, arm: int = 0) -> Floats:
        """Scores by half [run, block, rotation, half, seat], without bonus or worth.

        Luck stays with the seat, or follows logical player l to seat (l + r) mod n.
        """
        seat = np.arange(self.seats)
        luck = self.luck(runs, blocks)
        player = (seat[None, :] - np.arange(self.seats)[:, None]) % self.seats if rotate_luck else np.tile(
            seat, (self.seats, 1))
        return np.moveaxis(luck[..., player], 3, 2) + self.doings(runs, blocks, arm)

    def scores(self, runs: ArrayLike, blocks: ArrayLike, worth: ArrayLike = 0.0, rotate_luck: bool = False) -> Floats:
        """Final scores [run, block, rotation, seat]; `worth` is broadcast against them."""
        return self.halves(runs, blocks, rotate_luck).sum(axis=3) + self.bonus + np.asarray(worth)

    def gift(self, runs: ArrayLike, blocks: ArrayLike, worth: float) -> Floats:
        """Final scores where seat r of rotation r has something worth so much."""
        return self.scores(runs, blocks, worth * np.eye(self.seats))

    def placed(self, worth: ArrayLike) -> Floats:
        """worth[..., block, place] as worth[..., block, rotation, seat], place l sitting in seat (l + r) mod n."""
        seat = np.arange(self.seats)
        return np.asarray(worth)[..., (seat[None, :] - seat[:, None]) % self.seats]

    # --- truth ---

    def win_chances(self, worth: ArrayLike) -> Floats:
        """Each seat's chance to win the normal game with these bonuses."""
        means = np.asarray(worth, dtype=np.float64) + self.bonus
        sd = self.score_sd
        x = np.linspace(means.min() - 9 * sd, means.max() + 9 * sd, 4_001)
        below = ndtr((x[:, None] - means) / sd)
        density = norm.pdf(x[:, None], means, sd)
        others = np.stack([np.delete(below, s, axis=1).prod(axis=1) for s in range(self.seats)], axis=1)
        return (density * others).sum(axis=0) * (x[1] - x[0])

    def gift_truth(self, outcome: str, worth: float) -> float:
        """What the gift moves the outcome of its owner by, over all seats."""
        if outcome == "margin":
            return worth
        owners = np.eye(self.seats) * worth
        return float(np.mean([self.win_chances(owners[s])[s] for s in range(self.seats)])) - 1 / self.seats

    def block_law(self, worth: float) -> Floats:
        """Chances that a gift worth so much wins no game of a block, one, or both: two seats, normal, no bonus.

        The games of a block share the difference of luck, with its sign turned; what agents add they do not share.
        """
        assert self.seats == 2
        assert self.sd is not None
        luck, own = (2 * self.rounds) ** 0.5 * self.sd, (2 * HALVES) ** 0.5 * self.own
        x = np.linspace(-9 * luck, 9 * luck, 8_001)
        first, second = ndtr((worth + x) / own), ndtr((worth - x) / own)
        weight = norm.pdf(x, 0, luck) * (x[1] - x[0])
        none, both = float(weight @ ((1 - first) * (1 - second))), float(weight @ (first * second))
        return np.array([none, 1 - none - both, both])

    def block_scores(self, runs: ArrayLike, blocks: ArrayLike, worth: float) -> Floats:
        """Block scores 0, 1/2, 1 [run, block] drawn from that law: as if played, in a tenth of the time."""
        run, block = axes(runs, blocks)
        steps = np.cumsum(self.block_law(worth))[:2]
        return np.searchsorted(steps, uniforms(self.seed, LAW, run, block), side="right") / 2

    def worth_of(self, win: float) -> float:
        """What a gift must be worth to move its owner's win by so much."""
        return float(brentq(lambda worth: self.gift_truth("win", worth) - win, 0.0, 10 * self.score_sd))

    def buy_truth(self, outcome: str, gain: float) -> float:
        """What a leader at half-time moves its outcome by, if its score changes by `gain` from then on.

        Given that the leader has x, the others are normal and below x; what all add afterwards is normal again.
        """
        if outcome == "margin":
            return gain
        s = self.half_sd
        x = np.linspace(-6 * s, 6 * s, 801)
        final = np.linspace(-12 * s, 12 * s, 1_201)
        each = norm.pdf(x, 0, s)[:, None] * ndtr((final - x[:, None]) / s) * (x[1] - x[0])
        below = np.cumsum(each, axis=0) - each / 2
        rivals = below ** (self.seats - 1)          # all others below x at half-time and below `final` at the end
        weight = norm.pdf(x, 0, s) * ndtr(x / s) ** (self.seats - 1)

        def wins(gain: float) -> float:
            ends = norm.pdf(final, x[:, None] + gain, s) * (final[1] - final[0])
            return float((norm.pdf(x, 0, s)[:, None] * ends * rivals).sum() / weight.sum())

        return wins(gain) - wins(0.0)


# --- claims and what is accepted --------------------------------------------------------------------------------

@dataclass(frozen=True)
class Check:
    """One number and where it must lie."""

    claim: str
    value: float
    low: float
    high: float
    runs: int

    @property
    def accepted(self) -> bool:
        return bool(self.low <= self.value <= self.high)

    def __str__(self) -> str:
        said = "accepted" if self.accepted else "REFUSED"
        return f"{self.claim:66s} {self.value:9.4f}   {self.low:8.4f} to {self.high:8.4f}   {self.runs:6d}   {said}"


Claim = Callable[[int], list[Check]]


def parts(runs: int, size: int = 500) -> list[NDArray[np.int64]]:
    """The numbers of the runs, a part at a time: 10,000 of them at once would not fit into memory."""
    return [np.arange(first, min(runs, first + size)) for first in range(0, runs, size)]


def settle(claim: Claim) -> list[Check]:
    """The checks of a claim at 1,000 replications; where one fails, at 10,000 and their narrower band. Seeds stay."""
    checks = claim(CI)
    return checks if all(check.accepted for check in checks) else claim(NIGHTLY)


def coverage(name: str, hits: dict[str, Sequence[bool]] | dict[str, NDArray[Any]]) -> list[Check]:
    """Shares of intervals that cover: of one family, its mean in the band and each single one in a wider band."""
    shares = {key: float(np.mean(each)) for key, each in hits.items()}
    runs = min(len(np.atleast_1d(each)) for each in hits.values())
    nightly = runs >= NIGHTLY
    band, wide = ((0.944, 0.956), (0.942, 0.958)) if nightly else ((0.935, 0.965), (0.925, 0.975))
    checks = [Check(f"{name}: coverage", float(np.mean(list(shares.values()))), *band, runs)]
    if len(shares) > 1:
        checks += [Check(f"{name}: coverage, {key}", share, *wide, runs) for key, share in shares.items()]
    return checks


def unbiased(name: str, errors: dict[str, ArrayLike]) -> Check:
    """Largest |mean error| in Monte Carlo standard errors: at most 3, or what is as rare in a family of several."""
    scores = [abs(np.mean(e)) / (np.std(e, ddof=1) / np.sqrt(np.size(e))) for e in errors.values()]
    limit = float(norm.isf(norm.sf(3.0) / len(scores)))
    return Check(f"{name}: mean error in its Monte Carlo errors", float(max(scores)), 0.0, limit,
                 min(np.size(e) for e in errors.values()))


def estimation(name: str, found: dict[str, list[Effect]], truth: dict[str, float]) -> list[Check]:
    """Coverage and mean error of a family of effects, each estimated in every run."""
    hits = {key: np.array([e.interval.low <= truth[key] <= e.interval.high for e in effects])
            for key, effects in found.items()}
    errors = {key: np.array([e.interval.estimate for e in effects]) - truth[key] for key, effects in found.items()}
    return [*coverage(name, hits), unbiased(name, errors)]


def e_discoveries(e: ArrayLike, q: float = 0.10) -> NDArray[np.bool_]:
    """e-BH (R. Wang & A. Ramdas, 2022): the k largest with e_(k) >= m / (k q); items are the last axis."""
    values = np.asarray(e, dtype=np.float64)
    m = values.shape[-1]
    falling = -np.sort(-values, axis=-1)
    k = np.arange(1, m + 1)
    count = np.where(falling >= m / (k * q), k, 0).max(axis=-1)
    rank = np.argsort(np.argsort(-values, axis=-1, kind="stable"), axis=-1)
    return rank < count[..., None]


def is_inert(outcomes: ArrayLike, outcome: str, seats: int) -> bool:
    """Whether the item changed no block at all, to the last bit but the rounding of par and of the mean."""
    return bool((abs(block_values(outcomes, par(outcome, seats))) < 1e-12).all())
