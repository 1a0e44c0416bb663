"""A position of the fast card game of CATAN as JSON, both ways: of all cards, or as one seat sees it.

What a position may hold is judged in checks.py and checks_turn.py; what seats know of hands is written and read in
knowledge.py.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core_ext.state import State
from games import headings
from games.api import InputError, own
from games.catan_cards import knowledge
from games.catan_cards.checks import BUILT, ROW, check_box, check_room, check_table, complete
from games.catan_cards.checks_turn import check_packed, check_turn
from games.catan_cards.names import EVENTS, EXPANSIONS, KINDS, NOBODY, REASONS, STAGES, THINGS, USED
from games.catan_cards.state import CatanState
from games.fields import Field, counted, members

PLAYERS = 6             # seats the packed position has room for
MOST = 134              # resource cards of two sets
CHANCE = ("start", "setup", "event", "card")
REQUIRED = (*headings.REQUIRED, "stage", "start", "round", "turn", "destiny", "market", "discard",
            "stacks", "players")
OPTIONAL = (*headings.OPTIONAL, "pile", "trades_left", "used", "built", "doing", "winner", "view",
            *knowledge.FIELDS)
STACKS = ("road", "knight", "settlement", "expansions")         # left out of a document: what is nowhere else
PLAYER_OPTIONAL = ("gifts", "comment")
PLAYER_ROW = ("roads", "knights", "settlements", "cities", "expansions")
# `doing`: key, field of the packed position, what it is when left out.
NUMBERS = (("cards", "batch", 0), ("left", "need", 0), ("luck", "luck", 0))

Raw = dict[str, Any]


# ---- writing ---------------------------------------------------------------------------------


def position_to_json(state: State, view: int | None = None) -> dict[str, Any]:
    """The position as plain data; position_from_json gives an equal state back.

    `view`: a seat; then only what it knows is told. A position that was read from one seat's view is told from it.
    """
    mine = own(state, CatanState)
    raw = mine.raw()
    if raw["viewer"] != NOBODY:
        if view not in (None, raw["viewer"]):
            raise InputError(f"view: found {view}, but the position is known from seat {raw['viewer']}'s view only")
        view = raw["viewer"]
    if view is not None and not 0 <= view < state.seats:
        raise InputError(f"view: found {view}, expected a seat 0-{state.seats - 1}")
    stage = STAGES[raw["stage"]]
    document: dict[str, Any] = {
        **headings.heading(state, "catan_cards"),
        **({} if view is None else {"view": view}),
        "stage": stage, **_doing(raw, view),
        "start": None if raw["start"] == NOBODY else raw["start"], "round": raw["round"], "turn": raw["turn"],
        "destiny": ("white", "black")[raw["destiny"]],
        "market": counted(raw["market"], KINDS), "discard": counted(raw["discard"], KINDS),
        "pile": counted(raw["pile"], KINDS) if view is None else sum(raw["pile"]),
        "stacks": {"road": raw["roads"], "knight": raw["knights"], "settlement": raw["settlements"],
                   "events": counted(raw["events"], EVENTS), "expansions": counted(raw["expansions"], EXPANSIONS)},
        "trades_left": raw["left"], "used": members(raw["used"], USED),
        "built": members(raw["built"], THINGS[:4]) + members(raw["laid"], EXPANSIONS),
        "players": [_player(seat) for seat in raw["seat"][:state.seats]],
    }
    if stage == "over":
        document["winner"] = None if raw["winner"] == NOBODY else raw["winner"]
    if view is not None:
        for s, player in enumerate(document["players"]):
            if s != view:
                player["cards"] = sum(raw["seat"][s]["hand"])
                del player["hand"]
    if view is not None:                    # not even where the log was cut for another seat's sake
        raw = {**raw, "log": mine.log_of(view), "since": [0] * PLAYERS}
    knowledge.write(document, raw, state.seats, view)
    return document


def _doing(raw: Raw, view: int | None) -> dict[str, Any]:
    """What a decision or chance node under way needs; nothing where all is as it is at the start of a step."""
    doing: dict[str, Any] = {key: raw[field] for key, field, usual in NUMBERS if raw[field] != usual}
    stage = STAGES[raw["stage"]]
    if raw["drawn"]:
        doing["drawn"] = raw["drawn"]
    if raw["least"] and not (stage == "give" and view not in (None, raw["turn"], raw["partner"])):
        doing["from"] = KINDS[raw["least"]]
    if raw["partner"] != NOBODY:
        doing["with"] = raw["partner"]
    if stage in ("pay", "flip", "event", "robber") or (stage == "card" and REASONS[raw["coming"]] == "market"):
        doing["build"] = THINGS[raw["thing"]]
    if stage == "card":
        doing["for"] = REASONS[raw["coming"]]
        if doing["for"] == "guild":
            doing["then"] = STAGES[raw["back"]]
    if raw["actor"] != raw["turn"]:
        doing["seat"] = raw["actor"]
    if any(raw["given"]):
        doing["given"] = counted(raw["given"], KINDS)
    return {"doing": doing} if doing else {}


def _row(cards: int, sides: int) -> str:
    return "".join("B" if sides >> n & 1 else "A" for n in range(cards))


def _player(seat: Raw) -> dict[str, Any]:
    return {"hand": counted(seat["hand"], KINDS), "roads": _row(seat["roads"], seat["road_sides"]),
            "knights": _row(seat["knights"], seat["knight_sides"]), "settlements": seat["settlements"],
            "cities": seat["cities"], "expansions": members(seat["expansions"], EXPANSIONS), "gifts": seat["gift"]}


# ---- reading ---------------------------------------------------------------------------------


def position_from_json(document: Mapping[str, Any], trust: bool = False) -> State:
    """The position that a document describes. Raises InputError: place, what was found, what belongs there.

    With `trust` cards need not add up to what the box holds.
    """
    fields = Field(document, "").keys(REQUIRED, OPTIONAL)
    state = own(headings.start(fields, "catan_cards"), CatanState)
    seats = state.seats
    raw = state.raw()
    raw["log"], raw["since"] = [], [0] * PLAYERS
    view = fields["view"].integer(0, seats - 1, "a seat") if "view" in fields else None
    raw["viewer"] = NOBODY if view is None else view
    _read_table(fields, raw, seats, view)
    numbers = state.start_numbers()
    _read_turn(fields, raw, numbers, seats)
    complete(raw, numbers, seats, view, fields)
    if not trust:
        check_box(raw, numbers, seats, view, fields)
    check_table(raw, numbers, seats)
    if view is not None:
        knowledge.stand_in(fields, raw, numbers, seats, view)
    check_room(raw, seats)
    knowledge.read(fields, raw, seats, view)
    check_turn(raw, numbers, seats)
    try:
        state.load(raw)
    except ValueError as refused:
        raise InputError(f"log: {refused}") from None
    knowledge.settle(state, fields, raw, seats, view)
    check_packed(state, raw, numbers)
    if state.current_player() >= 0 and not state.legal_actions():
        fields["stage"].fail("a stage in which the seat to act can do something")
    return state


def _read_table(fields: Mapping[str, Field], raw: Raw, seats: int, view: int | None) -> None:
    """What lies on the table and in front of the seats."""
    for name in ("market", "discard"):
        raw[name] = fields[name].counts(KINDS, "one of", 63)
    if "pile" in fields:
        raw["pile"] = fields["pile"].counts(KINDS, "one of", 63) if view is None else [
            fields["pile"].integer(0, MOST, f"the number of its cards, as seat {view} sees them,")]
    stacks = fields["stacks"].keys(("events",), STACKS)
    for stack, name, most in (("road", "roads", ROW), ("knight", "knights", ROW), ("settlement", "settlements", BUILT)):
        if stack in stacks:
            raw[name] = stacks[stack].integer(0, most)
    raw["events"] = stacks["events"].counts(EVENTS, "one of", BUILT)
    if "expansions" in stacks:
        raw["expansions"] = stacks["expansions"].counts(EXPANSIONS, "one of", BUILT)
    for s, field in enumerate(fields["players"].items(length=seats, each="seat")):
        raw["seat"][s] = _read_player(field, hidden=view is not None and s != view)


def _read_player(field: Field, hidden: bool) -> Raw:
    if hidden and "hand" in field.entries():
        field.entries()["hand"].fail("the key `cards` in its place, a number: the position is as another seat sees it")
    mine = field.keys((*PLAYER_ROW, "cards" if hidden else "hand"),
                      (*PLAYER_OPTIONAL, "known") if hidden else PLAYER_OPTIONAL)
    seat: Raw = {"hand": [] if hidden else mine["hand"].counts(KINDS, "one of", 63), "cards": 0,
                 "settlements": mine["settlements"].integer(0, 60), "cities": mine["cities"].integer(0, 60),
                 "gift": mine["gifts"].integer(0, 30) if "gifts" in mine else 0}
    for name, sides in (("roads", "road_sides"), ("knights", "knight_sides")):
        row = mine[name].string()
        if len(row) > 15 or set(row) - set("AB"):
            mine[name].fail("a row of at most 15 sides such as 'ABA'")
        seat[name], seat[sides] = len(row), sum(1 << n for n, side in enumerate(row) if side == "B")
    seat["expansions"] = 0
    for item in mine["expansions"].items(most=len(EXPANSIONS)):
        bit = 1 << item.index(EXPANSIONS, "an expansion")
        if seat["expansions"] & bit:
            item.fail("each expansion once at most")
        seat["expansions"] |= bit
    return seat


def _bits(fields: Mapping[str, Field], key: str, names: Sequence[str]) -> int:
    bits = 0
    for item in fields[key].items(most=len(names)) if key in fields else []:
        bits |= 1 << item.index(names, "one of")
    return bits


def _read_turn(fields: Mapping[str, Field], raw: Raw, numbers: Raw, seats: int) -> None:
    """Where the turn stands."""
    stage = STAGES[fields["stage"].index(STAGES, "a stage")]
    raw["stage"] = STAGES.index(stage)
    if stage == "start" and fields["start"].value is None:
        raw["start"] = NOBODY
    else:
        raw["start"] = fields["start"].integer(0, seats - 1, "a seat")
    raw["round"] = fields["round"].integer(1, 60000)
    raw["turn"] = raw["actor"] = fields["turn"].integer(0, seats - 1, "a seat")
    raw["destiny"] = fields["destiny"].index(("white", "black"), "a side of the destiny card")
    if raw["destiny"] and seats == 2:
        fields["destiny"].fail("'white', as two seats do not use the destiny card")
    raw["left"] = fields["trades_left"].integer(0, 15) if "trades_left" in fields else 0
    raw["used"] = _bits(fields, "used", USED)
    built = _bits(fields, "built", THINGS)
    raw["built"], raw["laid"] = built & 15, built >> 4
    raw["winner"] = NOBODY
    if "winner" in fields and fields["winner"].value is not None:
        raw["winner"] = fields["winner"].integer(0, seats - 1, "a seat")
    _read_doing(fields, raw, seats, numbers["base_draw"] if stage == "draw" else 0)


def _read_doing(fields: Mapping[str, Field], raw: Raw, seats: int, drawn: int) -> None:
    """What is under way; `drawn`: how many cards have been drawn where the document does not say it."""
    for field in ("batch", "need", "luck", "least", "thing", "coming", "back"):
        raw[field] = 0
    raw["partner"], raw["given"], raw["drawn"] = NOBODY, [0] * 5, drawn
    if "doing" not in fields:
        return
    doing = fields["doing"].keys((), ("cards", "left", "luck", "drawn", "from", "with", "build", "for", "then", "seat",
                                      "given"))
    for key, name, usual in NUMBERS:
        raw[name] = doing[key].integer(0, 255) if key in doing else usual
    if "drawn" in doing:
        raw["drawn"] = doing["drawn"].integer(0, 255)
    if "from" in doing:
        raw["least"] = doing["from"].index(KINDS, "a resource")
    if "with" in doing:
        raw["partner"] = doing["with"].integer(0, seats - 1, "a seat")
    if "build" in doing:
        raw["thing"] = doing["build"].index(THINGS, "a thing to build")
    if "for" in doing:
        raw["coming"] = doing["for"].index(REASONS, "why a card comes")
    if "then" in doing:
        raw["back"] = STAGES.index(("trade", "build")[doing["then"].index(("trade", "build"), "a stage")])
    if "seat" in doing:
        raw["actor"] = doing["seat"].integer(0, seats - 1, "a seat")
    if "given" in doing:
        raw["given"] = doing["given"].counts(KINDS, "one of", 63)
