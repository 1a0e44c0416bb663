"""Boards and start castles chosen in secret: what a seat sees of the others' choices, on the board and as news."""
import io
import random

import pytest
from rich.console import Console

import games
from games.burgundy.names import STAGE_NAMES
from games.burgundy.notation import parse_action

GAME = games.load("burgundy")
CHOOSING = "choose"


def text(state, seat=None, room=None) -> str:
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(GAME.render.text(state, seat, room))
    return console.export_text()


def choosing(seed: int, **options: str):
    """Each state of the choices that follow the draws of the set-up, by random choices; the same object."""
    state, choice = GAME.start(3, {"secret": "yes", **options}), random.Random(seed)
    while not state.legal_actions() or state.is_chance_node():
        state.apply_action(state.keyed_chance(seed))
    while not state.is_chance_node():
        yield state
        state.apply_action(choice.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize("options", [{"boards": CHOOSING}, {"boards": CHOOSING, "castles": CHOOSING},
                                     {"boards": "2,5,9", "castles": CHOOSING}])
def test_a_view_is_the_same_for_all_choices_that_a_seat_does_not_see(options):
    compared = 0
    for seed in range(3):
        for state in choosing(seed, **options):
            for seat in range(3):
                dealt = state.copy()
                dealt.resample(seat, seed)
                if dealt == state:
                    continue
                compared += 1
                assert dealt.information_state_key(seat) == state.information_state_key(seat)
                assert text(dealt, seat) == text(state, seat)
                assert text(dealt, seat, 15) == text(state, seat, 15)
                assert GAME.render.svg(dealt, seat) == GAME.render.svg(state, seat)
    assert compared > 9


def test_whether_a_castle_is_still_to_be_chosen_is_not_told():
    """Board 1 has its castle printed, the others have not: so the question would tell the board."""
    state = next(iter(choosing(1, boards=CHOOSING, start="0")))
    state.apply_action(parse_action(state, "choose board 4"))
    assert "seat 0 chooses where its castle starts" in text(state)
    assert "seat 0 chooses a board" in text(state, 1)
    assert "board 4" in text(state, 0)


@pytest.mark.parametrize("castles", ["default", CHOOSING])
def test_b14_a_redeal_tells_nothing_of_the_seat_that_is_choosing(castles):
    """B14: whether its board is chosen already, and which, is drawn anew, from nothing but what another seat knows."""
    board = next(iter(choosing(1, boards=CHOOSING, castles=castles, start="0")))
    castle = board.copy()
    castle.apply_action(parse_action(castle, "choose board 4"))
    assert board.information_state_key(2) == castle.information_state_key(2)
    found = set()
    for seed in range(400):
        dealt = [state.copy() for state in (board, castle)]
        for state in dealt:
            state.resample(2, seed)
            assert state.information_state_key(2) == board.information_state_key(2)
        assert dealt[0] == dealt[1]
        found.add((STAGE_NAMES[dealt[0].raw()["stage"]], dealt[0].raw()["seat"][0]["board"]))
    boards = range(1 if castles == CHOOSING else 2, 10)         # board 1 has its castle printed by default
    assert found == {("choose-board", 0)} | {("choose-castle", n) for n in boards}
    own = castle.copy()
    own.resample(0, 1)
    assert own == castle


def test_choices_are_told_to_their_seat_and_shown_to_all_in_the_end():
    last = None
    for state in choosing(2, boards=CHOOSING):
        last = state
        for action in state.legal_actions() if not state.is_chance_node() else []:
            told = [GAME.told(state, action, seat) for seat in range(3)]
            assert [seat for seat in range(3) if told[seat] is not None] == [state.current_player()]
    boards = [seat["board"] for seat in last.raw()["seat"][:3]]
    assert all(f"Seat {seat}  0 points  board {boards[seat]}" in text(last, 0) for seat in range(3))


def test_open_choices_are_seen_by_all():
    for state in choosing(3, boards=CHOOSING, secret="no"):
        assert text(state, 1) == text(state)
        for action in state.legal_actions():
            assert GAME.told(state, action, 2) is not None
