"""Rules B34-B48: what placed tiles do, regions, colour bonuses, knowledge. The numbers are those in the names."""
from __future__ import annotations

import pytest

from .facts import BOARDS
from .positions import (
    black_depot,
    depot,
    depot_goods,
    full,
    of,
    placements,
    play,
    position,
    seat,
    stage,
    texts,
)
from .twin_board import neighbours, region, spaces

STOCK = {1: ["bank", "ship"], 2: ["knowledge 9", "castle"], 3: ["cow 3", "market"], 5: ["mine"]}
REGION_POINTS = {1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21, 7: 28, 8: 36}
PHASE_POINTS = {"A": 10, "B": 8, "C": 6, "D": 4, "E": 2}
AWAY = ("a1", "a4", "g1", "g4", "d1", "d7")     # hexes of board 1 far from where these tests place tiles


def knowing(*numbers: int) -> dict[str, str]:
    """Knowledge tiles somewhere in the duchy; where is of no matter to their effects."""
    return dict(zip(AWAY, [f"knowledge {n}" for n in numbers]))


def last_turn(owner: dict, *others: dict, players: int = 0):
    """Seat 0 is the last to act in the game, with one die."""
    number = max(players, 1 + len(others), 2)
    return position(owner | {"dice": [1, 0]}, *others, phase="E", round=5, order=[*range(1, number), 0],
                    turn=number - 1, players=number)


def at_the_end(owner: dict, *others: dict, players: int = 0) -> dict[str, int]:
    """Seat 0's points by source when the game is over; its last action was to take workers."""
    state = play(last_turn(owner, *others, players=players), "workers [die 1]")
    assert state.is_terminal()
    return of(state).points


# ---- ships -----------------------------------------------------------------------------------


def test_b34_ship_takes_all_goods_that_fit():
    """B34: all goods of any one depot, whatever the die; any number of each colour."""
    state = position(seat(storage=["ship"], goods={"pink": 1}, dice=(2,)),
                     goods={1: {"pink": 2, "red": 3, "brown": 1}, 4: {"orange": 1}})
    play(state, "place ship at d3 [die 2]")
    assert texts(state) == [f"clear depot {d}" for d in range(1, 7)]
    play(state, "clear depot 1")
    assert of(state).goods == {"pink": 3, "red": 3, "brown": 1}
    assert (depot_goods(state, 1), depot_goods(state, 4)) == ({}, {"orange": 1})


def test_b34_example_one_free_stack_and_two_new_colours():
    """B34: Carla takes the turquoise tile, and the pink or the brown one; the other stays."""
    for chosen, left in (("pink", "brown"), ("brown", "pink")):
        state = position(seat(storage=["ship"], goods={"turquoise": 1, "red": 1}, dice=(2,)),
                         goods={3: {"turquoise": 1, "pink": 1, "brown": 1}})
        play(state, "place ship at d3 [die 2]", "clear depot 3")
        assert (stage(state), texts(state)) == ("ship-colour", ["load pink", "load brown"])
        play(state, f"load {chosen}")
        assert of(state).goods == {"turquoise": 2, "red": 1, chosen: 1}
        assert depot_goods(state, 3) == {left: 1}
        assert state.current_player() == 1


def test_b34_free_stacks_are_chosen_one_by_one():
    """B34: with two free stacks and three new colours two are chosen."""
    state = position(seat(storage=["ship"], goods={"red": 1}, dice=(2,)),
                     goods={3: {"pink": 2, "brown": 1, "orange": 1}})
    play(state, "place ship at d3 [die 2]", "clear depot 3", "load orange")
    assert texts(state) == ["load pink", "load brown"]
    play(state, "load pink")
    assert (of(state).goods, depot_goods(state, 3)) == ({"red": 1, "pink": 2, "orange": 1}, {"brown": 1})


def test_b34_no_free_stack_takes_only_colours_already_held():
    """B34: three colours are held; what does not fit stays."""
    state = position(seat(storage=["ship"], goods={"red": 1, "pink": 1, "brown": 1}, dice=(2,)),
                     goods={3: {"pink": 2, "orange": 2}})
    play(state, "place ship at d3 [die 2]", "clear depot 3")
    assert (of(state).goods, depot_goods(state, 3)) == ({"red": 1, "pink": 3, "brown": 1}, {"orange": 2})
    assert state.current_player() == 1


def test_b34_ship_moves_the_marker_on_top_at_once():
    """B34: one space forward, on top of any markers there, before the turn is over."""
    state = position(seat(storage=["ship"], dice=(2, 2)), players=3, track=[[0, 1], [2]])
    play(state, "place ship at d3 [die 2]", "clear depot 1")
    assert (state.current_player(), of(state).space) == (0, 1)
    raw = state.raw()
    assert (raw["track"][:3], raw["height"][:3]) == ([1, 0, 1], [1, 0, 0])


# ---- animals, castles, mines, knowledge ------------------------------------------------------


def test_b35_example_cows():
    """B35: a cow 4 beside a cow 3 scores 4 + 3 = 7; one more cow 4 then 4 + 4 + 3 = 11."""
    state = position(seat({"c2": "cow 3"}, storage=["cow 4", "cow 4"], dice=(1, 2)))
    play(state, "place cow 4 at b2 [die 1]")
    assert of(state).points == {"animals": 7}
    play(state, "place cow 4 at b1 [die 2]")
    assert of(state).points == {"animals": 7 + 11}


def test_b35_only_the_same_species_in_the_same_pasture():
    """B35: tiles need not touch; other species and other pastures do not count."""
    duchy = {"c1": "cow 3", "c2": "pig 4", "e6": "cow 4", "b2": "cow 2"}
    state = position(seat(duchy, storage=["cow 2"], dice=(6,)))
    assert neighbours("a1") == ("a2", "b1", "b2")
    play(state, "place cow 2 at a1 [die 6]")
    assert of(state).points["animals"] == 2 + 3 + 2


def test_b36_a_castle_gives_one_more_action_with_any_number():
    """B36: take, place, sell or workers as with one more die; no workers are needed."""
    state = position(seat({"c3": "bank"}, storage=["castle", "ship"], goods={"red": 1}, silver=2, dice=(3, 6)),
                     depots={1: ["mine"], 5: ["bank"]}, black=["mine"])
    play(state, "place castle at b3 [die 6]")
    assert (stage(state), texts(state)) == ("castle-action", [
        "take 1: mine [free]", "take 5: bank [free]", "place ship at d3 [free]", "place ship at d5 [free]",
        "sell red [free]", "workers [free]"])
    for move, gained in (("take 1: mine [free]", {"storage": ["ship", "mine"]}), ("sell red [free]", {"silver": 3}),
                         ("workers [free]", {"workers": 2})):
        after = play(state.copy(), move)
        assert (stage(after), after.current_player(), of(after).dice) == ("main", 0, [3])
        assert {name: getattr(of(after), name) for name in gained} == gained
    after = play(state.copy(), "place ship at d5 [free]")
    assert (stage(after), of(after).duchy["d5"], of(after).dice) == ("ship-depot", "ship", [3])


def test_b36_castles_can_follow_one_another():
    """B36: a chain of castles, each with its own action."""
    state = position(seat({"c3": "bank"}, storage=["castle", "castle", "castle"], dice=(6,)))
    play(state, "place castle at b3 [die 6]", "place castle at a2 [free]", "place castle at a3 [free]")
    assert (stage(state), of(state).points) == ("castle-action", {"regions": 6, "phases": 10, "bonuses": 5})
    assert play(state, "workers [free]").current_player() == 1


def test_b37_a_mine_does_nothing_at_once():
    """B37: no silver, no points, no question."""
    state = position(seat(storage=["mine"], dice=(4, 5)))
    before = of(state)
    play(state, "place mine at e3 [die 4]")
    after = of(state)
    assert (stage(state), after.dice) == ("main", [5])
    assert (after.silver, after.workers, after.score) == (before.silver, before.workers, 0)


def test_b38_knowledge_does_not_help_its_own_placing():
    """B38: it works from then on, to the end of the game."""
    state = position(seat(storage=["knowledge 11", "knowledge 3"], dice=(2,)))
    assert placements(state, "knowledge 11") == set()
    state = position(seat(storage=["knowledge 11", "knowledge 3"], dice=(1, 4)))
    assert placements(state, "knowledge 11") == {"c4"}
    play(state, "place knowledge 11 at c4 [die 1]", "place knowledge 3 at b4 [die 4]")
    assert of(state).duchy["b4"] == "knowledge 3"       # a 5 by the free step


# ---- buildings -------------------------------------------------------------------------------


def built(building: str, *stored: str, **more):
    """The building has just been placed on c3 with a 3; a second die, 6, is left."""
    table = {name: more.pop(name) for name in ("depots", "goods_at", "black") if name in more}
    state = position(seat(more.pop("duchy", None), storage=[building, *stored], dice=(3, 6), **more),
                     depots=table.get("depots"), goods=table.get("goods_at"), black=table.get("black", ()))
    return play(state, f"place {building} at c3 [die 3]")


def test_b39_warehouse_may_sell_one_colour():
    """B39: a sale of a colour of choice, without a die."""
    state = built("warehouse", goods={"pink": 2, "red": 1})
    assert (stage(state), texts(state)) == ("sell-free", ["sell pink [free]", "sell red [free]", "decline"])
    play(state, "sell pink [free]")
    mine = of(state)
    assert (mine.goods, mine.sold, mine.silver, mine.points["sales"]) == ({"red": 1}, {"pink": 2}, 1, 4)
    assert (stage(state), mine.dice) == ("main", [6])


@pytest.mark.parametrize(("building", "offered"), (
    ("carpenter", ["take 1: bank [free]", "take 3: market [free]"]),
    ("church", ["take 2: knowledge 9 [free]", "take 2: castle [free]", "take 5: mine [free]"]),
    ("market", ["take 1: ship [free]", "take 3: cow 3 [free]"]),
))
def test_b39_carpenter_church_and_market_may_take_a_tile(building, offered):
    """B39: of their colours, from any numbered depot, not from the black one."""
    state = built(building, depots=STOCK, black=["bank", "mine", "ship", "knowledge 7"])
    assert (stage(state), texts(state)) == ("take-free", [*offered, "decline"])
    play(state, offered[0])
    _, number, tile = offered[0].replace(":", "").removesuffix(" [free]").split(" ", 2)
    assert of(state).storage == [tile]
    assert tile not in depot(state, int(number))
    assert (stage(state), of(state).dice, len(black_depot(state))) == ("main", [6], 4)


@pytest.mark.parametrize(("building", "gain"), (("boarding-house", {"workers": 4}), ("bank", {"silver": 2}),
                                                ("watchtower", {"points": {"watchtowers": 4}})))
def test_b39_boarding_house_bank_and_watchtower_pay_at_once(building, gain):
    """B39: 4 workers, 2 silver, 4 points."""
    state = position(seat({"e4": "church"}, storage=[building], dice=(1, 1)))
    before = of(state)
    play(state, f"place {building} at e5 [die 1]")
    after = of(state)
    assert stage(state) == "main"
    got = {name: getattr(after, name) for name in ("workers", "silver", "points")
           if getattr(after, name) != getattr(before, name)}
    assert got == gain


def test_b39_city_hall_may_place_one_more_tile_of_any_number():
    """B39: any colour with all its effects; colour, neighbour and one kind a city still hold."""
    state = position(seat({"e5": "bank"}, storage=["city-hall", "ship", "bank"], dice=(3, 6)))
    play(state, "place city-hall at e4 [die 3]")
    assert stage(state) == "place-free"
    assert (placements(state, "ship"), placements(state, "bank")) == ({"d3", "d5", "d6"}, {"c3"})
    assert texts(state)[-1] == "decline"
    play(state, "place ship at d6 [free]", "clear depot 1")
    assert (of(state).space, of(state).dice, stage(state)) == (1, [6], "main")


@pytest.mark.parametrize("building", ("warehouse", "carpenter", "church", "market", "city-hall"))
def test_b39_an_effect_that_cannot_be_used_is_lost(building):
    """B39: the building may be placed all the same, and nothing is asked."""
    state = built(building, "city-hall", duchy={"g4": "city-hall"}, black=["bank", "mine", "ship"])
    assert (stage(state), of(state).duchy["c3"], of(state).dice) == ("main", building, [6])


def test_b39_sales_takes_and_placements_are_optional():
    """B39: 'may' can be declined, and the building's effect is over then."""
    for state in (built("warehouse", goods={"pink": 1}), built("market", depots=STOCK), built("city-hall", "ship")):
        before = of(state)
        play(state, "decline")
        assert (stage(state), of(state)) == ("main", before)


@pytest.mark.parametrize("building", ("carpenter", "church", "market"))
def test_b40_a_placed_building_leaves_room_for_what_it_takes(building):
    """B40: it has just left a full storage, so nothing is thrown out."""
    state = built(building, "knowledge 3", "knowledge 4", depots=STOCK)
    play(state, texts(state)[0])
    assert (stage(state), len(of(state).storage)) == ("main", 3)


def test_b40_a_castle_leaves_room_for_what_its_action_takes():
    """B40: the same holds for castles; a normal take with full storage asks what to throw out."""
    state = position(seat({"c3": "bank"}, storage=["castle", "mine", "mine"], dice=(6, 6)),
                     depots={6: ["ship", "bank"]})
    play(state, "place castle at b3 [die 6]", "take 6: ship [free]")
    assert (stage(state), of(state).storage) == ("main", ["mine", "mine", "ship"])
    assert stage(play(state, "take 6: bank [die 6]")) == "discard"


# ---- regions and colours ---------------------------------------------------------------------


def city(size: int) -> tuple[int, str, frozenset[str]]:
    """A board and a space of it that lies in a city of so many spaces, and that city."""
    return next((board, name, region(board, name)) for board in BOARDS for name, space in spaces(board).items()
                if space.colour == "building" and len(region(board, name)) == size)


@pytest.mark.parametrize("phase", "ABCDE")
@pytest.mark.parametrize("size", REGION_POINTS)
def test_b41_a_finished_region_pays_for_size_and_phase(size, phase):
    """B41: 1, 3, 6, 10, 15, 21, 28, 36 for 1-8 spaces, and 10, 8, 6, 4, 2 for phases A-E."""
    board, name, members = city(size)
    duchy = dict.fromkeys(members - {name}, "watchtower") | dict.fromkeys(
        set(neighbours(name)) - members, "knowledge 26")
    state = position(seat(duchy, board=board, castle=None, storage=["bank"], dice=(spaces(board)[name].die,)),
                     phase=phase)
    play(state, f"place bank at {name}")
    assert of(state).points == {"regions": REGION_POINTS[size], "phases": PHASE_POINTS[phase]}


def test_b41_a_region_with_an_empty_space_pays_nothing():
    """B41: only when its last space is filled, and once."""
    state = position(seat({"d3": "ship"}, storage=["ship", "ship"], dice=(1, 6)))
    play(state, "place ship at d2 [die 1]", "clear depot 1")
    assert of(state).points == {}
    play(state, "place ship at d1 [die 6]", "clear depot 1")
    assert of(state).points == {"regions": 6, "phases": 10}


A_TILE = {"building": "bank", "animal": "cow 2", "knowledge": "knowledge 3", "castle": "castle", "mine": "mine",
          "ship": "ship"}


@pytest.mark.parametrize("colour", A_TILE)
@pytest.mark.parametrize(("players", "large", "small"), ((2, 5, 2), (3, 6, 3), (4, 7, 4)))
def test_b42_first_and_second_to_fill_a_colour(colour, players, large, small):
    """B42: the large tile pays 5, 6, 7, the small one 2, 3, 4 with 2, 3, 4 players; later ones nothing."""
    name, space = next((n, s) for n, s in spaces(1).items() if s.colour == colour)
    owner = seat(full(1, name), castle=None, storage=[A_TILE[colour]], dice=(space.die,))
    others = [c for c in A_TILE if c != colour]
    for first, second, bonus in ((A_TILE, A_TILE, large), (others, A_TILE, small), (others, others, 0)):
        state = position(owner, players=players, large=first, small=second)
        play(state, f"place {A_TILE[colour]} at {name}")
        assert of(state).points.get("bonuses", 0) == bonus
        assert (of(state).large, of(state).small) == ([colour] * (bonus == large), [colour] * (bonus == small))


def test_b42_the_whole_colour_must_be_filled():
    """B42: a finished region of a colour with empty spaces elsewhere brings no bonus."""
    state = position(seat(storage=["watchtower"], dice=(3,)))
    play(state, "place watchtower at c3 [die 3]")
    assert of(state).points == {"watchtowers": 4, "regions": 1, "phases": 10}


def test_b43_region_and_bonus_come_before_the_tiles_decision():
    """B43: tile points, region, colour bonus, then what the tile lets its owner decide."""
    state = position(seat(full(1, "c3"), castle=None, storage=["warehouse"], goods={"pink": 1}, dice=(3,)))
    play(state, "place warehouse at c3 [die 3]")
    assert stage(state) == "sell-free"
    assert of(state).points == {"regions": 1, "phases": 10, "bonuses": 5}


# ---- knowledge: during the game --------------------------------------------------------------


def test_b44_tile_1_allows_equal_buildings_in_a_city():
    """B44: tile 1."""
    for number, hexes in ((1, {"c3", "e5", "f4"}), (3, {"c3"})):
        state = position(seat({"e4": "bank"} | knowing(number), storage=["bank"], dice=(3,), workers=3))
        assert placements(state, "bank") & {"c3", "e5", "f4"} == hexes


def test_b44_tile_2_pays_workers_for_mines_at_the_end_of_a_phase():
    """B44: tile 2: 1 worker for each mine, besides the silver."""
    mines = {"e3": "mine", "f2": "mine"}
    state = position(seat(mines | knowing(2)), seat(mines, dice=(1,)), round=5, turn=1)
    play(state, "workers [die 1]")
    assert [(of(state, who).silver, of(state, who).workers) for who in (0, 1)] == [(2, 2), (2, 2)]
    assert of(position(seat(mines | knowing(2)))).workers == 0


def test_b44_tile_3_a_sale_pays_two_silver():
    """B44: tile 3: 2 silver for a sale, not 1."""
    state = position(seat(knowing(3), goods={"pink": 3}, dice=(3,)))
    play(state, "sell pink [die 3]")
    assert (of(state).silver, of(state).workers, of(state).points) == (2, 0, {"sales": 6})


def test_b44_tile_4_a_sale_pays_a_worker_too():
    """B44: tile 4: also 1 worker."""
    state = position(seat(knowing(4), goods={"pink": 3}, dice=(3,)))
    play(state, "sell pink [die 3]")
    assert (of(state).silver, of(state).workers) == (1, 1)


def test_b44_tile_5_a_ship_may_clear_two_neighbouring_depots():
    """B44: tile 5."""
    state = position(seat(knowing(5), storage=["ship"], dice=(2,)), goods={3: {"pink": 1}, 4: {"pink": 1, "red": 2}})
    play(state, "place ship at d3 [die 2]", "clear depots 3+4")
    assert (of(state).goods, depot_goods(state, 3), depot_goods(state, 4)) == ({"pink": 2, "red": 2}, {}, {})
    assert of(state).space == 1


def test_b44_tile_6_buys_at_all_seven_depots_once_a_turn():
    """B44: tile 6: still for 2 silver, and once."""
    state = position(seat(knowing(6), silver=5, dice=(1, 1)), black=["mine"],
                     depots={3: ["ship", "bank"], 6: ["pig 2"]})
    offers = [t for t in texts(state) if t.startswith("buy")]
    assert offers == ["buy mine", "buy 3: ship", "buy 3: bank", "buy 6: pig 2"]
    play(state, "buy 3: bank")
    assert (of(state).silver, of(state).storage, depot(state, 3)) == (3, ["bank"], ["ship"])
    assert not [t for t in texts(state) if t.startswith("buy")]
    without = position(seat(silver=5), depots={3: ["ship", "bank"]}, black=["mine"])
    assert [t for t in texts(without) if t.startswith("buy")] == ["buy mine"]


def test_b44_tile_7_example_each_scoring_animal_tile_pays_one_more():
    """B44: tile 7: a sheep 3 beside a sheep 4 scores (3 + 1) + (4 + 1) = 9; a pig 2 there then scores 3."""
    state = position(seat({"c2": "sheep 4"} | dict.fromkeys(["g1"], "knowledge 7"), storage=["sheep 3", "pig 2"],
                          dice=(1, 2)))
    play(state, "place sheep 3 at b2 [die 1]")
    assert of(state).points == {"animals": 9}
    play(state, "place pig 2 at b1 [die 2]")
    assert of(state).points == {"animals": 9 + 3}


def test_b44_tile_8_example_a_three_becomes_a_six_for_two_workers():
    """B44: tile 8: each worker turns a die by up to 2."""
    state = position(seat(knowing(8), dice=(3,), workers=2), depots={5: ["bank"], 6: ["mine"]})
    assert texts(state) == ["take 5: bank [die 3, 1 worker]", "take 6: mine [die 3, 2 workers]", "workers [die 3]"]
    assert of(play(state, "take 6: mine [die 3, 2 workers]")).workers == 0


@pytest.mark.parametrize(("number", "tile", "die", "hex_"), ((9, "bank", 2, "c3"), (10, "ship", 3, "d3"),
                                                            (11, "mine", 5, "e3"), (11, "knowledge 3", 6, "c4")))
def test_b44_tiles_9_to_11_turn_a_die_by_one_when_placing(number, tile, die, hex_):
    """B44: tiles 9 (buildings), 10 (animals, ships), 11 (castles, mines, knowledge); B27 has every case."""
    with_, without = (position(seat(knowing(n), storage=[tile], dice=(die,))) for n in (number, 12))
    assert hex_ in placements(with_, tile)
    assert hex_ not in placements(without, tile)


def test_b44_tile_12_turns_a_die_by_one_when_taking():
    """B44: tile 12."""
    state = position(seat(knowing(12), dice=(1,)), depots={6: ["mine"], 2: ["bank"], 3: ["ship"]})
    assert texts(state) == ["take 2: bank [die 1]", "take 6: mine [die 1]", "workers [die 1]"]


def test_b44_tile_13_silver_with_the_workers_action():
    """B44: tile 13: 1 silver more, but not for a boarding house."""
    state = position(seat(knowing(13), storage=["boarding-house"], dice=(1, 3)))
    play(state, "workers [die 1]")
    assert (of(state).workers, of(state).silver) == (2, 1)
    play(state, "place boarding-house at c3 [die 3]")
    assert (of(state).workers, of(state).silver) == (6, 1)


def test_b44_tile_14_four_workers_with_the_workers_action():
    """B44: tile 14: four, not two; a boarding house gives four as ever."""
    state = position(seat(knowing(14), storage=["boarding-house"], dice=(1, 3)))
    play(state, "workers [die 1]", "place boarding-house at c3 [die 3]")
    assert of(state).workers == 8


# ---- knowledge: at the end -------------------------------------------------------------------


# In the order of tiles 16 to 23.
BUILDINGS = ("warehouse", "watchtower", "carpenter", "church", "market", "boarding-house", "bank", "city-hall")
DARIO = {"red": 4, "purple": 3, "pink": 3, "orange": 1}


def test_b45_tile_15_example_three_points_a_colour_sold():
    """B45: Dario sold 4 red, 3 purple, 3 pink and 1 orange: 4 x 3 = 12. Goods not sold do not count."""
    assert at_the_end(seat(knowing(15), sold=DARIO, goods={"brown": 2}))["knowledge"] == 12


@pytest.mark.parametrize(("number", "building"), list(enumerate(BUILDINGS, start=16)))
def test_b45_tiles_16_to_23_four_points_a_building(number, building):
    """B45: four points for each own building of the tile's kind."""
    others = [b for b in BUILDINGS if b != building]
    duchy = dict(zip(("e1", "e2", "f1", "b5", "c5", "c6", "e4"), others)) | {"c3": building, "e5": building}
    assert at_the_end(seat(duchy | knowing(number)))["knowledge"] == 8


def test_b45_tiles_17_and_22_example():
    """B45: Benno has 2 watchtowers and 4 banks: (2 x 4) + (4 x 4) = 24."""
    duchy = dict(zip(("e1", "e2", "b5", "c5", "c3", "e4"), ["watchtower"] * 2 + ["bank"] * 4))
    assert at_the_end(seat(duchy | knowing(17, 22)))["knowledge"] == 24


def test_b45_tile_24_example_four_points_a_species():
    """B45: Anna has three sheep tiles, a cow and a chicken: 3 x 4 = 12."""
    duchy = {"b1": "sheep 2", "b2": "sheep 3", "c1": "sheep 4", "c2": "cow 2", "e6": "chicken 4"}
    assert at_the_end(seat(duchy | {"a4": "knowledge 24"}))["knowledge"] == 12


def test_b45_tile_25_example_a_point_a_goods_tile_sold():
    """B45: Dario's goods would bring 11 more."""
    assert at_the_end(seat(knowing(25), sold=DARIO, goods={"brown": 2}))["knowledge"] == 11
    assert at_the_end(seat(knowing(15, 25), sold=DARIO))["knowledge"] == 23


def test_b45_tile_26_two_points_a_bonus_tile():
    """B45: large or small alike."""
    assert at_the_end(seat(knowing(26), large=["ship", "mine"], small=["animal"]))["knowledge"] == 6


# ---- knowledge: together ---------------------------------------------------------------------


@pytest.mark.parametrize(("numbers", "silver", "workers"), (((3,), 2, 0), ((4,), 1, 1), ((3, 4), 2, 1)))
def test_b46_tiles_3_and_4_apply_to_warehouse_sales(numbers, silver, workers):
    """B46: tiles 3 and 4 as with a die; together 2 silver and 1 worker."""
    state = built("warehouse", goods={"pink": 1}, duchy=knowing(*numbers))
    play(state, "sell pink [free]")
    assert (of(state).silver, of(state).workers) == (silver, workers)


def test_b46_tiles_13_and_14_together():
    """B46: 4 workers and 1 silver; for a castle's action too."""
    state = position(seat(knowing(13, 14) | {"c3": "bank"}, storage=["castle"], dice=(1, 6)))
    play(state, "workers [die 1]")
    assert (of(state).workers, of(state).silver) == (4, 1)
    play(state, "place castle at b3 [die 6]", "workers [free]")
    assert (of(state).workers, of(state).silver) == (8, 2)


def test_b47_neighbours_on_the_ring_of_depots():
    """B47: 1-2-3-4-5-6-1; 6 and 1 are neighbours."""
    state = position(seat(knowing(5), storage=["ship"], dice=(2,)), goods={6: {"pink": 1}, 1: {"red": 1}})
    play(state, "place ship at d3 [die 2]")
    pairs = [t for t in texts(state) if t.startswith("clear depots")]
    assert pairs == [f"clear depots {d}+{d % 6 + 1}" for d in range(1, 7)]
    play(state, "clear depots 6+1")
    assert of(state).goods == {"pink": 1, "red": 1}


def during(duchy: dict[str, str], stored: str) -> list[object]:
    """What the effects of tiles 1-14 show in: moves for the tiles stored beside `stored`, and what some moves bring."""
    mine = seat({"e4": "bank"} | duchy, storage=[stored, "bank", "mine"], goods={"pink": 1}, silver=2, workers=2,
                dice=(2,))
    first = position(mine, depots={3: ["ship"]})
    second = position(seat({"c3": "bank"} | duchy, storage=[stored, "ship", "cow 2"], dice=(1, 1), workers=1))
    shown: list[object] = [text for state in (first, second) for text in texts(state) if stored not in text]
    for move in ("sell pink", "workers"):
        after = of(play(first.copy(), move))
        shown += [after.silver, after.workers]
    shown += [of(play(second.copy(), "place cow 2 at b2")).points, texts(play(second.copy(), "place ship at d3"))]
    payday = position(seat({"e3": "mine"} | duchy, storage=[stored]), seat(dice=(1,)), round=5, turn=1)
    return [*shown, of(play(payday, "workers [die 1]")).workers]


def after_all(duchy: dict[str, str], stored: str) -> dict[str, int]:
    """What the effects of tiles 15-26 show in: the points at the end."""
    buildings = dict(zip(("e1", "e2", "f1", "b5", "c5", "c6", "e4", "e5"), BUILDINGS))
    return at_the_end(seat(buildings | {"c2": "cow 2"} | duchy, storage=[stored], sold=DARIO, large=["ship"]))


@pytest.mark.parametrize("number", range(1, 27))
def test_b48_knowledge_in_storage_does_nothing(number):
    """B48: only tiles in the duchy work: stored, a tile is like one whose time this is not; in the duchy it is not."""
    tile = f"knowledge {number}"
    shown, idle = (during, "knowledge 26") if number < 15 else (after_all, "knowledge 1")
    assert shown({}, tile) == shown({}, idle)
    assert shown({"g1": tile}, idle) != shown({"g1": idle}, idle)
