"""Rows to NAME.csv and NAME.md in a folder; and CSV ledgers, from which an interrupted run goes on."""
from __future__ import annotations

import csv
import gzip
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO, cast

import pandas as pd

from bench.peers.table import piped
from games.api import InputError
from reports.documents.writers import write_csv

Row = dict[str, Any]


def page(title: str, lead: str, about: Mapping[str, str], head: Sequence[str], body: Sequence[Sequence[str]],
         left: int = 1, below: str = "") -> str:
    """A Markdown page: what was measured where, and a table whose first `left` columns are words."""
    listed = [f"* {name.replace('_', ' ')}: {value}" for name, value in about.items()]
    table = piped(head, body, left)
    return "\n".join([f"# {title}", "", lead, "", *listed, "", *table, *(["", below] if below else [])]) + "\n"


def publish(rows: Sequence[Row], about: Mapping[str, str], text: str, out: Path, name: str) -> list[Path]:
    """The rows, with what all have in common, as NAME.csv, and the page as NAME.md; the folder is made."""
    out.mkdir(parents=True, exist_ok=True)
    written = out / f"{name}.md"
    written.write_text(text, encoding="utf-8")
    return [write_csv(pd.DataFrame([row | dict(about) for row in rows]), out / f"{name}.csv"), written]


class Ledger:
    """Finished pieces of a long run, a line each: what is in it is not done again. `key`: what makes them different."""

    def __init__(self, path: Path, key: Sequence[str]):
        self.path, self.key, self.rows = path, tuple(key), dict[tuple[str, ...], Row]()
        if path.exists():
            with self._open(path, "rt") as file:
                for row in csv.DictReader(file):
                    if missing := [name for name in key if name not in row]:
                        raise InputError(f"{path}: found no column {missing[0]!r}, expected a file of this script")
                    self.rows[self.name(row)] = dict(row)

    @staticmethod
    def _open(path: Path, mode: str) -> TextIO:
        """The file as text; one that ends in .gz is compressed."""
        opened = gzip.open if path.suffix == ".gz" else open
        return cast(TextIO, opened(path, mode, encoding="utf-8", newline=""))

    def name(self, row: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(str(row[part]) for part in self.key)

    def find(self, wanted: Mapping[str, Any]) -> Row | None:
        """The line of this piece, as text; None while it is not finished."""
        return self.rows.get(self.name(wanted))

    def add(self, row: Row) -> Row:
        """Keep a finished piece at once, in a file that is replaced whole; returns it as it will be read back."""
        self.rows[self.name(row)] = {name: "" if value is None else str(value) for name, value in row.items()}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fields = list(dict.fromkeys(name for found in self.rows.values() for name in found))
        part = self.path.with_name(f".part-{self.path.name}")
        with self._open(part, "wt") as file:
            writer = csv.DictWriter(file, fields, restval="", lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows.values())
        part.replace(self.path)
        return self.rows[self.name(row)]
