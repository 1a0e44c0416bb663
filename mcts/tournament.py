"""Tournaments: more agents than seats. All tables of agents are played in turn, and ratings say who is how strong.

A block is one table of agents: the same luck once for each rotation of the agents round the table, as in a match.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import combinations
from math import comb, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

import games
from games.api import InputError
from games.frozen import frozen
from mcts.agents import make
from mcts.interval import ENOUGH, Interval, known, mean_interval, share_interval
from mcts.play import Finished, Task, check_seed
from mcts.ratings import ratings
from mcts.simulate import MOST_GAMES

KIND = "tournament"
EXACT = 3                   # digits of a rating that do not hang on how sums are rounded
MOST_TABLES = 5005          # of agents: what 15 of them make at 6 seats


@frozen
class Tournament:
    """What to play. Build it with `plan`, which checks."""

    game: str
    version: int                # of the rules
    seats: int
    options: Mapping[str, str]
    agents: tuple[str, ...]     # the entrants, in canonical form, each once
    games: int                  # a whole number of blocks
    seed: int

    @property
    def block_games(self) -> int:
        """Games of one block: one a rotation."""
        return self.seats

    @property
    def blocks(self) -> int:
        return self.games // self.seats

    @property
    def reproducible(self) -> bool:
        """Whether playing it again gives the same games: not with agents that watch the clock."""
        return all(make(spec).reproducible for spec in self.agents)

    def tasks(self, first_block: int = 0, blocks: int | None = None) -> Iterator[Task]:
        """The games of `blocks` blocks (all that are left, by default) from `first_block` on."""
        last = self.blocks if blocks is None else min(self.blocks, first_block + blocks)
        order = tables(len(self.agents), self.seats, self.seed)
        for block in range(first_block, last):
            sit = np.random.default_rng([self.seed, block]).permutation(order[block % len(order)])
            for r in range(self.seats):
                entrants = tuple(int(sit[(seat - r) % self.seats]) for seat in range(self.seats))
                yield Task(self.game, self.seats, self.options, self.seed, tuple(self.agents[e] for e in entrants),
                           number=block * self.seats + r, block=block, rotation=r, entrants=entrants)

    def asked(self) -> dict[str, Any]:
        """The plan as plain data."""
        return {"kind": KIND, "game": self.game, "version": self.version, "seats": self.seats,
                "options": dict(self.options), "agents": list(self.agents), "games": self.games,
                "blocks": self.blocks, "block_games": self.block_games, "seed": self.seed,
                "reproducible": self.reproducible}


def plan(game: str, agents: Sequence[str], count: int, seats: int | None = None,
         options: Mapping[str, str] | None = None, seed: int = 0) -> Tournament:
    """Checked tournament of `count` games, rounded up to whole blocks of one game a seat. Raises InputError."""
    rules = games.load(game)
    n = rules.start(seats, options).seats
    specs = tuple(make(spec).name for spec in agents)
    if n < 2:
        raise InputError(f"seats: found {n}, expected 2 or more: a game of one seat has no winner among agents")
    if len(specs) < max(3, n):
        raise InputError(f"agents: found {len(specs) or 'none'}, expected {max(3, n)} or more for {n} seats; `match` "
                         "compares fewer")
    twice = next((spec for at, spec in enumerate(specs) if spec in specs[:at]), None)
    if twice is not None:
        raise InputError(f"agents: found {twice} twice, expected each once")
    if comb(len(specs), n) > MOST_TABLES:
        raise InputError(f"agents: found {len(specs)}, which make {comb(len(specs), n):,} tables of {n}; expected "
                         f"{MOST_TABLES:,} tables at most")
    if not 1 <= count <= MOST_GAMES:
        raise InputError(f"games: found {count}, expected 1 to {MOST_GAMES}")
    return Tournament(game, rules.version, n, dict(options or {}), specs, -(-count // n) * n, check_seed(seed))


def from_manifest(manifest: Mapping[str, Any]) -> Tournament:
    """The tournament of a run that was checked when it was opened."""
    return Tournament(manifest["game"], int(manifest["version"]), int(manifest["seats"]), manifest["options"],
                      tuple(manifest["agents"]), int(manifest["games"]), int(manifest["seed"]))


def tables(agents: int, seats: int, seed: int) -> list[tuple[int, ...]]:
    """Every choice of so many agents once, in an order in which any beginning is nearly balanced.

    Each next table is one whose agents have played least, and of these one whose pairs have met least; the seed
    decides between equals.
    """
    every = np.array(list(combinations(range(agents), seats)), dtype=np.intp)
    every = every[np.random.default_rng(seed).permutation(len(every))]
    sits = np.zeros((len(every), agents))       # whole numbers, exact as floats, which are multiplied faster
    sits[np.arange(len(every)).reshape(-1, 1), every] = 1
    pairs = list(combinations(range(agents), 2))
    meets = np.stack([sits[:, a] * sits[:, b] for a, b in pairs], axis=1)
    often, left, order = 1 + 2 * len(every) * len(pairs), np.ones(len(every), dtype=bool), []
    cost = np.zeros(len(every))
    for _ in range(len(every)):
        chosen = int(np.argmin(np.where(left, cost, np.inf)))
        left[chosen] = False
        order.append(tuple(int(a) for a in every[chosen]))
        cost += often * (sits @ sits[chosen]) + meets @ meets[chosen]
    return order


@frozen
class Games:
    """Finished games as arrays, in any order."""

    block: NDArray[np.intp]         # [game]
    held: NDArray[np.intp]          # [game, seat]: which entrant sat there
    wins: NDArray[np.float64]       # [game, seat]: share of the win
    margins: NDArray[np.float64]
    scores: NDArray[np.float64]


def games_of(finished: Iterable[Finished]) -> Games:
    """The finished games of a tournament. Raises InputError where there is none."""
    every = list(finished)
    if not every:
        raise InputError("games: found none so far; expected some")
    return Games(np.array([each.task.block for each in every]), np.array([each.task.entrants for each in every]),
                 np.array([each.wins for each in every]), np.array([each.margins for each in every]),
                 np.array([each.scores for each in every]))


@frozen
class Rated:
    """What one entrant reached."""

    agent: str
    rating: Interval            # in Elo, relative to the mean of all
    above_next: float           # chance that it is stronger than the one that stands below; NaN for the last
    win: Interval               # share of the win in its games; what it is worth depends on whom it met
    margin: Interval            # own score less the mean of the other seats', in points
    score: float                # mean
    games: int


@frozen
class Meeting:
    """How one entrant did against another in the games in which both played."""

    agent: str
    other: str
    ahead: Interval             # share of the games that it ended ahead of the other, an equal end being half
    games: int


@frozen
class TournamentResult:
    """A tournament as far as it was played; `standings` has the strongest first."""

    game: str
    version: int
    seats: int
    options: Mapping[str, str]
    seed: int
    blocks: int
    games: int
    games_asked: int
    standings: tuple[Rated, ...]
    meetings: tuple[Meeting, ...]
    notes: tuple[str, ...]      # what a reader has to know before quoting a number

    def to_json(self) -> dict[str, Any]:
        """Plain data; numbers that are not known are null."""
        return asdict(replace(self, options=dict(self.options)), dict_factory=known)


def judge(what: Tournament, played: Games) -> TournamentResult:
    """Ratings, shares and the table of all pairs. Raises InputError without a game of each entrant."""
    count = len(what.agents)
    own = [(played.held == e).any(axis=1) for e in range(count)]
    missing = next((what.agents[e] for e in range(count) if not own[e].any()), None)
    if missing is not None:
        raise InputError(f"games: found none of {missing} so far; expected some of each agent")
    rated = ratings(played.held, played.wins, played.block, count)
    order = sorted(range(count), key=lambda e: (-round(rated.intervals[e].estimate, EXACT), e))
    below = {e: rated.above(e, other) for e, other in zip(order, order[1:], strict=False)}

    def reached(e: int) -> Rated:
        game, seat = np.nonzero(played.held == e)
        by_block = [_means(played.block[game], values[game, seat]) for values in (played.wins, played.margins)]
        return Rated(what.agents[e], rated.intervals[e], below.get(e, nan), share_interval(by_block[0]),
                     mean_interval(by_block[1]), float(played.scores[game, seat].mean()), len(game))

    meetings = tuple(found for e in order for other in order if e != other
                     for found in _meeting(what, played, e, other))
    blocks = len(np.unique(played.block))
    return TournamentResult(what.game, what.version, what.seats, what.options, what.seed, blocks, len(played.held),
                            what.games, tuple(reached(e) for e in order), meetings,
                            _notes(what, rated.bounded, min(each.blocks for each in rated.intervals)))


def _meeting(what: Tournament, played: Games, e: int, other: int) -> Iterator[Meeting]:
    """How one did against another; nothing where they have not met yet."""
    both = (played.held == e).any(axis=1) & (played.held == other).any(axis=1)
    if not both.any():
        return
    own, theirs = (np.stack([values[both][played.held[both] == each] for values in (played.wins, played.scores)])
                   for each in (e, other))
    by_win, by_score = np.sign(own - theirs)
    lost = (own[0] == 0) & (theirs[0] == 0)         # somebody else won: the points say who of the two was ahead
    ahead = (1 + np.where(lost, by_score, by_win)) / 2
    yield Meeting(what.agents[e], what.agents[other], share_interval(_means(played.block[both], ahead)), len(ahead))


def _means(block: NDArray[np.intp], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean of the values of each block."""
    _, at = np.unique(block, return_inverse=True)
    return np.asarray(np.bincount(at, values) / np.bincount(at))


def _notes(what: Tournament, bounded: bool, blocks: int) -> tuple[str, ...]:
    notes = []
    if not bounded:
        notes.append("Some agents won or lost everything against the others, so games alone put no bound to their "
                     "ratings. One game that all share is added for each agent; without it they would be further "
                     "apart.")
    if blocks < ENOUGH["win"]:
        notes.append(f"Trust the intervals of ratings from {ENOUGH['win']} blocks of each agent on; one has "
                     f"{blocks}.")
    if not what.reproducible:
        notes.append("An agent thinks for a time, or its threads share a tree: this cannot be repeated exactly.")
    return tuple(notes)
