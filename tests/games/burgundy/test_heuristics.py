"""The heuristics: what looks better than what, the numbers behind it, and the inputs of the value function."""
import itertools
import json
from typing import Any

import numpy as np
import pytest

import games
from core_ext.playout import playouts
from core_ext.rng import stream_numbers
from games.api import InputError
from games.burgundy.heuristics import read_heuristics
from games.burgundy.names import TILE_NAMES
from games.burgundy.state import BurgundyState
from games.burgundy.tuning import HEURISTICS, SEARCH, TWO_SEATS
from mcts.params import SearchParams

SHIP = 49


def start(**options: str) -> BurgundyState:
    state = games.load("burgundy").start(2, options)
    assert isinstance(state, BurgundyState)
    return state


def first_turn(seed: int = 1, **options: str) -> BurgundyState:
    """The first decision with dice, all before it drawn with `seed`."""
    state, step = start(**options), 0
    while state.is_chance_node():
        state.apply_action(state.sample_chance(seed, step))
        step += 1
    return state


def weight(state: BurgundyState, action: int) -> float:
    return float(state.action_weights()[state.legal_actions().index(action)])


def changed(**numbers: Any) -> dict[str, Any]:
    return {**HEURISTICS, **numbers}


def test_every_tile_has_a_worth_early_and_late() -> None:
    named = {name if "knowledge" in name or name not in TILE_NAMES[9:21] else "animals" for name in TILE_NAMES[1:]}
    assert set(HEURISTICS["early"]) == set(HEURISTICS["late"]) == named


def test_priors_without_sharpness_make_all_actions_equal() -> None:
    state = first_turn()
    state.set_heuristic_weights(changed(prior=0.0))
    assert set(state.action_weights()) == {1.0}


def test_weights_stay_within_what_a_float_holds() -> None:
    state = first_turn()
    for sharpness in (-100.0, 100.0):
        state.set_heuristic_weights(changed(prior=sharpness))
        weights = np.array(state.action_weights())
        assert (weights > 0).all()
        assert np.isfinite(weights.sum())


def test_a_ship_that_completes_its_region_outweighs_one_that_begins_another() -> None:
    state = first_turn()                                # board 1: d1-d3 and d5-d7 are ships, d4 the start castle
    raw = state.raw()
    seat = raw["seat"][raw["actor"]]
    seat["tiles"][15] = seat["tiles"][16] = SHIP        # d1, d2
    seat["storage"], seat["dice"], seat["workers"] = [SHIP, 0, 0], [2, 5], 0
    state.load(raw)
    assert weight(state, 72 + 17) > 1.5 * weight(state, 72 + 111 + 19)      # d3 with the 2, d5 with the 5


def test_in_the_last_round_a_tile_that_cannot_be_placed_is_worth_little() -> None:
    state = first_turn()
    state.set_heuristic_weights(changed(prior=HEURISTICS["sharpness"]))
    raw = state.raw()
    raw["seat"][raw["actor"]]["dice"] = [3, 0]
    raw["seat"][raw["actor"]]["workers"] = 0
    shares = []
    for phase, round_ in ((0, 0), (4, 4)):
        raw["phase"], raw["round"] = phase, round_
        state.load(raw)
        takes = [weight(state, a) for a in state.legal_actions() if a < 72]
        shares.append(sum(takes) / sum(state.action_weights()))
    assert takes
    assert shares[1] < 0.1 * shares[0]


def test_a_blank_state_keeps_the_numbers() -> None:
    state = first_turn()
    before = state.action_weights()
    state.set_heuristic_weights(changed(prior=0.3))
    assert state.copy().action_weights() == state.action_weights() != before


def test_heuristic_playouts_score_three_times_what_random_ones_do() -> None:
    state = start(boards="random")
    assert playouts(state, 200, 1)["scores"].mean() > 165
    assert playouts(state, 200, 1, heuristic=False)["scores"].mean() < 55


def test_playouts_draw_in_proportion_to_weights_of_their_own_sharpness() -> None:
    state = first_turn()
    state.set_heuristic_weights(changed(prior=HEURISTICS["sharpness"]))
    weights = np.array(state.action_weights())
    drawn = [state.weighted_action(5, k) for k in range(4000)]
    shares = np.array([drawn.count(a) for a in state.legal_actions()]) / len(drawn)
    assert np.abs(shares - weights / weights.sum()).max() < 0.03


def test_option_heuristics_overrides_some_numbers() -> None:
    text = json.dumps({"prior": 0.2, "early": {"castle": 9}, "silver": [1, 2, 3, 4]})
    found = read_heuristics(text)
    assert found["prior"] == 0.2
    assert found["early"]["castle"] == 9.0
    assert found["silver"] == [1.0, 2.0, 3.0, 4.0]
    assert found["late"] == HEURISTICS["late"]
    assert HEURISTICS["early"]["castle"] != 9
    assert first_turn(heuristics=text).action_weights() != first_turn().action_weights()


@pytest.mark.parametrize(("text", "words"), [
    ('{"sharp": 1}', "sharp: unknown"),
    ('{"sharpness": 0}', "sharpness: found 0, expected a number above 0"),
    ('{"silver": [1, 2]}', "silver: found \\[1, 2\\], expected a list of 4 numbers"),
    ('{"early": {"castle": "high"}}', "early.castle: found 'high', expected a number"),
    ('{"place": 1e400}', "found '1e400', expected a finite number"),
    ('[1]', "found '\\[1\\]', expected the numbers"),
    ('{', "line 1, column 2: the text ends here"),
])
def test_refusals_of_option_heuristics_name_the_place(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        start(heuristics=text)


def test_inputs_of_the_value_function_are_small_and_enough_for_its_weights() -> None:
    state, step, largest = start(boards="random"), 0, 0.0
    while not state.is_terminal():
        state.apply_action(state.sample_chance(3, step) if state.is_chance_node() else state.weighted_action(3, step))
        largest = max(largest, *(abs(x) for seat in (0, 1) for x in state.features(seat)[:1]))
        step += 1
    assert len(state.features(0)) == len(SEARCH["weights"])
    assert largest < 60


def drawn(weights: list[float], seed: int, number: int) -> int:
    """The index that the contract's draw gives: float by float, in order."""
    total, single = np.float32(0), np.float32
    for w in weights:
        total = single(total + single(w))
    mark = single((stream_numbers(seed, number, 1)[0] >> 11) * 2.0 ** -53 * float(total))
    for i, w in enumerate(weights[:-1]):
        mark = single(mark - single(w))
        if mark < 0:
            return i
    return len(weights) - 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_weighted_choice_is_the_contracts_draw_from_the_weights_of_the_list(seats: int) -> None:
    """The draw walks bit sets in fours; the list of actions and its weights are another way to the same."""
    state, step = games.load("burgundy").start(seats, {"boards": "random"}), 0
    assert isinstance(state, BurgundyState)
    state.set_heuristic_weights(changed(prior=HEURISTICS["sharpness"]))
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(seats, step))
        else:
            legal, weights = state.legal_actions(), state.action_weights()
            for number in range(step, step + 5):
                chosen = state.weighted_action(seats, number)
                assert chosen == legal[drawn(weights, seats, number) if len(legal) > 1 else 0]
            state.apply_action(chosen)
        step += 1


def mixed(z: int, undo: bool = False) -> int:
    """The finaliser of splitmix64, or its inverse."""
    steps = [(30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)]
    for shift, factor in reversed(steps) if undo else steps:
        if undo:
            z = z * pow(factor, -1, 2 ** 64) % 2 ** 64
            z ^= z >> shift ^ z >> 2 * shift
        else:
            z = (z ^ z >> shift) * factor % 2 ** 64
    return z


@pytest.mark.parametrize("number", range(6))
def test_a_playout_that_remembers_is_the_one_that_looks_anew(number: int) -> None:
    """Step by step, each from a seed that stands where the playout's stream does, the same game comes out."""
    golden = 0x9E3779B97F4A7C15
    state = first_turn(boards="random")
    whole = playouts(state, 1, 4, first=number)
    at = mixed((4 + golden * (mixed(number) | 1)) % 2 ** 64)
    while not state.is_terminal():
        seed = (mixed(at, undo=True) - golden) % 2 ** 64
        if state.is_chance_node():
            drawn = 2 if {p for _, p in state.chance_outcomes()} == {1 / 36, 2 / 36} else 1     # two dice
            state.apply_action(state.sample_chance(seed, 0))
        else:
            drawn = len(state.legal_actions()) > 1
            state.apply_action(state.weighted_action(seed, 0))
        at = (at + drawn * golden) % 2 ** 64
    assert state.scores() == whole["scores"][0].tolist()


def test_values_tell_more_of_the_end_the_nearer_it_is() -> None:
    """Each count comes twice, the second time as its share of the rounds left: all at first, nothing at the end."""
    state, step, shares = start(boards="random"), 0, [1.0]
    while not state.is_terminal():
        state.apply_action(state.sample_chance(4, step) if state.is_chance_node() else state.weighted_action(4, step))
        counts, later = np.split(np.array(state.features(0)), 2)
        at = int(np.argmax(np.abs(counts)))
        shares.append(float(later[at] / counts[at]) if counts[at] else shares[-1])
        assert later == pytest.approx(shares[-1] * counts, abs=1e-5)
        step += 1
    assert shares[-1] < 0.05
    assert all(a >= b - 1e-6 for a, b in itertools.pairwise(shares))


def test_settings_found_at_two_seats_are_for_two_seats() -> None:
    for seats in (2, 3, 4):
        found = SearchParams(simulations=1).settings(games.load("burgundy").start(seats))
        assert all((found[name] == value) == (seats == 2) for name, value in TWO_SEATS.items())
