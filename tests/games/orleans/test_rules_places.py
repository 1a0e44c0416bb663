"""Rules 28 to 42: who may stand where, the ten places of the player board, the tracks, technology."""
from __future__ import annotations

import pytest

from . import facts
from .positions import GAME, full, hourglass_of, idle, of, offers, play, position, seat, stage, table, texts

TRACKED = {"Farm House": "farmer", "University": "scholar", "Castle": "knight"}
VILLAGE = ("boatman", "craftsman", "trader")


def spaces_for(kind: str, *tiles: str) -> set[str]:
    """Professions of the spaces that a follower may be put on."""
    state = position(seat(market={kind: 1}, tiles=tiles), stage="plan")
    return {text.split()[-1] for text in offers(state, "put")}


# ---- 28-32: followers ------------------------------------------------------------------------


@pytest.mark.parametrize("word", facts.PROFESSIONS)
def test_r28_spaces_name_a_profession_and_a_monk_fits_all(word):
    """28: a follower fits its own profession (and a space for any); a monk fits every space, and only it a monk's."""
    tiles = ("Cellar", "Office")
    expected = {word, "any"} if word != "monk" else set(facts.PROFESSIONS) | {"any"}
    assert spaces_for(word, *tiles) == expected


def test_r28_no_technology_for_a_monk():
    """28: a technology tile does not go on a monk's space."""
    state = play(position(seat(technology=1, placed=1, tiles=["Cellar"])), "pass")
    assert [text for text in texts(state) if "Cellar" in text] == ["technology on Cellar scholar"]


def test_r29_own_followers():
    """29: they act as others do; they do not go to deeds, and neither plague nor torture takes them."""
    for word in facts.STARTERS:
        assert spaces_for(f"own {word}") == spaces_for(word)
    assert offers(position(seat(places={"Town Hall": ["own farmer", "own trader"]})), "use") == []
    state = play(position(seat(bag={"own farmer": 1}), event="Plague"), "pass")
    assert of(idle(state))["bag"] == {"own farmer": 1}
    state = play(position(seat(coins=0, goods={"grain": 3}, bag={"own farmer": 2}), event="Taxes"), "pass")
    assert (stage(state), offers(state, "give up follower")) == ("torture", [])


def test_r30_herb_garden_and_school():
    """30: a boatman for craftsman, trader, farmer; a scholar for all but the monk; for their owner only."""
    others = {"any", "knight", "scholar", "monk"}
    assert spaces_for("boatman", "Herb Garden", "Cellar") == {"boatman", "craftsman", "trader", "farmer", "any"}
    assert spaces_for("own boatman", "Herb Garden", "Cellar") == spaces_for("boatman", "Herb Garden", "Cellar")
    assert spaces_for("scholar", "School", "Cellar") == set(facts.PROFESSIONS) - {"monk"} | {"any"}
    assert spaces_for("farmer", "Herb Garden", "School") == {"farmer", "any"}
    assert spaces_for("boatman", "Herb Garden").isdisjoint(others - {"any"})
    state = position(seat(market={"boatman": 1}), seat(tiles=["Herb Garden"]), stage="plan")
    assert {text.split()[-1] for text in offers(state, "put")} == {"boatman", "any"}


def test_r31_deeds_ask_for_the_real_profession():
    """31: a monk goes to a monk's space only; Herb Garden and School do not help."""
    hall = {"Town Hall": ["monk", None]}
    assert {text.split(" to ")[1] for text in offers(position(seat(places=hall)), "use")} == {
        deed for deed, (spaces, _) in facts.DEEDS.items() if "monk" in spaces}
    for kind, tile in (("boatman", "Herb Garden"), ("scholar", "School")):
        state = position(seat(places={"Town Hall": [kind, None]}, tiles=[tile]))
        assert {text.split(" to ")[1].removesuffix(" for development") for text in offers(state, "use")} == {
            deed for deed, (spaces, _) in facts.DEEDS.items() if kind in spaces}


def test_r32_bags_are_open_and_draws_are_not():
    """32: a bag's contents are part of what every seat knows; two bags that differ are two information sets."""
    one = position(seat(), seat(bag={"monk": 1, "knight": 1}))
    two = position(seat(), seat(bag={"monk": 2}))
    assert one.information_state_key(0) != two.information_state_key(0)
    again = one.copy()
    again.resample(0, 5)
    assert of(again, 1)["bag"] == {"monk": 1, "knight": 1}


# ---- the table of places ---------------------------------------------------------------------


@pytest.mark.parametrize(("place", "spaces"), list(facts.PLACES.items()))
def test_r28_spaces_of_the_ten_places(place, spaces):
    """28: what the printed board asks for at each place."""
    row = ["farmer" if word == "any" else word for word in spaces]
    filled = position(seat(places={place: row}), event="Taxes", routes={"w01": ["wine"], "r07": ["wine"]})
    assert offers(filled, f"use {place}")
    for kind in facts.PROFESSIONS:
        state = position(seat(market={kind: 1}), stage="plan")
        taken = [text.removeprefix(f"put {kind} on {place} ") for text in offers(state, f"put {kind} on {place} ")]
        assert taken == [word for word in dict.fromkeys(spaces) if word in (kind, "any") or kind == "monk"]
    if place != "Town Hall":
        for n in range(len(row)):
            missing = [None if m == n else word for m, word in enumerate(row)]
            assert offers(position(seat(places={place: missing})), "use") == []


def test_r28_town_hall_works_with_one_follower():
    """28: one or two followers on the Town Hall's spaces for any."""
    assert offers(position(seat(places={"Town Hall": ["knight", None]})), "use Town Hall")


@pytest.mark.parametrize("place", ("Farm House", "University", "Castle", "Monastery"))
def test_r33_recruiting_takes_from_the_supply(place):
    """33: one of the profession from the supply to the bag; none left, no action."""
    word = TRACKED.get(place, "monk")
    state = position(seat(places=full(place)), supply={word: 1}, event="Taxes")
    play(state, f"use {place}")
    assert word not in table(state)["supply"]
    assert of(state)["bag"][word] == 1 + facts.PLACES[place].count(word)
    assert offers(position(seat(places=full(place)), supply={word: 0}, event="Taxes"), "use") == []


@pytest.mark.parametrize("word", VILLAGE)
def test_r33_the_village_recruits_one_of_three(word):
    """33: the profession is chosen; one that is not in the supply cannot be."""
    state = position(seat(places=full("Village")), supply={word: 0})
    assert offers(state, "use") == [f"use Village: {other}" for other in VILLAGE if other != word]
    state = play(position(seat(places=full("Village"))), f"use Village: {word}")
    assert of(state)["tracks"] == {word: 1}


@pytest.mark.parametrize(("place", "word"), list(TRACKED.items()))
def test_r34_the_end_of_a_track(place, word):
    """34: whose marker is on the last space may not use the action; so 8 farmers, 5 of the others at most."""
    last = facts.LAST_STEP[word]
    assert last == (8 if word == "farmer" else 5)
    assert offers(position(seat(places=full(place), tracks={word: last})), "use") == []
    assert offers(position(seat(places=full(place), tracks={word: last - 1})), "use") == [f"use {place}"]


@pytest.mark.parametrize("word", VILLAGE)
def test_r34_the_end_of_a_track_of_the_village(word):
    """34: the same for the three of the Village; monks have no track."""
    state = position(seat(places=full("Village"), tracks={word: 5}))
    assert offers(state, "use") == [f"use Village: {other}" for other in VILLAGE if other != word]
    assert of(play(position(seat(places=full("Monastery")), event="Taxes"), "use Monastery"))["tracks"] == {}


# ---- 35, 36: tracks --------------------------------------------------------------------------


@pytest.mark.parametrize("step", range(1, 9))
def test_r35_farmer_track(step):
    """35: grain, grain, cheese, cheese, wine, wine, wool, brocade from the goods market."""
    good = ("grain", "grain", "cheese", "cheese", "wine", "wine", "wool", "brocade")[step - 1]
    state = position(seat(places=full("Farm House"), tracks={"farmer": step - 1}))
    before = table(state)["goods"][good]
    play(state, "use Farm House")
    assert (of(state)["goods"], of(state)["tracks"]) == ({good: 1}, {"farmer": step})
    assert table(state)["goods"][good] == before - 1


@pytest.mark.parametrize(("step", "coins"), list(enumerate((2, 3, 4, 5, 0), start=1)))
def test_r35_boatman_track(step, coins):
    """35: 2, 3, 4, 5, 0 coins."""
    state = position(seat(places=full("Village"), tracks={"boatman": step - 1}))
    assert of(play(state, "use Village: boatman"))["coins"] == 5 + coins


@pytest.mark.parametrize("step", range(1, 6))
def test_r35_craftsman_track(step):
    """35: technology on each step; the first one for a farmer's space."""
    state = position(seat(places=full("Village"), tracks={"craftsman": step - 1}, placed=step - 1))
    play(state, "use Village: craftsman")
    assert (of(state)["technology"], table(state)["technology"]) == (1, 15)
    words = {text.split()[-1] for text in offers(state, "technology")} - {"technology"}
    assert words == ({"farmer"} if step == 1 else {"farmer", "boatman", "craftsman", "trader", "knight", "scholar"})


@pytest.mark.parametrize("step", range(1, 6))
def test_r35_trader_track(step):
    """35: a place tile of category I, later of I or II."""
    state = position(seat(places=full("Village"), tracks={"trader": step - 1}))
    chosen = {text.removeprefix("choose ") for text in texts(play(state, "use Village: trader"))}
    assert chosen == {tile for tile, (category, _) in facts.TILES.items() if step > 1 or category == "I"}


@pytest.mark.parametrize(("step", "draws"), list(enumerate((5, 6, 7, 7, 8), start=1)))
def test_r35_knight_track(step, draws):
    """35: 4 draws at the start, then 5, 6, 7, 7, 8."""
    state = position(seat(places=full("Castle"), tracks={"knight": step - 1}, bag={"trader": 12}), event="Pilgrimage")
    play(idle(play(state, "use Castle")), "event Income")
    idle(state, "plan")
    assert (of(state)["tracks"], sum(of(state)["market"].values())) == ({"knight": step}, draws)


@pytest.mark.parametrize(("step", "points"), list(enumerate((2, 3, 4, 5, 6), start=1)))
def test_r35_scholar_track(step, points):
    """35: 2, 3, 4, 5, 6 development points."""
    state = position(seat(places=full("University"), tracks={"scholar": step - 1}))
    assert of(play(state, "use University"))["development"] == points


def test_r36_tracks_begin_at_nought_and_end_as_printed():
    """36: a farmer's track of 8 steps and five of 5 steps, all read from photos."""
    assert facts.LAST_STEP == {"farmer": 8, "boatman": 5, "craftsman": 5, "trader": 5, "knight": 5, "scholar": 5}
    state = position(seat(places=full("Farm House", "University", "Castle", "Village")))
    for text in ("use Farm House", "use University", "use Castle", "use Village: boatman"):
        play(state, text)
    assert of(state)["tracks"] == {"farmer": 1, "scholar": 1, "knight": 1, "boatman": 1}


@pytest.mark.parametrize(("place", "move", "word", "step", "coins"), (
    ("Village", "use Village: boatman", "boatman", 5, 0), ("Castle", "use Castle", "knight", 4, 0)))
def test_r37_citizens_of_the_tracks(place, move, word, step, coins):
    """37: for the first to get there; later ones get nothing there."""
    mine = seat(places=full(place), tracks={word: step - 1}, coins=5)
    state = play(position(mine, mine), move)
    assert (of(state)["citizens"], of(state)["coins"]) == (1, 5 + coins)
    play(state, move)
    assert (of(state, 1)["citizens"], of(state, 1)["coins"], of(state, 1)["tracks"]) == (0, 5, {word: step})


# ---- 38, 39: development ---------------------------------------------------------------------


@pytest.mark.parametrize(("step", "status"), (
    (0, 1), (3, 1), (4, 2), (8, 2), (9, 3), (14, 3), (15, 4), (21, 4), (22, 5), (29, 5), (30, 6)))
def test_r38_development_status(step, status):
    """38: 2 at step 4, 3 at 9, 4 at 15, 5 at 22, 6 at 30."""
    state = play(position(seat(development=step, coins=0), event="Income"), "pass")
    assert of(idle(state))["coins"] == status


@pytest.mark.parametrize(("step", "coins"), ((7, 3), (12, 4), (25, 5)))
def test_r38_coins_of_the_development_track(step, coins):
    """38: 3 at step 7, 4 at 12, 5 at 25, for every seat that reaches or passes them."""
    mine = seat(places=full("Library"), development=step - 1)
    state = play(position(mine, seat(places=full("Scriptorium"), development=step - 1)), "use Library")
    assert (of(state)["development"], of(state)["coins"]) == (step + 1, 5 + coins)
    play(state, "use Scriptorium")
    assert (of(state, 1)["development"], of(state, 1)["coins"]) == (step, 5 + coins)


@pytest.mark.parametrize("step", (3, 18, 28))
def test_r38_citizens_of_the_development_track(step):
    """38: for the first who reaches or passes 3, 18, 28."""
    state = position(seat(places=full("Library"), development=step - 1), seat(places=full("Scriptorium"),
                                                                               development=step - 1))
    play(state, "use Library", "use Scriptorium")
    assert (of(state)["citizens"], of(state, 1)["citizens"]) == (1, 0)
    assert of(state, 1)["development"] == step


def test_r39_one_advance_pays_all_it_passes():
    """39: steps 7 and 12 in one go; points beyond 30 are lost."""
    state = position(seat(places=full("University"), tracks={"scholar": 4}, development=6))
    play(state, "use University")
    assert (of(state)["development"], of(state)["coins"]) == (12, 5 + 3 + 4)
    state = position(seat(places=full("University"), tracks={"scholar": 4}, development=27))
    play(state, "use University")
    assert (of(state)["development"], of(state)["citizens"]) == (30, 1)


# ---- 40-42: place tiles and technology -------------------------------------------------------


def test_r40_a_tile_of_choice_for_later_planning():
    """40: it leaves the display, lies on the own board and is planned with from then on."""
    state = play(position(seat(places=full("Village"), market={"monk": 1})), "use Village: trader", "choose Hayrick")
    assert of(state)["tiles"] == ["Hayrick"]
    assert "Hayrick" not in table(state)["display"]
    play(idle(state), "event Income")
    idle(state, "plan")
    assert "put monk on Hayrick farmer" in texts(state)


def test_r41_technology_is_placed_after_the_pass():
    """41: not while its owner still acts; it fills a space for good."""
    state = position(seat(places=full("Village", "Castle")))
    play(state, "use Village: craftsman")
    assert offers(state, "technology") == []
    play(state, "use Castle")
    assert "technology on Village farmer" in texts(state)
    play(state, "technology on Village farmer")
    idle(state)
    assert of(state)["places"] == {"Village": ["technology", None, None]}
    state = position(seat(places={"Village": ["technology", "boatman", "monk"]}))
    assert of(play(state, "use Village: boatman"))["places"] == {"Village": ["technology", None, None]}


def technology(*tiles: str, placed: int = 1, places=None) -> list[str]:
    """Spaces for a technology tile."""
    state = position(seat(technology=1, placed=placed, tiles=tiles, places=places))
    return [text.removeprefix("technology on ") for text in offers(play(state, "pass"), "technology")]


def test_r42_where_technology_goes():
    """42: one a place, at least two spaces there, no monk's space; the first on a farmer's; not on `any` spaces."""
    first = technology("Cheese Factory", "Hayrick", "Winery", placed=0)
    assert first == ["Village farmer", "University farmer", "Castle farmer", "Ship farmer", "Wagon farmer",
                     "Guildhall farmer", "Cheese Factory farmer", "Winery farmer"]
    later = technology(*facts.TILES)
    assert {text.rsplit(" ", 1)[0] for text in later} == {
        place for place, spaces in (facts.PLACES | {tile: row for tile, (_, row) in facts.TILES.items()}).items()
        if len(spaces) > 1 and "any" not in spaces}
    assert not any(text.endswith("monk") for text in later)
    assert "Laboratory craftsman" in later
    assert not any(text.startswith("Castle") for text in technology(places={"Castle": ["technology", None, None]}))


def test_r42_technology_that_moves_to_the_first_of_two_spaces_alike_is_read_back():
    """42: one a place, so what is offered next follows the place; a document says where the tile lies now."""
    places = {"Cheese Factory": ["own farmer", None], "Laboratory": [None, None]}
    state = position(seat(technology=2, placed=1, places=places), event="Income", hourglass=hourglass_of("Income"))
    play(state, "pass", "technology on Cheese Factory farmer")
    assert of(state)["places"] == {"Cheese Factory": ["technology", "own farmer"]}
    assert texts(state) == ["technology on Laboratory craftsman", "technology on Laboratory scholar", "keep technology"]
    document = GAME.notation.position_to_json(state)
    assert document["doing"]["after"] == "Cheese Factory 1"
    assert GAME.notation.position_from_json(document, True) == state
