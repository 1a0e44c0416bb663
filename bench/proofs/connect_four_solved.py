"""How often the search finds a best move of Connect Four, on 200 solved positions; and plain C beside it."""
from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from bench import yardstick
from bench.peers.facts import facts
from bench.peers.ours import NO_EXTRAS
from bench.publish import Row, page, publish
from core_ext.state import State
from games.api import InputError
from games.registry import load
from mcts.params import SearchParams, parse_settings
from mcts.search import search
from mcts.workers import in_order

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "tests" / "data" / "connect_four" / "solved.csv"
COLUMNS = "abcdefg"
PLAIN_C = "plain C, UCT, uniform playouts"
BEST = "tree=keyed,playout=uniform,exploration=3"
LEAD = f"""Positions in which nothing is won or forced at once and not all moves are equally good, with 10 to 32 stones
(`python -m bench connect_four_positions`); a choice is right if it is game-theoretically best. Plain UCT makes one
uniformly random playout a simulation and has no solver, as plain C has (`bench/yardstick/connect_four.c`). The best
settings, PUCT with `{BEST}`, found most of those tried; with few
simulations the game's own are stronger. Made by `python -m bench connect_four_solved`."""

# the searches by name; what is not said is the game's own setting
SEARCHES: dict[str, dict[str, Any]] = {
    "UCT, uniform playouts": {"tree": "open", "policy": "uct", "playout": "uniform", "solve": False, **NO_EXTRAS},
    "UCT, uniform playouts, solver": {"tree": "open", "policy": "uct", "playout": "uniform", **NO_EXTRAS},
    "best settings": parse_settings(BEST),
    "the game's own settings": {},
}


@dataclass(frozen=True)
class Question:
    """A position by the columns played, and the columns that are right."""

    moves: str
    best: str

    def state(self) -> State:
        """The position."""
        state = load("connect_four").start()
        for column in self.moves:
            state.apply_action(COLUMNS.index(column))
        return state


def questions(count: int = 200) -> list[Question]:
    """So many of the solved positions, spread evenly over their depths."""
    rows = list(csv.DictReader(FILE.read_text(encoding="ascii").splitlines()))
    if not 1 <= count <= len(rows):
        raise InputError(f"--positions: found {count}, expected 1 to {len(rows)}")
    return [Question(row["moves"], row["best"]) for row in (rows[i * len(rows) // count] for i in range(count))]


def ours(question: Question, simulations: int, seed: int, settings: Mapping[str, Any]) -> bool:
    """Whether our search chooses right."""
    found = search(question.state(), SearchParams(simulations=simulations, seed=seed, **settings))
    if found.stopped:
        raise KeyboardInterrupt
    return COLUMNS[found.best] in question.best


def plain_c(question: Question, simulations: int, seed: int, exploration: float) -> bool:
    """Whether plain C does; its utilities are twice as wide as ours, and so is its constant."""
    return yardstick.run("connect_four", question.moves, simulations, seed, 2 * exploration)["column"] in question.best


def share(choose: Callable[[Question], bool], asked: Sequence[Question], jobs: int = 1) -> float:
    """The share of right choices."""
    answers: Iterator[bool] = in_order(choose, asked, jobs)
    return sum(answers) / len(asked)


def row(name: str, shares: Sequence[float], positions: int, simulations: int) -> Row:
    """A line of the table, a column a seed."""
    return {"search": name, "positions": positions, "simulations": simulations,
            "mean": sum(shares) / len(shares), "least": min(shares),
            **{f"seed_{seed + 1}": found for seed, found in enumerate(shares)}}


def written(rows: Sequence[Row], about: Mapping[str, str], seeds: int) -> str:
    """The table as Markdown."""
    head = ["search", "positions", "simulations", *(f"seed {n + 1}" for n in range(seeds)), "mean"]
    body = [[str(r["search"]), str(r["positions"]), f"{r['simulations']:,}",
             *(f"{100 * r[f'seed_{n + 1}']:.1f} %" for n in range(seeds)), f"{100 * r['mean']:.2f} %"] for r in rows]
    return page("Connect Four: right moves on solved positions", LEAD, about, head, body)


Simulations = Annotated[int, typer.Option(min=1, help="Simulations a position.")]
Seeds = Annotated[int, typer.Option(min=1, help="Seeds 1 to this.")]
Positions = Annotated[int, typer.Option(min=1, help="Of the 200 solved positions.")]
Exploration = Annotated[float, typer.Option(help="c of plain UCT, for utilities in [0, 1]; plain C gets twice that.")]
Settings = Annotated[list[str] | None, typer.Option(help="One more search, as in policy=puct,fpu=0; repeat for more.")]
Jobs = Annotated[int, typer.Option(help="Positions at once, each in a process; -1: one a core.")]
Out = Annotated[Path, typer.Option(help="Folder for connect_four_solved.csv and .md.")]


def run(simulations: Simulations = 200_000, seeds: Seeds = 3, positions: Positions = 200,
        exploration: Exploration = 1.0, settings: Settings = None, jobs: Jobs = 1,
        out: Out = ROOT / "bench" / "results") -> None:
    """Ask each search for a move in each position, with several seeds; write CSV and Markdown.

    Example: python -m bench connect_four_solved --simulations 20000 --positions 50 --seeds 1
    """
    asked = questions(positions)
    plain = {"exploration": exploration}
    searches = {name: partial(ours, settings={**plain, **found} if "UCT" in name else found)
                for name, found in SEARCHES.items()}
    searches |= {text: partial(ours, settings=parse_settings(text)) for text in settings or []}
    searches[PLAIN_C] = partial(plain_c, exploration=exploration)
    yardstick.build("connect_four")         # before several processes want it
    rows = []
    for name, choose in searches.items():
        shares = [share(partial(choose, simulations=simulations, seed=seed + 1), asked, jobs) for seed in range(seeds)]
        rows.append(row(name, shares, positions, simulations))
        print(f"{name}: {', '.join(f'{100 * s:.1f} %' for s in shares)}; mean {100 * rows[-1]['mean']:.2f} %")
    about = facts(exploration=f"{exploration:g} for plain UCT")
    for path in publish(rows, about, written(rows, about, seeds), out, "connect_four_solved"):
        print(path)
