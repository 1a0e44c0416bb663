"""The heuristics: a number for all there is, numbers of their own for seats, and plans that playouts put down whole."""
import ctypes
import random
from typing import Any

import numpy as np
import pytest

import games
from core_ext.playout import playouts
from core_ext.state import State
from games.orleans.state import OrleansState
from games.orleans.tables import PLACES, PROFESSIONS, TILES
from games.orleans.tuning import HEURISTICS

from .twin_options import some_options
from .twin_words import STAGES

DONE = 616
PLAN = STAGES.index("plan")
NOT_PLANNED = {"Village", "Town Hall", "Herb Garden", "School", "Gunpowder Tower"}
PLAIN_GAMES, OPTION_GAMES = 12, 12


def start(seats: int = 2, **options: str) -> OrleansState:
    state = games.load("orleans").start(seats, options)
    assert isinstance(state, OrleansState)
    return state


def changed(**numbers: Any) -> dict[str, Any]:
    return {**HEURISTICS, **numbers}


def to_a_plan(state: OrleansState) -> OrleansState:
    step = 0
    while state.is_chance_node() or state.raw()["stage"] != PLAN:
        state.apply_action(state.sample_chance(1, step) if state.is_chance_node() else state.weighted_action(1, step))
        step += 1
    return state


def test_everything_that_can_be_done_has_a_number() -> None:
    recruited = [f"Village {who}" for who in ("boatman", "craftsman", "trader")]
    names = [place for place in PLACES if place not in NOT_PLANNED] + recruited
    assert list(HEURISTICS["early"]) == list(HEURISTICS["late"]) == names
    assert tuple(HEURISTICS["place_use"]) == PLACES
    assert tuple(HEURISTICS["tile_worth"]) == TILES
    assert tuple(HEURISTICS["wanted"]) == PROFESSIONS


def test_a_place_told_to_be_of_more_worth_is_chosen_more_often() -> None:
    state, early = start(), dict(HEURISTICS["early"])

    def castles(weights: dict[str, Any]) -> float:
        state.set_heuristic_weights(weights)
        found = 0
        for game in range(30):
            table, step = state.copy(), 0
            while not table.is_terminal():
                if table.is_chance_node():
                    table.apply_action(table.sample_chance(game, step))
                else:
                    table.weighted_step(game, step)
                step += 1
                if table.raw()["round"] == 6:
                    break
            found += sum(seat["track"][4] for seat in table.raw()["seat"])
        return found / 30

    assert castles(changed(early=early | {"Castle": 9.0})) > castles(changed(early=early | {"Castle": -9.0})) + 0.5


def test_a_blank_state_keeps_the_numbers() -> None:
    state = to_a_plan(start())
    before = state.action_weights()
    state.set_heuristic_weights(changed(unplanned=0.5))
    assert state.copy().action_weights() == state.action_weights() != before


def test_heuristic_playouts_score_where_random_ones_do_not() -> None:
    state = start()
    assert playouts(state, 100, 1)["scores"].mean() > 90
    assert playouts(state, 100, 1, heuristic=False)["scores"].mean() < 5


def one_by_one(before: State, after: State) -> tuple[bytes, int]:
    """The puts that tell `after` from `before`, made by single decisions that are checked, and how many they were."""
    was, now, again, n = before.raw(), after.raw(), before.copy(), 0
    actor = was["actor"]
    for space, (old, new) in enumerate(zip(was["seat"][actor]["on"], now["seat"][actor]["on"], strict=True)):
        if old != new:
            assert old == 0
            again.apply_action(11 * space + new - 1)
            n += 1
    if again.raw()["stage"] == PLAN and again.current_player() == actor:
        again.apply_action(DONE)
        n += 1
    return again.to_bytes(), n


@pytest.mark.parametrize("with_options", (False, True))
def test_a_plan_put_down_whole_is_a_chain_of_legal_decisions(with_options: bool) -> None:
    """Except the last plan of a round: what the others see of it is sorted at once."""
    rng, whole = random.Random(f"plans {with_options}"), 0
    for game in range(OPTION_GAMES if with_options else PLAIN_GAMES):
        seats = 2 + game % 4
        state, step = start(seats, **(some_options(rng, seats) if with_options else {})), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.sample_chance(game, step))
            else:
                before = state.copy()
                made, stage = state.weighted_step(game, step), before.raw()["stage"]
                if stage != PLAN:
                    assert made == 1
                elif state.raw()["stage"] == PLAN and state.current_player() != before.current_player():
                    assert one_by_one(before, state) == (state.to_bytes(), made)
                    whole += made > 2
            step += 1
    assert whole > 200


def to_a_tile() -> OrleansState:
    state, step = start(), 0
    while state.is_chance_node() or STAGES[state.raw()["stage"]] != "choose-tile":
        state.apply_action(state.sample_chance(3, step) if state.is_chance_node() else state.weighted_action(3, step))
        step += 1
    return state


def test_a_cube_is_the_power_of_the_library_to_the_last_bit() -> None:
    """Most of the numbers are those whose cube as a double lies next to the middle of two floats."""
    powf = ctypes.CDLL(None).powf       # of the library that the process runs with
    powf.restype, powf.argtypes = ctypes.c_float, (ctypes.c_float, ctypes.c_float)
    drawn = np.exp(np.random.default_rng(1).uniform(np.log(0.06), np.log(1000), 200_000)).astype(np.float32)
    cubes = drawn.astype(np.float64) ** 2 * drawn
    middle = np.abs((cubes.view(np.uint64) & 0x1FFFFFFF).astype(np.int64) - 0x10000000) < 0x300000
    values = np.concatenate((drawn[middle], drawn[:500]))
    powers = np.array([powf(v, 3.0) for v in values], np.float32)
    state = to_a_tile()
    tiles = [TILES[action - 988] for action in state.legal_actions()]
    found: list[float] = []
    for first in range(0, len(values), len(tiles)):
        worths = dict(zip(tiles, values[first:first + len(tiles)].tolist(), strict=False))
        state.set_heuristic_weights(changed(prior=3.0, tile_worth=HEURISTICS["tile_worth"] | worths))
        found += state.action_weights()[:len(worths)]
    assert np.array_equal(np.array(found, np.float32), powers)
    assert not np.array_equal(np.concatenate((cubes[middle], cubes[:500])).astype(np.float32), powers)


def test_steps_of_a_playout_are_drawn_with_a_sharpness_of_their_own() -> None:
    """Where one decision is a step, with equal sharpness both ways of drawing give the same shares."""
    state = to_a_tile()
    state.set_heuristic_weights(changed(sharpness=HEURISTICS["prior"]))
    weights = np.array(state.action_weights())
    tiles = [state.raw()["seat"][state.current_player()]["tiles"]]
    drawn = []
    for k in range(3000):
        after = state.copy()
        after.weighted_step(9, k)
        drawn.append(after.raw()["seat"][state.current_player()]["tiles"] & ~tiles[0])
    shares = np.array([drawn.count(1 << (action - 988)) for action in state.legal_actions()]) / len(drawn)
    assert np.abs(shares - weights / weights.sum()).max() < 0.04
