"""What module 4 changes in the other modules, each rule by its number."""
from __future__ import annotations

import pytest

from games.world504.tables import GOODS, KINDS

from .positions import NOWHERE, act, can, code, enter, give, line, loaded, make, stage, start
from .terrains import settle
from .war import CITY, SIDES, WATER, at_war, attack, border, disarm, held, owns, people, rest, roll

# ---- module 1 -----------------------------------------------------------------------------------------


def drive_on(world, *kinds, seats=2, **changes):
    """A straight way of tiles of these kinds from a tile of seat 0 with its trolley; the position, tiles and side."""
    raw = start(world, seats).raw()
    for t in range(raw["tiles"]):
        for step, row in straight_ways(raw, t, len(kinds)):
            for there, kind in zip([t, *row], ("meadow", *kinds), strict=True):
                make(raw, there, kind)
            give(raw, 0, settled=[t], trolley=t, **changes)
            return raw, [t, *row], step
    raise AssertionError("no straight way")


def straight_ways(raw, t, length):
    def free(there):
        return there != NOWHERE and not raw["number"][there] and not held(raw, there)

    for step in range(SIDES):
        row, here = [], t
        for _ in range(length):
            here = raw["near"][here][step] if here != NOWHERE else NOWHERE
            row.append(here)
        if free(t) and all(map(free, row)):
            yield step, row


def test_v15_r1_3e_10_one_point_more_at_home_and_one_for_each_opponent():
    raw, (_, forest, meadow, city), step = drive_on("146", "forest", "meadow", "field", seats=3, speed=1)
    far = raw["city_at"][9]                             # city 10 lies at the end of the way
    raw["kind"][far], raw["number"][far] = KINDS.index("desert"), 0
    raw["kind"][city], raw["number"][city], raw["city_at"][9] = KINDS.index("city"), 10, city
    disarm(raw, far)
    give(raw, 1, settled=[forest, city])
    give(raw, 2, settled=[meadow])
    state = enter("146", raw, "trolley", seats=3)
    points = [state.raw()["turn"]["points"] / 2]
    for _ in range(3):
        points.append(act(state, "A_DRIVE", step).raw()["turn"]["points"] / 2)
    assert points == [5, 3, 1, 0]                       # nothing more for the same opponent


def test_r1_3e_10_a_start_on_an_opponents_tile_costs_nothing_more_there():
    raw, (here, there), step = drive_on("146", "field", speed=1)
    raw["owner"][0]["settled"] &= ~(1 << here)
    raw["owner"][0]["settlements"] += 1
    give(raw, 1, settled=[here, there])
    state = act(enter("146", raw, "trolley"), "A_DRIVE", step)
    assert state.raw()["turn"]["points"] == 2 * 3


@pytest.mark.parametrize(("world", "points"), [("148", 5), ("481", 4)])
def test_r1_3e_11_cities_at_peace_are_nobodys(world, points):
    raw = start(world).raw()
    raw["owner"][0]["speed"] = 1
    state = enter(world, raw, "trolley")
    assert state.raw()["turn"]["points"] == 2 * points


@pytest.mark.parametrize("world", ["146", "614"])
def test_r1_3e_12_residents_get_off_on_an_opponents_tile_and_none_gets_on(world):
    raw, (_, there), step = drive_on(world, "field", speed=1, holds=1, hold=[7, 0])
    give(raw, 1, settled=[there])
    raw["owner"][0]["residents"] -= 2
    state = act(enter(world, raw, "trolley"), "A_DRIVE", step)
    assert state.legal_actions() == [code("A_UNLOAD_RESIDENT")]
    act(state, "A_UNLOAD_RESIDENT")
    assert not can(state, "A_LOAD_RESIDENT")
    if world == "146":
        assert people(state.raw(), 0, there) == 1
    else:
        assert not owns(state.raw(), 1, there)


@pytest.mark.parametrize("world", ["421", "214"])
def test_r1_3e_13_with_module_2_the_fight_comes_when_the_trolley_has_stopped(world):
    raw, (_, there), step = drive_on(world, "field", speed=1, holds=1, hold=[7, 0])
    give(raw, 1, settled=[there])
    raw["owner"][0]["residents"] -= 2
    state = act(enter(world, raw, "trolley"), "A_DRIVE", step)
    while can(state, "A_UNLOAD_RESIDENT"):
        act(state, "A_UNLOAD_RESIDENT")
    assert people(state.raw(), 0, there) == 2
    assert owns(state.raw(), 1, there)
    if stage(state) == "drive":
        act(state, "A_DONE")
    if world == "421":
        assert stage(state) == "attack"
        roll(state, 1, 0)
    assert owns(state.raw(), 0, there)


@pytest.mark.parametrize("hold", [6, 7])
def test_r1_3e_14_by_the_corrections_a_resident_settles_wherever_the_trolley_comes(hold):
    for errata, forced in (("no", False), ("2015", True)):
        raw, (_, there), step = drive_on("146", "field", speed=1, holds=1, hold=[hold, 0])
        state = act(enter("146", raw, "trolley", errata=errata), "A_DRIVE", step)
        assert (state.legal_actions() == [code("A_UNLOAD_RESIDENT")]) is forced
        act(state, "A_UNLOAD_RESIDENT")
        assert owns(state.raw(), 0, there)
        assert can(state, "A_DONE")                     # one of two is enough
        assert can(state, "A_UNLOAD_RESIDENT") is (hold == 7)


@pytest.mark.parametrize(("holder", "cards", "gain", "paid"), [
    (1, [], 50 - 5, 5), (None, [], 50 - 5, 0), (0, [], 50, 0), (1, ["I(6)"], 60 - 6, 6), (0, ["I(6)"], 60, 0)])
def test_v17_r1_3h_2_duty_goes_to_who_holds_the_city(holder, cards, gain, paid):
    raw = start("314").raw()
    city = next(t for t in raw["city_at"] if not held(raw, t) and raw["demand"][raw["number"][t] - 1] >> 1 & 1)
    if holder is not None:
        disarm(raw, city)
        give(raw, holder, settled=[city])
    give(raw, 0, trolley=city, hold=[1 + GOODS.index("wood"), 0], privileges=cards)
    raw["price"] = [4] * 5                              # 50 Mark
    before = raw["owner"][1]["money"]
    state = act(enter("314", raw, "trolley"), "A_DELIVER", GOODS.index("wood"))
    while state.raw()["actor"] == 0 and state.raw()["place"] == raw["order"].index(0) and not state.is_terminal():
        state.apply_action(0)
    after = state.raw()
    assert after["owner"][0]["income"] == 20 + gain
    assert after["owner"][1]["money"] == before + paid


# ---- module 2 -----------------------------------------------------------------------------------------

@pytest.mark.parametrize(("world", "marked"), [("246", True), ("426", True), ("462", False), ("124", False)])
def test_r2_3d_5_an_opponents_city_is_reached_with_the_first_step_on_to_it(world, marked):
    raw, own, city = border(world, "city", mine=3)
    before = raw["owner"][0]["residents"] + (world == "124")        # there the attacker falls at once
    state = attack(at_war(world, raw), own, city)
    after = state.raw()["owner"][0]
    assert bool(after["cards"] >> (raw["number"][city] - 1) & 1) is marked
    assert after["residents"] == before - marked


def test_r2_3h_4_a_conquest_pays_like_a_first_settlement():
    raw, own, field = border("324", "field", mine=3)
    state = attack(at_war("324", raw), own, field, 2)
    assert owns(state.raw(), 0, field)
    assert state.income_terms(0)["first settlements"] == 5


def test_r2_e_2_fewer_city_cards_end_the_game():
    for seats, cards in ((2, 7), (3, 6), (4, 5)):
        assert start("246", seats).rules_in_force()["end_cards"] == cards
        assert start("263", seats).rules_in_force()["end_cards"] == cards + 2
        raw = start("246", seats).raw()
        for marked in (cards - 1, cards):
            give(raw, 0, cards=(1 << marked) - 1)
            state = enter("246", raw, "income", actor=raw["order"][seats - 1], seats=seats)
            assert state.is_terminal() is (marked == cards)


def test_r2_z_4_free_cities_bring_3_4_5_and_so_on():
    raw = start("462").raw()
    cities = [t for t in raw["city_at"] if not held(raw, t)][:2]
    points = []
    for city in cities:
        own = next(t for t in raw["near"][city] if t != NOWHERE and raw["kind"][t] not in (0, 6))
        give(raw, 0, settled=[] if owns(raw, 0, own) else [own], up=[own] * 3)
        state = roll(act(attack(at_war("462", raw), own, city, 3), "A_FIGHT", city), 2, 0)
        raw = state.raw()
        points.append(raw["owner"][0]["collected"][3])
        raw.update(turn=start("462").raw()["turn"], actor=0)
    assert points == [3, 3 + 4]


# ---- module 5 -----------------------------------------------------------------------------------------

def test_r5_3d_17_a_conquest_brings_a_token():
    raw, own, field = land_border("456")
    state = roll(rest(attack(at_war("456", raw), own, field, 3)), 1, 0)
    assert state.raw()["owner"][0]["tokens"] == raw["owner"][0]["tokens"] + 1


def land_border(world):
    """Two fields beside the capital of seat 0 on a plan that grows, the second one of seat 1."""
    raw = start(world, 4).raw()
    own = next(t for t in range(raw["tiles"]) if raw["kind"][t] == KINDS.index("meadow"))
    there = next(t for t in raw["near"][own] if t != NOWHERE and raw["kind"][t] == KINDS.index("water"))
    raw["kind"][there] = KINDS.index("field")
    give(raw, 0, settled=[own], up=[own] * 3)
    give(raw, 1, settled=[there])
    state = loaded(world, raw, 4)
    raw = state.raw()
    raw["order"] = [0, 1, 2, 3, 4]
    return raw, own, there


# ---- module 6 -----------------------------------------------------------------------------------------

def test_r6_s_3_r6_3d_8_forty_neutral_roads_one_an_edge_and_all_run_along_them():
    raw = start("468").raw()
    assert raw["roads_left"] == 40
    own = raw["owner"][0]["capital"]
    step, (forest, field) = line(raw, own, "forest", "field")
    give(raw, 0, settled=[forest, field], up=[own] * 3)
    state = at_war("468", raw)
    edge = next(a for a in state.legal_actions() if code("A_ROAD") <= a < code("A_CREW"))
    state.apply_action(edge)
    while stage(state) == "road-crew":
        state.apply_action(state.legal_actions()[0])
    after = state.raw()
    assert after["roads_left"] == 39
    assert after["neutral"].count(128) == 1
    assert after["owner"][0]["roads"] == 0
    give(after, 0, up=[own])
    assert can(at_war("468", after), "A_RUN", own)
    assert edge not in at_war("468", after).legal_actions()
    give(after, 0, up=[own] * 3)
    after["owner"][0]["settled"] &= ~(1 << forest)
    after["owner"][1]["settled"] |= 1 << forest
    assert not can(at_war("468", after), "A_RUN", own)


def test_v35_r6_3d_9_a_road_into_the_tile_that_is_attacked():
    raw = start("647").raw()
    own = raw["owner"][0]["capital"]
    _, (forest, meadow) = line(raw, own, "forest", "meadow")
    raw["neutral"][edge_between(raw, own, forest)] = 128
    raw["roads_left"] = 39
    give(raw, 0, settled=[forest], up=[forest] * 3)
    give(raw, 1, settled=[meadow])
    road = code("A_ROAD", edge_between(raw, forest, meadow))
    state = at_war("647", raw)
    assert road not in state.legal_actions()
    attack(state, forest, meadow)
    before = state.raw()["owner"][0]["residents"]
    state.apply_action(road)
    after = state.raw()
    assert after["owner"][0]["residents"] == before + 1
    assert (after["owner"][0]["active"][forest], after["owner"][0]["spent"][forest]) == (0, 1)
    assert after["neutral"][edge_between(raw, forest, meadow)] == 128


@pytest.mark.parametrize("world", ["674", "764", "364", "624"])
def test_r6_3d_4_with_4_at_top_iii_the_network_begins_at_the_capital(world):
    """Two far tiles were conquered with the road between them: it is no network of the new owner."""
    raw = start(world).raw()
    own = raw["owner"][0]["capital"]
    _, (near,) = line(raw, own, "meadow")
    far = [t for t in range(raw["tiles"]) if not held(raw, t) and raw["kind"][t] not in (CITY, WATER)
           and t != near and t not in raw["near"][own] + raw["near"][near]]
    won = next(t for t in far if sum(there in far for there in raw["near"][t]) > 1)
    first, second = [t for t in raw["near"][won] if t in far][:2]
    for t in (won, first, second):
        make(raw, t, "meadow")
    raw["neutral"][edge_between(raw, won, first)] = 128
    raw["roads_left"] -= 1
    give(raw, 0, settled=[near, won, first, second], up=[own] * 3 + [near, won, won, second])
    home, away = edge_between(raw, own, near), edge_between(raw, won, second)
    state = enter(world, raw, "residents")
    assert can(state, "A_ROAD", home)
    assert not can(state, "A_ROAD", away)
    raw["neutral"][home] = 128
    assert not can(enter(world, raw, "residents"), "A_ROAD", away)


def edge_between(raw, a, b):
    side = raw["near"][a].index(b)
    return 3 * a + side if side < 3 else 3 * b + side - 3


def joined(world):
    """Seat 0 has its capital, a forest and a field in a row, both joined by roads."""
    raw = start(world).raw()
    own = raw["owner"][0]["capital"]
    _, (forest, field) = line(raw, own, "forest", "field")
    give(raw, 0, settled=[forest, field], up=[own] * 3)
    raw["owner"][0]["active"][forest] = 3
    raw["owner"][0]["up"] |= 1 << forest
    raw["owner"][0]["residents"] -= 3
    state = at_war(world, raw)
    for a, b in ((own, forest), (forest, field)):
        raw = state.raw()
        give(raw, 0, up=[a] * 3)
        state = loaded(world, raw)
        act(state, "A_ROAD", edge_between(raw, a, b))
        while stage(state) == "road-crew":
            state.apply_action(state.legal_actions()[0])
    return state.raw(), own, forest, field


def test_r6_3d_10_counted_land_stays_and_is_counted_once():
    raw, own, forest, field = joined("647")
    assert raw["owner"][0]["linked"] == 1 << own | 1 << forest | 1 << field
    raw["owner"][0]["settled"] &= ~(1 << field)
    near = next(t for t in raw["near"][field] if t not in (NOWHERE, own, forest) and not held(raw, t)
                and raw["kind"][t] not in (CITY, WATER))
    raw["owner"][1]["capital"] = near               # as if it lay there: its first road leads to the field
    make(raw, near, "meadow")
    raw["owner"][0].update(active=[0] * 61, up=0)
    give(raw, 1, settled=[field], up=[field] * 3)
    raw["order"] = [1, 0, 2, 3, 4]
    state = act(enter("647", raw, "residents", actor=1), "A_ROAD", edge_between(raw, near, field))
    while stage(state) == "road-crew":
        state.apply_action(state.legal_actions()[0])
    assert state.raw()["owner"][0]["linked"] >> field & 1
    assert state.raw()["owner"][1]["linked"] == 1 << near


def test_r6_3d_10_only_the_first_road_counts_a_capital_that_no_road_reaches():
    raw, own, forest, field = joined("624")
    linked = raw["owner"][0]["linked"]
    third = next(t for t in raw["near"][field] if t not in (NOWHERE, own, forest) and not held(raw, t)
                 and raw["kind"][t] not in (0, 6))
    make(raw, third, "field")
    city = next(t for t in raw["city_at"] if t != NOWHERE and not held(raw, t))
    disarm(raw, city)
    give(raw, 0, settled=[own, third], capital=city, up=[field])
    state = loaded("624", raw)
    act(state, "A_ROAD", edge_between(raw, field, third))
    while stage(state) == "road-crew":
        state.apply_action(state.legal_actions()[0])
    assert state.raw()["owner"][0]["linked"] == linked | 1 << third


def test_r6_3d_11_tiles_no_longer_joined_are_subtracted():
    raw, own, forest, field = joined("468")
    assert raw["owner"][0]["linked"] == 1 << own | 1 << forest | 1 << field
    beside = next(t for t in raw["near"][forest] if t not in (NOWHERE, own, field) and raw["kind"][t] not in (0, 6))
    raw["owner"][0].update(active=[0] * 61, spent=[0] * 61, up=0, down=0)
    give(raw, 1, settled=[beside], up=[beside] * 3)
    raw.update(order=[1, 0, 2, 3, 4])
    state = enter("468", raw, "residents", actor=1)
    attack(state, beside, forest, 3)
    roll(rest(state), 1, 1)
    assert state.raw()["owner"][0]["linked"] == 1 << own


def test_r6_e_2_r6_t_2_forty_roads_end_the_game_and_residents_on_them_decide_a_tie():
    raw = start("647").raw()
    own, other = (raw["owner"][i]["capital"] for i in (0, 1))
    edges = [3 * t + side for t in range(raw["tiles"]) for side in range(3) if raw["near"][t][side] != NOWHERE]
    at_home = [e for e in edges if own in (e // 3, raw["near"][e // 3][e % 3])]
    for e in at_home[:1] + [e for e in edges if e not in at_home][:39]:
        raw["neutral"][e] = 128
    raw["roads_left"] = 0
    give(raw, 0, down=[own])
    give(raw, 1, down=[other])
    for side in range(6):
        there = raw["near"][other][side]
        if there != NOWHERE:
            raw["neutral"][edge_between(raw, other, there)] = 0
    raw["order"] = [0, 1, 2, 3, 4]
    state = loaded("647", raw)
    assert state.shares_now() == [1, 0]
    for e in [e for e in edges if not raw["neutral"][e] and other not in (e // 3, raw["near"][e // 3][e % 3])]:
        if raw["neutral"].count(128) < 40:
            raw["neutral"][e] = 128
    assert raw["neutral"].count(128) == 40
    state = enter("647", raw, "income", actor=1)
    assert state.is_terminal()
    raw["neutral"][raw["neutral"].index(128)] = 0
    assert not enter("647", raw, "income", actor=1).is_terminal()


# ---- modules 7 and 8 ----------------------------------------------------------------------------------

@pytest.mark.parametrize(("world", "conquers"), [("674", True), ("374", True), ("374", False)])
def test_r7_3d_2_a_tile_counts_for_who_conquers_it_and_no_more_for_who_loses_it(world, conquers):
    if world == "674":
        assert start(world).rules_in_force()["table"] == 2      # roads count there
        return
    raw, own, field = border(world, "field", mine=2)
    before = loaded(world, raw).income_terms(1)["majorities"]
    state = attack(at_war(world, raw), own, field, 1 + conquers)
    assert before - state.income_terms(1).get("majorities", 0) == 10
    assert ("majorities" in state.income_terms(0)) or not conquers


def test_r8_3d_7_barracks_are_the_first_house_in_a_city():
    for world, price in (("481", 10), ("867", 0)):
        raw = start(world).raw()
        city = next(t for t in raw["city_at"] if not held(raw, t))
        own = next(t for t in raw["near"][city] if t != NOWHERE and raw["kind"][t] not in (0, 6))
        give(raw, 0, settled=[own], up=[own] * 2, money=50)
        state = attack(at_war(world, raw), own, city)
        assert state.raw()["owner"][0]["money"] == 50 - price


def test_r8_3e_3_r8_3h_5_r8_f_3_trading_houses_take_two_goods():
    for world, room in (("481", 2), ("864", 2), ("867", 1)):
        assert start(world).rules_in_force()["house_capacity"] == room
    raw = start("684").raw()
    settle(raw, 0, city=1)
    give(raw, 0, goods=[2, 1, 1, 1, 0])
    state = enter("684", raw, "income")
    for good in (0, 1, 2, 3):
        act(state, "A_SELL", good)
    assert state.raw()["turn"]["sales"] == 0            # four goods are what two houses take


def test_r8_3e_3_with_transport_a_house_and_the_headquarters_take_two_goods_each():
    for world in ("184", "481"):
        raw = start(world).raw()
        city = next(t for t in raw["city_at"] if not held(raw, t))
        disarm(raw, city)
        give(raw, 0, settled=[city], holds=2)
        for t in (city, raw["owner"][0]["capital"]):
            wanted = [n for n in range(5) if world == "481" or raw["demand"][raw["number"][t] - 1] >> n & 1][:3]
            give(raw, 0, trolley=t, hold=[1 + wanted[1], 1 + wanted[0]])
            state = act(enter(world, raw, "trolley"), "A_DELIVER", wanted[0])
            act(state, "A_DELIVER", wanted[1])          # the second one still finds room
            full = state.raw()
            full["turn"] = raw["turn"]
            give(full, 0, hold=[1 + wanted[2], 0])
            assert not can(enter(world, full, "trolley"), "A_DELIVER", wanted[2])


def test_r8_e_2_fewer_trading_houses_end_the_game():
    for seats, needed in ((2, 6), (3, 5), (4, 4)):
        assert start("864", seats).rules_in_force()["end_houses"] == needed
        assert start("867", seats).rules_in_force()["end_houses"] == needed + 2
        raw = start("864", seats).raw()
        settle(raw, 0, city=needed - 2)
        give(raw, 0, goods=[1] * 5)
        for more in (0, 1):                             # the headquarters is a house, too
            settle(raw, 0, city=more)
            state = enter("864", raw, "income", actor=raw["order"][seats - 1], seats=seats)
            assert state.is_terminal() is bool(more)


def test_r8_f_3_goods_are_scored_two_a_house():
    raw = start("864").raw()
    give(raw, 0, goods=[1, 1, 1, 0, 0])
    assert loaded("864", raw).sources()[0]["stored goods"] == 3
