"""Positions all over games of 504, for tests of what a person sees."""
from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import games
from core_ext.state import State
from games.packed import codes
from games.world504.names import STAGE_NAMES
from games.world504.position import position_from_json

EXAMPLES = Path(__file__).parents[3] / "examples"
WORLDS = ("123", "275", "352", "586", "618", "731", "867", "789", "391", "936",
          "456", "486", "149", "294", "945", "981")
SEATS = (2, 3, 4)
ROUNDS = "6"
WATER, TILES, NOWHERE = codes("world504", "WATER TILES NOWHERE")

Raw = dict[str, Any]


def example(world: str) -> dict[str, Any]:
    """The example position of a world, as its file has it."""
    return json.loads((EXAMPLES / f"world504-{world}.json").read_text(encoding="utf-8"))


def state_of(world: str) -> State:
    """The example position of a world."""
    return position_from_json(example(world))


@cache
def moments(world: str, seats: int) -> list[State]:
    """The first position of each stage of a game by chance, seldom done early, and its end."""
    game, choice = games.load("world504"), Random(f"{world} {seats}")
    state, seen = game.start(seats, {"world": world, "max_rounds": ROUNDS}), {}
    while not state.is_terminal():
        seen.setdefault(STAGE_NAMES[state.raw()["stage"]], state.copy())
        if state.is_chance_node():
            state.apply_action(state.keyed_chance(seats))
        else:
            actions = state.legal_actions()
            more = [action for action in actions if action] if choice.random() > 0.06 else actions
            state.apply_action(choice.choice(more or actions))
    return [*seen.values(), state]


def crowded(world: str, seats: int = 4) -> State:
    """An early position in which everything lies on one tile, much on others, and roads on every edge."""
    state = state_with(world, seats)
    raw, rules = state.raw(), state.rules_in_force()
    here = raw["city_at"][0]
    land = [t for t in range(raw["tiles"]) if raw["kind"][t] != WATER]
    for i, owner in enumerate(raw["owner"][:seats]):
        owner.update(capital=here, money=1234, holds=2, privileges=0b1010111011)
        owner["trolley"] = here if rules["carts"] else owner["trolley"]
        owner["hold"] = [1 + i, 7 if rules["carts_carry_people"] else 5]
        owner["active"][here], owner["spent"][here] = 5, 4
        owner["road"] = [sum(1 << side for side in range(3) if raw["near"][t][side] != NOWHERE) if t in land else 0
                         for t in range(TILES)]
        for t in land[1:7]:
            owner["settled"] |= 1 << t
            owner["active"][t], owner["spent"][t] = 1 + i, 6 - i
    raw["factory"][0] = [1, 2, 8]
    for t in land[1:5]:
        raw["lying"][t], raw["pile"][t], raw["plant"][t] = [1, 2, 0, 1, 3], 3, 1 + t % 5 + 8 * (t % seats)
        raw["ripe"] |= 1 << t
    raw["lying"][here] = [1, 2, 1, 1, 3]
    state.load(raw)
    return state


def state_with(world: str, seats: int) -> Any:
    """The first position of a game in which residents are bought or a trolley drives."""
    return next(state for state in moments(world, seats)
                if STAGE_NAMES[state.raw()["stage"]] in ("buy-resident", "drive")).copy()
