"""A position of The Castles of Burgundy as JSON, both ways. What a position may hold is judged in checks.py."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core_ext.state import State
from games import headings
from games.api import InputError, own
from games.burgundy.box import MOST, check_box, check_room, complete
from games.burgundy.checks import Position, check_course, check_parts
from games.burgundy.names import (
    COLOUR_NAMES,
    GOODS_NAMES,
    HEX_NAMES,
    PHASE_NAMES,
    SOURCE_NAMES,
    STAGE_NAMES,
    TILE_NAMES,
)
from games.burgundy.state import BurgundyState
from games.fields import Field, counted, members, nearest, shown

MANY = 1_000            # largest count of silver, workers or points of one source; a real game stays below 300
SOME_TILES = "a tile such as 'ship', 'cow 3' or 'knowledge 12'"
NO_CASTLE = 255         # `castle` of a seat that has not chosen yet

REQUIRED = (
    *headings.REQUIRED, "phase", "round", "stage", "order", "turn", "actor", "white", "depots",
    "black", "coming", "track", "bonuses", "players",
)
SUPPLIES = ("supply", "dark", "goods_supply")       # left out of a document: what is nowhere else
OPTIONAL = (*headings.OPTIONAL, *SUPPLIES, "cursor", "bought", "taking", "allowed", "cleared")
PLAYER_REQUIRED = ("board", "castle", "duchy", "storage", "silver", "workers", "goods", "dice")
PLAYER_OPTIONAL = ("sold", "large", "small", "points")

Raw = dict[str, Any]


def order(state: State) -> list[int] | None:
    """Seats in the play order of the round under way; None until the start seat is drawn."""
    mine = own(state, BurgundyState)
    return _order(mine.raw(), mine.seats) or None


# ---- writing ---------------------------------------------------------------------------------


def same(state: State) -> bytes:
    """Equal for positions that differ in the order of stored tiles alone."""
    return own(state, BurgundyState).sorted_stores()


def position_to_json(state: State) -> dict[str, Any]:
    """The position as plain data, ready for json.dumps; position_from_json gives an equal state back."""
    raw = own(state, BurgundyState).raw()
    return {
        **headings.heading(state, "burgundy"),
        "phase": PHASE_NAMES[raw["phase"]],
        "round": raw["round"] + 1,
        "stage": STAGE_NAMES[raw["stage"]],
        "order": _order(raw, state.seats),
        "turn": raw["turn"],
        "actor": raw["actor"],
        "cursor": raw["cursor"],
        "white": raw["white"],
        "depots": {str(d + 1): _depot(raw, d) for d in range(6)},
        "black": [TILE_NAMES[tile] or None for tile in raw["black"]],
        "coming": [GOODS_NAMES[goods - 1] if goods else None for goods in raw["coming"]],
        "supply": counted(raw["supply"], TILE_NAMES),
        "dark": counted(raw["dark"], TILE_NAMES),
        "goods_supply": counted(raw["goods_supply"], GOODS_NAMES),
        "track": _track(raw, state.seats),
        "bonuses": {"large": members(raw["large"], COLOUR_NAMES), "small": members(raw["small"], COLOUR_NAMES)},
        "bought": bool(raw["bought"]),
        "taking": _taking(raw),
        "allowed": members(raw["allowed"], _allowed_names(STAGE_NAMES[raw["stage"]])),
        "cleared": [d + 1 for d in range(6) if raw["cleared"] >> d & 1],
        "players": [_player(seat) for seat in raw["seat"][:state.seats]],
    }


def _allowed_names(stage: str) -> list[str]:
    """What the `allowed` mask counts: goods colours while a ship is loaded, else colours of tiles."""
    return GOODS_NAMES if stage == "ship-colour" else COLOUR_NAMES


def _depot(raw: Raw, depot: int) -> dict[str, Any]:
    return {
        "tiles": [TILE_NAMES[tile] or None for tile in raw["depot"][4 * depot:4 * depot + 4]],
        "goods": counted(raw["goods"][6 * depot:6 * depot + 6], GOODS_NAMES),
    }


def _order(raw: Raw, seats: int) -> list[int]:
    """The play order; empty while no start seat is known."""
    order = list(raw["order"][:seats])
    return order if sorted(order) == list(range(seats)) else []


def _track(raw: Raw, seats: int) -> list[list[int]]:
    """Seats on each space of the turn-order track, bottom to top; all empty while no start seat is known."""
    spaces: list[list[int]] = []
    for space in range(7):
        here = [seat for seat in range(seats) if raw["track"][seat] == space]
        here.sort(key=lambda seat: raw["height"][seat])
        if [raw["height"][seat] for seat in here] != list(range(len(here))):
            return [[] for _ in range(7)]
        spaces.append(here)
    return spaces


def _taking(raw: Raw) -> str | None:
    taking = raw["taking"]
    if not taking:
        return None
    if taking > 24:
        return f"black: {TILE_NAMES[raw['black'][taking - 25]]}"
    return f"{(taking - 1) // 4 + 1}: {TILE_NAMES[raw['depot'][taking - 1]]}"


def _player(seat: Raw) -> dict[str, Any]:
    return {
        "board": seat["board"] or None,
        "castle": None if seat["castle"] == NO_CASTLE else HEX_NAMES[seat["castle"]],
        "duchy": {HEX_NAMES[at]: TILE_NAMES[tile] for at, tile in enumerate(seat["tiles"]) if tile},
        "storage": [TILE_NAMES[tile] for tile in seat["storage"] if tile],
        "silver": seat["silver"],
        "workers": seat["workers"],
        "goods": counted(seat["goods"], GOODS_NAMES),
        "sold": counted(seat["sold"], GOODS_NAMES),
        "dice": [face for face in seat["dice"] if face],
        "large": members(seat["large"], COLOUR_NAMES),
        "small": members(seat["small"], COLOUR_NAMES),
        "points": counted(seat["sources"], SOURCE_NAMES),
    }


# ---- reading ---------------------------------------------------------------------------------


def position_from_json(document: Any, trust: bool = False) -> State:
    """The state that a document describes.

    Raises InputError, and nothing else, for any JSON value that describes no position the rules can reach: the message
    names the place in the document, what was found there and what was expected. With `trust` tiles and goods need not
    add up to what the box holds.
    """
    fields = Field(document, "").keys(REQUIRED, OPTIONAL)
    state = own(headings.start(fields, "burgundy"), BurgundyState)
    raw = state.raw()
    _read_time(fields, raw, state.seats)
    _read_market(fields, raw)
    _read_order(fields, raw, state.seats)
    for seat, field in enumerate(fields["players"].items(length=state.seats, each="seat")):
        _read_player(field, raw["seat"][seat])
    _read_step(fields, raw)
    position = Position(raw, state.seats, state.options, state.rules_table())
    check_course(position)
    check_parts(position)
    complete(position, set(SUPPLIES) - set(fields))
    check_room(position)
    if not trust:
        check_box(position)
    state.load(raw)
    if not state.is_terminal() and not state.legal_actions():
        stage = STAGE_NAMES[raw["stage"]]
        raise InputError(f"stage: found '{stage}', but nothing can happen there; expected a stage that fits the rest")
    return state


def _read_time(fields: Mapping[str, Field], raw: Raw, seats: int) -> None:
    raw["phase"] = fields["phase"].index(PHASE_NAMES, "a phase")
    raw["round"] = fields["round"].integer(1, 5, "a round") - 1
    raw["stage"] = fields["stage"].index(STAGE_NAMES, f"a stage: {', '.join(STAGE_NAMES)}")
    raw["turn"] = fields["turn"].integer(0, seats - 1, "a place in the order, counted from 0:")
    raw["actor"] = fields["actor"].integer(0, seats - 1, "a seat")
    raw["cursor"] = fields["cursor"].integer(0, 23) if "cursor" in fields else 0
    raw["white"] = fields["white"].integer(0, 6, "a face, or 0 before the roll:")
    raw["bought"] = int(fields["bought"].boolean()) if "bought" in fields else 0


def _read_market(fields: Mapping[str, Field], raw: Raw) -> None:
    """What all seats share: depots, supplies, goods of this phase, colour bonuses still to be had."""
    depots = fields["depots"].keys(("1", "2", "3", "4", "5", "6"))
    for depot in range(6):
        parts = depots[str(depot + 1)].keys(("tiles",), ("goods",))
        for n, field in enumerate(parts["tiles"].items(length=4, each="space")):
            raw["depot"][4 * depot + n] = _tile_or_none(field)
        goods = parts["goods"].counts(GOODS_NAMES, "a goods colour") if "goods" in parts else [0] * 6
        raw["goods"][6 * depot:6 * depot + 6] = goods
    raw["black"] = [_tile_or_none(field) for field in fields["black"].items(length=8, each="space, used or not")]
    raw["coming"] = [
        0 if field.value is None else 1 + field.index(GOODS_NAMES, "null or a goods colour")
        for field in fields["coming"].items(length=5, each="round")
    ]
    for name, kinds, what in (("supply", TILE_NAMES, SOME_TILES), ("dark", TILE_NAMES, SOME_TILES),
                              ("goods_supply", GOODS_NAMES, "a goods colour")):
        if name in fields:
            raw[name] = fields[name].counts(kinds, what, MOST)
    bonuses = fields["bonuses"].keys(("large", "small"))
    raw["large"] = bonuses["large"].members(COLOUR_NAMES, "a colour")
    raw["small"] = bonuses["small"].members(COLOUR_NAMES, "a colour")


def _tile(field: Field) -> int:
    if not isinstance(field.value, str) or not field.value or field.value not in TILE_NAMES:
        field.fail(SOME_TILES, nearest(field.value, TILE_NAMES[1:]))
    return TILE_NAMES.index(field.value)


def _tile_or_none(field: Field) -> int:
    return 0 if field.value is None else _tile(field)


def _read_order(fields: Mapping[str, Field], raw: Raw, seats: int) -> None:
    """Play order and turn-order track. Both are empty before the start seat is known."""
    undecided = STAGE_NAMES[raw["stage"]] in ("start-goods", "start-seat")
    order = [entry.integer(0, seats - 1, "a seat") for entry in fields["order"].items(most=seats)]
    stacks = [[entry.integer(0, seats - 1, "a seat") for entry in space.items(most=seats)]
              for space in fields["track"].items(length=7, each="space")]
    if sorted(order) == list(range(seats)):
        raw["order"][:seats] = order
    elif order or not undecided:
        raise InputError(f"order: found {order}, expected each of the seats 0 to {seats - 1} once")
    standing = [seat for stack in stacks for seat in stack]
    if sorted(standing) == list(range(seats)):
        for space, stack in enumerate(stacks):
            for height, seat in enumerate(stack):
                raw["track"][seat], raw["height"][seat] = space, height
    elif standing or not undecided:
        raise InputError(f"track: found the seats {standing}, expected each of the seats 0 to {seats - 1} once")


def _read_player(field: Field, seat: Raw) -> None:
    parts = field.keys(PLAYER_REQUIRED, PLAYER_OPTIONAL)
    empty: dict[str, int] = {}
    seat["board"] = 0 if parts["board"].value is None else parts["board"].integer(1, 9, "null or a board")
    castle = parts["castle"]
    seat["castle"] = NO_CASTLE if castle.value is None else castle.index(HEX_NAMES, "null or a hex from a1 to g4")
    seat["tiles"] = [0] * len(HEX_NAMES)
    duchy = parts["duchy"].entries()
    if len(duchy) > len(HEX_NAMES):
        raise InputError(f"{parts['duchy'].place}: found {len(duchy)} tiles, expected at most one on each of 37 hexes")
    for key, entry in duchy.items():
        seat["tiles"][parts["duchy"].key_index(key, HEX_NAMES, "a hex from a1 to g4")] = _tile(entry)
    stored = [_tile(entry) for entry in parts["storage"].items(most=3)]
    seat["storage"] = stored + [0] * (3 - len(stored))
    seat["silver"] = parts["silver"].integer(0, MANY)
    seat["workers"] = parts["workers"].integer(0, MANY)
    seat["goods"] = parts["goods"].counts(GOODS_NAMES, "a goods colour")
    seat["sold"] = parts.get("sold", Field(empty, "")).counts(GOODS_NAMES, "a goods colour")
    dice = sorted(entry.integer(1, 6, "a face of the die") for entry in parts["dice"].items(most=2))
    seat["dice"] = dice + [0] * (2 - len(dice))
    seat["large"] = parts.get("large", Field([], "")).members(COLOUR_NAMES, "a colour")
    seat["small"] = parts.get("small", Field([], "")).members(COLOUR_NAMES, "a colour")
    points = parts.get("points", Field(empty, "")).counts(SOURCE_NAMES, "a source of points", MANY)
    seat["sources"] = points + [0] * (len(seat["sources"]) - len(points))


def _read_step(fields: Mapping[str, Field], raw: Raw) -> None:
    """What a decision in the middle of an action still needs to know."""
    names = _allowed_names(STAGE_NAMES[raw["stage"]])
    raw["allowed"] = fields.get("allowed", Field([], "")).members(names, "a colour")
    raw["cleared"] = 0
    for entry in fields.get("cleared", Field([], "")).items(most=6):
        raw["cleared"] |= 1 << entry.integer(1, 6, "a depot") - 1
    raw["taking"] = 0
    if "taking" in fields and fields["taking"].value is not None:
        raw["taking"] = _read_taking(fields["taking"], raw)


def _read_taking(field: Field, raw: Raw) -> int:
    """The space of a tile on its way to a full storage: the lowest one with that tile in that depot."""
    depot, _, name = field.string().partition(": ")
    if depot not in ("black", "1", "2", "3", "4", "5", "6") or name not in TILE_NAMES[1:]:
        field.fail("null, or a depot and its tile such as '3: ship' or 'black: mine'")
    tile = TILE_NAMES.index(name)
    first = 0 if depot == "black" else 4 * (int(depot) - 1)
    spaces = raw["black"] if depot == "black" else raw["depot"][first:first + 4]
    if tile not in spaces:
        raise InputError(f"taking: found {shown(field.value)}, expected a tile that lies in that depot")
    return (25 if depot == "black" else 1 + first) + spaces.index(tile)
