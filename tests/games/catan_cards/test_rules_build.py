"""Rules 22-30: prices, replacements, and what building each kind of card does."""
from __future__ import annotations

import pytest

from . import twin_facts as facts
from .positions import build, buildable, exact, next_turn, of, offered, play, position, seat, stage, texts, told
from .twin_table import size

THINGS = ("road", "knight", "settlement", "city", *facts.EXPANSIONS)
COST = {"road": {"brick": 1, "lumber": 1}, "knight": {"ore": 1, "wool": 1, "grain": 1},
        "settlement": {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}, "city": {"ore": 3, "grain": 2},
        **dict.fromkeys(facts.EXPANSIONS, {"ore": 1, "wool": 3}), "hall": {"ore": 3, "wool": 3}}


def plus(*heaps: dict[str, int]) -> dict[str, int]:
    return {kind: sum(heap.get(kind, 0) for heap in heaps) for kind in facts.RESOURCES}


def ready(hand: dict[str, int], **more):
    """A position of four seats at the build step, with a settlement and a city to build on."""
    return play(position(seat(hand, cities=1), players=4, **more), "stop trading")


# ---- prices ----------------------------------------------------------------------------------


@pytest.mark.parametrize("thing", THINGS)
def test_r22_prices(thing):
    """R22: each thing for the cards it names, which go to the discard pile; not with one of them missing."""
    state = build(ready(COST[thing]), thing)
    assert of(state).hand == {}
    assert told(state)["discard"] == {k: COST[thing][k] for k in facts.RESOURCES if k in COST[thing]}
    for missing in COST[thing]:
        hand = plus(COST[thing], {missing: -1})
        assert thing not in buildable(seat(hand, cities=1), players=4)


def test_r23_three_equal_cards_for_one():
    """R23: any card of the cost by three equal ones of another kind; all ways to pay are offered."""
    state = ready({"brick": 4, "lumber": 1, "ore": 3, "wool": 2})
    play(state, "build road")
    assert stage(state) == "pay"
    assert set(texts(state)) == {"pay 1 brick 1 lumber", "pay 4 brick", "pay 1 lumber 3 ore", "pay 1 brick 3 ore"}
    play(state, "pay 4 brick")
    assert of(state).hand == {"lumber": 1, "ore": 3, "wool": 2}
    assert of(state).roads == "AB"
    assert told(state)["discard"] == {"brick": 4}


def test_r23_as_often_as_wanted():
    """R23: every card of a settlement replaced, with three cards of one kind each."""
    state = build(ready({"ore": 12}), "settlement")
    assert (of(state).settlements, of(state).hand) == (2, {})
    assert "settlement" not in buildable(seat({"ore": 11}), players=4)
    mixed = build(ready({"brick": 1, "ore": 3, "wool": 4}), "settlement")
    assert (of(mixed).settlements, of(mixed).hand) == (2, {})
    assert "settlement" not in buildable(seat({"brick": 3, "ore": 2, "wool": 4}), players=4)


def test_r23_cards_of_two_kinds_do_not_mix():
    """R23: two of one kind and one of another replace nothing."""
    assert buildable(seat({"brick": 1, "ore": 2, "grain": 1}), players=4) == []


@pytest.mark.parametrize("thing", ("road", "knight", "settlement", "city", "castle"))
def test_r24_each_kind_once_a_turn(thing):
    """R24: not two roads in one turn, but a road and a knight; and each kind again next turn."""
    rich = {"brick": 3, "lumber": 3, "wool": 8, "grain": 6, "ore": 8}
    state = position(seat(rich, settlements=2, cities=2), players=4)
    play(state, "stop trading")
    assert thing in offered(state, "build ")
    build(state, thing)
    for answer in ("keep", "event market"):
        if answer in texts(state):
            play(state, answer)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    kinds = set(offered(state, "build "))
    again = set(facts.EXPANSIONS) if thing == "castle" else {thing}
    assert not kinds & again
    assert kinds >= {"road", "knight"} - again
    assert told(state)["built"] == [thing]
    play(next_turn(state), "stop trading")
    assert told(state)["built"] == []
    assert set(offered(state, "build ")) & again


def test_r24_settlement_city_and_expansion_of_one_turn():
    """R24: what was built this turn may be built on."""
    hand = plus(COST["settlement"], COST["city"], COST["church"])
    state = position(seat(hand, settlements=0, expansions=["castle"]), players=2)
    build(play(state, "stop trading"), "settlement", "city")
    play(state, "event market", *["card brick"] * 5)
    build(state, "church")
    assert of(state).expansions == ["church", "castle"]
    assert (of(state).settlements, of(state).cities, of(state).points) == (0, 0, 6)


# ---- settlements, rows, cities -----------------------------------------------------------------


def test_r25_settlement_is_a_point_and_may_turn_destiny():
    """R25: 1 point, then the builder may flip the destiny card."""
    for answer, destiny in (("flip", "black"), ("keep", "white")):
        state = build(ready(COST["settlement"]), "settlement")
        assert (of(state).settlements, of(state).points) == (2, 4)
        assert (stage(state), state.current_player(), texts(state)) == ("flip", 0, ["flip", "keep"])
        assert told(play(state, answer))["destiny"] == destiny
    state = build(ready(COST["settlement"], destiny="black"), "settlement")
    assert told(play(state, "flip"))["destiny"] == "white"


def test_r25_no_settlement_from_an_empty_stack():
    """R25: nor is one taken from another seat."""
    assert "settlement" in buildable(seat(COST["settlement"], settlements=3), seat(settlements=3))
    assert "settlement" not in buildable(seat(COST["settlement"], settlements=3), seat(settlements=4))


@pytest.mark.parametrize("kind", ("road", "knight"))
def test_r26_sides_alternate(kind):
    """R26: A, B, A, B from the first card on."""
    row = ""
    for side in "ABA":
        mine = seat(COST[kind], **{f"{kind}s": row})
        state = build(play(position(mine, players=4), "stop trading"), kind)
        row += side
        assert getattr(of(state), f"{kind}s") == row


def test_r27_city_turns_a_settlement_over():
    """R27: 2 points in place of 1; without a settlement none can be built."""
    state = build(play(position(seat(COST["city"], settlements=2), players=3), "stop trading"), "city")
    assert (of(state).settlements, of(state).cities, of(state).points) == (1, 1, 3)
    assert stage(state) == "event"
    assert "city" not in buildable(seat(COST["city"], settlements=0, cities=1), players=3)


def test_r27_robber_attack():
    """R27: all with more than 7 cards discard down to 7, the builder too; then destiny must be flipped."""
    hands = [{"ore": 5, "grain": 4, "wool": 5}, {"brick": 4, "lumber": 3}, {"brick": 1, "lumber": 7, "wool": 2}]
    state = build(play(position(*map(seat, hands)), "stop trading"), "city")
    play(state, "event robber")
    assert (stage(state), state.current_player()) == ("robber", 0)
    assert texts(state) == ["discard ore", "discard wool", "discard grain"]
    play(state, "discard wool", "discard wool")
    assert (state.current_player(), stage(state)) == (2, "robber")
    assert texts(state) == ["discard brick", "discard lumber"]
    play(state, "discard lumber")
    assert texts(state) == ["discard lumber", "discard wool"]
    play(state, "discard lumber", "discard wool")
    assert [size(p["hand"]) for p in told(state)["players"]] == [7, 7, 7]
    assert of(state).hand == {"ore": 2, "wool": 3, "grain": 2}
    assert of(state, 1).hand == hands[1]
    assert told(state)["destiny"] == "black"
    assert told(state)["discard"] == {"lumber": 2, "ore": 3, "wool": 3, "grain": 2}


def test_r27_market_day():
    """R27: the five market cards are discarded and five new ones laid out; destiny stays."""
    state = build(play(position(seat(COST["city"]), players=3), "stop trading"), "city")
    play(state, "event market")
    assert told(state)["market"] == {}
    play(state, "card ore", "card ore", "card wool", "card grain", "card ore")
    assert told(state)["market"] == {"ore": 3, "wool": 1, "grain": 1}
    assert told(state)["discard"] == {"brick": 1, "lumber": 1, "ore": 4, "wool": 1, "grain": 3}
    assert told(state)["destiny"] == "white"


# ---- expansions ------------------------------------------------------------------------------


def test_r28_expansion_lies_on_a_city():
    """R28: its points replace the city's, the city is used up, and without a city there is none."""
    state = position(seat(plus(COST["castle"], COST["castle"]), cities=2), players=2)
    before = of(state).points
    build(play(state, "stop trading"), "castle")
    assert (of(state).cities, of(state).points) == (1, before + 1)
    assert "castle" not in told(state)["stacks"]["expansions"]
    assert not set(buildable(seat(COST["castle"], cities=0))) & set(facts.EXPANSIONS)
    covered = seat(COST["castle"], settlements=0, expansions=["church"])
    assert not set(buildable(covered)) & set(facts.EXPANSIONS)


def test_r28_nobody_builds_two_churches():
    """R28: the rulebook's example; another seat may build the second one."""
    church = seat(COST["church"], cities=1, expansions=["church"])
    assert "church" not in buildable(church, players=3)
    assert "castle" in buildable(church, players=3)
    assert "church" in buildable(seat(COST["church"], cities=1), seat(expansions=["church"]), players=3)


def test_r28_the_effect_holds_at_once():
    """R28: a university built this turn waives a card of the road after it; a guild takes a card."""
    state = position(seat(plus(COST["university"], {"brick": 1}), cities=1), players=2)
    build(play(state, "stop trading"), "university")
    assert offered(state, "build ") == ["road"]
    state = position(seat(COST["guild"], cities=1), seat({"ore": 1}, gifts=4), players=3)
    build(play(state, "stop trading"), "guild")
    assert offered(state, "guild ") == ["seat 1"]


# ---- roads and knights change hands ------------------------------------------------------------


def rows(state, kind: str) -> list[str]:
    return [p[f"{kind}s"] for p in told(state)["players"]]


@pytest.mark.parametrize(("kind", "total"), (("road", 7), ("knight", 4)))
@pytest.mark.parametrize(("destiny", "loser"), (("white", 1), ("black", 2)))
def test_r29_the_nearest_in_arrow_direction_loses_the_top_card(kind, total, destiny, loser):
    """R29: with an empty stack the builder pays and takes a card; it lies as the builder's row needs it."""
    third = {"road": ("AB", "AB", "ABA"), "knight": ("", "AB", "AB")}[kind]
    assert sum(map(len, third)) == total
    seats = [seat(COST[kind] if n == 0 else {}, **{f"{kind}s": row}) for n, row in enumerate(third)]
    state = build(play(position(*seats, destiny=destiny), "stop trading"), kind)
    expected = list(third)
    expected[0] += "A"
    expected[loser] = expected[loser][:-1]
    assert rows(state, kind) == expected
    assert told(state)["discard"] == COST[kind]


def test_r29_a_card_in_the_stack_is_taken_first():
    """R29: nobody loses anything while there is one."""
    state = build(play(position(seat(COST["road"]), seat(roads="ABA")), "stop trading"), "road")
    assert rows(state, "road") == ["AB", "ABA"]


def test_r29_seats_without_a_card_are_passed_over():
    """R29: the next one in arrow direction loses it."""
    state = position(seat(COST["road"], roads="AB"), seat(roads=""), seat(roads="ABABA"))
    assert rows(build(play(state, "stop trading"), "road"), "road") == ["ABA", "", "ABAB"]


@pytest.mark.parametrize("destiny", (0, 1))
def test_r29_with_two_seats_it_is_the_opponent(destiny):
    """R29: whatever the destiny card would say."""
    state = position(seat(COST["knight"]), seat(knights="AB"))
    state.load(state.raw() | {"destiny": destiny})
    assert rows(build(play(state, "stop trading"), "knight"), "knight") == ["A", "A"]


def test_r29_where_nobody_can_lose_one_none_is_built():
    """R29: all cards lie with the builder, or are protected."""
    assert "knight" not in buildable(seat(COST["knight"], knights="AB"), seat())
    assert "road" not in buildable(seat(COST["road"], roads="AB"), seat(roads="ABA", expansions=["castle"]))


@pytest.mark.parametrize(("kind", "building", "row", "safe"), (
    ("knight", "church", "A", True), ("knight", "church", "AB", False),
    ("road", "castle", "ABA", True), ("road", "castle", "ABAB", False),
    ("knight", "castle", "A", False), ("road", "church", "ABA", False)))
def test_r30_protection(kind, building, row, safe):
    """R30: with a church one knight, with a castle three roads or fewer: passed over (the rulebook's examples)."""
    total = {"road": 7, "knight": 4}[kind]
    mine = "AB" if kind == "road" else "A"
    last = "ABABA"[:total - len(row) - len(mine)]
    seats = (seat(COST[kind], **{f"{kind}s": mine}), seat(expansions=[building], **{f"{kind}s": row}),
             seat(**{f"{kind}s": last}))
    state = build(play(position(*seats), "stop trading"), kind)
    expected = [mine, row, last]
    expected[0] += "ABA"[len(mine)]
    loser = 2 if safe else 1
    expected[loser] = expected[loser][:-1]
    assert rows(state, kind) == expected


def test_r30_protection_holds_for_the_owner_only():
    """R30: the builder's own castle keeps nothing of the others'."""
    state = position(seat(COST["road"], roads="AB", expansions=["castle"]), seat(roads="ABA"))
    assert rows(build(play(state, "stop trading"), "road"), "road") == ["ABA", "AB"]


def test_prices_of_the_test_are_those_of_the_notation():
    assert {thing: exact(thing) for thing in THINGS} == {
        thing: "pay " + " ".join(f"{cost[k]} {k}" for k in facts.RESOURCES if k in cost)
        for thing, cost in COST.items()}
