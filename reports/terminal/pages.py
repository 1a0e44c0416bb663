"""What `report` prints: what was found, in a few lines, and where the page is that tells more."""
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console, ConsoleOptions
from rich.text import Text

from reports.terminal.layout import Paragraph

MOST = 38               # lines of a screen for what was found


class Sections:
    """The findings of a strategy report, a section each; long ones lose their last sentences, which the page has."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.sections = [(str(each["title"]), re.split(r"(?<=[.:]) (?=[A-Z])", each["sentence"]))
                         for each in document["sections"]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        width, shown = options.max_width, [len(sentences) for _, sentences in self.sections]
        while True:
            parts = [_section(title, sentences[:n], n < len(sentences)).lines(width)
                     for (title, sentences), n in zip(self.sections, shown, strict=True)]
            longest = max(range(len(parts)), key=lambda k: (shown[k] > 1, len(parts[k])))
            if sum(map(len, parts)) <= MOST or shown[longest] == 1:
                break
            shown[longest] -= 1
        for part in parts:
            yield from part


def _section(title: str, sentences: Sequence[str], cut: bool) -> Paragraph:
    return Paragraph(Text(f"{title}: ", "bold").append(" ".join(sentences) + " ..." * cut, "not bold"), 2)


def written(page: Path, others: Sequence[Path]) -> Paragraph:
    """Where a report lies."""
    return Paragraph(f"report: {page}, and {len(others)} plots and tables beside it")
