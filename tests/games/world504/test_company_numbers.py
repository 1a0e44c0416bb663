"""Numbers that companies and private companies have of their own: ends, the row of privileges, firsts, incomes."""
import pytest

from games.packed import enum
from games.world504.conditions import atoms_of
from games.world504.phases import phases

from .positions import SLOTS, STAGES, act, enter, give, good, loaded, make, plain, stage, start
from .privileges import after, lay_row, row
from .shares import GREEN, WHITE, all_quit, dealing, founded, go_on
from .terrains import settle
from .turns import play

TWO = {GREEN: (40, {0: 5}), WHITE: (40, {1: 5})}
SIX_KINDS = ("I(2)", "I(5)", "I(11)", "II(9)", "II(12)", "I(3)")


def after_round(world, raw, **options):
    """The state after the end of a round in which nobody had any income."""
    place = phases(atoms_of(world))["end of round"].index("dividends")
    return go_on(world, {**raw, "phase": 3 * SLOTS + place, "place": 0}, **options)


def two(world, **options):
    return founded(dealing(world, **options).raw(), TWO)


# ---- ends -------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("world", "cards"), [("298", 6), ("296", 6), ("294", 4)])
def test_r2_e_1_r2_e_2_companies_mark_six_city_cards_or_four_with_module_4(world, cards):
    for marked in (cards - 1, cards):
        raw = two(world)
        give(raw, WHITE, cards=(1 << marked) - 1)
        assert after_round(world, raw).is_terminal() == (marked == cards)


@pytest.mark.parametrize("world", ["698", "697"])
def test_r6_e_1_companies_connect_four_cities(world):
    for cities in (3, 4):
        raw = two(world)
        linked = settle(raw, WHITE, city=cities - 1)
        give(raw, WHITE, linked=sum(1 << t for t in (raw["owner"][WHITE]["capital"], *linked)))
        assert after_round(world, raw).is_terminal() == (cities == 4)


@pytest.mark.parametrize(("world", "houses"), [("896", 4), ("897", 4), ("894", 3)])
def test_r8_e_1_r8_e_2_companies_have_four_trading_houses_or_three_with_module_4(world, houses):
    for built, goods in ((houses, 5), (houses - 1, 5), (houses, 4)):
        raw = two(world)
        settle(raw, WHITE, city=built - 1)          # the headquarters is one
        give(raw, WHITE, goods=[goods, 0, 0, 0, 0])
        assert after_round(world, raw).is_terminal() == ((built, goods) == (houses, 5))


def test_r1_e_2_companies_deliver_25_goods_with_errata():
    for errata, goods in (("no", 23), ("2015", 25)):
        for total in (goods - 1, goods):
            raw = two("196", errata=errata)
            give(raw, GREEN, delivered=[5, 5, 5, 5, 0])
            give(raw, WHITE, delivered=[total - 20, 0, 0, 0, 0])
            assert after_round("196", raw, errata=errata).is_terminal() == (total == goods)


# ---- privileges -------------------------------------------------------------------------------------

@pytest.mark.parametrize("world", ["398", "936", "893", "983"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r3_s_11_u62_five_privileges_lie_open_where_companies_own_the_pieces(world, seats):
    assert len(row(dealing(world, seats).raw())) == 5


@pytest.mark.parametrize(("unsold", "drawn"), [(0, 5), (1, 5), (3, 4), (5, 2)])
def test_r3_2_1_companies_have_seven_privileges_in_the_row_at_most(unsold, drawn):
    raw = lay_row(two("398"), *SIX_KINDS[:unsold])
    raw["round"] = 2
    state, shown = after("398", raw, "tax", 3), 0
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
        shown += 1
    assert (shown, state.raw()["free_row"]) == (drawn, unsold)


@pytest.mark.parametrize(("open_cards", "drawn"), [(4, 1), (5, 0)])
def test_r3_3c_1_u36_the_shop_of_companies_is_filled_up_to_five(open_cards, drawn):
    raw = lay_row(two("983"), *SIX_KINDS[:open_cards])
    place = phases(atoms_of("983"))["turn"].index("buy-privilege")
    raw.update(phase=2 * SLOTS + place - 1, place=0)
    state = go_on("983", raw)
    assert state.is_chance_node() == bool(drawn)


# ---- incomes ----------------------------------------------------------------------------------------

def test_r9_3h_2_r2_3h_1_a_company_is_paid_for_first_settlements_with_city_cards_at_top_i():
    state = all_quit(play(dealing("298"), "buy green"))
    raw = state.raw()
    capital = raw["owner"][GREEN]["capital"]
    target = make(raw, plain(raw, raw["near"][capital], capital), "meadow")
    give(raw, GREEN, up=[capital, capital])
    raw.update(phase=2 * SLOTS + phases(atoms_of("298"))["turn"].index("residents"), stage=STAGES.index("act"),
               actor=GREEN)
    state = loaded("298", raw, 3)
    act(state, "A_STEP", 6 * capital + raw["near"][capital].index(target))
    assert state.raw()["owner"][GREEN]["settled"] >> target & 1
    assert state.income_terms(GREEN)["first settlements"] == 5


@pytest.mark.parametrize("world", ["679", "169", "389"])
def test_r9_3h_3_a_turn_of_a_private_company_ends_with_its_income_set_aside(world):
    raw = start(world, 3).raw()
    first = raw["order"][0]
    before = raw["owner"][first]["money"]
    owner = enter(world, raw, "income", actor=first, seats=3).raw()["owner"][first]
    assert owner["income"] >= 20
    assert owner["money"] == before


@pytest.mark.parametrize("world", ["496", "498"])
def test_r9_3h_9_a_company_is_paid_for_tiles_and_terrains_with_military_at_top_i(world):
    raw = two(world)
    settle(raw, GREEN, forest=2, meadow=3, mountain=1, city=2)
    assert loaded(world, {**raw, "actor": GREEN}, 3).income_terms(GREEN) == {"base": 20, "tiles": 40, "terrains": 10}


@pytest.mark.parametrize("free", [False, True])
def test_r9_3h_2_r1_3h_2_companies_pay_duty_for_a_delivery_to_a_city_of_others(free):
    raw = two("194")
    city = next(t for t in raw["city_at"][1:] if raw["demand"][raw["number"][t] - 1] >> good("wood") & 1)
    raw["militia"], raw["barracks"] = raw["militia"] & ~(1 << city), raw["barracks"] & ~(1 << city)
    if not free:
        give(raw, WHITE, settled=[city])
    give(raw, GREEN, trolley=city, hold=[1 + good("wood"), 0])
    raw["price"] = [4] * 5                              # 50 Mark
    before = raw["owner"][WHITE]["money"]
    state = act(enter("194", raw, "trolley", GREEN, seats=3), "A_DELIVER", good("wood"))
    while state.raw()["actor"] == GREEN and stage(state) != "payout" and not state.is_terminal():
        state.apply_action(0)
    after = state.raw()
    assert after["owner"][GREEN]["income"] == 20 + 50 - 5
    assert after["owner"][WHITE]["money"] == before + (0 if free else 5)


@pytest.mark.parametrize(
    ("world", "word"), [("968", "by-president"), ("698", "fixed-dividends"), ("679", "no-dividends")])
def test_r9_4_1_r9_4_5_a_world_says_how_dividends_are_paid(world, word):
    """Play asks only who is paid by presidents: without them a phase of dividends is one of fixed ones."""
    assert enum("world504", "Dividends")[start(world).rules_in_force()["dividends"]] == word
