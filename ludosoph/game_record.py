"""A record: a game as it was played, chance included."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import games as library
from games import records
from ludosoph.positions import Position
from mcts.unknown import view_of

if TYPE_CHECKING:
    import pandas


class Record:
    """A played game. Iterating gives its positions, from the first to the last.

    >>> import ludosoph
    >>> record = ludosoph.read_record("examples/burgundy-game.jsonl")
    >>> record
    <record of burgundy: 2 seats, 311 events, finished>
    """

    def __init__(self, record: records.Record) -> None:
        """Use `read_record`."""
        self.record = record

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.record.game

    @property
    def seats(self) -> int:
        """How many sat at the table."""
        return self.record.seats

    @property
    def players(self) -> list[str] | None:
        """Their names, if the record has any."""
        return self.record.players

    @property
    def moves(self) -> list[str]:
        """All events in notation, chance included."""
        return [event.move for event in self.record.events]

    @property
    def result(self) -> dict[str, Any] | None:
        """Scores, winners and sources of points; None for a game that is not over."""
        return self.record.result

    def __iter__(self) -> Iterator[Position]:
        """The positions of the game. Raises ValueError at an event that does not replay."""
        game, view = library.load(self.record.game), view_of(self.record)
        state = records.start(self.record)
        for step in records.steps(self.record):
            state = step.state
            yield Position(game, state.copy(), view)
        yield Position(game, state.copy(), view)

    def __len__(self) -> int:
        """How many events it has."""
        return len(self.record.events)

    @property
    def final(self) -> Position:
        """The last position, every event checked."""
        return Position(library.load(self.record.game), records.replay(self.record), view_of(self.record))

    def to_frame(self) -> pandas.DataFrame:
        """A table of all events: number (from 1), seat (or "chance"), move, and the points of each seat after it.

        Points are those that the game counts while it is played.
        """
        import pandas

        positions = list(self)
        rows = []
        for number, (event, after) in enumerate(zip(self.record.events, positions[1:], strict=True), start=1):
            points = {f"score_{seat}": points for seat, points in enumerate(after.scores)}
            rows.append({"number": number, "seat": "chance" if event.seat is None else event.seat, "move": event.move,
                         **points})
        return pandas.DataFrame(rows)

    def __repr__(self) -> str:
        """What it is, in a line."""
        state = "finished" if self.result else "not finished"
        return f"<record of {self.game}: {self.seats} seats, {len(self)} events, {state}>"


def read_record(path: str | Path) -> Record:
    """The record in a file of this program. Raises ValueError that names file and line.

    `games.importing.read_source` reads what other programs and sites wrote.
    """
    return Record(records.read(Path(path)))
