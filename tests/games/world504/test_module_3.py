"""Module 3, privileges: a test for each rule of the digest that it names: bids, taxes, auctions, the shop, factories.

The deck, its odds and its keys have tests of their own in test_deck.py.
"""
from typing import Any

import pytest

from games.packed import codes
from games.world504.conditions import atoms_of
from games.world504.notation import legal_texts
from games.world504.phases import phases
from games.world504.setup import new_state
from games.world504.tables import PRIVILEGES

from .positions import A_DONE, SLOTS, STAGES, Raw, give, loaded, stage, start
from .turns import play

NOWHERE, NOBODY, FROM_FACTORIES, ON_CITIES = codes("world504", "NOWHERE NOBODY FROM_FACTORIES ON_CITIES")
SECTIONS = ("opening", "round", "turn", "end of round")


def bidding(world: str, seats: int, **options: str) -> Any:
    """A game at its first sealed bid, or at its first round; chance does what is first in its list."""
    state = new_state(seats, {"world": world, "start": "1", **options})
    while state.raw()["round"] == 0:
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    return state


def bid_all(state: Any, *sums: int) -> Any:
    """Each seat seals its bid."""
    for sum_bid in sums:
        bid(state, sum_bid)
    return state


def bid(state: Any, sum_bid: int) -> Any:
    """Name a sum, tens first; sums whose tens leave no choice are named at once."""
    before = state.raw()["stage"]
    play(state, f"bid {sum_bid // 10 * 10}-{sum_bid // 10 * 10 + 9}")
    if stage(state).endswith("units") and state.raw()["stage"] == before + 1:
        play(state, f"bid {sum_bid}")
    return state


def after(world: str, raw: Raw, phase: str, seats: int = 2, **options: str) -> Any:
    """The state after this phase, the place in the table being found by its name, has ended."""
    section = next(n for n, name in enumerate(SECTIONS) if phase in phases(atoms_of(world))[name])
    place = SLOTS * section + phases(atoms_of(world))[SECTIONS[section]].index(phase)
    raw = {**raw, "phase": place, "stage": STAGES.index("build-factory")}
    state = loaded(world, raw, seats, **options)
    state.apply_action(A_DONE)
    return state


def at_turn(world: str, raw: Raw, phase: str, actor: int, seats: int = 2, **options: str) -> Any:
    """The state after this phase of the actor's turn."""
    return after(world, {**raw, "actor": actor, "place": raw["order"].index(actor)}, phase, seats, **options)


def row(raw: Raw) -> list[str]:
    """The open privileges, from the left."""
    return [PRIVILEGES[card - 1] for card in raw["row"] if card]


def lay_row(raw: Raw, *cards: str, free: int = 0) -> Raw:
    """These cards lie open; so many of them, from the left, cost nothing."""
    raw["row"] = [1 + PRIVILEGES.index(card) for card in cards] + [0] * (len(raw["row"]) - len(cards))
    raw["drawn"] = [cards.count(card) for card in PRIVILEGES]
    raw["free_row"] = free
    return raw


def owned(state: Any, owner: int) -> set[str]:
    cards = state.raw()["owner"][owner]["privileges"]
    return {card for n, card in enumerate(PRIVILEGES) if cards >> n & 1}


def money(state: Any, seats: int = 2) -> list[int]:
    return [owner["money"] for owner in state.raw()["owner"][:seats]]


def no_taxes_left(raw: Raw, *incomes: int) -> Raw:
    """A later round is about to begin, with these incomes set aside and no money."""
    for owner, income in zip(raw["owner"], incomes, strict=False):
        owner["income"], owner["money"] = income, 0
    raw["round"] = 3
    return raw


# ---- set-up -----------------------------------------------------------------------------------------

@pytest.mark.parametrize("world", ["368", "638"])
def test_r3_s_1_each_parks_a_resident_and_order_is_new_each_round(world):
    assert [o["residents"] for o in bidding(world, 4).raw()["owner"][:4]] == [19] * 4
    rules = bidding(world, 4).rules_in_force()
    assert (rules["order"], rules["first_order"]) == tuple(codes("world504", "BY_INCOME SEALED_BIDS"))


def test_r3_s_2_with_7_i_the_order_is_drawn_and_goes_by_points():
    state = bidding("738", 3)
    assert stage(state) != "sealed-bid"
    assert not state.hides
    assert (state.rules_in_force()["order"], state.rules_in_force()["first_order"]) == tuple(
        codes("world504", "BY_POINTS DRAWN"))


def test_r3_s_3_at_top_iii_the_order_is_clockwise():
    assert start("123", 3).raw()["order"][:3] == [1, 2, 0]
    assert start("123", 3).rules_in_force()["order"] == codes("world504", "CLOCKWISE")[0]


def test_r3_s_4_start_money_is_90_each_where_places_are_bid_for():
    for world in ("368", "638", "315", "732"):
        assert money(bidding(world, 4), 4) == [90] * 4


def test_r3_s_5_at_top_iii_everybody_has_20_more():
    assert money(start("683", 4), 4) == [110, 80, 90, 100]              # seat 1 has the start card
    assert money(start("123", 2)) == [80, 80]                           # V13


def test_r3_s_6_common_capital_in_city_1():
    for world in ("368", "683"):
        raw = start(world, 3).raw()
        assert [o["capital"] for o in raw["owner"][:3]] == [raw["city_at"][0]] * 3


def capital_choosers(world: str) -> list[int]:
    """Who chooses a capital, in this sequence, after seat 1 has bid most and seat 0 least."""
    state = bid_all(bidding(world, 3), 10, 30, 20)
    chosen = []
    while stage(state) in ("place", "capital"):
        if stage(state) == "capital":
            chosen.append(state.current_player())
        state.apply_action(state.legal_actions()[0])
    assert len({o["capital"] for o in state.raw()["owner"][:3]} - {NOWHERE}) == (3 if chosen else 1)
    return chosen


def test_r3_s_7_capitals_are_chosen_in_the_order_of_the_bids():
    assert capital_choosers("638") == [1, 2, 0]


@pytest.mark.parametrize("world", ["312", "356", "372"])
def test_r3_s_8_where_another_module_has_separate_capitals_too(world):
    assert capital_choosers(world) == [1, 2, 0]


@pytest.mark.parametrize("world", ["368", "325"])
def test_r3_s_8_on_plans_4_and_5_there_is_no_capital_to_choose(world):
    assert capital_choosers(world) == []


@pytest.mark.parametrize("seats,cards", [(2, 2), (3, 3), (4, 4)])
def test_r3_s_11_one_open_card_an_owner(seats, cards):
    assert len(row(bidding("368", seats).raw())) == cards


@pytest.mark.parametrize("seats,cards", [(2, 3), (3, 3), (4, 4)])
def test_r3_s_11_at_top_iii_two_players_have_three_open_cards(seats, cards):
    raw = start("123", seats).raw()                                     # V7
    assert len(row(raw)) == cards
    assert raw["free_row"] == 0


def test_r3_s_12_there_are_30_factories_or_20():
    assert start("368", 2).rules_in_force()["factory_box"] == 30
    assert new_state(2, {"world": "368", "factories": "20"}).rules_in_force()["factory_box"] == 20


# ---- sealed bids ------------------------------------------------------------------------------------

def test_r3_1_1_bids_go_from_nothing_to_all_the_money():
    state = bidding("368", 2)
    assert (stage(state), state.current_player()) == ("sealed-bid", 0)
    assert legal_texts(state) == [f"bid {tens}-{tens + 9}" for tens in range(0, 100, 10)]
    play(state, "bid 30-39")
    assert legal_texts(state) == [f"bid {units}" for units in range(30, 40)]
    play(state, "bid 30")
    assert state.current_player() == 1
    play(state, "bid 90-99")                                            # nobody has more than 90
    assert stage(state) == "place"
    assert money(state) == [90, 0]


def test_r3_1_1_the_highest_bid_pays_and_chooses_first():
    state = bid_all(bidding("368", 4), 5, 30, 20, 10)
    assert (stage(state), state.current_player(), money(state, 4)) == ("place", 1, [90, 60, 90, 90])
    assert legal_texts(state) == ["place 1", "place 2", "place 3", "place 4"]
    play(state, "place 2")
    assert (state.current_player(), legal_texts(state)) == (2, ["place 1", "place 3", "place 4"])
    play(state, "place 4")
    assert (state.current_player(), legal_texts(state)) == (3, ["place 1", "place 3"])
    play(state, "place 1")                                              # the last one has no choice
    raw = state.raw()
    assert raw["order"][:4] == [3, 1, 0, 2]
    assert raw["former"][:4] == [3, 1, 0, 2]
    assert money(state, 4) == [85, 60, 70, 80]
    assert (raw["places"], raw["bid"][:4], stage(state)) == (0, [-1] * 4, "bid")


def test_r3_1_1_ties_are_drawn_and_the_loser_gets_2_mark():
    """V20: seat 0 bids most, the others alike."""
    state = bid_all(bidding("368", 3), 40, 15, 15)
    play(state, "place 1")
    assert state.chance_outcomes() == [(1, 0.5), (2, 0.5)]
    play(state, "lot of seat 2")
    assert (stage(state), state.current_player()) == ("place", 2)
    assert money(state, 3) == [50, 92, 75]
    play(state, "place 2")
    assert state.raw()["order"][:3] == [0, 2, 1]
    assert money(state, 3) == [50, 77, 75]


def test_r3_1_1_each_lost_lot_is_paid():
    state = bid_all(bidding("368", 4), 0, 0, 0, 0)
    assert [round(chance, 9) for _, chance in state.chance_outcomes()] == [0.25] * 4
    play(state, "lot of seat 3", "place 1")
    assert [outcome for outcome, _ in state.chance_outcomes()] == [0, 1, 2]
    play(state, "lot of seat 0", "place 2", "lot of seat 1", "place 4")
    assert state.raw()["order"][:4] == [3, 0, 2, 1]
    assert money(state, 4) == [92, 94, 96, 90]


def test_r3_1_1_after_a_place_comes_the_capital():
    state = bid_all(bidding("638", 2), 10, 30)
    assert (stage(state), state.current_player()) == ("place", 1)
    play(state, "place 2")
    assert (stage(state), state.current_player()) == ("capital", 1)
    play(state, "capital city 4")
    assert (stage(state), state.current_player()) == ("capital", 0)
    assert "capital city 4" not in legal_texts(state)
    play(state, "capital city 5")
    raw = state.raw()
    assert [o["capital"] for o in raw["owner"][:2]] == [raw["city_at"][4], raw["city_at"][3]]
    assert (raw["order"][:2], stage(state)) == ([0, 1], "bid")


def test_r3_1_1_with_7_i_nobody_bids():
    state = bidding("738", 4)
    stages = set()
    while state.raw()["round"] == 1 and not state.is_terminal() and stage(state) != "buy-resident":
        stages.add(stage(state))
        state.apply_action(state.legal_actions()[0])
    assert stages <= {"capital", "bid"}


# ---- order and taxes --------------------------------------------------------------------------------

def test_r3_1_2_high_incomes_go_first():
    raw = no_taxes_left(start("368", 4).raw(), 40, 68, 20, 55)
    assert after("368", raw, "end-check", 4).raw()["order"][:4] == [1, 3, 0, 2]


def test_r3_1_2_who_is_tied_changes_order():
    raw = no_taxes_left(start("368", 4).raw(), 40, 40, 90, 40)
    raw["order"][:4] = [3, 0, 2, 1]
    found = after("368", raw, "end-check", 4).raw()
    assert found["order"][:4] == [2, 1, 0, 3]
    assert found["former"][:4] == [3, 0, 2, 1]


def test_r3_1_3_taxes_go_by_place():
    """V21: the first has 68 and pays 12; the last pays nothing, the others 1 for each full 10."""
    raw = no_taxes_left(start("368", 4).raw(), 59, 68, 50, 49)
    state = after("368", raw, "end-check", 4)
    assert money(state, 4) == [59 - 5, 68 - 12, 50 - 5, 49]
    assert [o["income"] for o in state.raw()["owner"][:4]] == [0] * 4


def test_r3_1_3_of_two_owners_only_the_first_pays():
    assert money(after("368", no_taxes_left(start("368").raw(), 95, 100), "end-check")) == [95, 80]


def test_r3_1_3_the_first_round_has_no_taxes():
    state = bid_all(bidding("368", 2), 0, 10)
    assert stage(play(state, "place 1")) == "bid"
    assert money(state) == [90, 80]


def test_r3_1_3_ii_2_pays_no_taxes():
    raw = no_taxes_left(start("368", 3).raw(), 60, 50, 40)
    give(raw, 0, privileges=["II(2)"])
    assert money(after("368", raw, "end-check", 3), 3) == [60, 45, 40]      # the second does not pay for it


def test_r3_1_5_with_7_i_taxes_go_by_the_size_of_incomes():
    raw = no_taxes_left(start("738", 4).raw(), 30, 50, 80, 20)
    for order in ([0, 1, 2, 3], [3, 2, 0, 1]):
        raw["order"][:4] = order
        assert money(after("738", raw, "set-order", 4), 4) == [27, 45, 64, 20]


def test_r3_1_5_of_equal_incomes_the_earlier_pays_most_and_the_later_least():
    raw = no_taxes_left(start("738", 4).raw(), 50, 50, 50, 50)
    raw["order"][:4] = [2, 0, 3, 1]
    assert money(after("738", raw, "set-order", 4), 4) == [45, 50, 40, 45]


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


def test_r3_3c_2_at_most_one_card_at_20_or_for_nothing():
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


# ---- factories --------------------------------------------------------------------------------------

def factories(world: str = "638", cash: int = 200, cities: tuple[int, ...] = (2, 4), seats: int = 2,
              privileges: tuple[str, ...] = (), built: dict[int, list[int]] | None = None, **options: str) -> Any:
    """Seat 0 comes to phase 3F with settlements in these cities; `built` has the owners of factories by city."""
    raw = start(world, seats).raw()
    raw["owner"][0]["capital"] = NOWHERE
    give(raw, 0, money=cash, privileges=privileges, settled=[raw["city_at"][number - 1] for number in cities])
    for number, owners in (built or {}).items():
        raw["factory"][number - 1] = [1 + i for i in owners] + [0] * (3 - len(owners))
    turn = phases(atoms_of(world))["turn"]
    return at_turn(world, raw, turn[turn.index("factories") - 1], 0, seats, **options)


def test_r3_3e_1_without_residents_the_trolley_may_settle_in_cities():
    for world in ("135", "315"):
        assert bidding(world, 2).rules_in_force()["lay"] == ON_CITIES


def test_r3_3f_1_cost_by_place_whoever_has_built():
    """V23: the first in one city and the third in another cost 60."""
    state = factories(built={4: [1, 1]})
    assert legal_texts(state) == ["done", "factory in city 2", "factory in city 4"]
    play(state, "factory in city 2", "factory in city 4")
    assert money(state)[0] == 140
    assert [state.raw()["factory"][n] for n in (1, 3)] == [[1, 0, 0], [2, 2, 1]]
    second = play(factories(cities=(2,), built={2: [1]}), "factory in city 2")
    assert money(second)[0] == 170


def test_r3_3f_1_one_a_turn_and_city_in_ascending_order():
    state = factories(cities=(2, 4, 7))
    play(state, "factory in city 4")
    assert legal_texts(state) == ["done", "factory in city 7"]
    play(state, "done")
    assert stage(state) != "build-factory"
    assert state.raw()["turn"]["last"] == 0


def test_r3_3f_1_at_most_three_in_a_city_and_only_what_can_be_paid():
    assert legal_texts(factories(built={2: [0, 1, 1]})) == ["done", "factory in city 4"]
    assert legal_texts(factories(cash=29, built={2: [1]})) == ["done", "factory in city 4"]
    assert stage(factories(cash=19)) != "build-factory"
    assert stage(factories(cities=())) != "build-factory"


def test_r3_3f_1_the_headquarters_counts():
    raw = start("638").raw()
    capital = raw["number"][raw["owner"][0]["capital"]]
    raw["owner"][0]["money"] = 50
    turn = phases(atoms_of("638"))["turn"]
    state = at_turn("638", raw, turn[turn.index("factories") - 1], 0)
    assert legal_texts(state) == ["done", f"factory in city {capital}"]


@pytest.mark.parametrize("world,card", [("638", "II(3)"), ("368", "III(7)")])
def test_r3_3f_1_with_ii_3_or_iii_7_a_factory_always_costs_20(world, card):
    state = factories(world, cash=20, privileges=(card,), built={2: [1, 1]})
    assert money(play(state, "factory in city 2"))[0] == 0


def test_r3_3f_1_the_box_is_empty():
    full = {number: [1, 1, 1] for number in (1, 3, 5, 6, 7, 8)}         # 18
    state = factories(built=full | {9: [1, 1]}, factories="20")
    assert stage(state) != "build-factory"
    assert stage(factories(built=full | {9: [1, 1]})) == "build-factory"
    last = play(factories(built=full | {9: [1]}, factories="20"), "factory in city 2")
    assert stage(last) != "build-factory"


def test_r3_3f_2_at_top_i_each_is_5_points_at_once():
    state = factories("368")
    play(state, "factory in city 2", "factory in city 4")
    assert state.raw()["owner"][0]["collected"][FROM_FACTORIES] == 10
    assert state.scores()[0] == 10
    other = play(factories("638"), "factory in city 2")
    assert other.raw()["owner"][0]["collected"][FROM_FACTORIES] == 0


@pytest.mark.parametrize("world", ["326", "736"])
def test_r3_3f_3_factories_of_nobody_go_to_the_next_with_a_settlement(world):
    raw = start(world).raw()
    cities = [t for t in raw["city_at"] if t != NOWHERE]
    for owner in raw["owner"][:2]:
        owner["capital"] = cities[0]
    give(raw, 1, settled=[cities[1]])
    for number, owners in ((1, [NOBODY, 0, NOBODY]), (2, [NOBODY, 1, 1])):
        raw["factory"][number] = [1 + i for i in owners]
    raw["order"][:2] = [0, 1]
    before = raw["owner"][1]["collected"]
    first = after(world, {**raw, "place": 0, "actor": 0}, phases(atoms_of(world))["round"][-1])
    assert first.raw()["factory"][1] == [1 + NOBODY, 1, 1 + NOBODY]     # seat 0 has no settlement there
    second = at_turn(world, raw, phases(atoms_of(world))["turn"][-1], 0)
    if second.is_chance_node():                                         # a scoring card comes first
        second = loaded(world, {**second.raw(), "stage": STAGES.index("build-factory")}, 2)
        second.apply_action(A_DONE)
    assert second.raw()["factory"][1:3] == [[2, 1, 2], [1 + NOBODY, 2, 2]]
    assert second.raw()["owner"][1]["collected"] == before              # points are for building


def test_r3_3f_3_a_recalled_settlement_leaves_its_factories():
    raw = start("326").raw()
    cities = [t for t in raw["city_at"] if t != NOWHERE][:3]
    for owner in raw["owner"][:2]:
        owner["capital"] = cities[0]
    give(raw, 0, settled=cities[1:], settlements=0)
    raw["factory"][1], raw["factory"][2] = [1, 2, 1], [1, 0, 0]
    target = next(t for t in range(raw["tiles"]) if t not in cities and raw["kind"][t] != 6)
    raw["turn"]["target"], raw["turn"]["settle_from"] = target, STAGES.index("act")
    raw.update(stage=STAGES.index("recall-settlement"), actor=0, place=raw["order"].index(0),
               phase=2 * SLOTS + phases(atoms_of("326"))["turn"].index("residents"))
    state = loaded("326", raw)
    state.apply_action(codes("world504", "A_RECALL")[0] + cities[1])
    assert state.raw()["factory"][1:3] == [[1 + NOBODY, 2, 1 + NOBODY], [1, 0, 0]]


# ---- income, end, points ----------------------------------------------------------------------------

def income(world: str, raw: Raw) -> Any:
    """The state after seat 0 has had its income."""
    raw["order"][:2] = [0, 1]
    turn = phases(atoms_of(world))["turn"]
    return at_turn(world, raw, turn[turn.index("income") - 1], 0)


def test_r3_3h_1_income_is_set_aside_at_top_i():
    raw = start("368").raw()
    raw["owner"][0]["money"] = 7
    owner = income("368", raw).raw()["owner"][0]
    assert owner["money"] == 7
    assert owner["income"] >= 20


def test_r3_3h_2_20_and_15_for_each_factory_set_aside():
    """V24: five factories make 95."""
    raw = start("638").raw()
    raw["owner"][0]["money"] = 7
    raw["factory"][:3] = [[1, 1, 2], [1, 2, 0], [1, 1, 0]]
    owner = income("638", raw).raw()["owner"][0]
    assert (owner["income"], owner["money"]) == (95, 7)


def built(count: int) -> list[list[int]]:
    """So many factories of seat 0 on the board."""
    return [[int(3 * number + place < count) for place in range(3)] for number in range(10)]


def test_r3_e_1_the_game_ends_with_20_factories_at_the_end_of_a_round():
    for count, ends in ((19, False), (20, True), (21, True)):
        raw = start("368").raw()
        raw["factory"] = built(count)
        state = at_turn("368", raw, "income", raw["order"][1])
        assert state.is_terminal() == ends
        assert not at_turn("368", raw, "income", raw["order"][0]).is_terminal()


def test_r3_f_1_factories_and_privileges_are_points():
    """V25: seven factories and two privileges of 2 and 5 points."""
    raw = start("368").raw()
    raw["factory"] = built(7)
    give(raw, 0, privileges=["I(11)", "III(6)"])
    raw["owner"][0]["collected"][FROM_FACTORIES] = 35
    assert loaded("368", raw).scores() == [42, 0]


@pytest.mark.parametrize("tie_money,winner", [("at_hand", 0), ("with_income", 1)])
def test_r3_t_1_most_money_wins_a_tie(tie_money, winner):
    raw = start("368").raw()
    raw["owner"][0].update(money=50, income=20)
    raw["owner"][1].update(money=40, income=80)
    raw["stage"] = STAGES.index("over")
    assert loaded("368", raw, tie_money=tie_money).win_shares() == [1 - winner, winner]


@pytest.mark.parametrize("world", ["123", "638", "683", "738"])
def test_r3_f_2_privileges_of_points_count_in_all_worlds(world):
    raw = start(world).raw()
    before = loaded(world, raw).scores()
    give(raw, 0, privileges=["I(11)", "II(9)"])
    assert [a - b for a, b in zip(loaded(world, raw).scores(), before, strict=True)] == [5, 0]
