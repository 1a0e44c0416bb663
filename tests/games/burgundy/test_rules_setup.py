"""Rules B1-B24: parts, set-up, phases and rounds. The numbers are those of the tests' names and docstrings."""
from __future__ import annotations

from collections import Counter

import pytest

from . import facts
from .positions import (
    GAME,
    black_depot,
    depot,
    depot_goods,
    full,
    here,
    of,
    pass_round,
    pass_turn,
    play,
    position,
    seat,
    settle,
    stage,
    started,
    supply,
    texts,
)
from .twin_board import region, spaces

BUILDINGS = ("warehouse", "carpenter", "church", "market", "boarding-house", "bank", "city-hall", "watchtower")
SPECIES = ("cow", "pig", "sheep", "chicken")
A_TILE = {"building": "bank", "animal": "cow 2", "knowledge": "knowledge 3", "castle": "castle", "mine": "mine",
          "ship": "ship"}
PRINTED_DICE = "6 5 4 3 / 2 1 6 5 4 / 5 4 3 1 2 3 / 6 1 2 6 5 4 1 / 2 5 4 3 1 2 / 6 1 2 5 6 / 3 4 1 3"

# What lies in each depot after a refill, by seats.
FILLED = {
    2: {1: ["building", "ship"], 2: ["castle", "knowledge"], 3: ["animal", "building"], 4: ["building", "ship"],
        5: ["knowledge", "mine"], 6: ["animal", "building"]},
    3: {1: ["building", "knowledge", "ship"], 2: ["building", "castle", "knowledge"], 3: ["animal", "building", "ship"],
        4: ["animal", "building", "ship"], 5: ["building", "knowledge", "mine"], 6: ["animal", "building", "castle"]},
    4: {1: ["animal", "building", "knowledge", "ship"], 2: ["building", "building", "castle", "knowledge"],
        3: ["animal", "building", "knowledge", "ship"], 4: ["animal", "building", "mine", "ship"],
        5: ["building", "building", "knowledge", "mine"], 6: ["animal", "building", "castle", "ship"]},
}


def kinds(tiles: dict[str, int]) -> Counter[str]:
    """Tiles by hex colour."""
    total: Counter[str] = Counter()
    for tile, n in tiles.items():
        total[facts.colour_of(tile)] += n
    return total


def coloured_back() -> dict[str, int]:
    """Tiles with coloured backs, the four start castles included."""
    tiles = supply(GAME.start(4))
    return tiles | {"castle": tiles["castle"] + 4}


def next_phase(state):
    """Round after round without a purchase until the next phase's first turn."""
    phase = here(state)[0]
    while not state.is_terminal() and here(state)[0] == phase:
        pass_round(state)
    return state


# ---- parts -----------------------------------------------------------------------------------


def test_b1_164_hex_tiles_of_which_40_have_a_black_back():
    """B1: 56 buildings, 28 animals, 26 knowledge, 16 castles, 12 mines, 26 ships."""
    dark = supply(GAME.start(4), "dark")
    box = Counter(coloured_back()) + Counter(dark)
    assert kinds(box) == {"building": 56, "animal": 28, "knowledge": 26, "castle": 16, "mine": 12, "ship": 26}
    assert sum(box.values()) == 164
    assert all(box[building] == 7 for building in BUILDINGS)
    assert all(box[f"knowledge {n}"] == 1 for n in range(1, 27))
    assert kinds(dark) == {"building": 16, "animal": 8, "knowledge": 6, "castle": 2, "mine": 2, "ship": 6}
    assert all(dark[building] == 2 for building in BUILDINGS)


@pytest.mark.parametrize("species", SPECIES)
def test_b2_each_species_has_21_animals_on_7_tiles(species):
    """B2: coloured backs 2, 2, 3, 3, 4; black backs 3, 4."""
    light, dark = coloured_back(), supply(GAME.start(4), "dark")
    assert [light.get(f"{species} {n}", 0) for n in (2, 3, 4)] == [2, 2, 1]
    assert [dark.get(f"{species} {n}", 0) for n in (2, 3, 4)] == [0, 1, 1]
    assert sum(n * (light.get(f"{species} {n}", 0) + dark.get(f"{species} {n}", 0)) for n in (2, 3, 4)) == 21


def test_b3_knowledge_tiles_with_a_black_back():
    """B3: 7, 12, 14, 15, 24 and 25."""
    dark = supply(GAME.start(2), "dark")
    assert {n for n in range(1, 27) if f"knowledge {n}" in dark} == {7, 12, 14, 15, 24, 25}
    assert not {f"knowledge {n}" for n in (7, 12, 14, 15, 24, 25)} & set(coloured_back())


@pytest.mark.parametrize(("face", "colour"), [(1, "turquoise"), (2, "purple"), (3, "pink"), (4, "red"), (5, "brown"),
                                              (6, "orange")])
def test_b4_each_die_number_has_its_goods(face, colour):
    """B4: seven goods of each of six colours, sold by their die number."""
    assert GAME.start(2).raw()["goods_supply"] == [7] * 6
    for die in range(1, 7):
        state = position(seat(goods={colour: 1}, dice=(die,)))
        assert (f"sell {colour} [die {die}]" in texts(state)) == (die == face)


def test_b5_silver_and_workers_do_not_run_out():
    """B5: 20 silver and 30 workers lie in the box, and are no limits."""
    state = position(seat({}, storage=["bank"], silver=25, workers=60, dice=(3, 6)))
    play(state, "workers [die 6]", "place bank at c3 [die 3]")
    assert (of(state).silver, of(state).workers) == (27, 62)


def test_b6_a_large_and_a_small_bonus_tile_for_each_colour():
    """B6: twelve bonus tiles; one that is taken is gone."""
    raw = GAME.start(4).raw()
    assert (raw["large"], raw["small"]) == (0b111111, 0b111111)
    mines = {"e3": "mine", "f2": "mine"}
    state = position(*[seat(mines, storage=["mine"], dice=(3,)) for _ in range(3)])
    for who in range(3):
        play(state, "place mine at g1 [die 3]")
        raw = state.raw()
        assert [bool(raw[size] >> 4 & 1) for size in ("large", "small")] == [[False, True], [False, False],
                                                                           [False, False]][who]
    assert [of(state, who).large + of(state, who).small for who in range(3)] == [["mine"], ["mine"], []]


@pytest.mark.parametrize("board", range(1, 10))
def test_b7_boards_as_printed(board):
    """B7: each board has 12 building, 6 animal, ship, knowledge, 4 castle, 3 mine spaces and the same die numbers."""
    dice = [int(face) for face in PRINTED_DICE.replace("/", " ").split()]
    found: Counter[str] = Counter()
    for (name, space), face in zip(spaces(board).items(), dice, strict=True):
        for colour, tile in A_TILE.items():
            owner = seat(full(board, name, tile="mine"), board=board, castle=None, storage=[tile], dice=(face,))
            placed = [t for t in texts(position(owner)) if t.startswith("place")]
            assert placed == ([f"place {tile} at {name} [die {face}]"] if colour == space.colour else [])
            found[colour] += len(placed)
    assert found == {"building": 12, "animal": 6, "ship": 6, "knowledge": 6, "castle": 4, "mine": 3}


# ---- set-up ----------------------------------------------------------------------------------


def test_b8_tiles_are_drawn_from_seven_face_down_supplies():
    """B8: six supplies by colour and a black one, each shuffled: every tile left in it is as likely."""
    state = GAME.start(2, {"start": "0"})
    drawn: Counter[str] = Counter()
    while stage(state) in ("start-goods", "fill-depot", "fill-black"):
        which = {"fill-depot": "supply", "fill-black": "dark"}.get(stage(state))
        if which:
            left = supply(state, which)
            chances = dict(zip(texts(state), [p for _, p in state.chance_outcomes()], strict=True))
            if which == "supply":
                colour = kinds({text.removeprefix("tile "): 1 for text in chances})
                assert len(colour) == 1
                left = {tile: n for tile, n in left.items() if facts.colour_of(tile) in colour}
            assert chances == pytest.approx({f"tile {t}": n / sum(left.values()) for t, n in left.items()})
            drawn[which] += 1
        state.apply_action(state.keyed_chance(3))
    assert drawn == {"supply": 8, "dark": 4}        # castles, mines and ships need no draw
    assert sum(drawn.values()) + 4 == len(black_depot(state)) + sum(len(depot(state, d)) for d in range(1, 7))


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_b9_five_goods_a_phase_three_a_seat_and_the_rest_unseen(seats):
    """B9: 25 of the 42 goods come in phases; of the other 17 each seat has 3, what is left goes out unseen."""
    state = GAME.start(seats)
    assert [p for _, p in state.chance_outcomes()] == pytest.approx([1 / 6] * 6)
    settle(state)
    for phase in range(5):
        raw = state.raw()
        assert sum(raw["goods_supply"]) == 42 - 3 * seats - 5 * (phase + 1)
        assert sum(colour > 0 for colour in raw["coming"]) == 4      # the fifth lies at a depot
        next_phase(state)
    assert sum(state.raw()["goods_supply"]) == 17 - 3 * seats


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_b10_board_1_and_a_castle_on_its_centre(seats):
    """B10: board 1, a start castle on d4, whose number is 6, out of the coloured-back castles."""
    assert spaces(1)["d4"] == ("castle", 6)
    state = started(seats)
    assert [(of(state, who).board, of(state, who).duchy) for who in range(seats)] == [(1, {"d4": "castle"})] * seats
    assert supply(GAME.start(seats))["castle"] == 14 - seats


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_b11_what_each_seat_begins_with(seats):
    """B11: 1 silver, 2 dice, 3 goods by colour, no points, 3 empty spaces of storage."""
    state = started(seats)
    for who in range(seats):
        mine = of(state, who)
        assert (mine.silver, len(mine.dice), sum(mine.goods.values()), mine.score, mine.storage) == (1, 2, 3, 0, [])
    three = position(seat(storage=["mine"] * 2, dice=(1,)), depots={1: ["ship"]})
    assert of(play(three, "take 1: ship [die 1]")).storage == ["mine", "mine", "ship"]


def test_b12_workers_by_place_in_the_first_order():
    """B12: a random start seat; clockwise from it 1, 2, 3, 4 workers."""
    state = GAME.start(4)
    while stage(state) == "start-goods":
        state.apply_action(state.keyed_chance(1))
    assert [p for _, p in state.chance_outcomes()] == [0.25] * 4
    play(state, "start seat 2")
    assert [of(state, who).workers for who in range(4)] == [3, 4, 1, 2]
    assert settle(state).raw()["order"] == [2, 3, 0, 1]


def test_b13_one_tower_with_the_start_seat_on_top():
    """B13: all markers on the first space, start seat on top; the start seat has the white die."""
    state = started(3, start="1")
    document = GAME.notation.position_to_json(state)
    assert document["track"][0] == [0, 2, 1]
    assert document["order"] == [1, 2, 0]
    rolls = []
    state = GAME.start(3, {"start": "1"})
    while state.is_chance_node():
        rolls.append((stage(state), state.raw()["actor"]))
        state.apply_action(state.keyed_chance(1))
    assert rolls[-4:] == [("roll", 1), ("roll", 2), ("roll", 0), ("roll-white", 1)]


def test_b14_advanced_boards_and_castles_chosen_in_turn_order():
    """B14: after the order is fixed each seat has another board and chooses any dark-green space."""
    state = started(2, start="1", boards="random")
    boards = [of(state, who).board for who in range(2)]
    assert boards[0] != boards[1]
    for who in (1, 0):
        assert (stage(state), state.current_player()) == ("choose-castle", who)
        green = [name for name, space in spaces(boards[who]).items() if space.colour == "castle"]
        assert texts(state) == [f"castle at {name}" for name in green]
        play(state, f"castle at {green[-1]}")
        assert of(state, who).duchy == {green[-1]: "castle"}
    state = started(2, start="1", boards="choose")
    assert (stage(state), state.current_player(), len(texts(state))) == ("choose-board", 1, 9)
    play(state, "choose board 5", "castle at c2")
    assert (stage(state), state.current_player()) == ("choose-board", 0)
    assert "choose board 5" not in texts(state)


@pytest.mark.parametrize(("secret", "seen"), (("no", True), ("yes", False)))
def test_b14_choices_are_open_or_secret(secret, seen):
    """B14: the group decides whether a later seat sees what an earlier one chose."""
    first, second = (started(2, start="1", boards="choose", secret=secret) for _ in range(2))
    play(first, "choose board 5", "castle at c2")
    play(second, "choose board 4", "castle at a1")
    assert (first.information_state_key(0) != second.information_state_key(0)) == seen
    assert first.information_state_key(1) != second.information_state_key(1)
    for state in (first, second):
        settle(play(state, "choose board 2", "castle at a4"))
    assert first.information_state_key(0) != second.information_state_key(0)


def test_b15_the_start_castle_scores_nothing_and_gives_no_action():
    """B15: set up, not played, even in a one-space region; it counts as filled for later completions."""
    assert region(1, "d4") == {"d4"}
    state = started(2, castles="choose")
    play(state, "castle at d4", "castle at d4")
    settle(state)
    assert (stage(state), of(state).points, of(state).large) == ("main", {}, [])
    state = position(seat({"a2": "castle", "a3": "castle", "b2": "cow 2"}, storage=["castle"], dice=(6,)))
    play(state, "place castle at b3 [die 6]")
    assert of(state).points == {"regions": 6, "phases": 10, "bonuses": 5}
    assert of(state).large == ["castle"]


# ---- phases and rounds -----------------------------------------------------------------------


def test_b16_five_phases_of_five_rounds():
    """B16: 25 rounds, 50 dice for each seat."""
    state, rounds, dice = started(2), [], Counter()
    while not state.is_terminal():
        if not rounds or rounds[-1] != here(state)[:2]:
            rounds.append(here(state)[:2])
        before, who = of(state, state.current_player()), state.current_player()
        settle(play(state, next(t for t in texts(state) if t.startswith(("workers", "end turn")))))
        dice[who] += of(state, who).workers - before.workers == 2
    assert rounds == [(phase, round_) for phase in range(5) for round_ in range(5)]
    assert dice == {0: 50, 1: 50}


def test_b17_at_a_phase_all_tiles_left_go_and_new_ones_come():
    """B17: depots cleared, refilled, then the black depot, then five goods face up; later goods stay hidden."""
    state = position(seat(), seat(dice=(1,)), round=5, turn=1, depots={1: ["bank", "watchtower", "ship", "cow 2"]},
                     black=["mine", "mine"])
    play(state, "workers [die 1]")
    assert here(state)[0] == 1
    assert [depot(state, d) for d in range(1, 7)] == [[], [], [], [], [], []]
    assert black_depot(state) == []
    stages = []
    while state.is_chance_node():
        stages.append(stage(state))
        if stages[-1] == "roll" and stages[-2] == "fill-goods":
            assert all(state.raw()["coming"])
        state.apply_action(state.keyed_chance(4))
    assert stages == ["fill-depot"] * 8 + ["fill-black"] * 4 + ["fill-goods"] * 5 + ["roll"] * 2 + ["roll-white"]
    assert sum(state.raw()["goods_supply"]) == 42 - 5        # nothing was dealt in this position before


def test_b18_castles_mines_and_ships_left_in_depots_make_no_difference():
    """B18: like replaces like in the numbered depots without a draw; in the black depot all are drawn anew."""
    after = []
    for left in (["castle"], []):
        state = position(seat(), seat(dice=(1,)), round=5, turn=1, depots={2: ["", "", *left]}, black=["ship"] * 4)
        before = supply(state)["castle"]
        play(state, "workers [die 1]")
        while stage(state) == "fill-depot":
            state.apply_action(state.keyed_chance(5))
        assert black_depot(state) == []
        assert supply(state)["castle"] == before - 1        # the new one; the old one is out of the game
        after.append([depot(state, d) for d in range(1, 7)])
    assert after[0] == after[1]
    assert "castle" in after[0][1]


def test_b19_goods_at_the_depots_stay():
    """B19: a phase change removes no goods."""
    state = position(seat(), seat(dice=(1,)), round=5, turn=1, goods={2: {"pink": 2}, 6: {"red": 1, "brown": 1}})
    play(state, "workers [die 1]")
    assert here(state)[0] == 1
    assert (depot_goods(state, 2), depot_goods(state, 6)) == ({"pink": 2}, {"red": 1, "brown": 1})


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_b20_spaces_filled_by_number_of_seats(seats):
    """B20: 12, 18 or 24 spaces, each of its colour."""
    state = started(seats)
    found = {d: sorted(map(facts.colour_of, depot(state, d))) for d in range(1, 7)}
    assert found == FILLED[seats]
    assert sum(map(len, found.values())) == 6 * seats


def test_b21_three_seats_castle_and_mine_take_turns_in_depot_6():
    """B21: a castle in A, C, E and a mine in B, D."""
    state, found = started(3), []
    for _ in range(5):
        found += {"castle", "mine"} & set(depot(state, 6))
        next_phase(state)
    assert found == ["castle", "mine", "castle", "mine", "castle"]


@pytest.mark.parametrize(("seats", "tiles"), ((2, 4), (3, 6), (4, 8)))
def test_b22_tiles_in_the_black_depot(seats, tiles):
    """B22: 4, 6, 8 black-backed tiles; a game of four uses every tile of every supply."""
    state, drawn = started(seats), 0
    while not state.is_terminal():
        assert len(black_depot(state)) == tiles
        drawn += tiles
        next_phase(state)
    assert sum(supply(state, "dark").values()) == 40 - drawn
    if seats == 4:
        assert (supply(state), supply(state, "dark")) == ({}, {})


def test_b23_a_round_all_roll_the_white_die_brings_goods_then_turns():
    """B23: everyone rolls, then the next goods go to the white die's depot; that die does nothing else."""
    state = position(seat(), seat(dice=(1,)), turn=1, coming=[None, "pink", "red", None, None],
                     depots={4: ["ship"], 2: ["ship"], 5: ["ship"]})
    play(state, "workers [die 1]")
    assert (stage(state), state.raw()["actor"]) == ("roll", 0)
    play(state, "roll 2 2")
    assert (stage(state), state.raw()["actor"]) == ("roll", 1)
    play(state, "roll 5 5")
    assert stage(state) == "roll-white"
    assert [p for _, p in state.chance_outcomes()] == pytest.approx([1 / 6] * 6)
    play(state, "white 4")
    assert depot_goods(state, 4) == {"pink": 1}
    assert state.raw()["coming"] == [0, 0, 4, 0, 0]
    assert texts(state) == ["take 2: ship [die 2]", "workers [die 2]"]
    assert [t for t in texts(pass_turn(state)) if "worker]" not in t] == ["take 5: ship [die 5]", "workers [die 5]"]
    dice = dict(zip(texts(position_to_roll()), [p for _, p in position_to_roll().chance_outcomes()], strict=True))
    assert dice == pytest.approx({f"roll {a} {b}": (1 if a == b else 2) / 36 for a in range(1, 7)
                                  for b in range(a, 7)})


def position_to_roll():
    """A round begins: its first seat is to roll."""
    return play(position(seat(), seat(dice=(1,)), turn=1), "workers [die 1]")


@pytest.mark.parametrize("phase", "ABCDE")
def test_b24_silver_for_mines_at_the_end_of_a_phase(phase):
    """B24: after the fifth round 1 silver for each mine, after phase E too, before the final scoring."""
    mines = {"e3": "mine", "f2": "mine"}
    early = position(seat(mines), seat(mines, dice=(1,)), turn=1, round=4, phase=phase)
    play(early, "workers [die 1]")
    assert of(early).silver == 0
    state = position(seat(mines), seat({"e3": "mine"}, dice=(1,)), turn=1, round=5, phase=phase)
    play(state, "workers [die 1]")
    assert [of(state, who).silver for who in range(2)] == [2, 1]
    assert state.is_terminal() == (phase == "E")
    assert [of(state, who).points.get("silver", 0) for who in range(2)] == ([2, 1] if phase == "E" else [0, 0])
