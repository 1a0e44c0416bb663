"""Luck in a tree: expectations as they are, and best play found."""
from __future__ import annotations

import pytest

from tests.games.pig import optimal

from .trees import ALL_KINDS, KINDS, PLAIN, by_action, grown, pig, utility
from .wheels import wheels, worth


@pytest.mark.parametrize("answers", (-1, 0, 1))
def test_a_wheel_of_many_faces_is_worth_its_expectation(answers):
    for n in (64, 65, 200):
        tree = grown(wheels([n], answers, 0.6), 60_000, kind="keyed", exploration=0.3, **PLAIN)
        assert utility(by_action(tree)[0], 0) == pytest.approx(worth(n, answers, 0.6), abs=0.015)


def test_what_a_node_stands_for_decides_what_is_found():
    """Seat 0 may refuse the face. Told by face it does so for low ones; in an open tree one answer must do for all."""
    state = wheels([30], answers=0, refused=0.6)
    found = {kind: utility(by_action(grown(state, 30_000, kind=kind, **PLAIN))[0], 0) for kind in KINDS}
    assert found["keyed"] == pytest.approx(worth(30, 0, 0.6), abs=0.02)
    assert found["open"] == pytest.approx(2 / 3, abs=0.02)
    assert worth(30, 0, 0.6) > 0.74


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_short_games_of_pig_are_played_as_expectimax_does(kind):
    """Goal 12: the value of the position and the choice where the two differ by 0.05 or more."""
    empty, goal = optimal.solve(12), 12
    for own, other, pot in ((0, 0, 0), (3, 4, 5), (4, 9, 6), (6, 2, 4), (0, 10, 4)):
        held = 1.0 - (1.0 if own + pot >= goal else empty[other, own + pot])
        rolled = (1 - empty[other, own] + sum(turn(empty, own, other, pot + face) for face in range(2, 7))) / 6
        tree = grown(pig([own, other], pot, goal="12"), 30_000, kind=kind, exploration=0.5, **PLAIN)
        rows = by_action(tree)
        better = optimal.ROLL if rolled > held else optimal.HOLD
        assert utility(rows[better], 0) == pytest.approx(max(rolled, held), abs=0.05)
        if abs(rolled - held) >= 0.05:
            assert max(rows, key=lambda action: rows[action]["visits"]) == better


def turn(empty, own, other, pot):
    """Chance to win with this pot, best play following, from the chances with an empty one."""
    if own + pot >= len(empty):
        return 1.0
    rolled = (1 - empty[other, own] + sum(turn(empty, own, other, pot + face) for face in range(2, 7))) / 6
    return max(rolled, 1 - empty[other, own + pot])
