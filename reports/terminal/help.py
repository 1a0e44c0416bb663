"""The pages of `--help`: what a command does, what it takes, and an example."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from reports.terminal.console import screen
from reports.terminal.layout import Paragraph, definitions


class Page(click.Command):
    """A command whose page fits the terminal."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the page of this command."""
        params = [p for p in self.params if not getattr(p, "hidden", False)]
        arguments = [p for p in params if p.param_type_name == "argument"]
        options = [p for p in params if p.param_type_name != "argument"]
        usage = " ".join(["Usage:", ctx.command_path, *map(_in_usage, arguments), "[OPTIONS]"])
        _write(formatter, usage, self.help, [(_name(p), _meaning(p)) for p in arguments],
               [*((_name(p), _meaning(p)) for p in options), ("--help", "show this page")], last=self.epilog or "")


class Contents(click.Group):
    """The commands, each with the first sentence of its page."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names, in the order in which they were named."""
        return list(self.commands)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the page of the program."""
        rows = [(name, _text(command.help)[0].partition(". ")[0].removesuffix(".") + ".")
                for name, command in self.commands.items()]
        _write(formatter, f"Usage: {ctx.command_path} COMMAND ...", self.help, rows,
               last=f"`{ctx.command_path} COMMAND --help` explains a command. Version: `{ctx.command_path} --version`.")


def command(example: str, name: str | None = None) -> Callable[[Callable[..., None]], Page]:
    """Make a function a command of its name, with an example of its use on its page."""
    return click.command(name, cls=Page, epilog=f"Example: ludosoph {example}")


def _write(formatter: Any, usage: str, doc: str | None, *rows: Sequence[tuple[str, str]], last: str) -> None:
    """How it is called, what it does, lists of names with their meanings, and a last line, with empty lines between."""
    width = screen().width
    parts = [Paragraph(usage, 2).lines(width), *(Paragraph(text).lines(width) for text in _text(doc)),
             *(definitions(each, width) for each in rows), Paragraph(last, 2).lines(width)]
    formatter.write("\n\n".join("\n".join(line.plain for line in part) for part in parts if part))


def _text(doc: str | None) -> list[str]:
    """The paragraphs of a docstring, each in one line."""
    return [" ".join(part.split()) for part in (doc or "").split("\n\n")]


def _name(param: Any) -> str:
    """An argument or option as it is typed."""
    value = param.metavar or ("N" if param.type.name == "number" else param.name.upper())
    if param.param_type_name == "argument":
        return str(value).strip("[].")
    flags = " / ".join([*param.opts, *param.secondary_opts])
    return flags if param.is_flag else f"{flags} {value}"


def _in_usage(param: Any) -> str:
    name = _name(param) + ("..." if param.nargs != 1 else "")
    return name if param.required else f"[{name}]"


def _meaning(param: Any) -> str:
    """The help line of an argument or option, with its default, or with a word where it must be given."""
    default = param.default
    if param.param_type_name != "argument" and param.required:
        return f"{param.help} (needed)"
    if not isinstance(default, str | int | float) or isinstance(default, bool) or default == "":
        return str(param.help)
    return f"{param.help} (default {f'{default:g}' if isinstance(default, float) else default})"
