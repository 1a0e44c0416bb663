"""A plan on the picture of a board: its steps numbered where a hand would touch them, and told below it."""
from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import ceil, hypot
from typing import NamedTuple
from xml.etree import ElementTree

from core_ext.state import State
from games.api import Game
from games.drawing import Box, Drawing, Point, boxes, number, text_width

MARK, HALO, WORDS, SHEET = "#b3005e", "#ffffff", "#221a20", "#fdfbf7"
THING = 80.0                # pixels: what is smaller is no place that holds other things
COLUMN = 440.0              # pixels that a column of the legend has at least
BENDS = (0.15, 0.08, 0.25, -0.08, -0.15, -0.25)     # of arrows, by their length; above 0 upwards

DEALS = 3                   # positions that a seat cannot tell apart, in which its plan is followed
Way = tuple[Point, Point, Point]                    # a curve: its beginning, the point it bends towards, its end


class Step(NamedTuple):
    """What is done, in words, and where what is touched lies, in order."""

    words: str
    way: Sequence[Box]


def plan_picture(game: Game, state: State, moves: Sequence[str]) -> str:
    """The position as the seat to act sees it, with these moves of it marked as far as nobody else and no luck comes.

    Moves are texts; what is not legal after those before it ends them. What comes only during the plan, such as a tile
    that its first step stores, is marked where it lies then. All rests on what the seat knows: the plan is followed in
    positions dealt to that, and ends where they part, as another seat's secret comes to light.
    """
    seat, steps, there = state.current_player(), list[Step](), dict[str, Box]()
    first = game.render.svg(state, seat)
    dealt = [state.copy() for _ in range(DEALS if state.hides else 1)]
    for stream, at in enumerate(dealt):
        at.resample(seat, stream)
    for words in moves:
        at = dealt[0]
        legal = {game.notation.action_text(at, action): action for action in at.legal_actions()}
        if at.current_player() != seat or words not in legal or len({d.information_state_key(seat) for d in dealt}) > 1:
            break
        there = boxes(game.render.svg(at, seat)) | there
        steps.append(Step(words, [there[name] for name in game.touches(at, legal[words])]))
        for at in dealt:
            at.apply_action(legal[words])
    return with_plan(first, steps)


def with_plan(svg: str, steps: Sequence[Step]) -> str:
    """A picture with the number of each step at all that it touches, arrows, and a legend below.

    The last two that a step touches are what goes and where; before them come the die, or what is paid for it.
    """
    found = re.match(r'(<svg [^>]*?)viewBox="0 0 ([\d.]+) ([\d.]+)"([^>]*)', svg)
    if not steps or found is None:
        return svg
    width, height, d = float(found[2]), float(found[3]), Drawing()
    size = min(18.0, max(15.0, width / 75))
    texts = list(_texts(ElementTree.fromstring(svg)))
    with d.group("the plan", class_="plan"):
        heads = [_arrow(d, step.way[-2], step.way[-1], size, texts) for step in steps if len({*step.way[-2:]}) > 1]
        things = [box for box in boxes(svg).values() if box.width < THING]
        _badges(d, [step.way for step in steps], size * 0.6, [*texts, *heads], things)
        below = _legend(d, steps, width, height, size)
    total = number(height + below)
    head = f'{found[1]}viewBox="0 0 {found[2]} {total}"' + re.sub(r' height="[^"]*"', f' height="{total}"', found[4])
    return head + svg[found.end():].replace("</svg>", "".join(d.parts) + "</svg>")


def _texts(element: ElementTree.Element, x: float = 0.0, y: float = 0.0) -> Iterator[Box]:
    """About where the words of a picture stand; a group may be moved, and what is drawn by `use` has none to keep."""
    if moved := re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform", "")):
        x, y = x + float(moved[1]), y + float(moved[2])
    if element.tag.endswith("}text"):
        size = float(element.get("font-size", 16))
        width = text_width(element.text or "", size, element.get("font-weight") == "bold")
        left = {"middle": width / 2, "end": width}.get(element.get("text-anchor", ""), 0.0)
        yield Box(x + float(element.get("x", 0)) - left, y + float(element.get("y", 0)) - 0.75 * size, width, size)
    if not element.tag.endswith("}defs"):
        for child in element:
            yield from _texts(child, x, y)


def _arrow(d: Drawing, one: Box, other: Box, size: float, texts: Sequence[Box]) -> Box:
    """A thin arrow from box to box that keeps clear of texts where it can; returns where its head is.

    It is pale outside, so that it shows on every ground.
    """
    (ax, ay), (bx, by) = one.middle, other.middle
    ways: list[Way] = []
    for share in (bend if bx > ax else -bend for bend in BENDS):
        over = ((ax + bx) / 2 + share * (by - ay), (ay + by) / 2 - share * (bx - ax))
        ways.append((_edge(one, over, 0.9), over, _edge(other, over, 0.5)))
    begin, bend, end = min(ways, key=lambda way: _hidden(way, texts))
    long = hypot(end[0] - bend[0], end[1] - bend[1]) or 1.0
    ux, uy = size * (end[0] - bend[0]) / long, size * (end[1] - bend[1]) / long
    neck = (end[0] - ux * 0.6, end[1] - uy * 0.6)
    head = [end, (neck[0] - uy * 0.3, neck[1] + ux * 0.3), (neck[0] + uy * 0.3, neck[1] - ux * 0.3)]
    for stroke, thick in ((HALO, 4.0), (MARK, 2.0)):
        d.curve([begin, bend, neck], stroke, thick * size / 18)
        d.polygon(head, MARK, stroke=stroke, stroke_width=thick * size / 18 - 1.5 if stroke == HALO else None)
    return Box(neck[0] - size * 0.4, neck[1] - size * 0.4, size * 0.8, size * 0.8)


def _hidden(way: Way, texts: Sequence[Box]) -> int:
    """How many of twenty points of a curve lie on texts."""
    hits = 0
    for n in range(20):
        t, u = (n + 1) / 20, (19 - n) / 20
        x, y = (u * u * a + 2 * u * t * m + t * t * b for a, m, b in zip(*way, strict=True))
        hits += sum(text.x <= x <= text.x + text.width and text.y <= y <= text.y + text.height for text in texts)
    return hits


def _edge(box: Box, towards: Point, share: float) -> Point:
    """Where a line from the middle of a box to a point leaves it, at this share of its size."""
    x, y = box.middle
    dx, dy = towards[0] - x, towards[1] - y
    reach = share / 2 * min(box.width / max(abs(dx), 1e-9), box.height / max(abs(dy), 1e-9))
    return x + dx * min(reach, 1.0), y + dy * min(reach, 1.0)


def _badges(d: Drawing, ways: Sequence[Sequence[Box]], radius: float, texts: Sequence[Box],
            things: Sequence[Box]) -> None:
    """The number of each step at these boxes, where it hides no text, no number that is there and little else."""
    there: list[Box] = []
    for n, way in enumerate(ways, 1):
        for box in dict.fromkeys(way):
            places = [Box(x - radius, y - radius, 2 * radius, 2 * radius) for x, y in _corners(box, radius)]
            others = [thing for thing in things if _shared(thing, box) < 0.5 * box.width * box.height]
            place = min(places, key=lambda at: sum(
                weight * _shared(at, other) for weight, hidden in ((10, there), (1, texts), (0.2, others))
                for other in hidden))
            there.append(place)
            x, y = place.middle
            d.circle(x, y, radius, MARK, stroke=HALO, stroke_width=radius / 6)
            d.text(x, y + radius * 0.42, str(n), radius * 1.25, HALO, bold=True, room=radius * 1.6)


def _corners(box: Box, radius: float) -> list[Point]:
    """Where a number may stand: in a corner of a box, beside a small one, or elsewhere round it; above first."""
    (x, y), small = box.middle, box.width <= 4 * radius

    def round_about(away: float) -> tuple[list[Point], list[Point]]:
        left, right, top, bottom = box.x - away, box.x + box.width + away, box.y - away, box.y + box.height + away
        return ([(left, top), (right, top), (left, bottom), (right, bottom)],
                [(x, top), (right, y), (left, y), (x, bottom)])

    corners, sides = round_about(radius * (0.6 if small else -0.25))
    order = [*sides, *corners] if small else [*corners[:2], *sides[1:3], *corners[2:]]
    return [*order, *round_about(radius * 1.1)[1]]


def _shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    return max(0.0, across) * max(0.0, min(one.y + one.height, other.y + other.height) - max(one.y, other.y))


def _legend(d: Drawing, steps: Sequence[Step], width: float, top: float, size: float) -> float:
    """The steps in words below the picture, in columns; returns how high that is."""
    columns = max(1, min(len(steps), int(width / COLUMN)))
    rows, pitch, left = ceil(len(steps) / columns), size * 1.7, size * 0.8
    room = (width - left) / columns
    high = rows * pitch + size
    d.rect(0, top, width, high, SHEET)
    for n, step in enumerate(steps):
        x, y = left + room * (n // rows), top + size * 0.5 + pitch * (n % rows + 0.5)
        d.circle(x + size * 0.62, y, size * 0.62, MARK)
        d.text(x + size * 0.62, y + size * 0.26, str(n + 1), size * 0.78, HALO, bold=True, room=size)
        d.text(x + size * 1.7, y + size * 0.35, step.words, size, WORDS, "start", room=room - size * 2.4)
    return high
