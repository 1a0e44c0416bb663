"""Seconds to rows of rates, and rows to CSV and Markdown."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import median

import pandas as pd

from reports.documents.writers import write_csv

OURS, PEER, PLAIN_C = "ours", "openspiel", "plain_c"
SIDES = (OURS, PEER, PLAIN_C)


@dataclass(frozen=True)
class Rate:
    """Simulations, or playouts, a second over repeats; instructions of one of them where they were counted."""

    median: float
    low: float
    high: float
    instructions: float | None = None


@dataclass(frozen=True)
class Row:
    """One kind of work from one position, by every side that can do it."""

    game: str
    position: str
    work: str                   # "search" or "playouts"
    count: int                  # simulations, or playouts, in each repeat
    repeats: int
    rates: Mapping[str, Rate]   # by side

    def ratio(self, side: str) -> float | None:
        """Our median rate in terms of that side's; None where either is missing."""
        if OURS not in self.rates or side not in self.rates:
            return None
        return self.rates[OURS].median / self.rates[side].median


def rate(count: int, seconds: Sequence[float], instructions: float | None = None) -> Rate:
    """Rates of `count` pieces of work that took so many seconds, once a repeat."""
    each = [count / s for s in seconds]
    return Rate(median(each), min(each), max(each), instructions)


def row(game: str, position: str, work: str, count: int, seconds: Mapping[str, Sequence[float]],
        instructions: Mapping[str, float] | None = None) -> Row:
    """The row of these seconds by side. Repeats that some side did not finish are left out."""
    repeats = min(len(s) for s in seconds.values())
    counted = instructions or {}
    return Row(game, position, work, count, repeats,
               {side: rate(count, s[:repeats], counted.get(side)) for side, s in seconds.items()})


def frame(rows: Sequence[Row], facts: Mapping[str, str]) -> pd.DataFrame:
    """One line a row, with what every row has in common in the last columns."""
    lines = []
    for r in rows:
        line: dict[str, object] = {"game": r.game, "position": r.position, "work": r.work, "count": r.count,
                                   "repeats": r.repeats}
        for side in SIDES:
            found = r.rates.get(side)
            line |= {f"{side}_{f.name}": None if found is None else getattr(found, f.name) for f in fields(Rate)}
        line |= {f"ratio_{side}": r.ratio(side) for side in SIDES[1:]}
        lines.append(line | dict(facts))
    return pd.DataFrame(lines)


def number(x: float | None) -> str:
    """Three significant digits, thousands set off; a dash for nothing."""
    if x is None:
        return "–"
    if x >= 100:
        digits = len(str(int(x))) - 3
        return f"{round(x / 10**digits) * 10**digits:,}"
    return f"{x:.3g}"


def cell(found: Rate | None) -> str:
    """A median with the least and the most of the repeats."""
    return "–" if found is None else f"{number(found.median)} ({number(found.low)}–{number(found.high)})"


def markdown(rows: Sequence[Row], facts: Mapping[str, str], title: str, lead: str) -> str:
    """A page: what was measured where, then a table for each kind of work."""
    lines = [f"# {title}", "", lead, "", *(f"* {name.replace('_', ' ')}: {value}" for name, value in facts.items())]
    for work, unit in (("search", "simulations"), ("playouts", "playouts")):
        some = [r for r in rows if r.work == work]
        if some:
            lines += ["", f"## {unit.capitalize()} a second: median (least–most)", "", *_table(some, unit)]
    counted = [r for r in rows if any(x.instructions is not None for x in r.rates.values())]
    if counted:
        lines += ["", "## Instructions, in thousands, for one simulation or playout", "", *_instructions(counted)]
    return "\n".join(lines) + "\n"


def _table(rows: Sequence[Row], unit: str) -> list[str]:
    head = ["game", "position", unit, "repeats", "ours", "OpenSpiel", "ours / OpenSpiel", "plain C", "ours / plain C"]
    body = [[r.game, r.position, f"{r.count:,}", str(r.repeats), cell(r.rates.get(OURS)), cell(r.rates.get(PEER)),
             number(r.ratio(PEER)), cell(r.rates.get(PLAIN_C)), number(r.ratio(PLAIN_C))] for r in rows]
    return piped(head, body, left=2)


def _instructions(rows: Sequence[Row]) -> list[str]:
    def thousands(r: Row, side: str) -> str:
        found = r.rates[side].instructions if side in r.rates else None
        return number(None if found is None else found / 1000)

    head = ["game", "position", "work", "ours", "OpenSpiel", "plain C"]
    return piped(head, [[r.game, r.position, r.work, *(thousands(r, s) for s in SIDES)] for r in rows], left=3)


def piped(head: Sequence[str], body: Sequence[Sequence[str]], left: int) -> list[str]:
    """A Markdown table whose first `left` columns are words and whose others are numbers."""
    rule = ["---"] * left + ["---:"] * (len(head) - left)
    return ["| " + " | ".join(cells) + " |" for cells in (head, rule, *body)]


def write(rows: Sequence[Row], facts: Mapping[str, str], folder: Path, name: str, title: str, lead: str) -> list[Path]:
    """The rows as NAME.csv and NAME.md in the folder, which is made; returns the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / f"{name}.md"
    page.write_text(markdown(rows, facts, title, lead), encoding="utf-8")
    return [write_csv(frame(rows, facts), folder / f"{name}.csv"), page]
