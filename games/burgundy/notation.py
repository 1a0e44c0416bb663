"""Moves of The Castles of Burgundy as text, both ways: `take 3: ship [die 4, 1 worker]`. Positions: position.py.

The texts of one legal list are distinct, so a text and a position name one move.
"""
from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from core_ext.state import State
from games.api import own
from games.burgundy.names import GOODS_NAMES, HEX_NAMES, STAGE_NAMES, TILE_NAMES
from games.burgundy.position import position_from_json, position_to_json
from games.burgundy.state import BurgundyState
from games.moves import REMEMBERED, read_move, words
from games.packed import codes

__all__ = ["action_text", "parse_action", "position_from_json", "position_to_json"]

# First code of each block of actions.
TAKE, PLACE, SELL, WORKERS, BUY_BLACK, BUY, DISCARD = codes(
    "burgundy", "A_TAKE A_PLACE A_SELL A_WORKERS A_BUY_BLACK A_BUY A_DISCARD")
CLEAR, CLEAR_PAIR, LOAD, BOARD, START_CASTLE, END, DECLINE, IDLE, ACTIONS = codes(
    "burgundy", "A_CLEAR A_CLEAR_PAIR A_LOAD A_BOARD A_START_CASTLE A_END A_DECLINE A_IDLE ACTIONS")
NO_DIE = 2              # the `die` of an action that an effect gives

Raw = dict[str, Any]


def action_text(state: State, action: int) -> str:
    """The text of a legal action, or at a chance node of a possible outcome. ValueError for a code that is neither."""
    mine = own(state, BurgundyState)
    return _text(mine, mine.raw(), action)


def parse_action(state: State, text: str) -> int:
    """The legal action or chance outcome that a text names.

    Case, spacing and hyphens do not matter, and what is in brackets may be left out where one move only remains.
    Raises InputError naming what was found and the legal moves nearest to it.
    """
    mine = own(state, BurgundyState)
    raw = mine.raw()
    legal = {_text(mine, raw, action): action for action in mine.legal_actions()}
    return read_move(text, legal, _words, _without_workers, _without_brackets)


# ---- writing ---------------------------------------------------------------------------------


def _text(state: BurgundyState, raw: Raw, action: int) -> str:
    if state.is_chance_node():
        return _outcome_text(state, raw, action)
    if not 0 <= action < ACTIONS:
        raise ValueError(f"action {action} is none of 0 to {ACTIONS - 1}")
    seat = raw["seat"][raw["actor"]]
    if action < PLACE:
        die, slot = divmod(action - TAKE, 24)
        return f"take {_lying(raw, slot)} {_price(state, seat, action, die)}"
    if action < SELL:
        die, rest = divmod(action - PLACE, 111)
        space, at = divmod(rest, 37)
        return f"place {_tile(seat['storage'][space])} at {HEX_NAMES[at]} {_price(state, seat, action, die)}"
    if action < WORKERS:
        die, colour = divmod(action - SELL, 6)
        return f"sell {GOODS_NAMES[colour]} {_price(state, seat, action, die)}"
    if action < BUY_BLACK:
        return f"workers {_price(state, seat, action, action - WORKERS)}"
    if action < BUY:
        return f"buy {_tile(raw['black'][action - BUY_BLACK])}"
    if action < DISCARD:
        return f"buy {_lying(raw, action - BUY)}"
    if action < CLEAR:
        return f"discard {_tile(seat['storage'][action - DISCARD])}"
    return _rare_text(seat, action)


def _rare_text(seat: Raw, action: int) -> str:
    """Actions that need little or nothing of the position to be named."""
    if action < CLEAR_PAIR:
        return f"clear depot {action - CLEAR + 1}"
    if action < LOAD:
        depot = action - CLEAR_PAIR
        return f"clear depots {depot + 1}+{(depot + 1) % 6 + 1}"
    if action < BOARD:
        return f"load {GOODS_NAMES[action - LOAD]}"
    if action < START_CASTLE:
        return f"choose board {action - BOARD}"
    if action < END:
        return f"castle at {HEX_NAMES[action - START_CASTLE]}"
    if action == END:
        return "end turn"
    if action == DECLINE:
        return "decline"
    return f"idle [die {seat['dice'][action - IDLE]}]"


def _outcome_text(state: BurgundyState, raw: Raw, outcome: int) -> str:
    stage = STAGE_NAMES[raw["stage"]]
    try:
        if stage in ("start-goods", "fill-goods"):
            return f"goods {GOODS_NAMES[outcome]}"
        if stage in ("fill-depot", "fill-black"):
            name = TILE_NAMES[outcome]
            return f"blank {name}" if state.left_out(outcome) else f"tile {name}"
    except IndexError:
        raise ValueError(f"outcome {outcome} is none of stage {stage}") from None
    if stage == "start-seat":
        return f"start seat {outcome}"
    if stage == "deal-board":
        return f"board {outcome}"
    if stage == "roll":
        return f"roll {outcome // 6 + 1} {outcome % 6 + 1}"
    return f"white {outcome + 1}"


def _tile(tile: int) -> str:
    return TILE_NAMES[tile] or "nothing"


def _lying(raw: Raw, slot: int) -> str:
    """A tile on a numbered depot, with the depot."""
    return f"{slot // 4 + 1}: {_tile(raw['depot'][slot])}"


def _price(state: BurgundyState, seat: Raw, action: int, die: int) -> str:
    """The die an action uses, by the face rolled, and the workers that turning it costs."""
    if die == NO_DIE:
        return "[free]"
    workers = state.cost(action)
    paid = f", {workers} worker{'s' if workers > 1 else ''}" if workers else ""
    return f"[die {seat['dice'][die]}{paid}]"


# ---- reading ---------------------------------------------------------------------------------


@lru_cache(REMEMBERED)
def _words(text: str) -> list[str]:
    """What of a text counts."""
    found = words(text)
    if found[:1] == ["roll"]:
        return sorted(found)            # two dice in either order
    return ["workers" if word == "worker" else word for word in found]


@lru_cache(REMEMBERED)
def _without_workers(text: str) -> list[str]:
    return _words(re.sub(r", \d+ workers?\]", "]", text))


@lru_cache(REMEMBERED)
def _without_brackets(text: str) -> list[str]:
    return _words(text.partition("[")[0])
