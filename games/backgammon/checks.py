"""What a position of backgammon must fulfil. Each check raises InputError: place, what was found, what was expected."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.api import InputError
from games.backgammon.names import BAR, OFF, OPENING, OVER, PLAY, ROLL, STAGE_NAMES

Raw = dict[str, Any]


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
