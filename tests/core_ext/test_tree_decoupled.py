"""Decoupled trees: a tree a seat, of its own decisions alone; a slow twin, and what such a tree cannot know."""
from __future__ import annotations

import math
import random

import pytest

from tests.games.tic_tac_toe import twin

from .textbooks import board_after, no_more_apart_than_seeds
from .trees import PLAIN, by_action, connect_four, grown, said, started, utility, visits
from .wheels import wheels, worth

Own = tuple[int, ...]                           # a seat's decisions since the root: a node of its tree


class SlowTwin:
    """UCT with a random playout a simulation, in plain Python: every seat's statistics by its own cells alone."""

    def __init__(self, board: str, seed: int, exploration: float):
        self.rng, self.c, self.root = random.Random(seed), exploration, board
        self.visits: list[dict[tuple[Own, int], int]] = [{}, {}]
        self.totals: list[dict[tuple[Own, int], float]] = [{}, {}]
        self.available: list[dict[tuple[Own, int], int]] = [{}, {}]

    def chosen(self, seat: int, own: Own, moves: list[int]) -> int:
        seen, offered = self.visits[seat], self.available[seat]
        for cell in moves:
            offered[own, cell] = offered.get((own, cell), 0) + 1
        untried = [cell for cell in moves if (own, cell) not in seen]
        if untried:
            return self.rng.choice(untried)
        return max(moves, key=lambda cell: self.totals[seat][own, cell] / seen[own, cell]
                   + self.c * math.sqrt(math.log(offered[own, cell] + 1) / seen[own, cell]))

    def simulate(self) -> None:
        board, owns, fresh, taken = self.root, [(), ()], [False, False], []
        while moves := twin.moves(board):
            seat = (board.count("x") + board.count("o")) % 2
            if fresh[seat]:
                break
            if len(moves) > 1 or board == self.root:    # a forced move needs no node
                cell = self.chosen(seat, owns[seat], moves)
                taken.append((seat, owns[seat], cell))
                fresh[seat] = (owns[seat], cell) not in self.visits[seat]
                owns[seat] += (cell,)
            else:
                cell = moves[0]
            board = twin.marked(board, cell)
        while moves := twin.moves(board):
            board = twin.marked(board, self.rng.choice(moves))
        won = twin.winner(board)
        for seat, own, cell in taken:
            self.visits[seat][own, cell] = self.visits[seat].get((own, cell), 0) + 1
            self.totals[seat][own, cell] = self.totals[seat].get((own, cell), 0) + (
                0.5 if won is None else float(won == seat))


@pytest.mark.parametrize("opening", ("", "b2", "b2, a1"))
def test_a_plain_decoupled_search_is_its_twin(opening):
    """Shares of visits and mean values of root actions differ between the two by no more than seeds do."""
    state, n = said("tic_tac_toe", opening), 400
    board = board_after(opening)
    slow = []
    for seed in range(16):
        book = SlowTwin(board, seed, 1.0)
        for _ in range(n):
            book.simulate()
        seen, totals = book.visits[state.current_player()], book.totals[state.current_player()]
        slow.append([(seen[(), action] / n, totals[(), action] / seen[(), action]) for action in state.legal_actions()])
    no_more_apart_than_seeds(slow, state, n, "decoupled")


def test_what_others_did_makes_no_node_of_its_own():
    """In Tic-tac-toe a reply has a node for each move before it, or one for all."""
    tree = grown(started("tic_tac_toe"), 2000, kind="decoupled", **PLAIN)
    assert visits(tree) == 2000
    assert tree.node_count < grown(started("tic_tac_toe"), 2000, kind="open", **PLAIN).node_count


@pytest.mark.parametrize(("answers", "found"), ((0, 2 / 3), (1, 0.6)))
def test_one_answer_must_do_for_all_that_is_not_told_apart(answers, found):
    """Who may refuse a face of the wheel, of mean 2/3, for 0.6 has one node for all faces, as in an open tree."""
    state = wheels([30], answers=answers, refused=0.6)
    rows = by_action(grown(state, 30_000, kind="decoupled", **PLAIN))
    assert utility(rows[0], 0) == pytest.approx(found, abs=0.02)
    assert abs(worth(30, answers, 0.6) - found) > 0.03


def test_a_reply_to_one_move_is_learned_for_all():
    """Seat 1's tree does not see which column seat 0 chose: its best reply on average stands below each of them."""
    tree = grown(connect_four("adbdc"), 20_000, kind="decoupled", solve=False)
    replies = {tree.line(action, 2)[1] for action in by_action(tree) if len(tree.line(action, 2)) > 1}
    assert len(replies) == 1


@pytest.mark.parametrize("game", ("burgundy", "orleans", "backgammon", "leduc_poker", "catan_cards"))
def test_a_line_is_of_legal_moves_of_all_seats(game):
    state = started(game)
    tree = grown(state, 4000, kind="decoupled")
    for action in state.legal_actions()[:5]:
        now, line = state.copy(), tree.line(action)
        assert line[0] == action
        if state.hides:
            continue                            # it is of one redeal
        for move in line:
            assert move in now.legal_actions()
            now.apply_action(move)


def test_a_last_turn_is_proven_and_a_reply_is_not():
    """Seat 0's own moves come one after another: what they lead to is certain. After another's move nothing is."""
    tree = grown(said("tic_tac_toe", "a1, b2, b1"), 3000, kind="decoupled")
    assert {row["proven"] for row in tree.root()} == {None}
    won = grown(said("tic_tac_toe", "a1, a2, b1, b2"), 300, kind="decoupled")
    assert by_action(won)[2]["proven"] == 1.0
