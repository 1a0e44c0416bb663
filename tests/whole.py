"""Which cases of a test are played each time, and which only by `make check-all`; how many of what is drawn."""
from collections.abc import Callable, Iterable
from typing import Any

import pytest

usual = False           # whether this is `make test`, which leaves out what is marked whole; tests/conftest.py says so


def amount(whole: int, few: int) -> int:
    """How many examples, games or worlds a test tries: the whole number, or a few in `make test`."""
    return few if usual else whole


def mostly_whole(cases: Iterable[Any], each_time: Callable[[Any], bool]) -> list[Any]:
    """Parameters of a test: those of each time as they are, the others marked whole, which `make test` leaves out."""
    cases = list(cases)
    assert any(map(each_time, cases)), "each test keeps a case that is played each time"
    return [case if each_time(case) else
            pytest.param(*(case if type(case) is tuple else (case,)), marks=pytest.mark.whole) for case in cases]


def widest(table: tuple[str, int]) -> bool:
    """Whether a table, a game with a number of seats, has all its seats: a row or column more for each of them."""
    import games

    return table[1] == max(games.load(table[0]).seats)
