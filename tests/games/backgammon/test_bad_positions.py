"""Positions that are none of backgammon are refused in a line or two that name place, found and expected."""
import copy
import json
import random
from typing import Any

import pytest

from games.api import InputError

from .positions import GAME, do, document, of

READ, WRITE = GAME.notation.position_from_json, GAME.notation.position_to_json
PLAY = document({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}, dice=(6, 1))
OPENING = WRITE(GAME.start())
OVER = WRITE(do(of({1: 1}, {1: 15}, dice=(2, 1)), "1/off"))


def changed(at: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return {**copy.deepcopy(at), **keys}


def with_players(first: dict[str, Any], second: dict[str, Any], at: dict[str, Any] = PLAY) -> dict[str, Any]:
    return changed(at, players=[first, second])


HOME = {"points": {"6": 5, "8": 3, "13": 5, "24": 2}}
BAD = {
    "no document": ([], "document: found an empty list, expected an object"),
    "format": (changed(PLAY, format="x"), "format: found 'x'"),
    "game": (changed(PLAY, game="chess"), "game: found 'chess', expected 'backgammon'"),
    "version": (changed(PLAY, version=99), "version: found 99"),
    "seats": (changed(PLAY, seats=3), "seats: found 3"),
    "unknown key": (changed(PLAY, cube=2), "unknown key 'cube'"),
    "option": (changed(PLAY, options={"scoring": "money"}), "options.scoring: found 'money'"),
    "no option": (changed(PLAY, options={"cube": "yes"}), "unknown key 'cube'"),
    "stage": (changed(PLAY, stage="rolling"), "stage: found 'rolling'"),
    "seat": (changed(PLAY, seat=2), "seat: found 2"),
    "seat of nobody": (changed(PLAY, seat=None), "seat: found null"),
    "seat in the opening": (changed(OPENING, seat=0), "seat: found 0, expected null"),
    "no dice": (changed(PLAY, dice=[]), "dice: found an empty list"),
    "three dice": (changed(PLAY, dice=[1, 2, 3]), "dice: found a list of 3"),
    "face 7": (changed(PLAY, dice=[7, 1]), r"dice\[0\]: found 7"),
    "face true": (changed(PLAY, dice=[True, 1]), r"dice\[0\]: found true"),
    "dice at a roll": (changed(PLAY, stage="roll"), "dice: found a list of 2, expected a list of 0"),
    "one player": (changed(PLAY, players=[HOME]), "players: found a list of 1"),
    "sixteen": (with_players({**HOME, "bar": 1}, HOME), r"players\[0\]: found 16 checkers"),
    "fourteen": (with_players(HOME, {"points": {"6": 14}}), r"players\[1\]: found 14 checkers"),
    "point 25": (with_players({"points": {"25": 15}}, HOME), "found the point '25'"),
    "point 06": (with_players({"points": {"06": 15}}, HOME), "found the point '06'"),
    "minus one": (with_players({"points": {"6": 16, "5": -1}}, HOME), r"players\[0\]\.points\.6: found 16"),
    "half": (with_players({"points": {"6": 14.5, "5": 0.5}}, HOME), r"players\[0\]\.points\.6: found 14\.5"),
    "both on a point": (with_players({"points": {"6": 5, "8": 3, "13": 5, "19": 2}}, HOME),
                        r"players\[1\]\.points\.6: found 5 checkers where seat 0 has 2 \(its point 19\)"),
    "won already": (with_players({"points": {}, "off": 15}, HOME), r"players\[0\]\.off: found 15, expected at most 14"),
    "not won": (changed(OVER, seat=1), r"players\[0\]\.off: found 15, expected at most 14 at stage over"),
    "turns": (with_players({**HOME, "turns": 4}, {**HOME, "turns": 2}), r"players\[0\]\.turns: found 4"),
    "turns at a roll": (changed(PLAY, stage="roll", dice=[], players=[{**HOME, "turns": 2}, {**HOME, "turns": 1}]),
                        r"players\[0\]\.turns: found 2"),
    "turns begun in the opening": (changed(OPENING, players=[{**HOME, "turns": 1}, HOME]), "turns begun at stage open"),
    "another opening": (changed(OPENING, players=[HOME, {"points": {"6": 15}}]), "other places than those of"),
    "first turn elsewhere": (with_players({**HOME, "turns": 1}, {"points": {"6": 15}, "turns": 0}),
                             "other places than those of the start"),
    "first turn with a double": (changed(PLAY, dice=[2, 2], players=[{**HOME, "turns": 1}, {**HOME, "turns": 0}]),
                                 "dice: found 2 twice"),
    "cannot move": (document({25: 1, 6: 14}, {p: 2 for p in range(1, 7)} | {8: 3}, dice=(6, 1)),
                    "dice: found 6 and 1, with which seat 0 cannot move; expected stage 'roll' of seat 1"),
    "played a word": (changed(PLAY, played=["roll"]), r"played\[0\]: found 'roll', expected a checker move"),
    "played upwards": (changed(PLAY, played=["6/8"]), r"played\[0\]: found '6/8'"),
    "played from nowhere": (changed(PLAY, played=["24/18"]), r"played\[0\]: found '24/18', but no checker"),
    "played another die": (changed(PLAY, played=["13/8"]), r"played\[0\]: found '13/8', expected a move of this roll"),
    "played a hit of nobody": (changed(PLAY, played=["13/8*"]), "no checker of seat 1 is on the bar"),
    "played to the end": (changed(PLAY, dice=[5, 2], played=["13/8", "8/6"]), "complete the turn"),
    "played at a roll": (changed(PLAY, stage="roll", dice=[], played=["24/18"]), "played: found a list of 1"),
    "played too often": (changed(PLAY, played=["24/23"] * 4), "played: found a list of 4"),
    "played a hit on our own point": (
        document({18: 2, 6: 13}, {25: 1, 1: 14}, dice=(6, 1), played=["24/18*"]), "played: taken back"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_position_is_refused_by_its_place(name):
    bad, message = BAD[name]
    with pytest.raises(InputError, match=message) as refused:
        READ(bad)
    assert len(str(refused.value).splitlines()) <= 2


def test_the_good_ones_they_were_made_from_are_read():
    for good in (PLAY, OPENING, OVER):
        assert WRITE(READ(good)) == {**WRITE(READ(good)), **{k: v for k, v in good.items() if k not in ("players",)}}


def nodes(at: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of a document."""
    keys = at.items() if isinstance(at, dict) else enumerate(at) if isinstance(at, list) else ()
    return [place, *(p for key, below in keys for p in nodes(below, (*place, key)))]


def test_any_damage_is_refused_or_read_but_never_an_error_of_another_kind():
    rng = random.Random(1)
    wrong = [None, True, -1, 0, 3, 1.5, 10**40, "", "x", [], {}, [1], {"24": 1}, "24/18", "\x00"]
    messages = []
    for _ in range(4000):
        document_ = copy.deepcopy(rng.choice((PLAY, OPENING, OVER)))
        place = rng.choice(nodes(document_)[1:])
        at: Any = document_
        for key in place[:-1]:
            at = at[key]
        if rng.random() < 0.3:
            del at[place[-1]]
        else:
            at[place[-1]] = rng.choice(wrong)
        try:
            state = READ(json.loads(json.dumps(document_)))
        except InputError as error:
            messages.append(str(error))
        else:
            assert state.is_terminal() or state.legal_actions()
            assert READ(WRITE(state)) == state
    assert len(messages) > 3000
    assert all(1 <= len(message.splitlines()) <= 2 for message in messages)
