"""Rules written out for people, as a page: `rules.md` in a game's folder, and `games/languages/LANGUAGE/GAME.md`.

A line with `# ` is the title, one with `## ` a heading and one with `7. ` a numbered paragraph; numbers go on through
the whole page. A line with `- ` explains what stands in backquotes before its first colon: a sign or a short form.
Stars for bold type go. What the things of the game do, and what the options change, is said at the end.

In braces at the end of an English line stands what it is about, parted by semicolons (games/glossary.py reads it).
Another language has the same numbers and signs, and no braces.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from core_ext.state import State
from games.api import ItemKind, Option, RulesEntry, RulesPage, RulesSection, WrittenRules
from games.drawing import slug

ENGLISH = "en"
LINE = re.compile(r"(?:(?P<number>\d+)\.|- (?P<signs>`[^`]+`(?:, `[^`]+`)*):) (?P<text>.+?)(?: \{(?P<about>[^{}]+)\})?")
PLAIN = str.maketrans("", "", "*`")
CHANGED = "Options of this game"
INTRODUCTION = "The rules"
PIECES = "What the pieces do"


def written(name: str, options: tuple[Option, ...], items: Mapping[str, ItemKind] | None = None,
            stage: Callable[[State], str] | None = None) -> WrittenRules:
    """The rules of a game that has a file of them; `items` have a line each for what they do, where that is said."""
    return WrittenRules(page=lambda seats, given: page(name, options, given, ENGLISH, items),
                        translated=lambda seats, given, language: page(name, options, given, language, items),
                        stage=stage)


def page(name: str, options: tuple[Option, ...], given: Mapping[str, str], language: str = ENGLISH,
         items: Mapping[str, ItemKind] | None = None) -> RulesPage:
    """The page of a game, with what its things do and the options that differ from the printed game.

    English where there is no other.
    """
    said = _words(language, name)
    title, (*sections, signs) = read(name, language)
    pieces = [RulesEntry(said(item), f"{said(meaning[0].upper() + meaning[1:])}.",
                         (item, f"#{slug(item)}", f"&{slug(item)}"))
              for kind in (items or {}).values() for item, meaning in kind.meaning.items()]
    usual = {option.name: option for option in options}
    changed = tuple(RulesEntry(f"{each}={value}", said(usual[each].help)) for each, value in given.items()
                    if each in usual and value != usual[each].default)
    return RulesPage(title, (
        *sections, *([RulesSection(said(PIECES), tuple(pieces))] if pieces else []), signs,
        *([RulesSection(said(CHANGED), changed)] if changed else [])))


def there(name: str, language: str) -> bool:
    """Whether a game of this package has its rules written out in this language."""
    return _file(name, language).is_file()


def _file(name: str, language: str) -> Path:
    folder = Path(__file__).parent
    return folder / name / "rules.md" if language == ENGLISH else folder / "languages" / language / f"{name}.md"


def _words(language: str, name: str) -> Callable[[str], str]:
    """What says a text of a game in a language."""
    from games.speech import saying  # what speaks English needs no tables

    return saying(language, name)


@cache
def read(name: str, language: str = ENGLISH) -> tuple[str, tuple[RulesSection, ...]]:
    """Title and sections of the file. Raises ValueError naming the line that is none of those above."""
    file = _file(name, language if there(name, language) else ENGLISH)
    title, found = "", list[tuple[str, list[RulesEntry]]]()
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("# "):
            title = line[2:]
        elif line.startswith("## "):
            found.append((line[3:], []))
        elif entry := LINE.fullmatch(line):
            if not found:
                found.append((_words(language, name)(INTRODUCTION), []))
            about = tuple(each.strip() for each in (entry["about"] or "").split(";") if each.strip())
            found[-1][1].append(RulesEntry(entry["number"] or entry["signs"].translate(PLAIN),
                                           entry["text"].translate(PLAIN), about))
        elif line:
            raise ValueError(f"games/{file.relative_to(Path(__file__).parent)}, line {number}: found {line!r}, "
                             "expected a heading or a paragraph")
    if language != ENGLISH:         # what they are about is said once
        known = {entry.number: entry.about for section in read(name)[1] for entry in section.entries}
        found = [(heading, [entry._replace(about=known.get(entry.number, ())) for entry in entries])
                 for heading, entries in found]
    return title, tuple(RulesSection(heading, tuple(entries)) for heading, entries in found)
