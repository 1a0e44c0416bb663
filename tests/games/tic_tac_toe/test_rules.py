"""The rules of tic-tac-toe: every position there is, compared with a plain twin, and the published counts of games."""
from functools import cache

import pytest

import games
from core_ext.playout import playouts
from core_ext.rng import stream_numbers
from core_ext.state import IllegalAction
from tests.games.tic_tac_toe import twin

GAME = games.load("tic_tac_toe")

# Games, by how they end, and positions: the published counts, for instance Henry Bottomley's and Steve Schaeffer's.
GAMES, FIRST_WINS, SECOND_WINS, DRAWS = 255_168, 131_184, 77_904, 46_080
POSITIONS = 5_478


def played(moves):
    state = GAME.start()
    for move in moves.split():
        state.apply_action(GAME.notation.parse_action(state, move))
    return state


def word(state):
    """The twin's word for a position."""
    first, second = state.raw()["marks"]
    return "".join("x" if first >> n & 1 else "o" if second >> n & 1 else "." for n in range(9))


@cache
def everything():
    """Every position that can be reached: word -> state."""
    found, waiting = {}, [GAME.start()]
    while waiting:
        state = waiting.pop()
        if word(state) not in found:
            found[word(state)] = state
            for cell in state.legal_actions():
                waiting.append(state.copy())
                waiting[-1].apply_action(cell)
    return found


def test_seats_mark_by_turns_and_seat_0_begins():
    state = GAME.start()
    for number, cell in enumerate((4, 0, 8, 2)):
        assert state.current_player() == number % 2
        state.apply_action(cell)
    assert word(state) == "o.o.x...x"


def test_a_marked_cell_is_not_marked_again():
    state = played("b2 a1")
    assert state.legal_actions() == [1, 2, 3, 5, 6, 7, 8]
    with pytest.raises(IllegalAction, match="action 4"):
        state.apply_action(4)


@pytest.mark.parametrize("line", twin.LINES)
@pytest.mark.parametrize("seat", [0, 1])
def test_every_line_of_three_wins(line, seat):
    mine = line.split()
    others = [cell for cell in twin.CELLS if cell not in mine]
    apart = others[:2] if seat == 0 else [*others[:2], others[4]]      # no line of three themselves
    order = [cell for pair in zip(mine, [*apart, ""]) for cell in pair] if seat == 0 else \
        [cell for pair in zip(apart, mine) for cell in pair]
    state = played(" ".join(order))
    assert state.is_terminal()
    assert state.win_shares() == state.scores() == state.returns() == [1.0 - seat, float(seat)]
    assert state.sources() == [{"result": 1.0 - seat}, {"result": float(seat)}]


def test_a_full_board_without_a_line_is_a_draw():
    state = played("a1 b2 c3 a2 c2 c1 a3 b3 b1")
    assert state.is_terminal()
    assert state.win_shares() == [0.5, 0.5]


def test_the_last_mark_may_win():
    state = played("a1 b1 c1 a2 b2 c2 b3 a3 c3")
    assert state.raw()["ply"] == 9
    assert state.win_shares() == [1.0, 0.0]


def test_the_twin_agrees_on_every_position():
    assert len(everything()) == POSITIONS
    for board, state in everything().items():
        assert state.legal_actions() == twin.moves(board)
        assert state.is_terminal() == (not twin.moves(board))
        if state.is_terminal():
            who = twin.winner(board)
            assert state.win_shares() == ([0.5, 0.5] if who is None else [1.0 - who, float(who)])
        else:
            assert state.current_player() == (board.count("x") + board.count("o")) % 2
        for cell in state.legal_actions():
            after = state.copy()
            after.apply_action(cell)
            assert word(after) == twin.marked(board, cell)


def test_as_many_games_as_published():
    ways, ends = {word(GAME.start()): 1}, {(1.0, 0.0): 0, (0.0, 1.0): 0, (0.5, 0.5): 0}
    for _ in range(9):
        following = {}
        for board, count in ways.items():
            for cell in everything()[board].legal_actions():
                after = twin.marked(board, cell)
                if everything()[after].is_terminal():
                    ends[tuple(everything()[after].win_shares())] += count
                else:
                    following[after] = following.get(after, 0) + count
        ways = following
    assert ends == {(1.0, 0.0): FIRST_WINS, (0.0, 1.0): SECOND_WINS, (0.5, 0.5): DRAWS}
    assert sum(ends.values()) == GAMES


def test_best_play_is_a_draw():
    @cache
    def value(board):
        state = everything()[board]
        if state.is_terminal():
            return 0 if state.win_shares() == [0.5, 0.5] else -1
        return max(-value(twin.marked(board, cell)) for cell in state.legal_actions())

    assert value(twin.START) == 0
    assert value(word(played("a1 b1"))) == 1


def test_keys_are_as_different_as_positions():
    assert len({state.information_state_key(0) for state in everything().values()}) == POSITIONS
    assert all(state.information_state_key(0) == state.information_state_key(1) for state in everything().values())


def test_a_playout_is_the_plain_loop_on_the_same_stream():
    for begun in ("", "b2 a1", "a1 b2 c3 a2 c2 c1 a3 b3", "a1 a2 b1 b2 c1"):
        for number in range(100):
            numbers, board, steps = iter(stream_numbers(7, number, 9)), word(played(begun)), 0
            while cells := twin.moves(board):
                pick = ((next(numbers) >> 32) * len(cells)) >> 32 if len(cells) > 1 else 0
                board, steps = twin.marked(board, cells[pick]), steps + 1
            found = playouts(played(begun), 1, 7, first=number, heuristic=False)
            assert (found["steps"], found["decisions"]) == (steps, steps)
            who = twin.winner(board)
            assert found["wins"][0].tolist() == ([0.5, 0.5] if who is None else [1.0 - who, float(who)])


def test_weights_put_a_win_before_a_stop_before_the_rest():
    for board, state in everything().items():
        seat = (board.count("x") + board.count("o")) % 2
        for cell, weight in zip(
            state.legal_actions(), [] if state.is_terminal() else state.action_weights(), strict=True
        ):
            if twin.winner(marked_by(board, cell, seat)) == seat:
                assert weight == 100
            elif twin.winner(marked_by(board, cell, 1 - seat)) == 1 - seat:
                assert weight == 20
            else:
                assert weight == (2 if cell == 4 else 1.5 if cell in (0, 2, 6, 8) else 1)


def marked_by(board, cell, seat):
    return board[:cell] + "xo"[seat] + board[cell + 1:]


def test_inputs_are_what_the_page_says():
    for board, state in everything().items():
        for seat in (0, 1):
            assert state.features(seat) == pytest.approx(slow_inputs(board, seat), abs=1e-6)


def slow_inputs(board, seat):
    acting = 1 if (board.count("x") + board.count("o")) % 2 == seat else -1
    lines = [[twin.CELLS.index(cell) for cell in line.split()] for line in twin.LINES]

    def difference(count):
        return count("xo"[seat], "xo"[1 - seat]) - count("xo"[1 - seat], "xo"[seat])

    def completing(mine, _):
        return len({cell for line in lines for cell in line
                    if board[cell] == "." and [board[c] for c in line].count(mine) == 2})

    def begun(mine, theirs):
        return sum(sorted(board[c] for c in line) == sorted([mine, ".", "."]) for line in lines)

    return [acting, (9 - board.count(".")) / 9, difference(completing), difference(begun) / 2,
            difference(lambda mine, _: board[4] == mine),
            difference(lambda mine, _: [board[c] for c in (0, 2, 6, 8)].count(mine)) / 2,
            acting * difference(completing)]


def test_a_position_has_six_bytes():
    assert GAME.start().size == 6
