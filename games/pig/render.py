"""A position of Pig as a person sees it: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from typing import Any

from rich.text import Text

from core_ext.state import State
from games.api import own
from games.boards import COLUMNS, Part, fitted
from games.drawing import Drawing, tag, text_width
from games.night import Night
from games.pig.notation import CHOICES
from games.pig.state import PigState

BAR, BESIDE = 50, 40            # columns of a bar that is full, at most; of what stands before and behind it
SEAT_FILL = ("#c0392b", "#2e6da4", "#2d8a4e", "#b7791f", "#7d4ca3")
PAPER, INK, TRACK, POT, DIE = "#f6efe2", "#2b2620", "#ddd2bd", "#f2a65a", "#fffefc"
NIGHT = Night("pig", grounds={PAPER: "#1b1e20", TRACK: "#3a3833", DIE: "#35332f"}, words={INK: "#ede5d4"},
              lines={INK: "#cfc6b4", TRACK: "#6d6450"})
WIDTH, ROW, TOP = 720, 58, 176


def status(state: State) -> str:
    """Who does what next, or how it ended."""
    mine = own(state, PigState)
    raw, numbers = mine.raw(), mine.numbers()
    if mine.is_terminal():
        shares = mine.win_shares()
        if max(shares) < 1:
            return f"undecided after {raw['moves']} choices"
        return f"seat {shares.index(1.0)} wins"
    seat = raw["turn"]
    if raw["rolling"]:
        return f"seat {seat} rolls the die"
    if raw["banked"][seat] + raw["pot"] >= numbers["goal"]:
        return f"seat {seat} holds and wins"
    return f"seat {seat} rolls or holds"


def place(state: State) -> str:
    """What is drawn: the die of the seat in turn."""
    raw = own(state, PigState).raw()
    return f"die of seat {raw['turn']}" if raw["rolling"] else ""


def text(state: State, seat: int | None = None, room: int | None = None, columns: int = COLUMNS) -> Text:
    """The position for a terminal, in plain ASCII: a bar for each seat, its pot behind what is banked."""
    mine = own(state, PigState)
    raw, goal = mine.raw(), mine.numbers()["goal"]
    bar, lines = max(1, min(BAR, columns - BESIDE)), []
    for seat in range(mine.seats):
        banked, pot = raw["banked"][seat], raw["pot"] if seat == raw["turn"] else 0
        full, more = min(bar, banked * bar // goal), min(bar, (banked + pot) * bar // goal)
        line = Text(f"{'>' if seat == raw['turn'] and not raw['over'] else ' '} seat {seat} {banked:>5} ")
        line.append("[").append("#" * full, style=SEAT_FILL[seat]).append("+" * (more - full), style=POT)
        line.append("." * (bar - more) + "]")
        if pot:
            line.append(f"  pot {pot} of {raw['rolls']} roll{'s' if raw['rolls'] != 1 else ''}")
        lines.append(line)
    gap = Part([[Text()], []], [1])
    foot = Text(f"# banked   + pot, lost with a 1   choices made: {raw['moves']}", style="dim")
    return fitted([
        Part([[Text(f"Pig - first to bank {goal}", style="bold")]], []),
        Part([[Text(f"Next: {status(state)}", style="bold")]], []), gap, Part([lines], []), gap,
        Part([[foot], []], [2])], room)


def svg(state: State, seat: int | None = None) -> str:
    """The position as a complete SVG document; equal positions give equal bytes."""
    mine = own(state, PigState)
    raw, goal = mine.raw(), mine.numbers()["goal"]
    d = Drawing("pig")
    d.text(24, 44, f"Pig, first to bank {goal}", 26, INK, "start", bold=True)
    d.text(24, 78, status(state), 24, INK, "start")
    with d.group(**tag("pot", 84, 115, 130, 36)):
        d.text(24, 126, f"pot {raw['pot']}", 34, INK, "start", bold=True)
    left = 36 + text_width(f"pot {raw['pot']}", 34, True)
    d.text(left, 126, f"of {raw['rolls']} roll{'s' if raw['rolls'] != 1 else ''}", 24, INK, "start")
    _die(d, WIDTH - 120, 28, bool(raw["rolling"]))
    for seat in range(mine.seats):
        _seat(d, raw, seat, goal, TOP + ROW * seat)
    return d.document(WIDTH, TOP + ROW * mine.seats + 16, f"Pig to {goal}: {status(state)}", PAPER, NIGHT.name)


def touches(state: State, action: int) -> list[str]:
    """The ids of the die that is rolled, or of the pot and the seat that banks it."""
    mine = own(state, PigState)
    return ["die"] if mine.is_chance_node() or CHOICES[action] == "roll" else ["pot", f"seat-{mine.current_player()}"]


def _die(d: Drawing, x: float, y: float, rolling: bool) -> None:
    """The die: tilted and with a question mark while it is in the air, else waiting; no face is kept."""
    with d.group(transform=f"translate({x:g} {y:g}){' rotate(12 45 45)' if rolling else ''}",
                 **tag("die", x + 45, y + 45, 90)):
        d.rect(0, 0, 90, 90, DIE, 16, stroke=INK if rolling else TRACK, stroke_width=3)
        if rolling:
            d.text(45, 64, "?", 54, INK, bold=True)


def _seat(d: Drawing, raw: dict[str, Any], seat: int, goal: int, y: float) -> None:
    """A track from 0 to the goal: what is banked, and the pot behind it."""
    left, room = 130, WIDTH - 130 - 84
    banked, pot = raw["banked"][seat], raw["pot"] if seat == raw["turn"] else 0
    full = room * min(1.0, banked / goal)
    more = room * min(1.0, (banked + pot) / goal) - full
    acting = seat == raw["turn"] and not raw["over"]
    with d.group(f"seat {seat}: {banked} banked, {pot} in the pot",
                 **tag(f"seat-{seat}", left + room / 2, y + 19, room, 38)):
        d.text(24, y + 27, f"seat {seat}", 24, INK, "start", bold=acting)
        d.rect(left, y, room, 38, TRACK, 6, stroke=INK if acting else None, stroke_width=2.5 if acting else None)
        d.rect(left, y, full, 38, SEAT_FILL[seat], 6)
        d.rect(left + full, y + 6, more, 26, POT)
        d.text(WIDTH - 24, y + 27, str(banked), 24, INK, "end", bold=True)
