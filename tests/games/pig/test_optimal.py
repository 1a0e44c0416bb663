"""The solution of Pig: it is a fixed point, agrees with print, and the compiled game earns what it says."""
import numpy as np
import pytest

import games
from core_ext.state import State

from . import optimal


def test_the_table_satisfies_the_bellman_equation():
    """Written out once more by state, without the solver's arrays."""
    won = optimal.full()
    assert won.shape == (100, 100, 100)

    def value(own: int, other: int, pot: int) -> float:
        return 1.0 if own + pot >= 100 else won[own, other, pot]

    worst = 0.0
    for own in range(0, 100, 3):
        for other in range(0, 100, 7):
            for pot in range(100 - own):
                hold = 1 - value(other, own + pot, 0)
                roll = (1 - value(other, own, 0) + sum(value(own, other, pot + face) for face in range(2, 7))) / 6
                worst = max(worst, abs(won[own, other, pot] - max(roll, hold)))
    assert worst < 1e-11
    assert np.abs(won[:, :, 0] - optimal.table()).max() < 1e-11


def test_the_first_seat_wins_as_often_as_was_published():
    """Neller & Presser (2004): 0.5306."""
    assert optimal.win_probability(0, 0, 0) == pytest.approx(0.5306, abs=5e-5)
    assert optimal.win_probability(0, 0, 0) == pytest.approx(0.530592725273747, abs=1e-12)


def test_a_turn_from_the_start_is_held_at_21():
    better = [max(values, key=values.__getitem__) for pot in range(2, 40) if (state := at(own=0, other=0, pot=pot))
              for values in [optimal.choice_values(state)]]
    assert better == [optimal.ROLL] * 19 + [optimal.HOLD] * 19


def test_a_last_rival_point_makes_every_pot_worth_a_roll():
    for pot in range(60):
        state = at(own=40, other=99, pot=pot)
        if state is not None:
            values = optimal.choice_values(state)
            assert values[optimal.ROLL] > values[optimal.HOLD]


def at(own: int, other: int, pot: int) -> State | None:
    """This position of the compiled game, seat 0 to act, or None where no rolls make such a pot."""
    if pot == 1:
        return None
    return games.load("pig").notation.position_from_json(
        {"format": "ludosoph-position/1", "game": "pig", "version": 1, "seats": 2, "banked": [own, other], "turn": 0,
         "pot": pot})


def test_small_goals_solved_by_the_compiled_game_itself():
    """Value iteration over states that the compiled rules name, against the solver; goal 12."""
    goal = 12
    start = games.load("pig").start(2, {"goal": str(goal), "cap": "1000000"})
    rows: dict[tuple[int, ...], list[tuple[str, list[tuple[float, tuple[int, ...]]]]]] = {}

    def name(state: State) -> tuple[int, ...]:
        raw = state.raw()
        seat = raw["turn"]
        return (raw["banked"][seat], raw["banked"][1 - seat], raw["pot"], raw["rolling"], raw["over"])

    waiting, keep = [start], {name(start): start}
    while waiting:
        state = waiting.pop()
        key, seat = name(state), state.raw()["turn"]
        if state.is_terminal():
            continue
        rows[key] = []
        for action, chance in (
            state.chance_outcomes() if state.is_chance_node() else [(a, 0.0) for a in state.legal_actions()]
        ):
            child = state.copy()
            child.apply_action(action)
            below = name(child)
            rows[key].append(("same" if child.raw()["turn"] == seat else "other", [(chance, below)]))
            if below not in keep:
                keep[below] = child
                waiting.append(child)
    value = {key: float(not state.is_terminal()) * 0.5 for key, state in keep.items()}    # over: the seat to act lost
    for _ in range(400):
        change = 0.0
        for key, children in rows.items():
            worths = [(chance, value[below] if whose == "same" else 1 - value[below])
                      for whose, [(chance, below)] in children]
            new = sum(c * w for c, w in worths) if key[3] else max(w for _, w in worths)
            change, value[key] = max(change, abs(new - value[key])), new
        if change < 1e-13:
            break
    solved = optimal.solve(goal)
    checked = [key for key in value if key[2:] == (0, 0, 0)]
    assert len(checked) > 80
    for own, other, *_ in checked:
        assert value[own, other, 0, 0, 0] == pytest.approx(solved[own, other], abs=1e-9)


def test_best_play_of_the_compiled_game_wins_as_often_as_the_table_says():
    game, wins, n = games.load("pig"), 0.0, 3000
    for number in range(n):
        state = game.start()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.keyed_chance(3, number))
            else:
                values = optimal.choice_values(state)
                state.apply_action(max(values, key=values.__getitem__))
        wins += state.win_shares()[0]
    assert wins / n == pytest.approx(0.5306, abs=4 * 0.5 / n**0.5)


def test_the_loss_of_a_best_choice_is_nothing():
    state = at(own=0, other=0, pot=10)
    assert state is not None
    assert optimal.loss(state, optimal.ROLL) == 0
    assert optimal.loss(state, optimal.HOLD) > 0.01
