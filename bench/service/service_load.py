"""A server under load: open games with levels, clients that play them, and searches that run all the while.

    python -m bench service_load --minutes 30

It starts `ludosoph serve` on this machine with a database of its own, and measures from outside: how long the server
takes to answer, whether each confirmed move is in the game just once, and how much memory the server has. The tables
that are open from the first stand anywhere in their games: were they all new, they would grow old together, and the
server's memory with them.
"""
from __future__ import annotations

import asyncio
import io
import os
import random
import socket
import subprocess
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter
from typing import Annotated, Any

import httpx
import numpy as np
import typer

from bench.service.process import memory, processor_seconds
from games import records
from games.api import InputError
from mcts.play import Task, play

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("connect_four", "backgammon", "burgundy", "orleans", "catan_cards")    # open tables go round these
MEDIAN, WORST = 50.0, 500.0     # ms, aims for what is no search
READY = 300.0                   # seconds that a server has to start; on a quiet machine it takes two
TWICE = 0.1                     # of the moves are sent a second time, with the same key
AGAIN = 50                      # times that a request is sent again, as connections are lost
LOOK = 10.0                     # seconds between two looks at the memory
RESULT = ROOT / "bench" / "results" / "service-load.md"
API = "/api/v1"

# the load, as every command that puts one on a server is asked for it
Tables = Annotated[int, typer.Option(min=1, help="open games at each server")]
Clients = Annotated[int, typer.Option(min=1, help="who play them")]
Searchers = Annotated[int, typer.Option(min=0, help="who analyse all the while")]
Level = Annotated[int, typer.Option(min=1, max=8, help="of the opponents")]
Think = Annotated[float, typer.Option(min=0.01, help="seconds between two moves of a client, on average")]


@dataclass
class Table:
    """An open game as its client knows it."""

    secret: str
    moves: list[str] = field(default_factory=list)      # confirmed, in order
    tried: int = 0


@dataclass
class Measured:
    """What was seen."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))    # ms, by what was asked for
    statuses: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    memory: list[tuple[float, float]] = field(default_factory=list)     # seconds, MiB
    processor: float = 0.0          # seconds that the server used, its levels and searches among them
    moves: int = 0                  # confirmed
    twice: int = 0                  # of them sent a second time
    lost: int = 0
    doubled: int = 0
    games: int = 0                  # played to their ends
    searches: int = 0               # that were done
    again: int = 0                  # requests asked again, as their connection was lost,
    refused: int = 0                # and as the server had too much to do


async def request(http: httpx.AsyncClient, found: Measured, method: str, path: str, **more: Any) -> httpx.Response:
    """A request, sent again where its connection was closed meanwhile: what must not be done twice has its key.

    After a pause of the machine all idle connections are closed, so the next one from the pool may be closed as well.
    """
    for _ in range(AGAIN):
        try:
            answer = await http.request(method, path, **more)
        except httpx.TransportError:
            found.again += 1
            continue
        if answer.status_code != 503 or "Retry-After" not in answer.headers:
            return answer
        found.refused += 1
        await asyncio.sleep(float(answer.headers["Retry-After"]))
    return await http.request(method, path, **more)


class Client:
    """One who plays at some tables, a move here and there, and looks at what there is."""

    def __init__(self, http: httpx.AsyncClient, found: Measured, seed: int, level: int, think: float) -> None:
        self.http, self.found, self.level, self.think, self.luck = http, found, level, think, random.Random(seed)
        self.tables: list[Table] = []

    async def ask(self, what: str, method: str, path: str, **more: Any) -> httpx.Response:
        """A request, measured."""
        begun = perf_counter()
        answer = await request(self.http, self.found, method, API + path, **more)
        self.found.times[what].append(1000 * (perf_counter() - begun))
        self.found.statuses[answer.status_code] += 1
        if answer.status_code >= 500:
            raise InputError(f"{method} {what}: answered {answer.status_code}: {answer.text[:200]}")
        return answer

    async def open(self, game: str, record: str | None = None) -> None:
        """A new game against a level, or one that goes on from a record."""
        begin = {"game": game, "seats": 2} if record is None else {"record": record}
        players = [{"kind": "person"}, {"kind": "level", "level": self.level}]
        answer = await self.ask("POST tables", "POST", "/tables", json={**begin, "players": players})
        answer.raise_for_status()
        secret = next(seat["secret"] for seat in answer.json()["seats"] if seat["secret"])
        self.tables.append(Table(secret, [] if record is None else chosen(record)))

    async def play(self, until: float) -> None:
        """Go on until that time."""
        while True:
            await asyncio.sleep(self.luck.uniform(0, 2 * self.think))       # first, or all would begin at once
            if monotonic() > until:
                return
            table = self.luck.choice(self.tables)
            view = (await self.ask("GET seat", "GET", f"/seats/{table.secret}")).json()
            if view["over"]:
                await self.check(table)
                self.found.games += 1
                self.tables.remove(table)
                await self.open(view["game"])
            elif view["moves"]:
                await self.move(table, view)
            await self.look(table)

    async def move(self, table: Table, view: Mapping[str, Any]) -> None:
        """Play any move; now and then it is sent again, as if the answer had been lost."""
        table.tried += 1
        move = self.luck.choice(view["moves"])["move"]
        body = {"move": move, "revision": view["revision"], "key": f"{table.secret[:8]}-{table.tried}"}
        path = f"/seats/{table.secret}/moves"
        answer = await self.ask("POST move", "POST", path, json=body)
        if answer.status_code == 200 and self.luck.random() < TWICE:
            self.found.twice += 1
            answer = await self.ask("POST move", "POST", path, json=body)
        if answer.status_code == 200:
            self.found.moves += 1
            table.moves.append(move)

    async def look(self, table: Table) -> None:
        """Ask for something else that pages ask for."""
        what = self.luck.choice(("log", "board", "games", "health"))
        if what == "log":
            await self.ask("GET log", "GET", f"/seats/{table.secret}/log")
        elif what == "board":
            await self.ask("GET board.svg", "GET", f"/seats/{table.secret}/board.svg")
        elif what == "games":
            await self.ask("GET levels", "GET", "/games/burgundy/levels")
        else:
            await self.ask("GET reports", "GET", "/reports")

    async def check(self, table: Table) -> None:
        """Whether the moves that were confirmed are those that were chosen in the game, each once."""
        record = (await self.ask("GET record", "GET", f"/seats/{table.secret}/record")).text
        lost, doubled = differences(table.moves, chosen(record))
        self.found.lost += lost
        self.found.doubled += doubled


@cache
def begun(name: str, seed: int) -> str:
    """The record of a game of two seats that is under way, anywhere between its first event and its last."""
    header, *events, _ = play(Task(name, 2, {}, seed, ("random", "random"))).record
    return "\n".join([header, *events[:random.Random(seed).randrange(len(events))]])


def chosen(record: str) -> list[str]:
    """What seat 0 did in a game where it had a choice; what it had not, the server plays by itself."""
    return [step.event.move for step in records.steps(records.read(io.StringIO(record)))
            if step.event.seat == 0 and len(step.state.legal_actions()) > 1]


def differences(confirmed: Sequence[str], made: Sequence[str]) -> tuple[int, int]:
    """How many confirmed moves are not among those made, and how many were made that nobody confirmed."""
    common = sum(block.size for block in SequenceMatcher(None, confirmed, made, False).get_matching_blocks())
    return len(confirmed) - common, len(made) - common


async def search(http: httpx.AsyncClient, found: Measured, until: float, seconds: float) -> None:
    """Somebody who analyses all the while."""
    while monotonic() < until:
        answer = await request(http, found, "POST", f"{API}/analyses", json={"game": "burgundy", "maxSeconds": seconds})
        if answer.status_code == 429:
            await asyncio.sleep(float(answer.headers["Retry-After"]))
            continue
        answer.raise_for_status()
        path = f"{API}/searches/{answer.json()['search']}"
        while monotonic() < until and (
                told := (await request(http, found, "GET", path)).json())["state"] in ("waiting", "running"):
            await asyncio.sleep(0.5)
        found.searches += told["state"] == "done"


async def watch(process: int, found: Measured, until: float) -> None:
    """Look at the memory of the server now and then, and at the end what processor time it has used."""
    begun, before = monotonic(), processor_seconds(process)
    while monotonic() < until:
        found.memory.append((monotonic() - begun, memory(process)))
        await asyncio.sleep(min(LOOK, max(0.1, until - monotonic())))
    found.processor = processor_seconds(process) - before


@asynccontextmanager
async def served(folder: Path, more: Sequence[str], tree: Path = ROOT) -> AsyncIterator[tuple[str, int]]:
    """A server of some tree; its address and process. Raises InputError where it does not start."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen([sys.executable, "-m", "cli", "serve", "--port", str(port), "--rate", "0",
                                    "--database", f"sqlite:///{folder / 'load.db'}", *more],
                                   cwd=tree, stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": str(tree)})
    try:
        address, until = f"http://127.0.0.1:{port}", monotonic() + READY
        async with httpx.AsyncClient() as http:
            while not await _ready(http, address):
                if monotonic() > until or process.poll() is not None:
                    raise InputError(f"serve: does not start: {(folder / 'log').read_text()[-500:]}")
                await asyncio.sleep(0.2)
        yield address, process.pid
    finally:
        process.terminate()
        process.wait()


async def _ready(http: httpx.AsyncClient, address: str) -> bool:
    try:
        return (await http.get(f"{address}/readyz")).status_code == 200
    except httpx.TransportError:
        return False


@contextmanager
def attacking(address: str, minutes: float) -> Iterator[None]:
    """Somebody sends bad inputs all the while; what came of them is printed."""
    command = [sys.executable, "-m", "bench", "service_attack", "--at", address, "--minutes", f"{minutes:g}"]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        yield
    finally:
        process.wait(60)


async def opened(http: httpx.AsyncClient, found: Measured, tables: int, clients: int, level: int, think: float
                 ) -> list[Client]:
    """Clients with their open games, which stand anywhere."""
    playing = [Client(http, found, seed, level, think) for seed in range(clients)]
    for number in range(tables):
        game = GAMES[number % len(GAMES)]
        await playing[number % clients].open(game, begun(game, number))
    found.times.clear()
    return playing


async def closed(playing: Sequence[Client]) -> None:
    """End all games and look for their moves: a game that is given up is over, and then its record can be had."""
    for client in playing:
        for table in client.tables:
            await client.ask("POST resign", "POST", f"/seats/{table.secret}/resign", json={"key": "the end"})
            await client.check(table)


async def load(minutes: float, tables: int, clients: int, searchers: int, level: int, think: float,
               more: Sequence[str], attacked: bool = False) -> Measured:
    """Put a server under load and measure."""
    found = Measured()
    with TemporaryDirectory() as folder:
        async with served(Path(folder), more) as (address, process), \
                httpx.AsyncClient(base_url=address, timeout=60, limits=httpx.Limits(max_connections=None)) as http:
            playing = await opened(http, found, tables, clients, level, think)
            until = monotonic() + 60 * minutes
            attack = attacking(address, minutes) if attacked else nullcontext()
            with attack:
                await asyncio.gather(*(client.play(until) for client in playing), watch(process, found, until),
                                     *(search(http, found, until, 2.0) for _ in range(searchers)))
            await closed(playing)
    return found


def page(found: Measured, command: str) -> str:
    """What was measured."""
    every = [time for times in found.times.values() for time in times]
    rows = [(what, times) for what, times in sorted(found.times.items())] + [("all of these", every)]
    seconds, taken = zip(*found.memory, strict=True)
    marks = sorted({int(k) for k in np.linspace(0, len(taken) - 1, 7)})
    return "\n".join([
        "# A server under load", "",
        f"`{command}` on {os.cpu_count()} cores, which server and clients share; SQLite. The aims for what is no "
        f"search: a median below {MEDIAN:g} ms, a 99th percentile below {WORST:g} ms, no move lost or played twice, "
        "and memory that does not grow. The first games stand anywhere between their beginning and their end.", "",
        "| | requests | median | 99th percentile |", "| --- | ---: | ---: | ---: |",
        *(f"| {what} | {len(times):,} | {np.median(times):.1f} ms | {np.percentile(times, 99):.1f} ms |"
          for what, times in rows if times), "",
        f"{found.moves:,} moves were confirmed, {found.twice:,} of them sent twice: {found.lost} lost, {found.doubled} "
        f"doubled. {found.games:,} games came to their end, {found.searches:,} searches were done; {found.again:,} "
        f"requests were asked again, as their connection was lost, {found.refused:,} as the server had too much to do. "
        f"Answers by status: "
        + ", ".join(f"{status}: {count:,}" for status, count in sorted(found.statuses.items())) + ".", "",
        "| after | memory of the server |", "| ---: | ---: |",
        *(f"| {seconds[k]:.0f} s | {taken[k]:.0f} MiB |" for k in marks), ""])


def options(tables: int, clients: int, searchers: int, level: int, think: float) -> str:
    """A load as a command line has it."""
    return f"--tables {tables} --clients {clients} --searchers {searchers} --level {level} --think {think:g}"


def run(
    minutes: Annotated[float, typer.Option(min=0.05, help="how long")] = 30.0,
    tables: Tables = 200,
    clients: Clients = 50,
    searchers: Searchers = 2,
    level: Level = 4,
    think: Think = 2.0,
    attack: Annotated[bool, typer.Option(help="somebody sends bad inputs all the while")] = False,
    serve: Annotated[str, typer.Option(help="more options of `serve`")] = "",
    out: Annotated[Path, typer.Option(help="where the table goes")] = RESULT,
) -> None:
    """Measure a server under load and write the table. Exit status 1 where a move was lost or doubled."""
    found = asyncio.run(load(minutes, tables, min(clients, tables), searchers, level, think, serve.split(), attack))
    asked = options(tables, clients, searchers, level, think)
    text = page(found, f"python -m bench service_load --minutes {minutes:g} {asked}" + " --attack" * attack)
    out.write_text(text, encoding="utf-8")
    print(text)
    if found.lost or found.doubled:
        raise typer.Exit(1)
