"""Which fields of a position belong to a part of its picture, and which values each may have: for setting up by clicks.

No game says so itself. A field is found by the words that its place has in common with the id in the picture, by what
the picture says that the part is (`data-town="Vendôme"`), or else by trying: its change changes what is drawn there.
Values are tried one by one, and told by whether the game reads them.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from html import unescape
from itertools import islice
from time import process_time
from typing import Any, NamedTuple

import games
from core_ext.state import State
from games.api import InputError
from games.checking import Miscount
from games.drawing import slug
from games.positions import placed

Document = dict[str, Any]
Path = tuple[str | int, ...]
HEADING = {"format", "game", "version", "seats", "options", "comment", "view", "standing"}
WORDS = {"seat": "player"}  # of ids, as positions have them
SEAT, STOCK = {"player"}, {"supply"}    # words of ids that places may leave out
FILLERS = {"space", "cell"}       # words of ids that positions leave out
THING = r'\sdata-(?!box|about|at)[a-z]+="([^"]+)"'      # what a part of a picture is, by name
BUDGET = 1.5                # seconds of work for one question
MOST = 12                   # fields of one place
LARGEST = 2_000             # fields of a position
NUMBERS, FEW = 24, 5        # tried from 0 on: of one field, and of each of many
NONE: Any = object()        # a key that is not there
FITS, UNCOUNTED, UNFIT = "yes", "uncounted", "no"


class Value(NamedTuple):
    """A value that a field may have."""

    value: Any
    fits: str               # FITS; UNCOUNTED: then the parts do not add up; UNFIT: the game does not read it so


class Place(NamedTuple):
    """A field, what it holds, and what else it may hold."""

    path: Path
    value: Any
    values: list[Value]
    listed: bool            # of a list of things, from which it goes where nothing lies there


class Asked:
    """One question about a position, which the game need not read as it is: another change may be what it lacks."""

    def __init__(self, document: Document) -> None:
        """Raises InputError for a document of no game."""
        if not isinstance(document.get("game"), str):
            raise InputError("game: found none, expected its name")
        games.load(document["game"])
        self.document, self.ends = document, process_time() + BUDGET
        self.fields = dict(islice(leaves(document), LARGEST + 1))
        if len(self.fields) > LARGEST:
            raise InputError(f"position: found more than {LARGEST:,} fields, which is no position to set up by clicks")
        self.numbers = NUMBERS
        self.counts = set[Path]()               # fields that are not there and may hold a number
        self.things = dict[Path, str]()        # what a field was found by: the thing that it may hold
        self.vocabulary = sorted({value for value in self.fields.values() if isinstance(value, str)} | {
            key for path in self.fields for key in path if isinstance(key, str) and key not in document})

    @property
    def spent(self) -> bool:
        """Whether the question has taken long enough."""
        return process_time() > self.ends

    def at(self, found: str) -> list[Place]:
        """The fields of the part of the picture with this id, with their values."""
        paths = self.paths(found)
        self.numbers = max(FEW, NUMBERS // max(1, len(paths)))
        return [self.place(path) for path in paths]

    def paths(self, found: str) -> list[Path]:
        """The places of these fields in the position."""
        if cell := self._in_grid(found):
            return cell
        if counts := self._of_container(found):
            return counts[:MOST]
        named = self._named(found) or self._lacking(found) or self._held(found) or self._fresh(found)
        if self.things:
            return named[:MOST]
        if not named or any(isinstance(path[-1], int) for path in named):      # numbers of ids may begin at 1
            named = self._drawn(found) or named
        return named[:MOST]

    def place(self, path: Path) -> Place:
        """A field with the values that it may have, as far as the time goes."""
        value, values, alike = self.fields.get(path, NONE), [], self._alike(path)
        for other in self._others(path):
            if self.spent:
                break
            fits = self._fits(path, other)
            if fits != UNFIT or isinstance(other, int) or other in alike or self._lettered(path):
                values.append(Value(None if other is NONE else other, fits))
        return Place(path, None if value is NONE else value, values, self._listed(path))

    def _alike(self, path: Path) -> list[Any]:
        """What fields of the same kind hold."""
        return [self.fields[other] for other in self.fields if pattern(other) == pattern(path)]

    def _in_grid(self, found: str) -> list[Path]:
        """The letter of a grid that a cell of the picture stands for: `cell-b1` is the second one of the lowest row."""
        cell = re.fullmatch(r"cell-([a-z])([0-9]+)", found)
        rows = sorted({path[:-2] for path in self.fields if self._lettered(path)}, key=str)
        if cell is None or not rows:
            return []
        path = (*rows[0], len(at(self.document, rows[0])) - int(cell[2]), ord(cell[1]) - ord("a"))
        return [path] if path in self.fields else []

    def _named(self, found: str) -> list[Path]:
        """Fields whose place has all words of the id, and few others."""
        wanted = self._words(found)
        own = {path: words_of(path) for path in self.fields}
        worth = {path: own[path] | set(singular(slug(value).split("-"))) if isinstance(value, str) else own[path]
                 for path, value in self.fields.items()}
        for words, places in ((wanted, own), (wanted - SEAT, own), (wanted, worth), (wanted - STOCK, own)):
            best = [path for path in self.fields if words and words <= places[path]]
            if best:
                least = min(map(len, best))
                return [path for path in best if len(path) <= least + 1]
        return self._counted(found)

    def _of_container(self, found: str) -> list[Path]:
        """The numbers in the part of a position that an id names whole, as a bag: those that are there, then those that
        might be. Of an empty one the other parts like it tell which these are.
        """
        wanted = self._words(found)
        above = [path for path, words in self.containers.items() if wanted and wanted <= words]
        if len(above) != 1:
            return []
        inside, = above
        keys = self._keys(inside)
        known = {key: value for path, value in self.fields.items() if path[:-1] == inside for key in path[-1:]}
        if not all(isinstance(value, int) and not isinstance(value, bool) for value in known.values()):
            return []
        missing = [(*inside, key) for key in sorted(keys) if key not in known and not self.spent
                   and self._fits((*inside, key), 1) != UNFIT]
        self.counts.update(missing)
        return [(*inside, key) for key in known] + missing

    @property
    def containers(self) -> dict[Path, set[str]]:
        """Parts of the position that hold numbers by name, or nothing at all, with the words of their places."""
        above = {path[:-1] for path in self.fields if len(path) > 2 and isinstance(path[-1], str)} | set(
            empty(self.document))
        return {path: words_of(path) for path in sorted(above, key=str)}

    def _keys(self, inside: Path) -> set[str]:
        """What may be in a part: the names in all parts like it, and in those that share one of these."""
        names = dict[Path, set[str]]()
        for path in self.fields:
            if isinstance(path[-1], str):
                names.setdefault(path[:-1], set()).add(path[-1])
        beside = at(self.document, inside[:-1])
        same = all(isinstance(each, Mapping) for _, each in parts(beside))      # as all deeds are
        kind = starred(inside)
        alike = set[str]().union(*(there for path, there in names.items()
                                   if starred(path) == kind or same and path[:-1] == inside[:-1]))
        return alike.union(*(there for there in names.values() if there & alike))

    def _lacking(self, found: str) -> list[Path]:
        """A name that others have and the part that the id names has not."""
        wanted = self._words(found)
        for inside, words in self.containers.items():
            keys = [key for key in self._keys(inside) if words < wanted
                    and set(singular(slug(key).split("-"))) == wanted - words and (*inside, key) not in self.fields]
            if keys:
                return [(*inside, key) for key in sorted(keys)]
        return []

    def _held(self, found: str) -> list[Path]:
        """Fields that may hold the thing that the picture says is there, by its name; and the ends of lists."""
        try:
            drawn = re.search(rf'<[^<>]*\sid="{re.escape(found)}"[^<>]*>', self._svg(self.document))
        except InputError:
            return []
        named = [path for path, value in self.fields.items()
                 if isinstance(value, str) and not isinstance(path[-1], int)]
        ends = [(*path, len(items)) for path, items in lists(self.document)
                if all(isinstance(each, str) for each in items)]
        for name in map(unescape, re.findall(THING, drawn[0]) if drawn else ()):
            taking, paths = set[Path](), list[Path]()
            for path in [*named, *ends]:
                kind = starred(path)
                if kind not in taking and not self.spent and self._fits(path, name) != UNFIT:
                    taking.add(kind)
                if kind in taking:
                    paths.append(path)
            if paths:
                self.things = dict.fromkeys(paths, name)
                return paths
        return []

    def _fresh(self, found: str) -> list[Path]:
        """A key that might be there and is not, by the last words of the id."""
        wanted = self._words(found)
        above, parts = dict[Path, set[str]](), found.split("-")
        for path in self.fields:
            if len(path) > 1 and isinstance(path[-1], str):
                above.setdefault(path[:-1], set()).add(shape(path[-1]))
        for last in (" ".join(parts[-2:]), parts[-1]):
            there = [path for path in sorted(above, key=str) if wanted - set(last.split()) <= words_of(path)]
            if any(letter.isdigit() for letter in last) and (
                    alike := [(*path, last) for path in there if shape(last) in above[path]]):
                return alike
            if fresh := [(*path, last) for path in there if not self.spent and (
                    last in self.vocabulary or self._alternative((*path, last)) is not None)]:
                return fresh
        return []

    def _counted(self, found: str) -> list[Path]:
        """The entry of a list that the last number of an id means where the first one is 1."""
        name, _, number = found.rpartition("-")
        if not number.isdigit():
            return []
        wanted = self._words(name)
        return [path for path in self.fields if path[-1] == int(number) - 1 and isinstance(path[-1], int)
                and wanted and wanted <= words_of(path[:-1])]

    def _drawn(self, found: str) -> list[Path]:
        """Fields whose change changes what is drawn there: of those with most words of the id in their places."""
        wanted = self._words(found)
        try:
            now = self._picture(self.document, found)
        except InputError:
            return []
        common, paths, most = {path: len(wanted & words_of(path)) for path in self.fields}, list[Path](), 0
        for path in sorted(self.fields, key=lambda path: (-common[path], len(path))):
            if self.spent or common[path] < most:
                break
            changed = self._alternative(path)
            if changed is not None and self._picture(changed, found) != now:
                paths, most = [*paths, path], common[path]
        self.ends = process_time() + BUDGET
        return paths

    def _words(self, found: str) -> set[str]:
        """The words of an id, as positions have them, without the name of the game."""
        left_out = FILLERS | set(self.document["game"].split("_")) | {self.document["game"]}
        one = re.sub(r"-no-[0-9]+", "", found)         # of several that are alike
        words = [word.replace("~", "-") for word in re.sub(r"minus-(?=[0-9])", "~", one).split("-")]
        if len(words) > 2 and any(",".join(words[-2:]) in path for path in self.fields):      # a place on a map
            words[-2:] = [",".join(words[-2:])]
        return {WORDS.get(word, word) for word in singular(words) if word not in left_out}

    def _alternative(self, path: Path) -> Document | None:
        """The position with another value there, if it may have one."""
        now = self.fields.get(path, NONE)
        for other in self._others(path):
            if other != now and not self.spent and self._fits(path, other) != UNFIT:
                return replaced(self.document, path, other)
        return None

    def _picture(self, document: Document, found: str) -> str:
        text = self._svg(document)
        start = text.find(f'id="{found}"')
        return "" if start < 0 else text[start:text.find(' id="', start + 1)]

    def _svg(self, document: Document) -> str:
        position = placed(document, True)
        return position.game.render.svg(position.state)

    def _listed(self, path: Path) -> bool:
        """Whether the field is one of a list of names, none of which is nothing."""
        if not isinstance(path[-1], int) or self._lettered(path):
            return False
        return all(isinstance(each, str) for each in at(self.document, path[:-1]))

    def _others(self, path: Path) -> Sequence[Any]:
        """Values to try, the present one among them."""
        value = self.fields.get(path, NONE)
        if path in self.things:
            return [value, *([NONE] if isinstance(path[-1], int) and value is not NONE else []), self.things[path]]
        if isinstance(value, bool):
            return [False, True]
        if isinstance(value, int):
            return range(min(0, value), max(self.numbers, value + 3))
        if self._lettered(path):
            return sorted({letter for row in self.fields for letter in [self.fields[row]]
                           if row[:-2] == path[:-2] and isinstance(letter, str)} | {".", "x", "o"})
        alike = self._alike(path)
        if value is NONE and (path in self.counts or alike and all(isinstance(each, int) for each in alike)):
            return [NONE, *range(self.numbers)]
        known = [*dict.fromkeys(each for each in alike if isinstance(each, str)), *self.vocabulary]
        missing = [NONE] if self._listed(path) or isinstance(path[-1], str) and path[-1] not in HEADING else []
        return [*missing, None, *dict.fromkeys(known)]

    def _lettered(self, path: Path) -> bool:
        """Whether the field is a letter of a row."""
        return isinstance(path[-1], int) and len(path) > 1 and isinstance(at(self.document, path[:-1]), str)

    def _fits(self, path: Path, value: Any) -> str:
        """Whether the position with this value is one."""
        document = replaced(self.document, path, value)
        try:
            read(document, trust=False)
            return FITS
        except Miscount:
            pass
        except InputError:
            return UNFIT
        try:
            read(document, trust=True)
        except InputError:
            return UNFIT
        return UNCOUNTED


def read(document: Document, trust: bool) -> State:
    """The position of a document. Raises InputError."""
    return placed(document, trust).state


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Each field with what it holds; each letter of the rows of a grid is one."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            if path or key not in HEADING:
                yield from leaves(each, (*path, key))
    elif isinstance(value, list):
        grid = len(value) > 1 and all(isinstance(each, str) for each in value) and len(set(map(len, value))) == 1 \
            and not any(" " in each for each in value)
        for number, each in enumerate(value):
            if grid and len(each) > 1:
                yield from (((*path, number, column), letter) for column, letter in enumerate(each))
            else:
                yield from leaves(each, (*path, number))
    else:
        yield path, value


def empty(value: Any, path: Path = ()) -> Iterator[Path]:
    """Parts in which nothing is."""
    if value == {} and path:
        yield path
    for key, each in parts(value):
        if path or key not in HEADING:
            yield from empty(each, (*path, key))


def lists(value: Any, path: Path = ()) -> Iterator[tuple[Path, list[Any]]]:
    """All lists."""
    if isinstance(value, list):
        yield path, value
    for key, each in parts(value):
        if path or key not in HEADING:
            yield from lists(each, (*path, key))


def parts(value: Any) -> Iterable[tuple[str | int, Any]]:
    """What an object or a list holds, by key or number."""
    return value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()


def words_of(path: Path) -> set[str]:
    """The words of a place, each as one of its kind is called."""
    places = {step for step in path if isinstance(step, str) and "," in step}
    return places | set(singular(word for step in path for word in slug(str(step)).split("-")))


def shape(key: str) -> str:
    """What a key looks like: `a9` for `e4`, `a 9` for `pig 2`. Keys of one kind look alike."""
    return re.sub("[0-9]+", "9", re.sub("[a-z]+", "a", key))


def singular(words: Iterable[str]) -> list[str]:
    """Words without the ending of many."""
    return [word.removesuffix("s") for word in words if word]


def pattern(path: Path) -> tuple[str, ...]:
    """The place of a field without the numbers and the last key: fields alike have the same."""
    return tuple("*" if isinstance(step, int) else step for step in path[:-1]) + (
        "*" if isinstance(path[-1], int) else "",)


def starred(path: Path) -> Path:
    """A place without its numbers: that of all fields that are in the same part of things alike."""
    return tuple("*" if isinstance(step, int) else step for step in path)


def at(document: Any, path: Path) -> Any:
    """What stands at a place."""
    for step in path:
        document = document[step]
    return document


def replaced(document: Document, path: Path, value: Any) -> Document:
    """The document with another value at a place: a copy."""
    copy = deepcopy(document)
    above, last = at(copy, path[:-1]), path[-1]
    if isinstance(above, str) and isinstance(last, int):
        at(copy, path[:-2])[path[-2]] = above[:last] + value + above[last + 1:]
    elif isinstance(above, list) and isinstance(last, int):
        above[last:last + 1] = [] if value is NONE else [value]
    elif value is NONE:
        above.pop(path[-1], None)
    else:
        above[path[-1]] = value
    return copy
