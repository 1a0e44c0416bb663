"""Trees and positions for the tests of the search: small games, what the rules say of them, one way to grow a tree."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import games
from core_ext.tree import Tree

KINDS = ("open", "keyed")         # that know what others reply
ALL_KINDS = (*KINDS, "decoupled")
PLAIN: dict[str, Any] = {"policy": "uct", "fpu": float("-inf"), "playout": "uniform", "solve": False}


def grown(state: Any, simulations: int, seed: int = 1, chunks: tuple[int, ...] = (), **more: Any) -> Tree:
    """A tree of so many simulations, or fewer if it is solved, made in one go or in chunks."""
    tree = Tree(state, **more)
    done = 0
    for n in chunks or (simulations,):
        done += tree.run(n, seed, done)
    assert done == simulations or tree.solved
    return tree


def by_action(tree: Tree) -> dict[int, dict[str, Any]]:
    """The root's rows by action."""
    return {row["action"]: row for row in tree.root()}


def visits(tree: Tree) -> int:
    """Of all root actions."""
    return sum(row["visits"] for row in tree.root())


def utility(row: dict[str, Any], seat: int) -> float:
    """Mean utility of a seat after a root action."""
    return row["utilities"][seat] / row["count"]


def after(state: Any, *actions: int) -> Any:
    """A copy of the state on which these were played."""
    state = state.copy()
    for action in actions:
        state.apply_action(action)
    return state


def said(game: str, moves: str = "", seats: int | None = None, **options: str) -> Any:
    """The position after moves in the game's notation, separated by commas."""
    rules = games.load(game)
    state = rules.start(seats, options)
    for text in filter(None, (word.strip() for word in moves.split(","))):
        state.apply_action(rules.notation.parse_action(state, text))
    return state


def started(game: str, seats: int | None = None, **options: str) -> Any:
    """The first position in which a seat is to act."""
    state = games.load(game).start(seats, options)
    number = 0
    while state.is_chance_node():
        state.apply_action(state.sample_chance(1, number))
        number += 1
    return state


def connect_four(moves: str) -> Any:
    """The board after these columns."""
    return after(games.load("connect_four").start(), *("abcdefg".index(column) for column in moves))


def pig(banked: list[int], pot: int = 0, turn: int = 0, **options: str) -> Any:
    """A turn of Pig."""
    return games.load("pig").notation.position_from_json(
        {"format": "ludosoph-position/1", "game": "pig", "version": 1, "seats": len(banked), "options": options,
         "banked": banked, "turn": turn, "pot": pot})


class Exact:
    """Utilities of every seat when each maximises its own and chance does as it must, by looking at everything."""

    def __init__(self) -> None:
        self.known: dict[bytes, list[float]] = {}

    def __call__(self, state: Any) -> list[float]:
        name = state.to_bytes()
        if name not in self.known:
            self.known[name] = self.found(state)
        return self.known[name]

    def found(self, state: Any) -> list[float]:
        if state.is_terminal():
            return state.returns()
        if state.is_chance_node():
            parts = [(p, self(after(state, outcome))) for outcome, p in state.chance_outcomes()]
            return [sum(p * u[seat] for p, u in parts) for seat in range(state.seats)]
        return max(
            (self(after(state, action)) for action in state.legal_actions()), key=lambda u: u[state.current_player()]
        )

    def values(self, state: Any) -> dict[int, float]:
        """What each action is worth to the seat to act."""
        return {action: self(after(state, action))[state.current_player()] for action in state.legal_actions()}


def random_positions(game: str, count: int, moves: range, seats: int | None = None, **options: str) -> Iterator[Any]:
    """Positions in which a seat has a choice, so many random moves after the start."""
    number = 0
    while count:
        state, number = games.load(game).start(seats, options), number + 1
        for step in range(moves[number % len(moves)]):
            if state.is_terminal():
                break
            drawn = state.sample_chance if state.is_chance_node() else state.random_action
            state.apply_action(drawn(number, step))
        if state.current_player() >= 0 and len(state.legal_actions()) > 1:
            count -= 1
            yield state
