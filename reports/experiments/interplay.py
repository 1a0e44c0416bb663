"""What a round robin says beyond single worths: of two items that meet, and of an item on a board."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from reports.experiments.plan import Data
from reports.statistics import extras
from reports.statistics.contrasts import holders
from reports.statistics.effects import Floats, Ints, par
from reports.statistics.extras import Extras

BOARD = "board"         # column of a game whose seats have boards
Lines = list[dict[str, Any]]


def tables(data: Data, outcome: str, held: Ints, outcomes: Floats, kept: NDArray[np.bool_],
           names: Sequence[str]) -> dict[str, Lines]:
    """Tables `met` and, where seats had different boards, `by_board`: of items, from all that places held."""
    out: dict[str, Lines] = {}
    items = data.plan.items
    if sum(name in items for name in names) < 2:
        return out
    base = par(outcome, data.plan.seats)
    pairs, often, found = extras.met(held, holders(outcomes, base), len(names))
    out["met"] = _lines(data, outcome, [(names[a], names[b]) for a, b in pairs], often, found)
    boards = boards_of(data, kept)
    if boards is not None:
        kinds, at = boards
        on, times, brought = extras.on_boards(held, at, outcomes - base, len(names), len(kinds))
        out["by_board"] = _lines(data, outcome, [(names[a], f"board {kinds[b]}") for a, b in on], times, brought)
    return out


def boards_of(data: Data, kept: NDArray[np.bool_]) -> tuple[list[str], Ints] | None:
    """The boards, and which each seat of the blocks kept has; None where there are none, all are the same, or they go
    round.
    """
    n = data.plan.seats
    if BOARD not in data.seats or data.seats[BOARD].isna().any():
        return None
    codes, found = pd.factorize(data.seats[BOARD])
    table = codes.reshape(-1, n, n)[kept]
    used = sorted(np.unique(table), key=lambda code: str(found[code]))
    if len(used) < 2 or (table != table[:, :1]).any():
        return None
    number = np.zeros(len(found), dtype=np.intp)
    number[used] = np.arange(len(used))
    return [str(found[code]) for code in used], number[table[:, 0]]


def _lines(data: Data, outcome: str, named: Sequence[tuple[str, str]], often: Ints, found: Extras) -> Lines:
    """A line a pair that begins with an item and does not end with a token; q among these."""
    items, called = data.plan.items, data.plan.called
    chosen = [k for k, (one, other) in enumerate(named)
              if one in items and other not in data.plan.tokens]
    q = extras.q_of(found, often, chosen)
    return [{"agent": data.cell.agent, "value": data.cell.value, "outcome": outcome, "item": called(named[k][0]),
             "other": called(named[k][1]), "extra": float(found.values[k]), "low": float(found.lows[k]),
             "high": float(found.highs[k]), "stderr": float(found.stderrs[k]), "p": float(found.p[k]), "q": each,
             "shown": bool(each <= data.plan.q), "shrunk": float(found.shrunk[k]),
             "shrunk_stderr": float(found.shrunk_stderrs[k]), "blocks": int(often[k])}
            for k, each in zip(chosen, q, strict=True)]
