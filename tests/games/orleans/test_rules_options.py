"""The open questions U1 to U23 and the options that answer them, in every setting."""
from __future__ import annotations

import pytest

from . import facts
from .positions import GAME, full, idle, of, offers, play, position, seat, settle, stage, started, table, texts


def events(state) -> dict[str, float]:
    """Chances of the next hourglass tile."""
    return dict(zip(texts(state), (p for _, p in state.chance_outcomes()), strict=True))


@pytest.mark.parametrize(("spends", "kinds"), (("any", {"any"}), ("boatman", {"boatman"})))
def test_u1_whom_the_bathhouse_costs(spends, kinds):
    """U1: any one follower, or a boatman (or who stands for one)."""
    market = {"farmer": 1, "boatman": 1, "monk": 1}
    state = position(seat(market=market, tiles=["Bathhouse"]), stage="plan", bathhouse_spends=spends)
    put = {text.split()[1] for text in offers(state, "put") if "Bathhouse" in text}
    assert put == (set(market) if spends == "any" else {"boatman", "monk"})


def test_u2_what_is_in_the_piles():
    """U2: one of each event a letter, or the seventeen mixed."""
    even, mixed = (idle(started(2, piles=piles)) for piles in ("even", "random"))
    assert events(even) == pytest.approx(dict.fromkeys((f"event {e}" for e in facts.EVENTS[1:]), 1 / 5))
    assert events(mixed) == pytest.approx({"event Pilgrimage": 2 / 17} | dict.fromkeys(
        (f"event {e}" for e in facts.EVENTS[1:]), 3 / 17))


@pytest.mark.parametrize(("options", "units"), (
    ({}, (1, 2, 3)), ({"preset": "first_2014"}, (1, 1, 1)), ({"harvest_units": "0,3,5"}, (0, 3, 5)),
    ({"harvest_units": "1,1,1"}, (1, 1, 1))))
def test_u3_harvest_units_by_letter(options, units):
    """U3: 1, 2, 3 in the 8th edition, 1 in the first printing, or as given; A to round 6, B to 12, C to 18."""
    for rounds, expected in zip(((2, 6), (7, 12), (13, 18)), units, strict=True):
        for round in rounds:
            state = position(seat(coins=60), seat(coins=60), event="Harvest", round=round, **options)
            assert of(play(state, "pass"))["coins"] == 60 - 5 * expected


@pytest.mark.parametrize(("missing", "farm", "tile"), (
    ("farm-house", True, False), ("never", False, False), ("always", True, True)))
def test_u4_a_good_is_missing_on_the_market(missing, farm, tile):
    """U4: the Farm House may be used without a good, a goods-making tile may not; or neither; or both."""
    state = position(seat(places=full("Farm House", "Hayrick")), goods={"grain": 0}, missing_good=missing)
    expected = ["use Farm House"] * farm + ["use Hayrick"] * tile
    assert offers(state, "use") == expected
    for text in expected:
        play(state, text)
        assert of(state)["goods"] == {}


@pytest.mark.parametrize(("route_good", "one", "two"), (
    ("must", None, ["take wine", "take wool"]), ("may", ["take wine", "take nothing"],
                                                 ["take wine", "take wool", "take nothing"])))
def test_u5_goods_of_a_route(route_good, one, two):
    """U5: one must be taken, of two the mover picks; or none may be taken."""
    for goods, expected in ((["wine"], one), (["wine", "wool"], two)):
        state = position(seat(places=full("Ship")), routes={"w02": goods}, route_good=route_good)
        play(state, "use Ship: w02 to Briare")
        if expected is None:
            assert of(state)["goods"] == {"wine": 1}
        else:
            assert texts(state) == expected
            assert of(play(state, expected[-1]))["goods"] == ({} if route_good == "may" else {"wool": 1})


@pytest.mark.parametrize("when", ("pass", "once"))
def test_u6_when_technology_is_placed(when):
    """U6: from the pass on, or after the action that brings it."""
    state = play(position(seat(places=full("Village", "Castle")), technology=when), "use Village: craftsman")
    assert (stage(state) == "technology") == (when == "once")
    if when == "pass":
        play(state, "pass")
    assert offers(state, "technology")[0] == "technology on Village farmer"


@pytest.mark.parametrize("keep", ("yes", "no"))
def test_u6_technology_kept_for_later(keep):
    """U6: it may be kept and placed after a later pass, or it must be placed where there is a space."""
    state = play(position(seat(technology=1), event="Pilgrimage", keep_technology=keep), "pass")
    assert ("keep technology" in texts(state)) == (keep == "yes")
    if keep == "yes":
        play(state, "keep technology")
        assert of(state)["technology"] == 1
        play(idle(state), "event Income")
        while stage(state) != "technology":
            settle(state)
            play(state, next(t for t in ("draw", "done", "pass") if t in texts(state)))
        assert offers(state, "technology on")


@pytest.mark.parametrize(("first", "placed", "steps", "forced"), (
    ("tile", 0, 1, True), ("tile", 0, 2, True), ("tile", 1, 1, False), ("step", 0, 1, True), ("step", 1, 1, True),
    ("step", 0, 0, True), ("step", 0, 2, False)))
def test_u6_the_tile_for_a_farmers_space(first, placed, steps, forced):
    """U6: the first that a seat places, or any while its craftsman marker is on step 0 or 1."""
    mine = seat(technology=1, placed=placed, tracks={"craftsman": steps})
    state = play(position(mine, first_technology=first), "pass")
    words = {text.split()[-1] for text in offers(state, "technology")}
    assert (words == {"farmer"}) == forced


@pytest.mark.parametrize("allowed", ("yes", "no"))
def test_u7_no_technology_left(allowed):
    """U7: the Village recruits a craftsman all the same, or not; the Laboratory never works."""
    state = position(seat(places=full("Village", "Laboratory")), stack=0, village_without_technology=allowed)
    assert ("use Village: craftsman" in texts(state)) == (allowed == "yes")
    assert "use Laboratory" not in texts(state)
    if allowed == "yes":
        play(state, "use Village: craftsman")
        assert (of(state)["technology"], of(state)["tracks"]) == (0, {"craftsman": 1})


@pytest.mark.parametrize("allowed", ("yes", "no"))
def test_u8_no_place_tile_left(allowed):
    """U8: the Village recruits a trader all the same, or not."""
    state = position(seat(places=full("Village")), display=["School"], village_without_tile=allowed)
    assert ("use Village: trader" in texts(state)) == (allowed == "yes")
    if allowed == "yes":
        play(state, "use Village: trader")
        assert (of(state)["tiles"], of(state)["tracks"]) == ([], {"trader": 1})


@pytest.mark.parametrize(("allowed", "expected"), (
    ("university", {"University"}), ("never", set()), ("always", {"University", "Scriptorium", "Library",
                                                                  "Shipping Line", "Pharmacy"})))
def test_u9_at_the_end_of_the_development_track(allowed, expected):
    """U9: surplus is lost; the University stays allowed, what only develops does not; or neither; or both."""
    places = full("University", "Scriptorium", "Library", "Shipping Line", "Pharmacy", "Windmill")
    state = position(seat(places=places, development=30), full_development=allowed)
    assert {text.removeprefix("use ").split(":")[0] for text in offers(state, "use")} == expected | {"Windmill"}
    for place in expected:
        play(state, offers(state, f"use {place}")[0])
        assert of(state)["development"] == 30
    state = position(seat(places={"Town Hall": ["farmer", None]}, development=30), full_development=allowed)
    assert ("use Town Hall: farmer to Canalisation for development" in texts(state)) == (allowed == "always")


@pytest.mark.parametrize("leave", ("yes", "no"))
def test_u10_a_marker_on_a_coin_space(leave):
    """U10: cannot step back, or may; the status falls with the marker, citizens stay."""
    mine = seat(coins=0, goods={"wool": 3}, development=7)
    state = play(position(mine, event="Taxes", leave_coin_space=leave), "pass")
    assert ("give up step" in texts(state)) == (leave == "yes")
    state = play(position(seat(coins=0, goods={"wool": 3}, development=4, citizens=1), event="Taxes"), "pass")
    play(state, "give up step")
    assert (of(state)["development"], of(state)["citizens"]) == (3, 1)
    assert state.scores()[0] == 3 * 4 + 1


@pytest.mark.parametrize(("unpaid", "points"), (("dropped", 12), ("points", 10)))
def test_u11_nothing_left_to_give(unpaid, points):
    """U11: the rest of the debt is dropped, or counts at the end."""
    state = position(seat(coins=3, stock=0, citizens=12), event="Harvest", round=2, unpaid=unpaid)
    assert state.scores()[0] == 15
    assert play(state, "pass").scores()[0] == points


@pytest.mark.parametrize(("order", "first"), (("start", 2), ("seat", 0)))
def test_u12_order_of_payments(order, first):
    """U12: clockwise from the start player, or from seat 0."""
    poor = seat(coins=0, goods={"wool": 3})
    state = play(position(poor, poor, poor, actor=2, first=2, event="Taxes", order=order), "pass")
    while stage(state) == "act":
        play(state, "pass")
    assert (stage(state), state.current_player()) == ("torture", first)


@pytest.mark.parametrize("hall", ("choice", "all"))
def test_u13_how_many_the_town_hall_sends(hall):
    """U13: one or two by choice, each to any open space; or all that can go; what stays, stays."""
    state = position(seat(places={"Town Hall": ["knight", "monk"]}), town_hall=hall)
    play(state, "use Town Hall: knight to City Wall")
    assert ("done" in texts(state)) == (hall == "choice")
    state = position(seat(places={"Town Hall": ["knight", "own farmer"]}), town_hall=hall)
    play(state, "use Town Hall: knight to City Wall")
    assert of(state)["places"] == {"Town Hall": ["own farmer", None]}


@pytest.mark.parametrize(("tower", "drawn"), (("market", 10), ("place", 8)))
def test_u14_gunpowder_tower(tower, drawn):
    """U14: two more market spaces with the draws unchanged; or a place only, with none."""
    mine = seat(tracks={"knight": 5}, market={"trader": 5}, bag={"monk": 9}, tiles=["Gunpowder Tower"])
    state = settle(play(idle(position(mine, event="Pilgrimage", tower=tower)), "event Income"))
    assert sum(of(state)["market"].values()) == drawn
    few = seat(market={"trader": 1}, bag={"monk": 9}, tiles=["Gunpowder Tower"])
    state = settle(play(idle(position(few, event="Pilgrimage", tower=tower)), "event Income"))
    assert sum(of(state)["market"].values()) == 5


@pytest.mark.parametrize(("tower", "moved"), (("market", True), ("place", False)))
def test_u14_followers_on_the_tower_can_be_moved_on(tower, moved):
    """U14: in planning they go on like those of the market; as a place it keeps them."""
    mine = seat(places={"Gunpowder Tower": ["trader", None]})
    state = settle(play(idle(position(mine, event="Pilgrimage", tower=tower)), "event Income"))
    assert (of(state)["market"] == {"trader": 1}) == moved


@pytest.mark.parametrize("use", ("choice", "forced"))
def test_u15_sacristy(use):
    """U15: the owner decides in phase 6; or it is used the first time it can be; not in the census."""
    mine = seat(places={"Sacristy": ["monk"]}, goods={"wool": 3})
    state = play(position(mine, event="Taxes", sacristy=use), "pass")
    if use == "choice":
        declined = play(state.copy(), "decline")
        assert (of(declined)["coins"], of(declined)["places"]) == (4, {"Sacristy": ["monk"]})
        play(state, "use Sacristy")
    assert (of(state)["coins"], of(state)["bag"]) == (5, {"monk": 1})
    farmers = [seat(tracks={"farmer": 1}), seat(tracks={"farmer": 1})]
    state = play(idle(position(seat(places={"Sacristy": ["monk"]}), *farmers, event="Pilgrimage", sacristy=use)),
                 "event Income")
    assert (of(state)["coins"], of(state)["places"]) == (4, {"Sacristy": ["monk"]})


def test_u16_coins_without_limit_or_with():
    """U16: no limit; or what is above the limit is not paid out."""
    rich = seat(coins=30, places=full("Brewery"))
    assert of(play(position(rich), "use Brewery"))["coins"] == 32
    assert of(play(position(rich, coins="36"), "use Brewery"))["coins"] == 31


@pytest.mark.parametrize("to", ("supply", "box"))
def test_u17_followers_of_the_plague(to):
    """U17: to the supply, or out of the game."""
    state = position(seat(bag={"monk": 2}), event="Plague", plague_to=to)
    before = table(state)["supply"]["monk"]
    after = table(settle(play(state, "pass")))
    assert after["supply"]["monk"] == before + (to == "supply")
    assert after["lost"] == ({} if to == "supply" else {"monk": 1})


@pytest.mark.parametrize("to", ("market", "box"))
def test_u17_goods_of_the_harvest(to):
    """U17: to the goods market, or out of the game."""
    state = position(seat(goods={"wine": 1}), seat(goods={"wool": 1}), event="Harvest", harvest_to=to)
    before = table(state)
    after = table(play(state, "pass"))
    where, other = ("goods", "gone") if to == "market" else ("gone", "goods")
    assert after[where]["wine"] == before[where].get("wine", 0) + 1
    assert after[other] == before[other]


@pytest.mark.parametrize(("take_back", "bag", "back"), (
    ("yes", 8, 3), ("yes", 1, 3), ("yes", 0, 3),
    ("bag", 8, 3), ("bag", 1, 1), ("bag", 0, 0), ("no", 8, 0), ("no", 0, 0)))
def test_u18_taking_followers_back(take_back, bag, back):
    """U18: one for each draw forgone; only for draws that the bag could have given; or never."""
    mine = seat(places={"Castle": ["farmer", None, None], "Ship": ["farmer", "boatman", None]}, bag={"monk": bag})
    state = play(idle(position(mine, event="Pilgrimage", take_back=take_back)), "event Income")
    for _ in range(back):
        play(state, offers(state, "take back")[0])
    assert stage(state) != "take-back"
    standing = [what for row in of(state)["places"].values() for what in row if what]
    assert len(standing) == 3 - back


def test_u19_who_starts():
    """U19: drawn at random, or a given seat."""
    assert [p for _, p in GAME.start(4, {}).chance_outcomes()] == [1 / 4] * 4
    assert table(started(4, start="3"))["start"] == 3


@pytest.mark.parametrize("planning", ("simultaneous", "open"))
def test_u20_planning_in_secret_or_in_sight(planning):
    """U20: two plans of another seat that have not been shown are one information set; or they are seen."""
    mine = seat(market={"farmer": 1})
    one, two = (play(position(mine, mine, stage="plan", planning=planning), text)
                for text in ("put farmer on Castle farmer", "put farmer on Ship farmer"))
    assert (one.current_player(), two.current_player()) == (1, 1)
    assert (one.information_state_key(1) == two.information_state_key(1)) == (planning == "simultaneous")
    assert one.information_state_key(0) != two.information_state_key(0)


@pytest.mark.parametrize("again", ("yes", "no"))
def test_u21_town_hall_twice_in_a_round(again):
    """U21: while a follower stands there, or once."""
    state = position(seat(places={"Town Hall": ["knight", "monk"]}), town_hall_again=again)
    play(state, "use Town Hall: knight to City Wall", "done")
    assert (stage(state) == "act") == (again == "yes")


@pytest.mark.parametrize("planning", ("no", "yes"))
def test_u22_technology_in_planning(planning):
    """U22: never; or also there, before the first follower of the plan."""
    state = position(seat(market={"farmer": 1, "monk": 1}, technology=1), stage="plan", technology_planning=planning)
    assert bool(offers(state, "technology")) == (planning == "yes")
    play(state, "put farmer on Castle farmer")
    assert offers(state, "technology") == []


@pytest.mark.parametrize(("to", "supply"), (("bag", 0), ("supply", 1)))
def test_u23_followers_on_a_tile_that_is_given_up(to, supply):
    """U23: to the owner's bag, or to the supply; own ones to the bag."""
    places = {"Library": ["knight", None], "Cheese Factory": ["own farmer", None]}
    mine = seat(coins=0, goods={"wool": 3}, places=places)
    state = play(position(mine, event="Taxes", lost_followers=to), "pass")
    before = table(state)["supply"]["knight"]
    library = play(state.copy(), "give up Library")
    assert table(library)["supply"]["knight"] == before + supply
    assert of(library)["bag"] == ({"knight": 1} if to == "bag" else {})
    factory = play(state, "give up Cheese Factory")
    assert of(factory)["bag"] == {"own farmer": 1}
    state = play(position(seat(coins=3, stock=1, places=places), event="Harvest", lost_followers=to), "pass")
    play(state, "give up Library")
    assert offers(state, "give up follower") == ["give up follower"] * (to == "bag")
    if to == "bag":
        assert of(play(state, "give up follower", "draw knight"))["bag"] == {}
        assert (table(state)["lost"], stage(state)) == ({"knight": 1}, "reveal")
