"""504, rule by rule: each row of settings.csv is left out in turn, and the rule tests run until one of them fails.

A row that can be left out unseen is a rule that no test holds. Rows whose loss changes no setting of any world are not
tried: they state a default. With `--out` what was seen is kept in a file, and the same command goes on from there.
"""
from __future__ import annotations

import csv
import re
import resource
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from pathlib import Path
from typing import Annotated

import pytest
import typer

from games.world504 import worlds
from games.world504.conditions import MODULES, READING, holds
from games.world504.conditions import worlds as names
from games.world504.tables import SEATS
from games.world504.worlds import Row, atoms, rows, value

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests" / "games" / "world504"
# games at random are slow, and the other files ask no settings
LEFT_OUT = ("test_random_games.py", "test_bad_positions.py", "test_twin.py", "test_rules.py", "test_rules_all_named.py")
TRIVIAL = "test_settings.py::test_every_row_holds_in_some_world"        # it fails for every row that is left out
NEVER = "!true"
FROM_OUTSIDE = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)      # says nothing of the row
SECONDS = 600                               # of a processor, for the tests without one row


class FirstFailure:
    """A pytest plugin that keeps the name of the first test that fails. Tests named after the rule come first."""

    def __init__(self, rule: str) -> None:
        self.name = ""
        self.words = "_" + re.sub(r"\W+", "_", rule.lower()).strip("_") + "_"

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Most rows are seen by a test of their own rule, or else of their module."""
        module = f"_{self.words.split('_')[1]}_"
        items.sort(key=lambda item: (self.words not in item.name, module not in item.name))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot even be read counts as well."""
        if report.failed:
            self.name = self.name or report.nodeid

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called for each test."""
        if report.failed:
            self.name = self.name or report.nodeid


def first_failure(number: int) -> str:
    """The first test that fails where a row (counted from 0) never holds; empty if all pass. Changes this process."""
    spoilt = list(rows())
    spoilt[number] = spoilt[number]._replace(condition=NEVER)
    worlds.rows = lambda: tuple(spoilt)
    failure = FirstFailure(spoilt[number].rule)
    code = pytest.main(["-x", "-p", "no:terminal", "-p", "no:cacheprovider",
                        "--deselect", str((TESTS / TRIVIAL).relative_to(ROOT)),
                        *(f"--ignore={TESTS / name}" for name in LEFT_OUT), str(TESTS)], [failure])
    if not failure.name and code is not pytest.ExitCode.OK:
        raise RuntimeError(f"pytest: {code!r}")
    return failure.name


def seen_by(number: int) -> str:
    """The same in a process of its own, as a game without a rule may never end or crash."""
    call = f"from {__name__} import first_failure, limit; limit(); print('\\n' + first_failure({number}))"
    done = subprocess.run([sys.executable, "-c", call], cwd=ROOT, capture_output=True, text=True)
    if done.returncode == -signal.SIGXCPU:
        return f"more than {SECONDS} seconds"
    if -done.returncode in FROM_OUTSIDE:
        raise RuntimeError(f"row {number}: the tests were ended by signal {-done.returncode}")
    if done.returncode < 0:
        return f"signal {-done.returncode}"
    done.check_returncode()
    return done.stdout.splitlines()[-1].rpartition("/")[2]


def limit() -> None:
    """End this process when it has computed for too long. On a busy machine it may take its time."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 60))


def tables(world: str) -> list[tuple[int, frozenset[str]]]:
    """Seats, and what is true, of all games of a world: with and without corrections, and all readings."""
    readings = tuple({atom for row in rows() for atom in READING.findall(row.condition)})
    return [(seats, atoms(world, seats, errata, chosen))
            for seats, errata, chosen in product(SEATS, (False, True), ((), readings))]


@cache
def changing() -> set[Row]:
    """The rows without which some setting of some world would be another one."""
    found = set()
    for world in names():
        for seats, true in tables(world):
            before: dict[str, Row] = {}
            now: dict[str, Row] = {}
            for row in rows():
                if holds(row.condition, true):
                    if row.setting in now:
                        before[row.setting] = now[row.setting]
                    now[row.setting] = row
            for setting, row in now.items():
                if value(row, seats) != (value(before[setting], seats) if setting in before else 0):
                    found.add(row)
    return found


@cache
def beyond(modules: str) -> set[Row]:
    """The rows that hold in some world, but in none without one of these modules."""
    others = "".join(sorted(set(MODULES) - set(modules)))
    there = {row for world in names() for _, true in tables(world) for row in rows() if holds(row.condition, true)}
    return there - {row for world in names() if set(world) <= set(others) for _, true in tables(world)
                    for row in rows() if holds(row.condition, true)}


def kept(out: Path | None) -> dict[Row, str]:
    """What an earlier run has found, row by row."""
    if out is None or not out.exists():
        return {}
    with out.open(newline="") as file:
        return {Row(*line[:-1]): line[-1] for line in csv.reader(file)}


Jobs = Annotated[int, typer.Option(min=1, help="Processes at a time.")]
Only = Annotated[list[str] | None, typer.Option("--setting", help="Only the rows of these settings.")]
Modules = Annotated[str, typer.Option(help="Only rows that no world without one of these modules has, such as 49.")]
Out = Annotated[Path | None, typer.Option(help="A CSV file that keeps what was seen; rows that it has are not tried.")]


def run(jobs: Jobs = 2, only: Only = None, modules: Modules = "", out: Out = None) -> None:
    """Print for each row of settings.csv which test sees that it is gone. Status 1 if a row can go unseen.

    Example: python -m bench worlds_spoilt --jobs 2
    """
    tried, found = changing() & (beyond(modules) if modules else set(rows())), kept(out)
    numbers = [number for number, row in enumerate(rows()) if row in tried and (not only or row.setting in only)]
    missing = [number for number in numbers if rows()[number] not in found]
    with ThreadPoolExecutor(jobs) as pool:
        for number, seen in zip(missing, pool.map(seen_by, missing), strict=True):
            row = rows()[number]
            found[row] = seen
            print(f"{row.setting},{row.value},{row.condition}: {seen or 'UNSEEN'}", flush=True)
            if out is not None:
                with out.open("a", newline="") as file:
                    csv.writer(file, lineterminator="\n").writerow([*row, seen])
    unseen = sum(not found[rows()[number]] for number in numbers)
    print(f"{len(rows())} rows; {len(numbers)} tried, {unseen} can be left out unseen")
    if unseen:
        raise typer.Exit(1)
