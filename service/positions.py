"""Positions and records as the service reads and tells them."""
from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from games import records
from games.glossary import glossary, stage_of
from service.models import Move
from service.replays import Replay, replayed

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game

Document = dict[str, Any]
BOXED = re.compile(r"<\w+[^>]*\sdata-box=[^>]*>")
ID = re.compile(r'\sid="([^"]+)"')


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


def named(svg: str) -> dict[str, str]:
    """All that has an id and a box in a picture, in words, by id."""
    return {each: each.replace("-", " ") for tag in BOXED.findall(svg) for each in ID.findall(tag)}


def moves(game: Game, state: State) -> list[Move]:
    """The legal moves, or what chance may bring, and what each touches."""
    chances = dict(state.chance_outcomes()) if state.is_chance_node() else {}
    known = glossary(game, state)
    texts = [(action, game.notation.action_text(state, action)) for action in state.legal_actions()]
    return [Move(move=text, ids=list(game.touches(state, action)), probability=chances.get(action),
                 about=list(known.meaning(text)) if known else []) for action, text in texts]


def paragraphs(game: Game, state: State) -> list[int] | None:
    """The entries of the page of rules for what goes on; None where the game has no such page."""
    known = glossary(game, state)
    return known.stage(stage_of(game, state)) if known else None


def picture(game: Game, state: State, seat: int | None = None) -> str:
    """The board, with the entries of the page of rules that explain what is drawn."""
    drawn, known = game.render.svg(state, seat), glossary(game, state)
    return known.marked(drawn) if known else drawn
