"""Plans made at once and in secret: what a seat sees of the others' plans, on the board and as news."""
import io
import random

import pytest
from rich.console import Console

import games
from games.orleans.names import STAGE_NAMES

GAME = games.load("orleans")


def text(state, seat=None) -> str:
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(GAME.render.text(state, seat))
    return console.export_text()


def plans(seed: int, seats: int, rounds: int = 4, **options: str):
    """The states of the first plannings of a game with random moves; the same object."""
    state, choice = GAME.start(seats, options), random.Random(seed)
    while state.raw()["round"] <= rounds and not state.is_terminal():
        if STAGE_NAMES[state.raw()["stage"]] == "plan":
            yield state
        state.apply_action(state.keyed_chance(seed) if state.is_chance_node() else choice.choice(state.legal_actions()))


@pytest.mark.parametrize("options", [{}, {"technology_planning": "yes", "gifts": "0:technology 1,1:technology 2"}])
def test_a_view_is_the_same_for_all_plans_that_a_seat_does_not_see(options):
    compared = 0
    for step, state in enumerate(plans(1, 3, **options)):
        seat = step % 3
        dealt = state.copy()
        dealt.resample(seat, step)
        compared += dealt != state
        assert text(dealt, seat) == text(state, seat)
        assert GAME.render.svg(dealt, seat) == GAME.render.svg(state, seat)
    assert compared > 10


def test_a_seat_sees_its_own_plan_and_that_others_are_ready():
    for state in plans(2, 3, rounds=2):
        for seat in range(3):
            planned = bool(state.raw()["seat"][seat]["fresh"])
            assert ("*: planned in this round" in text(state, seat)) == planned
            ready = sum((state.raw()["start"] + n) % 3 != seat for n in range(state.raw()["cursor"]))
            assert text(state, seat).count("has planned, hidden") == ready
            assert GAME.render.svg(state, seat).count(">planned<") == ready


def test_a_plan_is_told_to_its_seat_only_and_all_the_rest_to_all():
    state, choice = GAME.start(2), random.Random(3)
    while state.raw()["round"] < 4:
        for action in state.legal_actions()[:3]:
            told = [GAME.told(state, action, seat) is not None for seat in range(2)]
            planning = STAGE_NAMES[state.raw()["stage"]] == "plan"
            assert told == ([seat == state.current_player() for seat in range(2)] if planning else [True, True])
        state.apply_action(state.keyed_chance(3) if state.is_chance_node() else choice.choice(state.legal_actions()))


def test_open_plans_are_seen_by_all():
    for state in plans(4, 2, rounds=2, planning="open"):
        planned = [sorted(line for line in text(state, seat).splitlines() if "*" in line) for seat in (0, 1, None)]
        assert planned[0] == planned[1] == planned[2]
        assert "hidden" not in text(state, 0) + text(state, 1)
        assert all(GAME.told(state, action, seat) for action in state.legal_actions() for seat in range(2))
