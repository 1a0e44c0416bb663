"""A row a world of what an atlas measured, and what tells that its games, played again, come out the same."""
from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import pandas as pd

from reports.atlas.plan import AtlasPlan
from reports.rows import records

KIND = "worlds"
COMPARED = {KIND: ("item", "seats"), "estimates": ("item", "measure")}      # tables, and what a row is named by
ALONE = ("raw",)        # of the estimates, what is no estimate but a mean of a world's own games


def rows(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """A row a world: its values with their intervals, pooled where they could be, and what is said of it among the
    weaker; of the stronger a word says it.
    """
    said: dict[str, list[str]] = {}
    weak = tables["flags"][~tables["flags"]["measure"].str.endswith("_strong")] if "flags" in tables else pd.DataFrame()
    for row in records(weak):
        said.setdefault(row["item"], []).append(row["flag"])
    stopped = tables[KIND].groupby("item").apply(
        lambda own: (own["capped"] * own["games"]).sum() / own["games"].sum(), include_groups=False)
    values: dict[str, dict[str, Any]] = {item: {"world": item} for item in plan.items}
    for row in records(tables["estimates"]):
        known = ("pooled", "low", "high") if row["pooled"] == row["pooled"] else ("raw", "raw_low", "raw_high")
        values[row["item"]].update({f"{row['measure']}{end}": row[name]
                                    for name, end in zip(known, ("", "_low", "_high"), strict=True)})
    return pd.DataFrame([{**values[item], "stopped": stopped[item], "says": "; ".join(said.get(item, []))}
                         for item in plan.items])


def digests(tables: Mapping[str, pd.DataFrame]) -> dict[str, str]:
    """By world a digest of all rows that depend on its own games alone, to nine digits as tables are written.

    What is empty or 0 does not count, as a source that none of the worlds has is no column of theirs.
    """
    said: dict[str, list[str]] = {}
    for name, index in COMPARED.items():
        for row in records(_rows(tables[name], name).reset_index()):
            values = (f"{column}={value if isinstance(value, str) else format(value, '.9g')}"
                      for column, value in sorted(row.items()) if value == value and value != 0 and column not in index)
            said.setdefault(row["item"], []).append(f"{name} {row[index[1]]} {' '.join(values)}")
    return {world: sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16] for world, lines in said.items()}


def _rows(table: pd.DataFrame, name: str) -> pd.DataFrame:
    """What depends on a world's own games alone, by what a row is named by."""
    own = table.set_index([*COMPARED[name]]).sort_index()
    return own[[*ALONE]] if name == "estimates" else own
