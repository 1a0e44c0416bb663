"""What a seat sees of boards and start castles that are chosen in secret (option `secret`). See README.md."""
from __future__ import annotations

from typing import Any

from core_ext.state import State
from games.api import own
from games.burgundy.names import STAGE_NAMES
from games.burgundy.position import position_to_json
from games.burgundy.state import BurgundyState

CHOICES = ("choose-board", "choose-castle")


def sees(state: State, action: int, seat: int) -> bool:
    """Whether `seat` sees what is chosen."""
    return seat == state.current_player() or not _choosing(state)


def document_for(state: State, seat: int | None) -> dict[str, Any]:
    """The position's document, for a seat without the choices that it cannot see.

    A player whose choice is made and hidden is marked `hidden`. Whether a board or already a castle is being chosen is
    not told either, as there is no castle to choose on board 1.
    """
    document = position_to_json(state)
    if seat is None or not _choosing(state):
        return document
    boards = own(state, BurgundyState).options.get("boards") == "choose"
    cursor = document["cursor"]
    for other, player in enumerate(document["players"]):
        if other != seat:
            player |= {"castle": None, "duchy": {}, "hidden": other in document["order"][:cursor]}
            if boards:
                player["board"] = None
    if boards and document["actor"] != seat:
        document["stage"] = "choose-board"
    return document


def _choosing(state: State) -> bool:
    """Boards or castles are being chosen, in secret."""
    return state.hides and STAGE_NAMES[own(state, BurgundyState).raw()["stage"]] in CHOICES
