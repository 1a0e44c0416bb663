"""How much a policy can lose: its value, the best response to it, its exploitability; in chips, for two seats.

A policy gives each information set of the seat to act, by a description of it, the probability of every move. The whole
game is laid out as a tree once and then walked in plain Python.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from core_ext.state import State
from games.api import Game

Policy = Mapping[str, Mapping[str, float]]


@dataclass(eq=False)
class Node:
    """One history: who acts (-1 chance, -2 nobody), the information set, what follows, and at the end the chips."""

    seat: int
    info: str = ""
    below: dict[str, Node] = field(default_factory=dict)
    chances: dict[str, float] = field(default_factory=dict)
    chips: tuple[float, ...] = ()


def tree(game: Game, state: State, describe: Callable[[State], str]) -> Node:
    """All histories from a state on; `describe` names the information set of the seat to act."""
    if state.is_terminal():
        return Node(-2, chips=tuple(state.scores()))
    node = Node(state.current_player(), "" if state.is_chance_node() else describe(state))
    chances = dict(state.chance_outcomes()) if state.is_chance_node() else {}
    for action in state.legal_actions():
        move, child = game.notation.action_text(state, action), state.copy()
        child.apply_action(action)
        node.below[move] = tree(game, child, describe)
        if chances:
            node.chances[move] = chances[action]
    return node


def uniform(root: Node) -> dict[str, dict[str, float]]:
    """The policy that chooses each move with the same probability."""
    found: dict[str, dict[str, float]] = {}

    def walk(node: Node) -> None:
        if node.info:
            found[node.info] = {move: 1 / len(node.below) for move in node.below}
        for child in node.below.values():
            walk(child)

    walk(root)
    return found


def expected_chips(node: Node, policy: Policy) -> list[float]:
    """Chips that each seat wins on average when all follow the policy."""
    if node.seat == -2:
        return list(node.chips)
    shares = node.chances or policy[node.info]
    parts = [(shares[move], expected_chips(child, policy)) for move, child in node.below.items()]
    return [sum(share * chips[seat] for share, chips in parts) for seat in range(len(parts[0][1]))]


def best_response(root: Node, policy: Policy, seat: int) -> float:
    """Chips that `seat` can win on average against the policy of the others.

    At each of its information sets it takes the move that is best over all histories in the set, each counted as often
    as chance and the others bring it about.
    """
    histories: dict[str, list[tuple[Node, float]]] = defaultdict(list)

    def gather(node: Node, reach: float) -> None:
        if node.seat == seat:
            histories[node.info].append((node, reach))
        shares = node.chances or (policy[node.info] if node.info and node.seat != seat else {})
        for move, child in node.below.items():
            gather(child, reach * shares.get(move, 1.0))

    @cache
    def choice(info: str) -> str:
        moves = histories[info][0][0].below
        return max(moves, key=lambda move: sum(reach * worth(node.below[move]) for node, reach in histories[info]))

    @cache
    def worth(node: Node) -> float:
        if node.seat == -2:
            return node.chips[seat]
        if node.seat == seat:
            return worth(node.below[choice(node.info)])
        shares = node.chances or policy[node.info]
        return sum(shares[move] * worth(child) for move, child in node.below.items())

    gather(root, 1.0)
    return worth(root)


def exploitability(root: Node, policy: Policy) -> float:
    """Mean over the two seats of what a best response wins against the policy; 0 for an equilibrium."""
    return (best_response(root, policy, 0) + best_response(root, policy, 1)) / 2
