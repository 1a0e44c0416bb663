"""The rules of Leduc hold'em, its twin, and its tree against OpenSpiel's."""
import hashlib
from collections.abc import Iterator

import pytest

import games
from core_ext.state import State
from games.api import InputError

from .twin import Twin

GAME = games.load("leduc_poker")


def after(*moves: str, **options: str) -> State:
    """The state after these moves."""
    state = GAME.start(2, options)
    for move in moves:
        state.apply_action(GAME.notation.parse_action(state, move))
    return state


def texts(state: State) -> list[str]:
    return [GAME.notation.action_text(state, action) for action in state.legal_actions()]


def everything(**options: str) -> Iterator[tuple[State, Twin]]:
    """Every state of the game, with a twin that has come the same way."""
    def walk(moves: tuple[str, ...], state: State) -> Iterator[tuple[State, Twin]]:
        twin = Twin(**{name: int(value) for name, value in options.items()})
        for move in moves:
            twin.apply_action(move)
        yield state, twin
        for move in twin.moves():
            child = state.copy()
            child.apply_action(GAME.notation.parse_action(state, move))
            yield from walk((*moves, move), child)

    yield from walk((), GAME.start(2, options))


# ---- the rules ---------------------------------------------------------------------------------


def test_cards_are_dealt_by_rank_two_of_each():
    assert after().chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    assert after("deal K").chance_outcomes() == [(0, 0.4), (1, 0.4), (2, 0.2)]
    assert texts(after("deal K", "deal K")) == ["check", "raise"]
    assert after("deal K", "deal K", "check", "check").chance_outcomes() == [(0, 0.5), (1, 0.5)]


def test_a_seat_that_owes_nothing_cannot_fold():
    assert after("deal K", "deal J").legal_actions() == [1, 2]
    assert after("deal K", "deal J", "raise").legal_actions() == [0, 1, 2]


def test_two_raises_are_the_most_in_a_round():
    state = after("deal K", "deal J", "raise", "raise")
    assert state.scores() == [-3, -5]
    assert texts(state) == ["fold", "call"]


def test_raises_are_of_two_chips_then_of_four():
    state = after("deal K", "deal J", "raise", "call", "board Q", "raise")
    assert state.raw()["paid"] == [7, 3]
    state.apply_action(2)
    assert state.raw()["paid"] == [7, 11]


def test_seat_0_acts_first_in_both_rounds():
    state = after("deal K", "deal J", "check", "raise", "call", "board Q")
    assert state.current_player() == 0


def test_a_check_after_a_check_ends_the_round():
    assert after("deal K", "deal J", "check", "check").is_chance_node()
    assert not after("deal K", "deal J", "check").is_chance_node()


@pytest.mark.parametrize("hands, board, chips", [
    ("KQ", "J", [1, -1]), ("QK", "J", [-1, 1]), ("JK", "J", [1, -1]), ("QJ", "J", [-1, 1]), ("KK", "J", [0, 0]),
    ("QK", "K", [-1, 1]), ("JJ", "K", [0, 0]),
])
def test_a_pair_with_the_board_wins_then_the_higher_card(hands, board, chips):
    state = after(f"deal {hands[0]}", f"deal {hands[1]}", "check", "check", f"board {board}", "check", "check")
    assert state.is_terminal()
    assert state.scores() == chips
    assert state.win_shares() == ([0.5, 0.5] if chips == [0, 0] else [float(c > 0) for c in chips])


def test_who_folds_loses_what_was_put_in():
    state = after("deal J", "deal K", "raise", "raise", "fold")
    assert state.scores() == [-3, 3]
    assert state.sources() == [{"antes": -1, "raises": -2, "pot": 0}, {"antes": -1, "raises": -4, "pot": 8}]


def test_a_shared_pot_comes_back():
    state = after("deal K", "deal K", "raise", "call", "board Q", "check", "check")
    assert state.sources() == [{"antes": -1, "raises": -2, "pot": 3}] * 2
    assert state.returns() == [0.5, 0.5]


def test_thirteen_chips_are_the_most():
    state = after("deal J", "deal K", "raise", "raise", "call", "board Q", "raise", "raise", "call")
    assert state.scores() == [-13, 13]
    assert state.returns() == [0, 1]


def test_options_set_the_stakes():
    state = after("deal J", "deal K", *["raise"] * 3, "call", "board Q", *["raise"] * 3, "call", ante="5", small="10",
                  big="100", raises="3")
    assert state.scores() == [-335, 335]
    assert state.returns() == [0, 1]
    after("deal J", "deal K", "check", *["raise"] * 6, "call", "board K", "check", *["raise"] * 6, "call", raises="6")


@pytest.mark.parametrize("option, value", [("ante", "0"), ("small", "two"), ("big", "1001"), ("raises", "7")])
def test_an_option_out_of_range_is_refused(option, value):
    with pytest.raises(InputError, match=f"option {option}: found"):
        GAME.start(2, {option: value})


def dealt(block: int, rotation: int = 0) -> tuple[list[int], int]:
    """Both hands and the board of a checked-down game by key."""
    state = GAME.start()
    while not state.is_terminal():
        state.apply_action(state.keyed_chance(4, block, rotation) if state.is_chance_node() else 1)
    return state.raw()["card"], state.raw()["board"]


def test_a_rotation_gives_a_seat_the_card_of_the_one_before_and_leaves_the_board():
    for block in range(30):
        (cards, board), (rotated, same) = dealt(block), dealt(block, 1)
        assert rotated == cards[::-1]
        assert same == board


def test_the_board_does_not_hang_on_the_betting():
    for block in range(30):
        state = after()
        while state.current_player() != 0:
            state.apply_action(state.keyed_chance(4, block))
        for move in ("raise", "raise", "call"):
            state.apply_action(GAME.notation.parse_action(state, move))
        assert 1 + state.keyed_chance(4, block) == dealt(block)[1]


def test_every_deal_comes_as_often_by_key_as_it_should():
    counts: dict[tuple[int, ...], int] = {}
    for block in range(12_000):
        cards, board = dealt(block)
        counts[(*cards, board)] = counts.get((*cards, board), 0) + 1
    assert len(counts) == 24
    total = 0.0
    for (first, second, board), n in counts.items():
        ways = 2 * (2 - (second == first)) * (2 - (board == first) - (board == second))
        total += (n - 100 * ways) ** 2 / (100 * ways)
    assert total < 49.7             # chi-square, 23 degrees, 0.1 %


# ---- trees and twin ----------------------------------------------------------------------------


def test_the_whole_tree_is_that_of_openspiel():
    """Its leduc_poker deals cards with suits: 5520 terminal histories, 1116 by rank, each with the deals it stands for.

    As sorted lines, `c` before a card, `a` before an act; the beginning of their SHA-256.
    """
    lines: list[str] = []
    deals = 0

    def walk(state: State, moves: str, ways: int) -> None:
        nonlocal deals
        if state.is_terminal():
            lines.append(f"{moves.strip()}: {' '.join(f'{chips:g}' for chips in state.scores())} x{ways}")
            deals += ways
            return
        chances = dict(state.chance_outcomes()) if state.is_chance_node() else {}
        for action in state.legal_actions():
            child = state.copy()
            child.apply_action(action)
            left = round(chances[action] * (6 - state.raw()["dealt"])) if chances else 1
            walk(child, f"{moves} {'c' if chances else 'a'}{action}", ways * left)

    walk(GAME.start(), "", 1)
    assert (len(lines), deals) == (1116, 5520)
    assert hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16] == "691424a104009a5b"


@pytest.mark.parametrize("options", [{}, {"ante": "3", "small": "5", "big": "7", "raises": "1"}, {"raises": "3"}])
def test_every_state_is_as_the_twin_has_it(options):
    for state, twin in everything(**options):
        assert texts(state) == twin.moves()
        assert state.scores() == twin.chips()
        assert state.raw()["paid"] == twin.paid()
        who = twin.to_act()
        assert state.current_player() == {"chance": -1, "over": -2}.get(str(who), who)
        if who == "chance":
            deck = twin.deck()
            assert [p for _, p in state.chance_outcomes()] == pytest.approx(
                [deck[r] / deck.total() for r in "JQK" if deck[r]])


def test_utility_is_linear_in_chips():
    for state, twin in everything():
        if twin.to_act() == "over":
            assert state.returns() == pytest.approx([0.5 + chips / 26 for chips in twin.chips()])
