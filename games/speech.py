"""What programs say in English, said in another language: moves, labels and sentences, by tables of phrases.

`games/languages/LANGUAGE/` holds a table for each game and `common.toml` for all of them (docs/translating.md). A line
of a table is a phrase in English and the same in that language. In braces stand slots: `{n}`, `{n2}` and so on take a
number, any other name takes what is there, which is then translated by the same tables. Rules and records know English
alone; their texts are translated whole, and each text in one way only, so that notation stays one to one.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from games.api import InputError
from games.drawing import text_width
from games.moves import plain, read_move, words

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game

ENGLISH = "en"
COMMON = "common"               # the table of all games
FOLDER = Path(__file__).parent / "languages"
FIELDS = "fields"               # the section of a table that names the fields of a position
BETWEEN = " · "                 # stands between the steps to a field
REMEMBERED = 50_000             # texts of a table that are not said anew
DEEP = 40                       # phrases within phrases
LONG = 2_000                    # letters of a text; a longer one stays as it is
NUMBER = r"[+\-±]?\d+(?:,\d{3})*(?:\.\d+)?"
SLOT = re.compile(r"\{(\w+)\}")
# what is the same in every language: no letters, or single capitals and places such as d4, X2
SAME = re.compile(r"(?:[^\W\d_]\d+|(?<!\w)[A-Z](?!\w)|[\W\d_])*")
THOUSANDS = re.compile(r"(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,])")
DECIMAL = re.compile(r"(?<=\d)\.(?=\d)")
SIZE = re.compile(r' font-size="([\d.]+)"')
AMPLE = 1.1                     # times as wide as in English is a text that still fits a picture
LEAST = 0.7                     # of the size of letters is left
SAID = re.compile(r"(<(?:text|title|tspan)\b[^>]*>)([^<]+)(?=<)")      # words in a picture


class Template(NamedTuple):
    """A phrase with slots."""

    pattern: re.Pattern[str]
    slots: tuple[str, ...]          # in the order of the English phrase
    said: str                       # in the other language


class Said(NamedTuple):
    """A text in the other language, and which parts of it no table has."""

    text: str
    unknown: tuple[str, ...]


class Speech:
    """The words of one game in one language. A game without a table has those of all games."""

    def __init__(self, language: str, tables: Sequence[Mapping[str, str]], decimal: str, thousands: str,
                 fields: Mapping[str, str] | None = None) -> None:
        """`tables` from the one that is asked first; `fields` of a position by their keys."""
        self.language, self.decimal, self.thousands = language, decimal, thousands
        self.fields = fields or {}
        self._phrases = dict[str, str]()
        self._first = dict[str, list[Template]]()       # templates by the word that they begin with,
        self._open = list[Template]()                   # and those that begin with a slot
        self._known = dict[str, Said]()
        for table in tables:
            for phrase, said in table.items():
                self._add(phrase, said)

    def _add(self, phrase: str, said: str) -> None:
        parts = SLOT.split(phrase)
        if len(parts) == 1:
            self._phrases.setdefault(phrase, said)
            return
        names = tuple(parts[1::2])
        taken = [NUMBER if re.fullmatch(r"n\d*", name) else r".+?" for name in names]
        pattern = "".join(re.escape(fixed) + (f"({taken[at]})" if at < len(taken) else "")
                          for at, fixed in enumerate(parts[::2]))
        template = Template(re.compile(pattern, re.DOTALL), names, said)
        first = re.match(r"\w+(?!\w)(?=.)", parts[0], re.DOTALL)
        (self._first.setdefault(first[0], []) if first else self._open).append(template)

    def __call__(self, text: str) -> str:
        """The text in this language. What no table has stays in English."""
        return self.said(text).text

    def unknown(self, text: str) -> tuple[str, ...]:
        """The parts of a text that no table has."""
        return self.said(text).unknown

    def said(self, text: str, deep: int = 0) -> Said:
        """The text in this language, and what of it no table has."""
        found = self._known.get(text)
        if found is None:
            found = self._find(text, deep)
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[text] = found
        return found

    def _find(self, text: str, deep: int) -> Said:
        if len(text) > LONG or deep > DEEP:
            return Said(text, (text,))
        if text in self._phrases:
            return Said(self._phrases[text], ())
        if SAME.fullmatch(text):
            return Said(self._number(text), ())
        found = self._in_parts(text, deep)
        if found.unknown and text[0].isupper():
            small = text[0].lower() + text[1:]
            other = Said(self._phrases[small], ()) if small in self._phrases else self._in_parts(small, deep)
            if len(other.unknown) == 0:
                return Said(other.text[0].upper() + other.text[1:], ())
        return found

    def _in_parts(self, text: str, deep: int) -> Said:
        """By the first template all of whose slots can be said; else by the one that leaves the least unsaid."""
        best = Said(text, (text,))
        least = len(text) + 1
        first = re.match(r"\w+", text)
        for template in [*(self._first.get(first[0], ()) if first else ()), *self._open]:
            match = template.pattern.fullmatch(text)
            if not match:
                continue
            slots = [self.said(part, deep + 1) for part in match.groups()]
            unknown = tuple(each for slot in slots for each in slot.unknown)
            if (left := sum(map(len, unknown))) < least:
                by_name = dict(zip(template.slots, (slot.text for slot in slots), strict=True))
                best, least = Said("".join(part if at % 2 == 0 else by_name[part]
                                           for at, part in enumerate(SLOT.split(template.said))), unknown), left
            if not unknown:
                break
        return best

    def _number(self, text: str) -> str:
        """Numbers as this language writes them."""
        marked = THOUSANDS.sub(lambda number: number[0].replace(",", "\0"), text)
        return DECIMAL.sub(self.decimal, marked).replace("\0", self.thousands)

    def field(self, path: Sequence[str | int]) -> str:
        """A field of a position in words, by its place there: `Platz 1 · Silber`."""
        return BETWEEN.join(map(self._step, steps_of(path)))

    def _step(self, step: str) -> str:
        return self.fields.get(step) or self(step.replace("_", " "))

    def picture(self, svg: str) -> str:
        """A picture with its words in this language; longer ones in smaller letters, as far as they can be read."""
        return SAID.sub(self._drawn, svg)

    def _drawn(self, found: re.Match[str]) -> str:
        text = unescape(found[2])
        said, opened = self(text), found[1]
        wide = text_width(said, 1) / max(text_width(text, 1), 1e-9)
        if wide > AMPLE:
            opened = SIZE.sub(lambda size: f' font-size="{float(size[1]) * max(LEAST, AMPLE / wide):.3g}"', opened)
        return opened + escape(said, quote=False)


@cache
def languages() -> tuple[str, ...]:
    """English, then all others that have a folder."""
    return (ENGLISH, *sorted(path.parent.name for path in FOLDER.glob(f"*/{COMMON}.toml")))


@cache
def speech(language: str, game: str = COMMON) -> Speech | None:
    """The words of a game in a language; None for English. Raises LookupError for a language without a folder."""
    if language == ENGLISH:
        return None
    if language not in languages():
        raise LookupError(f"language {language!r}: expected one of {', '.join(languages())}")
    common = table(language, COMMON)
    own = table(language, game) if game != COMMON and game.isidentifier() else {}
    signs = dict(common["numbers"])
    return Speech(language, [dict(phrases(own)), dict(phrases(common))], signs["decimal"], signs["thousands"],
                  {**common.get(FIELDS, {}), **own.get(FIELDS, {})})


def steps_of(path: Sequence[str | int]) -> list[str]:
    """The steps to a field as people count them: `players`, 1 is seat 1."""
    steps = list[str]()
    for step in path:
        if isinstance(step, int) and steps and steps[-1] == "players":
            steps[-1] = f"seat {step}"
        else:
            steps.append(str(step))
    return steps


def field_in_english(path: Sequence[str | int]) -> str:
    """A field of a position in English words: `seat 1 · silver`."""
    return BETWEEN.join(step.replace("_", " ") for step in steps_of(path))


def saying(language: str, game: str = COMMON) -> Callable[[str], str]:
    """What says a text of a game in this language: English says it as it is. Raises LookupError as `speech` does."""
    return speech(language, game) or (lambda text: text)


def table(language: str, name: str) -> Mapping[str, Any]:
    """A table by its sections; empty where there is none of this name."""
    import tomllib  # what speaks English needs none

    file = FOLDER / language / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def phrases(sections: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The lines of a table, section by section; how numbers are written is none of them, and names of fields are single
    words that mean something else in a sentence.
    """
    for name, lines in sections.items():
        if name not in ("numbers", FIELDS):
            yield from lines.items()


def others(game: str) -> list[Speech]:
    """The words of a game in every language but English."""
    return [found for each in languages() if (found := speech(each, game)) is not None]


def texts(game: Game, state: State) -> Iterator[dict[str, int]]:
    """What is possible, as texts of actions or outcomes: in each language but English."""
    legal = {game.notation.action_text(state, action): action for action in state.legal_actions()}
    for each in others(game.name):
        yield {each(text): action for text, action in legal.items()}


def parse_action(game: Game, state: State, text: str) -> int:
    """The legal action or outcome that a text names, in English or in another language. Raises InputError as the
    game's own notation does.
    """
    return actions(game, state, text, whole=False)[0]


def actions(game: Game, state: State, text: str, whole: bool = True) -> list[int]:
    """The same; where a text is of a `whole` turn, the actions of it. Raises InputError."""
    try:
        return game.actions(state, text) if whole else [game.notation.parse_action(state, text)]
    except InputError:
        if not isinstance(text, str) or state.is_terminal():
            raise
        for known in texts(game, state):
            with suppress(InputError):
                return [read_move(text, known, _signed, words)]
        raise


def _signed(text: str) -> list[str]:
    """The words and numbers of a text; a minus sign counts, but for one after a digit, which is that of a range."""
    return re.findall(r"[a-z]+|(?<![0-9])-?[0-9]+", plain(text))
