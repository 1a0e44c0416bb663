"""Records that commands read: from a file, from standard input, or a game of a run."""
from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from commands import PROGRAM
from games import records
from games.api import InputError
from reports.terminal.console import say


def any_record(path: str, trust: bool, game: int | None = None) -> records.Record:
    """The record in a file, `-` for standard input; with `game`, that game of the run in folder `path`."""
    if game is not None:
        from reports.run import open_run

        found = open_run(Path(path)).record(game)
    elif (Path(path) / "manifest.json").is_file():
        raise InputError(f"{path}: is a run, expected a record; `{PROGRAM} replay RUN --game N` reads game N of a run")
    else:
        found = records.read(_typed() if path == "-" else Path(path))
    if told := records.other_rules(found):
        say(f"{PROGRAM}: {told}; every event is checked by these")
    return replace(found, trust=trust)


def _typed() -> TextIO:
    """Standard input, in UTF-8 whatever a terminal's encoding is."""
    return io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8")


def resumed(found: records.Record, game: str, beside: dict[str, object]) -> records.Record:
    """The record of a game that is continued: as it was begun, so that nothing else may be asked for beside it."""
    if told := records.other_rules(found):
        raise InputError(f"{told}; `{PROGRAM} replay` says whether all of it is possible by these, too")
    if game and game != found.game:
        raise InputError(f"GAME: found {game[:40]!r}, but {found.name} is a game of {found.game}; leave GAME out")
    for name in (name for name, value in beside.items() if value is not None and value != ()):
        raise InputError(f"{name}: does not go with --resume, which continues a game as it was begun")
    return found


def kept_in(record: Path | None, resume: Path) -> Path:
    """The file that keeps a game that goes on: its own, or a new one."""
    if record is None or (record.exists() and record.samefile(resume)):
        return resume
    new_file(record)
    return record


def new_file(path: Path) -> None:
    """A record must not go over another one."""
    if path.is_dir():
        raise InputError(f"{path}: is a folder, expected a file")
    if path.exists():
        raise InputError(f"{path}: exists; go on with it (--resume {path}) or name another file (--record FILE)")
