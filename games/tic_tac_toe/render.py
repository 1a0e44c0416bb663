"""What a person sees of tic-tac-toe: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from core_ext.state import State
from games.tic_tac_toe.position import EMPTY, MARKS, cells_of, three
from games.tic_tac_toe.tables import SIDE

INK = {"x": "bold red", "o": "bold blue", EMPTY: "dim"}
STROKE = {"x": "#c0392b", "o": "#1f5fae"}
CELL, MARGIN, HEAD = 80, 30, 40         # pixels: side of a cell, room around the board, and the line above it


def text(state: State, seat: int | None = None) -> RenderableType:
    """The board for a rich console, in plain ASCII; the marks of a three are capitals."""
    cells = cells_of(state)
    winning = _winning(cells)
    out = Text(f"Tic-tac-toe - {_status(state)}\n\n")
    for row in reversed(range(SIDE)):
        out.append(f"{row + 1}  ", style="dim")
        for column in range(SIDE):
            cell = SIDE * row + column
            mark = cells[cell].upper() if cell in winning else cells[cell]
            out.append(f" {mark} ", style=INK[cells[cell]])
            out.append("|" if column < SIDE - 1 else "\n")
        if row:
            out.append("   ---+---+---\n")
    out.append("    a   b   c", style="dim")
    return out


def svg(state: State, seat: int | None = None) -> str:
    """The board as a complete SVG document; equal positions give equal bytes."""
    cells, status = cells_of(state), _status(state)
    winning = _winning(cells)
    side, top = SIDE * CELL, MARGIN + HEAD
    width, height = side + 2 * MARGIN, side + top + MARGIN
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" role="img" font-family="Helvetica, Arial, sans-serif" '
             f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
             f"<title>Tic-tac-toe: {status}</title>", f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
             f'<text x="{width // 2}" y="{MARGIN}" font-size="18" fill="#222222" text-anchor="middle">{status}</text>',
             '<g stroke="#444444" stroke-width="4" stroke-linecap="round">']
    for n in range(1, SIDE):
        at = n * CELL
        parts.append(f'<line x1="{MARGIN + at}" y1="{top}" x2="{MARGIN + at}" y2="{top + side}"/>')
        parts.append(f'<line x1="{MARGIN}" y1="{top + at}" x2="{MARGIN + side}" y2="{top + at}"/>')
    parts.append("</g>")
    for n in range(SIDE):
        middle = n * CELL + CELL // 2
        parts.append(f'<text x="{MARGIN + middle}" y="{height - 8}" font-size="15" fill="#666666" text-anchor="middle">'
                     f"{'abc'[n]}</text>")
        parts.append(f'<text x="14" y="{top + side - middle + 5}" font-size="15" fill="#666666" text-anchor="middle">'
                     f"{n + 1}</text>")
    for cell, mark in enumerate(cells):
        x, y = MARGIN + cell % SIDE * CELL + CELL // 2, top + side - (cell // SIDE * CELL + CELL // 2)
        parts.append(_mark(x, y, mark, cell in winning))
    return "\n".join([*(part for part in parts if part), "</svg>", ""])


def _mark(x: int, y: int, mark: str, winning: bool) -> str:
    """A cross or a ring; those of a three stand on a coloured ground."""
    if mark == EMPTY:
        return ""
    half = CELL // 2 - 6
    ground = f'<rect x="{x - half}" y="{y - half}" width="{2 * half}" height="{2 * half}" rx="8" fill="#ffe9a8"/>'
    line = f'fill="none" stroke="{STROKE[mark]}" stroke-width="9" stroke-linecap="round"'
    if mark == "x":
        shape = f'<path d="M{x - 22} {y - 22}L{x + 22} {y + 22}M{x - 22} {y + 22}L{x + 22} {y - 22}" {line}/>'
    else:
        shape = f'<circle cx="{x}" cy="{y}" r="24" {line}/>'
    return ground + shape if winning else shape


def _winning(cells: list[str]) -> set[int]:
    return {cell for mark in MARKS for line in three(cells, mark) for cell in line}


def _status(state: State) -> str:
    """Who is to move, or how the game ended."""
    if not state.is_terminal():
        return f"seat {state.current_player()} ({MARKS[state.current_player()]}) to move"
    wins = state.win_shares()
    return "drawn" if wins[0] == wins[1] else f"seat {wins.index(1.0)} ({MARKS[wins.index(1.0)]}) has won"
