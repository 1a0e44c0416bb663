"""What a killed process leaves beside a folder that it was making: named after the process, taken away by the next."""
from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from glob import escape
from pathlib import Path


def mine(place: Path, what: str) -> Path:
    """A folder beside `place` for this process alone."""
    return place.parent / f".{place.name}-{what}-{os.getpid()}"


def sweep(place: Path, what: str) -> None:
    """Remove such folders of processes that are gone."""
    for folder in _left(place, what):
        shutil.rmtree(folder, ignore_errors=True)


def put_back(place: Path, what: str) -> None:
    """The same for what was moved aside from `place`, which gets it back where nothing has taken its place yet."""
    for folder in _left(place, what):
        if place.exists():
            shutil.rmtree(folder, ignore_errors=True)
        else:
            folder.rename(place)


def _left(place: Path, what: str) -> Iterator[Path]:
    for folder in sorted(place.parent.glob(f".{escape(place.name)}-{what}-*")):
        number = folder.name.rpartition("-")[2]
        if number.isdecimal() and int(number) != os.getpid() and not _runs(int(number)):
            yield folder


def _runs(process: int) -> bool:
    """Whether there is such a process on this machine; where it may not be asked, there is one."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OverflowError, PermissionError):
        return True
    return True
