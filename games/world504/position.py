"""A position of 504 as JSON, both ways. Tiles: land.py; owners: seats.py; what is under way: turns.py.

Fields at rest are left out. What a position may hold is judged in checks.py, whether it adds up in box.py.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core_ext.state import State
from games import headings
from games.api import own
from games.fields import Field, counted
from games.packed import enum
from games.world504.box import check_box, complete
from games.world504.checks import Position, check, check_choice
from games.world504.checks_shares import check_shares
from games.world504.forms import Place, keys_of, read_lines, write_lines
from games.world504.holdings import read_people, write_people
from games.world504.land import read_tiles, write_tiles
from games.world504.names import NOBODY, STAGE_NAMES, board_of, owner_word, read_owner, seat_acts
from games.world504.state import World504State
from games.world504.tables import GOODS
from games.world504.turns import MATTERS, TURN

PHASE_NAMES = enum("world504", "Phase")
MOST_ROUNDS = 200
REQUIRED = (*headings.REQUIRED, "round", "phase", "stage", "actor", "tiles", "players")
OPTIONAL = (*headings.OPTIONAL, *keys_of(MATTERS), "companies", "goods", "turn")

Raw = dict[str, Any]


# ---- writing ---------------------------------------------------------------------------------


def position_to_json(state: State) -> dict[str, Any]:
    """The position as plain data, money open (G28), for json.dumps; position_from_json gives an equal state back."""
    mine = own(state, World504State)
    raw, rules = mine.raw(), mine.rules_in_force()
    place = Place(raw, board_of(raw), mine.seats, rules)
    turn = write_lines(TURN, raw["turn"], place)
    return {
        **headings.heading(state, "world504"),
        "round": raw["round"],
        "phase": PHASE_NAMES[rules["phases"][raw["phase"]]],
        "stage": STAGE_NAMES[raw["stage"]],
        "actor": raw["actor"] if seat_acts(raw, rules) else owner_word(rules, raw["actor"]),
        **write_lines(MATTERS, raw, place),
        "goods": counted(raw["supply"], GOODS),
        "tiles": write_tiles(raw, rules),
        **({"turn": turn} if turn else {}),
        **write_people(place),
    }


# ---- reading ---------------------------------------------------------------------------------


def position_from_json(document: Any, trust: bool = False) -> State:
    """The state that a document describes.

    Raises InputError, and nothing else, for any JSON value that describes no position the rules can reach: the message
    names the place in the document, what was found there and what was expected. With `trust` pieces, goods and cards
    need not add up to what the box holds.
    """
    fields = Field(document, "").keys(REQUIRED, OPTIONAL)
    state = own(headings.start(fields, "world504"), World504State)
    rules = state.rules_in_force()
    position = Position(state.raw(), state.seats, state.options, rules)
    raw = position.raw
    _read_time(fields, position)
    read_tiles(fields["tiles"], raw, rules)
    place = Place(raw, board_of(raw), state.seats, rules)
    read_lines(MATTERS, fields, raw, place)
    turn = fields["turn"].keys((), keys_of(TURN)) if "turn" in fields else {}
    read_lines(TURN, turn, raw["turn"], place)
    raw["turn"]["sales"] = sum(map(bool, raw["turn"]["sale"]))
    missing = read_people(fields, place)
    read_founded(raw, rules)
    if "goods" in fields:
        raw["supply"] = fields["goods"].counts(GOODS, "a good")
    complete(position, missing, goods_too="goods" not in fields)
    check(position)
    check_shares(position)
    if not trust:
        check_box(position)
    state.load(raw)
    check_choice(position, state)
    return state


def _read_time(fields: Mapping[str, Field], p: Position) -> None:
    """The round, the phase, the stage, and who acts."""
    p.raw["round"] = fields["round"].integer(0, MOST_ROUNDS, "a round, or 0 before the first:")
    phases = [PHASE_NAMES[phase] for phase in p.rules["phases"]]
    here = [phase for phase in phases if phase != "end-of-table"]
    if fields["phase"].value not in here:
        fields["phase"].fail(f"a phase of this world: {', '.join(here)}")
    p.raw["phase"] = phases.index(fields["phase"].value)
    p.raw["stage"] = fields["stage"].index(STAGE_NAMES, "the stage of a game")
    p.raw["actor"] = (fields["actor"].integer(0, p.seats - 1, "a seat") if seat_acts(p.raw, p.rules)
                      else read_owner(fields["actor"], p.rules))


def read_founded(raw: Raw, rules: Mapping[str, Any]) -> None:
    """How many owners are founded: companies with a president, elsewhere all."""
    if rules["companies"]:
        raw["founded"] = sum(agent != NOBODY for agent in raw["agent"])
