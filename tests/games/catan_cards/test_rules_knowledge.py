"""Question U11: who knows which cards. Two courses of play differ in one card; who has not seen it cannot tell."""
from __future__ import annotations

from collections.abc import Sequence

import pytest

from . import twin_facts as facts
from .positions import build, play, position, seat, texts, told

HANDS = ({"ore": 2, "wool": 2, "grain": 2}, {"ore": 2, "wool": 2}, {"ore": 1, "wool": 1})


def tellers(one: Sequence[str], other: Sequence[str], **more) -> set[int]:
    """Seats that can tell these two courses of play apart afterwards."""
    mine = {"roads": "ABA", "expansions": more.pop("expansions", ())}
    ends = [play(position(seat(HANDS[0], **mine), *map(seat, HANDS[1:]), **more), *moves) for moves in (one, other)]
    return {who for who in range(3) if ends[0].information_state_key(who) != ends[1].information_state_key(who)}


def test_u11_a_blind_card_is_known_to_the_two():
    """U11: what is drawn from a hand is seen by who draws it and by who loses it."""
    course = ["trade 1 with seat 1", "card ore"]
    assert tellers(course, [course[0], "card wool"]) == {0, 1}
    there_and_back = tellers([*course, "give ore"], [course[0], "card wool", "give wool"])
    assert there_and_back == {0}            # who has the card in hand again knows no more than before


@pytest.mark.parametrize(("value", "expected"), (("secret", {0, 1}), ("open", {0, 1, 2})))
def test_u11_a_card_given_back(value, expected):
    """U11: is known to the two; or to all."""
    course = ["trade 1 with seat 1", "card ore"]
    assert tellers([*course, "give wool"], [*course, "give grain"], given_back=value) == expected


def test_u11_the_guild_takes_in_secret():
    """U11: like any blind draw."""
    hands = [seat(HANDS[0], settlements=0, expansions=["guild"]), seat(HANDS[1], gifts=4), seat(HANDS[2])]
    ends = [play(position(*hands), "guild seat 1", f"card {card}") for card in ("ore", "wool")]
    assert [ends[0].information_state_key(who) != ends[1].information_state_key(who) for who in range(3)] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(("value", "expected"), (("private", {0, 1}), ("open", {0, 1, 2})))
def test_u11_the_library_opens_a_hand(value, expected):
    """U11: to who looks; or to all. A third seat learns nothing of the card picked."""
    course = ["trade 1 with seat 1", "open hand"]
    assert tellers([*course, "take ore"], [*course, "take wool"], expansions=["library"],
                   library_look=value) == expected


def test_u11_the_looker_knows_the_whole_hand():
    """U11: before the look the two hands are one to seat 0; after it they are not; to seat 2 they still are."""
    for opened in (False, True):
        keys = []
        for hand in ({"ore": 1, "wool": 2}, {"ore": 2, "wool": 1}):
            state = position(seat(HANDS[0], roads="ABA", expansions=["library"]), seat(hand), seat())
            play(state, "trade 1 with seat 1", *(["open hand"] if opened else []))
            keys.append([state.information_state_key(who) for who in range(3)])
        assert [a != b for a, b in zip(*keys, strict=True)] == [opened, True, False]


def test_u11_market_discards_and_payments_are_open():
    """U11: all see what goes to the market, to the discard pile, and what is paid."""
    assert tellers(["trade 1 with market", "take ore", "give wool"],
                   ["trade 1 with market", "take ore", "give grain"]) == {0, 1, 2}
    assert tellers(["trade 1 with pile", "discard ore"], ["trade 1 with pile", "discard wool"]) == {0, 1, 2}
    keys = []
    for payment in ("pay 1 brick 1 lumber", "pay 4 brick"):
        state = position(seat({"brick": 4, "lumber": 1}), players=3)
        play(state, "stop trading", "build road", payment)
        keys.append([state.information_state_key(who) for who in range(3)])
    assert all(a != b for a, b in zip(*keys, strict=True))


def test_u11_a_card_taken_from_the_market_is_known_in_the_hand():
    """U11: from then on the others know of it: two hands that differ elsewhere only, not in it."""
    for taken, tell in (("ore", False), ("wool", True)):
        keys = []
        for hand, card in (({"brick": 1, "grain": 1}, "ore"), ({"lumber": 1, "grain": 1}, taken)):
            state = position(seat(hand), players=2)
            play(state, "trade 1 with market", f"take {card}", "give grain")
            keys.append(state.information_state_key(1))
        assert (keys[0] != keys[1]) == tell


def test_u11_end_of_turn_draws_are_the_drawers_own():
    """U11: only the seat that draws sees the card."""
    course = ["stop trading", "card ore"]
    hands = seat({"ore": 1}), seat(), seat()
    ends = [play(position(*hands), course[0], f"card {card}") for card in ("ore", "wool")]
    assert [ends[0].information_state_key(who) != ends[1].information_state_key(who) for who in range(3)] == [
        True,
        False,
        False,
    ]


def test_u11_robber_discards_are_open():
    """U11: all see them."""
    ends = []
    for card in ("ore", "wool"):
        state = position(seat(facts.COSTS["city"]), seat({"ore": 4, "wool": 4}), seat())
        build(play(state, "stop trading"), "city")
        ends.append(play(state, "event robber", f"discard {card}"))
    assert all(ends[0].information_state_key(who) != ends[1].information_state_key(who) for who in range(3))


def test_u11_hand_sizes_are_public():
    """U11: and so is all that lies on the table."""
    one, other = (position(seat(), seat(hand), seat(), pile={}, discard="rest") for hand in ({"ore": 1}, {"ore": 2}))
    assert all(one.information_state_key(who) != other.information_state_key(who) for who in range(3))


def known_of(state, who: int) -> list[dict[str, int]]:
    """What each other seat knows to be in this seat's hand."""
    known = told(state).get("known") or [{}] * state.seats
    return [row.get(str(who), {}) for seat_, row in enumerate(known) if seat_ != who]


def test_u11_what_all_saw_come_is_known_until_all_see_it_go():
    """U11: a card from the market is known in the hand; put back, discarded or paid it is gone."""
    state = position(seat({"brick": 3, "grain": 2}, roads="ABABA"), players=3)
    play(state, "trade 1 with market", "take ore", "give grain")
    assert known_of(state, 0) == [{"ore": 1}] * 2
    play(state, "trade 1 with market", "take lumber", "give ore")
    assert known_of(state, 0) == [{"lumber": 1}] * 2
    paid = build(play(state.copy(), "stop trading"), "road")
    assert known_of(paid, 0) == [{}, {}]
    play(state, "trade 1 with pile", "discard lumber")
    assert known_of(state, 0) == [{}, {}]


def test_u11_cards_of_a_robber_attack_are_gone():
    """U11: what is known of a hand falls by what it discards."""
    state = position(seat(facts.COSTS["city"]), seat({"grain": 7}, roads="ABABA"), seat(), turn=1)
    for taken in ("ore", "wool"):
        play(state, "trade 1 with market", f"take {taken}", "give grain")
    play(state, "stop trading")
    while told(state)["turn"] != 0:
        passing = ("card brick", "stop trading", "end build")
        play(state, next(text for text in passing if text in texts(state)))
    assert known_of(state, 1) == [{"ore": 1, "wool": 1}] * 2
    build(play(state, "stop trading"), "city")
    play(state, "event robber", "discard ore", "discard wool")
    assert known_of(state, 1) == [{}, {}]
