"""Questions U1-U10 and U12-U16 that the rules leave open: our answer, and what the option changes."""
from __future__ import annotations

from collections import Counter

import pytest

from . import twin_facts as facts
from .positions import (
    GAME,
    REST,
    build,
    buildable,
    of,
    offered,
    play,
    position,
    rest_of,
    seat,
    settle,
    stage,
    started,
    texts,
    told,
    weights,
)
from .twin_table import size

RICH = {"brick": 2, "lumber": 2, "ore": 7, "wool": 10, "grain": 3}


def pass_on(state):
    """The seat in turn does nothing more; its draws are made."""
    turn = told(state)["turn"]
    while not state.is_terminal() and told(state)["turn"] == turn:
        if state.is_chance_node():
            state.apply_action(state.keyed_chance(1))
        else:
            play(state, next(t for t in texts(state) if t in ("stop trading", "end build", "stop")))
    return state


# ---- cards -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "all_kinds", "literal"), (
    (5, (11, 7, 19, 11), (9, 5, 15, 11)), (6, (13, 8, 23, 13), (9, 5, 15, 13))))
def test_u1_second_set(seats, all_kinds, literal):
    """U1: all kinds of building cards come in by symbol; or expansions alone, as the text says to the letter."""
    for value, expected in (("all", all_kinds), ("expansions", literal)):
        state = started(seats, second_set=value)
        stacks = told(state)["stacks"]
        found = (stacks["road"] + seats, stacks["knight"], stacks["settlement"] + seats,
                 sum(stacks["expansions"].values()))
        assert found == expected
        assert sum(stacks["events"].values()) == expected[2]
        assert sum(told(state)["pile"].values()) == 134 - 5 - 3 * seats


@pytest.mark.parametrize(("value", "counts"), (
    ("10-5", [(5, 2), (8, 3), (10, 5), (13, 6), (15, 8)]), ("11-4", [(5, 2), (8, 3), (11, 4), (14, 5), (17, 6)])))
def test_u2_events_by_symbol(value, counts):
    """U2: 5+3+2 robber attacks and 2+1+2 market days; or 5+3+3 and 2+1+1."""
    found = [told(started(seats, events=value))["stacks"]["events"] for seats in GAME.seats]
    assert [(events["robber"], events["market"]) for events in found] == counts


def test_u3_market_day():
    """U3: the old cards go to the discard pile, new ones come, shuffled anew if need be; or nothing happens."""
    hands = seat(facts.COSTS["city"]), seat({"brick": 10, "lumber": 10, "ore": 11, "wool": 14, "grain": 10})
    state = build(play(position(*hands, pile={"ore": 1, "grain": 1}, discard=REST), "stop trading"), "city")
    assert told(state)["discard"] == {"ore": 3, "grain": 2}
    play(state, "event market", "card ore", "card grain")
    assert weights(state, 10) == {"brick": 1, "lumber": 1, "ore": 4, "wool": 1, "grain": 3}
    play(state, "card wool", "card ore", "card ore")
    assert told(state)["market"] == {"ore": 3, "wool": 1, "grain": 1}
    still = build(play(position(seat(facts.COSTS["city"]), market_day="none"), "stop trading"), "city")
    play(still, "event market")
    assert told(still)["market"] == dict.fromkeys(facts.RESOURCES, 1)


# ---- buildings -------------------------------------------------------------------------------


def test_u4_university_waives_one_card_of_one_build():
    """U4: any card, the hall's further ore included, with replacements or without; once a turn, or with each build."""
    state = position(seat({"wool": 3, "ore": 2, "brick": 1}, cities=1, expansions=["university"]), players=2)
    play(state, "stop trading")
    assert set(offered(state, "build ")) == {"road", "knight", "library", "church", "castle", "hall"}
    build_hall = play(state.copy(), "build hall")
    assert (of(build_hall).hand, of(build_hall).points) == ({"brick": 1}, 8)
    assert told(build_hall)["used"] == ["university"]
    assert offered(build_hall, "build ") == []
    road = play(state.copy(), "build road")
    assert set(texts(road)) == {"pay 1 brick", "pay 3 wool", "pay 1 brick 3 wool"}
    each = position(seat({"wool": 3, "ore": 2, "brick": 1}, cities=1, expansions=["university"]), university="build")
    play(each, "stop trading", "build hall")
    assert offered(each, "build ") == ["road"]
    assert "road" not in buildable(seat({"brick": 1}, expansions=["university"]), used=["university"])


def test_u4_the_waiver_is_kept_by_paying_in_full():
    """U4: paying every card leaves the university for another build of the turn."""
    state = position(seat({"brick": 1, "lumber": 1, "wool": 1, "grain": 1}, expansions=["university"]))
    play(state, "stop trading", "build road")
    assert set(texts(state)) == {"pay 1 brick", "pay 1 lumber", "pay 1 brick 1 lumber"}
    play(state, "pay 1 brick 1 lumber")
    assert told(state)["used"] == []
    assert offered(state, "build ") == ["knight"]


def test_u5_one_expansion_a_turn():
    """U5: all expansions are one kind; or each type is one of its own."""
    for limit, expected in (("one", set()), ("types", {"church", "castle", "university", "hall"})):
        state = position(seat(RICH, cities=3), players=2, expansion_limit=limit)
        build(play(state, "stop trading"), "library")
        assert set(offered(state, "build ")) & set(facts.EXPANSIONS) == expected


@pytest.mark.parametrize(("value", "in_trade", "in_build"), (("both", True, True), ("trade", True, False),
                                                             ("build", False, True)))
def test_u6_guild_in_either_step(value, in_trade, in_build):
    """U6: in the trade or the build step, with the points of that moment; or in one of the two only."""
    mine = seat({"brick": 1, "lumber": 1}, expansions=["guild"])
    state = position(mine, seat({"ore": 2}, gifts=3), seat(), guild=value)
    assert bool(offered(state, "guild ")) == in_trade
    play(state, "stop trading")
    assert bool(offered(state, "guild ")) == in_build
    play(state, "build road")
    assert offered(state, "guild ") == []           # five points now, the other four


def test_u6_guild_points_are_compared_when_it_is_used():
    """U6: a road later, one point ahead, it takes nothing; a seat level with it may be robbed before."""
    state = position(seat({"brick": 1, "lumber": 1}, expansions=["guild"]), seat({"ore": 2}, gifts=3), players=3)
    play(state, "stop trading")
    assert offered(state, "guild ") == ["seat 1"]
    play(state, "guild seat 1", "card ore")
    assert (stage(state), offered(state, "build ")) == ("build", ["road"])


@pytest.mark.parametrize(("value", "rows", "points"), (("turned", ("ABA", "A"), 2), ("kept", ("ABB", "A"), 3)))
def test_u7_side_of_a_taken_card(value, rows, points):
    """U7: turned as the row needs it; or as it lay."""
    seats = seat(facts.COSTS["road"], roads="AB"), seat(roads="AB"), seat(roads="ABA")
    state = build(play(position(*seats, taken_side=value), "stop trading"), "road")
    assert (of(state).roads, of(state, 1).roads, of(state).points) == (*rows, points)


# ---- the end ---------------------------------------------------------------------------------


def test_u8_at_once_or_later():
    """U8: before a city's event; or after it; or when the turn is over."""
    hand = facts.COSTS["city"]
    left = {"at_once": "over", "after_event": "event", "turn_end": "event"}
    for value, expected in left.items():
        state = build(play(position(seat(hand, gifts=8), players=3, end=value), "stop trading"), "city")
        assert stage(state) == expected
        if expected == "event":
            play(state, "event robber")
            assert state.is_terminal() == (value == "after_event")
        if value == "turn_end":
            assert stage(state) == "card"
            play(state, "card ore", "card ore")
        assert state.win_shares() == [1.0, 0.0, 0.0]


def test_u8_the_flip_comes_before_the_end():
    """U8: after_event asks about the destiny card first."""
    for value, expected in (("at_once", "over"), ("after_event", "flip"), ("turn_end", "flip")):
        mine = seat(facts.COSTS["settlement"], gifts=8)
        state = build(play(position(mine, players=3, end=value), "stop trading"), "settlement")
        assert stage(state) == expected
        if value == "after_event":
            assert play(state, "flip").is_terminal()


@pytest.mark.parametrize(("gift", "wins"), (("", [1 / 3] * 3), ("1:points 2", [0.0, 1.0, 0.0]),
                                           ("1:points 2,2:points 2", [0.0, 0.5, 0.5])))
def test_u9_the_cap_stops_a_game(gift, wins):
    """U9: after so many rounds most points win, equal points share; the default is 200 rounds."""
    state = settle(GAME.start(3, {"cap": "2", "gifts": gift, "start": "1"}))
    for turns in range(6):
        assert not state.is_terminal()
        assert (told(state)["round"], told(state)["turn"]) == (1 + turns // 3, (1 + turns) % 3)
        pass_on(state)
    assert state.is_terminal()
    assert state.win_shares() == pytest.approx(wins)
    late = position(players=2, round=200, turn=1)
    assert pass_on(late).is_terminal()
    assert not pass_on(position(players=2, round=199, turn=1)).is_terminal()


# ---- piles and hands -------------------------------------------------------------------------


def test_u10_draw_what_there_is():
    """U10: with both piles empty the draw is left out and the turn goes on."""
    market = dict.fromkeys(facts.RESOURCES, 1)
    for pile in ({}, {"ore": 1}):
        hold = rest_of(facts.resources(2), market, pile)
        state = position(seat(knights="A"), seat(hold), pile=pile)
        play(state, "stop trading")
        if pile:
            assert weights(state, 1) == {"ore": 1}
            play(state, "card ore")
        assert (told(state)["turn"], size(of(state).hand)) == (1, len(pile))


@pytest.mark.parametrize("value", ("yes", "no"))
def test_u10_trade_with_empty_piles(value):
    """U10: the discarded card is shuffled and drawn again; or no such trade."""
    hold = rest_of(facts.resources(2), dict.fromkeys(facts.RESOURCES, 1), {"ore": 1})
    state = position(seat({"ore": 1}), seat(hold), pile={}, empty_pile_trade=value)
    assert ("trade 1 with pile" in texts(state)) == (value == "yes")
    if value == "yes":
        play(state, "trade 1 with pile")
        assert weights(state, 1) == {"ore": 1}


@pytest.mark.parametrize(("value", "order"), (("builder", [1, 2, 3, 0]), ("next", [2, 3, 0, 1])))
def test_u12_order_of_the_robbed(value, order):
    """U12: clockwise from the builder, each choosing; or the builder last."""
    hand = {"ore": 4, "wool": 4}
    mine = {"ore": 7, "wool": 4, "grain": 2}
    seats = [seat(mine if n == 1 else {"brick": 4, "lumber": 4} if n == 0 else hand) for n in range(4)]
    seats[3]["hand"] = {"wool": 4, "grain": 4}
    state = build(play(position(*seats, turn=1, start=1, robber_first=value), "stop trading"), "city")
    play(state, "event robber")
    asked = []
    while stage(state) == "robber":
        asked.append(state.current_player())
        play(state, texts(state)[0])
    assert asked == order


def test_u13_small_hands():
    """U13: no more cards than the other holds; with an empty hand market and seats are still open, or closed."""
    state = position(seat(roads="ABABA"), seat({"ore": 2}), seat())
    assert set(offered(state, "trade ")) == {*(f"{k} with market" for k in (1, 2, 3)), "1 with seat 1", "2 with seat 1"}
    full = position(seat({"ore": 1}, roads="ABABA"), seat({"ore": 2}), seat(), empty_hand_trade="no")
    assert {"3 with market", "2 with seat 1"} <= set(offered(full, "trade "))
    for value, expected in (("yes", "trade"), ("no", "card")):
        state = pass_on(position(seat({"ore": 1}), seat(), empty_hand_trade=value))
        assert (told(state)["turn"], stage(state)) == (1, expected)


def test_u14_who_begins():
    """U14: any seat, all equally likely; or the one that is named."""
    state = GAME.start(3)
    assert (stage(state), texts(state)) == ("start", ["start seat 0", "start seat 1", "start seat 2"])
    assert weights(state, 3) == {"0": 1, "1": 1, "2": 1}
    assert settle(play(state, "start seat 2")).current_player() == 2
    named = settle(GAME.start(3, {"start": "1"}))
    assert (named.current_player(), told(named)["start"]) == (1, 1)


def test_u15_names():
    """U15: our names for what official English spellings were not seen of."""
    rich = seat(RICH, cities=1)
    assert buildable(rich, players=3)[-6:] == ["library", "church", "castle", "guild", "university", "hall"]
    state = build(play(position(rich, players=3), "stop trading"), "city")
    assert texts(state) == ["event robber", "event market"]


@pytest.mark.parametrize(("value", "pile"), (("needed", {}), ("at_once", {"wool": 3})))
def test_u16_moment_of_the_reshuffle(value, pile):
    """U16: when a card is needed and there is none; or when the last one is taken."""
    hold = {"brick": 10, "lumber": 10, "ore": 15, "wool": 11, "grain": 11}
    state = play(position(seat(), seat(hold), pile={"grain": 2}, discard=REST, reshuffle=value), "stop trading")
    play(state, "card grain", "card grain")
    assert (told(state)["turn"], told(state)["pile"]) == (1, pile)
    assert Counter(told(state)["discard"]) + Counter(pile) == Counter(wool=3)
