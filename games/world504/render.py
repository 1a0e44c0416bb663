"""What a person sees of a position of 504: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from math import cos, pi, sin, sqrt

from rich.text import Text

from core_ext.state import State
from games.api import own
from games.boards import COLUMNS, Part, fitted
from games.drawing import Drawing
from games.world504.names import NOWHERE, board_of
from games.world504.state import World504State
from games.world504.tables import PRIVILEGES
from games.world504.talk import place, when

SIZE, MARGIN = 34, 60           # of a tile, from its middle to a corner; around the board
FILL = ("#d9d2c5", "#a8cf7a", "#4f8f4a", "#ead36b", "#9a9a9a", "#e8c79a", "#7db7e0", "#f6efe2")
SEAT_FILL = ("#2d8a4e", "#f4f1ea", "#7d4ca3", "#2e6da4")
INK = "#2b2620"


def text(state: State, seat: int | None = None, room: int | None = None, columns: int = COLUMNS) -> Text:
    """The position for a terminal: what each owner has, and where its pieces are."""
    mine = own(state, World504State)
    raw = mine.raw()
    board = board_of(raw)
    parts = [Part([[Text(f"504 - {when(state)}: {place(state)}"[:columns], style="bold")]], [])]
    for i, owner in enumerate(raw["owner"][:mine.seats]):
        capital = "none" if owner["capital"] == NOWHERE else board.tiles[owner["capital"]]
        held = [card for bit, card in enumerate(PRIVILEGES) if owner["privileges"] >> bit & 1]
        words = f"seat {i}: {owner['money']} Mark, capital {capital}{', has ' + ' '.join(held) if held else ''}"
        pieces = [Text(f"  {name}: {owner['active'][t]} active, {owner['spent'][t]} exhausted"[:columns])
                  for t, name in enumerate(board.tiles)
                  if owner["settled"] >> t & 1 or owner["active"][t] or owner["spent"][t]]
        parts += [Part([[Text(words[:columns])]], []), Part([pieces, []], [1])]
    return fitted(parts, room)


def svg(state: State, seat: int | None = None) -> str:
    """The board as a picture, with the pieces of all owners."""
    mine = own(state, World504State)
    raw = mine.raw()
    board = board_of(raw)
    middles = [(SIZE * sqrt(3) * (q + r / 2), SIZE * 1.5 * r) for q, r in board.spaces]
    left, top = min(x for x, _ in middles) - MARGIN, min(y for _, y in middles) - MARGIN
    width, height = max(x for x, _ in middles) + MARGIN - left, max(y for _, y in middles) + MARGIN - top
    drawing = Drawing("world504")
    for t, (x, y) in enumerate(middles):
        x, y = x - left, y - top
        corners = [(x + SIZE * sin(pi / 3 * k), y + SIZE * cos(pi / 3 * k)) for k in range(6)]
        drawing.polygon(corners, FILL[raw["kind"][t]], stroke=INK)
        drawing.text(x, y - 14, board.tiles[t], 8, INK)
        for i, owner in enumerate(raw["owner"][:mine.seats]):
            there = owner["active"][t] + owner["spent"][t]
            if owner["settled"] >> t & 1 or owner["capital"] == t:
                drawing.rect(x - 26 + 13 * i, y, 11, 11, SEAT_FILL[i], stroke=INK)
                drawing.text(x - 20.5 + 13 * i, y + 9, str(there) if there else "", 9, INK)
    return drawing.document(width, height, f"504, {when(state)}", "#ffffff")
