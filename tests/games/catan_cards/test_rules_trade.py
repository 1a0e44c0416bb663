"""Rules 14-21 and 31: the steps of a turn, the trade step and its three partners, library and merchant guild."""
from __future__ import annotations

import pytest

from .positions import next_turn, of, offered, play, position, seat, stage, texts, told, weights


def test_r14_trade_then_build_then_draw():
    """R14: nothing of an earlier step comes back in a later one."""
    state = position(seat({"brick": 2, "lumber": 2, "ore": 2}, knights="A"))
    assert stage(state) == "trade"
    play(state, "stop trading")
    assert stage(state) == "build"
    assert texts(state) == ["end build", "build road"]
    play(state, "end build")
    assert stage(state) == "card"
    play(state, "card ore", "card ore")
    assert texts(state) == ["draw", "stop"]
    play(state, "stop")
    assert (told(state)["turn"], stage(state)) == (1, "trade")


# ---- how many cards --------------------------------------------------------------------------


@pytest.mark.parametrize(("roads", "allowed"), (("A", 1), ("AB", 1), ("ABA", 2), ("ABAB", 2), ("ABABA", 3)))
def test_r15_one_card_for_each_road_with_side_a(roads, allowed):
    """R15: with three roads, two of them A, two cards (the picture in the rulebook)."""
    state = position(seat({"ore": 4}, roads=roads), seat({"wool": 4}), players=4)
    batches = [str(k) for k in range(1, allowed + 1)]
    assert texts(state)[0] == "stop trading"
    for partner in ("pile", "market", "seat 1"):
        assert [t.split()[1] for t in texts(state) if t.endswith(f"with {partner}")] == batches
    assert told(state)["trades_left"] == allowed


def test_r15_without_a_road_one_card_with_the_pile_only():
    """R15: exactly one, and neither market nor seats."""
    state = position(seat({"ore": 2}, roads=""), seat({"wool": 4}))
    assert texts(state) == ["stop trading", "trade 1 with pile"]
    play(state, "trade 1 with pile", "card wool")
    assert stage(state) != "trade"


def test_r16_every_card_with_another_partner_and_nobody_refuses():
    """R16: three A roads: one card with the market, one with a seat, one with another seat; the seats are not asked."""
    state = position(seat({"ore": 1}, roads="ABABA"), seat({"wool": 2}), seat({"wool": 2}))
    play(state, "trade 1 with market", "take brick", "give ore")
    both = {f"{k} with {partner}" for k in (1, 2) for partner in ("market", "seat 1", "seat 2")}
    assert set(offered(state, "trade ")) == both | {"1 with pile"}
    play(state, "trade 1 with seat 1", "card wool")
    assert state.current_player() == 0
    play(state, "give brick")
    assert {t[-1] for t in offered(state, "trade 1 with seat ")} == {"1", "2"}
    assert not offered(state, "trade 2")
    play(state, "trade 1 with seat 2")
    assert state.is_chance_node()
    play(state, "card wool")
    assert stage(state) != "trade"                  # the third trade was the last, and its give-back had one answer
    assert (of(state, 1).hand, of(state, 2).hand) == ({"brick": 1, "wool": 1}, {"wool": 2})


# ---- the partners ----------------------------------------------------------------------------


def test_r17_with_the_pile_discard_first():
    """R17: k cards of the hand as it was, then k from the pile; the discards are open."""
    state = position(seat({"ore": 1, "wool": 1, "grain": 1}, roads="ABA"))
    play(state, "trade 2 with pile")
    assert (stage(state), texts(state)) == ("discard", ["discard ore", "discard wool"])
    play(state, "discard ore")
    assert texts(state) == ["discard wool", "discard grain"]
    play(state, "discard grain")
    assert told(state)["discard"] == {"ore": 1, "grain": 1}
    play(state, "card brick", "card brick")
    assert of(state).hand == {"brick": 2, "wool": 1}
    assert stage(state) != "discard"


def test_r18_with_the_market_take_first():
    """R18: k open cards, then k back, also such as were just taken; those given back lie there afterwards."""
    market = {"brick": 2, "lumber": 1, "ore": 1, "wool": 1}
    state = position(seat({"grain": 1}, roads="ABA"), market=market)
    play(state, "trade 2 with market")
    assert (stage(state), texts(state)) == ("take", ["take brick", "take lumber", "take ore"])
    play(state, "take brick")
    assert texts(state) == ["take brick", "take lumber", "take ore", "take wool"]
    play(state, "take wool")
    assert (stage(state), texts(state)) == ("return", ["give brick", "give wool"])
    play(state, "give brick")
    assert texts(state) == ["give wool", "give grain"]
    play(state.copy(), "give wool")
    play(state, "give grain")
    assert of(state).hand == {"wool": 1}
    assert told(state)["market"] == {"brick": 2, "lumber": 1, "ore": 1, "grain": 1}


def test_r19_with_a_seat_draw_blind_first():
    """R19: k cards by the weights of his hand, then k back, also cards just drawn."""
    state = position(seat({"grain": 1}, roads="ABA"), seat({"ore": 3, "wool": 1}))
    play(state, "trade 2 with seat 1")
    assert weights(state, 4) == {"ore": 3, "wool": 1}
    play(state, "card ore")
    assert weights(state, 3) == {"ore": 2, "wool": 1}
    play(state, "card wool")
    assert (stage(state), state.current_player()) == ("give", 0)
    assert texts(state) == ["give ore", "give wool"]
    play(state, "give ore", "give wool")
    assert (of(state).hand, of(state, 1).hand) == ({"grain": 1}, {"ore": 3, "wool": 1})


def test_r20_a_batch_is_not_the_same_as_single_swaps():
    """R20: with an empty hand a batch of two must give both back; one by one, the first may be kept for a while."""
    start = position(seat(roads="ABA"), market={"ore": 2, "wool": 3})
    assert offered(start, "trade ")[:2] == ["1 with market", "2 with market"]
    batch = play(start.copy(), "trade 2 with market", "take ore", "take ore")
    assert of(batch).hand == {}
    with_a_card = position(seat({"grain": 1}, roads="ABA"), market={"ore": 1, "wool": 4})
    singly = play(with_a_card.copy(), "trade 1 with market", "take ore", "give grain", "trade 1 with market")
    assert "take grain" in texts(singly)
    together = play(with_a_card.copy(), "trade 2 with market")
    assert texts(together) == ["take ore", "take wool"]


# ---- the library -----------------------------------------------------------------------------


def test_r21_library_picks_one_card_of_an_opened_hand():
    """R21: once in the step; a further card of the same seat is blind again."""
    state = position(seat({"grain": 1}, roads="ABA", expansions=["library"]), seat({"ore": 1, "wool": 2}))
    play(state, "trade 2 with seat 1")
    assert (stage(state), texts(state)) == ("fellow", ["blind", "open hand"])
    play(state, "open hand")
    assert (stage(state), texts(state)) == ("pick", ["take ore", "take wool"])
    play(state, "take ore")
    assert told(state)["used"] == ["library"]
    assert weights(state, 2) == {"wool": 2}
    play(state, "card wool", "give wool")       # the second card to give can only be the grain
    assert (of(state).hand, of(state, 1).hand) == ({"ore": 1}, {"wool": 2, "grain": 1})


def test_r21_the_pick_may_wait_and_comes_back_next_turn():
    """R21: a blind card first, the pick second; once it is used, the next batch of the step is blind."""
    mine = seat({"grain": 1}, roads="ABABA", expansions=["library"])
    state = position(mine, seat({"ore": 1, "wool": 3}), players=4)
    play(state, "trade 2 with seat 1", "blind", "card wool")
    assert stage(state) == "fellow"
    play(state, "open hand", "take ore", "give wool", "trade 1 with seat 1")
    assert stage(state) == "card"
    assert told(state)["used"] == ["library"]
    next_turn(state)
    assert told(state)["used"] == []
    assert stage(play(state, "trade 1 with seat 1")) == "fellow"


def test_r21_the_pick_is_one_of_the_trades():
    """R21: a library gives no trade of its own, and a card goes back for the one picked."""
    state = position(seat({"grain": 1}, expansions=["library"]), seat({"ore": 1, "wool": 1}))
    play(state, "trade 1 with seat 1", "open hand", "take ore", "give ore")
    assert (of(state).hand, of(state, 1).hand) == ({"grain": 1}, {"ore": 1, "wool": 1})
    assert stage(state) != "trade"


# ---- the merchant guild ----------------------------------------------------------------------


@pytest.mark.parametrize(("points", "may"), ((4, False), (5, True), (6, True)))
def test_r31_guild_takes_a_blind_card_of_a_seat_not_behind(points, may):
    """R31: once a turn, from a seat with at least as many points; nothing is given back."""
    mine = seat({"grain": 1}, settlements=2, expansions=["guild"])
    state = position(mine, seat({"ore": 1, "wool": 2}, gifts=points - 1), seat())
    assert offered(state, "guild ") == (["seat 1"] if may else [])
    if may:
        play(state, "guild seat 1")
        assert weights(state, 3) == {"ore": 1, "wool": 2}
        play(state, "card wool")
        assert (of(state).hand, of(state, 1).hand) == ({"wool": 1, "grain": 1}, {"ore": 1, "wool": 1})
        assert stage(state) == "trade"
        assert told(state)["used"] == ["guild"]
        assert offered(state, "guild ") == []


def test_r31_guild_needs_a_card_to_take_and_works_again_next_turn():
    """R31: not from an empty hand; once a turn, so not after it was used, but in the next turn again."""
    mine = seat({"grain": 1}, settlements=0, expansions=["guild"])
    state = position(mine, seat(gifts=5), seat({"ore": 2}, gifts=5))
    assert offered(state, "guild ") == ["seat 2"]
    play(state, "guild seat 2", "card ore")
    assert (offered(state, "guild "), of(state, 2).hand) == ([], {"ore": 1})
    next_turn(state)
    assert told(state)["used"] == []
    assert offered(state, "guild ") == ["seat 1", "seat 2"]


def test_r21_a_library_without_a_road():
    """R21: no road, no such trade, unless the option says otherwise; then the one card is picked."""
    seats = seat({"grain": 1}, roads="", expansions=["library"]), seat({"ore": 1, "wool": 1}), seat()
    assert offered(position(*seats), "trade ") == ["1 with pile"]
    state = position(*seats, library_without_road="yes")
    assert offered(state, "trade ") == ["1 with pile", "1 with seat 1"]
    play(state, "trade 1 with seat 1")
    assert (stage(state), texts(state)) == ("pick", ["take ore", "take wool"])
    play(state, "take wool", "give grain")
    assert (of(state).hand, of(state, 1).hand) == ({"wool": 1}, {"ore": 1, "grain": 1})
    assert stage(state) != "trade"
