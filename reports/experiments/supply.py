"""Does an item change the game as a whole? In or out of the supply by a fair coin, all items at once."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from games.api import Game
from reports.experiments import design
from reports.experiments.items import Kind, without_items
from reports.experiments.plan import BalancePlan, Cell, Data, Experiment, Findings, Pair, Spread, Told
from reports.experiments.trials import Trial
from reports.statistics.effects import Floats
from reports.statistics.in_or_out import in_or_out

COUNTS = ("decisions a seat", "rounds")      # measures that are no points
LENGTH_DELTA = 0.05         # share of the mean length that matters


def trials(plan: BalancePlan, cell: Cell, block: int, at: int) -> list[Trial]:
    """The items that the coins leave out are out in all games of the block."""
    present = design.coins(len(plan.items), plan.seed, at)
    out = [item for item, there in zip(plan.items, present, strict=True) if not there]
    return design.luck_rotated(plan, cell, block, without_items(plan.items_kind, plan.options_of(cell), out))


def refuses(game: Game, kind: Kind, seats: int) -> str:
    """Items have to be in a supply."""
    return "" if kind.removed_by else f"{kind.name} of {game.name} cannot be left out of the supply"


def measures(data: Data) -> dict[str, tuple[Floats, float]]:
    """Measures of the whole game, one value a block, each with the size that matters."""
    score, decisions = data.cube("score"), data.cube("decisions")
    length = decisions.mean(axis=2).mean(axis=1)
    found = {"mean score": (score.mean(axis=(1, 2)), data.plan.delta_margin),
             "spread of scores": ((score.max(axis=2) - score.min(axis=2)).mean(axis=1), data.plan.delta_margin),
             "decisions a seat": (length, LENGTH_DELTA * float(length.mean()))}
    if data.has_places:
        found["margin of who begins"] = (data.at_places(data.cube("margin"))[:, :, 0].mean(axis=1),
                                         data.plan.delta_margin)
    rounds = data.cube("rounds").mean(axis=(1, 2))
    if rounds.any():
        found["rounds"] = (rounds, LENGTH_DELTA * float(rounds.mean()))
    return found


def present(data: Data) -> np.ndarray:
    """Which items were in the supply, by block."""
    plan = data.plan
    played = (plan.as_played(int(block)) for block in np.unique(data.seats["block"]))
    return np.array([design.coins(len(plan.items), seed, plan.cell_of(own)[1]) for seed, own in played])


def estimate(data: Data) -> Findings:
    """The effect of each item's presence on each measure."""
    out, coins = Findings(), present(data)
    for measure, (values, delta) in measures(data).items():
        for item, effect in zip(data.plan.items, in_or_out(coins, values), strict=True):
            out.rows.append(data.row(item, EXPERIMENT.estimand, measure, effect, delta, supply="in or out"))
    return out


def pairs(one: Data, other: Data) -> Iterator[Pair]:
    """The same effects in a run of the same luck, in which the same coins left the same items out."""
    coins, known = present(one), (measures(one), measures(other))
    for measure in known[0]:
        if measure in known[1]:
            (x, delta), (y, _) = (each[measure] for each in known)
            for item, a, b, apart in zip(one.plan.items, in_or_out(coins, x), in_or_out(coins, y),
                                         in_or_out(coins, y - x), strict=True):
                yield Pair(f"{measure}: {one.called(item)}", a, b, apart, delta, measure in COUNTS)


def spread(data: Data, outcome: str) -> Spread:
    """Of the mean score."""
    return design.variance(measures(data)["mean score"][0])


TOLD = Told(
    page="how {kind} change the game", up="with {it} in the supply the {measure} is {points} higher",
    down="with {it} in the supply the {measure} is {points} lower",
    none="It is not shown of any of them that it changes the game.", column="change",
    played="Each item is in the supply of a game or out of it by the toss of a coin.")
EXPERIMENT = Experiment(
    "supply", "in the supply", "What its presence does to the game", TOLD,
    trials, estimate, refuses, pairs=pairs, outcomes=("margin",), spread=spread, cost=lambda plan: 4.0, any_pilot=True,
    words={"strong": "raises", "above": "raises some", "below": "lowers some", "weak": "lowers"})
