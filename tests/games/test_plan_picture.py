"""A plan on a picture: what is marked, in which order, and what is told below."""
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import games
from games.drawing import Box, Drawing, boxes, slug, tag
from games.plan_picture import Step, plan_picture, with_plan

SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def picture(**places: tuple[float, float]) -> str:
    d = Drawing()
    for name, (x, y) in places.items():
        with d.group(**tag(name, x, y, 40, 20)):
            d.rect(x - 20, y - 10, 40, 20, "#000000")
    return d.document(400, 300, "a board")


def read(name: str):
    document = json.loads((EXAMPLES / f"{name}.json").read_text())
    game = games.load(document["game"])
    return game, game.notation.position_from_json(document)


def plan_of(svg: str) -> ElementTree.Element:
    [plan] = [g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if g.get("class") == "plan"]
    return plan


def badges(svg: str) -> list[tuple[str, float, float]]:
    """Number and place of each badge, the legend's included."""
    rows = [e for e in plan_of(svg) if e.tag in (f"{SVG}circle", f"{SVG}text")]
    return [(text.text, float(circle.get("cx")), float(circle.get("cy")))
            for circle, text in zip(rows, rows[1:], strict=False)
            if circle.tag == f"{SVG}circle" and text.tag == f"{SVG}text"]


def on(svg: str, number: int, box: Box) -> bool:
    """Whether the badge of this number lies on the box or at its edge."""
    return any(n == str(number) and box.x - 15 <= x <= box.x + box.width + 60
               and box.y - 15 <= y <= box.y + box.height for n, x, y in badges(svg))


def test_boxes_are_read_back_as_they_were_tagged():
    assert boxes(picture(a=(50, 60), b=(200.5, 10))) == {"a": Box(30, 50, 40, 20), "b": Box(180.5, 0, 40, 20)}
    assert Box(30, 50, 40, 20).middle == (50, 60)


@pytest.mark.parametrize(("words", "expected"), [
    ("cow 3", "cow-3"), ("Saint-Amand-Montrond", "saint-amand-montrond"), ("Étampes", "etampes"), (" a.b ", "a-b")])
def test_words_become_parts_of_ids(words, expected):
    assert slug(words) == expected


def test_steps_are_numbered_and_told_below_the_picture():
    plain = picture(die=(50, 50), tile=(200, 150), place=(350, 250), other=(50, 250))
    there = boxes(plain)
    marked = with_plan(plain, [Step("take <this> & that", [there["die"], there["tile"], there["place"]]),
                               Step("end", [there["other"]])])
    root = ElementTree.fromstring(marked)
    _, _, width, height = map(float, root.get("viewBox").split())
    assert (width, float(root.get("height"))) == (400, height)
    assert height > 300
    assert all(on(marked, 1, there[name]) for name in ("die", "tile", "place"))
    assert on(marked, 2, there["other"])
    assert not on(marked, 2, there["tile"])
    told = [t.text for t in plan_of(marked).iter(f"{SVG}text")]
    assert told[-4:] == ["1", "take <this> & that", "2", "end"]
    assert all(float(t.get("y")) > 300 for t in plan_of(marked).iter(f"{SVG}text") if t.text == "end")


def test_an_arrow_leads_from_what_goes_to_its_place_and_not_from_the_die():
    plain = picture(die=(50, 50), tile=(200, 150), place=(350, 250))
    there = boxes(plain)
    marked = with_plan(plain, [Step("take", list(there.values()))])
    curves = {tuple(map(float, re.findall(r"[\d.]+", p.get("d")))) for p in plan_of(marked).iter(f"{SVG}path")}
    [(x1, y1, *_, x2, y2)] = curves             # one arrow: its halo takes the same way
    assert abs(x1 - 200) <= 20
    assert abs(y1 - 150) <= 10
    assert abs(x2 - 350) <= 30
    assert abs(y2 - 250) <= 30


def test_without_steps_a_picture_stays_as_it_is():
    assert with_plan(picture(a=(50, 60)), []) == picture(a=(50, 60))


def test_a_plan_of_burgundy_is_marked_on_dice_tiles_and_places():
    game, state = read("burgundy-midgame")
    moves = ["take 5: mine [die 6, 1 worker]", "place ship at d1 [die 1, 1 worker]", "clear depot 4", "load brown"]
    marked = plan_picture(game, state, moves)
    there = boxes(marked)
    for number, names in enumerate((["seat-1-die-6", "depot-5-2", "seat-1-storage-3"],
                                    ["seat-1-die-1", "seat-1-stored-ship", "seat-1-space-d1"], ["depot-4"],
                                    ["depot-4-goods-brown", "seat-1-stack-3"]), 1):
        assert all(on(marked, number, there[name]) for name in names)
    told = [t.text for t in plan_of(marked).iter(f"{SVG}text")]
    assert told[-8:] == [part for n, words in enumerate(moves, 1) for part in (str(n), words)]


@pytest.mark.parametrize(("name", "moves", "tile", "slot"), [
    ("burgundy-three-seats", ("place pig 3 at b1 [die 3, 1 worker]", "place sheep 4 at b2 [die 4, 3 workers]"),
     "seat-1-stored-sheep-4", "seat-1-storage-2"),
    ("burgundy-midgame", ("take 5: mine [die 6, 1 worker]", "place mine at c2 [die 1, 3 workers]"),
     "seat-1-stored-mine", "seat-1-storage-3")])
def test_a_stored_tile_is_marked_where_it_lies(name, moves, tile, slot):
    """Where another one has left the storage before it; where the plan itself stored it."""
    game, state = read(name)
    raw = state.raw()
    raw["seat"][1]["workers"] = 9
    state.load(raw)
    marked = plan_picture(game, state, moves)
    assert on(marked, 2, boxes(marked)[slot])
    if tile in boxes(marked):
        assert boxes(marked)[tile] == boxes(marked)[slot]


def test_a_plan_ends_where_luck_falls_or_another_seat_acts():
    game, state = read("pig-endgame")
    assert plan_picture(game, state, ["roll", "d6"]) == plan_picture(game, state, ["roll"])
    game, state = read("connect-four-endgame")
    first = game.notation.action_text(state, state.legal_actions()[0])
    assert plan_picture(game, state, [first, "anything"]) == plan_picture(game, state, [first])


def test_numbers_stand_where_they_hide_no_words():
    words = Drawing()
    with words.group(**tag("tile", 100, 100, 60, 60)):
        words.text(75, 80, "upper left", 10, "#000000")
    svg = words.document(400, 300, "a tile with words in its upper left corner")
    marked = with_plan(svg, [Step("take", list(boxes(svg).values()))])
    _, x, y = badges(marked)[0]
    assert on(marked, 1, boxes(svg)["tile"])
    assert x > 115
    assert y < 80               # above, but not on the words


def test_an_arrow_keeps_clear_of_words_where_it_can():
    def crossing(words: str) -> float:
        d = Drawing()
        for name, x in (("one", 50), ("other", 350)):
            with d.group(**tag(name, x, 150, 40)):
                d.circle(x, 150, 20, "#888888")
        d.text(200, 130, words, 16, "#000000")
        svg = d.document(400, 300, "two things with words above their middle")
        marked = with_plan(svg, [Step("go", list(boxes(svg).values()))])
        [path] = {p.get("d") for p in plan_of(marked).iter(f"{SVG}path")}
        return float(re.findall(r"[\d.]+", path)[3])

    assert crossing("") < 150                       # it bends upwards
    assert crossing("these words are long") != crossing("")


def test_the_bathhouse_shows_whom_it_drew():
    game = games.load("orleans")
    state = game.start(2)
    raw = state.raw()
    raw["actor"], raw["hand"] = 1, [2, 1, *[0] * 9]
    state.load(raw)
    drawn = {name for name in boxes(game.render.svg(state)) if "drawn" in name}
    assert drawn == {"seat-1-drawn-farmer", "seat-1-drawn-farmer-no-2", "seat-1-drawn-boatman"}
