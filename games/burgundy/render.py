"""A position of The Castles of Burgundy as a person sees it: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rich.text import Text

from core_ext.state import State
from games.api import own
from games.boards import COLUMNS
from games.burgundy.art import (
    BLACK,
    EFFECTS,
    INK,
    KNOWLEDGE,
    LINE,
    NIGHT,
    PALE,
    PANEL,
    PAPER,
    PRINT,
    SEAT_FILL,
    SEAT_INK,
    SPACE_FILL,
    STORE,
    TABLE,
    TILE_FILL,
    WOOD,
    Boards,
    Document,
    active_seat,
    bonus_owner,
    corners,
    die,
    headline,
    ordered,
    score,
    status,
)
from games.burgundy.gifts import given, left_out
from games.burgundy.hidden import document_for
from games.burgundy.names import BUILDING_NAMES, COLOUR_NAMES, GOODS_NAMES, PHASE_NAMES, TILE_NAMES
from games.burgundy.render_seat import SEAT_HEIGHT, SEAT_WIDTH, goods, seat_panel, tile
from games.burgundy.render_text import text_of
from games.burgundy.state import BurgundyState
from games.burgundy.tables import BOARDS, DEPOTS, RULES
from games.drawing import Box, Drawing, slug, tag


def text(state: State, seat: int | None = None, room: int | None = None, columns: int = COLUMNS) -> Text:
    """The position for a terminal, readable without colour; with a seat, without secret set-up choices of others."""
    return text_of(_document(state, seat), BOARDS, _rules(state), _winners(state), seat, room, columns)


def svg(state: State, seat: int | None = None) -> str:
    """The position as a complete SVG document; with a seat, as it sees it. Equal positions give equal bytes."""
    return svg_of(_document(state, seat), BOARDS, _rules(state), winners=_winners(state))


def _document(state: State, seat: int | None) -> dict[str, Any]:
    """What is shown: the document that the seat sees, with everybody's gifts; blanks are no tiles of the supplies."""
    document, options = document_for(state, seat), own(state, BurgundyState).options
    for player, gift in zip(document["players"], given(options.get("gifts", ""), state.seats), strict=True):
        player["gifts"] = gift.words()
    document["left_out"] = left_out(options.get("without", ""))
    for supply in ("supply", "dark"):
        document[supply] = {name: n for name, n in document[supply].items() if name not in document["left_out"]}
    return document


def _rules(state: State) -> Mapping[str, Any]:
    """The numbers in force in this game, an option file's included."""
    return own(state, BurgundyState).rules_table()


def _winners(state: State) -> list[int]:
    return [seat for seat, share in enumerate(state.win_shares()) if share > 0] if state.is_terminal() else []


WIDTH, GAP, MIDDLE_WIDTH = 1400.0, 12.0, 448.0
CARD_WIDTH, CARD_HEIGHT, PITCH = 140.0, 136.0, 144.0
LEFT, CENTRE, RIGHT = GAP, 2 * GAP + SEAT_WIDTH, 3 * GAP + SEAT_WIDTH + MIDDLE_WIDTH
# where on the ring each numbered depot lies: column, and row in half cards; the black depot is in the middle
RING = {1: (1, 0), 2: (2, 1), 3: (2, 3), 4: (1, 4), 5: (0, 3), 6: (0, 1)}

# where two, three or four tiles of a depot lie on its card, and how large they are
DEPOT_PLACES = {2: (((42, 66), (99, 66)), 32), 3: (((61, 34), (110, 34), (85.5, 76)), 28),
                4: (((59, 33), (105, 33), (36, 72.5), (82, 72.5)), 26)}
# the eight spaces of the black depot: rows of three, two and three
BLACK_PLACES = ((28.5, 28), (70, 28), (111.5, 28), (49.25, 64), (90.75, 64), (28.5, 100), (70, 100), (111.5, 100))


def svg_of(document: Document, boards: Boards, rules: Mapping[str, Any] = RULES, winners: Collection[int] = ()) -> str:
    """The picture of a position document as a complete SVG, 1400 wide; the same document gives the same bytes."""
    d, seats = Drawing("burgundy"), len(document["players"])
    first, second = GAP, 2 * GAP + SEAT_HEIGHT
    # round the table clockwise from the upper left; a third seat sits below the middle
    places = {2: [(LEFT, first), (RIGHT, first)],
              3: [(LEFT, first), (RIGHT, first), (CENTRE - 2, second)],
              4: [(LEFT, first), (RIGHT, first), (RIGHT, second), (LEFT, second)]}[seats]
    _middle(d, CENTRE, first, document, rules)
    d.area("depots", CENTRE, first, MIDDLE_WIDTH, SEAT_HEIGHT)
    for seat, (x, y) in enumerate(places):
        seat_panel(d, x, y, document, boards, seat, seat in winners)
    height = _aids(d, second, document, rules)
    scores = ", ".join(f"seat {seat} {score(player)}" for seat, player in enumerate(document["players"]))
    title = f"The Castles of Burgundy. {headline(document)}: {status(document)}. Points: {scores}."
    return d.document(WIDTH, height + GAP, title, PAPER, NIGHT.name)


def _aids(d: Drawing, y: float, document: Document, rules: Mapping[str, Any]) -> float:
    """Supply, building and knowledge keys in the room the seats leave below `y`; returns where the picture ends."""
    seats = len(document["players"])
    if seats == 2:
        supply(d, Box(LEFT, y, SEAT_WIDTH, 236), 8, document)
        knowledge_key(d, Box(CENTRE, y, MIDDLE_WIDTH, 236), 2, document, rules)
        building_key(d, Box(RIGHT, y, SEAT_WIDTH, 236), rules)
        return y + 236
    if seats == 3:
        supply(d, Box(LEFT, y, SEAT_WIDTH - 4, 352), 6, document)
        building_key(d, Box(LEFT, y + 352 + GAP, SEAT_WIDTH - 4, SEAT_HEIGHT - 352 - GAP), rules)
        knowledge_key(d, Box(RIGHT + 2, y, SEAT_WIDTH - 2, SEAT_HEIGHT), 1, document, rules)
    else:
        supply(d, Box(CENTRE, y, MIDDLE_WIDTH, 186), 8, document)
        building_key(d, Box(CENTRE, y + 186 + GAP, MIDDLE_WIDTH, 186), rules)
        knowledge_key(d, Box(CENTRE, y + 372 + 2 * GAP, MIDDLE_WIDTH, SEAT_HEIGHT - 372 - 2 * GAP), 2, document, rules)
    return y + SEAT_HEIGHT


def _middle(d: Drawing, x: float, y: float, document: Document, rules: Mapping[str, Any]) -> None:
    """The board in the middle of the table, with its upper left corner at (x, y)."""
    seat = active_seat(document)
    d.rect(x, y, MIDDLE_WIDTH, SEAT_HEIGHT, TABLE, 10, stroke=WOOD, stroke_width=2)
    d.text(x + MIDDLE_WIDTH / 2, y + 28, headline(document), 22, INK, bold=True)
    with d.group(**tag("turn", x + MIDDLE_WIDTH / 2, y + 51, MIDDLE_WIDTH - 48, 26)):
        d.rect(x + 24, y + 38, MIDDLE_WIDTH - 48, 26, INK if seat is None else SEAT_FILL[seat], 13)
        d.text(x + MIDDLE_WIDTH / 2, y + 56, status(document), 15, PANEL if seat is None else SEAT_INK[seat], bold=True,
               room=MIDDLE_WIDTH - 72)
    top = y + 74
    for depot, (column, row) in RING.items():
        _depot(d, x + 6 + column * 148, top + row * PITCH / 2, document, depot)
    _black_depot(d, x + 154, top + PITCH, document, rules)
    _coming(d, x + 6, top, document)
    _white_die(d, x + 302, top, document)
    for size, column in (("large", 0), ("small", 2)):
        _bonuses_left(d, x + 6 + column * 148, top + 2.5 * PITCH, document, size, rules)
    _track(d, x + 6, top + 3 * PITCH, document)


def _card(name: str, x: float, y: float) -> dict[str, str]:
    """The tag of a card with its upper left corner at (x, y)."""
    return tag(name, x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2, CARD_WIDTH, CARD_HEIGHT)


def _depot(d: Drawing, x: float, y: float, document: Document, depot: int) -> None:
    """A numbered depot: its die, its spaces in their colours, the tiles and the goods lying there."""
    lying, seats = document["depots"][str(depot)], len(document["players"])
    chosen = depot in map(int, document.get("cleared") or ())
    with d.group(f"depot {depot}", class_="depot", data_depot=str(depot), **_card(f"depot-{depot}", x, y)):
        d.rect(x, y, CARD_WIDTH, CARD_HEIGHT, WOOD, 12, stroke="#ffe27a" if chosen else "#3d2c1b",
               stroke_width=4 if chosen else 2)
        die(d, x + 21, y + 21, 28, depot)
        shown = [n for n, (_, least) in enumerate(DEPOTS[depot - 1]) if lying["tiles"][n] or least <= seats]
        places, radius = DEPOT_PLACES[max(2, len(shown))]
        for n, (dx, dy) in zip(shown, places, strict=False):
            colour, name = DEPOTS[depot - 1][n][0], lying["tiles"][n]
            with d.group(**tag(f"depot-{depot}-{n + 1}", x + dx, y + dy, 2 * radius)):
                if name:
                    taking = " (being taken)" if document.get("taking") == f"{depot}: {name}" else ""
                    tile(d, x + dx, y + dy, radius, name, f"depot {depot}: {name}{taking}", data_depot=str(depot),
                         data_space=str(n))
                else:
                    d.polygon(corners(x + dx, y + dy, radius * 0.85), "none", stroke=SPACE_FILL[colour],
                              stroke_width=1.6, stroke_opacity=0.75)
        _lying_goods(d, x + 15, y + 120, ordered(lying.get("goods", {})), depot)


def _lying_goods(d: Drawing, x: float, y: float, lying: list[tuple[str, int]], depot: int) -> None:
    """The goods at a depot in one row; a number beside a tile, or on its corner where the row is full, counts it."""
    step = 43.0 if len(lying) <= 3 else 21.8
    for n, (colour, count) in enumerate(lying):
        cx = x + step * n
        goods(d, cx, y, 20, colour, f"{count} {colour} goods at depot {depot}", data_depot=str(depot),
              **tag(f"depot-{depot}-goods-{colour}", cx, y, 20))
        if count > 1 and step > 30:
            d.text(cx + 12, y + 5, f"\u00d7{count}", 12, PANEL, "start", bold=True)
        elif count > 1:
            d.circle(cx + 8, y - 11, 6.5, "#ffffff", stroke=INK, stroke_width=1)
            d.text(cx + 8, y - 7.8, str(count), 9, PRINT, bold=True)


def _black_depot(d: Drawing, x: float, y: float, document: Document, rules: Mapping[str, Any]) -> None:
    """The black depot: eight spaces, of which as many are filled as the seats call for."""
    with d.group("black depot", class_="depot", data_depot="black", **_card("depot-black", x, y)):
        d.rect(x, y, CARD_WIDTH, CARD_HEIGHT, BLACK, 12, stroke="#000000", stroke_width=2)
        used = rules["setup"]["black_depot"].get(str(len(document["players"])), 0)
        for n, (name, (dx, dy)) in enumerate(zip(document["black"], BLACK_PLACES, strict=True)):
            with d.group(**tag(f"depot-black-{n + 1}", x + dx, y + dy, 48)):
                if name:
                    tile(d, x + dx, y + dy, 24, name, f"black depot: {name}", data_depot="black", data_space=str(n))
                elif n < used:
                    d.polygon(corners(x + dx, y + dy, 20), "none", stroke="#8a8078", stroke_width=1.4,
                              stroke_opacity=0.7)
        price = "bought this turn" if document.get("bought") else f"black depot: {rules['actions']['purchase']} silver"
        d.text(x + CARD_WIDTH / 2, y + 131, price, 10.5, STORE, room=CARD_WIDTH - 12)


def _coming(d: Drawing, x: float, y: float, document: Document) -> None:
    """The goods of this phase, a space a round."""
    d.text(x + 2, y + 14, "goods to come", 12, INK, "start", bold=True)
    coming = document.get("coming") or [None] * 5
    for n in range(5):
        cx = x + 14 + 28 * n
        now = n + 1 == document["round"]
        d.text(cx, y + 60, str(n + 1), 11, INK, bold=now)
        if now:
            d.rect(cx - 9, y + 63, 18, 2.5, INK, 1)
        with d.group(**tag(f"coming-{n + 1}", cx, y + 36, 24)):
            if coming[n]:
                goods(d, cx, y + 36, 24, coming[n], f"round {n + 1}: {coming[n]} goods", data_round=str(n + 1))
            else:
                d.rect(cx - 11, y + 25, 22, 22, "none", 5, stroke=WOOD, stroke_width=1.2, stroke_dasharray="4 3")


def _white_die(d: Drawing, x: float, y: float, document: Document) -> None:
    """The white die and where the five phases stand."""
    d.text(x + 98, y + 14, "white die", 12, INK, "end", bold=True)
    white = document.get("white") or 0
    with d.group(f"white die: {white or 'not rolled'}", class_="white-die", **tag("white-die", x + 121, y + 19, 34)):
        if white:
            die(d, x + 121, y + 19, 34, white)
        else:
            d.rect(x + 105, y + 3, 32, 32, "none", 7, stroke=WOOD, stroke_width=1.4, stroke_dasharray="4 3")
    for n, phase in enumerate(PHASE_NAMES):
        now, cx = phase == document["phase"], x + 13 + 22 * n
        d.circle(cx, y + 50, 10, INK if now else "none", stroke=INK, stroke_width=1.2)
        d.text(cx, y + 54.3, phase, 12, PANEL if now else INK, bold=now)


def _bonuses_left(d: Drawing, x: float, y: float, document: Document, size: str, rules: Mapping[str, Any]) -> None:
    """Colour bonuses of one size: those still to be had in colour, the others with the seat that holds them."""
    worth = rules["scoring"][f"{size}_bonus"].get(str(len(document["players"])))
    words = f"{size} bonus" + (f": {worth} points" if worth is not None else "")
    d.text(x + 2, y + 22, words, 12, INK, "start", bold=True, room=136)
    radius = 12.0 if size == "large" else 10.5
    for n, colour in enumerate(COLOUR_NAMES):
        cx, cy, owner = x + 13 + 23 * n, y + 46, bonus_owner(document, size, colour)
        left = colour in document["bonuses"].get(size, ())
        whose = "still to be had" if left else "gone" if owner is None else f"held by seat {owner}"
        with d.group(f"{size} bonus for {colour}: {whose}", class_="bonus-left" if left else "bonus-gone"):
            d.polygon(corners(cx, cy, radius), TILE_FILL[colour] if left else "none", stroke=INK, stroke_width=1.4,
                      stroke_dasharray=None if left else "3 2")
            if not left and owner is not None:
                d.circle(cx, cy, 7.5, SEAT_FILL[owner])
                d.text(cx, cy + 3.7, str(owner), 10.5, SEAT_INK[owner], bold=True)


def _track(d: Drawing, x: float, y: float, document: Document) -> None:
    """The turn-order track: highest space first, in a tower the topmost first."""
    d.text(x + 2, y + 13, "turn order: furthest right first, in a tower the topmost", 11, INK, "start")
    for space, tower in enumerate(document["track"]):
        left, width = x + 62.6 * space, 58.0
        with d.group(f"track space {space}: " + (", ".join(f"seat {s}" for s in tower) or "empty"), class_="track"):
            d.rect(left, y + 20, width, 94, SPACE_FILL["ship"], 8, stroke=TILE_FILL["ship"], stroke_width=1.6)
            d.text(left + width / 2, y + 110, str(space), 12, INK, bold=True)
            for height, seat in enumerate(tower):
                top = y + 78 - 18 * height
                d.rect(left + 8, top, width - 16, 17, SEAT_FILL[seat], 6, stroke=INK, stroke_width=1.2,
                       data_marker=str(seat))
                d.text(left + width / 2, top + 13, str(seat), 13, SEAT_INK[seat], bold=True)


COUNTED = tuple(name for name in TILE_NAMES[1:] if not name.startswith("knowledge"))


def _panel(d: Drawing, box: Box, heading: str, note: str) -> None:
    d.rect(*box, PANEL, 10, stroke=LINE, stroke_width=1.5)
    d.text(box.x + 12, box.y + 21, heading, 14, INK, "start", bold=True)
    d.text(box.x + box.width - 12, box.y + 21, note, 10.5, INK, "end")


def supply(d: Drawing, box: Box, across: int, document: Document) -> None:
    """Tiles and goods still face down: how many with coloured backs, and on black how many with black backs."""
    _panel(d, box, "still face down", "on black: with black backs")
    light, dark = document.get("supply", {}), document.get("dark", {})
    cell, pitch = (box.width - 16) / across, (box.height - 66) / -(-len(COUNTED) // across)
    radius = min(cell * 0.36, pitch * 0.5)
    for n, name in enumerate(COUNTED):
        x, y = box.x + 10 + cell * (n % across), box.y + 32 + pitch * (n // across + 0.5)
        coloured, black = light.get(name, 0), dark.get(name, 0)
        with d.group(opacity=1 if coloured or black else 0.66,
                     **tag(f"supply-{slug(name)}", x + radius * 0.9, y, 2 * radius)):
            title = f"{name}: {coloured} with coloured back, {black} with black back"
            tile(d, x + radius * 0.9, y, radius, name, title, data_supply=name)
        if coloured:
            d.text(x + radius * 1.9, y - 2, str(coloured), 12, INK, "start", bold=True)
        if black:
            d.rect(x + radius * 1.9 - 1, y + 2, 14, 14, BLACK, 4, stroke=LINE, stroke_width=0.8)
            d.text(x + radius * 1.9 + 6, y + 13, str(black), 11, "#ffffff", bold=True, room=13)
    left = document.get("goods_supply", {})
    for n, colour in enumerate(GOODS_NAMES):
        x, y = box.x + 22 + (box.width - 30) / 6 * n, box.y + box.height - 17
        goods(d, x, y, 20, colour, f"{left.get(colour, 0)} {colour} goods face down",
              **tag(f"supply-goods-{colour}", x, y, 20))
        d.text(x + 15, y + 5, str(left.get(colour, 0)), 12, INK, "start", bold=True)


def building_key(d: Drawing, box: Box, rules: Mapping[str, Any]) -> None:
    """What each building does when it is placed, and which die sells which goods."""
    _panel(d, box, "buildings when placed", "take: from depots 1-6")
    column, rows = (box.width - 20) / 2, len(BUILDING_NAMES) // 2
    pitch = (box.height - 66) / rows
    radius = min(24.0, pitch * 0.5)
    for n, name in enumerate(BUILDING_NAMES):
        effect = EFFECTS[name].format(n=rules["buildings"].get(name))
        x, y = box.x + 10 + column * (n // rows), box.y + 32 + pitch * (n % rows + 0.5)
        tile(d, x + radius * 0.9, y, radius * 0.9, name, f"{name}: {effect}", data_key=name)
        d.text(x + radius * 1.95, y - 2, name.replace("-", " "), 12, INK, "start", bold=True)
        d.text(x + radius * 1.95, y + 11, effect, 10.5, INK, "start", room=column - radius * 1.95 - 4)
    for n, colour in enumerate(GOODS_NAMES):
        x, y = box.x + 22 + (box.width - 22) / 6 * n, box.y + box.height - 17
        goods(d, x, y, 18, colour, f"{colour} goods are sold with a {n + 1}")
        d.text(x + 12, y + 4, colour, 10.5, INK, "start", room=48)


def knowledge_key(d: Drawing, box: Box, columns: int, document: Document, rules: Mapping[str, Any]) -> None:
    """What each knowledge tile does and where it is: face down, a seat's (in its colour), or elsewhere (pale)."""
    _panel(d, box, "knowledge", "hexes: face down; seat colours: in that duchy")
    rows = -(-len(KNOWLEDGE) // columns)
    column, pitch = (box.width - 20) / columns, (box.height - 40) / rows
    size = 12.5 if columns == 1 else 10.5
    for n, (which, words) in enumerate(KNOWLEDGE.items()):
        x, y = box.x + 10 + column * (n // rows), box.y + 32 + pitch * (n % rows + 0.5)
        effect = words.format(n=rules["knowledge"][str(which)])
        with d.group(f"knowledge {which}: {effect}", class_="knowledge", data_knowledge=str(which),
                     **tag(f"supply-knowledge-{which}", x + 11, y, 2 * min(10.0, pitch * 0.56))):
            owner = _where(d, x + 11, y, min(10.0, pitch * 0.56), which, document)
            d.text(x + 26, y + size * 0.36, effect, size, INK, "start", bold=owner, room=column - 32)


def _where(d: Drawing, x: float, y: float, radius: float, which: int, document: Document) -> bool:
    """The mark of a knowledge tile, telling where it is; whether that is a duchy."""
    name = f"knowledge {which}"
    owners = [seat for seat, player in enumerate(document["players"])
              if name in player.get("duchy", {}).values() or name in player.get("gifts", ())]
    fill, ink = "none", PALE
    if owners:
        fill, ink = SEAT_FILL[owners[0]], SEAT_INK[owners[0]]
        d.rect(x - radius * 1.1, y - radius * 0.8, radius * 2.2, radius * 1.6, fill, 3)
    else:
        if document.get("dark", {}).get(name):
            fill, ink = BLACK, "#ffe27a"
        elif document.get("supply", {}).get(name):
            fill, ink = TILE_FILL["knowledge"], PRINT
        d.polygon(corners(x, y, radius), fill, stroke=LINE if fill == "none" else INK, stroke_width=0.8)
    d.text(x, y + 3.6, str(which), 10, ink, bold=True)
    return bool(owners)
