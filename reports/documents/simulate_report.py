"""`report RUN`: the tables, figures and page of a finished run, written into RUN/report/."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

import games
from games.api import InputError
from reports.documents import simulate as html
from reports.documents import tables
from reports.documents.folded import folded
from reports.documents.folder import FOLDER, publish
from reports.documents.names import Meaning, labels, meanings
from reports.documents.shape import judge_run, shape_tables
from reports.documents.strategy_tables import strategy_tables
from reports.plots import (
    forest,
    game_length,
    points_by_source,
    score_distribution,
    strategies,
    tile_win_shares,
    win_chances,
    win_shares,
)
from reports.run import open_run


@dataclass(frozen=True)
class Shape:
    """How much of a run is judged for the shape of play."""

    games: int
    judge: int                      # playouts before each decision
    jobs: int = 1
    progress: Callable[[float], None] | None = None


def write_report(run_dir: str | Path, shape: Shape | None = None) -> list[Path]:
    """Write RUN/report/ (report.html, plots/, tables/) and return the paths of its files, the page first.

    With `shape` also the shape of play, for which recorded games are replayed and judged; what was judged is kept.
    A report that is there already is replaced as a whole, once the new one is complete. The same run gives the same
    bytes. Raises InputError for a directory that is no run, cannot be read or written, or holds no finished game yet.
    """
    run_dir = Path(run_dir)
    run = open_run(run_dir)
    judged = None if shape is None else judge_run(run, shape.games, shape.judge, shape.jobs, shape.progress)
    try:
        played = folded(run.batches())
        found = tables.tables_of(played, run.manifest)
        more = strategy_tables(played.sample, int(run.manifest.get("seed", 0)))
        if shape is not None and judged is not None:
            more |= shape_tables(judged, shape.judge)
        found |= tables.about(run.manifest, played.seats, more)
    except InputError as error:     # rows that contradict each other, or none
        raise InputError(f"{run_dir}: {error}") from error
    return publish(run_dir / FOLDER, found, figures(found, meaning_of(run.manifest)), lambda pictures: html.page(
        titled(run.manifest), played.shared_out, found, pictures))


def figures(found: Mapping[str, pd.DataFrame], meaning: Meaning = lambda item: "") -> dict[str, Figure]:
    """The figures of a run's tables by name; none for a table without rows. `meaning`: what a tile does."""
    drawn = {
        "win_shares": win_shares.draw(found["win_shares"]),
        "score_distribution": score_distribution.draw(found["score_distribution"], found["score_histogram"]),
        "game_length": game_length.draw(found["game_length"], found["game_length_histogram"]),
    }
    if len(found["points_by_source"]):
        drawn["points_by_source"] = points_by_source.draw(found["points_by_source"])
    if len(tiles := found["tile_win_shares"]):
        called = labels(tiles["tile"], meaning)
        drawn["tile_win_shares"] = tile_win_shares.draw(tiles.assign(tile=tiles["tile"].map(called)))
    if "strategy_sources" in found and len(found["strategies"]) > 1:
        drawn["strategies"] = strategies.draw(found["strategy_sources"], strategy_games(found))
    if "winner_less_opponents" in found:
        drawn["winners"] = winners_figure(found["winner_less_opponents"], tables.points_that_matter(found))
    if "win_chances" in found:
        drawn["win_chances"] = win_chances.draw(found["win_chances"], int(found["shape"]["playouts"].iloc[0]))
    return drawn


def strategy_games(found: Mapping[str, pd.DataFrame]) -> int:
    """Games in which strategies were looked for: all, but for those of a large run."""
    own, games = (int(found[name]["games"].max()) for name in ("winner_less_opponents", "game_length"))
    return own if 3 * own < 2 * games else games


def winners_figure(table: pd.DataFrame, delta: float) -> Figure:
    """What winners have more of than their own opponents, by source."""
    rows = table.assign(item=table["source"], agent="", outcome="points more than the opponents' mean",
                        estimate=table["mean"], delta=delta)
    note = (f"Right of the dashed line: the winner got more from it than its opponents; {int(table['games'].max()):,} "
            f"games.\n{html.winners_have(table)}\nBars: where the true value lies (95 %). Shaded: small.")
    return forest.draw(rows, "What winners have more of", note)


def meaning_of(manifest: Mapping[str, Any]) -> Meaning:
    """What the tiles of a run's game do."""
    return meanings(str(manifest.get("game", "")), manifest.get("options", {}))


def titled(manifest: dict[str, Any]) -> dict[str, Any]:
    """The manifest with the game's title as printed on the box, where the game is at hand."""
    try:
        return {"title": games.load(manifest["game"]).title, **manifest}
    except InputError:
        return manifest
