"""A run of the tests says what it cost, its children and workers included, and keeps it only when asked to."""
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.processor_time import (
    BUDGET,
    BUDGET_TO_START,
    costliest,
    folder_of,
    keep,
    kept,
    longest_first,
    spent,
    summary,
)

HERE = Path(__file__).parent
BUSY = "import time\nwhile time.process_time() < {}: pass\n"


def test_children_count_while_they_run_and_after():
    before = spent()
    with subprocess.Popen([sys.executable, "-c", BUSY.format(0.3) + "input()"], stdin=subprocess.PIPE) as child:
        while spent() - before < 0.3:
            time.sleep(0.05)
        child.communicate(b"\n")
    assert 0.3 <= spent() - before < 5


def test_longest_files_come_first_and_unknown_ones_between():
    known = {"short": {"usual": 0.1}, "long": {"usual": 1.0, "whole": 90.0}}
    assert longest_first(["short", "new", "long"], known) == ["long", "new", "short"]


def test_a_run_keeps_its_own_column_and_drops_files_that_are_gone(tmp_path):
    path = tmp_path / "times.csv"
    for name in ("a.py", "b.py"):
        (tmp_path / name).touch()
    keep({"b.py": 2.04, "gone.py": 1.0}, "usual", path, tmp_path)
    keep({"a.py": 9.0}, "whole", path, tmp_path)
    assert path.read_text("utf-8") == "file,usual,whole\na.py,,9.0\nb.py,2.0,\n"
    keep({"b.py": 3.0}, "whole", path, tmp_path)
    assert kept(path) == {"a.py": {"whole": 9.0}, "b.py": {"usual": 2.0, "whole": 3.0}}


def test_folders_and_files_are_named_costliest_first():
    assert folder_of("tests/games/pig/test_rules.py") == "tests/games/pig"
    assert folder_of("tests/service/browser/test_play.py") == "tests/service/browser"
    assert costliest({"a": 1.0, "b": 2.0}) == [("b", 2.0), ("a", 1.0)]
    assert summary({"tests/test_a.py": 1.2}, 3.0) == ["3 processor seconds: 1 in tests, 2 to start and to collect them"]
    assert summary({"tests/test_a.py": 1.0, "tests/mcts/test_b.py": 2.0}, 4.0) == [
        "4 processor seconds: 3 in tests, 1 to start and to collect them",
        "", "folders", "     2.0  tests/mcts", "     1.0  tests",
        "", "costliest files", "     2.0  tests/mcts/test_b.py", "     1.0  tests/test_a.py"]


def test_a_folder_over_its_budget_is_named():
    seconds = {"tests/test_a.py": 1.0, "tests/mcts/test_b.py": 2.0, "tests/new/test_c.py": 0.5}
    assert summary(seconds, 5.0, {"tests": 3, "tests/mcts": 1})[2:6] == [
        "folders", "     2.0 of   1  tests/mcts", "     1.0 of   3  tests", "     0.5  tests/new"]
    assert summary(seconds, 5.0, {"tests": 3, "tests/mcts": 1})[-2:] == [
        "tests/mcts is over its budget: 2 of 1 processor seconds",
        "tests/new is over its budget: 0 of 0 processor seconds"]


def test_budgets_are_of_the_folders_there_are_and_fit_eight_minutes_of_two_cores():
    folders = {folder_of(file.relative_to(HERE.parent).as_posix()) for file in HERE.rglob("test_*.py")}
    assert set(BUDGET) == folders
    assert sum(BUDGET.values()) + BUDGET_TO_START <= 2 * 8 * 60


def test_what_was_last_kept_of_make_test_is_within_the_budget():
    spent_by: Counter[str] = Counter()
    for file, seconds in kept().items():
        spent_by[folder_of(file)] += seconds.get("usual", 0.0)
    assert {folder: spent for folder, spent in spent_by.items() if spent > BUDGET[folder]} == {}


@pytest.mark.parametrize("workers", [
    pytest.param((), marks=pytest.mark.whole, id="one process"),
    pytest.param(("-p", "xdist", "-n", "2", "--dist=loadgroup", "--no-loadscope-reorder"), id="workers")])
def test_a_run_counts_what_its_files_and_their_children_took(tmp_path, workers):
    tests = tmp_path / "tests"
    tests.mkdir()
    for name in ("__init__.py", "conftest.py", "processor_time.py", "whole.py"):
        shutil.copy(HERE / name, tests)
    (tests / "test_own.py").write_text("import time\n\ndef test_own():\n    end = time.process_time() + 0.4\n"
                                       "    while time.process_time() < end: pass\n", "utf-8")
    (tests / "test_child.py").write_text("import subprocess, sys\n\ndef test_child():\n"
                                         f"    subprocess.run([sys.executable, '-c', {BUSY.format(0.6)!r}])\n", "utf-8")
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--keep-times=usual",
                           *workers, "tests"], cwd=tmp_path, capture_output=True, text=True, timeout=300,
                          env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "costliest files" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("2 passed")
    times = {file: seconds["usual"] for file, seconds in kept(tests / "processor_time.csv").items()}
    assert 0.4 <= times["tests/test_own.py"] < times["tests/test_child.py"] < 5
    assert times["tests/test_child.py"] >= 0.6
