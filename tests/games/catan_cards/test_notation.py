"""Moves and positions of the fast card game as text: what is written is read back, in whatever spelling people use."""
from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

import games
from games.api import InputError
from tests.whole import mostly_whole

GAME = games.load("catan_cards")
ROOT = Path(__file__).parent.parent.parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("catan-cards-*.json"))
SCHEMA = json.loads((ROOT / "docs" / "schemas" / "catan_cards-position.schema.json").read_text("utf-8"))


def example(name: str):
    return json.loads((ROOT / "examples" / f"catan-cards-{name}.json").read_text("utf-8"))


def played(seats: int, seed: int, choose: str = "weighted_action"):
    """Every position of a game, each with the number of the step."""
    state, step = GAME.start(seats), 0
    while not state.is_terminal():
        yield step, state
        step += 1
        state.apply_action(
            state.sample_chance(seed, step) if state.is_chance_node() else getattr(state, choose)(seed, step)
        )
    yield step, state


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_examples_are_read_and_follow_the_schema(path):
    document = json.loads(path.read_text("utf-8"))
    jsonschema.validate(document, SCHEMA)
    state = GAME.notation.position_from_json(document)
    assert GAME.notation.position_to_json(state) == document
    assert state.current_player() >= 0


def test_there_is_an_example_of_each_sort():
    assert {p.stem for p in EXAMPLES} >= {"catan-cards-midgame", "catan-cards-view", "catan-cards-endgame"}


@pytest.mark.parametrize("seats", mostly_whole((2, 3, 4, 5, 6), (2, 3).__contains__))
def test_a_view_is_read_back_equal_and_deals_the_same(seats):
    """One seat's view tells what it knows and no more: the state read from it has the same key and document."""
    for step, state in played(seats, seed=40 + seats):
        late = seats > 4 and step > 450         # a view that is read goes through its whole log: a second or more
        if (step % 41 == 0 and not late) or state.is_terminal():
            seat = step % seats
            document = GAME.notation.position_to_json(state, view=seat)
            jsonschema.validate(document, SCHEMA)
            again = GAME.notation.position_from_json(json.loads(json.dumps(document)))
            assert GAME.notation.position_to_json(again) == document
            assert GAME.notation.position_from_json(document) == again
            assert again.information_state_key(seat) == state.information_state_key(seat)
            if state.current_player() == seat:
                assert again.legal_actions() == state.legal_actions()


def test_a_view_hides_what_the_seat_does_not_know():
    for step, state in played(3, seed=5):
        if step % 17 == 0 and not state.is_terminal():
            other = state.copy()
            other.resample(1, step)
            write = GAME.notation.position_to_json
            assert write(other, view=1) == write(state, view=1)
            assert "hand" not in write(state, view=1)["players"][0]


def test_a_position_known_from_one_view_has_no_other():
    state = GAME.notation.position_from_json(example("view"))
    view = example("view")["view"]
    with pytest.raises(InputError, match="view"):
        GAME.notation.position_to_json(state, view=(view + 1) % state.seats)


def test_payments_are_read_in_any_order_and_spelling():
    document = example("endgame")
    document.update(stage="build", trades_left=0)
    state = GAME.notation.position_from_json(document)
    parse = GAME.notation.parse_action
    state.apply_action(parse(state, "Build  HALL"))
    assert state.is_terminal()
    assert state.win_shares() == [1.0, 0.0]


def test_the_end_game_has_one_winning_build():
    state = GAME.notation.position_from_json(example("endgame"))
    assert [round(n) for n in state.scores()] == [8, 8]
    state.apply_action(GAME.notation.parse_action(state, "stop trading"))
    winning = []
    for action in state.legal_actions():
        after = state.copy()
        after.apply_action(action)
        if after.is_terminal():
            winning.append(GAME.notation.action_text(state, action))
    assert winning == ["build hall"]


@pytest.mark.parametrize("text", ["build cathedral", "trade 9 with pile", "trade 1 with seat 7", "pay 1 ore",
                                  "discard gold"])
def test_a_move_that_cannot_be_is_refused_with_others_to_try(text):
    state = GAME.notation.position_from_json(example("midgame"))
    with pytest.raises(InputError, match=r"not possible here; (did you mean|expected one of)"):
        GAME.notation.parse_action(state, text)


def test_an_expansion_is_acquired_by_building_it():
    taken = set()
    for _, state in played(4, seed=9):
        if state.current_player() >= 0:
            for action in state.legal_actions():
                text = GAME.notation.action_text(state, action)
                expansion = text[6:] if text[6:] in GAME.balance.items["expansions"].items else None
                assert GAME.balance.takes(state, action) == expansion
                taken.add(GAME.balance.takes(state, action))
    assert len(taken) > 2
