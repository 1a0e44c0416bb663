"""Playouts: reproducible whatever their chunks, and what their arrays hold."""
from __future__ import annotations

import numpy as np
import pytest

import games
from core_ext.playout import playouts, recorded
from tests.games.burgundy.positions import play, position, seat

ARRAYS = ("utilities", "wins", "scores")
SEATS = games.load("burgundy").seats


def start(seats=2):
    return games.load("burgundy").start(seats)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("heuristic", (False, True))
def test_the_same_seed_gives_the_same_playouts(seats, heuristic):
    a, b = (playouts(start(seats), 20, 7, heuristic=heuristic) for _ in range(2))
    assert all(np.array_equal(a[name], b[name]) for name in ARRAYS)
    assert (a["decisions"], a["steps"]) == (b["decisions"], b["steps"])
    assert a["scores"].shape == (20, seats)
    other = playouts(start(seats), 20, 8, heuristic=heuristic)
    assert not np.array_equal(a["scores"], other["scores"])


@pytest.mark.parametrize("heuristic", (False, True))
def test_chunks_do_not_change_playouts(heuristic):
    whole = playouts(start(), 24, 3, heuristic=heuristic)
    parts = [playouts(start(), n, 3, first=first, heuristic=heuristic) for first, n in ((0, 1), (1, 7), (8, 16))]
    for name in ARRAYS:
        assert np.array_equal(whole[name], np.concatenate([part[name] for part in parts]))
    for name in ("decisions", "steps"):
        assert whole[name] == sum(part[name] for part in parts)


@pytest.mark.parametrize("seats", SEATS)
def test_each_playout_has_one_result(seats):
    out = playouts(start(seats), 50, 1)
    assert np.allclose(out["wins"].sum(1), 1)
    assert ((out["utilities"] >= 0) & (out["utilities"] <= 1)).all()
    best = out["scores"].max(1)
    assert (out["scores"][out["wins"] == 1] == best).all()
    assert 0 < out["decisions"] < out["steps"]


def test_the_position_is_left_as_it_was():
    state = start()
    before = state.to_bytes()
    playouts(state, 5, 1)
    recorded(state, 2, 1).apply_all()
    assert state.to_bytes() == before


def test_a_finished_game_is_its_own_playout():
    state = position(seat(points={"sales": 7}), seat(dice=(1,)), phase="E", round=5, turn=1)
    play(state, "workers [die 1]")
    out = playouts(state, 3, 1)
    assert (out["decisions"], out["steps"]) == (0, 0)
    assert out["scores"].tolist() == [[7, 1]] * 3
    assert out["utilities"].tolist() == [state.returns()] * 3


def test_heuristics_play_better_than_luck():
    light, uniform = (playouts(start(), 100, 5, heuristic=h)["scores"].mean() for h in (True, False))
    assert light > uniform + 20


@pytest.mark.parametrize("seats", SEATS)
def test_recorded_games_are_the_uniform_playouts(seats):
    games_ = recorded(start(seats), 12, 9)
    out = playouts(start(seats), 12, 9, heuristic=False)
    assert games_.decisions == out["decisions"]
    assert games_.apply_all() == out["steps"] == games_.apply_all()
