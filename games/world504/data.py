"""The tables of 504 that are CSV files beside its code."""
from __future__ import annotations

import csv
from pathlib import Path


def read_table(name: str) -> list[dict[str, str]]:
    """The lines of NAME.csv, in order, by the names of its columns."""
    text = Path(__file__).with_name(f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
