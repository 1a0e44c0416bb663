"""One seat of the picture: the duchy, storage, goods, dice, what the seat owns and where its points come from."""
from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from games.burgundy.art import (
    BOARDLESS,
    BORDER,
    EDGE,
    EMPTY,
    GOODS_FILL,
    GOODS_INK,
    HALF_WIDTH,
    INK,
    LABELS,
    LINE,
    PALE,
    PANEL,
    PRINT,
    SEAT_FILL,
    SEAT_INK,
    SHORT_LABELS,
    SPACE_FILL,
    STORE,
    TILE_FILL,
    TILE_INK,
    Boards,
    Document,
    Space,
    active_seat,
    call,
    coin,
    corners,
    die,
    hex_centres,
    ordered,
    picture,
    score,
    seat_spaces,
    tile_colour,
    tile_number,
    worker,
)
from games.burgundy.names import COLOUR_NAMES, GOODS_NAMES, HEX_NAMES, SOURCE_NAMES
from games.drawing import Drawing, Point, one_of, remembered, tag, text_width

RADIUS = 35.5                   # of a hex of the duchy
SEAT_WIDTH, SEAT_HEIGHT = 452.0, 632.0
SMALLEST = 8.8                  # of letters: a phone shows a part a quarter larger, and then they can be read
ORDINALS = ("1st", "2nd", "3rd", "4th")


@remembered
def tile(d: Drawing, x: float, y: float, radius: float, name: str, title: str, place: str = "", **data: str) -> None:
    """A placed or offered tile: raised, in its full colour, with its picture and number; `place` names its hex."""
    colour, kind, count = tile_colour(name), name.split()[0], tile_number(name)
    labelled = colour in ("building", "animal") and radius > 22
    lift = radius * ((0.24 if labelled else 0.08) if place else 0.17 if labelled else 0)
    with d.group(title, class_="tile", data_tile=name, **data):
        d.polygon(corners(x + 1.2, y + 2, radius * 0.95), "#000000", fill_opacity=0.35)
        d.polygon(corners(x, y, radius * 0.95), TILE_FILL[colour], stroke=INK, stroke_width=1.4,
                  stroke_linejoin="round")
        d.polygon(corners(x, y, radius * 0.87), "none", stroke="#ffffff", stroke_opacity=0.75, stroke_width=radius / 26)
        picture(d, kind, x, y - lift, radius / 36 * (0.84 if labelled else 0.98))
        if kind == "knowledge":
            d.text(x, y - lift + radius * 0.18, count, radius * 0.5, PRINT, bold=True)
        if colour == "animal":
            size = max(SMALLEST, radius * 0.36)
            d.circle(x + radius * 0.5, y - radius * 0.3, size * 0.66, "#ffffff", stroke=INK, stroke_width=1)
            d.text(x + radius * 0.5, y - radius * 0.3 + size * 0.35, count, size, PRINT, bold=True)
        if labelled:
            words, room, bold = LABELS.get(kind, kind), HALF_WIDTH * radius * 1.7, radius < 29
            if radius <= 29 or text_width(words, SMALLEST, bold) > room:
                words = SHORT_LABELS.get(kind, kind)
            d.text(x, y + radius * (0.42 if place else 0.5), words, max(SMALLEST, radius * 0.25), TILE_INK[colour],
                   bold=bold, room=room)
        if place:
            d.text(x, y + radius * 0.71, place, radius * 0.25, TILE_INK[colour], class_="place")


@remembered
def goods(d: Drawing, x: float, y: float, size: float, colour: str, title: str = "", **data: str) -> None:
    """A goods tile centred at (x, y), marked with the die number that sells it."""
    with d.group(title, class_="goods", data_goods=colour, **data):
        d.rect(x - size / 2, y - size / 2, size, size, GOODS_FILL[colour], size * 0.18, stroke=INK, stroke_width=1)
        d.text(x, y + size * 0.23, str(GOODS_NAMES.index(colour) + 1), size * 0.64, GOODS_INK[colour], bold=True)


def seat_panel(d: Drawing, x: float, y: float, document: Document, boards: Boards, seat: int, winner: bool) -> None:
    """Everything that lies before a seat, in a panel with its upper left corner at (x, y)."""
    player, active = document["players"][seat], winner or active_seat(document) == seat
    panel = tag(f"seat-{seat}", x + SEAT_WIDTH / 2, y + SEAT_HEIGHT / 2, SEAT_WIDTH, SEAT_HEIGHT)
    with d.group(class_="seat", data_seat=str(seat), **panel):
        d.rect(x, y, SEAT_WIDTH, SEAT_HEIGHT, PANEL, 10, stroke=SEAT_FILL[seat], stroke_width=5 if active else 2)
        _header(d, x, y, document, seat, "wins" if winner else call(document) if active else "")
        middle, top = x + SEAT_WIDTH / 2, y + 48 + 5.5 * RADIUS + 4
        _duchy(d, middle, top, player, boards, seat)
        _purse(d, x + 12, y + 58, player, seat)
        _gifts(d, x + 12, y + 128, player)
        _dice(d, x + SEAT_WIDTH - 12, y + 58, player, seat)
        _bonuses(d, x + 12, top + 3.95 * RADIUS, player)
        _sold(d, x + SEAT_WIDTH - 12, top + 3.95 * RADIUS, player, seat)
        below = top + 5.5 * RADIUS + 8
        _storage(d, x + 12, below, player, seat)
        _stacks(d, x + 226, below, player, seat)
        _sources(d, x + 12, below + 98, player)


def _header(d: Drawing, x: float, y: float, document: Document, seat: int, chip: str) -> None:
    player, ink, order = document["players"][seat], SEAT_INK[seat], document.get("order") or []
    band = f"M{x:.1f} {y + 44:.1f}v-34a10 10 0 0 1 10 -10h{SEAT_WIDTH - 20:.1f}a10 10 0 0 1 10 10v34Z"
    d.path(band, SEAT_FILL[seat])
    d.text(x + 14, y + 30, f"Seat {seat}", 22, ink, "start", bold=True)
    words = [f"board {player['board']}" if player.get("board") else "no board yet"]
    if player.get("hidden"):
        words = [f"{words[0]}, castle hidden" if player.get("board") else "choice hidden"]
    if seat in order:
        words.append(f"plays {ORDINALS[order.index(seat)]}")
    d.text(x + 104, y + 29, " \u00b7 ".join(words), 14, ink, "start", room=140)
    if chip:
        d.rect(x + 248, y + 11, 78, 22, ink, 11)
        d.text(x + 287, y + 26.5, chip, 13, SEAT_FILL[seat], bold=True)
    d.text(x + SEAT_WIDTH - 56, y + 29, "points", 13, ink, "end")
    d.text(x + SEAT_WIDTH - 14, y + 33, str(score(player)), 28, ink, "end", bold=True, room=40)


def _duchy(d: Drawing, x: float, y: float, player: Mapping[str, Any], boards: Boards, seat: int) -> None:
    spaces, duchy = seat_spaces(player, boards), player.get("duchy", {})
    centres = [(x + dx, y + dy) for dx, dy in hex_centres(RADIUS)]
    with d.group(class_="duchy"):
        draw_board(d, centres, spaces, duchy, seat)
        for name, (cx, cy) in zip(HEX_NAMES, centres, strict=True):
            if name in duchy:
                start = " (start castle)" if player.get("castle") == name else ""
                tile(d, cx, cy, RADIUS, duchy[name], f"{name}: {duchy[name]}{start}", name, data_seat=str(seat),
                     data_hex=name)


def draw_board(d: Drawing, centres: Sequence[Point], spaces: Sequence[Space | None],
               covered: Container[str] = (), seat: int = 0) -> None:
    """The printed spaces of a board, those that are covered without what is printed on them, and its regions."""
    for name, centre, space in zip(HEX_NAMES, centres, spaces, strict=True):
        _space(d, *centre, name, space, name not in covered, seat)
    _borders(d, tuple(centres), tuple(spaces))


@remembered
def _space(d: Drawing, x: float, y: float, name: str, space: Space | None, bare: bool, seat: int) -> None:
    """A printed space; `bare` ones show what they take, the die that opens them and their name."""
    title = f"{name}: empty {space.colour} space, die {space.die}" if space else f"{name}: no board yet"
    with d.group(title if bare else "", class_="space", data_hex=name,
                 **tag(f"seat-{seat}-space-{name}", x, y, 2 * HALF_WIDTH * RADIUS, 2 * RADIUS)):
        fill = SPACE_FILL[space.colour] if space else BOARDLESS
        d.polygon(corners(x, y, RADIUS), fill, stroke=EDGE, stroke_width=1)
        if bare and space:
            with d.group(opacity=0.75):
                picture(d, KINDS[space.colour], x, y - RADIUS * 0.58, 0.42)
            die(d, x, y + 3, 21, space.die)
        if bare:
            d.text(x, y + RADIUS * 0.74, name, RADIUS * 0.25, INK, class_="place")


# the tile whose picture stands for a colour on an empty space
KINDS = {"building": "warehouse", "animal": "sheep", "knowledge": "knowledge", "castle": "castle", "mine": "mine",
         "ship": "ship"}


@remembered
def _borders(d: Drawing, centres: tuple[tuple[float, float], ...], spaces: tuple[Space | None, ...]) -> None:
    """Dark lines where two regions meet, and round the whole duchy."""
    colour = {(round(x), round(y)): space.colour if space else "" for (x, y), space in zip(centres, spaces)}
    for x, y in centres:
        points = corners(x, y, RADIUS)
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
            beyond = colour.get((round(ax + bx - x), round(ay + by - y)))     # the hex across this edge
            if beyond != colour[round(x), round(y)]:
                d.line(ax, ay, bx, by, BORDER, 2.2)


def _purse(d: Drawing, x: float, y: float, player: Mapping[str, Any], seat: int) -> None:
    with d.group(f"{player['silver']} silver, {player['workers']} workers", class_="purse"):
        with d.group(**tag(f"seat-{seat}-silver", x + 12, y + 12, 24)):
            coin(d, x + 12, y + 12, 12)
            d.text(x + 30, y + 19, str(player["silver"]), 20, INK, "start", bold=True)
        with d.group(**tag(f"seat-{seat}-workers", x + 12, y + 46, 24)):
            worker(d, x + 12, y + 46, 24)
            d.text(x + 30, y + 53, str(player["workers"]), 20, INK, "start", bold=True)


def _gifts(d: Drawing, x: float, y: float, player: Mapping[str, Any]) -> None:
    """What the seat was given at the start, in what room the duchy leaves: three lines, all of it in the tooltip."""
    gifts = list(player.get("gifts", ()))
    if not gifts:
        return
    shown = gifts if len(gifts) <= 2 else [gifts[0], f"+{len(gifts) - 1} more"]
    with d.group("given at the start: " + ", ".join(gifts), class_="gifts"):
        for n, words in enumerate(["given", *shown]):
            d.text(x, y + 12 * n, words, 11 if n == 0 else 10, INK, "start", room=58)


def _dice(d: Drawing, right: float, y: float, player: Mapping[str, Any], seat: int) -> None:
    """The dice still to use; a used one leaves a dashed outline."""
    dice = [face for face in player.get("dice", ()) if face]
    with d.group("dice to use: " + (" and ".join(map(str, dice)) or "none"), class_="dice",
                 **tag(f"seat-{seat}-dice", right - 33, y + 15, 68, 30)):
        for n in range(2):
            x = right - 15 - 37 * (1 - n)
            if n < len(dice):
                with d.group(**tag(f"seat-{seat}-die-{one_of(dice, n)}", x, y + 15, 30)):
                    die(d, x, y + 15, 30, dice[n])
            else:
                d.rect(x - 14, y + 1, 28, 28, "none", 6, stroke=LINE, stroke_width=1.4, stroke_dasharray="4 3")
        d.text(right, y + 45, "dice", 11, INK, "end")


def _bonuses(d: Drawing, x: float, y: float, player: Mapping[str, Any]) -> None:
    """Colour bonuses held, in the lower left corner: large ones above, small ones below."""
    d.text(x, y + 58, "bonuses", 11, INK, "start")
    for size, radius, row in (("large", 10.0, 17.0), ("small", 7.5, 38.0)):
        held = [colour for colour in COLOUR_NAMES if colour in player.get(size, ())]
        step = 2 * radius if size == "small" else 15
        for n, colour in enumerate(held):
            with d.group(f"{size} bonus for {colour}", class_="bonus", data_bonus=f"{size} {colour}"):
                d.polygon(corners(x + radius + n * step * 0.8, y + row, radius), TILE_FILL[colour], stroke=INK,
                          stroke_width=1.2)


def _sold(d: Drawing, right: float, y: float, player: Mapping[str, Any], seat: int) -> None:
    """Goods sold, in the lower right corner: a face-down pile, its colours in the tooltip."""
    sold = ordered(player.get("sold", {}))
    with d.group("sold: " + (", ".join(f"{n} {colour}" for colour, n in sold) or "nothing"), class_="sold",
                 **tag(f"seat-{seat}-sold", right - 16, y + 36, 34, 52)):
        total = sum(n for _, n in sold)
        for n in range(min(total, 3)):
            d.rect(right - 24 - 3 * n, y + 18 - 3 * n, 22, 22, "#b59a6a", 4, stroke=INK, stroke_width=1)
        if total:
            d.text(right - 36, y + 36, str(total), 17, INK, "end", bold=True)
        d.text(right, y + 58, f"{'' if total else '0 '}sold", 11, INK, "end")


def _storage(d: Drawing, x: float, y: float, player: Mapping[str, Any], seat: int) -> None:
    d.rect(x, y, 204, 80, STORE, 8, stroke=LINE, stroke_width=1)
    d.text(x + 8, y + 14, "storage", 11, INK, "start")
    stored = list(player.get("storage", ()))
    for n in range(3):
        cx, cy, radius = x + 41 + 61 * n, y + 47, 30.0
        with d.group(**tag(f"seat-{seat}-storage-{n + 1}", cx, cy, 2 * radius)):
            if n < len(stored):
                tile(d, cx, cy, radius, stored[n], f"in storage: {stored[n]}", data_seat=str(seat),
                     data_storage=str(n), **tag(f"seat-{seat}-stored-{one_of(stored, n)}", cx, cy, 2 * radius))
            else:
                d.polygon(corners(cx, cy, radius * 0.9), EMPTY, stroke=LINE, stroke_width=1.2,
                          stroke_dasharray="4 3")


def _stacks(d: Drawing, x: float, y: float, player: Mapping[str, Any], seat: int) -> None:
    """The three goods stacks, each as high as it holds tiles (up to four are drawn), with the number beside it."""
    d.rect(x, y, 214, 80, STORE, 8, stroke=LINE, stroke_width=1)
    d.text(x + 8, y + 14, "goods", 11, INK, "start")
    held = ordered(player.get("goods", {}))
    for n in range(max(3, len(held))):
        left, size = x + 12 + n * 68, 34
        if n >= len(held):
            with d.group(**tag(f"seat-{seat}-stack-{n + 1}", left + size / 2, y + 47, size)):
                d.rect(left, y + 30, size, size, EMPTY, 6, stroke=LINE, stroke_width=1.2, stroke_dasharray="4 3")
            continue
        colour, count = held[n]
        for layer in range(min(count, 4) - 1):
            d.rect(left, y + 32 - 3.2 * layer, size, size, GOODS_FILL[colour], 6, stroke=INK, stroke_width=1)
        cx, cy = left + size / 2, y + 49 - 3.2 * (min(count, 4) - 1)
        goods(d, cx, cy, size, colour, f"{count} {colour} goods", **tag(f"seat-{seat}-goods-{colour}", cx, cy, size))
        d.text(left + size + 5, y + 56, f"\u00d7{count}", 15, INK, "start", bold=True)


def _sources(d: Drawing, x: float, y: float, player: Mapping[str, Any]) -> None:
    """Where the points came from: two rows of six."""
    points = player.get("points", {})
    for n, source in enumerate(name for name in SOURCE_NAMES if name != "gifts" or points.get(name)):
        cx, cy, got = x + 35.6 + 71.3 * (n % 6), y + 13 + 36 * (n // 6), points.get(source, 0)
        d.text(cx, cy, str(got), 16, INK if got else PALE, bold=bool(got))
        d.text(cx, cy + 12, source, 10.5, INK if got else PALE, room=69)


