"""The rows of a run, one cell at a time, as the arrays that the estimators take."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from games.api import InputError
from mcts.agents import Flat, Search, make
from reports.experiments import rows as report_rows
from reports.experiments.plan import Cell, Plan
from reports.experiments.trials import MAIN, PLAYED
from reports.statistics.effects import Floats, Ints
from reports.statistics.verdicts import SEQUENCE

OUTCOMES = ("margin", "win")        # the primary one first
STOP_RULE = {"fixed": "fixed", "sequence": SEQUENCE, "gsprt": "gsprt"}      # in the words of the estimators


@dataclass
class Found:
    """What a cell, or a run, says: rows of the report, and tables of its own."""

    rows: list[report_rows.Row] = field(default_factory=list)
    tables: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def add(self, other: Found) -> None:
        """Put what another cell says after this."""
        self.rows += other.rows
        for name, lines in other.tables.items():
            self.tables.setdefault(name, []).extend(lines)


@dataclass
class Data:
    """The games of one cell, in block order, and what outsiders would have concluded from them."""

    plan: Plan
    cell: Cell
    seats: pd.DataFrame
    naive: dict[str, float] = field(default_factory=dict)   # win rate when owned, by item

    @property
    def run(self) -> report_rows.Run:
        """What the rows of this cell share."""
        p = self.plan
        return report_rows.Run(p.game, p.version, p.seats, dict(p.options).get("boards", ""), self.cell.agent,
                               budget_of(self.cell.agent), p.seed, STOP_RULE[p.stop])

    @property
    def blocks(self) -> int:
        """Blocks that were played."""
        return int(self.seats["block"].nunique())

    def delta(self, outcome: str) -> float:
        """The size that matters in practice."""
        return self.plan.delta_win if outcome == "win" else self.plan.delta_margin

    def called(self, item: str) -> str:
        """The item in words, with the value of the number that is varied."""
        item = f"{self.plan.kind.removesuffix('s')} {item}" if item.isdecimal() else item
        return f"{item} ({self.plan.vary}={self.cell.value})" if self.cell.value else item

    def cube(self, column: str) -> Floats:
        """A column as [block, rotation, seat]. Raises InputError where a block is not whole."""
        n = self.plan.seats
        if len(self.seats) % (n * n):
            raise InputError(f"{self.cell.name}: a block lacks games: estimate from whole blocks only")
        block = self.seats["block"].to_numpy().reshape(-1, n * n)
        if (block != block[:, :1]).any() or len(np.unique(block[:, 0])) < len(block):
            raise InputError(f"{self.cell.name}: a block holds a game twice, or lacks one")
        return np.asarray(self.seats[column].to_numpy().reshape(-1, n, n), dtype=np.float64)

    def of_holder(self, column: str) -> Floats:
        """A column of the seat that holds the item, as [block, rotation]."""
        return self.cube(column)[self.held_by_holder()].reshape(-1, self.plan.seats)

    def held_by_holder(self) -> NDArray[np.bool_]:
        """Whether a seat holds the item that the cell is about, as [block, rotation, seat]; one in every game does."""
        held = (self.seats["held"] == self.cell.item).to_numpy().reshape(-1, self.plan.seats, self.plan.seats)
        if (held.sum(axis=2) != 1).any():
            raise InputError(f"{self.cell.name}: a game has not one holder of the item")
        return np.asarray(held)

    def places(self, names: tuple[str, ...]) -> Ints:
        """Which of the names place l holds, as [block, place]: what each seat holds in the first game of a block."""
        at = {name: i for i, name in enumerate(names)}
        n = self.plan.seats
        held = self.seats["held"].to_numpy().reshape(-1, n, n)[:, 0, :]
        return np.array([[at[h] for h in block] for block in held], dtype=np.intp).reshape(-1, n)


def budget_of(spec: str) -> int:
    """Simulations or playouts a decision; 0 for an agent without a budget in them."""
    agent = make(spec)
    if isinstance(agent, Search):
        return agent.params.simulations or 0
    return agent.playouts if isinstance(agent, Flat) else 0


def cells(plan: Plan, seats: pd.DataFrame, tiles: pd.DataFrame) -> Iterator[Data]:
    """The cells of a plan of which any block was played, in order."""
    owned = win_when_owned(seats, tiles)
    parts = dict(iter(seats.groupby(["experiment", "agent", "item", "value"], sort=False)))
    for cell in plan.cells:
        part = parts.get((cell.experiment, cell.agent, cell.item, cell.value))
        if part is not None:
            yield Data(plan, cell, part.sort_values(["game", "seat"], kind="stable"),
                       owned.get((cell.agent, cell.value), {}))


def win_when_owned(seats: pd.DataFrame, tiles: pd.DataFrame) -> dict[tuple[str, str], dict[str, float]]:
    """The naive number, by (agent, value) and item: mean win of the seats that took the item.

    Games in which the item was handed to somebody, and forks, do not count: nobody would see those at a table.
    """
    usual = seats[seats["arm"].isin((PLAYED, MAIN))]
    handed = usual.loc[usual["held"] != "", ["game", "held"]].rename(columns={"held": "tile"}).drop_duplicates()
    owned = tiles[["game", "seat", "tile"]].merge(usual[["game", "seat", "win", "agent", "value"]], on=["game", "seat"])
    owned = owned.merge(handed, on=["game", "tile"], how="left", indicator=True)
    means = owned[owned["_merge"] == "left_only"].groupby(["agent", "value", "tile"])["win"].mean()
    out: dict[tuple[str, str], dict[str, float]] = {}
    for (agent, value, tile), mean in zip(means.index.to_list(), means, strict=True):
        out.setdefault((agent, value), {})[tile] = float(mean)
    return out
