"""Runs on a real Dask scheduler with two worker processes: the bytes of one process, also when a worker is killed.

Dask is one of the test extra's packages.
"""
import os
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from games.api import InputError
from mcts import cluster
from mcts import match as matches
from mcts.simulate import Player, plan
from mcts.workers import in_order
from reports.experiments import question as asking
from reports.experiments.question import Question
from reports.experiments.run import balance
from reports.experiments.trials import Trialist
from reports.run import MANIFEST, open_run, simulate

ROOT = Path(__file__).parent.parent.parent
PLAN = plan("burgundy", ["random", "mcts:2"], 40, seed=3)
WAIT = 60           # seconds; these take one or two


class Dask:
    """A scheduler and its workers, each a process."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.workers = folder, []
        told = folder / "scheduler.json"
        self.scheduler = self._start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                                     "--no-jupyter", "--scheduler-file", told)
        for _ in range(2):
            self.workers.append(self._start("dask_worker", "--scheduler-file", told, "--nthreads", "1", "--no-nanny",
                                            "--no-dashboard", "--local-directory", folder))
        until = monotonic() + WAIT
        while not told.exists() and monotonic() < until:
            sleep(0.05)
        from distributed import Client

        with Client(scheduler_file=str(told), set_as_default=False) as client:
            self.address = client.scheduler.address
            client.wait_for_workers(2, timeout=WAIT)

    def _start(self, name, *arguments):
        with open(self.folder / "log", "ab") as log:
            return subprocess.Popen([sys.executable, "-m", f"distributed.cli.{name}", *map(str, arguments)],
                                    cwd=self.folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=log, stderr=log)

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait(WAIT)


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    found = Dask(tmp_path_factory.mktemp("dask"))
    yield found
    found.stop()


def parts(path):
    """Every file of a run but the manifest, which says when and how the run was begun."""
    return {f.relative_to(path).as_posix(): f.read_bytes() for f in sorted(path.rglob("*"))
            if f.is_file() and f.name != MANIFEST}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return parts(simulate(tmp_path_factory.mktemp("run") / "whole", PLAN).path)


def test_an_address_where_nobody_answers_is_named(monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT", 0.5)
    for address in ("tcp://127.0.0.1:9", "nonsense", "x://y:1"):
        with pytest.raises(InputError, match=f"found '{address}', where none answers"):
            list(in_order(abs, [1], backend="dask", scheduler=address))


def test_a_match_on_a_cluster_is_the_match_of_one_process(dask):
    what = matches.plan("tic_tac_toe", ["mcts:10", "random"], 100)
    assert matches.match(what, backend="dask", scheduler=dask.address) == matches.match(what)


@pytest.mark.whole
def test_what_a_worker_cannot_do_is_said(dask):
    task = PLAN.block_tasks(0)[0]
    with pytest.raises(InputError, match="a worker has burgundy version"):
        list(in_order(Player("burgundy", 99, None), [task], backend="dask", scheduler=dask.address))


@pytest.mark.whole
@pytest.mark.parametrize("asked", [
    Question("catan_cards", "expansions", agents=["greedy"], games=30, seats=2, experiments=["gift", "take"]),
    Question("catan_cards", "styles", agents=["mcts:3"], games=18, seats=2),
    Question("catan_cards", "expansions", items=["hall"], agents=["greedy"], games=30, seats=2,
             vary="points.hall=0..4:4"),
], ids=["items", "styles", "varied"])
def test_a_balance_run_on_a_cluster_has_the_bytes_of_one_process(dask, tmp_path, asked):
    runs = [balance(folder, asking.make_plan(asked), **how).path for folder, how in
            ((tmp_path / "one", {}), (tmp_path / "dask", {"backend": "dask", "scheduler": dask.address}))]
    assert parts(runs[0]) == parts(runs[1])


@pytest.mark.whole
def test_trials_are_refused_by_another_version(dask):
    trial = asking.make_plan(Question("pig", "seats", agents=["greedy"], games=2)).trials(0)[0]
    with pytest.raises(InputError, match="a worker has pig version"):
        list(in_order(Trialist(Player("pig", 99, None)), [trial], backend="dask", scheduler=dask.address))


# the tests below take workers away, so their order counts


@pytest.mark.whole
def test_a_worker_killed_in_mid_run_loses_nothing(dask, tmp_path, whole):
    victim = dask.workers[0]

    def kill(done, total):
        if done == 5:
            victim.kill()

    simulate(tmp_path / "run", PLAN, backend="dask", scheduler=dask.address, progress=kill)
    assert victim.wait(WAIT) < 0
    assert parts(tmp_path / "run") == whole


@pytest.mark.whole
def test_a_scheduler_lost_in_mid_run_leaves_a_run_that_goes_on(dask, tmp_path, whole):
    def kill(done, total):
        if done == 5:
            dask.scheduler.kill()

    with pytest.raises(ConnectionError, match=r"scheduler tcp://\S+: was lost on the way"):
        simulate(tmp_path / "run", PLAN, backend="dask", scheduler=dask.address, progress=kill)
    assert not open_run(tmp_path / "run").complete
    simulate(tmp_path / "run", PLAN)
    assert parts(tmp_path / "run") == whole
