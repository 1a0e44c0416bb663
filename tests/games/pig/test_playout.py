"""The uniform playout of two seats draws several choices at once; it must still be uniformly random play."""
from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pytest

import games
from core_ext.playout import playouts
from core_ext.state import State

PLAYOUTS = 60_000
GAME = games.load("pig")


def ends(state: State) -> tuple[dict[tuple[float, ...], float], float]:
    """Probability of each final pair of banked points under random play, and the choices expected: exact, step by step
    over all positions there can be; how many rolls and turns led to one does not matter any more.
    """
    alive: dict[tuple[object, ...], tuple[State, float]] = {(): (state, 1.0)}
    found: dict[tuple[float, ...], float] = defaultdict(float)
    choices = 0.0
    while alive:
        after: dict[tuple[object, ...], tuple[State, float]] = {}
        for before, chance in alive.values():
            if before.is_terminal():
                found[tuple(before.scores())] += chance
                continue
            legal = before.legal_actions()
            choices += 0.0 if before.is_chance_node() else chance
            for outcome, share in (
                before.chance_outcomes() if before.is_chance_node() else [(a, 1 / len(legal)) for a in legal]
            ):
                other = before.copy()
                other.apply_action(outcome)
                raw = other.raw()
                key = (raw["moves"], *raw["banked"], raw["pot"], raw["turn"], raw["rolling"], raw["over"])
                after[key] = other, after.get(key, (other, 0.0))[1] + chance * share
        alive = after
    return dict(found), choices


@pytest.mark.parametrize(("options", "moves"), [
    ({"goal": "4", "faces": "3", "cap": "9"}, ""),
    ({"goal": "5", "cap": "6"}, ""),
    ({"goal": "9", "cap": "6"}, "roll 4 hold roll 2"),
    ({"goal": "11", "faces": "2", "cap": "30"}, ""),            # courses, far below the goal and before the cap
    ({"goal": "14", "faces": "3", "cap": "20"}, "roll 3 hold"),
    ({"goal": "30", "cap": "8"}, "roll 3 roll 2"),
    ({"goal": "30", "cap": "8"}, "roll"),                       # the die is in the air
    ({"goal": "14", "faces": "7", "cap": "6"}, ""),             # a die without courses
])
def test_a_playout_ends_as_often_in_each_way_as_random_play_does(options, moves):
    state = GAME.start(2, options)
    for word in moves.split():
        state.apply_action(GAME.notation.parse_action(state, f"die {word}" if word.isdigit() else word))
    exact, choices = ends(state)
    played = playouts(state, PLAYOUTS, 3, heuristic=False)
    found = Counter(map(tuple, played["scores"].tolist()))
    assert sum(exact.values()) == pytest.approx(1)
    assert set(found) <= set(exact)
    rare = [points for points, chance in exact.items() if chance * PLAYOUTS < 10]
    groups = [[points] for points in exact if points not in rare] + [rare]
    for group in groups:
        chance = sum(exact[points] for points in group)
        error = (chance * (1 - chance) / PLAYOUTS) ** 0.5
        assert sum(found[points] for points in group) / PLAYOUTS == pytest.approx(chance, abs=5 * error + 1e-9), group
    assert played["decisions"] / PLAYOUTS == pytest.approx(choices, rel=0.02)


def test_the_first_seat_wins_as_often_as_random_play_has_it():
    """The game itself, by value iteration over what is banked, which knows neither courses nor a cap."""
    wins = playouts(GAME.start(2), PLAYOUTS, 4, heuristic=False)["wins"][:, 0]
    assert wins.mean() == pytest.approx(random_win(100), abs=4.5 * 0.5 / PLAYOUTS**0.5)


def random_win(goal: int) -> float:
    """How often the seat to begin wins where both choose at random: the chance that it needs no more turns."""
    by_points = np.zeros(goal)                      # chance of what one seat has banked after so many turns
    by_points[0] = 1.0
    done = found = 0.0
    while done < 1 - 1e-13:
        by_points, reached = after_a_turn(by_points, goal)
        found += reached * (1 - done)             # the other seat, which comes second, is not done before
        done += reached
    return found


def after_a_turn(by_points: np.ndarray, goal: int) -> tuple[np.ndarray, float]:
    """What one seat has banked after a further turn, and the chance that it came to the goal in it."""
    after, rolling, reached = np.zeros(goal), np.zeros(goal), 0.0
    pots: dict[int, np.ndarray] = {0: by_points}    # by pot: chance of each sum banked before
    while pots:
        pot = min(pots)
        chance = pots.pop(pot)
        after[pot:] += chance[:goal - pot] / 2      # hold; a pot that wins never comes here
        rolling = chance / 2
        after += rolling / 6                        # bust: what was banked before
        for face in range(2, 7):
            room = max(0, goal - pot - face)
            reached += rolling[room:].sum() / 6
            if room:
                kept = np.zeros(goal)
                kept[:room] = rolling[:room] / 6
                pots[pot + face] = pots.get(pot + face, 0) + kept
    return after, reached
