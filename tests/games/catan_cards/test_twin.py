"""The compiled game against its twin in plain Python, action by action.

LUDOSOPH_TWIN_GAMES says how many games are played, 500 at most.
"""
from __future__ import annotations

from typing import Any

import pytest

from ..twins import Pair, paired_games
from . import twin_facts as facts
from .twin import Twin, cards_in_play
from .twin_options import pick, start_of
from .twin_table import size

GAMES = paired_games(40, most=500)
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
        while twin.current_player() != "over":
            texts = twin.legal_actions()
            assert len(texts) >= (1 if twin.current_player() == "chance" else 2), f"seed {seed}, step {step}: {texts}"
            stage = twin.question.stage if twin.question else "over"
            assert stage == "return" or cards_in_play(twin) == total, f"seed {seed}, step {step}"
            text = pick(rng, texts, style)
            stages.add(stage)
            verbs.add(" ".join(text.split()[:2]))
            twin.apply_action(text)
            step += 1
        assert sum(twin.win_shares()) == pytest.approx(1)
    assert stages == {"start", "setup", "trade", "discard", "take", "return", "fellow", "pick", "give", "build", "pay",
                      "flip", "event", "robber", "draw", "card"}
    assert {"guild seat", "build road", "build knight", "build settlement", "build city"} <= verbs


# ---- the twin and the compiled game -----------------------------------------------------------------


class CardsPair(Pair):
    name = "catan_cards"

    def __init__(self, seed: int) -> None:
        self.rng, seats, options, self.style = start_of(seed)
        super().__init__(seed, seats, options)
        self.twin = Twin(seats, options)

    def compiled_position(self) -> dict[str, Any]:
        """What the twin's position has too, lists that are sets in one order."""
        at = self.game.notation.position_to_json(self.state)
        at = {key: at.get(key) for key in self.twin.position()}
        if at["stage"] == "start":
            at["start"] = None
        at |= {key: sorted(at[key]) for key in ("used", "built")}
        at["players"] = [player | {"expansions": sorted(player["expansions"])} for player in at["players"]]
        return at

    def same_position(self, what: str) -> None:
        self.agree(self.compiled_position(), self.twin.position(), what)
        self.agree(self.state.scores(), self.twin.scores(), "points")

    def pick(self, texts: list[str], actions: dict[str, int]) -> str:
        return pick(self.rng, texts, self.style)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_compiled_game_and_twin_agree_action_by_action(chunk):
    for seed in range(chunk, GAMES, CHUNKS):
        CardsPair(seed).apply_action(every=1 if seed % 7 == 0 else 10)
