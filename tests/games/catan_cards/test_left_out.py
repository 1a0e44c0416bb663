"""What a seat does not know, left out of a position: a search that looks at no hidden card and deals none either."""
import pytest

from games.catan_cards.names import STAGES
from games.catan_cards.position import NOBODY
from mcts.agents import known_only, make

from .test_determinize import games_under_way

SEATS = (2, 3, 4)


def own_turns(seats: int, seed: int):
    """Positions of games under way in which a seat is to act and no trade with another seat is in progress."""
    for _, state in games_under_way(seats, seed):
        if state.raw()["partner"] == NOBODY:
            yield state.copy()


def cards(raw, seats: int) -> list[int]:
    """All resource cards by kind, wherever they lie."""
    return [sum(c) for c in zip(raw["pile"], raw["market"], raw["discard"], raw["given"],
                                *(raw["seat"][s]["hand"] for s in range(seats)), strict=True)]


@pytest.mark.parametrize("seats", SEATS)
def test_others_hold_what_they_are_known_to_hold(seats):
    for state in own_turns(seats, seed=seats):
        me, before = state.current_player(), state.raw()
        sure = state.expected(me)[1]
        without = state.copy()
        assert without.leave_out(me)
        after = without.raw()
        assert cards(after, seats) == cards(before, seats)
        assert after["seat"][me] == before["seat"][me]
        for j in range(seats - 1):
            assert after["seat"][(me + 1 + j) % seats]["hand"] == sure[j]


@pytest.mark.parametrize("seats", SEATS)
def test_nothing_is_left_to_deal(seats):
    for state in own_turns(seats, seed=10 + seats):
        me = state.current_player()
        assert state.leave_out(me)
        again = state.copy()
        again.resample(me, 7)
        assert again.raw()["seat"] == state.raw()["seat"]
        assert len(state.cases(me)) == 1


@pytest.mark.parametrize("seats", SEATS)
def test_the_same_is_left_however_the_hidden_cards_lie(seats):
    for state in own_turns(seats, seed=20 + seats):
        me, other = state.current_player(), state.copy()
        other.resample(me, 5)
        assert known_only(other).information_state_key(me) == known_only(state).information_state_key(me)


def test_moves_that_need_nobody_else_stay():
    for state in own_turns(3, seed=5):
        if STAGES[state.stage()] in ("discard", "take", "return", "pay", "flip", "draw"):
            assert known_only(state).legal_actions() == state.legal_actions()


def test_in_the_midst_of_a_trade_with_a_seat_all_stays():
    midst = [state.copy() for _, state in games_under_way(3, 6, every=1) if state.raw()["partner"] != NOBODY]
    assert midst
    assert all(known_only(state) is state for state in midst)


def test_an_agent_that_leaves_hidden_cards_out_moves_where_it_stands():
    agent = make("mcts:20,blind=yes")
    assert agent.name == "mcts:20,blind=yes"
    for state in own_turns(2, seed=8):
        assert agent.choose(state, 1) in state.legal_actions()
