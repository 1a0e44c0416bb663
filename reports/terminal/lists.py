"""What `games` and `moves` print: the games, the options of one, and the moves of a position."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.text import Text

from core_ext.state import State
from games.api import Game
from reports.terminal.layout import Columns, Paragraph, Sheet

MOST = 40               # lines of a screen, unless --details asks for more


def game_list(found: Sequence[Game]) -> RenderableType:
    """One line a game."""
    rows = [(g.name, g.title, spans(g.seats), len(g.options) or "-") for g in found]
    return Group(Sheet(("game", "what it is", "seats", "options"), rows, ("game", "what it is", "seats")), Text(""),
                 Paragraph("`ludosoph games NAME` explains the options of a game, and says what is hidden in it."))


class GamePage:
    """A game and its options as `--option` takes them. Without `details` it keeps to one screen."""

    def __init__(self, game: Game, details: bool) -> None:
        self.game, self.details = game, details

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        game, width = self.game, options.max_width
        title = f"{game.name}: {game.title}, version {game.version}, {spans(game.seats)} seats"
        head = [*Paragraph(title).lines(width), *Paragraph(f"hidden: {game.hidden.what}", 2).lines(width)]
        yield from head
        rows = [(f"{o.name}={o.default}", o.help) for o in game.options]
        for count in range(len(rows), 0, -1):
            table = Sheet(("option=default", "meaning"), rows[:count], ("option=default", "meaning")).lines(width)
            rest = ", ".join(name for name, _ in rows[count:])
            more = Paragraph(f"and {rest}; --details explains them, too").lines(width) if rest else []
            if self.details or len(head) + 1 + len(table) + len(more) <= MOST:
                yield from (Text(""), *table, *more)
                break


def move_list(texts: Sequence[str], state: State, details: bool) -> RenderableType:
    """The moves of a seat, or the outcomes of chance, for a person: beside one another where they fit."""
    if state.is_terminal():
        return Paragraph("The game is over: there are no moves.")
    chance = state.is_chance_node()
    count = f"{len(texts):,} {'outcome' if chance else 'move'}{'s' if len(texts) > 1 else ''}"
    head = f"Chance has {count}:" if chance else f"Seat {state.current_player()} has {count}:"
    return Group(Paragraph(head), Columns(texts, None if details else MOST - 2, "; --details or --json lists all"))


def spans(numbers: Sequence[int]) -> str:
    """Numbers in a row as a span: 2, 3, 4 as "2 to 4"."""
    first, last = min(numbers), max(numbers)
    if len(numbers) > 1 and sorted(numbers) == list(range(first, last + 1)):
        return f"{first} to {last}"
    return ", ".join(map(str, sorted(numbers)))
