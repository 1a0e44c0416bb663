"""Rules 17 to 27: the round and its phases."""
from __future__ import annotations

from collections import Counter
from copy import deepcopy
from itertools import product

import pytest

from games.api import InputError

from . import facts
from .positions import (
    GAME,
    full,
    hourglass_of,
    idle,
    of,
    offers,
    play,
    position,
    seat,
    settle,
    stage,
    started,
    table,
    texts,
)
from .twin_player import Player

CASTLE = {"Castle": ["farmer", "boatman", "trader"]}
TOWER = {"Gunpowder Tower": ["own farmer", "own trader"]}


def next_round(state, event: str):
    """Everybody passes, and the next hourglass tile shows an event."""
    return play(idle(state), f"event {event}")


def test_r17_the_event_of_the_round():
    """17: the top tile's event holds for the round; the round of the 18th tile is played, then the game ends."""
    state = next_round(position(seat(market={"monk": 1}), round=2), "Taxes")
    assert (table(state)["event"], table(state)["round"]) == ("Taxes", 3)
    last = position(seat(places=CASTLE, coins=0), round=18, event="Income")
    assert stage(last) == "act"
    play(last, "use Castle")
    assert (stage(last), of(last)["coins"], of(last)["tracks"]) == ("over", 1, {"knight": 1})


@pytest.mark.parametrize(("farmers", "coins"), (
    ((2, 1, 0), (6, 5, 4)), ((2, 2, 0), (5, 5, 4)), ((2, 0, 0), (6, 5, 5)), ((1, 1, 1), (5, 5, 5)),
    ((0, 3, 1, 1), (4, 6, 5, 5)), ((2, 1), (6, 5)), ((1, 1), (5, 5))))
def test_r18_census(farmers, coins):
    """18: the one in front gets a coin, the one at the back pays one; a tie cancels; with two seats nobody pays."""
    state = next_round(position(*(seat(tracks={"farmer": n}) for n in farmers)), "Taxes")
    assert tuple(of(state, s)["coins"] for s in range(len(farmers))) == coins


def test_r18_census_that_cannot_be_paid():
    """18: who has no coin is tortured."""
    state = position(seat(coins=0), seat(tracks={"farmer": 1}), seat(tracks={"farmer": 1}), event="Pilgrimage")
    next_round(state, "Income")
    assert (stage(state), state.current_player()) == ("torture", 0)
    assert of(play(state, "give up station"))["stock"] == 9


@pytest.mark.parametrize(("knights", "market", "bag", "drawn"), (
    (0, 0, 9, 4), (1, 0, 9, 5), (2, 0, 9, 6), (3, 0, 9, 7), (4, 0, 9, 7), (5, 0, 9, 8),
    (0, 6, 9, 2), (5, 3, 9, 5), (0, 8, 9, 0), (3, 0, 3, 3), (0, 0, 0, 0)))
def test_r19_draws(knights, market, bag, drawn):
    """19: as many as the knight track says, but no more than the market has room for and the bag holds."""
    state = position(seat(tracks={"knight": knights}, market={"monk": market},
                          bag={"scholar": bag // 2, "knight": bag - bag // 2}), event="Pilgrimage")
    settle(next_round(state, "Income"))
    assert sum(of(state)["market"].values()) == market + drawn
    assert sum(of(state)["bag"].values()) == bag - drawn


def read_back(state):
    """The position that its document describes; parts need not add up."""
    return GAME.notation.position_from_json(GAME.notation.position_to_json(state), True)


@pytest.mark.parametrize(("market", "stand", "fits"), ((10, 0, True), (9, 1, True), (8, 2, True), (10, 1, False),
                                                       (9, 2, False)))
def test_r19_the_tower_holds_two(market, stand, fits):
    """19: with its two spaces (U14) ten are there in planning, those put on the Tower among them."""
    tower = {"Gunpowder Tower": [*["knight"] * stand, None, None][:2]}
    state = position(seat(market={"monk": market}, places=tower), stage="plan", event="Income",
                     hourglass=hourglass_of("Income"))
    if fits:
        assert read_back(state) == state
    else:
        with pytest.raises(InputError, match=f"market: found {market} followers, expected at most {10 - stand}"):
            read_back(state)


def test_r19_the_tower_is_counted_from_the_draws_of_its_owner_on():
    """19: before them two stand there and eight are on the market, then ten are, and nobody is drawn (U14)."""
    owner = seat(market={"monk": 8}, places=TOWER, bag={"monk": 1})
    state = position(seat(places={"Castle": ["farmer", None, None]}), owner, event="Trading Day", first=1,
                     hourglass=hourglass_of("Trading Day"))
    next_round(state, "Income")
    assert (stage(state), of(state, 1)["market"]) == ("take-back", {"monk": 8})
    assert read_back(state) == state
    play(state, "draw")
    assert (state.current_player(), of(state, 1)["market"]) == (1, {"monk": 8, "own farmer": 1, "own trader": 1})
    assert read_back(state) == state


@pytest.mark.parametrize(("mine", "event"), (
    ({"market": {"trader": 6}, "places": TOWER}, "Income"), ({"market": {"trader": 3}, "places": TOWER}, "Taxes"),
    ({"places": CASTLE}, "Taxes"), ({"places": CASTLE | full("Monastery")}, "Pilgrimage"), ({}, "Income")))
@pytest.mark.parametrize("tower", ("market", "place"))
def test_r19_what_is_told_of_the_next_draw(mine, event, tower):
    """19: how many and from which bag, as phase 3 finds it; those on the Tower are on the market then (U14)."""
    poor = seat(coins=0, goods={"wool": 3}, places=CASTLE)
    state = position(seat(bag={"monk": 3, "knight": 3}, **mine), poor, event=event, tower=tower)
    told = []
    while stage(state) not in ("draw", "take-back") or state.raw()["actor"] != 0:
        if state.raw()["passed"] & 1 or state.raw()["phase"] in (6, 1):
            told.append(GAME.hidden.belief(state, 0))
        offered = texts(state)
        play(state, next((t for t in ("event Income", "pass", "draw") if t in offered), offered[0]))
    found = GAME.hidden.belief(state, 0)
    assert (found["draws"], found["bag"]) == (state.raw()["draws"], sum(of(state)["bag"].values()))
    assert told
    assert all(each == found for each in told)


def test_r19_the_next_draw_as_if_complete_places_were_used():
    """19: in phase 5 who stands on them counts as in the bag; not in a Monastery that Pilgrimage closes."""
    mine = seat(bag={"monk": 3}, places=CASTLE | full("Monastery"))
    assert GAME.hidden.belief(position(mine, event="Taxes"), 0)["bag"] == 3 + 3 + 2
    assert GAME.hidden.belief(position(mine, event="Pilgrimage"), 0)["bag"] == 3 + 3


def test_r19_draws_are_blind():
    """19: a follower comes out of the bag as often as its share of it."""
    state = position(seat(bag={"monk": 1, "knight": 2, "own farmer": 3}), event="Pilgrimage", take_back="no")
    next_round(state, "Income")
    assert dict(zip(texts(state), [p for _, p in state.chance_outcomes()], strict=True)) == pytest.approx(
        {"draw own farmer": 3 / 6, "draw knight": 2 / 6, "draw monk": 1 / 6})


def test_r20_first_round():
    """20: nothing is drawn; the four on the market are played with."""
    state = started(3)
    assert (stage(state), table(state)["round"]) == ("plan", 1)
    assert all(sum(of(state, s)["market"].values()) == 4 and not of(state, s)["bag"] for s in range(3))


def test_r21_taking_followers_back():
    """21: one for each draw forgone, before the draws, from a space to the market."""
    state = position(seat(places={"Castle": ["farmer", "boatman", None]}, bag={"monk": 9}), event="Pilgrimage")
    next_round(state, "Income")
    assert texts(state) == ["take back farmer from Castle farmer", "take back boatman from Castle boatman", "draw"]
    settle(play(state, "take back farmer from Castle farmer", "draw"))
    assert of(state)["market"] == {"farmer": 1, "monk": 3}
    assert of(state)["places"] == {"Castle": [None, "boatman", None]}


def test_r21_placed_followers_do_not_move():
    """21: in planning a follower is never put from one space on another."""
    state = position(seat(places={"Castle": ["farmer", None, None]}, market={"monk": 1}), stage="plan")
    assert {text.split(" on ")[0] for text in texts(state)} == {"put monk", "done"}


def test_r21_no_more_than_the_draws():
    """21: with two draws left by the market's room, two can come back."""
    state = position(seat(places=full("Castle", "Ship"), market={"monk": 6}, bag={"monk": 9}), event="Pilgrimage")
    next_round(state, "Income")
    settle(play(state, "take back farmer from Castle farmer", "take back farmer from Ship farmer"))
    assert stage(state) == "plan"
    assert of(state)["market"] == {"farmer": 2, "monk": 6}


@pytest.mark.parametrize(("first", "second"), (("scholar", "monk"), ("monk", "scholar")))
def test_r21_who_comes_back_leaves_the_other_where_it_stands(first, second):
    """21: so with a School (30) it matters which of two that fit both spaces was planned where."""
    state = position(seat(market={"scholar": 1, "monk": 1}, bag={"farmer": 1}, tiles=["School"]), stage="plan")
    play(state, f"put {first} on Castle farmer", f"put {second} on Castle boatman")
    next_round(state, "Income")
    play(state, f"take back {second} from Castle boatman")
    assert of(state)["places"] == {"Castle": [first, None, None]}


def test_r22_planning():
    """22: market followers go to free matching spaces, also in part; they may stay; the finished is fixed."""
    state = position(seat(market={"farmer": 1, "knight": 1}), seat(market={"farmer": 1}), stage="plan")
    assert "put farmer on Castle farmer" in texts(state)
    assert "put farmer on Castle boatman" not in texts(state)
    play(state, "put farmer on Castle farmer", "done")
    assert (of(state)["market"], of(state)["places"]) == ({"knight": 1}, {"Castle": ["farmer", None, None]})
    assert state.current_player() == 1
    play(state, "done")
    assert (stage(state), of(state)["market"]) == ("reveal", {"knight": 1})


def test_r22_planning_goes_clockwise_from_the_start_player():
    """22: where an order is needed, it is that of the turn."""
    state = position(*(seat(market={"farmer": 1}) for _ in range(3)), stage="plan", actor=1, first=1)
    order = []
    while stage(state) == "plan":
        order.append(state.current_player())
        play(state, "done")
    assert order == [1, 2, 0]


def every_plan(state) -> Counter[str]:
    """What all plans of the seat to act lead to, each as often as it is met."""
    met: Counter[str] = Counter()
    ways = [state]
    while ways:
        here = ways.pop()
        if stage(here) != "plan":
            met[plan_words(of(here)["places"])] += 1
            continue
        for action in here.legal_actions():
            after = here.copy()
            after.apply_action(action)
            ways.append(after)
    return met


def plan_words(places: dict) -> str:
    """What matters of a plan: who stands on which space."""
    return str(sorted((place, row) for place, row in places.items() if any(row)))


def plans_by_hand(market: list[str], tiles: tuple[str, ...]) -> set[str]:
    """All ways to put some of the followers on different spaces that fit, in no order."""
    owner = Player()
    owner.places |= {tile: [None] * len(facts.TILES[tile][1]) for tile in tiles}
    spaces = [space for space in facts.SPACES if space[0] in owner.places]
    plans = set()
    for chosen in product([None, *spaces], repeat=len(market)):
        taken = [space for space in chosen if space]
        if len(set(taken)) < len(taken):
            continue
        if all(space is None or owner.fits(kind, space[2]) for kind, space in zip(market, chosen, strict=True)):
            player = deepcopy(owner)
            for kind, space in zip(market, chosen, strict=True):
                if space:
                    player.places[space[0]][space[1]] = kind
            player.tidy()
            plans.add(plan_words(player.places))
    return plans


@pytest.mark.parametrize(("market", "tiles"), (
    (["farmer", "own farmer", "knight"], ("Cheese Factory",)), (["scholar", "monk"], ("School", "Office", "Cellar")),
    (["craftsman", "craftsman", "own craftsman"], ("Windmill",)), (["boatman", "monk"], ("Herb Garden", "Pharmacy")),
    (["trader", "own boatman"], ("Gunpowder Tower", "Bathhouse")),
    (["boatman", "own boatman", "scholar"], ("Herb Garden", "School", "Cheese Factory"))))
def test_r22_every_plan_is_met_once(market, tiles):
    """22: followers may go anywhere they fit and may stay; orders that lead to the same plan are one."""
    met = every_plan(position(seat(market=Counter(market), tiles=tiles), stage="plan"))
    assert set(met) == plans_by_hand(market, tiles)
    assert set(met.values()) == {1}


def test_r23_one_action_each_in_turn():
    """23: clockwise, one action or a pass; who has passed is out; a pass is always possible."""
    two = full("Castle", "Scriptorium")
    state = position(seat(places=two), seat(places=two), seat(places=two), first=1, actor=1)
    order = []
    for text in ("use Castle", "pass", "use Castle", "use Scriptorium"):
        order.append(state.current_player())
        assert "pass" in texts(state)
        play(state, text)
    assert order == [1, 2, 0, 1]
    assert state.current_player() == 0


def test_r23_only_filled_places_act():
    """23: followers or technology on all spaces, or nothing."""
    assert offers(position(seat(places={"Castle": ["farmer", "boatman", None], "Scriptorium": ["knight", "scholar"]})),
                  "use") == ["use Scriptorium"]
    assert offers(position(seat(places={"Castle": ["technology", "boatman", "monk"]})), "use") == ["use Castle"]


def test_r24_followers_go_to_the_bag():
    """24: with the recruit, at once; technology and followers that were not used stay."""
    places = {"Castle": ["technology", "own boatman", "monk"], "Ship": ["farmer", None, None]}
    state = play(position(seat(places=places, bag={"trader": 1})), "use Castle")
    assert of(state)["bag"] == {"own boatman": 1, "monk": 1, "knight": 1, "trader": 1}
    assert of(state)["places"] == {"Castle": ["technology", None, None], "Ship": ["farmer", None, None]}


def test_r25_a_place_acts_once_a_round():
    """25: its followers are gone, and technology covers one space of it at most."""
    state = position(seat(places=full("Castle") | {"Monastery": ["scholar", "trader"]}), event="Income")
    play(state, "use Castle")
    assert offers(state, "use") == ["use Monastery"]
    places = {place: ["technology"] + [None] * (len(words) - 1)
              for place, words in facts.PLACES.items() if "any" not in words}
    state = position(seat(places=places, technology=1, placed=1))
    assert offers(state, "use") + offers(play(state, "pass"), "technology") == []


@pytest.mark.parametrize(("event", "coins"), (("Income", 7), ("Trading Day", 6), ("Taxes", 4), ("Pilgrimage", 5)))
def test_r26_the_event_comes_after_the_actions(event, coins):
    """26: in phase 6, but Pilgrimage works in phase 5."""
    mine = seat(places=full("Castle", "Monastery"), development=4, goods={"grain": 3}, stations=["Blois"])
    state = position(mine, event=event)
    assert ("use Monastery" in texts(state)) == (event != "Pilgrimage")
    assert of(play(state, "use Castle"))["coins"] == 5
    assert of(idle(state))["coins"] == coins


def test_r27_the_start_player_marker_goes_left():
    """27: to the next seat, each round."""
    state, starts = started(3, start="1"), Counter()
    for round in range(1, 7):
        starts[table(state)["start"]] += 1
        assert table(state)["start"] == round % 3
        settle(play(idle(state), texts(state)[0]))
    assert set(starts.values()) == {2}
