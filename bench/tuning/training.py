"""Positions from which a value function learns: what each seat has, and what the position turned out to be worth.

From weighted playouts, each position judged by further playouts; or from games of a search among itself, each judged by
what became of it. What playouts think of a position is what bad players make of it: a search that is to play better
than its playouts learns more from its own games (Silver et al., Mastering the game of Go, 2017, with a linear value
function for the network).
"""
from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core_ext.playout import playouts
from core_ext.state import State
from games.api import InputError
from games.registry import load
from mcts.agents import Search, make
from mcts.table import Table, decision_seed
from mcts.workers import in_order
from reports.terminal.progress import Progress

Array = NDArray[np.float64]
Inputs = NDArray[np.float32]


@dataclass(frozen=True)
class Training:
    """Training positions and what they are worth."""

    inputs: Inputs              # (positions, seats, features)
    worth: Array                # (positions, seats), scaled to sum to 1 over the seats

    def __len__(self) -> int:
        return len(self.inputs)

    def split(self, at: int) -> tuple[Training, Training]:
        """The first `at` positions, and the others."""
        return Training(self.inputs[:at], self.worth[:at]), Training(self.inputs[at:], self.worth[at:])


def decisions(start: State, seed: int) -> list[State]:
    """A weighted playout: the position at each decision."""
    state, found, step = start.copy(), [], 0
    while not state.is_terminal():
        if state.is_chance_node():
            action = state.sample_chance(seed, step)
        else:
            found.append(state.copy())
            action = state.weighted_action(seed, step)
        state.apply_action(action)
        step += 1
    return found


def of_playouts(start: State, positions: int, each: int, trials: int, seed: int) -> Training:
    """`each` positions from one weighted playout, worth the mean utilities of `trials` further ones."""
    inputs: list[list[list[float]]] = []
    worth: list[Array] = []
    chance = random.Random(seed)
    with Progress("positions of playouts") as progress:
        while len(inputs) < positions:
            walk = decisions(start, chance.getrandbits(62))
            for state in chance.sample(walk, min(each, len(walk))):
                inputs.append(seen(state))
                mean = playouts(state, trials, chance.getrandbits(62))["utilities"].mean(axis=0)
                worth.append(mean / mean.sum())
            progress(len(inputs) / positions)
    return Training(np.array(inputs, np.float32), np.array(worth))


def seen(state: State) -> list[list[float]]:
    """What the value function sees of each seat."""
    return [state.features(seat) for seat in range(state.seats)]


@dataclass(frozen=True)
class Task:
    """A game of two equal searches."""

    game: str
    options: Mapping[str, str]
    agent: str
    seed: int
    number: int
    trust: float                # in what comes later, against what the search thinks: lambda of TD(lambda)


def of_searches(game: str, options: Mapping[str, str], agent: str, number: int, seed: int, trust: float,
                jobs: int = 1) -> Training:
    """Every decision of so many games with two seats, worth its lambda-return. Raises InputError for other agents."""
    if not isinstance(make(agent), Search):
        raise InputError(f"--agent: found {agent}, expected a search, such as mcts:400")
    tasks = [Task(game, options, agent, seed, n, trust) for n in range(number)]
    found = []
    with Progress(f"games of {agent}", number) as progress:
        for one in in_order(training_of, tasks, jobs):
            found.append(one)
            progress(len(found) / number)
    return Training(np.concatenate([one.inputs for one in found]),
                   np.concatenate([one.worth for one in found]))


def training_of(task: Task) -> Training:
    """One game: its decisions with a choice, in their order. Raises ValueError where not two seats play for one sum."""
    state, player = load(task.game).start(2, dict(task.options)), make(task.agent)
    assert isinstance(player, Search)
    table = Table(state, (None, None), task.seed, task.number)
    inputs: list[list[list[float]]] = []
    thought: list[float] = []               # utility of seat 0, as the search saw it
    while table.draw():
        actions, mover = state.legal_actions(), state.current_player()
        if len(actions) == 1:
            table.apply_action(actions[0], True)
            continue
        best = player.find(state, decision_seed(task.seed, task.agent, task.number, mover, len(inputs))).moves[0]
        inputs.append(seen(state))
        thought.append(best.utility if mover == 0 else 1 - best.utility)
        table.apply_action(best.action, False)
    end = state.returns()
    if abs(sum(end) - 1) > 1e-6:
        raise ValueError(f"utilities: found a sum of {sum(end):g}, expected 1: what one seat wins the other loses")
    first = returns(thought, end[0], task.trust)
    return Training(np.array(inputs, np.float32), np.stack([first, 1 - first], axis=1))


def returns(thought: list[float], end: float, trust: float) -> Array:
    """lambda-returns of a game's decisions: of each the mean of what the next one was thought to be worth (1 - trust)
    and of its own return (trust), and of the last one the end. (Sutton & Barto, Reinforcement Learning, 2018, ch. 12)
    """
    found, later = np.empty(len(thought)), end
    for i in reversed(range(len(thought))):
        found[i] = later
        later = (1 - trust) * thought[i] + trust * later
    return found
