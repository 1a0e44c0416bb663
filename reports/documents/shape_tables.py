"""The shape of play as tables: one row a game, and the mean of each measure over games with its interval by block."""
from __future__ import annotations

import numpy as np
import pandas as pd

from games.api import InputError
from reports.statistics import blocks as estimate
from reports.statistics import shape
from reports.statistics.effects import Floats

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
TYPICAL, MOST, LEAST = "typical", "most dramatic", "least dramatic"


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
    for kind, number in ((TYPICAL, order[len(order) // 2]), (MOST, order[-1]), (LEAST, order[0])):
        p, won = chances(judged[judged["game"] == number])
        out += [{"which": kind, "number": number, "decision": at, "of": len(p), "seat": seat,
                 "chance": float(p[at, seat]), "won": float(won[seat])}
                for at in range(len(p)) for seat in range(p.shape[1])]
    return pd.DataFrame(out)
