"""Tune the numbers of 504's heuristics by playouts in which seats have different numbers, in many worlds at once.

    python -m bench tune_world504 tune --minutes 20 --out numbers.json     climb from games/world504/tuning.py
    python -m bench tune_world504 compare a.json b.json                    weighted playouts of a against b
    python -m bench tune_world504 duel a.json b.json --spec mcts:100       searches of two seats: one with a, one with b

A missing file (`-`) stands for tuning.py. Tables have two seats and a world each. Worlds count points, money, cities or
goods, so it is utility that is tuned for. The worlds that `worlds_skill --sample 30 --seed 7` draws are left out:
they test what the numbers are good for.
"""
from __future__ import annotations

import random

import games
from bench.tuning.tuner import Tuning, command_line
from core_ext.state import State
from games.world504.conditions import worlds
from games.world504.tuning import HEURISTICS

WORLDS = 90                 # that are played
TEST, TEST_SEED = 30, 7     # how many are kept for the test, and what draws them


def learned_in() -> list[str]:
    """The worlds that are played."""
    kept = set(random.Random(TEST_SEED).sample(worlds(), TEST))
    return sorted(random.Random(TEST_SEED + 1).sample([world for world in worlds() if world not in kept], WORLDS))


def tables() -> list[State]:
    """The start in each of them."""
    return [games.load("world504").start(2, {"world": world}) for world in learned_in()]


WORLD504 = Tuning(
    weights=HEURISTICS,
    tables=tables,
    units={},
    unit=0.25,
    # how long games are is counted; playouts alone would be as sharp as can be; privileges are many and rarely bought
    fixed=("prior", "sharpness", "usual_rounds", "privilege"),
    logarithms=True,
    far=8.0,
    outcome="utilities",
)


def main() -> None:
    """The command line."""
    command_line(WORLD504, "Tune the numbers of 504's heuristics.")
