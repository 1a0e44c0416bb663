"""The boards of every game at every number of seats: what fits a terminal, whole words, and nothing that is hidden."""
import random
import re
from collections.abc import Iterator

import pytest

import games
from core_ext.state import State
from games.boards import GUTTER
from tests.whole import mostly_whole, widest

BRIEF, USUAL = 15, 40
ROOMS = (BRIEF, 24, USUAL, None)
ENDLESS = 2000          # columns of a board that folds no line
SHORT = {"farm", "boat", "craft", "trade", "tur", "pur", "pin", "bro", "ora"}       # shortened on purpose
EARLY = 60              # steps of a game after which redealing hidden cards takes long
TABLES = [(name, seats) for name in games.names() for seats in games.load(name).seats]


def stages(name: str, seats: int, each: int, steps: int | None = None) -> Iterator[State]:
    """So many positions of two games, one by chance and one by heuristics, to the end or a number of steps."""
    game = games.load(name)
    for seed in range(2):
        choice, state, seen = random.Random(f"{name} {seats} {seed}"), game.start(seats), []
        while not state.is_terminal() and (steps is None or len(seen) < steps):
            seen.append(state.copy())
            if state.is_chance_node():
                state.apply_action(state.keyed_chance(seed))
            elif seed:
                state.apply_action(state.weighted_action(seed, len(seen)))
            else:
                state.apply_action(choice.choice(state.legal_actions()))
        yield from (seen[n * (len(seen) - 1) // (each - 1)] for n in range(each))
        yield state.copy()


def board(state: State, name: str, seat: int | None, room: int | None, columns: int = 80) -> list[str]:
    return games.load(name).render.text(state, seat, room, columns).plain.split("\n")


@pytest.mark.parametrize(("name", "seats"), mostly_whole(TABLES, widest))
def test_every_board_fits_a_terminal_of_80_columns(name, seats):
    for number, state in enumerate(stages(name, seats, 5)):
        seat = (None, seats - 1)[number % 2]
        for room in ROOMS:
            found = board(state, name, seat, room)
            assert room is None or len(found) <= room, "\n".join(found)
            assert max(map(len, found)) <= 80, "\n".join(found)
        for columns in (80 - GUTTER, 120):
            for room in (BRIEF, None):
                assert max(map(len, board(state, name, seat, room, columns))) <= columns


@pytest.mark.parametrize(("name", "seats"), mostly_whole(TABLES, widest))
def test_no_board_breaks_a_word(name, seats):
    """Each word stands also on a board of endless lines, in one of its forms."""
    for state in stages(name, seats, 3):
        whole = SHORT.union(*(words(board(state, name, None, room, ENDLESS)) for room in (1, 6, 9, 12, *ROOMS)))
        for room in ROOMS:
            assert words(board(state, name, None, room)) - whole == set()


def words(lines: list[str]) -> set[str]:
    """The words of a board; numbers and what is drawn are none."""
    return {word for line in lines for word in re.findall(r"[^\W\d_]+", line)}


@pytest.mark.parametrize(("name", "seats"), mostly_whole(TABLES, widest))
def test_a_board_of_all_there_is_needs_no_more_lines_than_it_has(name, seats):
    for state in stages(name, seats, 2):
        full = board(state, name, None, None)
        assert board(state, name, None, len(full)) == full


@pytest.mark.parametrize(("name", "seats"), mostly_whole(
    [table for table in TABLES if games.load(table[0]).start().hides], widest))
def test_no_form_tells_a_seat_what_it_cannot_know(name, seats):
    compared = 0
    for number, state in enumerate(stages(name, seats, 4, EARLY)):
        seat, other = number % seats, state.copy()
        other.resample(seat, number)
        compared += other != state
        for room in (BRIEF, USUAL):
            assert board(other, name, seat, room) == board(state, name, seat, room)
    assert compared
