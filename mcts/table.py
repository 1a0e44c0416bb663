"""A game under way, the one loop of all who play: chance by key, agents with their own seeds, decisions counted."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import lru_cache
from typing import Self
from zlib import crc32

import numpy as np

from core_ext.state import State
from games.frozen import frozen
from games.records import Recorder
from mcts.agents import Agent, choose_among
from mcts.seeds import derived_for_each

SEARCH_STREAMS = 0x5EA2C4   # first word of every agent's key: a purpose that no other use of SeedSequence here has
TOGETHER = 64               # decisions whose seeds are made at once


def decision_seed(seed: int, agent: str, block: int, player: int, decision: int) -> int:
    """The seed of one decision's search: a function of (run seed, agent, block, player, decision), never of chance.

    `player` is the logical player, which is the seat where luck does not rotate: who has the same luck in two games
    of a block also thinks with the same streams in both.
    """
    return _seeds(seed, agent, block, player, decision // TOGETHER)[decision % TOGETHER]


@lru_cache(maxsize=64)
def _seeds(seed: int, agent: str, block: int, player: int, at: int) -> list[int]:
    """So many decisions' seeds from `at` times TOGETHER on: one by one they took half the time of a greedy game."""
    decisions = np.arange(at * TOGETHER, (at + 1) * TOGETHER, dtype=np.uint64)
    key = (SEARCH_STREAMS, crc32(agent.encode()), block, player)
    return [first >> 1 for first in derived_for_each(key, decisions, (seed,)).tolist()]


@frozen
class Moment:
    """A game under way as it stood, to go back to."""

    state: State
    events: int                 # written down so far
    decisions: tuple[int, ...]
    forced: tuple[int, ...]


class Table:
    """A position, an agent a seat (None: a person), and a record where one is kept.

    Luck is that of (seed, block), and seat s has the luck of logical player (s - luck) mod seats.
    """

    def __init__(self, state: State, agents: Sequence[Agent | None], seed: int, block: int = 0, luck: int = 0,
                 recorder: Recorder | None = None) -> None:
        self.state, self.agents, self.recorder = state, list(agents), recorder
        self.seed, self.block, self.luck = seed, block, luck
        self.decisions = [0] * state.seats      # a seat's turns to choose,
        self.forced = [0] * state.seats         # and those of them with one legal action

    def fork(self) -> Self:
        """The same game, to be played on by itself and without a record."""
        other = copy(self)
        other.state, other.recorder = self.state.copy(), None
        other.decisions, other.forced = list(self.decisions), list(self.forced)
        return other

    def moment(self) -> Moment:
        """The game as it stands."""
        events = len(self.recorder.record.events) if self.recorder else 0
        return Moment(self.state.copy(), events, tuple(self.decisions), tuple(self.forced))

    def back_to(self, moment: Moment) -> None:
        """Take back all that was played since; the record then is as if it had never been."""
        self.state = moment.state.copy()
        self.decisions, self.forced = list(moment.decisions), list(moment.forced)
        if self.recorder is not None:
            self.recorder.rewind(self.state, moment.events)

    def outcome(self) -> int:
        """What chance draws here."""
        return self.state.keyed_chance(self.seed, self.block, self.luck)

    def choice(self, allowed: Sequence[int]) -> int:
        """What the agent of the seat to act plays of these actions. Requires an agent there."""
        if len(allowed) == 1:
            return allowed[0]
        seat = self.state.current_player()
        agent, player = self.agents[seat], (seat - self.luck) % self.state.seats
        assert agent is not None
        seed = decision_seed(self.seed, agent.name, self.block, player, self.decisions[seat])
        return choose_among(agent, self.state, allowed, seed)

    def happens(self, action: int) -> None:
        """An outcome of chance, or a part of `apply_action`."""
        if self.recorder is None:
            self.state.apply_action(action)
        else:
            self.recorder.apply_action(action)

    def apply_action(self, action: int, forced: bool) -> None:
        """An action of the seat to act."""
        seat = self.state.current_player()
        self.happens(action)
        self.decisions[seat] += 1
        self.forced[seat] += forced

    def draw(self) -> bool:
        """Draw chance until a seat has to decide. False: the game is over."""
        while self.state.is_chance_node():
            self.happens(self.outcome())
        return not self.state.is_terminal()

    def play_out(self, allow: Callable[[Self, list[int]], Sequence[int]] | None = None) -> Self:
        """Play to the end; `allow` says which of the legal actions may be played."""
        while self.draw():
            legal = self.state.legal_actions()
            self.apply_action(self.choice(legal if allow is None else allow(self, legal)), len(legal) == 1)
        return self
