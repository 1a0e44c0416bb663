"""Module 3, privileges: set-up, sealed bids, the order of a round and taxes, with a test for each rule that it names.

The deck has tests in test_deck.py, auctions and the shop in test_auctions.py, factories in test_factories.py.
"""
import pytest

from games.packed import codes
from games.world504.notation import legal_texts
from games.world504.setup import new_state

from .positions import Raw, give, stage, start
from .privileges import after, bid_all, bidding, money, row
from .turns import play

NOWHERE, = codes("world504", "NOWHERE")


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


@pytest.mark.parametrize("world", ["312", "356", "372", "346", "364"])
def test_r3_s_8_where_another_module_has_separate_capitals_too(world):
    assert capital_choosers(world) == [1, 2, 0]


@pytest.mark.parametrize("world", ["368", "325"])
def test_r3_s_8_on_plans_4_and_5_there_is_no_capital_to_choose(world):
    assert capital_choosers(world) == []


@pytest.mark.parametrize("seats,cards", [(2, 2), (3, 3), (4, 4)])
def test_r3_s_11_one_open_card_an_owner(seats, cards):
    assert len(row(bidding("368", seats).raw())) == cards


@pytest.mark.parametrize("seats,cards", [(2, 3), (3, 3), (4, 4)])
def test_r3_s_11_v7_at_top_iii_two_players_have_three_open_cards(seats, cards):
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


def test_r3_1_1_v20_ties_are_drawn_and_the_loser_gets_2_mark():
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


def test_r3_1_3_v21_taxes_go_by_place():
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


def test_r3_1_5_r7_1_3_with_7_i_taxes_go_by_the_size_of_incomes():
    raw = no_taxes_left(start("738", 4).raw(), 30, 50, 80, 20)
    for order in ([0, 1, 2, 3], [3, 2, 0, 1]):
        raw["order"][:4] = order
        assert money(after("738", raw, "set-order", 4), 4) == [27, 45, 64, 20]


def test_r3_1_5_of_equal_incomes_the_earlier_pays_most_and_the_later_least():
    raw = no_taxes_left(start("738", 4).raw(), 50, 50, 50, 50)
    raw["order"][:4] = [2, 0, 3, 1]
    assert money(after("738", raw, "set-order", 4), 4) == [45, 50, 40, 45]
