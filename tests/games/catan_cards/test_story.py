"""What states of one game share of what happened, and remember of having weighed it, disturbs none of them."""
from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from mcts.params import SearchParams
from mcts.search import search

from .test_determinize import GAME, games_under_way


def afresh(state: Any) -> Any:
    """The same position in a state that has remembered nothing and shares nothing."""
    again = GAME.start(state.seats, state.options)
    again.load(state.raw())
    assert again == state
    return again


def play_on(state: Any, seed: int, steps: int) -> Any:
    """The state, that many steps later."""
    for number in range(steps):
        if not state.is_terminal():
            state.apply_action(
                state.sample_chance(seed, number) if state.is_chance_node() else state.weighted_action(seed, number)
            )
    return state


@pytest.mark.parametrize(("seats", "every", "most"), [(2, 1, 200), (3, 2, 300), (4, 5, 300), (5, 20, 300)])
def test_going_on_from_a_remembered_place_gives_the_cases_of_a_fresh_pass(seats, every, most):
    """To the last bit, wherever in a run of cards the seat was asked the last time."""
    several = 0
    for step, state in games_under_way(seats, seed=60 + seats, every=every):
        seat = step // every % seats
        found = state.cases(seat)
        assert found == afresh(state).cases(seat)
        several += len(found) > 1
        if step > most:
            break
    assert several > 5 or seats == 2


@pytest.mark.whole
def test_what_was_remembered_of_another_course_is_not_gone_on_from():
    """Copies that have gone different ways ask in turn; each gets its own cases."""
    compared = 0
    for step, state in games_under_way(4, seed=64, every=40):
        ways = [play_on(state.copy(), seed, 8 + seed) for seed in range(3)]
        for way in [*ways, *ways]:
            if not way.is_terminal():
                assert way.cases(1) == afresh(way).cases(1)
                compared += len(way.cases(1)) > 1
        if step > 240:
            break
    assert compared > 10


def test_each_copy_tells_its_own_story():
    """Two that go on from one position, turn by turn, have the logs that they would have alone."""
    met = 0
    for step, state in games_under_way(4, seed=70, every=30):
        one, two = state.copy(), state.copy()
        for number in range(12):
            play_on(one, 2 * number, 1)
            play_on(two, 2 * number + 1, 1)
        for first, copy in ((0, one), (1, two)):
            alone = afresh(state)
            for number in range(12):
                play_on(alone, 2 * number + first, 1)
            assert alone.raw() == copy.raw()
        met += one.raw()["log"] != two.raw()["log"]
        if step > 200:
            break
    assert met > 3


def test_a_search_adds_nothing_to_the_story():
    for step, state in games_under_way(3, seed=71, every=50):
        before = state.raw()
        search(state, SearchParams(simulations=40, seed=step))
        assert state.raw() == before
        assert play_on(state.copy(), step, 5).raw() == play_on(afresh(state), step, 5).raw()


def test_a_redealt_position_tells_only_what_its_seat_saw():
    """And it goes on telling: played on, it comes back from its own numbers."""
    told = 0
    for step, state in games_under_way(4, seed=72, every=25):
        seat = step % 4
        dealt = state.copy()
        dealt.resample(seat, step)
        assert dealt.raw()["log"] == dealt.log_of(seat) == state.log_of(seat)
        told += len(dealt.raw()["log"]) > 3
        play_on(dealt, step, 6)
        if not dealt.is_terminal():
            assert afresh(dealt).cases(seat) == dealt.cases(seat)
        if step > 300:
            break
    assert told > 5


def test_threads_that_share_a_position_do_not_disturb_each_other():
    """Each goes its own way from one position, asks what seats believe, redeals and searches as it would have alone."""
    start = [state.copy() for step, state in games_under_way(4, seed=73, every=100) if step <= 100][-1]

    def course(number: int) -> list[Any]:
        found: list[Any] = []
        state = start.copy()
        for turn in range(4):
            play_on(state, 10 * number + turn, 4)
            if state.current_player() < 0:
                continue
            dealt = state.copy()
            dealt.resample(state.current_player(), number)
            result = search(state, SearchParams(simulations=30, seed=number, threads=2, deterministic=True))
            found.append(
                (dealt.raw(), state.raw(), state.expected(state.current_player()), [m.visits for m in result.moves])
            )
        return found

    alone = [course(number) for number in range(4)]
    assert all(alone)
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(course, range(4))) == alone
