"""Rules 67 to 81: data that rest on few sources, known errors of other programs, questions that were asked."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

import games
from games.orleans import tables
from games.orleans.hidden import document_for

from . import facts
from .positions import full, idle, of, offers, play, position, seat, settle, stage, table, texts

SPACES = [(place, n) for place, n, _ in facts.SPACES]
README = Path(games.__path__[0]) / "orleans" / "README.md"


def marked() -> str:
    """The data that the README says come from a single program."""
    return " ".join(README.read_text("utf-8").split()).split("single program (", 1)[1].split(")")[0]


def asks(tile: str) -> list[str]:
    """What the compiled game has on the spaces of a tile, found by planning with monks."""
    state = position(seat(market={"monk": 8}, tiles=[tile]), stage="plan")
    return [text.removeprefix(f"put monk on {tile} ") for text in offers(state, f"put monk on {tile} ")]


@pytest.mark.parametrize("tile", ("Cheese Factory", "Winery", "Wool Manufacturer", "Tailor Shop", "Cellar", "Office"))
def test_r67_costs_of_one_source(tile):
    """67: six costs rest on one program; they can be replaced by option `rules` and are marked in the README."""
    assert asks(tile) == list(dict.fromkeys(facts.TILES[tile][1]))
    assert tile in marked()


@pytest.mark.parametrize("tile", ("Hayrick", "Hospital", "Sacristy"))
def test_r68_costs_of_a_program_and_a_companion(tile):
    """68: three more."""
    assert asks(tile) == list(facts.TILES[tile][1])
    assert tile in marked()


def test_r69_categories():
    """69: Windmill and Herb Garden are I, Pharmacy II by photos; the Bathhouse I, as it was a first tile."""
    state = position(seat(places=full("Village")))
    first = {text.removeprefix("choose ") for text in texts(play(state, "use Village: trader"))}
    assert {"Windmill", "Herb Garden", "Bathhouse"} <= first
    assert "Pharmacy" not in first
    assert first == {tile for tile, (category, _) in facts.TILES.items() if category == "I"}


@pytest.mark.parametrize(("tile", "spaces"), (
    ("Windmill", ["craftsman"]), ("Pharmacy", ["any"]), ("Library", ["knight", "scholar"]), ("Herb Garden", []),
    ("School", []), ("Shipping Line", ["boatman"]), ("Laboratory", ["craftsman", "scholar"]), ("Brewery", ["monk"]),
    ("Horse Wagon", ["knight", "trader"])))
def test_r70_tiles_seen_in_print(tile, spaces):
    """70: nine tiles whose spaces are on photos."""
    assert asks(tile) == spaces


def test_r71_rules_of_two_sources_can_be_switched():
    """71: taking back, what the Plague takes, the Sacristy's use; own followers never go to deeds."""
    mine = seat(places={"Castle": ["farmer", None, None]}, bag={"monk": 9})
    for take_back, expected in (("yes", "take-back"), ("no", "draw")):
        state = play(idle(position(mine, seat(bag={"knight": 1, "monk": 1}), event="Pilgrimage", take_back=take_back)),
                     "event Income")
        assert stage(state) in (expected, "plan")
        assert (stage(state) == "take-back") == (take_back == "yes")
    for to, where in (("supply", "supply"), ("box", "lost")):
        state = play(position(seat(bag={"monk": 1}), event="Plague", plague_to=to), "pass")
        before = table(position(seat(bag={"monk": 1}), event="Plague", plague_to=to))[where].get("monk", 0)
        assert table(settle(state))[where]["monk"] == before + 1
    shielded = seat(places={"Sacristy": ["monk"]}, bag={"knight": 2})
    assert stage(play(position(shielded, event="Plague"), "pass")) == "shield"
    forced = play(position(shielded, event="Plague", sacristy="forced"), "pass")
    assert of(forced)["bag"] == {"knight": 2, "monk": 1}


# ---- 72-74: errors of other programs ---------------------------------------------------------


def test_r72_empty_routes_can_be_travelled():
    """72: one program refuses them."""
    assert offers(position(seat(places=full("Ship")), routes={}), "use Ship") == [
        "use Ship: w01 to Blois", "use Ship: w02 to Briare"]


def test_r72_citizens_come_on_the_step_itself():
    """72: one program gives them a step late, keeps the status at 2, and pays six coins at the last boatman step."""
    state = play(position(seat(places=full("Scriptorium"), development=2)), "use Scriptorium")
    assert of(state)["citizens"] == 1
    assert of(play(position(seat(places=full("Hospital"), development=9)), "use Hospital"))["coins"] == 8
    state = play(position(seat(places=full("Village"), tracks={"boatman": 4}), citizens=[]), "use Village: boatman")
    assert (of(state)["coins"], of(state)["citizens"]) == (5, 0)


def test_r72_income_and_trading_day_are_not_exchanged():
    """72: Income pays the status, Trading Day the stations; the Sacristy skips neither; University adds."""
    for event, coins in (("Income", 6), ("Trading Day", 7)):
        mine = seat(stations=["Blois", "Tours"], places={"Sacristy": ["monk"]})
        assert of(play(position(mine, event=event), "pass"))["coins"] == coins
    state = play(position(seat(places=full("University"), development=9)), "use University")
    assert of(state)["development"] == 11
    assert "put monk on Ship knight" in texts(position(seat(market={"monk": 1}), stage="plan"))
    assert len(offers(position(seat(places=full("Pharmacy"))), "use")) == 3


def test_r73_farm_house_and_events():
    """73: one program has other spaces at the Farm House, and no map and events."""
    state = position(seat(market={"monk": 1}), stage="plan")
    assert offers(state, "put monk on Farm House") == ["put monk on Farm House boatman",
                                                       "put monk on Farm House craftsman"]


def test_r74_followers_taken_out_for_two():
    """74: 34 of the 88 for four, and not 32: four each of four professions, six each of three."""
    two, four = (dict(zip(facts.PROFESSIONS, facts.SUPPLY[n], strict=True)) for n in (2, 4))
    removed = {word: four[word] - two[word] for word in facts.PROFESSIONS}
    assert list(removed.values()) == [4, 4, 4, 4, 6, 6, 6]
    assert sum(removed.values()) == 34
    assert sum(table(position(players=4))["supply"].values()) - sum(table(position())["supply"].values()) == 34


# ---- 75-81: questions ------------------------------------------------------------------------


def test_r75_bags_may_be_looked_into():
    """75: what is in a bag is in the document that a seat is shown, its owner and the others (32)."""
    for phase in ("plan", "act"):
        state = position(seat(bag={"monk": 2}), stage=phase)
        for watcher in (0, 1):
            assert document_for(state, watcher)["players"][0]["bag"] == {"monk": 2}


def test_r76_empty_routes_may_be_used():
    """76: the merchant moves and gets nothing."""
    state = play(position(seat(places=full("Wagon"))), "use Wagon: r12 to Montargis")
    assert (of(state)["town"], of(state)["goods"]) == ("Montargis", {})


def test_r77_plague_and_torture_never_take_own_followers():
    """77: a bag of own followers only loses none and cannot be given from."""
    own = {"own farmer": 1, "own boatman": 1}
    assert of(idle(position(seat(bag=own), event="Plague")))["bag"] == own
    state = play(position(seat(bag=own, coins=0, goods={"wool": 3}), event="Taxes"), "pass")
    assert "give up follower" not in texts(state)


def test_r78_stations_in_orleans_and_elsewhere():
    """78: in Orléans one each, in another town one."""
    builder = seat(places=full("Guildhall"))
    assert offers(position(builder, seat(stations=["Orléans"])), "use") == ["use Guildhall"]
    builder = seat(places=full("Guildhall"), town="Tours")
    assert offers(position(builder, seat(stations=["Tours"])), "use") == []


def test_r79_no_moves_from_place_to_place():
    """79: followers on spaces stay there in planning; only a forgone draw takes one back."""
    state = position(seat(market={"monk": 1}, places={"Castle": ["farmer", None, None]}), stage="plan")
    assert all(text.startswith(("put monk", "done")) for text in texts(state))


def test_r80_monks_are_no_wild_cards_on_deeds():
    """80: only three deeds have a space for them."""
    state = position(seat(places={"Town Hall": ["monk", None]}))
    assert {text.split(" to ")[1] for text in offers(state, "use")} == {"Papal Conclave", "Cathedral", "Peace Treaty"}


def test_r81_town_hall_gunpowder_tower_horse_wagon():
    """81: deeds are served from both; the Horse Wagon is a place beside the Wagon."""
    offices = {"Town Hall": ["knight", None], "Gunpowder Tower": ["knight", None]}
    mine = seat(places=offices | full("Wagon", "Horse Wagon"))
    verbs = {text.split(":")[0] for text in offers(position(mine), "use")}
    assert verbs == {"use Town Hall", "use Gunpowder Tower", "use Wagon", "use Horse Wagon"}


def test_r67_a_cost_can_be_replaced():
    """67: option `rules` puts another profession on a space that rests on one source."""
    rules = json.dumps({"spaces": {"Winery": ["farmer", "knight"]}})
    state = position(seat(market={"knight": 1}, tiles=["Winery"]), stage="plan", rules=rules)
    assert [move for move in state.legal_actions() if move // 11 == SPACES.index(("Winery", 1)) and move < 616]


def test_r67_tables_hold_what_the_digest_holds():
    """67: costs, deeds, tracks and routes of the game's tables, one by one."""
    rules = tables.RULES
    assert {place: tuple(row) for place, row in rules["spaces"].items()} == facts.PLACES | {
        tile: row for tile, (_, row) in facts.TILES.items()}
    assert list(rules["spaces"]) == list(facts.ALL_PLACES)
    for deed, (spaces, coins) in facts.DEEDS.items():
        more = {"development": 1} if deed == facts.POINT_FOR_COIN else {}
        assert rules["deeds"][deed] == spaces | {"coins": coins} | more
    assert {name: (a, b, spaces) for name, a, b, spaces in tables.ROUTES} == facts.ROUTES
    assert tuple(rules["tracks"]["farmer"]) == facts.FARMER_GOODS
    assert tuple(rules["tracks"]["knight"]) == facts.KNIGHT_DRAWS
