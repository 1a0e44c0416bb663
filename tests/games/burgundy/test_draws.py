"""Draws from a supply in a search: the compiled pick against a walk through the tiles one by one."""
import random

import games
from core_ext.rng import stream_numbers
from games.burgundy.names import STAGE_NAMES, TILE_COLOURS

DRAWS = 40          # streams tried at each chance node


def tiles_in_order(raw: dict, drawn: set[int]) -> list[int]:
    """The outcomes of this draw, one for each tile or goods, ascending."""
    stage = STAGE_NAMES[raw["stage"]]
    if stage in ("fill-goods", "start-goods"):
        supply = dict(enumerate(raw["goods_supply"]))
    elif stage == "fill-black":
        supply = dict(enumerate(raw["dark"]))
    else:
        supply = {t: n for t, n in enumerate(raw["supply"]) if t in drawn}
    return [t for t, n in sorted(supply.items()) for _ in range(n)]


def test_each_tile_of_a_supply_is_drawn_by_its_own_share_of_the_stream():
    seen = set()
    for seed in range(12):
        state, draw = games.load("burgundy").start(2 + seed % 3, {}), random.Random(seed)
        while not state.is_terminal():
            if not state.is_chance_node():
                state.apply_action(draw.choice(state.legal_actions()))
                continue
            raw, legal = state.raw(), state.legal_actions()
            if STAGE_NAMES[raw["stage"]] in ("fill-goods", "start-goods", "fill-black", "fill-depot"):
                colour = TILE_COLOURS[legal[0]]
                tiles = tiles_in_order(raw, {t for t in range(1, 50) if TILE_COLOURS[t] == colour})
                for number in range(DRAWS):
                    nth = ((stream_numbers(seed, number, 1)[0] >> 32) * len(tiles)) >> 32
                    assert state.sample_chance(seed, number) == tiles[nth]
                seen.add(STAGE_NAMES[raw["stage"]])
            state.apply_action(state.keyed_chance(seed))
    assert seen == {"fill-goods", "start-goods", "fill-black", "fill-depot"}
