"""Turns that cannot be, in positions whose cards add up: the compiled rules check nothing, so none may reach them."""
from __future__ import annotations

from typing import Any

import pytest

from games.api import InputError

from .positions import GAME, document, seat

WELL_OFF = {"brick": 1, "lumber": 1, "ore": 2, "wool": 3, "grain": 1}


def at(stage: str, *seats: dict[str, Any], doing: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A document at a stage, with what is under way there."""
    own = {name: more.pop(name) for name in ("trades_left", "winner") if name in more}
    found = document(*(seats or (seat(WELL_OFF), seat({"ore": 2, "wool": 2}))), stage=stage, **more)
    return found | ({"doing": doing} if doing else {}) | own


BAD = [
    # what is under way (rules 17 to 21)
    ("R17 more cards than trades", at("card", doing={"for": "trade", "cards": 15, "left": 15}),
     "trades_left: .*at most 1"),
    ("R15 more trades than A roads", at("trade", trades=5), "trades_left: found 5, expected at most 1"),
    ("R15 two trades without a road", at("trade", seat(roads=""), trades=2), "trades_left: .*no road"),
    ("R14 trades after the step of trading", at("build", trades=1), "trades_left: found 1, expected 0"),
    ("R18 a card of a trade that is not in the hand", at("take", seat(), doing={"cards": 1, "left": 2}), "doing.cards"),
    ("R18 cards came that nobody holds", at("take", seat(roads="ABA"), doing={"cards": 2, "left": 1}), "doing.left"),
    ("R15 the market without a road", at("take", seat(WELL_OFF, roads=""), doing={"cards": 1, "left": 1}),
     "roads: found none"),
    ("R18 too many given back", at("return", doing={"cards": 1, "left": 1, "given": {"ore": 1}}), "doing.given"),
    ("R21 a hand opened without a library", at("fellow", doing={"cards": 1, "left": 1, "with": 1}), "no library"),
    ("R21 a pick before the hand is open",
     at("pick", seat(WELL_OFF, expansions=["library"]), seat({"ore": 2}), doing={"cards": 1, "left": 1, "with": 1}),
     "used"),
    ("R15 a blind card without a road",
     at("card", seat(roads=""), seat({"ore": 2}), doing={"for": "fellow", "cards": 1, "left": 1, "with": 1}), "roads"),
    ("cards of a trade where there is none", at("build", doing={"cards": 2}), "doing.cards: .*none at stage 'build'"),
    ("a reason without a card", at("build", doing={"for": "draw"}), "doing.for"),
    # what is built, and what that causes (rules 22 to 29)
    ("R29 a road that nobody can lose", at("pay", seat(WELL_OFF, roads="ABABA"), seat(roads=""),
                                           doing={"build": "road"}), "doing.build"),
    ("R27 a city without a settlement", at("pay", seat({"ore": 3, "grain": 2}, settlements=0), doing={"build": "city"}),
     "doing.build"),
    ("R28 an expansion without a city", at("pay", doing={"build": "church"}), "doing.build"),
    ("R28 a second library", at("pay", seat(WELL_OFF, cities=1, expansions=["library"]), doing={"build": "library"}),
     "doing.build"),
    ("R24 a road twice", at("pay", built=["road"], doing={"build": "road"}), "doing.build"),
    ("R25 the card flipped after a road", at("flip", players=3, built=["road"], doing={"build": "road"}),
     "doing.build"),
    ("R12 the card flipped by two", at("flip", built=["settlement"], doing={"build": "settlement"}), "two seats"),
    ("R27 an event without a city", at("event", seat(cities=1, settlements=0), backs={"robber": 5, "market": 2},
                                     doing={"build": "city"}), "built: found no city"),
    ("R27 a robber for seven cards", at("robber", seat({"ore": 7}, cities=1), built=["city"],
                                        doing={"build": "city", "left": 1}), "doing.left.*beyond 7"),
    ("U3 no card to come to the market", at("card", seat(cities=1), built=["city"], doing={
        "for": "market", "build": "city", "left": 0}), "doing.left.*missing from a market of 5"),
    ("R28 two expansions in a turn", at("build", seat(expansions=["church", "hall"]), built=["church", "hall"]),
     "one a turn"),
    ("R24 what was built is not there", at("build", built=["knight"]), "built: found knight"),
    ("R14 built before the step of building", at("trade", built=["road"]), "built: found road"),
    ("R31 a guild used that nobody has", at("build", used=["guild"]), "used: found guild"),
    # the end of a turn, and of the game (rules 32 to 34)
    ("R32 a draw for no knight", at("draw"), "no knight"),
    ("R32 nine cards drawn", at("draw", seat(knights="A"), doing={"drawn": 9}),
     "doing.drawn: found 9, expected 2"),
    ("R32 a third card on its way", at("card", doing={"for": "draw", "drawn": 2}), "doing.drawn: .*fewer than 2"),
    ("R34 a winner of one point", at("over", winner=0), "winner: found seat 0 with 1 points, expected one with 10"),
    ("R34 nobody wins in round 1", at("over", winner=None), "winner: found none"),
    ("R34 a game that goes on", at("trade", seat(gifts=11)), "stage: found 'trade', expected 'over'"),
    ("U9 a round after the last", at("trade", round=300), "round: found 300, expected at most 200"),
]


@pytest.mark.parametrize(("what", "bad", "words"), BAD, ids=[b[0] for b in BAD])
def test_a_turn_that_cannot_be_is_refused_even_on_trust(what, bad, words):
    with pytest.raises(InputError, match=words) as refused:
        GAME.notation.position_from_json(bad, trust=True)
    assert 1 <= len(str(refused.value).splitlines()) <= 2
    assert len(str(refused.value)) < 300
