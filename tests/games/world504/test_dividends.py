"""Phase 4 of 504 and final scoring with shares (R9.4, R9.E, R9.F): dividends, upkeep, prices by income, assets."""
import pytest

from .positions import OVER, give, loaded, stage
from .shares import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    WHITE,
    dealing,
    founded,
    incomes,
    phase_four,
    texts,
)
from .turns import play

AT_I, AT_II = "968", "698"


def paying(world, companies, *sums, number=2, seats=3):
    """Phase 4 of operating round `number`, with these companies and incomes; seats have no money."""
    raw = incomes(founded(dealing(world, seats).raw(), companies), *sums)
    raw.update(round=number, cash=[0, 0, 0, 0])
    for i in range(5):
        raw["owner"][i]["money"] = 0
    return raw


# ---- 9.I: payout or not -----------------------------------------------------------------------------

def test_v49_r9_4_1_each_share_is_paid_a_tenth_and_the_company_keeps_the_rest():
    state = phase_four(AT_I, paying(AT_I, {GREEN: (50, {0: 5})}, 68))
    assert [stage(state), state.current_player(), state.raw()["actor"]] == ["payout", 0, GREEN]
    play(state, "pay out")
    raw = state.raw()
    assert raw["cash"][:3] == [30, 0, 0]
    assert raw["owner"][GREEN]["money"] == 38
    assert raw["quote"][GREEN] == 6


def test_r9_4_1_the_bank_is_paid_for_its_shares_and_the_board_is_not():
    raw = paying(AT_I, {GREEN: (50, {0: 3, 1: 2})}, 60)
    raw["aside"][GREEN] = 1                         # four are in the bank
    state = play(phase_four(AT_I, raw), "pay out")
    assert state.raw()["cash"][:2] == [18, 12]
    assert state.raw()["owner"][GREEN]["money"] == 60 - 9 * 6


def test_r9_4_1_presidents_decide_in_the_order_of_the_round():
    raw = paying(AT_I, {BLUE: (30, {1: 3}), GREEN: (50, {0: 3}), WHITE: (20, {2: 2})}, 50, 50, 0, 50)
    state = phase_four(AT_I, raw)
    deciders = []
    while stage(state) == "payout":
        deciders.append((state.raw()["actor"], state.current_player()))
        play(state, "withhold")
    assert deciders == [(BLUE, 1), (GREEN, 0), (WHITE, 2)]


def test_r9_4_2_a_company_that_withholds_keeps_all_and_its_price():
    state = play(phase_four(AT_I, paying(AT_I, {GREEN: (50, {0: 5})}, 68)), "withhold")
    raw = state.raw()
    assert raw["owner"][GREEN]["money"] == 68
    assert raw["cash"][0] == 0
    assert raw["quote"][GREEN] == 5


@pytest.mark.parametrize(("income", "cash", "company", "president"), [
    (100, 5, 100 - 11, 5), (8, 5, 0, 2), (0, 5, 0, 0), (0, 20, 0, 9),
])
def test_r9_4_3_u18_upkeep_is_paid_by_the_company_then_by_its_president_then_waived(income, cash, company, president):
    raw = paying(AT_I, {GREEN: (50, {0: 2})}, income)
    capital = raw["owner"][GREEN]["capital"]
    near = [t for t in raw["near"][capital] if t < raw["tiles"] and raw["kind"][t] != 6][:3]
    give(raw, GREEN, settled=near, down=[near[0], capital])
    raw["cash"][0] = cash
    state = play(phase_four(AT_I, raw), "withhold")
    after = state.raw()
    assert (after["owner"][GREEN]["money"], after["cash"][0]) == (company, president)


@pytest.mark.parametrize("world", ["963", "936", "938"])
def test_i_7_upkeep_is_20_at_most(world):
    raw = paying(world, {GREEN: (50, {0: 2})}, 100)
    land = [t for t in range(raw["tiles"]) if raw["kind"][t] not in (0, 6)][:10]
    give(raw, GREEN, settled=land, privileges=["I(7)"])
    assert play(phase_four(world, raw), "withhold").raw()["owner"][GREEN]["money"] == 80
    give(raw, GREEN, privileges=["I(7)"])["privileges"] = 0
    assert play(phase_four(world, raw), "withhold").raw()["owner"][GREEN]["money"] == 70


@pytest.mark.parametrize("world", ["963", "936"])
def test_ii_1_a_company_may_pay_half_and_its_price_rises_all_the_same(world):
    raw = paying(world, {GREEN: (50, {0: 5})}, 68)
    assert texts(phase_four(world, raw)) == ["pay out", "withhold"]
    give(raw, GREEN, privileges=["II(1)"])
    state = phase_four(world, raw)
    assert texts(state) == ["pay out", "withhold", "pay half"]
    play(state, "pay half")
    assert state.raw()["cash"][0] == 15
    assert state.raw()["owner"][GREEN]["money"] == 53
    assert state.raw()["quote"][GREEN] == 6
    raw["round"] = 5
    assert texts(phase_four(world, raw)) == ["pay out", "pay half"]


def test_an_empty_treasury_pays_nothing_and_its_company_plays_on():
    raw = paying(AT_I, {GREEN: (10, {0: 2})}, 0)
    state = play(phase_four(AT_I, raw), "withhold")
    assert state.raw()["owner"][GREEN]["money"] == 0
    for number in range(10_000):
        if state.is_terminal():
            break
        state.apply_action(state.sample_chance(1, number) if state.is_chance_node() else state.random_action(1, number))
    assert state.is_terminal()
    assert state.raw()["owner"][GREEN]["money"] >= 0


# ---- 9.II: all pay, prices by income ----------------------------------------------------------------

FIVE = {GREEN: (50, {0: 3}), WHITE: (40, {1: 3}), PURPLE: (30, {2: 2}), BLUE: (20, {0: 2}), ORANGE: (20, {1: 2})}


def quotes(companies, *sums):
    return phase_four(AT_II, paying(AT_II, companies, *sums)).raw()["quote"]


def test_r9_4_4_the_two_highest_incomes_rise_and_the_lowest_falls():
    assert quotes(FIVE, 20, 60, 30, 40, 50) == [4, 5, 3, 2, 3]


def test_r9_4_4_ties_for_the_first_place_leave_no_second_ties_for_the_second_none_of_them():
    assert quotes(FIVE, 60, 60, 50, 40, 30) == [6, 5, 3, 2, 1]
    assert quotes(FIVE, 60, 50, 50, 40, 30) == [6, 4, 3, 2, 1]
    assert quotes(FIVE, 60, 50, 40, 20, 20) == [6, 5, 3, 1, 1]


def test_r9_4_4_u59_a_company_can_rise_and_fall():
    assert quotes({GREEN: (50, {0: 3})}, 30) == [5, 0, 0, 0, 0]
    assert quotes({GREEN: (50, {0: 3}), WHITE: (40, {1: 3})}, 30, 60) == [5, 5, 0, 0, 0]
    assert quotes({GREEN: (50, {0: 3}), WHITE: (40, {1: 3})}, 60, 60) == [5, 4, 0, 0, 0]


def test_r9_4_4_markers_move_from_the_highest_price_down():
    raw = paying(AT_II, {BLUE: (20, {0: 2}), ORANGE: (20, {1: 2}), GREEN: (50, {0: 3})}, 40, 0, 0, 30, 30)
    assert raw["market"] == [GREEN, BLUE, ORANGE, WHITE, PURPLE]
    assert phase_four(AT_II, raw).raw()["market"][:3] == [GREEN, ORANGE, BLUE]      # blue moved first


def test_r9_4_5_every_company_pays_a_twentieth_to_seats_and_bank():
    raw = paying(AT_II, {GREEN: (50, {0: 3, 1: 2}), WHITE: (40, {1: 3})}, 68, 39)
    after = phase_four(AT_II, raw).raw()
    assert after["cash"][:3] == [9, 6 + 3, 0]
    assert [after["owner"][i]["money"] for i in (GREEN, WHITE)] == [68 - 30, 39 - 10]


# ---- the end ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("world", [AT_I, "916", "983"])
def test_r9_e_1_u57_the_game_ends_after_five_operating_rounds_and_the_last_one_pays_out(world):
    raw = paying(world, {GREEN: (50, {0: 5}), WHITE: (30, {1: 3})}, 68, 20, number=5)
    give(raw, GREEN, settled=[t for t in range(raw["tiles"]) if raw["kind"][t] == 1][:2])
    state = phase_four(world, raw)
    assert state.is_terminal()
    after = state.raw()
    assert after["quote"][:2] == [6, 4]
    assert after["owner"][GREEN]["money"] == 38 - 6
    assert state.scores() == [30 + 300, 6 + 120, 0]
    assert not phase_four(world, raw | {"round": 4}).is_terminal()


def ended(world, raw, seats=3):
    return loaded(world, {**raw, "stage": OVER}, seats)


def test_v50_r9_f_1_assets_are_money_and_shares_at_their_prices():
    raw = paying(AT_I, {GREEN: (70, {1: 4, 0: 3}), BLUE: (90, {0: 2})})
    raw["cash"][:2] = [75, 100]
    raw["owner"][GREEN]["money"] = 500
    state = ended(AT_I, raw)
    assert state.scores() == [75 + 210 + 180, 100 + 280, 0]
    assert state.sources()[0] == {**dict.fromkeys(state.sources()[0], 0), "cash": 75, "shares": 390}
    assert state.win_shares() == [1, 0, 0]


def test_r9_f_1_equal_assets_share_the_victory():
    raw = paying(AT_I, {GREEN: (70, {0: 2, 1: 2})})
    assert ended(AT_I, raw).win_shares() == [0.5, 0.5, 0]


@pytest.mark.parametrize("world", ["917", "967", "987"])
def test_r9_f_2_with_majorities_at_top_iii_a_share_is_worth_a_mark_more_for_each_point(world):
    raw = paying(world, {GREEN: (70, {0: 3})})
    points = ended(world, raw).owner_sources()[GREEN]["majorities"]
    assert ended(world, raw).scores()[0] == 3 * (70 + points)
    if world == "917":                              # its headquarters is the only city that is settled
        assert points == 6


def ranked(world, seats, *points, private=False):
    """A game that is over, in which owners have these points by privileges, and each seat two shares or its own."""
    raw = dealing(world, seats).raw()
    if not private:
        founded(raw, {i: (20, {i % seats: 2}) for i in range(len(points))})
    for i, count in enumerate(points):
        raw["owner"][i]["collected"] = [0, 0, count, 0]
        raw["owner"][i]["capital"] = raw["city_at"][0]
    return ended(world, raw, seats)


def bonuses(state, owners):
    """What each seat has for the ranks of the companies."""
    return [seat["ranking"] for seat in state.sources()[:owners]]


def test_v51_r9_f_3_companies_of_one_rank_share_the_points_of_their_places_rounded_up():
    state = ranked("798", 3, 43, 38, 38)
    assert bonuses(state, 3) == [10, 6, 6]          # 5, 3 and 3, and each seat has two shares
    assert state.scores() == [96, 82, 82]


def test_r9_f_3_the_presidents_card_counts_twice_and_only_founded_companies_are_ranked():
    state = ranked("798", 2, 10, 20)
    assert bonuses(state, 2) == [6, 10]
    assert state.scores() == [26, 50]
    assert bonuses(ranked("798", 4, 9, 9, 9, 9), 4) == [6, 6, 6, 6]         # (5 + 3 + 2 + 1) / 4, rounded up


@pytest.mark.parametrize(("points", "shared"), [((9, 5, 5, 1), (4, 2, 2, 0)), ((9, 9, 9, 9), (2, 2, 2, 2))])
def test_v52_r9_f_4_private_companies_of_one_rank_share_the_points_of_their_places(points, shared):
    state = ranked("789", 4, *points, private=True)
    assert bonuses(state, 4) == [8 * bonus for bonus in shared]


@pytest.mark.parametrize(("seats", "shared"), [(2, (3, 0)), (3, (3, 1, 0)), (4, (4, 2, 1, 0))])
def test_r9_f_4_shares_of_private_companies_score_but_the_presidents_card_and_the_bank(seats, shared):
    state = ranked("789", seats, *(20 - i for i in range(seats)), private=True)
    assert state.scores() == [8 * (20 - i + shared[i]) for i in range(seats)]
    raw = state.raw()
    raw["held"][0][0], raw["held"][1][0] = 7, 2     # seat 0 sold three, of which seat 1 bought two
    state.load(raw)
    assert state.scores()[:2] == [5 * (20 + shared[0]), 8 * (19 + shared[1]) + 2 * (20 + shared[0])]


@pytest.mark.parametrize(("world", "private"), [("798", False), ("789", True)])
def test_r9_t_1_most_points_win_and_who_is_tied_shares_the_victory(world, private):
    assert ranked(world, 3, 10, 10, 9, private=private).win_shares() == [0.5, 0.5, 0]
    tied = ranked(world, 3, 10, 10, 9, private=private)
    raw = tied.raw()
    raw["owner"][0]["money"] += 100                 # no other page decides
    tied.load(raw)
    assert tied.win_shares() == [0.5, 0.5, 0]
