"""What a seat sees of the others' plans while all are planning: nothing. See README.md."""
from __future__ import annotations

from typing import Any

from core_ext.state import State
from games.api import own
from games.orleans.names import STAGE_NAMES, TECHNOLOGY
from games.orleans.position import position_to_json
from games.orleans.seats import HOLDS
from games.orleans.state import OrleansState

Raw = dict[str, Any]


def sees(state: State, action: int, seat: int) -> bool:
    """Whether `seat` sees what is planned; `done` is no more told than what is put down, as it is the end of a plan."""
    return seat == state.current_player() or not _planning(state)


def document_for(state: State, seat: int | None) -> dict[str, Any]:
    """The position's document, for a seat without the plans that it cannot see: their followers are on the market.

    `planned` of the document names the seats whose plan is ready and hidden.
    """
    if seat is None or not _planning(state):
        return position_to_json(state)
    raw = own(state, OrleansState).raw()
    ready = [(raw["start"] + place) % state.seats for place in range(raw["cursor"])]
    for other in [*ready, raw["actor"]]:
        if other != seat:
            _unplan(raw["seat"][other])
    if raw["actor"] != seat:
        raw["last"] = 0
    seen = own(state.copy(), OrleansState)
    seen.load(raw)
    return position_to_json(seen) | {"planned": [other for other in ready if other != seat]}


def _planning(state: State) -> bool:
    """Plans are being made, in secret."""
    return state.hides and STAGE_NAMES[own(state, OrleansState).raw()["stage"]] == "plan"


def _unplan(seat: Raw) -> None:
    """Take back what was put down in this planning."""
    for space, there in enumerate(seat["on"]):
        if seat["fresh"] >> space & 1:
            if HOLDS[there] == TECHNOLOGY:
                seat["kept"] += 1
                seat["placed"] -= 1
            else:
                seat["market"][there - 1] += 1
            seat["on"][space] = 0
    seat["fresh"] = 0
