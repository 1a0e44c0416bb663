"""Pointing at a board: clicks on what a move touches narrow the legal moves, until one is left.

A click asks for the moves that touch an element, a second click on the same one for those that touch it twice. Any
order will do. service/static/pointing.js has the same rules for the page.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core_ext.state import State
from games.api import Game


class Touched(NamedTuple):
    """A legal action or an outcome of chance, and the ids that it touches."""

    action: int
    ids: tuple[str, ...]


def pointed(game: Game, state: State) -> list[Touched]:
    """All that is possible now, with what each touches."""
    return [Touched(action, tuple(game.touches(state, action))) for action in state.legal_actions()]


def narrowed(moves: Iterable[Touched], clicks: Iterable[str]) -> list[Touched]:
    """The moves that touch all that was clicked, as often as it was."""
    wanted = Counter(clicks)
    return [move for move in moves if wanted <= Counter(move.ids)]


def lit(moves: Iterable[Touched], clicks: Sequence[str]) -> set[str]:
    """What can be clicked next: what some of the moves left touch besides, but not all of them. Of a single move all
    that it touches besides.
    """
    return _parting(_rests(moves, clicks))


def unparted(moves: Iterable[Touched], clicks: Sequence[str]) -> bool:
    """Several moves are left, and no further click parts them."""
    rests = _rests(moves, clicks)
    return len(rests) > 1 and all(rest == rests[0] for rest in rests)


def offered(moves: Iterable[Touched], clicks: Sequence[str]) -> list[Touched]:
    """The moves of a short list, to be chosen from by text: those that no further click tells from the others left.

    These are all that are left where no click parts them, or such as touch only what another one touches too. Empty
    where one move is left, or clicks go on.
    """
    left = narrowed(moves, clicks)
    rests = _rests(left, clicks)
    parting = _parting(rests)
    return [move for move, rest in zip(left, rests, strict=True) if parting.isdisjoint(rest)] if len(left) > 1 else []


def _rests(moves: Iterable[Touched], clicks: Sequence[str]) -> list[Counter[str]]:
    """What each of the moves left touches besides the clicks."""
    return [Counter(move.ids) - Counter(clicks) for move in narrowed(moves, clicks)]


def _parting(rests: Sequence[Counter[str]]) -> set[str]:
    some: set[str] = set().union(*rests)
    return some if len(rests) == 1 else {name for name in some if not all(name in rest for rest in rests)}
