"""The board in a terminal: as wide as it is, in so many lines, with what is new since an earlier position marked."""
from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from core_ext.state import State
from games.api import Game
from games.boards import COLUMNS, GUTTER, changed
from reports.terminal.console import screen

LINES = 40              # of a board where nobody says how many
WIDEST = 120            # columns that a board uses where there are more


def height(parts: Sequence[RenderableType]) -> int:
    """The lines that these take on standard output, below a board."""
    console = screen()
    return sum(len(console.render_lines(part)) for part in parts)


def board(game: Game, state: State, seat: int | None = None, room: int | None = LINES,
          since: State | None = None) -> Text:
    """The position as this seat knows it, or in full; `since`: an earlier position of the same game."""
    console = screen()
    styled = console.color_system is not None
    columns = max(COLUMNS, min(console.width, WIDEST)) - (0 if since is None or styled else GUTTER)
    now = game.render.text(state, seat, room, columns)
    return now if since is None else changed(game.render.text(since, seat, room, columns), now, styled)
