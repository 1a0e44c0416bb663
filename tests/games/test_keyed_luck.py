"""Luck is drawn by key: games of one block that differ in one action share every die, draw and shuffle both reach.

What a draw is called is the game's own affair: `tests/games/NAME/luck.py` has `draw(raw)`, the name of the draw at a
chance node, as a tuple of the fields of the position that its key is made of.
"""
import random
from collections import Counter
from importlib import import_module

import pytest

import games
from tests.whole import mostly_whole

BLOCKS = 8
SEED = 20
MOST_SEATS = 4          # of tables that are asked each time


def lots(name):
    """Seats to play with: the fewest, and the most."""
    seats = games.load(name).seats
    return sorted({min(seats), max(seats)})


def luck_of(state, game, seed, block, odd=None):
    """Play a game by random choices that belong to (seat, its decision), and return its draws and its decisions.

    At decision number `odd` another action than usual is played. A draw is (name, what could come) with what came.
    """
    made, drawn, decisions = Counter(), {}, 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcome = state.keyed_chance(seed, block)
            name = (game.draw(state.raw()), tuple(state.chance_outcomes()))
            drawn.setdefault(name, []).append(outcome)
            state.apply_action(outcome)
            continue
        seat, legal = state.current_player(), state.legal_actions()
        at = random.Random(f"{block} {seat} {made[seat]}").randrange(len(legal))
        made[seat] += 1
        if decisions == odd:
            at = (at + 1) % len(legal)
        decisions += len(legal) > 1
        state.apply_action(legal[at])
    return drawn, decisions


def shared(one, other):
    """Draws of one name from one lot that both games reach: (equal, in all)."""
    both = one.keys() & other.keys()
    return sum(one[name] == other[name] for name in both), len(both)


def chancy():
    return [name for name in games.names() if any(played(name)[0])]


def played(name):
    """The first chance node of a random game, if it has any, and the decisions made before it."""
    state, choice = games.load(name).start(), random.Random(1)
    while not state.is_terminal():
        if state.is_chance_node():
            return [True], state
        state.apply_action(choice.choice(state.legal_actions()))
    return [False], state


@pytest.mark.parametrize(("name", "seats"), mostly_whole(
    [(name, seats) for name in chancy() for seats in lots(name)], lambda table: table[1] <= MOST_SEATS))
def test_games_that_differ_in_one_action_share_their_luck(name, seats):
    game = import_module(f"tests.games.{name}.luck")
    same, together = 0, 0
    for block in range(BLOCKS):
        first, decisions = luck_of(games.load(name).start(seats), game, SEED, block)
        odd = random.Random(block).randrange(max(1, decisions // 2))
        second, _ = luck_of(games.load(name).start(seats), game, SEED, block, odd)
        equal, both = shared(first, second)
        assert both, "no draw was reached by both"
        wrong = [n for n in first.keys() & second.keys() if first[n] != second[n]]
        assert equal == both, f"block {block}, another action at decision {odd}: {wrong[0]}"
        other, _ = luck_of(games.load(name).start(seats), game, SEED, block + BLOCKS)
        equal, both = shared(first, other)
        same, together = same + equal, together + both
    assert same < 0.9 * together, "other blocks draw the same: the test would see nothing"
