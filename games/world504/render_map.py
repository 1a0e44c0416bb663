"""The board of the picture: tiles with their cities, goods and plants, roads, and everybody's pieces on them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.drawing import Drawing, Point, tag
from games.world504.art import (
    EDGE as RIM,
)
from games.world504.art import (
    INK,
    KIND_FILL,
    LINE,
    OWNER_FILL,
    PALE,
    PANEL,
    SIZE,
    SMALLEST,
    WIDE,
    barracks,
    corners,
    factory,
    good,
    ground,
    headquarters,
    middle,
    militia,
    plant,
    points_on,
    residents,
    settlement,
    swords,
    trolley,
)
from games.world504.names import NOBODY, NOWHERE
from games.world504.reading import attacks, garrison, owns, plant_of
from games.world504.tables import CITY_GOODS, GOODS, KINDS, SIDES

EDGE = 14.0                     # round the board
SLOTS = ((-35.0, 10.0), (7.0, 10.0), (-35.0, 24.5), (7.0, 24.5))     # of owners on a tile
FIVE_SLOTS = ((-33.0, 7.0), (5.0, 7.0), (-33.0, 18.5), (5.0, 18.5), (-14.0, 30.0))
FULL = 0.76                     # how large pieces of five owners are
CROWDED = 0.87                  # how large pieces are that share a tile with others
ALONE = (-20.0, 15.0)           # of an owner who shares it with nobody
CARTS = ((), (0.0,), (-16.0, 16.0), (-24.0, 0.0, 24.0), (-31.5, -10.5, 10.5, 31.5),
         (-34.0, -17.0, 0.0, 17.0, 34.0))     # of trolleys, by their number
ROAD_END = 31.0                 # from the middle of a tile
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
                _ground(d, raw, t, x, y)
            else:
                d.polygon(corners(x, y, SIZE - 3), "none", stroke=LINE, stroke_width=1.2, stroke_dasharray="4 4")
                d.text(x, y + 4, f"{q},{r}", 10, PALE)
    _roads(d, raw, where)
    for t in range(lying):
        x, y = where.at(raw["q"][t], raw["r"][t])
        if raw["number"][t]:
            _city(d, raw, t, x, y)
        _pieces(d, raw, rules, t, x, y)
        _trolleys(d, raw, t, x, y)
    return where


def _ground(d: Drawing, raw: Raw, t: int, x: float, y: float) -> None:
    """A tile with the sign of its kind and its space."""
    kind = raw["kind"][t]
    if kind == len(KINDS):
        d.polygon(corners(x, y, SIZE - 1.2), PANEL, stroke=LINE, stroke_width=1.5)
        return
    name = KINDS[kind]
    d.polygon(corners(x, y, SIZE - 1.2), KIND_FILL[name], stroke=RIM, stroke_width=1.5)
    if name != "city":
        ground(d, name, x, y - 34, 0.85)
        d.text(x, y + 43, f"{raw['q'][t]},{raw['r'][t]}", 9, INK)


def _city(d: Drawing, raw: Raw, t: int, x: float, y: float) -> None:
    """Its number, what it offers and what it still wants, and its factories."""
    number = raw["number"][t]
    d.circle(x, y - 35, 10, PANEL, stroke=INK, stroke_width=1.2)
    d.text(x, y - 30.6, str(number), 12.5, INK, bold=True)
    if raw["stock"][number - 1]:
        with d.group(**tag(f"stock-{number}", x - 24, y - 25, 22, 14)):
            good(d, CITY_GOODS[number - 1], x - 20, y - 25, 12)
            d.text(x - 28, y - 21, str(raw["stock"][number - 1]), 9.5, INK, "end", bold=True)
    wanted = [what for g, what in enumerate(GOODS) if raw["demand"][number - 1] >> g & 1]
    for n, what in enumerate(wanted):
        off = n - (len(wanted) - 1) / 2
        good(d, what, x + 12.5 * off, y + 42 - 4.5 * abs(off), 10, faint=True)
    for n, made in enumerate(owner for owner in raw["factory"][number - 1] if owner):
        factory(d, None if made - 1 == NOBODY else made - 1, x + 17 + 10.5 * n, y - 24, 10)


def _roads(d: Drawing, raw: Raw, where: Place) -> None:
    """Roads from middle to middle, side by side where several owners have one."""
    for t in range(raw["tiles"]):
        for side in range(3):
            there = raw["near"][t][side]
            if there == NOWHERE:
                continue
            colours = [OWNER_FILL[i] for i, owner in enumerate(raw["owner"]) if owner["road"][t] >> side & 1]
            colours += ["#8d8d8d"] * raw["neutral"][3 * t + side].bit_count()
            if colours:
                a, b = ((raw["q"][k], raw["r"][k]) for k in (t, there))
                _road(d, where.at(*a), where.at(*b), colours, edge_id(a, b))


def _road(d: Drawing, a: Point, b: Point, colours: list[str], name: str) -> None:
    (ax, ay), (bx, by) = a, b
    dx, dy = (bx - ax) / WIDE, (by - ay) / WIDE
    with d.group(**tag(name, (ax + bx) / 2, (ay + by) / 2, 22)):
        for n, colour in enumerate(colours):
            off = 6.5 * (n - (len(colours) - 1) / 2)
            ends = (ax + ROAD_END * dx - off * dy, ay + ROAD_END * dy + off * dx,
                bx - ROAD_END * dx - off * dy, by - ROAD_END * dy + off * dx)
            d.line(*ends, INK, 6.4)
            d.line(*ends, colour, 4.2)


def _pieces(d: Drawing, raw: Raw, rules: Raw, t: int, x: float, y: float) -> None:
    """What owners have on a tile: headquarters or settlement, residents, a plant; goods and points that lie there."""
    place = space_id(raw["q"][t], raw["r"][t]).removeprefix("space-")
    if plant_there := plant_of(raw, t):
        what, owner = GOODS[plant_there[0]], plant_there[1]
        with d.group(**tag(f"plant-{place}", x + 24, y - 25, 32, 20)):
            plant(d, what, owner, x + 29, y - 25)
            if raw["ripe"] >> t & 1:
                good(d, what, x + 14, y - 25, 9)
    if raw["pile"][t]:
        points_on(d, raw["pile"][t], x - 29, y - 25)
    lying = [(what, count) for what, count in zip(GOODS, raw["lying"][t], strict=True) if count]
    for n, (what, count) in enumerate(lying):
        left = x + 15.5 * (n - (len(lying) - 1) / 2) - 2.5
        with d.group(**tag(f"lying-{place}-{what}", left + 3, y - 17, 15, 10)):
            good(d, what, left, y - 17, 8.5)
            d.text(left + 5, y - 14, str(count), 9, INK, "start", bold=True)
    here = [i for i, owner in enumerate(raw["owner"]) if owns(owner, t) or owner["active"][t] or owner["spent"][t]]
    armed = garrison(raw, t)
    parties = len(here) + bool(armed)
    slots, scale = ((ALONE,), 1.0) if parties == 1 else (SLOTS, CROWDED) if parties < 5 else (FIVE_SLOTS, FULL)
    for n, (left, top) in enumerate(slots[:parties]):
        with d.group(transform=f"translate({x + left:.1f} {y + top:.1f}) scale({scale})"):
            if n < len(here):
                _of_owner(d, raw["owner"][here[n]], here[n], t, attacks(raw, rules, here[n], t), scale)
            else:
                _garrison(d, armed, 12 if parties == 1 else 0)


def _of_owner(d: Drawing, owner: Raw, i: int, t: int, attacking: bool, scale: float) -> None:
    """Headquarters or settlement round (0, 0), crossed swords where others are there; and the residents beside it."""
    if owner["capital"] == t:
        headquarters(d, i, 0, 0, 13)
    elif owns(owner, t):
        settlement(d, i, 0, 0, 12)
    elif attacking:
        swords(d, i, 0, 0)
    residents(d, i, owner["active"][t], owner["spent"][t], 15 if attacking else 12, 0, max(9.5, SMALLEST / scale))


def _garrison(d: Drawing, armed: Sequence[str], x: float) -> None:
    """Barracks and militia side by side; `x` is where the first of them lies."""
    for n, what in enumerate(armed):
        {"barracks": barracks, "militia": militia}[what](d, x + 17 * n, 0)


def _trolleys(d: Drawing, raw: Raw, t: int, x: float, y: float) -> None:
    """The trolleys on a tile, side by side."""
    here = [i for i, owner in enumerate(raw["owner"]) if owner["trolley"] == t]
    scale = 1.0 if len(here) < 3 else 0.8 if len(here) < 5 else 0.62
    for off, i in zip(CARTS[len(here)], here, strict=True):
        owner = raw["owner"][i]
        cargo = [(k, GOODS[held - 1] if held <= len(GOODS) else str(held - len(GOODS)))
                 for k, held in enumerate(owner["hold"]) if held]
        with d.group(**tag(f"trolley-{i}", x + off, y - 4, 26 * scale, 20 * scale)):
            trolley(d, i, x + off, y - 5, [what for _, what in cargo], scale)
        for n, (k, _) in enumerate(cargo):
            left = x + off + scale * (12 * n - 6 if len(cargo) > 1 else 0)
            with d.group(**tag(f"hold-{i}-{k}", left, y - 5, 11 * scale)):
                pass
