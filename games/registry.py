"""Finds game folders beside this file, games of other packages by the entry point group `ludosoph.games`, and games in
files of their own, which the environment variable LUDOSOPH_GAMES lists.

What a document says never makes a file run: a game is found by name among those that the user has installed or listed.
"""
from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

from games import installed
from games.api import Game, InputError
from games.faults import of_the_rules
from games.fields import nearest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

FILES = "LUDOSOPH_GAMES"
SPIEL, SPIEL_PREFIX = "LUDOSOPH_OPENSPIEL", "openspiel:"      # lists games of OpenSpiel, separated by spaces


@cache
def _folders() -> tuple[str, ...]:
    return tuple(sorted(p.parent.name for p in Path(__file__).parent.glob("*/state.pyx")))


def folders() -> list[str]:
    """Names of the games of this house: the folders beside this file that hold compiled rules."""
    return list(_folders())


def names() -> list[str]:
    """Names of all games: our folders, then those of other packages and of single files."""
    ours = folders()
    others = {*(entry.name for entry in installed.entries()), *(path.stem for path in _files()), *_spiel()}
    return ours + sorted(others - set(ours))


def known(name: str) -> bool:
    """Whether there is a game of this name. It looks no further than the first place that has one."""
    return (name in _folders() or any(entry.name == name for entry in installed.entries())
            or any(path.stem == name for path in _files()) or name in _spiel())


def playable() -> tuple[list[Game], list[InputError]]:
    """All games that can be loaded, in the order of `names`, and what is wrong with the others."""
    found, wrong = [], []
    for name in names():
        try:
            found.append(load(name))
        except InputError as error:
            wrong.append(error)
    hidden = [entry for entry in installed.entries() if entry.name in _folders()]      # which `load` does not look for
    return found, [*wrong, *(_twice(entry.name, [_ours(entry.name), _theirs(entry)]) for entry in hidden)]


def _ours(name: str) -> str:
    return f"the game {name} of ludosoph"


def _theirs(entry: EntryPoint) -> str:
    return f"{entry.value} of another package"


def _twice(name: str, taken: list[str]) -> InputError:
    return InputError(f"the name {name!r} is taken by {' and by '.join(taken)}; one of them needs another name")


def _files() -> list[Path]:
    """The files that the environment variable lists."""
    return list(dict.fromkeys(Path(path) for path in os.environ.get(FILES, "").split(os.pathsep) if path))


def _spiel() -> list[str]:
    """Names of the games of OpenSpiel that the environment variable lists."""
    return [SPIEL_PREFIX + text.removeprefix(SPIEL_PREFIX) for text in os.environ.get(SPIEL, "").split()]


def list_openspiel(name: str) -> None:
    """List a game of OpenSpiel that a person has asked for by its name, for this process and its workers."""
    if name not in _spiel():
        os.environ[SPIEL] = f"{os.environ.get(SPIEL, '')} {name}".strip()


@contextmanager
def listed_file(path: Path) -> Iterator[str]:
    """Within it the game of a Python file is found, here and by workers, as if the variable listed it; its name.

    Raises InputError where it is no file.
    """
    if not path.is_file():
        raise InputError(f"{path}: found no such file, expected the name of a game or a Python file of one")
    before = os.environ.get(FILES)
    if path.resolve() not in [each.resolve() for each in _files()]:
        os.environ[FILES] = os.pathsep.join(filter(None, [before, str(path)]))
    try:
        yield path.stem
    finally:
        load.cache_clear()
        if before is None:
            os.environ.pop(FILES, None)
        else:
            os.environ[FILES] = before


def _load_file(path: Path) -> Game:
    """The GAME of a Python file, with the calibration that may stand beside it.

    Raises InputError where there is none, and for what the file itself raises.
    """
    name = path.stem
    spec = spec_from_file_location(installed.OWN_FILE + name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise InputError(f"{FILES}: found {path}, expected Python files, separated by {os.pathsep!r}")
    module = sys.modules[spec.name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[spec.name]
        if isinstance(error, SyntaxError):
            raise InputError(f"{error.filename}, line {error.lineno}: {type(error).__name__}: {error.msg}") from error
        raise of_the_rules(error) or InputError(f"{path}: {type(error).__name__}: {error}") from error
    made = vars(module).get("GAME")
    if not isinstance(made, Game) or made.name != name:
        found = f"a game named {made.name!r}" if isinstance(made, Game) else "no GAME"
        cure = f", as game(..., name={name!r}) makes it" if isinstance(made, Game) else ""
        raise InputError(f"{path}: found {found}, expected GAME with the name of the file, {name!r}{cure}")
    from games.calibrations import beside, read_calibration

    measured = beside(path)
    return made.calibrated_by(read_calibration(measured)) if measured.is_file() else made


def _load_entry(entry: EntryPoint) -> Game:
    """The game of another package. Raises InputError where there is none, and for what the package raises."""
    where = f"{installed.GROUP}: {entry.name} = {entry.value}"
    try:
        made = entry.load()
    except Exception as error:
        raise InputError(f"{where}: cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(made, Game) or made.name != entry.name:
        found = f"a game named {made.name!r}" if isinstance(made, Game) else type(made).__name__
        raise InputError(f"{where}: found {found}, expected a Game named {entry.name!r}")
    return made


@cache
def load(name: str) -> Game:
    """The game of this name. Raises InputError for a name that no game has, or two, and for what cannot be loaded.

    For one of ours it looks at no other package, which takes longer than all else that a short command does.
    """
    ours = name in _folders()
    entries = [] if ours else [entry for entry in installed.entries() if entry.name == name]
    files = [path for path in _files() if path.stem == name]
    taken = [*[_ours(name)] * ours, *map(_theirs, entries), *map(str, files)]
    if len(taken) > 1:
        raise _twice(name, taken)
    if ours:
        return import_module(f"games.{name}").GAME
    if entries:
        return _load_entry(entries[0])
    if files:
        return _load_file(files[0])
    if name in _spiel():
        return import_module("games.openspiel").load(name)
    if name.startswith(SPIEL_PREFIX):
        raise InputError(f"{name[:80]}: is a game of OpenSpiel, which is played where {SPIEL} lists it, as in "
                         f"{SPIEL}={name.removeprefix(SPIEL_PREFIX).replace(' ', '')[:60]!r}")
    raise InputError(f"no game {name!r}; there are: {', '.join(names())}{nearest(name, names())}")
