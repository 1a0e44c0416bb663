"""A game that hides something until it comes to light: from then on a search is as free as in an open game."""
from itertools import product

import pytest

from core_ext.state import State
from mcts.advice import search_params, think
from mcts.params import SearchParams
from mcts.search import search
from mcts.session import PERSON, Session
from mcts.turns import result_of
from tests.games.single_files.auction import GAME, TAKEN

PARAMS = SearchParams(simulations=2000, seed=1)
REVEALED = (1, 2)               # bids; the second seat then moves first


def after(*actions: int) -> State:
    state = GAME.start()
    for action in actions:
        state.apply_action(action)
    return state


@pytest.mark.parametrize("bids", [(), (1,)])
def test_before_the_reveal_nothing_is_proven_and_the_tree_is_keyed(bids):
    """Also where the next action reveals all: what is hidden at the root stays so in the whole tree."""
    state = after(*bids)
    assert state.hides
    assert PARAMS.settings(state)["tree"] == "keyed"
    for tree in ("keyed", "open", "decoupled"):
        found = search(state, SearchParams(simulations=2000, seed=1, tree=tree))
        assert not found.solved
        assert [move.proven for move in found.moves] == [None] * 4


def test_after_the_reveal_the_tree_is_open_and_the_position_proven():
    """Four counters are lost for the seat to take: its three moves are proven."""
    state = after(*REVEALED)
    assert not state.hides
    assert PARAMS.settings(state)["tree"] == "open"
    for tree in ("open", "keyed"):
        found = search(state, SearchParams(simulations=2000, seed=1, tree=tree))
        assert found.solved
        assert found.visits < 2000
        assert [move.proven for move in found.moves] == [0.0] * 3


@pytest.mark.parametrize("bids", list(product(range(4), repeat=2)))
def test_advice_after_the_reveal_is_solved(bids):
    found = think(GAME, after(*bids), search_params("", None, 400, 1, 3))
    assert found.plans.solved
    assert found.plans.plans[0].proven


def test_advice_before_the_reveal_rests_on_what_the_seat_knows():
    one, other = (think(GAME, after(bid), search_params("", None, 400, 1, 3)) for bid in (0, 3))
    assert not one.plans.solved
    assert [p.utility for p in one.plans.plans] == [p.utility for p in other.plans.plans]


def test_a_redeal_changes_nothing_after_the_reveal():
    state = after(*REVEALED)
    for seat, seed in product((0, 1), range(5)):
        twin = state.copy()
        twin.resample(seat, seed)
        assert twin == state
        assert not twin.hides
    hidden = [after(3) for _ in range(5)]
    for seed, each in enumerate(hidden):
        each.resample(1, seed)
    assert len({each.to_bytes() for each in hidden}) > 1


def test_what_a_turn_ends_in_needs_no_redeal_after_the_reveal(monkeypatch):
    state = after(*REVEALED, TAKEN + 1)
    end = state.copy()
    end.apply_action(TAKEN + 3)
    monkeypatch.setattr("mcts.turns.resampled", lambda *_: pytest.fail("nothing is hidden here"))
    assert result_of(state, end, [TAKEN + 3]) == 1.0


def test_a_person_knows_the_score_from_the_reveal_on():
    """The second seat does not know the first one's bid, and so its purse."""
    session = Session(GAME, GAME.start(), ["random", PERSON], 1)
    for _ in session.advance():
        pass
    assert not session.score_is_open()
    session.play(2)
    assert session.score_is_open()
