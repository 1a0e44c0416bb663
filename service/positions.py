"""Positions and records as the service reads and tells them."""
from __future__ import annotations

import io
import json
from itertools import islice
from typing import TYPE_CHECKING, Any

from games import records
from games.api import InputError
from games.fields import one_line
from service.models import Move
from service.queries import Refused

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game
    from games.records import Record

Document = dict[str, Any]


def recorded(record: Record, number: int) -> State:
    """The position after so many events of a record. Raises Refused."""
    try:
        if number >= len(record.events):
            return records.replay(record)
        return next(islice(records.steps(record), number, None)).state.copy()
    except InputError as error:
        raise Refused("record", one_line(error)) from None


def read_record(given: str | list[Document]) -> Record:
    """A record as a text or as its lines. Raises Refused."""
    text = given if isinstance(given, str) else "\n".join(map(json.dumps, given))
    try:
        return records.read(io.StringIO(text))
    except InputError as error:
        raise Refused("record", one_line(error).removeprefix("record: ")) from None


def to_move(state: State) -> int | str | None:
    """The seat to act, "chance", or None where the game is over."""
    return None if state.is_terminal() else records.CHANCE if state.is_chance_node() else state.current_player()


def moves(game: Game, state: State) -> list[Move]:
    """The legal moves, or what chance may bring, and what each touches."""
    chances = dict(state.chance_outcomes()) if state.is_chance_node() else {}
    return [Move(move=game.notation.action_text(state, action), ids=list(game.touches(state, action)),
                 probability=chances.get(action)) for action in state.legal_actions()]
