"""What a person sees of a position of Pig: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from rich.console import RenderableType
from rich.text import Text

from core_ext.state import State
from games.pig.position import own

BAR = 50                        # columns of a bar that is full
SEAT_FILL = ("#c0392b", "#2e6da4", "#2d8a4e", "#b7791f", "#7d4ca3")
PAPER, INK, TRACK, POT = "#f6efe2", "#2b2620", "#ddd2bd", "#f2a65a"
WIDTH, ROW, TOP = 720, 58, 176


def status(state: State) -> str:
    """Who does what next, or how it ended."""
    mine = own(state)
    raw, numbers = mine.raw(), mine.numbers()
    if mine.is_terminal():
        shares = mine.wins()
        if max(shares) < 1:
            return f"undecided after {raw['moves']} choices"
        return f"seat {shares.index(1.0)} wins"
    seat = raw["turn"]
    if raw["rolling"]:
        return f"seat {seat} rolls the die"
    if raw["banked"][seat] + raw["pot"] >= numbers["goal"]:
        return f"seat {seat} holds and wins"
    return f"seat {seat} rolls or holds"


def text(state: State, seat: int | None = None) -> RenderableType:
    """The position for a rich console, in plain ASCII: a bar for each seat, its pot behind what is banked."""
    mine = own(state)
    raw, goal = mine.raw(), mine.numbers()["goal"]
    lines = [Text(f"Pig - first to bank {goal}", style="bold"), Text(f"Next: {status(state)}", style="bold"), Text()]
    for seat in range(mine.seats):
        banked, pot = raw["banked"][seat], raw["pot"] if seat == raw["turn"] else 0
        full, more = min(BAR, banked * BAR // goal), min(BAR, (banked + pot) * BAR // goal)
        line = Text(f"{'>' if seat == raw['turn'] and not raw['over'] else ' '} seat {seat} {banked:>5} ")
        line.append("[").append("#" * full, style=SEAT_FILL[seat]).append("+" * (more - full), style=POT)
        line.append("." * (BAR - more) + "]")
        if pot:
            line.append(f"  pot {pot} of {raw['rolls']} roll{'s' if raw['rolls'] != 1 else ''}")
        lines.append(line)
    lines += [Text(), Text(f"# banked   + pot, lost with a 1   choices made: {raw['moves']}", style="dim")]
    return Text("\n").join(lines)


def svg(state: State, seat: int | None = None) -> str:
    """The position as a complete SVG document; equal positions give equal bytes."""
    mine = own(state)
    raw, goal = mine.raw(), mine.numbers()["goal"]
    height = TOP + ROW * mine.seats + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'role="img" font-family="Helvetica, Arial, sans-serif">',
        f"<title>{escape(f'Pig to {goal}: {status(state)}')}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        _words(24, 44, f"Pig, first to bank {goal}", 26, bold=True),
        _words(24, 78, status(state), 20),
        _words(24, 126, f"pot {raw['pot']}", 34, bold=True),
        _words(24, 152, f"of {raw['rolls']} roll{'s' if raw['rolls'] != 1 else ''}", 16),
        _die(WIDTH - 120, 28, bool(raw["rolling"])),
    ]
    for seat in range(mine.seats):
        parts += _seat(raw, seat, goal, TOP + ROW * seat)
    return "\n".join([*parts, "</svg>", ""])


def _words(x: float, y: float, words: str, size: int, bold: bool = False, anchor: str = "start") -> str:
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}"'
    return f'<text {place} font-size="{size}" fill="{INK}"{weight}>{escape(words)}</text>'


def _die(x: float, y: float, rolling: bool) -> str:
    """The die: tilted and with a question mark while it is in the air, else waiting; no face is kept."""
    tilt, ink, mark = (" rotate(12 45 45)", INK, "?") if rolling else ("", TRACK, "")
    return (f'<g transform="translate({x:g} {y:g}){tilt}">'
            f'<rect width="90" height="90" rx="16" fill="#fff" stroke="{ink}" stroke-width="3"/>'
            f'{_words(45, 64, mark, 54, bold=True, anchor="middle") if mark else ""}</g>')


def _seat(raw: dict[str, Any], seat: int, goal: int, y: float) -> list[str]:
    """A track from 0 to the goal: what is banked, and the pot behind it."""
    left, room = 130, WIDTH - 130 - 84
    banked, pot = raw["banked"][seat], raw["pot"] if seat == raw["turn"] else 0
    full = room * min(1.0, banked / goal)
    more = room * min(1.0, (banked + pot) / goal) - full
    ring = f' stroke="{INK}" stroke-width="2.5"' if seat == raw["turn"] and not raw["over"] else ""
    return [
        f"<g><title>seat {seat}: {banked} banked, {pot} in the pot</title>",
        _words(24, y + 27, f"seat {seat}", 20, bold=bool(ring)),
        f'<rect x="{left}" y="{y:g}" width="{room}" height="38" rx="6" fill="{TRACK}"{ring}/>',
        f'<rect x="{left}" y="{y:g}" width="{full:.2f}" height="38" rx="6" fill="{SEAT_FILL[seat]}"/>',
        f'<rect x="{left + full:.2f}" y="{y + 6:g}" width="{more:.2f}" height="26" fill="{POT}"/>',
        _words(WIDTH - 24, y + 27, str(banked), 24, bold=True, anchor="end") + "</g>",
    ]
