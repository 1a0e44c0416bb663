"""What a label on a board or a move means, and which rules belong to what goes on: entries of a game's page of rules.

An entry of the page says what it is about (`RulesEntry.about`):

* `@main`: the stage of the game; `@*` is any.
* `#depot`: what has an id in the picture in which these words stand, whole.
* `&mine`: a piece whose picture is shown (games/pieces.py).
* anything else: a label, a title or a move in which these words stand.

`*` is anything, `<n>` a number; `^` at the front and `$` at the end hold the words to the beginning and the end. An
answer is made of the rules and of what is in the picture already, so it tells nobody more than he sees.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from games.api import RulesPage, WrittenRules

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game

STAGE, ID, PICTURE = "@", "#", "&"
SIGNS = (STAGE, ID, PICTURE)
OVER, CHANCE, TURN = "over", "chance", "turn"       # stages of a game that tells of none
MOST = 4                        # entries of one answer
KEPT = 64                       # glossaries
REMEMBERED = 20_000             # answers of one of them
# what has words, a title or an id, or holds what has; all else is passed over
ELEMENT = re.compile(r"<(?P<end>/?)(?P<name>g|text|title|tspan|defs|symbol)\b(?P<attributes>[^<>]*?)(?P<empty>/?)>"
                     r"(?P<text>[^<]*)")
NAME = re.compile(r'(?<!-)\bid="([^"]*)"')
BARE = re.compile(r"[-+×]?\d+")
PARTS = 40                      # of a text
NOT_SEEN = ("defs", "symbol")


class Label(NamedTuple):
    """Something in a picture that can be asked about."""

    start: int                      # where in the text of the picture its element has its attributes
    says: tuple[str, ...]           # its words, then titles and ids, from the inside out; ids begin with #


class Glossary:
    """The entries of one page of rules by what they are about; an entry is its number in the page, from 0."""

    def __init__(self, page: RulesPage) -> None:
        self.entries = [entry for section in page.sections for entry in section.entries]
        about = [(number, each) for number, entry in enumerate(self.entries) for each in entry.about]
        about.sort(key=self._breadth)
        self._about = {sign: [(number, _pattern(each.removeprefix(sign))) for number, each in about
                              if (each[:1] if each[:1] in SIGNS else "") == sign] for sign in (STAGE, ID, "")}
        self._found, self._labels = lru_cache(REMEMBERED)(self._find), lru_cache(REMEMBERED)(self.label)

    def _breadth(self, about: tuple[int, str]) -> tuple[bool, int]:
        """What explains a thing by its name comes first, then what explains few things."""
        entry = self.entries[about[0]]
        return about[1] != entry.number, len(entry.about)

    def stage(self, stage: str) -> list[int]:
        """The entries that belong to a stage, in the order of the page."""
        return sorted({number for number, pattern in self._about[STAGE] if pattern.fullmatch(stage)})

    def meaning(self, text: str) -> tuple[int, ...]:
        """The entries about a text, or about an id that begins with #: the most special first."""
        return self._found(text)

    def _find(self, text: str) -> tuple[int, ...]:
        sign = ID if text.startswith(ID) else ""
        found = (number for number, pattern in self._about[sign] if pattern.search(text.removeprefix(sign)))
        return tuple(dict.fromkeys(found))[:MOST]

    def label(self, says: Iterable[str]) -> tuple[int, ...]:
        """The entries about something in a picture, by the first of its words, titles and ids that any is about."""
        return next(filter(None, map(self._found, says)), ())

    def marked(self, svg: str) -> str:
        """The picture; what has a meaning in it names the entries as `data-about`."""
        parts, at = list[str](), 0
        for label in labels(svg):
            if found := self._labels(label.says):
                parts += [svg[at:label.start], f' data-about="{" ".join(map(str, found))}"']
                at = label.start
        return "".join([*parts, svg[at:]])


def labels(svg: str) -> Iterator[Label]:
    """All that has words, a title or an id in a picture, but for what is drawn elsewhere only.

    The title of a group is its first element (games/drawing.py).
    """
    outer = list[tuple[str, ...]]()         # what each element says that is open
    unseen = 0                              # how many of those are drawn elsewhere
    found = list(ELEMENT.finditer(svg))
    elements = [each.groups("") for each in found]
    for place, (end, name, attributes, empty, _) in enumerate(elements):
        if name in NOT_SEEN:
            unseen += -1 if end else 0 if empty else 1
        if name not in ("g", "text"):
            continue
        if end:
            outer.pop()
            continue
        own = list[str]()
        if name == "text":
            own.append(_words(elements, place))
        if not empty and place + 1 < len(elements) and elements[place + 1][1] == "title":
            own.append(unescape(elements[place + 1][4].strip()))
        if 'id="' in attributes and (known := NAME.search(attributes)):
            own.append(f"{ID}{known[1]}")
        around = outer[-1] if outer else ()
        late = [each for each in own if BARE.fullmatch(each)]       # a number says least of what it is
        says = (*(each for each in own if each and each not in late), *around, *late)
        if not unseen and len(says) > len(around):
            yield Label(found[place].start(3), says)
        if not empty:
            outer.append(says)


def _words(elements: Sequence[tuple[str, ...]], place: int) -> str:
    """All words of a text, its parts included."""
    said = [elements[place][4]]
    for end, name, *_, text in elements[place + 1:place + 1 + PARTS]:
        if end and name == "text":
            break
        said.append(text)
    return unescape("".join(said).strip())


def _pattern(words: str) -> re.Pattern[str]:
    start, end = words.startswith("^"), words.endswith("$")
    inner = re.escape(words.removeprefix("^").removesuffix("$"))
    inner = inner.replace(re.escape("<n>"), r"-?\d+").replace(re.escape("*"), ".*")
    return re.compile(("^" if start else r"(?<!\w)") + inner + ("$" if end else r"(?!\w)"), re.IGNORECASE)


def stage_of(game: Game, state: State) -> str:
    """Where a game stands, as its rules are parted."""
    if state.is_terminal():
        return OVER
    if game.rules.stage is not None:
        return game.rules.stage(state)
    return CHANCE if state.is_chance_node() else TURN


def glossary(game: Game, state: State) -> Glossary | None:
    """The glossary of the game that a position is of; None where the game has no page of rules."""
    if game.rules.page is None:
        return None
    return _glossary(game.rules, state.seats, tuple(sorted(state.options.items())))


@lru_cache(KEPT)
def _glossary(rules: WrittenRules, seats: int, options: tuple[tuple[str, str], ...]) -> Glossary:
    assert rules.page is not None
    return Glossary(rules.page(seats, dict(options)))
