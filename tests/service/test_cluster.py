"""Several servers, and workers that search for them: what each does when another one dies or does not answer."""
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import httpx
import pytest

import games
from bench.service.service_faults import ROOT, Game, free_port, wrong
from games.positions import draw_on
from mcts.advice import search_params
from mcts.course import Ended
from service import remote
from service.queue import Job
from service.remote import Workers
from service.searches import Searches
from tests.service.conftest import new_postgres
from tests.service.desk import done, new, post, secrets, server, settled, view

FOUND = {"progress": 1.0}
PATIENT = 30.0


def wait_for(what, seconds=PATIENT):
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until
        time.sleep(0.01)


class Batch:
    """A call that a worker does when it is told to."""

    def __init__(self) -> None:
        self.over, self.dropped = threading.Event(), False

    def done(self, seconds):
        return self.over.wait(seconds)

    def result(self):
        return FOUND

    def drop(self):
        self.dropped = True


class Cluster:
    """A cluster with one thread. `end` is what a worker does that is told to end: none hears it."""

    workers, lost = 1, False

    def __init__(self, address):
        self.address, self.batches, self.forgotten = address, [], []

    @contextmanager
    def heard(self, topic, hear):
        yield

    def submit(self, function, order):
        self.batches.append(Batch())
        return self.batches[-1]

    def end(self, topic):
        return

    def forget(self, topic):
        self.forgotten.append(topic)

    def counted(self):
        return self.workers


@pytest.fixture
def workers(monkeypatch):
    monkeypatch.setattr(remote.cluster, "Cluster", Cluster)
    monkeypatch.setattr(remote, "LOOK", 0.01)
    monkeypatch.setattr(remote, "PATIENCE", 0.05)
    return Workers("tcp://h:1")


class Asked(threading.Thread):
    """A search at the workers, in a thread of its own."""

    def __init__(self, workers) -> None:
        super().__init__(daemon=True)
        self.workers, self.unwanted, self.came = workers, False, None
        self.start()

    def run(self):
        game = games.load("pig")
        try:
            self.came = self.workers.search(game, game.start(), search_params("", None, 10), "", 1.0, None,
                                            lambda said: None, lambda: self.unwanted)
        except Ended:
            self.came = "ended"


def test_as_many_searches_are_at_the_workers_as_they_have_threads_and_the_next_one_goes_then(workers):
    one = Asked(workers)
    wait_for(lambda: len(workers._cluster.batches) == 1)
    two, three = Asked(workers), Asked(workers)
    wait_for(lambda: len(workers._there) == 3)
    three.unwanted = True           # it has not begun, and need not
    three.join(PATIENT)
    assert (three.came, len(workers._cluster.batches)) == ("ended", 1)
    workers._cluster.batches[0].over.set()
    one.join(PATIENT)
    wait_for(lambda: len(workers._cluster.batches) == 2)
    workers._cluster.batches[1].over.set()
    two.join(PATIENT)
    assert (one.came, two.came, len(workers._cluster.forgotten)) == (FOUND, FOUND, 2)


def test_a_worker_that_does_not_end_its_search_is_not_waited_for(workers):
    asked = Asked(workers)
    wait_for(lambda: workers._cluster.batches)
    asked.unwanted = True
    asked.join(PATIENT)
    assert asked.came == "ended"
    assert workers._cluster.batches[0].dropped
    assert workers._there == []


def test_a_scheduler_that_was_lost_is_looked_for_again(workers):
    before = workers._cluster
    before.lost = True
    asked = Asked(workers)
    wait_for(lambda: workers._cluster.batches)
    workers._cluster.batches[0].over.set()
    asked.join(PATIENT)
    assert (asked.came, before.batches, workers._cluster.address) == (FOUND, [], "tcp://h:1")


def test_levels_and_reviews_go_on_while_searches_are_at_the_workers(workers):
    searches, moved = Searches(1, 2**26, workers=workers), threading.Event()
    game = games.load("pig")
    state = game.start()
    draw_on(state, 1)
    search = searches.advise("me", game, state, search_params("", 60.0))
    wait_for(lambda: workers._cluster.batches)
    searches.queue.submit(Job(lambda job: moved.set(), client="table", brief=True))
    assert moved.wait(PATIENT)
    searches.end(search)
    assert search.over.wait(PATIENT)
    assert search.state == "ended"
    searches.queue.join()
    assert searches.queue._free == 1


# ---- two servers on one database --------------------------------------------------------------------

SERVE = """
import sys
from service.app import run
from service.settings import Settings

run(Settings(database=sys.argv[1], port=int(sys.argv[2]), threads=1, lease=1.0, requests_per_second=0.0))
"""


@contextmanager
def serving(database):
    """A server in a process of its own, and a client of it."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", SERVE, database, str(port)], cwd=ROOT, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENT) as client:
            wait_for(lambda: process.poll() is not None or ready(client), 120.0)
            yield process, client
    finally:
        process.kill()
        process.wait()


def ready(client):
    try:
        return client.get("/readyz").status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.whole
def test_a_level_of_a_server_that_is_killed_as_it_thinks_moves_at_the_other_one(postgres):
    """Within the lease and a look for such tables, here 1.1 s, and its own time; what was confirmed is there once."""
    database = new_postgres(postgres)
    players = [{"kind": "person"}, {"kind": "level", "level": 7}]
    with serving(database) as (process, dead), server(database, lease=1.0, sweep=0.1) as alive:
        table = new(dead, game="burgundy", players=players, seed=3)
        game = Game(table["table"], secrets(table)[0])
        found = settled(dead, game.secret)
        while not found["thinking"]:
            game.confirmed.append(found["moves"][0]["move"])
            sent = {"move": game.confirmed[-1], "revision": found["revision"], "key": f"{len(game.confirmed)}"}
            answer = done(dead, game.secret, "moves", **sent)
            found = view(dead, game.secret)
        process.kill()
        process.wait()
        begun, before = time.monotonic(), view(alive, game.secret)
        assert before["thinking"]
        assert post(alive, game.secret, "moves", **sent).json() == answer
        wait_for(lambda: view(alive, game.secret)["revision"] > before["revision"])
        assert time.monotonic() - begun < 10
        assert list(wrong(database, [game])) == []
