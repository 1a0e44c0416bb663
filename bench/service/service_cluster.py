"""Two servers on one PostgreSQL, two workers of one Dask scheduler: one of each is killed (kill -9), again and again.

    python -m bench service_cluster
    python -m bench service_cluster --rounds 6

Clients play against levels and ask for analyses, spread over both servers. One that finds its server dead goes on
at the other, as a load balancer would send it. What was killed is started again before the next kill.
"""
from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep, time
from typing import Annotated, Any, NamedTuple, TypeVar

import httpx
import typer
from sqlalchemy import Engine, select

from bench.service.service_faults import (
    API,
    CLIENTS,
    READY,
    Client,
    Found,
    Server,
    found_of,
    free_port,
    postgresql,
    standing,
    stop,
)
from games.api import InputError
from games.fields import one_line
from service.schema import tables
from service.settings import Settings
from service.store import engine_of

ROOT = Path(__file__).resolve().parents[2]
T = TypeVar("T")
TWO = 2                         # servers, and workers
ASKERS = 4                      # clients that ask for analyses
GAME, SECONDS = "burgundy", (2.0, 6.0)      # of an analysis
ALONE = 60.0                    # seconds of the last analyses, after which nobody asks
LOAD, MEET = 3.0, 30.0          # seconds of load before a kill, and until work of all kinds is under way
CLAIMED = Settings.lease + 5.0  # seconds within which the other server has to play for a level
FREED = 5.0                     # seconds within which no worker may search for a dead server,
IDLE = 30.0                     # and for clients that have gone


@dataclass
class Kill:
    """What was under way when one server and one worker were killed, and what became of it."""

    searching: int = 0          # searches that ran
    orphans: int = 0            # of them on the other worker for the dead server,
    freed: float = 0.0          # and seconds until none of these ran any more
    repeated: int = 0           # of them on the dead worker for the other server
    thinking: int = 0           # tables at which the dead server was to play for a level,
    claimed: float = 0.0        # seconds until the other one played at the last of them,
    moved: float = 0.0          # and until the last of them had its move
    wrong: list[str] = field(default_factory=list)

    def row(self, number: int) -> str:
        """As a row of the table."""
        return (f"| {number} | {self.searching} | {self.repeated} | {self.orphans} | {self.freed:.1f} "
                f"| {self.thinking} | {self.claimed:.1f} | {self.moved:.1f} |")


HEAD = """\
| kill | searches that ran | on the dead worker for the other server | on the other worker for the dead server \
| these ended after, s | tables where the dead server was to play | taken over after, s | moved after, s |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""


class Asker(threading.Thread):
    """Asks for one analysis after another, and asks how it goes until it is over."""

    def __init__(self, number: int, addresses: Sequence[str]) -> None:
        super().__init__(daemon=True)
        self.number, self.addresses, self.at, self.luck = number, addresses, number % TWO, random.Random(number)
        self.came = Counter[str]()          # done, failed, gone with their server
        self.words = Counter[str]()         # why they failed
        self.stop, self.fault = threading.Event(), ""

    def run(self) -> None:
        """Ask until it is told to stop; then ask once more, and go away."""
        with httpx.Client(timeout=30) as http:
            try:
                while not self.stop.is_set():
                    address = self.addresses[self.at] + API
                    try:
                        self.follow(http, address)
                    except httpx.TransportError:
                        self.at = (self.addresses.index(address.removesuffix(API)) + 1) % TWO
                self.begin(http, self.addresses[self.at] + API, ALONE)
            except (InputError, httpx.HTTPError) as error:
                self.fault = one_line(error)

    def follow(self, http: httpx.Client, address: str) -> None:
        """One analysis. Raises TransportError where its server is dead."""
        search = self.begin(http, address, self.luck.uniform(*SECONDS))
        if search is None:
            sleep(0.2)
            return
        try:
            self.came[self.end(http, f"{address}/searches/{search}")] += 1
        except httpx.TransportError:            # the other server knows nothing of it
            self.came["gone"] += 1
            raise

    def begin(self, http: httpx.Client, address: str, seconds: float) -> str | None:
        """Ask for an analysis: its id, none where the server says that it cannot take it. Raises InputError."""
        answer = http.post(f"{address}/analyses", json={"game": GAME, "maxSeconds": seconds,
                                                        "reportDuringSearchEvery": 0.5})
        if answer.status_code not in (202, 429, 503):
            raise InputError(f"analyses: {answer.status_code}: {answer.text[:300]}")
        return answer.json()["search"] if answer.status_code == 202 else None

    def end(self, http: httpx.Client, address: str) -> str:
        """How an analysis ended. Raises InputError where it does not, or without a result and without a word."""
        until = monotonic() + READY
        while monotonic() < until:
            answer = http.get(address)
            if answer.status_code == 404:
                raise httpx.ReadError("its server was started again")
            found = answer.json()
            if found["state"] == "done" and found["document"]["moveInfos"]:
                return "done"
            if found["error"]:
                self.words[found["error"]] += 1
                return "failed"
            if found["state"] not in ("waiting", "running"):
                raise InputError(f"an analysis is {found['state']}, and nothing says why")
            sleep(0.2)
        raise InputError(f"an analysis has not ended for {READY:.0f} s")


class Dask:
    """A scheduler and its workers, each a process that can be killed."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.address = folder, f"tcp://127.0.0.1:{free_port()}"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._begin("dask_scheduler", "--host", "127.0.0.1", "--port",
                                     self.address.rpartition(":")[2], "--no-jupyter")
        self.workers = [self._worker() for _ in range(TWO)]
        from distributed import Client as Seer

        self.seer = Seer(self.address, timeout=READY, set_as_default=False, name="seer")
        self.ready()

    def _begin(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self.folder / "dask.log").open("a") as log:
            return subprocess.Popen([sys.executable, "-m", f"distributed.cli.{name}", *arguments, "--no-dashboard"],
                                    cwd=self.folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=log, stderr=log)

    def _worker(self) -> subprocess.Popen[bytes]:
        return self._begin("dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--local-directory",
                           str(self.folder))

    def ready(self) -> None:
        """Start the workers that are dead, and wait until all are there."""
        self.workers = [self._worker() if each.poll() is not None else each for each in self.workers]
        self.seer.wait_for_workers(TWO, timeout=READY)

    def running(self) -> dict[int, set[str]]:
        """What each worker has a thread for, wanted or not, by its process. Raises InputError where one is silent."""
        alive, until = {each.pid for each in self.workers if each.poll() is None}, monotonic() + READY
        while monotonic() < until:
            found = dict(self.seer.run(_running, on_error="ignore").values())     # also one that was killed is asked
            if alive <= found.keys():
                return found
            sleep(0.05)
        raise InputError("a worker does not answer")

    def wanted(self) -> dict[str, set[str]]:
        """What each server waits for, by its name at the scheduler."""
        return {client: keys for client, keys in self.seer.run_on_scheduler(_wanted).items() if "-ludosoph-" in client}

    def stop(self) -> None:
        """End all of it."""
        with suppress(OSError, TimeoutError):
            self.seer.close(timeout=5)
        for each in (*self.workers, self.scheduler):
            each.kill()
            each.wait()


def _running(dask_worker: Any) -> tuple[int, set[str]]:
    with dask_worker.active_threads_lock:
        return os.getpid(), set(dask_worker.active_threads.values())


def _wanted(dask_scheduler: Any) -> dict[str, set[str]]:
    return {client.client_key: {task.key for task in client.wants_what} for client in dask_scheduler.clients.values()}


class Turn(NamedTuple):
    """A table at which a level is to move, and the server that plays for it until then."""

    revision: int
    owner: str | None
    lease: float


class Levels:
    """Where levels are to move, as the database says."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine.execution_options(isolation_level="AUTOCOMMIT")

    def now(self) -> dict[str, Turn]:
        """By the ids of the tables."""
        query = select(tables.c.id, tables.c.revision, tables.c.owner, tables.c.lease).where(tables.c.due.is_(True))
        with self.engine.connect() as connection:
            return {row.id: Turn(row.revision, row.owner, row.lease) for row in connection.execute(query)}


@dataclass
class UnderWay:
    """What is done at one moment by a server, by a worker and by the others."""

    searching: int
    repeated: set[str]          # searches on the worker that another server waits for
    orphans: set[str]           # searches on another worker that the server waits for
    due: dict[str, Turn]


@dataclass
class House:
    """All that runs."""

    dask: Dask
    servers: list[Server]
    levels: Levels
    playing: list[Client]
    asking: list[Asker]
    names: dict[int, str] = field(default_factory=dict)     # of the servers at the scheduler, by their ports

    def begin(self, server: Server) -> None:
        """Start a server, and learn its name at the scheduler. Raises InputError."""
        before = self.dask.wanted().keys()
        server.begin()
        self.names[server.port] = next(iter(self.dask.wanted().keys() - before))

    def mend(self, server: Server) -> None:
        """Start it and the worker that is dead again, and spread the clients over both servers. Raises InputError."""
        self.begin(server)
        self.dask.ready()
        clients: list[Client | Asker] = [*self.playing, *self.asking]
        for each in clients:
            each.at = each.number % TWO

    def kill(self, server: Server, worker: int) -> Kill:
        """Kill these two in the middle of their work, and look what becomes of it."""
        process, until = self.dask.workers[worker], monotonic() + MEET
        while not ((met := self._under_way(server, process.pid)).repeated and met.orphans and met.due) and (
                monotonic() < until):
            sleep(0.02)
        begun, at = monotonic(), time()
        server.kill()
        process.kill()
        process.wait()
        killed = Kill(met.searching, len(met.orphans), repeated=len(met.repeated))
        if not _waited(lambda: not met.orphans & self._searched(), FREED, False):
            killed.wrong.append(f"a worker searches for a dead server, {FREED:.0f} s after it was killed")
        killed.freed = monotonic() - begun if met.orphans else 0.0
        self._taken_over(killed, met.due, at)
        killed.wrong += standing(self.playing)
        return killed

    def _searched(self) -> set[str]:
        """What the workers have a thread for."""
        return set[str]().union(*self.dask.running().values())

    def _under_way(self, server: Server, worker: int) -> UnderWay:
        running, wanted, due = self.dask.running(), self.dask.wanted()[self.names[server.port]], self.levels.now()
        there = running.pop(worker, set())
        elsewhere = set[str]().union(*running.values())
        return UnderWay(len(there | elsewhere), there - wanted, elsewhere & wanted, due)

    def _taken_over(self, killed: Kill, due: dict[str, Turn], at: float) -> None:
        """Wait until all these tables have gone on. Who has renewed a lease since then is alive."""
        alive, claimed, moved = set[str | None](), dict[str, float](), dict[str, float]()
        until = monotonic() + READY
        while len(moved) < len(due) and monotonic() < until:
            now, after = self.levels.now(), time() - at
            alive |= {turn.owner for turn in now.values() if turn.owner and turn.lease > at + Settings.lease + 0.2}
            for table, turn in due.items():
                on = table not in now or now[table].revision > turn.revision
                if on or now[table].owner != turn.owner:
                    claimed.setdefault(table, after)
                if on:
                    moved.setdefault(table, after)
            sleep(0.05)
        of_the_dead = [table for table, turn in due.items() if turn.owner not in alive]
        killed.thinking = len(of_the_dead)
        killed.claimed = max((claimed.get(table, READY) for table in of_the_dead), default=0.0)
        killed.moved = max((moved.get(table, READY) for table in of_the_dead), default=0.0)
        if killed.claimed > CLAIMED:
            killed.wrong.append(f"nobody played for a level for {killed.claimed:.1f} s, expected {CLAIMED:.0f} at most")

    def deserted(self) -> tuple[float, list[str]]:
        """Seconds until no worker searches, after all who asked have gone, and what is wrong with that."""
        begun = monotonic()
        idle = _waited(lambda: not self._searched(), IDLE, False)
        return monotonic() - begun, [] if idle else [f"a worker searches for nobody, {IDLE:.0f} s after all have gone"]


def _waited(look: Callable[[], T], seconds: float, otherwise: T) -> T:
    """What is seen as soon as there is something to see."""
    until = monotonic() + seconds
    while monotonic() < until:
        if found := look():
            return found
        sleep(0.05)
    return otherwise


@contextmanager
def house(folder: Path, level: int) -> Iterator[tuple[House, str]]:
    """All of it running, with its database."""
    with postgresql() as postgres, ExitStack() as last:
        database = postgres.get_uri()
        dask = Dask(folder)
        last.callback(dask.stop)
        servers = [Server(database, folder / f"server-{number}.log", "--scheduler", dask.address)
                   for number in range(TWO)]
        addresses, engine = [each.address for each in servers], engine_of(database)
        last.callback(engine.dispose)
        there = House(dask, servers, Levels(engine), [Client(number, addresses, level) for number in range(CLIENTS)],
                      [Asker(number, addresses) for number in range(ASKERS)])
        for each in servers:
            there.begin(each)
            last.callback(each.kill)
        yield there, database


def faults(rounds: int, folder: Path, level: int) -> tuple[list[Kill], Found, str]:
    """Kill one of each so often: the kills, what came of the games, and in words what came of the analyses."""
    kills = []
    with house(folder, level) as (there, database):
        for each in (*there.playing, *there.asking):
            each.start()
        try:
            for number in range(rounds):
                sleep(LOAD)
                server = there.servers[number % TWO]
                kills.append(there.kill(server, number // TWO % TWO))
                there.mend(server)
        finally:
            stop(there.playing)
            for each in there.asking:
                each.stop.set()
            for each in there.asking:
                each.join(READY)
        idle, wrong = there.deserted()
        wrong += [line for kill in kills for line in kill.wrong]
        wrong += [f"an analysis: {each.fault}" for each in there.asking if each.fault]
        wrong += [f"no kill met {what}: nothing is shown about it" for what, met in (
            ("a level that the dead server was to play for", any(kill.thinking for kill in kills)),
            ("a search of the dead server on the other worker", any(kill.orphans for kill in kills)),
            ("a search of the other server on the dead worker", any(kill.repeated for kill in kills))) if not met]
        return kills, found_of(rounds, database, there.playing, wrong), told(there.asking, idle)


def told(asking: Sequence[Asker], idle: float) -> str:
    """What came of the analyses."""
    came = sum((each.came for each in asking), Counter[str]())
    words = sum((each.words for each in asking), Counter[str]())
    why = "".join(f"\n{count} failed: {text}" for text, count in words.items())
    return (f"{came['done']} analyses done, {came['failed']} failed in words, {came['gone']} gone with their server "
            f"and asked for anew\n{idle:.1f} s after all clients had gone no worker searched any more{why}")


def run(rounds: Annotated[int, typer.Option(min=1, help="how often one server and one worker are killed")] = 4,
        level: Annotated[int, typer.Option(min=1, max=8, help="of the opponents")] = 7) -> None:
    """Kill one of two servers and one of two workers under load; status 1 where something is lost or does not go on.

    Example: python -m bench service_cluster --rounds 2
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        kills, found, searches = faults(rounds, folder, level)
    print("\n".join([HEAD, *(each.row(number) for number, each in enumerate(kills, start=1))]))
    print(f"\nPostgreSQL, {TWO} servers, {TWO} workers, {os.cpu_count()} cores: {found}\n{searches}")
    raise typer.Exit(1 if found.wrong else 0)
