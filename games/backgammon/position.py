"""A position of backgammon as JSON, both ways, and what it must fulfil.

A turn that is half played is written as the roll, the moves made so far and the board after them. It is read by taking
the moves back and playing them again, so that nothing is accepted that the rules could not have brought about. Each
check raises InputError: place, what was found, what was expected.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core_ext.state import State
from games import headings
from games.api import InputError, own
from games.backgammon.names import BAR, OFF, OPENING, OVER, PLAY, ROLL, STAGE_NAMES, code, move_text, would_hit
from games.backgammon.state import BackgammonState
from games.backgammon.tables import CHECKERS
from games.fields import Field, shown

POINTS = [str(point) for point in range(24, 0, -1)]
MANY_TURNS = 1_000_000

REQUIRED = (*headings.REQUIRED, "stage", "players")
OPTIONAL = (*headings.OPTIONAL, "seat", "dice", "played")
PLAYER_REQUIRED = ("points",)
PLAYER_OPTIONAL = ("bar", "off", "turns")

Raw = dict[str, Any]


# ---- writing ---------------------------------------------------------------------------------


def stage(state: State) -> str:
    """The stage, by its name."""
    return STAGE_NAMES[own(state, BackgammonState).raw()["stage"]]


def position_to_json(state: State) -> dict[str, Any]:
    """The position as plain data, ready for json.dumps; position_from_json gives an equal state back."""
    raw = own(state, BackgammonState).raw()
    return {
        **headings.heading(state, "backgammon"),
        "stage": STAGE_NAMES[raw["stage"]],
        "seat": None if raw["stage"] == OPENING else raw["seat"],
        "dice": [face for face in raw["dice"] if face],
        "played": [move_text(place, raw["dice"][die], hit) for place, die, hit in raw["played"]],
        "players": [
            {
                "points": {str(p): row[p] for p in range(24, 0, -1) if row[p]},
                "bar": row[BAR],
                "off": row[OFF],
                "turns": turns,
            }
            for row, turns in zip(raw["count"], raw["turns"], strict=True)
        ],
    }


# ---- reading ---------------------------------------------------------------------------------


def position_from_json(document: Any, trust: bool = False) -> State:
    """The state that a document describes.

    Raises InputError, and nothing else, for any JSON value that describes no position of the game: the message names
    the place in the document, what was found there and what was expected.
    """
    fields = Field(document, "").keys(REQUIRED, OPTIONAL)
    state = own(headings.start(fields, "backgammon"), BackgammonState)
    raw = state.raw()
    raw["stage"] = fields["stage"].index(STAGE_NAMES, "a stage")
    raw["seat"] = _seat(fields, raw["stage"])
    raw["dice"] = _dice(fields, raw["stage"])
    turns = 0 if raw["stage"] == OPENING else 1            # where the document does not say: not the first turn
    for seat, field in enumerate(fields["players"].items(length=2)):
        raw["count"][seat], raw["turns"][seat] = _player(field, turns)
    played = _played(fields, raw["stage"])
    check_board(raw, state.start_count())
    check_course(raw)
    _load(state, raw, played)
    return state


def _seat(fields: Mapping[str, Field], stage: int) -> int:
    if stage == OPENING:
        if "seat" in fields and fields["seat"].value is not None:
            fields["seat"].fail("null at stage opening, as the dice decide who starts")
        return 0
    if "seat" not in fields:
        raise InputError(f"document: the key 'seat' is missing, expected it at stage {STAGE_NAMES[stage]}")
    return fields["seat"].integer(0, 1, "a seat")


def _dice(fields: Mapping[str, Field], stage: int) -> list[int]:
    """The faces rolled, larger first; two zeros where none lie on the table."""
    faces = fields["dice"].items(length=2 if stage == PLAY else 0) if "dice" in fields else []
    if stage == PLAY and not faces:
        raise InputError("document: the key 'dice' is missing, expected the two faces rolled at stage play")
    return sorted((face.integer(1, 6, "a face") for face in faces), reverse=True) or [0, 0]


def _player(field: Field, turns: int) -> tuple[list[int], int]:
    """Checkers of a seat by place, and the turns it has begun."""
    fields = field.keys(PLAYER_REQUIRED, PLAYER_OPTIONAL)
    row = [0] * 26
    for name, checkers in fields["points"].entries().items():
        if name not in POINTS:
            raise InputError(f"{fields['points'].place}: found the point {shown(name)}, expected '24' to '1'")
        row[int(name)] = checkers.integer(0, CHECKERS, "a number of checkers")
    for key, place in (("bar", BAR), ("off", OFF)):
        if key in fields:
            row[place] = fields[key].integer(0, CHECKERS, "a number of checkers")
    if "turns" in fields:
        turns = fields["turns"].integer(0, MANY_TURNS, "the number of turns begun,")
    if sum(row) != CHECKERS:
        off = f"{abs(sum(row) - CHECKERS)} too {'many' if sum(row) > CHECKERS else 'few'}"
        raise InputError(f"{field.place}: found {sum(row)} checkers on points, bar and off, {off}; expected {CHECKERS}")
    return row, turns


def _played(fields: Mapping[str, Field], stage: int) -> list[Field]:
    played = fields["played"].items(most=3) if "played" in fields else []
    if played and stage != PLAY:
        fields["played"].fail(f"an empty list at stage {STAGE_NAMES[stage]}")
    return played


def _load(state: BackgammonState, raw: Raw, played: Sequence[Field]) -> None:
    """Set the state; at stage play by taking back what was played and playing it again."""
    before = {**raw, "count": [list(row) for row in raw["count"]]}
    texts = [field.string().replace(" ", "").lower() for field in played]
    for field, text in zip(reversed(played), reversed(texts), strict=True):
        _take_back(before["count"], raw["seat"], field, text)
    if played:
        try:
            check_board(before, state.start_count())
        except InputError as error:
            raise InputError(f"played: taken back, these moves leave no board of the game: {error}") from None
    check_first_turn(before, state.start_count())
    state.load(before)
    if raw["stage"] != PLAY:
        return
    for field, text in zip(played, texts, strict=True):
        _play_again(state, field, text)
    now = state.raw()
    if now["stage"] == PLAY and now["left"] == 0:
        raise InputError(f"dice: found {raw['dice'][0]} and {raw['dice'][1]}, with which seat {raw['seat']} cannot "
                         f"move; expected stage 'roll' of seat {1 - raw['seat']}")
    if now["stage"] != PLAY:
        raise InputError(f"played: found {len(played)} moves, which complete the turn; expected stage 'roll' of seat "
                         f"{1 - raw['seat']}")


def _take_back(count: list[list[int]], seat: int, field: Field, text: str) -> None:
    """Undo one move on the board."""
    left, _, target = text.removesuffix("*").partition("/")
    places = {**{point: int(point) for point in POINTS}, "bar": BAR, "off": OFF}
    if left not in places or target not in places or places[left] <= places[target] or text == "bar/off":
        field.fail("a checker move such as '24/18', 'bar/20*' or '6/off'")
    from_, to = places[left], places[target]
    if count[seat][to] == 0:
        raise InputError(f"{field.place}: found '{text}', but no checker of seat {seat} stands on {target}; expected "
                         "the board after the moves played")
    count[seat][to] -= 1
    count[seat][from_] += 1
    if text.endswith("*"):
        if to == OFF or count[1 - seat][BAR] == 0:
            raise InputError(f"{field.place}: found '{text}', but no checker of seat {1 - seat} is on the bar; "
                             "expected the one hit there")
        count[1 - seat][BAR] -= 1
        count[1 - seat][BAR - to] += 1


def _play_again(state: BackgammonState, field: Field, text: str) -> None:
    raw = state.raw()
    legal = {}
    for action in state.legal_actions() if state.current_player() == raw["seat"] else []:
        place, face = action & 31, action >> 5
        legal[move_text(place, face, would_hit(raw["count"], raw["seat"], place, face))] = code(place, face)
    if text not in legal:
        offered = ", ".join(list(legal)[:6]) or "none"
        field.fail(f"a move of this roll in the order in which moves are offered: {offered}")
    state.apply_action(legal[text])




# ---- checks --------------------------------------------------------------------------------------


def check_board(raw: Raw, start: Sequence[int]) -> None:
    """Where checkers may stand together, and how many are off at each stage."""
    first, second = raw["count"]
    for point in range(1, 25):
        if first[point] and second[BAR - point]:
            raise InputError(f"players[1].points.{BAR - point}: found {second[BAR - point]} checkers where seat 0 has "
                             f"{first[point]} (its point {point}), expected one seat's only")
    if first[BAR] and second[BAR] and _closed(first) and _closed(second):
        raise InputError("players: found both seats on the bar before six points held against each, which no game "
                         "comes to and none leaves; expected one that can move")
    stage, seat = raw["stage"], raw["seat"]
    if stage == OPENING and (list(first) != list(start) or list(second) != list(start)):
        raise InputError("players: found other places than those of the start at stage opening, expected 24: 2, 13: 5, "
                         "8: 3, 6: 5")
    for owner, row in enumerate(raw["count"]):
        finished = stage == OVER and owner == seat
        if finished != (row[OFF] == 15):
            expected = "15, as it has won" if finished else f"at most 14 at stage {STAGE_NAMES[stage]}"
            raise InputError(f"players[{owner}].off: found {row[OFF]}, expected {expected}")


def _closed(row: Sequence[int]) -> bool:
    """All six points of a home board are held."""
    return all(row[point] >= 2 for point in range(1, 7))


def check_course(raw: Raw) -> None:
    """The seats take their turns one after the other."""
    stage, seat = raw["stage"], raw["seat"]
    mine, theirs = raw["turns"][seat], raw["turns"][1 - seat]
    if stage == OPENING:
        if mine or theirs:
            raise InputError(f"players: found {mine} and {theirs} turns begun at stage opening, expected 0")
        return
    fits = theirs - mine in (0, 1) and theirs > 0 if stage == ROLL else mine - theirs in (0, 1) and mine > 0
    if not fits:
        usual = f"as many as seat {1 - seat}, or one {'less' if stage == ROLL else 'more'}"
        raise InputError(f"players[{seat}].turns: found {mine} where seat {1 - seat} has {theirs}, expected {usual} at "
                         f"stage {STAGE_NAMES[stage]}, and 1 or more")


def check_first_turn(raw: Raw, start: Sequence[int]) -> None:
    """The first turn of a game is played with two different dice from the starting places; `raw` is its beginning."""
    if raw["stage"] != PLAY or sum(raw["turns"]) != 1:
        return
    if raw["dice"][0] == raw["dice"][1]:
        raise InputError(f"dice: found {raw['dice'][0]} twice in the first turn of the game, expected two different "
                         "faces")
    if any(list(row) != list(start) for row in raw["count"]):
        raise InputError("players: found other places than those of the start in the first turn of the game; expected "
                         "those, or turns 1 and 1")
