"""Positions from all thirds of loosely played games; and games played on from a position."""
from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from core_ext.state import State
from games.registry import load
from mcts.agents import Agent
from mcts.confidence import PHASES

LOOSE = 0.25            # share of decisions drawn by the game's weights instead, so that no two games are alike


@dataclass(frozen=True)
class Position:
    """A decision with a choice, and how it was reached."""

    state: State
    actions: tuple[int, ...]        # from the start, chance included


@dataclass(frozen=True)
class Table:
    """Which game, at how many seats."""

    game: str
    seats: int | None = None
    options: tuple[tuple[str, str], ...] = ()

    def start(self) -> State:
        """The position before the first draw."""
        return load(self.game).start(self.seats, dict(self.options))


def play_on(state: State, agent: Agent, seed: int, loose: float = 0.0) -> Iterator[tuple[int, State]]:
    """Plays `state` on to its end, in place; each action, and the position before it."""
    chance, step = random.Random(seed), 0
    while not state.is_terminal():
        before = state.copy()
        if state.is_chance_node():
            action = state.sample_chance(seed, step)
        elif len(legal := state.legal_actions()) == 1:
            action = legal[0]
        elif chance.random() < loose:
            action = state.weighted_action(seed, step)
        else:
            action = agent.choose(state, chance.getrandbits(62))
        state.apply_action(action)
        yield action, before
        step += 1


def walks(table: Table, agent: Agent, games: int, seed: int, loose: float = LOOSE
          ) -> Iterator[tuple[list[Position], list[float]]]:
    """Of each game a decision with a choice out of each of its thirds, by number, and the share of the win a seat."""
    chance = random.Random(f"{table.game} {seed}")
    for _ in range(games):
        state, actions, met = table.start(), list[int](), list[Position]()
        for action, before in play_on(state, agent, chance.getrandbits(62), loose):
            if before.current_player() >= 0 and len(before.legal_actions()) > 1:
                met.append(Position(before, tuple(actions)))
            actions.append(action)
        thirds = [met[len(met) * k // PHASES:len(met) * (k + 1) // PHASES] for k in range(PHASES)]
        yield [chance.choice(third) for third in thirds if third], state.win_shares()


def continued(position: State, agent: Agent, games: int, seed: int) -> list[float]:
    """Shares of the win of the side to move, over games played on; what it cannot see is redealt for each."""
    chance, me, outcomes = random.Random(seed), position.current_player(), []
    for _ in range(games):
        state = position.copy()
        state.resample(me, chance.getrandbits(62))
        for _ in play_on(state, agent, chance.getrandbits(62)):
            pass
        outcomes.append(state.win_shares()[me])
    return outcomes
