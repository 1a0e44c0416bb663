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
from reports.experiments.trials import PLACE, WHEN
from reports.run import Run
from reports.statistics.effects import Ints

CELL = ("experiment", "agent", "item", "value")
KEPT = ("block", "seat", "arm", "focal", "held", "score", "win", "margin", "decisions", "rounds", PLACE, BOARD, WHEN)
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
            wins.update(wins_owned(seats, tiles))
    return list(rows.cells(win_means(wins)))


@dataclass
class Column:
    """A column of all rows, batch by batch: numbers, or names by number; None where a batch lacks it."""

    batches: list[NDArray[Any] | None] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)

    def add(self, values: pd.Series | None, order: Ints) -> None:
        """Add what a batch has, in this order."""
        if values is None:
            self.batches.append(None)
        elif pd.api.types.is_numeric_dtype(values):
            self.batches.append(narrow(values.to_numpy()[order]))
        else:
            codes, found = pd.factorize(values)
            known = [self.names.setdefault(str(name), len(self.names)) for name in found]
            self.batches.append(narrow(np.array([*known, ABSENT])[codes[order]]))

    def joined(self, counts: Ints) -> Any:
        """The column with the rows of each cell together, of which each batch, sorted by cell, has counts[batch, cell].

        None where no batch has it. Lets go of the batches one after another, so that little is held twice.
        """
        if all(batch is None for batch in self.batches):
            return None
        missing = np.array([ABSENT], np.int8) if self.names else np.array([np.nan], np.float32)
        self.batches.reverse()
        kind = np.result_type(*(missing if batch is None else batch for batch in self.batches))
        whole: Any = np.empty(counts.sum(), kind)
        ends = np.cumsum(counts, axis=1)
        free = np.concatenate([[0], np.cumsum(counts.sum(axis=0))[:-1]])        # where rows of each cell go next
        for own, end in zip(counts, ends, strict=True):
            batch = self.batches.pop()
            to = np.repeat(free + own - end, own) + np.arange(end[-1])
            whole[to] = missing if batch is None else batch
            free = free + own
        return pd.Categorical.from_codes(whole, pd.Index(list(self.names))) if self.names else whole


class Rows:
    """The rows of all cells, as they are read."""

    def __init__(self, plan: BalancePlan) -> None:
        self.plan, self.counts = plan, list[Ints]()         # rows of each cell, batch by batch
        self._numbers: dict[tuple[str, ...], int] = {
            (cell.experiment, cell.agent, cell.item, cell.value): at for at, cell in enumerate(plan.cells)}
        self._columns = {name: Column() for name in KEPT}

    def add(self, seats: pd.DataFrame) -> None:
        """Add the rows of whole blocks, which come after those that were added before."""
        named = [pd.factorize(seats[name]) for name in CELL]
        codes = np.ravel_multi_index(tuple(codes for codes, _ in named), tuple(len(found) for _, found in named))
        which, at = np.unique(codes, return_inverse=True)
        cells = [self._numbers.get(tuple(str(found[code]) for (_, found), code in zip(named, each, strict=True)), -1)
                 for each in zip(*np.unravel_index(which, tuple(len(found) for _, found in named)), strict=True)]
        known = np.array(cells)[at.reshape(-1)]
        order = np.lexsort((seats["seat"].to_numpy(), seats["game"].to_numpy(), known))
        order = order[known[order] >= 0]
        self.counts.append(np.bincount(known[order], minlength=len(self.plan.cells)))
        for name, column in self._columns.items():
            column.add(seats.get(name), order)

    def cells(self, naive: dict[tuple[str, str], dict[str, float]]) -> Iterator[Data]:
        """The cells that have rows, in the order of the plan. Only once: the rows are handed on."""
        if not self.counts:
            return
        counts = np.stack(self.counts)
        columns = {name: column.joined(counts) for name, column in self._columns.items()}
        table = pd.DataFrame({name: values for name, values in columns.items() if values is not None}, copy=False)
        edges = np.concatenate([[0], np.cumsum(counts.sum(axis=0))])
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
