"""Rules B25-B33: a turn, its four actions, the purchase. The numbers are those of the tests' names and docstrings."""
from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import ceil

import pytest

from .facts import GOODS, colour_of
from .positions import (
    black_depot,
    depot,
    full,
    here,
    of,
    pass_round,
    placements,
    play,
    position,
    seat,
    stage,
    texts,
)
from .twin_board import neighbours, spaces

FACES = range(1, 7)
RING = {(a, b): min((a - b) % 6, (b - a) % 6) for a, b in product(FACES, FACES)}
ONE_OF_EACH = {d: ["ship"] for d in FACES}


def price(die: int, workers: int) -> str:
    """How the notation writes a die and what turning it costs."""
    return f"[die {die}" + (f", {workers} worker{'s' * (workers > 1)}]" if workers else "]")


# ---- two actions, one for each die -----------------------------------------------------------


def test_b25_two_actions_in_any_order_and_mix():
    """B25: one action for each die, either die first; after the second the turn is over."""
    first, second = "take 2: ship [die 2]", "workers [die 5]"
    for one, two in ((first, second), (second, first)):
        state = position(seat(dice=(2, 5)), depots={2: ["ship"]})
        play(state, one)
        assert (state.current_player(), of(state).dice) == (0, [5] if one == first else [2])
        play(state, two)
        assert state.current_player() == 1
        assert (of(state).storage, of(state).workers) == (["ship"], 2)


def test_b25_the_same_action_twice():
    """B25: both dice for the same action."""
    state = position(seat(dice=(4, 4)), depots={4: ["ship", "mine"]})
    play(state, "take 4: ship [die 4]", "take 4: mine [die 4]")
    assert (of(state).storage, state.current_player()) == (["ship", "mine"], 1)


def test_b25_both_dice_must_be_used():
    """B25: no pass; taking workers is always possible."""
    state = position(seat(dice=(2, 5)))
    assert texts(state) == ["workers [die 2]", "workers [die 5]"]
    assert texts(play(state, "workers [die 5]")) == ["workers [die 2]"]


# ---- workers turn dice -----------------------------------------------------------------------


@pytest.mark.parametrize("die", FACES)
def test_b26_each_worker_turns_a_die_by_one_on_the_ring(die):
    """B26: 6 and 1 are neighbours, any number of workers on one die."""
    for workers in range(5):
        state = position(seat(dice=(die,), workers=workers), depots=ONE_OF_EACH)
        takes = [t for t in texts(state) if t.startswith("take")]
        assert takes == [f"take {d}: ship {price(die, RING[die, d])}" for d in FACES if RING[die, d] <= workers]
        for take in takes:
            depot_number = int(take[5])
            assert of(play(state.copy(), take)).workers == workers - RING[die, depot_number]


def test_b26_example_two_workers_make_a_six_of_a_two():
    """B26: Anna pays 2 workers to turn a 2 into a 6, and takes from depot 6."""
    state = position(seat(dice=(2,), workers=2), depots={6: ["mine"]})
    play(state, "take 6: mine [die 2, 2 workers]")
    assert (of(state).storage, of(state).workers) == (["mine"], 0)
    assert "take 6" not in " ".join(texts(position(seat(dice=(2,), workers=1), depots={6: ["mine"]})))


def test_b26_workers_turn_dice_for_placing_and_selling_too():
    """B26: at any moment of the own turn, for either die."""
    state = position(seat(storage=["ship"], goods={"pink": 1}, dice=(4, 6), workers=3))
    assert {"place ship at d3 [die 4, 2 workers]", "place ship at d3 [die 6, 2 workers]",
            "sell pink [die 4, 1 worker]", "sell pink [die 6, 3 workers]"} <= set(texts(state))
    play(state, "place ship at d3 [die 4, 2 workers]", "clear depot 1")
    assert of(state).workers == 1
    assert not [t for t in texts(state) if t.startswith("sell")]     # 6 to 3 costs three


def cost(die: int, target: int, free: int, per_worker: int) -> int:
    """Rule B27 as a formula."""
    return ceil(max(0, RING[die, target] - free) / per_worker)


def knowing(duchy: dict[str, str], numbers: Iterable[int]) -> dict[str, str]:
    """The duchy with these knowledge tiles in place of its first tiles."""
    return duchy | dict(zip(duchy, [f"knowledge {n}" for n in numbers]))


WAYS = list(product((False, True), (False, True)))      # the matching tile 9-12 is there; tile 8 is there


def shifts(helper: int, helped: bool, wide: bool) -> list[int]:
    """Knowledge tiles of a case: the helper alone, or all of 9-12 but it; and tile 8."""
    return [n for n in (9, 10, 11, 12) if (n == helper) == helped] + [8] * wide


@pytest.mark.parametrize(("helped", "wide"), WAYS)
def test_b27_cost_of_turning_a_die_to_take(helped, wide):
    """B27: ceil(max(0, distance - f) / p), f = 1 with tile 12, p = 2 with tile 8."""
    for die, target, workers in product(FACES, FACES, range(4)):
        owner = seat(knowing(full(1), shifts(12, helped, wide)), dice=(die,), workers=workers)
        found = [t for t in texts(position(owner, depots={target: ["ship"]})) if t.startswith("take")]
        price_ = cost(die, target, helped, 1 + wide)
        assert found == ([f"take {target}: ship {price(die, price_)}"] if price_ <= workers else [])


@pytest.mark.parametrize(("helped", "wide"), WAYS)
@pytest.mark.parametrize(("helper", "tile"), ((9, "bank"), (10, "cow 2"), (10, "ship"), (11, "castle"), (11, "mine"),
                                              (11, "knowledge 3")))
def test_b27_cost_of_turning_a_die_to_place(helper, tile, helped, wide):
    """B27: tile 9 helps to place buildings, 10 animals and ships, 11 castles, mines and knowledge."""
    numbers = {space.die: name for name, space in spaces(1).items() if space.colour == colour_of(tile)}
    for (target, hex_), die, workers in product(numbers.items(), FACES, range(4)):
        duchy = knowing(full(1, hex_, tile="mine"), shifts(helper, helped, wide))
        state = position(seat(duchy, castle=None, storage=[tile], dice=(die,), workers=workers))
        found = [t for t in texts(state) if t.startswith("place")]
        price_ = cost(die, target, helped, 1 + wide)
        assert found == ([f"place {tile} at {hex_} {price(die, price_)}"] if price_ <= workers else [])


@pytest.mark.parametrize("wide", (False, True))
def test_b27_no_free_step_for_sales(wide):
    """B27: tiles 9 to 12 do not help to sell, tile 8 does."""
    for die, (i, colour), workers in product(FACES, enumerate(GOODS, start=1), range(4)):
        duchy = knowing(full(1), [9, 10, 11, 12] + [8] * wide)
        state = position(seat(duchy, goods={colour: 1}, dice=(die,), workers=workers))
        found = [t for t in texts(state) if t.startswith("sell")]
        price_ = cost(die, i, 0, 1 + wide)
        assert found == ([f"sell {colour} {price(die, price_)}"] if price_ <= workers else [])


# ---- the four actions ------------------------------------------------------------------------


def test_b28_take_any_tile_of_the_depot_into_storage():
    """B28: any one tile of the depot that the die names; never straight into the duchy; empty depots give none."""
    state = position(seat(dice=(3, 6)), depots={3: ["ship", "cow 3", "bank"], 2: ["mine"]})
    assert texts(state) == ["take 3: ship [die 3]", "take 3: cow 3 [die 3]", "take 3: bank [die 3]", "workers [die 3]",
                            "workers [die 6]"]
    play(state, "take 3: cow 3 [die 3]")
    assert (of(state).storage, depot(state, 3), of(state).duchy) == (["cow 3"], ["ship", "bank"], {"d4": "castle"})


def test_b28_a_full_storage_throws_one_tile_out_first():
    """B28: one stored tile of choice leaves the game."""
    state = position(seat(storage=["bank", "mine", "cow 2"], dice=(3, 3)), depots={3: ["ship"]})
    before = state.raw()
    play(state, "take 3: ship [die 3]")
    assert (stage(state), texts(state)) == ("discard", ["discard bank", "discard mine", "discard cow 2"])
    play(state, "discard mine")
    assert (of(state).storage, of(state).dice) == (["bank", "cow 2", "ship"], [3])
    after = state.raw()
    assert (after["supply"], after["dark"], after["depot"]) == (before["supply"], before["dark"], [0] * 24)


def test_b29_place_on_an_empty_space_of_its_colour_and_number_next_to_a_tile():
    """B29: the first tile can only go next to the start castle."""
    state = position(seat(storage=["bank", "ship", "knowledge 3"], dice=(3,), workers=3))
    assert placements(state, "bank") == {"c3", "e4"}
    assert placements(state, "ship") == {"d3", "d5"}
    assert placements(state, "knowledge 3") == {"c4"}
    assert set(neighbours("d4")) == {"c3", "c4", "d3", "d5", "e3", "e4"}
    assert "place bank at c3 [die 3]" in texts(state)
    # c3 is taken now and opens its own neighbours; the tile on it stays
    play(state, "place bank at c3 [die 3]")
    assert of(state).duchy == {"d4": "castle", "c3": "bank"}
    state = position(seat(of(state).duchy, storage=["castle", "cow 2", "watchtower"], dice=(3,), workers=3))
    assert placements(state, "castle") == {"b3"}
    assert placements(state, "cow 2") == {"b2", "c2"}
    assert placements(state, "watchtower") == {"e4"}


@pytest.mark.parametrize("die", FACES)
def test_b29_the_number_is_the_dies(die):
    """B29: without workers only spaces of the number rolled."""
    duchy = {name: "castle" for name in ("d4", "d2", "d6", "b3", "f3", "b1", "b5", "f1", "f5")}
    state = position(seat(duchy, storage=["ship", "cow 2", "knowledge 3"], dice=(die,)))
    for tile in ("ship", "cow 2", "knowledge 3"):
        assert placements(state, tile) == {
            name for name, space in spaces(1).items() if space == (colour_of(tile), die) and name not in duchy
            and set(neighbours(name)) & set(duchy)}


def test_b30_one_building_of_a_kind_in_a_city():
    """B30: a city is a connected region of building spaces; other cities do not matter."""
    city = {"e4": "bank", "c3": "bank", "f3": "mine", "d6": "ship"}
    state = position(seat(city, storage=["bank", "watchtower"], dice=(1,), workers=3))
    assert placements(state, "watchtower") == {"e5", "f4", "c5", "c6"}
    assert placements(state, "bank") == {"c5", "c6"}


def test_b30_tile_1_lifts_the_limit():
    """B30: with tile 1 in the duchy a city may hold equal buildings."""
    city = {"e4": "bank", "c3": "bank", "f3": "knowledge 1", "d6": "ship"}
    state = position(seat(city, storage=["bank", "watchtower"], dice=(1,), workers=3))
    assert placements(state, "bank") == placements(state, "watchtower") == {"e5", "f4", "c5", "c6"}


@pytest.mark.parametrize(("players", "each"), ((2, 2), (3, 3), (4, 4)))
def test_b31_sell_all_goods_of_the_dies_colour(players, each):
    """B31: 1 silver whatever the number, 2, 3, 4 points for each tile; sold tiles are kept."""
    state = position(seat(goods={"pink": 3, "red": 1}, sold={"pink": 1}, dice=(3, 4)), players=players)
    assert [t for t in texts(state) if t.startswith("sell")] == ["sell pink [die 3]", "sell red [die 4]"]
    play(state, "sell pink [die 3]")
    assert (of(state).goods, of(state).sold, of(state).silver) == ({"red": 1}, {"pink": 4}, 1)
    assert of(state).points == {"sales": 3 * each}
    play(state, "sell red [die 4]")
    assert (of(state).goods, of(state).silver, of(state).score) == ({}, 2, 4 * each)


def test_b31_a_sale_needs_a_tile_of_that_colour():
    """B31: at least one tile; the die may be turned by workers."""
    state = position(seat(goods={"brown": 2}, dice=(3, 4), workers=1))
    assert [t for t in texts(state) if t.startswith("sell")] == ["sell brown [die 4, 1 worker]"]
    play(state, "sell brown [die 4, 1 worker]")
    assert (of(state).workers, of(state).silver, of(state).score) == (0, 1, 4)


@pytest.mark.parametrize("die", FACES)
def test_b32_any_die_gains_two_workers(die):
    """B32: whatever the number."""
    state = position(seat(dice=(die,)))
    assert of(play(state, f"workers [die {die}]")).workers == 2


# ---- the purchase ----------------------------------------------------------------------------


@pytest.mark.parametrize("when", (0, 1, 2))
def test_b33_buy_before_between_or_after_the_actions(when):
    """B33: once in a turn, 2 silver for any tile of the black depot, into storage; it is no action."""
    state = position(seat(silver=4, dice=(2, 5)), black=["mine", "cow 4", "bank"])
    dice = ["workers [die 2]", "workers [die 5]"]
    play(state, *dice[:when])
    assert [t for t in texts(state) if t.startswith("buy")] == ["buy mine", "buy cow 4", "buy bank"]
    assert ("end turn" in texts(state)) == (when == 2)
    play(state, "buy cow 4")
    assert (of(state).silver, of(state).storage, black_depot(state)) == (2, ["cow 4"], ["mine", "bank"])
    assert not [t for t in texts(state) if t.startswith("buy")]
    play(state, *dice[when:])
    assert (state.current_player(), of(state).silver, of(state).workers) == (1, 2, 4)


def test_b33_the_turn_ends_without_buying():
    """B33: a purchase is a choice."""
    state = position(seat(silver=2, dice=(2,)), black=["mine"])
    play(state, "workers [die 2]")
    assert texts(state) == ["buy mine", "end turn"]
    assert play(state, "end turn").current_player() == 1


def test_b33_it_costs_two_silver():
    """B33: with 1 silver nothing can be bought; who has bought may do so again in the next turn."""
    assert texts(position(seat(silver=1, dice=(2,)), black=["mine", "ship"])) == ["workers [die 2]"]
    state = position(seat(silver=4, dice=(2,)), black=["mine", "ship"])
    play(state, "buy mine")
    assert (texts(state), of(state).silver) == (["workers [die 2]"], 2)
    pass_round(state)
    assert (state.current_player(), here(state), of(state).silver) == (0, (0, 1, 0), 2)
    assert [t for t in texts(state) if t.startswith("buy")] == ["buy ship"]
    assert of(play(state, "buy ship")).silver == 0


def test_b33_a_bought_tile_may_be_placed_in_the_same_turn():
    """B33: bought, then placed with a die."""
    state = position(seat(silver=2, dice=(4, 5)), black=["mine"])
    play(state, "buy mine", "place mine at e3 [die 4]")
    assert of(state).duchy["e3"] == "mine"
