"""The rows of a table, as screens, pages and pictures go through them."""
from __future__ import annotations

from typing import Any

import pandas as pd


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a table, each by column name."""
    return [{str(name): value for name, value in row.items()} for row in table.to_dict("records")]


def telling(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of a table by kind and name, less those of a kind with one member: they repeat what is said of all."""
    members = table.groupby("kind")["name"].transform("nunique")
    kept = table[(table["kind"] == "all") | (members > 1)]
    return (kept if len(kept) else table).reset_index(drop=True)
