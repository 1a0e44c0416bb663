"""Rules of module 9, Shares; share rounds are in test_share_rounds.py, dividends and the end in test_dividends.py."""
from itertools import permutations

import pytest

from games.packed import codes, enum
from games.world504.conditions import atoms_of
from games.world504.phases import phases
from games.world504.setup import DEFAULTS, new_state, rules_in_force
from games.world504.tables import COMPANIES

from .positions import NOWHERE, SLOTS, can, enter, give, good, stage, start
from .shares import BLUE, GREEN, ORANGE, PURPLE, WHITE, after_shares, all_quit, dealing, founded, incomes, money, texts
from .turns import play

MODULES = "1235678"
COMPANY_WORLDS = ["".join(world) for world in permutations(MODULES + "9", 3) if "9" in world[:2]]
PRIVATE_WORLDS = ["".join(world) + "9" for world in permutations(MODULES, 2)]
TURN_OVER, = codes("world504", "A_DONE")


def numbers(world, seats=2, **options):
    return rules_in_force(seats, {**DEFAULTS, "world": world, **options})


def test_u10_option_share_track_says_where_prices_end():
    assert numbers("912")["top_quote"] == 14
    assert numbers("912", share_track="open")["top_quote"] == 255
    for track, price in (("140", 14), ("open", 16)):
        raw = start("679", share_track=track).raw()
        raw["quote"][:2] = [14, 13]
        incomes(raw, 50, 20)
        assert closed("679", raw, share_track=track)["quote"][:2] == [price, 14]


def closed(world, raw, seats=2, **options):
    """The position after the end of this round."""
    raw = {**raw, "phase": 3 * SLOTS - 1, "place": seats - 1}
    return enter_phase(world, raw, seats, **options).raw()


def enter_phase(world, raw, seats=2, **options):
    state = start(world, seats, **options)
    state.load({**raw, "stage": codes("world504", "BUY_UPGRADE")[0], "actor": 0})
    state.apply_action(TURN_OVER)
    return state


# ---- set-up -----------------------------------------------------------------------------------------

@pytest.mark.parametrize("world", ["968", "698", "679", "796"])
def test_r9_s_1_the_order_is_set_anew_in_every_round_and_each_owner_parks_a_resident(world):
    each = {2: 30} if world == "679" else {2: 15}
    state = dealing(world, 2) if "9" in world[:2] else start(world)
    assert state.raw()["owner"][0]["residents"] == each[2] - 1
    assert numbers(world)["order"] != 0


@pytest.mark.parametrize("world", COMPANY_WORLDS)
def test_r9_s_2_seats_start_with_300_200_or_150(world):
    more = 20 if world[2] == "3" else 0
    for seats, sum_ in ((2, 300), (3, 200), (4, 150)):
        assert numbers(world, seats)["start_money"][:seats] == [sum_] * seats
    if world in ("968", "693"):
        assert dealing(world, 3).raw()["cash"][:3] == [200 + more] * 3


def test_r9_s_2_gifts_of_money_belong_to_seats():
    assert dealing("968", 3, gifts="1:money 50").raw()["cash"][:3] == [200, 250, 200]


@pytest.mark.parametrize(("world", "plan"), [("968", 5), ("169", 3), ("396", 5), ("795", 4), ("952", 1)])
def test_r9_s_3_the_plan_is_that_of_the_other_modules(world, plan):
    assert numbers(world)["plan"] == plan


def test_r9_s_4_shares_lie_with_companies_that_have_no_money():
    raw = dealing("968").raw()
    assert raw["aside"] == [10] * 5
    assert money(raw)[1] == [0] * 5


def test_v54_r9_s_5_shares_lie_in_the_bank_and_companies_have_five_issue_prices():
    raw = dealing("698").raw()
    assert raw["aside"] == [0] * 5
    assert money(raw)[1] == [200, 150, 150, 100, 100]


@pytest.mark.parametrize("world", PRIVATE_WORLDS)
def test_r9_s_6_each_seat_has_its_own_shares_at_20(world):
    raw = dealing(world).raw()
    assert [raw["held"][seat][:3] for seat in range(3)] == [[10, 0, 0], [0, 10, 0], [0, 0, 10]]     # 8 and the title
    assert raw["quote"][:3] == [2, 2, 2]


@pytest.mark.parametrize("world", ["968", "698", "936", "796"])
def test_r9_s_7_one_seat_has_the_start_card(world):
    state = dealing_to(world, "start-seat")
    outcomes = {outcome for outcome, _ in state.chance_outcomes()}
    assert outcomes == {0, 1, 2}
    state.apply_action(2)
    assert state.raw()["start"] == 2
    assert [dealing(world, 3, start=str(seat)).current_player() for seat in range(3)] == [0, 1, 2]


@pytest.mark.parametrize("world", ["912", "192"])
def test_r9_s_9_goods_and_shares_have_prices_side_by_side(world):
    raw = dealing(world).raw()
    assert raw["price"] == [1] * 5
    assert raw["quote"] == [0] * 5


@pytest.mark.parametrize("world", ["952", "951", "596"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r9_s_10_r5_s_6_plan_1_is_laid_for_four_and_has_five_capitals(world, seats):
    state = dealing(world, seats)
    if numbers(world)["plan"] != 1:
        assert numbers(world)["plan"] == 4
        return
    assert sum(bool(number) for number in state.raw()["number"]) == 5
    play(state, "buy green")
    assert texts(state) == [f"capital city {number}" for number in range(1, 6)]


@pytest.mark.parametrize("world", ["968", "698", "796"])
def test_r6_s_5_companies_have_14_roads(world):
    assert [owner["roads"] for owner in dealing(world).raw()["owner"]] == [14] * 5


@pytest.mark.parametrize("world", ["391", "392", "397", "394"])
def test_r3_s_9_with_privileges_at_top_i_capitals_are_chosen_in_the_share_round(world):
    state = sealed(world, 0, 0, 0)
    play(state, "buy green")
    assert (stage(state) == "capital") == (numbers(world)["plan"] != 5) == (world == "394")
    assert state.raw()["round"] == 1


@pytest.mark.parametrize("world", ["791", "795", "794"])
def test_r7_s_7_with_majorities_at_top_i_capitals_are_chosen_in_the_share_round(world):
    state = play(dealing(world), "buy green")
    owner = state.raw()["owner"][GREEN]
    assert (stage(state) == "capital") == (world == "794")
    assert owner["capital"] == (NOWHERE if world == "794" else state.raw()["city_at"][0])


# ---- the sequence -----------------------------------------------------------------------------------

def rounds_with_dealing(world, last):
    state, found = dealing(world, 2, max_rounds=str(last)), []
    for number in range(20_000):
        if state.is_terminal():
            return found, state.raw()["round"]
        if stage(state) == "shares" and state.raw()["round"] not in found:
            found.append(state.raw()["round"])
        if state.is_chance_node():
            state.apply_action(state.sample_chance(4, number))
            continue
        buys = [text for text in texts(state) if text.startswith("buy ")]
        action = texts(state).index(buys[0]) if buys else 0
        state.apply_action(state.legal_actions()[action])
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("world", ["968", "987", "916"])
def test_r9_0_1_shares_are_dealt_before_operating_rounds_1_3_4_and_5(world):
    assert rounds_with_dealing(world, 40) == ([1, 3, 4, 5], 5)


@pytest.mark.parametrize("world", ["698", "897"])
def test_r9_0_2_share_rounds_and_operating_rounds_take_turns(world):
    found, last = rounds_with_dealing(world, 4)
    assert found == list(range(1, last + 1))


# ---- the order --------------------------------------------------------------------------------------

def orders(world, companies, sums=(), number=2, fresh=0, **more):
    raw = incomes(founded(dealing(world).raw(), companies), *sums)
    raw.update(round=number, fresh=fresh, **more)
    return after_shares(world, raw).raw()


THREE = {GREEN: (40, {0: 2}), BLUE: (60, {1: 2}), WHITE: (60, {2: 2})}


@pytest.mark.parametrize("world", ["968", "698", "916", "936"])
def test_r9_1_1_companies_act_by_price_and_then_from_the_top_of_the_stack(world):
    raw = founded(dealing_on(world), THREE)
    raw.update(round=2)
    assert raw["market"][:3] == [BLUE, WHITE, GREEN]
    assert after_shares(world, raw).raw()["order"] == [BLUE, WHITE, GREEN, PURPLE, ORANGE]
    raw["market"][:3] = [WHITE, BLUE, GREEN]
    assert after_shares(world, raw).raw()["order"][:3] == [WHITE, BLUE, GREEN]


def dealing_on(world, seats=3):
    """The position of the first share round, bids left out."""
    state = dealing(world, seats)
    while stage(state) != "shares":
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    return state.raw()


@pytest.mark.parametrize("world", ["936", "937"])
def test_r9_1_2_r3_1_6_taxes_go_by_income_and_a_shortfall_is_forgiven(world):
    raw = incomes(founded(dealing(world).raw(), THREE), 60, 60, 0, 40)
    for i, sum_ in ((GREEN, 100), (WHITE, 5), (BLUE, 100)):
        raw["owner"][i]["money"] = sum_
    raw.update(round=2)
    after = after_shares(world, raw).raw()
    # white and green have the highest income, and white acts first by its price: it owes 12 and has 5
    assert [after["owner"][i]["money"] for i in (GREEN, WHITE, BLUE)] == [100 - 6, 0, 100]
    assert after["cash"] == raw["cash"]
    assert [after["owner"][i]["income"] for i in (GREEN, WHITE)] == [60, 60]


@pytest.mark.parametrize("world", ["391", "395", "396"])
def test_r9_1_4_r3_1_4_companies_act_by_income_and_first_in_reverse_order_of_founding(world):
    companies = {WHITE: (30, {1: 2}), GREEN: (40, {0: 2}), BLUE: (20, {2: 2})}
    raw = incomes(founded(dealing_on(world), companies), 50, 50, 0, 90)
    for i in range(5):
        raw["owner"][i]["money"] = 100
    first = after_shares(world, {**raw, "round": 1, "fresh": 3}).raw()
    assert first["order"][:3] == [BLUE, GREEN, WHITE]
    assert [first["owner"][i]["money"] for i in range(3)] == [100] * 3          # no taxes yet
    later = after_shares(world, {**raw, "round": 2, "fresh": 0}).raw()
    assert later["order"][:3] == [BLUE, GREEN, WHITE]           # a tie is turned round
    assert [later["owner"][i]["money"] for i in (BLUE, GREEN, WHITE)] == [100 - 18, 100 - 5, 100]
    one_new = after_shares(world, {**incomes(raw, 10, 50, 0, 0), "round": 2, "fresh": 1}).raw()
    assert one_new["order"][:3] == [BLUE, WHITE, GREEN]


@pytest.mark.parametrize("world", ["796", "798"])
def test_r9_1_5_r7_1_4_with_majorities_at_top_i_fewest_points_act_first_and_new_ones_before(world):
    raw = founded(dealing(world).raw(), {WHITE: (30, {1: 2}), GREEN: (40, {0: 2}), BLUE: (20, {2: 2})})
    assert after_shares(world, {**raw, "round": 1, "fresh": 3}).raw()["order"][:3] == [BLUE, GREEN, WHITE]
    assert after_shares(world, {**raw, "round": 2}).raw()["order"][:3] == [BLUE, GREEN, WHITE]
    for i, points in ((WHITE, 4), (GREEN, 9), (BLUE, 4)):
        raw["owner"][i]["collected"] = [0, 0, points, 0]
    assert after_shares(world, {**raw, "round": 3}).raw()["order"][:3] == [BLUE, WHITE, GREEN]
    assert after_shares(world, {**raw, "round": 3, "fresh": 2}).raw()["order"][:3] == [BLUE, GREEN, WHITE]


@pytest.mark.parametrize("world", ["679", "819"])
def test_r9_1_3_private_companies_act_from_the_lowest_income_up(world):
    raw = incomes(start(world, 3).raw(), 40, 20, 40)
    raw.update(order=[0, 1, 2, 3, 4], phase=3 * SLOTS + phases(atoms_of(world))["end of round"].index("end-check"))
    assert enter_phase(world, raw, 3).raw()["order"][:3] == [1, 2, 0]
    drawn = dealing_to(world, "next-in-order")
    assert len(drawn.chance_outcomes()) == 3


def dealing_to(world, word):
    """A game of three at its first question of this stage."""
    state = new_state(3, {"world": world})
    while stage(state) != word:
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def sealed(world, *bids):
    """A game after these sealed bids, at its first share round."""
    state = dealing(world, len(bids))
    for bid in bids:
        play(state, f"bid {10 * (bid // 10)}-{10 * (bid // 10) + 9}")
        play(state, f"bid {bid}")
    while stage(state) in ("lot", "place"):
        state.apply_action(state.chance_outcomes()[0][0] if stage(state) == "lot" else state.legal_actions()[0])
    return state


@pytest.mark.parametrize("world", ["391", "396"])
def test_u17_the_opening_bid_buys_places_in_the_first_share_round(world):
    state = sealed(world, 3, 15, 7)
    assert state.raw()["cash"][:3] == [197, 185, 193]
    assert state.raw()["seating"][:3] == [1, 2, 0]
    order = []
    for _ in range(3):
        order.append(state.current_player())
        play(state, "pass")
    assert order == [1, 2, 0]
    assert state.raw()["start"] == 1


def test_u17_who_loses_a_lot_has_two_mark_of_its_own():
    state = sealed("396", 10, 10)
    assert sorted(state.raw()["cash"][:2]) == [290, 292]


@pytest.mark.parametrize("world", ["796", "798"])
def test_r7_s_3_each_founded_company_has_a_card_of_the_row_from_the_third_round_on(world):
    raw = founded(dealing(world).raw(), THREE)
    assert after_shares(world, {**raw, "round": 2}).raw()["ticks"] == [0, 0, 0]
    state = after_shares(world, {**raw, "round": 3})
    assert state.raw()["ticks"] == [2, 0, 0]
    for left in (2, 1):
        while stage(state) != "turn-card":
            state.apply_action(state.legal_actions()[0])
        assert state.chance_outcomes() == [(0, pytest.approx(left / (left + 1))), (1, pytest.approx(1 / (left + 1)))]
        play(state, "tick")
    assert state.raw()["ticks"] == [0, 0, 0]
    raw.update(scorings=1, scored=[1, 0, 0])
    assert after_shares(world, {**raw, "round": 4}).raw()["ticks"] == [0, 2, 0]
    raw.update(founded(raw, {GREEN: (40, {0: 2})}), round=5, scorings=2, scored=[1, 1, 0])
    assert after_shares(world, raw).raw()["ticks"] == [0, 0, 0]       # one card, the third scoring


# ---- private companies ------------------------------------------------------------------------------

@pytest.mark.parametrize("world", ["679", "169", "839"])
def test_r9_3b_1_shares_that_others_sold_earlier_are_bought_at_their_price(world):
    raw = start(world, 3).raw()
    raw["held"][1][1], raw["held"][2][2], raw["aside"][2] = 8, 9, 1         # seat 2 has just sold one
    raw["quote"][:3] = [5, 3, 2]
    give(raw, 0, money=65)
    state = enter(world, raw, "share-deals", seats=3)
    assert texts(state) == ["done", "sell own share", "buy share of seat 1"]
    play(state, "buy share of seat 1", "buy share of seat 1")
    assert state.raw()["owner"][0]["money"] == 5
    assert state.raw()["held"][0][:3] == [10, 2, 0]
    assert "buy share of seat 1" not in texts(state)
    play(state, "sell own share")
    assert not [text for text in texts(state) if "sell" in text and "share" in text]     # what was bought stays


@pytest.mark.parametrize("phase", ["share-deals", "recruit", "residents"])
def test_r9_3b_2_one_own_share_a_turn_is_sold_at_any_time(phase):
    raw = start("679").raw()
    give(raw, 0, money=35, down=[raw["owner"][0]["capital"]])
    raw["owner"][0].update(up=0)
    if phase == "residents":
        give(raw, 0, up=[raw["owner"][0]["capital"]])
    state = enter("679", raw, phase)
    assert "sell own share" in texts(state)
    before = state.raw()
    play(state, "sell own share")
    after = state.raw()
    assert after["owner"][0]["money"] == 55
    assert after["owner"][0]["income"] == before["owner"][0]["income"]
    assert (after["held"][0][0], after["aside"][0], after["quote"][0]) == (9, 1, 1)
    assert "sell own share" not in texts(state)
    if phase != "share-deals":
        assert after["stage"] == before["stage"]


def test_r9_3b_2_the_presidents_card_is_never_sold():
    raw = start("679").raw()
    raw["held"][0][0] = 2
    assert "sell own share" not in texts(enter("679", raw, "recruit"))
    raw["held"][0][0] = 3
    assert "sell own share" in texts(enter("679", raw, "recruit"))


@pytest.mark.parametrize("world", ["679", "169", "819"])
def test_r9_3h_3_incomes_raise_prices_and_are_taken_when_all_have_theirs(world):
    raw = incomes(start(world, 3).raw(), 40, 70, 70)
    raw.update(aside=[1, 0, 1, 0, 0], quote=[2, 3, 1, 0, 0])
    before = [raw["owner"][i]["money"] for i in range(3)]
    after = closed(world, raw, 3)
    assert after["quote"][:3] == [3, 5, 3]
    assert after["aside"][:3] == [0, 0, 0]
    assert [after["owner"][i]["money"] - before[i] for i in range(3)] == [40, 70, 70]


@pytest.mark.parametrize("world", ["389", "739"])
def test_r9_3h_3_with_taxes_income_is_taken_after_them(world):
    raw = incomes(start(world, 3).raw(), 40, 70, 20)
    before = [raw["owner"][i]["money"] for i in range(3)]
    after = closed(world, raw, 3)
    assert [after["owner"][i]["money"] - before[i] for i in range(3)] == [40 - 4, 70 - 14, 20]


# ---- income of companies ----------------------------------------------------------------------------

@pytest.mark.parametrize("world", ["968", "987", "916", "698", "891"])
def test_r9_3h_1_r9_3h_2_income_of_companies_is_set_aside(world):
    raw = all_quit(play(dealing(world), "buy green")).raw()
    raw["turn"]["sales"] = 0
    raw["owner"][GREEN]["money"] = 33
    capital = raw["owner"][GREEN]["capital"]
    assert capital < raw["tiles"]
    place = phases(atoms_of(world))["turn"].index("income")
    state = enter_phase(world, {**raw, "phase": 2 * SLOTS + place - 1, "order": [GREEN, 1, 2, 3, 4]}, 3)
    assert state.raw()["owner"][GREEN]["income"] >= 20
    if world[0] == "9":
        assert state.raw()["owner"][GREEN]["money"] == 33
    else:                                           # phase 4 has come, and its bank has had eight tenths of 1 in 20
        assert state.raw()["owner"][GREEN]["money"] == 33 + state.raw()["owner"][GREEN]["income"] - 10 * (
            state.raw()["owner"][GREEN]["income"] // 20)


def terms(world, raw, seats=3):
    """The income of green, which acts, term by term."""
    state = start(world, seats)
    state.load({**raw, "actor": GREEN})
    return state.income_terms(GREEN)


def green(world):
    """A position of the first operating round in which only green is founded."""
    state = dealing(world)
    while stage(state) != "shares":
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    return all_quit(play(state, "buy green")).raw()


@pytest.mark.parametrize("world", ["196", "193", "198"])
def test_r9_3h_4_goods_delivered_are_paid_and_kept(world):
    raw = green(world)
    raw["turn"]["sale"][:2], raw["turn"]["sales"] = [1 + good("cattle"), 1 + good("ore")], 2
    give(raw, GREEN, delivered=[1, 0, 0, 0, 1])
    assert terms(world, raw)["goods"] == 20 + 30
    place = phases(atoms_of(world))["turn"].index("income")
    state = enter_phase(world, {**raw, "phase": 2 * SLOTS + place - 1}, 3)
    assert state.raw()["owner"][GREEN]["delivered"] == [1, 0, 0, 0, 1]
    assert state.raw()["supply"] == raw["supply"]


@pytest.mark.parametrize("world", ["891", "897", "896"])
def test_r9_3h_5_goods_that_the_company_has_are_sold_without_exchange_and_kept(world):
    raw = green(world)
    if world == "891":
        raw["owner"][GREEN]["house"][0] = [1, 2, 0]
        assert terms(world, raw)["sets of goods"] == 25
        return
    give(raw, GREEN, goods=[2, 1, 1, 0, 0])
    assert terms(world, raw)["sets of goods"] == 25             # the headquarters takes two goods
    give(raw, GREEN, settled=[raw["city_at"][1]])
    assert terms(world, raw)["sets of goods"] == 45
    give(raw, GREEN, goods=[3, 0, 0, 0, 0])
    assert terms(world, raw)["sets of goods"] == 30             # no exchange


@pytest.mark.parametrize("world", ["296", "298", "291"])
def test_r9_3h_6_with_city_cards_at_top_i_firsts_and_new_cards_pay(world):
    raw = green(world)
    raw["turn"].update(earned=15, cards=2)
    give(raw, GREEN, cards=0b1111)
    assert terms(world, raw) == {"base": 20, "first settlements": 15, "city cards": 20 + 30}


def test_u65_without_residents_the_trolley_lays_settlements_in_world_291():
    raw = green("291")
    capital = raw["owner"][GREEN]["capital"]
    near = next(t for t in raw["near"][capital] if t < raw["tiles"] and raw["kind"][t] != 6)
    raw["owner"][GREEN]["trolley"] = near
    raw["turn"].update(entered=1, points=4)
    raw.update(phase=2 * SLOTS + phases(atoms_of("291"))["turn"].index("trolley"), actor=GREEN)
    raw["stage"] = codes("world504", "DRIVE")[0]
    state = start("291", 3)
    state.load(raw)
    assert can(state, "A_SETTLE")


@pytest.mark.parametrize("world", ["596", "591"])
def test_r9_3h_7_with_exploring_at_top_i_companies_collect_income_tokens(world):
    raw = green(world)
    give(raw, GREEN, tokens=7)
    assert terms(world, raw) == {"base": 20, "tokens": 35}


@pytest.mark.parametrize("world", ["698", "697"])
def test_r9_3h_8_connected_tiles_pay_but_for_deserts(world):
    raw = green(world)
    city = raw["owner"][GREEN]["capital"]
    tiles = {kind: next(t for t in range(raw["tiles"]) if raw["kind"][t] == kind) for kind in (1, 5)}
    give(raw, GREEN, linked=1 << city | 1 << tiles[1] | 1 << tiles[5])
    assert terms(world, raw)["connections"] == 5


@pytest.mark.parametrize("world", ["396", "391"])
def test_r9_3h_9_with_privileges_at_top_i_factories_pay(world):
    raw = green(world)
    raw["factory"][0] = [1 + GREEN, 1 + GREEN, 0]
    assert terms(world, raw) == {"base": 20, "factories": 30}


@pytest.mark.parametrize("world", ["796", "798"])
def test_r9_3h_9_with_majorities_at_top_i_majorities_pay(world):
    raw = green(world)
    assert terms(world, raw) == {"base": 20, "majorities": 10}          # its headquarters is the only city settled


# ---- awards in money --------------------------------------------------------------------------------

@pytest.mark.parametrize(("world", "task"), [
    ("912", "second-goods"), ("932", "factories-first"), ("952", "third-explored"), ("962", "third-connected"),
    ("942", "free-cities"), ("972", "all-terrains"), ("982", "three-plants"),
])
def test_r2_z_9_awards_of_companies_are_the_tasks_of_top_ii_and_pay_10_mark_a_point(world, task):
    found = numbers(world)
    assert enum("world504", "Award")[found["award"]] == task
    assert found["award_money"] == 10
    raw = green(world)
    raw["turn"]["prize"] = 50
    assert terms(world, raw)["awards"] == 50


def test_r2_z_9_the_prize_is_part_of_the_income_of_the_turn():
    raw = green("932")
    raw["factory"][0] = [1 + GREEN, 1 + GREEN, 0]
    give(raw, GREEN, money=100)
    raw["turn"]["prize"] = 0
    state = enter_phase("932", {**raw, "phase": 2 * SLOTS + phases(atoms_of("932"))["turn"].index("factories") - 1}, 3)
    play(state, "factory in city 1")
    assert state.raw()["owner"][GREEN]["income"] == 20 + 45 + 100
    assert state.raw()["owner"][GREEN]["collected"] == [0, 0, 0, 0]


def test_companies_have_five_colours():
    assert COMPANIES == ("green", "white", "purple", "blue", "orange")
