"""A finished run as tables of numbers: all that the writers, the plots and the page show is computed here.

The run is folded (`reports.documents.folded`) batch by batch. Each function takes what that gave and returns a
DataFrame whose columns say their own unit: points, share (0 to 1) or count. Intervals are by block.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import floor, nan
from typing import Any, Protocol

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mcts.interval import DELTA, ENOUGH, Interval
from reports.documents.folded import CHOICES as CHOICES
from reports.documents.folded import DECISIONS as DECISIONS
from reports.documents.folded import OUTCOMES, ROUNDS, Batch, Folded, Group, folded
from reports.documents.folded import SOURCE as SOURCE
from reports.documents.folded import in_order as in_order
from reports.experiments import matters
from reports.statistics import blocks as estimate
from reports.statistics.blocks import LEVEL
from reports.statistics.sums import Counts, Moments

BY_CONSTRUCTION, NOT_JUDGED = "by construction", "agents differ"       # verdicts that answer no question
BINS = 30                                       # at most, in a histogram
QUANTILES = {"min": 0.0, "p10": 0.10, "q25": 0.25, "median": 0.50, "q75": 0.75, "p90": 0.90, "max": 1.0}
INTERVAL = ["low", "high", "level", "stderr", "blocks"]


class RunRows(Protocol):
    """What a report needs of a run: `reports.run.Run` is one."""

    @property
    def manifest(self) -> dict[str, Any]: ...
    def batches(self) -> Iterator[Batch]: ...


def all_tables(run: RunRows) -> dict[str, pd.DataFrame]:
    """Every table of a run by name, in the order of the page; each row carries game, version, seed and seats."""
    return tables_of(folded(run.batches()), run.manifest)


def tables_of(found: Folded, manifest: Mapping[str, Any]) -> dict[str, pd.DataFrame]:
    """The same of a run that is folded already."""
    tables = {
        "win_shares": win_shares(found, matters.of_run({"seats": found.seats, **manifest})),
        "score_distribution": score_distribution(found),
        "score_histogram": score_histogram(found),
        "points_by_source": points_by_source(found),
        "game_length": game_length(found),
        "game_length_histogram": game_length_histogram(found),
        "tile_win_shares": tile_win_shares(found),
    }
    return about(manifest, found.seats, tables)


def about(manifest: Mapping[str, Any], seats: int, tables: dict[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """The tables, with game, version, seed and seats put into each row."""
    said: dict[str, Any] = {name: str(manifest.get(name, "")) for name in ("game", "version", "seed")}
    said["seats"] = seats
    for table in tables.values():
        for at, (name, value) in enumerate(said.items()):
            table.insert(at, name, value)
    return tables


def complete_blocks(seats: pd.DataFrame) -> pd.DataFrame:
    """The rows of blocks in which every rotation was played. A block cut short would favour who sat where first."""
    rotations = seats.groupby("block")["game"].transform("nunique")
    return seats[rotations == rotations.max()]


def win_shares(found: Folded, points: float = DELTA["margin"]) -> pd.DataFrame:
    """Share of the win and margin of each agent and each seat against par, from complete blocks; `points` ahead matter.

    Par is 1 / seats for the win and 0 for the margin. One family for the q values: one kind and one outcome. A lone
    agent is at par by construction; a seat is judged only where all agents are alike, as otherwise a strong agent
    that wins from every seat would make the seats look equal.
    """
    whole, pars = found.whole_blocks, {"win": 1 / found.seats, "margin": 0.0}
    deltas = {"win": DELTA["win"], "margin": points}
    alike = sum(kind == "agent" for kind, _ in whole) == 1
    rows: list[dict[str, Any]] = []
    for kind in ("agent", "seat"):
        groups = _ordered(whole, (kind,))
        for at, outcome in enumerate(OUTCOMES):
            par = pars[outcome]
            said = [(each.moments.share if outcome == "win" else each.moments.interval)(at)
                    for each in (whole[group] for group in groups)]
            p = [estimate.p_value(each, par) for each in said]
            for group, each, own_p, q in zip(groups, said, p, estimate.q_values(p), strict=True):
                verdict = estimate.verdict(each, par, deltas[outcome], q, ENOUGH[outcome])
                needed = max(ENOUGH[outcome], estimate.blocks_needed(each, deltas[outcome]))
                rows.append({"kind": kind, "name": group[1], "outcome": outcome, "par": par, "estimate": each.estimate,
                             **_interval(each), "games": whole[group].games, "p": own_p, "q": q,
                             "verdict": _settling(kind, alike, verdict), "delta": deltas[outcome],
                             "blocks_needed": needed, "note": each.note})
    return pd.DataFrame(rows)


def points_that_matter(tables: Mapping[str, pd.DataFrame]) -> float:
    """The points ahead that matter in the game of these tables."""
    table = tables["win_shares"]
    return float(table.loc[table["outcome"] == "margin", "delta"].iloc[0])


def score_distribution(found: Folded) -> pd.DataFrame:
    """Final scores over all games, of winners, and by seat, agent and board: mean, interval and quantiles in points."""
    return pd.DataFrame([{"kind": group[0], "name": group[1], "games": each.games, "rows": each.rows,
                          **_distribution(each.moments, each.scores)}
                         for group, each in _scores(found, ("all", "winner", "seat", "agent", "board"))])


def score_histogram(found: Folded) -> pd.DataFrame:
    """How many games of each seat ended with a score in from <= score < to; bins of whole points, the same for all."""
    edges = bin_edges(found.scores["all", "all seats"].scores.values()[0])
    return pd.concat([_histogram(each.scores, edges, {"kind": kind, "name": name})
                      for (kind, name), each in _scores(found, ("seat",))], ignore_index=True)


def points_by_source(found: Folded) -> pd.DataFrame:
    """Mean points from each source over all seats, of the winners, by seat and by agent; largest source first.

    `share` is the source's part of the mean score. Sources that never paid and never cost are left out.
    """
    everyone = found.scores["all", "all seats"].totals
    at = {source: place for place, source in enumerate(found.sources, start=1)}
    columns = sorted(found.used, key=lambda c: (-everyone.exact(at[c]), c))
    rows = []
    for (kind, name), each in _scores(found, ("all", "winner", "seat", "agent")):
        total = float(each.totals.exact(0) / each.rows)
        for column in columns:
            said = each.moments.interval(at[column])
            rows.append({"kind": kind, "name": name, "source": column.removeprefix(SOURCE), "mean": said.estimate,
                         **_interval(said), "share": said.estimate / total if total else nan, "games": each.games})
    names = ["kind", "name", "source", "mean", *INTERVAL, "share", "games"]
    return pd.DataFrame(rows, columns=names)


def game_length(found: Folded) -> pd.DataFrame:
    """Decisions of a seat in a game, those with a choice, and rounds of a game: mean, interval and quantiles."""
    return pd.DataFrame([{"measure": measure, "games": found.games,
                          **_distribution(found.lengths[measure].moments, found.lengths[measure].values)}
                         for measure in _measures(found)])


def game_length_histogram(found: Folded) -> pd.DataFrame:
    """How often each length was seen: rows are seats and games for decisions, and games for rounds."""
    counts = {measure: found.lengths[measure].values for measure in _measures(found)}
    return pd.concat([_histogram(each, bin_edges(each.values()[0]), {"measure": measure})
                      for measure, each in counts.items()], ignore_index=True)


def tile_win_shares(found: Folded) -> pd.DataFrame:
    """How often each tile is owned at the end, and how often its owners win; the most often owned first.

    `frequency` is the share of seats that own one or more, `copies` the mean number a seat. `naive_win_owned` is the
    share of the win of those seats, clustered by block. It is NOT the effect of the tile: agents buy some tiles when
    they are ahead and others when behind, so it says who owned what, never what owning it did. It stands last but for
    its interval and is not to be sorted by.
    """
    names = ["tile", "owned", "games", "frequency", "copies", "par", "naive_win_owned", *INTERVAL, "note"]
    rows = []
    for tile in sorted(found.tiles, key=lambda name: (-found.tiles[name].owned, _natural(name))):
        each = found.tiles[tile]
        said = each.wins.interval()
        bounds = {"low": max(said.low, 0.0), "high": min(said.high, 1.0)} if said.is_known else {}
        rows.append({"tile": tile, "owned": each.owned, "games": each.games, "frequency": each.owned / found.rows,
                     "copies": each.copies / found.rows, "par": 1 / found.seats, "naive_win_owned": said.estimate,
                     **_interval(said), **bounds, "note": said.note})
    return pd.DataFrame(rows, columns=names)


def bin_edges(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Edges of at most BINS bins of one width (1, 2 or 5 times a power of ten, 1 at least) that hold all the values."""
    low, high = float(np.min(values)), float(np.max(values))
    width = next(w for power in range(12) for w in (10 ** power, 2 * 10 ** power, 5 * 10 ** power)
                 if floor(high / w) - floor(low / w) < BINS)
    first, last = floor(low / width), floor(high / width)
    return np.arange(first, last + 2, dtype=float) * width


def _ordered(groups: Mapping[Group, Any], kinds: Sequence[str]) -> list[Group]:
    """The groups of these kinds, by kind and then by name."""
    return sorted((group for group in groups if group[0] in kinds),
                  key=lambda group: (kinds.index(group[0]), _natural(group[1])))


def _scores(found: Folded, kinds: Sequence[str]) -> Iterator[tuple[Group, Any]]:
    return ((group, found.scores[group]) for group in _ordered(found.scores, kinds))


def _measures(found: Folded) -> list[str]:
    """The measures of length that a run has: a game that counts no rounds says 0."""
    return [measure for measure, each in found.lengths.items() if measure != ROUNDS or max(each.values.of) > 0]


def _settling(kind: str, alike: bool, said: str) -> str:
    if kind == "agent":
        return BY_CONSTRUCTION if alike else said
    return said if alike else NOT_JUDGED


def _natural(text: str) -> tuple[tuple[int, int | str], ...]:
    """Sort key in which "knowledge 9" comes before "knowledge 10"."""
    return tuple((0, int(word)) if word.isdigit() else (1, word) for word in text.replace(":", " ").split())


def _distribution(moments: Moments, values: Counts) -> dict[str, Any]:
    found = moments.interval(0)
    return {"mean": found.estimate, **_interval(found), "sd": values.sd(),
            **{name: values.quantile(at) for name, at in QUANTILES.items()}}


def _histogram(found: Counts, edges: NDArray[np.float64], about: dict[str, Any]) -> pd.DataFrame:
    # numpy's last bin would also take its right edge; bin_edges leaves no value there
    values, seen = found.values()
    counts, _ = np.histogram(values, bins=edges, weights=seen)
    table = pd.DataFrame({"from": edges[:-1], "to": edges[1:], "count": counts.astype(np.int64),
                          "share": counts / counts.sum()})
    for at, (name, value) in enumerate(about.items()):
        table.insert(at, name, value)
    return table


def _interval(found: Interval) -> dict[str, Any]:
    return {"low": found.low, "high": found.high, "level": LEVEL, "stderr": found.stderr, "blocks": found.blocks}
