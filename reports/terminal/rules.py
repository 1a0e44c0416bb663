"""What `rules` prints: numbered paragraphs, what differs between two values, or all that a game can be, one a line."""
from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions
from rich.text import Text

from games.api import Game, InputError
from reports.documents.rules import Rulebook
from reports.terminal.layout import GAP, Paragraph, definitions

SHOWN = 3                       # values of a row that a line of the list shows


class Printed:
    """A page of rules, or what each of two has alone."""

    def __init__(self, books: Sequence[Rulebook]) -> None:
        self.books = books

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        for number, book in enumerate(self.books):
            yield from [Text("")] * min(1, number)
            yield from Paragraph(Text(book.heading, "bold")).lines(options.max_width)
            yield from _sections(book, options.max_width)


def _sections(book: Rulebook, width: int) -> Iterator[Text]:
    for section in book.page.sections:
        yield from (Text(""), *Paragraph(Text(section.heading, "bold")).lines(width))
        yield from definitions([(each.number, each.text) for each in section.entries], width)
    if not book.page.sections:
        yield from (Text(""), Text(book.say("Nothing.")))


def listing(game: Game, as_json: bool) -> list[str]:
    """All that the shaping options make of a game, a line each: its value, its name and what was measured of it, if
    anything, or all of it as a JSON object.

    Raises InputError for a game that has no such option.
    """
    if game.rules.rows is None:
        raise InputError(f"--list: {game.name} has no option that makes other games of it")
    rows = game.rules.rows()
    if as_json:
        return [json.dumps(row, ensure_ascii=False, allow_nan=False) for row in rows]
    return [(" " * GAP).join(each for value in list(row.values())[:SHOWN] if (each := _word(value))) for row in rows]


def _word(value: Any) -> str:
    """A value as a line of the list has it; nothing for one that is no word and no number."""
    return str(value) if isinstance(value, str | int | float) else ""
