"""Searches written by hand in plain C, one file a game: what the engine here is measured against.

They share no code with the engine and do the least that a sound search must, so that their speed is a fair mark.
`build` compiles one, once for each version of its source; `run` asks it for a move.
"""
from __future__ import annotations

import hashlib
import json
import os
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CACHE = HERE.parent.parent / "build" / "yardstick"
FLAGS = ("-O3", "-march=native", "-std=c11", "-Wall")


def build(name: str) -> Path:
    """The program of this name, compiled by $CC or cc; one that is already there is used again.

    Raises FileNotFoundError where there is no such source or no compiler, CalledProcessError where it does not compile.
    """
    source = HERE / f"{name}.c"
    compiler = shlex.split(os.environ.get("CC", "cc"))
    digest = hashlib.sha256(source.read_bytes() + repr((compiler, FLAGS)).encode()).hexdigest()[:12]
    program = CACHE / f"{name}-{digest}"
    if not program.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            made = Path(folder) / name
            subprocess.run([*compiler, *FLAGS, str(source), "-o", str(made), "-lm"], check=True)
            made.replace(program)       # in one step: somebody else may be building it too
    return program


def run(name: str, moves: str, simulations: int, seed: int, exploration: float) -> dict[str, Any]:
    """What the search says after `moves`: column, visits and values by column, simulations, seconds and the rate."""
    command = [str(build(name)), moves or "-", str(simulations), str(seed), repr(exploration)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
