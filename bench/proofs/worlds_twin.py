"""504: whole games of the compiled rules and of the slow ones, side by side, in every world that can be played."""
from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Annotated

import typer

from games.world504.conditions import worlds
from tests.games.world504.twin_compare import Both

ROOT = Path(__file__).resolve().parents[2]
Game = tuple[str, int, int, int]            # world, seats, seed, most rounds


def compared(game: Game) -> tuple[int, str]:
    """Answers of one game, and in words where the two sides differ; empty where they do not."""
    world, seats, seed, rounds = game
    both = Both(world, seats, seed, rounds)
    try:
        found = both.disagreement()
    except (AssertionError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        found = f"{type(error).__name__}: {error}"
    last = ", ".join(both.path[-3:])
    return len(both.path), f"{world}, {seats} seats, seed {seed}, after {last}: {found}" if found else ""


Only = Annotated[list[str] | None, typer.Option("--world", help="Only these worlds.")]
Games = Annotated[int, typer.Option(min=1, help="Games of each world and number of seats.")]
Rounds = Annotated[int, typer.Option(min=1, help="A game stops after so many rounds.")]
Jobs = Annotated[int, typer.Option(min=1, help="Processes.")]


def run(games: Games = 1, world: Only = None, rounds: Rounds = 12, seed: int = 1, jobs: Jobs = 1) -> None:
    """Play each world with 2, 3 and 4 seats by luck, and say where the two sides differ (status 1 then).

    Example: python -m bench worlds_twin --games 2 --jobs 2
    """
    begun = time.perf_counter()
    tables = [(code, seats, seed + number, rounds)
              for code in world or worlds() for seats in (2, 3, 4) for number in range(games)]
    answers, differing = 0, 0
    with ProcessPoolExecutor(jobs) as pool:
        for given, words in pool.map(compared, tables, chunksize=4):
            answers += given
            differing += bool(words)
            if words:
                print(words, flush=True)
    print(f"{len(tables)} games with {answers} answers; {differing} differ ({time.perf_counter() - begun:.0f} s).")
    if differing:
        sys.exit(1)
