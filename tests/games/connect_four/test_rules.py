"""The rules of Connect Four one by one, and how many games and positions they allow."""
import re
from collections import Counter
from pathlib import Path

import pytest

import games
from core_ext.state import IllegalAction
from games.connect_four import tables

GAME = games.load("connect_four")
PXD = Path(games.__file__).parent / "connect_four" / "state.pxd"

# Sequences of n moves, n from 0, those that go on after a four not counted: the perft figures that writers of Connect
# Four programs quote. Up to 7 they follow from the board alone: 7 ** 7 less the 7 that overfill a column.
SEQUENCES = (1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234)
# Different positions after n moves: OEIS A212693, from S. Edelkamp and P. Kissmann, "Symbolic Classification of General
# Two-Player Games" (2008). Those where the game is over are counted.
POSITIONS = (1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275)

CELLS = [(column, row) for column in range(7) for row in range(6)]
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))
LINES = [[(c + n * right, r + n * up) for n in range(4)] for c, r in CELLS for right, up in WAYS
         if c + 3 * right < 7 and 0 <= r + 3 * up < 6]


def played(columns):
    """The state after these columns, a-g."""
    state = GAME.start()
    for column in columns:
        state.apply_action("abcdefg".index(column))
    return state


def loaded(first=(), second=()):
    """The state with these cells filled, reachable or not."""
    state = GAME.start()
    state.load({"stones": [sum(1 << 7 * c + r for c, r in cells) for cells in (first, second)]})
    return state


def test_the_compiled_board_is_that_of_the_tables():
    found = dict(re.findall(r"^\s+(COLUMNS|ROWS|CELLS) = (\d+)", PXD.read_text(encoding="utf-8"), re.MULTILINE))
    columns, rows = tables.COLUMNS, tables.ROWS
    assert found == {"COLUMNS": str(columns), "ROWS": str(rows), "CELLS": str(columns * rows)}
    assert len(LINES[0]) == tables.IN_A_LINE
    assert len(LINES) == 69


def test_a_position_is_small():
    assert GAME.start().size <= 32


def test_seats_take_turns_and_seat_0_begins():
    state = GAME.start()
    assert state.current_player() == 0
    for number, column in enumerate((3, 3, 0, 6, 6)):
        state.apply_action(column)
        assert state.current_player() == (number + 1) % 2


def test_a_stone_falls_to_the_lowest_empty_cell():
    stones = played("ddaddgd").raw()["stones"]
    assert stones == [sum(1 << cell for cell in cells) for cells in ((21, 0, 24, 25), (22, 23, 42))]


def test_a_full_column_takes_no_stone():
    assert 3 in played("ddddd").legal_actions()
    state = played("dddddd")
    assert state.legal_actions() == [0, 1, 2, 4, 5, 6]
    before = state.to_bytes()
    with pytest.raises(IllegalAction, match="action 3"):
        state.apply_action(3)
    assert state.to_bytes() == before


@pytest.mark.parametrize("seat", [0, 1])
def test_every_line_of_four_wins(seat):
    ended = {}
    for line in LINES:
        stones = [(), ()]
        stones[seat] = line
        state = loaded(*stones)
        ended[str(line)] = state.is_terminal(), state.win_shares(), state.scores(), state.returns()
    won = [1.0 - seat, float(seat)]
    assert {line: end for line, end in ended.items() if end != (True, won, won, won)} == {}


def test_three_of_a_line_and_lines_of_both_seats_do_not_win():
    ended = []
    for line in LINES:
        for gap in range(4):
            rest = line[:gap] + line[gap + 1:]
            ended += [(line, gap, stones) for stones in ((rest,), (rest, [line[gap]])) if loaded(*stones).is_terminal()]
    assert ended == []


def test_no_line_goes_on_at_the_other_side():
    """Four bits one step apart that are no line of the board win nothing."""
    bits = {7 * c + r for c, r in CELLS}
    lines = {tuple(sorted(7 * c + r for c, r in line)) for line in LINES}
    for start in bits:
        for step in (1, 6, 7, 8):
            four = tuple(start + n * step for n in range(4))
            if bits.issuperset(four) and four not in lines:
                assert not loaded([divmod(bit, 7) for bit in four]).is_terminal()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_move_completes_each_line_from_each_of_its_cells(seat):
    """Stones by turns fill the column below the gap; one elsewhere sets whose move it is. Upright, the top is last."""
    gaps = [(line, gap) for line in LINES for gap in (line if line[0][0] != line[3][0] else line[3:])]
    for line, gap in gaps:
        stones = [set(), set()]
        stones[seat].update(cell for cell in line if cell != gap)
        floor = min(row for column, row in line if column == gap[0])
        for row in range(floor):
            stones[1 - seat if (floor - row) % 2 else seat].add((gap[0], row))
        if (len(stones[0]) + len(stones[1])) % 2 != seat:
            stones[1 - seat].add(next(cell for cell in CELLS if cell[0] != gap[0] and cell not in line))
        state = loaded(*stones)
        assert state.current_player() == seat, (line, gap)
        state.apply_action(gap[0])
        assert state.is_terminal(), (line, gap)
        assert state.win_shares()[seat] == 1.0, (line, gap)


def test_a_win_ends_the_game_with_columns_still_open():
    state = played("abababa")
    assert state.current_player() == -2
    assert state.legal_actions() == []
    assert state.sources() == [{"result": 1.0}, {"result": 0.0}]
    with pytest.raises(IllegalAction):
        state.apply_action(3)


DRAWN = "ababab" "bababa"       # columns a and b in pairs, never four of a seat; likewise the others, g last


def test_a_full_board_without_a_four_is_a_draw():
    state = played(DRAWN + "cdcdcd" "dcdcdc" "efefef" "fefefe" "ggggg")
    assert not state.is_terminal()
    assert state.scores() == [0.0, 0.0]
    state.apply_action(6)
    assert state.is_terminal()
    assert state.win_shares() == state.scores() == [0.5, 0.5]
    assert (state.raw()["ply"], state.raw()["result"]) == (42, 3)


def test_the_last_stone_may_win():
    """The board of the draw with its last stone's line made a four: a win goes before a full board."""
    first, second = played(DRAWN + "cdcdcd" "dcdcdc" "efefef" "fefefe" "gggggg").raw()["stones"]
    line = sum(1 << 7 * c + 5 for c in (3, 4, 5, 6))
    state = GAME.start()
    state.load({"stones": [first & ~line, second | line]})
    assert state.raw()["ply"] == 42
    assert state.win_shares() == [0.0, 1.0]


def test_as_many_sequences_and_positions_as_published():
    layer = {GAME.start(): 1}
    for plies in range(len(SEQUENCES)):
        assert sum(layer.values()) == SEQUENCES[plies]
        assert len(layer) == POSITIONS[plies]
        following = Counter()
        if plies + 1 == len(SEQUENCES):
            break
        for state, ways in layer.items():
            for column in state.legal_actions():
                after = state.copy()
                after.apply_action(column)
                following[after] += ways
        layer = following


def test_keys_are_as_different_as_positions():
    seen, layer = {}, {GAME.start()}
    for _ in range(6):
        for state in layer:
            assert state.information_state_key(0) == state.information_state_key(1)
            assert seen.setdefault(state.information_state_key(0), state) == state
        following = set()
        for state in layer:
            for column in state.legal_actions():
                after = state.copy()
                after.apply_action(column)
                following.add(after)
        layer = following
    assert len(seen) == sum(POSITIONS[:6])
