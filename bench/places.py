"""Places in turn order under random play: what `balance --items seats` measures, against games played apart.

    python -m bench.places [--games 100000] [--only pig,burgundy] [--out bench/results/places.md]

The games apart are played by another loop, with the search's streams, one by one and without blocks: the first turn
order is noted, and each place's margin and win share. A line is a game with one number of seats. The exit status is 1
where a place differs by more than 4 standard errors of the difference.
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import games
from games.api import Game
from reports.experiments.question import Question, make_plan
from reports.experiments.results import results
from reports.experiments.run import balance, open_balance

LIMIT = 4.0         # standard errors: of some 60 comparisons one passes it by chance in 250 tables
HEAD = ("| game | seats | place | margin, balance | margin, apart | z | win, balance | win, apart | z |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |")


def apart(game: Game, seats: int, count: int) -> dict[str, np.ndarray]:
    """Margins and win shares [game, place] of games of random moves."""
    found: dict[str, list[np.ndarray]] = {"margin": [], "win": []}
    for number in range(count):
        state, step, order = game.start(seats), 0, list[int]()
        while not state.is_terminal():
            chance = state.is_chance_node()
            if not chance and not order:
                order = list(game.order(state) or ())
            state.apply_action(state.sample_chance(number, step) if chance else state.random_action(number, step))
            step += 1
        scores = np.array(state.scores())[order]
        found["margin"].append(scores - (scores.sum() - scores) / (seats - 1))
        found["win"].append(np.array(state.win_shares())[order] - 1 / seats)
    return {name: np.array(each) for name, each in found.items()}


def compared(name: str, seats: int, count: int) -> tuple[list[str], float]:
    """A line of the table a place, and the largest z."""
    game, lines, largest = games.load(name), list[str](), 0.0
    with TemporaryDirectory() as folder:
        balance(Path(folder) / "run", make_plan(Question(name, "seats", agents=["random"], seats=seats, games=count)))
        run, plan = open_balance(Path(folder) / "run")
        rows = {(r.item, r.outcome): r for r in results(plan, run)[0]}
    other = apart(game, seats, count)
    for at, place in enumerate(plan.items):
        cells = []
        for outcome, scale in (("margin", 1), ("win", 100)):
            row, x = rows[place, outcome], other[outcome][:, at]
            error = np.hypot(0.0 if np.isnan(row.stderr) else row.stderr, x.std(ddof=1) / len(x) ** 0.5)
            z = (row.estimate - x.mean()) / error if error > 0 else 0.0
            largest = max(largest, abs(z))
            cells += [f"{scale * row.estimate:.2f}", f"{scale * x.mean():.2f}", f"{z:.1f}"]
        lines.append(f"| {name} | {seats} | {place} | {' | '.join(cells)} |")
    return lines, largest


def main() -> int:
    """Print the table; 1 where a place differs."""
    about = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    about.add_argument("--games", type=int, default=100_000, help="games of each kind, a game and number of seats")
    about.add_argument("--only", default="", help="names of games, with commas")
    about.add_argument("--out", type=Path, help="file for the table")
    asked = about.parse_args()
    lines, largest = list(HEAD), 0.0
    for name in asked.only.split(",") if asked.only else games.names():
        seats = games.load(name).seats
        for n in sorted({min(seats), max(seats)}):
            more, z = compared(name, n, asked.games)
            lines, largest = lines + more, max(largest, z)
            print("\n".join(more), flush=True)
    if asked.out:
        asked.out.write_text("\n".join((
            "# Places in turn order under random play", "",
            f"`python -m bench.places --games {asked.games}`: points and percentage points off par, what `balance "
            f"--items seats` says beside games played apart; z is their difference in standard errors. The largest is "
            f"{largest:.1f}; {LIMIT:g} is allowed.", "", *lines, "")), encoding="utf-8")
    print(f"largest z {largest:.1f}, allowed {LIMIT:g}")
    return int(largest > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
