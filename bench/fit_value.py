"""Fit the weights of a game's linear value function to how its weighted playouts end.

    python -m bench.fit_value burgundy --option boards=random --positions 140000

Positions are taken at random from weighted playouts; what each is worth is the mean of the utilities of further
playouts from it. The model is that of core_ext/leaf.pyx: where utilities add up to 1, softmax over the seats of
weights . features; else a logit for each seat, of its features and the mean of the others'. Newton's method finds the
weights of least cross-entropy, with a little shrinkage. Works for any game with `features`; prints the weights as JSON.
"""
from __future__ import annotations

import argparse
import json
import random
import sys

import numpy as np
from numpy.typing import NDArray

import games
from core_ext.playout import playouts
from core_ext.state import State

Array = NDArray[np.float64]


def decisions(start: State, seed: int) -> list[State]:
    """A weighted playout: the position at each decision."""
    state, found, step = start.copy(), [], 0
    while not state.is_terminal():
        if state.is_chance():
            action = state.random_outcome(seed, step)
        else:
            found.append(state.copy())
            action = state.weighted_choice(seed, step)
        state.play(action)
        step += 1
    return found


def sample(start: State, positions: int, each: int, trials: int, seed: int) -> tuple[Array, Array]:
    """Inputs (positions, seats, features) and worth (positions, seats), `each` positions from one playout."""
    inputs: list[list[list[float]]] = []
    worth: list[Array] = []
    chance = random.Random(seed)
    while len(inputs) < positions:
        walk = decisions(start, chance.getrandbits(62))
        for state in chance.sample(walk, min(each, len(walk))):
            inputs.append([state.inputs(seat) for seat in range(state.seats)])
            worth.append(playouts(state, trials, chance.getrandbits(62))["utilities"].mean(axis=0))
        if sys.stderr.isatty():
            print(f"\r{len(inputs)} of {positions} positions", end="", file=sys.stderr)
    return np.array(inputs), np.array(worth)


def adds_up(worth: Array) -> bool:
    """Whether utilities add up to 1, so that one weight a feature is enough."""
    return bool(np.allclose(worth.sum(axis=1), 1, atol=1e-6))


def beside(inputs: Array) -> Array:
    """Each seat's features and then the mean of the others': (positions, seats, 2 features)."""
    others = (inputs.sum(axis=1, keepdims=True) - inputs) / (inputs.shape[1] - 1)
    return np.concatenate([inputs, others], axis=2)


def expected(inputs: Array, weights: Array) -> Array:
    """What the value function says: (positions, seats)."""
    if len(weights) == 2 * inputs.shape[2]:
        return np.asarray(1 / (1 + np.exp(-(beside(inputs) @ weights))))
    z = inputs @ weights
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return np.asarray(e / e.sum(axis=1, keepdims=True))


def loss(worth: Array, said: Array) -> float:
    """Mean cross-entropy of a position, in nats: of one choice among the seats, or of a yes or no for each seat."""
    found = worth * np.log(said + 1e-12)
    if not adds_up(worth):
        found += (1 - worth) * np.log(1 - said + 1e-12)
    return float(-found.sum(axis=1).mean())


def fit(inputs: Array, worth: Array, shrink: float = 1e-7, steps: int = 25) -> Array:
    """Weights of least cross-entropy + shrink / 2 * |weights|^2, by Newton's method, halving steps that overshoot."""
    softmax = adds_up(worth)
    seen = inputs if softmax else beside(inputs)
    count = seen.shape[2]
    weights = np.zeros(count)

    def target(w: Array) -> float:
        return loss(worth, expected(inputs, w)) + shrink / 2 * float(w @ w)

    for _ in range(steps):
        p = expected(inputs, weights)
        weighted = (p if softmax else p * (1 - p))[..., None] * seen
        slope = np.einsum("ns,nsf->f", p - worth, seen) / len(seen) + shrink * weights
        bend = weighted.reshape(-1, count).T @ seen.reshape(-1, count)
        if softmax:
            mean = weighted.sum(axis=1)
            bend -= mean.T @ mean
        step = np.linalg.solve(bend / len(seen) + shrink * np.eye(count), slope)
        length, now = 1.0, target(weights)
        while target(weights - length * step) > now and length > 1e-6:
            length /= 2
        weights = weights - length * step
        if np.abs(length * step).max() < 1e-6:
            break
    return weights


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Fit the weights of a game's linear value function.")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE of the game")
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--each", type=int, default=10, help="positions from one playout")
    parser.add_argument("--trials", type=int, default=16, help="playouts that judge a position")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    start = games.load(asked.game).start(asked.seats, dict(text.split("=", 1) for text in asked.option))
    if not start.inputs(0):
        parser.error(f"{asked.game} has no features")
    inputs, worth = sample(start, asked.positions, asked.each, asked.trials, asked.seed)
    cut = len(inputs) * 4 // 5              # whole playouts on either side, but for the one that is cut
    weights = fit(inputs[:cut], worth[:cut])
    said = expected(inputs[cut:], weights)
    close = np.corrcoef(said[:, 0], worth[cut:, 0])[0, 1]
    print(f"cross-entropy on positions kept back {loss(worth[cut:], said):.4f}, of one value for all "
          f"{loss(worth[cut:], np.full_like(said, worth.mean())):.4f}, correlation {close:.3f}", file=sys.stderr)
    print(json.dumps([round(float(w), 4) for w in fit(inputs, worth)]))


if __name__ == "__main__":
    main()
