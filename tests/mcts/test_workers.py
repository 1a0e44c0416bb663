"""Workers: results in order, only a few tasks ahead, whatever does the work; they end with their parent; refusals."""
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from games.api import InputError
from mcts import cluster, workers
from mcts.play import play
from mcts.simulate import Player, plan
from mcts.workers import in_order
from tests.whole import mostly_whole

ADDRESS = "tcp://127.0.0.1:9"       # nobody listens at this port
ROOT = Path(__file__).parent.parent.parent
WAIT = 30                           # seconds; these take one or two
# Prints the processes that do its work, which then wait for more, or sleep over a task that takes for ever.
PROGRAM = """
import os, sys, time
from mcts.workers import Processes

def own_number(k):
    time.sleep(0.2)
    return os.getpid()

pool = Processes(2)
print(*{each.result() for each in [pool.submit(own_number, k) for k in range(8)]}, flush=True)
if sys.argv[1] == "at work":
    for _ in range(4):
        pool.submit(time.sleep, 600)
time.sleep(600)
"""


class Tasks:
    """Whole numbers without end, and how many were taken."""

    def __init__(self) -> None:
        self.taken = 0

    def __iter__(self):
        return self

    def __next__(self) -> int:
        self.taken += 1
        return self.taken - 1


def slow_now_and_then(k: int) -> int:
    sleep(0.01 if k % 7 == 0 else 0)
    return k


def fails_at_5(k: int) -> int:
    if k == 5:
        raise InputError("five")
    return k


@pytest.mark.parametrize("backend", ["loky", "threading"])
@pytest.mark.parametrize("count", mostly_whole([0, 1, 2, 300], {0, 300}.__contains__))
def test_results_are_in_the_order_of_the_tasks(backend, count):
    assert list(in_order(slow_now_and_then, range(count), 2, backend)) == list(range(count))


def test_few_tasks_are_taken_ahead_of_a_slow_reader(monkeypatch):
    monkeypatch.setattr(workers, "LARGEST", 3)
    tasks = Tasks()
    results = in_order(slow_now_and_then, tasks, 2, "threading")
    for k in range(60):
        assert next(results) == k
        sleep(0.002)
        assert tasks.taken <= k + 1 + 3 * (workers.AHEAD * 2 + 1)
    results.close()


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_an_error_in_a_task_is_the_readers(backend):
    with pytest.raises(InputError, match="five"):
        list(in_order(fails_at_5, range(1000), 2, backend))


@pytest.mark.parametrize("size, done, seconds, expected", [
    (1, 1, 10.0, 1), (1, 1, 0.0001, 2), (8, 8, 0.25, 8), (8, 8, 0.5, 4), (400, 400, 0.0, workers.LARGEST),
    (64, 3, 0.003, 128), (16, 16, 100.0, 1)])
def test_batches_grow_and_shrink_to_a_fixed_time(size, done, seconds, expected):
    assert workers._next_size(size, done, seconds) == expected


@pytest.mark.parametrize("backend, scheduler, words", [
    ("dask", None, "scheduler: is missing"), ("dask", "", "scheduler: is missing"),
    ("loky", ADDRESS, "only dask has a scheduler"), ("carrier pigeons", None, "loky, threading, dask")])
def test_a_scheduler_goes_with_dask(backend, scheduler, words):
    with pytest.raises(InputError, match=words):
        list(in_order(abs, [1], 1, backend, scheduler))


def test_a_missing_extra_is_named_with_its_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"in a clone, pip install '\.\[cluster\]'"):
        list(in_order(abs, [1], 1, "dask", ADDRESS))
    assert "\n" not in cluster.EXTRA


@pytest.mark.parametrize("change, found", [
    ({"version": 99}, "of ludosoph"), ({"program": "0.0"}, "expected version 1")])
def test_a_worker_with_another_version_refuses_to_play(change, found):
    what = plan("tic_tac_toe", ["random"], 2)
    task = what.block_tasks(0)[0]
    here = Player.here(what.game, what.version)
    assert here(task).record == play(task).record
    other = Player(**({"game": here.game, "version": here.version, "program": here.program} | change))
    with pytest.raises(InputError, match=f"a worker has tic_tac_toe version 1 .*{found}"):
        other(task)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")       # one that has ended, and that nobody has asked about, counts as gone
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("doing", mostly_whole(["waiting", "at work"], "at work".__eq__))
def test_processes_end_when_their_parent_is_killed(doing):
    parent = subprocess.Popen([sys.executable, "-c", PROGRAM, doing], text=True, stdout=subprocess.PIPE,
                              env=os.environ | {"PYTHONPATH": str(ROOT)})
    children = [int(number) for number in parent.stdout.readline().split()]
    assert children
    assert all(map(is_alive, children))
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait(WAIT)
    until = monotonic() + WAIT
    while any(map(is_alive, children)) and monotonic() < until:
        sleep(0.1)
    left = [child for child in children if is_alive(child)]
    for child in left:
        os.kill(child, signal.SIGKILL)          # or a failed test would leave them behind
    assert not left
