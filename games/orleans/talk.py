"""What is said at a table of Orléans: which good, tile or follower is drawn, where the game stands, what is due."""
from __future__ import annotations

from core_ext.state import State
from games.api import Talk, clockwise_from, own
from games.orleans.names import STAGE_NAMES
from games.orleans.state import OrleansState
from games.orleans.tables import EVENTS, ROUTES

SPACES = [(name, number + 1, len(spaces)) for name, _, _, spaces in ROUTES for number in range(len(spaces))]
BAG = ("draw", "bath-look", "bath-draw", "plague-draw", "lose-draw")
SET_UP = ("start-seat", "map-good", "remove-good")
DUE = {"take-back": "take back or draw", "keep": "which follower stays", "plan": "plan", "act": "act",
       "route-good": "a good of the route", "choose-tile": "a place tile", "send-more": "a second follower, or done",
       "bath-put": "where the follower goes, or done", "technology": "a technology tile", "shield": "the Sacristy",
       "food": "food to hand in", "torture": "what it gives up"}


def order(state: State) -> list[int] | None:
    """Seats clockwise from the start seat; None while it is drawn."""
    mine = own(state, OrleansState)
    return None if mine.current_player() < 0 else clockwise_from(mine.raw()["start"], mine.seats)


def when(state: State) -> str:
    """`round 3, Harvest`."""
    raw = own(state, OrleansState).raw()
    if STAGE_NAMES[raw["stage"]] in SET_UP:
        return "set-up"
    known = STAGE_NAMES[raw["stage"]] != "reveal"
    return f"round {raw['round']}" + (f", {EVENTS[raw['event']]}" if known else "")


def stage(state: State) -> str:
    """The stage, by its name."""
    return STAGE_NAMES[own(state, OrleansState).raw()["stage"]]


def place(state: State) -> str:
    """What is drawn: `good on r07, 1 of 2`; or what the seat to act decides: `plan`."""
    raw = own(state, OrleansState).raw()
    stage = STAGE_NAMES[raw["stage"]]
    if stage == "map-good":
        route, number, of = SPACES[raw["cursor"]]
        return f"good on {route}" + (f", {number} of {of}" if of > 1 else "")
    if stage == "draw":
        return f"follower drawn by seat {raw['actor']}, {raw['draws']} to come"
    if stage in BAG:
        return f"follower drawn by seat {raw['actor']}"
    drawn = {"start-seat": "the seat that starts", "remove-good": f"good left out, {raw['cursor'] + 1}",
             "reveal": "hourglass tile"}
    return drawn.get(stage) or DUE.get(stage, "")


def bag(state: State) -> int | None:
    """The seat out of whose bag the draw comes."""
    raw = own(state, OrleansState).raw()
    return raw["actor"] if STAGE_NAMES[raw["stage"]] in BAG else None


TALK = Talk(when, place, later=True, bag=bag, passes=("done", "pass", "decline", "draw"), unordered=("put",))
