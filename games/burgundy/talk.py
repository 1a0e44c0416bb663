"""What is said at a table of The Castles of Burgundy: which space is being filled, where the game stands."""
from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from core_ext.state import State
from games.api import Talk, own
from games.burgundy.names import COLOUR_NAMES, PHASE_NAMES, STAGE_NAMES, TILE_COLOURS
from games.burgundy.state import BurgundyState
from games.burgundy.tables import DEPOTS

UNDRAWN = ("castle", "mine", "ship")        # tiles with coloured backs that are all alike
SET_UP = ("start-goods", "start-seat", "deal-board", "choose-board", "choose-castle")
DUE = {"discard": "a stored tile to discard", "castle-action": "the castle's action", "ship-depot": "the ship's depot",
       "ship-colour": "goods to load", "ship-second": "a second depot", "sell-free": "the warehouse's sale",
       "take-free": "the building's tile", "place-free": "the city hall's tile", "choose-board": "a board",
       "choose-castle": "the start castle"}


def when(state: State) -> str:
    """`phase B, round 2`."""
    raw = own(state, BurgundyState).raw()
    if STAGE_NAMES[raw["stage"]] in SET_UP:
        return "set-up"
    return f"phase {PHASE_NAMES[raw['phase']]}, round {raw['round'] + 1}"


def stage(state: State) -> str:
    """The stage, by its name."""
    return STAGE_NAMES[own(state, BurgundyState).raw()["stage"]]


def place(state: State) -> str:
    """What is drawn: `depot 1, tile 2 of 4 (ship)`; or what the seat to act decides with: `dice 3 5`."""
    raw = own(state, BurgundyState).raw()
    stage = STAGE_NAMES[raw["stage"]]
    if stage == "fill-depot":
        return _space(state, raw["cursor"])
    if stage == "start-goods":
        return f"goods of seat {raw['actor']}, {raw['cursor'] % 3 + 1} of 3"
    if stage == "deal-board":
        return f"board of seat {raw['actor']}"
    if stage == "roll":
        return f"dice of seat {raw['actor']}"
    drawn = {"start-seat": "the seat that starts", "fill-black": f"black depot, tile {raw['cursor'] + 1}",
             "fill-goods": f"goods of round {raw['cursor'] + 1}", "roll-white": "white die"}
    return drawn.get(stage) or DUE.get(stage) or _dice(raw["seat"][raw["actor"]])


def _dice(seat: dict[str, Any]) -> str:
    dice = [str(face) for face in seat["dice"] if face]
    return f"{'die' if len(dice) == 1 else 'dice'} {' '.join(dice)}" if dice else "no die left"


def _space(state: State, slot: int) -> str:
    depot, at = divmod(slot, 4)
    spaces = [space for space, (_, seats) in enumerate(DEPOTS[depot]) if seats <= state.seats]
    kinds = sorted({COLOUR_NAMES[TILE_COLOURS[tile]] for tile in state.legal_actions()})
    return f"depot {depot + 1}, tile {spaces.index(at) + 1} of {len(spaces)} ({' or '.join(kinds)})"


def granted(state: State) -> Sequence[str]:
    """Tiles that lie in the numbered depots without a draw."""
    stage = STAGE_NAMES[own(state, BurgundyState).raw()["stage"]]
    return UNDRAWN if stage == "fill-depot" else ()


def price(text: str) -> int:
    """Workers that a move costs."""
    found = re.search(r"(\d+) worker", text)
    return int(found[1]) if found else 0


TALK = Talk(when, place, granted=granted, passes=("end turn", "decline", "idle"), price=price)
