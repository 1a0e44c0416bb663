"""The tracks, the deeds and the supplies of the picture: what all seats share besides the map."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.drawing import Drawing, slug, tag
from games.orleans.art import (
    EVENT_FILL,
    FOLLOWER_FILL,
    INK,
    LINE,
    PALE,
    PANEL,
    PRINT,
    SEAT_FILL,
    SEAT_INK,
    STEP,
    Document,
    active_seat,
    citizen,
    coin,
    development_status,
    follower,
    gear,
    good,
    headline,
    letter,
    marker,
    place_tile,
    space,
    status,
)
from games.orleans.art import EVENTS as EVENT_WORDS
from games.orleans.tables import DEED_TITLES, DEEDS, EVENTS, GOODS, PROFESSIONS, TILES_I, TILES_II, TRACKS

BOARD_WIDTH = 782.0
HEAD_HEIGHT, DEVELOPMENT_HEIGHT, TRACK_HEIGHT, DEED_HEIGHT = 92.0, 104.0, 50.0, 92.0
Rules = Mapping[str, Any]


def panel(d: Drawing, x: float, y: float, width: float, height: float) -> None:
    """A sheet of paper on the table."""
    d.rect(x, y, width, height, PANEL, 8, stroke=LINE, stroke_width=1.5)


# ---- round and hourglass ---------------------------------------------------------------------


def draw_head(d: Drawing, x: float, y: float, document: Document) -> None:
    """Round, event, whose turn it is, and what the hourglass still holds."""
    panel(d, x, y, BOARD_WIDTH, HEAD_HEIGHT)
    d.text(x + 14, y + 26, headline(document), 19, INK, "start", bold=True, room=486)
    seat = active_seat(document)
    with d.group(**tag("turn", x + 177, y + 48, 330, 24)):
        d.rect(x + 12, y + 36, 330, 24, INK if seat is None else SEAT_FILL[seat], 12)
        d.text(x + 177, y + 53, status(document), 14.5, PANEL if seat is None else SEAT_INK[seat], bold=True, room=306)
    start = document["start"]
    if start is not None:
        d.text(x + 354, y + 53, f"start player: seat {start}", 13, INK, "start", room=140)
    event = document["event"]
    if event and document["stage"] != "reveal":
        d.rect(x + 12, y + 67, 14, 14, EVENT_FILL[event], 3)
        words = f"{event} {letter(document)}".strip()
        d.text(x + 33, y + 79, f"{words}: {EVENT_WORDS[event]}", 13, INK, "start", room=460)
    _hourglass(d, x + 512, y + 12, document)


def _hourglass(d: Drawing, x: float, y: float, document: Document) -> None:
    """Tiles not yet turned, by letter and event."""
    piles = document["hourglass"]
    with d.group("hourglass tiles not yet turned", class_="hourglass"):
        d.path(f"M{x:.0f} {y + 4:.0f}h18l-7 14l7 14h-18l7 -14Z", "#ead9a6", stroke=INK, stroke_width=1.4)
        d.text(x + 9, y + 50, str(sum(n for pile in piles.values() for n in pile.values())), 15, INK, bold=True)
        d.text(x + 9, y + 64, "tiles", 10.5, PALE)
        for row, (name, pile) in enumerate(piles.items()):
            top = y + 2 + 24 * row
            if len(piles) > 1:
                d.text(x + 34, top + 13, name, 13, INK, bold=True)
            for n, event in enumerate(EVENTS):
                left = x + 48 + 32 * n
                alive = pile.get(event, 0)
                with d.group(f"{alive} {event}",
                             **tag(f"hourglass-{slug(name)}-{slug(event)}", left + 14.5, top + 9.5, 29, 19)):
                    d.rect(left, top, 29, 19, EVENT_FILL[event] if alive else "none", 4,
                           stroke=None if alive else LINE, stroke_dasharray=None if alive else "3 2")
                    d.text(left + 14.5, top + 13.5, f"{event[:3]}{alive if alive > 1 else ''}", 10.5,
                           "#ffffff" if alive else PALE, bold=bool(alive), room=27)


# ---- tracks ----------------------------------------------------------------------------------


def draw_development(d: Drawing, x: float, y: float, document: Document, rules: Rules) -> None:
    """The development track: status, coins and citizens on their spaces, the seats' markers below."""
    panel(d, x, y, BOARD_WIDTH, DEVELOPMENT_HEIGHT)
    track, pitch = rules["development"], (BOARD_WIDTH - 16) / 31
    d.text(x + 12, y + 17, "development", 12.5, INK, "start", bold=True)
    told = ", ".join(f"seat {s}: {p['development']} (status {development_status(p, rules)})"
                     for s, p in enumerate(document["players"]))
    d.text(x + BOARD_WIDTH - 12, y + 17, told, 11.5, PALE, "end", room=620)
    left = {track["citizens"][n]: f"development {n + 1}" in document["citizens"] for n in range(3)}
    for at in range(31):
        cx, top = x + 8 + pitch * (at + 0.5), y + 25
        with d.group(f"development {at}", class_="development", data_at=str(at)):
            rank = 1 + sum(at >= s for s in track["status"])
            begins = at == 0 or at in track["status"]
            d.rect(cx - pitch / 2 + 1, top, pitch - 2, 32, "#f0c64a" if begins else STEP, 4, stroke=LINE,
                   stroke_width=1)
            if begins:
                d.text(cx, top + 22, str(rank), 17, PRINT, bold=True)
            elif at in track["coin_spaces"]:
                coin(d, cx, top + 16, 9.5, str(track["coins"][track["coin_spaces"].index(at)]))
            elif at in left:
                if left[at]:
                    citizen(d, cx, top + 16, 22, "a citizen for the first to come here")
                else:
                    d.rect(cx - 7, top + 6, 14, 20, "none", 3, stroke=PALE, stroke_width=1.2, stroke_dasharray="3 2")
            else:
                d.text(cx, top + 20, str(at), 10, PALE)
    for at in range(31):
        here = [seat for seat, player in enumerate(document["players"]) if player["development"] == at]
        for n, seat in enumerate(here):
            aside = 6.2 * (2 * (n % 2) - 1) if len(here) > 1 else 0.0
            cx, cy, size = x + 8 + pitch * (at + 0.5) + aside, y + 68 + 13 * (n // 2), 19 if len(here) == 1 else 14.5
            marker(d, cx, cy, size, seat, f"seat {seat} on development {at}",
                   **tag(f"seat-{seat}-development", cx, cy, size))


def draw_tracks(d: Drawing, x: float, y: float, document: Document, rules: Rules) -> None:
    """The six tracks of the professions: what each step brings, and who stands there."""
    panel(d, x, y, BOARD_WIDTH, TRACK_HEIGHT * len(TRACKS) + 8)
    for row, track in enumerate(TRACKS):
        top, steps = y + 4 + TRACK_HEIGHT * row, 8 if track == "farmer" else 5
        width = (BOARD_WIDTH - 118) / 9
        follower(d, x + 24, top + 25, 16, track)
        d.text(x + 44, top + 29, track, 12, INK, "start", bold=True, room=60)
        for step in range(steps + 1):
            left = x + 110 + width * step
            with d.group(f"{track} {step}", class_="step", data_track=track, data_step=str(step)):
                d.rect(left, top + 3, width - 4, TRACK_HEIGHT - 6, FOLLOWER_FILL[track], 5,
                       fill_opacity=0.16 if step else 0.05, stroke=LINE, stroke_width=1)
                _reward(d, left + 15, top + 16, track, step, document, rules)
            here = [seat for seat, player in enumerate(document["players"]) if player["tracks"].get(track, 0) == step]
            for n, seat in enumerate(here):
                marker(d, left + 9 + 12.3 * n, top + 37, 15, seat, f"seat {seat} on {track} {step}")


def _reward(d: Drawing, x: float, y: float, track: str, step: int, document: Document, rules: Rules) -> None:
    """What a step brings."""
    tracks = rules["tracks"]
    if track in ("boatman", "knight") and step == rules["citizen_steps"][track] > 0:
        if track in document["citizens"]:
            citizen(d, x + 42, y, 20, "a citizen for the first to come here")
        else:
            d.rect(x + 36, y - 8, 12, 17, "none", 3, stroke=PALE, stroke_width=1.2, stroke_dasharray="3 2")
    if track == "knight":
        d.text(x - 6, y + 5, f"draw {tracks['knight'][step]}", 11.5, INK, "start", bold=True, room=36)
    elif step == 0:
        d.text(x - 6, y + 4, "start", 10.5, PALE, "start")
    elif track == "farmer":
        good(d, x + 2, y, 20, tracks["farmer"][step - 1])
        d.text(x + 16, y + 4, tracks["farmer"][step - 1], 10.5, INK, "start", room=40)
    elif track == "boatman":
        if tracks["boatman"][step - 1]:
            coin(d, x + 2, y, 10, str(tracks["boatman"][step - 1]))
    elif track == "craftsman":
        gear(d, x + 2, y, 10.5)
        if step == 1:
            d.text(x + 16, y + 4, "farmer", 10.5, INK, "start", room=38)
    elif track == "trader":
        place_tile(d, x + 2, y, "I" if step == 1 else "I/II")
    else:
        d.text(x - 6, y + 5, f"+{tracks['scholar'][step - 1]} dev.", 11.5, INK, "start", bold=True, room=44)


# ---- deeds -----------------------------------------------------------------------------------


def draw_deeds(d: Drawing, x: float, y: float, document: Document, rules: Rules) -> None:
    """The eight deeds: their spaces, who is there, what a follower earns, and the citizen of the last one."""
    width = (BOARD_WIDTH - 3 * 6) / 4
    for n, deed in enumerate(DEEDS):
        left, top = x + (width + 6) * (n % 4), y + (DEED_HEIGHT + 6) * (n // 4)
        printed, there = rules["deeds"][deed], document["deeds"].get(deed, {})
        with d.group(DEED_TITLES[n], class_="deed", data_deed=deed,
                     **tag(f"deed-{slug(deed)}", left + width / 2, top + DEED_HEIGHT / 2, width, DEED_HEIGHT)):
            panel(d, left, top, width, DEED_HEIGHT)
            title = DEED_TITLES[n].replace("Founding of the ", "").replace("Building of the ", "")
            d.text(left + 8, top + 17, title, 12, INK, "start", bold=True, room=width - 16)
            row = [(who, i < there.get(who, 0)) for who in PROFESSIONS for i in range(printed.get(who, 0))]
            for i, (who, filled) in enumerate(row):
                cx, cy = left + 17 + 25 * (i % 5), top + (40 if len(row) <= 5 else 36) + 27 * (i // 5)
                if filled:
                    follower(d, cx, cy, 11, who, f"{who} on {deed}", data_deed=deed)
                else:
                    space(d, cx, cy, 11, who, f"{deed}: a {who} may come", data_deed=deed)
            coin(d, left + width - 18, top + 38, 10, str(printed["coins"]))
            if printed.get("development"):
                d.text(left + width - 18, top + 64, f"or +{printed['development']}", 10, INK, room=32)
            if deed in document["citizens"]:
                citizen(d, left + width - 18, top + (76 if not printed.get("development") else 79), 20,
                        "a citizen for the one who fills the last space")


# ---- supplies --------------------------------------------------------------------------------


def draw_supplies(d: Drawing, x: float, y: float, document: Document) -> None:
    """The goods market, the followers to be recruited, technology, the last citizen."""
    panel(d, x, y, BOARD_WIDTH, 62)
    d.text(x + 10, y + 15, "goods market", 10.5, PALE, "start")
    for n, name in enumerate(GOODS):
        left = document["goods_market"].get(name, 0)
        with d.group(class_="market-good", data_good=name, **tag(f"market-{name}", x + 22 + 52 * n, y + 38, 23)):
            with d.group(opacity=1 if left else 0.35):
                good(d, x + 22 + 52 * n, y + 38, 23, name, f"{left} {name} on the goods market")
            d.text(x + 37 + 52 * n, y + 43, str(left), 14, INK if left else PALE, "start", bold=True)
    d.text(x + 282, y + 15, "followers to recruit", 10.5, PALE, "start")
    for n, who in enumerate(PROFESSIONS):
        left = document["supply"].get(who, 0)
        with d.group(class_="supply", data_follower=who, **tag(f"supply-{who}", x + 295 + 50 * n, y + 38, 24)):
            with d.group(opacity=1 if left else 0.35):
                follower(d, x + 295 + 50 * n, y + 38, 12, who, f"{left} {who} to recruit")
            d.text(x + 311 + 50 * n, y + 43, str(left), 14, INK if left else PALE, "start", bold=True)
    d.text(x + 644, y + 15, "technology", 10.5, PALE, "start", room=60)
    gear(d, x + 656, y + 38, 12, f"{document['technology']} technology tiles",
         **tag("supply-technology", x + 656, y + 38, 24))
    d.text(x + 674, y + 43, str(document["technology"]), 14, INK, "start", bold=True)
    d.text(x + 708, y + 15, "stations", 10.5, PALE, "start", room=50)
    if "most stations" in document["citizens"]:
        citizen(d, x + 722, y + 38, 24, "a citizen for the most stations at the end")
        d.text(x + 738, y + 43, "end", 10.5, PALE, "start", room=22)


def draw_display(d: Drawing, x: float, y: float, width: float, document: Document, rules: Rules) -> None:
    """The place tiles on display, in two categories; those taken leave a faint name."""
    from games.orleans.render_seat import draw_place
    panel(d, x, y, width, 176)
    pitch = (width - 40) / 10
    for n, tile in enumerate((*TILES_I, *TILES_II)):
        column, row = (n % 6, n // 6) if n < 12 else (6 + (n - 12) % 4, (n - 12) // 4)
        left, top = x + 16 + pitch * column + (10 if n >= 12 else 0), y + 22 + 76 * row
        if tile in document["tiles"]:
            empty = [None] * len(rules["spaces"][tile])
            draw_place(d, left, top, pitch - 6, tile, empty, rules, None, "I" if n < 12 else "II")
        else:
            d.rect(left, top, pitch - 6, 70, "none", 6, stroke=LINE, stroke_width=1, stroke_dasharray="4 3")
            owner = next((s for s, p in enumerate(document["players"]) if tile in p["tiles"]), None)
            d.text(left + (pitch - 6) / 2, top + 32, tile, 11.5, PALE, room=pitch - 18)
            if owner is not None:
                marker(d, left + (pitch - 6) / 2, top + 49, 18, owner, f"seat {owner} has the {tile}")
    d.text(x + 16, y + 15, "place tiles I", 11, PALE, "start")
    d.text(x + 16 + pitch * 6 + 10, y + 15, "place tiles II", 11, PALE, "start")
