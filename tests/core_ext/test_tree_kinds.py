"""Trees of every kind: counts that add up, chunks that do not matter, and a textbook UCT beside them."""
from __future__ import annotations

import math
import random

import pytest

from tests.games.tic_tac_toe import twin

from .textbooks import board_after, no_more_apart_than_seeds
from .trees import ALL_KINDS, PLAIN, grown, said, started, visits

TABLES = [(game, seats, kind)
          for game, numbers in (("tic_tac_toe", (2,)), ("connect_four", (2,)), ("pig", (2, 3)), ("kuhn_poker", (2, 3)),
                                ("leduc_poker", (2,)), ("backgammon", (2,)), ("burgundy", (2, 4)))
          for seats in numbers for kind in ALL_KINDS]
SEARCHES = {"default": {}, "plain": PLAIN, "UCT by priors": {"policy": "uct", "fpu": 0.1}}


@pytest.mark.parametrize(("game", "seats", "kind"), TABLES)
def test_root_visits_are_the_simulations(game, seats, kind):
    state = started(game, seats)
    tree = grown(state, 300, kind=kind)
    rows = tree.root()
    assert sum(row["visits"] for row in rows) == sum(row["count"] for row in rows) == tree.simulations
    assert tree.simulations == 300 or tree.solved
    assert [row["action"] for row in rows] == state.legal_actions()
    assert sum(row["prior"] for row in rows) == pytest.approx(1)
    for row in rows:
        assert row["total"] == pytest.approx(row["utilities"][state.current_player()], abs=1e-3)
        assert 0 <= row["wins_squared"] <= row["wins"] + 1e-6 <= row["count"] + 2e-6


@pytest.mark.parametrize(("game", "seats", "kind"), TABLES)
def test_the_same_seed_grows_the_same_tree_and_chunks_do_not_matter(game, seats, kind):
    state = started(game, seats)
    whole, again, parts = (grown(state, 400, kind=kind, chunks=c) for c in ((), (), (1, 2, 97, 300)))
    assert whole.root() == again.root() == parts.root()
    assert (whole.node_count, whole.edge_count) == (parts.node_count, parts.edge_count)
    assert whole.root() != grown(state, 400, seed=2, kind=kind).root()


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_chunks_do_not_matter_whatever_the_settings(name, kind):
    state = started("pig", 3)
    whole, parts = (grown(state, 500, kind=kind, chunks=c, **SEARCHES[name]) for c in ((), (13, 1, 200, 286)))
    assert whole.root() == parts.root()
    assert visits(whole) == 500


def test_blocks_that_grow_between_simulations_do_not_change_the_tree():
    """Enough nodes, edges and information sets for every array to be made larger several times."""
    for kind in ALL_KINDS:
        whole, parts = (grown(started("backgammon"), 20_000, kind=kind, chunks=c, **PLAIN)
                        for c in ((), (5_000,) * 4))
        assert whole.root() == parts.root()
        assert whole.node_count == parts.node_count > 1024


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_a_full_tree_grows_no_more_and_goes_on(kind):
    state, limit = started("burgundy", 4), 20_000
    tree = grown(state, 3000, kind=kind, limit=limit, playout="uniform")
    assert tree.full
    assert tree.edge_count <= limit
    edges = tree.edge_count
    tree.run(500, 7, 0)
    assert tree.edge_count - edges < 1024
    assert tree.edge_count <= limit
    assert visits(tree) == tree.simulations


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_a_tree_outgrows_its_first_blocks(kind):
    """They hold 1,024 nodes and 8,192 edges; all it has become is kept when they move."""
    tree = grown(started("burgundy"), 9000, kind=kind, playout="uniform")
    assert tree.node_count > 2 * 1024
    assert tree.edge_count > 2 * 8192
    assert not tree.full
    assert visits(tree) == 9000


class Textbook:
    """UCT with a random playout a simulation, in plain Python over boards as words (Kocsis & Szepesvari, 2006)."""

    def __init__(self, board: str, seed: int, exploration: float):
        self.rng, self.c, self.root = random.Random(seed), exploration, board
        self.visits: dict[tuple[str, ...], dict[int, int]] = {}
        self.totals: dict[tuple[str, ...], dict[int, float]] = {}

    def chosen(self, path: tuple[str, ...]) -> int:
        seen, totals = self.visits[path], self.totals[path]
        log_n = math.log(sum(seen.values()) + 1)
        return max(seen, key=lambda cell: totals[cell] / seen[cell] + self.c * math.sqrt(log_n / seen[cell])
                   if seen[cell] else math.inf)

    def simulate(self) -> None:
        board, path, taken = self.root, (self.root,), []
        while moves := twin.moves(board):
            if path not in self.visits:
                self.rng.shuffle(moves)         # equals are tried in this order
                self.visits[path], self.totals[path] = dict.fromkeys(moves, 0), dict.fromkeys(moves, 0.0)
            cell = self.chosen(path)
            taken.append((path, cell))
            board = twin.marked(board, cell)
            path = (*path, board)
            if self.visits[taken[-1][0]][cell] == 0:
                break
        while moves := twin.moves(board):
            board = twin.marked(board, self.rng.choice(moves))
        won = twin.winner(board)
        for at, cell in taken:
            mover = at[-1].count("x") - at[-1].count("o")
            self.visits[at][cell] += 1
            self.totals[at][cell] += 0.5 if won is None else float(won == mover)


@pytest.mark.parametrize("opening", ("", "b2, a1"))
def test_a_plain_search_is_the_textbook_one(opening):
    """Shares of visits and mean values of root actions differ between the two by no more than seeds do."""
    state, n = said("tic_tac_toe", opening), 400
    board = board_after(opening)
    slow = []
    for seed in range(12):
        book = Textbook(board, seed, 1.0)
        for _ in range(n):
            book.simulate()
        seen, totals = book.visits[board,], book.totals[board,]
        slow.append([(seen[action] / n, totals[action] / seen[action]) for action in state.legal_actions()])
    no_more_apart_than_seeds(slow, state, n, "open")
