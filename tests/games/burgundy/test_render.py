"""The text and the picture of a position: complete, well formed, inside their frame, and the same every time."""
from __future__ import annotations

import io
import random
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

import games
from core_ext.state import State
from games.burgundy.art import PICTURES, STAGES, board_spaces, tile_code, tile_colour
from games.burgundy.names import COLOUR_NAMES, GOODS_NAMES, HEX_NAMES, SOURCE_NAMES, STAGE_NAMES, TILE_NAMES
from games.burgundy.notation import position_to_json
from games.burgundy.render import svg_of
from games.burgundy.render_text import SEAT_COLUMNS, text_of
from games.burgundy.tables import BOARDS, DEPOTS, RULES
from games.drawing import Drawing, text_width

SVG = "{http://www.w3.org/2000/svg}"
SEATS = (2, 3, 4)
MOMENTS = (0, 12, 40, 90, 200, 10_000)      # events into a game; the last is its end


def played(seats: int, events: int, boards: str = "random") -> State:
    """A position some events into a game of seats that follow the heuristic weights."""
    state = games.load("burgundy").start(seats, {"boards": boards, "start": "1"})
    for number in range(events):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.sample_chance(7, number))
        else:
            weights = state.action_weights()
            state.apply_action(state.legal_actions()[weights.index(max(weights))])
    return state


@cache
def moments() -> list[State]:
    return [played(seats, events, "random" if seats == 3 else "choose") for seats in SEATS for events in MOMENTS]


def crowded(seats: int) -> dict[str, Any]:
    """A document with every space of the picture in use and every number as long as it gets."""
    rng = random.Random(seats)
    names = TILE_NAMES[1:]
    by_colour = {colour: [name for name in names if tile_colour(name) == colour] for colour in COLOUR_NAMES}
    players = []
    for seat in range(seats):
        board = seat + 1
        duchy = {name: rng.choice(by_colour[space.colour])
                 for name, space in zip(HEX_NAMES, board_spaces(BOARDS[board])) if rng.random() < 0.7}
        players.append({
            "board": board, "castle": "d4", "duchy": duchy, "storage": ["watchtower", "knowledge 26", "chicken 4"],
            "silver": 27, "workers": 31, "goods": {"turquoise": 7, "brown": 6, "orange": 5},
            "sold": {"red": 7, "pink": 6}, "dice": [5, 6], "large": COLOUR_NAMES[:3] if seat == 0 else [],
            "gifts": [[], ["points 1000"], ["knowledge 26", "boarding-house"], ["knowledge 25"] * 3][seat],
            "small": COLOUR_NAMES[3:] if seat == 1 else [], "points": {source: 48 for source in SOURCE_NAMES}})
    depots = {str(d + 1): {
        "tiles": [rng.choice(by_colour[colour]) if least <= seats else None for colour, least in spaces],
        "goods": {colour: 3 for colour in GOODS_NAMES[: d + 1]}} for d, spaces in enumerate(DEPOTS)}
    count = RULES["setup"]["black_depot"][str(seats)]
    return {
        "format": "ludosoph-position/1", "game": "burgundy", "version": 1, "seats": seats, "options": {}, "phase": "D",
        "round": 3, "stage": "main", "order": list(range(seats)), "turn": 0, "actor": 0, "cursor": 0, "white": 6,
        "depots": depots, "black": [rng.choice(names) for _ in range(count)] + [None] * (8 - count),
        "coming": GOODS_NAMES[:5], "supply": {name: 20 for name in names}, "dark": {name: 6 for name in names},
        "goods_supply": {colour: 7 for colour in GOODS_NAMES}, "track": [[], [], [], [], list(range(seats)), [], []],
        "bonuses": {"large": COLOUR_NAMES[3:], "small": COLOUR_NAMES[:3]}, "bought": False, "taking": None,
        "allowed": [], "cleared": [], "players": players}


def document_of(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def drawn(root: ET.Element, kind: str) -> list[ET.Element]:
    return [group for group in root.iter(f"{SVG}g") if group.get("class") == kind]


def text_boxes(root: ET.Element) -> Iterator[tuple[float, float, float, float, str]]:
    """Left, top, right, bottom and words of each line of text, with widths estimated from above."""
    for text in root.iter(f"{SVG}text"):
        words, size = text.text or "", float(text.get("font-size", "0"))
        width = text_width(words, size, text.get("font-weight") == "bold")
        x, y, anchor = float(text.get("x", "0")), float(text.get("y", "0")), text.get("text-anchor", "start")
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        yield left, y - 0.72 * size, left + width, y, words


def printed(document: dict[str, Any], width: int = 100, colour: bool = False) -> str:
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=colour, color_system="truecolor" if colour else None).print(
        text_of(document, BOARDS, columns=width))
    return out.getvalue()


def test_every_position_of_a_game_gives_a_well_formed_picture_and_a_text():
    game = games.load("burgundy")
    for state in moments():
        root = document_of(game.render.svg(state))
        assert root.tag == f"{SVG}svg"
        assert root.find(f"{SVG}title") is not None
        Console(file=io.StringIO(), width=100).print(game.render.text(state))


@pytest.mark.parametrize("seats", SEATS)
def test_each_duchy_shows_its_37_hexes_and_each_tile_on_its_hex(seats):
    document = crowded(seats)
    root = document_of(svg_of(document, BOARDS))
    panels = drawn(root, "seat")
    assert [panel.get("data-seat") for panel in panels] == [str(seat) for seat in range(seats)]
    for panel, player in zip(panels, document["players"]):
        assert [space.get("data-hex") for space in drawn(panel, "space")] == list(HEX_NAMES)
        placed = {tile.get("data-hex"): tile.get("data-tile") for tile in drawn(panel, "tile") if tile.get("data-hex")}
        assert placed == player["duchy"]
        names = [text.text for text in panel.iter(f"{SVG}text") if text.get("class") == "place"]
        assert sorted(names) == sorted(HEX_NAMES)


@pytest.mark.parametrize("seats", SEATS)
def test_empty_hexes_show_the_die_that_opens_them(seats):
    document = crowded(seats)
    for panel, player in zip(drawn(document_of(svg_of(document, BOARDS)), "seat"), document["players"]):
        for group, space in zip(drawn(panel, "space"), board_spaces(BOARDS[player["board"]])):
            dice = [use.get("href") for use in group.iter(f"{SVG}use") if "die" in use.get("href", "")]
            assert dice == ([] if group.get("data-hex") in player["duchy"] else [f"#burgundy-die-{space.die}"])


@pytest.mark.parametrize("seats", SEATS)
def test_storage_depots_black_depot_and_goods_are_all_there(seats):
    document = crowded(seats)
    root = document_of(svg_of(document, BOARDS))
    seen = Counter((t.get("data-depot"), t.get("data-tile")) for t in drawn(root, "tile") if t.get("data-depot"))
    lying = Counter((depot, name) for depot, at in document["depots"].items() for name in at["tiles"] if name)
    assert seen == lying + Counter(("black", name) for name in document["black"] if name)
    goods = [(g.get("data-depot"), g.get("data-goods")) for g in drawn(root, "goods") if g.get("data-depot")]
    assert goods == [(depot, colour) for depot, at in document["depots"].items() for colour in at["goods"]]
    assert [g.get("data-goods") for g in drawn(root, "goods") if g.get("data-round")] == document["coming"]
    for panel, player in zip(drawn(root, "seat"), document["players"]):
        stored = [tile.get("data-tile") for tile in drawn(panel, "tile") if tile.get("data-storage")]
        assert stored == player["storage"]
        held = {g.get("data-goods"): (g.findtext(f"{SVG}title") or "").split()[0] for g in drawn(panel, "goods")}
        assert held == {colour: str(n) for colour, n in player["goods"].items()}
    markers = [int(e.get("data-marker", "")) for e in root.iter(f"{SVG}rect") if e.get("data-marker")]
    assert sorted(markers) == list(range(seats))


@pytest.mark.parametrize("seats", SEATS)
def test_no_text_leaves_the_picture_or_meets_another(seats):
    for document in (crowded(seats), *(position_to_json(s) for s in moments() if s.seats == seats)):
        root = document_of(svg_of(document, BOARDS))
        _, _, width, height = map(float, root.get("viewBox", "").split())
        boxes = list(text_boxes(root))
        assert len(boxes) > 200
        for left, top, right, bottom, words in boxes:
            assert 0 <= left < right <= width, words
            assert 0 <= top < bottom <= height, words
        for a, b in combinations(boxes, 2):
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, f"{a[4]!r} lies on {b[4]!r}"


def test_only_stamped_pictures_are_moved_so_that_the_other_coordinates_are_those_of_the_page():
    root = document_of(svg_of(crowded(4), BOARDS))
    assert {element.tag for element in root.iter() if element.get("transform")} == {f"{SVG}use"}
    stored = {element.get("id") for element in root.iter() if element.get("id") and not element.get("data-box")}
    assert {use.get("href", "")[1:] for use in root.iter(f"{SVG}use")} == stored


def test_equal_positions_give_equal_bytes():
    game = games.load("burgundy")
    for state in moments():
        assert game.render.svg(state) == game.render.svg(state.copy())
    assert printed(crowded(3)) == printed(crowded(3))


def test_gifts_and_tiles_left_out_are_shown():
    game = games.load("burgundy")
    state = game.start(2, {"gifts": "1:knowledge 7,1:silver 2,1:points 4", "without": "knowledge 9,cow 2"})
    for seat in (None, 0):
        root = document_of(game.render.svg(state, seat))
        panels = drawn(root, "seat")
        assert [[g.findtext(f"{SVG}title") for g in drawn(panel, "gifts")] for panel in panels] == [
            [], ["given at the start: knowledge 7, points 4, silver 2"]]
        assert [[t.text for t in panel.iter(f"{SVG}text")].count("gifts") for panel in panels] == [0, 1]
        counted = {g.get("data-supply"): g.findtext(f"{SVG}title") for g in drawn(root, "tile") if g.get("data-supply")}
        assert counted["cow 2"] == "cow 2: 0 with coloured back, 0 with black back"
        assert counted["cow 3"] == "cow 3: 2 with coloured back, 1 with black back"
        out = io.StringIO()
        Console(file=out, width=100).print(game.render.text(state, seat))
        assert "given: knowledge 7, points 4, silver" in out.getvalue()
        assert "left out: cow 2, knowledge 9" in out.getvalue()


def test_words_are_escaped():
    document = crowded(2) | {"stage": "discard", "taking": '3: <ship> & "co"'}
    svg = svg_of(document, BOARDS)
    assert "<ship>" not in svg
    assert '3: <ship> & "co"' in (document_of(svg).findtext(f"{SVG}title") or "")
    drawing = Drawing()
    with drawing.group("a < b", data_name='"<&'):
        drawing.text(1, 2, "c & d", 10, "#000000")
    assert ET.fromstring("".join(drawing.parts)).get("data-name") == '"<&'


def test_letters_shrink_to_the_room_they_have():
    drawing = Drawing()
    drawing.text(0, 0, "watchtower", 20, "#000000", room=50)
    size = float(ET.fromstring(drawing.parts[0]).get("font-size", "0"))
    assert text_width("watchtower", size) == pytest.approx(50, abs=0.5)


def test_every_stage_and_every_kind_of_tile_has_its_words_and_its_picture():
    assert set(STAGES) == set(STAGE_NAMES)
    assert {name.split()[0] for name in TILE_NAMES[1:]} == set(PICTURES)
    codes = [tile_code(name) for name in TILE_NAMES[1:]]
    assert len(set(codes)) == len(codes)
    assert max(map(len, codes)) <= 4


def test_the_winner_is_named_at_the_end_only():
    game = games.load("burgundy")
    for state in moments():
        winners = [seat for seat, share in enumerate(state.win_shares()) if share > 0] if state.is_terminal() else []
        panels = drawn(document_of(game.render.svg(state)), "seat")
        assert [n for n, p in enumerate(panels) if any(t.text == "wins" for t in p.iter(f"{SVG}text"))] == winners


def test_worth_of_the_bonuses_follows_the_rules_in_force():
    rules = RULES | {"scoring": {**RULES["scoring"], "large_bonus": {"2": 9}}}
    words = [text.text for text in document_of(svg_of(crowded(2), BOARDS, rules)).iter(f"{SVG}text")]
    assert "large bonus: 9 points" in words


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("width", (SEAT_COLUMNS, 60, 80, 100))
def test_text_is_ascii_and_keeps_to_the_width(seats, width):
    text = printed(crowded(seats), width)
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize("seats", SEATS)
def test_text_without_colour_tells_as_much_as_with_it(seats):
    document = crowded(seats)
    plain, coloured = printed(document), printed(document, colour=True)
    assert "\x1b" in coloured
    assert [line.rstrip() for line in Text.from_ansi(coloured).plain.splitlines()] == [
        line.rstrip() for line in plain.splitlines()]


@pytest.mark.parametrize("seats", SEATS)
def test_text_shows_every_tile_and_every_empty_space(seats):
    document = crowded(seats)
    words = Counter(printed(document, SEAT_COLUMNS + 2).split())
    for player in document["players"]:
        for name, space in zip(HEX_NAMES, board_spaces(BOARDS[player["board"]])):
            tile = player["duchy"].get(name)
            words[tile_code(tile) if tile else f"{space.die}{space.colour[0]}"] -= 1
    assert min(words.values()) >= 0
    text = printed(document)
    for depot in document["depots"].values():
        assert all(name in text for name in depot["tiles"] if name)
