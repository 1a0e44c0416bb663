"""Lines of play: games that are played to their end, restricted at one seat, or forked at a decision."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import nan
from typing import Any, Self

import games
from games.records import Recorder
from mcts.agents import make
from mcts.play import Finished, Task, outcome_of
from mcts.simulate import Player
from mcts.table import Table

PLAYED, MAIN, TAKEN, LEFT = "played", "main", "taken", "left"       # arms; a fork leaves the main line
NOBODY = -1
WHEN = "when"           # column of a run that forks: the share of the main line's decisions that a fork came after
PLACE = "place"         # column: a seat's place in the turn order that the game began with, the first being 0
UNPLACED = -1           # in a game that never said so
MOST_MOVES = 24         # first moves that are tried


@dataclass(frozen=True)
class Trial:
    """One game to be played, as plain data; for take or leave a game and the forks that leave it."""

    task: Task
    experiment: str
    item: str = ""                  # that the block is about; empty where it is about many
    value: str = ""                 # of the printed number that is varied
    held: tuple[str, ...] = ()      # by seat: what it was handed, or may not take
    never: int = NOBODY             # the seat that may not take `held`
    forks: bool = False             # at each seat's first chance to take the item
    opens: bool = False             # into every move of the first decision with a choice
    style: str = ""                 # by which the seat `never` plays; empty: it may not take what it holds
    agent: str = ""                 # whose experiment it is, where not all seats are played by the same

    @property
    def asked_of(self) -> str:
        """The agent of whom the experiment is asked."""
        return self.agent or self.task.agents[0]


@dataclass
class Played:
    """A finished game with its place in the experiment."""

    trial: Trial
    finished: Finished
    taken: list[Counter[str]]       # items that each seat took, by name
    number: int
    arm: str = PLAYED
    focal: int = NOBODY
    when: float = nan               # of a fork: the share of the main line's decisions that it came after
    record: list[str] = field(default_factory=list)     # none, unless the run keeps records: the trial plays it again

    def rows(self) -> list[dict[str, Any]]:
        """One row a seat."""
        t = self.trial
        held = t.held or ("",) * t.task.seats
        place = {"experiment": t.experiment, "item": t.item, "value": t.value, "arm": self.arm, "focal": self.focal,
                 "agent": t.asked_of}
        if t.forks:
            place |= {WHEN: self.when}
        return [{**row, "game": self.number, **place, "held": held[s]} for s, row in enumerate(self.finished.rows())]

    def tiles(self) -> list[dict[str, Any]]:
        """One row a seat and item that it took."""
        return [{"game": self.number, "block": self.trial.task.block, "seat": s, "tile": name, "count": count}
                for s, own in enumerate(self.taken) for name, count in sorted(own.items())]


class Line(Table):
    """A game of an experiment, in which is counted what each seat takes."""

    def __init__(self, task: Task, recorded: bool = False) -> None:
        self.task, self.game = task, games.load(task.game)
        state, agents = self.game.start(task.seats, dict(task.options)), [make(spec) for spec in task.agents]
        recorder = Recorder(self.game, state, task.seed, [a.name for a in agents], block=task.block,
                            rotation=task.rotation) if recorded else None
        super().__init__(state, agents, task.seed, task.block, task.luck, recorder)
        self.taken: list[Counter[str]] = [Counter() for _ in range(task.seats)]
        self.order: Sequence[int] = ()      # the first turn order, as soon as it is known

    def fork(self) -> Self:
        """The same game, to be played on by itself."""
        other = super().fork()
        other.taken = [Counter(own) for own in self.taken]
        other.recorder = self.recorder and self.recorder.fork(other.state)
        return other

    def apply_action(self, action: int, forced: bool) -> None:
        """A seat's action."""
        self.order = self.order or self.game.balance.order(self.state) or ()
        name = self.takes(action)
        if name is not None:
            self.taken[self.state.current_player()][name] += 1
        super().apply_action(action, forced)

    def takes(self, action: int) -> str | None:
        """The item that a legal action acquires."""
        return None if self.game.balance.takes is None else self.game.balance.takes(self.state, action)

    def finished(self) -> Finished:
        """How the game ended; besides what the game says of each seat, its place in the first turn order."""
        found = outcome_of(self.task, self)
        place = {seat: at for at, seat in enumerate(self.order)}
        facts = found.facts or [{} for _ in found.scores]
        found.facts = [{**own, PLACE: place.get(seat, UNPLACED)} for seat, own in enumerate(facts)]
        return found

    def played(self, trial: Trial, number: int, arm: str = PLAYED, focal: int = NOBODY, when: float = nan) -> Played:
        """The finished game in its place in the experiment, with its record if there is one."""
        if self.recorder is not None:
            self.recorder.record.more |= {"number": number, "arm": arm}
        finished = self.finished()
        return Played(trial, finished, self.taken, number, arm, focal, when, finished.record)


def play_trial(trial: Trial, recorded: bool = False) -> list[Played]:
    """Play a trial: its game, and after it the forks in the order of the seats' first chances.

    A record says which game of the run it is of, and which arm of a fork.
    """
    line = Line(trial.task, recorded)
    if trial.forks:
        return _forked(trial, line)
    if trial.opens:
        return _opened(trial, line)
    line.play_out(_never(trial) if trial.never >= 0 else None)
    return [line.played(trial, trial.task.number)]


@dataclass(frozen=True)
class Trialist:
    """Plays trials with one version of the program. A worker elsewhere may hold another: it refuses."""

    player: Player
    recorded: bool = False      # whether the games are written down

    def __call__(self, trial: Trial) -> list[Played]:
        """Play one trial. Raises InputError in another version."""
        self.player.check()
        return play_trial(trial, self.recorded)


def _never(trial: Trial) -> Callable[[Line, list[int]], Sequence[int]]:
    """Leaves out what takes the item, for the seat that may not; where nothing else is legal it may."""
    if trial.style:
        return _by_style(trial)
    item = trial.held[trial.never]

    def allow(line: Line, legal: list[int]) -> Sequence[int]:
        if line.state.current_player() != trial.never or len(legal) == 1:
            return legal
        return [a for a in legal if line.takes(a) != item] or legal

    return allow


def _by_style(trial: Trial) -> Callable[[Line, list[int]], Sequence[int]]:
    """Holds the seat `never` to the style, as far as what is legal lets it."""
    style = games.load(trial.task.game).balance.styles[trial.style]
    never, always = (re.compile(pattern) if pattern else None for pattern in (style.never, style.always))

    def allow(line: Line, legal: list[int]) -> Sequence[int]:
        if line.state.current_player() != trial.never or len(legal) == 1:
            return legal
        texts = {a: line.game.notation.action_text(line.state, a) for a in legal}
        kept = [a for a in legal if never is None or not never.match(texts[a])] or legal
        return [a for a in kept if always is not None and always.match(texts[a])] or kept

    return allow


def _forked(trial: Trial, line: Line) -> list[Played]:
    """The main line, in which everybody plays freely, and one game a seat that had the chance to take the item.

    One branch of every fork is the main line itself: the agent takes the item there, or does not.
    """
    waiting, branches, decisions = set(range(trial.task.seats)), [], 0
    while line.draw():
        legal, seat = line.state.legal_actions(), line.state.current_player()
        action = line.choice(legal)
        if seat in waiting and len(legal) > 1:
            taking = [a for a in legal if line.takes(a) == trial.item]
            if taking and len(taking) < len(legal):
                waiting.remove(seat)
                takes = action in taking
                other = line.choice([a for a in legal if a not in taking] if takes else taking)
                branch = line.fork()
                branch.apply_action(other, False)
                branches.append((seat, LEFT if takes else TAKEN, branch, decisions))
        line.apply_action(action, len(legal) == 1)
        decisions += 1
    number = trial.task.number
    out = [line.played(trial, number, MAIN)]
    for seat, arm, branch, before in branches:
        branch.play_out()
        out.append(branch.played(trial, number + 1 + seat, arm, seat, before / decisions))
    return out


def _opened(trial: Trial, line: Line) -> list[Played]:
    """A game a move of the first decision with a choice: the agent's own, then those the heuristics like best.

    Arms are `own` or `try` and the text of the move.
    """
    while line.draw():
        legal = line.state.legal_actions()
        if len(legal) > 1:
            break
        line.apply_action(legal[0], True)
    else:
        return [line.played(trial, trial.task.number)]
    seat, own, weight = (
        line.state.current_player(),
        line.choice(legal),
        dict(zip(legal, line.state.action_weights(), strict=True)),
    )
    others = sorted((a for a in legal if a != own), key=lambda a: (-weight[a], a))[:MOST_MOVES - 1]
    out = []
    for at, action in enumerate((own, *others)):
        arm = f"{'try' if at else 'own'} {line.game.notation.action_text(line.state, action)}"
        branch = line.fork()
        branch.apply_action(action, False)
        branch.play_out()
        out.append(branch.played(trial, trial.task.number + at, arm, seat))
    return out
