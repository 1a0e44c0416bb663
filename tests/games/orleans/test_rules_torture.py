"""Rules 59 to 62: payment without coins."""
from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from .positions import full, idle, of, offers, play, position, seat, settle, stage, table, texts


def owing(coins: int, **mine):
    """A seat that owes `coins` to the Taxes and has none."""
    goods = {"brocade": 3 * coins} | mine.pop("goods", {})
    return idle(position(seat(coins=0, goods=goods, **mine), event="Taxes"), "torture")


def test_r59_one_item_for_each_missing_coin():
    """59: coins owned are paid first; any mixture of stations, followers, steps, goods, tiles, technology."""
    state = owing(1, stations=["Blois"], bag={"monk": 1, "own farmer": 1}, development=2, technology=1,
                  places={"Hayrick": ["farmer"], "Castle": ["technology", None, None]})
    assert texts(state) == ["give up Hayrick", "give up follower", "give up station", "give up station in Blois",
                            "give up step", "give up brocade", "give up technology on Castle", "give up technology"]
    for item, what in (("Hayrick", "tiles"), ("station", "stock"), ("station in Blois", "stations"),
                       ("step", "development"), ("brocade", "goods"), ("technology on Castle", "places"),
                       ("technology", "technology"), ("follower", "bag")):
        after = settle(play(state.copy(), f"give up {item}"))
        assert of(after)[what] != of(state)[what]
        assert stage(after) == "reveal"
    state = play(position(seat(coins=1, goods={"wool": 6}), event="Taxes"), "pass")
    assert (of(state)["coins"], stage(state)) == (0, "torture")
    assert stage(play(state, "give up station")) == "reveal"


def test_r59_followers_are_drawn_blindly():
    """59: from the bag; an own one goes back and another is drawn, so neutral ones count alone."""
    state = play(owing(1, bag={"monk": 1, "knight": 2, "own farmer": 5}), "give up follower")
    assert dict(zip(texts(state), [p for _, p in state.chance_outcomes()], strict=True)) == pytest.approx(
        {"draw knight": 2 / 3, "draw monk": 1 / 3})
    assert of(play(state, "draw monk"))["bag"] == {"knight": 2, "own farmer": 5}


@pytest.mark.parametrize(("step", "possible"), (
    (0, False), (1, True), (6, True), (7, False), (8, False), (9, True), (12, False), (13, False), (25, False),
    (26, False), (27, True), (30, True)))
def test_r60_stepping_back(step, possible):
    """60: one step on the development track; a coin space is neither entered nor crossed, nor left."""
    state = owing(1, development=step)
    assert ("give up step" in texts(state)) == possible
    if possible:
        assert of(play(state, "give up step"))["development"] == step - 1


def test_r60_steps_are_walked_again():
    """60: without a second citizen."""
    mine = seat(places=full("Scriptorium"), development=3, citizens=1)
    state = position(mine, citizens=[])
    assert of(play(state, "use Scriptorium"))["citizens"] == 1
    walker = seat(places=full("Scriptorium"), coins=0, goods={"wool": 3}, development=3, citizens=1)
    state = position(walker, event="Taxes", citizens=["development 18"])
    play(state, "pass", "give up step")
    assert (of(state)["development"], of(state)["citizens"]) == (2, 1)
    play(state, "event Income")
    play(idle(state, "act"), "use Scriptorium")
    assert (of(state)["development"], of(state)["citizens"], table(state)["citizens"]) == (3, 1, ["development 18"])


def test_r61_items_given_up_leave_the_game():
    """61: they come neither to the supply nor to the goods market nor to the display."""
    state = owing(1, places={"Hayrick": [None]}, bag={"monk": 1}, technology=1)
    before = table(state)
    for item in ("Hayrick", "follower", "brocade", "technology", "station"):
        after = table(play(state.copy(), f"give up {item}"))
        for what in ("supply", "goods", "display", "technology"):
            assert after[what] == before[what]
    assert table(settle(play(state.copy(), "give up follower")))["lost"] == {"monk": 1}
    assert table(play(state.copy(), "give up brocade"))["gone"]["brocade"] == before["gone"].get("brocade", 0) + 1


def test_r62_the_pharmacy_needs_coins():
    """62: no torture for a payment that is of the own will."""
    assert offers(position(seat(places=full("Pharmacy"), coins=0)), "use") == []


WORTH = {"stock": 1, "development": 2, "technology": 1, "goods": {"wine": 1},
         "places": {"Winery": [None, "technology"], "Hayrick": [None], "Castle": ["technology", None, None]}}


def every_choice(state) -> Counter[tuple[str, ...]]:
    """The items that can be given for a debt, each choice as often as it is met."""
    met: Counter[tuple[str, ...]] = Counter()
    ways = [(state, ())]
    while ways:
        here, given = ways.pop()
        if stage(here) != "torture":
            met[tuple(sorted(given))] += 1
            continue
        for text in texts(here):
            ways.append((play(here.copy(), text), (*given, text.removeprefix("give up "))))
    return met


def choices_by_hand(debt: int) -> set[tuple[str, ...]]:
    """So many of the things in WORTH, where the Winery takes its technology along."""
    things = ["Winery", "Hayrick", "technology on Winery", "technology on Castle", "technology", "station", "step",
              "step", "wine", *["brocade"] * 3 * debt]
    return {tuple(sorted(chosen)) for chosen in combinations(things, debt)}


@pytest.mark.parametrize("debt", (1, 2, 3))
def test_r59_every_choice_of_items_is_met_once(debt):
    """59: any mixture, technology before its tile included; the order of giving makes no other choice."""
    met = every_choice(owing(debt, **WORTH))
    assert set(met) == choices_by_hand(debt)
    assert set(met.values()) == {1}


def tortured(debt: int, lost: str, **mine):
    """A seat that owes so much, of five coins for a Harvest, and has nothing but what is given here."""
    return play(position(seat(coins=5 - debt, **{"stock": 0} | mine), event="Harvest", lost_followers=lost), "pass")


def every_outcome(state, given: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """The items that can be given, a follower drawn as one."""
    if stage(state) not in ("torture", "lose-draw"):
        return {tuple(sorted(given))}
    giving = stage(state) == "torture"
    return set().union(*(every_outcome(play(state.copy(), text), (*given, text.removeprefix("give up ")) if giving else
                                       given) for text in texts(state)))


def outcomes_by_hand(debt: int, things: tuple[str, ...], brings: dict[str, tuple[str, ...]],
                     given: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """Things in any order, where some bring others and a tile takes its technology along."""
    if len(given) == debt or not things:
        return {tuple(sorted(given))}
    found = set()
    for n, item in enumerate(things):
        left = [thing for thing in things[:n] + things[n + 1:] if thing != f"technology on {item}"]
        found |= outcomes_by_hand(debt, (*left, *brings.get(item, ())), brings, (*given, item))
    return found


MANNED = (      # what a seat has, and its things in words; what a tile brings to the bag
    ({"stock": 1, "places": {"Hayrick": [None], "Library": ["knight", None]}}, ("Hayrick", "Library", "station"),
     {"Library": 1}),
    ({"stock": 1, "places": {"Hayrick": ["own farmer"], "Windmill": [None, None], "Library": ["knight", "monk"]}},
     ("Hayrick", "Windmill", "Library", "station"), {"Library": 2}),
    ({"bag": {"monk": 1, "own trader": 1}, "places": {"Hayrick": ["farmer"], "Winery": ["technology", "trader"]}},
     ("Hayrick", "Winery", "technology on Winery", "follower"), {"Hayrick": 1, "Winery": 1}),
    ({"stock": 2, "places": {"Hayrick": [None], "Winery": ["technology", "trader"], "Gunpowder Tower": ["monk", None],
                             "Castle": ["farmer", None, None]}},
     ("Hayrick", "Winery", "technology on Winery", "Gunpowder Tower", "station", "station"),
     {"Winery": 1, "Gunpowder Tower": 1}),
)


@pytest.mark.parametrize("debt", (1, 2, 3, 4, 5))
@pytest.mark.parametrize(("mine", "things", "standing"), MANNED)
@pytest.mark.parametrize("lost", ("bag", "supply"))
def test_r59_followers_of_a_tile_given_up_can_be_drawn(mine, things, standing, debt, lost):
    """59: any mixture, with those whom a tile given up brings to the bag (U23); what cannot all be paid takes all."""
    brings = {tile: ("follower",) * n for tile, n in standing.items() if lost == "bag"}
    outcomes = outcomes_by_hand(debt, things, brings)
    paid = max(map(len, outcomes))
    assert every_outcome(tortured(debt, lost, **mine)) == {given for given in outcomes if len(given) == paid}


def test_r59_who_owes_more_than_it_has_gives_everything():
    """59: nothing can be kept by giving in a clever order."""
    state = owing(1, **WORTH)
    raw = state.raw()
    raw["debt"] = 60
    state.load(raw)
    while stage(state) == "torture":
        assert len(texts(state)) == 1
        play(state, *texts(state))
    after = of(state)
    assert (after["tiles"], after["stock"], after["goods"], after["technology"]) == ([], 0, {}, 0)
    assert after["development"] == 0
    assert after["places"] == {}
