"""What a net sees of Orléans, and how a search asks it: before each round, as the heuristics play on to there."""
import json

import numpy as np
import pytest

import games
from core_ext.judged import inputs, is_ready, plays_on, seat_in_view
from core_ext.net import Net
from core_ext.tree import Tree
from games.api import InputError
from mcts.agents import make
from mcts.models import Model
from mcts.training.games import Batch, play_batch

ROOM = 1024                 # for the inputs of a position


def before_rounds(seats: int, seed: int = 5):
    """Positions before the rounds of a game by the heuristics."""
    state, step = games.load("orleans").start(seats), 0
    while not state.is_terminal():
        if is_ready(state):
            yield state.copy()
        draw = state.sample_chance if state.is_chance_node() else state.weighted_action
        state.apply_action(draw(seed, step))
        step += 1


def net_of(seats: int, utility: float = 0.0) -> Net:
    """A net that looks at every input and says a fixed utility of each seat but the first in view, whose is 0.5."""
    random = np.random.default_rng(3)
    last = np.zeros(3 * seats)
    last[2 * seats + 1:] = utility
    return Net(seats, np.arange(3000) % 40, [(random.normal(0, 0.1, (40, 8)), np.zeros(8)),
                                             (random.normal(0, 0.1, (8, 4)), np.zeros(4)),
                                             (np.zeros((4, 3 * seats)), last)])


@pytest.mark.parametrize("seats", (2, 5))
def test_a_net_sees_each_round_but_the_first_from_the_seat_that_starts_it(seats):
    found = list(before_rounds(seats))
    assert [state.raw()["round"] for state in found] == list(range(2, 19))
    assert [seat_in_view(state) for state in found] == [state.raw()["start"] for state in found]
    assert all(len(inputs(state)) < ROOM for state in found)
    assert all(np.isfinite(list(inputs(state).values())).all() for state in found)


def test_seats_are_seen_in_the_order_of_play():
    """Whoever has the same things in the same place of the order is seen alike."""
    state = next(before_rounds(3))
    raw = state.raw()
    turned = dict(raw, seat=[raw["seat"][2], *raw["seat"][:2], *raw["seat"][3:]], start=(raw["start"] + 1) % 3,
                  actor=(raw["actor"] + 1) % 3)
    other = state.copy()
    other.load(turned)
    assert inputs(other) == inputs(state)


@pytest.mark.parametrize("change", [
    {"coins": 60}, {"development": 29}, {"citizens": 5}, {"stations": 1 << 22 | 1 << 3}, {"tiles": 1 << 7},
    {"goods": [3, 0, 0, 0, 2]}, {"track": [5, 0, 0, 0, 0, 0]}, {"bag": [9] + [0] * 10}, {"merchant": 0}])
def test_what_a_seat_has_is_seen(change):
    state = next(before_rounds(2))
    raw = state.raw()
    for seat in range(2):
        other = state.copy()
        other.load(dict(raw, seat=[dict(each, **change) if i == seat else each for i, each in enumerate(raw["seat"])]))
        assert inputs(other) != inputs(state)


def test_leaves_are_judged_where_the_heuristics_have_played_the_round_on():
    state = next(before_rounds(2))
    while state.is_chance_node():
        state.apply_action(state.sample_chance(1, 0))
    assert plays_on(state)
    assert not is_ready(state)
    tree = Tree(state, net=net_of(2, 4.0), playout="none")
    tree.run(8, 1, 0)       # so few that no leaf lies in a later round
    rows = [row for row in tree.root() if row["visits"]]
    # the next round is seen by the other seat, so the mover is second in view, and sure of winning
    assert sum(row["total"] for row in rows) / sum(row["visits"] for row in rows) == pytest.approx(0.982, abs=0.001)


def test_a_net_alone_is_refused(tmp_path):
    state = next(before_rounds(2))
    while state.is_chance_node():
        state.apply_action(state.sample_chance(1, 0))
    with pytest.raises(InputError, match="judges only what the heuristics have played on to"):
        make("net:own").choose(state, 1)


def test_games_of_searches_tell_what_each_round_is_worth(tmp_path):
    file, net = tmp_path / "net.json", net_of(2)
    file.write_text(Model("orleans", games.load("orleans").version, net, {}).text(), encoding="utf-8")
    assert json.loads(file.read_text(encoding="utf-8"))["seats"] == 2
    found = play_batch(Batch("orleans", 2, {}, "search", 1, 1, 0, net=net, model=str(file))).positions
    assert len(found) == 17
    assert np.allclose(found.targets[:, :2].sum(axis=1), 1, atol=1e-5)
    assert found.targets[:, 2:4].min() > 0          # points
