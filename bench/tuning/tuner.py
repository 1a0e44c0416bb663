"""Numbers of heuristics tuned by playouts in which seats have different ones: what the games' scripts share."""
from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from bench.tuning.duels import duel_of_searches
from bench.tuning.evolution import Adam, Vector, gradient
from core_ext.playout import playouts
from core_ext.state import State

Weights = dict[str, Any]
FEW = 5                     # tables of which a report says each by itself


@dataclass(frozen=True)
class Tuning:
    """A game whose numbers are tuned."""

    weights: Weights            # those in force: numbers, lists and dicts of numbers
    tables: Callable[[], Sequence[State]]   # what is played, each as often; seats differ in nothing but their numbers
    units: Mapping[str, float]  # what counts as one step of a number: the noise of the climb is measured in it
    unit: float = 0.6                       # of those not named
    fixed: tuple[str, ...] = ()             # chosen otherwise
    least: Mapping[str, float] = field(default_factory=dict)
    logarithms: bool = False                # numbers above 0, whose logarithms are tuned; units are of these
    far: float = np.inf                     # units that a number may stray from its start, so that playouts stay varied
    outcome: str = "scores"                 # what is to be won, as `playouts` names it: points, or "utilities"

    def paths(self) -> list[tuple[str, Any]]:
        """Where the tuned numbers stand: (name, None), or (name, place in its list or dict)."""
        found: list[tuple[str, Any]] = []
        for name, value in self.weights.items():
            if name in self.fixed:
                continue
            keys = range(len(value)) if isinstance(value, list) else value if isinstance(value, dict) else (None,)
            found += [(name, key) for key in keys]
        return found

    def vector(self, weights: Weights) -> Vector:
        """The tuned numbers, or their logarithms, in units."""
        numbers = [(weights[name] if key is None else weights[name][key], self.units.get(name, self.unit))
                   for name, key in self.paths()]
        return np.array([(np.log(x) if self.logarithms else x) / unit for x, unit in numbers])

    def weights_of(self, at: Vector, like: Weights) -> Weights:
        """The inverse of `vector`, the fixed numbers as in `like`."""
        weights: Weights = json.loads(json.dumps(like))
        for x, (name, key) in zip(at, self.paths(), strict=True):
            number = float(x) * self.units.get(name, self.unit)
            number = max(float(np.exp(number)) if self.logarithms else number, self.least.get(name, -np.inf))
            if key is None:
                weights[name] = number
            else:
                weights[name][key] = number
        return weights

    def climb(self, weights: Weights, minutes: float, seed: int, directions: int, games_each: int, spread: float,
              rate: float) -> Weights:
        """Follow the slope of the mean margin for so long. Returns the mean of the last quarter's points."""
        tables, rng, adam, at = self.tables(), np.random.default_rng(seed), Adam(rate), self.vector(weights)
        begun, steps, origin = time.monotonic(), 0, at
        seen: list[Vector] = []

        def duel(a: Vector, b: Vector) -> float:
            table = tables[int(rng.integers(len(tables)))] if len(tables) > 1 else tables[0]
            sides = self.weights_of(a, weights), self.weights_of(b, weights)
            return float(np.clip(self.margins(table, *sides, games_each, int(rng.integers(2**62))), -80, 80).mean())

        while time.monotonic() - begun < 60 * minutes:
            at = at + adam.step(gradient(at, duel, directions, spread, rng))
            at = np.clip(at, origin - self.far, origin + self.far)
            steps += 1
            seen = [*seen, at][-max(10, steps // 4):]
            if steps % 10 == 0:
                now = self.weights_of(np.mean(seen, axis=0), weights)
                took = time.monotonic() - begun
                print(f"{took:6.0f} s, step {steps}: against the start {self.report(now, weights, 2000)}", flush=True)
        return cast(Weights, rounded(self.weights_of(np.mean(seen, axis=0), weights)))

    def margins(self, state: State, a: Weights, b: Weights, n: int, seed: int) -> Vector:
        """Mean outcome of the seats with weights `a` less that of those with `b`, in each of n weighted playouts.

        Seats take turns; where their number is odd, half of the playouts give one seat more to the other side.
        """
        found, half = [], n if state.seats % 2 == 0 else n // 2
        for other in range(1 + state.seats % 2):
            first = np.arange(state.seats) % 2 == other
            for seat in range(state.seats):
                state.set_heuristic_weights(a if first[seat] else b, seat)
            outcome = playouts(state, half, seed, first=other * half)[self.outcome]
            found.append(outcome[:, first].mean(axis=1) - outcome[:, ~first].mean(axis=1))
        return np.concatenate(found)

    def report(self, a: Weights, b: Weights, n: int, seed: int = 1) -> str:
        """Margin of a over b in weighted playouts, with its standard error, and a's mean outcome: by table, n games of
        each, or of more than FEW tables pooled, n games in all.
        """
        tables, margins, own = self.tables(), [], []
        each = n if len(tables) <= FEW else max(2, n // len(tables))
        for state in tables:
            margins.append(self.margins(state, a, b, each, seed))
            state.set_heuristic_weights(a)
            own.append(playouts(state, each, seed + 1)["scores"].mean())
        if len(tables) > FEW:
            margins, own = [np.concatenate(margins)], [np.mean(own)]
        return "; ".join(f"{found.mean():+.3g} +- {found.std() / len(found)**0.5:.2g} {self.outcome} a game, among "
                         f"themselves {points:.1f} points a seat" for found, points in zip(margins, own, strict=True))

    def read(self, path: str) -> Weights:
        """Weights from a file, or with `-` those in force; a file may give only some of them."""
        given: Weights = {} if path == "-" else json.loads(Path(path).read_text())
        return {**self.weights, **given}


def rounded(value: Any) -> Any:
    """Three decimals are more than the noise allows."""
    if isinstance(value, dict):
        return {key: rounded(x) for key, x in value.items()}
    return [rounded(x) for x in value] if isinstance(value, list) else round(value, 3)


def command_line(tuning: Tuning, about: str) -> None:
    """The command line of a game's script."""
    parser = argparse.ArgumentParser(description=about)
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
    tune.add_argument("--keep", default="", help="names of numbers that stay as the start has them, with commas")
    for name in ("compare", "duel"):
        two = commands.add_parser(name)
        two.add_argument("a")
        two.add_argument("b")
        two.add_argument("--seed", type=int, default=1)
        two.add_argument("--games", type=int, default=20_000 if name == "compare" else 60)
        if name == "duel":
            two.add_argument("--spec", default="mcts:500")
            two.add_argument("--spec-b", default="")
            two.add_argument("--seats", type=int, help="the first in one of them, the second in all others")
    asked = parser.parse_args()
    if asked.command == "tune":
        kept = (*tuning.fixed, *filter(None, asked.keep.split(",")))
        found = replace(tuning, fixed=kept).climb(tuning.read(asked.start), asked.minutes, asked.seed, asked.directions,
                                                  asked.games, asked.spread, asked.rate)
        Path(asked.out).write_text(json.dumps(found, indent=1))
    elif asked.command == "compare":
        print(tuning.report(tuning.read(asked.a), tuning.read(asked.b), asked.games, asked.seed))
    else:
        specs = asked.spec, asked.spec_b or asked.spec
        table = next(table for table in tuning.tables() if asked.seats in (None, table.seats))
        print(duel_of_searches(table, (tuning.read(asked.a), tuning.read(asked.b)), specs, asked.games,
                               asked.seed))
