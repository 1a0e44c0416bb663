"""The fit of a net in numpy: slopes beside small differences, and a function that it has to learn."""
import numpy as np
import pytest

import games
from core_ext.judged import inputs
from core_ext.selfplay import played_out
from mcts.training.fit import Layers, Positions, errors, fit, forward, inputs_of, joined, loss, slopes


@pytest.fixture(scope="module")
def positions() -> Positions:
    return Positions(*played_out(games.load("connect_four").start(), 1500, 4, 8, 1))


def cost(layers: Layers, inputs, targets) -> float:
    """The mean loss that `slopes` goes down, by its definition."""
    seats, outputs = layers.seats, forward(layers, inputs)[2].astype(float)
    logits = outputs[:, :seats]
    chances = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    points = (targets[:, seats:2 * seats] - layers.shift) / layers.scale
    sure = 1 / (1 + np.exp(-outputs[:, 2 * seats:]))
    aims = targets[:, 2 * seats:]
    return float((-(targets[:, :seats] * np.log(chances)).sum(axis=1)
                  + 0.25 * ((outputs[:, seats:2 * seats] - points) ** 2).sum(axis=1)
                  - (aims * np.log(sure) + (1 - aims) * np.log(1 - sure)).sum(axis=1)).mean())


def test_slopes_are_those_of_the_loss(positions):
    layers, some = Layers.new(positions, 8, 6, 1), np.arange(40)
    layers.matrices = [matrix.astype(np.float64) for matrix in layers.matrices]
    inputs, targets = inputs_of(layers, positions, some).astype(float), positions.targets[some].astype(float)
    found = slopes(layers, inputs, targets)
    random = np.random.default_rng(2)
    for number, (matrix, (slope, _)) in enumerate(zip(layers.matrices, found, strict=True)):
        for _ in range(6):
            i, j = random.integers(matrix.shape[0]), random.integers(matrix.shape[1])
            before, sides = matrix[i, j], []
            for small in (1e-5, -1e-5):
                matrix[i, j] = before + small
                sides.append(cost(layers, inputs, targets))
            matrix[i, j] = before
            assert slope[i, j] == pytest.approx((sides[0] - sides[1]) / 2e-5, abs=2e-5), (number, i, j)
    assert errors(layers, forward(layers, inputs)[2], targets).shape == targets.shape


def test_inputs_of_a_batch_are_those_of_its_positions(positions):
    layers = Layers.new(positions, 8, 6, 1)
    dense = inputs_of(layers, positions, np.array([3, 3, 17]))
    for row, k in zip(dense, (3, 3, 17), strict=True):
        begin, end = positions.starts[k], positions.starts[k + 1]
        expected = np.zeros(len(row))
        expected[layers.rows[positions.which[begin:end]]] = positions.values[begin:end]
        assert (row == expected).all()


def test_a_fit_comes_nearer_to_what_playouts_say_and_the_net_says_the_same(positions):
    taught, kept = positions.part(0, 5000), positions.part(5000, len(positions))
    layers = Layers.new(taught, 32, 16, 1)
    before = loss(layers, kept)
    fit(layers, taught, 8, 3e-3, 1)
    after = loss(layers, kept)
    assert after["shares"] < 0.85 * before["shares"]
    mean = taught.targets[:, :2].mean(axis=0)
    assert after["shares"] < 0.9 * ((kept.targets[:, :2] - mean) ** 2).mean()
    state = games.load("connect_four").start()
    which = np.array(sorted(inputs(state)), np.int32)
    one = Positions(np.array([0, len(which)]), which, np.ones(len(which), np.float32), np.zeros((1, 6), np.float32))
    outputs = forward(layers, inputs_of(layers, one, np.array([0])))[2][0]
    utilities, shares, points = layers.net().judge(state)
    assert utilities == pytest.approx(1 / (1 + np.exp(-outputs[4:])), abs=1e-5)
    assert shares == pytest.approx(np.exp(outputs[:2]) / np.exp(outputs[:2]).sum(), abs=1e-5)
    assert points == pytest.approx(outputs[2:4] * layers.scale + layers.shift, abs=1e-4)


def test_the_same_seed_gives_the_same_fit(positions):
    nets = []
    for _ in range(2):
        layers = Layers.new(positions, 8, 6, 5)
        fit(layers, positions, 1, 1e-3, 7)
        nets.append(layers.matrices[0])
    assert (nets[0] == nets[1]).all()


def test_parts_of_positions_can_be_put_together_again(positions):
    whole = joined([positions.part(0, 10), positions.part(10, len(positions))])
    assert all((getattr(whole, name) == getattr(positions, name)).all() for name in ("starts", "which", "values",
    "targets"))


def test_inputs_that_were_not_seen_at_first_get_rows_of_their_own(positions):
    early = positions.part(0, 8)
    layers = Layers.new(early, 8, 6, 1)
    fit(layers, early, 1, 1e-3, 1)
    count, unseen = len(layers.matrices[0]), set(positions.which) - set(early.which)
    assert unseen
    layers.grown(positions, 2)
    assert len(layers.matrices[0]) == count + len(unseen)
    assert sorted(layers.rows[layers.rows >= 0]) == list(range(count + len(unseen)))
    fit(layers, positions, 1, 1e-3, 1)
