"""A position as a picture: cards with the colours and signs of their kinds, seats below the market."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

from games.catan_cards.names import FULL_NAMES, KINDS

WIDTH = 1100
ROW = 150               # height of one seat
TOP = 250               # height of the middle of the table
CARD_W, CARD_H = 44, 62
FILL = {"brick": "#b5532d", "lumber": "#3f7d3a", "ore": "#7d8794", "wool": "#a9cf6b", "grain": "#e3b63c"}
LETTER = {"brick": "Br", "lumber": "Lu", "ore": "Or", "wool": "Wo", "grain": "Gr"}
# A sign for each kind, drawn in a box of 24 by 20: bricks, a tree, a rock, a sheep, an ear of grain.
SIGN = {
    "brick": '<path d="M0 12h11v7H0zM13 12h11v7H13zM6 3h12v7H6z" fill="#f2d2c2"/>',
    "lumber": '<path d="M12 0l8 13h-6v7h-4v-7H4z" fill="#cfe8c4"/>',
    "ore": '<path d="M1 19l6-13 5 5 4-9 8 17z" fill="#e8ecf2"/>',
    "wool": '<path d="M5 16a5 5 0 1 1 3-9 5 5 0 0 1 9 1 4 4 0 0 1 2 8v4h-3v-4H10v4H7v-4z" fill="#fbfdf5"/>',
    "grain": '<path d="M11 20V6h2v14zM12 0l3 5-3 4-3-4zM6 5l5 4-1 4-5-3zM18 5l-5 4 1 4 5-3z" fill="#7a5410"/>',
}
BACK = "#7a3b2e"
WHITE_ARROW, BLACK_ARROW = "M800 101h46v-12l18 18-18 18v-12h-46z", "M864 101h-46v-12l-18 18 18 18v-12h46z"

Document = dict[str, Any]


def svg_of(position: Document, points: list[int], worth: Mapping[str, int]) -> str:
    """The whole picture; `worth`: points of a settlement, a city, a B side and each expansion."""
    height = TOP + ROW * position["seats"] + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'font-family="Verdana, DejaVu Sans, sans-serif" font-size="14">',
        f'<rect width="{WIDTH}" height="{height}" fill="#e9dcc0"/>',
        *middle(position),
    ]
    for s in range(position["seats"]):
        parts += seat_row(position, s, points[s], TOP + ROW * s, worth)
    return "\n".join([*parts, "</svg>"]) + "\n"


def words(x: float, y: float, text: str, size: int = 14, colour: str = "#33261a", weight: str = "normal",
          anchor: str = "start") -> str:
    """A line of text."""
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" font-weight="{weight}" '
            f'text-anchor="{anchor}">{escape(text)}</text>')


def resource(x: float, y: float, kind: str, hidden: bool = False) -> str:
    """A resource card; `hidden`: a face that other seats do not see has a dashed edge."""
    edge = 'stroke-dasharray="4 3" stroke="#33261a"' if hidden else 'stroke="#33261a"'
    return (f'<g transform="translate({x:g} {y:g})"><title>{kind}</title>'
            f'<rect width="{CARD_W}" height="{CARD_H}" rx="5" fill="{FILL[kind]}" {edge}/>'
            f'<g transform="translate(10 12)">{SIGN[kind]}</g>'
            + words(CARD_W / 2, CARD_H - 10, LETTER[kind], 13, "#ffffff", "bold", "middle") + "</g>")


def back(x: float, y: float, text: str = "?") -> str:
    """A card face down."""
    return (f'<g transform="translate({x:g} {y:g})"><rect width="{CARD_W}" height="{CARD_H}" rx="5" fill="{BACK}" '
            f'stroke="#33261a"/><rect x="5" y="5" width="{CARD_W - 10}" height="{CARD_H - 10}" rx="3" fill="none" '
            f'stroke="#d8b48a"/>' + words(CARD_W / 2, CARD_H / 2 + 6, text, 16, "#f3dfc1", "bold", "middle") + "</g>")


def cards(x: float, y: float, counts: dict[str, int], unknown: int, room: float, hidden: bool) -> list[str]:
    """Cards side by side, overlapping where they would not fit in `room`."""
    faces = [kind for kind in KINDS for _ in range(counts.get(kind, 0))] + [""] * unknown
    apart = min(CARD_W + 4.0, (room - CARD_W) / max(1, len(faces) - 1))
    return [resource(x + n * apart, y, kind, hidden) if kind else back(x + n * apart, y)
            for n, kind in enumerate(faces)]


def middle(position: Document) -> list[str]:
    """Market, piles, stacks, destiny card."""
    stacks, pile = position["stacks"], position["pile"]
    pile_cards = pile if isinstance(pile, int) else sum(pile.values())
    view = "all cards shown; dashed: hidden from others"
    if "view" in position:
        view = f"as seat {position['view']} sees it"
    step = "game over" if position["stage"] == "over" else f"turn of seat {position['turn']}, step: {position['stage']}"
    parts = [words(20, 30, "CATAN, the fast card game", 20, weight="bold"),
             words(345, 30, f"round {position['round']}, {step} ({view})"),
             words(20, 62, "Market")]
    parts += cards(20, 70, position["market"], 0, 330, False)
    parts += [words(400, 62, "Draw pile"), back(400, 70, str(pile_cards)), words(490, 62, "Discarded")]
    for n, kind in enumerate(KINDS):
        x = 490 + 52 * n
        parts.append(resource(x, 70, kind))
        parts.append(words(x + CARD_W / 2, 148, str(position["discard"].get(kind, 0)), anchor="middle"))
    if position["seats"] > 2:
        white = position["destiny"] == "white"
        parts += [words(780, 62, "Destiny card"),
                  f'<rect x="780" y="70" width="100" height="62" rx="6" fill="{"#ffffff" if white else "#2b2522"}" '
                  'stroke="#33261a"/>',
                  f'<path d="{WHITE_ARROW if white else BLACK_ARROW}" '
                  f'fill="{"#33261a" if white else "#ffffff"}" transform="translate(0 -6)"/>',
                  words(830, 148, "clockwise" if white else "anticlockwise", 12, anchor="middle")]
    events = stacks["events"]
    left = ", ".join(f"{n} {FULL_NAMES[name].lower()}" for name, n in stacks["expansions"].items()) or "none"
    parts += [words(20, 186, f"Stacks: {stacks['road']} roads, {stacks['knight']} knights, "
                             f"{stacks['settlement']} settlements; backs not yet seen: {events.get('robber', 0)} "
                             f"robber attacks, {events.get('market', 0)} market days"),
              words(20, 210, f"Expansions left: {left}")]
    if not isinstance(pile, int):
        inside = ", ".join(f"{n} {kind}" for kind, n in pile.items()) or "nothing"
        parts.append(words(20, 234, f"In the draw pile (hidden): {inside}", 12, "#6b5a45"))
    return parts


def building(x: float, y: float, name: str, points: str, fill: str, w: float = 58) -> str:
    """A building card with its points."""
    return (f'<g transform="translate({x:g} {y:g})"><rect width="{w:g}" height="40" rx="4" fill="{fill}" '
            'stroke="#33261a"/>'
            + words(w / 2, 17, name, 11, anchor="middle") + words(w / 2, 33, points, 13, weight="bold", anchor="middle")
            + "</g>")


def seat_row(position: Document, s: int, points: int, y: float, worth: Mapping[str, int]) -> list[str]:
    """All that lies in front of a seat, and its hand."""
    player = position["players"][s]
    acting = s == position["turn"] and position["stage"] != "over"
    parts = [f'<rect x="10" y="{y:g}" width="{WIDTH - 20}" height="{ROW - 10}" rx="8" '
             f'fill="{"#fff4d6" if acting else "#f4ead3"}" stroke="{"#b5532d" if acting else "#bfae8c"}" '
             f'stroke-width="{2 if acting else 1}"/>',
             words(24, y + 26, f"Seat {s}", 16, weight="bold"), words(24, y + 52, f"{points} points", 15)]
    if player["gifts"]:
        parts.append(words(24, y + 72, f"{player['gifts']} given", 11))
    x, room = 120.0, WIDTH - 150 - 104 * len(player["expansions"])
    row = [(f"Road {side}", "trade" if side == "A" else str(worth["side"]), "#d9c49a" if side == "A" else "#f0e4c4")
           for side in player["roads"]]
    row += [(f"Knight {side}", "draw" if side == "A" else str(worth["side"]), "#d0c0d8" if side == "A" else "#ebe0f0")
            for side in player["knights"]]
    row += [("Settlement", str(worth["settlement"]), "#e8b58f")] * player["settlements"]
    row += [("City", str(worth["city"]), "#c9cdd6")] * player["cities"]
    apart = min(72.0, room / max(1, len(row)))
    for name, says, fill in row:
        parts.append(building(x, y + 12, name, says, fill, 68))
        x += apart
    x += 68 - apart + 6 if apart < 68 else 4
    for name in player["expansions"]:
        parts.append(building(x, y + 12, FULL_NAMES[name], str(worth[name]), "#e9a6a0", 100))
        x += 104
    if "hand" in player:
        parts += cards(120, y + 66, player["hand"], 0, WIDTH - 160, "view" not in position)
    else:
        known = sum(player["known"].values())
        parts += cards(120, y + 66, player["known"], player["cards"] - known, WIDTH - 160, False)
    return parts
