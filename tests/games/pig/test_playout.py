"""The uniform playout of two seats is written without branches on luck; it must still be uniformly random play."""
from __future__ import annotations

from collections import Counter

import pytest

import games
from core_ext.playout import playouts
from core_ext.state import State

PLAYOUTS = 60_000
GAME = games.load("pig")


def ends(state: State, chance: float = 1.0) -> Counter[tuple[float, ...]]:
    """Probability of each final pair of banked points under random play; every course of the game is walked."""
    if state.is_terminal():
        return Counter({tuple(state.points()): chance})
    found: Counter[tuple[float, ...]] = Counter()
    outcomes = state.chances() if state.is_chance() else [(a, 1 / len(state.legal())) for a in state.legal()]
    for outcome, probability in outcomes:
        after = state.copy()
        after.play(outcome)
        for points, share in ends(after, chance * probability).items():
            found[points] += share
    return found


@pytest.mark.parametrize(("options", "moves"), [
    ({"goal": "4", "faces": "3", "cap": "9"}, ""),
    ({"goal": "5", "cap": "6"}, ""),
    ({"goal": "9", "cap": "6"}, "roll 4 hold roll 2"),
])
def test_a_playout_ends_as_often_in_each_way_as_random_play_does(options, moves):
    state = GAME.start(2, options)
    for word in moves.split():
        state.play(GAME.notation.parse_action(state, f"die {word}" if word.isdigit() else word))
    exact, found = ends(state), Counter(map(tuple, playouts(state, PLAYOUTS, 3, heuristic=False)["scores"].tolist()))
    assert sum(exact.values()) == pytest.approx(1)
    assert set(found) <= set(exact)
    for points, chance in exact.items():
        error = (chance * (1 - chance) / PLAYOUTS) ** 0.5
        assert found[points] / PLAYOUTS == pytest.approx(chance, abs=4.5 * error + 1e-9), points
