"""`report --compare RUN1 RUN2`: tables, figures and page of two runs side by side."""
from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from mcts.interval import known
from reports.documents import web
from reports.documents.compare import Comparison, compare
from reports.documents.differences import COUNT, WIN, Line, table
from reports.documents.differences_simulated import SOURCES, WHOLE
from reports.documents.folder import Pictures, publish
from reports.documents.simulate_report import titled
from reports.documents.tables import records
from reports.documents.words import few, listed, signed, signed_between
from reports.plots import forest

UNITS = {WIN: "win, percentage points", "points": "points"}     # of what a figure shows
NAMED = 8           # outcomes of one verdict that the paragraph names
OPEN = ("not settled", "too few blocks")
HOW_TO_READ = """<ul>
<li><strong>Difference</strong>: the second run less the first. What differs between the runs is above; the rest is the
same, so the difference is what that did, with these agents.</li>
<li><strong>Paired</strong>: the runs share their seed, so that the same block has the same dice and draws in both, and
the interval is that of the differences block by block. <i>Luck left</i> says how much of the luck this left: 1 is all
of it. Runs of different seeds are independent, and have Welch's interval.</li>
<li><strong>Verdict</strong>: <i>higher</i> and <i>lower</i> by what matters (2 percentage points of the win, 1.5
points, 5 % of a length), <i>slightly</i> so by less; <i>alike</i> is shown to be nearer than that; <i>not settled</i>
is none of these. The false discovery rate is held at 10 % within each table and unit.</li>
</ul>"""


def write_comparison(first: Path, second: Path, to: Path | None = None) -> tuple[Comparison, list[Path]]:
    """Compare two runs and write page, plots and tables into a folder, `SECOND/against-FIRST` where none is named.

    Returns the comparison, and the files, the page first. Raises InputError for runs that cannot be compared.
    """
    found = compare(first, second)
    place = to or second / f"against-{first.resolve().name}"
    differs = pd.DataFrame([(name, *both) for name, both in found.differs.items()],
                           columns=["what", "first", "second"])
    return found, publish(place, {"comparison": table(found.lines), "differs": differs}, figures(found),
                          lambda pictures: page(found, pictures))


def as_json(found: Comparison, page: Path) -> dict[str, Any]:
    """The comparison as plain data; a number that is not known is null."""
    lines = [known(row.items()) for row in records(table(found.lines))]
    return {"report": str(page), "first": found.first, "second": found.second, "paired": found.paired,
            "why": found.why, "differs": {k: list(v) for k, v in found.differs.items()}, "differences": lines}


def figures(found: Comparison) -> dict[str, Figure]:
    """One forest a group, of what is in points or shares of the win."""
    drawn = {}
    for group in dict.fromkeys(each.group for each in found.lines):
        rows = [{"item": each.name, "agent": "", "outcome": UNITS[each.unit],
                 **{name: getattr(each, name) * (100 if each.unit == WIN else 1)
                    for name in ("low", "high", "delta")},
                 "estimate": each.difference * (100 if each.unit == WIN else 1)}
                for each in found.lines if each.group == group and each.unit != COUNT]
        if rows:
            how = "paired block by block" if found.paired else "independent runs"
            note = (f"{found.second} less {found.first}, {how}. Shaded: differences too small to matter.\n"
                    "Bars are 95 % intervals; hollow: no interval.")
            drawn[_file(group)] = forest.draw(pd.DataFrame(rows), f"Difference, {group}", note)
    return drawn


def _file(group: str) -> str:
    return "difference_" + "".join(c if c.isalnum() else "_" for c in group)


def page(found: Comparison, pictures: Pictures) -> str:
    """The whole page."""
    game = titled(dict(found.manifest))["title"]
    parts = [f'<p class="lead">{web.escape(opening(found))}</p>',
             web.section("What differs", web.table(
                 "What was asked for in each run", ["", found.first, found.second],
                 [[name, *both] for name, both in found.differs.items()]) if found.differs else "<p>Nothing.</p>")]
    for group in dict.fromkeys(each.group for each in found.lines):
        own = [each for each in found.lines if each.group == group]
        parts.append(web.section(group[0].upper() + group[1:], web.picture(pictures, _file(group), group),
                                 web.table("Both runs, and the difference with its interval",
                                           ["", "unit", found.first, found.second, "difference", "95 % interval",
                                            "verdict", "blocks", "luck left"], [_cells(each) for each in own])))
    return web.document(f"{game}: {found.first} and {found.second} compared",
                        [*parts, web.section("How to read this", HOW_TO_READ)])


def _cells(each: Line) -> list[str]:
    scale = 100 if each.unit == WIN else 1
    between = signed_between(each.low * scale, each.high * scale)
    blocks = (f"{each.blocks_first:,}" if each.blocks_first == each.blocks_second
              else f"{each.blocks_first:,}, {each.blocks_second:,}")
    return [each.name, "pp" if each.unit == WIN else each.unit, f"{each.first * scale:.1f}",
            f"{each.second * scale:.1f}", signed(each.difference * scale), between, each.verdict, blocks,
            "—" if isnan(each.luck_left) else f"{each.luck_left:.2f}"]


# ---- in words ----------------------------------------------------------------------------------


def opening(found: Comparison) -> str:
    """The first paragraph: what differs, what that changes, what is not settled, and how the runs were compared."""
    groups: dict[str, list[str]] = {}
    for each in found.lines:
        groups.setdefault(each.verdict, []).append(_named(each))
    parts = [f"{verdict}: {few(names, NAMED)}" for verdict, names in groups.items() if verdict not in OPEN]
    waiting = [name for verdict in OPEN for name in groups.get(verdict, [])]
    return " ".join([
        _differs(found),
        f"In {found.second} against {found.first}: {'; '.join(parts)}." if parts else "Nothing is settled yet.",
        *([f"Not settled: {few(waiting, NAMED)}."] if waiting else []),
        f"Every difference is {found.second} less {found.first}, from {_blocks(found.lines)}. The runs are "
        f"{'paired' if found.paired else 'not paired'}: {found.why}."])


def change(each: Line) -> str:
    """The difference with its unit."""
    return f"{signed(100 * each.difference)} pp" if each.unit == WIN else signed(each.difference)


def _differs(found: Comparison) -> str:
    parts = [f"{name} ({one} and {other})" for name, (one, other) in found.differs.items()]
    if not parts:
        return f"{found.first} and {found.second} were asked for the same."
    return f"{found.first} and {found.second} differ in {listed(parts)}."


def _blocks(lines: Sequence[Line]) -> str:
    one, other = (max(getattr(each, name) for each in lines) for name in ("blocks_first", "blocks_second"))
    return f"{one:,} blocks of each" if one == other else f"{other:,} and {one:,} blocks"


def _named(each: Line) -> str:
    """The outcome in words, with its difference."""
    what = {WHOLE: each.name, SOURCES: f"points from {each.name}"}.get(
        each.group, f"{'win' if each.unit == WIN else 'margin'} of {each.name}")
    return f"{what} ({change(each)})"
