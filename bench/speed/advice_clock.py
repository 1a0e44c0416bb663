"""Advice by the clock on a machine that is several times slower: is the time kept, and does nothing get lost?

    python -m bench advice_clock

A clock that counts this process's own work alone, so many times too fast, stands for the slow machine. Each answer is
held against one by as many simulations without a clock: its interval may not be much wider.
"""
from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from math import asin, sqrt
from pathlib import Path
from statistics import median
from time import process_time
from typing import Annotated, Any

import typer

from bench.peers.facts import facts
from bench.publish import Row, page, publish
from games.api import InputError
from games.positions import read_position
from mcts.advice import advise
from mcts.course import Course
from mcts.params import SearchParams

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
BUDGETS = (0.25, 0.5, 1.0, 2.0)
WIDER = 1.2             # times that an interval by the clock may be as wide as one by as many simulations
LEAD = """Every position of `examples/` in which a seat decides, on a clock that runs {times} times too fast: a quarter
of a second is {least:.0f} ms of a processor. *Late* is by how much an answer outlasted its budget, the median and the
most of all positions; the mark is a tenth of the budget or 50 ms, whichever is more. *Wider* is the interval
of the first plan's chance beside that of an answer by as many simulations without a clock, as arcs of the roots of
chances, on which an interval of so many games is as wide at every chance; the mark is {wider} times. Other work on the
machine makes single answers late, so an answer is judged by the better of {tries} tries. Made by `{command}`."""


class Slow(Course):
    """The clock of a machine that is so many times slower: it counts this process's own work alone."""

    def __init__(self, times: float = 1.0) -> None:
        self.times = times

    def now(self) -> float:
        """Seconds of the slow machine."""
        return self.times * process_time()


def allowed(seconds: float) -> float:
    """Seconds by which an answer may be late."""
    return max(0.05, 0.1 * seconds)


def spread(root: Mapping[str, Any]) -> float:
    """How wide the interval of the first plan's chance is, as an angle: so many games make one as wide everywhere."""
    low, high = (asin(sqrt(root[name])) for name in ("winChanceLow", "winChanceHigh"))
    return high - low


def tried(name: str, seconds: float, seed: int, times: float) -> tuple[float, float]:
    """By how much an answer was late, and how many times as wide its interval is as by as many simulations."""
    game, state, view = read_position(str(EXAMPLES / f"{name}.json"))
    course = Slow(times)
    begin = course.now()
    root = advise(game, state, SearchParams(seconds=seconds, seed=seed), course=course, view=view).document["rootInfo"]
    late = course.now() - begin - seconds
    plain = advise(game, state, SearchParams(simulations=root["visits"], seed=seed), view=view).document["rootInfo"]
    return late, spread(root) / spread(plain) if spread(plain) else float(spread(root) > 0) + 1


def kept(seconds: float, found: tuple[float, float]) -> bool:
    """Whether an answer kept its time and knows as much as it should."""
    late, wider = found
    return late <= allowed(seconds) and wider <= WIDER


def positions() -> list[str]:
    """The examples in which a seat decides, by name."""
    found = []
    for path in sorted(EXAMPLES.glob("*.json")):
        try:
            state = read_position(str(path)).state
        except InputError:          # a log of another site, or no position
            continue
        if state.current_player() >= 0:
            found.append(path.stem)
    return found


def line(seconds: float, names: Sequence[str], tries: int, times: float) -> Row:
    """A line of the table: all positions at one budget, each with the better of its tries."""
    best = {}
    for name in names:
        found: list[tuple[float, float]] = []
        while len(found) < tries and not any(kept(seconds, each) for each in found):
            found.append(tried(name, seconds, len(found), times))
        best[name] = next((each for each in found if kept(seconds, each)), found[0])
    late, wider = zip(*best.values(), strict=True)
    return {"seconds": seconds, "positions": len(names), "kept": sum(kept(seconds, each) for each in best.values()),
            "late_median": 1000 * median(late), "late_most": 1000 * max(late), "wider_median": median(wider),
            "wider_most": max(wider), "not_kept": " ".join(n for n in names if not kept(seconds, best[n]))}


def run(times: Annotated[float, typer.Option(min=1, help="How much too fast the clock is.")] = 8.0,
        tries: Annotated[int, typer.Option(min=1, help="Of an answer, with other seeds.")] = 4,
        only: Annotated[str, typer.Option(help="Part of the names of the positions.")] = "",
        out: Annotated[Path, typer.Option(help="Folder for advice_clock.csv and .md.")] = ROOT / "bench" / "results"
        ) -> None:
    """Time advice in all positions of the examples; write CSV and Markdown.

    Example: python -m bench advice_clock --only burgundy
    """
    names = [name for name in positions() if only in name]
    if not names:
        raise InputError(f"--only: found {only!r}, expected a part of one of {', '.join(positions())}")
    rows = [line(seconds, names, tries, times) for seconds in BUDGETS]
    about = facts(tries=str(tries))
    lead = LEAD.format(times=f"{times:g}", least=1000 * BUDGETS[0] / times, wider=WIDER, tries=tries,
                       command=shlex.join(["python", "-m", "bench", "advice_clock", *sys.argv[1:]]))
    head = ["seconds", "positions", "kept", "late, ms: median", "most", "wider: median", "most", "not kept"]
    body = [[f"{r['seconds']:g}", str(r["positions"]), str(r["kept"]), f"{r['late_median']:.1f}",
             f"{r['late_most']:.1f}", f"{r['wider_median']:.2f}", f"{r['wider_most']:.2f}", str(r["not_kept"]) or "–"]
            for r in rows]
    for path in publish(rows, about, page("Advice by a slow clock", lead, about, head, body), out, "advice_clock"):
        print(path)
