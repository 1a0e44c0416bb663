"""A position of Pig as JSON, both ways; what no play can reach is refused."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core_ext.state import State
from games import headings
from games.api import InputError, own
from games.fields import Field
from games.pig.state import PigState

REQUIRED = (*headings.REQUIRED, "banked", "turn", "pot")
OPTIONAL = (*headings.OPTIONAL, "rolling", "rolls", "round", "moves")
MOST = 5                # seats


def position_to_json(state: State) -> dict[str, Any]:
    """The position as plain data, ready for json.dumps; position_from_json gives an equal state back."""
    raw = own(state, PigState).raw()
    return {
        **headings.heading(state, "pig"),
        "banked": raw["banked"][:state.seats],
        "turn": raw["turn"],
        "pot": raw["pot"],
        "rolling": bool(raw["rolling"]),
        "rolls": raw["rolls"],
        "round": raw["round"],
        "moves": raw["moves"],
    }


def position_from_json(document: Any, trust: bool = False) -> State:
    """The state that a document describes; without `rolling`, `rolls`, `round` or `moves` each is the least that fits.

    Raises InputError, and nothing else, for any JSON value that is no position the rules can reach: the message names
    the place in the document, what was found there and what was expected.
    """
    fields = Field(document, "").keys(REQUIRED, OPTIONAL)
    state = own(headings.start(fields, "pig"), PigState)
    numbers, raw = state.numbers(), state.raw()
    raw["turn"] = fields["turn"].integer(0, state.seats - 1, "a seat")
    raw["rolling"] = int("rolling" in fields and fields["rolling"].boolean())
    banked = _read_banked(fields["banked"], state.seats, numbers, raw["turn"])
    raw["banked"] = banked + [0] * (MOST - state.seats)
    won = max(banked) >= numbers["goal"]
    _read_pot(fields, raw, numbers, won)
    _read_course(fields, raw, banked, numbers)
    raw["over"] = int(won or raw["moves"] >= numbers["cap"])
    state.load(raw)
    return state


def _fewest(points: int, faces: int) -> int:
    """Fewest rolls without a 1 that make so many points; -1 where none do (1 point, an odd number with a coin)."""
    rolls = -(-points // faces)
    return rolls if 2 * rolls <= points else -1


def _read_banked(field: Field, seats: int, numbers: Mapping[str, int], turn: int) -> list[int]:
    """Points by seat; only the seat whose turn has just ended can have the goal."""
    banked = []
    last = (turn - 1) % seats
    for seat, entry in enumerate(field.items(length=seats)):
        points = entry.integer(0, numbers["goal"] + numbers["faces"] - 1, "points")
        if _fewest(points, numbers["faces"]) < 0:
            entry.fail("a sum of faces that are not 1")
        if points >= numbers["goal"] and seat != last:
            entry.fail(f"fewer than the goal, {numbers['goal']}: seat {last} had the last turn")
        banked.append(points)
    return banked


def _read_pot(fields: Mapping[str, Field], raw: dict[str, Any], numbers: Mapping[str, int], won: bool) -> None:
    """Points and rolls of this turn."""
    before, faces = raw["banked"][raw["turn"]], numbers["faces"]
    most = 0 if won else numbers["goal"] - 1 - before + (0 if raw["rolling"] else faces)
    if won and raw["rolling"]:
        fields["rolling"].fail("false: the game is won")
    raw["pot"] = fields["pot"].integer(0, most, "points")
    least = _fewest(raw["pot"], faces)
    if least < 0:
        fields["pot"].fail("a sum of faces that are not 1")
    raw["rolls"] = fields["rolls"].integer(least, raw["pot"] // 2, "rolls") if "rolls" in fields else least


def _read_course(fields: Mapping[str, Field], raw: dict[str, Any], banked: list[int],
                 numbers: Mapping[str, int]) -> None:
    """How far the game has come: turns had, choices made."""
    seats, turn = len(banked), raw["turn"]
    first = int(any(banked[turn:]))                 # a seat that has banked has had a turn
    raw["round"] = fields["round"].integer(first, numbers["cap"], "turns") if "round" in fields else first
    ended = raw["round"] * seats + turn
    here = raw["rolls"] + raw["rolling"]
    least = ended + here + sum(_fewest(points, numbers["faces"]) for points in banked)
    most = numbers["cap"] if ended else here
    if least > most:
        raise InputError(f"moves: found at least {least} choices in this position, expected at most {most}")
    raw["moves"] = fields["moves"].integer(least, most, "choices") if "moves" in fields else least
