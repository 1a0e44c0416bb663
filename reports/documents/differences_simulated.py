"""Outcomes of simulated games, one value a block: scores, the winner's margin, length, seats, agents, sources."""
from __future__ import annotations

import pandas as pd

from reports.documents.differences import COUNT, POINTS, WIN, Difference, paired, unpaired
from reports.documents.tables import SOURCE, complete_blocks, in_order
from reports.run import Run

WHOLE, SEAT, AGENT, SOURCES = "whole game", "seat", "agent", "points by source"
Key = tuple[str, str, str]      # group, name, unit


def differences(first: Run, second: Run, pair: bool) -> list[Difference]:
    """Every outcome that both runs have. Raises InputError for runs that are paired and share no whole block."""
    one, other = measures(first), measures(second)
    compare = paired if pair else unpaired
    for known, wider in ((one, other), (other, one)):
        nothing = pd.Series(0.0, index=next(iter(known.values())).index)
        known |= {key: nothing for key in wider if key[0] == SOURCES and key not in known}  # it never paid there
    return [compare(*key, one[key], other[key]) for key in one if key in other]


def measures(run: Run) -> dict[Key, pd.Series]:
    """Each outcome by block, from whole blocks only."""
    seats = complete_blocks(in_order(run.seats))
    games = seats.groupby(["block", "game"], sort=True)
    winners = seats[seats["win"] > 0].groupby(["block", "game"], sort=True)
    found: dict[Key, pd.Series] = {
        (WHOLE, "mean score", POINTS): games["score"].mean().groupby("block").mean(),
        (WHOLE, "winner's score", POINTS): winners["score"].mean().groupby("block").mean(),
        (WHOLE, "winner's margin", POINTS): winners["margin"].mean().groupby("block").mean(),
        (WHOLE, "decisions a seat", COUNT): games["decisions"].mean().groupby("block").mean(),
    }
    if (seats["rounds"] > 0).any():
        found[WHOLE, "rounds", COUNT] = games["rounds"].mean().groupby("block").mean()
    for kind in (SEAT, AGENT):
        if kind == AGENT and seats["agent"].nunique() < 2:
            continue            # a lone agent is at par by construction
        for name, part in seats.groupby(kind, sort=True):
            called = f"seat {name}" if kind == SEAT else str(name)
            found[kind, called, WIN] = part.groupby("block")["win"].mean()
            found[kind, called, POINTS] = part.groupby("block")["margin"].mean()
    for column in (c for c in seats.columns if c.startswith(SOURCE) and bool((seats[c].fillna(0) != 0).any())):
        found[SOURCES, column.removeprefix(SOURCE), POINTS] = seats[column].fillna(0).groupby(seats["block"]).mean()
    return found
