"""The tables of 504 that are CSV files beside its code."""
from __future__ import annotations

import csv
from importlib.resources import files


def read_table(name: str) -> list[dict[str, str]]:
    """The lines of NAME.csv, in order, by the names of its columns."""
    text = (files("games.world504") / f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
