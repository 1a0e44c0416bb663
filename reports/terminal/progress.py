"""Progress of long work, with its rate and end time, on standard error."""
from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

PATIENCE = 2.0      # seconds before anything is said: short work needs no bar
PAUSE = 0.1         # seconds between two looks of a bar
EVERY = 15.0        # seconds between two lines where standard error is no terminal
BAR = 20            # columns of a bar
LONG = 600.0        # seconds left from which on the time of day says more


class Progress:
    """Called with the share done, 0 to 1: draws a bar on a terminal, elsewhere prints a plain line now and then.

    Work that is counted in games is told how many there are, and says how many it does in a second.
    """

    def __init__(self, what: str, games: int | None = None) -> None:
        self.what, self.games, self.begun, self.told = what, games, perf_counter(), 0.0
        self.start = 0.0        # share that was done before: work that goes on where it was stopped sets it
        self.bar: Bar | None = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self.bar is not None:
            self.bar.stop()
            self.bar = None

    def __call__(self, share: float) -> None:
        gone = perf_counter() - self.begun
        on_terminal = sys.stderr.isatty()
        if gone < PATIENCE or gone - self.told < (PAUSE if on_terminal else EVERY):
            return
        self.told = gone
        share = min(1.0, max(0.0, share))
        done = share - self.start
        told = self._left(gone, done, share) if done > 0 else [""]
        if not on_terminal:
            print(f"{self.what}: {share:.0%} {told[0]}", file=sys.stderr, flush=True)
            return
        if self.bar is None:
            self.bar = _bar()
            self.bar.add_task(self.what, total=1.0, left="")
            self.bar.start()
        room = self.bar.console.width - len(self.what) - BAR - len(" 100% ") - 2
        self.bar.update(self.bar.task_ids[0], completed=share, left=next((t for t in told if len(t) <= room), told[-1]))

    def from_where_it_was(self) -> Callable[[float], None]:
        """The same for work that may have been begun before: the first share told is where it starts."""
        fresh = [True]

        def told(share: float) -> None:
            if fresh:
                self.start = share
                fresh.clear()
            self(share)

        return told

    def _left(self, gone: float, done: float, share: float) -> list[str]:
        """How long it takes, first in full, then in ever fewer words."""
        seconds = gone * (1 - share) / done
        told = [f"about {clock(seconds)} left"]
        if seconds > LONG:
            end = datetime.now() + timedelta(seconds=seconds)
            until = f"{end:%H:%M}" if seconds < 86_400 else f"{end:%Y-%m-%d %H:%M}"
            told.insert(0, f"{told[0]} (until {until})")
        return told if self.games is None else [f"{rate(self.games * done / gone)}, {told[0]}", *told]


def _bar() -> Bar:
    """A bar on standard error, which goes when its work is done."""
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn
    from rich.progress import Progress as Bar

    return Bar(TextColumn("{task.description}"), BarColumn(BAR), TaskProgressColumn(),
               TextColumn("{task.fields[left]}"), console=Console(stderr=True), transient=True)


def rate(a_second: float) -> str:
    """1234.5 as 1,234 games/s, 2.34 as 2.3 games/s, 0.01 as 36 games/h."""
    if a_second >= 10:
        return f"{a_second:,.0f} games/s"
    return f"{a_second:.1f} games/s" if a_second >= 1 else f"{3600 * a_second:,.0f} games/h"


def clock(seconds: float) -> str:
    """75 as 1:15, 4000 as 1:06:40, 8 as 8 s."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
