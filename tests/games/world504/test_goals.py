"""What the ends, the points and the incomes of all worlds have in common: a test for each rule that it names.

What a single module scores or pays is in the file of that module.
"""
from collections.abc import Callable

import pytest

from games.packed import codes
from games.world504.tables import INCOME_TERMS, SOURCES

from .positions import Raw, enter, give, loaded, start
from .terrains import settle
from .turns import over

COLLECTED, = codes("world504", "FROM_FACTORIES")
PAGES = ["167", "267", "367", "586", "687", "786", "867"]           # a world of each module at TOP I
INCOMES = ["312", "728", "638", "257", "867", "278", "687"]         # a world of each module at TOP II


def delivered(raw: Raw) -> None:
    raw["owner"][0]["delivered"] = [5, 5, 5, 5, 3]


def on_cards(raw: Raw) -> None:
    raw["owner"][0]["cards"] = 0x1FF


def factories(raw: Raw) -> None:
    raw["factory"] = [[1, 1, 2]] * 6 + [[1, 2, 0]] + [[0, 0, 0]] * 3


def explored(raw: Raw) -> None:
    raw["stack"] = [1] * 7


def connected(raw: Raw) -> None:
    raw["owner"][0]["linked"] = sum(1 << t for t in raw["city_at"][:7])


def houses(raw: Raw) -> None:
    settle(raw, 0, city=7)
    raw["owner"][0]["goods"] = [1] * 5


REACHED: dict[str, Callable[[Raw], None]] = {
    "167": delivered, "267": on_cards, "367": factories, "586": explored, "687": connected, "867": houses}


def after_income(world: str, raw: Raw, seat: int, **options: str):
    """The state when this owner has had its income."""
    return enter(world, raw, "income", seat, **options)


# ---- ends -------------------------------------------------------------------------------------------

@pytest.mark.parametrize("world", REACHED)
def test_g9_an_end_that_is_reached_waits_for_the_last_turn_of_the_round(world):
    raw = start(world).raw()
    for seat in (0, 1):
        raw["owner"][seat]["capital"] = raw["city_at"][0]
    first, last = raw["order"][:2]
    assert not after_income(world, raw, last).is_terminal()
    REACHED[world](raw)
    assert not after_income(world, raw, first).is_terminal()
    assert after_income(world, raw, last).is_terminal()


def test_option_max_rounds_ends_a_game_that_its_world_does_not():
    raw = start("867").raw()
    raw["round"] = 4
    assert not after_income("867", raw, raw["order"][1], max_rounds="5").is_terminal()
    raw["round"] = 5
    state = after_income("867", raw, raw["order"][1], max_rounds="5")
    assert state.is_terminal()
    assert state.raw()["capped"] == 1


def test_u41_income_that_is_set_aside_at_the_end_is_lost():
    raw = start("367").raw()
    factories(raw)
    state = after_income("367", raw, raw["order"][1])
    last = raw["order"][1]
    assert state.raw()["owner"][last]["income"] == 20
    assert state.raw()["owner"][last]["money"] == raw["owner"][last]["money"]


# ---- points -----------------------------------------------------------------------------------------

@pytest.mark.parametrize("world", PAGES)
def test_the_sources_of_an_owner_add_up_to_its_points(world):
    raw = start(world).raw()
    for seat in (0, 1):
        raw["owner"][seat]["capital"] = raw["city_at"][0]
    if world in REACHED:
        REACHED[world](raw)
    raw["owner"][0]["collected"] = [5, 7, 11, 3]
    give(raw, 0, privileges=["I(11)", "II(9)", "III(6)", "I(5)"])
    state = loaded(world, raw)
    for source, points in zip(state.sources(), state.scores(), strict=True):
        assert list(source) == list(SOURCES)
        assert sum(source.values()) == points
    source = state.sources()[0]
    found = [source[name] for name in ("factories", "exploring", "scorings", "awards", "privileges")]
    assert found == [5, 7, 11, 3, 10]


def test_only_the_page_at_top_i_scores():
    """Roads and trading houses at TOP II or III bring no points."""
    raw = start("268").raw()
    houses(raw)
    connected(raw)
    assert {name for name, points in loaded("268", raw).sources()[0].items() if points} == {"city cards"}


# ---- victory ----------------------------------------------------------------------------------------

def scored(*points: int) -> Raw:
    """The end of a game of factories in which the seats have these points and equal money."""
    raw = start("367", len(points)).raw()
    for seat, gained in enumerate(points):
        give(raw, seat, money=50)
        raw["owner"][seat]["collected"][COLLECTED] = gained
    return raw


def test_u39_ties_that_no_rule_breaks_are_shared():
    assert over("367", scored(20, 30, 30), 3).win_shares() == [0, 0.5, 0.5]


def test_points_come_before_what_breaks_ties():
    raw = scored(20, 21)
    give(raw, 0, money=9999)
    assert over("367", raw).win_shares() == [0, 1]


def test_the_utility_mixes_the_win_with_the_lead_over_the_mean_of_the_others():
    raw = scored(40, 20, 12)
    raw["stage"] = over("367", raw, 3).raw()["stage"]
    win = loaded("367", raw, 3, margin_weight="0").returns()
    lead = loaded("367", raw, 3, margin_weight="1").returns()
    both = loaded("367", raw, 3, margin_weight="0.5").returns()
    assert win == [1, 0, 0]
    assert lead[0] > 0.5 > lead[1] > lead[2]
    assert both == pytest.approx([(a + b) / 2 for a, b in zip(win, lead, strict=True)])
    assert all(0 <= utility <= 1 for utility in lead)


# ---- incomes ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("world", INCOMES)
def test_g24_everybody_has_20_mark_in_every_turn(world):
    raw = start(world).raw()
    for seat in (0, 1):
        raw["owner"][seat]["capital"] = raw["city_at"][seat]
        assert loaded(world, raw).income_terms(seat)["base"] == 20


@pytest.mark.parametrize(("card", "more"), [("I(5)", 10), ("II(12)", 20)])
def test_i_5_and_ii_12_pay_in_every_turn(card, more):
    raw = start("382").raw()
    give(raw, 0, privileges=[card])
    state = loaded("382", raw)
    assert state.income_terms(0) == {"base": 20, "privileges": more}
    assert state.income_terms(1) == {"base": 20}


def test_i_2_pays_for_each_settlement_in_a_city_of_this_turn():
    raw = start("382").raw()
    raw["actor"] = 0
    raw["turn"]["cities"] = 2
    assert loaded("382", raw).income_terms(0) == {"base": 20}
    for seat in (0, 1):
        give(raw, seat, privileges=["I(2)"])
    state = loaded("382", raw)
    assert state.income_terms(0) == {"base": 20, "privileges": 30}
    assert state.income_terms(1) == {"base": 20}            # it was not its turn


def test_terms_of_income_are_what_is_paid():
    raw = start("258").raw()
    give(raw, 0, money=1, tokens=3)
    raw["owner"][0]["capital"] = raw["city_at"][0]
    assert loaded("258", raw).income_terms(0) == {"base": 20, "tokens": 15}
    owner = after_income("258", raw, 0).raw()["owner"][0]
    assert (owner["income"], owner["money"]) == (35, 36)


def test_asking_for_an_income_changes_nothing():
    raw = start("213").raw()
    raw["actor"] = 0
    raw["turn"].update(sale=[1, 4] + [0] * 38, sales=2)
    state = loaded("213", raw)
    before = state.to_bytes()
    terms = state.income_terms(0)
    assert set(terms) == {"base", "goods"} < set(INCOME_TERMS)
    assert state.income_terms(0) == terms
    assert state.to_bytes() == before


def test_an_owner_that_there_is_not_has_no_income():
    with pytest.raises(IndexError, match="owner 2: expected 0 to 1"):
        start("867").income_terms(2)
