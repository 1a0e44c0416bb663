"""A position of 504 as a person sees it: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from rich.text import Text

from core_ext.state import State
from games.api import own
from games.boards import COLUMNS
from games.drawing import Drawing
from games.world504.art import NIGHT, OWNER_FILL, OWNER_NAMES, PAPER
from games.world504.names import seat_acts
from games.world504.render_map import draw_map
from games.world504.render_shares import draw_shares
from games.world504.render_sheet import SHEET_WIDTH, draw_common, draw_owner, owner_height, owner_lines
from games.world504.render_text import View, text_of
from games.world504.rulebook import name_of
from games.world504.setup import DEFAULTS
from games.world504.share_table import dealt, founded, president
from games.world504.state import World504State
from games.world504.talk import place, when


def text(state: State, seat: int | None = None, room: int | None = None, columns: int = COLUMNS) -> Text:
    """The position as lines for a terminal; what is bid in secret is in no form."""
    mine = own(state, World504State)
    over = mine.is_terminal()
    world = mine.options.get("world", DEFAULTS["world"])
    winners = [i for i, won in enumerate(mine.win_shares()) if won] if over else []
    deciding = None if over or mine.is_chance_node() else mine.current_player()
    points = [sum(found.values()) for found in mine.owner_sources()]
    view = View(mine, mine.raw(), mine.rules_in_force(), world, name_of(world), when(state), place(state),
                mine.scores(), points, winners, deciding)
    return text_of(view, seat, room, columns)


GAP = 14.0


def colours(state: State) -> tuple[str, ...]:
    """The colour of each seat; where companies own the board, seats have none."""
    return () if own(state, World504State).rules_in_force()["companies"] else OWNER_FILL[:state.seats]


def svg(state: State, seat: int | None = None) -> str:
    """The position as a complete SVG document; nothing on the board is hidden, so `seat` changes nothing."""
    mine = own(state, World504State)
    raw, rules = mine.raw(), mine.rules_in_force()
    world = mine.options.get("world", DEFAULTS["world"])
    d = Drawing("world504")
    board = draw_map(d, raw, rules)
    d.area("map", 0, 0, board.width, board.height)
    left, y = board.width, GAP
    now = when(state) + (f": {place(state)}" if place(state) else "")
    y = draw_common(d, left, y, raw, rules, f"504 - world {world}", (name_of(world), now)) + GAP
    deciding = None if mine.is_terminal() or mine.is_chance_node() else mine.current_player()
    if dealt(rules):
        y = draw_shares(d, left, y, raw, rules, mine.scores(), deciding) + GAP
    columns = [(left, y)]
    if rules["companies"]:                      # five sheets more take a column of their own
        columns.append((left + SHEET_WIDTH + GAP, GAP))
    points = mine.owner_sources()
    for i in founded(raw, rules):
        lines = owner_lines(mine, i)
        x, y = min(columns, key=lambda column: column[1])
        draw_owner(d, x, y, lines, i, _heading(mine, i, sum(points[i].values())))
        columns[[column[0] for column in columns].index(x)] = (x, y + owner_height(lines) + GAP)
    width = columns[-1][0] + SHEET_WIDTH + GAP
    height = max(board.height, *(y for _, y in columns))
    d.area("sheets", board.width, 0, width - board.width, height)
    return d.document(width, height, f"504, world {world}: {when(state)}", PAPER, NIGHT.name)


def _heading(state: World504State, i: int, points: float) -> tuple[str, str]:
    """What stands on the coloured line of an owner's sheet: whose it is, and its money and points."""
    raw, rules = state.raw(), state.rules_in_force()
    winners = [seat for seat, won in enumerate(state.win_shares()) if won] if state.is_terminal() else []
    acts = not state.is_terminal() and raw["actor"] == i and not seat_acts(raw, rules)
    has = f"{raw['owner'][i]['money']} Mark · {points:g} points"
    if rules["companies"]:
        money = has if rules["victory"] else has.partition(" · ")[0]
        return f"{OWNER_NAMES[i]}, {president(raw, rules, i)}{', acts' if acts else ''}", money
    note = ", has won" if i in winners else ", to act" if acts else ""
    return f"seat {i}, {OWNER_NAMES[i]}{note}", has
