"""A report on disk: a page, plots and tables in a folder that is replaced as a whole, once the new one is complete."""
from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure

from games.api import InputError
from reports import left_behind
from reports.documents import writers
from reports.plots import style

FOLDER = "report"       # inside a run directory
PAGE = "report.html"
Pictures = Mapping[str, bytes]      # the SVG of each figure by name


def publish(place: Path, tables: Mapping[str, pd.DataFrame], figures: Mapping[str, Figure],
            page: Callable[[Pictures], str]) -> list[Path]:
    """Write place/ (report.html, plots/, tables/) and return the paths of its files, the page first.

    Whatever interrupts this, what lies there is one whole report: the old one or the new one. The same tables, figures
    and page give the same bytes. Raises InputError where it cannot be written, or where `place` holds something else.
    """
    if place.exists() and not (place / PAGE).is_file() and (not place.is_dir() or any(place.iterdir())):
        raise InputError(f"{place}: holds no {PAGE}; expected an empty folder, a name not yet used, or an old report")
    fresh, old = (left_behind.mine(place, what) for what in ("new", "old"))
    left_behind.sweep(place, "new")
    left_behind.put_back(place, "old")
    try:
        names = _write(fresh, tables, figures, page)
        _put_in_place(fresh, place, old)
    except OSError as error:
        raise InputError(f"{place}: cannot be written: {error.strerror}") from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return [place / name for name in names]


def _write(folder: Path, tables: Mapping[str, pd.DataFrame], figures: Mapping[str, Figure],
           page: Callable[[Pictures], str]) -> list[Path]:
    """Everything below `folder`, which must not exist; returns the paths relative to it, the page first."""
    for below in ("plots", "tables"):
        (folder / below).mkdir(parents=True)
    paths, pictures = [], {}
    for name, figure in figures.items():
        png, svg = style.save(figure, folder / "plots", name)
        paths += [png, svg]
        pictures[name] = svg.read_bytes()
    paths += writers.write_tables(dict(tables), folder / "tables")
    (folder / PAGE).write_text(page(pictures), encoding="utf-8")
    return [path.relative_to(folder) for path in [folder / PAGE, *paths]]


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
