"""Module 7, majorities: a test for each rule of the digest that it names.

786 is 7 at TOP I with a table of settlements; 273, 678, 876 and 278 have 7 at TOP II, 827 and 867 at TOP III.
"""
import pytest

from games.packed import codes
from games.world504.notation import action_text, legal_texts
from games.world504.setup import new_state

from .positions import Raw, enter, give, loaded, start
from .terrains import chain, plant, settle
from .turns import over, play

SCORINGS, WATER = codes("world504", "FROM_SCORINGS WATER")


def third_round(world: str = "786", seats: int = 2) -> Raw:
    """The first turn of round 3: seats in their order, seat 0 first."""
    raw: Raw = start(world, seats).raw()
    raw.update(round=3, order=[0, 1, 2, 3, 4])
    return raw


def turned(raw: Raw, actor: int = 0, seats: int = 2, world: str = "786", **options: str):
    """The end of the actor's turn, when its card is turned up."""
    return enter(world, raw, "score-card", actor, seats, **options)


def scored(raw: Raw, actor: int = 0, seats: int = 2, world: str = "786", **options: str):
    """The same, and the card is the scoring."""
    return play(turned(raw, actor, seats, world, **options), "scoring")


def gained(state) -> list[int]:
    """Points of scorings by seat."""
    return [o["collected"][SCORINGS] for o in state.raw()["owner"][:state.seats]]


def majorities(state, owner: int = 0) -> int:
    """What majorities pay now."""
    return state.income_terms(owner).get("majorities", 0)


def round_ends(state) -> None:
    """Everybody takes what comes first until the next round."""
    now = state.raw()["round"]
    while state.raw()["round"] == now:
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])


def capitals_apart(raw: Raw, seats: int) -> None:
    """Capitals on water, which is no column of the table, so that only settlements count."""
    for seat in range(seats):
        raw["owner"][seat]["capital"] = raw["city_at"][seat]
        raw["kind"][raw["city_at"][seat]] = WATER


# ---- set-up -----------------------------------------------------------------------------------------

def test_r7_s_1_at_top_i_the_order_is_drawn_and_one_resident_is_parked():
    assert new_state(3, {"world": "786"}).raw()["places"] == 0
    assert start("786").raw()["owner"][0]["residents"] == 29
    assert start("876").raw()["owner"][0]["residents"] == 30


@pytest.mark.parametrize(("seats", "cards"), [(2, (2, 6, 6)), (3, (3, 6, 6)), (4, (4, 6, 6))])
def test_r7_s_2_v38_three_rows_of_cards_by_seats_each_with_one_scoring(seats, cards):
    raw = start("786", seats).raw()
    assert [ticks + 1 for ticks in raw["ticks"]] == list(cards)
    assert not any(raw["scored"])


def test_r7_s_4_at_top_ii_the_start_money_is_that_of_this_module():
    raw = start("178").raw()
    assert sorted(o["money"] for o in raw["owner"][:2]) == [60, 80]


def test_r7_s_5_at_top_i_all_begin_in_city_1():
    raw = start("786", 3).raw()
    assert {o["capital"] for o in raw["owner"][:3]} == {raw["city_at"][0]}


def test_r7_s_5_at_top_ii_capitals_are_different_and_chosen_in_reverse_order():
    state = new_state(3, {"world": "278"})
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert state.rules_in_force()["plan"] == 3
    assert state.raw()["actor"] == state.raw()["order"][2]
    capitals = [o["capital"] for o in start("278", 3).raw()["owner"][:3]]
    assert len(set(capitals)) == 3


def test_r7_s_6_separate_capitals_are_chosen_in_reverse_order_of_the_draw():
    state = new_state(3, {"world": "758"})
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[-1][0])
    raw = state.raw()
    assert legal_texts(state)[0].startswith("capital city")
    assert (raw["round"], raw["actor"]) == (1, raw["order"][2])
    state.apply_action(state.legal_actions()[0])
    assert state.raw()["actor"] == raw["order"][1]


# ---- phase 1 ----------------------------------------------------------------------------------------

def test_r7_1_1_v39_without_points_rounds_2_and_3_reverse_the_order():
    state = start("786", 4)
    first = state.raw()["order"][:4]
    round_ends(state)
    assert state.raw()["order"][:4] == first[::-1]
    round_ends(state)
    assert state.raw()["order"][:4] == first


def test_r7_1_2_fewest_points_first_and_ties_in_reverse_of_the_order_before():
    raw = start("786", 4).raw()
    raw.update(order=[2, 0, 3, 1, 4], place=3, actor=1)
    for seat, points in enumerate((9, 4, 9, 4)):
        raw["owner"][seat]["collected"][SCORINGS] = points
    state = enter("786", raw, "score-card", 1, 4)
    assert state.raw()["round"] == 2
    assert state.raw()["order"][:4] == [1, 3, 0, 2]


def test_r7_1_2_points_of_privileges_count_at_once():
    raw = start("763", 2).raw()
    raw["order"][:2] = [0, 1]
    give(raw, 1, privileges=["I(11)"])
    assert enter("763", raw, "score-card", 1).raw()["order"][:2] == [0, 1]


# ---- the table --------------------------------------------------------------------------------------

def test_r7_3d_1_each_settlement_counts_and_the_capital_too():
    raw = start("827").raw()
    settle(raw, 0, meadow=1)
    state = loaded("827", raw)
    assert [source["majorities"] for source in state.sources()] == [12, 6]     # city 1 is the capital of both


@pytest.mark.parametrize(("world", "points"), [("768", [4, 0]), ("867", [2, 0])])
def test_r7_3d_3_r7_3d_4_with_roads_at_top_i_or_ii_connected_tiles_count_and_deserts(world, points):
    raw = third_round(world)
    desert, forest = settle(raw, 0, desert=1, forest=1)
    raw["owner"][0]["linked"] |= 1 << desert
    if world == "768":
        settle(raw, 1, desert=1)
        raw["owner"][1]["linked"] |= raw["owner"][1]["settled"]
        assert gained(scored(raw, world=world)) == [4, 4]
    else:
        assert [source["majorities"] for source in loaded(world, raw).sources()] == points


def test_r7_3d_5_at_top_ii_settlements_count_and_the_capital_too():
    raw = start("273").raw()
    assert majorities(loaded("273", raw)) == 10
    settle(raw, 0, desert=1, city=1)
    state = loaded("273", raw)
    assert [majorities(state, seat) for seat in (0, 1)] == [20 + 10, 0]


def test_r7_3d_6_with_roads_at_top_i_connected_tiles_count_and_plants_do_not():
    raw = start("678").raw()
    meadow, desert = settle(raw, 0, meadow=1, desert=1)
    plant(raw, 0, meadow, "cattle")
    assert majorities(loaded("678", raw)) == 0
    raw["owner"][0]["linked"] |= 1 << desert | 1 << raw["owner"][0]["capital"]
    assert majorities(loaded("678", raw)) == 20


def test_r7_3d_7_with_production_at_top_i_plants_count_by_terrain_and_trading_houses():
    raw = start("876").raw()
    desert, meadow, city = settle(raw, 0, desert=1, meadow=1, city=1)
    plant(raw, 0, desert, "fish")
    assert majorities(loaded("876", raw)) == 10 + 20  # the meadow has no plant; the capital is a trading house


@pytest.mark.parametrize(("reading", "income"), [("owned", 10 + 20), ("capital", 10 + 10)])
def test_r7_3d_7_u12_option_production_cities_with_8_iii_plants_count_and_cities_as_read(reading, income):
    raw = start("278").raw()
    field, forest, city = settle(raw, 0, field=1, forest=1, city=1)
    plant(raw, 0, field, "grain")
    give(raw, 1, capital=next(t for t in raw["city_at"] if t not in (city, raw["owner"][0]["capital"])))
    assert majorities(loaded("278", raw, production_cities=reading)) == income


def test_r7_3e_1_without_residents_a_settlement_of_the_trolley_counts():
    raw = start("127").raw()
    seat = raw["owner"][0]
    t = next(t for t in raw["near"][seat["capital"]] if t < raw["tiles"] and raw["kind"][t] in (1, 2, 3, 5))
    state = enter("127", raw, "trolley")
    before = state.sources()[0]["majorities"]
    state.apply_action(next(a for a in state.legal_actions() if action_text(state, a).startswith("drive to")
                            and raw["near"][seat["capital"]].index(t) == a - codes("world504", "A_DRIVE")[0]))
    play(state, "settle here")
    assert state.sources()[0]["majorities"] > before


# ---- income -----------------------------------------------------------------------------------------

def test_r7_3h_1_v40_a_shared_majority_pays_and_a_sole_one_up_to_its_sum():
    raw = start("273").raw()
    for seat in (0, 1):
        raw["owner"][seat]["capital"] = raw["city_at"][1 + seat]
    settle(raw, 0, meadow=2, field=5)
    settle(raw, 1, meadow=2, field=4, city=1)
    assert loaded("273", raw).income_terms(0) == {"base": 20, "majorities": 20 + 40}


@pytest.mark.parametrize(("kind", "most"), [("city", 50), ("meadow", 50), ("forest", 45), ("field", 40),
                                            ("mountain", 35), ("desert", 30)])
def test_r7_3h_1_the_income_of_a_terrain_is_bounded(kind, most):
    raw = start("273").raw()
    capitals_apart(raw, 2)
    settle(raw, 0, **{kind: 3})
    assert majorities(loaded("273", raw)) == 30
    settle(raw, 0, **{kind: 3})
    assert majorities(loaded("273", raw)) == most


@pytest.mark.parametrize(("card", "income"), [("I(12)", 40), ("II(10)", 40), ("III(2)", 40), ("III(3)", 50)])
def test_i_12_ii_10_iii_2_and_iii_3_count_as_one_more(card, income):
    raw = start("273").raw()
    for seat in (0, 1):
        raw["owner"][seat]["capital"] = raw["city_at"][1 + seat]
        settle(raw, seat, field=1, forest=1, meadow=1)
    assert majorities(loaded("273", raw)) == 40
    give(raw, 0, privileges=[card])
    state = loaded("273", raw)
    assert majorities(state, 0) == 50
    assert majorities(state, 1) == 30  # no longer level there


# ---- scoring cards ----------------------------------------------------------------------------------

def test_r7_5_1_no_card_is_turned_up_before_round_3():
    raw = third_round()
    raw["round"] = 2
    state = turned(raw)
    assert state.raw()["ticks"] == raw["ticks"]
    assert not state.is_chance_node()


def test_r7_5_1_from_round_3_each_turn_ends_with_a_card_of_the_row():
    state = turned(third_round(seats=3), seats=3)
    assert [(action_text(state, a), p) for a, p in state.chance_outcomes()] == [
        ("tick", pytest.approx(2 / 3)), ("scoring", pytest.approx(1 / 3))]
    play(state, "tick")
    assert state.raw()["ticks"] == [1, 5, 5]
    assert state.raw()["place"] == 1


def test_r7_5_1_the_last_card_of_a_row_that_has_not_scored_is_its_scoring():
    raw = third_round()
    raw["ticks"][0] = 0
    assert turned(raw, 1).raw()["scored"] == [1, 0, 0]


def test_r7_5_1_after_its_scoring_a_row_has_ticks_left():
    raw = third_round(seats=3)
    raw.update(ticks=[1, 5, 5], scored=[1, 0, 0], scorings=1)
    state = turned(raw, 1, seats=3)
    assert state.raw()["ticks"] == [0, 5, 5]
    raw = state.raw()
    assert action_text(turned(raw, 2, seats=3), 0) == "tick"  # the next row is drawn from
    assert turned(raw, 2, seats=3).chance_outcomes()[1][1] == pytest.approx(1 / 6)


def test_r7_5_1_a_played_game_has_its_cards_from_the_start():
    place = set()
    for seed in range(60):
        raw, ticks = third_round(seats=3), 0
        state = turned(raw, seats=3)
        while state.keyed_chance(seed) == 0:
            ticks += 1
            raw["ticks"][0] -= 1
            if raw["ticks"][0] == 0:
                break
            state = turned(raw, seats=3)
        place.add(ticks)
    assert place == {0, 1, 2}  # each card of the row can be the scoring


# ---- scorings ---------------------------------------------------------------------------------------

@pytest.mark.parametrize(("kind", "first", "second"), [("city", 10, 6), ("meadow", 10, 6), ("forest", 9, 5),
                                                       ("field", 8, 4), ("mountain", 7, 3), ("desert", 6, 2)])
def test_r7_5_2_first_and_second_places_by_terrain(kind, first, second):
    raw = third_round(seats=3)
    capitals_apart(raw, 3)
    for seat, count in enumerate((3, 2, 1)):
        give(raw, seat, down=settle(raw, seat, **{kind: count}) * 2)
    assert gained(scored(raw, seats=3)) == [first, second, 0]


def test_r7_5_2_two_players_have_no_second_place():
    raw = third_round()
    capitals_apart(raw, 2)
    for seat, count in enumerate((3, 2)):
        give(raw, seat, down=settle(raw, seat, forest=count) * 2)
    assert gained(scored(raw)) == [9, 0]


@pytest.mark.parametrize(("counts", "points"), [((2, 2, 1), [7, 7, 0]), ((2, 1, 1), [9, 5, 5]), ((1, 1, 1), [7, 7, 7]),
                                                ((1, 0, 0), [9, 0, 0])])
def test_r7_5_3_u28_a_shared_first_place_is_two_less_and_a_second_place_needs_a_tile(counts, points):
    raw = third_round(seats=3)
    capitals_apart(raw, 3)
    for seat, count in enumerate(counts):
        if count:
            give(raw, seat, down=settle(raw, seat, forest=count) * 3)
    assert gained(scored(raw, seats=3)) == points


def test_r7_5_3_two_players_who_are_level_have_two_less_each():
    raw = third_round()
    assert gained(turned(raw)) == [0, 0]
    give(raw, 0, down=[raw["owner"][0]["capital"]] * 3)
    give(raw, 1, down=[raw["owner"][1]["capital"]] * 3)
    assert gained(scored(raw)) == [8, 8]  # city 1 is the capital of both


# ---- pieces that leave the board --------------------------------------------------------------------

def test_r7_5_4_v41_22_points_of_three_players_cost_four_residents_and_a_settlement():
    raw = third_round(seats=3)
    capitals_apart(raw, 3)
    row = settle(raw, 0, city=1, forest=2, mountain=1)
    settle(raw, 1, mountain=2)
    give(raw, 0, down=[row[0], row[1], row[1], row[2]])
    before = raw["owner"][0]
    state = scored(raw, seats=3)
    after = state.raw()["owner"][0]
    assert gained(state)[0] == 10 + 9 + 3
    assert after["residents"] == before["residents"] + 4
    assert state.raw()["to_remove"] == 1
    assert all(text.startswith("remove settlement from ") for text in legal_texts(state))
    state.apply_action(state.legal_actions()[0])
    assert state.raw()["owner"][0]["settlements"] == before["settlements"] + 1
    assert state.raw()["owner"][0]["capital"] == before["capital"]


@pytest.mark.parametrize(("seats", "pieces"), [(2, 3), (3, 2)])
def test_r7_5_4_two_players_remove_one_for_3_points_more_players_one_for_4(seats, pieces):
    raw = third_round(seats=seats)
    capitals_apart(raw, seats)
    forest, = settle(raw, 0, forest=1)
    give(raw, 0, down=[forest] * 4 + [raw["owner"][0]["capital"]] * 4)
    state = scored(raw, seats=seats)
    assert gained(state)[0] == 9
    assert state.raw()["to_remove"] == pieces
    while state.raw()["place"] == 0:
        state.apply_action(state.legal_actions()[0])
    assert state.raw()["owner"][0]["residents"] == raw["owner"][0]["residents"] + pieces


def test_r7_5_4_residents_are_named_in_the_order_of_tiles():
    raw = third_round()
    capitals_apart(raw, 2)
    a, b, c = sorted(settle(raw, 0, forest=1, meadow=1, city=1))
    give(raw, 0, down=[a] * 5 + [b] * 2 + [c] * 5)  # 29 points: 9 of 12 residents
    state = scored(raw)
    remove, = codes("world504", "A_REMOVE")
    assert state.raw()["to_remove"] == 7  # two of a were certain: 10 are left
    assert state.legal_actions() == [remove + a, remove + b]  # from c on there are only 5
    state.apply_action(remove + b)
    after = state.raw()["owner"][0]  # the rest is certain
    assert (after["spent"][a], after["spent"][b], after["spent"][c]) == (3, 0, 0)


def test_r7_5_4_who_gained_most_removes_first_and_ties_go_by_turn_order():
    raw = third_round(seats=3)
    capitals_apart(raw, 3)
    raw["order"][:3] = [0, 2, 1]
    for seat, kinds in enumerate(({"desert": 1}, {"field": 1}, {"field": 1, "mountain": 1})):
        row = settle(raw, seat, **kinds)
        give(raw, seat, down=row * 3 + [raw["owner"][seat]["capital"]] * 3)
    state = scored(raw, seats=3)
    actors = []
    while state.raw()["place"] == 0 and not state.is_chance_node() and state.raw()["to_remove"]:
        actors.append(state.raw()["actor"])
        state.apply_action(state.legal_actions()[0])
    assert gained(state) == [6, 6, 6 + 7]
    assert sorted(set(actors), key=actors.index) == [2, 0, 1]


def test_r7_5_4_what_cannot_be_removed_costs_its_points():
    raw = third_round()
    capitals_apart(raw, 2)
    forest, field = settle(raw, 0, forest=1, field=1)
    state = scored(raw)  # 17 points, 5 pieces, 2 there
    after = state.raw()["owner"][0]
    assert after["settled"] == 0
    assert after["capital"] == raw["owner"][0]["capital"]
    assert gained(state)[0] == 17 - 3 * 3


def cut(raw: Raw, tiles: list[int]) -> None:
    """Make these tiles a kind that the table does not have."""
    for t in tiles:
        raw["kind"][t] = 6


def test_r7_5_4_settlements_that_remain_stay_connected_to_the_capital():
    raw = third_round()
    row = chain(raw, 0, 4)
    cut(raw, row)
    give(raw, 1, down=[raw["owner"][1]["capital"]] * 9)
    before = scored(raw)  # 8 points of city 1: 2 of the row
    assert before.raw()["owner"][0]["settled"] == 1 << row[0] | 1 << row[1]     # each time only its end may go


def test_r7_5_4_any_settlement_goes_that_cuts_off_no_other():
    raw = third_round()
    row = chain(raw, 0, 3)
    apart = {*row, *raw["near"][row[0]], *raw["near"][row[1]]}
    beside = next(t for t in raw["near"][raw["owner"][0]["capital"]] if t < raw["tiles"] and t not in apart)
    give(raw, 0, settled=[beside])
    cut(raw, [*row, beside])
    give(raw, 1, down=[raw["owner"][1]["capital"]] * 9)
    state = scored(raw)
    remove, = codes("world504", "A_REMOVE_SETTLEMENT")
    assert state.legal_actions() == sorted([remove + row[2], remove + beside])
    state.apply_action(remove + beside)
    assert state.raw()["owner"][0]["settled"] == 1 << row[0] | 1 << row[1]


def test_r7_5_4_u29_what_has_lost_its_connection_goes_first():
    raw = third_round()
    row = chain(raw, 0, 5)
    raw["owner"][0]["settled"] &= ~(1 << row[1])  # the last three hang in the air
    raw["owner"][0]["settlements"] += 1
    cut(raw, row)
    give(raw, 1, down=[raw["owner"][1]["capital"]] * 9)
    state = scored(raw)
    remove, = codes("world504", "A_REMOVE_SETTLEMENT")
    assert state.legal_actions() == sorted(remove + t for t in row[2:])
    state.apply_action(remove + row[2])
    assert state.legal_actions() == sorted(remove + t for t in row[3:])


# ---- the third scoring ------------------------------------------------------------------------------

def final(actor: int, **options: str):
    """The third scoring, turned up by this owner; nobody has settlements."""
    raw = third_round(seats=3)
    raw.update(ticks=[0, 0, 3], scored=[1, 1, 0], scorings=2, round=6)
    for seat in range(3):
        give(raw, seat, down=[raw["owner"][seat]["capital"]] * 2)
    return scored(raw, actor, 3, **options)


@pytest.mark.parametrize(("actor", "points"), [(0, [8, 11, 11]), (1, [8, 8, 11]), (2, [8, 8, 8])])
def test_r7_5_5_u49_who_has_no_last_turn_gets_three_points_in_the_third_scoring(actor, points):
    assert gained(final(actor)) == points


def test_r7_5_5_u60_option_compensation_says_whether_these_points_cost_pieces():
    raw = third_round(seats=3)
    raw.update(ticks=[0, 0, 3], scored=[1, 1, 0], scorings=2, round=6)
    capitals_apart(raw, 3)
    for seat in range(3):
        give(raw, seat, down=settle(raw, seat, forest=1) * 2)  # 7 points each, 10 with the compensation
    free, costs = scored(raw, 0, 3), scored(raw, 0, 3, compensation="costs")
    assert gained(free) == gained(costs) == [7, 10, 10]
    pieces = [[sum(o["spent"]) for o in state.raw()["owner"][:3]] for state in (free, costs)]
    assert pieces == [[1, 1, 1], [1, 0, 0]]


def test_r7_e_1_the_third_scoring_ends_the_game_at_once():
    state = final(0)
    assert state.is_terminal()
    assert state.raw()["round"] == 6


def test_r7_f_1_all_scorings_together_decide():
    raw = start("786").raw()
    raw["owner"][1]["collected"][SCORINGS] = 30
    state = over("786", raw)
    assert [source["scorings"] for source in state.sources()] == [0, 30]
    assert state.win_shares() == [0, 1]


def test_r7_t_1_more_residents_and_settlements_on_the_board_break_a_tie():
    raw = start("786").raw()
    assert over("786", raw).win_shares() == [0.5, 0.5]
    settle(raw, 0, meadow=2)
    give(raw, 1, down=[raw["owner"][1]["capital"]] * 3)
    assert over("786", raw).win_shares() == [0, 1]


def test_r7_f_2_v42_majorities_of_forest_and_mountain_are_eight_points_at_top_iii():
    raw = start("827").raw()
    capitals_apart(raw, 2)
    settle(raw, 0, forest=2, mountain=1)
    settle(raw, 1, forest=1)
    assert loaded("827", raw).sources()[0]["majorities"] == 8


def test_r7_f_2_all_who_are_level_get_the_points():
    raw = start("827").raw()
    capitals_apart(raw, 2)
    for seat in (0, 1):
        settle(raw, seat, desert=1, field=2)
    assert [source["majorities"] for source in loaded("827", raw).sources()] == [6, 6]
