"""Options `gifts` and `without`: what each kind of item does, what stays as it was, and what an action takes."""
from __future__ import annotations

import io
import json

import pytest

from games import records
from games.api import InputError
from games.burgundy.gifts import MOST, given, left_out
from games.burgundy.names import TILE_NAMES

from . import facts
from .positions import (
    GAME,
    black_depot,
    depot,
    of,
    placements,
    play,
    position,
    seat,
    settle,
    stage,
    started,
    supply,
    texts,
)


def again(state):
    """The state as a document tells it."""
    return GAME.notation.position_from_json(json.loads(json.dumps(GAME.notation.position_to_json(state))))


def gift(*words: str, who: int = 0) -> str:
    return ",".join(f"{who}:{word}" for word in words)


def luck(seed: int, **options: str) -> list[str]:
    """All draws of a game in which every seat always does the last thing that it may."""
    state, drawn = GAME.start(2, options), []
    while not state.is_terminal():
        if state.is_chance_node():
            outcome = state.keyed_chance(seed)
            drawn.append(GAME.notation.action_text(state, outcome))
            state.apply_action(outcome)
        else:
            state.apply_action(state.legal_actions()[-1])
    return drawn


# ---- gifts -----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 27))
def test_each_knowledge_tile_works_as_if_it_lay_in_the_duchy(number):
    """The same owner with the tile on a hex and with the tile as a gift may do the same, and scores the same."""
    name = f"knowledge {number}"
    rest = {"d3": "ship", "c3": "bank", "c4": "warehouse", "d2": "ship", "e3": "mine", "b3": "castle"}
    have = {"storage": ["bank", "cow 2", "mine"], "silver": 4, "workers": 3, "goods": {"pink": 2, "red": 1},
            "sold": {"brown": 3}, "dice": (2, 4), "large": ["castle"]}
    table = {"depots": {1: ["knowledge 3"], 5: ["mine"]}, "black": ["ship"], "goods": {2: {"pink": 1}}}
    has = position(seat({**rest, "c5": name}, **have), **table)
    idle = "knowledge 26" if number != 26 else "knowledge 24"      # they pay at the end only
    got = position(seat({**rest, "c5": idle}, **have), **table, gifts=gift(name))
    assert texts(has) == texts(got)
    for move in texts(has)[::3]:
        one, other = play(has.copy(), move), play(got.copy(), move)
        assert texts(one) == texts(other)
        assert (of(one).silver, of(one).workers) == (of(other).silver, of(other).workers)
        assert of(one).points == of(other).points


def test_a_knowledge_gift_lies_on_no_hex_and_leaves_the_supply_whole():
    plain, state = GAME.start(2), GAME.start(2, {"gifts": gift("knowledge 7", "knowledge 3")})
    assert (supply(state), supply(state, "dark")) == (supply(plain), supply(plain, "dark"))
    assert of(state) == of(plain)
    assert state.raw()["seat"][0]["knowledge"] == 1 << 7 | 1 << 3
    assert state.raw()["seat"][1]["knowledge"] == 0
    assert settle(state).placed() == [{}, {}]


def test_a_knowledge_gift_pays_at_the_end_and_once_only():
    """Tile 25 pays for each goods tile sold; a second copy in the duchy adds nothing."""
    owner = {"sold": {"pink": 4}, "dice": ()}
    for duchy in ({}, {"c5": "knowledge 25"}):
        state = position(seat(duchy, **owner), seat(dice=()), phase="E", round=5, turn=1, order=(1, 0),
                         gifts=gift("knowledge 25"))
        play(state, "end turn")
        assert state.is_terminal()
        assert of(state).points == {"knowledge": 4}


@pytest.mark.parametrize("tile", [name for name in TILE_NAMES[1:] if not name.startswith("knowledge")])
def test_any_other_tile_lies_in_storage_as_if_taken(tile):
    plain, state = GAME.start(3), GAME.start(3, {"gifts": gift(tile, who=2)})
    assert [of(state, s).storage for s in range(3)] == [[], [], [tile]]
    assert (supply(state), supply(state, "dark")) == (supply(plain), supply(plain, "dark"))
    assert again(settle(state)) == state


def test_a_tile_from_storage_is_placed_and_counted_as_any_other():
    state = started(2, start="0", gifts=gift("ship"))
    where = sorted(placements(state, "ship"))
    move = next(t for t in texts(state) if t.startswith("place ship"))
    assert where
    play(state, move)
    assert state.placed()[0] == {"ship": 1}
    assert of(state).storage == []


def test_tokens_come_beside_what_all_seats_begin_with():
    plain = started(2, start="1")
    state = started(2, start="1", gifts="0:points 6,0:silver 2,0:workers 3,0:points 1,1:null")
    assert (of(state).silver, of(state).workers) == (of(plain).silver + 2, of(plain).workers + 3)
    assert (of(state).points, of(state).score) == ({"gifts": 7}, 7)
    assert of(state, 1) == of(plain, 1)
    assert state.sources()[0]["gifts"] == 7


@pytest.mark.parametrize("held", [("3", "7"), ("1", "9"), ("5", "5")])
def test_boards_are_given_by_their_option(held):
    kind = GAME.balance.items["boards"]
    state = started(2, **{kind.given_by: ",".join(held)})
    assert [str(s["board"]) for s in state.raw()["seat"][:2]] == list(held)
    assert (stage(state) == "choose-castle") == any(board != "1" for board in held)


def test_every_item_of_every_kind_is_understood_and_so_is_every_token():
    for kind in GAME.balance.items.values():
        assert len(set(kind.items)) == len(kind.items) > 0
        for item in kind.items:
            GAME.start(2, {kind.given_by: f"1:{item}" if kind.given_by == "gifts" else f"{item},{item}"})
        if kind.removed_by:
            GAME.start(2, {kind.removed_by: ",".join(kind.items)})
    assert {name: len(kind.items) for name, kind in GAME.balance.items.items()} == {
        "knowledge": 26, "buildings": 8, "animals": 12, "castles-mines-ships": 3, "boards": 9}
    for token in (*GAME.balance.tokens, "null"):
        GAME.start(2, {"gifts": f"0:{token}"})


@pytest.mark.parametrize("gifts", ["0:knowledge 7", "1:knowledge 13,1:bank", "0:ship,0:ship,1:silver 5", "0:points 9",
                                   "0:cow 4,1:knowledge 1,1:knowledge 8"])
def test_luck_is_that_of_the_game_without_the_gift(gifts):
    """Dice, fills and goods of all 25 rounds, though the seats play otherwise from the first turn on."""
    plain, with_gift = luck(5), luck(5, gifts=gifts)
    for drawn in (plain, with_gift):        # within a round dice are thrown in play order, which may differ
        drawn.sort(key=lambda text: text.startswith("roll"))
        rolls = [n for n, text in enumerate(drawn) if text.startswith("roll")]
        drawn[rolls[0]:] = [t for n in rolls[::2] for t in sorted(drawn[n:n + 2])]
    assert plain == with_gift
    assert len(plain) > 150


def test_gifts_come_back_from_json_and_from_a_record():
    options = {"gifts": "0:knowledge 6,0:bank,1:points 4,1:workers 2", "without": "knowledge 9,market", "boards": "4,6"}
    state, number = GAME.start(2, options), 0
    recorder = records.Recorder(GAME, state.copy(), 3)
    while not state.is_terminal():
        action = (
            state.keyed_chance(3)
            if state.is_chance_node()
            else state.legal_actions()[number * 7 % len(state.legal_actions())]
        )
        state.apply_action(action)
        recorder.apply_action(action)
        number += 1
        if number % 9 == 0 or state.is_terminal():
            assert again(state) == state
            assert again(state).to_bytes() == state.to_bytes()
    text = "\n".join(recorder.finish().lines())
    assert records.replay(records.read(io.StringIO(text))).to_bytes() == state.to_bytes()
    assert GAME.notation.position_to_json(state)["options"] == options


def test_a_second_copy_of_what_a_seat_has_is_no_reason_to_take_it():
    """The heuristic worth of the tile is that of its hex alone."""
    table = {"depots": {2: ["knowledge 9"]}, "gifts": gift("knowledge 9")}
    take = "take 2: knowledge 9 [die 2]"
    weights = []
    for options in (table, table | {"gifts": gift("knowledge 10")}):
        state = position(seat({"c3": "bank"}, dice=(2,)), **options)
        weights.append(state.action_weights()[texts(state).index(take)])
    assert weights[0] < weights[1]


# ---- tiles left out --------------------------------------------------------------------------


@pytest.mark.parametrize("without", ["knowledge 7", "knowledge 9,bank", "cow 2,cow 3,pig 4",
                                     ",".join(f"knowledge {n}" for n in range(1, 27))])
def test_all_other_tiles_come_where_they_would_have_come(without):
    plain, other = luck(2), luck(2, without=without)
    tiles = [t for t in plain if t.startswith("tile")]
    blanks = {f"tile {name}" for name in without.split(",")}
    assert [t for t in other if t.startswith(("tile", "blank"))] == [
        t.replace("tile", "blank") if t in blanks else t for t in tiles]


def test_the_space_of_a_blank_stays_empty():
    state = GAME.start(2, {"without": "knowledge 3,bank", "start": "0"})
    while stage(state) != "fill-depot" or "blank knowledge 3" not in texts(state):
        state.apply_action(state.keyed_chance(1))
    before, slot = supply(state)["knowledge 3"], state.raw()["cursor"]
    play(state, "blank knowledge 3")
    assert (before, supply(state).get("knowledge 3", 0), state.raw()["depot"][slot]) == (1, 0, 0)
    while stage(state) != "fill-black":
        state.apply_action(state.keyed_chance(1))
    play(state, "blank bank")
    assert (black_depot(state), supply(state, "dark")["bank"], state.raw()["cursor"]) == ([], 1, 1)
    assert again(state) == state


def test_tiles_that_need_no_draw_can_be_left_out_too():
    state = started(4, without="ship,castle,mine")
    lying = [tile for number in facts.DEPOTS for tile in depot(state, number)]
    assert not {"ship", "castle", "mine"} & {*lying, *black_depot(state)}
    assert [list(of(state, s).duchy.values()) for s in range(4)] == [["castle"]] * 4
    assert again(state) == state


def test_a_gift_of_a_tile_that_is_left_out_moves_it_to_the_seat():
    state = started(2, gifts="0:knowledge 7,1:market", without="knowledge 7,market")
    assert of(state, 1).storage == ["market"]
    assert state.raw()["seat"][0]["knowledge"] == 1 << 7
    assert again(state) == state


# ---- what an action takes --------------------------------------------------------------------


def takes(state) -> dict[str, str]:
    """What each action that takes something takes, by its text."""
    found = {text: GAME.balance.takes(state, action)
             for action, text in zip(state.legal_actions(), texts(state), strict=True)}
    return {text: name for text, name in found.items() if name is not None}


def test_takes_names_the_tile_by_die_and_by_purchase():
    state = position(seat({"c5": "knowledge 6"}, storage=["bank"], silver=2, dice=(1, 5), goods={"pink": 1}),
                     depots={1: ["knowledge 3"], 5: ["mine"]}, black=["cow 3", "ship"])
    assert takes(state) == {
        "take 1: knowledge 3 [die 1]": "knowledge 3", "take 5: mine [die 5]": "mine", "buy cow 3": "cow 3",
        "buy ship": "ship", "buy 1: knowledge 3": "knowledge 3", "buy 5: mine": "mine"}


def test_takes_names_the_tile_by_effect_and_with_full_storage():
    state = position(seat({"d3": "ship"}, storage=["castle", "church"], dice=(3, 4)),
                     depots={1: ["knowledge 3"], 4: ["mine", "castle"], 5: ["bank"]})
    play(state, "place church at c3 [die 3]")
    assert set(takes(state).values()) == {"knowledge 3", "mine", "castle"}
    assert "decline" not in takes(state)
    full = position(seat(storage=["bank", "bank", "mine"], dice=(4,)), depots={4: ["knowledge 3"]})
    assert takes(full) == {"take 4: knowledge 3 [die 4]": "knowledge 3"}
    assert takes(play(full, "take 4: knowledge 3 [die 4]")) == {}


def test_takes_nothing_at_chance_nodes_and_at_the_end():
    state = GAME.start(2)
    while not state.is_terminal():
        if state.is_chance_node():
            assert takes(state) == {}
        state.apply_action(state.keyed_chance(4) if state.is_chance_node() else state.legal_actions()[0])
    assert takes(state) == {}


# ---- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "words"), [
    ("2:bank", "found '2:bank', expected a seat 0-1"), ("bank", "expected a seat 0-1"), ("0:", "expected a seat 0-1"),
    ("0:bnk", "did you mean 'bank'"), ("0:knowledge 27", "expected a tile, null, or one of points, silver, workers"),
    ("0:silver", "found '0:silver'"), ("0:silver -1", "found '0:silver -1'"), ("0:silver 101", "at most 100 silver"),
    ("0:points 999,0:points 2", "at most 1000 points"), ("0:knowledge 7,0:knowledge 7", "a second time"),
    ("0:bank,0:bank,0:ship,0:mine", "found '0:mine', expected at most 3 tiles"), ("0:coins 3", "found '0:coins 3'"),
])
def test_gifts_that_are_none_are_refused(text, words):
    with pytest.raises(InputError, match="option gifts: ") as refused:
        GAME.start(2, {"gifts": text})
    assert words in str(refused.value)


def test_tiles_to_leave_out_that_are_none_are_refused():
    with pytest.raises(InputError, match="option without: found 'knowlege 7', expected a tile.*did you mean"):
        GAME.start(2, {"without": "bank,knowlege 7"})


def test_spaces_and_repetitions_in_the_options_do_no_harm():
    assert left_out(" knowledge 7,bank , bank,") == ["bank", "knowledge 7"]
    mine = given("1: knowledge 7 , 1:silver 2,1:silver 2,1:ship,,0:null", 2)
    assert [g.words() for g in mine] == [[], ["knowledge 7", "ship", "silver 4"]]
    assert set(MOST) == {token.split()[0] for token in GAME.balance.tokens}


def spoilt(state, change) -> str:
    """The message with which the state's document is refused after a change."""
    document = GAME.notation.position_to_json(state)
    change(document)
    with pytest.raises(InputError) as refused:
        GAME.notation.position_from_json(document)
    return str(refused.value)


def test_positions_that_the_options_do_not_allow_are_refused():
    state = started(2, gifts="0:bank,1:points 3", without="knowledge 7")
    first = state.raw()["order"][0]
    assert again(state) == state
    assert "players[1].points.gifts: found 0, expected 3" in spoilt(state, lambda d: d["players"][1].update(points={}))
    assert "storage: found ['mine'], expected ['bank'] before its first turn" in spoilt(
        started(2, gifts="0:bank", start="1"), lambda d: d["players"][0].update(storage=["mine"]))
    assert "found 'knowledge 7', expected none, as the option without leaves it out" in spoilt(
        state, lambda d: d["depots"]["2"]["tiles"].__setitem__(0, "knowledge 7"))
    assert "players: found 1 'knowledge 7', 1 too many; expected 0: option without leaves it out" in spoilt(
        state, lambda d: d["players"][first].update(storage=["knowledge 7"] + d["players"][first]["storage"]))


def test_a_city_may_hold_two_of_a_kind_with_tile_1_as_a_gift():
    """Board 1: c5 and c6 are of one city."""
    state = position(seat({"c4": "knowledge 3", "c5": "bank", "c6": "bank"}, dice=(1, 2)), phase="B",
                     gifts=gift("knowledge 1"))
    document = GAME.notation.position_to_json(state)
    assert GAME.notation.position_from_json(document, trust=True).legal_actions()
    document["options"] = {}
    with pytest.raises(InputError, match="each kind once, without knowledge 1"):
        GAME.notation.position_from_json(document, trust=True)
