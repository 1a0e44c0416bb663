"""A position as a person sees it: `text` for a terminal, `svg` as a picture; all cards, or one seat's view."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.text import Text

from core_ext.state import State
from games.api import own
from games.boards import COLUMNS
from games.catan_cards.names import EXPANSIONS, FULL_NAMES, KINDS
from games.catan_cards.position import position_to_json
from games.catan_cards.render_text import text_of
from games.catan_cards.state import CatanState
from games.drawing import Drawing, one_of, tag, text_width
from games.night import Night


def text(state: State, seat: int | None = None, room: int | None = None, columns: int = COLUMNS) -> Text:
    """The position for a terminal, readable without colour. With a seat, other hands show what it knows of them."""
    return text_of(_shown(state, seat), [round(n) for n in state.scores()],
                   own(state, CatanState).start_numbers(), room, columns)


def svg(state: State, seat: int | None = None) -> str:
    """The position as a complete SVG document; equal positions give equal bytes."""
    numbers = own(state, CatanState).start_numbers()
    worth = {"settlement": numbers["settlement_points"], "city": numbers["city_points"], "side": numbers["side_points"],
             **dict(zip(EXPANSIONS, numbers["points"], strict=True))}
    return svg_of(_shown(state, seat), [round(n) for n in state.scores()], worth)


Document = dict[str, Any]


def _shown(state: State, seat: int | None) -> Document:
    """The position as the seat sees it. While a library opens a hand, who looks at it sees all of it."""
    position = position_to_json(state, view=seat)
    if seat is not None and position["stage"] == "pick":
        looking, partner = position["turn"], position["doing"]["with"]
        if seat == looking or own(state, CatanState).options.get("library_look") == "open":
            hand = position_to_json(state)["players"][partner]["hand"]
            position["players"][partner].update(known=hand, cards=sum(hand.values()))
    return position


WIDTH = 1100
ROW = 150               # height of one seat
TOP = 250               # height of the middle of the table
CARD_W, CARD_H = 44, 62
FILL = {"brick": "#b5532d", "lumber": "#3f7d3a", "ore": "#7d8794", "wool": "#a9cf6b", "grain": "#e3b63c"}
LETTER_INK = {"brick": "#ffffff", "lumber": "#ffffff", "ore": "#1b120a", "wool": "#1b120a", "grain": "#1b120a"}
LETTER = {"brick": "Br", "lumber": "Lu", "ore": "Or", "wool": "Wo", "grain": "Gr"}
# A sign for each kind, drawn in a box of 24 by 20: bricks, a tree, a rock, a sheep, an ear of grain.
SIGN = {
    "brick": ("M0 12h11v7H0zM13 12h11v7H13zM6 3h12v7H6z", "#f2d2c2"),
    "lumber": ("M12 0l8 13h-6v7h-4v-7H4z", "#cfe8c4"),
    "ore": ("M1 19l6-13 5 5 4-9 8 17z", "#e8ecf2"),
    "wool": ("M5 16a5 5 0 1 1 3-9 5 5 0 0 1 9 1 4 4 0 0 1 2 8v4h-3v-4H10v4H7v-4z", "#fbfdf5"),
    "grain": ("M11 20V6h2v14zM12 0l3 5-3 4-3-4zM6 5l5 4-1 4-5-3zM18 5l-5 4 1 4 5-3z", "#7a5410"),
}
BACK, INK, PAPER = "#7a3b2e", "#33261a", "#e9dcc0"
PRINT = "#241a11"       # on cards, whose colours stay as they are on a dark screen
ROOM, TURN, EDGE, MINE = "#f4ead3", "#fff4d6", "#bfae8c", "#b5532c"
NIGHT = Night("catan_cards", grounds={PAPER: "#14171a", ROOM: "#23221f", TURN: "#352e20"}, words={INK: "#ede5d4"},
              lines={EDGE: "#6d6450", MINE: "#d97a52", INK: "#8d8069"})
BACKS = {"robber": "robber attack", "market": "market day"}
UNKNOWN = "unknown"     # a card whose face is not seen
WHITE_ARROW, BLACK_ARROW = "M800 101h46v-12l18 18-18 18v-12h-46z", "M864 101h-46v-12l-18 18 18 18v-12h46z"



def svg_of(position: Document, points: list[int], worth: Mapping[str, int]) -> str:
    """The whole picture; `worth`: points of a settlement, a city, a B side and each expansion."""
    d = Drawing("catan-cards")
    step = "game over" if position["stage"] == "over" else f"turn of seat {position['turn']}, step: {position['stage']}"
    _middle(d, position, step)
    d.area("market", 0, 0, WIDTH, TOP - 6)
    for s in range(position["seats"]):
        _seat(d, position, s, points[s], TOP + ROW * s, worth)
    height, title = TOP + ROW * position["seats"] + 20, f"CATAN, the fast card game: {step}"
    return d.document(WIDTH, height, title, PAPER, NIGHT.name)


def _resource(d: Drawing, x: float, y: float, kind: str, hidden: bool = False) -> None:
    """A resource card; `hidden`: a face that other seats do not see has a dashed edge."""
    with d.group(kind, transform=f"translate({x:g} {y:g})"):
        d.rect(0, 0, CARD_W, CARD_H, FILL[kind], 5, stroke=INK, stroke_dasharray="4 3" if hidden else None)
        d.path(*SIGN[kind], transform="translate(10 12)")
        d.text(CARD_W / 2, CARD_H - 10, LETTER[kind], 13, LETTER_INK[kind], bold=True)


def _back(d: Drawing, x: float, y: float, text: str = "?") -> None:
    """A card face down."""
    d.rect(x, y, CARD_W, CARD_H, BACK, 5, stroke=INK)
    d.rect(x + 5, y + 5, CARD_W - 10, CARD_H - 10, "none", 3, stroke="#d8b48a")
    d.text(x + CARD_W / 2, y + CARD_H / 2 + 6, text, 16, "#f3dfc1", bold=True)


def _cards(d: Drawing, x: float, y: float, counts: Mapping[str, int], unknown: int, room: float, hidden: bool,
           name: str) -> None:
    """Cards side by side, overlapping where they would not fit in `room`; `name` is the id of all together."""
    faces = faces_of(counts, unknown)
    apart = min(CARD_W + 4.0, (room - CARD_W) / max(1, len(faces) - 1))
    wide = CARD_W + apart * max(0, len(faces) - 1)
    with d.group(**tag(name, x + wide / 2, y + CARD_H / 2, wide, CARD_H)):
        for n, kind in enumerate(faces):
            left = x + n * apart
            with d.group(**tag(f"{name}-{one_of(faces, n)}", left + CARD_W / 2, y + CARD_H / 2, CARD_W, CARD_H)):
                if kind != UNKNOWN:
                    _resource(d, left, y, kind, hidden)
                else:
                    _back(d, left, y)


def faces_of(counts: Mapping[str, int], unknown: int = 0) -> list[str]:
    """The cards of a row in order."""
    return [kind for kind in KINDS for _ in range(counts.get(kind, 0))] + [UNKNOWN] * unknown


def _listed(d: Drawing, x: float, y: float, heading: str, entries: Iterable[tuple[str, str]],
            size: float = 14) -> float:
    """Words side by side after a heading, each with its id; returns where they end."""
    d.text(x, y, heading, size, INK, "start")
    x += text_width(heading, size) + 4
    for name, words in entries:
        wide = text_width(words, size)
        with d.group(**tag(name, x + wide / 2, y - 5, wide, 20)):
            d.text(x, y, words, size, INK, "start")
        x += wide + 8
    return x


def _middle(d: Drawing, position: Document, step: str) -> None:
    """Market, piles, stacks, destiny card."""
    stacks, pile = position["stacks"], position["pile"]
    view = f"as seat {position['view']} sees it" if "view" in position else \
        "all cards shown; dashed: hidden from others"

    def words(x: float, y: float, text: str, size: float = 14, fill: str = INK, anchor: str = "start") -> None:
        d.text(x, y, text, size, fill, anchor)

    d.text(20, 30, "CATAN, the fast card game", 20, INK, "start", bold=True)
    with d.group(**tag("turn", 540, 25, 400, 24)):
        words(345, 30, f"round {position['round']}, {step} ({view})")
    words(20, 62, "Market")
    _cards(d, 20, 70, position["market"], 0, 330, False, "market")
    words(400, 62, "Draw pile")
    with d.group(**tag("pile", 400 + CARD_W / 2, 70 + CARD_H / 2, CARD_W, CARD_H)):
        _back(d, 400, 70, str(pile if isinstance(pile, int) else sum(pile.values())))
    words(490, 62, "Discarded")
    with d.group(**tag("discard", 616, 70 + CARD_H / 2, 252, CARD_H)):
        for n, kind in enumerate(KINDS):
            x = 490 + 52 * n
            with d.group(**tag(f"discard-{kind}", x + CARD_W / 2, 70 + CARD_H / 2, CARD_W, CARD_H)):
                _resource(d, x, 70, kind)
            words(x + CARD_W / 2, 148, str(position["discard"].get(kind, 0)), anchor="middle")
    if position["seats"] > 2:
        white = position["destiny"] == "white"
        words(780, 62, "Destiny card")
        with d.group(**tag("destiny", 830, 101, 100, 62)):
            d.rect(780, 70, 100, 62, "#ffffff" if white else "#2b2522", 6, stroke=INK)
            d.path(WHITE_ARROW if white else BLACK_ARROW, INK if white else "#ffffff", transform="translate(0 -6)")
        words(830, 148, "clockwise" if white else "anticlockwise", 12, anchor="middle")
    end = _listed(d, 20, 186, "Stacks:", ((f"stack-{thing}", counted(stacks[thing], thing))
                                          for thing in ("road", "knight", "settlement")))
    _listed(d, end + 20, 186, "Backs not yet seen:", ((f"event-{event}", counted(stacks["events"].get(event, 0), words))
                                                      for event, words in BACKS.items()))
    _listed(d, 20, 210, "Expansions left:", ((f"stack-{name}", f"{n} {FULL_NAMES[name].lower()}")
                                             for name, n in stacks["expansions"].items()))
    if not isinstance(pile, int):
        _listed(d, 20, 234, "In the draw pile (hidden):",
                ((f"pile-{kind}", f"{n} {kind}") for kind, n in pile.items()), 12)


def counted(number: int, words: str) -> str:
    """A number of things."""
    return f"{number} {words}{'' if number == 1 else 's'}"


def _building(d: Drawing, x: float, y: float, name: str, points: str, fill: str, width: float) -> None:
    """A building card with its points."""
    d.rect(x, y, width, 40, fill, 4, stroke=INK)
    d.text(x + width / 2, y + 17, name, 11, PRINT)
    d.text(x + width / 2, y + 33, points, 13, PRINT, bold=True)


def _seat(d: Drawing, position: Document, s: int, points: int, y: float, worth: Mapping[str, int]) -> None:
    """All that lies in front of a seat, and its hand."""
    player = position["players"][s]
    acting = s == position["turn"] and position["stage"] != "over"
    with d.group(**tag(f"seat-{s}", WIDTH / 2, y + ROW / 2 - 5, WIDTH - 20, ROW - 10)):
        d.rect(10, y, WIDTH - 20, ROW - 10, TURN if acting else ROOM, 8,
               stroke=MINE if acting else EDGE, stroke_width=2 if acting else 1)
    d.text(24, y + 26, f"Seat {s}", 16, INK, "start", bold=True)
    d.text(24, y + 52, counted(points, "point"), 15, INK, "start")
    if player["gifts"]:
        d.text(24, y + 72, f"{player['gifts']} given", 11, INK, "start")
    x, room = 120.0, WIDTH - 150 - 104 * len(player["expansions"])
    row = [(f"Road {side}", "trade" if side == "A" else str(worth["side"]), "#d9c49a" if side == "A" else "#f0e4c4")
           for side in player["roads"]]
    row += [(f"Knight {side}", "draw" if side == "A" else str(worth["side"]), "#d0c0d8" if side == "A" else "#ebe0f0")
            for side in player["knights"]]
    row += [("Settlement", str(worth["settlement"]), "#e8b58f")] * player["settlements"]
    row += [("City", str(worth["city"]), "#c9cdd6")] * player["cities"]
    apart, kinds = min(72.0, room / max(1, len(row))), [name.split()[0] for name, _, _ in row]
    end = x + apart * max(0, len(row) - 1) + 68 + 6
    expansions = [(name, end + 104 * n) for n, name in enumerate(player["expansions"])]
    wide = 104 * len(expansions) + end - x
    with d.group(**tag(f"seat-{s}-buildings", x + wide / 2, y + 32, wide, 40)):
        for n, (name, says, fill) in enumerate(row):
            with d.group(**tag(f"seat-{s}-{one_of(kinds, n)}", x + apart * n + 34, y + 32, 68, 40)):
                _building(d, x + apart * n, y + 12, name, says, fill, 68)
        for name, left in expansions:
            with d.group(**tag(f"seat-{s}-{name}", left + 50, y + 32, 100, 40)):
                _building(d, left, y + 12, FULL_NAMES[name], str(worth[name]), "#e9a6a0", 100)
    own = player.get("hand", player.get("known"))
    unknown = 0 if "hand" in player else player["cards"] - sum(own.values())
    _cards(d, 120, y + 66, own, unknown, WIDTH - 160, "hand" in player and "view" not in position, f"seat-{s}-hand")
