"""Random playouts draw acts of residents by trial: each way a turn can go comes as often as by uniform steps."""
from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from core_ext.playout import play_out
from games.world504.names import STAGE_NAMES
from games.world504.setup import new_state

PLAYOUTS = 6000


def last_turn(world: str, seed: int):
    """The last turn of a short game: one resident or two are to act, then the game is over."""
    state = new_state(2, {"world": world, "max_rounds": "3", "start": "0"})
    number = 0
    while not state.is_terminal():
        number += 1
        if state.is_chance_node():
            state.apply_action(state.sample_chance(seed, number))
            continue
        raw = state.raw()
        if raw["round"] == 3 and raw["place"] == 1 and STAGE_NAMES[raw["stage"]] == "act":
            if sum(raw["owner"][raw["actor"]]["active"]) == 2:
                return state
        state.apply_action(state.random_action(seed, number))
    return None


def chances(state) -> dict[bytes, float]:
    """The probability of every end of the game, where each legal action is as likely as any other."""
    states: dict[bytes, object] = {}

    @cache
    def ends(key: bytes) -> dict[bytes, float]:
        here = states[key]
        if here.is_terminal():
            return {key: 1.0}
        if here.is_chance_node():
            steps = here.chance_outcomes()
        else:
            legal = here.legal_actions()
            steps = [(action, 1 / len(legal)) for action in legal]
        found: Counter[bytes] = Counter()
        for action, chance in steps:
            after = here.copy()
            after.apply_action(action)
            states[after.to_bytes()] = after
            for end, share in ends(after.to_bytes()).items():
                found[end] += chance * share
        return dict(found)

    states[state.to_bytes()] = state
    return ends(state.to_bytes())


@pytest.mark.parametrize("world", ["867", "586", "618", "258"])
def test_each_end_of_a_turn_comes_as_often_as_by_uniform_steps(world):
    """Pearson's statistic over ends that are not too rare stays within six standard deviations of what it should be."""
    state = next(found for seed in range(200) if (found := last_turn(world, seed)) is not None)
    expected = chances(state)
    assert sum(expected.values()) == pytest.approx(1)
    seen, play = Counter(), state.blank()
    for number in range(PLAYOUTS):
        play_out(play, state, 5, number, heuristic=False)
        seen[play.to_bytes()] += 1
    assert set(seen) <= set(expected)
    common = [end for end, chance in expected.items() if chance * PLAYOUTS >= 5]
    assert len(common) > 10
    statistic = sum((seen[end] - expected[end] * PLAYOUTS) ** 2 / (expected[end] * PLAYOUTS) for end in common)
    assert abs(statistic - len(common)) < 6 * (2 * len(common)) ** 0.5
