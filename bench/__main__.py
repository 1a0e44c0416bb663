"""`python -m bench` lists the measurements, `python -m bench NAME [ARGUMENTS]` makes one.

A measurement is a file of a folder here with a function `run`, whose options typer reads, or with a function `main`.
"""
from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path

from bench.command import start

HERE = Path(__file__).parent


def measurements() -> dict[str, Path]:
    """The file of each measurement by its name; found without importing any."""
    return {path.stem: path for path in sorted(HERE.glob("*/*.py"))
            if path.stem != "__init__" and defined(path) & {"run", "main"}}


def defined(path: Path) -> set[str]:
    """Names of the functions of a file."""
    return {node.name for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)}


def listed() -> str:
    """All measurements by folder, with the first line of each."""
    lines, folder = [], ""
    for path in measurements().values():
        if path.parent.name != folder:
            folder = path.parent.name
            lines += ["", f"{folder}: {first_line(path.parent / '__init__.py')}"]
        lines.append(f"  {path.stem:24}{first_line(path)}")
    return "\n".join(lines[1:])


def first_line(path: Path) -> str:
    """Of the docstring of a file."""
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def main(arguments: list[str]) -> None:
    """List the measurements, or make one. An unknown name ends it with status 2."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(listed())
        return
    path = measurements().get(arguments[0])
    if path is None:
        print(f"python -m bench: found {arguments[0]!r}, expected a name of the list that `python -m bench` prints",
              file=sys.stderr)
        sys.exit(2)
    sys.argv = [f"python -m bench {path.stem}", *arguments[1:]]
    module = import_module(f"bench.{path.parent.name}.{path.stem}")
    if hasattr(module, "main"):
        sys.exit(module.main())
    start(module.run, None, sys.argv[0])


if __name__ == "__main__":
    main(sys.argv[1:])
