"""Moves of 504 as text, both ways: every code of a stage by itself, and whole games."""
import random

import pytest

from games.api import InputError
from games.packed import codes
from games.world504.names import STAGE_NAMES
from games.world504.notation import ACTIONS, action_text, legal_texts, parse_action
from games.world504.setup import new_state

TILES = codes("world504", "TILES")[0]


def opened(world, seats=3, seed=1):
    """A position after the opening's chances."""
    state = new_state(seats, {"world": world})
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(seed))
    return state


def at_stage(state, stage, **fields):
    """The same board at another stage; fields of the turn by their names."""
    other, raw = state.copy(), state.raw()
    raw["stage"] = STAGE_NAMES.index(stage)
    raw["turn"].update({name: value for name, value in fields.items() if name in raw["turn"]})
    raw.update({name: value for name, value in fields.items() if name in raw and name != "stage"})
    other.load(raw)
    return other


def code(name, more=0):
    return codes("world504", name)[0] + more


@pytest.fixture(scope="module")
def plan_5():
    """World 867: plan 5, all headquarters in city 1, which is tile 32 of the plan."""
    return opened("867")


def number_of(state, name):
    """The tile that is called so."""
    return next(t for t in range(TILES) if action_text(at_stage(state, "buy-resident"), code("A_RECRUIT", t))
                == f"recruit in {name}")


@pytest.mark.parametrize(("stage", "text"), [
    ("bid", "pass"), ("new-capital", "keep the capital"), ("take-privilege", "no privilege"),
    ("buy-upgrade", "no upgrade"), ("move-explorer", "leave the explorer tiles"), ("enter", "stay"), ("act", "done"),
    ("drive", "done"), ("trade", "done"), ("follow", "done"),
])
def test_to_decline_is_called_by_what_is_declined(plan_5, stage, text):
    assert action_text(at_stage(plan_5, stage), 0) == text


@pytest.mark.parametrize(("action", "text"), [
    (code("A_CAPITAL", 3), "capital city 4"), (code("A_PLACE", 1), "place 2"), (code("A_TENS", 4), "bid 40-49"),
    (code("A_TAKE", 4), "take I(5)"), (code("A_TAKE", 32), "take III(9)"), (code("A_STEP_UP"), "faster trolley"),
    (code("A_HOLD_UP"), "second hold"), (code("A_EXPLORER", 7 * 6 + 2), "explorer tile from water to forest"),
    (code("A_LOAD", 3), "load grain"), (code("A_LOAD_RESIDENT"), "load resident"), (code("A_UNLOAD", 4), "unload ore"),
    (code("A_UNLOAD_RESIDENT"), "unload resident"), (code("A_DELIVER"), "deliver cattle"),
    (code("A_SETTLE"), "settle here"), (code("A_FACTORY", 2), "factory in city 3"),
    (code("A_EXCHANGE"), "exchange cattle and cattle for cattle"),
    (code("A_EXCHANGE", 5 * 3 + 4), "exchange cattle and grain for ore"),
    (code("A_EXCHANGE", 5 * 14 + 3), "exchange ore and ore for grain"), (code("A_SELL", 3), "sell grain"),
])
def test_codes_that_mean_the_same_everywhere(plan_5, action, text):
    assert action_text(plan_5, action) == text


def test_tiles_are_named_by_city_or_kind_and_space(plan_5):
    centre, north = number_of(plan_5, "city 1"), number_of(plan_5, "city 10")
    raw = plan_5.raw()
    assert (raw["q"][centre], raw["r"][centre]) == (0, 0)
    assert (raw["q"][north], raw["r"][north]) == (6, -4)
    east = next(t for t in range(TILES) if (raw["q"][t], raw["r"][t]) == (1, 0))
    kind = ("city", "meadow", "forest", "field", "mountain", "desert", "water")[raw["kind"][east]]
    act = at_stage(plan_5, "act")
    assert action_text(act, code("A_STEP", 6 * centre)) == f"step from city 1 to {kind} 1,0"
    assert action_text(act, code("A_ROAD", 3 * centre)) == f"road city 1 to {kind} 1,0"
    assert action_text(act, code("A_FREE_ROAD", 3 * centre)) == f"free road city 1 to {kind} 1,0"
    assert action_text(act, code("A_EXPLORE", 6 * centre + 5)) == "explore 1,-1 from city 1"
    raw["owner"][raw["actor"]]["trolley"] = north
    drive = plan_5.copy()
    drive.load({**raw, "stage": STAGE_NAMES.index("drive")})
    assert action_text(drive, code("A_DRIVE", 5)) == "explore 7,-5"
    assert action_text(drive, code("A_DRIVE", 3)).startswith("drive to ")
    assert action_text(at_stage(plan_5, "recall-resident"), code("A_RECALL", east)) == (
        f"recall resident from {kind} 1,0")
    assert action_text(at_stage(plan_5, "recall-settlement"), code("A_RECALL", north)) == (
        "recall settlement from city 10")
    assert action_text(at_stage(plan_5, "follow", target=east), code("A_FOLLOW", 3)) == "follow from city 1"
    assert action_text(at_stage(plan_5, "enter", target=east), code("A_ENTER")) == f"enter {kind} 1,0"
    for name, words in (("A_AGAIN", "again in"), ("A_RUN", "run from"), ("A_STOP", "run to"), ("A_PLANT", "plant on"),
                        ("A_FISH_PLANT", "fish plant on"), ("A_HARVEST", "harvest in"),
                        ("A_REMOVE", "remove resident from"), ("A_REMOVE_SETTLEMENT", "remove settlement from")):
        assert action_text(act, code(name, centre)) == f"{words} city 1"


def test_what_a_trolley_does_is_named_from_its_tile():
    state = opened("861", seats=2)
    raw = state.raw()
    centre = raw["owner"][raw["actor"]]["trolley"]
    drive = at_stage(state, "drive")
    assert action_text(drive, code("A_DRIVE", 3)).startswith("drive to ")
    raw["plant"][centre] = 1 + 2 + 8 * raw["actor"]
    drive.load(raw)
    assert action_text(drive, code("A_LOAD_PLANT")) == "load fish of the plant"


def test_a_bid_is_its_ten_and_its_unit(plan_5):
    assert action_text(at_stage(plan_5, "bid-units", bid_tens=5), code("A_UNITS", 3)) == "bid 43"


@pytest.mark.parametrize(("world", "end"), [("617", ", city 1 sends one back"), ("716", "")])
def test_a_crew_is_told_by_both_ends_and_who_goes_back(world, end):
    """A road at a city takes three residents; a road of another owner there one more."""
    state = opened(world)
    centre = number_of(state, "city 1")
    raw = state.raw()
    other = (raw["actor"] + 1) % 3
    name = action_text(at_stage(state, "act"), code("A_STEP", 6 * centre)).removeprefix("step from city 1 to ")
    asked = at_stage(state, "road-crew", target=3 * centre)
    assert action_text(asked, code("A_CREW", 4)) == f"2 of city 1 and 1 of {name} build{end}"
    raw = asked.raw()
    raw["owner"][other]["road"][centre] |= 1
    raw["owner"][raw["actor"]]["privileges"] = 0
    asked.load(raw)
    assert action_text(asked, code("A_CREW", 0)) == f"0 of city 1 and 4 of {name} build{end}"


def test_chance_says_what_it_brings():
    state = new_state(3, {"world": "867"})
    assert legal_texts(state)[0].startswith("waters on ")
    while STAGE_NAMES[state.raw()["stage"]] == "waters":
        state.apply_action(state.keyed_chance(1))
    assert set(legal_texts(state)) == {f"tile {kind}" for kind in ("meadow", "forest", "field", "mountain", "desert")}
    while STAGE_NAMES[state.raw()["stage"]] == "tile":
        state.apply_action(state.keyed_chance(1))
    assert legal_texts(state) == ["start seat 0", "start seat 1", "start seat 2"]
    for stage, outcome, text in (("next-in-order", 2, "next seat 2"), ("extras", 3, "second copies 3"),
                                 ("draw-privilege", 4, "privilege I(5)"), ("lot", 1, "lot of seat 1"),
                                 ("explored", 2, "explored forest"), ("turn-card", 0, "tick"),
                                 ("turn-card", 1, "scoring")):
        assert action_text(at_stage(state, stage), outcome) == text


@pytest.mark.parametrize("action", [-1, 459, ACTIONS, code("A_RECRUIT", TILES - 1)])
def test_codes_that_mean_nothing_are_refused(action):
    """459 is between two blocks, and the small opening board has no last tile."""
    with pytest.raises(ValueError):
        action_text(opened("587"), action)


def test_signs_of_spaces_count_and_other_signs_do_not():
    """Among 861 pairs of spaces are those that differ in nothing but a minus sign."""
    state = new_state(3, {"world": "867"})
    for action, text in list(zip(state.legal_actions(), legal_texts(state), strict=True))[::97]:
        assert parse_action(state, text) == action
        assert parse_action(state, text.upper().replace(",", ", ") + ".") == action
    with pytest.raises(InputError, match="did you mean"):
        parse_action(state, "waters on 1,0 and 100,0")


@pytest.mark.parametrize("world", ["867", "286", "182"])
def test_texts_of_a_random_game_are_distinct_and_read_back(world):
    state, choice = new_state(2, {"world": world, "max_rounds": "6"}), random.Random(world)
    while not state.is_terminal():
        texts = legal_texts(state)
        assert len(set(texts)) == len(texts), STAGE_NAMES[state.raw()["stage"]]
        action = state.keyed_chance(1) if state.is_chance_node() else choice.choice(state.legal_actions())
        assert parse_action(state, action_text(state, action)) == action
        state.apply_action(action)
