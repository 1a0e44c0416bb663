"""Exact values of Connect Four positions, by solver.c: compiled when first asked, in a folder that is removed again."""
from __future__ import annotations

import ctypes
import os
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

COLUMNS = 7
NO_MOVE = 127           # solver.c: the column is full


@cache
def _library() -> ctypes.CDLL:
    with tempfile.TemporaryDirectory(prefix="connect-four-") as folder:
        made = Path(folder) / "solver.so"
        source, compiler = Path(__file__).with_name("solver.c"), shlex.split(os.environ.get("CC", "cc"))
        subprocess.run([*compiler, "-O2", "-shared", "-fPIC", str(source), "-o", str(made)], check=True)
        library = ctypes.CDLL(str(made))
    for function in (library.connect_four_value, library.connect_four_values):
        function.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.c_byte)]
    library.connect_four_nodes.restype = ctypes.c_uint64
    return library


def values(moves: Sequence[int]) -> list[int | None]:
    """What each column is worth to the seat to move after these columns: 1 win, 0 draw, -1 loss, None if it is full.

    Raises ValueError for moves that cannot be made and for a game that is over, MemoryError where there is no room for
    the table (64 MiB).
    """
    return [None if value == NO_MOVE else value for value in _asked(_library().connect_four_values, moves)]


def value(moves: Sequence[int]) -> int:
    """What the position after these columns is worth to the seat to move. Raises as `values` does."""
    return _asked(_library().connect_four_value, moves)[0]


def _asked(function: Callable[..., int], moves: Sequence[int]) -> list[int]:
    out = (ctypes.c_byte * COLUMNS)()
    done = function("".join(map(str, moves)).encode(), out)
    if done < 0:
        raise MemoryError("no room for the solver's table")
    if not done:
        raise ValueError(f"no game of Connect Four goes on after the columns {list(moves)}")
    return list(out)


def best(known: Sequence[int | None]) -> list[int]:
    """The columns of highest value."""
    top = max(value for value in known if value is not None)
    return [column for column, value in enumerate(known) if value == top]


def nodes() -> int:
    """Positions searched since the solver was loaded."""
    return int(_library().connect_four_nodes())
