"""Ctrl-C and the signals that end a program, and what is said then."""
from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

ENDING = (signal.SIGTERM, signal.SIGHUP)    # from schedulers of clusters and containers; from a terminal that goes away


class Stopped(Exception):
    """Ctrl-C, with a message that says what was kept."""


class Failed(Exception):
    """What was checked does not hold; all that is to be said of it was printed."""


@contextmanager
def keeps(what: str, place: Path | None = None) -> Iterator[None]:
    """Turns Ctrl-C into a message that says what was kept: with `place`, once that file or folder is there."""
    try:
        yield
    except KeyboardInterrupt:
        if place is not None and not place.exists():
            raise
        raise Stopped(what) from None


@contextmanager
def signals_as_ctrl_c(wanted: bool = True) -> Iterator[list[int]]:
    """The signals that came, each of which did what Ctrl-C does. One that is ignored, as by nohup, stays ignored."""
    came: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        came.append(number)
        on_ctrl_c = signal.getsignal(signal.SIGINT)
        if not callable(on_ctrl_c):     # as in a background job of a shell
            raise KeyboardInterrupt
        on_ctrl_c(signal.SIGINT, frame)

    here = wanted and threading.current_thread() is threading.main_thread()
    taken = [each for each in ENDING if here and signal.getsignal(each) is signal.SIG_DFL]
    for each in taken:
        signal.signal(each, stop)
    try:
        yield came
    finally:
        for each in taken:
            signal.signal(each, signal.SIG_DFL)
