"""Luck in a tree: chances as their probabilities say, many outcomes opened bit by bit, and best play found."""
from __future__ import annotations

import math

import pytest
from scipy.stats import chi2

from tests.games.pig import optimal

from .trees import ALL_KINDS, KINDS, PLAIN, after, by_action, grown, pig, utility, visits
from .wheels import wheels, worth

FACES = 12


def below(state, simulations, *actions, **more):
    """Root visits of a tree grown here and then moved on by these actions, which tell how often they were met; or 0.

    The first visit of an outcome leaves nothing below it, so there is one less.
    """
    tree = grown(state, simulations, **{"kind": "closed", **PLAIN, **more})
    return visits(tree) if tree.advance(after(state, *actions), actions) else 0


def test_outcomes_are_met_as_often_as_their_probabilities_say():
    state, n = wheels([FACES], answers=1), 6000
    seen = [below(state, n, 0, face) + 1 for face in range(FACES)]
    assert sum(seen) == n - 1                               # the very first simulation ends at the chance node
    expected = [2 * (face + 1) / (FACES * (FACES + 1)) * sum(seen) for face in range(FACES)]
    total = sum((s - e) ** 2 / e for s, e in zip(seen, expected))
    assert chi2.ppf(1e-4, FACES - 1) < total < chi2.ppf(1 - 1e-4, FACES - 1)


def test_the_die_of_pig_shows_each_face_as_often():
    state, n = pig([0, 0]), 6000
    rolls = by_action(grown(state, n, kind="closed", **PLAIN))[optimal.ROLL]["visits"]
    for face in range(2, 7):
        assert below(state, n, optimal.ROLL, face) == pytest.approx(rolls / 6, abs=5 * (rolls * 5 / 36) ** 0.5)


@pytest.mark.parametrize(("widen", "power"), ((2.0, 0.5), (1.0, 0.5), (4.0, 0.3)))
def test_many_outcomes_are_opened_as_the_visits_allow(widen, power):
    """No more than widen * N ** power outcomes are stored, all of them if that is enough."""
    faces, n, step = 300, 6_000, 3
    met = [below(wheels([faces], answers=1), n, 0, face, outcomes=widen, outcomes_power=power)
           for face in range(0, faces, step)]
    allowed = math.ceil(widen * n**power)
    stored = sum(count > 0 for count in met)                # of a sample of the faces
    assert 0.6 * allowed < stored * step < min(faces + 1, 1.3 * allowed)
    # what is stored stands for the rest: the larger half of the faces has 3/4 of the probability
    assert sum(met[faces // step // 2:]) / sum(met) == pytest.approx(0.75, abs=2 / stored**0.5)


@pytest.mark.parametrize("answers", (-1, 0, 1))
def test_a_wheel_of_many_faces_is_worth_its_expectation(answers):
    for n in (64, 65, 200):
        tree = grown(wheels([n], answers, 0.6), 60_000, kind="closed", outcomes=4.0, exploration=0.3, **PLAIN)
        assert utility(by_action(tree)[0], 0) == pytest.approx(worth(n, answers, 0.6), abs=0.015)


def test_what_a_node_stands_for_decides_what_is_found():
    """Seat 0 may refuse the face. Told by face it does so for low ones; in an open tree one answer must do for all."""
    state = wheels([30], answers=0, refused=0.6)
    found = {kind: utility(by_action(grown(state, 30_000, kind=kind, **PLAIN))[0], 0) for kind in KINDS}
    assert found["closed"] == pytest.approx(worth(30, 0, 0.6), abs=0.02)
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
