"""`report RUN` of a balance run: tables, figures and page, written into RUN/report/."""
from __future__ import annotations

import os
import shutil
from pathlib import Path

import pandas as pd

from games.api import InputError
from reports import writers
from reports.estimators.rows import Row, table
from reports.experiments import tables
from reports.experiments.page import page
from reports.experiments.plan import Plan
from reports.experiments.results import results
from reports.experiments.run import open_balance
from reports.plots import style
from reports.report import FOLDER, PAGE, _put_in_place
from reports.run import Run

ROWS = "balance"        # the table of all rows


def write_report(run_dir: str | Path) -> list[Path]:
    """Write RUN/report/ and return the paths of its files, the page first; one that is there is replaced as a whole.

    The same run gives the same bytes. Raises InputError for a directory that is no balance run or holds no game yet.
    """
    run_dir = Path(run_dir)
    run, plan = open_balance(run_dir)
    try:
        rows, found = results(plan, run)
    except ValueError as error:
        raise InputError(f"{run_dir}: {error}") from error
    fresh, old = (run_dir / f".{FOLDER}-{what}-{os.getpid()}" for what in ("new", "old"))
    try:
        names = _write_files(plan, run, rows, found, fresh)
        _put_in_place(fresh, run_dir / FOLDER, old)
    except OSError as error:
        raise InputError(f"{run_dir / FOLDER}: cannot be written: {error.strerror}") from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return [run_dir / FOLDER / name for name in names]


def _write_files(plan: Plan, run: Run, rows: list[Row], found: dict[str, pd.DataFrame], folder: Path) -> list[Path]:
    for below in ("plots", "tables"):
        (folder / below).mkdir(parents=True)
    paths, pictures = [], {}
    for name, figure in tables.figures(plan, rows, found).items():
        png, svg = style.save(figure, folder / "plots", name)
        paths += [png, svg]
        pictures[name] = svg.read_bytes()
    paths += writers.write_tables({ROWS: table(rows), **found}, folder / "tables")
    text = page(plan, run.manifest, rows, found, pictures, int(run.seats["block"].nunique()),
                int(run.seats["game"].nunique()))
    (folder / PAGE).write_text(text, encoding="utf-8")
    return [path.relative_to(folder) for path in [folder / PAGE, *paths]]
