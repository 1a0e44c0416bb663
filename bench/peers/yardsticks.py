"""The searches in plain C in bench/yardstick: how each is asked for a position and a kind of work."""
from __future__ import annotations

import json
import os
import platform
import shlex
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.peers.environment import ROOT
from bench.yardstick import CACHE, FLAGS, build

OPENING_31 = 1                  # of backgammon: seat 0 begins and has 3 and 1 to play
QUEEN_FIRST = (2, 0)            # of Leduc poker: the cards of seat 0 and seat 1
SOURCES = ROOT / "bench" / "yardstick"


@dataclass(frozen=True)
class Ask:
    """A kind of work, "search" or "playouts", from the position after OpenSpiel's actions."""

    work: str
    actions: Sequence[int]
    count: int
    seed: int
    exploration: float          # for utilities in [0, 1]


def connect_four(ask: Ask) -> list[str] | None:
    """Columns as letters; utilities from -1 to 1."""
    if ask.work != "search":
        return None
    moves = "".join("abcdefg"[column] for column in ask.actions)
    return [moves or "-", str(ask.count), str(ask.seed), str(2 * ask.exploration)]


def only_after(*start: int) -> Callable[[Ask], list[str] | None]:
    """A program that knows one position, which these actions lead to; utilities from 0 to 1."""
    def arguments(ask: Ask) -> list[str] | None:
        if tuple(ask.actions) != start:
            return None
        line = [ask.work, str(ask.count), str(ask.seed), "1"]
        return [*line, str(ask.exploration)] if ask.work == "search" else line
    return arguments


# the arguments of each program, None where it cannot do that
ARGUMENTS: dict[str, Callable[[Ask], list[str] | None]] = {
    "connect_four": connect_four,
    "pig": only_after(),
    "backgammon": only_after(OPENING_31),
    "leduc_poker": only_after(*QUEEN_FIRST),
}


def command(game: str, ask: Ask) -> list[str] | None:
    """The program with its arguments, compiled when its source is new; None where no yardstick can do that."""
    arguments = ARGUMENTS[game](ask) if game in ARGUMENTS and (SOURCES / f"{game}.c").exists() else None
    return None if arguments is None else [str(build(game)), *arguments]


def for_callgrind(game: str) -> Path:
    """The program compiled for a processor whose every instruction valgrind knows: it lags behind the newest."""
    made = CACHE / f"{game}-callgrind"
    flags = [flag for flag in FLAGS if not flag.startswith("-march")]
    if platform.machine() == "x86_64":
        flags.append("-march=x86-64-v3")
    CACHE.mkdir(parents=True, exist_ok=True)
    compiler = shlex.split(os.environ.get("CC", "cc"))
    subprocess.run([*compiler, *flags, str(SOURCES / f"{game}.c"), "-o", str(made), "-lm"], check=True)
    return made


def seconds(line: Sequence[str]) -> float:
    """Seconds, as the program timed them. Raises RuntimeError with what it said, if it fails."""
    done = subprocess.run(line, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(line)} ended with status {done.returncode}: {done.stderr.strip()}")
    return float(json.loads(done.stdout.splitlines()[-1])["seconds"])
