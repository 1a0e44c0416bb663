"""Rules 63 to 66: the end of the game."""
from __future__ import annotations

import pytest

from . import facts
from .positions import idle, of, position, seat, stage


def ended(*seats, **options: str):
    """The game's end after a last round in which nothing happens."""
    return idle(position(*seats, round=18, event="Pilgrimage", **options))


TOWNS = [town for town in facts.TOWNS if town != facts.HOME]


@pytest.mark.parametrize(("built", "citizens"), (
    ((3, 2), (1, 0)), ((2, 2), (0, 0)), ((0, 0), (0, 0)), ((1, 4, 4), (0, 0, 0)), ((1, 4, 3), (0, 1, 0))))
def test_r63_the_citizen_for_most_stations(built, citizens):
    """63: for the one seat with the most stations on the map; on a tie for nobody."""
    towns = iter(TOWNS)
    state = ended(*(seat(stations=[next(towns) for _ in range(n)]) for n in built))
    assert stage(state) == "over"
    assert tuple(of(state, s)["citizens"] for s in range(len(built))) == citizens


def test_r64_points_by_source():
    """64: coins, goods at 5, 4, 3, 2, 1, and stations and citizens times the development status."""
    mine = seat(coins=7, goods={"brocade": 1, "wool": 2, "wine": 3, "cheese": 4, "grain": 5}, stations=TOWNS[:3],
                citizens=2, development=9)
    state = ended(mine, seat(coins=0, stations=TOWNS[3:6]))
    assert {name: n for name, n in state.sources()[0].items() if n} == {
        "coins": 7, "brocade": 5, "wool": 8, "wine": 9, "cheese": 8, "grain": 5, "stations": 9, "citizens": 6}
    assert state.scores() == [57, 3]


def test_r65_the_rulebooks_example():
    """65: five stations, two citizens, status 4: 28 points."""
    state = ended(seat(coins=0, stations=TOWNS[:5], citizens=2, development=15), seat(coins=0, stations=TOWNS[5:10]))
    sources = state.sources()[0]
    assert sources["stations"] + sources["citizens"] == 28
    assert state.scores()[0] == 28


@pytest.mark.parametrize(("steps", "shares"), (((3, 2), [1, 0]), ((2, 3), [0, 1]), ((3, 3), [0.5, 0.5]),
                                               ((3, 3, 3), [1 / 3] * 3), ((1, 3, 3), [0, 0.5, 0.5])))
def test_r66_ties(steps, shares):
    """66: further on the development track wins; still tied, the victory is shared."""
    state = ended(*(seat(coins=9, development=n) for n in steps))
    assert state.win_shares() == pytest.approx(shares)
    assert ended(*(seat(coins=9, development=n) for n in steps), margin_weight="0").returns() == pytest.approx(shares)


def test_r66_points_come_first():
    """66: the development track decides between level seats only."""
    assert ended(seat(coins=10), seat(coins=9, development=3)).win_shares() == [1, 0]
