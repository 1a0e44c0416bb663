"""Instructions of one simulation, as callgrind counts them: the difference of two runs of unlike length."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence

from bench.peers.environment import ROOT

COLLECTED = re.compile(r"Collected *: *(\d+)")


class CallgrindError(RuntimeError):
    """A command did not run under callgrind; the message says which and why."""


def available() -> bool:
    """Whether valgrind is installed."""
    return shutil.which("valgrind") is not None


def collected(command: Sequence[str], given: str = "") -> int:
    """Instructions of the whole command, with `given` on its standard input. Raises CallgrindError."""
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command], input=given,
                          capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "0"})
    found = COLLECTED.search(done.stderr)
    if done.returncode or found is None:
        last = "\n".join(done.stderr.strip().splitlines()[-2:])
        raise CallgrindError(f"callgrind of {command[0]} ended with status {done.returncode}: {last}")
    return int(found.group(1))


def per_piece(run: Callable[[int], int], more: int, count: int) -> float:
    """Instructions of one piece of work of which `run(times)` does `count`, `times` times over.

    The work is done once, and `more` times again; the start, the end and the first time cancel out.
    """
    return (run(1 + more) - run(1)) / (more * count)
