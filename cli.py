"""The command `ludosoph`: the door. It finds the command, and says in a line or two why something cannot be done."""
from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator, MutableMapping, Sequence
from importlib import import_module
from keyword import iskeyword
from typing import NoReturn

import click

from commands import PROGRAM
from commands.stopping import Stopped
from games.api import InputError
from games.fields import one_line
from reports.terminal.console import say
from reports.terminal.help import Contents

TRACEBACK = "LUDOSOPH_TRACEBACK"    # set in the environment, a fault of the program shows its traceback
FAULT = 70                  # exit status of a fault of the program, EX_SOFTWARE of sysexits.h
FULL = (errno.ENOSPC, errno.EDQUOT)     # no room on a disk: the system does not say in which file
WHERE = {                   # the file in `commands` that holds each command, in the order of the list of commands
    "games": "positions", "rules": "positions", "new": "positions", "show": "positions", "moves": "positions",
    "apply": "positions", "suggest": "advice", "analyze": "advice", "serve": "serve", "bench": "advice",
    "play": "play", "follow": "play", "match": "runs", "simulate": "runs", "balance": "balance", "atlas": "balance",
    "report": "runs", "merge": "runs", "compare": "runs", "strategy": "runs", "replay": "positions",
    "review": "advice", "import": "imports",
}


class Commands(MutableMapping[str, click.Command]):
    """All commands by name. The file of a command is read when the command is asked for."""

    def __getitem__(self, name: str) -> click.Command:
        word = f"{name}_" if iskeyword(name) else name
        command: click.Command = getattr(import_module(f"commands.{WHERE[name]}"), word)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(WHERE)

    def __len__(self) -> int:
        return len(WHERE)

    def __setitem__(self, name: str, command: click.Command) -> NoReturn:
        raise TypeError(f"{name}: a new command is named in WHERE")

    def __delitem__(self, name: str) -> NoReturn:
        raise TypeError(f"{name}: commands are named in WHERE")


app = Contents(PROGRAM, Commands(), help="A Monte Carlo strategy analyser and opponent for modern tabletop games.")


def main(arguments: Sequence[str] | None = None) -> None:
    """The entry point. Exit status: 0, 2 for what cannot be used, 130 for Ctrl-C, 70 for a fault of the program."""
    given = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    try:
        if given == ["--version"]:
            print(_program())
            sys.exit(0)
        _run(given)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())     # or the interpreter complains at its end
        sys.exit(141)
    except Stopped as stop:
        _refuse(130, f"{PROGRAM}: stopped: {stop}")
    except (KeyboardInterrupt, EOFError):
        _refuse(130, f"{PROGRAM}: stopped; nothing was written")
    except InputError as error:
        _refuse(2, f"{PROGRAM}: {one_line(error)}")
    except click.UsageError as error:
        _refuse(2, f"{PROGRAM}: {one_line(ValueError(_usage(error)))}",
                f"Try '{error.ctx.command_path if error.ctx else PROGRAM} --help'.")
    except MemoryError as error:
        _refuse(2, f"{PROGRAM}: {str(error) or 'out of memory'}; a smaller budget, or fewer threads or jobs, need less")
    except Exception as error:
        if isinstance(error, OSError) and (error.filename is not None or error.errno in FULL):
            _refuse(2, f"{PROGRAM}: {one_line(error)}")
        _refuse(FAULT, *_fault(error, given))
    sys.exit(0)


def _run(given: list[str]) -> None:
    """Run the command that these words name."""
    from commands import earlier

    earlier.refuse(given)
    try:
        with app.make_context(PROGRAM, list(given)) as context:
            app.invoke(context)
    except click.exceptions.Exit:       # after a page of help
        pass


def _refuse(status: int, *lines: str) -> NoReturn:
    for line in lines:
        say(line)
    sys.exit(status)


def _usage(error: click.UsageError) -> str:
    """What the parser of arguments refuses; for a value with the name of its option, what was found and expected."""
    param = getattr(error, "param", None)
    if isinstance(error, click.BadParameter) and param is not None and error.message.startswith("found "):
        return f"{param.opts[0]}: {error.message}"
    return error.format_message()


def _fault(error: BaseException, given: Sequence[str]) -> list[str]:
    """What is said of a fault of the program; where it happened goes to a file, or to the screen if asked for."""
    import platform
    import shlex
    import tempfile
    import traceback

    program = _program()
    command = without_passwords(shlex.join([PROGRAM, *given]))
    story = without_passwords("".join(traceback.format_exception(error)))
    place = "the lines above"
    if TRACEBACK in os.environ:
        say(story.rstrip())
    else:
        about = f"{command}\n{program}, Python {platform.python_version()}, {platform.platform()}\n\n"
        try:
            with tempfile.NamedTemporaryFile("w", prefix=f"{PROGRAM}-fault-", suffix=".txt", delete=False,
                                             encoding="utf-8", errors="backslashreplace") as file:
                file.write(about + story)
            place = file.name
        except OSError:
            place = f"what {TRACEBACK}=1 shows"
    what = without_passwords(f"{type(error).__name__}: {one_line(error)}")
    return [f"{PROGRAM}: this is a fault of the program, not of your input: {what}",
            f"Please report it with the version ({program}), the command ({one_line(ValueError(command))}) and {place}"]


def without_passwords(text: str) -> str:
    """A text without the passwords in its URLs: people send what is said of a fault to others."""
    return re.sub(r"(password=)[^&\s'\"]+", r"\1***", re.sub(r"(://[^:/@\s]*:)\S+@", r"\1***@", text))


def _program() -> str:
    """The program with its version."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{PROGRAM} {version(PROGRAM)}"
    except PackageNotFoundError:
        return f"{PROGRAM} (not installed)"


if __name__ == "__main__":
    main()
