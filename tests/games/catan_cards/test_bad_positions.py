"""Positions that cannot be: each is refused in a line or two that names the place."""
from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import games
from games.api import InputError

GAME = games.load("catan_cards")
EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples"
FULL = json.loads((EXAMPLES / "catan-cards-midgame.json").read_text("utf-8"))
VIEW = json.loads((EXAMPLES / "catan-cards-view.json").read_text("utf-8"))
END = json.loads((EXAMPLES / "catan-cards-endgame.json").read_text("utf-8"))
Document = dict[str, Any]


def put(*path: Any) -> Callable[[Document], None]:
    """Set the field at a path; the last of `path` is the value."""
    def change(document: Document) -> None:
        place = document
        for key in path[:-2]:
            place = place[key]
        place[path[-2]] = path[-1]
    return change


def drop(*path: Any) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        place = document
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]
    return change


def more(*path: Any) -> Callable[[Document], None]:
    """One more of what is counted there."""
    def change(document: Document) -> None:
        place = document
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = place.get(path[-1], 0) + 1
    return change


BAD: list[tuple[str, Document, Callable[[Document], None], str]] = [
    ("a 68th card", FULL, more("players", 0, "hand", "ore"), "pile: found 17 ore cards in all, 1 too many"),
    ("a card too many on the market", FULL, more("market", "brick"), "found 12 brick cards.*expected 11.*5 in market"),
    ("an unknown expansion", FULL, put("players", 0, "expansions", ["cathedral"]),
     r"expansions\[0\].*'cathedral'.*library"),
    ("an expansion twice", FULL, put("players", 0, "expansions", ["hall", "hall"]), "once"),
    ("a resource that is none", FULL, put("market", {"gold": 1}), "market.*'gold'.*brick"),
    ("a road too many", FULL, more("stacks", "road"), r"stacks\.road.*expected 9"),
    ("a knight too many", FULL, more("stacks", "knight"), r"stacks\.knight.*expected 5"),
    ("a settlement too many", FULL, more("stacks", "settlement"), r"stacks\.settlement.*expected 15"),
    ("an event too many", FULL, more("stacks", "events", "robber"), r"stacks\.events"),
    ("sides out of turn", FULL, put("players", 0, "roads", "BA"), r"roads"),
    ("sides that are none", FULL, put("players", 0, "roads", "AXA"), r"players\[0\]\.roads.*ABA"),
    ("an unknown stage", FULL, put("stage", "trading"), "stage.*'trading'.*trade"),
    ("a turn of nobody", FULL, put("turn", 4), "turn.*0 to 3"),
    ("no market", FULL, drop("market"), "'market' is missing"),
    ("an unknown key", FULL, put("markets", {}), "markets.*market"),
    ("another version", FULL, put("version", 99), "version"),
    ("seven seats", FULL, put("seats", 7), "seats"),
    ("an unknown option", FULL, put("options", {"caps": "1"}), "options.*caps"),
    ("a value that an option has not", FULL, put("options", {"guild": "always"}), "options.guild"),
    ("the black side with two", END, put("destiny", "black"), "destiny"),
    ("true for a number", FULL, put("round", True), "round"),
    ("a partner at no trade", FULL, put("doing", {"with": 1}), r"doing\.with"),
    ("a trade with nobody", FULL, put("stage", "pick"), r"doing\.with"),
    ("a choice of no cards", FULL, put("stage", "discard"), r"doing\.left"),
    ("another actor", FULL, put("doing", {"seat": (FULL["turn"] + 1) % 4}), r"doing\.seat"),
    ("known cards that are not there", END, put("known", [{"1": {"grain": 1}}, {}]), r"known\[0\]\.1.*seat 1"),
    ("known cards of oneself", END, put("known", [{"0": {"ore": 1}}, {}]), r"known\[0\]"),
    ("known cards of one seat only", END, put("known", [{}]), "known"),
    ("more known than held", VIEW, put("players", (VIEW["view"] + 1) % 3, "known", {"wool": 9}), "known"),
    ("known beyond the box", VIEW, put("players", (VIEW["view"] + 1) % 3, "known", {"lumber": 5}), "lumber|known"),
    ("a pile that does not fit", VIEW, more("pile"), r"pile: found 68.*expected 67"),
    ("a hand too large for the rest", VIEW, put("players", (VIEW["view"] + 1) % 3, "cards", 30), "pile"),
    ("a hidden hand shown", VIEW, put("players", (VIEW["view"] + 1) % 3, "hand", {}),
     r"players\[1\]\.hand: found an empty object, expected the key `cards`"),
    ("the own hand hidden", VIEW, drop("players", VIEW["view"], "hand"), "'hand' is missing"),
    ("a pile of cards in a view", VIEW, put("pile", {"ore": 1}), "pile"),
    ("a view from nowhere", VIEW, put("view", 3), "view"),
    ("a log of nonsense", FULL, put("log", ["steal 1 2"]), r"log\[0\].*shuffle"),
    ("a log of seats that are not there", FULL, put("log", ["move 1 9 ore"]), r"log\[0\]"),
    ("a memory without its cards", FULL,
     lambda d: d.update(log=["draw 1 ore"], memory=[{"from": 0}, {}, {}, {}]), "unseen"),
    ("a log that leads elsewhere", FULL,
     lambda d: d.update(log=["draw 1 ore"], memory=[{"from": 0, "unseen": {"ore": 3}}, {}, {}, {}]), "memory"),
]


@pytest.mark.parametrize(("what", "document", "change", "words"), BAD, ids=[b[0] for b in BAD])
def test_a_position_that_cannot_be_is_refused(what, document, change, words):
    bad = copy.deepcopy(document)
    change(bad)
    with pytest.raises(InputError, match=words) as refused:
        GAME.notation.position_from_json(bad)
    assert 1 <= len(str(refused.value).splitlines()) <= 2
    assert len(str(refused.value)) < 500


@pytest.mark.parametrize(("options", "words"), [
    ({"gifts": "0:cathedral"}, "gifts.*cathedral.*library"), ({"gifts": "7:ore 1"}, "gifts.*seat 0-1"),
    ({"gifts": "0:ore 17"}, "ore"), ({"gifts": "0:guild"}, "guild is given 1 times.*0"),
    ({"gifts": "0:hall,0:hall"}, "twice"),
    ({"gifts": "0:ore -1"}, "gifts"), ({"without": "city"}, "without.*city"), ({"cap": "0"}, "cap"),
    ({"start": "2"}, "start"), ({"margin_weight": "2"}, "margin_weight"), ({"rules": "/no/such/file"}, "rules"),
    ({"gifts": "0:church", "without": "church"}, "church"),
])
def test_an_option_that_cannot_be_is_refused(options, words):
    with pytest.raises(InputError, match=words):
        GAME.start(2, options)


def test_option_rules_changes_printed_numbers():
    numbers = GAME.start(2, {"rules": '{"goal": 12, "points": {"hall": 5}}'}).start_numbers()
    assert (numbers["goal"], numbers["points"][-1]) == (12, 5)


@pytest.mark.parametrize("text", ['{"goal": 0}', '{"gaol": 12}', '{"cost": {"road": {"brick": 9}}}',
                                  '{"symbols": {"road": [1, 1]}}', '{"symbols": {"road": [1, 0, 0]}}',
                                  '{"symbols": {"robber": [1, 1, 1]}}', '{"goal": ', '{"goal": true}'])
def test_option_rules_that_cannot_be_is_refused(text):
    with pytest.raises(InputError, match="option rules: ") as refused:
        GAME.start(2, {"rules": text})
    assert len(str(refused.value).splitlines()) <= 2
