"""`report RUN`: the tables, figures and page of a finished run, written into RUN/report/."""
from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

import games
from games.api import InputError
from reports import html, tables, writers
from reports.plots import game_length, points_by_source, score_distribution, style, tile_win_shares, win_shares
from reports.run import open_run

FOLDER = "report"       # inside the run directory
PAGE = "report.html"


def write_report(run_dir: str | Path) -> list[Path]:
    """Write RUN/report/ (report.html, plots/, tables/) and return the paths of its files, the page first.

    A report that is there already is replaced as a whole, once the new one is complete: whatever interrupts this,
    what lies under RUN/report/ is one whole report. The same run gives the same bytes. Raises InputError
    for a directory that is no run, cannot be read or written, or holds no finished game yet.
    """
    run_dir = Path(run_dir)
    run = open_run(run_dir)
    try:
        found = tables.all_tables(run)
    except ValueError as error:     # rows that contradict each other, or none
        raise InputError(f"{run_dir}: {error}") from error
    fresh, old = (run_dir / f".{FOLDER}-{what}-{os.getpid()}" for what in ("new", "old"))
    try:
        names = _write_files(run, found, fresh)
        _put_in_place(fresh, run_dir / FOLDER, old)
    except OSError as error:
        raise InputError(f"{run_dir / FOLDER}: cannot be written: {error.strerror}") from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return [run_dir / FOLDER / name for name in names]


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


def _write_files(run: tables.RunRows, found: dict[str, pd.DataFrame], folder: Path) -> list[Path]:
    """Write everything below `folder`, which must not exist; returns the paths relative to it, the page first."""
    for below in ("plots", "tables"):
        (folder / below).mkdir(parents=True)
    paths, pictures = [], {}
    for name, figure in figures(found).items():
        png, svg = style.save(figure, folder / "plots", name)
        paths += [png, svg]
        pictures[name] = svg.read_bytes()
    paths += writers.write_tables(found, folder / "tables")
    page = folder / PAGE
    page.write_text(html.page(_titled(run.manifest), tables.in_order(run.seats), found, pictures), encoding="utf-8")
    return [path.relative_to(folder) for path in [page, *paths]]


def _titled(manifest: dict[str, Any]) -> dict[str, Any]:
    """The manifest with the game's title as printed on the box, where the game is at hand."""
    try:
        return {"title": games.load(manifest["game"]).title, **manifest}
    except LookupError:
        return manifest


def _put_in_place(fresh: Path, place: Path, old: Path) -> None:
    """Rename `fresh` to `place`; what stood there is moved aside first, put back on failure, and removed at the end."""
    if place.exists():
        place.rename(old)
    try:
        fresh.rename(place)
    except OSError:
        if old.exists():
            old.rename(place)
        raise
    shutil.rmtree(old, ignore_errors=True)
