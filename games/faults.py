"""Errors of games that others have written: which file, line and method, in a line. They are no fault of ours."""
from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import walk_tb
from types import FrameType
from typing import Any

from core_ext.state import EndlessGame
from games import installed
from games.api import InputError


def of_the_rules(error: BaseException) -> InputError | None:
    """What to say of an error that a game in a file or package of its own raised; None for an error of ours."""
    if isinstance(error, InputError):
        return None
    theirs = [(frame, line) for frame, line in walk_tb(error.__traceback__) if _is_theirs(frame)]
    if theirs:
        frame, line = theirs[-1]
        return InputError(f"{frame.f_code.co_filename}, line {line}, {theirs[0][0].f_code.co_name}: {_words(error)}")
    rules = getattr(error, "rules", None)           # set where the answer of a method cannot be used
    if isinstance(rules, type):
        return InputError(f"{_file_of(rules)}, class {rules.__name__}: {error}")
    return InputError(str(error)) if isinstance(error, EndlessGame) else None


def method_of(error: BaseException) -> str:
    """The method that raised an error, or whose answer cannot be used: of a game of others the one that was asked."""
    if isinstance(getattr(error, "rules", None), type) and (answer := re.match(r"(\w+): found ", str(error))):
        return answer[1]
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    theirs = [frame for frame in frames if _is_theirs(frame)]
    if isinstance(error, EndlessGame):
        return "current_player"
    names = [str(frame.f_code.co_name).rpartition(".")[2] for frame in (theirs[:1] or frames[-1:])]
    return names[0] if names else type(error).__name__


@contextmanager
def told_truly() -> Iterator[None]:
    """What games of others raise in here becomes an InputError that says so."""
    try:
        yield
    except Exception as error:
        if theirs := of_the_rules(error):
            raise theirs from error
        raise


def blamed(error: Exception, rules: type[Any]) -> Exception:
    """The error, to be raised: an answer of these rules cannot be used."""
    error.rules = rules         # type: ignore[attr-defined]
    return error


def _is_theirs(frame: FrameType) -> bool:
    """Code of a game that was found in a file of its own, or in another package."""
    module = str(frame.f_globals.get("__name__", ""))
    return module.startswith(installed.OWN_FILE) or module.partition(".")[0] in installed.packages()


def _file_of(rules: type[Any]) -> str:
    return str(getattr(sys.modules.get(rules.__module__), "__file__", rules.__module__))


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
