"""Connect Four games as solvers write them: the columns in order, counted from 1, as in `4453`."""
from __future__ import annotations

import games
from games.api import InputError
from games.connect_four.tables import COLUMNS, ROWS
from games.records import Record, Recorder

DIGITS = "".join(str(column) for column in range(1, COLUMNS + 1))


def read(text: str, name: str, names: bool = False) -> list[tuple[Record, list[str]]] | None:
    """The game of each line of columns; None for text with anything else in it.

    Raises InputError naming the move that cannot be played.
    """
    rows = text.split()
    if not rows or any(set(row) - set(DIGITS) or len(row) > COLUMNS * ROWS for row in rows):
        return None
    return [(_game(row, f"{name}, line {number}" if len(rows) > 1 else name), []) for number, row in
            enumerate(rows, start=1)]


def _game(row: str, place: str) -> Record:
    game = games.load("connect_four")
    recorder = Recorder(game, game.start(), None)
    for number, digit in enumerate(row, start=1):
        action = int(digit) - 1
        if recorder.state.is_terminal():
            raise InputError(f"{place}: move {number}: found {digit!r}, but the game is over; expected no further move")
        if action not in recorder.state.legal_actions():
            raise InputError(f"{place}: move {number}: found {digit!r}, a column that is full")
        recorder.apply_action(action)
    return recorder.finish()
