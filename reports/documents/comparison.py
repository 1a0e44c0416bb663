"""`compare RUN1 RUN2`: tables, figures and page of two runs side by side."""
from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from mcts.interval import known
from reports.documents import web
from reports.documents.compare import Comparison, compare
from reports.documents.differences import COUNT, POINTS, WIN, Difference, table
from reports.documents.differences_simulated import SOURCES, WHOLE
from reports.documents.folder import Pictures, publish
from reports.documents.names import Meaning, meanings
from reports.documents.simulate_report import titled
from reports.plots import forest, style
from reports.rows import records
from reports.wording import abs_between, capitalised, few, number, signed, signed_between

UNITS = {WIN: "% of wins", POINTS: "points"}     # of what a figure shows
NAMED = 8           # outcomes of one verdict that the paragraph names
OPEN = ("not settled", "too few blocks")
ALIKE = ("alike", "the same in every block")
SHOWN = {"too few blocks": "too few games", "the same in every block": "always the same"}
HOW_TO_READ = """<ul>
<li><strong>Difference</strong>: the second run less the first. What differs between the runs is above; the rest is the
same, so the difference is what that did, with these agents. Small figures are its 95 % interval.</li>
<li><strong>Paired</strong>: the runs share their seed, so the same games have the same dice and draws in both, and
much of the luck cancels out in the difference. Runs of different seeds are independent.</li>
<li><strong>Verdict</strong>: <i>higher</i> and <i>lower</i> by what matters or more ({sizes}5 % of a length),
<i>slightly</i> so by less, <i>by some</i> where it is not shown by how much; <i>alike</i> is shown to be nearer than
that; <i>not settled</i> is none of these. Few of the differences named come from chance (the false discovery rate is
held at 10 %).</li>
</ul>"""


def write_comparison(first: Path, second: Path, to: Path | None = None) -> tuple[Comparison, list[Path]]:
    """Compare two runs and write page, plots and tables into a folder, `SECOND/against-FIRST` where none is named.

    Returns the comparison, and the files, the page first. Raises InputError for runs that cannot be compared.
    """
    found = compare(first, second)
    place = to or second / f"against-{first.resolve().name}"
    differs = pd.DataFrame([(name, *both) for name, both in found.differs.items()],
                           columns=["what", "first", "second"])
    return found, publish(place, {"comparison": table(found.differences), "differs": differs}, figures(found),
                          lambda pictures: page(found, pictures))


def as_json(found: Comparison, page: Path) -> dict[str, Any]:
    """The comparison as plain data; a number that is not known is null."""
    lines = [known(row.items()) for row in records(table(found.differences))]
    return {"report": str(page), "first": found.first, "second": found.second, "paired": found.paired,
            "why": found.why, "differs": {k: list(v) for k, v in found.differs.items()}, "differences": lines}


def figures(found: Comparison) -> dict[str, Figure]:
    """One forest a group, of what is in points or shares of the win."""
    drawn = {}
    for group in dict.fromkeys(each.group for each in found.differences):
        rows = [{"item": each.name, "agent": "", "outcome": UNITS[each.unit],
                 **{name: getattr(each, name) * (100 if each.unit == WIN else 1)
                    for name in ("low", "high", "delta")},
                 "estimate": each.difference * (100 if each.unit == WIN else 1)}
                for each in found.differences if each.group == group and each.unit != COUNT]
        if rows:
            note = (f"{style.shorten(found.second, 30)} less {style.shorten(found.first, 30)}. Shaded: too small to "
                    "matter.\nBars: where the true difference lies (95 %); hollow: no interval.")
            drawn[_file(group)] = forest.draw(pd.DataFrame(rows), f"Difference, {group}", note)
    return drawn


def _file(group: str) -> str:
    return "difference_" + "".join(c if c.isalnum() else "_" for c in group)


def page(found: Comparison, pictures: Pictures) -> str:
    """The whole page."""
    game = titled(dict(found.manifest))["title"]
    first, *more = told(found)
    parts = [web.lead(first, " ".join(more)),
             web.section("What differs", web.table(
                 "What was asked for in each run", ["", found.first, found.second],
                 [[name, *both] for name, both in found.differs.items()]) if found.differs else "<p>Nothing.</p>")]
    meaning = meanings(str(found.manifest.get("game", "")), found.manifest.get("options", {}))
    for group in dict.fromkeys(each.group for each in found.differences):
        own = [each for each in found.differences if each.group == group]
        both = len({each.unit == WIN for each in own}) > 1
        parts.append(web.section(
            capitalised(group),
            web.picture(pictures, _file(group), group, f"Right of the dashed line: more in {found.second}. A bar that "
                        "crosses the line leaves open whether there is a difference. Shaded: too small to matter."),
            web.table("Both runs, and the difference", ["", found.first, found.second, "difference", "verdict"],
                      [_cells(each, meaning, both) for each in own], "comparison")))
    return web.document(f"{game}: {found.first} and {found.second} compared",
                        [*parts, web.section("How to read this", HOW_TO_READ.format(sizes=_sizes(found)))])


def _sizes(found: Comparison) -> str:
    """What matters, by unit, as far as the page has differences of it."""
    of = {each.unit: each.delta for each in found.differences}
    said = {WIN: "{:g} percentage points of the wins, ", POINTS: "{:g} points, "}
    return "".join(text.format(of[unit] * (100 if unit == WIN else 1)) for unit, text in said.items() if unit in of)


def _cells(each: Difference, meaning: Meaning, both: bool) -> list[str]:
    scale, unit = (100, " %") if each.unit == WIN else (1, "")
    bounds = "" if isnan(each.low) else f"\n{signed_between(each.low * scale, each.high * scale)}{unit}"
    name = f"{each.name}, {'wins' if each.unit == WIN else 'points'}" if both else each.name
    words = meaning(each.name)
    return [f"{name}\n{words}" if words else name, f"{number(each.first * scale)}{unit}",
            f"{number(each.second * scale)}{unit}", f"{signed(each.difference * scale)}{unit}{bounds}",
            SHOWN.get(each.verdict, each.verdict)]


# ---- in words ----------------------------------------------------------------------------------


def opening(found: Comparison) -> str:
    """All of it as running text."""
    return " ".join(told(found))


def told(found: Comparison) -> list[str]:
    """Sentences: the largest change that is shown, the others, what is alike or not settled, how the runs compare."""
    shown = sorted((each for each in found.differences if each.verdict not in (*OPEN, *ALIKE)),
                   key=lambda each: -abs(each.difference) / (each.delta or 1))
    said = [_headline(found, shown[0]) if shown else f"{_differs(found)}, no difference is shown."]
    for verdict in dict.fromkeys(each.verdict for each in shown[1:]):
        names = [_named(each) for each in shown[1:] if each.verdict == verdict]
        head = f"also {verdict}" if verdict == shown[0].verdict else verdict
        said.append(f"{head.capitalize()}: {few(names, NAMED)}.")
    for word, verdicts in (("Alike", ALIKE), ("Not settled", OPEN)):
        if names := [_named(each) for each in found.differences if each.verdict in verdicts]:
            said.append(f"{word}: {few(names, NAMED)}.")
    return [*said, f"Every difference is {found.second} less {found.first}. The runs are "
                   f"{'paired' if found.paired else 'not paired'}: {found.why}."]


def _headline(found: Comparison, each: Difference) -> str:
    scale = 100 if each.unit == WIN else 1
    unit = {WIN: " percentage points", COUNT: ""}.get(each.unit, " points")
    what, side = _noun(each), "higher" if each.difference > 0 else "lower"
    verb = "are" if what.startswith(("points", "wins", "the decisions", "the rounds")) else "is"
    unit = unit if not what.startswith("points") else ""
    bounds = abs_between(each.low * scale, each.high * scale)
    return (f"{_differs(found)}, {what} {verb} {abs(each.difference) * scale:.1f}{unit} {side} (95 % interval "
            f"{bounds}).")


def _differs(found: Comparison) -> str:
    """What was changed, as the beginning of a sentence."""
    if len(found.differs) != 1 or "seed" in found.differs:
        return f"In {found.second} against {found.first}"
    (name, (one, other)), = found.differs.items()
    return f"With {name.removeprefix('option ')} {other} instead of {'the default' if one == 'not given' else one}"


def _noun(each: Difference) -> str:
    return {WHOLE: f"the {each.name}", SOURCES: f"points from {each.name}"}.get(
        each.group, f"{'wins' if each.unit == WIN else 'points ahead'} of {each.name}")


def _named(each: Difference) -> str:
    """The outcome in words, with its difference."""
    change = f"{signed(100 * each.difference)} %" if each.unit == WIN else signed(each.difference)
    return f"{_noun(each).removeprefix('the ')} ({change})"
