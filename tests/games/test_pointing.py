"""Clicks narrow moves: by what they touch, as often as they touch it, in any order."""
import json
import random
from pathlib import Path

import games
from games.pointing import Touched, lit, narrowed, offered, pointed, unparted

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
MOVES = [Touched(0, ("die-3", "depot-1")), Touched(1, ("die-3", "depot-2")), Touched(2, ("die-5", "depot-2")),
         Touched(3, ("pass",))]
TRADES = [Touched(n, ("market",) * n) for n in (1, 2, 3)]
ROLLS = [Touched(n, ("dice",)) for n in range(6)]


def actions(moves):
    return [move.action for move in moves]


def test_a_click_leaves_the_moves_that_touch_it_in_any_order():
    assert actions(narrowed(MOVES, [])) == [0, 1, 2, 3]
    assert actions(narrowed(MOVES, ["die-3"])) == [0, 1]
    assert actions(narrowed(MOVES, ["die-3", "depot-2"])) == actions(narrowed(MOVES, ["depot-2", "die-3"])) == [1]
    assert narrowed(MOVES, ["die-3", "die-3"]) == []


def test_what_parts_the_moves_left_is_lit():
    assert lit(MOVES, []) == {"die-3", "die-5", "depot-1", "depot-2", "pass"}
    assert lit(MOVES, ["die-3"]) == {"depot-1", "depot-2"}
    assert lit(MOVES[:2], []) == {"depot-1", "depot-2"}
    assert lit(MOVES[:1], []) == {"die-3", "depot-1"}
    assert lit([], []) == set()


def test_a_second_click_asks_for_moves_that_touch_it_twice():
    assert lit(TRADES, ["market"]) == {"market"}
    assert actions(narrowed(TRADES, ["market", "market"])) == [2, 3]
    assert actions(offered(TRADES, ["market", "market"])) == [2]
    assert offered(TRADES, ["market"] * 3) == []


def test_moves_that_no_click_parts_are_listed():
    assert unparted(ROLLS, [])
    assert offered(ROLLS, []) == offered(ROLLS, ["dice"]) == ROLLS
    assert not unparted(MOVES, [])
    assert offered(MOVES, []) == []


def test_moves_of_a_position_come_with_what_they_touch():
    document = json.loads((EXAMPLES / "burgundy-midgame.json").read_text(encoding="utf-8"))
    game = games.load("burgundy")
    state = game.notation.position_from_json(document)
    moves = pointed(game, state)
    assert actions(moves) == list(state.legal_actions())
    first = random.Random(0).choice(moves)
    assert first.ids == tuple(game.touches(state, first.action))
    assert first in narrowed(moves, first.ids)
