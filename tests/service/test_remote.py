"""Searches on a real Dask scheduler with two worker processes, one of which is killed."""
import json
import signal
import subprocess
import sys
from dataclasses import replace
from time import monotonic, sleep

import pytest
from distributed import Client

import games
from games.api import InputError
from games.positions import draw_on
from mcts.advice import search_params
from mcts.simulate import Player
from service.remote import Order, Workers, search_there
from service.searches import Limits, Searches
from tests.reports.test_run_dask import ROOT, Dask


@pytest.fixture
def dask(tmp_path):
    found = Dask(tmp_path)
    yield found
    found.stop()


def position(name):
    game = games.load(name)
    state = game.start()
    draw_on(state, 1)
    return game, state


def plain(search):
    """Its document without what a clock says."""
    root = search.document["rootInfo"]
    return json.dumps(search.document | {"rootInfo": {name: root[name] for name in root if "econd" not in name}})


def wait_for(what, seconds=30.0):
    until = monotonic() + seconds
    while not what():
        assert monotonic() < until
        sleep(0.05)


@pytest.mark.whole
def test_workers_search_say_what_they_know_and_one_that_is_killed_is_replaced(dask):
    far, near = Searches(2, 2**26, Limits(), Workers(dask.address)), Searches(2, 2**26)
    for name in ("burgundy", "catan_cards"):
        asked = (*position(name), search_params("", None, 300))
        both = [searches.advise("me", *asked) for searches in (far, near)]
        assert all(search.over.wait(60) for search in both)
        assert both[0].state == "done", both[0].error
        assert plain(both[0]) == plain(both[1])
    running = [far.advise("me", *position("burgundy"), search_params("", 4.0), every=0.3) for _ in range(2)]
    wait_for(lambda: all(search.report is not None and search.progress > 0 for search in running))
    dask.workers[0].kill()
    assert all(search.over.wait(60) for search in running)
    assert [search.state for search in running] == ["done", "done"]
    assert not any("terminated" in search.document for search in running)
    with Client(dask.address, set_as_default=False) as seer:
        wait_for(lambda: seer.run_on_scheduler(tasks) == 0)     # nothing is kept of a search that is over
        assert topics(seer) == set()


SERVER = """
import sys, time
import games
from games.api import InputError
from games.positions import draw_on
from mcts.advice import search_params
from mcts.simulate import Player
from service.remote import Order, Workers, search_there
from service.searches import Limits, Searches

searches, game = Searches(1, 2**26, Limits(unheard=60.0), Workers(sys.argv[1])), games.load("burgundy")
state = game.start()
draw_on(state, 1)
searches.advise("me", game, state, search_params("", 60.0))
time.sleep(60.0)
"""


def topics(seer):
    return {topic for topic in seer.get_events() if topic.startswith("ludosoph-")}


def tasks(dask_scheduler):
    return len(dask_scheduler.tasks)


def running(dask_worker):
    return len(dask_worker.active_threads)


@pytest.mark.whole
def test_a_search_of_a_server_that_is_killed_ends_on_its_worker(dask):
    """Dask alone would let it run to its end, as it cannot end a call that has begun."""
    with Client(dask.address, set_as_default=False) as seer:
        server = subprocess.Popen([sys.executable, "-c", SERVER, dask.address], cwd=ROOT)
        try:
            wait_for(lambda: sum(seer.run(running).values()) == 1)
        finally:
            server.kill()
            server.wait()
        wait_for(lambda: sum(seer.run(running).values()) == 0, 5.0)


@pytest.mark.whole
def test_a_search_that_is_ended_ends_on_its_worker_with_what_it_knows(dask):
    far = Searches(2, 2**26, Limits(), Workers(dask.address))
    search = far.advise("me", *position("burgundy"), search_params("", 50.0), every=0.2)
    wait_for(lambda: search.report is not None)
    begun = monotonic()
    far.end(search)
    assert search.over.wait(20)
    assert monotonic() - begun < 10
    assert search.state == "ended"
    assert search.document["terminated"]
    assert search.document["words"]["headline"]


def test_a_scheduler_that_is_lost_fails_the_search_in_words(dask):
    far = Searches(2, 2**26, Limits(), Workers(dask.address))
    search = far.advise("me", *position("burgundy"), search_params("", 30.0), every=0.2)
    wait_for(lambda: search.report is not None)
    dask.scheduler.kill()
    assert search.over.wait(60)
    assert search.state == "failed"
    assert dask.address in search.error


def test_a_search_that_no_worker_can_do_fails_in_words_and_the_server_is_not_ready(dask, monkeypatch):
    monkeypatch.setattr("service.remote.DESERTED", 3.0)
    monkeypatch.setattr("service.remote.COUNT", 0.3)
    workers = Workers(dask.address)
    far = Searches(2, 2**26, Limits(), workers)
    assert far.trouble() == ""
    for worker in dask.workers:
        worker.kill()
    wait_for(lambda: "no workers" in far.trouble())
    lost = far.advise("me", *position("pig"), search_params("", 2.0))
    assert lost.over.wait(60)
    assert (lost.state, "has had no worker for 3 s" in lost.error) == ("failed", True)


@pytest.mark.whole
def test_a_scheduler_that_hangs_keeps_no_place_of_a_client(dask, monkeypatch):
    monkeypatch.setattr("service.remote.PATIENCE", 0.5)
    far = Searches(2, 2**26, Limits(each=2), Workers(dask.address))
    dask.scheduler.send_signal(signal.SIGSTOP)
    try:
        begun = monotonic()
        for _ in range(3):
            search = far.advise("me", *position("pig"), search_params("", 20.0))
            wait_for(lambda search=search: search.state == "running")
            far.end(search)
            assert search.over.wait(30)
            assert search.state == "ended"
        assert monotonic() < begun + 60
    finally:
        dask.scheduler.send_signal(signal.SIGCONT)


def test_a_worker_of_another_version_is_named():
    order = Order(Player("pig", games.load("pig").version, "0.0.1"), {}, search_params("", 1.0), "", 1.0, None, "topic")
    with pytest.raises(InputError, match="a worker has pig version .* of ludosoph .*, expected .* of ludosoph 0.0.1"):
        search_there(order)
    with pytest.raises(InputError, match="a worker lacks what it is to search: no game"):
        search_there(replace(order, player=Player("no_such_game", 1, None)))
