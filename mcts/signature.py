"""The search signature: one number for what the search does in fixed positions of every built-in game.

A change that only tidies up leaves it as it is; a change of the search or of a game's settings moves it, and its commit
says so (as Stockfish's `bench` does). Positions, simulations and seeds are fixed, one thread searches, so a machine has
little to add: a processor or compiler that rounds otherwise may come to another number.
"""
from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import games
from games.frozen import frozen
from games.registry import folders
from mcts.params import SearchParams
from mcts.search import search

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core_ext.state import State
    from mcts.result import SearchResult

SIMULATIONS = 300
SEED = 20_000
STEPS = (0, 9, 40)              # decisions played before the positions that are searched
DIGITS = 9                      # of a utility that count


@frozen
class GameSignature:
    """What the searches of one game came to, as a 32-bit number."""

    game: str
    value: int


def signatures() -> list[GameSignature]:
    """One a game of the house, by name."""
    return [GameSignature(name, _number("\n".join(map(_words, _searches(name))))) for name in folders()]


def total(parts: list[GameSignature]) -> int:
    """The signature of all games together."""
    return _number(" ".join(f"{part.game}:{part.value:08x}" for part in parts))


def positions(name: str, seats: int) -> Iterator[State]:
    """Decisions of one game played by heuristic weights, with the luck of a fixed key; fewer where it ends early."""
    state, step = games.load(name).start(seats), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.keyed_chance(SEED))
            continue
        if step in STEPS:
            yield state.copy()
        if step == STEPS[-1]:
            return
        state.apply_action(state.weighted_action(SEED, step))
        step += 1


def _searches(name: str) -> Iterator[SearchResult]:
    seats = games.load(name).seats
    for count in sorted({seats[0], seats[-1]}):
        for number, state in enumerate(positions(name, count)):
            yield search(state, SearchParams(simulations=SIMULATIONS, seed=SEED + number))


def _words(result: SearchResult) -> str:
    return " ".join(f"{m.action}:{m.visits}:{m.utility:.{DIGITS}f}:{','.join(map(str, m.pv))}" for m in result.moves)


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:4], "big")
