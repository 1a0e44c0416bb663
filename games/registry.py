"""Finds game folders beside this file, games of other packages by the entry point group `ludosoph.games`, and games in
files of their own, which the environment variable LUDOSOPH_GAMES lists.

What a document says never makes a file run: a game is found by name among those that the user has installed or listed.
"""
from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

from games.api import Game, InputError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "ludosoph.games"
FILES = "LUDOSOPH_GAMES"


@cache
def _folders() -> tuple[str, ...]:
    return tuple(sorted(p.parent.name for p in Path(__file__).parent.glob("*/state.pyx")))


@cache
def _installed() -> tuple[EntryPoint, ...]:
    """Games of other packages. To look for them reads the metadata of everything installed, which takes 15 ms."""
    from importlib.metadata import entry_points

    return tuple(entry_points(group=GROUP))


def folders() -> list[str]:
    """Names of the games of this house: the folders beside this file that hold compiled rules."""
    return list(_folders())


def names() -> list[str]:
    """Names of all games: our folders, then those of other packages and of single files."""
    ours = folders()
    return ours + sorted({*(e.name for e in _installed()), *_files()} - set(ours))


def known(name: str) -> bool:
    """Whether there is a game of this name. It looks no further than the first place that has one."""
    return name in _folders() or any(entry.name == name for entry in _installed()) or name in _files()


def _files() -> dict[str, Path]:
    """The files that the environment variable lists, by the name of their game."""
    return {Path(path).stem: Path(path) for path in os.environ.get(FILES, "").split(os.pathsep) if path}


def _load_file(name: str, path: Path) -> Game:
    """The GAME of a Python file. Raises InputError where there is none; what the file itself raises comes through."""
    spec = spec_from_file_location(f"ludosoph_game_{name}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise InputError(f"{FILES}: found {path}, expected Python files, separated by {os.pathsep!r}")
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    made = vars(module).get("GAME")
    if not isinstance(made, Game) or made.name != name:
        found = f"a game named {made.name!r}" if isinstance(made, Game) else "no GAME"
        raise InputError(f"{path}: found {found}, expected GAME with the name of the file, {name!r}")
    return made


@cache
def load(name: str) -> Game:
    """The game of this name. Raises InputError naming the games there are."""
    if name in folders():
        return import_module(f"games.{name}").GAME
    for entry in _installed():
        if entry.name == name:
            return entry.load()
    if name in (listed := _files()):
        return _load_file(name, listed[name])
    raise InputError(f"no game {name!r}; there are: {', '.join(names())}")
