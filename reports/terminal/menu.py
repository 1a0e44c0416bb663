"""The moves of a decision in few lines: what several begin and end with is said once, and long lists fold."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from games.api import InputError
from games.moves import plain

KEY = "bold"            # how keys stand out where there are colours
GAP = "  "              # between two moves of a line, and before the second line of a section
FEW_OTHERS = 2          # moves beside a list of numbers, such as `pass`, with which it still is a choice of a number
LONGEST_KEY = 5         # digits of a number that is typed
PER_KEY = 6             # characters that a key and the gap take, where ways to cut a list are compared


@dataclass(frozen=True)
class Section:
    """Moves that begin with the same words and end with the same remark in brackets."""

    head: str                           # what they begin with; empty: they share nothing, and each stands whole
    tail: str                           # what they end with
    texts: tuple[str, ...]              # the moves, whole

    @property
    def kind(self) -> str:
        """The first word of its moves."""
        return self.head.split(" ")[0]

    @property
    def title(self) -> str:
        """What is said once for all its moves."""
        return " ".join(filter(None, (self.head.rstrip(":"), self.tail)))

    def rest(self, text: str) -> str:
        """What a move has beside that."""
        return text[len(self.head):len(text) - len(self.tail)].strip()

    def named(self, text: str) -> str:
        """What a move has beside that; a mere number, which would look like a key, has the word before it."""
        rest, word = self.rest(text), self.head.rpartition(" ")[2]
        return f"{word} {rest}" if word and rest.isdecimal() else rest

    @property
    def cost(self) -> int:
        """About how many characters it takes; a single move stands whole."""
        if len(self.texts) == 1:
            return len(self.texts[0]) + PER_KEY
        return len(self.title) + sum(len(self.rest(text)) + PER_KEY for text in self.texts)


class Menu:
    """The moves that there are, numbered as they are shown; a number is a move's key.

    Where the choice is one of a number, as in `capital city 5`, the moves have these as their keys: on the screen is no
    other 5 that could be meant.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        kinds: dict[str, list[str]] = {}
        for text in texts:
            kinds.setdefault(text.split(" ")[0], []).append(text)
        found = [section for moves in kinds.values() for section in _sections(moves)]
        self.sections = [section for section in found if len(section.texts) > 1]
        if single := tuple(section.texts[0] for section in found if len(section.texts) == 1):
            self.sections.append(Section("", "", single))
        self.texts = [text for section in self.sections for text in section.texts]
        self.own = _numbers_of_their_own(self.sections)
        others = (text for text in self.texts if text not in self.own)
        first = 1 + max(self.own.values(), default=0)
        self.keys = self.own | {text: number for number, text in enumerate(others, start=first)}
        self.of_key = {number: text for text, number in self.keys.items()}

    def numbered(self, entry: str) -> str:
        """The move of a number; any other entry comes back as it is. Raises InputError for a number that is none."""
        if entry in self.keys or not entry.isdecimal() or len(entry) > LONGEST_KEY:
            return entry
        if int(entry) not in self.of_key:
            which = "a number of the list" if self.own else f"a number from 1 to {len(self.texts)}"
            raise InputError(f"move: found {entry}, expected {which}, or a move as text")
        return self.of_key[int(entry)]

    def beginning(self, entry: str) -> list[str]:
        """The moves that begin as the entry does; case, accents and spacing do not count."""
        begins = _bare(entry)
        return [text for text in self.texts if begins and _bare(text).startswith(begins)]

    def lines(self, width: int, most: int | None = None) -> list[Text]:
        """The menu in lines of that width, in `most` of them or as few as it folds to; None: in full."""
        spread = [line for section in self.sections for line in self._lines([section], width)]
        if most is None or len(spread) <= most:
            return spread
        blocks = [[section] for section in self.sections]
        while sum(len(self._lines(block, width)) for block in blocks) > most and (joined := _join(blocks)):
            blocks = joined
        sizes = [len(self._lines(block, width)) for block in blocks]
        while sum(sizes) > most and max(sizes) > 1:
            sizes[max(range(len(sizes)), key=lambda k: (sizes[k], k))] -= 1
        return [line for block, size in zip(blocks, sizes, strict=True) for line in self._lines(block, width, size)]

    def opened(self, entry: str, width: int) -> list[Text]:
        """The moves that begin as the entry does, in full."""
        texts = set(self.beginning(entry))
        parts = [Section(section.head, section.tail, tuple(text for text in section.texts if text in texts))
                 for section in self.sections]
        return [line for part in parts if part.texts for line in self._lines([part], width)]

    def _lines(self, sections: Sequence[Section], width: int, most: int | None = None) -> list[Text]:
        """Sections in one paragraph, no move broken; where it has more than `most` lines, the last one says so."""
        heads = ["", *(section.head for section in sections)]
        lines = _filled([part for section, before in zip(sections, heads, strict=False)
                         for part in self._parts(section, before)], width)
        if most is not None and len(lines) > most:
            kind, count = sections[0].kind or "m", sum(len(section.texts) for section in sections)
            note = Text(f"... {count} in all, type {kind}")
            last, indent = lines[most - 1], GAP if most > 1 else ""
            while last and _joined([*last, note], indent).cell_len > width:
                last = last[:-1]
            lines = [*lines[:most - 1], [*last, note]]
        return [_joined(line, GAP if number else "") for number, line in enumerate(lines)]

    def _parts(self, section: Section, before: str) -> Iterator[Text]:
        """What stands side by side: the title of a section with its first move, then each further move.

        `before` is the head of the section before it in the same paragraph, which is not said again.
        """
        title = "" if not section.head else f"{section.tail if section.head == before else section.title}: "
        for text in section.texts:
            rest = "" if text in self.own else f") {section.named(text)}"
            yield Text.assemble(title, (f"{self.keys[text]}", KEY), rest)
            title = ""


def _numbers_of_their_own(sections: Sequence[Section]) -> dict[str, int]:
    """Moves whose keys are the numbers that they name: those of a section of numbers, if that is about all there is."""
    found = []
    for section in sections:
        rests = [section.rest(text) for text in section.texts]
        numbers = [int(rest) for rest in rests if rest.isdecimal() and len(rest) <= LONGEST_KEY]
        if len({*numbers}) == len(rests):
            found.append(dict(zip(section.texts, numbers, strict=True)))
    others = sum(len(section.texts) for section in sections) - sum(map(len, found))
    return found[0] if len(found) == 1 and others <= FEW_OTHERS else {}


def _bare(text: str) -> str:
    """A text as it is compared with what is typed."""
    return " ".join(plain(text).split())


def _join(blocks: Sequence[list[Section]]) -> list[list[Section]] | None:
    """The last two neighbours of one kind in one paragraph; None where no two are left."""
    for k in range(len(blocks) - 1, 0, -1):
        if blocks[k - 1][0].kind == blocks[k][0].kind:
            return [*blocks[:k - 1], [*blocks[k - 1], *blocks[k]], *blocks[k + 1:]]
    return None


def _filled(parts: Sequence[Text], width: int) -> list[list[Text]]:
    """Parts side by side in lines of that width, the second and further ones indented."""
    lines: list[list[Text]] = []
    for part in parts:
        if lines and _joined([*lines[-1], part], GAP if len(lines) > 1 else "").cell_len <= width:
            lines[-1].append(part)
        else:
            lines.append([part])
    return lines


def _joined(parts: Sequence[Text], indent: str = "") -> Text:
    line = Text(indent, no_wrap=True, overflow="ignore")
    return line.append_text(Text(GAP).join(parts))


# ---- what moves have in common ---------------------------------------------------------------


def _sections(moves: Sequence[str]) -> list[Section]:
    """The moves of one kind in sections, so that they take the least room; those with the shortest remark first."""
    tails: dict[str, list[str]] = {}
    for text in moves:
        tails.setdefault(text[text.index("["):] if text.endswith("]") else "", []).append(text)
    whole = _by_head(moves, "")
    cut = [section for tail, texts in tails.items() for section in _by_head(texts, tail)]
    return sorted(min((whole, cut), key=_cost), key=lambda section: len(section.tail))


def _cost(sections: Iterable[Section]) -> int:
    return sum(section.cost for section in sections)


def _words(text: str) -> list[str]:
    """The words of a move, its remark in brackets as one."""
    start = text.index("[") if text.endswith("]") else len(text)
    return [*text[:start].split(), *([text[start:]] if start < len(text) else [])]


def _by_head(moves: Sequence[str], tail: str, known: str = "") -> list[Section]:
    """Moves with one tail, together or apart by what follows the words that all begin with."""
    words = [_words(text[:len(text) - len(tail)].strip()) for text in moves]
    depth = len(known.split(" ")) if known else 0
    while all(len(w) > depth + 1 and w[depth] == words[0][depth] for w in words):
        depth += 1
    together = Section(" ".join(words[0][:depth]), tail, tuple(moves))
    branches: dict[str, list[str]] = {}
    for text, w in zip(moves, words, strict=True):
        branches.setdefault(" ".join(w[:depth + 1]), []).append(text)
    if len(moves) < 3 or len(branches) == 1 or len(branches) == len(moves):
        return [together]
    apart = [section for head, texts in branches.items() for section in _by_head(texts, tail, head)]
    return min(([together], apart), key=_cost)
