"""One game between agents: chance drawn by key, each agent's search from streams of its own."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import games
from games.api import InputError
from games.frozen import frozen
from games.records import Recorder, plain
from mcts.agents import make
from mcts.limits import MOST_SEED
from mcts.margins import margins
from mcts.table import Table


@frozen
class Task:
    """One game to be played, as plain data: a worker process builds the state and the agents from it."""

    game: str
    seats: int
    options: Mapping[str, str]
    seed: int                   # of the run
    agents: tuple[str, ...]     # the spec of each seat's agent
    number: int = 0             # of the game in its run
    block: int = 0              # games of one block see the same luck
    rotation: int = 0           # which game of its block
    luck: int = 0               # seat s has the luck of logical player (s - luck) mod seats
    entrants: tuple[int, ...] = ()      # which entrant of a match sits in each seat


@dataclass
class Finished:
    """A finished game: what happened to each seat, and the record it replays from."""

    task: Task
    scores: list[float]
    wins: list[float]           # share of the win
    margins: list[float]        # own score less the mean of the other seats'
    sources: list[dict[str, float]]
    decisions: list[int]        # a seat's turns to choose
    forced: list[int]           # of these, with one legal action only
    rounds: int                 # 0 where the game does not count them
    placed: list[dict[str, int]] = field(default_factory=list)      # tiles of each seat at the end, by name
    facts: list[dict[str, Any]] = field(default_factory=list)       # what else a game says of each seat, such as board
    record: list[str] = field(default_factory=list)                 # JSON lines

    def rows(self) -> list[dict[str, Any]]:
        """One row a seat."""
        t = self.task
        return [{"game": t.number, "block": t.block, "rotation": t.rotation, "luck": t.luck, "seat": s,
                 "agent": t.agents[s], "score": self.scores[s], "win": self.wins[s], "margin": self.margins[s],
                 "decisions": self.decisions[s], "forced": self.forced[s], "rounds": self.rounds,
                 **(self.facts[s] if self.facts else {}),
                 **{f"source_{name}": points for name, points in self.sources[s].items()}} for s in range(t.seats)]

    def tiles(self) -> list[dict[str, Any]]:
        """One row a seat and tile name of which the seat has any at the end."""
        return [{"game": self.task.number, "block": self.task.block, "seat": s, "tile": name, "count": count}
                for s, own in enumerate(self.placed) for name, count in sorted(own.items()) if count]


def check_seed(seed: int) -> int:
    """The seed, if it can be used. Raises InputError."""
    if not 0 <= seed <= MOST_SEED:
        raise InputError(f"seed: found {seed}, expected 0 to {MOST_SEED}")
    return seed


def play(task: Task) -> Finished:
    """Play one game to its end. The same task gives the same game, unless an agent watches the clock."""
    game = games.load(task.game)
    state = game.start(task.seats, dict(task.options))
    agents = [make(spec) for spec in task.agents]
    recorder = Recorder(game, state, task.seed, [a.name for a in agents], block=task.block, rotation=task.rotation)
    table = Table(state, agents, task.seed, task.block, task.luck, recorder)
    table.play_out()
    return outcome_of(task, table)


def outcome_of(task: Task, table: Table) -> Finished:
    """How the game at a table ended, with its record where one was kept."""
    state = table.state
    scores = [float(x) for x in state.scores()]
    return Finished(
        task=task, scores=scores, wins=[float(x) for x in state.win_shares()], margins=margins(scores).tolist(),
        sources=[{name: plain(x) for name, x in seat.items()} for seat in state.sources()],
        decisions=table.decisions, forced=table.forced, rounds=state.rounds(), placed=state.placed(),
        facts=state.seat_facts(), record=[] if table.recorder is None else table.recorder.finish().lines())
