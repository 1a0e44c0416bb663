"""Plays the parts of a study, each as far as its games or the minutes go; what is there is not played again."""
from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from time import monotonic

from bench.study.parts import Part
from reports.experiments import question as asking
from reports.experiments.plan import BalancePlan
from reports.experiments.run import balance, open_balance
from reports.run import MANIFEST, part_blocks
from reports.terminal.progress import Progress


class TimeUp(Exception):
    """The minutes of a part are over. What was played of it stands."""


def play(parts: Sequence[Part], runs: Path, jobs: int, minutes: float = inf) -> None:
    """Play what is missing of the parts, in their order, for so many minutes in all.

    A part that is not whole gets its share of the minutes left. Time is all that is looked at, so that ending there
    favours no result.
    """
    end = monotonic() + 60 * minutes
    missing = [part for part in parts if not is_whole(part, runs)]
    for at, part in enumerate(missing):
        now = monotonic()
        share = part.weight / sum(each.weight for each in missing[at:])
        if end <= now:
            return
        _play(part, runs / part.name, jobs, now + share * (end - now))


def is_whole(part: Part, runs: Path) -> bool:
    """Whether all games of a part were played."""
    return (runs / part.name / MANIFEST).exists() and open_balance(runs / part.name)[0].complete


def _play(part: Part, path: Path, jobs: int, end: float) -> None:
    plan = asking.make_plan(part.question())
    with Progress(f"{part.game} {part.name}, {plan.games:,} games at most", plan.games) as progress:
        try:
            balance(path, plan, jobs, progress=_until(end, plan, progress.from_where_it_was()))
        except TimeUp:
            print(f"{part.game} {part.name}: its time is over; the same command goes on with it", file=sys.stderr)


def _until(end: float, plan: BalancePlan, progress: Callable[[float], None]) -> Callable[[float], None]:
    """Tells the progress on, until time is up and the games under way are written."""
    parts = plan.blocks / part_blocks(plan)
    under_way: list[int] = []       # the part of the run in which the time was up

    def told(share: float) -> None:
        progress(share)
        if monotonic() < end:
            return
        number = int(share * parts - 1e-9)
        under_way.append(number)
        if number > under_way[0]:
            raise TimeUp

    return told
