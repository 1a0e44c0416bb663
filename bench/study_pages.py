"""The documents of a study: a page in words with its tables, figures as SVG, all rows as CSV."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isnan
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from bench.peers.facts import facts
from bench.peers.table import piped
from games.api import InputError
from games.documents import write_file
from reports.documents import balance_figures as report_tables
from reports.documents import balance_words as words
from reports.documents.names import labels
from reports.documents.tables import records
from reports.documents.words import between, number, percent, signed
from reports.documents.writers import write_csv
from reports.experiments.plan import BalancePlan
from reports.experiments.results import results
from reports.experiments.rows import Row, table
from reports.experiments.run import open_balance
from reports.plots import forest, style

FIGURES = {"knowledge": ("company", "exchange_rate", "naive_robin"), "boards": ("forest_boards", "board_matrix")}
CAPTIONS = {"company": "What each tile is worth alone and among others", "exchange_rate": "Exchange rates",
            "naive_robin": "Owners' win rate against the effect", "forest_boards": "Boards, against the average board",
            "board_matrix": "Boards against boards", "seats": "Places in turn order"}
LEAD = """What are the knowledge tiles, the seats and the boards of The Castles of Burgundy worth? The same agent,
`{agent}`, plays all seats, so every number holds for this agent, these seats and these options. Points are those that a
seat ends ahead of the mean of the others; wins are in percentage points above an equal share. Figures after ± and "to"
are 95 % intervals. [How to read all this](../../balance.md)."""
NAIVE = """The last column is the share of the win of the seats that took the tile in these games, which is what other
tables print. It says who takes a tile, not what the tile does."""


@dataclass(frozen=True)
class Chapter:
    """One run of the study with what it found; `wide`: how wide an interval of an item may be, either side."""

    name: str
    command: str
    plan: BalancePlan
    rows: list[Row]
    tables: dict[str, pd.DataFrame]
    blocks: int
    games: int
    wide: float

    @classmethod
    def of(cls, name: str, command: str, path: Path, wide: float = inf) -> Chapter:
        """What stands in the run at `path`."""
        run, plan = open_balance(path)
        rows, found = results(plan, run)
        blocks, games = run.played()
        return cls(name, command, plan, rows, found, blocks, games, wide)

    @property
    def opening(self) -> str:
        """The top of the report of the run: the finding, how sure it is, how it was played."""
        top = words.opening(self.plan, self.rows, self.tables, self.blocks, self.games)
        sure = "\n".join(f"* {sentence}" for sentence in top.sure)
        return "\n\n".join(filter(None, [f"**{top.finding}** {' '.join(top.more)}".rstrip(), sure, top.played]))

    def by(self, outcome: str, estimand: str) -> dict[str, Row]:
        """Rows of one outcome and estimand by item, the best first."""
        found = [r for r in self.rows if (r.outcome, r.estimand) == (outcome, estimand)]
        return {r.item: r for r in sorted(found, key=lambda r: -r.estimate)}


def write(out: Path, chapters: Sequence[Chapter]) -> list[Path]:
    """README.md, figures and rows in the folder `out`, which is made; returns the paths.

    Raises InputError where there is no run.
    """
    if not chapters:
        raise InputError("nothing was played yet: there is nothing to write")
    out.mkdir(parents=True, exist_ok=True)
    of = {chapter.name: chapter for chapter in chapters}
    written = [write_csv(table(c.rows), out / f"{c.name}.csv") for c in chapters]
    text = [f"# The Castles of Burgundy: tiles, seats and boards\n\n{LEAD.format(agent=chapters[0].plan.agents[0])}\n"]
    seats = [c for c in chapters if c.name.startswith("seats")]
    for name, told in (("knowledge", knowledge), ("boards", boards)):
        if name in of:
            drawn = report_tables.figures(of[name].plan, of[name].rows, of[name].tables)
            own = {key: drawn[key] for key in FIGURES[name] if key in drawn}
            written += _saved(own, out)
            text.append(told(of[name]) + _pictures(own))
        if name == "knowledge" and seats:
            figure = {"seats": seats_figure(seats)}
            written += _saved(figure, out)
            text.append(told_seats(seats) + _pictures(figure))
    page = out / "README.md"
    write_file(page, "\n".join([*text, played(chapters)]).encode())
    return [page, *written]


def knowledge(c: Chapter) -> str:
    """The chapter on tiles: both worths, prices, the naive number; hidden points; whether tiles only add up."""
    gifts, company = c.by("margin", "gift"), c.by("margin", "round robin")
    called = labels(company, words.meaning_of(c.plan))
    body = [[called[item], _pm(gifts.get(item)), _pm(row), row.in_resource.removesuffix(" silver") or "—",
             percent(row.naive_win_owned)] for item, row in company.items()]
    head = ["tile", "alone, points", "among others", "price in silver", "owners' wins"]
    hidden = [[r["token"], f"{r['truth']:g}", f"{number(r['worth'])} ({between(r['low'], r['high'], 1)})"]
              for r in _of(c, "hidden_tokens")]
    return "\n".join([
        "## Knowledge tiles\n", c.opening, "", *piped(head, body, 1), "", NAIVE, "", _widths(c, (gifts, company)), "",
        "Hidden points are added after the game, so their true worth is known:", "",
        *piped(["token", "truth", "found"], hidden, 1), "", _additivity(c), ""])


def told_seats(chapters: Sequence[Chapter]) -> str:
    """The chapter on places in turn order, all numbers of seats in one table."""
    body = []
    for c in chapters:
        win, ties = c.by("win", "place"), {r["item"]: r for r in _rows(c, "tie_rule")}
        fair = {r["item"]: r for r in _of(c, "compensation")}
        for item, row in c.by("margin", "place").items():
            own = fair.get(item, {})
            body.append([str(c.plan.seats), item, _pm(row), _pm(win[item], 100), row.verdict.partition(",")[0],
                         _fair(own, "points", "low", "high"), _fair(own, "resource", "resource_low", "resource_high"),
                         signed(100 * ties[item]["win_from_tie_rule"]) if item in ties else "—"])
    head = ["seats", "place", "points ahead", "wins, %", "verdict", "fair, points", "fair, silver", "by tie rule, %"]
    told = (f"### With {c.plan.seats} seats\n\n{c.opening}\n" for c in chapters)
    return "\n".join(["## Places in turn order\n", *told, *piped(head, body, 2), ""])


def _fair(row: Mapping[str, Any], value: str, low: str, high: str) -> str:
    """What a place should get to be equal to the first, which gets nothing."""
    if not row or isnan(row[value]):
        return "—"
    return f"{signed(row[value])} ({between(row[low], row[high], 1)})"


def seats_figure(chapters: Sequence[Chapter]) -> Figure:
    """Places at all numbers of seats below each other."""
    own = pd.concat([table([r for r in c.rows if r.estimand == "place"]).assign(
        item=lambda t, n=c.plan.seats: [f"{n} seats: {item}" for item in t["item"]]) for c in chapters])
    return forest.draw(own, "Places in turn order", "Right of the dashed line: better than the other places. Shaded: "
                       "too small to matter.\nBars: where the true value lies (95 %).", ranked=False, what="ahead")


def boards(c: Chapter) -> str:
    """The chapter on boards: worth, the same drawn to the mean, and whether some pairs stand out."""
    win = c.by("win", "board")
    shrunk = {r["item"]: r for r in _of(c, "shrunk")}
    body = [[item, _pm(row), f"{signed(shrunk[item]['shrunk'])} ± {shrunk[item]['stderr']:.1f}", _pm(win[item], 100),
             row.verdict.partition(",")[0]] for item, row in c.by("margin", "board").items()]
    head = ["board", "points above average", "drawn to the mean ± sd", "wins, %", "verdict by points"]
    return "\n".join(["## Boards\n", c.opening, "", "The boards were assigned. Players may choose theirs better.",
                      "", *piped(head, body, 1), "", _additivity(c), ""])


def played(chapters: Sequence[Chapter]) -> str:
    """How to play it again: blocks, seeds, commands, and what this was made with."""
    body = [[c.name, f"{c.blocks:,}", f"{c.plan.blocks:,}", f"{c.games:,}", str(c.plan.seed)] for c in chapters]
    about = [f"* {name.replace('_', ' ')}: {value}" for name, value in facts().items()]
    return "\n".join([
        "## How it was played\n", "`python -m bench.burgundy_study` plays all of it, continues where it was stopped,"
        " and writes this page. The part on tiles ends when every interval is narrow enough, or with its last block; it"
        " looks at widths only, so no result is favoured. Its parts:", "",
        *piped(["part", "blocks played", "at most", "games", "seed"], body, 1), "", "```text",
        *(c.command for c in chapters), "```", "",
        f"All rows: {', '.join(f'[{c.name}.csv]({c.name}.csv)' for c in chapters)}. Written on:", "", *about, ""])


def _widths(c: Chapter, groups: Iterable[dict[str, Row]]) -> str:
    said = []
    for name, found in zip(("gifts", "round robin"), groups, strict=True):
        half = {item: r.half_width for item, r in found.items() if not isnan(r.low)}
        if not half:
            said.append(f"There is no interval of the {name} yet.")
            continue
        worst = max(half, key=lambda item: half[item])
        narrow = sum(x <= c.wide for x in half.values())
        said.append(f"{narrow} of {len(found)} intervals of the {name} are at most {c.wide:g} points wide on either"
                    f" side; the widest is that of {worst}, ± {half[worst]:.2f}.")
    return " ".join(said)


def _additivity(c: Chapter) -> str:
    parts = [f"p = {r['p']:.2g} by {r['outcome']}" for r in _rows(c, "additivity")]
    return f"Whether pairs bring more or less than the worths of the two say (F test): {', '.join(parts)}."


def _of(c: Chapter, name: str) -> list[dict[str, Any]]:
    """Rows of a table about the margin."""
    return [row for row in _rows(c, name) if row["outcome"] == "margin"]


def _rows(c: Chapter, name: str) -> list[dict[str, Any]]:
    return records(c.tables[name]) if name in c.tables else []


def _pm(row: Row | None, scale: float = 1.0) -> str:
    """The estimate and half its interval."""
    if row is None or isnan(row.estimate):
        return "—"
    return signed(scale * row.estimate) + ("" if isnan(row.low) else f" ± {scale * row.half_width:.1f}")


def _saved(figures: dict[str, Figure], out: Path) -> list[Path]:
    """Each figure as NAME.svg."""
    return [style.save_svg(figure, out, name) for name, figure in figures.items()]


def _pictures(names: Iterable[str]) -> str:
    return "".join(f"\n![{CAPTIONS[name]}]({name}.svg)\n" for name in names)
