"""Best moves with honest uncertainty: on games of one move whose values are known, searched by UCB."""
from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from bench.fit_uncertainty import spread
from mcts.confidence import DRAWS, Moves, best, shrink, stderr, tied

MOVES, SD = 8, 0.03


def assess(q: np.ndarray, se: np.ndarray, t2: float, draws: int = DRAWS) -> Moves:
    """What is said of moves with these means and errors."""
    mean, variance = shrink(q, se, t2)
    return Moves(mean, np.sqrt(variance), *best(mean, variance, draws))


def true_values(kind: str, seed: int, games: int) -> np.ndarray:
    """Win chances of the moves of many positions."""
    rng = np.random.default_rng(seed)
    values = 0.5 + SD * rng.normal(size=(games, MOVES))
    if kind == "shifted":
        values += 0.1 * rng.normal(size=(games, 1))
    if kind == "blunders":
        values[:, :3] -= 0.06
    return np.clip(values, 0.02, 0.98)


def ucb(true: np.ndarray, playouts: int, seed: int, uniform: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Wins and visits of each move after so many playouts of every position, by UCB1 or evenly."""
    rng = np.random.default_rng(seed)
    wins, visits = np.zeros_like(true), np.zeros_like(true)
    rows = np.arange(len(true))
    for k in range(playouts):
        if uniform or k < MOVES:
            move = np.full(len(true), k % MOVES)
        else:
            move = (wins / visits + np.sqrt(2 * np.log(k) / visits)).argmax(axis=1)
        wins[rows, move] += rng.random(len(true)) < true[rows, move]
        visits[rows, move] += 1
    return wins, visits


def fitted_spread(kind: str) -> float:
    """t2 from uniform playouts of other positions."""
    wins, visits = ucb(true_values(kind, 99, 1_000), 800, 98, uniform=True)
    return spread(list(wins / visits), list(stderr(wins, visits)))


def chosen_move(kind: str, games: int) -> dict[str, float]:
    """Coverage and bias of the chosen move's value, calibration error of P(best), and the bias of the raw mean."""
    true, t2 = true_values(kind, 1, games), fitted_spread(kind)
    wins, visits = ucb(true, 3_200, 2)
    q, se = wins / visits, stderr(wins, visits)
    moves = [assess(q[k], se[k], t2, draws=512) for k in range(games)]
    chosen, rows = q.argmax(axis=1), np.arange(games)
    off = np.stack([m.mean for m in moves])[rows, chosen] - true[rows, chosen]
    error = np.stack([m.stderr for m in moves])[rows, chosen]
    p, is_best = np.stack([m.p_best for m in moves]), true == true.max(axis=1, keepdims=True)
    at = np.minimum((p * 10).astype(int), 9)
    ece = sum(abs(p[at == b].mean() - is_best[at == b].mean()) * (at == b).mean() for b in range(10) if (at == b).any())
    return {"covered": float(np.mean(abs(off) < 1.96 * error)), "bias": float(off.mean()), "ece": float(ece),
            "raw bias": float(np.mean(q[rows, chosen] - true[rows, chosen]))}


@pytest.mark.parametrize("kind", ("normal", "shifted", "blunders"))
def test_the_chosen_move_is_not_flattered(kind):
    found = chosen_move(kind, 1_000)
    if not 0.935 <= found["covered"] <= 0.965:
        found = chosen_move(kind, 10_000)
    assert 0.935 <= found["covered"] <= 0.965
    assert abs(found["bias"]) < 0.003
    assert found["raw bias"] > 0.005
    assert found["ece"] <= 0.04


def test_shrinkage_is_the_slow_formula():
    q, se, t2 = [0.5, 0.6, 0.4], [0.02, 0.05, 0.01], 0.03 ** 2
    weights = [1 / (t2 + s ** 2) for s in se]
    centre = sum(w * x for w, x in zip(weights, q, strict=True)) / sum(weights)
    mean, variance = shrink(q, se, t2)
    for k, (x, s) in enumerate(zip(q, se, strict=True)):
        assert mean[k] == pytest.approx(centre + (x - centre) * t2 / (t2 + s ** 2))
        expected = t2 * s ** 2 / (t2 + s ** 2) + (s ** 2 / (t2 + s ** 2)) ** 2 / sum(weights)
        assert variance[k] == pytest.approx(expected)


def test_what_is_certain_stays_as_it_is():
    mean, variance = shrink([1.0, 0.4], [0.0, 0.1], 0.0009)
    assert (mean[0], variance[0]) == (1.0, 0.0)
    mean, variance = shrink([0.7], [0.0], 0.0)
    assert (mean[0], variance[0]) == (0.7, 0.0)


def test_without_a_spread_all_moves_are_one():
    mean, _ = shrink([0.4, 0.6], [0.1, 0.1], 0.0)
    assert mean == pytest.approx([0.5, 0.5])


def test_p_best_of_two_moves_is_the_normal_law():
    chance, loss = best([0.52, 0.50], [0.0004, 0.0005])
    apart = 0.02 / 0.0009 ** 0.5
    assert chance[0] == pytest.approx(stats.norm.cdf(apart), abs=0.01)
    above = 0.0009 ** 0.5 * (stats.norm.pdf(apart) - apart * stats.norm.sf(apart))     # E max - the better mean
    assert loss == pytest.approx([above, above + 0.02], abs=0.0005)


def test_chances_sum_to_one_losses_are_not_negative_and_nothing_is_drawn_anew():
    q, se = np.linspace(0.4, 0.6, 40), np.full(40, 0.03)
    one, two = assess(q, se, 0.001), assess(q, se, 0.001)
    assert one.p_best.sum() == pytest.approx(1.0)
    assert one.loss.min() >= 0.0
    assert np.array_equal(one.p_best, two.p_best)
    assert one.p_best.argmax() == one.loss.argmin() == 39


def test_equal_moves_share_the_chance():
    chance, loss = best([0.5, 0.5, 0.3], [0.0, 0.0, 0.0])
    assert chance.tolist() == [0.5, 0.5, 0.0]
    assert loss == pytest.approx([0.0, 0.0, 0.2])


def test_moves_are_tied_unless_beaten_in_paired_playouts():
    rng = np.random.default_rng(5)
    luck = rng.normal(size=400)
    own = 0.2 * rng.normal(size=(3, 400))
    values = luck + own + np.array([[0.1], [0.09], [-0.1]])
    assert tied(values[0] - values).tolist() == [True, True, False]
    with pytest.raises(ValueError, match="2 playouts"):
        tied([[0.0]])


def test_few_visits_are_never_certain():
    assert stderr([0, 3], [3, 3]).min() > 0.1
    assert stderr([500], [1_000])[0] == pytest.approx(0.0158, abs=1e-4)


def test_the_spread_is_found_from_uniform_playouts():
    assert fitted_spread("normal") == pytest.approx(SD ** 2, rel=0.1)
    assert fitted_spread("shifted") == pytest.approx(SD ** 2, rel=0.1)      # of moves, not of positions
    with pytest.raises(ValueError, match="2 moves or more"):
        spread([np.array([0.5])], [np.array([0.1])])


def test_what_is_no_search_is_refused():
    for q, se, t2 in (([], [], 0.1), ([0.5], [0.1, 0.2], 0.1), ([0.5], [0.1], -1.0), ([0.5], [np.inf], 0.1)):
        with pytest.raises(ValueError, match="expected"):
            shrink(q, se, t2)
