"""A plan on the picture of a board: its steps numbered where a hand would touch them, and told below it."""
from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil, hypot
from typing import NamedTuple

from core_ext.state import State
from games.api import Game
from games.drawing import Box, Drawing, Point, boxes, number

MARK, HALO, WORDS, SHEET = "#b3005e", "#ffffff", "#221a20", "#fdfbf7"
COLUMN = 440.0              # pixels that a column of the legend has at least


class Step(NamedTuple):
    """What is done, in words, and where what is touched lies, in order."""

    words: str
    way: Sequence[Box]


def plan_picture(game: Game, state: State, moves: Sequence[str]) -> str:
    """The position as the seat to act sees it, with these moves of it marked as far as nobody else and no luck comes.

    Moves are texts, each legal after those before it. What comes only during the plan, such as a tile that its first
    step stores, is marked where it lies then.
    """
    seat, at, steps = state.current_player(), state.copy(), []
    first = svg = game.render.svg(state, seat)
    there: dict[str, Box] = {}
    for words in moves:
        if at.current_player() != seat:
            break
        there = boxes(svg) | there
        action = game.notation.parse_action(at, words)
        steps.append(Step(words, [there[name] for name in game.touches(at, action)]))
        at.apply_action(action)
        svg = game.render.svg(at, seat)
    return with_plan(first, steps)


def with_plan(svg: str, steps: Sequence[Step]) -> str:
    """A picture with the number of each step where it begins and where something goes, with an arrow, and a legend.

    The last two that a step touches are what goes and where; before them come the die, or what is paid for it.
    """
    found = re.match(r'(<svg [^>]*?)viewBox="0 0 ([\d.]+) ([\d.]+)"([^>]*)', svg)
    if not steps or found is None:
        return svg
    width, height, d = float(found[2]), float(found[3]), Drawing()
    size = min(18.0, max(15.0, width / 75))
    with d.group("the plan", class_="plan"):
        for step in steps:
            if len(step.way) > 1:
                _arrow(d, step.way[-2], step.way[-1], size)
        _badges(d, [[*step.way[:1], *step.way[-2:]] for step in steps], size * 0.6)
        below = _legend(d, steps, width, height, size)
    total = number(height + below)
    head = f'{found[1]}viewBox="0 0 {found[2]} {total}"' + re.sub(r' height="[^"]*"', f' height="{total}"', found[4])
    return head + svg[found.end():].replace("</svg>", "".join(d.parts) + "</svg>")


def _arrow(d: Drawing, one: Box, other: Box, size: float) -> None:
    """A thin arrow from box to box that bends upwards, pale outside so that it shows on every ground."""
    (ax, ay), (bx, by) = one.middle, other.middle
    way = hypot(bx - ax, by - ay)
    if way < 1:
        return
    up = 0.15 if bx > ax else -0.15
    bend = ((ax + bx) / 2 + up * (by - ay), (ay + by) / 2 - up * (bx - ax))
    begin, end = _edge(one, bend, 0.9), _edge(other, bend, 0.5)
    ux, uy = end[0] - bend[0], end[1] - bend[1]
    long = hypot(ux, uy) or 1.0
    ux, uy = ux / long, uy / long
    neck = (end[0] - ux * size * 0.6, end[1] - uy * size * 0.6)
    head = [end, (neck[0] - uy * size * 0.3, neck[1] + ux * size * 0.3),
            (neck[0] + uy * size * 0.3, neck[1] - ux * size * 0.3)]
    for stroke, thick in ((HALO, 4.0), (MARK, 2.0)):
        d.curve([begin, bend, neck], stroke, thick * size / 18)
        d.polygon(head, MARK, stroke=stroke, stroke_width=thick * size / 18 - 1.5 if stroke == HALO else None)


def _edge(box: Box, towards: Point, share: float) -> Point:
    """Where a line from the middle of a box to a point leaves it, at this share of its size."""
    x, y = box.middle
    dx, dy = towards[0] - x, towards[1] - y
    reach = share / 2 * min(box.width / max(abs(dx), 1e-9), box.height / max(abs(dy), 1e-9))
    return x + dx * min(reach, 1.0), y + dy * min(reach, 1.0)


def _badges(d: Drawing, ways: Sequence[Sequence[Box]], radius: float) -> None:
    """The number of each step on the upper edge of these boxes, beside the numbers that are there."""
    there: dict[Box, int] = {}
    for n, way in enumerate(ways, 1):
        for box in dict.fromkeys(way):
            place = there.setdefault(box, 0)
            there[box] += 1
            small = box.width < 4 * radius
            x = box.middle[0] if small else box.x + radius * 0.4
            x, y = x + 2.1 * radius * place, box.y + radius * (-0.6 if small else 0.4)
            d.circle(x, y, radius, MARK, stroke=HALO, stroke_width=radius / 6)
            d.text(x, y + radius * 0.42, str(n), radius * 1.25, HALO, bold=True, room=radius * 1.6)


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
