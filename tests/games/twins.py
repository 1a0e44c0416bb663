"""A compiled game and its twin in plain Python, played side by side and compared at every step."""
from __future__ import annotations

import os
from abc import ABC, abstractmethod
from typing import Any

import pytest

import games


def paired_games(usual: int, most: int) -> int:
    """How many games both play: the usual ones of the suite, or LUDOSOPH_TWIN_GAMES but no more than `most`."""
    return min(most, int(os.environ.get("LUDOSOPH_TWIN_GAMES") or usual))


def difference(a: Any, b: Any, at: str = "") -> list[str]:
    """Places where two documents differ, with both values."""
    if isinstance(a, dict) and isinstance(b, dict):
        return [line for key in sorted(a.keys() | b.keys(), key=str)
                for line in difference(a.get(key, "(absent)"), b.get(key, "(absent)"), f"{at}.{key}")]
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [line for n, (x, y) in enumerate(zip(a, b, strict=True)) for line in difference(x, y, f"{at}[{n}]")]
    return [] if a == b else [f"{at}: compiled {a!r}, twin {b!r}"]


def nonzero(row: dict[str, int]) -> dict[str, int]:
    return {name: n for name, n in row.items() if n}


class Pair(ABC):
    """One game, played by both at once. A game says how its positions are compared and how moves are picked."""

    name: str                   # of the game
    twin: Any

    def __init__(self, seed: int, seats: int, options: dict[str, str]) -> None:
        self.seed, self.options, self.step, self.done = seed, options, 0, [""]
        self.game = games.load(self.name)
        self.state = self.game.start(seats, options)

    @abstractmethod
    def same_position(self, what: str) -> None:
        """Compare all that both know of the position."""

    @abstractmethod
    def pick(self, texts: list[str], actions: dict[str, int]) -> str:
        """What is played next."""


    def texts(self, legal: list[int]) -> list[str]:
        return [self.game.notation.action_text(self.state, action) for action in legal]

    def agree(self, a: Any, b: Any, what: str) -> None:
        if a != b:
            lines = "\n  ".join(difference(a, b) or [f"compiled {a!r}, twin {b!r}"])
            pytest.fail(f"seed {self.seed}, step {self.step}, {self.state.seats} seats, {self.options}, "
                        f"after {self.done[-8:]}: {what}\n  {lines}")

    def actions(self) -> dict[str, int]:
        """The compiled game's legal actions by text, after comparing who moves, the texts and the probabilities."""
        who = {-1: "chance", -2: "over"}.get(self.state.current_player(), self.state.current_player())
        self.agree(who, self.twin.current_player(), "mover")
        legal = self.state.legal_actions()
        actions = dict(zip(self.texts(legal), legal, strict=True))
        self.agree(len(legal), len(actions), "number of legal moves, and of their texts")
        if actions.keys() != set(self.twin.legal_actions()):
            self.agree({"moves": sorted(actions.keys() - set(self.twin.legal_actions()))},
                       {"moves": sorted(set(self.twin.legal_actions()) - actions.keys())}, "moves only one of them has")
        if who == "chance":
            chances = dict(self.state.chance_outcomes())
            compiled = {text: round(chances[action], 9) for text, action in actions.items()}
            self.agree(
                compiled, {text: round(p, 9) for text, p in self.twin.chance_outcomes().items()}, "probabilities"
            )
        return actions

    def apply_action(self, every: int) -> None:
        """Play to the end, comparing all that is offered, and one position in so many."""
        while actions := self.actions():
            if self.step % every == 0:
                self.same_position("position")
            text = self.pick(sorted(actions), actions)
            self.state.apply_action(actions[text])
            self.twin.apply_action(text)
            self.step += 1
            self.done.append(text)
        self.same_position("final position")
        self.agree([nonzero(row) for row in self.state.sources()], [nonzero(row) for row in self.twin.sources()],
                   "sources")
        self.agree(self.state.scores(), self.twin.scores(), "points")
        self.agree(self.state.win_shares(), self.twin.win_shares(), "win shares")
