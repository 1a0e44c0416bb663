"""The tables of a run from all its rows at once: what `reports.documents.tables`, which folds them, is held against.

Each function takes the rows of a run (`seats`: one row a seat and game; `tiles`: one row a game, seat and tile) and
returns a DataFrame whose columns say their own unit: points, share (0 to 1) or count. Intervals are by block.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import nan
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from games.api import InputError
from mcts.interval import ENOUGH, Interval
from reports.documents.tables import (
    BY_CONSTRUCTION,
    CHOICES,
    DECISIONS,
    INTERVAL,
    NOT_JUDGED,
    QUANTILES,
    SOURCE,
    bin_edges,
    complete_blocks,
    in_order,
)
from reports.experiments import matters
from reports.statistics import blocks as estimate
from reports.statistics.blocks import LEVEL


def all_tables(run: Any) -> dict[str, pd.DataFrame]:
    """Every table of a run by name, in the order of the page; each row carries game, version, seed and seats."""
    seats = in_order(run.seats)
    tables = {
        "win_shares": win_shares(seats, matters.of_run({"seats": seat_count(seats), **run.manifest})),
        "score_distribution": score_distribution(seats),
        "score_histogram": score_histogram(seats),
        "points_by_source": points_by_source(seats),
        "game_length": game_length(seats),
        "game_length_histogram": game_length_histogram(seats),
        "tile_win_shares": tile_win_shares(seats, run.tiles),
    }
    return about(run.manifest, seats, tables)


def about(manifest: Mapping[str, Any], seats: pd.DataFrame, tables: dict[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """The tables, with game, version, seed and seats put into each row."""
    said: dict[str, Any] = {name: str(manifest.get(name, "")) for name in ("game", "version", "seed")}
    said["seats"] = seat_count(seats)
    for table in tables.values():
        for at, (name, value) in enumerate(said.items()):
            table.insert(at, name, value)
    return tables


def seat_count(seats: pd.DataFrame) -> int:
    """Number of seats of the games."""
    return int(seats["seat"].nunique())


def win_shares(seats: pd.DataFrame, points: float) -> pd.DataFrame:
    """Share of the win and margin of each agent and each seat against par, from complete blocks.

    Par is 1 / seats for the win and 0 for the margin. One family for the q values: one kind and one outcome. A lone
    agent is at par by construction; a seat is judged only where all agents are alike, as otherwise a strong agent
    that wins from every seat would make the seats look equal.
    """
    whole, delta = complete_blocks(seats), {"win": 0.02, "margin": points}
    alike = seats["agent"].nunique() == 1
    rows: list[dict[str, Any]] = []
    for kind in ("agent", "seat"):
        groups = [(name, part) for _, name, part in _groups(whole, (kind,), ("game", "block", "win", "margin"))]
        for outcome, par in (("win", 1 / seat_count(seats)), ("margin", 0.0)):
            interval = estimate.share_interval if outcome == "win" else estimate.mean_interval
            found = [interval(*estimate.block_means(part["block"].to_numpy(), part[outcome])) for _, part in groups]
            p = [estimate.p_value(each, par) for each in found]
            for (name, part), each, own_p, q in zip(groups, found, p, estimate.q_values(p), strict=True):
                said = estimate.verdict(each, par, delta[outcome], q, ENOUGH[outcome])
                needed = max(ENOUGH[outcome], estimate.blocks_needed(each, delta[outcome]))
                rows.append({"kind": kind, "name": name, "outcome": outcome, "par": par, "estimate": each.estimate,
                             **_interval(each), "games": part["game"].nunique(), "p": own_p, "q": q,
                             "verdict": _settling(kind, alike, said), "delta": delta[outcome],
                             "blocks_needed": needed, "note": each.note})
    return pd.DataFrame(rows)


def score_distribution(seats: pd.DataFrame) -> pd.DataFrame:
    """Final scores over all games, of winners, and by seat, agent and board: mean, interval and quantiles in points."""
    rows = []
    for kind, name, part in _groups(seats, ("all", "winner", "seat", "agent", "board"), ("game", "block", "score")):
        rows.append({"kind": kind, "name": name, "games": part["game"].nunique(), "rows": len(part),
                     **_distribution(part["block"].to_numpy(), part["score"].to_numpy(float))})
    return pd.DataFrame(rows)


def score_histogram(seats: pd.DataFrame) -> pd.DataFrame:
    """How many games of each seat ended with a score in from <= score < to; bins of whole points, the same for all."""
    edges = bin_edges(seats["score"].to_numpy(float))
    return pd.concat([_histogram(part["score"], edges, {"kind": kind, "name": name})
                      for kind, name, part in _groups(seats, ("seat",), ("score",))], ignore_index=True)


def points_by_source(seats: pd.DataFrame) -> pd.DataFrame:
    """Mean points from each source over all seats, of the winners, by seat and by agent; largest source first.

    `share` is the source's part of the mean score. Sources that never paid and never cost are left out.
    """
    columns = [c for c in seats.columns if c.startswith(SOURCE) and bool((seats[c].fillna(0) != 0).any())]
    columns.sort(key=lambda c: (-seats[c].to_numpy(float).mean(), c))
    rows = []
    for kind, name, part in _groups(seats, ("all", "winner", "seat", "agent"), ("game", "block", "score", *columns)):
        total = float(part["score"].mean())
        for column in columns:
            found = estimate.mean_interval(*estimate.block_means(part["block"].to_numpy(), part[column].fillna(0)))
            rows.append({"kind": kind, "name": name, "source": column.removeprefix(SOURCE), "mean": found.estimate,
                         **_interval(found), "share": found.estimate / total if total else nan,
                         "games": part["game"].nunique()})
    names = ["kind", "name", "source", "mean", *INTERVAL, "share", "games"]
    return pd.DataFrame(rows, columns=names)


def game_length(seats: pd.DataFrame) -> pd.DataFrame:
    """Decisions of a seat in a game, those with a choice, and rounds of a game: mean, interval and quantiles."""
    return pd.DataFrame([{"measure": measure, "games": seats["game"].nunique(), **_distribution(blocks, values)}
                         for measure, blocks, values in _lengths(seats)])


def game_length_histogram(seats: pd.DataFrame) -> pd.DataFrame:
    """How often each length was seen: rows are seats and games for decisions, and games for rounds."""
    return pd.concat([_histogram(pd.Series(values), bin_edges(values), {"measure": measure})
                      for measure, _, values in _lengths(seats)], ignore_index=True)


def tile_win_shares(seats: pd.DataFrame, tiles: pd.DataFrame) -> pd.DataFrame:
    """How often each tile is owned at the end, and how often its owners win; the most often owned first.

    `frequency` is the share of seats that own one or more, `copies` the mean number a seat. `naive_win_owned` is the
    share of the win of those seats, clustered by block. It is NOT the effect of the tile: agents buy some tiles when
    they are ahead and others when behind, so it says who owned what, never what owning it did. It stands last but for
    its interval and is not to be sorted by.
    """
    names = ["tile", "owned", "games", "frequency", "copies", "par", "naive_win_owned", *INTERVAL, "note"]
    if len(tiles) == 0:
        return pd.DataFrame(columns=names)
    games, blocks, wins = (seats[name].to_numpy() for name in ("game", "block", "win"))
    rows = []
    for tile, at, copies in _owners(seats, tiles):
        found = estimate.clustered_mean(blocks[at], wins[at])
        rows.append({"tile": tile, "owned": len(at), "games": 1 + int(np.count_nonzero(np.diff(games[at]))),
                     "frequency": len(at) / len(seats), "copies": copies / len(seats),
                     "par": 1 / seat_count(seats), "naive_win_owned": found.estimate, **_interval(found),
                     "note": found.note})
        rows[-1]["low"], rows[-1]["high"] = max(found.low, 0.0), min(found.high, 1.0)
        if not found.is_known:
            rows[-1]["low"] = rows[-1]["high"] = nan
    table = pd.DataFrame(rows, columns=names)
    table["_natural"] = table["tile"].map(_natural)
    table = table.sort_values(["owned", "_natural"], ascending=[False, True], kind="stable", ignore_index=True)
    return table.drop(columns="_natural")


def _owners(seats: pd.DataFrame, tiles: pd.DataFrame) -> Iterator[tuple[str, list[int], float]]:
    """For each tile that anyone has, by name: the places of its owners in `seats`, ascending, and copies in all."""
    place = {pair: at for at, pair in enumerate(zip(seats["game"], seats["seat"], strict=True))}
    copies: dict[str, dict[int, float]] = {}
    for game, seat, tile, count in zip(tiles["game"], tiles["seat"], tiles["tile"], tiles["count"], strict=True):
        if count > 0 and (game, seat) not in place:
            raise InputError(f"tile {tile!r} belongs to game {game} seat {seat},"
                             " which is not among the games of the run")
        if count > 0:
            held = copies.setdefault(str(tile), {})
            held[place[game, seat]] = held.get(place[game, seat], 0) + count
    for name in sorted(copies):
        yield name, sorted(copies[name]), float(sum(copies[name].values()))


def _groups(seats: pd.DataFrame, kinds: Sequence[str], columns: Sequence[str]
            ) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """(kind, name, rows with these columns) of all rows, of those that share a win, and of each seat, agent and board.

    Only of the kinds asked for; a game without boards has no board group.
    """
    kept = seats[list(columns)]
    if "all" in kinds:
        yield "all", "all seats", kept
    if "winner" in kinds:
        yield "winner", "winners", kept[seats["win"] > 0]
    for kind in ("seat", "agent", "board"):
        if kind not in kinds or kind not in seats:
            continue
        codes, members = pd.factorize(seats[kind], use_na_sentinel=True)
        names = [_plain(member) for member in members]
        for name in sorted(set(names) - {""}, key=_natural):
            own = np.isin(codes, [code for code, each in enumerate(names) if each == name])
            yield kind, name if kind == "agent" else f"{kind} {name}", kept[own]


def _settling(kind: str, alike: bool, said: str) -> str:
    if kind == "agent":
        return BY_CONSTRUCTION if alike else said
    return said if alike else NOT_JUDGED


def _plain(board: Any) -> str:
    return str(int(board)) if isinstance(board, float) and board.is_integer() else str(board)


def _natural(text: str) -> tuple[tuple[int, int | str], ...]:
    """Sort key in which "knowledge 9" comes before "knowledge 10"."""
    return tuple((0, int(word)) if word.isdigit() else (1, word) for word in text.replace(":", " ").split())


def _lengths(seats: pd.DataFrame) -> Iterator[tuple[str, NDArray[Any], NDArray[np.float64]]]:
    """Name, block and value of each measure. `forced` decisions, where a run has them, had one legal move."""
    yield DECISIONS, seats["block"].to_numpy(), seats["decisions"].to_numpy(float)
    if "forced" in seats:
        free = seats["decisions"] - seats["forced"]
        yield CHOICES, seats["block"].to_numpy(), free.to_numpy(float)
    games = seats.drop_duplicates("game")
    if not (games["rounds"] > 0).any():     # a game that counts no rounds says 0
        return
    yield "rounds", games["block"].to_numpy(), games["rounds"].to_numpy(float)


def _distribution(blocks: NDArray[Any], values: NDArray[np.float64]) -> dict[str, Any]:
    found = estimate.mean_interval(*estimate.block_means(blocks, values))
    return {"mean": found.estimate, **_interval(found), "sd": float(np.std(values, ddof=1)) if len(values) > 1 else nan,
            **{name: float(np.quantile(values, at)) for name, at in QUANTILES.items()}}


def _histogram(values: pd.Series, edges: NDArray[np.float64], about: dict[str, Any]) -> pd.DataFrame:
    # numpy's last bin would also take its right edge; bin_edges leaves no value there
    counts, _ = np.histogram(values.to_numpy(float), bins=edges)
    table = pd.DataFrame({"from": edges[:-1], "to": edges[1:], "count": counts, "share": counts / counts.sum()})
    for at, (name, value) in enumerate(about.items()):
        table.insert(at, name, value)
    return table


def _interval(found: Interval) -> dict[str, Any]:
    return {"low": found.low, "high": found.high, "level": LEVEL, "stderr": found.stderr, "blocks": found.blocks}
