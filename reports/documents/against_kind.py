"""Items against the mean of their kind on a page: the sentences at the top, the figure and the table."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from reports.documents import web
from reports.documents.names import Meaning, aside, below, labels
from reports.experiments.against_kind import TABLE
from reports.experiments.plan import BalancePlan
from reports.plots import forest
from reports.rows import records
from reports.statistics.blocks import FEW
from reports.statistics.verdicts import APPEARS, FADES, HOLDS, OPEN, REFUTED, TURNS, UNTRIED
from reports.wording import abs_between, capitalised, few, minus, priced, signed, signed_between

NAMED = 6               # items that a sentence names
ENDS = (8, 4)           # rows of the table that are shown, from the top and from the bottom
IN_FIGURE = (24, 12)    # the same of the figure
TITLE = "Against the mean of its kind"
HIGH, LOW = ("well above", "above", "slightly above"), ("well below", "below", "slightly below")
UNSAID = (FADES, APPEARS, OPEN, REFUTED)      # words at two strengths with which a verdict is not named as found
Row = Mapping[str, Any]


def of_page(plan: BalancePlan, tables: Mapping[str, pd.DataFrame], outcome: str = "margin") -> pd.DataFrame:
    """The lines of the strongest agent and of one outcome, the best item first; of the first experiment that has them.

    Empty where a number is varied: then each value has a mean of its own, and the page asks which value is right.
    """
    if TABLE not in tables or plan.vary:
        return pd.DataFrame()
    own = tables[TABLE]
    own = own[(own["agent"] == plan.agents[-1]) & (own["outcome"] == outcome)]
    order = [record.estimand for record in plan.records if (own["estimand"] == record.estimand).any()]
    own = own[own["estimand"] == order[-1]] if order else own.iloc[:0]
    few = own["blocks"] < FEW           # whose order would be noise
    return own.assign(few=few, rank=-own["deviation"].where(~few, 0)).sort_values(
        ["few", "rank", "item"], kind="stable").drop(columns=["few", "rank"])


def sentences(plan: BalancePlan, tables: Mapping[str, pd.DataFrame], meaning: Meaning) -> list[str]:
    """Which items are worth more and less than the mean of their kind, the furthest first."""
    own = records(of_page(plan, tables))
    if not own or all(row["verdict"] == UNTRIED for row in own):
        return []
    named = [row for row in own if not plan.stronger or row.get("kept") in (HOLDS, TURNS)]
    up = [row for row in named if row["verdict"] in HIGH]
    down = [row for row in named[::-1] if row["verdict"] in LOW]
    known = "" if isnan(own[0].get("kind_low", float("nan"))) else (
        f" ({signed_between(own[0]['kind_low'], own[0]['kind_high']).replace('+', '')})")
    mean = f"The mean {_one(plan)} is worth {_plain(own[0]['kind_mean'])} points{known}."
    if not up and not down:
        alike = [row["item"] for row in own if row["verdict"] == "as the mean"]
        said = ["No item is shown to be worth more or less than the mean of its kind."]
        return [*said, mean, *([f"Shown to be as good as the mean: {few(alike, NAMED)}."] if alike else [])]
    said, sides = [], [(rows, word) for rows, word in ((up, "more"), (down, "less")) if rows]
    for rows, word in sorted(sides, key=lambda found: -_certain(strongest(found[0]))):
        first = strongest(rows)
        rest = [row for row in rows if row is not first]
        size = f"{abs(first['deviation']):.1f} points {word} than the mean {_one(plan)}"
        said.append(f"{capitalised(aside(first['item'], meaning))} is worth {size} "
                    f"(95 % interval {abs_between(first['low'], first['high'])})"
                    + (f"; also {word}: {_listed(rest)}." if rest else "."))
    return [*said, mean]


def is_found(plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> bool:
    """Whether any item is shown to be worth more or less than the mean of its kind, or all to be as good as it."""
    own = records(of_page(plan, tables))
    verdicts = [row["verdict"] for row in own if not plan.stronger or row.get("kept") not in UNSAID]
    return any(said in (*HIGH, *LOW) for said in verdicts) or (
        len(verdicts) == len(own) and all(said == "as the mean" for said in verdicts))


def strongest(rows: Sequence[Row]) -> Row:
    """The item whose interval is furthest from the mean."""
    return max(rows, key=lambda row: (_certain(row), abs(row["deviation"])))


def _certain(row: Row) -> float:
    return min(abs(row["low"]), abs(row["high"]))


def section(plan: BalancePlan, tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes],
            meaning: Meaning) -> str:
    """The first section of a page with several items."""
    own = records(of_page(plan, tables))
    if not own:
        return ""
    wins = {row["item"]: row for row in records(of_page(plan, tables, "win"))}
    unit = str(own[0].get("resource_unit") or "")
    units = [name for name, column in (("points", "price_vp"), (unit, "resource")) if name and _known(own, column)]
    over = _known(own, "overpriced")
    head = ["", "more than the mean", "drawn to it", "verdict", "wins",
            *(f"in {name}" for name in units), *(["cost", f"too dear by, in {unit}"] if over else [])]
    lines = [[below(row["item"], meaning), _between(row, "deviation", "low", "high"),
              "—" if row["blocks"] < FEW else signed(row["shrunk"]),
              row["verdict"],
              _between(wins[row["item"]], "deviation", "low", "high", 100) if row["item"] in wins else "—",
              *(_price(row, *PRICES[name == "points"]) for name in units),
              *([f"{row['printed_cost']:g}", _price(row, *OVER)] if over else [])] for row in own]
    return web.section(TITLE, f"<p>{_note(plan, unit, over)}</p>",
                       web.picture(pictures, TABLE, TITLE, "Right of the dashed line: worth more than the mean of its "
                                   "kind. A bar that crosses the line leaves open on which side. Shaded: too small to "
                                   "matter."),
                       web.table("Points more than the mean item, and wins in percentage points", head, lines, TABLE,
                                 ENDS))


def figure(plan: BalancePlan, tables: Mapping[str, pd.DataFrame], meaning: Meaning) -> Figure | None:
    """A forest of the deviations, or None where there are none."""
    parts = [of_page(plan, tables, outcome) for outcome in ("margin", "win")]
    parts = [part[part["blocks"] >= FEW] if len(part) else part for part in parts]
    own = pd.concat([part for part in parts if len(part)]) if any(map(len, parts)) else pd.DataFrame()
    if not len(own):
        return None
    kept = list(dict.fromkeys(own["item"]))
    more = max(0, len(kept) - sum(IN_FIGURE))
    if more:
        kept = [*kept[:IN_FIGURE[0]], *kept[-IN_FIGURE[1]:]]
    own = own[own["item"].isin(kept)].rename(columns={"deviation": "estimate"})
    named = own.assign(item=own["item"].map(labels(own["item"], meaning)))
    least = int(np.min(own["blocks"]))
    return forest.draw(named, TITLE, "How much more an item is worth than the mean of its kind. Shaded: too small to "
                       f"matter.\nBars: where the true value lies (95 %). Each item was in {least:,} blocks or more."
                       + (f"\n{more} more in between: {TABLE}.csv." if more else ""),
                       what="above the mean")


PRICES = (("resource", "resource_low", "resource_high", "resource_most"),
          ("price_vp", "price_low", "price_high", "points_most"))
OVER = ("overpriced", "overpriced_low", "overpriced_high", "resource_most")


def _note(plan: BalancePlan, unit: str, over: bool) -> str:
    said = (f"A gift of any {_one(plan)} beats nothing; here each is compared with the mean of all of them. Drawn to "
            "the mean: the best guess, as the furthest of many are partly lucky.")
    if over:
        said += (f" Too dear by: how much more than its worth an item costs, both against the mean item, if every card "
                 f"of its cost counts as one of {unit}.")
    return said


def _one(plan: BalancePlan) -> str:
    """One of a kind: `knowledge tile`, `expansion`."""
    kind = plan.kind.split("-")[-1] if plan.kind.count("-") > 1 else plan.kind.replace("-", " ")
    return kind.removesuffix("s") if kind.endswith("s") else f"{kind} tile"


def _known(rows: Sequence[Row], column: str) -> bool:
    return any(not isnan(row.get(column, float("nan"))) for row in rows)


def _between(row: Row, value: str, low: str, high: str, times: float = 1.0) -> str:
    if isnan(row[value]) or row["blocks"] < FEW:
        return "—"
    known = "" if isnan(row[low]) else f"\n{signed_between(times * row[low], times * row[high])}"
    return f"{signed(times * row[value])}{known}"


def _price(row: Row, value: str, low: str, high: str, most: str) -> str:
    """Above and below the mean by no more than tokens were played."""
    return "—" if row["blocks"] < FEW else priced(row[value], row[low], row[high], row[most], -row[most])


def _plain(value: float) -> str:
    return minus(f"{value:.1f}")


def _listed(rows: Sequence[Row]) -> str:
    return few([f"{row['item']} ({signed(row['deviation'])})" for row in rows], NAMED)
