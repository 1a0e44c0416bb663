"""How a search is held against a slow one of the same kind, in plain Python, on Tic-tac-toe."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.games.tic_tac_toe import twin

from .trees import PLAIN, grown

Rows = list[list[tuple[float, float]]]          # of each seed, by root action: share of visits, mean utility


def board_after(opening: str) -> str:
    """The twin's board after moves separated by commas."""
    board: str = twin.START
    for cell in filter(None, opening.split(", ")):
        board = twin.marked(board, twin.CELLS.index(cell))
    return board


def no_more_apart_than_seeds(slow: Rows, state: Any, n: int, kind: str) -> None:
    """Plain searches of n simulations, exploration 1, agree with the slow ones as well as seeds let one see."""
    fast: Rows = []
    for seed in range(64):
        rows = grown(state, n, seed=seed, kind=kind, exploration=1.0, **PLAIN).root()
        fast.append([(row["visits"] / n, row["total"] / row["visits"]) for row in rows])
    theirs, ours = np.array(slow), np.array(fast)
    error = np.sqrt(theirs.var(axis=0, ddof=1) / len(theirs) + ours.var(axis=0, ddof=1) / len(ours))
    z = (theirs.mean(axis=0) - ours.mean(axis=0)) / error
    assert np.abs(z).max() < 4.5
    assert error.max() < 0.05
