"""The text and the picture of a position: complete, well formed, inside their frame, and the same every time."""
from __future__ import annotations

import io
import json
import random
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import games
from core_ext.state import State
from games.drawing import text_width
from games.orleans import tables
from games.orleans.art import EFFECTS, EVENT_FILL, EVENTS, GOOD_SIGNS, SIGNS, STAGES
from games.orleans.names import STAGE_NAMES
from games.orleans.notation import position_from_json, position_to_json
from games.orleans.render import WIDTH, svg_of, text_of
from games.orleans.render_map import BENDS, BESIDE, MAP_HEIGHT, MAP_WIDTH, PLACED, course, point_on

SVG = "{http://www.w3.org/2000/svg}"
SEATS = (2, 3, 4, 5)
EXAMPLES = Path(__file__).parents[3] / "examples"
RULES = tables.RULES


@cache
def moments() -> list[State]:
    """Positions all over games of seats that follow the heuristic weights; all stages of play among them."""
    kept: list[State] = []
    for seats in SEATS:
        draw, state, number = random.Random(seats), games.load("orleans").start(seats), 0
        seen: set[str] = set()
        while True:
            stage = STAGE_NAMES[state.raw()["stage"]]
            if stage not in seen or number % 150 == 0:
                seen.add(stage)
                kept.append(state.copy())
            if state.is_terminal():
                break
            number += 1
            if state.is_chance_node():
                state.apply_action(state.sample_chance(7, number))
            else:
                state.apply_action(draw.choices(state.legal_actions(), state.action_weights())[0])
    return kept


def crowded(seats: int) -> dict[str, Any]:
    """A document with every space of the picture in use and every number as long as it gets."""
    draw = random.Random(seats)
    who = [*tables.KINDS, "technology"]
    tiles = list(tables.TILES)
    draw.shuffle(tiles)
    players = []
    for seat in range(seats):
        held = tiles[4 * seat:4 * seat + 4] if seats == 5 else tiles[5 * seat:5 * seat + 5]
        players.append({
            "coins": 188, "goods": dict.fromkeys(tables.GOODS, 12), "tracks": dict.fromkeys(tables.TRACKS, 5),
            "development": 28, "merchant": "Saint-Amand-Montrond" if seat else "Orléans",
            "stations": ["Orléans", *tables.TOWNS[4 * seat + (seat > 0):4 * seat + 4 + (seat > 0)]], "stock": 10,
            "citizens": 13, "market": {"farmer": 5, "own trader": 3}, "bag": dict.fromkeys(tables.KINDS, 12),
            "places": {p: [draw.choice(who) for _ in RULES["spaces"][p]] for p in tables.BOARD},
            "tiles": {t: [draw.choice(who) for _ in RULES["spaces"][t]] for t in held},
            "technology": {"kept": 12, "placed": 3}, "planned": ["Castle 1", "Ship 3"], "unpaid": 3})
    return {
        "format": "ludosoph-position/1", "game": "orleans", "version": 1, "seats": seats, "options": {}, "round": 18,
        "phase": 4, "stage": "plan", "event": "Trading Day", "start": 0, "actor": seats - 1, "passed": [],
        "hourglass": {p: dict.fromkeys(tables.EVENTS, 3) for p in tables.PILES},
        "supply": dict.fromkeys(tables.PROFESSIONS, 18), "goods_market": dict.fromkeys(tables.GOODS, 24),
        "technology": 20, "tiles": [], "citizens": ["most stations", *tables.DEEDS, "boatman", "knight"],
        "out_of_game": {}, "routes": {name: ["brocade"] * len(spaces) for name, _, _, spaces in tables.ROUTES},
        "deeds": {d: {who: n for who, n in RULES["deeds"][d].items() if who in tables.PROFESSIONS}
                  for d in tables.DEEDS},
        "players": players,
    }


def parsed(document: dict[str, Any]) -> ET.Element:
    return ET.fromstring(svg_of(document, RULES))


def drawn(root: ET.Element, kind: str) -> list[ET.Element]:
    return [group for group in root.iter(f"{SVG}g") if group.get("class") == kind]


def printed(document: dict[str, Any], width: int = 100, colour: bool = False) -> str:
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=colour, color_system="truecolor" if colour else None).print(
        text_of(document, RULES, columns=width))
    return out.getvalue()


# ---- the words behind both -------------------------------------------------------------------


def test_every_stage_place_event_profession_and_good_has_words_and_pictures():
    assert list(STAGES) == STAGE_NAMES
    assert set(EFFECTS) == set(tables.PLACES)
    assert set(EVENTS) == set(EVENT_FILL) == set(tables.EVENTS)
    assert set(SIGNS) == set(tables.PROFESSIONS)
    assert set(GOOD_SIGNS) == set(tables.GOODS)
    assert set(PLACED) == set(tables.TOWNS) >= set(BESIDE)
    assert set(BENDS) <= {name for name, *_ in tables.ROUTES}


# ---- the map ---------------------------------------------------------------------------------


def test_towns_lie_inside_the_map_and_apart():
    for x, y in PLACED.values():
        assert 40 < x < MAP_WIDTH - 40
        assert 40 < y < MAP_HEIGHT - 40
    for (ax, ay), (bx, by) in combinations(PLACED.values(), 2):
        assert hypot(ax - bx, ay - by) > 60


def test_towns_lie_as_in_france():
    """North is up and west is left, by pairs that nobody doubts."""
    for north, south in (("Étampes", "Orléans"), ("Orléans", "Vierzon"), ("Vierzon", "La Châtre"), ("Tours", "Chinon")):
        assert PLACED[north][1] < PLACED[south][1]
    for west, east in (("Le Mans", "Chartres"), ("Tours", "Blois"), ("Vierzon", "Bourges"), ("Bourges", "Nevers")):
        assert PLACED[west][0] < PLACED[east][0]


def test_no_route_runs_through_a_town_that_it_does_not_join():
    for name, a, b, _ in tables.ROUTES:
        for n in range(1, 40):
            x, y = point_on(course(name, a, b), n / 40)
            assert 0 < x < MAP_WIDTH
            assert 0 < y < MAP_HEIGHT
            for town, (tx, ty) in PLACED.items():
                assert town in (a, b) or hypot(x - tx, y - ty) > 22, (name, town)


@pytest.mark.parametrize("seats", SEATS)
def test_goods_of_the_map_lie_apart_from_each_other_and_from_towns(seats):
    document = crowded(seats)
    centres = []
    for group in drawn(parsed(document), "good"):
        if group.get("data-route"):
            place = group.find(f"{SVG}use").get("transform").partition(")")[0].removeprefix("translate(").split()
            centres.append((float(place[0]), float(place[1])))
    assert len(centres) == 52
    for (ax, ay), (bx, by) in combinations(centres, 2):
        assert max(abs(ax - bx), abs(ay - by)) > 15
    for x, y in centres:
        assert min(hypot(x - tx, y - ty) for tx, ty in PLACED.values()) > 20


# ---- the picture -----------------------------------------------------------------------------


def test_every_kind_of_position_gives_a_well_formed_picture_and_a_text():
    game = games.load("orleans")
    stages = {STAGE_NAMES[state.raw()["stage"]] for state in moments()}
    assert len(stages) >= 15
    for state in moments():
        root = ET.fromstring(game.render.svg(state))
        assert root.tag == f"{SVG}svg"
        assert root.find(f"{SVG}title").text.startswith("Orléans. ")
        Console(file=io.StringIO(), width=100).print(game.render.text(state))


@pytest.mark.parametrize("seats", SEATS)
def test_all_parts_of_a_full_position_are_drawn(seats):
    document = crowded(seats)
    root = parsed(document)
    assert len(drawn(root, "town")) == 23
    assert len(drawn(root, "route")) == 43
    assert [deed.get("data-deed") for deed in drawn(root, "deed")] == list(tables.DEEDS)
    on_deeds = Counter((f.get("data-deed"), f.get("data-follower"))
                       for f in drawn(root, "follower") if f.get("data-deed"))
    assert on_deeds == Counter({(d, who): n for d, there in document["deeds"].items() for who, n in there.items()})
    stations = Counter((s.get("data-town"), s.get("data-seat")) for s in drawn(root, "station") if s.get("data-town"))
    assert stations == Counter((town, str(n)) for n, p in enumerate(document["players"]) for town in set(p["stations"]))
    merchants = Counter((m.get("data-town"), m.get("data-seat")) for m in drawn(root, "merchant") if m.get("data-town"))
    assert merchants == Counter((p["merchant"], str(n)) for n, p in enumerate(document["players"]))
    steps = {(s.get("data-track"), s.get("data-step")) for s in drawn(root, "step")}
    assert len(steps) == 9 + 5 * 6
    assert len(drawn(root, "development")) == 31
    for panel, player in zip(drawn(root, "seat"), document["players"], strict=True):
        shown = Counter((f.get("data-at"), f.get("data-follower")) for f in drawn(panel, "follower"))
        expected: Counter[tuple[str, str]] = Counter()
        for place, row in [*player["places"].items(), *player["tiles"].items()]:
            expected.update((place, there) for there in row if there not in (None, "technology"))
        expected.update({("market", name): n for name, n in player["market"].items()})
        expected.update({("bag", name): 1 for name in player["bag"]})
        assert shown == expected
        assert [p.get("data-place") for p in drawn(panel, "place")] == [*player["places"], *player["tiles"]]


def boxes(root: ET.Element) -> Iterator[tuple[float, float, float, float, str]]:
    """Left, top, right, bottom and words of each line of text outside the map, with widths estimated from above."""
    inside = {id(text) for group in drawn(root, "map") for text in group.iter(f"{SVG}text")}
    inside |= {id(text) for defined in root.iter(f"{SVG}defs") for text in defined.iter(f"{SVG}text")}
    for text in root.iter(f"{SVG}text"):
        if id(text) not in inside:
            words, size = text.text or "", float(text.get("font-size", "0"))
            width = text_width(words, size, text.get("font-weight") == "bold") * 0.86     # letters of common fonts
            x, y, anchor = float(text.get("x", "0")), float(text.get("y", "0")), text.get("text-anchor", "start")
            left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
            yield left, y - 0.7 * size, left + width, y, words


@pytest.mark.parametrize("seats", SEATS)
def test_no_line_of_text_leaves_the_picture_or_covers_another(seats):
    root = parsed(crowded(seats))
    height, lines = float(root.get("height")), list(boxes(root))
    for left, top, right, bottom, words in lines:
        assert min(left, top) >= 0, words
        assert right <= WIDTH, words
        assert bottom <= height, words
    for a, b in combinations(lines, 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, (a, b)


def test_equal_positions_give_equal_pictures():
    document = json.loads((EXAMPLES / "orleans-midgame.json").read_text(encoding="utf-8"))
    state = position_from_json(document)
    render = games.load("orleans").render
    assert render.svg(state) == render.svg(position_from_json(position_to_json(state)))


# ---- the text --------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("width", [80, 100, 200])
def test_lines_of_the_text_fit_their_console(seats, width):
    for line in printed(crowded(seats), width).splitlines():
        assert len(line) <= width


def test_a_narrow_console_still_gets_every_line():
    assert len(printed(crowded(3), 40).splitlines()) >= len(printed(crowded(3), 80).splitlines())


@pytest.mark.parametrize("seats", SEATS)
def test_the_text_names_all_towns_seats_and_tracks(seats):
    words = printed(crowded(seats))
    for town in tables.TOWNS:
        assert {"Argenton-sur-Creuse": "Argenton", "Saint-Amand-Montrond": "St-Amand"}.get(town, town) in words
    for seat in range(seats):
        assert f"Seat {seat} " in words
    for word in (*tables.DEEDS, "development", "goods market", "hourglass", "farmer", "scholar"):
        assert word in words


def test_colours_are_an_extra():
    document = json.loads((EXAMPLES / "orleans-midgame.json").read_text(encoding="utf-8"))
    assert "\x1b[" not in printed(document)
    assert "\x1b[" in printed(document, colour=True)


def test_the_midgame_reads_as_it_stands():
    words = printed(json.loads((EXAMPLES / "orleans-midgame.json").read_text(encoding="utf-8")))
    assert "Round 9 of 18, phase 5 actions, Taxes" in words
    assert "Next: seat 2 acts, or passes" in words
    assert "[12]Orléans" in words               # the stations there
    assert "VILLAGE: farmer boatman own craftsman" in words
    assert "Papal Conclave   knight 1/1 monk 0/2  3 coins  citizen" in words
