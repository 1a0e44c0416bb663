"""Agents: each chooses a legal action of the seat to act. A spec such as `mcts:1000` names one."""
from __future__ import annotations

import random
import re
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from types import FrameType
from typing import Any, Protocol

import numpy as np

from core_ext.state import State
from games.api import InputError
from games.frozen import frozen
from mcts.limits import MOST_SECONDS
from mcts.lots import best_by_lot
from mcts.pairs import paired_playouts
from mcts.params import SearchParams, parse_settings, settings_text
from mcts.redeals import resampled
from mcts.result import SearchResult
from mcts.search import search

SPECS = ("random", "greedy", "net:MODEL, as net:own", "heuristic:T with temperature T",
         "flat:N with N playouts a decision",
         "mcts:N with N simulations a decision, such as mcts:1000",
         "mcts:Xs with X seconds a decision, such as mcts:0.5s",
         "mcts:N,SETTING=VALUE with settings of the search, such as mcts:1000,policy=uct")
MOST = 10_000_000           # playouts or simulations a decision
HOTTEST = 1000.0            # temperature
DETERMINIZATIONS = 16       # over which flat Monte Carlo spreads its playouts


class Agent(Protocol):
    """Chooses actions. The same state and seed give the same action, unless the agent watches the clock."""

    @property
    def name(self) -> str: ...      # its spec in canonical form: two agents of one name play alike

    @property
    def reproducible(self) -> bool: ...

    def choose(self, state: State, seed: int) -> int: ...


@frozen
class Random:
    """Any legal action, all equally likely."""

    name: str = "random"
    reproducible: bool = True

    def choose(self, state: State, seed: int) -> int:
        """A legal action drawn with `seed`."""
        return random.Random(seed).choice(state.legal_actions())


@frozen
class Greedy:
    """The action to which the heuristics of the game give most weight, by lot among equals. No look-ahead."""

    name: str = "greedy"
    reproducible: bool = True

    def choose(self, state: State, seed: int) -> int:
        """The heaviest action; `seed` draws the lots."""
        return best_by_lot(state.legal_actions(), state.action_weights(), seed)


@frozen
class NetAlone:
    """The turn that a net likes best, one look ahead and no search. What the seat cannot see is drawn anew for it."""

    model: str
    reproducible: bool = True

    @property
    def name(self) -> str:
        """As in `net:own`."""
        return f"net:{self.model}"

    def choose(self, state: State, seed: int) -> int:
        """The first action of the best turn. Raises InputError where the model is not one of this game, or judges only
        what the heuristics have played on to.
        """
        from core_ext.judged import plays_on
        from core_ext.selfplay import best_turn
        from mcts.models import model_for

        if plays_on(state):
            raise InputError(f"agent: found {self.name}, but a net of this game judges only what the heuristics have "
                             "played on to; expected a search with it, such as mcts:1000,model=FILE")
        seen = resampled(state, state.current_player(), seed) if state.hides else state
        return best_turn(model_for(state, self.model).net, seen)[0]


@frozen
class Heuristic:
    """An action drawn by the heuristics of the game, with chances in proportion to weight ** (1 / temperature).

    This is how people err: what looks far worse is rarely taken, what looks nearly as good often is (the choice rule of
    Luce, Individual Choice Behavior, 1959; quantal response of McKelvey and Palfrey, 1995). At 1 it plays as playouts
    do, near 0 as `greedy`; a high temperature takes any action of some weight.
    """

    temperature: float
    reproducible: bool = True

    @property
    def name(self) -> str:
        """As in `heuristic:1`."""
        return f"heuristic:{self.temperature:g}"

    def choose(self, state: State, seed: int) -> int:
        """An action drawn with `seed`."""
        return self.drawn(state.legal_actions(), state.action_weights(), seed)

    def drawn(self, actions: Sequence[int], weights: Sequence[float], seed: int) -> int:
        """One of these actions. Where none has weight all are equally likely."""
        most = max(weights)
        chances = [(weight / most) ** (1 / self.temperature) for weight in weights] if most > 0 else None
        return random.Random(seed).choices(actions, chances)[0]


@frozen
class Flat:
    """Flat Monte Carlo: playouts shared out equally over the legal actions, which all see the same random streams."""

    playouts: int
    reproducible: bool = True

    @property
    def name(self) -> str:
        """As in `flat:200`."""
        return f"flat:{self.playouts}"

    def choose(self, state: State, seed: int) -> int:
        """The action whose playouts have the highest mean utility for the seat to act, by lot among equals."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        return best_by_lot(actions, flat_means(state, actions, max(1, self.playouts // len(actions)), seed), seed)


@frozen
class Search:
    """Monte Carlo tree search with a budget a decision: simulations, or seconds of wall clock."""

    params: SearchParams

    @cached_property
    def name(self) -> str:
        """As in `mcts:1000`, `mcts:0.5s` or `mcts:1000,policy=uct`; it is asked for at every decision."""
        p, settings = self.params, settings_text(self.params)
        budget = f"{p.simulations}" if p.seconds is None else f"{p.seconds:g}s"
        return f"mcts:{budget},{settings}" if settings else f"mcts:{budget}"

    @property
    def reproducible(self) -> bool:
        """A clock makes no two runs alike, nor do threads that share a tree."""
        return self.params.repeatable

    def choose(self, state: State, seed: int) -> int:
        """The best action found. Raises KeyboardInterrupt where Ctrl-C came during the search."""
        return self.ranked(state, seed)[0]

    def ranked(self, state: State, seed: int) -> list[int]:
        """The actions, best first. Raises KeyboardInterrupt where Ctrl-C came during the search.

        A stopped search hands over what it has. That is good for advice, but not for a move of a game.
        """
        with interrupts_noted() as noted:
            found = self.find(state, seed)
        if noted or found.stopped:
            raise KeyboardInterrupt
        return [move.action for move in found.moves]

    def find(self, state: State, seed: int) -> SearchResult:
        """The search of one decision. It ends when the rest of the budget cannot change the most visited move."""
        return search(state, replace(self.params, seed=seed, early_stop=self.params.early_stop is not False))


@contextmanager
def interrupts_noted() -> Iterator[list[int]]:
    """The signals of Ctrl-C that come meanwhile, also where the code within handles them. Main threads only."""
    noted: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield noted
        return

    def note(number: int, frame: FrameType | None) -> None:
        noted.append(number)
        before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)


def flat_means(state: State, actions: list[int], each: int, seed: int) -> list[float]:
    """Mean utility of the seat to act over `each` playouts after each action.

    Playout k of every action draws from stream (seed, k) and begins in the same determinization, so
    luck that helps all actions cancels out of their differences.
    """
    totals = np.zeros(len(actions))
    parts = min(DETERMINIZATIONS, each)
    for part in range(parts):
        first, last = each * part // parts, each * (part + 1) // parts
        dealt = resampled(state, state.current_player(), seed + part)
        totals += paired_playouts(dealt, actions, last - first, seed, first, dealt=True).utilities.sum(axis=1)
    return [float(total / each) for total in totals]


def choose_among(agent: Agent, state: State, allowed: Sequence[int], seed: int) -> int:
    """The agent's choice where only some of the legal actions are open to it: its best of these, at its full budget.

    It is the agent's own choice whenever that one is allowed.
    """
    if isinstance(agent, Search):
        return next((action for action in agent.ranked(state, seed) if action in allowed), allowed[0])
    if (free := agent.choose(state, seed)) in allowed:
        return free
    if isinstance(agent, Greedy | Heuristic):
        weight = dict(zip(state.legal_actions(), state.action_weights(), strict=True))
        weights = [weight[action] for action in allowed]
        return best_by_lot(allowed, weights, seed) if isinstance(agent, Greedy) else agent.drawn(allowed, weights, seed)
    if isinstance(agent, Flat):
        means = flat_means(state, list(allowed), max(1, agent.playouts // len(allowed)), seed)
        return best_by_lot(allowed, means, seed)
    return allowed[seed % len(allowed)]


class NoAgent(InputError):
    """A word that is no spec of an agent."""


def make(spec: str) -> Agent:
    """The agent a spec names. Raises InputError, NoAgent with a list of what is right."""
    kind, colon, rest = spec.strip().partition(":")
    plain: dict[str, Callable[[], Agent]] = {"random": Random, "greedy": Greedy}
    if kind in plain and not colon:
        return plain[kind]()
    if kind == "heuristic" and re.fullmatch(r"[0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9}", rest):
        return _heuristic(spec, float(rest))
    if kind == "net" and rest and "," not in rest:
        return NetAlone(rest)
    if kind == "flat" and re.fullmatch(r"[0-9]{1,12}", rest):
        return Flat(_count(spec, rest))
    if kind == "mcts":
        budget, _, settings = rest.partition(",")
        if re.fullmatch(r"[0-9]{1,12}", budget):
            return _search(spec, settings, simulations=_count(spec, budget))
        if re.fullmatch(r"([0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9})s", budget):
            seconds = float(budget[:-1])
            if not 0 < seconds <= MOST_SECONDS:
                raise InputError(f"agent {spec!r}: found {seconds:g} seconds, expected above 0, up to {MOST_SECONDS:g}")
            return _search(spec, settings, seconds=seconds)
    raise NoAgent(f"agent: found {spec[:60]!r}, expected one of: {'; '.join(SPECS)}")


def _count(spec: str, text: str) -> int:
    if not 1 <= int(text) <= MOST:
        raise InputError(f"agent {spec!r}: found {text}, expected 1 to {MOST} a decision")
    return int(text)


def _heuristic(spec: str, temperature: float) -> Heuristic:
    if not 0.01 <= temperature <= HOTTEST:
        raise InputError(f"agent {spec!r}: found temperature {temperature:g}, expected 0.01 to {HOTTEST:g}")
    return Heuristic(temperature)


def _search(spec: str, settings: str, **budget: Any) -> Search:
    try:
        return Search(SearchParams(**budget, **parse_settings(settings)))
    except InputError as error:
        raise InputError(f"agent {spec[:60]!r}: {error}") from None
