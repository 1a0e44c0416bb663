"""Which cards a seat is told of: drawn, drawn blind, given back, picked from a hand that a library opens."""
import random
from collections import defaultdict

import pytest

import games
from games.catan_cards.names import REASONS, STAGES

GAME = games.load("catan_cards")
OPTIONS = {"gifts": "0:library,1:guild"}


def watchers(options: dict[str, str]) -> dict[str, set[tuple[str, ...]]]:
    """By stage (and reason of a card), who was told, in parts of the game: `turn`, `partner`, `others`."""
    found = defaultdict(set)
    for seed in range(6):
        state, choice = GAME.start(4, {**OPTIONS, **options}), random.Random(seed)
        for _ in range(600):
            if state.is_terminal():
                break
            raw, action = state.raw(), choice.choice(state.legal_actions())
            stage = STAGES[raw["stage"]]
            if stage == "card":
                stage = f"card for {REASONS[raw['coming']]}"
            told = {s for s in range(4) if GAME.told(state, action, s) is not None}
            turn, partner = {raw["actor"] if stage == "setup" else raw["turn"]}, {raw["partner"]} & set(range(4))
            parts = {"turn": turn, "partner": partner, "others": set(range(4)) - turn - partner}
            found[stage].add(tuple(name for name, seats in parts.items() if seats and seats <= told))
            state.apply_action(action)
    return found


def test_cards_that_pass_in_secret_are_told_to_two():
    told = watchers({})
    assert told["card for draw"] == told["card for trade"] == {("turn",)}
    assert told["card for guild"] == told["card for fellow"] == {("turn", "partner")}
    assert told["give"] == told["pick"] == {("turn", "partner")}
    assert told["setup"] == {("turn",), ("turn", "others")}         # hands, and before them the market


def test_all_else_is_open():
    told = watchers({})
    for stage in ("start", "trade", "discard", "take", "return", "build", "pay", "robber", "event", "draw", "flip"):
        assert told[stage] <= {("turn", "others"), ("turn", "partner", "others")}, stage
    assert told["card for market"] <= {("turn", "others"), ("turn", "partner", "others")}


@pytest.mark.parametrize(("option", "stage"), [("given_back", "give"), ("library_look", "pick")])
def test_what_the_table_plays_openly_is_told_to_all(option, stage):
    assert watchers({option: "open"})[stage] == {("turn", "partner", "others")}
