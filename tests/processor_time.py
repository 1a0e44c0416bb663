"""What the tests cost: processor seconds of each file, printed at the end of a run and kept on request.

Seconds of a processor, unlike seconds of a clock, are the same on a busy machine. They are those of the process that
runs the tests, of its children that have ended, and of its children that still run, by Linux's /proc. Each worker of
pytest-xdist reports its own to the process that started it.
"""
from __future__ import annotations

import csv
import os
import resource
import time
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
KEPT = Path(__file__).with_name("processor_time.csv")
COLUMNS = ("file", "usual", "whole")        # seconds of a run without and with the tests that are marked whole
COSTLIEST = 12                              # files that a run names
UNKNOWN = 5.0                               # seconds that a file is taken to need of which none are kept
USUAL = "not whole"                         # the marks of `make test`

# Processor seconds that each folder, and starting and collecting, may take of `make test`: 960 in all, which is eight
# minutes on two quiet cores. A run says which folder is over its budget; no test fails of it, as clocks differ.
BUDGET = {
    "tests": 130, "tests/bench": 56, "tests/core_ext": 27, "tests/games": 53, "tests/games/backgammon": 10,
    "tests/games/burgundy": 32, "tests/games/catan_cards": 48, "tests/games/connect_four": 19,
    "tests/games/kuhn_poker": 3, "tests/games/leduc_poker": 3, "tests/games/orleans": 53, "tests/games/pig": 10,
    "tests/games/tic_tac_toe": 4, "tests/games/world504": 60, "tests/interop": 6, "tests/mcts": 88,
    "tests/reports": 165, "tests/service": 102, "tests/service/browser": 42,
}
BUDGET_TO_START = 49


def spent() -> float:
    """Processor seconds of this process and all its children so far."""
    reaped = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + reaped.ru_utime + reaped.ru_stime + running()


def running() -> float:
    """Processor seconds of the children that still run, and of what they have waited for; 0 where there is no /proc."""
    ticks, me = 0, str(os.getpid())
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text("utf-8", "replace").rpartition(")")[2].split()      # a name may hold blanks
        except OSError:                                                                 # it has ended meanwhile
            continue
        if fields[1] == me:
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def kept(path: Path = KEPT) -> dict[str, dict[str, float]]:
    """The seconds of each test file that an earlier run wrote down."""
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as lines:
        return {row["file"]: {kind: float(row[kind]) for kind in COLUMNS[1:] if row[kind]}
                for row in csv.DictReader(lines)}


def keep(seconds: dict[str, float], kind: str, path: Path = KEPT, root: Path = ROOT) -> None:
    """Writes down what this run measured beside what is known of other files; files that are gone are left out."""
    known = kept(path)
    for file, value in seconds.items():
        known.setdefault(file, {})[kind] = value
    with path.open("w", encoding="utf-8", newline="") as out:
        table = csv.writer(out, lineterminator="\n")
        table.writerow(COLUMNS)
        for file in sorted(known):
            if (root / file).is_file():
                table.writerow([file, *(f"{known[file][each]:.1f}" if each in known[file] else ""
                                        for each in COLUMNS[1:])])


def longest_first(files: Iterable[str], known: dict[str, dict[str, float]]) -> list[str]:
    """Files in the order in which processes take them, so that none is left alone with a long one at the end."""
    cost = {file: max(known.get(file, {}).values(), default=UNKNOWN) for file in files}
    return sorted(cost, key=lambda file: (-cost[file], file))


def folder_of(file: str) -> str:
    """The folder below tests/ whose time is said, as tests/games/burgundy; files of tests/ itself stand together."""
    return "/".join(file.split("/")[:-1][:3])


def summary(seconds: dict[str, float], total: float, budget: dict[str, float] | None = None) -> list[str]:
    """What a run says of its time, as lines; with a budget, that of each folder, and which of them are over it."""
    tests = sum(seconds.values())
    lines = [f"{total:.0f} processor seconds: {tests:.0f} in tests, {total - tests:.0f} to start and to collect them"]
    folders: defaultdict[str, float] = defaultdict(float)
    for file, value in seconds.items():
        folders[folder_of(file)] += value
    if len(folders) > 1:
        allowed = {folder: f" of {most:3.0f}" for folder, most in (budget or {}).items()}
        lines += ["", "folders", *(f"{value:8.1f}{allowed.get(folder, '')}  {folder}"
                                   for folder, value in costliest(folders))]
    if len(seconds) > 1:
        lines += ["", "costliest files", *(f"{value:8.1f}  {file}" for file, value in costliest(seconds)[:COSTLIEST])]
    over = [f"{folder} is over its budget: {value:.0f} of {budget.get(folder, 0):.0f} processor seconds"
            for folder, value in costliest(folders) if value > budget.get(folder, 0)] if budget else []
    return [*lines, *(["", *over] if over else [])]


def costliest(seconds: dict[str, float]) -> list[tuple[str, float]]:
    return sorted(seconds.items(), key=lambda pair: (-pair[1], pair[0]))


class ProcessorTime:
    """Measures the tests of one process, and gathers what workers report."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.seconds: Counter[str] = Counter()      # of each file, here and in workers that have ended
        self.total = 0.0                            # of workers that have ended
        self.since = 0.0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        self.since = spent()
        return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item,
                                nextitem: pytest.Item | None) -> Generator[None, object, object]:
        result = yield
        if nextitem is None or nextitem.path != item.path:      # all of a file at once: a look at /proc takes a while
            now = spent()
            self.seconds[item.path.relative_to(ROOT).as_posix()] += now - self.since
            self.since = now
        return result

    def pytest_sessionfinish(self) -> None:
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["processor_time"] = (dict(self.seconds), spent())

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        seconds, total = getattr(node, "workeroutput", {}).get("processor_time", ({}, 0.0))
        self.seconds.update(seconds)
        self.total += total

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        # workers are children, and their time is in what they reported
        total = time.process_time() + self.total if self.total else spent()
        terminalreporter.section("processor time")
        everything = self.config.args_source is pytest.Config.ArgsSource.TESTPATHS
        usual = everything and self.config.getoption("markexpr") == USUAL
        for line in summary(self.seconds, total, BUDGET if usual else None):
            terminalreporter.line(line)
        if self.config.getoption("keep_times"):
            keep(self.seconds, self.config.getoption("keep_times"))
