"""Records: a played game as JSON lines, chance included; it replays to the same game or says where it does not."""
from __future__ import annotations

import gzip
import io
import json
import shlex
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TextIO

import games
from core_ext.state import State
from games.api import Game, InputError
from games.checking import TRUST, Miscount
from games.documents import read_document, write_file
from games.fields import shown
from games.frozen import frozen

FORMAT = "ludosoph-record/1"
LINE_LIMIT = 1_000_000          # characters of one line; a header with a whole position has some 5,000
EVENT_LIMIT = 100_000           # events of one game; the games here have some hundreds
CHANCE = "chance"               # what "seat" says where nature draws
FOR = "for"                     # key of an event: for whom the seat decided


@frozen
class Event:
    """One move of a seat, or one chance outcome, in the notation of the game."""

    seat: int | None                                        # None: chance
    move: str
    more: dict[str, Any] = field(default_factory=dict)      # further keys of the line, such as a note

    @property
    def who(self) -> str:
        """`seat 2`, `seat 2 for green` where it decides for somebody else, or `chance`."""
        if self.seat is None:
            return CHANCE
        return f"seat {self.seat}" + (f" for {self.more[FOR]}" if FOR in self.more else "")

    def to_json(self) -> dict[str, Any]:
        return {"seat": CHANCE if self.seat is None else self.seat, "move": self.move, **self.more}


@dataclass
class Record:
    """A game as it was played. `result` is None while the game is not over."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int | None
    version: int
    players: list[str] | None = None
    position: dict[str, Any] | None = None                  # where it began, if not the usual start
    more: dict[str, Any] = field(default_factory=dict)      # further keys of the header, such as block and rotation
    events: list[Event] = field(default_factory=list)
    result: dict[str, Any] | None = None
    name: str = field(default="record", compare=False)      # of the file, for messages
    line: int = field(default=1, compare=False)             # its header's line in that file
    trust: bool = field(default=False, compare=False)       # its position need not add up to what the box holds

    def header(self) -> dict[str, Any]:
        """The first line."""
        head: dict[str, Any] = {"format": FORMAT, "game": self.game, "seats": self.seats, "options": self.options,
                                "seed": self.seed, "version": self.version}
        if self.players is not None:
            head["players"] = self.players
        head |= self.more
        if self.position is not None:
            head["position"] = self.position
        return head

    def lines(self) -> list[str]:
        """The record as text, one JSON document a line, without line ends."""
        documents = [self.header(), *(e.to_json() for e in self.events)]
        if self.result is not None:
            documents.append({"result": self.result})
        return [json.dumps(d, ensure_ascii=False) for d in documents]

    def text(self) -> str:
        """The whole record as a file holds it."""
        return "".join(line + "\n" for line in self.lines())

    def place(self, number: int) -> str:
        """What messages call event `number`, counted from 1."""
        return f"{self.name}, event {number} (line {self.line + number})"


class Recorder:
    """Plays a game and writes it down. `state` is changed in place by `play`."""

    def __init__(self, game: Game, state: State, seed: int | None, players: Iterable[str] | None = None,
                 position: Mapping[str, Any] | None = None, **more: Any) -> None:
        self.game, self.state = game, state
        self.record = Record(game=game.name, seats=state.seats, options=dict(state.options), seed=seed,
                             version=game.version, players=None if players is None else list(players),
                             position=None if position is None else dict(position), more=more)

    def apply_action(self, action: int, **more: Any) -> Event:
        """Play one action or chance outcome; `more` goes into its line. Raises IllegalAction."""
        who = self.state.current_player()
        owner = self.game.talk.acting(self.state)
        event = Event(who if who >= 0 else None, self.game.notation.action_text(self.state, action),
                      {FOR: owner, **more} if owner else more)
        self.state.apply_action(action)
        self.record.events.append(event)
        return event

    def rewind(self, state: State, events: int) -> None:
        """Go on from `state`, which is where the game stood after so many events; those that follow are forgotten."""
        self.state = state
        del self.record.events[events:]
        self.record.result = None

    def fork(self, state: State) -> Recorder:
        """The same game, to be written on by itself from `state`, a copy of where it stands."""
        other = copy(self)
        other.state = state
        other.record = replace(self.record, events=list(self.record.events), more=dict(self.record.more))
        return other

    def finish(self) -> Record:
        """The record, with the result if the game is over."""
        if self.state.is_terminal():
            self.record.result = result(self.state)
        return self.record


def result(state: State) -> dict[str, Any]:
    """The last line of a finished game: scores, the seats that win, and where each seat's points came from."""
    return {"scores": [plain(x) for x in state.scores()],
            "winners": [seat for seat, share in enumerate(state.win_shares()) if share > 0],
            "sources": [{name: plain(x) for name, x in seat.items()} for seat in state.sources()]}


def plain(x: float) -> float:
    """3.0 as 3, so that points are written as people write them."""
    return int(x) if float(x).is_integer() else float(x)


# ---- writing ---------------------------------------------------------------------------------


def write(record: Record, target: Path | TextIO) -> None:
    """Write a record whole or, to a path, not at all; a path that ends in .gz is compressed."""
    text = record.text()
    if not isinstance(target, Path):
        target.write(text)
        return
    data = text.encode()
    write_file(target, gzip.compress(data, mtime=0) if target.suffix == ".gz" else data)


# ---- reading ---------------------------------------------------------------------------------


def read(source: Path | TextIO) -> Record:
    """The one record of a file or stream. Raises InputError naming the line, what it holds and what is expected."""
    name = _name(source)
    records = read_all(source)
    first = next(records, None)
    if first is None:
        raise InputError(f"{name}: is empty; expected a record, whose first line has \"format\": \"{FORMAT}\"")
    for second in records:
        raise InputError(f"{name}, line {second.line}: a second record begins; expected a file with one record")
    return first


def read_all(source: Path | TextIO) -> Iterator[Record]:
    """The records of a file or stream, one after another: each header line begins a new one. Raises InputError."""
    name = _name(source)
    record: Record | None = None
    with _opened(source, name) as lines:
        for number, document in _documents(lines, name):
            place = f"{name}, line {number}"
            if "format" in document:
                if record is not None:
                    yield record
                record = _header(document, name, number)
            elif record is None:
                raise InputError(f"{place}: expected the first line of a record, with \"format\": \"{FORMAT}\"")
            elif record.result is not None:
                raise InputError(f"{place}: found a line after the result; expected the end of the record")
            elif "result" in document:
                record.result = _result(document, record.seats, place)
            else:
                record.events.append(_event(document, record.seats, place))
                if len(record.events) > EVENT_LIMIT:
                    raise InputError(f"{place}: more than {EVENT_LIMIT} events in one record")
    if record is not None:
        yield record


def _name(source: Path | TextIO) -> str:
    return str(source) if isinstance(source, Path) else getattr(source, "name", "record")


@contextmanager
def _opened(source: Path | TextIO, name: str) -> Iterator[TextIO]:
    if not isinstance(source, Path):
        yield source
        return
    try:
        raw = source.open("rb")
    except IsADirectoryError:
        raise InputError(f"{name}: is a folder, expected a file") from None
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror}") from error
    with raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        yield io.TextIOWrapper(gzip.GzipFile(fileobj=raw) if packed else raw, encoding="utf-8")


def _documents(lines: TextIO, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """(line number, JSON object) of each line that is not blank."""
    number = 0
    while True:
        number += 1
        place = f"{name}, line {number}"
        try:
            line = lines.readline(LINE_LIMIT + 1)
        except EOFError:            # a compressed file whose end is missing
            raise InputError(_cut(name, place, number)) from None
        except (UnicodeDecodeError, gzip.BadGzipFile, zlib.error) as error:
            raise InputError(f"{place}: is not text in UTF-8 ({error}); expected JSON lines") from error
        except OSError as error:
            raise InputError(f"{name}: cannot be read: {error.strerror}") from error
        if number == 1:
            line = line.removeprefix("\ufeff")      # a byte order mark, with which some editors begin a file
        if not line:
            return
        if len(line) > LINE_LIMIT:
            raise InputError(f"{place}: is longer than {LINE_LIMIT} characters; expected one event a line")
        if line.strip():
            try:
                document = _document(line, place)
            except InputError as error:
                if number > 1 and not line.endswith("\n") and "ends here" in str(error):
                    raise InputError(_cut(name, place, number)) from None
                raise
            yield number, document


def _cut(name: str, place: str, number: int) -> str:
    """What is said of a last line that is no JSON and has no end: how to keep the game up to there."""
    file = shlex.quote(name)
    lines = f"head -n {number - 1}"
    source = f"gzip -dcq {file} | {lines}" if Path(name).suffix == ".gz" else f"{lines} {file}"
    offer = f": {source} > whole.jsonl" if Path(name).is_file() else ""
    return f"{place}: ends here, in the middle of a line; all before it can be kept{offer}"


def _document(line: str, place: str) -> dict[str, Any]:
    if line.strip() in ("{", "["):
        raise InputError(f"{place}: found JSON over several lines, as of a position; expected a record, which has one "
                         "event a line")
    try:
        document = read_document(line, place)
    except InputError as error:     # the line within a line says nothing
        raise InputError(str(error).replace(f"{place}: line 1, ", f"{place}, ", 1)) from None
    if not isinstance(document, dict):
        raise InputError(f"{place}: found {_kind(document)}, expected a JSON object")
    return document


def _kind(value: Any) -> str:
    """A value as a message shows it: short, and safe on a terminal."""
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _expect(right: bool, place: str, key: str, value: Any, expected: str) -> None:
    if not right:
        raise InputError(f"{place}: {key}: found {_kind(value)}, expected {expected}")


def _header(document: dict[str, Any], name: str, line: int) -> Record:
    place, rest = f"{name}, line {line}", dict(document)
    found = rest.pop("format")
    _expect(found == FORMAT, place, "format", found, f"\"{FORMAT}\"")
    for key in ("game", "seats", "version"):
        if key not in rest:
            raise InputError(f"{place}: {key}: is missing from the first line of the record")
    game, seats, version = rest.pop("game"), rest.pop("seats"), rest.pop("version")
    if not isinstance(game, str) or not games.known(game):
        _expect(False, place, "game", game, "one of " + ", ".join(games.names()))
    allowed = games.load(game).seats
    _expect(_is_int(seats) and seats in allowed, place, "seats", seats, "one of " + ", ".join(map(str, allowed)))
    _expect(_is_int(version), place, "version", version, "a whole number")
    options, seed = rest.pop("options", {}), rest.pop("seed", None)
    _expect(isinstance(options, dict) and all(isinstance(v, str) for v in options.values()), place, "options", options,
            "an object of texts")
    _expect(seed is None or _is_int(seed), place, "seed", seed, "a whole number or null")
    players, position = rest.pop("players", None), rest.pop("position", None)
    _expect(players is None or (isinstance(players, list) and len(players) == seats
                                and all(isinstance(p, str) for p in players)),
            place, "players", players, f"a list of {seats} names")
    _expect(position is None or isinstance(position, dict), place, "position", position, "a position as a JSON object")
    return Record(game, seats, options, seed, version, players, position, rest, name=name, line=line)


def _event(document: dict[str, Any], seats: int, place: str) -> Event:
    rest = dict(document)
    for key in ("seat", "move"):
        if key not in rest:
            raise InputError(f"{place}: {key}: is missing; an event has \"seat\" and \"move\"")
    seat, move = rest.pop("seat"), rest.pop("move")
    _expect(seat == CHANCE or (_is_int(seat) and 0 <= seat < seats), place, "seat", seat,
            f"0 to {seats - 1} or \"{CHANCE}\"")
    _expect(isinstance(move, str), place, "move", move, "a move as text")
    return Event(None if seat == CHANCE else seat, move, rest)


def _result(document: dict[str, Any], seats: int, place: str) -> dict[str, Any]:
    found = document["result"]
    _expect(isinstance(found, dict), place, "result", found, "an object with scores and winners")
    for key in ("scores", "winners"):
        _expect(isinstance(found.get(key), list), place, f"result.{key}", found.get(key), "a list")
    _expect(len(found["scores"]) == seats, place, "result.scores", found["scores"], f"{seats} numbers")
    return found


# ---- replaying -------------------------------------------------------------------------------


@dataclass
class Step:
    """One event about to be played: `state` is the position before it, and is played on when the next step is asked."""

    number: int                 # of the event, from 1
    event: Event
    state: State
    action: int


def start(record: Record) -> State:
    """The position a record begins with. Raises InputError."""
    game = games.load(record.game)
    try:
        if record.position is None:
            return game.start(record.seats, record.options)
        state = game.notation.position_from_json(record.position, record.trust)
    except Miscount as error:
        raise InputError(f"{record.name}, line {record.line}: position: {error}; {TRUST} takes it as it is") from error
    except InputError as error:
        raise InputError(f"{record.name}, line {record.line}: {error}") from error
    if state.seats != record.seats:
        raise InputError(f"{record.name}, line {record.line}: position: found {state.seats} seats, "
                         f"expected {record.seats} as in the header")
    return state


def steps(record: Record) -> Iterator[Step]:
    """Replay a record event by event, then check its result. Raises InputError naming the event that does not replay.

    Copy `state` to keep it: the next step plays the event in place.
    """
    state, notation = start(record), games.load(record.game).notation
    for number, event in enumerate(record.events, start=1):
        place = record.place(number)
        if state.is_terminal():
            raise InputError(f"{place}: {_kind(event.move)}: the game is over before this event{_rules_note(record)}")
        _check_turn(state, event, place, record)
        try:
            action = notation.parse_action(state, event.move)
            if action not in state.legal_actions():
                raise InputError(f"{_kind(event.move)} is not possible here")
        except InputError as error:
            raise InputError(f"{place}: does not replay: {error}{_rules_note(record)}") from error
        yield Step(number, event, state, action)
        state.apply_action(action)
    _check_result(record, state)


def replay(record: Record) -> State:
    """The position a record ends with; every event and the result are checked. Raises InputError."""
    state = None
    for step in steps(record):
        state = step.state
    return start(record) if state is None else state


def _check_turn(state: State, event: Event, place: str, record: Record) -> None:
    who = state.current_player()
    if who != (-1 if event.seat is None else event.seat):
        found = CHANCE if event.seat is None else f"seat {event.seat}"
        expected = f"seat {who}" if who >= 0 else CHANCE
        raise InputError(f"{place}: {_kind(event.move)}: found {found}, expected {expected}{_rules_note(record)}")


def _check_result(record: Record, state: State) -> None:
    place = f"{record.name}, line {record.line + len(record.events) + 1}"
    if record.result is None:
        if state.is_terminal():
            raise InputError(f"{place}: the game is over; expected a last line with \"result\"")
        return
    if not state.is_terminal():
        raise InputError(f"{place}: found a result, but the game is not over{_rules_note(record)}")
    right = result(state)
    for key, expected in right.items():
        found = record.result.get(key, expected if key == "sources" else None)
        if key == "sources":        # sources worth nothing may be left out
            found, expected = _nonzero(found), _nonzero(expected)
        if found != expected:
            raise InputError(f"{place}: result.{key}: found {_kind(found)}, the game replays to {_kind(expected)}"
                             f"{_rules_note(record)}")


def _nonzero(sources: Any) -> Any:
    if not isinstance(sources, list) or not all(isinstance(seat, dict) for seat in sources):
        return sources
    return [{name: points for name, points in seat.items() if points} for seat in sources]


def other_rules(record: Record) -> str:
    """What is to be said of a record that was made by another version of the rules than those played here."""
    told = other_version(record.game, record.version)
    return told and f"{record.name}, line {record.line}: {told}"


def other_version(game: str, version: Any) -> str:
    """What is to be said of what was made by a version of the rules; empty for that of today."""
    here = games.load(game).version
    return "" if version == here else (f"version: found {shown(version)}, but the rules of {game} played here are "
                                       f"version {here}")


def _rules_note(record: Record) -> str:
    ours = games.load(record.game).version
    return "" if record.version == ours else f" (recorded by version {record.version} of the rules; these are {ours})"
