"""How screens, pages and pictures write numbers and lists."""
from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, word: str) -> str:
    """So many of what the word names: `1 game`, `1,200 games`."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names with commas, and an "and" before the last."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def minus(text: str) -> str:
    """A number as text, with a minus as wide as a plus."""
    return text.replace("-", "−")
