"""A board of Burgundy alone, as a picture to choose it by."""
from __future__ import annotations

from games.burgundy.art import NIGHT, PAPER, board_spaces, hex_centres
from games.burgundy.render_seat import RADIUS, draw_board
from games.burgundy.tables import BOARDS
from games.drawing import Drawing

EDGE, WIDTH, HEIGHT = 8.0, 440.0, 410.0


def board_picture(value: str) -> str:
    """The printed spaces of the board with this number as an SVG document. Raises LookupError."""
    d, board = Drawing("burgundy"), int(value) if value.isdigit() else 0
    if board not in BOARDS:
        raise LookupError(f"board {value!r} is none of 1 to {max(BOARDS)}")
    centres = [(WIDTH / 2 + x, HEIGHT / 2 + y) for x, y in hex_centres(RADIUS)]
    draw_board(d, centres, board_spaces(BOARDS[board]))
    return d.document(WIDTH, HEIGHT, f"board {board}", PAPER, NIGHT.name)
