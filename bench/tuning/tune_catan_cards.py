"""Tune the numbers of the heuristics of CATAN's card game by playouts in which seats have different numbers.

    python -m bench tune_catan_cards tune --minutes 10 --out numbers.json  climb from games/catan_cards/tuning.py
    python -m bench tune_catan_cards compare a.json b.json                 weighted playouts of a against b
    python -m bench tune_catan_cards duel a.json b.json --spec mcts:200    searches of two seats: one with a, one with b

A missing file (`-`) stands for tuning.py. Tables have two, three and four seats, and who starts is drawn. The game is a
race to ten points, so it is utility that is tuned for.
"""
from __future__ import annotations

import games
from bench.tuning.tuner import Tuning, command_line
from games.catan_cards.tuning import HEURISTICS

CARDS = Tuning(
    weights=HEURISTICS,
    tables=lambda: [games.load("catan_cards").start(seats) for seats in (2, 3, 4)],
    units={},
    unit=0.4,
    fixed=("winning", "prior"),         # what wins is always done; priors are chosen by matches of searches
    logarithms=True,
    far=5.0,
    outcome="utilities",
)

def main() -> None:
    """The command line."""
    command_line(CARDS, "Tune the numbers of the heuristics of CATAN's card game.")
