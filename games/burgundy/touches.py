"""What a move of The Castles of Burgundy touches: ids of the picture, in the order a hand would touch them."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from core_ext.state import State
from games.api import own
from games.burgundy.names import GOODS_NAMES, HEX_NAMES, STAGE_NAMES, TILE_NAMES
from games.burgundy.notation import (
    BOARD,
    BUY,
    BUY_BLACK,
    CLEAR,
    CLEAR_PAIR,
    DECLINE,
    DISCARD,
    IDLE,
    LOAD,
    NO_DIE,
    PLACE,
    SELL,
    START_CASTLE,
    TAKE,
    WORKERS,
)
from games.burgundy.state import BurgundyState
from games.drawing import one_of, slug

Raw = dict[str, Any]


def touches(state: State, action: int) -> Sequence[str]:
    """The ids that a legal action or an outcome touches: the die, what is moved, where it goes."""
    mine = own(state, BurgundyState)
    raw = mine.raw()
    if mine.is_chance_node():
        return list(_chance(raw, action))
    return list(_action(mine, raw, f"seat-{raw['actor']}", action))


def _action(state: BurgundyState, raw: Raw, mine: str, action: int) -> Iterator[str]:
    seat = raw["seat"][raw["actor"]]
    if action < BUY_BLACK:
        first, each = (TAKE, 24) if action < PLACE else (PLACE, 111) if action < SELL else (SELL, 6) \
            if action < WORKERS else (WORKERS, 1)
        die, what = divmod(action - first, each)
        if die != NO_DIE:
            yield f"{mine}-die-{one_of(seat['dice'], die)}"
            if state.cost(action):
                yield f"{mine}-workers"
        if first == TAKE:
            yield from _stored(seat, mine, _slot(what))
        elif first == PLACE:
            yield from (_tile(seat, mine, what // 37), f"{mine}-space-{HEX_NAMES[what % 37]}")
        elif first == SELL:
            yield from (f"{mine}-goods-{GOODS_NAMES[what]}", f"{mine}-sold")
        elif not state.cost(action):
            yield f"{mine}-workers"
    elif action < DISCARD:
        yield f"{mine}-silver"
        yield from _stored(seat, mine, f"depot-black-{action - BUY_BLACK + 1}" if action < BUY else _slot(action - BUY))
    elif action < CLEAR:
        yield _tile(seat, mine, action - DISCARD)
    elif action < CLEAR_PAIR:
        yield f"depot-{action - CLEAR + 1}"
    elif action < LOAD:
        yield from (f"depot-{action - CLEAR_PAIR + 1}", f"depot-{(action - CLEAR_PAIR + 1) % 6 + 1}")
    elif action < BOARD:
        colour = action - LOAD
        yield from (f"depot-{depot + 1}-goods-{GOODS_NAMES[colour]}" for depot in range(6)
                    if raw["cleared"] >> depot & 1 and raw["goods"][6 * depot + colour])
        if (held := seat["holding"].bit_count()) < 3:
            yield f"{mine}-stack-{held + 1}"
    elif action < START_CASTLE:
        yield mine
    elif action < START_CASTLE + len(HEX_NAMES):
        yield f"{mine}-space-{HEX_NAMES[action - START_CASTLE]}"
    else:
        yield f"{mine}-die-{one_of(seat['dice'], action - IDLE)}" if action > DECLINE else "turn"


def _tile(seat: Raw, mine: str, place: int) -> str:
    """A tile in the storage."""
    return f"{mine}-stored-{one_of([TILE_NAMES[tile] for tile in seat['storage'] if tile], place)}"


def _slot(slot: int) -> str:
    return f"depot-{slot // 4 + 1}-{slot % 4 + 1}"


def _stored(seat: Raw, mine: str, tile: str) -> Iterator[str]:
    """A tile on its way to the storage; where that is full, another one has to go first."""
    yield tile
    if 0 in seat["storage"]:
        yield f"{mine}-storage-{seat['storage'].index(0) + 1}"


def _chance(raw: Raw, outcome: int) -> Iterator[str]:
    stage, cursor = STAGE_NAMES[raw["stage"]], raw["cursor"]
    if stage in ("start-goods", "fill-goods"):
        yield f"supply-goods-{GOODS_NAMES[outcome]}"
        yield f"seat-{raw['actor']}" if stage == "start-goods" else f"coming-{cursor + 1}"
    elif stage in ("fill-depot", "fill-black"):
        yield f"supply-{slug(TILE_NAMES[outcome])}"
        yield _slot(cursor) if stage == "fill-depot" else f"depot-black-{cursor + 1}"
    elif stage == "roll":
        yield f"seat-{raw['order'][cursor]}-dice"
    elif stage == "roll-white":
        yield "white-die"
    else:
        yield f"seat-{outcome if stage == 'start-seat' else raw['actor']}"
