"""The bench: it takes about as long as it was told to, and tells how much of that is left."""
from itertools import count
from time import process_time

import pytest

import games
from games.positions import draw_on
from mcts import bench


@pytest.mark.parametrize(("name", "threads"), [("pig", (1,)), ("world504", (1,)), ("world504", (1, 2, 4))])
def test_a_bench_takes_about_the_seconds_asked_for(name, threads):
    game = games.load(name)
    state = game.start(None, {})
    draw_on(state, 0)
    shares: list[float] = []
    found = bench.bench(name, 1, state, 0.5, threads, 0, shares.append, process_time)
    assert found.seconds < 1.0
    assert bench.LEAST_TREE <= found.tree_simulations <= bench.TREE_SIMULATIONS
    assert found.rounds >= bench.LEAST_ROUNDS
    assert shares == sorted(shares)
    assert shares[-1] >= 0.7


def test_what_was_done_before_the_first_round_counts_as_done():
    ticks = count(24)                   # 24 s have gone; each look at the clock is a second later
    shares: list[float] = []
    bench._interleaved({"one": lambda: None}, 0.0, 0.2, shares.append, lambda: float(next(ticks)))
    assert len(shares) == bench.LEAST_ROUNDS
    assert shares[0] == pytest.approx(27 / 33)          # a round takes 3 s
    assert shares[-1] == 1.0
