"""How the scripts of this folder are started: options by typer, and a word instead of a traceback."""
from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import typer

from games.api import InputError


def said(line: str) -> None:
    """How far a measurement is, to standard error."""
    print(line, file=sys.stderr, flush=True)


def start(run: Callable[..., Any], arguments: Sequence[str] | None, name: str | None = None) -> None:
    """Run a script's function on the command line, which help calls by `name`.

    What it refuses (InputError) ends it with a message and status 2.
    """
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(run)
    try:
        app(arguments, prog_name=name)
    except InputError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
