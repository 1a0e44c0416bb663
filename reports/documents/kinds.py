"""The kinds of run: how each is told from the others, and what writes its page."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from reports.atlas.run import is_atlas
from reports.documents import atlas, balance, tournament
from reports.experiments.run import is_balance


class Kind(NamedTuple):
    """A kind of run: whether a folder holds one, and what writes its report and returns the files, the page first."""

    held_by: Callable[[Path], bool]
    write_report: Callable[[Path], list[Path]]


# what `simulate` wrote is of none of these, and its report takes options of its own
KINDS = (Kind(is_balance, balance.write_report), Kind(is_atlas, atlas.write_report),
         Kind(tournament.is_tournament, tournament.write_report))


def kind_of(run: Path) -> Kind | None:
    """The kind of a run; None for one of `simulate`, and for a folder that holds none."""
    return next((kind for kind in KINDS if kind.held_by(run)), None)
