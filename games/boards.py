"""Boards for a terminal: lines of text in as full a form as there is room for, and what changed between two of them."""
from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterable, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from rich.console import Console, RenderableType
from rich.text import Text

COLUMNS = 80                    # of a board unless it is asked for wider
NEW = "reverse"                 # the style of what changed
GUTTER = 2                      # columns before each line for a `*` where there is no colour
WORD = re.compile(r"\S+")
HARD_SPACE = "\u00a0"           # where a line is not broken; becomes a space
INDENT = 4                      # columns before what is left of a folded line

Lines = Sequence[Text]


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


# ---- lines -----------------------------------------------------------------------------------


def unbroken(words: str) -> str:
    """Words that stay on one line."""
    return words.replace(" ", HARD_SPACE)


def listed(label: str, items: Iterable[str | Text], between: str = ", ") -> Text:
    """A label and its items, or a dash; each item stays on one line."""
    found = [_unbroken(item) if isinstance(item, Text) else Text(unbroken(item)) for item in items]
    if not found:
        return Text(label[:-1] + unbroken(label[-1:]) + "-")
    return Text(label).append_text(Text(between).join(found))


def _unbroken(item: Text) -> Text:
    kept = item.copy()
    kept.plain = unbroken(kept.plain)
    return kept


def folded(line: Text, columns: int, indent: int = INDENT) -> list[Text]:
    """The line, or where it is too long its pieces: broken at a space, each but the first one indented."""
    pieces, rest, before = [], line, 0
    while rest.cell_len > columns - before:
        start = len(rest.plain) - len(rest.plain.lstrip(" "))
        cut = rest.plain.rfind(" ", start, columns - before + 1)
        cut = cut if cut > start else rest.plain.find(" ", start)
        if cut < 0:
            break
        pieces.append(Text(" " * before).append_text(rest[:cut]))
        rest, before = rest[cut:], indent
        rest = rest[len(rest.plain) - len(rest.plain.lstrip(" ")):]
    pieces.append(Text(" " * before).append_text(rest))
    for piece in pieces:
        piece.plain = piece.plain.replace(HARD_SPACE, " ")
        piece.rstrip()
    return pieces


def beside(blocks: Sequence[Lines], gap: int = 2) -> list[Text]:
    """Blocks of lines next to each other, each as wide as its longest line."""
    widths = [max((line.cell_len for line in block), default=0) for block in blocks]
    rows = []
    for row in range(max(map(len, blocks))):
        line = Text()
        for block, width in zip(blocks, widths, strict=True):
            cell = block[row].copy() if row < len(block) else Text()
            cell.pad_right(width + gap - cell.cell_len)
            line.append_text(cell)
        line.rstrip()
        rows.append(line)
    return rows


def spread(items: Iterable[Text], columns: int, least: int) -> list[Text]:
    """Items in rows, each item in a cell of its own at least so wide, or where it does not fit there further left."""
    width, lines = columns // max(1, columns // least), [Text()]
    for item in items:
        here = lines[-1].cell_len + 2 if lines[-1] else 0
        first = next((n for n in (-(-here // width) * width, here) if n + item.cell_len <= columns), None)
        if first is None:
            lines.append(Text())
        lines[-1].pad_right((first or 0) - lines[-1].cell_len)
        lines[-1].append_text(item)
    return [piece for line in lines if line for piece in folded(line, columns)]


def table(rows: Sequence[Sequence[str | Text]], columns: int, words: Collection[int] = ()) -> list[Text]:
    """Rows of cells below each other, as far apart as they fit; the first row is the heading.

    Cells of the columns in `words` stand left, all others are numbers. What does not fit of the last column goes on
    below it.
    """
    cells = [[cell if isinstance(cell, Text) else Text(cell) for cell in row] for row in rows]
    widths = [max(cell.cell_len for cell in column) for column in zip(*cells, strict=True)]
    spare = columns - sum(widths)
    gap = max(1, min(3, spare // max(1, len(widths) - 1)))
    left = sum(widths[:-1]) + gap * (len(widths) - 1)
    found = []
    for number, row in enumerate(cells):
        line = Text(style="bold" if number == 0 else "")
        for place, (cell, width) in enumerate(zip(row[:-1], widths, strict=False)):
            pad = " " * (width - cell.cell_len)
            line.append_text(Text.assemble(cell, pad) if place in words else Text.assemble(pad, cell)).append(" " * gap)
        last = row[-1] if len(widths) - 1 in words else Text(" " * (widths[-1] - row[-1].cell_len)).append_text(row[-1])
        first, *more = folded(last, columns - left, 0)
        found += [line.append_text(first), *(Text(" " * left).append_text(piece) for piece in more)]
    return found


# ---- forms -----------------------------------------------------------------------------------


class Part(NamedTuple):
    """A part of a board in forms from the fullest to the briefest, which may be nothing at all."""

    forms: Sequence[Lines]
    order: Sequence[int]        # when each form gives way to the next one: lower numbers first


def fitted(parts: Sequence[Part], room: int | None) -> Text:
    """The parts below each other, each in the fullest form that leaves room for what matters more."""
    chosen = [0] * len(parts)
    given: list[int] = []

    def lines() -> int:
        return sum(len(part.forms[form]) for part, form in zip(parts, chosen, strict=True))

    while room is not None and lines() > room:
        ways = [(part.order[form], number) for number, (part, form) in enumerate(zip(parts, chosen, strict=True))
                if form + 1 < len(part.forms)]
        if not ways:
            break
        given.append(min(ways)[1])
        chosen[given[-1]] += 1
    most = max(room or 0, lines())
    for number in reversed(given):          # what gave way in vain comes back, and what fits beside the larger parts
        chosen[number] -= 1
        chosen[number] += lines() > most
    found = [line for part, form in zip(parts, chosen, strict=True) for line in part.forms[form]]
    return joined(line for n, line in enumerate(found) if line or (0 < n < len(found) - 1 and found[n - 1]))


# ---- what changed ----------------------------------------------------------------------------


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
