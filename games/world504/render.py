"""What a person sees of a position of 504: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from rich.text import Text

from core_ext.state import State
from games.api import own
from games.boards import COLUMNS, Part, fitted
from games.drawing import Drawing
from games.world504.art import PAPER
from games.world504.names import NOWHERE, board_of
from games.world504.render_map import draw_map
from games.world504.render_sheet import SHEET_WIDTH, draw_common, draw_owner, owner_height
from games.world504.rulebook import name_of
from games.world504.setup import DEFAULTS
from games.world504.state import World504State
from games.world504.tables import PRIVILEGES
from games.world504.talk import place, when


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


GAP = 14.0


def svg(state: State, seat: int | None = None) -> str:
    """The position as a complete SVG document; nothing on the board is hidden, so `seat` changes nothing."""
    mine = own(state, World504State)
    raw, rules = mine.raw(), mine.rules_in_force()
    world = mine.options.get("world", DEFAULTS["world"])
    d = Drawing("world504")
    board = draw_map(d, raw, rules)
    left, y = board.width, GAP
    now = when(state) + (f": {place(state)}" if place(state) else "")
    y = draw_common(d, left, y, raw, rules, f"504 - world {world}", (name_of(world), now)) + GAP
    winners = [i for i, won in enumerate(mine.win_shares()) if won] if mine.is_terminal() else []
    for i in range(rules["owners"]):
        height = owner_height(raw, rules, i)
        note = ", has won" if i in winners else ", to act" if raw["actor"] == i and not mine.is_terminal() else ""
        draw_owner(d, left, y, height, raw, rules, i, mine.scores()[i], note)
        y += height + GAP
    return d.document(left + SHEET_WIDTH + GAP, max(board.height, y), f"504, world {world}: {when(state)}", PAPER)
