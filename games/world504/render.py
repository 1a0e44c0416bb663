"""What a person sees of a position of 504: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from rich.text import Text

from core_ext.state import State
from games.api import own
from games.boards import COLUMNS
from games.drawing import Drawing
from games.world504.art import PAPER
from games.world504.render_map import draw_map
from games.world504.render_sheet import SHEET_WIDTH, draw_common, draw_owner, owner_height
from games.world504.render_text import View, text_of
from games.world504.rulebook import name_of
from games.world504.setup import DEFAULTS
from games.world504.state import World504State
from games.world504.talk import place, when


def text(state: State, seat: int | None = None, room: int | None = None, columns: int = COLUMNS) -> Text:
    """The position as lines for a terminal; what is bid in secret is in no form."""
    mine = own(state, World504State)
    over = mine.is_terminal()
    world = mine.options.get("world", DEFAULTS["world"])
    winners = [i for i, won in enumerate(mine.win_shares()) if won] if over else []
    deciding = None if over or mine.is_chance_node() else mine.current_player()
    view = View(mine.raw(), mine.rules_in_force(), world, name_of(world), when(state), place(state), mine.scores(),
                winners, deciding)
    return text_of(view, seat, room, columns)


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
