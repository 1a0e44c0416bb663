"""Good positions of 504 changed anywhere, at random: each is refused in words, or can be played to its end."""
import random

import pytest
from hypothesis import given

from games.world504 import names, notation, tables
from games.world504.notation import position_to_json
from games.world504.position import PHASE_NAMES
from games.world504.setup import new_state
from tests.games import spoiling

STARTS = [("867", 2), ("586", 3), ("352", 3), ("683", 2), ("275", 4), ("267", 3)]


def moments(world, seats, seed=5):
    """Positions of a random game of at most four rounds, from its opening to its end."""
    state, choice, found = new_state(seats, {"world": world, "max_rounds": "4"}), random.Random(seed), []
    while not state.is_terminal():
        found.append(state.copy())
        state.apply_action(state.keyed_chance(seed) if state.is_chance_node() else choice.choice(state.legal_actions()))
    return [position_to_json(found[len(found) * part // 7]) for part in range(1, 7)] + [position_to_json(state)]


GOOD = [document for world, seats in STARTS for document in moments(world, seats)]
WORDS = [*tables.KINDS, *tables.GOODS, *tables.PRIVILEGES[::5], *names.STAGE_NAMES, "city 1", "city 4", "0,0", "1,-2",
         "resident", "target", "source", "last", "trolley", "active", "neutral_roads", "turn"]
MOMENTS = {"stage": names.STAGE_NAMES, "phase": PHASE_NAMES}


@pytest.mark.parametrize("value", [*spoiling.NO_POSITIONS, "main", [GOOD[0]]])
def test_other_json_values_are_refused(value):
    spoiling.refusal(notation, value)


def test_values_nested_without_end_are_refused():
    spoiling.nested_without_end(notation, GOOD[1], "stage")


@spoiling.tried(500)
@given(spoiling.spoilt(GOOD, WORDS, MOMENTS))
def test_a_changed_position_is_refused_in_words_or_can_be_played(document):
    spoiling.refused_or_played(notation, document)


@spoiling.tried(150)
@given(spoiling.spoilt(GOOD, WORDS, MOMENTS))
def test_a_changed_position_taken_on_trust_can_be_played(document):
    spoiling.refused_or_played(notation, document, trust=True)


@spoiling.tried(200)
@given(spoiling.documents(WORDS, list(GOOD[0])))
def test_any_json_value_is_refused_in_words(value):
    spoiling.refusal(notation, value)
