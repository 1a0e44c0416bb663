"""A balance run read a few parts at a time: what estimates need of each row, in the fewest bytes that hold it exactly.

Estimates work on what every seat got in every game of a block, so these numbers are kept. Whole numbers take a byte or
two, names are numbers, and all else that a row says is dropped as soon as it is read.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from reports.experiments.interplay import BOARD
from reports.experiments.plan import BalancePlan, Data, Wins, win_means, wins_owned
from reports.experiments.trials import PLACE
from reports.run import Run

CELL = ("experiment", "agent", "item", "value")
KEPT = ("block", "seat", "arm", "focal", "held", "score", "win", "margin", "decisions", "rounds", PLACE, BOARD)
ABSENT = -1             # number of a name that a row lacks
Batch = tuple[pd.DataFrame, pd.DataFrame]       # rows a seat and game, and rows a game, seat and tile


def gathered(plan: BalancePlan, run: Run) -> list[Data]:
    """What `plan.cells` gives of the whole run, read part by part."""
    return gather(plan, run.batches())


def gather(plan: BalancePlan, batches: Iterable[Batch]) -> list[Data]:
    """The cells of which any block was played, in order, from batches of whole blocks in the order of their games."""
    rows, wins = Rows(plan), Wins()
    for seats, tiles in batches:
        if len(seats):
            rows.add(seats)
            wins += wins_owned(seats, tiles)
    return list(rows.cells(win_means(wins)))


@dataclass
class Column:
    """A column of all rows, batch by batch: numbers, or names by number; None where a batch lacks it."""

    batches: list[NDArray[Any] | None] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)

    def add(self, values: pd.Series | None) -> None:
        """Add what a batch has."""
        if values is None:
            self.batches.append(None)
        elif pd.api.types.is_numeric_dtype(values):
            self.batches.append(narrow(values.to_numpy()))
        else:
            codes, found = pd.factorize(values)
            known = [self.names.setdefault(str(name), len(self.names)) for name in found]
            self.batches.append(narrow(np.array([*known, ABSENT])[codes]))

    def joined(self, order: NDArray[np.intp], counts: list[int]) -> Any:
        """The column in this order, from so many rows a batch; None where no batch has it. Lets go of the batches."""
        if all(batch is None for batch in self.batches):
            return None
        missing = np.int8(ABSENT) if self.names else np.float32("nan")
        whole: Any = np.concatenate([np.full(count, missing) if batch is None else batch
                                     for batch, count in zip(self.batches, counts, strict=True)])
        self.batches.clear()
        whole = whole[order]
        return pd.Categorical.from_codes(whole, pd.Index(list(self.names))) if self.names else whole


class Rows:
    """The rows of all cells, as they are read."""

    def __init__(self, plan: BalancePlan) -> None:
        self.plan, self.counts = plan, list[int]()
        self._numbers: dict[tuple[str, ...], int] = {
            (cell.experiment, cell.agent, cell.item, cell.value): at for at, cell in enumerate(plan.cells)}
        self._cell, self._columns = Column(), {name: Column() for name in KEPT}

    def add(self, seats: pd.DataFrame) -> None:
        """Add the rows of whole blocks, which come after those that were added before."""
        seats = seats.sort_values(["game", "seat"], kind="stable")
        named = [pd.factorize(seats[name]) for name in CELL]
        which, at = np.unique(np.stack([codes for codes, _ in named]), axis=1, return_inverse=True)
        cells = [self._numbers.get(tuple(str(found[code]) for (_, found), code in zip(named, codes, strict=True)), -1)
                 for codes in which.T]
        known = np.array(cells)[at.reshape(-1)]
        seats, known = seats[known >= 0], known[known >= 0]
        self.counts.append(len(seats))
        self._cell.add(pd.Series(known))
        for name, column in self._columns.items():
            column.add(seats.get(name))

    def cells(self, naive: dict[tuple[str, str], dict[str, float]]) -> Iterator[Data]:
        """The cells that have rows, in the order of the plan. Only once: the rows are handed on."""
        if not self.counts:
            return
        whole = np.concatenate([batch for batch in self._cell.batches if batch is not None])
        order = np.argsort(whole, kind="stable")
        columns = {name: column.joined(order, self.counts) for name, column in self._columns.items()}
        table = pd.DataFrame({name: values for name, values in columns.items() if values is not None}, copy=False)
        edges = np.searchsorted(whole[order], np.arange(len(self.plan.cells) + 1))
        for cell, first, last in zip(self.plan.cells, edges[:-1], edges[1:], strict=True):
            if last > first:
                yield Data(self.plan, cell, table.iloc[first:last], naive.get((cell.agent, cell.value), {}))


def narrow(values: NDArray[Any]) -> NDArray[Any]:
    """The same numbers in the fewest bytes that hold all of them exactly."""
    if not len(values):
        return values.astype(np.int8)
    if values.dtype.kind == "f":
        if not (np.isfinite(values) & (values == np.rint(values)) & (np.abs(values) < 2 ** 31)).all():
            short = values.astype(np.float32)
            return short if np.array_equal(short, values, equal_nan=True) else values
        values = values.astype(np.int64)
    least, most = values.min(), values.max()
    kind = next((kind for kind in (np.int8, np.int16, np.int32)
                 if np.iinfo(kind).min <= least and most <= np.iinfo(kind).max), None)
    return values if kind is None else values.astype(kind)
