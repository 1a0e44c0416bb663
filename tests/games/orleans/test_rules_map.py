"""Rules 43 to 53: the map, trading stations, deeds."""
from __future__ import annotations

from collections import Counter

import pytest

from . import facts
from .positions import full, idle, of, offers, play, position, seat, stage, table, texts


def ways(town: str, place: str) -> list[str]:
    """Where a merchant can go."""
    found = offers(position(seat(places=full(place), town=town)), f"use {place}: ")
    return [text.removeprefix(f"use {place}: ") for text in found]


# ---- 43-48: the map --------------------------------------------------------------------------


def test_r43_towns_and_routes():
    """43: 23 towns, 29 roads, 14 waterways, each travelled both ways; 52, 48, 43 spaces for goods."""
    assert len(facts.TOWNS) == 23
    for place, letter, number in (("Wagon", "r", 29), ("Ship", "w", 14)):
        found = Counter(way for town in facts.TOWNS for way in ways(town, place))
        assert found == Counter(f"{route} to {end}" for route, (a, b, _) in facts.ROUTES.items() for end in (a, b)
                                if route[0] == letter)
        assert found.total() == 2 * number
    spaces = [fewest for *_, row in facts.ROUTES.values() for fewest in row]
    assert [sum(fewest <= seats for fewest in spaces) for seats in (2, 3, 4)] == [43, 48, 52]


def test_r44_around_orleans():
    """44: by road Chartres, Châteaudun, Montargis, Vierzon, by water Blois, Briare; Chinon and Châtellerault twice."""
    assert {way.split(" to ")[1] for way in ways("Orléans", "Wagon")} == {
        "Chartres", "Châteaudun", "Montargis", "Vierzon"}
    assert {way.split(" to ")[1] for way in ways("Orléans", "Ship")} == {"Blois", "Briare"}
    assert "r24 to Châtellerault" in ways("Chinon", "Wagon")
    assert "w12 to Châtellerault" in ways("Chinon", "Ship")
    state = position(seat(places=full("Ship"), town="Chinon"), routes={"r24": ["wool"], "w12": ["wine"]})
    play(state, "use Ship: w12 to Châtellerault")
    assert (of(state)["goods"], table(state)["routes"]) == ({"wine": 1}, {"r24 0": "wool"})


def test_r45_one_route_one_good():
    """45: the merchant goes over one route and takes a good of it; empty routes are free to use; no refilling."""
    state = position(seat(places=full("Ship", "Wagon")), routes={"w01": ["wine"]})
    play(state, "use Ship: w01 to Blois")
    assert (of(state)["town"], of(state)["goods"], table(state)["routes"]) == ("Blois", {"wine": 1}, {})
    play(state, "use Wagon: r15 to Vierzon")
    assert (of(state)["town"], of(state)["goods"]) == ("Vierzon", {"wine": 1})


def test_r45_two_goods_on_a_route():
    """45: the mover picks one; the other stays."""
    state = position(seat(places=full("Ship")), routes={"w02": ["wine", "brocade"]})
    play(state, "use Ship: w02 to Briare")
    assert texts(state) == ["take wine", "take brocade"]
    play(state, "take brocade")
    assert (of(state)["goods"], table(state)["routes"]) == ({"brocade": 1}, {"w02 0": "wine"})


def test_r46_merchants_do_not_block():
    """46: two may stand in one town and pass each other."""
    state = position(seat(places=full("Ship")), seat(places=full("Ship"), town="Blois"))
    play(state, "use Ship: w01 to Blois", "use Ship: w01 to Orléans")
    assert (of(state)["town"], of(state, 1)["town"]) == ("Blois", "Orléans")


def can_build(town: str, mine=(), theirs=(), stock: int = 10) -> bool:
    return offers(position(seat(places=full("Guildhall"), town=town, stations=mine, stock=stock),
                           seat(stations=theirs)), "use Guildhall") != []


def test_r47_stations():
    """47: one in a town, whoever owns it; in Orléans one each; it costs a station of the stock and no coin."""
    assert can_build("Blois")
    assert not can_build("Blois", mine=["Blois"])
    assert not can_build("Blois", theirs=["Blois"])
    assert can_build("Orléans", theirs=["Orléans"])
    assert not can_build("Orléans", mine=["Orléans"])
    assert not can_build("Blois", stock=0)
    state = play(position(seat(places=full("Guildhall"), town="Blois")), "use Guildhall")
    assert (of(state)["stations"], of(state)["stock"], of(state)["coins"]) == (["Blois"], 9, 5)


def test_r48_a_station_where_the_merchant_starts():
    """48: the merchant need not leave Orléans."""
    state = play(position(seat(places=full("Guildhall"))), "use Guildhall")
    assert (of(state)["stations"], of(state)["town"]) == (["Orléans"], "Orléans")


# ---- 49-53: deeds ----------------------------------------------------------------------------


def hall(*followers: str, **more) -> dict:
    """A seat with followers on its Town Hall."""
    return seat(places={"Town Hall": [*followers, None][:2]}, **more)


def open_spaces() -> dict[str, dict[str, int]]:
    """What the deeds board prints."""
    return {
        "City Wall": {"knight": 3, "trader": 1, "farmer": 3, "craftsman": 3},
        "Papal Conclave": {"monk": 2, "knight": 1},
        "Plague": {"scholar": 2, "boatman": 1, "farmer": 1, "trader": 1},
        "Astronomy": {"scholar": 2, "trader": 1},
        "Boatmen's Guild": {"scholar": 1, "boatman": 3},
        "Cathedral": {"craftsman": 2, "monk": 2, "trader": 2},
        "Peace Treaty": {"monk": 1, "scholar": 1, "knight": 2},
        "Canalisation": {"boatman": 3, "trader": 2, "farmer": 3, "craftsman": 2},
    }


@pytest.mark.parametrize("seats", (2, 3, 4, 5))
def test_r49_spaces_of_the_deeds(seats):
    """49: 45 in all, the same for every number of seats."""
    deeds = table(position(players=seats))["deeds"]
    assert deeds == open_spaces()
    assert sum(sum(row.values()) for row in deeds.values()) == 45


@pytest.mark.parametrize(("deed", "coins"), (
    ("City Wall", 1), ("Papal Conclave", 3), ("Plague", 2), ("Astronomy", 1), ("Boatmen's Guild", 1),
    ("Cathedral", 2), ("Peace Treaty", 2), ("Canalisation", 1)))
def test_r50_the_reward_of_each_deed(deed, coins):
    """50: each follower earns its deed's coins at once."""
    word = next(iter(open_spaces()[deed]))
    state = play(position(hall(word)), f"use Town Hall: {word} to {deed}")
    assert (of(state)["coins"], of(state)["places"]) == (5 + coins, {})
    assert table(state)["deeds"][deed].get(word, 0) == open_spaces()[deed][word] - 1


def test_r50_canalisation_for_a_point():
    """50: Canalisation gives a coin or a development point."""
    state = play(position(hall("farmer", development=3)), "use Town Hall: farmer to Canalisation for development")
    assert (of(state)["coins"], of(state)["development"]) == (5, 4)


def test_r50_one_or_two_followers_on_one_deed_or_two():
    """50: one action moves both, to open spaces of their profession; one alone may go too."""
    state = play(position(hall("farmer", "knight")), "use Town Hall: farmer to Plague")
    assert stage(state) == "send-more"
    assert set(texts(state)) == {"use Town Hall: knight to City Wall", "use Town Hall: knight to Papal Conclave",
                                 "use Town Hall: knight to Peace Treaty", "done"}
    both = play(state.copy(), "use Town Hall: knight to Papal Conclave")
    assert (of(both)["coins"], of(both)["places"]) == (5 + 2 + 3, {})
    one = play(state, "done")
    assert (of(one)["coins"], of(one)["places"]) == (5 + 2, {"Town Hall": ["knight", None]})


def test_r50_full_spaces_take_nobody():
    """50: a deed with no open space of the profession is not offered."""
    state = position(hall("scholar"), deeds={"Astronomy": {"trader": 1}, "Plague": {"scholar": 1}})
    assert {text.split(" to ")[1] for text in offers(state, "use")} == {"Plague", "Boatmen's Guild", "Peace Treaty"}


def test_r51_who_fills_the_last_space_takes_the_citizen():
    """51: of a deed, whoever else had sent followers there."""
    state = position(hall("trader", "scholar"), deeds={"Astronomy": {"trader": 1, "scholar": 1}})
    play(state, "use Town Hall: trader to Astronomy")
    assert of(state)["citizens"] == 0
    play(state, "use Town Hall: scholar to Astronomy")
    assert of(state)["citizens"] == 1
    assert "Astronomy" not in table(state)["citizens"]


def test_r52_followers_on_deeds_stay():
    """52: they do not come back to the bag, in that round or the next."""
    state = play(position(hall("monk", "monk"), event="Pilgrimage"), "use Town Hall: monk to Cathedral",
                 "use Town Hall: monk to Cathedral")
    play(idle(state), "event Income")
    idle(state)
    assert (of(state)["bag"], of(state)["market"]) == ({}, {})
    assert table(state)["deeds"]["Cathedral"] == {"craftsman": 2, "trader": 2}


def test_r53_neutral_followers_only():
    """53: an own follower stays on the Town Hall, a neutral one beside it goes."""
    state = position(hall("farmer", "own farmer"))
    assert all(text.startswith("use Town Hall: farmer ") for text in offers(state, "use"))
    play(state, "use Town Hall: farmer to City Wall")
    assert of(state)["places"] == {"Town Hall": ["own farmer", None]}
    assert offers(state, "use") == []
