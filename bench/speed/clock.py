"""How well searches keep a budget in seconds, and what two threads bring."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Annotated, Any

import typer

from bench.peers.facts import facts
from bench.publish import Row, page, publish
from bench.tuning.training import decisions
from core_ext.state import State
from games.api import InputError
from games.positions import recall
from games.registry import load, names
from mcts.params import SearchParams
from mcts.search import search

ROOT = Path(__file__).resolve().parents[2]
LEAD = """Each game with its fewest and its most seats, at decisions a third and two thirds through a playout, whose
hidden cards were gone through as `suggest` does first. *Late* is by how much the slowest call of `search` outlasted
its budget; the mark is 50 ms or 2 % of the budget, whichever is more. *A second* is the median of the simulations a
second of the longest budget, *times* that of two threads beside one thread of the same positions, one after the other.
Made by `python -m bench clock`."""
MODES: dict[str, dict[str, Any]] = {"one": {"threads": 1}, "two": {"threads": 2}}


def allowed(seconds: float) -> float:
    """Seconds that a search may last longer than its budget."""
    return max(0.05, 0.02 * seconds)


def tables() -> Iterator[tuple[str, int]]:
    """Every game with its fewest and its most seats."""
    for name in names():
        seats = load(name).seats
        yield from ((name, n) for n in sorted({seats[0], seats[-1]}))


def positions(game: str, seats: int, shares: Sequence[float] = (1 / 3, 2 / 3)) -> list[State]:
    """Decisions with a choice so far through one weighted playout."""
    found = [state for state in decisions(load(game).start(seats), seed=1) if len(state.legal_actions()) > 1]
    return [found[int(share * len(found))] for share in shares]


def timed(state: State, seconds: float, settings: Mapping[str, Any]) -> tuple[float, float]:
    """(seconds beyond the budget, simulations a second) of one search."""
    begin = perf_counter()
    result = search(state, SearchParams(seconds=seconds, seed=1, **settings))
    took = perf_counter() - begin
    if result.stopped:
        raise KeyboardInterrupt
    return took - seconds, result.visits / took


def rows_of(game: str, seats: int, budgets: Sequence[float]) -> list[Row]:
    """A line for each mode; the modes take turns on each position."""
    found: dict[str, list[tuple[float, float, float]]] = {mode: [] for mode in MODES}
    for state in positions(game, seats):
        recall(state)                       # as `suggest` does before its time begins
        for seconds in budgets:
            for mode, settings in MODES.items():
                found[mode].append((seconds, *timed(state, seconds, settings)))
    speeds = {mode: median(speed for s, _, speed in runs if s == max(budgets)) for mode, runs in found.items()}
    return [{"game": game, "seats": seats, "threads": mode, "late_ms": 1000 * max(late for _, late, _ in runs),
             "kept": all(late <= allowed(s) for s, late, _ in runs), "a_second": speeds[mode],
             "times": speeds[mode] / speeds["one"]} for mode, runs in found.items()]


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown."""
    head = ["game", "threads", "seats", "late, ms", "kept", "a second", "times"]
    body = [[str(r["game"]), str(r["threads"]), str(r["seats"]), f"{r['late_ms']:.1f}", "yes" if r["kept"] else "NO",
             f"{r['a_second']:,.0f}", f"{r['times']:.2f}"] for r in rows]
    return page("Budgets in seconds, and threads", LEAD, about, head, body, left=2)


Budgets = Annotated[str, typer.Option(help="Seconds, separated by commas.")]
Only = Annotated[str, typer.Option(help="One game only.")]
Out = Annotated[Path, typer.Option(help="Folder for clock.csv and .md.")]


def run(budgets: Budgets = "0.05,0.5,3", game: Only = "", out: Out = ROOT / "bench" / "results") -> None:
    """Time searches of every game; write CSV and Markdown.

    Example: python -m bench clock --game burgundy --budgets 0.05,0.5
    """
    asked = [float(text) for text in budgets.split(",")]
    rows: list[Row] = []
    for name, seats in tables():
        if name == (game or name):
            rows += rows_of(name, seats, asked)
            late = max(row["late_ms"] for row in rows[-len(MODES):])
            print(f"{name}, {seats} seats: at most {late:.1f} ms late", flush=True)
    if not rows:
        raise InputError(f"--game: found {game!r}, expected one of {', '.join(names())}")
    about = facts(budgets=", ".join(f"{s:g} s" for s in asked))
    for path in publish(rows, about, written(rows, about), out, "clock"):
        print(path)
