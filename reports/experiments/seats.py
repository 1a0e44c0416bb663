"""Does it matter who begins? Places in turn order are compared; all are played by the same agent.

A place is one's place in the turn order that the game begins with: who starts is drawn, as a rule, so that all chairs
are alike, and the places are not. Every seat gets the same luck in turn: keys follow a logical player, who sits in
seat (l + r) mod n in game r, while who begins is the same in all games of a block. Every place meets every player's
luck.

Where the game can hand out a resource, one block in PRICED hands some of it to one seat, each in turn. That tells what
it is worth, and so how much of it would be fair to each place.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isnan, nan
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from games.api import Game, InputError
from mcts.play import Task
from reports.experiments import design
from reports.experiments.items import GIFTS, SEATS, Kind, quantity, with_items
from reports.experiments.plan import (
    OUTCOMES,
    BalancePlan,
    Cell,
    Data,
    Experiment,
    Findings,
    Named,
    Spread,
    Table,
    Told,
)
from reports.experiments.trials import Line, Trial
from reports.statistics.blocks import FEW, LEVEL
from reports.statistics.compensation import Paid, equal_scores, equal_wins, in_resource
from reports.statistics.effects import Effect, Floats, from_blocks, luck_left, par, rotated, win_shares
from reports.wording import minus, p_value

PRICED = 3          # one block in so many tells what the resource is worth
TOKENS = 2          # of the smallest token of the resource that are handed out then


def trials(plan: BalancePlan, cell: Cell, block: int, at: int) -> list[Trial]:
    """The same game with the luck going round the table; or with some of the resource doing so."""
    if not plan.tokens or at % PRICED < PRICED - 1:
        return design.luck_rotated(plan, cell, block, plan.options_of(cell))
    token, n = plan.tokens[0], plan.seats
    held = [tuple(token if s == r else "" for s in range(n)) for r in range(n)]
    given = [with_items(Kind("tokens", (token,), GIFTS), plan.options_of(cell), each) for each in held]
    return [Trial(plan.task(cell, block, r, given[r]), cell.experiment, "", cell.value, held[r]) for r in range(n)]


def check_order(game: Game, seats: int, options: Mapping[str, str], seed: int) -> None:
    """Raises InputError where nobody is given a place before the first decision: then all seats are equal."""
    line = Line(Task(game.name, seats, dict(options), seed, ("random",) * seats))
    if not line.draw() or game.balance.order(line.state) is None:
        raise InputError(f"--items {SEATS}: found no turn order before the first decision of {game.name}, as where "
                         "it is bid for: all seats are then equal by symmetry; expected options under which one begins")


def at_places(data: Data, column: str) -> Floats:
    """A column of the games in which nobody was handed anything, as [block, rotation, place]."""
    plain = data.of_blocks(~_priced(data))
    return plain.at_places(plain.cube(column))


def _priced(data: Data) -> np.ndarray:
    """Which rows are of blocks in which somebody was handed some of the resource."""
    return np.asarray((data.seats["held"] != "").groupby(data.seats["block"]).transform("any"), dtype=np.bool_)


def estimate(data: Data) -> Findings:
    """Each place off par, the joint test, fair compensation, and what a tie rule that names turn order gives."""
    out, n = Findings(), data.plan.seats
    if _priced(data).all():
        return out
    about = {"agent": data.cell.agent, "value": data.cell.value}
    for outcome in OUTCOMES:
        x, level = at_places(data, outcome), par(outcome, n)
        found = seats(x, level)
        for name, effect in zip(data.plan.items, found.effects, strict=True):
            out.rows.append(data.row(name, EXPERIMENT.estimand, outcome, effect))
        joint = found.joint
        out.tables.setdefault("joint_test", []).append(
            {**about, "outcome": outcome, "t2": joint.t2, "f": joint.f, "p": joint.p, "blocks": len(x)})
    scores = at_places(data, "score")
    gained, decided = tie_rule(at_places(data, "win"), win_shares(scores))
    out.tables["tie_rule"] = [{**about, "item": data.called(name), "win_from_tie_rule": float(gained[at]),
                               "games_decided": decided} for at, name in enumerate(data.plan.items)]
    out.tables["compensation"] = [{**about, **line} for line in _compensation(data, scores)]
    return out


def _compensation(data: Data, scores: Floats) -> list[dict[str, Any]]:
    """What each place but the first should get to be equal to it: a row by mean scores, and one by wins."""
    by_score, by_win = equal_scores(scores), equal_wins(scores)
    token, unit = token_worth(data), quantity(data.plan.tokens[0])[0] if data.plan.tokens else ""
    out = []
    for at, name in enumerate(data.plan.items[1:], start=1):
        behind, paid = by_score[at], by_win[at]
        most = float(quantity(data.plan.tokens[0])[1]) if token else nan
        amount = in_resource(behind, token, most).within(most) if token else Paid(nan, nan, nan)
        own = behind.interval
        common = {"item": data.called(name), "unit": unit, "blocks": len(scores)}
        out.append({**common, "outcome": "margin", "points": own.estimate, "low": own.low, "high": own.high,
                    "resource": amount.amount, "resource_low": amount.low, "resource_high": amount.high,
                    "resource_most": most})
        out.append({**common, "outcome": "win", "points": paid.amount, "low": paid.low, "high": paid.high,
                    "resource": nan, "resource_low": nan, "resource_high": nan, "resource_most": most})
    return out


def token_worth(data: Data) -> Effect | None:
    """What a seat's margin gains by the resource that is handed out; None where none was."""
    given = data.of_blocks(_priced(data))
    if not len(given.seats):
        return None
    held = (given.seats["held"] != "").to_numpy().reshape(-1, data.plan.seats, data.plan.seats)
    return rotated(given.cube("margin")[held].reshape(-1, data.plan.seats))


def effects(data: Data, x: Floats) -> Named:
    """Each place off par, of the blocks in which nobody was handed anything."""
    plain = ~_priced(data).reshape(-1, data.plan.seats ** 2)[:, 0]
    found = seats(data.at_places(x)[plain])
    return list(zip(data.plan.items, found.effects, strict=True))


def spread(data: Data, outcome: str) -> Spread:
    """Of the first place: all are alike in this."""
    return design.variance(at_places(data, outcome).mean(axis=1)[:, 0])


def joint_words(row: Mapping[str, Any]) -> str:
    """The joint test in a figure: verdicts on the same page answer for all budgets together, this test for its own."""
    if isnan(row["p"]):
        return ""
    by = "points" if row["outcome"] == "margin" else "wins"
    return f"The test that no place is favoured by {by} gives {p_value(row['p'])}."


def compensation_words(row: Mapping[str, Any]) -> str:
    """What would be fair to a place whose interval leaves out the first's; empty for the others."""
    if isnan(row["low"]) or row["low"] <= 0 <= row["high"] or row["blocks"] < FEW:
        return ""
    more = "more" if row["points"] > 0 else "less"
    paid = "" if isnan(row["resource"]) else (
        f", or {_between(row['resource'], row['resource_low'], row['resource_high'], row['resource_most'])} "
        f"{row['unit']},")
    return (f"By the estimate, scores would be equal if whoever plays {row['item']} got "
            f"{_between(row['points'], row['low'], row['high'])} points{paid} {more} than whoever plays first.")


def _between(value: float, low: float, high: float, most: float = inf) -> str:
    low, high = sorted((abs(low), abs(high))) if low * high > 0 else (low, high)
    said = [f"more than {most:g}" if x == inf else f"less than {-most:g}" if x == -inf else f"{x:.1f}"
            for x in (abs(value), low, high)]
    return minus(said[0] if said[0] == said[1] == said[2] else f"{said[0]} ({said[1]} to {said[2]})")


TOLD = Told(
    page="does it matter who begins", up="whoever plays {it} ends {points} ahead of the others",
    down="whoever plays {it} ends {points} behind the others",
    none="It is not shown that one place in turn order is better than another.", column="ahead",
    played="The same dice and draws are played once for every seat, moved on by one seat each time, so that luck "
           "favours no place. Who begins stays the same.")
EXPERIMENT = Experiment(
    "seats", "place", "Places in turn order", TOLD, trials, estimate, effects=effects,
    spread=spread, own_kind=SEATS, ranked=False,
    note="A place is a position in the turn order at the start of the game. It is drawn or fixed, not chosen.",
    tables={"joint_test": Table("Is any place favoured? Hotelling's test",
                                ("agent", "outcome", "t2", "f", "p", "blocks"), joint_words),
            "compensation": Table("What each place should get to be equal to the first",
                                  ("agent", "item", "outcome", "points", "low", "high", "resource", "resource_low",
                                   "resource_high", "unit", "blocks"), compensation_words),
            "tie_rule": Table("What the tie rule gives each place",
                              ("agent", "item", "win_from_tie_rule", "games_decided"))})


# ---- estimators --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hotelling:
    """Joint test that no place is favoured: T squared, its F and p. NaN where blocks are too few or do not differ."""

    t2: float
    f: float
    p: float
    degrees: tuple[int, int]


@dataclass(frozen=True)
class Seats:
    """Each place's distance from par, which sum to 0, and the joint test."""

    effects: list[Effect]
    joint: Hotelling


def seats(outcomes: ArrayLike, par: float = 0.0, level: float = LEVEL) -> Seats:
    """Effects of places from outcomes[block, rotation, place]."""
    x = np.asarray(outcomes, dtype=np.float64)
    if x.ndim != 3:
        raise ValueError(f"found outcomes of shape {x.shape}, expected (blocks, rotations, places)")
    d = x.mean(axis=1) - par
    games = x.shape[0] * x.shape[1]
    found = [from_blocks(d[:, s], games, luck_left(x[:, :, s]), level) for s in range(x.shape[2])]
    return Seats(found, hotelling(d[:, :-1]))


def hotelling(d: ArrayLike) -> Hotelling:
    """Hotelling's test that the mean of the rows is 0 in every column (H. Hotelling, 1931)."""
    x = np.asarray(d, dtype=np.float64)
    blocks, size = x.shape
    if blocks <= size + 1:
        return Hotelling(nan, nan, nan, (size, max(0, blocks - size)))
    mean, spread = x.mean(axis=0), np.atleast_2d(np.cov(x, rowvar=False))
    values = np.linalg.eigvalsh(spread)
    if values[0] <= 1e-12 * max(values[-1], 1e-12):
        return Hotelling(nan, nan, nan, (size, blocks - size))
    t2 = float(blocks * mean @ np.linalg.solve(spread, mean))
    f = t2 * (blocks - size) / (size * (blocks - 1))
    return Hotelling(t2, f, float(special.fdtrc(size, blocks - size, f)), (size, blocks - size))


def tie_rule(by_rule: ArrayLike, split: ArrayLike) -> tuple[Floats, float]:
    """What a tie rule that names turn order gives each place, and the share of games it decided.

    Both tables are win[block, rotation, place], with the game's rule and with ties split. The gap is at most that
    share.
    """
    rule, shared = np.asarray(by_rule, dtype=np.float64), np.asarray(split, dtype=np.float64)
    return (rule - shared).mean(axis=(0, 1)), float((rule != shared).any(axis=2).mean())
