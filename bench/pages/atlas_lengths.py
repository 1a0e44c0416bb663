"""How long games of better players are, and how long they stay open, beside those of greedy agents: a section of the
atlas, of the committed row a world alone.

    python -m bench atlas --words
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from bench.pages.atlas_lot import put
from bench.pages.atlas_words import PLAYED_BY, named
from bench.peers.table import piped
from games.api import InputError
from reports.rows import records
from reports.wording import counted, minus, percent

HEADING = "## How long games of better players are"
ROUNDS, DECIDED = ("rounds_2", "rounds_strong"), ("decided_2", "decided_strong")    # columns: weaker, stronger


def published(page: Path, worlds: Path) -> None:
    """The section on a page that is there, of the row a world in the file `worlds`; the rest stays.

    Raises InputError where the page does not say who played.
    """
    by = PLAYED_BY.search(page.read_text("utf-8"))
    if by is None:
        raise InputError(f"{page}: does not say who played, expected 'Played by' and a search")
    if said := section(records(pd.read_csv(worlds, dtype={"world": str})), by[1]):
        put(page, said)


def section(rows: Sequence[Mapping[str, Any]], strong: str) -> list[str]:
    """Means over the worlds that both played, how far the two agree, and the worlds in which they surely do not; empty
    where no world was played by both. `rows` are those of the committed table.
    """
    both = [row for row in rows if row[ROUNDS[1]] == row[ROUNDS[1]]]
    if len(both) < 3:
        return []
    weak_rounds, strong_rounds = (np.array([row[name] for row in both]) for name in ROUNDS)
    weak_open, strong_open = (np.array([row[name] for row in both]) for name in DECIDED)
    apart = sorted((row for row in both if _differ(row)), key=lambda row: (row[ROUNDS[1]] / row[ROUNDS[0]],
                                                                         row["world"]))
    agree = f"The two agree on which worlds are long: {_correlation(weak_rounds, strong_rounds)}."
    out = [HEADING,
           f"**A game for two between {strong} takes {strong_rounds.mean():.1f} rounds, one between greedy agents "
           f"{weak_rounds.mean():.1f}: means over the {counted(len(both), 'world')} that both played. {agree}**",
           f"The lead no longer changes after {percent(float(strong_open.mean()))} of a game of better players, after "
           f"{percent(float(weak_open.mean()))} of one of greedy agents ({_correlation(weak_open, strong_open)}). "
           "Better players played the worlds in which greedy agents favour one of two; how long games of others are is "
           "known of greedy agents only."]
    if not apart:
        return [*out, "In none of these worlds the two are shown to take other numbers of rounds."]
    body = [[row["world"], named(row["world"]), *(_rounds(row, name) for name in ROUNDS)]
            for row in apart]
    return [*out, f"In {len(apart)} of these worlds the two surely take other numbers of rounds, with 95 % intervals:",
            "\n".join(piped(["world", "", "rounds, greedy", f"rounds, {strong}"], body, left=2))]


def _differ(row: Mapping[str, Any]) -> bool:
    """Whether the intervals of the two have nothing in common."""
    (weak, strong) = ROUNDS
    return bool(row[f"{strong}_high"] < row[f"{weak}_low"] or row[f"{strong}_low"] > row[f"{weak}_high"])


def _rounds(row: Mapping[str, Any], name: str) -> str:
    return f"{row[name]:.1f} ({row[f'{name}_low']:.1f} to {row[f'{name}_high']:.1f})"


def _correlation(one: np.ndarray[Any, Any], two: np.ndarray[Any, Any]) -> str:
    return f"correlation {minus(f'{np.corrcoef(one, two)[0, 1]:.2f}')}"
