"""Luck and skill: what each chance event of a played game was worth to each seat, and what the decisions made of it.

V is what playouts by the game's heuristics come to on average: points ahead (own less the mean of the others) and
the share of the win, for each seat. The luck of a chance event is V after what came, less V before it came, which is
the mean over all that could have fallen. What is left of the outcome, less V at the start, is the decisions:

    margin = start + luck + decisions

Whoever plays, and however wrong V is, luck is 0 on average, since both its terms are means of the same V, estimated
apart. So luck can be taken out of a result without bias, and much of the chance in it goes with it: Burch, Schmid,
Moravcik, Morrill and Bowling, "AIVAT" (2018). Draws with no decision between them are one event.

Of a finished game the whole position counts: what a card is worth is counted when it is drawn, whoever saw it. Of a
game that is not over, V is that of one seat's knowledge, and tells nothing that this seat cannot know.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core_ext.playout import playouts
from games.frozen import frozen
from mcts.interval import Z95
from mcts.limits import SEEDS
from mcts.margins import margins
from mcts.pairs import STRIDES, Floats
from mcts.redeals import resampled

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game

FEWEST = 4          # playouts of each outcome of a single draw, where all of them are looked at
STEPS = 200         # of playouts, for each simulation that the decisions of the game get; more than that takes too long
PILOT = 8           # playouts that tell how long a playout is
LEAST = 50          # playouts of a value at least
ENDS = 4            # times as many playouts of the start, and of a game that is not over
EVENTS, OTHERS, PARTS = 2, 3, -1    # purposes of seeds: events are numbered from here on, in twos; their parts down
NAMED = 5           # events worth most whose biggest part is looked for
TOGETHER = 3        # more draws of one kind than these, one after the other, are one part


@frozen
class ChanceEvent:
    """Draws with no decision between them, and what they were worth to each seat beside what could have fallen."""

    event: int                      # number of the first draw in the record, from 1
    draws: int
    outcomes: tuple[str, ...]       # what came, without what nobody may be told yet
    points: tuple[float, ...]       # points ahead that it was worth, of each seat; they sum to 0
    points_stderr: tuple[float, ...]
    win: tuple[float, ...]          # the same in shares of the win
    win_stderr: tuple[float, ...]
    biggest: str | None = None      # of the events worth most: the draw, or draws of a kind, that most of it came from


@frozen
class Account:
    """What the outcome of one seat is made of, in one unit: result = start + luck + decisions."""

    result: float               # of a game that is not over, what is expected
    result_stderr: float        # 0 for a finished game
    start: float                # expected before the first event of the record
    start_stderr: float
    luck: float
    luck_stderr: float
    decisions: float
    decisions_stderr: float


@frozen
class Luck:
    """Luck and skill of a game: the events in order of play, and the account of each seat in points and in wins."""

    finished: bool
    playouts: int                   # of each position that was valued
    events: tuple[ChanceEvent, ...]
    points: tuple[Account, ...]     # points ahead: own less the mean of the others
    win: tuple[Account, ...]        # shares of the win


class Run(NamedTuple):
    """Chance from one decision to the next."""

    event: int
    before: State
    outcomes: list[int]
    after: State


class Estimate(NamedTuple):
    """A mean and its variance: arrays of (points or win, seat)."""

    mean: Floats
    variance: Floats


def chance_runs(start: State, actions: Sequence[int]) -> Iterator[Run]:
    """The chance events of a game, except those of which only one thing could come."""
    at, before, event, outcomes, certain = start.copy(), start, 0, list[int](), True
    for number, action in enumerate(actions, start=1):
        if at.is_chance_node():
            if not outcomes:
                before, event, certain = at.copy(), number, True
            certain = certain and len(at.chance_outcomes()) == 1
            outcomes.append(action)
        at.apply_action(action)
        if outcomes and not at.is_chance_node():
            if not certain:
                yield Run(event, before, outcomes, at.copy())
            outcomes = []
    if outcomes and not certain:
        yield Run(event, before, outcomes, at.copy())


def luck(game: Game, start: State, actions: Sequence[int], simulations: int, seed: int = 0, viewer: int | None = None,
         progress: Callable[[float], None] = lambda share: None) -> Luck:
    """Luck and skill of the game that `actions`, chance included, play from `start`.

    `simulations` are those that each decision gets: a value gets as many playouts, or fewer where the game has so many
    chance events that all of it would take long. `viewer` is the seat whose knowledge counts while the game is not
    over.
    """
    runs, end, deciding = list(chance_runs(start, actions)), start.copy(), 0
    for action in actions:
        deciding += end.current_player() >= 0
        end.apply_action(action)
    finished = end.is_terminal()
    eyes = viewer if start.hides and not finished else None     # not all that was hidden need ever have come to light
    count = _count(start, runs, simulations, deciding)
    opening = _estimate(valued(start, ENDS * count, _seed(seed, 0), eyes))
    ending = _estimate(valued(end, 1 if finished else ENDS * count, _seed(seed, 1), eyes))
    events, total = list[ChanceEvent](), Estimate(np.zeros_like(opening.mean), np.zeros_like(opening.mean))
    for k, run in enumerate(runs):
        found = luck_of(run, count, (_seed(seed, EVENTS + 2 * k), _seed(seed, OTHERS + 2 * k)), eyes)
        total = Estimate(total.mean + found.mean, total.variance + found.variance)
        events.append(_event(game, run, found, eyes))
        progress((k + 1) / len(runs))
    for k in sorted(range(len(events)), key=lambda k: -max(map(abs, events[k].points)))[:NAMED]:
        if eyes is None and events[k].draws > 1:
            events[k] = replace(events[k], biggest=_biggest(game, runs[k], events[k], count, _seed(seed, PARTS - k)))
    accounts = [tuple(_account(opening, ending, total, unit, s) for s in range(start.seats)) for unit in (0, 1)]
    return Luck(finished, count, tuple(events), *accounts)


def luck_of(run: Run, count: int, seeds: tuple[int, int], viewer: int | None = None) -> Estimate:
    """V after what came less V before, by about `count` playouts of each.

    A single draw is compared with each outcome in turn, as often as its chance says, by playouts on the same streams:
    most of what comes later is then common to both. A longer event is compared with draws of the playouts themselves.
    """
    outcomes = run.before.chance_outcomes() if len(run.outcomes) == 1 and viewer is None else []
    if not 0 < FEWEST * len(outcomes) <= count:
        after, before = (_estimate(valued(at, count, seed, viewer))
                         for at, seed in zip((run.after, run.before), seeds, strict=True))
        return Estimate(after.mean - before.mean, after.variance + before.variance)
    counts = [max(FEWEST, round(chance * count)) for _, chance in outcomes]
    fell, first = valued(run.after, sum(counts), seeds[0]), 0
    mean, variance = np.zeros((2, run.before.seats)), np.zeros((2, run.before.seats))
    for (outcome, chance), n in zip(outcomes, counts, strict=True):
        if outcome != run.outcomes[0]:
            other = run.before.copy()
            other.apply_action(outcome)
            part = _estimate(fell[:, first:first + n] - valued(other, n, seeds[0], first=first))
            mean, variance = mean + chance * part.mean, variance + chance ** 2 * part.variance
        first += n
    return Estimate(mean, variance)


def valued(state: State, count: int, seed: int, viewer: int | None = None, first: int = 0) -> Floats:
    """Points ahead and shares of the win that `count` playouts come to: an array (2, playouts, seats).

    Playout k draws from stream (seed, first + k). For a viewer it begins in a redeal of what that seat cannot know.
    """
    if viewer is None:
        made = playouts(state, count, seed, first)
        return np.stack([ahead(made["scores"]), made["wins"]])
    dealt = ((k, resampled(state, viewer, seed + STRIDES[1] * k)) for k in range(first, first + count))
    return np.concatenate([valued(at, 1, seed, first=k) for k, at in dealt], axis=1)


def ahead(scores: Floats) -> Floats:
    """Points of each seat less the mean of the others, along the last axis; a lone seat's as they are."""
    return margins(scores) if scores.shape[-1] > 1 else scores


def _count(start: State, runs: Sequence[Run], simulations: int, deciding: int) -> int:
    """Playouts of a value: as many as a decision has simulations, fewer where their steps would be too many."""
    half = playouts(start, PILOT, 0)["steps"] / PILOT / 2
    share = STEPS * deciding / max(1.0, 2 * len(runs) * half)
    return max(LEAST, min(simulations, int(share * simulations)))


def _seed(seed: int, purpose: int) -> int:
    """Seeds of their own for every value, apart from those of the searches, which count up from `seed`."""
    return (STRIDES[0] * (purpose + 1) + STRIDES[1] + seed) % SEEDS


def _estimate(values: Floats) -> Estimate:
    count = values.shape[1]
    spread = values.var(axis=1, ddof=1) / count if count > 1 else np.zeros_like(values[:, 0])
    return Estimate(values.mean(axis=1), spread)


def _event(game: Game, run: Run, found: Estimate, viewer: int | None) -> ChanceEvent:
    texts, at = [], run.before.copy()
    for outcome in run.outcomes:
        text = game.notation.action_text(at, outcome) if viewer is None else game.told(at, outcome, viewer)
        texts.append(text or "hidden")
        at.apply_action(outcome)
    (points, win), (points_stderr, win_stderr) = found.mean.tolist(), np.sqrt(found.variance).tolist()
    return ChanceEvent(run.event, len(run.outcomes), tuple(texts), tuple(points), tuple(points_stderr), tuple(win),
                       tuple(win_stderr))


def _biggest(game: Game, run: Run, event: ChanceEvent, count: int, seed: int) -> str | None:
    """The part of an event between whose ends V moved most, where that is half of the event and beyond its error."""
    names, ends = list[str](), [run.before]
    for _, group in groupby(zip(event.outcomes, run.outcomes, strict=True), key=lambda drawn: drawn[0].split()[0]):
        drawn = list(group)
        parts = [drawn] if len(drawn) > TOGETHER else [[one] for one in drawn]
        for part in parts:
            names.append(part[0][0] if len(part) == 1 else f"{len(part)} x {part[0][0].split()[0]}")
            ends.append(ends[-1].copy())
            for _, outcome in part:
                ends[-1].apply_action(outcome)
    seat = max(range(len(event.points)), key=lambda s: abs(event.points[s]))
    values = [_estimate(valued(at, max(LEAST, count // 2), (seed + k) % SEEDS)) for k, at in enumerate(ends)]
    means, variances = (np.array([v[part][0, seat] for v in values]) for part in (0, 1))
    moved = np.diff(means) * np.sign(event.points[seat])
    top = int(moved.argmax())
    sure = moved[top] > Z95 * sqrt(variances[top] + variances[top + 1])
    return names[top] if sure and moved[top] > abs(event.points[seat]) / 2 else None


def _account(opening: Estimate, ending: Estimate, total: Estimate, unit: int, seat: int) -> Account:
    (start, result, luck), (v_start, v_result, v_luck) = (
        [float(e[part][unit, seat]) for e in (opening, ending, total)] for part in (0, 1))
    return Account(result, sqrt(v_result), start, sqrt(v_start), luck, sqrt(v_luck), result - start - luck,
                   sqrt(v_result + v_start + v_luck))
