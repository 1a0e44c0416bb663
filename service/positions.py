"""Positions and records as the service reads and tells them."""
from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from games import records
from service.models import Move
from service.replays import Replay, replayed

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game

Document = dict[str, Any]


def replay_of(given: str | list[Document]) -> Replay:
    """The replay of a record, which is given as a text or as its lines. Raises Refused."""
    return replayed(given if isinstance(given, str) else "\n".join(map(json.dumps, given)))


def to_move(state: State) -> int | str | None:
    """The seat to act, "chance", or None where the game is over."""
    return None if state.is_terminal() else records.CHANCE if state.is_chance_node() else state.current_player()


def names(found: Sequence[Move], seat: int | None) -> dict[str, str]:
    """What moves touch, in words, by id; what lies before this seat without whose it is."""
    own = f"seat-{seat}-"
    return {each: each.removeprefix(own).replace("-", " ") for move in found for each in move.ids}


def moves(game: Game, state: State) -> list[Move]:
    """The legal moves, or what chance may bring, and what each touches."""
    chances = dict(state.chance_outcomes()) if state.is_chance_node() else {}
    return [Move(move=game.notation.action_text(state, action), ids=list(game.touches(state, action)),
                 probability=chances.get(action)) for action in state.legal_actions()]
