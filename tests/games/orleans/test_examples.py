"""The example positions: one from each third of a game, as the program writes them, and good to play on from."""
from __future__ import annotations

import json
from math import comb
from pathlib import Path
from typing import Any

import pytest

import games
from core_ext.state import State
from games.orleans.notation import legal_texts, position_from_json, position_to_json
from games.orleans.tables import PROFESSIONS
from tests.schemas import validator

ROOT = Path(__file__).parents[3]
NAMES = ("opening", "midgame", "endgame")
THIRD = {"opening": range(1, 7), "midgame": range(7, 13), "endgame": range(13, 19)}
SEATS = {"opening": 2, "midgame": 4, "endgame": 3}


def example(name: str) -> dict[str, Any]:
    return json.loads((ROOT / "examples" / f"orleans-{name}.json").read_text(encoding="utf-8"))


def state_of(name: str) -> State:
    return position_from_json(example(name))


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_as_the_program_writes_it(name):
    document = example(name)
    written = position_to_json(position_from_json(document))
    assert list(document) == [*list(written)[:5], "comment", *list(written)[5:]]
    del document["comment"]
    assert document == written
    validator("orleans-position").validate(document)


@pytest.mark.parametrize("name", NAMES)
def test_an_example_asks_for_a_choice_in_its_third_of_the_game(name):
    document, state = example(name), state_of(name)
    assert document["round"] in THIRD[name]
    assert document["seats"] == SEATS[name]
    assert state.current_player() == document["actor"]
    assert len(legal_texts(state)) >= 8


@pytest.mark.parametrize("name", NAMES)
def test_an_example_can_be_played_to_its_end(name):
    state = state_of(name)
    while not state.is_terminal():
        state.apply_action(
            state.keyed_chance(3) if state.is_chance_node() else state.weighted_action(3, len(state.legal_actions()))
        )
    assert all(points > 0 for points in state.scores())


# ---- what the next draw may bring ------------------------------------------------------------


@pytest.mark.parametrize("name", ["opening", "midgame", "endgame"])
def test_the_belief_is_the_hypergeometric_law(name):
    """The chance of one or more of a profession is one less the chance that all draws miss it."""
    game, state = games.load("orleans"), state_of(name)
    told = 0
    for seat in range(state.seats):
        found = game.hidden.belief(state, seat)
        if not found:
            continue
        told += 1
        bag, draws = found["bag"], found["draws"]
        assert 0 < draws <= bag
        for who, chances in found["professions"].items():
            assert who in PROFESSIONS
            assert chances == sorted(chances, reverse=True)
            of = expected_number(chances) * bag / draws         # how many of them the bag holds
            assert of == pytest.approx(round(of), abs=0.01)
            assert chances[0] == pytest.approx(1 - comb(bag - round(of), draws) / comb(bag, draws), abs=1e-4)
        assert sum(round(expected_number(c) * bag / draws) for c in found["professions"].values()) == bag
        assert all(0 < chance <= 1 for chance in found["places"].values())
    assert told > 0


def expected_number(chances: list[float]) -> float:
    """The mean of a count from its chances to be at least 1, 2, ..."""
    return sum(chances)
