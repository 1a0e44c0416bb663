"""What goes to standard output and what to standard error: data to the one, words to the other."""
from __future__ import annotations

import json
import os
import sys
from typing import Any

from rich.console import Console

WIDE = 160          # columns where nobody's terminal has to hold what is printed


class _Screen(Console):
    """A console that leaves a closed pipe to the program."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def screen() -> Console:
    """Standard output as a console; wide where nobody's terminal has to hold what is printed."""
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else WIDE
    return _Screen(file=sys.stdout, width=width, highlight=False)


def out(what: Any) -> None:
    """Print a renderable to standard output."""
    screen().print(what)


def say(text: str) -> None:
    """Print words to standard error."""
    print(text, file=sys.stderr, flush=True)


def print_json(document: Any) -> None:
    """Print one JSON document to standard output."""
    print(pretty(document))


def pretty(value: Any, indent: int = 0, room: int = 110) -> str:
    """JSON for reading and editing by hand: what fits on a line stays on one."""
    flat = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if len(flat) + indent <= room or not isinstance(value, dict | list | tuple):
        return flat
    pad = " " * (indent + 1)
    if isinstance(value, dict):
        inner = [f"{json.dumps(k, ensure_ascii=False)}: {pretty(v, indent + 1, room - len(k) - 4)}"
                 for k, v in value.items()]
        return "{\n" + ",\n".join(pad + part for part in inner) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(pad + pretty(v, indent + 1, room) for v in value) + "\n" + " " * indent + "]"
