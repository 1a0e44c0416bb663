"""The compiled game against its twin in plain Python, action by action.

LUDOSOPH_RANDOM_GAMES says how many games are played, 500 at most.
"""
from __future__ import annotations

import os
from typing import Any

import pytest

import games

from . import twin_facts as facts
from .twin import Twin, cards_in_play
from .twin_options import pick, start_of
from .twin_table import size

GAMES = min(500, int(os.environ.get("LUDOSOPH_RANDOM_GAMES", "40")))
CHUNKS = 5
ALONE_GAMES = 20


# ---- the twin alone -------------------------------------------------------------------------------


def test_facts_add_up_to_the_box():
    assert sum(facts.RESOURCE_CARDS.values()) == 67
    assert sum(sum(cards) for cards in [*facts.BUILDING_CARDS.values(), *facts.EXPANSION_CARDS.values()]) + 4 == 42
    assert tuple(map(sum, zip(*facts.EXPANSION_CARDS.values(), strict=True))) == (5, 2, 2)
    for events in facts.EVENTS.values():
        assert tuple(map(sum, zip(*events.values(), strict=True))) == facts.BUILDING_CARDS["settlement"]


def test_twin_loses_no_card_and_comes_to_every_question():
    stages, verbs = set(), set()
    for seed in range(ALONE_GAMES):
        rng, seats, options, style = start_of(seed)
        twin = Twin(seats, options)
        step, total = 0, size(facts.resources(seats))
        while twin.current() != "over":
            texts = twin.legal()
            assert len(texts) >= (1 if twin.current() == "chance" else 2), f"seed {seed}, step {step}: {texts}"
            stage = twin.question.stage if twin.question else "over"
            assert stage == "return" or cards_in_play(twin) == total, f"seed {seed}, step {step}"
            text = pick(rng, texts, style)
            stages.add(stage)
            verbs.add(" ".join(text.split()[:2]))
            twin.play(text)
            step += 1
        assert sum(twin.win_shares()) == pytest.approx(1)
    assert stages == {"start", "setup", "trade", "discard", "take", "return", "fellow", "pick", "give", "build", "pay",
                      "flip", "event", "robber", "draw", "card"}
    assert {"guild seat", "build road", "build knight", "build settlement", "build city"} <= verbs


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
        self.seed, self.step, self.last = seed, 0, [""]
        self.rng, seats, self.options, self.style = start_of(seed)
        self.game = games.load("catan_cards")
        self.state = self.game.start(seats, self.options)
        self.twin = Twin(seats, self.options)

    def agree(self, a: Any, b: Any, what: str) -> None:
        if a != b:
            lines = "\n  ".join(difference(a, b) or [f"compiled {a!r}, twin {b!r}"])
            pytest.fail(f"seed {self.seed}, step {self.step}, {self.twin.seats} seats, {self.options}, "
                        f"after {self.last[-8:]}: {what}\n  {lines}")

    def actions(self) -> dict[str, int]:
        """The compiled game's legal actions by text, after comparing who moves, the texts and the probabilities."""
        who = {-1: "chance", -2: "over"}.get(self.state.current(), self.state.current())
        self.agree(who, self.twin.current(), "mover")
        legal = self.state.legal()
        actions = {self.game.notation.action_text(self.state, action): action for action in legal}
        self.agree(len(legal), len(actions), "number of legal moves, and of their texts")
        if actions.keys() != set(self.twin.legal()):
            self.agree({"moves": sorted(actions.keys() - set(self.twin.legal()))},
                       {"moves": sorted(set(self.twin.legal()) - actions.keys())}, "moves only one of them has")
        if who == "chance":
            chances = dict(self.state.chances())
            compiled = {text: round(chances[action], 9) for text, action in actions.items()}
            self.agree(compiled, {text: round(p, 9) for text, p in self.twin.chances().items()}, "probabilities")
        return actions

    def compiled_position(self) -> dict[str, Any]:
        """What the twin's position has too, lists that are sets in one order."""
        at = self.game.notation.position_to_json(self.state)
        at = {key: at.get(key) for key in self.twin.position()}
        if at["stage"] == "start":
            at["start"] = None
        at |= {key: sorted(at[key]) for key in ("used", "built")}
        at["players"] = [player | {"expansions": sorted(player["expansions"])} for player in at["players"]]
        return at

    def compare_positions(self, what: str) -> None:
        self.agree(self.compiled_position(), self.twin.position(), what)

    def play(self, every: int) -> None:
        """Play to the end, comparing all that is offered and every so manieth position."""
        while actions := self.actions():
            if self.step % every == 0:
                self.compare_positions("position")
                self.agree(self.state.points(), self.twin.scores(), "points")
            text = pick(self.rng, sorted(actions), self.style)
            self.state.play(actions[text])
            self.twin.play(text)
            self.step += 1
            self.last.append(text)
        self.compare_positions("final position")
        self.agree([without_zeros(row) for row in self.state.sources()],
                   [without_zeros(player.points_by_source()) for player in self.twin.players], "sources")
        self.agree(self.state.points(), self.twin.scores(), "points")
        self.agree(self.state.wins(), self.twin.win_shares(), "win shares")


def without_zeros(row: dict[str, int]) -> dict[str, int]:
    return {name: n for name, n in row.items() if n}


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_compiled_game_and_twin_agree_action_by_action(chunk):
    for seed in range(chunk, GAMES, CHUNKS):
        Pair(seed).play(every=1 if seed % 7 == 0 else 10)
