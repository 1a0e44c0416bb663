"""Rules 1-13 and 35: the cards, the set-up, two sets. The numbers are those of the tests' names and docstrings."""
from __future__ import annotations

from collections import Counter

import pytest

from .positions import GAME, build, buildable, of, play, position, seat, settle, stage, started, texts, told, weights

EXPANSIONS = ("library", "church", "castle", "guild", "university", "hall")
# seats: roads, knights, settlements, robbers, market days, expansions in the order above
SUPPLY = {
    2: (5, 2, 7, 5, 2, (1, 1, 1, 0, 1, 1)),
    3: (7, 4, 11, 8, 3, (1, 2, 1, 1, 1, 1)),
    4: (9, 5, 15, 10, 5, (1, 2, 2, 2, 1, 1)),
    5: (11, 7, 19, 13, 6, (1, 3, 2, 3, 1, 1)),
    6: (13, 8, 23, 15, 8, (1, 3, 3, 4, 1, 1)),
}


def all_cards(state) -> Counter[str]:
    """Resource cards, wherever they lie."""
    at = told(state)
    return sum((Counter(heap) for heap in (at["pile"], at["discard"], at["market"],
                                           *(p["hand"] for p in at["players"]))), Counter())


def supply(seats: int, **options: str) -> tuple:
    """What a game begins with, on the table and in the stacks together, in the order of `SUPPLY`."""
    stacks = told(started(seats, **options))["stacks"]
    return (stacks["road"] + seats, stacks["knight"], stacks["settlement"] + seats, stacks["events"]["robber"],
            stacks["events"]["market"], tuple(stacks["expansions"].get(name, 0) for name in EXPANSIONS))


# ---- the cards -------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_r1_sixty_seven_resource_cards(seats):
    """R1: 11 brick, 11 lumber, 16 ore, 15 wool, 14 grain, with any number of seats."""
    cards = all_cards(started(seats))
    assert cards == {"brick": 11, "lumber": 11, "ore": 16, "wool": 15, "grain": 14}
    assert cards.total() == 67


def test_r2_forty_two_building_cards():
    """R2: 9 roads, 5 knights, 15 settlements, 9 expansions; the 4 overviews are worth nothing and do nothing."""
    roads, knights, settlements, robbers, markets, expansions = supply(4)
    assert (roads, knights, settlements, sum(expansions)) == (9, 5, 15, 9)
    assert roads + knights + settlements + sum(expansions) + 4 == 42
    assert robbers + markets == settlements
    assert started(4).scores() == [1, 1, 1, 1]


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_r3_cards_come_in_by_their_symbols(seats):
    """R3: 5, 2, 7 and 5 cards always; 2, 2, 4, 2 more for the third seat; 2, 1, 4, 2 more for the fourth."""
    roads, knights, settlements, _, _, expansions = supply(seats)
    more = [(5, 2, 7, 5), (2, 2, 4, 2), (2, 1, 4, 2)][:seats - 1]
    assert (roads, knights, settlements, sum(expansions)) == tuple(map(sum, zip(*more, strict=True)))


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_r4_counts_of_the_expansions(seats):
    """R4: one library, university and hall; the second church with 3 seats; second castle and guilds by symbol."""
    assert supply(seats)[5] == SUPPLY[seats][5]


@pytest.mark.parametrize(("name", "points"), [*((n, 3) for n in EXPANSIONS[:-1]), ("hall", 4)])
def test_r4_points_of_the_expansions(name, points):
    """R4: three points each, the hall four."""
    assert of(position(seat(expansions=[name], settlements=0), players=3)).points == points


@pytest.mark.parametrize("name", EXPANSIONS)
def test_r4_prices_of_the_expansions(name):
    """R4: three wool and one ore; the hall two ore more."""
    ore = 3 if name == "hall" else 1
    state = position(seat({"wool": 3, "ore": ore}, cities=1), players=3)
    build(play(state, "stop trading"), name)
    assert of(state).expansions == [name]
    assert of(state).hand == {}
    for less in ({"wool": 2, "ore": ore}, {"wool": 3, "ore": ore - 1}):
        assert name not in buildable(seat(less, cities=1), players=3)


def test_r5_ten_robber_attacks_and_five_market_days():
    """R5: two events, ten and five of them with all cards in; what is turned over is either, by what is left."""
    assert supply(4)[3:5] == (10, 5)
    state = play(position(seat({"ore": 3, "grain": 2}), players=4), "stop trading", "build city")
    assert stage(state) == "event"
    assert weights(state, 15) == {"robber": 10, "market": 5}
    play(state, "event market")
    assert told(state)["stacks"]["events"] == {"robber": 10, "market": 4}


@pytest.mark.parametrize(("row", "points"), (("", 0), ("A", 0), ("AB", 1), ("ABA", 1), ("ABAB", 2), ("ABABA", 2)))
def test_r6_side_a_no_point_side_b_one(row, points):
    """R6: only B sides of roads and knights count."""
    assert of(position(seat(roads=row), seat(), players=4)).points == 1 + points
    assert of(position(seat(knights=row), seat(), players=4)).points == 1 + points


@pytest.mark.parametrize(("side", "loser"), (("white", 1), ("black", 3)))
def test_r7_white_arrows_run_clockwise_black_ones_the_other_way(side, loser):
    """R7: seats are numbered clockwise: from seat 0, white arrows lead to seat 1 and black ones to seat 3."""
    state = position(seat({"brick": 1, "lumber": 1}, roads="A"), seat(roads="ABA"), seat(roads="AB"),
                     seat(roads="ABA"), destiny=side)
    play(state, "stop trading", "build road")
    assert [len(p["roads"]) for p in told(state)["players"]] == [2, 3 - (loser == 1), 2, 3 - (loser == 3)]


# ---- set-up ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_r8_cards_are_removed_by_their_symbols(seats):
    """R8: with two seats only cards without a number play, with three those of a 3 too, with four all."""
    assert supply(seats) == SUPPLY[seats]


def test_r9_four_stacks_the_backs_shuffled_the_expansions_open():
    """R9: what the next back says hangs on the count alone; every expansion in the stack can be taken."""
    state = play(position(seat({"ore": 3, "grain": 2}, settlements=3), players=3), "stop trading", "build city")
    assert weights(state, 11) == {"robber": 8, "market": 3}
    rich = seat({"ore": 3, "wool": 3}, cities=1)
    assert [name for name in buildable(rich, players=3) if name in EXPANSIONS] == list(EXPANSIONS)
    left = buildable(rich, seat(expansions=["library", "castle"]), players=3)
    assert [name for name in left if name in EXPANSIONS] == ["church", "guild", "university", "hall"]


@pytest.mark.parametrize("seats", GAME.seats)
def test_r10_five_market_cards_and_three_in_each_hand(seats):
    """R10: dealt from the shuffled pile, one by one."""
    state, cards = GAME.start(seats, {"start": "0"}), 67 if seats < 5 else 134
    for dealt in range(5 + 3 * seats):
        assert stage(state) == "setup"
        left = told(state)["pile"]
        assert weights(state, cards - dealt) == left
        play(state, texts(state)[dealt % 5])
    at = told(state)
    assert sum(at["market"].values()) == 5
    assert [sum(p["hand"].values()) for p in at["players"]] == [3] * seats
    assert sum(at["pile"].values()) == cards - 5 - 3 * seats
    assert stage(state) == "trade"


@pytest.mark.parametrize("seats", GAME.seats)
def test_r11_a_settlement_a_road_and_a_point_each(seats):
    """R11: the road lies with its A side up."""
    state = started(seats)
    for who in range(seats):
        mine = of(state, who)
        assert (mine.settlements, mine.roads, mine.knights, mine.cities, mine.points) == (1, "A", "", 0, 1)
        assert mine.expansions == []


@pytest.mark.parametrize("seats", GAME.seats)
def test_r12_destiny_begins_white_and_is_not_used_by_two(seats):
    """R12: with two seats nobody is asked about it, nor does a robber attack turn it."""
    assert told(started(seats))["destiny"] == "white"
    cost = {"brick": 1, "lumber": 1, "wool": 1, "grain": 3, "ore": 3}
    state = play(position(seat(cost), players=seats), "stop trading")
    build(state, "settlement")
    assert (stage(state) == "flip") == (seats > 2)
    if seats > 2:
        play(state, "keep")
    play(build(state, "city"), "event robber")
    assert told(state)["destiny"] == ("black" if seats > 2 else "white")


@pytest.mark.parametrize("destiny", ("white", "black"))
@pytest.mark.parametrize("first", range(3))
def test_r13_seats_play_clockwise_whatever_destiny_says(destiny, first):
    """R13: the destiny card does not turn the order of turns round."""
    state = position(players=3, turn=first, start=first, destiny=destiny)
    order = []
    for _ in range(6):
        order.append(state.current_player())
        play(state, "stop trading")
        while state.is_chance_node() or stage(state) == "build":
            if state.is_chance_node():
                state.apply_action(state.keyed_chance(1))
            else:
                play(state, "end build")
    assert order == [(first + n) % 3 for n in (0, 1, 2, 0, 1, 2)]
    assert told(state)["round"] == 3


# ---- five and six seats ----------------------------------------------------------------------


@pytest.mark.parametrize("seats", (5, 6))
def test_r35_two_sets(seats):
    """R35: all 134 resource cards, and of the second set the cards with a 3, for six seats those with a 4 too."""
    assert all_cards(started(seats)) == {"brick": 22, "lumber": 22, "ore": 32, "wool": 30, "grain": 28}
    assert supply(seats) == SUPPLY[seats]
    assert settle(GAME.start(seats)).current_player() >= 0
