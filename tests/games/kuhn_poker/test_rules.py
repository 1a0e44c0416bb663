"""The rules of Kuhn poker, its twin, and its trees against OpenSpiel's."""
import hashlib
import random
from collections.abc import Iterator

import pytest

import games
from core_ext.state import State
from games.api import InputError

from .twin import Twin

GAME = games.load("kuhn_poker")


def after(*moves: str, seats: int = 2, **options: str) -> State:
    """The state after these moves."""
    state = GAME.start(seats, options)
    for move in moves:
        state.apply_action(GAME.notation.parse_action(state, move))
    return state


def texts(state: State) -> list[str]:
    return [GAME.notation.action_text(state, action) for action in state.legal_actions()]


def everything(seats: int, **options: str) -> Iterator[tuple[State, Twin]]:
    """Every state of the game, with a twin that has come the same way."""
    def walk(moves: tuple[str, ...], state: State) -> Iterator[tuple[State, Twin]]:
        twin = Twin(seats, **{name: int(value) for name, value in options.items()})
        for move in moves:
            twin.apply_action(move)
        yield state, twin
        for move in twin.moves():
            child = state.copy()
            child.apply_action(GAME.notation.parse_action(state, move))
            yield from walk((*moves, move), child)

    yield from walk((), GAME.start(seats, options))


# ---- the rules ---------------------------------------------------------------------------------


def test_each_seat_gets_one_of_three_cards():
    assert texts(after()) == ["deal J", "deal Q", "deal K"]
    assert texts(after("deal Q")) == ["deal J", "deal K"]
    assert after("deal Q").chance_outcomes() == [(0, 0.5), (2, 0.5)]


def test_a_larger_table_has_one_card_more_than_seats():
    assert texts(after(seats=5)) == ["deal 8", "deal 9", "deal T", "deal J", "deal Q", "deal K"]


def test_the_first_seat_checks_or_bets():
    state = after("deal J", "deal K")
    assert state.current_player() == 0
    assert texts(state) == ["check", "bet"]


def test_a_bet_is_answered_by_a_fold_or_a_call():
    assert texts(after("deal J", "deal K", "bet")) == ["fold", "call"]


@pytest.mark.parametrize("acts, chips", [
    (("check", "check"), [-1, 1]), (("check", "bet", "fold"), [-1, 1]), (("check", "bet", "call"), [-2, 2]),
    (("bet", "fold"), [1, -1]), (("bet", "call"), [-2, 2]),
])
def test_what_jack_against_king_wins_and_loses(acts, chips):
    state = after("deal J", "deal K", *acts)
    assert state.is_terminal()
    assert state.scores() == chips
    assert state.win_shares() == [float(c > 0) for c in chips]


def test_three_seats_answer_in_turn_and_the_best_card_still_in_wins():
    state = after("deal Q", "deal K", "deal J", "check", "check", "bet", seats=3)
    assert state.current_player() == 0
    state.apply_action(1)
    assert state.current_player() == 1
    state.apply_action(0)
    assert state.scores() == [3, -1, -2]
    assert state.win_shares() == [1, 0, 0]


def test_chips_put_in_are_lost_until_the_pot_is_won():
    assert after("deal Q", "deal K", "bet").scores() == [-2, -1]


def test_sources_add_up_to_the_chips():
    assert after("deal Q", "deal K", "bet", "call").sources() == [{"antes": -1, "bets": -1, "pot": 0},
                                                                  {"antes": -1, "bets": -1, "pot": 4}]


def test_options_set_the_stakes():
    state = after("deal Q", "deal K", "bet", "call", ante="5", bet="20")
    assert state.scores() == [-25, 25]
    assert state.returns() == [0, 1]


@pytest.mark.parametrize("option, value", [("ante", "0"), ("bet", "one"), ("bet", "1001"), ("ante", "1.5")])
def test_an_option_out_of_range_is_refused(option, value):
    with pytest.raises(InputError, match=f"option {option}: found"):
        GAME.start(2, {option: value})


def test_a_rotation_gives_a_seat_the_card_of_the_one_before():
    for block in range(20):
        cards = []
        for rotation in (0, 1):
            state = GAME.start()
            while state.is_chance_node():
                state.apply_action(state.keyed_chance(4, block, rotation))
            cards.append(state.raw()["card"])
        assert cards[0] == cards[1][::-1]


def test_every_deal_is_as_likely_as_another_by_key():
    dealt: dict[tuple[int, ...], int] = {}
    for block in range(6000):
        state = GAME.start()
        while state.is_chance_node():
            state.apply_action(state.keyed_chance(9, block))
        cards = tuple(state.raw()["card"])
        dealt[cards] = dealt.get(cards, 0) + 1
    assert len(dealt) == 6
    assert sum((n - 1000) ** 2 / 1000 for n in dealt.values()) < 20.5      # chi-square, 5 degrees, 0.1 %


# ---- trees and twin ----------------------------------------------------------------------------

# Terminal histories of OpenSpiel's kuhn_poker as sorted lines, `c` before a card, `a` before an act: count and SHA-256.
TREES = [(2, 30, "79a7765422c2c4ff"), (3, 312, "d7121dacced93cbf"), (4, 3960, "ec342442e0fcd2c5"),
         (5, 58_320, "b863066c9a49540f")]


@pytest.mark.parametrize("seats, count, digest", TREES)
def test_whole_trees_are_those_of_openspiel(seats, count, digest):
    lines: list[str] = []

    def walk(state: State, moves: str) -> None:
        if state.is_terminal():
            lines.append(f"{moves.strip()}: {' '.join(f'{chips:g}' for chips in state.scores())}")
            return
        letter = "c" if state.is_chance_node() else "a"
        for action in state.legal_actions():
            child = state.copy()
            child.apply_action(action)
            walk(child, f"{moves} {letter}{action}")

    walk(GAME.start(seats), "")
    assert len(lines) == count
    assert hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16] == digest


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_state_is_as_the_twin_has_it(seats):
    for state, twin in everything(seats, ante="3", bet="2"):
        assert texts(state) == twin.moves()
        assert state.scores() == twin.chips()
        who = twin.to_act()
        assert state.current_player() == {"chance": -1, "over": -2}.get(str(who), who)


@pytest.mark.parametrize("seed", range(60))
def test_random_games_of_five_go_as_the_twin_plays_them(seed):
    rng, state, twin = random.Random(seed), GAME.start(5), Twin(5)
    while twin.moves():
        assert texts(state) == twin.moves()
        move = rng.choice(twin.moves())
        twin.apply_action(move)
        state.apply_action(GAME.notation.parse_action(state, move))
    assert state.is_terminal()
    assert state.scores() == twin.chips()
    assert state.win_shares() == [float(chips > 0) for chips in twin.chips()]
    assert sum(state.returns()) == pytest.approx(1)
