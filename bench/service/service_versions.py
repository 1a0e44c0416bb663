"""A server of this version and one of an earlier version under the same load, in short turns.

    python -m bench service_versions ../before --turns 20

Both run all the while, each with a database and open games of its own, and the clients of one after the other have
their turn. Where other programs use the machine, too, both meet the same of it. The other tree is a checkout that is
built in place (`setup.py build_ext --inplace`); both use this environment.
"""
from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Annotated

import httpx
import numpy as np
import typer

from bench.peers.facts import earlier
from bench.service.process import processor_seconds
from bench.service.service_load import (
    ROOT,
    Client,
    Clients,
    Level,
    Measured,
    Searchers,
    Tables,
    Think,
    opened,
    options,
    search,
    served,
)

RESAMPLED = 2_000           # times that turns are drawn again, for the interval of a ratio


@dataclass
class Turn:
    """What one version took in one turn."""

    waits: list[float] = field(default_factory=list)        # ms, of all requests
    processor: float = 0.0          # seconds of the server


@dataclass
class Side:
    """One of the two versions."""

    http: httpx.AsyncClient
    process: int
    playing: list[Client]
    found: Measured
    turns: list[Turn] = field(default_factory=list)

    async def turn(self, seconds: float, searchers: int) -> None:
        """Its clients play for so long."""
        before = {what: len(times) for what, times in self.found.times.items()}
        spent, until = processor_seconds(self.process), monotonic() + seconds
        await asyncio.gather(*(client.play(until) for client in self.playing),
                             *(search(self.http, self.found, until, 2.0) for _ in range(searchers)))
        waits = [wait for what, times in self.found.times.items() for wait in times[before.get(what, 0):]]
        self.turns.append(Turn(waits, processor_seconds(self.process) - spent))


async def compared(trees: Sequence[Path], turns: int, seconds: float, tables: int, clients: int, searchers: int,
                   level: int, think: float) -> list[Side]:
    """Both under load in turns; who comes first changes."""
    sides = list[Side]()
    async with AsyncExitStack() as stack:
        for tree in trees:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            address, process = await stack.enter_async_context(served(folder, (), tree))
            http = await stack.enter_async_context(httpx.AsyncClient(
                base_url=address, timeout=60, limits=httpx.Limits(max_connections=None)))
            found = Measured()
            sides.append(Side(http, process, await opened(http, found, tables, clients, level, think), found))
        for number in range(turns):
            for side in sides if number % 2 == 0 else reversed(sides):
                await side.turn(seconds, searchers)
            print(told(number + 1, [side.turns[-1] for side in sides]), file=sys.stderr, flush=True)
    return sides


def median(turns: Sequence[Turn]) -> float:
    """How long a request waited, in ms."""
    return float(np.median([wait for turn in turns for wait in turn.waits]))


def late(turns: Sequence[Turn]) -> float:
    """What 99 % of the requests did not wait for, in ms."""
    return float(np.percentile([wait for turn in turns for wait in turn.waits], 99))


def cost(turns: Sequence[Turn]) -> float:
    """Processor time of the server for one request, in ms; what levels and searches take is in it."""
    return 1000 * sum(turn.processor for turn in turns) / sum(len(turn.waits) for turn in turns)


def told(number: int, pair: Sequence[Turn]) -> str:
    """One turn of both, earlier version first: requests, median, processor time a request."""
    return f"turn {number}: " + ", beside ".join(
        f"{len(each.waits)} requests, {median([each]):.1f} ms, {cost([each]):.2f} ms of a processor" for each in pair)


def interval(before: Sequence[Turn], now: Sequence[Turn], of: str) -> str:
    """The ratio of this version to the earlier one, with its 95 % interval over pairs of turns drawn again."""
    measure, luck = {"median": median, "99 %": late, "processor": cost}[of], np.random.default_rng(0)
    ratios = []
    for _ in range(RESAMPLED):
        drawn = luck.integers(len(now), size=len(now))
        ratios.append(measure([now[k] for k in drawn]) / measure([before[k] for k in drawn]))
    low, high = np.percentile(ratios, (2.5, 97.5))
    return f"{measure(now) / measure(before):.2f} ({low:.2f} to {high:.2f})"


def page(sides: Sequence[Side], command: str, commit: str) -> str:
    """What was measured, of all requests and of each kind."""
    before, now = sides
    kinds = sorted(set(before.found.times) & set(now.found.times))
    counts = [sum(len(turn.waits) for turn in side.turns) for side in sides]
    rows = [(name, f"{measure(before.turns):.{digits}f} ms", f"{measure(now.turns):.{digits}f} ms",
             interval(before.turns, now.turns, of)) for name, of, measure, digits in (
        ("median wait", "median", median, 1), ("99th percentile", "99 %", late, 0),
        ("processor time of the server for one request", "processor", cost, 2))]
    return "\n".join([
        "# The server beside an earlier version", "",
        f"`{command}` on {os.cpu_count()} cores, which servers, clients and whatever else runs share; SQLite. Earlier: "
        f"{commit}. The ratio is that of this version to the earlier one, with its 95 % interval over pairs of turns. "
        "What levels and searches take is part of the processor time.", "",
        "| | earlier | this one | ratio |", "| --- | ---: | ---: | ---: |",
        *(f"| {name} | {old} | {new} | {ratio} |" for name, old, new, ratio in rows), "",
        f"{counts[0]:,} requests to the earlier version, {counts[1]:,} to this one.", "",
        "| median wait | earlier | this one |", "| --- | ---: | ---: |",
        *(f"| {kind} | {np.median(before.found.times[kind]):.1f} ms | {np.median(now.found.times[kind]):.1f} ms |"
          for kind in kinds), ""])


def run(
    other: Annotated[Path, typer.Argument(help="the other version's tree, built in place")],
    turns: Annotated[int, typer.Option(min=2, help="turns of each version")] = 20,
    seconds: Annotated[float, typer.Option(min=1.0, help="of one turn")] = 15.0,
    tables: Tables = 200,
    clients: Clients = 50,
    searchers: Searchers = 2,
    level: Level = 4,
    think: Think = 2.0,
    out: Annotated[Path | None, typer.Option(help="where the table goes")] = None,
) -> None:
    """Put both versions under the same load in turns and print the table.

    Example: python -m bench service_versions ../before --turns 10 --searchers 0
    """
    commit = earlier(other)
    sides = asyncio.run(compared((other.resolve(), ROOT), turns, seconds, tables, min(clients, tables), searchers,
                                 level, think))
    asked = options(tables, clients, searchers, level, think)
    text = page(sides, f"python -m bench service_versions {other.name} --turns {turns} --seconds {seconds:g} {asked}",
                commit)
    if out is not None:
        out.write_text(text, encoding="utf-8")
    print(text)
