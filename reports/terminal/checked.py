"""What a check of a game found, in the terminal and as data."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from games.contract.check import PROMISES, Failure, Report
from games.fields import several


def verdict(report: Report, files: Sequence[Path], details: bool) -> list[str | Text]:
    """Lines: each failure with its position, then how much was checked; with `details` every promise."""
    lines: list[str | Text] = []
    for failure, file in zip(report.failures, files, strict=True):
        lines += [f"{failure.method}: {failure.said}",
                  Text(f"  {failure.promise}: {_where(failure)}", style="dim"), Text(f"  position: {file}"), ""]
    if details:
        lines += [f"{'broken' if promise.name in report.broken else 'kept':7} {promise.name}: {promise.says}"
                  for promise in PROMISES] + [""]
    count, all_ = len(report.broken), len(PROMISES)
    kept = f"{count} of {all_} promises are broken" if count else f"all {all_} promises are kept"
    return [*lines, f"{report.game.name}: {kept}; {several(report.games, 'random games')} of each, {_seats(report)}, "
                    f"in {report.seconds:.1f} s"]


def as_document(report: Report, files: Sequence[Path]) -> dict[str, Any]:
    """The same as plain data."""
    return {"game": report.game.name, "version": report.game.version, "games": report.games,
            "seats": [start.seats for start in report.starts], "options": report.starts[0].options,
            "promises": [{"name": promise.name, "says": promise.says, "kept": promise.name not in report.broken}
                         for promise in PROMISES],
            "failures": [{"promise": failure.promise, "method": failure.method, "said": failure.said,
                          "seats": failure.start.seats, "seed": failure.seed, "steps": len(failure.actions),
                          "position": str(file)} for failure, file in zip(report.failures, files, strict=True)]}


def _where(failure: Failure) -> str:
    at = f"after {several(len(failure.actions), 'moves and draws')}" if failure.actions else "at the start"
    return f"{at} of the game with seed {failure.seed} and {several(failure.start.seats, 'seats')}"


def _seats(report: Report) -> str:
    return f"with {' and '.join(str(start.seats) for start in report.starts)} seats"
