"""Moves of Orléans as text, both ways: `put own farmer on Castle farmer`. Positions: position.py.

The texts of one legal list are distinct, so a text and a position name one move.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from core_ext.state import State
from games.api import own
from games.moves import read_move, words
from games.orleans.names import ROUTE_NAMES, STAGE_NAMES, VEHICLES, Spaces, item_names, send_names, spaces_of
from games.orleans.position import position_from_json, position_to_json
from games.orleans.state import OrleansState
from games.orleans.tables import EVENTS, GOODS, KINDS, PLACES, PROFESSIONS, ROUTES, TILES, TOWNS
from games.packed import codes

__all__ = ["action_text", "legal_texts", "parse_action", "position_from_json", "position_to_json"]

# First code of each block of actions.
PUT, DONE, TAKE_BACK, DRAW, USE, VILLAGE, MOVE, SEND, PAY = codes(
    "orleans", "A_PUT A_DONE A_TAKE_BACK A_DRAW A_USE A_VILLAGE A_MOVE A_SEND A_PAY")
TAKE, TILE, TECHNOLOGY, KEEP_TECHNOLOGY, GIVE_TILE, FOOD, SHIELD, ACTIONS = codes(
    "orleans", "A_TAKE A_TILE A_TECHNOLOGY A_KEEP_TECHNOLOGY A_GIVE_TILE A_FOOD A_SHIELD ACTIONS")

Raw = dict[str, Any]


def action_text(state: State, action: int) -> str:
    """The text of a legal action, or at a chance node of a possible outcome. ValueError for a code that is neither."""
    return _writer(own(state, OrleansState))(action)


def legal_texts(state: State) -> list[str]:
    """The texts of all legal actions, or at a chance node of all outcomes, in the order of `state.legal_actions()`."""
    mine = own(state, OrleansState)
    return list(map(_writer(mine), mine.legal_actions()))


def parse_action(state: State, text: str) -> int:
    """The legal action or chance outcome that a text names.

    Case, spacing, accents and punctuation do not matter. Raises InputError naming what was found and the legal moves
    nearest to it.
    """
    mine = own(state, OrleansState)
    return read_move(text, dict(zip(legal_texts(mine), mine.legal_actions(), strict=True)), _words)


def _words(text: str) -> list[str]:
    return ["coin" if word == "coins" else word for word in words(text)]


# ---- writing ---------------------------------------------------------------------------------


def _writer(state: OrleansState) -> Callable[[int], str]:
    """What names actions in this position. The position itself is looked at only where it is needed, and only once."""
    raw: Raw = {}
    if state.is_chance_node():
        outcomes = _outcomes(STAGE_NAMES[state.raw()["stage"]], state.seats)
        return lambda outcome: _checked(outcomes, outcome)
    fixed = _fixed_texts(spaces_of(state.rules_table(), state.options))

    def text(action: int) -> str:
        words = _checked(fixed, action)
        if words:
            return words
        if not raw:
            raw.update(state.raw())
        seat = raw["seat"][raw["actor"]]
        if TAKE_BACK <= action < DRAW:
            return _take_back(state, seat, action - TAKE_BACK)
        if MOVE <= action < SEND:
            return _move(seat, action - MOVE)
        raise ValueError(f"action {action} means nothing")

    return text


def _checked(texts: tuple[str, ...], code: int) -> str:
    if not 0 <= code < len(texts):
        raise ValueError(f"action {code} is none of 0 to {len(texts) - 1}")
    return texts[code]


@lru_cache(maxsize=64)
def _fixed_texts(spaces: Spaces) -> tuple[str, ...]:
    """The texts of all codes; empty for those that mean nothing, or different things in different positions."""
    texts = [""] * ACTIONS

    def block(first: int, words: list[str]) -> None:
        texts[first:first + len(words)] = words

    where = [f"{place} {word}" for place, word in spaces]
    block(PUT, [f"put {kind} on {space}" for space in where for kind in KINDS])
    block(DONE, ["done"])
    block(DRAW, ["draw", *(f"keep {kind}" for kind in KINDS)])
    block(USE, [f"use {place}" for place in PLACES])
    block(VILLAGE, [f"use Village: {who}" for who in PROFESSIONS[1:4]])
    block(SEND, [f"use {send}" for send in send_names(PROFESSIONS)])
    block(PAY + 1, ["use Pharmacy: 1 coin", "use Pharmacy: 2 coins", "use Pharmacy: 3 coins", "pass"])
    block(TAKE, [f"take {good}" for good in (*GOODS, "nothing")])
    block(TILE, [f"choose {tile}" for tile in TILES])
    block(TECHNOLOGY, [f"technology on {space}" for space in where])
    block(KEEP_TECHNOLOGY, ["keep technology"])
    block(GIVE_TILE, [f"give up {item}" for item in item_names()])
    block(FOOD, [f"hand in {good}" for good in GOODS[:3]])
    block(SHIELD, ["use Sacristy", "decline"])
    return tuple(texts)


@lru_cache(maxsize=64)
def _outcomes(stage: str, seats: int) -> tuple[str, ...]:
    """What chance may bring at a stage, by code."""
    if stage == "start-seat":
        return tuple(f"start seat {seat}" for seat in range(seats))
    if stage == "map-good":
        return tuple(f"goods {good}" for good in GOODS)
    if stage == "remove-good":
        return tuple(f"remove {good}" for good in GOODS)
    return tuple(f"event {event}" for event in EVENTS) if stage == "reveal" else tuple(f"draw {kind}" for kind in KINDS)


def _take_back(state: OrleansState, seat: Raw, space: int) -> str:
    place, word = spaces_of(state.rules_table(), state.options)[space]
    there = seat["on"][space]
    if not 1 <= there <= len(KINDS):
        raise ValueError(f"action {TAKE_BACK + space}: no follower stands on {place} {word}")
    return f"take back {KINDS[there - 1]} from {place} {word}"


def _move(seat: Raw, code: int) -> str:
    """A route is named with its far end."""
    vehicle, route = divmod(code, len(ROUTE_NAMES))
    name, a, b, _ = ROUTES[route]
    at = TOWNS[seat["merchant"]]
    if at not in (a, b):
        raise ValueError(f"action {MOVE + code}: {name} does not touch {at}")
    return f"use {VEHICLES[vehicle]}: {name} to {b if at == a else a}"
