"""The command `ludosoph`: the door. It finds the command, and says in a line or two why something cannot be done."""
from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
from collections.abc import Iterator, MutableMapping, Sequence
from importlib import import_module
from keyword import iskeyword
from typing import Any, NoReturn

import click

from commands import PROGRAM
from commands.faults import fault, program
from commands.stopping import Failed, Stopped, signals_as_ctrl_c
from games.api import InputError
from games.fields import one_line
from reports.terminal.console import say, write_in_any_encoding
from reports.terminal.help import Contents

FAILED, REFUSED, INTERRUPTED = 1, 2, 130    # exit statuses: of a check that fails, of what cannot be used, after Ctrl-C
COMPLETE = "_LUDOSOPH_COMPLETE"     # set by a shell that completes a line: what it asks for
FAULT = 70                  # exit status of a fault of the program, EX_SOFTWARE of sysexits.h
FULL = (errno.ENOSPC, errno.EDQUOT)     # no room on a disk: the system does not say in which file
WHERE = {                   # the file in `commands` that holds each command, in the order of the list of commands
    "games": "positions", "rules": "positions", "new": "positions", "show": "positions", "moves": "positions",
    "apply": "positions", "suggest": "advice", "analyze": "advice", "calibrate": "calibrate", "serve": "serve",
    "bench": "advice",
    "play": "play", "follow": "play", "match": "runs", "tournament": "runs", "simulate": "runs", "balance": "balance",
    "atlas": "balance",
    "report": "runs", "merge": "runs", "compare": "runs", "strategy": "runs", "replay": "positions",
    "review": "advice", "import": "imports", "check": "check", "train": "train",
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
    """The entry point. Exit status: 0, 1 for a check that fails, 2 for what cannot be used, 130 for Ctrl-C, 128 more
    than a signal that ends the program (143 for SIGTERM), 70 for a fault of the program.
    """
    atexit.register(gc.freeze)      # nothing is looked through once more at the end: a seventh of a short command
    given = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    write_in_any_encoding()
    with signals_as_ctrl_c(given[0] != "serve") as came:        # a server has a way of its own to end
        status, *lines = _outcome(given)
        try:
            for line in lines:
                say(line)
        except OSError:         # the terminal is gone, which SIGHUP told
            pass
    sys.exit(128 + came[0] if came and status == INTERRUPTED else status)


def _outcome(given: list[str]) -> tuple[Any, ...]:
    """The exit status of a command, and the lines that say why it is not 0."""
    try:
        _run(given)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())     # or the interpreter complains at its end
        return (141,)
    except Failed:
        sys.stdout.flush()
        return (FAILED,)
    except Stopped as stop:
        return INTERRUPTED, f"{PROGRAM}: stopped: {stop}"
    except (KeyboardInterrupt, EOFError):
        return INTERRUPTED, f"{PROGRAM}: stopped; nothing was written"
    except InputError as error:
        return REFUSED, f"{PROGRAM}: {one_line(error)}"
    except click.UsageError as error:
        return (REFUSED, f"{PROGRAM}: {one_line(ValueError(_usage(error)))}",
                f"Try '{error.ctx.command_path if error.ctx else PROGRAM} --help'.")
    except MemoryError as error:
        said = str(error) or "out of memory"
        return REFUSED, f"{PROGRAM}: {said}; a smaller budget, or fewer threads or jobs, need less"
    except Exception as error:
        from games.faults import of_the_rules

        if theirs := of_the_rules(error):
            return REFUSED, f"{PROGRAM}: {one_line(theirs)}"
        if isinstance(error, OSError) and (error.filename is not None or error.errno in FULL):
            return REFUSED, f"{PROGRAM}: {one_line(error)}"
        return FAULT, *fault(error, given)
    return (0,)


def _run(given: list[str]) -> None:
    """Run the command that these words name."""
    if COMPLETE in os.environ:
        from click.shell_completion import shell_complete

        if shell_complete(app, {}, PROGRAM, COMPLETE, os.environ[COMPLETE]):
            raise InputError(f"{COMPLETE}: found {os.environ[COMPLETE]!r}, "
                             "expected bash_source, zsh_source or fish_source")
        return
    if given == ["--version"]:
        print(program())
        return
    from commands import earlier

    earlier.refuse(given)
    try:
        with app.make_context(PROGRAM, list(given)) as context:
            app.invoke(context)
    except click.exceptions.Exit:       # after a page of help
        pass


def _usage(error: click.UsageError) -> str:
    """What the parser of arguments refuses; for a value with the name of its option, what was found and expected."""
    param = getattr(error, "param", None)
    if isinstance(error, click.BadParameter) and param is not None and error.message.startswith("found "):
        return f"{param.opts[0] if isinstance(param, click.Option) else param.opts[0].upper()}: {error.message}"
    return error.format_message()


if __name__ == "__main__":
    main()
