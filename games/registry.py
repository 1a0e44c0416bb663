"""Finds game folders beside this file, and games of other packages by the entry point group `ludosoph.games`."""
from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from games.api import Game, InputError

GROUP = "ludosoph.games"


def folders() -> list[str]:
    """Names of the games of this house: the folders beside this file."""
    here = Path(__file__).parent
    return sorted(p.parent.name for p in here.glob("*/__init__.py") if (p.parent / "tables.py").exists())


def names() -> list[str]:
    """Names of all games: our folders, then those of other packages."""
    ours = folders()
    return ours + sorted({e.name for e in entry_points(group=GROUP)} - set(ours))


@cache
def load(name: str) -> Game:
    """The game of this name. Raises InputError naming the games there are."""
    if name in folders():
        return import_module(f"games.{name}").GAME
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            return entry.load()
    raise InputError(f"no game {name!r}; there are: {', '.join(names())}")
