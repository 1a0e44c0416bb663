"""Tune the numbers of Burgundy's heuristics by playouts in which each seat has its own numbers.

    python -m bench tune_burgundy tune --minutes 10 --out numbers.json    climb from games/burgundy/tuning.py
    python -m bench tune_burgundy compare a.json b.json                   weighted playouts of a against b
    python -m bench tune_burgundy duel a.json b.json --spec mcts:500      searches: one with a, one with b

A missing file (`-`) stands for tuning.py. Boards are random, and so is who starts: the two seats differ in nothing but
their numbers.
"""
from __future__ import annotations

import games
from bench.tuning.tuner import Tuning, command_line
from games.burgundy.tuning import HEURISTICS

BURGUNDY = Tuning(
    weights=HEURISTICS,
    tables=lambda: [games.load("burgundy").start(2, {"boards": "random"})],     # boards dealt anew in each playout
    units={"pace": 0.3, "horizon": 0.6, "blur": 0.4, "share": 0.08, "phase_share": 0.1, "opens": 0.015, "bonus": 0.2,
           "animal_next": 0.15, "mine_each": 0.3, "tile_points": 0.2, "ship_goods": 0.15, "warehouse": 0.15,
           "clear_same": 0.4, "clear_new": 0.4, "take_share": 0.08, "take_spaces": 0.2, "worker": 0.25,
           "worker_end": 0.25, "turn": 0.2, "sell_each": 0.15, "silver": 0.25, "silver_end": 0.25,
           "castle_near": 0.3, "castle_size": 0.3},
    fixed=("sharpness", "prior"),   # chosen by matches of searches: playouts alone would have it as sharp as can be
    least={"blur": 0.3, "pace": 0.3},
)

def main() -> None:
    """The command line."""
    command_line(BURGUNDY, "Tune the numbers of Burgundy's heuristics.")
