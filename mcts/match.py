"""Matches: the same luck with the seats swapped, so that only the difference of the agents is left.

A block deals its luck to the seats once and plays one game for each rotation of the agents round the table. The block
is the unit of every interval and of the sequential test.
"""
from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from math import nan
from typing import Any

import numpy as np

import games
from games.api import InputError
from games.frozen import frozen
from mcts.agents import make
from mcts.interval import (
    ALIKE,
    DELTA,
    ENOUGH,
    LEVEL,
    Decision,
    Interval,
    Sprt,
    elo_interval,
    known,
    mean_interval,
    sequential,
    share_interval,
    unknown,
)
from mcts.play import Finished, Task, check_seed
from mcts.simulate import MOST_GAMES, Player, Progress, by_block
from mcts.workers import in_order


@frozen
class Match:
    """What to play. Build it with `plan`, which checks."""

    game: str
    version: int
    seats: int
    options: Mapping[str, str]
    agents: tuple[str, ...]     # the entrants; the first is the one the match is about
    seating: tuple[int, ...]    # which entrant sits in each seat in the first game of a block
    blocks: int                 # at most, with a sequential test
    seed: int

    def tasks(self) -> Iterator[Task]:
        """Every game: block by block, and in a block rotation by rotation."""
        n = self.seats
        for block in range(self.blocks):
            for r in range(n):
                entrants = tuple(self.seating[(seat - r) % n] for seat in range(n))
                yield Task(self.game, n, self.options, self.seed, tuple(self.agents[e] for e in entrants),
                           number=block * n + r, block=block, rotation=r, entrants=entrants)


@frozen
class Standing:
    """What one entrant reached, a seat and game, over all blocks."""

    agent: str
    seats: int                  # that it took in each game
    win: Interval               # share of the win; par is 1 / seats of the game
    margin: Interval            # own score less the mean of the other seats', in points
    score: float                # mean


@frozen
class MatchResult:
    """A finished match. `standings` has the entrants in the order given; the first is the one it is about."""

    game: str
    version: int
    seats: int
    options: Mapping[str, str]
    seed: int
    blocks: int
    games: int
    standings: tuple[Standing, ...]
    elo: Interval | None        # of the first entrant against the others as if these were equals
    effect_per_sd: float        # (win share less par) / sd of a block: fixes how many games a match needs
    luck_left: float            # games a block * variance of a block / variance of a game; 1: rotation alone helps
    decision: Decision | None   # of the sequential test, if one was asked for
    notes: tuple[str, ...]      # what a reader has to know before quoting a number
    interrupted: bool = False   # Ctrl-C came before all blocks were played

    @property
    def par(self) -> float:
        """The share of the win of one among equals."""
        return 1 / self.seats

    @property
    def win(self) -> Interval:
        """Share of the win of the first entrant."""
        return self.standings[0].win

    @property
    def margin(self) -> Interval:
        """Margin of the first entrant."""
        return self.standings[0].margin

    def to_json(self) -> dict[str, Any]:
        """Plain data; numbers that are not known are null."""
        document = asdict(replace(self, options=dict(self.options), decision=None),
                          dict_factory=lambda fields: known(f for f in fields if f[0] != "note"))
        document |= {"par": self.par, "sprt": None}
        if self.decision is not None:
            test = self.decision.test
            document["sprt"] = {**asdict(test), "lower": test.lower, "upper": test.upper,
                                "accepted": self.decision.accepted or None, "llr": self.decision.ratio,
                                "blocks": self.decision.blocks}
        del document["decision"]
        return document


def plan(game: str, agents: Sequence[str], count: int, seats: int | None = None,
         options: Mapping[str, str] | None = None, seed: int = 0) -> Match:
    """Checked match of `count` games, rounded up to whole blocks of one game a seat.

    The first agent takes one seat; the others take the rest in turn, again from the second until all are taken.
    Raises InputError.
    """
    rules = games.load(game)
    n = rules.start(seats, options).seats
    specs = tuple(make(spec).name for spec in agents)
    if not 2 <= len(specs) <= n:
        most = f" to {n}" if n > 2 else ""
        also = "; `tournament` takes more agents than seats" if len(specs) > n > 1 else ""
        raise InputError(f"agents: found {len(specs) or 'none'}, expected 2{most} for {n} seats, such as greedy and "
                         f"mcts:100{also}")
    if not 1 <= count <= MOST_GAMES:
        raise InputError(f"games: found {count}, expected 1 to {MOST_GAMES}")
    seating = (0, *(1 + seat % (len(specs) - 1) for seat in range(n - 1)))
    return Match(game, rules.version, n, dict(options or {}), specs, seating, -(-count // n), check_seed(seed))


def default_sprt(seats: int) -> Sprt:
    """Is the first agent at par, or above it by the smallest difference that matters?"""
    return Sprt(1 / seats, 1 / seats + DELTA["win"])


def match(what: Match, jobs: int = 1, backend: str = "loky", sprt: Sprt | None = None, progress: Progress | None = None,
          on_game: Callable[[Finished], None] | None = None, scheduler: str | None = None) -> MatchResult:
    """Play a match, to the end or until the sequential test decides.

    `on_game` gets each finished game in order, to keep its record. Progress counts games. Blocks count in their order,
    whichever game is done first, so the result does not depend on the workers. Ctrl-C ends a match of fixed length with
    the blocks played so far, which nobody has seen the results of; without a block, or in a sequential test, which has
    then decided nothing, it is raised.
    """
    tallies: list[Tally] = []

    def scores(finished: Iterator[Finished]) -> Iterator[float]:
        for block in by_block(_reported(finished, what.blocks * what.seats, progress, on_game), what.seats):
            tallies.append(tally(block, len(what.agents)))
            yield tallies[-1].wins[0]

    player = Player.here(what.game, what.version)
    try:
        with closing(in_order(player, what.tasks(), jobs, backend, scheduler)) as finished:
            if sprt is None:
                deque(scores(finished), maxlen=0)
                decision = None
            else:
                decision = sequential(sprt, scores(finished))
    except KeyboardInterrupt:
        if sprt is not None or not tallies:
            raise
        return replace(summarise(what, tallies), interrupted=True)
    return summarise(what, tallies, decision)


@frozen
class Tally:
    """One block: for each entrant the mean over its seats and games; and each game's win share of the first."""

    wins: tuple[float, ...]
    margins: tuple[float, ...]
    scores: tuple[float, ...]
    games: tuple[float, ...]


def tally(block: Sequence[Finished], entrants: int) -> Tally:
    """The games of a block, added up by entrant."""
    def mean(what: Callable[[Finished], list[float]], entrant: int) -> float:
        return float(np.mean([what(f)[s] for f in block for s, e in enumerate(f.task.entrants) if e == entrant]))

    own = range(entrants)
    return Tally(tuple(mean(lambda f: f.wins, e) for e in own), tuple(mean(lambda f: f.margins, e) for e in own),
                 tuple(mean(lambda f: f.scores, e) for e in own),
                 tuple(f.wins[f.task.entrants.index(0)] for f in block))


def summarise(what: Match, tallies: Sequence[Tally], decision: Decision | None = None) -> MatchResult:
    """Intervals over blocks. Raises ValueError without a block."""
    stopped = decision is not None and bool(decision.accepted)
    standings = tuple(_standing(what, tallies, e, stopped) for e in range(len(what.agents)))
    blocks = np.array([t.wins[0] for t in tallies])
    single = np.array([share for t in tallies for share in t.games])
    sd = float(blocks.std(ddof=1)) if len(blocks) > 1 else nan
    spread = float(single.var(ddof=1)) if len(single) > 1 else nan
    return MatchResult(
        game=what.game, version=what.version, seats=what.seats, options=what.options, seed=what.seed,
        blocks=len(tallies), games=len(single), standings=standings,
        elo=elo_interval(standings[0].win, what.seats),
        effect_per_sd=(float(blocks.mean()) - 1 / what.seats) / sd if sd > 0 else nan,
        luck_left=what.seats * sd**2 / spread if spread > 0 else nan, decision=decision,
        notes=_notes(what, len(tallies), stopped, standings))


def _standing(what: Match, tallies: Sequence[Tally], entrant: int, stopped: bool) -> Standing:
    win = share_interval([t.wins[entrant] for t in tallies])
    margin = mean_interval([t.margins[entrant] for t in tallies])
    if stopped:     # the blocks on which a test stops are not a fair sample: no interval may be put round them
        win, margin = (unknown(i.estimate, LEVEL, i.blocks, "stopped by a test") for i in (win, margin))
    return Standing(what.agents[entrant], what.seating.count(entrant), win, margin,
                    float(np.mean([t.scores[entrant] for t in tallies])))


def _notes(what: Match, blocks: int, stopped: bool, standings: Sequence[Standing]) -> tuple[str, ...]:
    notes = []
    if len(set(what.agents)) == 1 and make(what.agents[0]).reproducible:
        notes.append("An agent that meets itself wins an equal share: it has the same luck in every seat.")
    elif any(interval.note == ALIKE for standing in standings for interval in (standing.win, standing.margin)):
        notes.append("A dash stands where all blocks came to the same: nothing tells how far that may be off.")
    if stopped:
        notes.append("The sequential test stopped this match: it decides, it does not estimate. Shares lean towards "
                     "the decision and have no interval; play a match of fixed length for one.")
    else:
        for outcome, enough in ENOUGH.items():
            if blocks < enough:
                notes.append(f"Trust the interval of the {outcome} from {enough} blocks on; "
                             f"there {'is' if blocks == 1 else 'are'} {blocks}.")
    if not all(make(spec).reproducible for spec in what.agents):
        notes.append("An agent thinks for a time, or its threads share a tree: this match cannot be repeated exactly.")
    return tuple(notes)


def _reported(finished: Iterator[Finished], total: int, progress: Progress | None,
          on_game: Callable[[Finished], None] | None) -> Iterator[Finished]:
    for done, game in enumerate(finished, start=1):
        if on_game is not None:
            on_game(game)
        if progress is not None:
            progress(done, total)
        yield game
