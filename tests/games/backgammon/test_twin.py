"""Every turn of random games against the plain Python twin: what it can end with, and what it may begin with.

LUDOSOPH_TWIN_GAMES says how many games are played in all, 2000 at most.
"""
import random
from functools import cache

import pytest

from ..twins import paired_games
from . import twin
from .positions import GAME, board, ends

GAMES = paired_games(120, most=2000)
CHUNKS = 4


@cache
def compared(chunk: int) -> tuple[int, int, int]:
    """Turns of these games, different ends of them, and ways through the choices offered."""
    turns = different = ways = 0
    for number in range(chunk, GAMES, CHUNKS):
        rng = random.Random(f"backgammon {number}")
        state = GAME.start()
        while not state.is_terminal():
            outcome = rng.choices(*zip(*state.chance_outcomes(), strict=True))[0]
            seat, at = state.raw()["seat"], board(state)
            if state.raw()["stage"] == 0:
                seat = 0 if outcome // 6 > outcome % 6 else 1
            faces = twin.faces_of(*sorted((outcome // 6 + 1, outcome % 6 + 1), reverse=True))
            state.apply_action(outcome)
            wanted = twin.results(at, seat, faces)
            if state.is_chance_node():
                assert wanted == {at}, (at, faces)
                continue
            found = ends(state)
            assert set(found) == wanted, (at, seat, faces)
            assert state.raw()["left"] == twin.longest(at, seat, faces)
            while state.current_player() >= 0:             # the moves of this turn, one by one
                allowed = {32 * face + place for place, face in twin.first_moves(board(state), seat, faces)}
                assert set(state.legal_actions()) <= allowed, (at, seat, faces)
                action = rng.choice(state.legal_actions())
                rest = list(faces)
                rest.remove(action >> 5)
                faces = tuple(rest)
                expected = twin.moved(board(state), seat, action & 31, action >> 5)
                state.apply_action(action)
                assert board(state) == expected
            turns, different, ways = turns + 1, different + len(wanted), ways + len(found)
        assert state.scores()[state.raw()["seat"]] == twin.points(board(state), state.raw()["seat"])
        twin.longest.cache_clear()
    return turns, different, ways


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_turn_can_end_as_the_twin_says_and_begin_only_so(chunk):
    turns, _, _ = compared(chunk)
    assert turns > 50 * (GAMES // CHUNKS)


def test_few_ways_through_a_turn_end_alike():
    totals = [sum(numbers) for numbers in zip(*(compared(chunk) for chunk in range(CHUNKS)), strict=True)]
    assert totals[1] <= totals[2] < 1.001 * totals[1]
