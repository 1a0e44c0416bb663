"""A position of Orléans as JSON, both ways; the players: seats.py. What a position may hold is judged in checks.py."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core_ext.state import State
from games import headings
from games.api import own
from games.fields import Field, counted, members
from games.orleans.box import check_box, complete
from games.orleans.checks import Position, check, check_choice
from games.orleans.names import CITIZEN_NAMES, ROUTE_NAMES, STAGE_NAMES, item_names, send_names
from games.orleans.seats import read_player, read_space, space_word, write_player
from games.orleans.state import OrleansState
from games.orleans.tables import DEEDS, EVENTS, GOODS, KINDS, PILES, PROFESSIONS, ROUTES, TILES

MOST = 200              # of one kind of part anywhere
REQUIRED = (
    *headings.REQUIRED, "round", "phase", "stage", "event", "start", "actor", "hourglass", "citizens", "routes",
    "deeds", "players",
)
SUPPLIES = ("supply", "goods_market", "technology", "tiles")       # left out of a document: what is nowhere else
OPTIONAL = (*headings.OPTIONAL, *SUPPLIES, "passed", "doing", "out_of_game")
# `doing`: what an action, a series of draws or a payment under way needs
NUMBERS = ("draws", "debt")
DOING = (*NUMBERS, "route", "after", "hand", "drawn")

SPACE_STAGES = ("take-back", "plan", "bath-put", "technology")      # where `after` is a space

Raw = dict[str, Any]


# ---- writing ---------------------------------------------------------------------------------


def position_to_json(state: State) -> dict[str, Any]:
    """The position as plain data, ready for json.dumps; position_from_json gives an equal state back."""
    mine = own(state, OrleansState)
    raw, stage = mine.raw(), STAGE_NAMES[mine.raw()["stage"]]
    position = Position(raw, mine.seats, mine.options, mine.rules_table())
    spaces, rules = position.spaces, position.rules
    gone = {"followers": counted(raw["lost"], PROFESSIONS), "goods": counted(raw["gone"], GOODS)}
    return {
        **headings.heading(state, "orleans"),
        "round": raw["round"],
        "phase": raw["phase"],
        "stage": stage,
        "event": EVENTS[raw["event"]] if raw["round"] else None,
        "start": None if stage == "start-seat" else raw["start"],
        "actor": raw["actor"],
        "passed": members(raw["passed"], range(mine.seats)),
        **_doing(position),
        "hourglass": {pile: counted(raw["hourglass"][6 * p:6 * p + 6], EVENTS)
                      for p, pile in enumerate(PILES) if p == 0 or position.piles},
        "supply": counted(raw["supply"], PROFESSIONS),
        "goods_market": counted(raw["goods"], GOODS),
        "technology": raw["technology"],
        "tiles": members(raw["tiles"], TILES),
        "citizens": members(raw["citizens"], CITIZEN_NAMES),
        "out_of_game": {key: counts for key, counts in gone.items() if counts},
        "routes": _routes(raw),
        "deeds": {deed: {who: rules["deeds"][deed].get(who, 0) - left
                         for who, left in zip(PROFESSIONS, raw["deed"][d], strict=True)
                         if rules["deeds"][deed].get(who, 0) > left} for d, deed in enumerate(DEEDS)},
        "players": [write_player(seat, spaces) for seat in raw["seat"][:mine.seats]],
    }


def _doing(p: Position) -> dict[str, Any]:
    """What is under way; nothing where a new step begins."""
    raw = p.raw
    doing: dict[str, Any] = {key: raw[key] for key in NUMBERS if raw[key]}
    if raw["route"]:
        doing["route"] = ROUTE_NAMES[raw["route"] - 1]
    if raw["last"]:
        doing["after"] = _after(p)
    for key in ("hand", "drawn"):
        if any(raw[key]):
            doing[key] = counted(raw[key], KINDS)
    return {"doing": doing} if doing else {}


def _after(p: Position) -> str:
    """What canonical order goes on from, in the words of the stage: a space, an item, a send, a good."""
    last = p.raw["last"]
    if p.stage in SPACE_STAGES:
        return space_word(last - 1, p.spaces)
    if p.stage == "send-more":
        return send_names(PROFESSIONS)[last - 1]
    return GOODS[last] if p.stage == "food" else item_names()[last]


def _routes(raw: Raw) -> dict[str, list[str | None]]:
    """What lies on the goods spaces of each route."""
    lying = iter(raw["road"])
    return {name: [GOODS[good - 1] if good else None for good in (next(lying) for _ in spaces)]
            for name, _, _, spaces in ROUTES}


# ---- reading ---------------------------------------------------------------------------------


def position_from_json(document: Any, trust: bool = False) -> State:
    """The state that a document describes.

    Raises InputError, and nothing else, for any JSON value that describes no position the rules can reach: the message
    names the place in the document, what was found there and what was expected. With `trust` followers, goods and tiles
    need not add up to what the box holds.
    """
    fields = Field(document, "").keys(REQUIRED, OPTIONAL)
    state = own(headings.start(fields, "orleans"), OrleansState)
    position = Position(state.raw(), state.seats, state.options, state.rules_table())
    _read_time(fields, position)
    _read_supplies(fields, position)
    _read_board(fields, position)
    for seat, field in enumerate(fields["players"].items(length=state.seats, each="seat")):
        read_player(field, position.raw["seat"][seat], position.spaces)
    _read_doing(fields, position)
    complete(position, _missing(fields))
    check(position)
    if not trust:
        check_box(position)
    state.load(position.raw)
    check_choice(position, state)
    return state


def _missing(fields: Mapping[str, Field]) -> set[str]:
    """What a document leaves out of the supplies; `gone`: which goods are out of the game."""
    out = fields["out_of_game"].entries() if "out_of_game" in fields else {}
    return (set(SUPPLIES) - set(fields)) | (set() if "goods" in out else {"gone"})


def _read_time(fields: Mapping[str, Field], p: Position) -> None:
    raw = p.raw
    raw["round"] = fields["round"].integer(0, 18, "a round, or 0 during set-up:")
    raw["phase"] = fields["phase"].integer(0, 6, "a phase, or 0 during set-up:")
    raw["stage"] = fields["stage"].index(STAGE_NAMES, f"a stage: {', '.join(STAGE_NAMES)}")
    event = fields["event"]
    if raw["round"] == 0 and event.value is not None:
        event.fail("null during set-up")
    raw["event"] = event.index(EVENTS, "an event") if raw["round"] else 0
    start = fields["start"]
    if p.stage == "start-seat" and start.value is not None:
        start.fail("null while the start player is drawn")
    raw["start"] = 0 if p.stage == "start-seat" else start.integer(0, p.seats - 1, "a seat")
    raw["actor"] = fields["actor"].integer(0, p.seats - 1, "a seat")
    raw["passed"] = 0
    for entry in fields.get("passed", Field([], "")).items(most=p.seats):
        raw["passed"] |= 1 << entry.integer(0, p.seats - 1, "a seat")


def _read_supplies(fields: Mapping[str, Field], p: Position) -> None:
    """What nobody owns yet, and what is out of the game."""
    raw = p.raw
    piles = PILES if p.piles else PILES[:1]
    if not p.piles and len(fields["hourglass"].entries()) > 1:
        fields["hourglass"].fail("one pile, A, with this preset and option piles")
    left = fields["hourglass"].keys((), piles)
    raw["hourglass"] = [n for pile in PILES for n in left.get(pile, Field({}, "")).counts(EVENTS, "an event")]
    if "supply" in fields:
        raw["supply"] = fields["supply"].counts(PROFESSIONS, "a profession", MOST)
    if "goods_market" in fields:
        raw["goods"] = fields["goods_market"].counts(GOODS, "a good", MOST)
    if "technology" in fields:
        raw["technology"] = fields["technology"].integer(0, MOST)
    if "tiles" in fields:
        raw["tiles"] = fields["tiles"].members(TILES, "a place tile")
    raw["citizens"] = fields["citizens"].members(CITIZEN_NAMES, "a citizen")
    gone = fields.get("out_of_game", Field({}, "out_of_game")).keys((), ("followers", "goods"))
    raw["lost"] = gone.get("followers", Field({}, "")).counts(PROFESSIONS, "a profession", MOST)
    raw["gone"] = gone.get("goods", Field({}, "")).counts(GOODS, "a good", MOST)


def _read_board(fields: Mapping[str, Field], p: Position) -> None:
    """Goods on routes; followers on deeds."""
    routes = fields["routes"].keys((), ROUTE_NAMES)
    p.raw["road"] = []
    for name, _, _, spaces in ROUTES:
        lying = [Field(None, "")] * len(spaces)
        if name in routes:
            lying = routes[name].items(length=len(spaces), each="space")
        p.raw["road"] += [0 if good.value is None else 1 + good.index(GOODS, "null or a good") for good in lying]
    deeds = fields["deeds"].keys((), DEEDS)
    for d, deed in enumerate(DEEDS):
        room, there = p.rules["deeds"][deed], [0] * len(PROFESSIONS)
        for who, entry in (deeds[deed].entries() if deed in deeds else {}).items():
            which = deeds[deed].key_index(who, PROFESSIONS, "a profession")
            if who not in room and entry.value != 0:
                entry.fail(f"none: {deed} has no space for {who}s")
            there[which] = entry.integer(0, room.get(who, 0), f"a number of {who}s on this deed,")
        p.raw["deed"][d] = [room.get(who, 0) - n for who, n in zip(PROFESSIONS, there, strict=True)]


def _read_doing(fields: Mapping[str, Field], p: Position) -> None:
    doing = fields["doing"].keys((), DOING) if "doing" in fields else {}
    for key in NUMBERS:
        p.raw[key] = doing[key].integer(0, MOST) if key in doing else 0
    p.raw["route"] = 0
    if "route" in doing:
        p.raw["route"] = 1 + doing["route"].index(ROUTE_NAMES, "a route, r01 to r29 or w01 to w14")
    p.raw["last"] = _read_after(doing["after"], p) if "after" in doing else 0
    for key in ("hand", "drawn"):
        p.raw[key] = doing[key].counts(KINDS, "a follower", MOST) if key in doing else [0] * len(KINDS)


def _read_after(field: Field, p: Position) -> int:
    """The field `last` of the position."""
    if p.stage in SPACE_STAGES:
        return 1 + read_space(field, p.spaces)
    if p.stage == "send-more":
        return 1 + field.index(send_names(PROFESSIONS), "a follower sent, such as 'Town Hall: farmer to Plague'")
    if p.stage == "food":
        return field.index(GOODS[:3], "a food")
    if p.stage != "torture":
        field.fail(f"no such key at stage {p.stage}")
    return field.index(item_names(), "an item to give up, such as 'step' or 'station in Blois'")
