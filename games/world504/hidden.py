"""What a seat sees of sealed bids while they are made: its own. Nothing else in 504 is hidden."""
from __future__ import annotations

from core_ext.state import State
from games.api import own
from games.world504.names import STAGE_NAMES
from games.world504.state import World504State

SEALED = ("sealed-bid", "sealed-units")


def sees(state: State, action: int, seat: int) -> bool:
    """Whether `seat` sees what is bid."""
    return seat == state.current_player() or not _sealing(state)


def _sealing(state: State) -> bool:
    """Bids are being made, in secret."""
    return state.hides and STAGE_NAMES[own(state, World504State).raw()["stage"]] in SEALED
