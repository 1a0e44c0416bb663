"""The rules of Pig, its twin, and its trees against OpenSpiel's."""
import hashlib
import random
from collections import Counter

import pytest

import games
from core_ext.state import State
from games.api import InputError
from tests.whole import mostly_whole

from .twin import Twin

GAME = games.load("pig")


def after(*moves: str, seats: int = 2, **options: str) -> State:
    """The state after these moves."""
    state = GAME.start(seats, options)
    for move in moves:
        state.apply_action(GAME.notation.parse_action(state, move))
    return state


def texts(state: State) -> list[str]:
    return [GAME.notation.action_text(state, action) for action in state.legal_actions()]


# ---- the rules ---------------------------------------------------------------------------------


def test_seat_0_begins_and_may_roll_or_hold():
    state = GAME.start()
    assert state.current_player() == 0
    assert texts(state) == ["roll", "hold"]


def test_a_face_goes_into_the_pot_and_the_turn_goes_on():
    state = after("roll", "die 4", "roll", "die 6")
    assert state.raw()["pot"] == 10
    assert state.scores() == [0, 0]
    assert state.current_player() == 0


def test_a_one_empties_the_pot_and_passes_the_turn():
    state = after("roll", "die 4", "roll", "die 1")
    assert state.raw()["pot"] == 0
    assert state.scores() == [0, 0]
    assert state.current_player() == 1


def test_a_hold_banks_the_pot_and_passes_the_turn():
    state = after("roll", "die 4", "hold", "roll", "die 3", "hold")
    assert state.scores() == [4, 3]
    assert state.current_player() == 0


def test_an_empty_pot_may_be_held():
    assert after("hold").current_player() == 1


def test_banked_points_survive_a_one():
    assert after("roll", "die 4", "hold", "hold", "roll", "die 5", "roll", "die 1").scores() == [4, 0]


def test_a_pot_that_wins_must_be_held_and_only_the_hold_ends_the_game():
    state = after("roll", "die 6", "roll", "die 4", goal="10")
    assert not state.is_terminal()
    assert texts(state) == ["hold"]
    state.apply_action(1)
    assert state.is_terminal()
    assert state.win_shares() == state.returns() == [1, 0]
    assert state.scores() == [10, 0]


def test_the_last_seat_of_five_wins_alone():
    state = after("hold", "hold", "hold", "hold", "roll", "die 6", "hold", seats=5, goal="5")
    assert state.win_shares() == [0, 0, 0, 0, 1]


def test_the_cap_ends_a_game_undecided_whatever_is_banked():
    state = after("roll", "die 6", "hold", "hold", "hold", seats=3, cap="4")
    assert state.is_terminal()
    assert state.win_shares() == pytest.approx([1 / 3] * 3)
    assert state.scores() == [6, 0, 0]


def test_a_win_with_the_last_choice_is_a_win():
    assert after("roll", "die 6", "hold", goal="6", cap="2").win_shares() == [1, 0]


def test_a_roll_that_is_the_last_choice_is_not_looked_at():
    state = after("roll", cap="1")
    assert state.is_terminal()
    assert state.legal_actions() == []


def test_another_die_has_its_own_faces():
    state = after("roll", faces="4")
    assert texts(state) == ["die 1", "die 2", "die 3", "die 4"]
    assert [p for _, p in state.chance_outcomes()] == [0.25] * 4


@pytest.mark.parametrize("option, value", [("goal", "0"), ("goal", "ten"), ("goal", "10001"), ("faces", "1"),
                                           ("cap", "-1"), ("cap", "²"), ("cap", "9" * 50)])
def test_an_option_out_of_range_is_refused(option, value):
    with pytest.raises(InputError, match=f"option {option}: found"):
        GAME.start(2, {option: value})


def test_every_face_is_as_likely_as_another():
    state = after("roll")
    rolled = Counter(state.sample_chance(5, n) for n in range(60_000))
    assert sum((rolled[f] - 10_000) ** 2 / 10_000 for f in range(1, 7)) < 20.5     # chi-square, 5 degrees, 0.1 %


def test_a_hold_of_one_seat_changes_no_die_of_another():
    early, late = after("hold", "roll"), after("roll", "die 3", "roll", "die 2", "hold", "roll")
    for block in range(20):
        assert early.keyed_chance(1, block) == late.keyed_chance(1, block)


def test_a_rotation_gives_a_seat_the_luck_of_the_one_before():
    first, second = after("roll"), after("hold", "roll")
    for block in range(20):
        assert first.keyed_chance(1, block) == second.keyed_chance(1, block, 1)


# ---- trees and twin ----------------------------------------------------------------------------


def histories(state: State, seats: int) -> list[str]:
    """Every game as `moves: returns`, with returns as OpenSpiel has them: 1, 0 undecided, -1 shared by the losers."""
    found = []

    def walk(at: State, moves: tuple[str, ...]) -> None:
        if at.is_terminal():
            wins = at.win_shares()
            decided = max(wins) == 1
            returns = [(1 if w else int(-1 / (seats - 1))) if decided else 0 for w in wins]
            found.append(f"{' '.join(moves)}: {' '.join(map(str, returns))}")
            return
        for action in at.legal_actions():
            child = at.copy()
            child.apply_action(action)
            walk(child, (*moves, f"d{action}" if at.is_chance_node() else ("roll", "hold")[action]))

    walk(state, ())
    return sorted(found)


# Terminal histories of OpenSpiel's pig, as sorted lines, and the beginning of their SHA-256.
TREES = [
    ({"goal": "8", "cap": "6"}, 2, 9443, "058741f6cf988194"),
    ({"goal": "4", "cap": "7"}, 3, 4727, "ad2ac3d845a54184"),
    ({"goal": "5", "cap": "9"}, 2, 106_245, "a58337088ea65260"),
]


@pytest.mark.parametrize("options, seats, count, digest", mostly_whole(TREES, lambda tree: tree[2] < 10_000))
def test_whole_trees_are_those_of_openspiel(options, seats, count, digest):
    lines = histories(GAME.start(seats, options), seats)
    assert len(lines) == count
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16] == digest


@pytest.mark.parametrize("seed", mostly_whole(range(120), range(15).__contains__))
def test_random_games_go_as_the_twin_plays_them(seed):
    rng = random.Random(seed)
    seats = rng.choice((2, 2, 3, 4, 5))
    numbers = {"goal": rng.choice((5, 20, 50, 100)), "faces": rng.choice((2, 4, 6, 6, 10)),
               "cap": rng.choice((40, 1000))}
    state, twin = GAME.start(seats, {k: str(v) for k, v in numbers.items()}), Twin(seats, **numbers)
    eagerness = rng.random()
    while twin.moves():
        moves = twin.moves()
        assert texts(state) == moves
        assert state.is_chance_node() == twin.rolling
        assert state.scores() == twin.banked
        move = "roll" if "roll" in moves and rng.random() < eagerness else rng.choice(moves)
        twin.apply_action(move)
        state.apply_action(GAME.notation.parse_action(state, move))
    assert state.is_terminal()
    assert state.scores() == twin.banked
    assert state.win_shares() == pytest.approx(twin.shares())
