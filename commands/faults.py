"""What is said of a fault of the program, and its version."""
from __future__ import annotations

import os
import re
from collections.abc import Sequence

from commands import PROGRAM
from games.fields import one_line
from reports.terminal.console import say

TRACEBACK = "LUDOSOPH_TRACEBACK"    # set in the environment, a fault of the program shows its traceback


def fault(error: BaseException, given: Sequence[str]) -> list[str]:
    """What is said of a fault of the program; where it happened goes to a file, or to the screen if asked for."""
    import platform
    import shlex
    import tempfile
    import traceback

    named = program()
    command = without_passwords(shlex.join([PROGRAM, *given]))
    story = without_passwords("".join(traceback.format_exception(error)))
    place = "the lines above"
    if TRACEBACK in os.environ:
        say(story.rstrip())
    else:
        about = f"{command}\n{named}, Python {platform.python_version()}, {platform.platform()}\n\n"
        try:
            with tempfile.NamedTemporaryFile("w", prefix=f"{PROGRAM}-fault-", suffix=".txt", delete=False,
                                             encoding="utf-8", errors="backslashreplace") as file:
                file.write(about + story)
            place = file.name
        except OSError:
            place = f"what {TRACEBACK}=1 shows"
    what = without_passwords(f"{type(error).__name__}: {one_line(error)}")
    return [f"{PROGRAM}: this is a fault of the program, not of your input: {what}",
            f"Please report it with the version ({named}), the command ({one_line(ValueError(command))}) and {place}"]


def without_passwords(text: str) -> str:
    """A text without the passwords in its URLs: people send what is said of a fault to others."""
    return re.sub(r"(password=)[^&\s'\"]+", r"\1***", re.sub(r"(://[^:/@\s]*:)\S+@", r"\1***@", text))


def program() -> str:
    """The program with its version, the commit that was built, and the compiler."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        named = version(PROGRAM)
    except PackageNotFoundError:
        named = "(not installed)"
    try:
        from core_ext import built
    except ImportError:         # a fault must be told even of a program that is not compiled
        return f"{PROGRAM} {named}, not compiled"
    parts = [f"commit {built.commit() or 'unknown'}", built.compiler()]
    return f"{PROGRAM} {named} ({', '.join(parts + [f'{built.kind()} build'] * (built.kind() != 'fast'))})"
