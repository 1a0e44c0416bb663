"""Fights of module 4 with dice and man to man, each rule by its number, with the worked examples."""
from __future__ import annotations

import pytest

from games.world504.conditions import atoms_of
from games.world504.phases import phases
from games.world504.tables import KINDS
from tests.whole import mostly_whole

from .odds import attack_odds, defence_odds
from .positions import NOWHERE, SLOTS, STAGES, act, can, code, give, loaded, make, stage
from .war import (
    CITY,
    SIDES,
    WATER,
    at_war,
    attack,
    border,
    held,
    may_attack,
    odds,
    owns,
    people,
    rest,
    roll,
    side,
    siege,
)

# ---- odds ---------------------------------------------------------------------------------------------

@pytest.mark.parametrize("kind", ["mountain", "forest", "field"])
@pytest.mark.parametrize("attackers", mostly_whole(range(1, 10), (1, 2, 5).__contains__))
def test_r4_3g_1_odds_of_the_attack_equal_a_closed_computation(kind, attackers):
    for residents in range(10):
        for die in (False, True):
            for shield in (False, True):
                raw, own, theirs = border("348", kind, mine=0, residents=residents)
                raw["owner"][0]["spent"][theirs] = attackers
                raw["owner"][0]["down"] |= 1 << theirs
                give(raw, 0, privileges=["III(4)"] * die)
                give(raw, 1, privileges=["I(4)"] * shield)
                raw["turn"].update(battle=1 + theirs, foe=2)
                raw["stage"] = STAGES.index("attack")
                state = at_stage("348", raw)
                assert odds(state) == close(attack_odds(attackers, kind, residents + 1, die=die, shield=shield))


def at_stage(world, raw):
    return loaded(world, {**raw, "actor": 0})


def close(expected):
    """These odds, as fractions."""
    return pytest.approx({hits: float(chance) for hits, chance in expected.items()}, abs=1e-12)


@pytest.mark.parametrize("residents", range(8))
def test_r4_3g_4_odds_against_a_headquarters_count_its_three_armies(residents):
    raw, own, capital = siege("416", mine=7, residents=residents)
    state = rest(attack(at_war("416", raw), own, capital, 7))
    assert odds(state) == close(attack_odds(7, "city", residents + 3))


@pytest.mark.parametrize("attackers", range(1, 8))
@pytest.mark.parametrize("removed", range(1, 11))
def test_r4_3g_2_odds_of_the_defence_equal_a_closed_computation(attackers, removed):
    raw, own, theirs = border("416", mine=0)
    raw["owner"][0]["spent"][theirs] = attackers
    raw["owner"][0]["down"] |= 1 << theirs
    raw["turn"].update(battle=1 + theirs, foe=2, dice=removed)
    raw["stage"] = STAGES.index("defence")
    assert odds(at_stage("416", raw)) == close(defence_odds(removed, attackers))


@pytest.mark.parametrize("kind", ["meadow", "city"])
def test_r4_3g_1_r4_3g_2_played_dice_fit_their_odds(kind):
    """Chi-square over the keyed dice of 3,000 games."""
    raw, own, theirs = border("416", kind, mine=3, residents=2)
    state = rest(attack(at_war("416", raw), own, theirs, 3))
    for _ in range(2):
        expected = odds(state)
        found = dict.fromkeys(expected, 0)
        for game in range(3_000):
            found[state.keyed_chance(game)] += 1
        statistic = sum((found[k] - 3_000 * p) ** 2 / (3_000 * p) for k, p in expected.items())
        assert statistic < 20               # three degrees of freedom: less than one in 5,000
        state.apply_action(2)


# ---- the course of a fight ----------------------------------------------------------------------------

def test_v27_r4_3g_3_three_attack_a_meadow_with_two_defenders():
    raw, own, meadow = border("416", "meadow", mine=3, residents=1)
    state = rest(attack(at_war("416", raw), own, meadow, 3))
    assert stage(state) == "attack"
    assert set(odds(state)) == {0, 1, 2}                # a third hit lapses
    roll(state, 2, 1)
    after = state.raw()
    assert owns(after, 0, meadow)
    assert not owns(after, 1, meadow)
    assert (people(after, 0, meadow), people(after, 1, meadow)) == (1, 0)
    assert after["owner"][0]["spent"][meadow] == 1


def test_r4_3d_4_attackers_lie_on_the_tile_until_all_else_is_done():
    raw, own, theirs = border("416", mine=2)
    state = attack(at_war("416", raw), own, theirs, 2)
    assert (state.raw()["owner"][0]["spent"][theirs], stage(state)) != (0, "attack")
    assert people(state.raw(), 0, theirs) == 2
    assert stage(rest(state)) == "attack"


def test_r4_3d_4_the_owner_says_which_fight_is_next():
    raw, own, theirs = border("416", mine=3)
    other = next(t for t in raw["near"][own] if t not in (theirs, 255) and not owns(raw, 0, t)
                 and raw["kind"][t] not in (KINDS.index("city"), KINDS.index("water")))
    give(raw, 1, settled=[other])
    state = rest(attack(attack(at_war("416", raw), own, theirs), own, other))
    assert stage(state) == "fight"
    assert state.legal_actions() == sorted([code("A_FIGHT", theirs), code("A_FIGHT", other)])
    roll(act(state, "A_FIGHT", other), 0)
    assert people(state.raw(), 0, other) == 0
    assert stage(state) == "attack"                     # one is left
    assert state.raw()["turn"]["battle"] == 1 + theirs


def test_r4_3g_3_survivors_retreat_to_own_tiles_and_the_tile_stays_what_it_was():
    raw, own, theirs = border("416", mine=2, residents=3)
    state = rest(attack(at_war("416", raw), own, theirs, 2))
    roll(state, 1, 1)
    after = state.raw()
    assert (people(after, 1, theirs), people(after, 0, theirs), people(after, 0, own)) == (2, 0, 1)
    assert owns(after, 1, theirs)


@pytest.mark.parametrize("world", ["248", "246"])
def test_r4_3d_5_r2_3d_1_residents_run_to_where_attackers_leave_room(world):
    """The tile beside the attacked one is full until the first attacker leaves it."""
    raw, own, theirs = border(world, mine=3, residents=5)
    behind = next(t for t in raw["near"][own] if t not in (theirs, NOWHERE) and theirs not in raw["near"][t]
                  and not held(raw, t) and raw["kind"][t] not in (CITY, WATER))
    make(raw, behind, "forest")
    give(raw, 0, settled=[behind], up=[behind] * 3, down=[own] * 4)
    state = at_war(world, raw)
    assert not can(state, "A_RUN", behind)
    attack(state, own, theirs)
    act(act(state, "A_RUN", behind), "A_STOP", own)
    after = state.raw()["owner"][0]
    assert (after["active"][own], after["active"][behind]) == (3, 2)
    assert not can(state, "A_STEP", SIDES * behind + raw["near"][behind].index(own))
    attack(state, own, theirs)
    act(state, "A_FIGHT", theirs)


def test_r4_3g_3_u26_retreats_are_chosen_and_who_finds_no_room_returns_to_the_supply():
    raw, own, theirs = border("416", mine=3, residents=3)
    give(raw, 0, up=[own] * 4)
    second = next(t for t in raw["near"][theirs] if t not in (own, 255) and raw["kind"][t] == KINDS.index("forest")
                  or t not in (own, 255) and not owns(raw, 0, t) and raw["kind"][t] not in (0, 6))
    give(raw, 0, settled=[second], down=[second] * 6)
    state = rest(attack(at_war("416", raw), own, theirs, 3))
    roll(state, 0)
    assert stage(state) == "retreat"
    assert can(state, "A_RETREAT", second)
    assert can(state, "A_RETREAT", own)
    act(state, "A_RETREAT", second)                     # it is full now, so nothing is asked about the other two
    assert stage(state) != "retreat"
    assert [people(state.raw(), 0, t) for t in (second, own)] == [7, 6]
    full, own_full, their = border("416", mine=1, residents=2)
    full["owner"][0]["settled"] &= ~(1 << own_full)     # nothing to go back to
    full["owner"][0].update(settlements=full["owner"][0]["settlements"] + 1)
    full["owner"][0]["active"][own_full], full["owner"][0]["up"] = 0, 0
    full["owner"][0]["spent"][their], full["owner"][0]["down"] = 1, 1 << their
    full["turn"].update(battle=1 + their, foe=2)
    full["stage"] = STAGES.index("attack")
    full["phase"] = 2 * SLOTS + phases(atoms_of("416"))["turn"].index("fights")
    full.update(actor=0, place=full["order"].index(0))
    state = roll(at_stage("416", full), 0)
    assert people(state.raw(), 0, their) == 0
    assert state.raw()["owner"][0]["residents"] == full["owner"][0]["residents"] + 1


def test_r4_3g_3_neither_left_the_tile_is_neutral():
    raw, own, theirs = border("416", mine=1)
    state = roll(rest(attack(at_war("416", raw), own, theirs)), 1, 1)
    after = state.raw()
    assert not owns(after, 0, theirs)
    assert not owns(after, 1, theirs)


@pytest.mark.parametrize(("hits", "dice"), [(1, 1), (2, 2)])
def test_r4_3g_4_one_or_two_hits_do_not_take_a_headquarters_but_cost_dice(hits, dice):
    raw, own, capital = siege("416", mine=3)
    state = roll(rest(attack(at_war("416", raw), own, capital, 3)), hits)
    assert stage(state) == "defence"
    assert state.raw()["turn"]["dice"] == dice
    roll(state, 0)
    assert state.raw()["owner"][1]["capital"] == capital
    assert people(state.raw(), 0, own) == 3


def test_r4_3g_5_the_dice_of_a_free_city_are_chance():
    raw, own, city = border("416", "city", mine=3)
    give(raw, 1, settlements=raw["owner"][1]["settlements"] + 1)
    raw["owner"][1]["settled"] &= ~(1 << city)
    raw["barracks"] |= 1 << city
    raw["militia"] |= 1 << city
    state = rest(attack(at_war("416", raw), own, city, 3))
    assert set(odds(state)) == {0, 1, 2}
    roll(state, 2)
    assert set(odds(state)) == {0, 1, 2}
    roll(state, 0)
    after = state.raw()
    assert owns(after, 0, city)
    assert not (after["barracks"] | after["militia"]) >> city & 1


def test_r4_3g_7_i_4_and_iii_4_cancel_a_hit_and_add_a_die():
    raw, own, theirs = border("348", "forest", mine=1, residents=3)
    give(raw, 0, privileges=["III(4)"])
    give(raw, 1, privileges=["I(4)", "III(4)"])
    state = rest(attack(at_war("348", raw), own, theirs))
    assert odds(state) == close(attack_odds(1, "forest", 4, die=True, shield=True))
    assert max(odds(state)) == 3
    roll(state, 2)
    assert state.raw()["turn"]["dice"] == 3             # two removed and one more


def test_ii_7_r4_3g_1_a_mountain_is_attacked_like_a_meadow():
    raw, own, theirs = border("348", "mountain", mine=1, residents=3)
    give(raw, 0, privileges=["II(7)"])
    state = rest(attack(at_war("348", raw), own, theirs))
    assert odds(state) == pytest.approx({0: 1 / 6, 1: 2 / 6, 2: 3 / 6})


# ---- with module 2: at once ---------------------------------------------------------------------------

def test_r4_3d_5_r4_3g_6_a_fight_comes_before_anything_else_and_a_tile_that_held_out_is_safe():
    raw, own, theirs = border("426", mine=4, residents=5)
    state = attack(at_war("426", raw), own, theirs)
    step = code("A_STEP", SIDES * own + side(raw, own, theirs))
    legal = [a for a in state.legal_actions() if not code("A_ROAD") <= a < code("A_CREW")]
    assert legal == [step, code("A_FIGHT", theirs)]
    roll(act(state, "A_FIGHT", theirs), 0)
    if stage(state) == "retreat":
        act(state, "A_RETREAT", own)
    assert stage(state) == "act"
    assert people(state.raw(), 0, own) >= 3
    assert not may_attack(state, own, theirs)


def test_r4_3d_5_further_residents_enter_a_neutralised_tile_in_the_same_turn():
    raw, own, theirs = border("426", mine=2)
    state = roll(act(attack(at_war("426", raw), own, theirs), "A_FIGHT", theirs), 1, 1)
    assert not owns(state.raw(), 1, theirs)
    assert owns(attack(state, own, theirs).raw(), 0, theirs)


def test_r4_3d_5_whose_capital_falls_picks_another_city():
    raw, own, capital = siege("426", mine=6, cities=2)
    state = roll(act(attack(at_war("426", raw), own, capital, 5), "A_FIGHT", capital), 3, 0)
    assert stage(state) == "new-home"
    assert state.current_player() == 1
    homes = [raw["number"][t] for t in raw["city_at"] if raw["owner"][1]["settled"] >> t & 1]
    assert state.legal_actions() == sorted(code("A_CAPITAL", number - 1) for number in homes)
    act(state, "A_CAPITAL", homes[0] - 1)
    after = state.raw()
    assert after["number"][after["owner"][1]["capital"]] == homes[0]
    assert after["actor"] == 0
    assert after["owner"][1]["settlements"] == raw["owner"][1]["settlements"] + 1
    assert owns(after, 0, capital)
    assert not after["turn"]["ends"]


def test_r4_3d_6_r4_e_4_without_another_city_the_game_ends_after_the_turn():
    raw, own, capital = siege("426", mine=6)
    state = roll(act(attack(at_war("426", raw), own, capital, 5), "A_FIGHT", capital), 3, 0)
    assert state.raw()["turn"]["ends"]
    rest(state)
    assert state.is_terminal()


def test_r4_3d_7_the_last_city_is_safe_at_top_ii():
    for cities, may in ((0, False), (1, True)):
        raw, own, capital = siege("246", mine=3, cities=cities)
        assert may_attack(at_war("246", raw), own, capital) is may


# ---- man to man ---------------------------------------------------------------------------------------

def test_v26_r4_3d_8_one_resident_for_each_army_and_the_next_one_settles():
    raw, own, field = border("614", "field", mine=3, residents=1)
    state = attack(at_war("614", raw), own, field)
    assert (people(state.raw(), 1, field), owns(state.raw(), 1, field)) == (0, True)
    attack(state, own, field)
    assert not owns(state.raw(), 1, field)
    attack(state, own, field)
    after = state.raw()
    assert owns(after, 0, field)
    assert people(after, 0, own) == 0
    assert after["owner"][0]["residents"] == raw["owner"][0]["residents"] + 3


def test_r4_3d_9_r4_3d_15_three_at_once_take_a_headquarters_and_its_owner_moves():
    raw, own, capital = siege("264", mine=4, residents=1, cities=1)
    state = at_war("264", raw)
    assault = code("A_ASSAULT", SIDES * own + side(raw, own, capital))
    assert assault not in state.legal_actions()         # a resident defends it
    attack(state, own, capital)
    assert not may_attack(state, own, capital)
    for _ in range(3):
        state.apply_action(assault)
    after = state.raw()
    assert after["owner"][1]["capital"] not in (capital, 255)
    assert not owns(after, 1, capital)
    assert people(after, 0, own) == 0


def test_r4_3d_9_the_last_capital_is_safe():
    raw, own, capital = siege("264", mine=4)
    state = at_war("264", raw)
    assert not may_attack(state, own, capital)
    assert code("A_ASSAULT", SIDES * own + side(raw, own, capital)) not in state.legal_actions()


@pytest.mark.parametrize("world", ["147", "614"])
def test_r4_3d_14_capitals_are_safe_at_top_ii_and_iii(world):
    raw, own, capital = siege(world, mine=3, residents=2)
    assert not may_attack(at_war(world, raw), own, capital)


def test_r4_3d_3_capitals_are_attacked_at_top_i():
    raw, own, capital = siege("416", mine=3, residents=2)
    assert may_attack(at_war("416", raw), own, capital)


def test_r4_3d_1_u25_who_has_no_settlement_left_attacks_nobody_and_no_tile_takes_more_than_seven():
    raw, own, theirs = border("416", mine=7)
    raw["owner"][0]["settlements"] = 0
    assert not may_attack(at_war("416", raw), own, theirs)
    raw, own, theirs = border("416", mine=7)
    second = next(t for t in raw["near"][own] if t not in (theirs, 255) and raw["kind"][t] not in (0, 6))
    make(raw, second, "forest")
    give(raw, 0, up=[raw["owner"][0]["capital"]] * 3)
    state = attack(at_war("416", raw), own, theirs, 7)
    assert people(state.raw(), 0, theirs) == 7
    assert not any(state.raw()["near"][(a - code("A_STEP")) // SIDES][(a - code("A_STEP")) % SIDES] == theirs
                   for a in state.legal_actions() if code("A_STEP") <= a < code("A_EXPLORE"))


@pytest.mark.parametrize("world", ["482", "284", "841"])
def test_r4_3d_2_cities_are_at_peace_with_trading_houses(world):
    raw, own, city = border(world, "city", mine=1)
    give(raw, 0, money=100)
    raw["barracks"] |= 1 << city
    state = attack(at_war(world, raw), own, city)
    assert owns(state.raw(), 0, city)
    assert owns(state.raw(), 1, city)
