"""`report RUN` of a balance run: tables, figures and page, written into RUN/report/."""
from __future__ import annotations

from pathlib import Path

from games.api import InputError
from reports.documents import balance_figures as tables
from reports.documents.balance import page
from reports.documents.folder import FOLDER, publish
from reports.experiments.results import results
from reports.experiments.rows import table
from reports.experiments.run import open_balance

ROWS = "balance"        # the table of all rows


def write_report(run_dir: str | Path) -> list[Path]:
    """Write RUN/report/ and return the paths of its files, the page first; one that is there is replaced as a whole.

    The same run gives the same bytes. Raises InputError for a directory that is no balance run or holds no game yet.
    """
    run_dir = Path(run_dir)
    run, plan = open_balance(run_dir)
    try:
        rows, found = results(plan, run)
    except InputError as error:
        raise InputError(f"{run_dir}: {error}") from error
    blocks, games = (int(run.seats[name].nunique()) for name in ("block", "game"))
    return publish(run_dir / FOLDER, {ROWS: table(rows), **found}, tables.figures(plan, rows, found),
                   lambda pictures: page(plan, run.manifest, rows, found, pictures, blocks, games))
