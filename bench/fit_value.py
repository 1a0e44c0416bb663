"""Fit the weights of a game's linear value function to how its weighted playouts end.

    python -m bench.fit_value burgundy --option boards=random --positions 140000

Positions are taken at random from weighted playouts; what each is worth is the mean of the utilities of further
playouts from it. The model is that of core_ext/leaf.pyx: softmax over the seats of weights . features. Newton's method
finds the weights of least cross-entropy, with a little shrinkage. Works for any game with `features`; prints the
weights as JSON.
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
    """Inputs (positions, seats, features) and worth (positions, seats), `each` positions from one playout.

    Worth is scaled to sum to 1 over the seats.
    """
    inputs: list[list[list[float]]] = []
    worth: list[Array] = []
    chance = random.Random(seed)
    while len(inputs) < positions:
        walk = decisions(start, chance.getrandbits(62))
        for state in chance.sample(walk, min(each, len(walk))):
            inputs.append([state.inputs(seat) for seat in range(state.seats)])
            mean = playouts(state, trials, chance.getrandbits(62))["utilities"].mean(axis=0)
            worth.append(mean / mean.sum())
        if sys.stderr.isatty():
            print(f"\r{len(inputs)} of {positions} positions", end="", file=sys.stderr)
    return np.array(inputs), np.array(worth)


def expected(inputs: Array, weights: Array) -> Array:
    """What the value function says: (positions, seats)."""
    z = inputs @ weights
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return np.asarray(e / e.sum(axis=1, keepdims=True))


def loss(inputs: Array, worth: Array, weights: Array) -> float:
    """Mean cross-entropy, in nats."""
    return float(-(worth * np.log(expected(inputs, weights) + 1e-12)).sum(axis=1).mean())


def fit(inputs: Array, worth: Array, shrink: float = 1e-7, steps: int = 25) -> Array:
    """Weights of least cross-entropy + shrink / 2 * |weights|^2, by Newton's method, halving steps that overshoot."""
    count = inputs.shape[2]
    weights = np.zeros(count)

    def target(w: Array) -> float:
        return loss(inputs, worth, w) + shrink / 2 * float(w @ w)

    for _ in range(steps):
        p = expected(inputs, weights)
        weighted = p[..., None] * inputs
        mean = weighted.sum(axis=1)
        slope = (mean - np.einsum("ns,nsf->nf", worth, inputs)).mean(axis=0) + shrink * weights
        bend = (weighted.reshape(-1, count).T @ inputs.reshape(-1, count) - mean.T @ mean) / len(inputs)
        step = np.linalg.solve(bend + shrink * np.eye(len(weights)), slope)
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
    nothing = np.zeros_like(weights)
    close = np.corrcoef(expected(inputs[cut:], weights)[:, 0], worth[cut:, 0])[0, 1]
    print(f"cross-entropy on positions kept back {loss(inputs[cut:], worth[cut:], weights):.4f}, "
          f"of equal chances {loss(inputs[cut:], worth[cut:], nothing):.4f}, correlation {close:.3f}", file=sys.stderr)
    print(json.dumps([round(float(w), 4) for w in fit(inputs, worth)]))


if __name__ == "__main__":
    main()
