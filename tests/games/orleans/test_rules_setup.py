"""Rules 1 to 16: printings, parts, set-up."""
from __future__ import annotations

from collections import Counter

import pytest

from games.api import InputError

from . import facts
from .positions import GAME, full, idle, of, offers, play, position, seat, settle, stage, started, table, texts

SEATS = (2, 3, 4, 5)


def hourglass(state) -> list[dict[str, int]]:
    return table(state)["hourglass"]


# ---- 1-3: printings --------------------------------------------------------------------------


def test_r1_first_printing():
    """1: up to four seats, one stack, Harvest of one unit, a Bathhouse that is no action."""
    assert len(hourglass(started(4, preset="first_2014"))) == 1
    with pytest.raises(InputError):
        GAME.start(5, {"preset": "first_2014"})
    for round in (2, 8, 14):
        state = position(seat(coins=9), event="Harvest", round=round, preset="first_2014")
        play(state, "pass")
        assert of(state)["coins"] == 4
    state = position(seat(places={"Bathhouse": ["farmer"]}, bag={"monk": 3}), preset="first_2014")
    assert offers(state, "use Bathhouse") == []


def test_r2_eighth_edition():
    """2: the default; up to five seats, piles A, B, C, Harvest of 1, 2, 3 units, the Bathhouse an action."""
    assert started(5) == started(5, preset="eighth")
    assert [sum(pile.values()) for pile in hourglass(started(5))] == [5, 6, 6]
    for round, coins in ((2, 15), (7, 10), (13, 5)):
        state = play(position(seat(coins=20), event="Harvest", round=round), "pass")
        assert of(state)["coins"] == coins
    state = position(seat(places={"Bathhouse": ["farmer"]}, bag={"monk": 3}))
    assert offers(state, "use Bathhouse") == ["use Bathhouse"]


@pytest.mark.parametrize("preset", ("eighth", "first_2014"))
def test_r3_the_rest_is_the_same_in_both(preset):
    """3: supply, goods, coins and an action do not depend on the printing."""
    state = started(3, preset=preset)
    assert table(state)["supply"] == dict(zip(facts.PROFESSIONS, facts.SUPPLY[3], strict=True))
    state = play(position(seat(places=full("Castle")), preset=preset), "use Castle")
    assert of(state)["tracks"] == {"knight": 1}


# ---- 4-9: parts ------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "total"), ((2, 54), (3, 71), (4, 88), (5, 105)))
def test_r4_neutral_followers(seats, total):
    """4: farmers, boatmen to traders, knights to monks by number of seats, and their sums."""
    farmers, travellers, others = {2: (12, 6, 8), 3: (14, 8, 11), 4: (16, 10, 14), 5: (18, 12, 17)}[seats]
    supply = table(started(seats))["supply"]
    assert supply == {"farmer": farmers, "boatman": travellers, "craftsman": travellers, "trader": travellers,
                      "knight": others, "scholar": others, "monk": others}
    assert sum(supply.values()) == total


def test_r5_followers_of_the_own_colour():
    """5: a farmer, a boatman, a craftsman and a trader each: 104 followers in the box for four."""
    state = started(4)
    own = {"own farmer": 1, "own boatman": 1, "own craftsman": 1, "own trader": 1}
    assert all(of(state, s)["market"] == own for s in range(4))
    assert sum(table(state)["supply"].values()) + 4 * 4 == 104


@pytest.mark.parametrize(("seats", "tiles"), ((2, 16), (3, 16), (4, 16), (5, 20)))
def test_r6_technology_tiles(seats, tiles):
    """6: 16, or 20 with five seats."""
    assert table(started(seats))["technology"] == tiles


@pytest.mark.parametrize("seats", SEATS)
def test_r7_goods(seats):
    """7: 24 grain, 21 cheese, 18 wine, 15 wool, 12 brocade; 90 in all."""
    words = table(started(seats))
    goods = Counter(words["goods"]) + Counter(words["gone"]) + Counter(words["routes"].values())
    assert goods == {"grain": 24, "cheese": 21, "wine": 18, "wool": 15, "brocade": 12}
    assert goods.total() == 90


def test_r8_tiles_and_stations():
    """8: 14 citizens, 18 hourglass tiles, 12 place tiles of category I and 8 of II, ten stations each."""
    state = started(4)
    words = table(state)
    assert len(words["citizens"]) == 14
    assert sum(sum(pile.values()) for pile in words["hourglass"]) == 18 - 1
    assert len(words["display"]) == 20
    assert [of(state, s)["stock"] for s in range(4)] == [10] * 4
    state = position(seat(places=full("Village")))
    assert len(offers(play(state, "use Village: trader"), "choose")) == 12
    state = position(seat(places=full("Village"), tracks={"trader": 1}))
    assert len(offers(play(state, "use Village: trader"), "choose")) == 20


@pytest.mark.parametrize(("coins", "gained"), (("unlimited", 4), ("204", 4), ("203", 3), ("200", 0)))
def test_r9_coins_are_no_limit(coins, gained):
    """9: a seat gains what a rule gives, however many coins are out; with a limit, what the bank has left."""
    state = play(position(seat(coins=195, places=full("Cellar")), coins=coins), "use Cellar")
    assert of(state)["coins"] == 195 + gained


# ---- 10-16: set-up ---------------------------------------------------------------------------


def set_up(seats: int):
    """A game just before its first decision, with the goods that chance turned up on the way."""
    state = GAME.start(seats, {"start": "0"})
    words = Counter()
    while state.is_chance_node():
        words[stage(state)] += 1
        state.apply_action(state.keyed_chance(3))
    return state, words


@pytest.mark.parametrize(("seats", "removed"), ((2, 12), (3, 6), (4, 0), (5, 0)))
def test_r10_goods_are_mixed_and_laid_out(seats, removed):
    """10: unseen goods are taken out; each space for this number of seats gets one at random; the rest is open."""
    state, words = set_up(seats)
    assert words["remove-good"] == removed
    assert sum(table(state)["gone"].values()) == removed
    filled = {f"{route} {n}" for route, (_, _, spaces) in facts.ROUTES.items()
              for n, fewest in enumerate(spaces) if fewest <= seats}
    assert set(table(state)["routes"]) == filled
    first = GAME.start(seats, {"start": "0"})
    assert dict(zip(texts(first), [p for _, p in first.chance_outcomes()], strict=True)) == pytest.approx(
        {f"goods {good}": n / 90 for good, n in facts.GOODS.items()})


@pytest.mark.parametrize(("seats", "spaces", "market"), ((2, 43, 35), (3, 48, 36), (4, 52, 38), (5, 52, 38)))
def test_r11_goods_on_the_map_and_on_the_market(seats, spaces, market):
    """11: 43, 48, 52 spaces and 35, 36, 38 goods."""
    words = table(started(seats))
    assert (len(words["routes"]), sum(words["goods"].values())) == (spaces, market)


def test_r12_citizens():
    """12: three on the development track, one each on the boatman and knight tracks and the deeds, one for the end."""
    assert table(started(2))["citizens"] == sorted([
        "development 3", "development 18", "development 28", "boatman", "knight", *facts.DEEDS, "stations"])


def test_r13_hourglass_tiles():
    """13: below the light Pilgrimage 17 tiles in one stack, or piles A, B and C one after another."""
    first, eighth = started(2, preset="first_2014"), started(2)
    others = dict.fromkeys(facts.EVENTS[1:], 3)
    assert hourglass(first) == [{"Pilgrimage": 2} | others]
    one = dict.fromkeys(facts.EVENTS[1:], 1)
    assert hourglass(eighth) == [one, {"Pilgrimage": 1} | one, {"Pilgrimage": 1} | one]
    for state in (first, eighth):
        assert (table(state)["round"], table(state)["event"]) == (1, "Pilgrimage")
    for state, chance in ((first, {"Pilgrimage": 2 / 17} | dict.fromkeys(others, 3 / 17)),
                          (eighth, dict.fromkeys(one, 1 / 5))):
        idle(state)
        assert dict(zip(texts(state), [p for _, p in state.chance_outcomes()], strict=True)) == pytest.approx(
            {f"event {event}": p for event, p in chance.items()})


def test_r14_place_tiles_are_open():
    """14: all 20 lie there, and what chance does at set-up does not touch them."""
    assert {seed: table(started(3, seed))["display"] for seed in range(3)} == dict.fromkeys(
        range(3), sorted(facts.TILES))


@pytest.mark.parametrize("seats", SEATS)
def test_r15_what_a_seat_starts_with(seats):
    """15: five coins, ten stations, the merchant in Orléans, markers at the start, four followers, an empty bag."""
    state = started(seats)
    for who in range(seats):
        mine = of(state, who)
        assert (mine["coins"], mine["stock"], mine["town"], mine["tracks"]) == (5, 10, "Orléans", {})
        assert (mine["development"], sum(mine["market"].values()), mine["bag"]) == (0, 4, {})
        assert (mine["places"], mine["tiles"], mine["goods"], mine["stations"]) == ({}, [], {}, [])


@pytest.mark.parametrize("seats", SEATS)
def test_r16_start_seat(seats):
    """16: drawn at random, each alike; or by option a given one."""
    state = GAME.start(seats)
    assert stage(state) == "start-seat"
    assert [p for _, p in state.chance_outcomes()] == pytest.approx([1 / seats] * seats)
    assert table(settle(play(state, f"start seat {seats - 1}")))["start"] == seats - 1
    given = GAME.start(seats, {"start": "1"})
    assert (stage(given), settle(given).current_player()) == ("map-good", 1)
