"""Share rounds of 504 (R9.SR): dealing, founding, passing, quitting, presidents, and prices at the end of a round."""
import pytest

from games.world504.notation import position_from_json, position_to_json

from .positions import give, stage
from .shares import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    WHITE,
    all_quit,
    dealing,
    later,
    money,
    presidents,
    texts,
)
from .turns import play

SHARED_I, SHARED_II, SEPARATE = "968", "698", "916"


def sales(state, company):
    return [text for text in texts(state) if text.startswith("sell") and text.endswith(company)]


# ---- turns ------------------------------------------------------------------------------------------

@pytest.mark.parametrize("world", [SHARED_I, SHARED_II])
def test_r9_sr_1_seats_deal_from_the_start_card_on(world):
    state = dealing(world, start="1")
    assert [state.current_player(), stage(state)] == [1, "shares"]
    order = []
    for _ in range(3):
        order.append(state.current_player())
        play(state, "pass" if len(order) < 3 else "buy blue")
    assert order == [1, 2, 0]
    assert state.current_player() == 1


def test_r9_sr_1_a_deal_is_some_sales_and_then_at_most_one_purchase():
    state = later(SHARED_I, {GREEN: (50, {0: 4, 1: 2}), WHITE: (30, {1: 3, 0: 2}), BLUE: (20, {2: 2})})
    assert {"buy blue", "sell 1 green", "pass", "quit"} <= set(texts(state))
    play(state, "sell 1 green", "sell 2 white")
    assert state.current_player() == 0
    assert "done" in texts(state)
    assert not {"pass", "quit", "sell 1 green", "buy green"} & set(texts(state))
    play(state, "buy blue")
    assert state.current_player() == 1


@pytest.mark.parametrize("world", [SHARED_I, SHARED_II])
def test_r9_sr_1_sales_go_in_any_order_and_the_last_marker_lies_on_top(world):
    state = later(world, {GREEN: (50, {0: 4, 1: 2}), WHITE: (50, {0: 4, 1: 2})})
    play(state, "sell 1 white")
    assert sales(state, "green")
    assert not sales(state, "white")                # R9.SR.10: all of one company at once
    play(state, "sell 2 green")
    assert state.raw()["market"][:2] == [GREEN, WHITE]
    other = later(world, {GREEN: (50, {0: 4, 1: 2}), WHITE: (50, {0: 4, 1: 2})})
    play(other, "sell 2 green", "sell 1 white")
    assert other.raw()["market"][:2] == [WHITE, GREEN]
    for dealt in (state, other):
        assert texts(dealt)[0] == "done"
        assert position_from_json(position_to_json(dealt)).raw() == dealt.raw()


def test_r9_sr_1_r9_sr_6_who_sells_and_then_founds_is_asked_for_a_capital():
    state = later(SEPARATE, {GREEN: (50, {0: 4, 1: 2})})
    raw = state.raw()
    raw["owner"][GREEN]["holds"] = 1
    state.load(raw)
    play(state, "sell 1 green", "buy blue")
    assert stage(state) == "capital"
    assert state.raw()["turn"]["sold"] == 0
    assert position_from_json(position_to_json(state), trust=True).raw() == state.raw()
    play(state, "capital city 2")
    assert state.current_player() == 1


@pytest.mark.parametrize("world", [SHARED_I, SHARED_II])
def test_r9_sr_2_who_buys_a_company_does_not_sell_it_in_the_same_share_round(world):
    state = later(world, {GREEN: (40, {0: 3, 1: 2}), WHITE: (30, {0: 3, 2: 2})})
    play(state, "buy green", "pass", "pass")
    assert state.current_player() == 0
    assert not sales(state, "green")
    assert sales(state, "white")
    play(state, "sell 1 white", "done", "pass", "pass")
    assert "buy white" not in texts(state)
    assert "buy green" in texts(state)
    assert state.raw()["bought"][0] == 1 << GREEN
    assert state.raw()["sold"][0] == 1 << WHITE


def test_r9_sr_3_the_first_to_quit_takes_the_start_card_and_nobody_passes_after_it():
    state = play(dealing(SHARED_I), "pass", "quit")
    assert state.raw()["start"] == 1
    assert "pass" not in texts(state)
    play(state, "buy green", "buy white")
    assert state.current_player() == 2
    play(state, "quit", "quit")
    assert stage(state) != "shares"
    assert state.raw()["start"] == 1


def test_r9_sr_3_all_pass_in_a_row_and_the_first_of_them_has_the_card():
    state = play(dealing(SHARED_I), "buy green", "pass", "pass", "buy green")
    assert stage(state) == "shares"                 # two passed, then somebody dealt
    play(state, "pass", "pass")
    assert stage(state) == "shares"
    play(state, "pass")
    assert stage(state) != "shares"
    assert state.raw()["start"] == 1


def test_r9_sr_3_who_can_only_quit_quits_without_being_asked():
    state = dealing(SHARED_I, 2)
    raw = state.raw()
    raw["cash"] = [300, 10, 0, 0]
    state.load(raw)
    play(state, "quit")
    assert state.raw()["round"] == 3                # nobody is founded, so the next question is of the next share round
    assert state.raw()["start"] == 0


# ---- buying -----------------------------------------------------------------------------------------

def test_r9_sr_4_a_share_costs_its_price_and_half_of_a_company_is_the_most():
    state = later(SHARED_II, {GREEN: (70, {0: 4, 1: 2})})
    before = state.raw()["cash"][0]
    play(state, "buy green", "pass", "pass")
    assert state.raw()["cash"][0] == before - 70
    assert state.raw()["held"][0][GREEN] == 5
    assert "buy green" not in texts(state)
    raw = state.raw()
    raw["held"][0][GREEN] = 4
    raw["cash"][0] = 69
    state.load(raw)
    assert "buy green" not in texts(state)


def test_r9_sr_5_the_bank_pays_the_company_the_issue_price_for_shares_of_its_board():
    state = dealing(SHARED_I)
    play(state, "buy green")
    assert state.raw()["owner"][GREEN]["money"] == 80          # U19: the president's card counts two
    play(state, "quit", "buy green")
    assert state.raw()["owner"][GREEN]["money"] == 120
    assert state.raw()["aside"][GREEN] == 7


def test_r9_sr_5_when_the_board_is_empty_the_bank_sells_and_the_company_has_nothing_of_it():
    state = later(SHARED_I, {GREEN: (60, {0: 3, 1: 3})})
    raw = state.raw()
    raw["aside"][GREEN], raw["held"][2][GREEN] = 0, 2           # two are in the bank
    state.load(raw)
    play(state, "buy green")
    assert state.raw()["owner"][GREEN]["money"] == 0
    assert state.raw()["cash"][0] == raw["cash"][0] - 60


def test_r9_sr_5_with_shares_at_top_ii_companies_are_paid_nothing():
    state = play(dealing(SHARED_II), "buy green")
    assert money(state.raw())[1] == [200, 150, 150, 100, 100]


@pytest.mark.parametrize("world", [SHARED_I, SHARED_II])
def test_r9_sr_6_founding_takes_the_presidents_card_for_twice_the_issue_price(world):
    state = dealing(world)
    assert set(texts(state)) == {*(f"buy {name}" for name in ("green", "white", "purple", "blue", "orange")), "pass",
                                 "quit"}
    play(state, "buy white", "buy purple", "buy blue")
    raw = state.raw()
    assert raw["cash"][:3] == [140, 140, 160]
    assert presidents(state) == [None, 0, 1, 2, None]
    assert [raw["held"][seat][company] for seat, company in ((0, WHITE), (1, PURPLE), (2, BLUE))] == [2, 2, 2]
    assert raw["quote"] == [0, 3, 3, 2, 0]
    assert raw["market"] == [PURPLE, WHITE, BLUE, GREEN, ORANGE]      # purple's marker lies on white's
    assert all(raw["owner"][i]["capital"] == raw["city_at"][0] for i in (WHITE, PURPLE, BLUE))


def test_r9_sr_6_r9_s_8_separate_capitals_are_chosen_by_the_president_on_founding():
    state = play(dealing(SEPARATE), "buy green")
    assert [stage(state), state.current_player(), state.raw()["actor"]] == ["capital", 0, GREEN]
    play(state, "capital city 3", "buy blue")
    assert "capital city 3" not in texts(state)
    assert "capital city 8" not in texts(state)                 # it offers wood, too (R1.S.5)
    play(state, "capital city 1")
    assert state.current_player() == 2


def test_r9_sr_7_a_company_founded_later_begins_where_somebody_has_settled():
    state = later(SHARED_I, {GREEN: (40, {0: 3})})
    raw = state.raw()
    give(raw, GREEN, settled=[raw["city_at"][4]])
    state.load(raw)
    play(state, "buy blue")
    assert texts(state) == ["capital city 1", "capital city 5"]
    play(state, "capital city 5")
    assert state.raw()["owner"][BLUE]["capital"] == raw["city_at"][4]


def test_r9_sr_7_or_where_capitals_are_separate_in_any_city_that_is_nobodys():
    state = later(SEPARATE, {GREEN: (40, {0: 3})})
    play(state, "buy blue")
    assert texts(state) == [f"capital city {number}" for number in range(2, 11)]


def test_r9_sr_7_with_nobody_on_the_board_the_first_company_begins_in_city_1():
    state = later(SHARED_I, {})
    play(state, "buy blue")
    assert stage(state) == "shares"
    assert state.raw()["owner"][BLUE]["capital"] == state.raw()["city_at"][0]


@pytest.mark.parametrize("world", [SHARED_I, SHARED_II])
def test_r9_sr_9_who_has_more_shares_than_the_president_presides_at_once(world):
    state = later(world, {GREEN: (10, {0: 3, 1: 3})})
    assert presidents(state)[GREEN] == 0
    play(state, "pass", "buy green")
    assert presidents(state)[GREEN] == 1


# ---- selling ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("world", [SHARED_I, SHARED_II])
def test_r9_sr_10_nothing_is_sold_in_the_first_share_round(world):
    state = play(dealing(world), "buy blue", "pass", "pass")
    assert not [text for text in texts(state) if text.startswith("sell")]
    state = later(world, {BLUE: (20, {0: 3, 1: 3})})
    assert "sell 1 blue" in texts(state)


def test_r9_sr_10_all_that_is_sold_brings_the_price_and_it_falls_once():
    state = later(SHARED_II, {GREEN: (60, {0: 2, 1: 5})}, number=2)
    before = state.raw()["cash"]
    play(state, "pass", "sell 3 green")
    raw = state.raw()
    assert raw["cash"][1] == before[1] + 180
    assert raw["quote"][GREEN] == 5
    assert raw["held"][1][GREEN] == 2


@pytest.mark.parametrize("price", [10, 20])
def test_r9_sr_10_u10_no_price_falls_below_10(price):
    state = later(SHARED_II, {GREEN: (price, {0: 3, 1: 2})}, number=2)
    play(state, "sell 1 green")
    assert state.raw()["quote"][GREEN] == 1


def test_r9_sr_11_who_keeps_less_than_another_loses_the_presidency_ties_clockwise():
    state = later(SHARED_II, {GREEN: (60, {1: 4, 2: 3, 0: 3})}, number=2)
    play(state, "pass", "sell 2 green")
    assert presidents(state)[GREEN] == 2
    assert state.raw()["held"][1][GREEN] == 2


def test_r9_sr_11_the_presidents_card_is_sold_only_if_another_can_take_it():
    alone = later(SHARED_II, {GREEN: (60, {0: 4, 1: 1})}, number=2)
    assert sales(alone, "green") == ["sell 1 green", "sell 2 green"]
    other = later(SHARED_II, {GREEN: (60, {0: 4, 1: 2})}, number=2)
    assert sales(other, "green") == ["sell 1 green", "sell 2 green", "sell 3 green", "sell 4 green"]
    play(other, "sell 4 green")
    assert presidents(other)[GREEN] == 1


def test_r9_sr_12_the_bank_takes_half_of_a_company_at_top_i_and_all_single_shares_at_top_ii():
    shares = {GREEN: (60, {0: 5, 1: 2})}
    at_one = later(SHARED_I, shares)
    raw = at_one.raw()
    raw["aside"][GREEN] = 0                         # three are in the bank
    at_one.load(raw)
    assert sales(at_one, "green") == ["sell 1 green", "sell 2 green"]
    assert len(sales(later(SHARED_II, shares, number=2), "green")) == 5


# ---- the end of a share round -----------------------------------------------------------------------

WHOLE = {GREEN: (40, {0: 5, 1: 5}), WHITE: (50, {0: 2})}


def test_r9_sr_13_prices_of_companies_that_seats_hold_wholly_rise():
    assert all_quit(later(SHARED_I, WHOLE)).raw()["quote"][:2] == [5, 5]
    raw = later(SHARED_I, WHOLE).raw()
    raw["held"][1][GREEN] = 4                       # one is in the bank
    state = later(SHARED_I, WHOLE)
    state.load(raw)
    assert all_quit(state).raw()["quote"][:2] == [4, 5]


def test_r9_sr_13_the_marker_that_arrives_lies_on_top():
    assert all_quit(later(SHARED_I, WHOLE)).raw()["market"][:2] == [GREEN, WHITE]


def test_r9_sr_14_what_was_bought_most_rises_and_what_seats_hold_wholly_too():
    state = later(SHARED_II, {GREEN: (40, {0: 4, 1: 5}), WHITE: (20, {2: 2}), BLUE: (20, {1: 2})}, number=2)
    play(state, "buy green", "buy blue", "buy white", "quit", "quit", "quit")
    assert state.raw()["quote"] == [6, 3, 0, 3, 0]
    nobody = all_quit(later(SHARED_II, {GREEN: (40, {0: 4, 1: 5})}, number=2))
    assert nobody.raw()["quote"][GREEN] == 4


def test_r9_sr_14_u58_the_presidents_card_is_one_purchase():
    state = later(SHARED_II, {GREEN: (10, {0: 3, 1: 2})}, number=2)
    play(state, "buy green", "buy blue")
    if stage(state) == "capital":
        play(state, "capital city 1")
    all_quit(state)
    assert state.raw()["quote"][GREEN] == 2
    assert state.raw()["quote"][BLUE] == 3


@pytest.mark.parametrize("world", ["963", "693", "396"])
def test_r9_sr_15_i_3_a_company_with_the_privilege_rises_by_20(world):
    state = later(world, WHOLE)
    raw = state.raw()
    give(raw, GREEN, privileges=["I(3)"])
    state.load(raw)
    after = all_quit(state).raw()
    assert after["quote"][:2] == [6, 5]


# ---- what seldom happens ----------------------------------------------------------------------------

@pytest.mark.parametrize("world", [SHARED_I, SHARED_II, "392", "793"])
def test_a_share_round_in_which_nobody_founds_anything(world):
    state = dealing(world)
    while stage(state) != "shares":
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        state.apply_action(state.legal_actions()[texts(state).index("quit")])
    assert presidents(state) == [None] * 5
    assert state.raw()["founded"] == 0
    assert state.win_shares() == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("world", [SHARED_I, SHARED_II, SEPARATE])
def test_one_president_of_five_companies(world):
    state = dealing(world, 2)
    play(state, "pass")
    for company in ("green", "white", "purple", "blue", "orange"):
        if state.current_player() == 1:
            play(state, "quit" if company == "green" else "done")
        raw = state.raw()
        raw["cash"][0] = 300
        state.load(raw)
        play(state, f"buy {company}")
        if stage(state) == "capital":
            state.apply_action(state.legal_actions()[0])
    all_quit(state)
    assert presidents(state) == [0] * 5
    played = []
    while state.raw()["round"] == 1 and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        assert state.current_player() == 0
        played.append(state.raw()["actor"])
        state.apply_action(state.random_action(1, len(played)))
    assert set(played) == set(range(5))


@pytest.mark.parametrize("world", [SHARED_I, SHARED_II])
def test_u38_a_seat_that_never_trades_just_watches(world):
    state = dealing(world, 3, max_rounds="3")
    for number in range(100_000):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.sample_chance(3, number))
        elif state.current_player() == 2:
            assert stage(state) == "shares"
            play(state, "quit" if "quit" in texts(state) else "done")
        else:
            state.apply_action(state.random_action(3, number))
    assert state.is_terminal()
    assert state.raw()["held"][2] == [0] * 5
    assert state.scores()[2] == (200 if world == SHARED_I else 0)


@pytest.mark.parametrize("world", [SHARED_I, SHARED_II, SEPARATE, "391"])
def test_a_position_within_a_share_round_comes_back_from_json(world):
    state = dealing(world, 4)
    for number in range(40):
        if stage(state) not in ("sealed-bid", "sealed-units", "lot", "place", "shares", "capital"):
            break
        again = position_from_json(position_to_json(state))
        assert again.raw() == state.raw()
        state.apply_action(state.sample_chance(2, number) if state.is_chance_node() else state.random_action(2, number))
    assert number > 4
