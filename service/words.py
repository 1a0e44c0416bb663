"""The words of the page in each language, from one table; and which language a reader gets."""
from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from games.speech import ENGLISH, languages, saying, table

LANGUAGES = languages()         # the first stands for all others
PAGE = "page"                   # the table of a language's folder that holds the messages
COOKIE = "language"             # keeps the choice of a reader


class Words:
    """The messages of one language: `words("frame.skip")`, with values for what is in braces."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.table = messages(language)

    def __call__(self, key: str, **values: object) -> str:
        return self.table[key].format(**values)

    def said(self, game: str, text: str) -> str:
        """What a game says in English, in this language."""
        return saying(self.language, game)(text)

    def under(self, *sections: str) -> dict[str, str]:
        """All messages of these sections, for a script of the page."""
        return {key: text for key, text in self.table.items() if key.partition(".")[0] in sections}


@cache
def messages(language: str) -> Mapping[str, str]:
    """All messages of a language by key: the section of the file, a point, the name. English ones are the page's own;
    those of another language lie with all else of it (games/speech.py).
    """
    if language != ENGLISH:
        return dict(_flat(table(language, PAGE), ""))
    text = files("service").joinpath("messages", f"{ENGLISH}.toml").read_text(encoding="utf-8")
    return dict(_flat(tomllib.loads(text), ""))


def _flat(table: Mapping[str, Any], above: str) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def language(asked: str | None, kept: str | None, accepted: str) -> str:
    """The language a reader gets: what the address asks for, what was chosen before, what the browser prefers.

    `accepted` is the header Accept-Language, as in `de-AT,de;q=0.9,en;q=0.5`.
    """
    for choice in (asked, kept):
        if choice in LANGUAGES:
            return choice
    found = re.findall(r"([a-z]{1,8})(?:-[a-z0-9]+)*\s*(?:;\s*q=([0-9.]+))?\s*(?:,|$)", accepted.lower()[:200])
    wished = sorted(((_weight(weight), -place, name) for place, (name, weight) in enumerate(found)), reverse=True)
    return next((name for weight, _, name in wished if weight > 0 and name in LANGUAGES), LANGUAGES[0])


def _weight(text: str) -> float:
    return float(text) if re.fullmatch(r"\d(\.\d{0,3})?", text) else 1.0
