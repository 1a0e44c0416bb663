"""Auctions and the shop of privileges (R3.2, R3.3C): a test for each rule that it names."""
from typing import Any

import pytest

from games.world504.conditions import atoms_of
from games.world504.notation import legal_texts
from games.world504.phases import phases
from games.world504.tables import PRIVILEGES

from .positions import Raw, give, loaded, stage, start
from .privileges import after, bid, lay_row, money, owned, row
from .turns import play

# ---- auctions ---------------------------------------------------------------------------------------

def auction(*cards: str, seats: int = 2, cash: int = 90, round_number: int = 1, world: str = "368",
            raw: Raw | None = None) -> Any:
    """The auctions of a round begin with these cards in the row."""
    raw = raw or start(world, seats).raw()
    lay_row(raw, *cards)
    raw["round"] = round_number
    for i in range(seats):
        raw["owner"][i]["money"] = cash
    return after(world, raw, "tax", seats)


def test_r3_2_1_in_round_1_nothing_is_drawn_and_the_least_bid_is_20():
    state = auction("I(5)", "I(11)")
    assert legal_texts(state)[:2] == ["pass", "bid 20-29"]
    assert row(state.raw()) == ["I(5)", "I(11)"]


@pytest.mark.parametrize("seats,unsold,drawn", [
    (2, 0, 2), (2, 2, 2), (2, 3, 1), (2, 4, 0), (3, 1, 3), (3, 3, 2), (3, 5, 0), (4, 2, 4), (4, 3, 3), (4, 6, 0)])
def test_r3_2_1_new_cards_come_up_to_the_limit(seats, unsold, drawn):
    cards = ["I(1)", "I(9)", "I(11)", "II(4)", "II(6)", "II(9)"][:unsold]
    state = auction(*cards, seats=seats, round_number=2)
    shown = 0
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
        shown += 1
    assert (shown, state.raw()["free_row"], len(row(state.raw()))) == (drawn, unsold, unsold + drawn)


def test_r3_2_1_unsold_cards_can_be_had_for_nothing_and_new_ones_for_20():
    state = auction("I(1)", round_number=2)
    play(state, "privilege I(9)", "privilege I(11)", "bid 0-9", "bid 0", "pass")
    assert owned(state, 0) == {"I(1)"}
    assert money(state) == [90, 90]
    assert state.raw()["free_row"] == 0
    assert legal_texts(state)[:2] == ["pass", "bid 20-29"]


def test_r3_2_2_the_first_in_order_begins_and_bids_go_round_in_seat_order():
    raw = start("368", 4).raw()
    raw["order"][:4] = [2, 0, 3, 1]
    state = auction("I(1)", seats=4, raw=raw)
    seats = []
    for sum_bid in (20, 25, 31, 32, 40):
        seats.append(state.current_player())
        bid(state, sum_bid)
    assert seats == [2, 3, 0, 1, 2]
    assert state.current_player() == 3


def test_r3_2_2_a_bid_is_higher_than_the_last_and_at_most_the_money():
    state = bid(auction("I(1)", cash=47), 38)
    assert legal_texts(state) == ["pass", "bid 30-39", "bid 40-49"]
    assert legal_texts(play(state.copy(), "bid 40-49")) == [f"bid {n}" for n in range(40, 48)]
    play(state, "bid 30-39")                                            # 39 is the only one of these ten
    assert (state.raw()["high"], state.raw()["bidder"], state.current_player()) == (39, 1, 0)
    assert state.raw()["bid_tens"] == 0


def test_r3_2_2_who_has_passed_is_out_for_this_card_only():
    state = auction("I(1)", "I(9)", seats=3)
    bid(state, 20)
    play(state, "pass")
    bid(state, 21)
    assert state.current_player() == 0                                  # seat 1 is not asked again
    play(state, "pass")
    assert owned(state, 2) == {"I(1)"}
    assert money(state, 3) == [90, 90, 69]
    assert row(state.raw()) == ["I(9)"]
    assert state.raw()["bidding"] == 0b111


def test_r3_2_2_who_cannot_pay_more_is_out():
    raw = start("368", 3).raw()
    state = auction("I(1)", seats=3, raw=raw)
    raw = state.raw()
    raw["owner"][1]["money"], raw["owner"][2]["money"] = 30, 25
    state = loaded("368", raw, 3)
    bid(state, 29)
    assert state.current_player() == 1
    bid(state, 30)
    assert state.current_player() == 0
    play(state, "pass")
    assert owned(state, 1) == {"I(1)"}
    assert money(state, 3) == [90, 0, 25]


def test_r3_2_2_a_bid_that_nobody_can_beat_wins_at_once():
    state = auction("I(1)", cash=40)
    play(state, "bid 40-49")
    assert owned(state, 0) == {"I(1)"}
    assert money(state) == [0, 40]


def test_r3_2_2_a_card_of_20_that_nobody_wants_stays():
    state = play(auction("I(1)", "I(9)"), "pass", "pass")
    assert row(state.raw()) == ["I(1)", "I(9)"]
    assert state.raw()["card"] == 1
    bid(state, 20)
    play(state, "pass")
    assert row(state.raw()) == ["I(1)"]
    assert owned(state, 0) == {"I(9)"}
    assert stage(state) != "bid"
    assert state.raw()["card"] == state.raw()["bidding"] == 0


def test_r3_2_2_a_free_card_that_nobody_wants_is_gone():
    state = auction("I(1)", "I(9)", "II(4)", "II(6)", round_number=2)
    play(state, "pass", "pass")
    raw = state.raw()
    assert row(raw) == ["I(9)", "II(4)", "II(6)"]
    assert raw["free_row"] == 3
    assert raw["drawn"][PRIVILEGES.index("I(1)")] == 1                  # it does not come back


def test_r3_2_2_nobody_can_pay_20_so_the_card_stays_without_a_question():
    state = auction("I(1)", cash=19)
    assert stage(state) != "bid"
    assert row(state.raw()) == ["I(1)"]


def test_r3_2_3_any_number_of_cards_but_each_kind_once():
    raw = start("368", 4).raw()
    state = auction("I(1)", "I(1)", "I(9)", seats=4, raw=raw)
    bid(state, 20)
    play(state, "pass", "pass", "pass")
    assert state.current_player() == 1                                  # seat 0 has this kind
    bid(state, 20)
    play(state, "pass", "pass")
    assert state.current_player() == 0
    bid(state, 50)
    play(state, "pass", "pass", "pass")
    assert owned(state, 0) == {"I(1)", "I(9)"}
    assert money(state, 4) == [20, 70, 90, 90]


def test_r3_2_3_a_free_card_that_all_have_is_gone():
    raw = start("368", 2).raw()
    for i in range(2):
        give(raw, i, privileges=["I(1)"])
    state = auction("I(1)", "I(9)", "II(4)", "II(6)", round_number=2, raw=raw)
    assert row(state.raw()) == ["I(9)", "II(4)", "II(6)"]
    assert state.raw()["card"] == 0


def test_more_money_than_a_code_can_name_bids_3999():
    state = auction("I(1)", cash=5000)
    assert legal_texts(state)[-1] == "bid 3990-3999"
    bid(state, 3999)
    assert owned(state, 0) == {"I(1)"}
    assert money(state) == [1001, 5000]


# ---- the shop ---------------------------------------------------------------------------------------

def shop(*cards: str, free: int = 0, seats: int = 2, cash: int = 80, world: str = "683", owns: tuple[str, ...] = (),
         extra: dict[str, int] | None = None) -> Any:
    """The first owner's turn begins with these cards in the row."""
    raw = lay_row(start(world, seats).raw(), *cards, free=free)
    for card, more in (extra or {}).items():
        raw["drawn"][PRIVILEGES.index(card)] += more
    first = raw["order"][0]
    raw["owner"][first]["money"] = cash
    give(raw, first, privileges=owns)
    raw["place"] = 0
    raw["actor"] = first
    names = phases(atoms_of(world))
    last = names["round"][-1]
    return after(world, raw, last, seats)


@pytest.mark.parametrize("seats,cards", [(2, 3), (3, 3), (4, 4)])
def test_r3_3c_1_a_card_is_drawn_where_one_is_missing(seats, cards):
    some = ["I(1)", "I(2)", "I(9)", "I(11)"]
    assert stage(shop(*some[:cards], seats=seats)) == "take-privilege"
    for missing in (1, 2):
        state = shop(*some[:cards - missing], seats=seats)
        assert stage(state) == "draw-privilege"
        state.apply_action(state.chance_outcomes()[0][0])
        assert stage(state) == "take-privilege"
        assert len(row(state.raw())) == cards - missing + 1


def test_r3_3c_1_the_new_card_costs_20_and_the_marker_stays():
    state = play(shop("I(1)", "I(2)", free=1), "privilege I(9)")
    assert row(state.raw()) == ["I(1)", "I(2)", "I(9)"]
    assert state.raw()["free_row"] == 1
    poor = play(shop("I(1)", "I(2)", free=2, cash=19), "privilege I(9)")
    assert legal_texts(poor) == ["no privilege", "take I(1)", "take I(2)"]


def test_r3_3c_1_a_higher_step_frees_all_lower_ones():
    rest = {"I(5)": 1, "I(9)": 1, "I(11)": 1}                          # no card of step I is left
    state = play(shop("I(1)", "I(2)", extra=rest), "privilege II(4)")
    assert state.raw()["free_row"] == 2
    state = shop("I(1)", "II(4)", extra=rest | {"I(2)": 1})
    assert play(state, "privilege II(6)").raw()["free_row"] == 1


def test_r3_3c_2_v22_at_most_one_card_at_20_or_for_nothing():
    state = shop("I(1)", "I(2)", "I(9)", free=1)                        # V22: left of the marker it costs nothing
    seat = state.current_player()
    free = play(state.copy(), "take I(1)")
    assert owned(free, seat) == {"I(1)"}
    assert money(free)[seat] == 80
    assert free.raw()["free_row"] == 0
    paid = play(state, "take I(9)")
    assert owned(paid, seat) == {"I(9)"}
    assert money(paid)[seat] == 60
    assert paid.raw()["free_row"] == 1
    assert stage(paid) != "take-privilege"


def test_r3_3c_2_each_kind_only_once():
    assert legal_texts(shop("I(1)", "I(2)", "I(9)", owns=("I(2)",))) == ["no privilege", "take I(1)", "take I(9)"]


def test_r3_3c_2_of_two_cards_of_a_kind_the_cheaper_is_taken():
    state = shop("I(1)", "I(2)", "I(2)", "I(9)", free=2, seats=4)
    seat = state.current_player()
    play(state, "take I(2)")
    assert money(state, 4)[seat] == 80
    assert row(state.raw()) == ["I(1)", "I(2)", "I(9)"]
    assert state.raw()["free_row"] == 1


def test_r3_3c_3_buying_none_makes_all_free():
    state = play(shop("I(1)", "I(2)", "I(9)"), "no privilege")
    assert state.raw()["free_row"] == 3
    assert owned(state, 1) == set()


def test_r3_3c_3_who_can_buy_none_makes_all_free_too():
    state = shop("I(1)", "I(2)", "I(9)", cash=19)
    assert state.raw()["free_row"] == 3
    assert stage(state) != "take-privilege"
