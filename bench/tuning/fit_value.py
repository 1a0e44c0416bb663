"""Fit the weights of a game's linear value function, to how weighted playouts end or to games of a search.

    python -m bench fit_value burgundy --option boards=random --positions 140000
    python -m bench fit_value burgundy --option boards=random --agent mcts:400 --games 4000 --jobs 2

The first way needs nothing but the heuristics. The second learns from games that the search plays with the weights in
force (training.py), and starts from these. The model is that of core_ext/leaf.pyx: softmax over the seats of
weights . features. Newton's method finds the weights of least cross-entropy, with a little shrinkage. Works for any
game with `features`; prints the weights as JSON.
"""
from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

import numpy as np

from bench.tuning.training import Array, Inputs, Training, of_playouts, of_searches
from games.api import InputError
from games.options import read_options
from games.registry import load

CHUNK = 20_000      # positions summed up at a time
KEPT_BACK = 5       # one position in so many checks the fit; whole games on either side, but for the one that is cut


def expected(inputs: Inputs | Array, weights: Array) -> Array:
    """What the value function says: (positions, seats)."""
    z = inputs @ weights
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return np.asarray(e / e.sum(axis=1, keepdims=True))


def chunks(training: Training) -> Iterator[tuple[Array, Array]]:
    """Inputs and worth of so many positions at a time as are to be held in double precision."""
    for begin in range(0, len(training), CHUNK):
        yield training.inputs[begin:begin + CHUNK].astype(np.float64), training.worth[begin:begin + CHUNK]


def loss(training: Training, weights: Array) -> float:
    """Mean cross-entropy, in nats."""
    total = sum(-(worth * np.log(expected(inputs, weights) + 1e-12)).sum() for inputs, worth in chunks(training))
    return float(total / len(training))


def slopes(training: Training, weights: Array) -> tuple[Array, Array]:
    """Gradient (features) and Hessian (features, features) of the mean cross-entropy."""
    count = len(weights)
    slope, bend = np.zeros(count), np.zeros((count, count))
    for inputs, worth in chunks(training):
        p = expected(inputs, weights)
        weighted = p[..., None] * inputs
        mean = weighted.sum(axis=1)
        slope += (mean - np.einsum("ns,nsf->nf", worth, inputs)).sum(axis=0)
        bend += weighted.reshape(-1, count).T @ inputs.reshape(-1, count) - mean.T @ mean
    return slope / len(training), bend / len(training)


def fit(training: Training, near: Array, shrink: float, steps: int = 25) -> Array:
    """Weights of least cross-entropy + shrink / 2 * |weights - near|^2, by Newton's method; long steps are halved."""
    weights = near.copy()

    def target(w: Array) -> float:
        return loss(training, w) + shrink / 2 * float((w - near) @ (w - near))

    for _ in range(steps):
        slope, bend = slopes(training, weights)
        step = np.linalg.solve(bend + shrink * np.eye(len(weights)), slope + shrink * (weights - near))
        length, now = 1.0, target(weights)
        while target(weights - length * step) > now and length > 1e-6:
            length /= 2
        weights = weights - length * step
        if np.abs(length * step).max() < 1e-6:
            break
    return weights


def judged(training: Training, weights: Array) -> str:
    """How well these weights tell what positions are worth, in words."""
    found = expected(training.inputs, weights)[:, 0]
    close = np.corrcoef(found, training.worth[:, 0])[0, 1] if found.std() > 0 else 0.0
    return f"cross-entropy {loss(training, weights):.4f}, correlation {close:.3f}"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Fit the weights of a game's linear value function.")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, help="of playouts; searches play with two")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE of the game")
    parser.add_argument("--positions", type=int, default=20_000, help="of playouts")
    parser.add_argument("--each", type=int, default=10, help="positions from one playout")
    parser.add_argument("--trials", type=int, default=16, help="playouts that judge a position")
    parser.add_argument("--agent", help="learn from games of this search instead, such as mcts:400")
    parser.add_argument("--games", type=int, default=1000, help="of that search")
    parser.add_argument("--trust", type=float, default=0.9, help="lambda: in what became of a position, against "
                        "what the search thought of it a decision later")
    parser.add_argument("--shrink", type=float, default=1e-6, help="towards 0, or the weights the search plays with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="games at once")
    asked = parser.parse_args()
    try:
        run(asked)
    except InputError as error:
        parser.error(str(error))


def run(asked: argparse.Namespace) -> None:
    """Learn and print. Raises InputError for what there is not, or cannot be learned from."""
    game = load(asked.game)
    options = read_options(game, asked.option)
    start = game.start(asked.seats, options)
    if not start.features(0):
        raise InputError(f"game: found {asked.game}, which has no features, expected one with a value function")
    near = nothing = np.zeros(len(start.features(0)))
    if asked.agent:
        near = np.array(start.search_settings().get("weights", nothing))
        training = of_searches(asked.game, options, asked.agent, asked.games, asked.seed, asked.trust, asked.jobs)
    else:
        training = of_playouts(start, asked.positions, asked.each, asked.trials, asked.seed)
    taught, kept = training.split(len(training) - len(training) // KEPT_BACK)
    print(f"{len(kept)} positions kept back: {judged(kept, fit(taught, near, asked.shrink))}; with the weights before "
          f"{judged(kept, near)}; equal chances {judged(kept, nothing)}", file=sys.stderr)
    print(json.dumps([round(float(w), 4) for w in fit(training, near, asked.shrink)]))
