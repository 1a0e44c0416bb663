"""Positions against the box: what does not add up is refused with the difference, and taken on trust."""
import random

import pytest
from hypothesis import given

from games.catan_cards import notation
from games.catan_cards.names import EVENTS, EXPANSIONS, KINDS, STAGES
from games.checking import Miscount
from tests.games import spoiling
from tests.games.catan_cards.positions import GAME
from tests.games.catan_cards.test_bad_positions import END, FULL, VIEW
from tests.games.catan_cards.twin_options import some_options
from tests.games.spoiling import GONE, edited

PLAIN = {key: value for key, value in FULL.items() if key not in ("known", "memory", "log")}       # nobody has counted
MISCOUNTS = [       # position, changes, words of the message
    (PLAIN, [("pile", {})], ["pile: found 8 lumber cards in all, 3 too few; expected 11: so many are in the box"]),
    (PLAIN, [("players.0.hand.ore", 3)], ["pile: found 17 ore cards in all, 1 too many; expected 16",
                                          "7 in discard, 3 with players[0]"]),
    (PLAIN, [("market", {})], ["cards in all", "too few"]),
    (PLAIN, [("stacks.road", 3)], ["stacks.road: found 12 cards in all, 3 too many",
                                   "expected 9: so many are in the box with 4 seats (3 in the stack, 9 in rows)"]),
    (PLAIN, [("players.0.knights", "")], ["stacks.knight: found", "too few; expected 5"]),
    (PLAIN, [("players.0.expansions", [*EXPANSIONS])], ["too many; expected 15", "cities under expansions"]),
    (PLAIN, [("stacks.expansions", {})], ["stacks.expansions.library: found", "1 too few; expected 1"]),
    (VIEW, [("market.brick", 5)], ["market: found 12 brick cards in sight, 1 too many; expected at most 11"]),
    (VIEW, [("pile", VIEW["pile"] + 1)], ["pile: found 68 resource cards in all, 1 too many; expected 67"]),
    (END, [("stacks.events", {"market": 3})], ["stacks.events.market: found 3 events, 1 too many; expected at most 2"]),
]


@pytest.mark.parametrize(("document", "changes", "words"), MISCOUNTS)
def test_what_does_not_add_up_is_refused_with_the_difference_and_taken_on_trust(document, changes, words):
    document = edited(document, ("options", {**document["options"], "cap": "60"}), *changes)
    message = spoiling.miscount(notation, document)
    for word in words:
        assert word in message


@pytest.mark.parametrize("document", [FULL, VIEW, END])
def test_stacks_left_out_are_what_is_nowhere_else(document):
    whole = notation.position_from_json(document)
    for keys in (["pile"], ["stacks.road", "stacks.knight", "stacks.settlement", "stacks.expansions"]):
        assert notation.position_from_json(edited(document, *((key, GONE) for key in keys))) == whole


def test_every_position_of_a_game_adds_up_and_no_card_is_missed():
    rng = random.Random(3)
    for number in range(10):
        seats = 2 + number % 5
        state = GAME.start(seats, {**some_options(rng, seats), "cap": "60"})
        for step in range(400):
            if state.is_terminal():
                break
            if step % 41 == number:
                document = notation.position_to_json(state)
                assert notation.position_from_json(document) == state
                notation.position_from_json(notation.position_to_json(state, step % seats))
                key, kind = rng.choice(["market", "discard", "pile"]), rng.choice(KINDS)
                with pytest.raises(Miscount, match=f"{kind} cards in all, 1 too many"):
                    notation.position_from_json(edited(document, (f"{key}.{kind}", document[key].get(kind, 0) + 1)))
            action = state.keyed_chance(number) if state.is_chance_node() else rng.choice(state.legal_actions())
            state.apply_action(action)


WORDS = [*KINDS, *EXPANSIONS, *EVENTS, *STAGES, "AB", "white"]


@spoiling.tried(150)
@given(spoiling.spoilt([edited(d, ("options", {**d["options"], "cap": "40"})) for d in (FULL, VIEW, END)], WORDS,
                       {"stage": STAGES}))
def test_a_changed_position_taken_on_trust_can_be_played(document):
    spoiling.refused_or_played(notation, document, trust=True)
