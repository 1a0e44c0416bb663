"""The look of 504's pictures: colours, shapes, and a small picture for each kind of thing."""
from __future__ import annotations

from math import cos, pi, sin, sqrt

from games.drawing import Drawing, Point
from games.night import Night
from games.world504.tables import GOODS, KINDS

INK, PAPER, PANEL, LINE, PALE = "#2b2620", "#e9e2d3", "#fbf8f0", "#b3a78f", "#62583f"
PRINT, EDGE = "#221d17", "#fffefc"      # on pieces, whose colours stay as they are on a dark screen; round tiles
FREE, PRICED, KEY = "#e4efe0", "#f3e3c8", "#fefdfa"     # privileges that cost nothing or something; digits of a bid
KIND_FILL = {"city": "#dcc6c0", "meadow": "#b9d98a", "forest": "#6da363", "field": "#efd985", "mountain": "#b7b2ac",
             "desert": "#ecd0a4", "water": "#8fc1e3"}
KIND_INK = {"city": "#8a6d3f", "meadow": "#5f8a31", "forest": "#2f6a31", "field": "#a9842a", "mountain": "#6f6a64",
            "desert": "#b58a4a", "water": "#4a88b5"}
GOOD_FILL = {"cattle": "#8a5a33", "wood": "#3f6b33", "fish": "#2f6fa8", "grain": "#e3b93a", "ore": "#5b5a60"}
GOOD_INK = {"cattle": "#ffffff", "wood": "#ffffff", "fish": "#ffffff", "grain": PRINT, "ore": "#ffffff"}
# Owners stay apart for colour-blind eyes by lightness as well as hue, and wherever there is room by their number.
OWNER_FILL = ("#1f7a46", "#f7f4ec", "#7b3fa0", "#2c66b8", "#e0812a")
OWNER_INK = ("#ffffff", PRINT, "#ffffff", "#ffffff", PRINT)
STONE = "#c9c6c0"               # what is nobody's in a war
OWNER_NAMES = ("green", "white", "purple", "blue", "orange")
NIGHT = Night(
    "world504",
    grounds={PAPER: "#14171a", PANEL: "#23221f", FREE: "#29402c", PRICED: "#453a28", KEY: "#38352e",
             KIND_FILL["city"]: "#4f3f3b", KIND_FILL["meadow"]: "#46602a", KIND_FILL["forest"]: "#244f2a",
             KIND_FILL["field"]: "#62551f", KIND_FILL["mountain"]: "#45434a", KIND_FILL["desert"]: "#5e4728",
             KIND_FILL["water"]: "#1f4a6b", KIND_INK["meadow"]: "#8fbf55", KIND_INK["forest"]: "#5d9a55",
             KIND_INK["field"]: "#cdb04a", KIND_INK["mountain"]: "#98949c", KIND_INK["desert"]: "#c9a062",
             KIND_INK["water"]: "#6aa9d6"},
    words={INK: "#ede5d4", PALE: "#bcb099"},
    lines={PANEL: "#23221f", LINE: "#6d6450", EDGE: "#14171a", KIND_INK["meadow"]: "#8fbf55",
           KIND_INK["field"]: "#cdb04a", KIND_INK["desert"]: "#c9a062", KIND_INK["water"]: "#6aa9d6"})

SMALLEST = 8.9                  # of letters: a phone shows a part a quarter larger, and then they can be read
SIZE = 50.0                     # of a tile, from its middle to a corner
WIDE, HIGH = SIZE * sqrt(3), SIZE * 1.5


def middle(q: int, r: int) -> Point:
    """Where the middle of a space lies, seen from the space 0,0."""
    return WIDE * (q + r / 2), HIGH * r


def corners(x: float, y: float, size: float = SIZE) -> list[Point]:
    """The six corners of a hexagon with a corner on top."""
    return [(x + size * sin(pi / 3 * k), y - size * cos(pi / 3 * k)) for k in range(6)]


# ---- ground -------------------------------------------------------------------------------------------


def ground(d: Drawing, kind: str, x: float, y: float, scale: float = 1.0) -> None:
    """The sign of a kind of tile."""
    d.stamp(f"ground-{kind}", lambda one: GROUND[kind](one, KIND_INK[kind]), x, y, scale)


def _meadow(d: Drawing, ink: str) -> None:
    for x in (-7, 0, 7):
        d.path(f"M{x - 3} 4L{x - 1} -3M{x} 4V-5M{x + 3} 4L{x + 1} -3", stroke=ink, stroke_width=1.4)


def _forest(d: Drawing, ink: str) -> None:
    for x, y in ((-8, 1), (0, -2), (8, 1)):
        d.polygon([(x - 5, y + 5), (x, y - 7), (x + 5, y + 5)], ink)


def _field(d: Drawing, ink: str) -> None:
    for x in (-8, -3, 2, 7):
        d.path(f"M{x} 6V-3M{x} -3L{x - 2} -6M{x} -3L{x + 2} -6M{x} 0L{x - 2} -3M{x} 0L{x + 2} -3", stroke=ink,
               stroke_width=1.3)


def _mountain(d: Drawing, ink: str) -> None:
    d.polygon([(-13, 6), (-5, -8), (1, 2), (5, -4), (12, 6)], ink)
    d.polygon([(-7.6, -3.4), (-5, -8), (-2.5, -3.8), (-5, -2)], "#ffffff")


def _desert(d: Drawing, ink: str) -> None:
    d.path("M-12 4Q-7 -3 -1 4Q5 -4 12 4", stroke=ink, stroke_width=1.8)


def _water(d: Drawing, ink: str) -> None:
    for y in (-3, 3):
        d.path(f"M-12 {y}q4 -5 8 0t8 0t8 0", stroke=ink, stroke_width=1.8)


def _city(d: Drawing, ink: str) -> None:
    d.path("M-9 6V-2H-4V-7H2V-2H9V6Z", ink)


GROUND = {"meadow": _meadow, "forest": _forest, "field": _field, "mountain": _mountain, "desert": _desert,
          "water": _water, "city": _city}


# ---- goods and pieces -----------------------------------------------------------------------------------


def good(d: Drawing, name: str, x: float, y: float, size: float = 13, faint: bool = False) -> None:
    """A good as a square with its first letter; faint where it is only wanted."""
    half = size / 2
    fill = "#ffffff" if faint else GOOD_FILL[name]
    d.rect(x - half, y - half, size, size, fill, 2.5, stroke=GOOD_FILL[name] if faint else INK,
           stroke_width=1.6 if faint else 0.7)
    letter = max(SMALLEST, size * 0.85)
    d.text(x, y + letter * 0.37, name[0].upper(), letter, PRINT if faint else GOOD_INK[name], bold=True)


def settlement(d: Drawing, owner: int, x: float, y: float, size: float = 13) -> None:
    """A house in the owner's colour."""
    half = size / 2
    d.polygon([(x - half, y + half), (x - half, y - half * 0.2), (x, y - half), (x + half, y - half * 0.2),
               (x + half, y + half)], OWNER_FILL[owner], stroke=INK, stroke_width=1)


def headquarters(d: Drawing, owner: int, x: float, y: float, size: float = 15) -> None:
    """A tower in the owner's colour."""
    half = size / 2
    d.path(f"M{x - half} {y + half}V{y - half}H{x - half / 3}V{y - half / 2}H{x + half / 3}V{y - half}H{x + half}"
           f"V{y + half}Z", OWNER_FILL[owner], stroke=INK, stroke_width=1)


def residents(d: Drawing, owner: int, active: int, spent: int, x: float, y: float, size: float = 9.5) -> None:
    """How many stand, as an upright pawn with a number, and how many lie, as a lying one."""
    for count, lying in ((active, False), (spent, True)):
        if count:
            pawn(d, owner, x, y, lying)
            d.text(x + (5.8 if lying else 4.4), y + 0.38 * size, str(count), size, INK, "start", bold=True,
                   stroke=PANEL, stroke_width=2.6, paint_order="stroke")
            x += 16


def pawn(d: Drawing, owner: int, x: float, y: float, lying: bool, scale: float = 1.0) -> None:
    """A resident: upright while it is active, on its side when it is exhausted."""
    turn = f"translate({x:.1f} {y:.1f}) scale({scale:g})" + (" rotate(90)" if lying else "")
    with d.group(transform=turn):
        d.path("M-3.6 5.5L-1.6 -1A3 3 0 1 1 1.6 -1L3.6 5.5Z", OWNER_FILL[owner], stroke=INK, stroke_width=0.9)


def trolley(d: Drawing, owner: int, x: float, y: float, cargo: list[str], scale: float = 1.0) -> None:
    """A cart in the owner's colour with what it carries: goods, and residents as `1` or `2` of them."""
    with d.group(transform=f"translate({x:.1f} {y:.1f}) scale({scale:.2f})"):
        for wheel in (-7, 7):
            d.circle(wheel, 6, 2.8, INK)
        d.rect(-13, -6.5, 26, 12, OWNER_FILL[owner], 2.5, stroke=INK, stroke_width=1)
        for k, what in enumerate(cargo):
            left = -6 + 12 * k if len(cargo) > 1 else 0.0
            if what in GOODS:
                good(d, what, left, -0.5, 9)
            else:
                d.rect(left - 5.5, -5, 11, 9, PANEL, 2, stroke=INK, stroke_width=0.5)
                pawn(d, owner, left - 2.2, -0.5, False, 0.7)
                d.text(left + 2.6, 2.7, what, SMALLEST, INK, bold=True)


def plant(d: Drawing, name: str, owner: int | None, x: float, y: float) -> None:
    """A plant: its good in a ring of the owner's colour; grey where it has none."""
    d.circle(x, y, 9.5, "#8d8d8d" if owner is None else OWNER_FILL[owner], stroke=INK, stroke_width=1)
    good(d, name, x, y, 11)


def barracks(d: Drawing, x: float, y: float) -> None:
    """A grey wall with battlements and a gate."""
    d.path(f"M{x - 8} {y + 6}V{y - 7}H{x - 4.5}V{y - 4}H{x - 1.8}V{y - 7}H{x + 1.8}V{y - 4}H{x + 4.5}V{y - 7}H{x + 8}"
           f"V{y + 6}Z", STONE, stroke=INK, stroke_width=1)
    d.path(f"M{x - 2.6} {y + 6}V{y + 2}A2.6 2.6 0 0 1 {x + 2.6} {y + 2}V{y + 6}Z", INK)


def militia(d: Drawing, x: float, y: float) -> None:
    """A grey shield with a bar."""
    d.path(f"M{x - 5.5} {y - 6.5}H{x + 5.5}V{y}Q{x + 5} {y + 4.5} {x} {y + 7}Q{x - 5} {y + 4.5} {x - 5.5} {y}Z", STONE,
           stroke=INK, stroke_width=1)
    d.line(x - 5.5, y - 2, x + 5.5, y - 2, INK, 1.6)


def swords(d: Drawing, owner: int, x: float, y: float) -> None:
    """Crossed swords in the owner's colour: its residents attack here."""
    for way in (-1, 1):
        d.line(x - 6 * way, y + 6, x + 6 * way, y - 6, INK, 4)
        d.line(x - 5.4 * way, y + 5.4, x + 5.4 * way, y - 5.4, OWNER_FILL[owner], 2.2)
        d.line(x - 6 * way, y + 1, x - 1 * way, y + 6, INK, 1.8)


def factory(d: Drawing, owner: int | None, x: float, y: float, size: float = 9) -> None:
    """A factory with a chimney; grey where it has no owner."""
    half = size / 2
    d.path(f"M{x - half} {y + half}V{y - half * 0.3}L{x} {y - half * 0.9}V{y - half * 0.3}L{x + half} {y - half * 0.9}"
           f"V{y + half}Z", "#9b9b9b" if owner is None else OWNER_FILL[owner], stroke=INK, stroke_width=0.9)


def points_on(d: Drawing, count: int, x: float, y: float) -> None:
    """Victory points that lie on a tile."""
    d.circle(x, y, 8, "#f2c230", stroke=INK, stroke_width=1)
    d.text(x, y + 3.8, str(count), 10.5, PRINT, bold=True)


def plural(count: int, one: str) -> str:
    """`1 settlement`, `2 settlements`."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


assert set(GROUND) == set(KINDS)
