"""Positions as a person hands them in: read from a file, and what reading does once and for all."""
import json
from types import SimpleNamespace
from typing import cast

import pytest

import cli
from core_ext.state import State
from games import positions
from games.api import InputError
from games.registry import load


def written(tmp_path, state, game):
    path = tmp_path / "position.json"
    path.write_text(json.dumps(load(game).notation.position_to_json(state)))
    return str(path)


def test_what_the_mover_knows_is_gone_through_before_a_search(tmp_path, monkeypatch):
    """The story of hidden cards takes its time once: no search by the clock is to pay for it."""
    state, step, asked = load("catan_cards").start(3), 0, []
    while state.is_chance_node() or step < 40:
        state.apply_action(state.sample_chance(1, step) if state.is_chance_node() else state.weighted_action(1, step))
        step += 1
    found = positions.read_position(path := written(tmp_path, state, "catan_cards"))
    monkeypatch.setattr("mcts.advice.recall", asked.append)
    with pytest.raises(SystemExit) as ended:
        cli.main(["suggest", path, "--simulations", "2"])
    assert ended.value.code == 0
    assert asked == [found.state]
    monkeypatch.undo()
    before = found.state.to_bytes()
    positions.recall(found.state)
    assert found.state.to_bytes() == before


@pytest.mark.parametrize(("hides", "who"), ((False, 0), (True, -1), (True, -2)))
def test_without_secrets_or_a_seat_to_act_nothing_is_recalled(hides, who):
    """What stands in for the state has no copy to redeal."""
    positions.recall(cast(State, SimpleNamespace(hides=hides, current_player=lambda: who)))


def test_a_record_is_no_position_and_says_what_takes_it():
    with pytest.raises(InputError, match="game.jsonl: found the record of a game, .*ludosoph review takes records"):
        positions.read_position("examples/burgundy-game.jsonl")
