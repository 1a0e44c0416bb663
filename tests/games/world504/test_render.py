"""What a person sees of 504: boards in a terminal, pictures, and the examples they are tried on."""
from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

import pytest

import games
from games.boards import GUTTER
from games.drawing import Box, boxes
from games.world504 import reading, render
from games.world504.names import NOWHERE, board_of, owner_names
from games.world504.notation import legal_texts
from games.world504.position import position_from_json, position_to_json
from games.world504.render_map import space_id
from games.world504.render_text import ways
from games.world504.share_table import founded
from games.world504.tables import GOODS, KINDS
from games.world504.text_board import CODES
from tests.games.world504.moments import SEATS, WORLDS, crowded, example, moments, state_of
from tests.schemas import validator
from tests.whole import mostly_whole

ALL_SEATED = ("618", "867", "936")      # worlds that are drawn each time, with all seats
TABLES = mostly_whole([(world, seats) for world in WORLDS for seats in SEATS],
                      lambda table: table[0] in ALL_SEATED and table[1] == max(SEATS))
WIDE = 120


def lines(state, room=None, columns=80, seat=None) -> list[str]:
    return render.text(state, seat, room, columns).plain.split("\n")


# ---- examples ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", mostly_whole(WORLDS, ALL_SEATED.__contains__))
def test_an_example_is_as_the_program_writes_it(world):
    document = example(world)
    written = position_to_json(position_from_json(document))
    assert list(document) == [*list(written)[:5], "comment", *list(written)[5:]]
    del document["comment"]
    assert document == written
    validator("world504-position").validate(document)


@pytest.mark.parametrize("world", WORLDS)
def test_an_example_asks_for_a_choice_in_the_midst_of_a_game(world):
    state = state_of(world)
    assert 3 <= state.raw()["round"] <= 6
    assert not state.is_chance_node()
    assert len(legal_texts(state)) >= 4
    while not state.is_terminal():
        state.apply_action(state.keyed_chance(3) if state.is_chance_node() else state.weighted_action(3, 0))


def test_examples_have_every_number_of_seats():
    assert {example(world)["seats"] for world in WORLDS} == set(SEATS)


# ---- boards in a terminal ---------------------------------------------------------------------------


@pytest.mark.parametrize(("world", "seats"), TABLES)
def test_every_board_fits_its_room(world, seats):
    for number, state in enumerate([*moments(world, seats), crowded(world, seats)]):
        for room, columns in ((15, 80), (24, 80), (15, 80 - GUTTER), (40, 80), (None, 80), (24, WIDE), (None, WIDE)):
            found = lines(state, room, columns, (None, seats - 1)[number % 2])
            assert room is None or len(found) <= room, "\n".join(found)
            assert max(map(len, found)) <= columns, "\n".join(found)


@pytest.mark.parametrize("world", WORLDS)
def test_a_full_board_names_every_tile_that_a_move_can(world):
    state = state_of(world)
    raw, board = state.raw(), "\n".join(lines(state, None, WIDE))
    for t in range(raw["tiles"]):
        kind, where = KINDS[raw["kind"][t]], f"{raw['q'][t]},{raw['r'][t]}"
        if kind != "water":
            assert re.search(rf"\bC{raw['number'][t]}\b" if raw["number"][t] else rf"\b{CODES[kind]}{where}\b", board)


@pytest.mark.parametrize("world", WORLDS)
def test_every_owners_pieces_are_told(world):
    state = state_of(world)
    raw, found = state.raw(), lines(state, None, WIDE)
    names = board_of(raw).tiles
    rules = state.rules_in_force()
    for i in founded(raw, rules):
        start = re.compile(f"{owner_names(rules)[i]}  [a-z]+ -?[0-9]")
        [first] = [n for n, line in enumerate(found) if start.match(line)]
        told = " ".join(line.strip() for line in found[first:first + 4])
        owner = raw["owner"][i]
        for t, name in enumerate(names):
            if reading.owns(owner, t):
                assert name + ("*" if owner["capital"] == t else "") in told
        if owner["trolley"] != NOWHERE:
            assert re.search(rf"{names[owner['trolley']]}[^,]*(, [0-9])?[^,]* trolley|: trolley", told)


@pytest.mark.parametrize(("world", "counted"), [("618", True), ("275", False), ("586", False)])
def test_connected_tiles_are_told_where_they_count_and_sums_are_explained(world, counted):
    state = state_of(world)
    text = " ".join(" ".join(lines(state)).split())
    assert ("linked" in text) is counted
    assert ("connected" in render.svg(state)) is counted
    assert "residents: active + exhausted; supply: residents + settlements" in text


def test_a_board_shows_in_24_lines_who_is_where():
    state = state_of("867")
    raw, found = state.raw(), lines(state, 24)
    rows = {int(line[:3]): line for line in found if re.match(r" ?[ -]\d ", line)}
    assert set(rows) == set(raw["r"][:raw["tiles"]])
    middle = rows[raw["r"][raw["city_at"][0]]]
    assert re.search(r"C1[ :]?[0-9*>]", middle)


def test_the_card_under_the_hammer_and_the_highest_bid_are_told():
    state = state_of("352")
    assert any("under the hammer" in line for line in lines(state))
    assert any("no bid yet" in line or "bids" in line for line in lines(state, 15))


def test_ways_have_each_edge_once():
    edges = [(0, 1), (2, 1), (3, 2), (5, 6), (1, 4), (4, 0)]
    found = list(ways(edges))
    joined = Counter(frozenset(pair) for way in found for pair in zip(way, way[1:], strict=False))
    assert joined == Counter(map(frozenset, edges))
    assert len(found) == 2 + (sum(1 for _ in found) > 2)


# ---- pictures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("world", "seats"), TABLES)
def test_a_picture_is_xml_with_unique_ids_inside_its_frame(world, seats):
    for state in [*moments(world, seats), crowded(world, seats)]:
        svg = render.svg(state)
        _, _, width, height = map(float, ElementTree.fromstring(svg).get("viewBox", "").split())
        assert max(Counter(re.findall(r' id="([^"]*)"', svg)).values()) == 1
        for name, box in boxes(svg).items():
            assert box.x >= 0, name
            assert box.y >= 0, name
            assert box.x + box.width <= width, name
            assert box.y + box.height <= height, name


@pytest.mark.parametrize("world", WORLDS)
def test_a_picture_has_all_tiles_owners_and_trolleys(world):
    state = state_of(world)
    raw, there = state.raw(), boxes(render.svg(state))
    assert {space_id(raw["q"][t], raw["r"][t]) for t in range(raw["tiles"])} <= set(there)
    assert {f"owner-{i}" for i in founded(state.raw(), state.rules_in_force())} <= set(there)
    carts = [i for i, owner in enumerate(raw["owner"]) if owner["trolley"] != NOWHERE]
    assert {name for name in there if name.startswith("trolley-")} == {f"trolley-{i}" for i in carts}


@pytest.mark.parametrize("world", ["123", "618", "731"])
def test_trolleys_on_one_tile_lie_side_by_side(world):
    there = boxes(render.svg(crowded(world)))
    for a, b in combinations([there[f"trolley-{i}"] for i in range(4)], 2):
        assert apart(a, b)


def apart(a: Box, b: Box) -> bool:
    return a.x + a.width <= b.x or b.x + b.width <= a.x or a.y + a.height <= b.y or b.y + b.height <= a.y


def test_sheets_and_the_board_lie_apart():
    there = boxes(render.svg(crowded("867")))
    spaces = [box for name, box in there.items() if name.startswith("space-")]
    for i in range(4):
        assert all(apart(there[f"owner-{i}"], box) for box in spaces)
        assert all(apart(there[f"owner-{i}"], there[f"owner-{k}"]) for k in range(i))


def test_roads_of_nobody_are_drawn_once_each():
    state = crowded("867", 2)
    raw = state.raw()
    edge = 3 * raw["city_at"][0]
    for owner in raw["owner"]:
        owner["road"] = [0] * len(owner["road"])
    before = render.svg(loaded_with(state, raw)).count("<line")
    raw["neutral"][edge] = 0b10
    assert render.svg(loaded_with(state, raw)).count("<line") - before == 2      # a road and its border
    assert any("roads of nobody: city 1 - " in line for line in lines(state))


def test_who_attacks_and_what_defends_is_shown():
    state = state_of("456")
    raw, found = state.raw(), lines(state, None, WIDE)
    assert any("meadow -2,-1! .2" in line for line in found)
    assert "militia  mountain 0,-1, mountain -4,0" in found
    city = raw["city_at"][0]
    assert any("C1 %bm" in line for line in found)
    before = render.svg(state)
    raw["barracks"] &= ~(1 << city)
    without = render.svg(loaded_with(state, raw))
    assert len(without) < len(before)
    assert any("C1 %m" in line for line in lines(state, None, WIDE))
    raw["militia"] &= ~(1 << city)
    assert len(render.svg(loaded_with(state, raw))) < len(without)
    assert not any("C1 %" in line for line in lines(state, None, WIDE))


def test_a_fight_says_who_is_against_whom():
    state = state_of("456")
    state.apply_action(state.legal_actions()[0])
    assert "; meadow -2,-1: seat 3 with 2 armies against seat 2 with 1" in " ".join(" ".join(lines(state)).split())


def test_roads_of_the_common_pool_are_told_and_counted():
    state = state_of("456")
    assert "roads left in the pool: 37" in lines(state, None, WIDE)
    assert any("roads of nobody: desert -3,1 - city 4; " in line for line in lines(state))
    assert {"road-pool"} <= set(boxes(render.svg(state)))
    assert "37 left in the pool" in render.svg(state)


def loaded_with(state, raw):
    state.load(raw)
    return state


@pytest.mark.parametrize(("world", "told"), [
    ("152", "two delivered of a kind (5): cattle, wood, fish, grain, ore"),
    ("382", "factories in three cities (10), three factories in one city (10)"),
    ("582", "three explored of a kind (5): city, meadow, forest, field, mountain, desert"),
    ("682", "three connected of a kind (5): city, meadow, forest, field, mountain, desert"),
    ("782", "all terrains (10), all terrains twice (20)"),
    ("862", "three plants of a kind (5): cattle, wood, fish, grain, ore"),
    ("867", "")])
def test_tasks_are_told_as_long_as_they_are_open(world, told):
    state = games.load("world504").start(2, {"world": world})
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(1))
    raw, rules = state.raw(), state.rules_in_force()
    assert reading.open_awards(raw, rules) == told
    assert (f"open tasks: {told}" in " ".join(line.strip() for line in lines(state, None, WIDE))) == bool(told)
    if told:
        assert told in render.svg(state)
        raw["award"] = [0] * len(raw["award"])
        assert reading.open_awards(raw, rules).endswith("none")


# ---- counting ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", ["172", "275", "378", "678", "876"])
def test_the_majority_table_is_that_of_the_rules(world):
    """The income that the rules pay for majorities follows from what is shown."""
    compared = 0
    for seats in SEATS:
        for state in moments(world, seats):
            rules = state.rules_in_force()
            tables = [state.majority_counts(i) for i in range(seats)]
            for i in range(seats):
                paid = sum(min(count * rules["majority_each"], most)
                           for k, (count, most) in enumerate(zip(tables[i], rules["majority_most"], strict=True))
                           if count and count == max(other[k] for other in tables))
                assert state.income_terms(i).get("majorities", 0) == paid
                compared += paid > 0
    assert compared


def test_goods_have_different_letters():
    assert len({name[0] for name in GOODS}) == len(GOODS)
    assert games.load("world504").render.text is render.text
