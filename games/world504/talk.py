"""What is said at a table of 504: where the game stands, what is drawn, what is due."""
from __future__ import annotations

from core_ext.state import State
from games.api import Talk, own
from games.world504.names import NOBODY, STAGE_NAMES, acting, board_of
from games.world504.state import World504State

DUE = {
    "waters": "the two spare waters", "start-seat": "the seat that starts", "next-in-order": "the next seat in order",
    "extras": "second copies of privileges", "draw-privilege": "privilege", "lot": "lot among equal bids",
    "explored": "explored tile", "turn-card": "scoring card", "capital": "a capital", "sealed-bid": "a sealed bid",
    "sealed-units": "a sealed bid", "place": "a place in the order", "bid": "a bid, or pass", "bid-units": "a bid",
    "new-capital": "the capital", "take-privilege": "a privilege, or none", "buy-upgrade": "an upgrade, or none",
    "buy-resident": "a resident, or done", "recall-resident": "whom to recall", "act": "what residents do, or done",
    "run": "where the run ends", "recall-settlement": "which settlement to recall", "road-crew": "who builds the road",
    "move-explorer": "an explorer tile", "explore-more": "another space, or done", "follow": "who follows, or done",
    "drive": "what the trolley does, or done", "enter": "enter, or stay", "build-factory": "a factory, or done",
    "trade": "trade, or done", "remove": "what is removed",
    "attack": "hits of the attack", "defence": "hits of the defence", "fight": "the next fight",
    "retreat": "where a survivor goes", "assault": "who goes on to the headquarters",
    "takeover": "a tile of the beaten owner", "conquer": "who goes into the capital, or done",
    "new-home": "the new capital", "shares": "shares, pass or quit", "buy-foreign": "shares, or done",
    "payout": "the dividend",
}
PASSES = ("done", "pass", "stay", "keep the capital", "no privilege", "no upgrade", "leave the explorer tiles",
          "quit")


def when(state: State) -> str:
    """`round 3, seat 1`, or `round 3, seat 1 for green`."""
    mine = own(state, World504State)
    raw, owner = mine.raw(), acting(state)
    seat = mine.current_player() if mine.current_player() >= 0 else raw["agent"][raw["actor"]]
    if seat == NOBODY:
        return f"round {raw['round']}" if raw["round"] else "set-up"
    return f"round {raw['round']}, seat {seat}" + (f" for {owner}" if owner else "") if raw["round"] else "set-up"


def place(state: State) -> str:
    """What is drawn: `tile on 1,-2`; or what the seat to act decides."""
    mine = own(state, World504State)
    raw = mine.raw()
    stage = STAGE_NAMES[raw["stage"]]
    if stage == "tile":
        return f"tile on {board_of(raw).tiles[mine.rules_in_force()['free_cell'][raw['cursor']]]}"
    return DUE.get(stage, "")


TALK = Talk(when, place, later=True, passes=PASSES, acting=acting)
