"""`report RUN`: the tables, figures and page of a finished run, written into RUN/report/."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

import games
from games.api import InputError
from reports import html, tables
from reports.folder import FOLDER, publish
from reports.plots import game_length, points_by_source, score_distribution, tile_win_shares, win_shares
from reports.run import open_run


def write_report(run_dir: str | Path) -> list[Path]:
    """Write RUN/report/ (report.html, plots/, tables/) and return the paths of its files, the page first.

    A report that is there already is replaced as a whole, once the new one is complete. The same run gives the same
    bytes. Raises InputError for a directory that is no run, cannot be read or written, or holds no finished game yet.
    """
    run_dir = Path(run_dir)
    run = open_run(run_dir)
    try:
        found = tables.all_tables(run)
    except ValueError as error:     # rows that contradict each other, or none
        raise InputError(f"{run_dir}: {error}") from error
    return publish(run_dir / FOLDER, found, figures(found), lambda pictures: html.page(
        titled(run.manifest), tables.in_order(run.seats), found, pictures))


def figures(found: Mapping[str, pd.DataFrame]) -> dict[str, Figure]:
    """The figures of a run's tables by name; none for a table without rows."""
    drawn = {
        "win_shares": win_shares.draw(found["win_shares"]),
        "score_distribution": score_distribution.draw(found["score_distribution"], found["score_histogram"]),
        "game_length": game_length.draw(found["game_length"], found["game_length_histogram"]),
    }
    for name, draw in (("points_by_source", points_by_source.draw), ("tile_win_shares", tile_win_shares.draw)):
        if len(found[name]):
            drawn[name] = draw(found[name])
    return drawn


def titled(manifest: dict[str, Any]) -> dict[str, Any]:
    """The manifest with the game's title as printed on the box, where the game is at hand."""
    try:
        return {"title": games.load(manifest["game"]).title, **manifest}
    except LookupError:
        return manifest
