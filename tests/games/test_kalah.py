"""examples/kalah.py: sowing, captures, another turn and the end, as the rules at its top say."""
import random
import runpy
from pathlib import Path

import pytest

FILE = Path(__file__).parents[2] / "examples" / "kalah.py"
OVER = -2


@pytest.fixture(scope="module")
def kalah():
    return runpy.run_path(str(FILE))["Kalah"]


def after(kalah, seeds, turn, *moves):
    """Seeds, who is to act and scores after these moves, each the pit's number in the mover's view."""
    at = kalah(list(seeds), turn)
    for move in moves:
        assert move in at.legal_actions()
        at.apply_action(move)
    return at.seeds, at.current_player(), at.scores()


def test_a_turn_sows_one_a_pit_and_hands_over(kalah):
    assert after(kalah, 2 * ([4] * 6 + [0]), 0, 3) == ([4, 4, 4, 0, 5, 5, 1, 5, 4, 4, 4, 4, 4, 0], 1, [1, 0])


@pytest.mark.parametrize(("turn", "store"), [(0, 6), (1, 13)])
def test_a_last_seed_in_the_own_store_gives_another_turn(kalah, turn, store):
    seeds, mover, _ = after(kalah, 2 * ([4] * 6 + [0]), turn, 2)
    assert (mover, seeds[store]) == (turn, 1)


def test_the_store_of_the_other_is_passed_over(kalah):
    seeds = after(kalah, [0, 1, 0, 0, 0, 9, 0, 2, 2, 2, 2, 2, 2, 0], 0, 5)[0]
    assert seeds == [1, 2, 0, 0, 0, 0, 1, 3, 3, 3, 3, 3, 3, 0]


def test_a_last_seed_in_an_empty_pit_of_ones_own_takes_those_opposite(kalah):
    taken = after(kalah, [1, 0, 3, 0, 0, 0, 0, 1, 1, 1, 1, 5, 1, 0], 0, 0)
    assert taken == ([0, 0, 3, 0, 0, 0, 6, 1, 1, 1, 1, 0, 1, 0], 1, [6, 0])
    nothing_there = after(kalah, [1, 0, 3, 0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0], 0, 0)
    assert nothing_there == ([0, 1, 3, 0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0], 1, [0, 0])
    on_the_other_side = after(kalah, [1, 0, 3, 0, 0, 2, 0, 0, 1, 1, 1, 5, 1, 0], 0, 5)
    assert on_the_other_side[0] == [1, 0, 3, 0, 0, 0, 1, 1, 1, 1, 1, 5, 1, 0]


def test_a_sowing_around_the_board_may_end_where_it_began(kalah):
    seeds, mover, scores = after(kalah, [13, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0], 0, 0)
    assert seeds == [0, 1, 1, 1, 1, 1, 4, 2, 2, 2, 2, 2, 0, 0]      # into the pit that was emptied: 1 and 3 taken
    assert (mover, scores) == (1, [4, 0])


def test_when_the_pits_of_a_seat_are_empty_the_other_gathers_the_rest(kalah):
    seeds, mover, scores = after(kalah, [0, 0, 0, 0, 0, 1, 20, 3, 0, 0, 0, 0, 2, 20], 0, 5)
    assert (mover, scores) == (OVER, [21, 25])
    assert seeds == [0] * 6 + [21] + [0] * 6 + [25]


def test_no_seed_is_lost(kalah):
    rng = random.Random(1)
    for _ in range(20):
        at = kalah()
        while at.current_player() != OVER:
            assert sum(at.seeds) == 48
            at.apply_action(rng.choice(at.legal_actions()))
        assert sum(at.scores()) == 48
