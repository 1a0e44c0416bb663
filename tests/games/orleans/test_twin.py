"""The compiled game against its twin in plain Python, and the twin against the laws of the box.

LUDOSOPH_RANDOM_GAMES says how many games both play; 300 is the full run.
"""
from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

import games

from . import facts
from .twin import Twin
from .twin_options import some_options
from .twin_player import TECHNOLOGY, coloured
from .twin_styles import Style
from .twin_words import CHANCE, STAGES, move_words, outcome_words, position_words, twin_words

PAIRED_GAMES = min(300, int(os.environ.get("LUDOSOPH_RANDOM_GAMES", "24")))
ALONE_GAMES = 8
CHUNKS = 10


def start_of(seed: int) -> tuple[random.Random, int, dict[str, str]]:
    """What one numbered game is: its luck, seats and options."""
    rng = random.Random(f"orleans {seed}")
    seats = 2 + seed % 4
    return rng, seats, some_options(rng, seats)


# ---- the twin alone -------------------------------------------------------------------------------


def followers_of(twin: Twin) -> Counter[str]:
    """Neutral followers by profession, wherever they are (rule 83)."""
    found = Counter(twin.supply) + Counter(twin.lost) + Counter(twin.hand)
    for player in twin.players:
        found += player.bag + player.market
        found += Counter(what for row in player.places.values() for what in row if what not in (None, TECHNOLOGY))
    for deed, (spaces, _) in facts.DEEDS.items():
        found += Counter(spaces) - Counter(twin.deeds[deed])
    return Counter({kind: n for kind, n in found.items() if not coloured(kind)})


def goods_of(twin: Twin) -> Counter[str]:
    """Goods, wherever they are (rule 82)."""
    found = Counter(twin.goods) + Counter(twin.gone)
    found += Counter(good for row in twin.routes.values() for good in row if good)
    for player in twin.players:
        found += Counter(player.goods)
    return found


@pytest.mark.parametrize("seed", range(ALONE_GAMES))
def test_twin_loses_no_follower_no_good_and_no_citizen(seed: int) -> None:
    rng, seats, options = start_of(seed)
    twin, style = Twin(seats, options), Style(rng)
    followers, goods = followers_of(twin), Counter(facts.GOODS)
    step = 0
    while twin.node:
        texts = twin.legal()
        assert texts, f"seed {seed}, step {step}: nothing to do"
        assert len(texts) == len(set(texts))
        if twin.node.weights:
            text = rng.choices(texts, twin.node.weights)[0]
        else:
            text = style.pick(twin, twin.node.seat, texts)
        twin.play(text)
        step += 1
        if step % 5 == 0 or twin.node is None:
            assert followers_of(twin) == followers, f"seed {seed}, step {step}, after {text!r}"
            assert goods_of(twin) == goods, f"seed {seed}, step {step}, after {text!r}"
            assert len(twin.citizens) + sum(p.citizens for p in twin.players) == facts.CITIZENS
            assert all(p.coins >= 0 and p.market.total() <= 10 for p in twin.players)
    assert sum(twin.win_shares()) == pytest.approx(1.0)


# ---- the twin and the compiled game -----------------------------------------------------------------


def difference(a: Any, b: Any, at: str = "") -> list[str]:
    """Places where two documents differ, with both values."""
    if isinstance(a, dict) and isinstance(b, dict):
        return [line for key in sorted(a.keys() | b.keys(), key=str)
                for line in difference(a.get(key, "(absent)"), b.get(key, "(absent)"), f"{at}.{key}")]
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [line for n, (x, y) in enumerate(zip(a, b, strict=True)) for line in difference(x, y, f"{at}[{n}]")]
    return [] if a == b else [f"{at}: compiled {a!r}, twin {b!r}"]


class Pair:
    """One game, played by both at once."""

    def __init__(self, seed: int) -> None:
        self.seed, self.step, self.done = seed, 0, [""]
        self.rng, seats, self.options = start_of(seed)
        self.style = Style(self.rng)
        self.game = games.load("orleans")
        self.state = self.game.start(seats, self.options)
        self.twin = Twin(seats, self.options)

    def agree(self, a: Any, b: Any, what: str) -> None:
        if a != b:
            lines = "\n  ".join(difference(a, b) or [f"compiled {a!r}, twin {b!r}"])
            pytest.fail(f"seed {self.seed}, step {self.step}, round {self.twin.round}: {what}\n  {lines}\n"
                        f"after {self.done[-6:]}, at {self.twin.node}, {self.twin.seats} seats, {self.options}")

    def actions(self) -> dict[str, int]:
        """The compiled game's legal actions by text, after comparing who moves and the texts."""
        who = {-1: "chance", -2: "over"}.get(self.state.current(), self.state.current())
        stage = STAGES[self.state.raw()["stage"]]
        self.agree((who, stage), (self.twin.current(), self.twin.node.stage if self.twin.node else "over"),
                   "mover")
        legal = self.state.legal()
        actions = dict(zip(self.texts(stage, legal), legal, strict=True))
        self.agree(len(legal), len(actions), "number of legal moves, and of their texts")
        if actions.keys() != set(self.twin.legal()):
            self.agree({"moves": sorted(actions.keys() - set(self.twin.legal()))},
                       {"moves": sorted(set(self.twin.legal()) - actions.keys())}, "moves only one of them has")
        if who == "chance":
            chances = dict(self.state.chances())
            compiled = {text: round(chances[action], 9) for text, action in actions.items()}
            self.agree(compiled, {text: round(p, 9) for text, p in self.twin.chances().items()}, "probabilities")
        return actions

    def texts(self, stage: str, legal: list[int]) -> list[str]:
        """Moves in the game's own words, which must be those of its README."""
        raw = self.state.raw()
        texts = [self.game.notation.action_text(self.state, action) for action in legal]
        words = [outcome_words(stage, action) if stage in CHANCE else move_words(raw, action, self.options)
                 for action in legal]
        self.agree(texts, words, "texts of the actions")
        return texts

    def same_position(self, what: str) -> None:
        node = self.twin.node
        compiled = position_words(self.state.raw(), self.twin.seats)
        compiled["actor"] = node.seat if node and compiled["stage"] in CHANCE[:4] else compiled["actor"]
        self.agree(compiled, twin_words(self.twin, node.stage if node else "over", node.seat if node else
                                        compiled["actor"]), what)

    def pick(self, texts: list[str], actions: dict[str, int]) -> str:
        """An outcome; or a move by the game's light heuristics, or in the twin's style of this game."""
        node = self.twin.node
        assert node
        if node.weights:
            return self.rng.choice(texts)
        if self.seed % 2:
            return self.style.pick(self.twin, node.seat, texts)
        weights = dict(zip(self.state.legal(), self.state.weights(), strict=True))
        return self.rng.choices(texts, [weights[actions[text]] for text in texts])[0]

    def play(self, every: int) -> None:
        """Play to the end, comparing all that is offered and every so manieth position."""
        while actions := self.actions():
            if self.step % every == 0:
                self.same_position("position")
            node = self.twin.node
            assert node
            text = self.pick(sorted(actions), actions)
            self.state.play(actions[text])
            self.twin.play(text)
            self.step += 1
            self.done.append(f"{node.seat}: {text}")
        self.same_position("final position")
        self.agree([nonzero(row) for row in self.state.sources()],
                   [nonzero(p.sources()) for p in self.twin.players], "sources")
        self.agree(self.state.points(), [p.score() for p in self.twin.players], "scores")
        self.agree(self.state.wins(), self.twin.win_shares(), "win shares")


def nonzero(row: dict[str, int]) -> dict[str, int]:
    return {name: n for name, n in row.items() if n}


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_compiled_game_and_twin_agree_action_by_action(chunk: int) -> None:
    for seed in range(chunk, PAIRED_GAMES, CHUNKS):
        Pair(seed).play(every=1 if seed % 3 == 0 else 7)
