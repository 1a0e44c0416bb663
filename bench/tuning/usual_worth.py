"""What a value function's sum usually is for a seat of Burgundy after so many rounds, and its points at the end.

    python -m bench usual_worth --seats 2 --games 400

Prints what games/burgundy/tuning.py has as USUAL_POINTS and USUAL_WORTH: means of games of searches among themselves.
"""
from __future__ import annotations

import argparse

import numpy as np

import games
from mcts.agents import make


def usual(agent: str, seats: int, number: int, seed: int) -> tuple[float, list[float]]:
    """(points, sums by rounds played) of a seat: means over decisions and seats of games on random boards."""
    player = make(agent)
    points, sums, counts = 0.0, np.zeros(26), np.zeros(26)
    for game in range(number):
        state, step = games.load("burgundy").start(seats, {"boards": "random"}), 0
        weights = np.array(state.search_settings()["weights"])
        while True:
            at = state.raw()
            if state.is_terminal() or not state.is_chance_node():
                played = 25 if state.is_terminal() else 5 * at["phase"] + at["round"]
                sums[played] += np.mean([weights @ state.features(seat) for seat in range(seats)])
                counts[played] += 1
            if state.is_terminal():
                break
            step += 1
            state.apply_action(state.keyed_chance(seed, game) if state.is_chance_node() else
                       player.choose(state, (seed * number + game) * 100_000 + step))
        points += np.mean(state.scores()) / number
    return points, list(np.round(sums / counts, 2))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="What a seat of Burgundy usually has.")
    parser.add_argument("--agent", default="mcts:100")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    points, worth = usual(asked.agent, asked.seats, asked.games, asked.seed)
    print(f"points {points:.1f}, worth {[float(x) for x in worth]}")
