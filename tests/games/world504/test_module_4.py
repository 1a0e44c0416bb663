"""Module 4, military: garrisons, capitals, what is won and lost, income and end, each rule by its number (fights:
test_fights.py; with other modules: test_war_elsewhere.py).
"""
from __future__ import annotations

from itertools import combinations

import pytest

from games.api import InputError
from games.world504.notation import position_from_json, position_to_json
from games.world504.setup import DEFAULTS, new_state, true_atoms
from games.world504.tables import KINDS
from games.world504.worlds import settings

from .positions import NOWHERE, act, can, code, enter, give, loaded, stage, start
from .terrains import settle
from .war import armed, at_war, attack, border, disarm, may_attack, owns, people, rest, roll, siege

RING = (5, 8, 9, 10, 6, 7)                          # cities at the rim of plan 2, clockwise


def capitals(world, seats):
    """All sets of capitals that can be chosen."""
    state, found = new_state(seats, {"world": world, "start": "0"}), set()
    while stage(state) != "capital":
        state.apply_action(state.chance_outcomes()[0][0])

    def choose(here):
        if stage(here) != "capital":
            raw = here.raw()
            found.add(frozenset(raw["number"][o["capital"]] for o in raw["owner"][:seats]))
            return
        for a in here.legal_actions():
            following = here.copy()
            following.apply_action(a)
            choose(following)

    choose(state)
    return found


# ---- set-up -------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("world", "seats"), [("468", 2), ("468", 3), ("468", 4), ("417", 2), ("417", 3), ("417", 4)])
def test_r4_s_3_capitals_at_the_rim_are_spaced(world, seats):
    def spaced(chosen):
        places = sorted(RING.index(city) for city in chosen)
        if seats == 4:
            free = [place for place in range(6) if place not in places]
            return free[1] - free[0] == 3
        return all((b - a) % 6 == 6 // seats for a, b in zip(places, [*places[1:], places[0]]))

    both_fish = {5, 10}
    expected = {frozenset(chosen) for chosen in combinations(RING, seats)
                if spaced(chosen) and not (world == "417" and both_fish <= set(chosen))}
    assert capitals(world, seats) == expected
    assert start(world, seats).rules_in_force()["plan"] == 2


@pytest.mark.parametrize(("world", "money"), [("468", 80), ("648", 60), ("864", 60), ("417", 80), ("147", 60)])
def test_r4_s_2_start_money(world, money):
    assert [o["money"] for o in start(world, 3).raw()["owner"][:3]] == [money] * 3


def test_r4_s_1_turn_order_is_clockwise():
    assert start("468", 3, start="2").raw()["order"][:3] == [2, 0, 1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r4_s_5_barracks_and_militia_on_every_free_city(seats):
    raw = start("467", seats).raw()
    free = [t for t in raw["city_at"] if all(o["capital"] != t for o in raw["owner"][:seats])]
    assert len(free) == 10 - seats
    assert raw["barracks"] == raw["militia"] == sum(1 << t for t in free)


@pytest.mark.parametrize("world", ["481", "248", "864"])
def test_r4_s_7_with_trading_houses_only_barracks(world):
    raw = start(world, 2).raw()
    assert raw["barracks"].bit_count() == 8
    assert raw["militia"].bit_count() == (0 if "8" in world[:2] else 8)


@pytest.mark.parametrize(("world", "armed_city"), [("543", True), ("456", True), ("835", False)])
def test_r4_s_6_r5_s_9_a_city_that_is_explored_gets_its_garrison(world, armed_city):
    state, t = explored(world, "city")
    assert armed(state.raw(), t) is armed_city


def explored(world, kind, **changes):
    """Seat 0 has explored a tile of this kind; the state and the tile."""
    raw = start(world, 2).raw()
    capital = raw["owner"][0]["capital"]
    give(raw, 0, settled=[] if raw["owner"][0]["capital"] == capital else [capital], up=[capital] * 2, **changes)
    state = enter(world, raw, "residents")
    act(state, "A_EXPLORE", next(a for a in state.legal_actions() if code("A_EXPLORE") <= a < code("A_FOLLOW"))
        - code("A_EXPLORE"))
    if stage(state) == "explored":
        raw = state.raw()
        raw["turn"]["odds"] = [6 if name == kind else 0 for name in KINDS]
        state = loaded(world, raw)
        state.apply_action(KINDS.index(kind))
    return state, state.raw()["tiles"] - 1


@pytest.mark.parametrize(("kind", "settlements", "residents"), [
    ("desert", 0, 0), ("meadow", 1, 0), ("forest", 1, 0), ("field", 1, 1), ("mountain", 0, 0)])
def test_r5_3d_14_r5_3d_4_a_new_tile_brings_something_and_the_explorer_returns(kind, settlements, residents):
    state, t = explored("456", kind)
    raw = state.raw()
    assert (owns(raw, 0, t), people(raw, 0, t)) == (bool(settlements), residents)
    assert armed(raw, t) is (kind == "mountain")
    assert raw["owner"][0]["tokens"] == 1               # for exploring; the gift brings none
    assert people(raw, 0, raw["owner"][0]["capital"]) == 1


def test_r4_3h_2_who_beats_the_militia_of_a_mountain_gets_20_once():
    raw, own, mountain = mountain_with_militia()
    state = rest(attack(at_war("456", raw), own, mountain, 3))
    roll(state, 1)
    assert state.income_terms(0)["militia"] == 20
    roll(state, 0)
    assert owns(state.raw(), 0, mountain)


def mountain_with_militia():
    state, mountain = explored("456", "mountain")
    raw = state.raw()
    own = raw["owner"][0]["capital"]
    if own not in raw["near"][mountain]:
        own = next(t for t in raw["near"][mountain] if t != NOWHERE)
        give(raw, 0, settled=[own])
    give(raw, 0, up=[own] * 2)
    raw["owner"][0]["active"][own], raw["owner"][0]["spent"][own] = 3, 0
    raw["owner"][0]["up"] |= 1 << own
    return raw, own, mountain


# ---- won and lost -------------------------------------------------------------------------------------

def test_r4_e_3_who_conquers_a_capital_takes_all_over_and_the_game_ends():
    raw, own, capital = siege("416", mine=5)
    field, forest = settle(raw, 1, field=1, forest=1)
    give(raw, 1, down=[field, field])
    state = roll(rest(attack(at_war("416", raw), own, capital, 5)), 3, 1)
    assert state.is_terminal()
    after = state.raw()
    assert all(owns(after, 0, t) for t in (capital, field, forest))
    assert people(after, 0, field) == 2
    assert after["owner"][1]["settled"] == 0
    assert after["owner"][1]["capital"] == NOWHERE
    assert state.sources()[0]["land"] == 3 * 3
    assert state.sources()[0]["cities"] == 2 * 5


def test_r4_e_3_pieces_that_do_not_suffice_are_chosen_for():
    raw, own, capital = siege("416", mine=5)
    field, forest = settle(raw, 1, field=1, forest=1)
    raw["owner"][0]["settlements"] = 2                  # one for the capital
    state = roll(rest(attack(at_war("416", raw), own, capital, 5)), 3, 0)
    assert stage(state) == "takeover"
    assert state.legal_actions() == sorted([code("A_TAKEOVER", field), code("A_TAKEOVER", forest)])
    act(state, "A_TAKEOVER", forest)
    assert state.is_terminal()
    assert owns(state.raw(), 0, forest)
    assert not owns(state.raw(), 1, field)


def test_r4_e_3_a_capital_merely_neutralised_loses_all():
    raw, own, capital = siege("416", mine=3)
    field, = settle(raw, 1, field=1)
    state = roll(rest(attack(at_war("416", raw), own, capital, 3)), 3, 3)
    assert state.is_terminal()
    assert not any(owns(state.raw(), i, t) for i in (0, 1) for t in (capital, field))


def test_r4_e_1_who_buys_its_last_resident_ends_the_game_after_the_turn():
    raw = start("416").raw()
    give(raw, 0, money=50)
    raw["owner"][0]["residents"] = 1
    state = enter("416", raw, "recruit")
    act(state, "A_RECRUIT", raw["owner"][0]["capital"])
    assert state.raw()["turn"]["ends"]
    rest(state)
    assert state.is_terminal()
    assert state.raw()["owner"][0]["income"] > 0        # the turn is played to its end


@pytest.mark.parametrize(("conquered", "errata", "over"),
                         [(False, "no", True), (True, "no", False), (True, "2015", True)])
def test_r4_e_2_the_last_settlement_of_the_supply_ends_the_game_where_it_is_laid_in_3d(conquered, errata, over):
    raw, own, theirs = border("416", "meadow", mine=3, errata=errata)
    raw["owner"][0]["settlements"] = 1
    if not conquered:
        raw["owner"][1]["settled"] &= ~(1 << theirs)
        raw["owner"][1]["settlements"] += 1
    state = attack(at_war("416", raw, errata=errata), own, theirs, 3 if conquered else 1)
    rest(state)
    if conquered:
        roll(state, 1, 0)
    assert owns(state.raw(), 0, theirs)
    assert state.is_terminal() is over


def test_r4_f_1_r4_t_1_points_for_tiles_and_a_tie_by_armies():
    raw = start("416").raw()
    settle(raw, 0, forest=2, city=1)
    settle(raw, 1, field=2, city=1)
    for t in range(raw["tiles"]):
        disarm(raw, t)
    give(raw, 1, down=[raw["owner"][1]["capital"]])
    state = loaded("416", raw)
    assert [sum(points.values()) for points in state.sources()] == [6 + 10, 6 + 10]
    assert state.shares_now() == [0, 1]


def test_v28_r4_3h_1_income_by_tiles_and_terrains():
    raw = start("647").raw()
    settle(raw, 0, forest=2, meadow=3, mountain=1, city=2)
    assert loaded("647", raw).income_terms(0) == {"base": 20, "tiles": 40, "terrains": 10}


def test_iii_5_r4_3h_1_ten_for_each_tile():
    raw = start("348").raw()
    settle(raw, 0, forest=2, meadow=1)
    give(raw, 0, privileges=["III(5)"])
    assert loaded("348", raw).income_terms(0)["tiles"] == 30


@pytest.mark.parametrize(("world", "dice"), [("432", True), ("364", False)])
def test_r4_3g_9_r4_3d_13_r3_3f_4_a_factory_falls_and_the_others_are_won(world, dice):
    raw, own, city = border(world, "city", mine=4)
    number = raw["number"][city] - 1
    raw["factory"][number] = [2, 2, 2]
    state = attack(at_war(world, raw), own, city, 3 if dice else 2)
    if dice:
        roll(act(state, "A_FIGHT", city) if can(state, "A_FIGHT", city) else rest(state), 1, 0)
    assert state.raw()["factory"][number] == [1, 1, 0]
    assert owns(state.raw(), 0, city)


@pytest.mark.parametrize(("world", "conquers", "owner"), [("834", True, 0), ("834", False, 7), ("843", True, 0)])
def test_r4_3d_10_r4_3g_10_a_plant_is_won_with_its_tile_or_nobodys(world, conquers, owner):
    raw, own, field = border(world, "field", mine=3)
    raw["plant"][field] = 1 + 3 + 8
    state = attack(at_war(world, raw), own, field, 1 + conquers if world == "834" else 3)
    if world == "843":
        roll(rest(state), 1, 0)
    assert state.raw()["plant"][field] == 1 + 3 + 8 * owner


def test_r3_3f_4_g16_what_is_nobodys_goes_to_who_settles_there_at_its_next_turn():
    raw, own, field = border("834", "field", mine=3)
    raw["plant"][field] = 1 + 3 + 8 * 7
    raw["owner"][1]["settled"] &= ~(1 << field)
    raw["owner"][1]["settlements"] += 1
    state = attack(at_war("834", raw), own, field)
    assert state.raw()["plant"][field] == 1 + 3 + 8 * 7
    assert enter("834", state.raw(), "take-neutral").raw()["plant"][field] == 1 + 3


@pytest.mark.parametrize(("world", "connected"), [("416", True), ("246", True), ("416", False)])
def test_r6_3d_9_u11_option_free_roads(world, connected):
    """With 4 at TOP I or II roads at TOP III must be connected to the capital, too, unless the option frees them."""
    text = {**DEFAULTS, "world": world, "free_roads": "no" if connected else "yes"}
    assert bool(settings(true_atoms(2, text), 2)["home_network"]) is connected


def test_i_1_one_more_recruit_on_a_tile_at_war():
    raw, own, _ = border("348", mine=0)
    give(raw, 0, money=100, privileges=["I(1)"])
    state = enter("348", raw, "recruit")
    act(act(state, "A_RECRUIT", own), "A_RECRUIT", own)
    assert people(state.raw(), 0, own) == 2


# ---- bad input ----------------------------------------------------------------------------------------

def spoilt(world, change):
    """The refusal of a position that this changes."""
    raw = start(world).raw()
    own = next(t for t in raw["near"][raw["owner"][0]["capital"]] if t != NOWHERE and raw["kind"][t] not in (0, 6))
    give(raw, 0, settled=[own], up=[own])
    document = position_to_json(enter(world, raw, "residents"))
    change(document, own, raw)
    with pytest.raises(InputError) as refused:
        position_from_json(document, trust=True)
    assert len(str(refused.value).splitlines()) <= 2
    return str(refused.value)


def space(raw, t):
    return f"{raw['q'][t]},{raw['r'][t]}"


def test_two_owners_on_a_tile_are_refused():
    def change(document, own, raw):
        document["players"][1]["settlements"] = [space(raw, own)]

    assert "a tile of its own, as seat 0 holds this one" in spoilt("416", change)


def test_barracks_on_a_capital_are_refused():
    def change(document, own, raw):
        document["tiles"][space(raw, raw["owner"][1]["capital"])]["barracks"] = True

    assert "barracks on the capital of seat 1" in spoilt("416", change)


def test_nine_militia_are_refused():
    state, _ = explored("456", "mountain")
    document = position_to_json(state)
    kinds = ["mountain"] * 6 + ["city"] * 7
    for kind in kinds:
        q, r = map(int, list(document["tiles"])[-1].split(","))
        document["tiles"][f"{q + 1},{r}"] = {"kind": kind, "militia": True}
    with pytest.raises(InputError, match=r"tiles: found 15 militia, .* expected at most 8") as refused:
        position_from_json(document)
    assert len(str(refused.value).splitlines()) <= 2


def test_residents_on_a_foreign_tile_are_refused_outside_a_fight():
    def change(document, own, raw):
        document["players"][1]["exhausted"] = {space_name(raw, own): 1}

    assert "residents on own tiles only" in spoilt("416", change)


def space_name(raw, t):
    return f"{KINDS[raw['kind'][t]]} {raw['q'][t]},{raw['r'][t]}"


def test_capitals_of_others_stay_out_of_reach_without_dice():
    raw, own, capital = siege("164", mine=3)
    assert not may_attack(at_war("164", raw), own, capital)
