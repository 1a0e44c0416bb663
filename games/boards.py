"""Boards for a terminal: lines of text in as full a form as there is room for, and what changed between two of them."""
from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

COLUMNS = 80                    # of a board unless it is asked for wider
NEW = "reverse"                 # the style of what changed
GUTTER = 2                      # columns before each line for a `*` where there is no colour
WORD = re.compile(r"\S+")


class OneForm:
    """A render whose `text` takes a state and a seat alone: it has one form, which it shows whatever the room."""

    def __init__(self, render: Any) -> None:
        self.svg, self.form = render.svg, render.text

    def text(self, state: Any, seat: int | None = None, room: int | None = None, columns: int = COLUMNS) -> Text:
        """The one form there is, as lines for so many columns."""
        return plain(self.form(state, seat), columns)


def plain(renderable: RenderableType, columns: int) -> Text:
    """What a rich renderable prints on so many columns, as lines of text."""
    console = Console(width=columns, file=io.StringIO(), highlight=False)
    lines = [Text.assemble(*((part.text, part.style or "") for part in line if not part.control))
             for line in console.render_lines(renderable, pad=False)]
    for line in lines:
        line.rstrip()
    return joined(lines)


def joined(lines: Iterable[Text]) -> Text:
    """Lines as one text."""
    return Text("\n").join(lines)


def changed(before: Text, after: Text, colour: bool = True) -> Text:
    """The board `after` with the words marked that are new since the board `before`.

    They stand out by their style. Without colour each line begins with `* ` where something changed, also where it
    only went, and with two spaces where nothing did; a board for that is made GUTTER columns narrower.
    """
    old, new = before.plain.split("\n"), list(after.split("\n", allow_blank=True))
    marked: list[Text] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, [line.plain for line in new], autojunk=False).get_opcodes():
        for number, line in enumerate(new[c:d]):
            earlier = line.plain if tag == "equal" else _earlier(line.plain, old[a:b], number, d - c)
            marked.append(_marked(line, earlier, colour))
    return joined(marked)


def _earlier(line: str, old: Sequence[str], number: int, lines: int) -> str:
    """Which of the old lines in its place a line was: the one in the same row, or else the most similar one."""
    if len(old) == lines:
        return old[number]
    return max(old, key=lambda other: SequenceMatcher(None, other, line, autojunk=False).ratio(), default="")


def _marked(line: Text, earlier: str, colour: bool) -> Text:
    """A line with its new words marked."""
    new, gone = _new_words(earlier, line.plain), _new_words(line.plain, earlier)
    if not colour:
        return Text("* " if new or gone else " " * GUTTER).append_text(line)
    for first, last in new:
        line.stylize(NEW, first, last)
    return line


def _new_words(old: str, new: str) -> list[tuple[int, int]]:
    """Where words stand in `new` that `old` has neither in the same columns nor in the same order."""
    words, places = WORD.findall(new), [match.span() for match in WORD.finditer(new)]
    there = {(*match.span(), match.group()) for match in WORD.finditer(old)}
    runs = SequenceMatcher(None, WORD.findall(old), words, autojunk=False).get_opcodes()
    inserted = [n for tag, _, _, first, last in runs if tag != "equal" for n in range(first, last)]
    return [places[n] for n in inserted if (*places[n], words[n]) not in there]
