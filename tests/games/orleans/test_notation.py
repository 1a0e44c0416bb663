"""Moves as text and positions as JSON: both come back as they were, and both keep their published form."""
import json
import random
import re
from pathlib import Path

import pytest

import games
from games.api import InputError
from games.orleans import names, notation, tables
from games.orleans.notation import action_text, legal_texts, parse_action, position_from_json, position_to_json
from tests.schemas import validator
from tests.whole import mostly_whole

ROOT = Path(__file__).parents[3]
DECLARATIONS = (ROOT / "games" / "orleans" / "state.pxd").read_text(encoding="utf-8")
MIDGAME = json.loads((ROOT / "examples" / "orleans-midgame.json").read_text(encoding="utf-8"))
SCHEMA = validator("orleans-position")


def one_of(words):
    return "(" + "|".join(map(re.escape, words)) + ")"


PLACE, KIND, TOWN, GOOD = map(one_of, (tables.PLACES, tables.KINDS, tables.TOWNS, tables.GOODS))
PROFESSION, TILE, DEED = map(one_of, (tables.PROFESSIONS, tables.TILES, tables.DEEDS))
SPACE = f"{PLACE} {one_of((*tables.PROFESSIONS, 'any'))}"
TEXTS = re.compile("|".join([
    "start seat [0-4]", f"goods {GOOD}", f"remove {GOOD}", f"event {one_of(tables.EVENTS)}", f"draw {KIND}",
    f"take back {KIND} from {SPACE}", "draw", f"keep {KIND}", f"put {KIND} on {SPACE}", "done", f"use {PLACE}",
    "use Village: (boatman|craftsman|trader)", f"use Ship: w[01][0-9] to {TOWN}",
    f"use (Horse )?Wagon: r[0-2][0-9] to {TOWN}", f"use (Town Hall|Gunpowder Tower): {PROFESSION} to {DEED}",
    f"use (Town Hall|Gunpowder Tower): {PROFESSION} to Canalisation for development",
    "use Pharmacy: (1 coin|[23] coins)", "pass", f"take ({GOOD}|nothing)", f"choose {TILE}", f"technology on {SPACE}",
    "keep technology", "use Sacristy", "decline", "hand in (grain|cheese|wine)",
    f"give up ({TILE}|follower|station( in {TOWN})?|step|{GOOD}|technology( on {PLACE})?)",
]))
VARIED = [
    {}, {"preset": "first_2014", "gifts": "0:Bathhouse"}, {"planning": "open", "order": "seat", "town_hall": "all"},
    {"technology_planning": "yes", "technology": "once", "keep_technology": "no", "town_hall_again": "no"},
    {"route_good": "may", "unpaid": "points", "tower": "place", "take_back": "bag", "lost_followers": "supply"},
    {"gifts": "0:Gunpowder Tower,1:Bathhouse,0:technology 2,1:development 9", "without": "School", "piles": "random"},
    {"bathhouse_spends": "boatman", "start": "1", "first_technology": "step", "harvest_units": "3,3,3"},
    {"gifts": "0:Sacristy,1:Pharmacy,1:Horse Wagon", "take_back": "no", "plague_to": "box", "harvest_to": "box"},
]
SPARSE = 11             # positions between two that are written and read back; prime to the usual cycles


def random_game(seed):
    """The states of one game of varied options; the same object, so copy what is kept."""
    draw, options = random.Random(seed), VARIED[seed % len(VARIED)]
    state, number = games.load("orleans").start(2 + seed % 3, options), 0
    yield state
    while not state.is_terminal():
        number += 1
        if state.is_chance_node():
            state.apply_action(state.sample_chance(seed, number))
        else:
            weights = state.action_weights() if seed % 4 else None
            state.apply_action(draw.choices(state.legal_actions(), weights)[0])
        yield state


def edited(change, document=MIDGAME):
    """The state of a document after `change` has edited it."""
    copied = json.loads(json.dumps(document))
    change(copied)
    return position_from_json(copied)


# ---- moves -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_every_move_of_a_game_is_read_back(seed):
    for state in random_game(seed):
        written = legal_texts(state)
        assert len(set(written)) == len(written)
        for text in written:
            assert TEXTS.fullmatch(text), text
        for action, text in list(zip(state.legal_actions(), written, strict=True))[::7]:
            assert action_text(state, action) == text
            assert parse_action(state, text) == action


def test_codes_are_those_of_the_compiled_rules():
    codes = {name: int(code) for name, code in re.findall(r"\bA_(\w+) = (\d+)", DECLARATIONS)}
    for name in ("PUT", "DONE", "TAKE_BACK", "DRAW", "USE", "VILLAGE", "MOVE", "SEND", "PAY", "TAKE", "TILE",
                 "TECHNOLOGY", "KEEP_TECHNOLOGY", "GIVE_TILE", "FOOD", "SHIELD"):
        assert getattr(notation, name) == codes[name], name
    for name, before, more in (("KEEP", "DRAW", 1), ("PASS", "PAY", 4), ("TAKE_NONE", "TAKE", 5),
                               ("DECLINE", "SHIELD", 1)):
        assert codes[name] == codes[before] + more, name
    items = names.item_names()
    for name, item in (("FOLLOWER", "follower"), ("STATION", "station"), ("BUILT", "station in Le Mans"),
                       ("STEP", "step"), ("GOOD", "grain"), ("TECHNOLOGY", "technology on Farm House")):
        assert codes["GIVE_TILE"] + items.index(item) == codes[f"GIVE_{name}"], name


def test_stages_are_those_of_the_compiled_rules():
    block = DECLARATIONS.split("cdef enum Stage:")[1].split("cdef enum")[0]
    found = re.findall(r"^ +([A-Z_]+)\b", block, re.MULTILINE)
    assert [word.lower().replace("_", "-") for word in found] == names.STAGE_NAMES


@pytest.mark.parametrize("typed, meant", [
    ("USE  wagon r02 TO le mans", "use Wagon: r02 to Le Mans"),
    ("use Wagon: r09 to Orleans", "use Wagon: r09 to Orléans"),
    ("use village trader", "use Village: trader"),
    ("Pass", "pass"),
])
def test_case_spacing_accents_and_signs_do_not_matter(typed, meant):
    state = position_from_json(MIDGAME)
    assert action_text(state, parse_action(state, typed)) == meant


def test_an_apostrophe_may_be_left_out():
    def scholar(document):
        seat = document["players"][2]
        seat["places"]["Town Hall"] = ["scholar", None]
        seat["bag"]["scholar"] -= 1
    state = edited(scholar)
    text = action_text(state, parse_action(state, "use town hall scholar to boatmens guild"))
    assert text == "use Town Hall: scholar to Boatmen's Guild"


@pytest.mark.parametrize("typed, words", [
    ("use Castle", ["'use Castle', which is not possible here", "expected one of: use Village"]),
    ("use Wagon: r02 to Tours", ["did you mean", "use Wagon: r02 to Le Mans"]),
    ("", ["found ''", "expected one of"]), (5, ["found 5"]), ("\x00", ["not possible here"]),
])
def test_a_text_that_is_no_move_is_answered_with_the_nearest_moves(typed, words):
    with pytest.raises(InputError) as refused:
        parse_action(position_from_json(MIDGAME), typed)
    for word in words:
        assert word in str(refused.value)


@pytest.mark.parametrize("code", [-1, 617, 620, 723 + 42, 1152, 10**9])
def test_a_code_that_means_nothing_here_is_refused(code):
    with pytest.raises(ValueError, match="action"):
        action_text(position_from_json(MIDGAME), code)


def test_a_bathhouse_that_costs_a_boatman_names_its_space_so():
    state = games.load("orleans").start(2, {"bathhouse_spends": "boatman"})
    assert names.spaces_of(state.rules_table(), state.options)[37] == ("Bathhouse", "boatman")
    assert names.spaces_of(state.rules_table(), {})[37] == ("Bathhouse", "any")


# ---- positions -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", mostly_whole(range(16), range(4).__contains__))
def test_every_position_of_a_game_is_read_back_byte_for_byte(seed):
    for number, state in enumerate(random_game(seed)):
        if number % SPARSE and not state.is_terminal():
            continue
        document = json.loads(json.dumps(position_to_json(state)))
        SCHEMA.validate(document)
        again = position_from_json(document)
        assert again.to_bytes() == state.to_bytes()
        assert again.raw() == state.raw()
        assert position_to_json(again) == document


def test_a_schema_knows_all_keys_and_words():
    defined = SCHEMA.schema["properties"]
    assert set(defined["stage"]["enum"]) == set(names.STAGE_NAMES)
    assert set(defined["routes"]["properties"]) == set(names.ROUTE_NAMES)
    assert set(SCHEMA.schema["$defs"]["tile"]["enum"]) == set(tables.TILES)
    assert set(SCHEMA.schema["$defs"]["town"]["enum"]) == set(tables.TOWNS)


def test_what_is_left_out_is_none():
    """Hand-written positions need no empty places, deeds, routes or counts of 0."""
    def bare(document):
        for place in ("Ship", "Monastery", "Castle"):
            del document["players"][2]["places"][place]
        del document["deeds"]["Astronomy"]
        del document["routes"]["r09"]
        del document["out_of_game"]
        del document["hourglass"]["A"]
    assert edited(bare) == position_from_json(MIDGAME)


def test_spaces_alike_are_put_in_order_on_reading():
    def shuffled(document):
        document["players"][0]["places"]["Town Hall"] = ["scholar", "farmer"]
    assert edited(shuffled) == position_from_json(MIDGAME)


def test_a_plan_says_what_was_planned_and_goes_on_from_there():
    opening = json.loads((ROOT / "examples" / "orleans-opening.json").read_text(encoding="utf-8"))
    state = position_from_json(opening)
    seat = state.current_player()
    texts = [text for text in legal_texts(state) if text.startswith("put ")]
    state.apply_action(parse_action(state, texts[0]))
    document = position_to_json(state)
    place = texts[0].partition(" on ")[2].rpartition(" ")[0]
    assert [word.rpartition(" ")[0] for word in document["players"][seat]["planned"]] == [place]
    assert document["doing"]["after"] == document["players"][seat]["planned"][0]
    del document["doing"]                       # follows from the plan
    assert position_from_json(document) == state


def test_a_state_of_another_game_is_none_of_this():
    with pytest.raises(TypeError, match="orleans"):
        position_to_json(games.load("pig").start())
