"""The search loop: budgets, seeds, threads and what a result says of itself."""
from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import pytest

import games
from mcts import search as loop
from mcts.params import SearchParams
from mcts.search import search
from tests.games.burgundy.positions import GAME, position, seat, started

QUICK = SearchParams(simulations=300, seed=4)


def facts(result):
    """All of a result but the time it took."""
    return replace(result, seconds=0.0)


@pytest.mark.parametrize("threads", (1, 2, 3))
def test_the_same_params_give_the_same_result(threads):
    params = replace(QUICK, threads=threads, deterministic=True)
    assert facts(search(started(), params)) == facts(search(started(), params))


def test_another_seed_gives_another_result():
    assert facts(search(started(), QUICK)).moves != facts(search(started(), replace(QUICK, seed=5))).moves


@pytest.mark.parametrize("seconds", (1e-9, 0.001, 10.0))
def test_chunks_do_not_change_the_search(monkeypatch, seconds):
    usual = facts(search(started(), QUICK))
    monkeypatch.setattr(loop, "CHUNK_SECONDS", seconds)
    assert facts(search(started(), QUICK)) == usual


@pytest.mark.parametrize("deterministic", (True, False))
@pytest.mark.parametrize("threads", (1, 2, 7))
def test_visits_are_the_simulations_asked_for(threads, deterministic):
    result = search(started(), replace(QUICK, threads=threads, deterministic=deterministic))
    assert result.visits == sum(move.visits for move in result.moves) == 300
    assert result.threads == threads


def test_more_threads_than_simulations():
    result = search(started(), SearchParams(simulations=3, threads=8))
    assert (result.visits, result.threads) == (3, 3)


def test_a_result_says_whether_it_can_be_had_again():
    for said, params in ((True, QUICK), (False, replace(QUICK, threads=2)), (False, SearchParams(seconds=0.01)),
                         (True, replace(QUICK, threads=2, deterministic=True))):
        assert search(started(), params).repeatable is said


def test_deterministic_threads_are_one_tree_each_merged_by_action():
    """Two threads have 150 simulations each; their first tree is that of a search by one thread."""
    state = started()
    one, two = (search(state, SearchParams(simulations=150, seed=4)),
                search(state, replace(QUICK, threads=2, deterministic=True)))
    alone, both = ({m.action: m.visits for m in r.moves} for r in (one, two))
    assert set(alone) == set(both) == set(state.legal_actions())
    assert all(both[action] >= alone[action] for action in alone)
    assert two.nodes > one.nodes


@pytest.mark.parametrize(("threads", "deterministic"), ((1, False), (2, False), (2, True)))
def test_a_search_says_that_it_met_its_limit(threads, deterministic):
    few, many = (search(started(), SearchParams(simulations=2000, playout="uniform", threads=threads, max_edges=edges,
                                                deterministic=deterministic))
                 for edges in (5_000, 2_000_000))
    assert few.full
    assert not many.full
    assert few.visits == many.visits == 2000


def test_seconds_are_kept():
    begin = perf_counter()
    result = search(started(), SearchParams(seconds=0.2))
    spent = perf_counter() - begin
    assert 0.2 <= spent < 2.0
    assert result.seconds == pytest.approx(spent, abs=0.5)
    assert result.visits > 20
    assert result.simulations_per_second == pytest.approx(result.visits / result.seconds)


@pytest.mark.parametrize("threads", (1, 3))
@pytest.mark.parametrize("stops", (True, False))
def test_an_early_stop_saves_what_cannot_change_the_move(stops, threads):
    found = search(games.load("pig").start(), SearchParams(simulations=300, seed=4, threads=threads, early_stop=stops))
    assert (found.visits < 300) == stops


def test_what_is_spent_first_ends_the_search():
    assert search(started(), SearchParams(simulations=50, seconds=60.0)).visits == 50
    begin = perf_counter()
    search(started(), SearchParams(simulations=10**9, seconds=0.1))
    assert perf_counter() - begin < 2.0


def test_a_result_adds_up():
    state = started(3)
    result = search(state, SearchParams(simulations=500))
    assert result.best == result.moves[0].action
    assert [m.visits for m in result.moves] == sorted((m.visits for m in result.moves), reverse=True)
    assert sum(m.prior for m in result.moves) == pytest.approx(1)
    for name in ("won", "utility"):
        mean = sum(getattr(m, name) * m.visits for m in result.moves) / 500
        assert getattr(result, name) == pytest.approx(mean)
        assert 0 <= mean <= 1
    for move in result.moves:
        assert move.pv[0] == move.action
        assert len(move.score_mean) == 3
        assert move.won_stderr > 0
        assert 0 <= move.won <= 1


def test_progress_is_told():
    told = []
    search(started(), QUICK, lambda done, seconds: told.append((done, seconds)))
    assert told == sorted(told)
    assert told[-1][0] == 300


@pytest.mark.parametrize(("threads", "deterministic"), ((1, False), (4, False), (2, True)))
def test_ctrl_c_ends_a_search_with_what_was_found(threads, deterministic):
    def stop(done, seconds):
        if done > 20:
            raise KeyboardInterrupt

    result = search(started(), SearchParams(simulations=10**9, threads=threads, deterministic=deterministic), stop)
    assert 20 < result.visits < 10**6
    assert result.stopped


def test_a_forced_win_is_found():
    duchy = {"a1": "pig 2", "b1": "pig 3", "b2": "sheep 2", "c1": "cow 2"}
    state = position(seat(points={"sales": 20}), seat(duchy, storage=["bank", "pig 4"], dice=(4,), workers=3), turn=1,
                     phase="E", round=5, depots={d: ["mine", "ship"] for d in range(1, 7)})
    result = search(state, QUICK)
    assert GAME.notation.action_text(state, result.best) == "place pig 4 at c2 [die 4]"
    assert result.moves[0].won == 1.0
    assert all(move.won == 0.0 for move in result.moves[1:])


def test_a_search_needs_a_seat_to_act():
    with pytest.raises(ValueError, match="seat is to act"):
        search(GAME.start(2), QUICK)


@pytest.mark.parametrize(("fields", "words"), (
    ({}, "simulations or seconds"),
    ({"simulations": 0}, "simulations: found 0"),
    ({"simulations": -5}, "simulations: found -5"),
    ({"seconds": 0}, "seconds: found 0"),
    ({"seconds": -1.0}, "seconds: found -1.0"),
    ({"seconds": float("nan")}, "seconds: found nan"),
    ({"seconds": float("inf")}, "seconds: found inf"),
    ({"simulations": 10, "threads": 0}, "threads: found 0"),
    ({"simulations": 10, "threads": 1000}, "threads: found 1000"),
))
def test_params_that_cannot_be_are_refused(fields, words):
    with pytest.raises(ValueError, match=words):
        SearchParams(**fields)
