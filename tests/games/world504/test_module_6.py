"""Module 6, roads: a test for each rule of the digest that it names, on positions of a few tiles."""
import pytest

from games.world504.notation import legal_texts
from games.world504.tables import KINDS

from .positions import Raw, board, give, lay, loaded, make, name, start
from .turns import acting, last_turn, next_turn, offers, over, play

SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def road(raw: Raw, a: int, b: int) -> str:
    """The road between two tiles as texts call it."""
    side = raw["near"][a].index(b)
    a, b = (a, b) if side < 3 else (b, a)
    return f"road {name(raw, a)} to {name(raw, b)}"


def has_road(state, owner: int, a: int, b: int) -> bool:
    raw = state.raw()
    return bool(raw["owner"][owner]["road"][a] >> raw["near"][a].index(b) & 1)


def neutral_roads(state) -> int:
    return sum(bin(owners).count("1") for owners in state.raw()["neutral"])


# ---- set-up -----------------------------------------------------------------------------------------

def test_r6_s_1_the_order_is_clockwise_and_the_second_of_two_has_more_money():
    raw = start("867").raw()
    assert [raw["owner"][seat]["money"] for seat in raw["order"][:2]] == [60, 80]
    assert raw["owner"][0]["capital"] == raw["owner"][1]["capital"] == raw["city_at"][0]


def test_r6_s_2_every_owner_has_19_roads_and_builds_none_without_one():
    raw, (capital, meadow) = board("678", "meadow")
    assert raw["owner"][0]["roads"] == 19
    give(raw, 0, up=[capital] * 3, roads=0)
    assert offers(acting("678", raw), "road") == []


def test_r6_s_2_option_roads_unlimited_go_on_when_the_supply_is_out():
    raw, (capital, meadow) = board("678", "meadow", roads="unlimited")
    give(raw, 0, up=[capital] * 3, roads=0)
    state = play(acting("678", raw, roads="unlimited"), road(raw, capital, meadow))
    assert has_road(state, 0, capital, meadow)
    assert state.raw()["owner"][0]["roads"] == 0


# ---- building ---------------------------------------------------------------------------------------

def test_r6_3d_1_a_resident_runs_along_roads_without_tiring():
    raw, (capital, first, second) = board("726", "meadow", "forest")
    give(raw, 0, up=[second])
    lay(raw, 0, capital, first)
    lay(raw, 0, first, second)
    state = play(acting("726", raw), f"run from {name(raw, second)}", f"run to {name(raw, capital)}")
    assert state.raw()["owner"][0]["active"][capital] == 1


def test_r6_3d_1_a_step_off_the_roads_tires():
    raw, (capital, meadow) = board("678", "meadow")
    give(raw, 0, up=[meadow])
    state = play(acting("678", raw), f"step from {name(raw, meadow)} to {name(raw, capital)}")
    assert state.raw()["owner"][0]["spent"][capital] == 1


@pytest.mark.parametrize(("kinds", "cost"), [
    (("meadow", "meadow"), 1), (("meadow", "field"), 1), (("field", "forest"), 2), (("desert", "meadow"), 2),
    (("mountain", "meadow"), 3), (("forest", "mountain"), 3),
])
def test_r6_3d_2_a_road_takes_as_many_residents_as_the_dearer_terrain_costs(kinds, cost):
    raw, (capital, a, b) = board("726", *kinds)
    give(raw, 0, up=[a] * (cost - 1))
    assert road(raw, a, b) not in legal_texts(acting("726", raw))
    give(raw, 0, up=[b])
    state = play(acting("726", raw), road(raw, a, b))
    assert has_road(state, 0, a, b)
    assert has_road(state, 0, b, a)
    assert state.raw()["owner"][0]["roads"] == 18


def test_r6_3d_2_a_road_from_a_city_takes_three():
    raw, (capital, meadow) = board("678", "meadow")
    give(raw, 0, up=[capital] * 2)
    assert offers(acting("678", raw), "road") == []
    give(raw, 0, up=[capital])
    assert offers(acting("678", raw), "road") == [road(raw, capital, meadow)]


def test_r6_3d_2_both_tiles_need_an_own_settlement():
    raw, (capital, meadow) = board("678", "meadow")
    give(raw, 0, up=[capital] * 3, settled=[])
    raw["owner"][0]["settled"] = 0
    raw["owner"][1]["settled"] = 1 << meadow
    assert offers(acting("678", raw), "road") == []


def test_r6_3d_2_no_second_own_road_on_an_edge():
    raw, (capital, meadow) = board("678", "meadow")
    give(raw, 0, up=[capital] * 6)
    state = play(acting("678", raw), road(raw, capital, meadow))
    assert offers(state, "road") == []


def test_r6_3d_2_exhausted_residents_do_not_build():
    raw, (capital, meadow) = board("678", "meadow")
    give(raw, 0, up=[capital] * 2, down=[capital, meadow])
    assert offers(acting("678", raw), "road") == []


def test_r6_3d_3_each_opponents_road_costs_one_more_who_stays():
    raw, (capital, forest, meadow) = board("687", "forest", "meadow", seats=3)
    lay(raw, 0, capital, forest)
    lay(raw, 1, forest, meadow)
    lay(raw, 2, forest, meadow)
    give(raw, 0, up=[forest] * 3)
    assert offers(acting("687", raw, 3), "road") == []
    give(raw, 0, up=[forest])
    before = raw["owner"][0]["residents"]
    state = play(acting("687", raw, 3), road(raw, forest, meadow))
    mine = state.raw()["owner"][0]
    assert (mine["spent"][forest], mine["residents"]) == (3, before + 1)


def test_r6_3d_3_opponents_roads_on_other_edges_cost_nothing():
    raw, (capital, forest, meadow) = board("687", "forest", "meadow")
    lay(raw, 0, capital, forest)
    lay(raw, 1, capital, forest)
    give(raw, 0, up=[forest] * 2)
    assert offers(acting("687", raw), "road") == [road(raw, forest, meadow)]


def test_r6_3d_4_v34_one_of_three_returns_to_the_supply_and_two_are_exhausted():
    raw, (capital, forest, meadow) = board("687", "forest", "meadow")
    lay(raw, 0, capital, forest)
    lay(raw, 1, forest, meadow)
    give(raw, 0, up=[forest] * 3)
    before = raw["owner"][0]["residents"]
    mine = play(acting("687", raw), road(raw, forest, meadow)).raw()["owner"][0]
    assert (mine["active"][forest], mine["spent"][forest], mine["residents"]) == (0, 2, before + 1)


def test_r6_3d_4_the_first_road_leaves_the_capital_and_further_ones_the_network():
    raw, (capital, a, b, c) = board("687", "meadow", "meadow", "meadow")
    give(raw, 0, up=[a, a, b, c])
    assert offers(acting("687", raw), "road") == []
    lay(raw, 0, capital, a)
    state = acting("687", raw)
    assert offers(state, "road") == [road(raw, a, b)]
    play(state, road(raw, a, b), next(text for text in legal_texts(play(state.copy(), road(raw, a, b)))
                                      if text.endswith(f"{name(raw, a)} sends one back")))
    assert road(raw, b, c) in offers(state, "road")


def test_r6_3d_4_who_builds_is_asked_where_residents_stand_at_both_ends():
    raw, (capital, meadow) = board("687", "meadow")
    give(raw, 0, up=[capital] * 3 + [meadow])
    state = play(acting("687", raw), road(raw, capital, meadow))
    first, second = road(raw, capital, meadow)[5:].split(" to ")
    counts = ((2, 1), (3, 0)) if first == name(raw, capital) else ((0, 3), (1, 2))
    expected = [f"{x} of {first} and {y} of {second} build, {end} sends one back"
                for x, y in counts for end, part in ((first, x), (second, y)) if part]
    assert legal_texts(state) == expected
    assert len(expected) == 3
    mixed = next(text for text in expected if "1 of" in text and f"{name(raw, meadow)} sends" in text)
    mine = play(state, mixed).raw()["owner"][0]
    assert (mine["active"][capital], mine["spent"][capital], mine["active"][meadow], mine["spent"][meadow]) == (
        1, 2, 0, 0)


def test_r6_3d_5_at_top_iii_nobody_returns_and_roads_may_be_anywhere():
    raw, (capital, a, b) = board("726", "meadow", "forest")
    give(raw, 0, up=[a, b])
    before = raw["owner"][0]["residents"]
    state = play(acting("726", raw), road(raw, a, b))
    mine = state.raw()["owner"][0]
    assert (mine["spent"][a], mine["spent"][b], mine["residents"], mine["linked"]) == (1, 1, before, 0)


def test_r6_3d_6_a_road_counts_the_tiles_that_it_connects_the_capital_with_the_first():
    raw, (capital, desert) = board("687", "desert")
    give(raw, 0, up=[capital] * 3)
    mine = play(acting("687", raw), road(raw, capital, desert)).raw()["owner"][0]
    assert mine["linked"] == 1 << capital | 1 << desert


@pytest.mark.parametrize(("world", "counted"), [("368", False), ("367", True), ("768", True)])
def test_r6_3d_6_r6_s_4_at_top_ii_deserts_count_only_with_module_7(world, counted):
    raw, (capital, desert) = board(world, "desert")
    give(raw, 0, up=[capital] * 3)
    mine = play(acting(world, raw), road(raw, capital, desert)).raw()["owner"][0]
    assert mine["linked"] == 1 << capital | counted << desert


# ---- roads of nobody --------------------------------------------------------------------------------

def recalled() -> tuple[Raw, list[int], object]:
    """World 627: seat 0 has roads capital - meadow - field, and recalls the meadow's settlement for a new one."""
    raw, row = board("627", "meadow", "field")
    capital, meadow, field = row
    lay(raw, 0, capital, meadow)
    lay(raw, 0, meadow, field)
    side = next(s for s, there in enumerate(raw["near"][field])
                if there != 255 and there not in row and not raw["number"][there])
    new = make(raw, raw["near"][field][side], "field")
    give(raw, 0, up=[field], settlements=0)
    state = play(acting("627", raw), f"step from {name(raw, field)} to {name(raw, new)}",
                 f"recall settlement from {name(raw, meadow)}")
    return raw, row, state


def test_r6_3d_7_roads_to_a_removed_settlement_belong_to_nobody():
    raw, (capital, meadow, field), state = recalled()
    mine = state.raw()["owner"][0]
    assert not has_road(state, 0, capital, meadow)
    assert not has_road(state, 0, field, meadow)
    assert mine["linked"] == 1 << capital | 1 << field
    assert (neutral_roads(state), mine["roads"]) == (2, 17)


def test_r6_3d_7_the_next_with_both_ends_and_a_road_there_takes_them_at_the_start_of_its_turn():
    _, (capital, meadow, field), state = recalled()
    raw = state.raw()
    give(raw, 1, settled=[meadow, field])
    assert neutral_roads(next_turn("627", raw, actor=1)) == 2          # no other road of its own leads there
    raw = state.raw()
    there = next(t for t in raw["near"][capital] if t != meadow)
    make(raw, there, "forest")
    give(raw, 1, settled=[meadow, field, there])
    lay(raw, 1, capital, there)
    taken = next_turn("627", raw, actor=1)
    assert neutral_roads(taken) == 0
    assert has_road(taken, 1, capital, meadow)
    assert has_road(taken, 1, meadow, field)
    owners = taken.raw()["owner"]
    assert owners[1]["linked"] == 1 << capital | 1 << there | 1 << meadow | 1 << field
    assert (owners[0]["roads"], owners[1]["roads"]) == (19, 16)


def test_r6_3d_7_a_road_of_nobody_stays_where_an_end_is_missing_or_an_own_road_lies():
    _, (capital, meadow, field), state = recalled()
    raw = state.raw()
    give(raw, 1, settled=[meadow])
    lay(raw, 1, capital, meadow)
    assert neutral_roads(next_turn("627", raw, actor=1)) == 2


def test_r6_3d_7_a_road_of_nobody_costs_no_more():
    _, (capital, meadow, field), state = recalled()
    raw = state.raw()
    give(raw, 0, up=[capital] * 3, settlements=1)
    give(raw, 0, settled=[meadow])
    assert road(raw, capital, meadow) in offers(acting("627", raw), "road")


# ---- privileges -------------------------------------------------------------------------------------

@pytest.mark.parametrize(("card", "kind"), [("I(9)", "forest"), ("II(7)", "mountain"), ("II(8)", "city")])
def test_i_9_ii_7_and_ii_8_make_a_terrain_cost_one(card, kind):
    raw, (capital, a, b) = board("683", "meadow", "meadow" if kind == "city" else kind)
    ends = (capital, a) if kind == "city" else (a, b)
    lay(raw, 0, capital, a) if kind != "city" else None
    give(raw, 0, up=[a])
    assert road(raw, *ends) not in legal_texts(acting("683", raw))
    give(raw, 0, privileges=[card])
    assert road(raw, *ends) in legal_texts(acting("683", raw))


def test_iii_9_gives_one_legal_road_a_turn_without_residents():
    raw, (capital, a, b) = board("683", "mountain", "mountain")
    give(raw, 0, privileges=["III(9)"], up=[b])
    state = acting("683", raw)
    assert offers(state, "free") == [f"free {road(raw, capital, a)}"]
    play(state, f"free {road(raw, capital, a)}")
    assert has_road(state, 0, capital, a)
    assert state.raw()["owner"][0]["active"][b] == 1
    assert offers(state, "free") == []


def test_r6_3d_6_a_tile_may_be_counted_by_several_owners():
    raw, (capital, meadow) = board("687", "meadow")
    lay(raw, 1, capital, meadow)
    give(raw, 0, up=[capital] * 4)
    owners = play(acting("687", raw), road(raw, capital, meadow)).raw()["owner"]
    assert owners[0]["linked"] == owners[1]["linked"] == 1 << capital | 1 << meadow


# ---- income, end, scoring ---------------------------------------------------------------------------

def counted(raw: Raw, owner: int, **numbers: int) -> None:
    """The owner counts so many tiles of each kind, its capital among the cities."""
    o = raw["owner"][owner]
    tiles = [t for t in range(raw["tiles"]) if t != o["capital"]]
    o["linked"] = 1 << o["capital"]
    for kind, n in numbers.items():
        for _ in range(n - (kind == "city")):
            t = next(t for t in tiles if (raw["number"][t] > 0) == (kind == "city"))
            tiles.remove(t)
            o["linked"] |= 1 << t
            raw["kind"][t] = KINDS.index(kind)


def test_r6_3h_1_v36_two_cities_a_meadow_three_forests_two_fields_and_a_mountain_pay_75():
    raw = start("867").raw()
    counted(raw, 0, city=2, meadow=1, forest=3, field=2, mountain=1)
    state = acting("867", raw)
    before = state.raw()["owner"][0]["money"]
    play(state, "done")
    assert state.raw()["owner"][0]["income"] == 75
    assert state.raw()["owner"][0]["money"] - before == 75


def test_r6_f_1_v37_58_points_for_23_tiles():
    raw = start("683").raw()
    counted(raw, 0, city=5, meadow=4, forest=2, field=5, mountain=4, desert=3)
    assert loaded("683", raw).scores()[0] == 58


@pytest.mark.parametrize(("seats", "cities"), [(2, 7), (3, 6), (4, 5)])
def test_r6_e_1_a_round_ends_the_game_when_somebody_has_connected_so_many_cities(seats, cities):
    for n in (cities - 1, cities):
        raw = start("687", seats).raw()
        counted(raw, seats - 1, city=n)
        state = last_turn("687", raw, seats)
        assert state.is_terminal() == (n == cities)


def test_r6_t_1_more_residents_on_tiles_with_own_roads_break_a_tie():
    raw, (capital, a, b) = board("678", "meadow", "meadow")
    give(raw, 1, settled=[a])
    lay(raw, 0, capital, a)
    lay(raw, 1, capital, a)
    give(raw, 0, down=[a], up=[b] * 5)
    give(raw, 1, down=[a, capital])
    state = over("678", raw)
    assert state.scores()[0] == state.scores()[1]
    assert state.win_shares() == [0, 1]
