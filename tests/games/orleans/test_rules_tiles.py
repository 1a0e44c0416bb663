"""Rules 54 to 58: place tiles and events."""
from __future__ import annotations

import pytest

from . import facts
from .positions import full, idle, of, offers, play, position, seat, settle, stage, table, texts


def used(tile: str, **more) -> dict:
    """What its owner has after using a place tile; the row of spaces can be given as `row`."""
    row = more.pop("row", full(tile)[tile])
    return of(play(position(seat(places={tile: row}, **more)), f"use {tile}"))


# ---- the tables of place tiles ---------------------------------------------------------------


def test_r54_one_copy_of_each():
    """54: 20 tiles; one that is taken is on display no more, for anybody."""
    assert len(facts.TILES) == 20
    state = position(seat(places=full("Village")), seat(places=full("Village")))
    play(state, "use Village: trader", "choose Brewery")
    assert "choose Brewery" not in texts(play(state, "use Village: trader"))


@pytest.mark.parametrize(("tile", "spaces"), [(t, row) for t, (_, row) in facts.TILES.items()])
def test_r54_spaces_of_the_tiles(tile, spaces):
    """54: what each tile asks for; each of its spaces takes its profession and a monk, no other."""
    for kind in facts.PROFESSIONS:
        for n, word in enumerate(spaces):
            before = ["technology"] * n         # stands in the way of an earlier space for the same profession
            row = [*before, *[None] * (len(spaces) - n)]
            state = position(seat(market={kind: 1}, places={tile: row}), stage="plan")
            assert (f"put {kind} on {tile} {word}" in texts(state)) == (kind in (word, "monk") or word == "any")
    if not spaces:
        assert offers(position(seat(market={"monk": 1}, tiles=[tile]), stage="plan"), f"put monk on {tile}") == []


@pytest.mark.parametrize(("tile", "good"), list(facts.GOODS_TILES.items()))
def test_r54_goods_tiles(tile, good):
    """54: Hayrick grain, Cheese Factory cheese, Winery wine, Wool Manufacturer wool, Tailor Shop brocade."""
    assert used(tile)["goods"] == {good: 1}


@pytest.mark.parametrize(("tile", "coins", "points"), (
    ("Brewery", 2, 0), ("Cellar", 4, 0), ("Windmill", 2, 1), ("Library", 0, 2), ("Shipping Line", 0, 1)))
def test_r54_coins_and_points(tile, coins, points):
    """54: Brewery 2 coins, Cellar 4, Windmill 2 and a point, Library 2 points, Shipping Line 1."""
    after = used(tile, development=9)
    assert (after["coins"], after["development"]) == (5 + coins, 9 + points)


@pytest.mark.parametrize(("steps", "status"), ((0, 1), (9, 3), (30, 6)))
def test_r54_hospital(steps, status):
    """54: coins equal to the development status."""
    assert used("Hospital", development=steps)["coins"] == 5 + status


@pytest.mark.parametrize("stations", ((), ("Blois",), ("Blois", "Orléans", "Tours")))
def test_r54_office(stations):
    """54: coins equal to the own stations on the map."""
    assert used("Office", stations=stations, stock=4)["coins"] == 5 + len(stations)


def test_r54_pharmacy():
    """54: up to three coins, a point for each; never more coins than are owned."""
    state = position(seat(places=full("Pharmacy"), coins=2))
    assert offers(state, "use") == ["use Pharmacy: 1 coin", "use Pharmacy: 2 coins"]
    state = play(position(seat(places=full("Pharmacy"), coins=9)), "use Pharmacy: 3 coins")
    assert (of(state)["coins"], of(state)["development"]) == (6, 3)


def test_r54_horse_wagon():
    """54: along one road, beside the Wagon."""
    state = position(seat(places=full("Horse Wagon", "Wagon")), routes={"r07": ["wool"]})
    play(state, "use Horse Wagon: r07 to Chartres", "use Wagon: r06 to Étampes")
    assert (of(state)["town"], of(state)["goods"]) == ("Étampes", {"wool": 1})


def test_r54_laboratory():
    """54: a technology tile."""
    assert used("Laboratory")["technology"] == 1


def test_r54_gunpowder_tower():
    """54: two more market spaces; one action sends one or two from it to deeds."""
    state = position(seat(tracks={"knight": 5}, market={"trader": 4}, bag={"monk": 9}, tiles=["Gunpowder Tower"]),
                     event="Pilgrimage")
    play(idle(state), "event Taxes")
    settle(state)
    assert of(state)["market"] == {"trader": 4, "monk": 6}
    assert "done" not in texts(state)           # ten, and eight may stay
    play(state, "put trader on Gunpowder Tower any")
    assert "done" not in texts(state)
    play(state, "put monk on Gunpowder Tower any")
    assert stage(state) == "act"                # nothing else can be put behind the last space
    play(state, "use Gunpowder Tower: trader to Astronomy", "use Gunpowder Tower: monk to Papal Conclave")
    assert (of(state)["coins"], of(state)["places"]) == (5 + 1 + 3, {})


def test_r54_sacristy():
    """54: cancels Harvest, Taxes or Plague for its owner; the monk goes to the bag."""
    mine = {"Sacristy": ["monk"]}
    for event in ("Harvest", "Taxes", "Plague"):
        state = play(position(seat(places=mine, goods={"wool": 3}, bag={"knight": 1}), event=event), "pass")
        assert (stage(state), texts(state)) == ("shield", ["use Sacristy", "decline"])
        play(state, "use Sacristy")
        after = of(state)
        assert (after["coins"], after["bag"], after["places"]) == (5, {"knight": 1, "monk": 1}, {})
    for event in ("Income", "Trading Day", "Pilgrimage"):
        assert stage(play(position(seat(places=mine), event=event), "pass")) == "reveal"
    assert offers(position(seat(places=mine)), "use") == []


def test_r55_bathhouse_of_the_first_printing():
    """55: in phase 3, with room on the market, two more are drawn; one stays, the other goes back."""
    mine = seat(tiles=["Bathhouse"], bag={"monk": 3, "knight": 3})
    state = play(idle(position(mine, event="Pilgrimage", preset="first_2014")), "event Income")
    while stage(state) == "draw":
        play(state, "draw monk" if "draw monk" in texts(state) else "draw knight")
    assert stage(state) == "plan"               # of two knights one stays, without a question
    assert of(state)["market"] == {"monk": 3, "knight": 2}
    assert of(state)["bag"] == {"knight": 1}


def test_r55_bathhouse_of_the_first_printing_chooses():
    """55: of two that differ its owner chooses; without room nothing is drawn."""
    mine = seat(tiles=["Bathhouse"], market={"trader": 3}, bag={"monk": 4, "knight": 4})
    state = play(idle(position(mine, event="Pilgrimage", preset="first_2014")), "event Income")
    play(state, *["draw monk"] * 3, "draw knight")
    assert stage(state) == "bath-look"
    play(state, "draw monk", "draw knight")
    assert (stage(state), texts(state)) == ("keep", ["keep knight", "keep monk"])
    play(state, "keep monk")
    assert (of(state)["market"], of(state)["bag"]) == ({"trader": 3, "monk": 4, "knight": 1}, {"knight": 3})
    crowded = seat(tiles=["Bathhouse"], market={"trader": 8}, bag={"monk": 4, "knight": 4})
    state = play(idle(position(crowded, event="Pilgrimage", preset="first_2014")), "event Income")
    assert (stage(settle(state)), of(state)["bag"]) == ("plan", {"monk": 4, "knight": 4})


def test_r55_bathhouse_of_the_eighth_edition():
    """55: three are drawn, two put at once where they may complete a place; the rest and the spent go to the bag."""
    mine = seat(places={"Bathhouse": ["own trader"], "Castle": ["farmer", None, None]},
                bag={"boatman": 1, "trader": 1, "monk": 1, "scholar": 1})
    state = play(position(mine), "use Bathhouse", "draw boatman", "draw trader", "draw scholar")
    play(state, "put boatman on Castle boatman", "put trader on Castle trader")
    assert of(state)["bag"] == {"monk": 1, "scholar": 1, "own trader": 1}
    play(state, "use Castle")
    assert of(state)["tracks"] == {"knight": 1}


def test_r56_a_monk_on_any_tile_but_only_a_monk_on_a_monks_space():
    """56: Brewery, Sacristy and the Cellar's first space take nobody else, not even with Herb Garden and School."""
    everybody = dict.fromkeys((*facts.PROFESSIONS, *(f"own {word}" for word in facts.STARTERS)), 1)
    state = position(seat(market=dict.fromkeys(list(everybody)[:8], 1), tiles=facts.TILES), stage="plan")
    put = [text for text in offers(state, "put") if text.endswith(" monk")]
    assert put == ["put monk on Brewery monk", "put monk on Sacristy monk", "put monk on Cellar monk"]
    assert len(offers(state, "put monk on")) == len({(p, w) for p, _, w in facts.SPACES})


# ---- events ----------------------------------------------------------------------------------


def after_event(event: str, *moves: str, **mine):
    """The position after an event has struck a seat, whose moves are given."""
    mine = {"coins": 20} | mine
    round = mine.pop("round", 2)
    return settle(play(position(seat(**mine), seat(coins=99), event=event, round=round), "pass", *moves))


def test_r57_pilgrimage_income_and_trading_day():
    """57: the Monastery is closed; coins equal to the status; a coin for each station."""
    assert offers(position(seat(places=full("Monastery")), event="Pilgrimage"), "use") == []
    assert offers(position(seat(places=full("Monastery")), event="Taxes"), "use") == ["use Monastery"]
    assert of(after_event("Income", development=9, stations=["Blois"]))["coins"] == 23
    assert of(after_event("Trading Day", development=9, stations=["Blois", "Tours"]))["coins"] == 22


@pytest.mark.parametrize(("goods", "coins"), (({}, 20), ({"wool": 2}, 20), ({"wool": 3}, 19), ({"wine": 8}, 18),
                                              ({"grain": 1, "cheese": 1, "brocade": 1}, 19)))
def test_r57_taxes(goods, coins):
    """57: a coin for every three full goods tiles."""
    assert of(after_event("Taxes", goods=goods))["coins"] == coins


def test_r57_plague():
    """57: a follower drawn blindly goes to the supply; an own one goes back; an empty bag loses nothing."""
    state = play(position(seat(bag={"monk": 1, "own farmer": 3}), event="Plague"), "pass")
    assert dict(zip(texts(state), [p for _, p in state.chance_outcomes()], strict=True)) == pytest.approx(
        {"draw own farmer": 3 / 4, "draw monk": 1 / 4})
    supply = table(state)["supply"]["monk"]
    hit = play(state.copy(), "draw monk")
    assert (of(hit)["bag"], table(hit)["supply"]["monk"]) == ({"own farmer": 3}, supply + 1)
    missed = play(state, "draw own farmer")
    assert (of(missed)["bag"], table(missed)["supply"]["monk"]) == ({"own farmer": 3, "monk": 1}, supply)
    assert stage(play(position(event="Plague"), "pass")) == "reveal"


def test_r58_harvest_takes_food_before_coins():
    """58: food that is owned is handed in, of the owner's choice; coins only for units that are missing."""
    state = play(position(seat(goods={"grain": 1, "wine": 1, "wool": 1}), event="Harvest"), "pass")
    assert texts(state) == ["hand in grain", "hand in wine"]
    wine = table(state)["goods"]["wine"]
    play(state, "hand in wine")
    assert (of(state)["goods"], of(state)["coins"]) == ({"grain": 1, "wool": 1}, 5)
    assert table(state)["goods"]["wine"] == wine + 1
    assert of(after_event("Harvest", goods={"wool": 2}))["coins"] == 15
    assert of(after_event("Harvest", goods={"cheese": 1}, round=14))["coins"] == 10
    assert of(after_event("Harvest", goods={"cheese": 1}, round=14))["goods"] == {}
