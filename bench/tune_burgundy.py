"""Tune the numbers of Burgundy's heuristics by playouts in which each seat has its own numbers.

    python -m bench.tune_burgundy tune --minutes 10 --out taste.json      climb from games/burgundy/tuning.py
    python -m bench.tune_burgundy compare a.json b.json                   weighted playouts of a against b
    python -m bench.tune_burgundy duel a.json b.json --spec mcts:500      searches: one with a, one with b

A missing file (`-`) stands for tuning.py. Boards are random, and so is who starts: the two seats differ in nothing but
their numbers.
"""
from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

import games
from bench.duels import duel_of_searches
from bench.evolution import Adam, Vector, gradient
from core_ext.playout import playouts
from games.burgundy.state import BurgundyState
from games.burgundy.tuning import TASTE

# What counts as one step of a number: the noise of the climb is measured in it.
UNITS = {"pace": 0.3, "horizon": 0.6, "blur": 0.4, "share": 0.08, "phase_share": 0.1, "opens": 0.015, "bonus": 0.2,
         "animal_next": 0.15, "mine_each": 0.3, "tile_points": 0.2, "ship_goods": 0.15, "warehouse": 0.15,
         "clear_same": 0.4, "clear_new": 0.4, "take_share": 0.08, "take_spaces": 0.2, "worker": 0.25,
         "worker_end": 0.25, "turn": 0.2, "sell_each": 0.15, "silver": 0.25, "silver_end": 0.25,
         "castle_near": 0.3, "castle_size": 0.3}
UNIT = 0.6
FIXED = ("sharpness", "prior")          # chosen by matches of searches: playouts alone would have it as sharp as can be
LEAST = {"blur": 0.3, "pace": 0.3}


def paths(taste: dict[str, Any]) -> list[tuple[str, Any]]:
    """Where the tuned numbers stand: (name, None), or (name, place in its list or dict)."""
    found: list[tuple[str, Any]] = []
    for name, value in taste.items():
        if name in FIXED:
            continue
        keys = range(len(value)) if isinstance(value, list) else value if isinstance(value, dict) else (None,)
        found += [(name, key) for key in keys]
    return found


def vector(taste: dict[str, Any]) -> Vector:
    """The tuned numbers in units."""
    return np.array([(taste[name] if key is None else taste[name][key]) / UNITS.get(name, UNIT)
                     for name, key in paths(taste)])


def taste_of(at: Vector, like: dict[str, Any]) -> dict[str, Any]:
    """The inverse of `vector`, the fixed numbers as in `like`."""
    taste = json.loads(json.dumps(like))
    for x, (name, key) in zip(at, paths(like), strict=True):
        number = max(float(x) * UNITS.get(name, UNIT), LEAST.get(name, -np.inf))
        if key is None:
            taste[name] = number
        else:
            taste[name][key] = number
    return taste


def start() -> BurgundyState:
    """Two seats, boards dealt at random in each playout."""
    state = games.load("burgundy").start(2, {"boards": "random"})
    assert isinstance(state, BurgundyState)
    return state


def margins(state: BurgundyState, a: dict[str, Any], b: dict[str, Any], n: int, seed: int) -> Vector:
    """Score of seat 0, who has taste a, less that of seat 1, who has b, in each of n weighted playouts."""
    state.set_taste(a, 0)
    state.set_taste(b, 1)
    scores = playouts(state, n, seed)["scores"]
    return np.asarray(scores[:, 0] - scores[:, 1])


def climb(taste: dict[str, Any], minutes: float, seed: int, directions: int, games_each: int, spread: float,
          rate: float) -> dict[str, Any]:
    """Follow the slope of the mean margin for so long; the mean of the last half's points, which averages noise out."""
    state, rng, adam, at = start(), np.random.default_rng(seed), Adam(rate), vector(taste)
    begun, steps = time.monotonic(), 0
    seen: list[Vector] = []

    def duel(a: Vector, b: Vector) -> float:
        found = margins(state, taste_of(a, taste), taste_of(b, taste), games_each, int(rng.integers(2**62)))
        return float(np.clip(found, -80, 80).mean())

    while time.monotonic() - begun < 60 * minutes:
        at = at + adam.step(gradient(at, duel, directions, spread, rng))
        steps += 1
        seen = [*seen, at][-max(10, steps // 4):]
        if steps % 10 == 0:
            now = taste_of(np.mean(seen, axis=0), taste)
            took = time.monotonic() - begun
            print(f"{took:6.0f} s, step {steps}: against the start {report(now, taste, 2000)}", flush=True)
    return rounded(taste_of(np.mean(seen, axis=0), taste))


def rounded(value: Any) -> Any:
    """Three decimals are more than the noise allows."""
    if isinstance(value, dict):
        return {key: rounded(x) for key, x in value.items()}
    return [rounded(x) for x in value] if isinstance(value, list) else round(value, 3)


def report(a: dict[str, Any], b: dict[str, Any], n: int, seed: int = 1) -> str:
    """Margin of a over b in weighted playouts, with its standard error, and the mean scores."""
    state = start()
    found = margins(state, a, b, n, seed)
    state.set_taste(a)
    own = playouts(state, n, seed + 1)["scores"].mean()
    return f"{found.mean():+.2f} +- {found.std() / n**0.5:.2f} points a game, among themselves {own:.1f} a seat"


def read(path: str) -> dict[str, Any]:
    """A taste from a file, or with `-` that of tuning.py; a file may tell a part only."""
    given: dict[str, Any] = {} if path == "-" else json.loads(Path(path).read_text())
    return {**TASTE, **given}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Tune the numbers of Burgundy's heuristics.")
    commands = parser.add_subparsers(dest="command", required=True)
    tune = commands.add_parser("tune")
    tune.add_argument("--start", default="-")
    tune.add_argument("--out", required=True)
    tune.add_argument("--minutes", type=float, default=10.0)
    tune.add_argument("--directions", type=int, default=300)
    tune.add_argument("--games", type=int, default=48)
    tune.add_argument("--spread", type=float, default=0.7)
    tune.add_argument("--rate", type=float, default=0.1)
    tune.add_argument("--seed", type=int, default=1)
    for name in ("compare", "duel"):
        two = commands.add_parser(name)
        two.add_argument("a")
        two.add_argument("b")
        two.add_argument("--seed", type=int, default=1)
        two.add_argument("--games", type=int, default=20_000 if name == "compare" else 60)
        if name == "duel":
            two.add_argument("--spec", default="mcts:500")
            two.add_argument("--spec-b", default="")
    asked = parser.parse_args()
    if asked.command == "tune":
        found = climb(read(asked.start), asked.minutes, asked.seed, asked.directions, asked.games, asked.spread,
                      asked.rate)
        Path(asked.out).write_text(json.dumps(found, indent=1))
    elif asked.command == "compare":
        print(report(read(asked.a), read(asked.b), asked.games, asked.seed))
    else:
        specs = asked.spec, asked.spec_b or asked.spec
        print(duel_of_searches((read(asked.a), read(asked.b)), specs, asked.games, asked.seed))


if __name__ == "__main__":
    main()
