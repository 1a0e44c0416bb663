"""Shape of play: recorded games of a run, with the win chance of each seat before each decision, as a judge sees it.

The judge plays playouts on streams of its own from the whole position, hidden things included; it is not the players'
search. What it says depends on its playouts: compare games at the same number only.
"""
from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from core_ext.playout import playouts
from core_ext.state import State
from games import records
from games.api import InputError
from mcts.pairs import paired_playouts
from mcts.seeds import derived
from mcts.workers import in_order
from reports.run import Run, open_run, sweep, write
from reports.statistics import blocks as estimate
from reports.statistics import shape
from reports.statistics.effects import Floats

FOLDER = "shape"        # inside the run directory
JUDGE = 0x5A4E          # first word of the judge's key: a purpose that no other use of SeedSequence here has
STAKES = 12             # decisions of a game whose moves are valued
MOST = 100_000          # games or playouts


@dataclass(frozen=True)
class Judged:
    """One game to be judged, as plain data."""

    path: str
    number: int
    playouts: int
    seed: int


def judge_run(run: Run, games: int, judge: int, jobs: int = 1,
              progress: Callable[[float], None] | None = None) -> pd.DataFrame:
    """One row a decision of `games` games of a run, evenly spread over it: chances of each seat, legal moves, stake.

    What was judged is kept in the run, game by game, and asked again is read. Raises InputError for a run without
    records of its games.
    """
    if not 1 <= games <= MOST or not 2 <= judge <= MOST:
        raise InputError(f"--shape, --judge: found {games} games and {judge} playouts, expected 1 to {MOST} games and 2"
                         f" to {MOST} playouts")
    if run.manifest.get("kind") != "simulate":
        raise InputError(f"{run.path}: --shape: found a run of {run.manifest.get('kind')}, which keeps no records; "
                         "expected one of simulate")
    if not run.games_done:
        raise InputError(f"{run.path}: holds no finished games yet")
    spread = np.linspace(0, run.games_done - 1, min(games, run.games_done)).round()
    numbers = [run.numbers[int(at)] for at in spread]
    folder = run.path / FOLDER
    if folder.is_dir():
        sweep(folder)
    files = [folder / f"game-{n:07d}-judge-{judge}.parquet" for n in numbers]
    missing = [(n, file) for n, file in zip(numbers, files, strict=True) if not file.exists()]
    tasks = (Judged(str(run.path), n, judge, int(run.manifest["seed"])) for n, _ in missing)
    with closing(in_order(judge_game, tasks, jobs)) as results:
        for done, (_, file) in enumerate(missing):
            if progress is not None:
                progress((len(numbers) - len(missing) + done) / len(numbers))
            rows = next(results)
            folder.mkdir(exist_ok=True)         # once there is something to keep in it
            write(file, _bytes(rows))
    return pd.concat([pq.read_table(file).to_pandas() for file in files], ignore_index=True)


def _bytes(rows: list[dict[str, Any]]) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist(rows), sink, compression="zstd")
    return bytes(sink.getvalue())


def judge_game(task: Judged) -> list[dict[str, Any]]:
    """One row a decision of one game of a run; chances and stake are NaN where they were not judged.

    A decision with one legal move is counted, not judged. The stake of a move list is the best move's win chance less
    the median move's, each from the half of the paired playouts that did not choose the best.
    """
    record = open_run(Path(task.path)).record(task.number)
    rows: list[dict[str, Any]] = []
    for step in records.steps(record):
        if step.event.seat is not None:
            rows.append({"seat": step.event.seat, "legal": len(step.state.legal_actions()), "state": step.state.copy()})
    free = [row for row in rows if row["legal"] > 1]
    at_stake = {id(free[i]) for i in np.linspace(0, len(free) - 1, min(STAKES, len(free))).round().astype(int)}
    shares = records.replay(record).win_shares()
    out = []
    for at, row in enumerate(rows):
        state, judged = row.pop("state"), row["legal"] > 1
        stake = _stake(state, task, at) if id(row) in at_stake else nan
        chances = _chances(state, task, at) if judged else [nan] * record.seats
        out.append({"game": task.number, "block": int(record.more.get("block", task.number)), "decision": at, **row,
                    "stake": stake, **{f"chance_{s}": p for s, p in enumerate(chances)},
                    **{f"share_{s}": float(w) for s, w in enumerate(shares)}})
    return out


def _chances(state: State, task: Judged, at: int) -> list[float]:
    won = playouts(state, task.playouts, _seed(task, at, 0))["wins"]
    return [float(p) for p in np.asarray(won).mean(axis=0)]


def _stake(state: State, task: Judged, at: int) -> float:
    half = max(1, task.playouts // 2)
    won = paired_playouts(state, state.legal_actions(), 2 * half, _seed(task, at, 1)).wins
    best = int(won[:, :half].mean(axis=1).argmax())
    values = won[:, half:].mean(axis=1)
    return float(values[best] - np.median(values))


def _seed(task: Judged, decision: int, purpose: int) -> int:
    """Of the judge's playouts: a function of the game and the decision, never the players' streams."""
    key = (JUDGE, task.seed, task.number, decision, purpose)
    return derived(key) >> 1


# ---- tables ------------------------------------------------------------------------------------

MEASURES = {            # column: what it is called, in its unit
    "decisions": "decisions a seat",
    "branching": "legal moves, median",
    "branching_90": "legal moves, 90th percentile",
    "forced": "share of decisions with one legal move",
    "stake": "stake: win chance, best less median move",
    "drama": "drama: leader's win chance less the later winner's",
    "decisiveness": "decisiveness: share of the game left when it is decided",
    "lead_changes": "lead changes",
    "movement": "movement of the win chance",
    "calibration": "movement less what a calibrated judge expects",
}
TYPICAL, TENSE, CALM = "typical", "most dramatic", "least dramatic"


def shape_tables(judged: pd.DataFrame, judge: int) -> dict[str, pd.DataFrame]:
    """Tables `shape` (a row a measure), `shape_games` (a row a game) and `win_chances` (three games, decision by
    decision), from the rows of `judge_run`. Games without a choice have no row.
    """
    games = pd.DataFrame([_game(int(str(number)), rows, judge) for number, rows in judged.groupby("game", sort=True)
                          if (rows["legal"] > 1).any()])
    if games.empty:
        raise InputError("no game judged holds a decision with a choice: it has no shape")
    summary = []
    for column, name in MEASURES.items():
        known = games[games[column].notna()]
        said = estimate.clustered_mean(known["block"].to_numpy(), known[column])
        values = known[column].to_numpy(float)
        summary.append({"measure": column, "meaning": name, "mean": said.estimate, "low": said.low, "high": said.high,
                        "level": said.level, "min": float(values.min()), "median": float(np.median(values)),
                        "max": float(values.max()), "games": len(known), "blocks": said.blocks, "playouts": judge})
    return {"shape": pd.DataFrame(summary), "shape_games": games.assign(playouts=judge),
            "win_chances": _shown(judged, games)}


def chances(rows: pd.DataFrame) -> tuple[Floats, Floats]:
    """(chances[decision, seat], final shares) of one game, of decisions with a choice."""
    seats = [c for c in rows.columns if c.startswith("chance_") and not rows[c].isna().all()]
    judged = rows[rows["legal"] > 1]
    return (judged[seats].to_numpy(float),
            judged[[c.replace("chance", "share") for c in seats]].to_numpy(float)[0])


def _game(number: int, rows: pd.DataFrame, judge: int) -> dict[str, float]:
    p, won = chances(rows)
    width = shape.branching(rows["legal"])
    moved = float(shape.movement(p.T, won, judge).mean())
    expected = float(shape.expected_movement(p[0], judge).mean())
    return {"number": number, "block": int(rows["block"].iloc[0]), "decisions": len(rows) / p.shape[1],
            "branching": width.median, "branching_90": width.p90, "forced": width.forced,
            "stake": float(rows["stake"].mean()), "drama": shape.drama(p, won),
            "decisiveness": shape.decisiveness(p, won), "lead_changes": float(shape.lead_changes(p, judge)),
            "movement": moved, "calibration": moved - expected}


def _shown(judged: pd.DataFrame, games: pd.DataFrame) -> pd.DataFrame:
    """Win chances of the games of median, most and least drama, one row a decision and seat."""
    order = games.sort_values(["drama", "number"], kind="stable")["number"].to_list()
    out = []
    for kind, number in ((TYPICAL, order[len(order) // 2]), (TENSE, order[-1]), (CALM, order[0])):
        p, won = chances(judged[judged["game"] == number])
        out += [{"which": kind, "number": number, "decision": at, "of": len(p), "seat": seat,
                 "chance": float(p[at, seat]), "won": float(won[seat])}
                for at in range(len(p)) for seat in range(p.shape[1])]
    return pd.DataFrame(out)
