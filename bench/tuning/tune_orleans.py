"""Tune the numbers of Orléans' heuristics by playouts in which seats have different numbers.

    python -m bench tune_orleans tune --minutes 10 --out numbers.json     climb from games/orleans/tuning.py
    python -m bench tune_orleans compare a.json b.json                    weighted playouts of a against b
    python -m bench tune_orleans duel a.json b.json --spec mcts:200       searches of two seats: one with a, one with b

A missing file (`-`) stands for tuning.py. Tables have two, three and four seats, and who starts is drawn.
"""
from __future__ import annotations

import games
from bench.tuning.tuner import Tuning, command_line
from games.orleans.tuning import HEURISTICS

ORLEANS = Tuning(
    weights=HEURISTICS,
    tables=lambda: [games.load("orleans").start(seats) for seats in (2, 3, 4)],
    units={"same": 0.1, "wanted": 0.15, "monk": 0.05, "short_crew": 0.05, "full_crew": 0.02, "draw": 0.15,
           "draw_short": 0.08, "draw_none": 0.05, "technology": 0.05, "tile": 0.12, "census": 0.02, "trading": 0.05,
           "step_ahead": 0.15, "pace": 0.08, "draw_same": 0.1, "food": 0.1, "step": 0.1, "station": 0.25,
           "boatman": 0.05, "town_ready": 0.4, "town_ahead": 0.08, "town_near": 0.05, "guild_ahead": 0.1,
           "citizen": 0.15, "step_least": 0.1, "send_second": 0.2, "bath": 0.4, "place_least": 0.25,
           "send_least": 0.25, "place_base": 0.1, "place_use": 0.4, "tile_worth": 0.5, "early": 0.5, "late": 0.4},
    # sharpness, prior, blur and what asides get are chosen by matches of searches: playouts alone would have them as
    # sharp as can be; `crew` is a factor of all of `wanted`
    fixed=("sharpness", "prior", "blur", "aside", "unplanned", "crew"),
    least={"same": 0.2, "place_base": 0.02, "pace": 0.0},
)

def main() -> None:
    """The command line."""
    command_line(ORLEANS, "Tune the numbers of Orléans' heuristics.")
