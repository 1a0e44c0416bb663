"""How many points ahead are worth two percentage points of the win, by greedy games: `Balance.matters` of a game.

Beside it stands what playouts from the start say, which is what games without such numbers go by.
"""
from __future__ import annotations

from typing import Annotated

import numpy as np
import typer

import games
from mcts.play import Task
from reports.experiments import matters
from reports.experiments.trials import Line


def run(game: Annotated[str, typer.Argument(help="a game")],
        count: Annotated[int, typer.Option("--games", help="of each number of seats")] = 1000, seed: int = 1) -> None:
    """A line for each number of seats."""
    for seats in games.load(game).seats:
        played = [Line(Task(game, seats, {}, seed, ("greedy",) * seats, number=n, block=n)).play_out().finished()
                  for n in range(count)]
        found = matters.of_games(np.array([each.scores for each in played]), np.array([each.wins for each in played]))
        print(f"{game}, {seats} seats: {found:.3f} points by {count:,} games of greedy, "
              f"{matters.by_playouts(game, seats):.3f} by {matters.PLAYOUTS} playouts", flush=True)
