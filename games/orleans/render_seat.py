"""One seat of the picture: its market, bag, belongings, and its places with who stands there."""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from games.drawing import Drawing, one_of, slug, tag
from games.orleans.art import (
    FOLLOWER_FILL,
    INK,
    LINE,
    MARKET,
    PALE,
    PANEL,
    PLACE_FILL,
    PRINT,
    SEAT_FILL,
    SEAT_INK,
    Document,
    active_seat,
    citizen,
    coin,
    development_status,
    effect,
    follower,
    gear,
    good,
    merchant,
    score,
    space,
    standing_order,
    station,
)
from games.orleans.names import TECHNOLOGY
from games.orleans.tables import BOARD, TILES_I

SEAT_WIDTH, ACROSS, SIDE = 782.0, 5, 176.0
PLACE_HEIGHT, HEAD = 76.0, 40.0
Rules = Mapping[str, Any]


def seat_height(player: Mapping[str, Any]) -> float:
    """How much room a seat's panel takes."""
    rows = 2 + -(-len(player["tiles"]) // ACROSS)
    return HEAD + max(3, rows) * PLACE_HEIGHT + 24


def draw_seat(d: Drawing, x: float, y: float, height: float, document: Document, rules: Rules, seat: int,
              winner: bool) -> None:
    """Everything that lies before a seat, in a panel with its upper left corner at (x, y)."""
    player, active = document["players"][seat], winner or active_seat(document) == seat
    whole = tag(f"seat-{seat}", x + SEAT_WIDTH / 2, y + height / 2, SEAT_WIDTH, height)
    with d.group(class_="seat", data_seat=str(seat), **whole):
        d.rect(x, y, SEAT_WIDTH, height, PANEL, 10, stroke=SEAT_FILL[seat], stroke_width=5 if active else 2)
        planned = "planned" if seat in document.get("planned", ()) else ""
        _header(d, x, y, document, rules, seat, "wins" if winner else "to act" if active else planned)
        _market(d, x + 10, y + HEAD + 8, document, rules, seat)
        _bag(d, x + 10, y + HEAD + 104, player, seat)
        if seat == document["actor"]:
            _drawn(d, x + SIDE - 14, y + HEAD + 110, document.get("doing", {}).get("hand", {}), seat)
        _goods(d, x + 10, y + height - 26, player, seat)
        width = (SEAT_WIDTH - SIDE - 20) / ACROSS
        fresh = frozenset(player.get("planned", ()))
        for n, (place, row) in enumerate([*player["places"].items(), *player["tiles"].items()]):
            left, top = x + SIDE + 10 + width * (n % ACROSS), y + HEAD + 8 + PLACE_HEIGHT * (n // ACROSS)
            category = "" if place in BOARD else "I" if place in TILES_I else "II"
            draw_place(d, left, top, width - 6, place, row, rules, seat, category, fresh,
                       "boatman" if document["options"].get("bathhouse_spends") == "boatman" else "")


def _header(d: Drawing, x: float, y: float, document: Document, rules: Rules, seat: int, chip: str) -> None:
    """Name, points, and what is counted: coins, citizens, stations, status, technology to place."""
    player, ink = document["players"][seat], SEAT_INK[seat]
    d.path(f"M{x:.1f} {y + HEAD:.1f}v-{HEAD - 10:.0f}a10 10 0 0 1 10 -10h{SEAT_WIDTH - 20:.1f}a10 10 0 0 1 10 10v"
           f"{HEAD - 10:.0f}Z", SEAT_FILL[seat])
    d.text(x + 14, y + 28, f"Seat {seat}", 21, ink, "start", bold=True)
    if chip:
        d.rect(x + 96, y + 10, 66, 20, ink, 10)
        d.text(x + 129, y + 24.5, chip, 12.5, SEAT_FILL[seat], bold=True)
    left = x + 184
    with d.group(f"{player['coins']} coins", **tag(f"seat-{seat}-coins", left, y + 20, 24)):
        coin(d, left, y + 20, 12)
        d.text(left + 17, y + 26, str(player["coins"]), 18, ink, "start", bold=True, room=34)
    with d.group(f"{player['citizens']} citizens"):
        citizen(d, left + 72, y + 20, 25)
        d.text(left + 87, y + 26, str(player["citizens"]), 18, ink, "start", bold=True)
    with d.group(f"{len(player['stations'])} stations built, {player['stock']} in stock",
                 **tag(f"seat-{seat}-stations", left + 130, y + 20, 22)):
        station(d, left + 130, y + 20, 22, seat)
        d.text(left + 146, y + 26, f"{len(player['stations'])}", 18, ink, "start", bold=True)
        d.text(left + 170, y + 25, f"+{player['stock']} to build", 12, ink, "start", room=72)
    d.text(left + 250, y + 25, f"status {development_status(player, rules)}", 13, ink, "start", bold=True)
    merchant(d, left + 326, y + 21, 19, seat)
    d.text(left + 340, y + 25, player["merchant"], 13, ink, "start", room=104)
    kept = player.get("technology", {}).get("kept", 0)
    if kept:
        gear(d, left + 458, y + 20, 11, f"{kept} technology tiles to place",
             **tag(f"seat-{seat}-technology", left + 458, y + 20, 22))
        d.text(left + 472, y + 25, str(kept), 14, ink, "start", bold=True, room=18)
    d.text(x + SEAT_WIDTH - 62, y + 25, "points", 12.5, ink, "end")
    d.text(x + SEAT_WIDTH - 14, y + 30, str(score(player, rules)), 26, ink, "end", bold=True, room=46)


def _market(d: Drawing, x: float, y: float, document: Document, rules: Rules, seat: int) -> None:
    """The market's spaces and the followers on it."""
    player = document["players"][seat]
    standing = [name for name, n in standing_order(player["market"]) for _ in range(n)]
    room = max(rules["market"], len(standing))
    columns = 4 if room <= 8 else 5
    with d.group(**tag(f"seat-{seat}-market", x + SIDE / 2 - 5, y + 45, SIDE - 10, 90)):
        d.rect(x, y, SIDE - 10, 90, MARKET, 8, stroke=LINE, stroke_width=1.2)
    d.text(x + 8, y + 15, "market", 11, INK, "start", bold=True)
    pitch = (SIDE - 22) / columns
    for n in range(min(room, 15)):
        cx, cy = x + 6 + pitch * (n % columns + 0.5), y + 34 + (34 if room <= 10 else 24) * (n // columns)
        if n < len(standing):
            follower(d, cx, cy, 12.5, standing[n], f"{standing[n]} on the market", seat, data_at="market",
                     **tag(f"seat-{seat}-market-{one_of(standing, n)}", cx, cy, 25))
        else:
            d.circle(cx, cy, 12, "none", stroke=LINE, stroke_width=1.2, stroke_dasharray="3 3")


def _bag(d: Drawing, x: float, y: float, player: Mapping[str, Any], seat: int) -> None:
    """The followers in the bag, counted by kind."""
    inside = standing_order(player["bag"])
    with d.group(f"{sum(n for _, n in inside)} followers in the bag", class_="bag",
                 **tag(f"seat-{seat}-bag", x + SIDE / 2 - 6, y + 57, SIDE - 20, 90)):
        d.path(f"M{x + 4:.0f} {y + 18:.0f}q-6 44 2 84h{SIDE - 24:.0f}q10 -40 2 -84q-18 8 -34 -2h-{SIDE - 92:.0f}"
               "q-18 10 -36 2Z", "#b98f5a", stroke="#6b4a22", stroke_width=1.6)
        d.text(x + SIDE / 2 - 6, y + 11, f"bag: {sum(n for _, n in inside)}", 11.5, INK, bold=True)
        for n, (name, count) in enumerate(inside):
            cx, cy = x + 20 + 37 * (n % 4), y + 38 + 26 * (n // 4)
            follower(d, cx, cy, 10.5, name, f"{count} {name} in the bag", seat, data_at="bag",
                     **tag(f"seat-{seat}-bag-{slug(name)}", cx, cy, 21))
            if count > 1:
                d.text(cx + 13.5, cy + 5, str(count), 13, PRINT, "start", bold=True, room=11)


def _drawn(d: Drawing, right: float, y: float, hand: Mapping[str, int], seat: int) -> None:
    """Followers that the Bathhouse drew and that await their place."""
    drawn = [name for name, count in standing_order(hand) for _ in range(count)]
    for n, name in enumerate(drawn):
        cx = right - 26 * (len(drawn) - n) + 13
        follower(d, cx, y, 9.5, name, f"{name} drawn by the Bathhouse", seat, data_at="hand",
                 **tag(f"seat-{seat}-drawn-{one_of(drawn, n)}", cx, y, 20))


def _goods(d: Drawing, x: float, y: float, player: Mapping[str, Any], seat: int) -> None:
    """Goods owned, counted by kind."""
    held = standing_order(player["goods"])
    if not held:
        d.text(x + 4, y + 10, "no goods", 12, PALE, "start")
    for n, (name, count) in enumerate(held):
        good(d, x + 11 + 34 * n, y + 6, 20, name, f"{count} {name}",
             **tag(f"seat-{seat}-good-{name}", x + 11 + 34 * n, y + 6, 20))
        if count > 1:
            d.text(x + 22 + 34 * n, y + 11, str(count), 12.5, INK, "start", bold=True, room=12)


def draw_place(d: Drawing, x: float, y: float, width: float, place: str, row: Sequence[str | None], rules: Rules,
               seat: int | None, category: str = "", planned: Collection[str] = (), bathhouse: str = "") -> None:
    """A place of a seat or on display: name, what it does, spaces, who stands there. `planned` spaces are ringed."""
    full, name = bool(row) and all(row), f"{'tile' if seat is None else f'seat-{seat}'}-{slug(place)}"
    with d.group(f"{place}: {effect(place, rules)}", class_="place", data_place=place,
                 **tag(name, x + width / 2, y + 35, width, 70)):
        d.rect(x, y, width, 70, PLACE_FILL[category], 6, stroke=INK if full else LINE, stroke_width=2 if full else 1)
        d.text(x + 7, y + 14, place, 12, INK, "start", bold=True, room=width - (18 if category else 12))
        if category:
            d.text(x + width - 6, y + 14, category, 10.5, PALE, "end", bold=True)
        d.text(x + 7, y + 27, effect(place, rules), 10, INK, "start", room=width - 9)
        for n, there in enumerate(row):
            cx, cy = x + 20 + 33 * n, y + 49
            wanted = (bathhouse if place == "Bathhouse" else "") or rules["spaces"][place][n]
            with d.group(**tag(f"{name}-{n + 1}", cx, cy, 27)):
                _space(d, cx, cy, place, there, wanted, seat or 0, f"{place} {n + 1}" in planned)


def _space(d: Drawing, x: float, y: float, place: str, there: str | None, wanted: str, seat: int, ringed: bool) -> None:
    """A space of a place, and who stands there."""
    if ringed:
        d.circle(x, y, 17.5, "none", stroke="#ffffff", stroke_width=2.4)
        d.circle(x, y, 17.5, "none", stroke=SEAT_FILL[seat], stroke_width=1.6, stroke_dasharray="4 2")
    if there is None:
        space(d, x, y, 13.5, wanted, f"{place}: a {wanted}")
    elif there == TECHNOLOGY:
        gear(d, x, y, 13.5, f"technology on {place} for a {wanted}")
        d.circle(x + 9, y + 9, 4.6, FOLLOWER_FILL.get(wanted, "#ffffff"), stroke=INK, stroke_width=0.8)
    else:
        follower(d, x, y, 13.5, there, f"{there} on {place}", seat, data_at=place)
