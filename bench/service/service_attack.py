"""The service under attack, on this machine alone: what was tried, what was answered well, what was lost or doubled.

    python -m bench service_attack
    python -m bench service_attack --inputs 300 --kills 3 --postgresql-kills 1

Each part starts a server of its own, with a database of its own, and asks it at 127.0.0.1. All is bounded: so many
inputs, connections and kills, and every wait has an end. A bad input is answered well if it is refused in words, in
JSON, within a second.
"""
from __future__ import annotations

import json
import multiprocessing
import os
import random
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Annotated, Any

import httpx
import numpy as np
import typer

from bench.service.process import memory, processor_seconds
from bench.service.service_faults import API, Found, Server, faults, free_port, postgresql
from games.api import InputError
from mcts.play import Task, play

ROOT = Path(__file__).resolve().parents[2]
SECOND = 1.0                # in which a bad input is to be answered,
MEDIAN, LATE = 50.0, 250.0  # ms in which half of the questions for /healthz and 99 % of them are to be answered,
SLACK = 4.0                 # times as long on a machine that does something else as well
BUSY = 12.0                 # seconds within which a move is refused while the database is locked or silent
LONG_WORLD = "618"          # of 504: its games go on to the last round that is allowed
LONG_EVENTS = 11_713        # of a long record
HALVES = 600                # connections with half a request
WAIT = 60.0                 # seconds for what has to be soon
RESULT = ROOT / "bench" / "results" / "service-attack.md"
JSON = {"Content-Type": "application/json"}


@dataclass
class Row:
    """What came of one kind of attack."""

    what: str
    tried: int
    well: int
    lost: int = 0
    doubled: int = 0
    note: str = ""

    def __str__(self) -> str:
        """A line of the table."""
        return f"| {self.what} | {self.tried:,} | {self.well:,} | {self.lost} | {self.doubled} | {self.note} |"


@contextmanager
def attacked(folder: Path, *options: str, **more: Any) -> Iterator[Server]:
    """A server with a new database of SQLite."""
    server = Server(f"sqlite:///{folder / 'attack.db'}", folder / "log", *options, **more)
    server.begin()
    try:
        yield server
    finally:
        server.kill(signal.SIGTERM)


class Health:
    """Asks for /healthz all the while."""

    def __init__(self, address: str) -> None:
        self.address, self.times, self._stop = address, list[float](), threading.Event()
        self._thread = threading.Thread(target=self._asking, daemon=True)

    def __enter__(self) -> Health:
        self._thread.start()
        return self

    def __exit__(self, *what: object) -> None:
        self._stop.set()
        self._thread.join(2 * WAIT)

    def _asking(self) -> None:
        elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")  # one address may have only its share
        with httpx.Client(base_url=self.address, timeout=WAIT, transport=elsewhere) as http:
            while not self._stop.wait(0.02):
                begun = monotonic()
                try:
                    http.get("/healthz").raise_for_status()
                    self.times.append(monotonic() - begun)
                except httpx.HTTPError:
                    self.times.append(max(WAIT, monotonic() - begun))

    @property
    def soon(self) -> bool:
        """It was answered as soon as it has to be."""
        median, most = np.percentile([1000 * each for each in self.times], (50, 99))
        return bool(median <= MEDIAN * SLACK and most <= LATE * SLACK)

    @property
    def told(self) -> str:
        """How long it took."""
        median, most, all_ = np.percentile([1000 * each for each in self.times], (50, 99, 100))
        return f"`/healthz` {median:.0f} ms (median), {most:.0f} ms (99 %), {all_:.0f} ms at most"


# ---- bad inputs -------------------------------------------------------------------------------------

VALUES: list[Any] = [None, True, -1, 0, 1.5, 10**30, 1e308, "", "x" * 300, "\x00", "\ud800", "../../etc/passwd",
                     "' OR 1=1 --", "<script>", [], {}, [[]], {"a": {}}, ["a"] * 50, {"game": "pig"}, "burgundi",
                     "\u202e", 2**63]
BODIES: dict[str, dict[str, Any]] = {
    "tables": {"game": "pig", "seats": 2, "options": {}, "seed": 1, "kind": "play", "players": [], "view": 0,
               "position": {}, "record": "x", "key": "k"},
    "analyses": {"game": "pig", "position": {}, "record": [], "moves": [], "seats": 2, "options": {}, "maxVisits": 1,
                 "maxSeconds": 1, "reportDuringSearchEvery": 1, "overrideSettings": {}, "seed": 0, "trust": False},
    "reviews": {"record": "x", "simulations": 2, "seat": 0},
    "positions/check": {"text": "{", "position": {}, "svg": True, "seat": 0, "trust": True},
    "positions/new": {"game": "pig", "seats": 2, "options": {}, "seed": 0},
    "positions/line": {"position": {}, "moves": [], "number": 0, "seat": 0, "trust": False},
    "records/positions": {"record": "x", "number": 0},
    "seats/{}/moves": {"move": "roll", "revision": 0, "key": "k"}, "seats/{}/undo": {"count": 1, "key": "k"},
    "seats/{}/line": {"text": "x", "key": "k"}, "seats/{}/advice": {"seconds": 1, "simulations": 1, "every": 1},
    "seats/{}/fork": {"number": 0, "key": "k"}, "invites/{}": {"name": "x", "seat": 0, "key": "k"}}
TEXTS = [b"", b"{", b"[", b"nul", b'{"a":1,}', b"\xff\xfe", b'{"game":"pi\xed\xa0\x80g"}', b"[" * 50_000,
         b'{"a":' * 5_000, b"1" * 100_000, b'"' + b"x" * 400_000 + b'"', b"\xef\xbb\xbf{}", b'{"game": NaN}',
         b'{"game": 1e999}', b"[" + b"1," * 140_000 + b"1]", b"[" + b"1," * 900_000 + b"1]",
         json.dumps({f"k{number}": [] for number in range(140_000)}).encode()]
PATHS = ["/static/../app.py", "/static/%2e%2e/app.py", f"{API}/reports/../../x", f"{API}/reports/a/%00", "/play/%00",
         "/%ff", f"{API}/seats/" + "x" * 5_000, f"{API}/tables/' OR '1'='1", f"{API}/searches/x",
         "/play/x", "/follow/x", "/boards/x.svg", f"{API}/games/x", f"{API}/games/pig/levels?seats=99", "/wp-login.php",
         "/metrics",
         "/api/v2/tables"]


def of_each_kind(luck: random.Random) -> Iterator[tuple[str, str, bytes, dict[str, str]]]:
    """A request of each kind that cannot be meant."""
    for path in PATHS:
        yield "GET", path, b"", {}
        yield luck.choice(["PUT", "PATCH", "DELETE", "POST", "BREW"]), path, b"{}", JSON
    for path in BODIES:
        for text in TEXTS:
            yield "POST", f"{API}/{path.format('x')}", text, JSON
        yield "POST", f"{API}/{path.format('x')}", b"{}", {"Content-Type": "text/plain"}
        yield "POST", f"{API}/{path.format('x')}", b"{}", JSON | {"Sec-Fetch-Site": "cross-site"}
        yield "POST", f"{API}/{path.format('x')}", b"{}", JSON | {"Host": "evil.example"}


def bad_inputs(count: int, seed: int = 0) -> Iterator[tuple[str, str, bytes, dict[str, str]]]:
    """Method, path, body and headers of requests that cannot be meant: of each kind as far as the count goes."""
    luck = random.Random(seed)
    kinds = list(of_each_kind(luck))
    yield from kinds if count >= len(kinds) else luck.sample(kinds, count)
    for _ in range(max(0, count - len(kinds))):
        path = luck.choice(list(BODIES))
        body = dict(luck.sample(list(BODIES[path].items()), luck.randint(0, len(BODIES[path]))))
        for _ in range(luck.randint(1, 3)):
            body[luck.choice([*BODIES[path], "unknown", "__proto__"])] = luck.choice(VALUES)
        body |= {"game": "no game"} if luck.random() < 0.5 and "game" in BODIES[path] else {}
        yield "POST", f"{API}/{path.format(luck.choice(['x', 'x' * 32]))}", json.dumps(body).encode(), JSON


def answered_well(answer: httpx.Response, seconds: float) -> bool:
    """In time, without a fault, and where it is refused in words."""
    if answer.status_code >= 500 or seconds > SECOND * SLACK:
        return False
    if answer.status_code < 400 or not answer.request.url.path.startswith("/api/"):
        return True
    try:
        return bool(answer.json()["error"])
    except (ValueError, KeyError, TypeError):
        return False


def inputs(count: int, folder: Path) -> Row:
    """Bad inputs, one after the other."""
    well, tried, times, ill = 0, 0, list[float](), list[str]()
    with attacked(folder) as server, httpx.Client(base_url=server.address, timeout=WAIT) as http:
        for method, path, body, headers in bad_inputs(count):
            begun = monotonic()
            try:
                answer = http.request(method, path, content=body, headers=headers)
                times.append(monotonic() - begun)
                good = answered_well(answer, times[-1])
            except httpx.HTTPError:
                good = False
            tried, well = tried + 1, well + good
            if not good:
                ill.append(f"{method} {path[:60]} {body[:40]!r}")
    slow = sum(time > SECOND for time in times)
    return Row("bad inputs", tried, well, note=f"{1000 * np.median(times):.0f} ms (median), {1000 * max(times):.0f} ms "
               f"at most, {slow} over 1 s" + "".join(f"; {each}" for each in ill[:3]))


def greedy_bodies(folder: Path, seconds: float = 6.0, rate: int = 100) -> Row:
    """One client sends so many bodies of many wrong items a second; somebody else asks for /healthz, before it too."""
    with attacked(folder, "--rate", "20") as server:
        with Health(server.address) as quiet:
            sleep(seconds)
        before = processor_seconds(server.process.pid)
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool, Health(server.address) as health:
            sent, refused = pool.submit(sending, server.port, seconds, rate).result(seconds + 2 * WAIT)
        spent = processor_seconds(server.process.pid) - before
    return Row("bodies of many wrong items, 100 a second", sent, refused if health.soon else 0,
               note=f"{health.told}; before: {quiet.told}; {1000 * spent / sent:.1f} ms of a processor for one of them")


def sending(port: int, seconds: float, rate: int) -> tuple[int, int]:
    """Send so many a second without waiting for answers: how many, and how many were refused in words or cut off."""
    texts = [text for text in TEXTS if len(text) > 200_000]
    begun, held, refused = monotonic(), list[socket.socket](), 0
    for number in range(round(seconds * rate)):
        text, path = texts[number % len(texts)], ("analyses", "tables", "seats/x/line")[number % 3]
        head = (f"POST {API}/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(text)}\r\n\r\n").encode()
        one = socket.create_connection(("127.0.0.1", port), timeout=WAIT)
        one.settimeout(0.2)
        with suppress(OSError):
            one.sendall(head + text)
        held.append(one)
        refused += sum(is_refused(old) for old in held[:-100])
        del held[:-100]
        sleep(max(0.0, begun + (number + 1) / rate - monotonic()))
    return round(seconds * rate), refused + sum(is_refused(old) for old in held)


def is_refused(one: socket.socket) -> bool:
    """The server has answered with 4xx or cut this connection off. It is closed then."""
    with one:
        one.settimeout(WAIT)
        try:
            return one.recv(10)[:10] in (b"HTTP/1.1 4", b"")
        except TimeoutError:
            return False
        except OSError:
            return True


# ---- long records -----------------------------------------------------------------------------------


def long_record() -> str:
    """A game of 504 of LONG_EVENTS events that is not over."""
    lines = play(Task("world504", 2, {"world": LONG_WORLD, "max_rounds": "200"}, 1, ("random", "random"))).record
    return "\n".join(lines[:LONG_EVENTS + 1])


def long_records(folder: Path, text: str, tree: Path = ROOT) -> tuple[Row, float, float]:
    """Twelve tables from a long record at once, half of them to play; processor seconds and MiB at the peak besides."""
    statuses = list[int]()
    with attacked(folder, tree=tree) as server:
        process = server.process.pid
        before, floor = processor_seconds(process), memory(process)

        def post(number: int) -> None:
            answer = httpx.post(f"{server.address}{API}/tables", timeout=4 * WAIT, json={
                "record": text, "kind": ("follow", "play")[number % 2]})
            statuses.append(answer.status_code)

        with Health(server.address) as health, ThreadPoolExecutor(12) as clients:
            list(clients.map(post, range(12)))
        spent, peak = processor_seconds(process) - before, memory(process, "VmHWM")
    row = Row("long records at once (11,713 events)", 12, statuses.count(201),
              note=f"{spent:.1f} s of a processor, {floor:.0f} MiB before, {peak:.0f} MiB at the peak; {health.told}")
    return row, spent, peak


# ---- databases --------------------------------------------------------------------------------------


def tables_of(server: Server, count: int, game: str = "connect_four") -> list[str]:
    """Secrets of new tables."""
    people = [{"kind": "person"}, {"kind": "person"}]
    with httpx.Client(base_url=server.address + API, timeout=WAIT) as http:
        return [http.post("/tables", json={"game": game, "players": people}).json()["seats"][0]["secret"]
                for _ in range(count)]


def moved(server: Server, own: Sequence[str]) -> list[tuple[int, str | None, float]]:
    """A first move at each of these tables at once, with a key: status, Retry-After and seconds of each."""
    def move(secret: str) -> tuple[int, str | None, float]:
        begun = monotonic()
        try:
            answer = httpx.post(f"{server.address}{API}/seats/{secret}/moves", json={"move": "d1", "key": "k"},
                                timeout=2 * WAIT)
        except httpx.HTTPError:
            return 0, None, monotonic() - begun
        return answer.status_code, answer.headers.get("retry-after"), monotonic() - begun

    with ThreadPoolExecutor(len(own)) as movers:
        return list(movers.map(move, own))


def revisions(server: Server, own: Sequence[str]) -> list[int]:
    """How many moves there are at each of these tables."""
    with httpx.Client(base_url=server.address + API, timeout=WAIT) as http:
        return [http.get(f"/seats/{secret}").json()["revision"] for secret in own]


def refused_row(what: str, found: Sequence[tuple[int, str | None, float]], after: Sequence[int], told: str,
                confirmed: int = 0) -> Row:
    """Moves that were to be refused in time, and what there is of them once all is well and they were sent again."""
    well = sum((status == 503 and bool(again) or status == 200) and waited < BUSY for status, again, waited in found)
    return Row(what, len(found), well, lost=sum(each < 1 for each in after), doubled=sum(each > 1 for each in after),
               note=f"{max(waited for _, _, waited in found):.1f} s at most; {told}")


def locked(folder: Path) -> Row:
    """Another program has locked the file while 50 people move."""
    with attacked(folder) as server:
        own = tables_of(server, 50)
        other = sqlite3.connect(folder / "attack.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with Health(server.address) as health:
            found = moved(server, own)
            ready = httpx.get(f"{server.address}/readyz", timeout=WAIT).json().get("error")
        other.execute("ROLLBACK")
        other.close()
        sleep(2)
        moved(server, own)
        return refused_row("moves at a locked database", found, revisions(server, own),
                           f"{health.told}; `/readyz`: {ready}")


def silent(folder: Path) -> Row:
    """PostgreSQL is stopped while 60 people move: it accepts, and does not answer."""
    with postgresql() as postgres:
        server = Server(postgres.get_uri(), folder / "log")
        server.begin()
        processes = children(postgres.get_pid())
        try:
            own = tables_of(server, 60)
            for each in processes_of(postgres.get_pid(), processes):
                os.kill(each, signal.SIGSTOP)
            try:
                with Health(server.address) as health:
                    found = moved(server, own)
                    ready = httpx.get(f"{server.address}/readyz", timeout=WAIT).json().get("error")
            finally:
                for each in processes_of(postgres.get_pid(), processes):
                    os.kill(each, signal.SIGCONT)
            server.wait()
            moved(server, own)
            return refused_row("moves at a PostgreSQL that is stopped", found, revisions(server, own),
                               f"{health.told}; `/readyz`: {ready}")
        finally:
            server.kill(signal.SIGTERM)


def children(process: int) -> list[int]:
    """The processes that this one has begun."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False)
    return [int(each) for each in found.stdout.split()]


def processes_of(process: int, known: Sequence[int]) -> list[int]:
    """It and its children, those known and those of now, that are there."""
    return [each for each in {process, *known, *children(process)} if Path(f"/proc/{each}").exists()]


def deleted(folder: Path) -> Row:
    """The file of the database is deleted under a server: nothing may be confirmed into it."""
    with attacked(folder) as server:
        own = tables_of(server, 10)
        (folder / "attack.db").unlink()
        found = moved(server, own)
        ready = httpx.get(f"{server.address}/readyz", timeout=WAIT).json().get("error")
    well = sum(status == 503 for status, _, _ in found)
    return Row("moves after the file was deleted", 10, well, lost=sum(status == 200 for status, _, _ in found),
               note=f"`/readyz`: {ready}")


def full(folder: Path) -> Row:
    """The file of the database and its log may not grow."""
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))

    with attacked(folder, limit=limit) as server, \
            httpx.Client(base_url=server.address + API, timeout=WAIT) as http:
        statuses, confirmed = list[int](), list[str]()
        for _ in range(120):
            answer = http.post("/tables", json={"game": "burgundy"})
            statuses.append(answer.status_code)
            if answer.status_code == 201:
                confirmed.append(answer.json()["seats"][0]["secret"])
        there = sum(http.get(f"/seats/{secret}").status_code == 200 for secret in confirmed)
        lives = http.get(f"{server.address}/healthz").status_code == 200
    well = sum(each in (201, 503) for each in statuses) if lives else 0
    return Row("new tables until the disk is full", len(statuses), well, lost=len(confirmed) - there,
               note=f"{len(confirmed)} made, {statuses.count(503)} answered 503")


def damaged(folder: Path, count: int = 30) -> Row:
    """Files that are no database, cut off, spoilt, foreign or newer: status 2 and one or two lines, or it starts."""
    good = folder / "good.db"
    server = Server(f"sqlite:///{good}", folder / "log")
    server.begin()
    tables_of(server, 3)
    server.kill(signal.SIGTERM)
    bytes_, luck, well, ill = good.read_bytes(), random.Random(1), 0, list[str]()
    for number in range(count):
        file = folder / f"bad{number}.db"
        kind = number % 5
        if kind == 0:
            file.write_bytes(luck.randbytes(luck.randrange(1, 20_000)))
        elif kind == 1:
            file.write_bytes(bytes_[:luck.randrange(1, len(bytes_))])
        elif kind == 2:
            at = luck.randrange(0, len(bytes_) - 4096)
            file.write_bytes(bytes_[:at] + luck.randbytes(4096) + bytes_[at + 4096:])
        elif kind == 3:
            with sqlite3.connect(file) as other:
                other.execute("CREATE TABLE tables (id INTEGER)")
        else:
            file.write_bytes(bytes_)
            with sqlite3.connect(file) as other:
                other.execute("UPDATE alembic_version SET version_num = 'newer'")
        answer = starts(f"sqlite:///{file}", folder)
        well += answer in (0, 2)
        if answer not in (0, 2):
            ill.append(f"{kind}: status {answer}")
    return Row("spoilt database files", count, well, note="; ".join(ill[:3]))


def starts(database: str, folder: Path) -> int:
    """Start a server on this database: its status, 0 where it answers, 2 where it refuses in two lines at most."""
    port = free_port()
    with (folder / "start").open("w+") as log:
        process = subprocess.Popen([sys.executable, "-m", "cli", "serve", "--port", str(port), "--database", database],
                                   cwd=ROOT, stdout=log, stderr=log)
        until = monotonic() + 2 * WAIT
        while process.poll() is None and monotonic() < until:
            try:
                httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=5)
                process.terminate()
                process.wait(WAIT)
                return 0
            except httpx.TransportError:
                sleep(0.1)
        if process.poll() is None:
            process.kill()
        process.wait()
        log.seek(0)
        return process.returncode if len(log.read().splitlines()) <= 2 else -1


# ---- clients ----------------------------------------------------------------------------------------


def half_sent(folder: Path, count: int = HALVES) -> Row:
    """So many connections with half a request, to a server that may have 256 files."""
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))

    texts = [b"GET / HT", b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
             b"Content-Length: 90\r\n\r\n{", b""]
    held = list[socket.socket]()
    with attacked(folder, limit=limit) as server:
        with Health(server.address) as health:
            for number in range(count):
                one = socket.socket()
                one.settimeout(5)
                try:
                    one.connect(("127.0.0.1", server.port))
                    one.sendall(texts[number % len(texts)])
                except OSError:
                    pass
                held.append(one)
            sleep(40)
        closed = sum(is_closed(one) for one in held)
        for one in held:
            one.close()
        alive = httpx.get(f"{server.address}/healthz", timeout=WAIT).status_code == 200
        size = server.log.stat().st_size
    return Row("connections with half a request, 256 files", count, closed if alive else 0,
               note=f"all that were closed after 40 s; the log has {size // 1024} KiB; {health.told}")


def is_closed(one: socket.socket) -> bool:
    """The other side has ended a connection."""
    one.settimeout(0.5)
    try:
        while data := one.recv(10_000):
            del data
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def vanishing(folder: Path, count: int = 300) -> Row:
    """Clients that go away: before the answer, in the middle of a body, as listeners; all their files are closed."""
    with attacked(folder) as server:
        own = tables_of(server, 1)[0]
        before = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
        asks = [b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                f"GET {API}/seats/{own}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(),
                b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n{"]
        for number in range(count):
            with socket.create_connection(("127.0.0.1", server.port), timeout=WAIT) as one:
                one.sendall(asks[number % len(asks)])
        until, left = monotonic() + WAIT, count
        while left > 10 and monotonic() < until:
            sleep(0.2)
            left = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir())) - before
        alive = httpx.get(f"{server.address}/healthz", timeout=WAIT).status_code == 200
    return Row("clients that vanish", count, count - max(0, left - 10) if alive else 0,
               note=f"{max(0, left)} files more than before")


def greedy(folder: Path) -> Row:
    """One client asks for as many searches and streams as it can; another one asks for its table."""
    with attacked(folder, "--rate", "20") as server:
        own = tables_of(server, 1)[0]
        statuses, held = list[int](), list[socket.socket]()
        with Health(server.address) as health:
            for _ in range(40):
                asked = {"game": "burgundy", "maxSeconds": 20}
                statuses.append(httpx.post(f"{server.address}{API}/analyses", json=asked, timeout=WAIT).status_code)
            for _ in range(700):
                one = socket.create_connection(("127.0.0.1", server.port), timeout=WAIT)
                one.sendall(f"GET {API}/seats/{own}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                held.append(one)
            sleep(2)
        for one in held:
            one.close()
    return Row("searches and streams of one client", len(statuses) + len(held),
               sum(each in (202, 429) for each in statuses) + len(held),
               note=f"{statuses.count(202)} searches taken, {statuses.count(429)} refused; {health.told}")


def beside(address: str, minutes: float, a_second: float = 5.0) -> Row:
    """Bad inputs at a server that others use, so many a second, and half a request with every twentieth."""
    until, tried, well, seed, held = monotonic() + 60 * minutes, 0, 0, 0, list[socket.socket]()
    port, slow = int(address.rpartition(":")[2]), 0
    with httpx.Client(base_url=address, timeout=WAIT) as http:
        while monotonic() < until:
            for method, path, body, headers in bad_inputs(2_000, seed):
                if monotonic() > until:
                    break
                begun = monotonic()
                try:
                    answer = http.request(method, path, content=body, headers=headers)
                    well += answered_well(answer, 0.0)
                except httpx.HTTPError:
                    pass
                slow += monotonic() - begun > SECOND
                tried += 1
                if tried % 20 == 0:
                    one = socket.create_connection(("127.0.0.1", port), timeout=WAIT)
                    one.sendall(b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n{")
                    held.append(one)
                    for old in held[:-50]:
                        old.close()
                    del held[:-50]
                sleep(max(0.0, begun + 1 / a_second - monotonic()))
            seed += 1
    return Row(f"bad inputs for {minutes:g} minutes beside a load", tried, well, note=f"{slow} over 1 s")


# ---- all of it --------------------------------------------------------------------------------------


def killed(what: str, found: Found) -> Row:
    """What came of kills."""
    return Row(what, found.moves, found.moves - len(found.wrong), lost=len(found.wrong),
               note=f"{found.games} games, {found.retries:,} requests sent again; the games wrong count as lost")


def page(rows: Sequence[Row], command: str) -> str:
    """The table."""
    return "\n".join([
        "# The service under attack", "",
        f"`{command}` on {os.cpu_count()} cores, which server and attackers share with whatever else runs. Answered "
        "well: in words, in time, and without harm to others. Each part is described in "
        "`bench/service/service_attack.py`.", "",
        "| what | tried | well | lost | doubled | |", "| --- | ---: | ---: | ---: | ---: | --- |", *map(str, rows), ""])


PARTS: dict[str, Callable[[Path], Row]] = {
    "bodies": greedy_bodies, "records": lambda folder: long_records(folder, long_record())[0], "locked": locked,
    "deleted": deleted, "full": full, "damaged": damaged, "silent": silent, "halves": half_sent, "vanishing": vanishing,
    "greedy": greedy}


def run(
    inputs_: Annotated[int, typer.Option("--inputs", min=0, help="bad inputs")] = 2_000,
    kills: Annotated[int, typer.Option(min=0, help="kills of a server on SQLite")] = 50,
    postgresql_kills: Annotated[int, typer.Option(min=0, help="kills of a server on PostgreSQL")] = 20,
    part: Annotated[list[str] | None, typer.Option(help=f"a part alone, of {', '.join(PARTS)}; may repeat")] = None,
    at: Annotated[str, typer.Option(help="attack the server at this address of this machine instead")] = "",
    minutes: Annotated[float, typer.Option(min=0.0, help="how long, with --at")] = 1.0,
    out: Annotated[Path | None, typer.Option(help="where the table goes; that of all parts goes to "
                                                  f"{RESULT.relative_to(ROOT)}")] = None,
) -> None:
    """Attack servers on this machine and print what came of it; status 1 where something was not answered well."""
    if out is None and part is None:
        out = RESULT
    rows = list[Row]()
    if at:
        if not at.startswith("http://127.0.0.1:"):
            raise InputError(f"--at: found {at}, expected an address of this machine, as http://127.0.0.1:8504")
        print(beside(at, minutes))
        return

    def tried(attack: Callable[[Path], Row]) -> None:
        with TemporaryDirectory() as name:
            rows.append(attack(Path(name)))
            print(rows[-1], flush=True)

    if inputs_:
        tried(lambda folder: inputs(inputs_, folder))
    for name in PARTS if part is None else part:
        if name not in PARTS:
            raise InputError(f"--part: found {name!r}, expected one of {', '.join(PARTS)}")
        tried(PARTS[name])
    if kills:
        tried(lambda folder: killed(f"moves under {kills} kills, SQLite",
                                    faults(kills, f"sqlite:///{folder / 'tables.db'}", folder)))
    if postgresql_kills:
        tried(lambda folder: on_postgresql(postgresql_kills, folder))
    text = page(rows, f"python -m bench service_attack --inputs {inputs_} --kills {kills} --postgresql-kills "
                      f"{postgresql_kills}")
    if out is not None:
        out.write_text(text, encoding="utf-8")
    if any(row.well < row.tried or row.lost or row.doubled for row in rows):
        raise typer.Exit(1)


def on_postgresql(kills: int, folder: Path) -> Row:
    """Kills of a server on PostgreSQL."""
    with postgresql() as server:
        return killed(f"moves under {kills} kills, PostgreSQL", faults(kills, server.get_uri(), folder))
