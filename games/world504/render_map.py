"""The board of the picture: tiles with their cities, goods and plants, roads, and everybody's pieces on them."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.drawing import Drawing, Point, tag
from games.world504.art import (
    HIGH,
    INK,
    KIND_FILL,
    LINE,
    OWNER_FILL,
    PALE,
    PANEL,
    SIZE,
    WIDE,
    corners,
    factory,
    good,
    ground,
    headquarters,
    middle,
    plant,
    points_on,
    residents,
    settlement,
    trolley,
)
from games.world504.names import NOBODY, NOWHERE
from games.world504.tables import CITY_GOODS, GOODS, KINDS, SIDES

EDGE = 14.0                     # round the board
SLOTS = ((-23.0, 3.0), (7.0, 3.0), (-23.0, 20.0), (7.0, 20.0), (-8.0, -14.0))  # of owners on a tile
PLAN_1 = 4                      # how far plan 1 reaches from its middle

Raw = dict[str, Any]


class Place(NamedTuple):
    """Where the board lies in the picture, and its size."""

    left: float
    top: float
    width: float
    height: float

    def at(self, q: int, r: int) -> Point:
        x, y = middle(q, r)
        return x + self.left, y + self.top


def place_of(raw: Raw, rules: Raw) -> Place:
    """The room that the board takes: all tiles, and the spaces that could be explored."""
    middles = [middle(q, r) for q, r in spaces(raw, rules)]
    least_x, most_x = min(x for x, _ in middles), max(x for x, _ in middles)
    least_y, most_y = min(y for _, y in middles), max(y for _, y in middles)
    return Place(EDGE + WIDE / 2 - least_x, EDGE + SIZE - least_y, most_x - least_x + WIDE + 2 * EDGE,
                 most_y - least_y + 2 * SIZE + 2 * EDGE)


def spaces(raw: Raw, rules: Raw) -> list[tuple[int, int]]:
    """All spaces of the picture: the tiles in their order, then those without a tile."""
    lying = list(zip(raw["q"], raw["r"], strict=True))[:raw["tiles"]]
    return lying + sorted(unexplored(lying, rules["explore_within"]))


def unexplored(lying: list[tuple[int, int]], within: int) -> set[tuple[int, int]]:
    """Spaces without a tile: those next to a tile, on plan 1 all up to its border; none where nothing is explored."""
    if within == PLAN_1:
        around = {(q, r) for q in range(-within, within + 1) for r in range(-within, within + 1)}
        return {(q, r) for q, r in around if abs(q + r) <= within} - set(lying)
    if not within:
        return set()
    return {(q + dq, r + dr) for q, r in lying for dq, dr in SIDES} - set(lying)


def space_id(q: int, r: int) -> str:
    """The id of a space: `space-2-minus-1` for 2,-1."""
    return "space-" + "-".join(f"minus-{-n}" if n < 0 else str(n) for n in (q, r))


def edge_id(a: tuple[int, int], b: tuple[int, int]) -> str:
    """The id of the edge between two spaces."""
    return f"edge-{space_id(*a).removeprefix('space-')}-to-{space_id(*b).removeprefix('space-')}"


# ---- drawing --------------------------------------------------------------------------------------------


def draw_map(d: Drawing, raw: Raw, rules: Raw) -> Place:
    """The board in the upper left corner of the picture; returns where it lies."""
    where = place_of(raw, rules)
    lying = raw["tiles"]
    for t, (q, r) in enumerate(spaces(raw, rules)):
        x, y = where.at(q, r)
        with d.group(**tag(space_id(q, r), x, y, WIDE, 2 * SIZE)):
            if t < lying:
                _tile(d, raw, t, x, y)
            else:
                d.polygon(corners(x, y, SIZE - 3), "none", stroke=LINE, stroke_width=1.2, stroke_dasharray="4 4")
                d.text(x, y + 4, f"{q},{r}", 10, PALE)
    _roads(d, raw, where)
    for t in range(lying):
        _pieces(d, raw, t, *where.at(raw["q"][t], raw["r"][t]))
    for i, owner in enumerate(raw["owner"]):
        if owner["trolley"] != NOWHERE:
            _trolley(d, raw, i, where)
    return where


def _tile(d: Drawing, raw: Raw, t: int, x: float, y: float) -> None:
    kind = raw["kind"][t]
    if kind == len(KINDS):
        d.polygon(corners(x, y, SIZE - 1.2), PANEL, stroke=LINE, stroke_width=1.5)
        return
    name = KINDS[kind]
    d.polygon(corners(x, y, SIZE - 1.2), KIND_FILL[name], stroke="#ffffff", stroke_width=1.5)
    if name == "city":
        _city(d, raw, t, x, y)
        return
    ground(d, name, x, y - 33, 0.85)
    d.text(x, y + 42, f"{raw['q'][t]},{raw['r'][t]}", 8.5, INK, opacity=0.55)


def _city(d: Drawing, raw: Raw, t: int, x: float, y: float) -> None:
    """Its number, what it offers and what it still wants, and its factories."""
    number = raw["number"][t]
    d.circle(x, y - 33, 10, PANEL, stroke=INK, stroke_width=1.2)
    d.text(x, y - 28.6, str(number), 12.5, INK, bold=True)
    if raw["stock"][number - 1]:
        good(d, CITY_GOODS[number - 1], x - 20, y - 20, 13)
        d.text(x - 29, y - 16, str(raw["stock"][number - 1]), 9, INK, "end", bold=True)
    wanted = [what for g, what in enumerate(GOODS) if raw["demand"][number - 1] >> g & 1]
    for n, what in enumerate(wanted):
        good(d, what, x + 13 * (n - (len(wanted) - 1) / 2), y + 39 if n in (1, 2) else y + 33, 10.5, faint=True)
    for n, made in enumerate(owner for owner in raw["factory"][number - 1] if owner):
        factory(d, None if made - 1 == NOBODY else made - 1, x + 16 + 10 * n, y - 18)


def _roads(d: Drawing, raw: Raw, where: Place) -> None:
    """Roads from middle to middle, side by side where several owners have one."""
    for t in range(raw["tiles"]):
        for side in range(3):
            there = raw["near"][t][side]
            if there == NOWHERE:
                continue
            colours = [OWNER_FILL[i] for i, owner in enumerate(raw["owner"]) if owner["road"][t] >> side & 1]
            colours += ["#8d8d8d"] * raw["neutral"][3 * t + side]
            if colours:
                a, b = ((raw["q"][k], raw["r"][k]) for k in (t, there))
                _road(d, where.at(*a), where.at(*b), colours, edge_id(a, b))


def _road(d: Drawing, a: Point, b: Point, colours: list[str], name: str) -> None:
    (ax, ay), (bx, by) = a, b
    dx, dy = (bx - ax) / WIDE, (by - ay) / WIDE
    with d.group(**tag(name, (ax + bx) / 2, (ay + by) / 2, 22)):
        for n, colour in enumerate(colours):
            off = 6.5 * (n - (len(colours) - 1) / 2)
            ends = (ax + 26 * dx - off * dy, ay + 26 * dy + off * dx, bx - 26 * dx - off * dy, by - 26 * dy + off * dx)
            d.line(*ends, INK, 6.4)
            d.line(*ends, colour, 4.2)


def _pieces(d: Drawing, raw: Raw, t: int, x: float, y: float) -> None:
    """What owners have on a tile: headquarters or settlement, residents, a plant; goods and points that lie there."""
    made = raw["plant"][t]
    if made:
        owner = made - 1 >> 3
        plant(d, GOODS[(made - 1) & 7], None if owner == NOBODY else owner, x + 27, y - 22)
        if raw["ripe"] >> t & 1:
            good(d, GOODS[(made - 1) & 7], x + 14, y - 24, 9)
    if raw["pile"][t]:
        points_on(d, raw["pile"][t], x - 28, y - 20)
    for n, what in enumerate(_lying(raw, t)):
        good(d, what, x - 22 + 11 * n, y - 12, 10)
    here = [i for i, owner in enumerate(raw["owner"])
            if owner["settled"] >> t & 1 or owner["capital"] == t or owner["active"][t] or owner["spent"][t]]
    slots = SLOTS if len(here) > 1 else ((-18.0, 8.0),)
    for n, i in enumerate(here):
        _of_owner(d, raw, i, t, x + slots[n][0] - 6, y + slots[n][1])


def _lying(raw: Raw, t: int) -> Iterator[str]:
    for g, count in enumerate(raw["lying"][t]):
        yield from [GOODS[g]] * count


def _of_owner(d: Drawing, raw: Raw, i: int, t: int, x: float, y: float) -> None:
    owner = raw["owner"][i]
    if owner["capital"] == t:
        headquarters(d, i, x, y, 14)
    elif owner["settled"] >> t & 1:
        settlement(d, i, x, y, 12)
    residents(d, i, owner["active"][t], owner["spent"][t], x + 12, y)


def _trolley(d: Drawing, raw: Raw, i: int, where: Place) -> None:
    owner = raw["owner"][i]
    t = owner["trolley"]
    others = [k for k, other in enumerate(raw["owner"][:i]) if other["trolley"] == t]
    x, y = where.at(raw["q"][t], raw["r"][t])
    cargo = [GOODS[held - 1] if held <= len(GOODS) else str(held - len(GOODS))
             for held in owner["hold"][:owner["holds"]] if held]
    with d.group(**tag(f"trolley-{i}", x - 24 + 26 * len(others), y - HIGH * 0.03, 26)):
        trolley(d, i, x - 24 + 26 * (len(others) % 3), y - 4 - 14 * (len(others) // 3), cargo)
