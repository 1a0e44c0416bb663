"""Places in turn order under random play: what `balance --items seats` measures, against games played apart.

    python -m bench places --games 100000 --only tic_tac_toe --only pig
    python -m bench places --games 2000

The games apart are played by another loop, with the search's streams, one by one and without blocks: the first turn
order is noted, and each place's margin and win share. A game and number of seats that the ledger has with as many games
is not played again. The exit status is 1 where a place differs by more than 4 standard errors of the difference.
"""
from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import numpy as np
import typer

import games
from bench.peers.facts import facts
from bench.publish import Ledger, Row, page
from games.api import Game
from reports.experiments.question import Question, make_plan
from reports.experiments.results import results
from reports.experiments.run import balance, open_balance

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 4.0         # standard errors: of some 60 comparisons one passes it by chance in 250 tables
KEY = ("game", "seats", "place")
RESULTS = ROOT / "bench" / "results"
HEAD = ("game", "seats", "place", "games", "margin, balance", "margin, apart", "z", "wins, balance", "wins, apart", "z")
LEAD = """Points and percentage points by which each place in turn order ends ahead when all seats play at random: what
`ludosoph balance --items seats` says beside as many games that another loop played apart. z is their difference in
standard errors. The largest of {count} is {largest:.1f}; {limit:g} is allowed. `{command}` made the latest lines."""


def apart(game: Game, seats: int, count: int) -> dict[str, np.ndarray]:
    """Margins and win shares [game, place] of games of random moves."""
    found: dict[str, list[np.ndarray]] = {"margin": [], "win": []}
    for number in range(count):
        state, step, order = game.start(seats), 0, list[int]()
        while not state.is_terminal():
            chance = state.is_chance_node()
            if not chance and not order:
                order = list(game.balance.order(state) or ())
            state.apply_action(state.sample_chance(number, step) if chance else state.random_action(number, step))
            step += 1
        scores = np.array(state.scores())[order]
        found["margin"].append(scores - (scores.sum() - scores) / (seats - 1))
        found["win"].append(np.array(state.win_shares())[order] - 1 / seats)
    return {name: np.array(each) for name, each in found.items()}


def compared(name: str, seats: int, count: int) -> Iterator[Row]:
    """A row for each place."""
    game = games.load(name)
    with TemporaryDirectory() as folder:
        balance(Path(folder) / "run", make_plan(Question(name, "seats", agents=["random"], seats=seats, games=count)))
        run, plan = open_balance(Path(folder) / "run")
        rows = {(r.item, r.outcome): r for r in results(plan, run)[0]}
    other = apart(game, seats, count)
    for at, place in enumerate(plan.items):
        made: Row = {"game": name, "seats": seats, "place": place, "games": count}
        for outcome in ("margin", "win"):
            row, x = rows[place, outcome], other[outcome][:, at]
            error = float(np.hypot(0.0 if np.isnan(row.stderr) else row.stderr, x.std(ddof=1) / len(x) ** 0.5))
            made |= {outcome: row.estimate, f"{outcome}_apart": float(x.mean()),
                     f"{outcome}_z": (row.estimate - float(x.mean())) / error if error > 0 else 0.0}
        yield made


def table(ledger: Ledger, command: str) -> tuple[str, float]:
    """The page of all that was played, and the largest z."""
    rows = sorted(ledger.rows.values(), key=lambda row: (row["game"], int(row["seats"])))
    z = [abs(float(row[f"{outcome}_z"])) for row in rows for outcome in ("margin", "win")]
    body = [[row["game"], row["seats"], row["place"], f"{int(row['games']):,}",
             *(cell for outcome, scale in (("margin", 1), ("win", 100)) for cell in (
                 f"{scale * float(row[outcome]):.2f}", f"{scale * float(row[f'{outcome}_apart']):.2f}",
                 f"{float(row[f'{outcome}_z']):.1f}"))] for row in rows]
    lead = LEAD.format(count=len(z), largest=max(z), limit=LIMIT, command=command)
    return page("Places in turn order under random play", lead, facts(numpy=np.__version__), HEAD, body, 3), max(z)


def run(
    count: Annotated[int, typer.Option("--games", min=100, help="of each kind, a game and number of seats")] = 100_000,
    only: Annotated[list[str] | None, typer.Option(help="a game; may be repeated")] = None,
    out: Annotated[Path, typer.Option(help="folder for places.csv and places.md")] = RESULTS,
) -> None:
    """Compare places, and write the table."""
    ledger = Ledger(out / "places.csv", KEY)
    for name in only or games.names():
        seats = games.load(name).seats
        for n in sorted({min(seats), max(seats)}):
            had = [int(row["games"]) for row in ledger.rows.values() if (row["game"], row["seats"]) == (name, str(n))]
            if not had or min(had) < count:
                for row in list(compared(name, n, count)):
                    ledger.add(row)
                print(f"{name}, {n} seats: done", file=sys.stderr, flush=True)
    text, largest = table(ledger, shlex.join(["python", "-m", "bench", "places", *sys.argv[1:]]))
    (out / "places.md").write_text(text, encoding="utf-8")
    print(f"largest z {largest:.1f}, allowed {LIMIT:g}")
    if largest > LIMIT:
        raise typer.Exit(1)
