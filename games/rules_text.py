"""Rules written out in a game's folder, `rules.md`, as a page for people; `rules.de.md` is the same in German.

A line with `# ` is the title, one with `## ` a heading and one with `7. ` a numbered paragraph; numbers go on through
the whole page. A line with `- ` explains what stands in backquotes before its first colon: a sign or a short form.
Stars for bold type go. What the options change of the game is said at the end.
"""
from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from games.api import Option, RulesEntry, RulesPage, RulesSection, WrittenRules

LANGUAGES = ("en", "de")
LINE = re.compile(r"(?:(?P<number>\d+)\.|- (?P<signs>`[^`]+`(?:, `[^`]+`)*):) (?P<text>.+)")
PLAIN = str.maketrans("", "", "*`")
CHANGED = {"en": "Options of this game", "de": "Optionen dieses Spiels"}
INTRODUCTION = {"en": "The rules", "de": "Die Regeln"}


def written(name: str, options: tuple[Option, ...]) -> WrittenRules:
    """The rules of a game that has a file of them."""
    return WrittenRules(page=lambda seats, given: page(name, options, given))


def page(name: str, options: tuple[Option, ...], given: Mapping[str, str], language: str = "en") -> RulesPage:
    """The page of a game, with the options that differ from the printed game. English where there is no other."""
    title, sections = read(name, language)
    usual = {option.name: option for option in options}
    changed = tuple(RulesEntry(f"{each}={value}", usual[each].help) for each, value in given.items()
                    if each in usual and value != usual[each].default)
    if changed:
        sections = (*sections, RulesSection(CHANGED[language], changed))
    return RulesPage(title, sections)


def there(name: str, language: str) -> bool:
    """Whether a game of this package has its rules written out in this language."""
    return _file(name, language).is_file()


def _file(name: str, language: str) -> Path:
    return Path(__file__).parent / name / ("rules.md" if language == LANGUAGES[0] else f"rules.{language}.md")


@cache
def read(name: str, language: str = "en") -> tuple[str, tuple[RulesSection, ...]]:
    """Title and sections of the file. Raises ValueError naming the line that is none of those above."""
    file = _file(name, language if there(name, language) else LANGUAGES[0])
    title, found = "", list[tuple[str, list[RulesEntry]]]()
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("# "):
            title = line[2:]
        elif line.startswith("## "):
            found.append((line[3:], []))
        elif entry := LINE.fullmatch(line):
            if not found:
                found.append((INTRODUCTION[language], []))
            name = entry["number"] or entry["signs"].translate(PLAIN)
            found[-1][1].append(RulesEntry(name, entry["text"].translate(PLAIN)))
        elif line:
            raise ValueError(f"games/{name}/{file.name}, line {number}: found {line!r}, expected a heading or a "
                             "paragraph")
    return title, tuple(RulesSection(heading, tuple(entries)) for heading, entries in found)
