"""Games of others: those that installed packages offer, and how the modules of single files are called."""
from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "ludosoph.games"
OWN_FILE = "ludosoph_game_"       # how the module of a file of its own is called, before the name of the game


@cache
def entries() -> tuple[EntryPoint, ...]:
    """Games of other packages. To look for them reads the metadata of everything installed, which takes 15 ms."""
    from importlib.metadata import entry_points

    return tuple(entry_points(group=GROUP))


def packages() -> set[str]:
    """Names of the packages of others that have games."""
    return {entry.module.partition(".")[0] for entry in entries()}
