"""Reads a page as a person sees it: its words, and how wide its tables are when every line breaks where it may."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

PAGE = 832          # pixels of a line of the page: max-width in reports/documents/web.py
SIZE, SMALL = 14.4, 12.0
PADDING = 11.2      # of a cell
FONT = FontProperties(family="DejaVu Sans")     # wider than what most systems show


@dataclass
class Table:
    """Rows of cells; a cell is a list of (text, small, wraps)."""

    rows: list[list[list[tuple[str, bool, bool]]]] = field(default_factory=list)

    @property
    def width(self) -> float:
        """Of the narrowest that the table can be without a line that is cut, in pixels."""
        full = [row for row in self.rows if len(row) == max(map(len, self.rows))]
        return sum(max(max((_wide(*piece) for piece in cell), default=0.0) for cell in column) + PADDING
                   for column in zip(*full, strict=True))


class Page(HTMLParser):
    """The words and tables of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words, self.tables = "", list[Table]()
        self.hidden = self.small = self.nowrap = False
        self.cell: list[tuple[str, bool, bool]] | None = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "style":
            self.hidden = True
        elif tag == "table":
            self.tables.append(Table())
        elif tag == "tr":
            self.tables[-1].rows.append([])
        elif tag in ("td", "th"):
            self.cell, self.nowrap = [], ("class", "n") in attrs
        elif tag == "small":
            self.small = True

    def handle_endtag(self, tag):
        if tag == "style":
            self.hidden = False
        elif tag == "small":
            self.small = False
        elif tag in ("td", "th") and self.cell is not None:
            self.tables[-1].rows[-1].append(self.cell)
            self.cell = None
        if tag in ("p", "li", "td", "th", "caption", "figcaption", "h1", "h2", "h3", "summary", "dt", "dd"):
            self.words += "\n"

    def handle_data(self, data):
        if self.hidden:
            return
        self.words += re.sub(r"\s+", " ", data) if data.strip() else ""
        if self.cell is not None:
            self.cell.append((data, self.small, not self.nowrap))


def _wide(text: str, small: bool, wraps: bool) -> float:
    pieces = text.split() if wraps else [text]
    return max((_measured(piece, SMALL if small else SIZE) for piece in pieces if piece.strip()), default=0.0)


@cache
def _measured(text: str, size: float) -> float:
    return float(TextPath((0, 0), text, size=size, prop=FONT).get_extents().width)
