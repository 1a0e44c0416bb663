"""Which first move is best? At the first decision with a choice the game forks into every move that one could make.

All forks of a block see the same luck, and the agent goes on by itself in each. A move is measured against the mean of
the moves that it was tried beside. What a die or a depot adds to the text of a move is left out, so that blocks meet
the same move again.
"""
from __future__ import annotations

import re

import numpy as np
import pandas as pd

from reports.experiments.items import OPENINGS, USUAL, with_all
from reports.experiments.plan import OUTCOMES, BalancePlan, Cell, Data, Experiment, Findings, Told
from reports.experiments.trials import MOST_MOVES, Trial
from reports.statistics.effects import Floats, clustered

OWN = "agent's own choice"
LEAST = 20              # blocks in which a move must have been tried to be told of
DETAIL = re.compile(r"\s*\[[^]]*\]|\b\d+: ")


def trials(plan: BalancePlan, cell: Cell, block: int, at: int) -> list[Trial]:
    """One game, which forks at its first decision with a choice."""
    options = plan.options_of(cell)
    if cell.item != USUAL:
        options = with_all(plan.rules_of_game, options, cell.item, plan.seats)
    return [Trial(plan.task(cell, block, 0, options), cell.experiment, cell.item, cell.value, opens=True)]


def moves(data: Data) -> pd.DataFrame:
    """One row a block and move: what it brought its seat, less the mean of all moves tried in the block."""
    rows = data.seats[data.seats["seat"] == data.seats["focal"]]
    named = rows.assign(move=[DETAIL.sub("", text) for text in rows["arm"].str.partition(" ")[2]],
                        own=rows["arm"].str.startswith("own "))
    for outcome in OUTCOMES:
        named[outcome] = named[outcome].astype(float)
        named[outcome] = named[outcome] - named.groupby("block")[outcome].transform("mean")
    return named[["block", "move", "own", *OUTCOMES]].sort_values(["block", "move"], kind="stable")


def values(data: Data, outcome: str) -> Floats:
    """One value a block: the agent's own move, less the mean of all that were tried."""
    own = moves(data)
    return np.asarray(own[own["own"]].sort_values("block")[outcome].to_numpy(), dtype=np.float64)


def estimate(data: Data) -> Findings:
    """Each move that was tried often enough, and the agent's own choice."""
    out, tried = Findings(), moves(data)
    where = "" if data.cell.item == USUAL else f"board {data.cell.item}: "
    groups = [(OWN, tried[tried["own"]])]
    groups += [(str(name), part) for name, part in tried.groupby("move", sort=True) if part["block"].nunique() >= LEAST]
    for name, part in groups:
        for outcome in OUTCOMES:
            effect = clustered(part["block"].to_numpy(), part[outcome], len(part))
            out.rows.append(data.row(where + name, EXPERIMENT.estimand, outcome, effect))
    return out


TOLD = Told(
    page="which first move is best", up="{it} brings {points} more than the average of the moves tried beside it",
    down="{it} brings {points} less than the average of the moves tried beside it",
    none="No first move is shown to be better or worse than the others.", column="above average",
    played="At the first choice of a game every move is tried with the same luck, and the agent plays on.")
EXPERIMENT = Experiment(
    "opening", "first move",
    "First moves, against the average of those tried beside them", TOLD, trials, estimate, values=values, one_item=True,
    own_kind=OPENINGS, games=lambda seats: 1 + MOST_MOVES,
    win_range=lambda seats: (-1.0, 1.0))
