"""Small pictures of our own: professions, goods, coin, citizen, gear, house, pawn; each about 20 wide."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial

from games.drawing import Drawing
from games.orleans.art import CITIZEN, FOLLOWER_FILL, FOLLOWER_INK, GOOD_FILL, GOOD_INK, INK, SEAT_FILL, SEAT_INK, trade

# strokes of the professions' signs, in a box of 20 by 20
SIGNS = {
    "farmer": "M0 8V-7M0 -7C-3 -5 -3 -3 0 -2C3 -3 3 -5 0 -7M0 -1C-5 -2 -5 1 0 3M0 -1C5 -2 5 1 0 3M0 4C-5 3 -5 5 0 8"
              "M0 4C5 3 5 5 0 8",
    "boatman": "M0 -5V7M-4 -2H4M-7 2C-6 7 -3 8 0 8C3 8 6 7 7 2M-7 2L-8 5M7 2L8 5M0 -5A2 2 0 1 1 0.1 -5",
    "craftsman": "M-5 7L3 -1M0 -5L6 1M-1.5 -3.5L2 -7L8 -1L4.5 2.5",
    "trader": "M0 -7V7M-7 -4H7M-7 -4L-9 2H-5ZM7 -4L5 2H9ZM-4 7H4",
    "knight": "M-6 -7H6V0C6 4 3 7 0 8C-3 7 -6 4 -6 0ZM0 -7V8M-6 -1H6",
    "scholar": "M0 -4C-3 -6 -6 -6 -8 -5V6C-6 5 -3 5 0 7C3 5 6 5 8 6V-5C6 -6 3 -6 0 -4ZM0 -4V7",
    "monk": "M0 -8V8M-5 -3H5",
}
GOOD_SIGNS = {
    "grain": SIGNS["farmer"],
    "cheese": "M-7 4V0L5 -5C7 -4 7 -2 7 0V4ZM-7 0H7M-2 2.4h.1M3 2.4h.1",
    "wine": "M-3 -7H3C4 -3 3 0 0 0C-3 0 -4 -3 -3 -7ZM0 0V6M-3 6.5H3",
    "wool": "M-6 3C-9 1 -7 -4 -4 -3C-4 -7 3 -8 4 -4C8 -5 9 1 6 3C5 6 -4 7 -6 3ZM-3 0C-1 -2 1 -2 3 0",
    "brocade": "M-6 -6H6V6H-6ZM-6 -2H6M-6 2H6M-2 -6V6M2 -6V6",
}


def _sign(d: Drawing, strokes: str, ink: str) -> None:
    d.path(strokes, stroke=ink, stroke_width=1.6, stroke_linecap="round", stroke_linejoin="round")


def _follower(d: Drawing, who: str) -> None:
    edge = "#000000" if who != "trader" else "#8d8170"
    d.circle(0, 0, 12, FOLLOWER_FILL[who], stroke=edge, stroke_width=1.2)
    _sign(d, SIGNS[who], FOLLOWER_INK[who])


def follower(d: Drawing, x: float, y: float, radius: float, name: str, title: str = "", seat: int = 0,
             **data: str) -> None:
    """A follower's disc; one of a seat's own colour has a ring of it."""
    with d.group(title or name, class_="follower", data_follower=name, **data):
        if name.startswith("own "):
            d.circle(x, y, radius * 1.24, SEAT_FILL[seat], stroke=INK, stroke_width=0.8)
        d.stamp(trade(name), partial(_follower, who=trade(name)), x, y, radius / 12.6)


def space(d: Drawing, x: float, y: float, radius: float, profession: str, title: str = "", **data: str) -> None:
    """An empty space: a dashed ring in the colour of the profession it asks for, with a pale sign."""
    with d.group(title or f"{profession}: empty", class_="space", data_space=profession, **data):
        def empty(single: Drawing) -> None:
            fill = FOLLOWER_FILL.get(profession, "#ffffff")
            single.circle(0, 0, 11, fill, fill_opacity=0.22)
            single.circle(0, 0, 11, "none", stroke=INK if profession in ("any", "farmer", "trader") else fill,
                          stroke_width=1.6, stroke_dasharray="3.4 2.4")
            if profession in SIGNS:
                with single.group(opacity=0.5):
                    _sign(single, SIGNS[profession], INK)
            else:
                single.text(0, 3.6, "any", 10, INK, opacity=0.65)
        d.stamp(f"space-{profession}", empty, x, y, radius / 12)


def good(d: Drawing, x: float, y: float, size: float, name: str, title: str = "", **data: str) -> None:
    """A goods tile centred at (x, y)."""
    def tile(single: Drawing) -> None:
        single.rect(-10, -10, 20, 20, GOOD_FILL[name], 4, stroke=INK, stroke_width=1.2)
        _sign(single, GOOD_SIGNS[name], GOOD_INK[name])
    with d.group(title or name, class_="good", data_good=name, **data):
        d.stamp(f"good-{name}", tile, x, y, size / 20)


def coin(d: Drawing, x: float, y: float, radius: float, amount: str = "") -> None:
    """A coin, with a number on it where it stands for an amount."""
    d.circle(x, y, radius, "#f0c64a", stroke="#7a5a12", stroke_width=1.2)
    d.circle(x, y, radius * 0.76, "none", stroke="#7a5a12", stroke_width=0.7)
    if amount:
        d.text(x, y + radius * 0.4, amount, radius * 1.15, INK, bold=True, room=radius * 1.7)


def citizen(d: Drawing, x: float, y: float, size: float, title: str = "", **data: str) -> None:
    """A citizen tile."""
    def tile(single: Drawing) -> None:
        single.rect(-9, -11, 18, 22, CITIZEN, 4, stroke=INK, stroke_width=1.2)
        single.circle(0, -3.5, 3.8, "#ffffff")
        single.path("M-6 8C-6 1 6 1 6 8Z", "#ffffff")
    with d.group(title or "citizen", class_="citizen", **data):
        d.stamp("citizen", tile, x, y, size / 22)


def gear(d: Drawing, x: float, y: float, radius: float, title: str = "technology", **data: str) -> None:
    """A technology tile."""
    def wheel(single: Drawing) -> None:
        single.circle(0, 0, 11.4, "#5d6b73", stroke=INK, stroke_width=1.2)
        for turn in range(0, 180, 45):
            single.rect(-2, -9, 4, 18, "#e9eef0", 1, transform=f"rotate({turn})")
        single.circle(0, 0, 6, "#e9eef0")
        single.circle(0, 0, 2.6, "#5d6b73")
    with d.group(title, class_="technology", **data):
        d.stamp("gear", wheel, x, y, radius / 12)


def _numbered(d: Drawing, shape: str, seat: int, base: float) -> None:
    d.path(shape, SEAT_FILL[seat], stroke="#ffffff", stroke_width=3.2, stroke_linejoin="round")
    d.path(shape, SEAT_FILL[seat], stroke=INK, stroke_width=1, stroke_linejoin="round")
    d.text(0, base, str(seat), 10.5, SEAT_INK[seat], bold=True)


def _seat_piece(shape: str, kind: str, base: float) -> Callable[..., None]:
    def piece(d: Drawing, x: float, y: float, size: float, seat: int, title: str = "", **data: str) -> None:
        with d.group(title or f"{kind} of seat {seat}", class_=kind, data_seat=str(seat), **data):
            d.stamp(f"{kind}-{seat}", partial(_numbered, shape=shape, seat=seat, base=base), x, y, size / 20)
    return piece


station = _seat_piece("M-8 9V-2L0 -10L8 -2V9Z", "station", 6.6)
merchant = _seat_piece("M-8 10C-8 4 -5 0 -3 -2C-6 -6 -4 -12 0 -12C4 -12 6 -6 3 -2C5 0 8 4 8 10Z", "merchant", 7.6)
marker = _seat_piece("M-8 -4A8 6 0 0 1 8 -4V4A8 6 0 0 1 -8 4Z", "marker", 3.8)


def place_tile(d: Drawing, x: float, y: float, category: str) -> None:
    """The back of a place tile with its category."""
    d.rect(x - 10, y - 10, 20, 20, "#c9a35b", 3, stroke=INK, stroke_width=1)
    d.text(x, y + 4.4, category, 12, INK, bold=True, room=18)
