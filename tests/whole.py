"""Which cases of a test are played each time, and which only by `make check-all`."""
from collections.abc import Callable, Iterable
from typing import Any

import pytest

import games


def mostly_whole(cases: Iterable[Any], usual: Callable[[Any], bool]) -> list[Any]:
    """Parameters of a test: the usual ones as they are, the others marked whole, which `make test` leaves out."""
    cases = list(cases)
    assert any(map(usual, cases)), "each test keeps a case that is played each time"
    return [case if usual(case) else pytest.param(*(case if type(case) is tuple else (case,)), marks=pytest.mark.whole)
            for case in cases]


def widest(table: tuple[str, int]) -> bool:
    """Whether a table, a game with a number of seats, has all its seats: a row or column more for each of them."""
    return table[1] == max(games.load(table[0]).seats)
