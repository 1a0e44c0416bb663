"""What a person sees of Connect Four: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from core_ext.state import State
from games.connect_four.board import COLUMN_NAMES, Cell, Stacks, fours, own, stacks_of
from games.connect_four.tables import COLUMNS, ROWS

NAMES = ("x, red", "o, yellow")
INK = ("bold red", "bold yellow")
DISC, RIM = ("#d8352a", "#f4c430"), ("#9c1d14", "#b98d10")
FRAME, HOLE, PAPER, DARK = "#1f5fae", "#eef3f9", "#ffffff", "#222222"
CELL, MARGIN, HEAD = 60, 16, 48         # pixels: side of a cell, frame, and the line above the board


def text(state: State, seat: int | None = None) -> RenderableType:
    """The board for a rich console, in plain ASCII; the stones of a four are capitals."""
    stacks = stacks_of(own(state))
    winning = _winning(stacks)
    out = Text(f"Connect Four - {_status(state)}\n\n")
    for row in reversed(range(ROWS)):
        out.append(f"{row + 1}  ", style="dim")
        for column, stack in enumerate(stacks):
            if row >= len(stack):
                out.append(". ", style="dim")
            else:
                letter = "xo"[stack[row]]
                out.append(f"{letter.upper() if (column, row) in winning else letter} ", style=INK[stack[row]])
        out.append("\n")
    out.append(f"   {' '.join(COLUMN_NAMES)}", style="dim")
    return out


def svg(state: State, seat: int | None = None) -> str:
    """The board as a complete SVG document; equal positions give equal bytes."""
    stacks = stacks_of(own(state))
    winning, status = _winning(stacks), _status(state)
    width, top = COLUMNS * CELL + 2 * MARGIN, MARGIN + HEAD
    height = top + ROWS * CELL + 2 * MARGIN + 26
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" role="img" font-family="Helvetica, Arial, sans-serif" '
             f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
             f"<title>Connect Four: {status}</title>",
             f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
             f'<text x="{width // 2}" y="{MARGIN + 22}" font-size="20" fill="{DARK}" text-anchor="middle">'
             f"{status}</text>",
             f'<rect x="4" y="{top - 12}" width="{width - 8}" height="{ROWS * CELL + 24}" rx="14" fill="{FRAME}"/>']
    for column, stack in enumerate(stacks):
        x = MARGIN + column * CELL + CELL // 2
        parts.append(f'<g class="column" data-column="{column}">')
        for row in range(ROWS):
            y = top + (ROWS - 1 - row) * CELL + CELL // 2
            parts.append(_cell(x, y, stack[row] if row < len(stack) else None, (column, row) in winning))
        parts.append("</g>")
        parts.append(f'<text x="{x}" y="{height - MARGIN}" font-size="18" fill="{DARK}" text-anchor="middle">'
                     f"{COLUMN_NAMES[column]}</text>")
    return "\n".join([*parts, "</svg>", ""])


def _cell(x: int, y: int, seat: int | None, winning: bool) -> str:
    """An empty hole or a stone in it; a stone of a four has a white ring."""
    if seat is None:
        return f'<circle cx="{x}" cy="{y}" r="24" fill="{HOLE}"/>'
    stone = f'<circle cx="{x}" cy="{y}" r="23" fill="{DISC[seat]}" stroke="{RIM[seat]}" stroke-width="3"/>'
    ring = f'<circle cx="{x}" cy="{y}" r="13" fill="none" stroke="#ffffff" stroke-width="5"/>'
    return stone + ring if winning else stone


def _winning(stacks: Stacks) -> set[Cell]:
    return {cell for seat in (0, 1) for line in fours(stacks, seat) for cell in line}


def _status(state: State) -> str:
    """How many stones lie there and who is to move, or how the game ended."""
    count = sum(map(len, stacks_of(own(state))))
    stones = f"{count} stone{'' if count == 1 else 's'}"
    if not state.is_terminal():
        return f"{stones}, seat {state.current_player()} ({NAMES[state.current_player()]}) to move"
    wins = state.win_shares()
    if wins[0] == wins[1]:
        return f"{stones}, drawn"
    winner = wins.index(1.0)
    return f"{stones}, seat {winner} ({NAMES[winner]}) has won"
