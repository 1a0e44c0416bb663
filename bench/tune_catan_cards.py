"""Tune the numbers of the heuristics of CATAN's card game by playouts in which each seat has its own numbers.

    python -m bench.tune_catan_cards tune --minutes 10 --out taste.json     climb from games/catan_cards/tuning.py
    python -m bench.tune_catan_cards compare a.json b.json                  weighted playouts: share of wins of a

A missing file (`-`) stands for tuning.py. Games of 2, 3 and 4 seats in turn; the start seat is drawn, so that the seats
differ in nothing but their numbers. All numbers are above 0 and are tuned by their logarithms.
"""
from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

import games
from bench.evolution import Adam, Vector, gradient
from core_ext.playout import playouts
from games.catan_cards.state import CatanState
from games.catan_cards.tuning import TASTE

FIXED = ("winning", "prior")        # what wins is always done; priors are chosen by matches of searches
UNIT = 0.4                          # one step of a logarithm
FAR = 2.0                           # how far a logarithm may stray from its start: playouts are to stay varied
SEATS = (2, 3, 4)


def paths(taste: dict[str, Any]) -> list[tuple[str, Any]]:
    """Where the tuned numbers stand: (name, None), or (name, place in its list)."""
    return [(name, key) for name, value in taste.items() if name not in FIXED
            for key in (range(len(value)) if isinstance(value, list) else (None,))]


def vector(taste: dict[str, Any]) -> Vector:
    """Logarithms of the tuned numbers, in units."""
    return np.array([np.log(taste[name] if key is None else taste[name][key]) / UNIT for name, key in paths(taste)])


def taste_of(at: Vector, like: dict[str, Any]) -> dict[str, Any]:
    """The inverse of `vector`, the fixed numbers as in `like`."""
    taste = json.loads(json.dumps(like))
    for x, (name, key) in zip(at, paths(like), strict=True):
        number = float(f"{np.exp(x * UNIT):.3g}")
        if key is None:
            taste[name] = number
        else:
            taste[name][key] = number
    return taste


def start(seats: int) -> CatanState:
    """The start of a game."""
    state = games.load("catan_cards").start(seats)
    assert isinstance(state, CatanState)
    return state


def advantage(state: CatanState, a: dict[str, Any], b: dict[str, Any], n: int, seed: int) -> Vector:
    """Utility of the seats with taste a less that of those with b, in weighted playouts; each seat has a in half."""
    found, seats = [], state.seats
    for first in range(2):
        for seat in range(seats):
            state.set_taste(b if (seat + first) % 2 else a, seat)
        mine = [seat for seat in range(seats) if (seat + first) % 2 == 0]
        utilities = playouts(state, n // 2, seed + first)["utilities"]
        others = [seat for seat in range(seats) if seat not in mine]
        found.append(utilities[:, mine].mean(axis=1) - utilities[:, others].mean(axis=1))
    return np.concatenate(found)


def climb(taste: dict[str, Any], minutes: float, seed: int, directions: int, games_each: int, spread: float,
          rate: float) -> dict[str, Any]:
    """Follow the slope of the mean advantage for so long; the mean of the last quarter's points."""
    states, rng, adam, origin = [start(n) for n in SEATS], np.random.default_rng(seed), Adam(rate), vector(taste)
    begun, steps, at = time.monotonic(), 0, vector(taste)
    seen: list[Vector] = []

    def duel(a: Vector, b: Vector) -> float:
        state = states[int(rng.integers(len(states)))]
        found = advantage(state, taste_of(a, taste), taste_of(b, taste), games_each, int(rng.integers(2**62)))
        return float(found.mean())

    while time.monotonic() - begun < 60 * minutes:
        at = at + adam.step(gradient(at, duel, directions, spread, rng))
        at = np.clip(at, origin - FAR / UNIT, origin + FAR / UNIT)
        steps += 1
        seen = [*seen, at][-max(10, steps // 4):]
        if steps % 10 == 0:
            now = taste_of(np.mean(seen, axis=0), taste)
            took = time.monotonic() - begun
            print(f"{took:6.0f} s, step {steps}: against the start {report(now, taste, 1000)}", flush=True)
    return taste_of(np.mean(seen, axis=0), taste)


def report(a: dict[str, Any], b: dict[str, Any], n: int, seed: int = 1) -> str:
    """Advantage in utility of a over b in n weighted playouts of each number of seats, with standard errors."""
    words = []
    for seats in SEATS:
        found = advantage(start(seats), a, b, n, seed)
        words.append(f"{seats} seats {found.mean():+.3f} +- {found.std() / len(found)**0.5:.3f}")
    return ", ".join(words)


def read(path: str) -> dict[str, Any]:
    """A taste from a file, or with `-` that of tuning.py; a file may tell a part only."""
    given: dict[str, Any] = {} if path == "-" else json.loads(Path(path).read_text())
    return {**TASTE, **given}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Tune the numbers of the heuristics of CATAN's card game.")
    commands = parser.add_subparsers(dest="command", required=True)
    tune = commands.add_parser("tune")
    tune.add_argument("--start", default="-")
    tune.add_argument("--out", required=True)
    tune.add_argument("--minutes", type=float, default=10.0)
    tune.add_argument("--directions", type=int, default=150)
    tune.add_argument("--games", type=int, default=16)
    tune.add_argument("--spread", type=float, default=0.7)
    tune.add_argument("--rate", type=float, default=0.15)
    tune.add_argument("--seed", type=int, default=1)
    compare = commands.add_parser("compare")
    compare.add_argument("a")
    compare.add_argument("b")
    compare.add_argument("--games", type=int, default=10_000)
    compare.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.command == "tune":
        found = climb(read(asked.start), asked.minutes, asked.seed, asked.directions, asked.games, asked.spread,
                      asked.rate)
        Path(asked.out).write_text(json.dumps(found, indent=1))
    else:
        print(report(read(asked.a), read(asked.b), asked.games, asked.seed))


if __name__ == "__main__":
    main()
