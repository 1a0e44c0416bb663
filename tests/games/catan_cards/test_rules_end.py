"""Rules 32-34: the cards drawn at the end of a turn, the reshuffle, the end of the game."""
from __future__ import annotations

import pytest

from . import twin_facts as facts
from .positions import GAME, REST, build, of, play, position, seat, settle, stage, texts, told, weights
from .twin_table import size


def drawing(*seats, **more):
    """A position at the draw step of seat 0."""
    state = play(position(*seats, **more), "stop trading")
    return play(state, "end build") if stage(state) == "build" else state


# ---- the draw --------------------------------------------------------------------------------


@pytest.mark.parametrize(("knights", "more"), (("", 0), ("A", 1), ("AB", 1), ("ABA", 2)))
def test_r32_two_cards_and_one_for_each_knight_with_side_a(knights, more):
    """R32: B sides draw nothing."""
    state = drawing(seat(knights=knights), players=4)
    play(state, "card ore", "card wool")
    for _ in range(more):
        assert (state.current_player(), texts(state)) == (0, ["draw", "stop"])
        play(state, "draw", "card ore")
    assert (told(state)["turn"], size(of(state).hand)) == (1, 2 + more)


def test_r32_the_cards_of_knights_may_be_left():
    """R32: after the first, or all."""
    start = drawing(seat(knights="ABA"), players=4)
    play(start, "card ore", "card wool")
    assert told(play(start.copy(), "stop"))["turn"] == 1
    one = play(start.copy(), "draw", "card grain", "stop")
    assert (told(one)["turn"], of(one).hand) == (1, {"ore": 1, "wool": 1, "grain": 1})


def test_r33_an_empty_pile_is_made_of_the_discards():
    """R33: all discards are shuffled, then the draw goes on."""
    hands = [{}, {"brick": 10, "lumber": 10, "ore": 15, "wool": 11, "grain": 12}]
    state = drawing(*map(seat, hands), pile={"grain": 1}, discard=REST)
    assert told(state)["discard"] == {"wool": 3}
    assert weights(state, 1) == {"grain": 1}
    play(state, "card grain")
    assert weights(state, 3) == {"wool": 3}
    play(state, "card wool")
    assert (told(state)["pile"], told(state)["discard"]) == ({"wool": 2}, {})


def test_r33_there_is_no_hand_limit():
    """R33: only the robber attack takes cards from a large hand."""
    state = drawing(seat({"ore": 15, "wool": 14}), players=2)
    play(state, "card brick", "card brick")
    assert size(of(state).hand) == 31


# ---- the end ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "over"), ((8, False), (9, True)))
def test_r34_ten_points_win(points, over):
    """R34: the seat in turn has won with the point that makes ten; the game is over there and then."""
    mine = seat(facts.COSTS["settlement"], gifts=points - 1)
    state = build(play(position(mine, seat(gifts=6), players=3), "stop trading"), "settlement")
    assert state.is_terminal() == over
    if over:
        assert (state.win_shares(), stage(state)) == ([1.0, 0.0, 0.0], "over")


def test_r34_the_winning_layout_of_the_rulebook():
    """R34: two settlements, a city, a church on another, two knights and four roads are ten points."""
    mine = seat(facts.COSTS["road"], roads="ABA", knights="AB", settlements=2, cities=1, expansions=["church"])
    state = position(mine, players=3)
    assert of(state).points == 9
    build(play(state, "stop trading"), "road")
    assert of(state).points == 10
    assert state.is_terminal()
    assert state.sources()[0] == {"settlements": 2, "cities": 2, "expansions": 3, "roads": 2, "knights": 1} | {
        name: 0 for name, n in state.sources()[0].items() if not n}


@pytest.mark.parametrize("kind", ("road", "knight", "settlement", "city", "library", "hall"))
def test_r34_by_whatever_was_built(kind):
    """R34: a B side, a settlement, a city's or an expansion's one or two points more."""
    gain = {"road": 1, "knight": 1, "settlement": 1, "city": 1, "library": 1, "hall": 2}[kind]
    cost = {"hall": {"ore": 3, "wool": 3}, "library": {"ore": 1, "wool": 3}}.get(kind) or facts.COSTS[kind]
    mine = seat(cost, knights="A", cities=1, gifts=10 - gain - 3)
    state = build(play(position(mine, players=3), "stop trading"), kind)
    assert state.is_terminal()
    assert state.scores()[0] == 10
    again = position(seat(cost, knights="A", cities=1, gifts=9 - gain - 3), players=3)
    assert not build(play(again, "stop trading"), kind).is_terminal()


def test_r34_the_others_points_stand_still():
    """R34: a seat with ten points that is not in turn has to wait for its turn, and has then won."""
    state = settle(GAME.start(3, {"start": "0", "gifts": "1:points 9"}))
    assert (state.current_player(), state.scores()) == (0, [1, 10, 1])
    play(state, "stop trading")
    if stage(state) == "build":
        play(state, "end build")
    play(state, texts(state)[0])
    assert not state.is_terminal()
    play(state, texts(state)[0])
    assert state.is_terminal()
    assert state.win_shares() == [0.0, 1.0, 0.0]
