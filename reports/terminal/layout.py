"""Paragraphs, tables and lists that fit a terminal: words stay whole, and what does not fit goes to a further line."""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.text import Text

GAP = 2                 # blanks between two columns
ROOMY = 24              # a column of words is not made narrower than this while others can go below the table


class Paragraph:
    """Text that wraps between words, from the second line on under an indent. A word that is too long is not broken."""

    def __init__(self, text: str | Text, indent: int = 0) -> None:
        self.text, self.indent = _text(text), indent

    def lines(self, width: int) -> list[Text]:
        """Its lines on a screen of this width."""
        return [part for line in self.text.split("\n", allow_blank=True) for part in _wrap(line, width, self.indent)]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        yield from self.lines(options.max_width)


class Sheet:
    """A plain table. The columns named in `words` hold text and stand left, all others numbers.

    Where it is too wide, its text wraps; then the columns that find no room follow below as a table of their own, each
    time after the first `keys` columns, which say whose they are. An empty head is a column without a name.
    """

    def __init__(self, heads: Sequence[str], rows: Iterable[Sequence[object]], words: Sequence[str] = (),
                 keys: int = 1) -> None:
        self.heads = [_text(head, "bold") for head in heads]
        self.rows = [[_text(cell) for cell in row] for row in rows]
        self.left = [head in words for head in heads]
        self.keys = keys

    def lines(self, width: int) -> list[Text]:
        """Its lines on a screen of this width."""
        parts = [list(self._part(columns, width)) for columns in self._parts(width)]
        return [line for k, part in enumerate(parts) for line in ([Text("")] if k else []) + part]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        yield from self.lines(options.max_width)

    def _parts(self, width: int) -> list[list[int]]:
        """The columns of each table: one if all fit, otherwise the keys with as many others as there is room for."""
        everything = list(range(len(self.heads)))
        if self._least(everything) <= width:
            return [everything]
        keys, parts = everything[:self.keys], [everything[:self.keys]]
        for column in everything[self.keys:]:
            if self._least([*parts[-1], column]) > width and len(parts[-1]) > len(keys):
                parts.append(list(keys))
            parts[-1].append(column)
        return parts

    def _least(self, columns: Sequence[int]) -> int:
        return sum(self._narrow(c) for c in columns) + GAP * (len(columns) - 1)

    def _narrow(self, column: int) -> int:
        """The least width of a column: of its longest word, and of words enough to read where it holds text."""
        cells = self._cells(column)
        longest = max(_longest_word(cell) for cell in cells)
        if self.left[column]:
            return max(longest, min(ROOMY, self._wide(column)))
        return max(_longest_word(cells[0]), *(cell.cell_len for cell in cells[1:]), 0)

    def _wide(self, column: int) -> int:
        return max(cell.cell_len for cell in self._cells(column))

    def _cells(self, column: int) -> list[Text]:
        return [self.heads[column], *(row[column] for row in self.rows)]

    def _widths(self, columns: Sequence[int], width: int) -> list[int]:
        """As wide as their text where there is room; otherwise heads of numbers wrap, then text, the widest first."""
        widths = [self._wide(c) for c in columns]
        narrow = [self._narrow(c) for c in columns]
        words = [max(map(_longest_word, self._cells(c))) if self.left[c] else narrow[k] for k, c in enumerate(columns)]
        numbers = [widths[k] if self.left[c] else narrow[k] for k, c in enumerate(columns)]
        over = sum(widths) + GAP * (len(columns) - 1) - width
        for least in (numbers, narrow, words):
            while over > 0 and (able := [k for k, w in enumerate(widths) if w > least[k]]):
                widths[max(able, key=lambda k: widths[k])] -= 1
                over -= 1
        return widths

    def _part(self, columns: Sequence[int], width: int) -> Iterator[Text]:
        widths = self._widths(columns, width)
        yield from self._line([self.heads[c] for c in columns], columns, widths, bottom=True)
        yield Text("─" * min(width, sum(widths) + GAP * (len(columns) - 1)), style="dim")
        for row in self.rows:
            yield from self._line([row[c] for c in columns], columns, widths)

    def _line(self, cells: Sequence[Text], columns: Sequence[int], widths: Sequence[int],
              bottom: bool = False) -> Iterator[Text]:
        """One row, in as many lines as its longest cell takes; heads stand on the bottom line."""
        wrapped = [_wrap(cell, w, soft=True) for cell, w in zip(cells, widths, strict=True)]
        height = max(map(len, wrapped))
        if bottom:
            wrapped = [[Text("")] * (height - len(lines)) + lines for lines in wrapped]
        for parts in zip_longest(*wrapped, fillvalue=Text("")):
            line = _line()
            for k, (part, w, c) in enumerate(zip(parts, widths, columns, strict=True)):
                pad = " " * (w - part.cell_len)
                line.append(" " * GAP if k else "")
                line.append_text(part if self.left[c] else Text(pad).append_text(part))
                line.append(pad if self.left[c] else "")
            line.rstrip()
            yield line


class Columns:
    """Short texts beside one another, read downwards, in as many columns as fit.

    Of a list that would take more than `most` lines only the first are shown, and a last line says how many are not.
    """

    def __init__(self, texts: Sequence[str], most: int | None = None, rest: str = "") -> None:
        self.texts, self.most, self.rest = list(texts), most, rest

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        width, texts, shown = options.max_width, self.texts, 0
        most = sum(map(len, texts)) if self.most is None else self.most
        for n in range(len(texts), 1, -1):
            shown = len(texts) if len(texts) <= n * most else n * (most - 1)
            widths, height = _widths(texts[:shown], n), -(-shown // n)
            if sum(widths) + GAP * (len(widths) - 1) <= width:
                for k in range(height):
                    row = zip(texts[k:shown:height], widths, strict=False)
                    yield _line((" " * GAP).join(text.ljust(w) for text, w in row).rstrip())
                break
        else:
            wrapped, shown = [_wrap(Text(text), width, GAP) for text in texts], len(texts)
            while sum(map(len, wrapped[:shown])) + (shown < len(texts)) > most:
                shown -= 1
            for lines in wrapped[:shown]:
                yield from lines
        if shown < len(texts):
            yield from _wrap(Text(f"... and {len(texts) - shown:,} more{self.rest}"), width, GAP)


def definitions(rows: Sequence[tuple[str, str]], width: int) -> list[Text]:
    """Names, each with its meaning beside it in a column."""
    column = max((len(name) for name, _ in rows), default=0) + GAP
    lines = []
    for name, meaning in rows:
        first, *more = _wrap(Text(meaning), width - column - GAP)
        lines.append(_line(" " * GAP + name.ljust(column)).append_text(first))
        lines += [_line(" " * (GAP + column)).append_text(line) for line in more]
    return lines


def _widths(texts: Sequence[str], columns: int) -> list[int]:
    """The widths of so many columns."""
    height = -(-len(texts) // columns)
    return [max(map(len, texts[k:k + height])) for k in range(0, len(texts), height)]


def _wrap(text: Text, width: int, indent: int = 0, soft: bool = False) -> list[Text]:
    """A line of text in as many lines as it takes, all but the first indented. A word that is too long stays whole.

    With `soft` a very long word, such as the name of an agent with its settings, may go on in the next line after a
    comma.
    """
    if text.cell_len <= width:
        return [_line().append_text(text)]
    lines: list[Text] = []
    start = end = 0
    for first, last in _words(text.plain, soft):
        if end and cell_len(text.plain[start:last]) > width - (indent if lines else 0):
            lines.append(_line(" " * indent if lines else "").append_text(text[start:end]))
            start = first
        end = last
    return [*lines, _line(" " * indent if lines else "").append_text(text[start:end])]


def _words(text: str, soft: bool) -> Iterator[tuple[int, int]]:
    """Where each word begins and ends."""
    for word in re.finditer(r"\S+", text):
        if soft and len(word[0]) > ROOMY:
            yield from ((word.start() + part.start(), word.start() + part.end())
                        for part in re.finditer("[^,]+,?|,", word[0]))
        else:
            yield word.span()


def _line(text: str = "") -> Text:
    """A line that is printed as it is, however wide."""
    return Text(text, no_wrap=True, overflow="ignore")


def _text(what: object, style: str = "") -> Text:
    return what if isinstance(what, Text) else Text(str(what), style)


def _longest_word(text: Text) -> int:
    return max((cell_len(text.plain[first:last]) for first, last in _words(text.plain, True)), default=0)
