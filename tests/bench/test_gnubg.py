"""What a decision of backgammon loses: boards there and back, and the arithmetic, with a judge that can be checked."""
import pytest

import games
from bench.strength import gnubg
from bench.strength.gnubg import Decision, decision, is_race, losses, our_state, row, theirs, worth
from tests.core_ext.test_net import positions

START = [[0] * 25 for _ in range(2)]
for side in START:
    side[23], side[12], side[7], side[5] = 2, 5, 3, 5


def ends(board, dice):
    """All boards that our rules lead to."""
    found, todo = {}, [our_state(board, dice, "win")]
    while todo:
        at = todo.pop()
        if at.current_player() != 0:
            found[str(theirs(at))] = theirs(at)
            continue
        for action in at.legal_actions():
            todo.append(at.copy())
            todo[-1].apply_action(action)
    return list(found.values())


def by_pips(boards, plies):
    """Chances that grow with the lead in the race of the side on roll; no gammons. Looking ahead changes nothing."""
    def pips(side):
        return sum((at + 1) * count for at, count in enumerate(side))
    return [[0.5 + (pips(board[0]) - pips(board[1])) / 1000, 0.1, 0.0, 0.05, 0.0] for board in boards]


def test_the_board_of_a_decision_is_the_start_as_our_rules_have_it():
    state, start = our_state(START, (3, 1), "win"), games.load("backgammon").start()
    assert [sum(row) for row in state.raw()["count"]] == [15, 15]
    assert state.raw()["count"] == start.raw()["count"]
    assert state.current_player() == 0
    assert len(ends(START, (3, 1))) == 16           # as GNU Backgammon counts them


def test_boards_go_there_and_back():
    for at in positions("backgammon"):
        raw = at.raw()
        seat = raw["seat"]
        board = [raw["count"][1 - seat][1:], raw["count"][seat][1:]]
        state = our_state(board, (6, 5), "points")
        if state.current_player() == 0:
            assert state.raw()["count"] == [raw["count"][seat], raw["count"][1 - seat]]
            assert theirs(state) == [board[1], board[0]]


def test_equity_counts_gammons_for_points_and_only_the_win_for_wins():
    chances = [0.6, 0.2, 0.01, 0.1, 0.02]       # of the other side
    assert worth(chances, "wins") == pytest.approx(1 - 2 * 0.6)
    assert worth(chances, "points") == pytest.approx(1 - 2 * 0.6 - 0.2 - 0.01 + 0.1 + 0.02)


def test_a_race_begins_when_the_last_checkers_have_passed_each_other():
    assert not is_race(START)
    board = [[0] * 25 for _ in range(2)]
    board[0][5] = board[1][5] = 15
    assert is_race(board)
    board[0][18] = 1                            # stands on the other side's point 6
    assert not is_race(board)
    board[0][18], board[0][17] = 0, 1           # has passed it
    assert is_race(board)


def test_a_decision_loses_what_its_result_is_worth_less_than_the_best(monkeypatch):
    at = decision(START, (6, 1), ends(START, (6, 1)), by_pips)
    assert at.best["points"] == pytest.approx(worth(by_pips([at.at_sight["points"]], 2)[0], "points"))
    assert losses(gnubg.RAW, "points", [at], by_pips, "own", 1) == [0.0]
    spoilt = Decision(at.board, at.dice, {"points": at.best["points"] + 0.3, "wins": 0.0}, at.at_sight, False)
    lost = losses(gnubg.RAW, "points", [at, spoilt], by_pips, "own", 1)
    assert lost == pytest.approx([0.0, 0.3])
    told = row("x", "points", lost, [at, spoilt])
    assert (told["loss"], told["contact"], told["race"], told["positions"]) == (0.15, 0.15, None, 2)


def test_a_player_is_asked_until_its_turn_is_over():
    at = decision(START, (2, 2), ends(START, (2, 2)), by_pips)
    found = gnubg.chosen("greedy", at, "wins", "own", 1)
    assert found in ends(START, (2, 2))
    assert sum(found[0]) == sum(found[1]) == 15
