"""What a person sees of a position of Orléans: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import hypot
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from core_ext.state import State
from games.api import own
from games.boards import COLUMNS, plain
from games.drawing import Drawing
from games.orleans.art import (
    EVENTS,
    FOLLOWER_FILL,
    FOLLOWER_INK,
    GOOD_FILL,
    GOOD_INK,
    PAPER,
    SEAT_FILL,
    SEAT_INK,
    Document,
    active_seat,
    development_status,
    headline,
    score,
    standing_order,
    status,
    trade,
)
from games.orleans.hidden import document_for
from games.orleans.names import TECHNOLOGY
from games.orleans.render_board import (
    BOARD_WIDTH,
    DEED_HEIGHT,
    DEVELOPMENT_HEIGHT,
    HEAD_HEIGHT,
    TRACK_HEIGHT,
    Rules,
    draw_deeds,
    draw_development,
    draw_display,
    draw_head,
    draw_supplies,
    draw_tracks,
)
from games.orleans.render_map import MAP_EDGE, MAP_HEIGHT, MAP_WIDTH, PLACED, course, draw_map, point_on
from games.orleans.render_seat import SEAT_WIDTH, draw_seat, seat_height
from games.orleans.state import OrleansState
from games.orleans.tables import BOARD, DEEDS, HOME, PROFESSIONS, ROADS, ROUTES, TOWNS, TRACKS


def text(state: State, seat: int | None = None, room: int | None = None, columns: int = COLUMNS) -> Text:
    """The position for a rich console: at most 100 columns wide, readable without colour; with a seat, its view."""
    return plain(text_of(document_for(state, seat), own(state, OrleansState).rules_table(), _winners(state)), columns)


def svg(state: State, seat: int | None = None) -> str:
    """The position as a complete SVG document; with a seat, as it sees it. Equal positions give equal bytes."""
    return svg_of(document_for(state, seat), own(state, OrleansState).rules_table(), _winners(state))


def _winners(state: State) -> list[int]:
    return [seat for seat, share in enumerate(state.win_shares()) if share > 0] if state.is_terminal() else []


NARROWEST, WIDEST = 80, 100
MAP_LINES = 31
SHORT_TOWNS = {"Argenton-sur-Creuse": "Argenton", "Saint-Amand-Montrond": "St-Amand"}
SHORT_GOODS = {"grain": "gr", "cheese": "ch", "wine": "wi", "wool": "wo", "brocade": "br"}


class PositionText:
    """A rich renderable: lays a position out for the width of the console it is printed on."""

    def __init__(self, document: Document, rules: Rules, winners: Collection[int]) -> None:
        self.document, self.rules, self.winners = document, rules, winners

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = max(NARROWEST, min(options.max_width, WIDEST))
        for line in _lines(self.document, self.rules, self.winners, width):
            folded = [line] if line.cell_len <= width else list(line.wrap(console, width - 4))
            for n, piece in enumerate(folded):
                whole = Text("    " if n else "", no_wrap=True, overflow="ignore").append_text(piece)
                whole.rstrip()
                yield whole


def text_of(document: Document, rules: Rules, winners: Collection[int] = ()) -> PositionText:
    """The text of a position document, 80 to 100 columns wide."""
    return PositionText(document, rules, winners)


def _lines(document: Document, rules: Rules, winners: Collection[int], width: int) -> Iterable[Text]:
    event, seat = document["event"], active_seat(document)
    yield Text(f"Orléans - {headline(document)}" + (f" ({EVENTS[event]})" if event else ""), style="bold")
    style = "bold" if seat is None else f"bold {SEAT_INK[seat]} on {SEAT_FILL[seat]}"
    start = "" if document["start"] is None else f"   start player: seat {document['start']}"
    yield Text(f"Next: {status(document)}", style=style).append(start, style="not bold default on default")
    yield from _drawn_map(document, width)
    yield Text("0: a seat's merchant  [0]: its station  . road  ~ waterway  gr ch wi wo br: goods", style="dim")
    yield Text()
    yield from _tracks(document, rules)
    yield Text()
    yield from _deeds(document, rules)
    yield Text()
    yield from _supplies(document)
    for number in range(len(document["players"])):
        yield Text()
        yield from _seat(document, rules, number, number in winners)


# ---- the map ---------------------------------------------------------------------------------


def _drawn_map(document: Document, width: int) -> Iterable[Text]:
    """Routes as rows of dots and waves, goods upon them, towns with stations and merchants."""
    cells: dict[tuple[int, int], tuple[str, str]] = {}

    def cell(x: float, y: float) -> tuple[int, int]:
        return round((x - 20) / (MAP_WIDTH - 20) * (width - 8)), round(y / MAP_HEIGHT * MAP_LINES) - 2

    def write(at: tuple[int, int], words: str, style: str = "") -> None:
        first = max(0, min(at[0] - len(words) // 2, width - len(words)))
        for n, char in enumerate(words):
            cells[first + n, at[1]] = (char, style)

    for number, (name, a, b, _) in enumerate(ROUTES):
        curve, steps = course(name, a, b), 60
        for n in range(steps + 1):
            cells[cell(*point_on(curve, n / steps))] = (".", "dim") if number < ROADS else ("~", "bold blue")
    for name, a, b, _ in ROUTES:
        curve, lying = course(name, a, b), document["routes"].get(name, [])
        (ax, ay), _, (bx, by) = curve
        for n, good in enumerate(lying):
            if good:
                t = 0.5 + 30 / max(hypot(bx - ax, by - ay), 1) * (n - (len(lying) - 1) / 2)
                write(cell(*point_on(curve, t)), SHORT_GOODS[good], f"{GOOD_INK[good]} on {GOOD_FILL[good]}")
    for town, at in PLACED.items():
        write(cell(*at), _town(document, town), "bold reverse" if town == TOWNS[HOME] else "bold")
    for row in range(min(y for _, y in cells), max(y for _, y in cells) + 1):
        line = Text()
        for column in range(width):
            line.append(*cells.get((column, row), (" ", "")))
        line.rstrip()
        yield line


def _town(document: Document, town: str) -> str:
    """A town with its stations before it and the merchants in it behind."""
    stations = "".join(str(s) for s, player in enumerate(document["players"]) if town in player["stations"])
    here = "".join(str(s) for s, player in enumerate(document["players"]) if player["merchant"] == town)
    return (f"[{stations}]" if stations else "") + SHORT_TOWNS.get(town, town) + (f" {here}" if here else "")


# ---- tracks, deeds, supplies -----------------------------------------------------------------


def _tracks(document: Document, rules: Rules) -> Iterable[Text]:
    """A line a track: each step with what it brings and the seats that stand there."""
    for track in TRACKS:
        line = Text(f"{track[:7]:8}", style="bold")
        for step in range(9 if track == "farmer" else 6):
            seats = "".join(str(s) for s, player in enumerate(document["players"])
                            if player["tracks"].get(track, 0) == step)
            reward = f"{_reward(track, step, document, rules)}:"
            line.append(reward, style="not bold dim").append(f"{seats:{8 - len(reward)}}", style="bold")
        line.rstrip()
        yield line
    seats = ", ".join(f"seat {s} {player['development']} (status {development_status(player, rules)})"
                      for s, player in enumerate(document["players"]))
    yield Text(f"development: {seats}")
    yield Text(f"status rises at {', '.join(map(str, rules['development']['status']))}", style="dim")


def _reward(track: str, step: int, document: Document, rules: Rules) -> str:
    """What a step brings, in three letters at most; c: a citizen."""
    here = track in document["citizens"] and step and step == rules["citizen_steps"].get(track, 0)
    tracks = rules["tracks"]
    if track == "knight":
        return f"{tracks['knight'][step]}{'c' if here else ''}"
    if step == 0:
        return "0"
    if track == "farmer":
        return SHORT_GOODS[tracks["farmer"][step - 1]]
    if track == "boatman":
        return "c" if here else f"{tracks['boatman'][step - 1]}$"
    if track == "craftsman":
        return "T"
    return ("I" if step == 1 else "II") if track == "trader" else f"+{tracks['scholar'][step - 1]}"


def _deeds(document: Document, rules: Rules) -> Iterable[Text]:
    """A line a deed: filled of all spaces by profession, the reward, whether the citizen is there."""
    for deed in DEEDS:
        printed, there = rules["deeds"][deed], document["deeds"].get(deed, {})
        line = Text(f"{deed:16}", style="bold")
        for who in PROFESSIONS:
            if printed.get(who):
                line.append(f" {who} {there.get(who, 0)}/{printed[who]}", style="not bold")
        line.append(f"  {printed['coins']}$" + (f" or +{printed['development']}" if printed.get("development") else ""),
                    style="not bold")
        line.append("  citizen" if deed in document["citizens"] else "  full", style="not bold dim")
        yield line


def _supplies(document: Document) -> Iterable[Text]:
    market = [f"{name} {document['goods_market'].get(name, 0)}" for name in SHORT_GOODS]
    supply = [f"{who} {document['supply'].get(who, 0)}" for who in PROFESSIONS]
    yield Text("goods market: " + ", ".join(market))
    yield Text("to recruit: " + ", ".join(supply) + f"; technology {document['technology']}")
    yield Text("place tiles: " + (", ".join(document["tiles"]) or "none left"))
    piles = [(f"{name}: " if len(document["hourglass"]) > 1 else "") + ", ".join(
        f"{event} {n}" if n > 1 else event for event, n in pile.items())
        for name, pile in document["hourglass"].items() if any(pile.values())]
    yield Text("hourglass, still to come: " + ("; ".join(piles) or "nothing"))


# ---- seats -----------------------------------------------------------------------------------


def _seat(document: Document, rules: Rules, seat: int, winner: bool) -> Iterable[Text]:
    player = document["players"][seat]
    word = "  wins" if winner else "  to act" if active_seat(document) == seat else ""
    passed = "  has passed" if seat in document.get("passed", ()) else ""
    passed += "  has planned, hidden" if seat in document.get("planned", ()) else ""
    yield Text(f" Seat {seat}  {score(player, rules)} points  coins {player['coins']}  citizens {player['citizens']}  "
               f"stations {len(player['stations'])}+{player['stock']}{word}{passed} ",
               style=f"bold {SEAT_INK[seat]} on {SEAT_FILL[seat]}")
    goods = Text("goods: ")
    goods.append_text(_chips([(f"{name} {n}" if n > 1 else name, f"{GOOD_INK[name]} on {GOOD_FILL[name]}")
                              for name, n in standing_order(player["goods"])]))
    kept = player.get(TECHNOLOGY, {}).get("kept", 0)
    goods.append(f"   merchant in {player['merchant']}" + (f"   technology to place: {kept}" if kept else ""))
    yield goods
    for label, counts in (("market", player["market"]), ("bag", player["bag"])):
        held = standing_order(counts)
        line = Text(f"{label} ({sum(n for _, n in held)}): ")
        yield line.append_text(_chips([(f"{name} {n}" if n > 1 else name, _style(name)) for name, n in held]))
    yield from _places(player)
    if player.get("planned"):
        yield Text("*: planned in this round", style="dim")


def _style(follower: str) -> str:
    who = trade(follower)
    return f"{FOLLOWER_INK[who]} on {FOLLOWER_FILL[who]}"


def _chips(parts: Sequence[tuple[str, str]]) -> Text:
    return Text(", ").join([Text(words, style=style) for words, style in parts]) if parts else Text("-")


def _places(player: Mapping[str, Any]) -> Iterable[Text]:
    """Two places a line: those that are complete in capitals; empty spaces as a dash."""
    planned, row = set(player.get("planned", ())), []
    for place, spaces in [*player["places"].items(), *player["tiles"].items()]:
        if place in BOARD and not any(spaces):
            continue
        cell = Text(f"{place.upper() if spaces and all(spaces) else place}: ", style="bold")
        parts = []
        for n, there in enumerate(spaces):
            mark = "*" if f"{place} {n + 1}" in planned else ""
            style = "dim" if there is None else "reverse" if there == TECHNOLOGY else _style(there)
            parts.append(Text(mark + (there or "-"), style=f"not bold {style}"))
        cell.append_text(Text(" ").join(parts) if parts else Text("(always)", style="not bold dim"))
        row.append(cell)
    for first in range(0, len(row), 2):
        line = row[first]
        if first + 1 < len(row):
            line.pad_right(max(1, 40 - line.cell_len))
            line.append_text(row[first + 1])
        yield line


GAP = MAP_EDGE
WIDTH = 3 * GAP + MAP_WIDTH + BOARD_WIDTH
DISPLAY_HEIGHT = 176.0


def svg_of(document: Document, rules: Rules, winners: Collection[int] = ()) -> str:
    """The picture of a position document as a complete SVG; the same document gives the same bytes."""
    d, right = Drawing("orleans"), 2 * GAP + MAP_WIDTH
    draw_map(d, document)
    y = GAP
    draw_head(d, right, y, document)
    y += HEAD_HEIGHT + 6
    draw_development(d, right, y, document, rules)
    y += DEVELOPMENT_HEIGHT + 6
    draw_tracks(d, right, y, document, rules)
    y += 6 * TRACK_HEIGHT + 8 + 6
    draw_deeds(d, right, y, document, rules)
    y += 2 * DEED_HEIGHT + 12
    draw_supplies(d, right, y, document)
    y = 2 * GAP + MAP_HEIGHT
    draw_display(d, GAP, y, WIDTH - 2 * GAP, document, rules)
    y += DISPLAY_HEIGHT + GAP
    players = document["players"]
    for first in range(0, len(players), 2):
        row = range(first, min(first + 2, len(players)))
        height = max(seat_height(players[seat]) for seat in row)
        for n, seat in enumerate(row):
            draw_seat(d, GAP + (SEAT_WIDTH + GAP) * n, y, height, document, rules, seat, seat in winners)
        y += height + GAP
    scores = ", ".join(f"seat {seat} {score(player, rules)}" for seat, player in enumerate(players))
    return d.document(WIDTH, y, f"Orléans. {headline(document)}: {status(document)}. Points: {scores}.", PAPER)
