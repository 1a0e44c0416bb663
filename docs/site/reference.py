"""The pages of reference, made from the program itself: Python names, options, schemas and the HTTP API."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

WIDTH = "100"       # columns of the pages of `--help`


@dataclass(frozen=True)
class Page:
    """A page of the site that no file holds."""

    name: str                       # its place, without suffix
    title: str
    says: str                       # what the list of pages says of it
    text: Callable[[Path], str]     # its text as Markdown, from the folder of the project


def cell(value: Any) -> str:
    """A text as it stands in a row of a table."""
    return " ".join(str(value or "").split()).replace("|", "\\|")


def table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """A table of texts."""
    lines = [tuple(head), *(tuple(row) for row in rows)]
    ruled = [lines[0], ("---",) * len(lines[0]), *lines[1:]]
    return "".join(f"| {' | '.join(map(cell, line))} |\n" for line in ruled)


def python_names(root: Path) -> str:
    """Every public name of `ludosoph`, by autodoc."""
    import ludosoph

    parts = ["# Python names\n", "These are all names of the module `ludosoph`, from their docstrings. "
             "[From Python](../docs/python.md) shows how they go together.\n"]
    for name in ludosoph.__all__:
        shown = (f"autoclass:: ludosoph.{name}\n   :members:" if isinstance(getattr(ludosoph, name), type)
                 else f"autofunction:: ludosoph.{name}")
        parts.append(f"## `{name}`\n\n```{{eval-rst}}\n.. {shown}\n```\n")
    return "\n".join(parts)


def options(root: Path) -> str:
    """What `--help` prints of each command."""
    from cli import app

    script = ("import sys, cli\nfor name in sys.argv[1:]:\n try:\n  cli.main([name, '--help'])\n"
              " except SystemExit: print('\\f', end='', flush=True)")
    env = os.environ | {"COLUMNS": WIDTH, "NO_COLOR": "1"}
    told = subprocess.run([sys.executable, "-c", script, *app.commands], cwd=root, env=env, capture_output=True,
                          text=True, check=True).stdout.split("\f")
    parts = ["# Options\n", "What `ludosoph COMMAND --help` prints. [Commands](../docs/commands.md) explains each with "
             "examples.\n"]
    for name, page in zip(app.commands, told, strict=False):
        parts.append(f"## `{name}`\n\n```text\n{page.strip()}\n```\n")
    return "\n".join(parts)


def schemas(root: Path) -> str:
    """The published JSON Schemas: what each is of, its fields, and the file."""
    parts = ["# Schemas\n", "Positions, records and the JSON of reports have published schemas (JSON Schema, draft "
             "2020-12). Each file can be downloaded here.\n"]
    for file in sorted((root / "docs/schemas").glob("*.schema.json")):
        schema = json.loads(file.read_text(encoding="utf-8"))
        parts.append(f"## {schema['title']}\n\n[{file.name}](../docs/schemas/{file.name})\n\n{schema['description']}\n")
        needed = schema.get("required", [])
        fields = schema.get("properties", {})
        if fields:
            parts.append(table(("field", "is", "needed", "meaning"),
                               ((f"`{name}`", kind(value), "yes" if name in needed else "", value.get("description"))
                                for name, value in fields.items())))
        elif "oneOf" in schema:
            for each in schema["oneOf"]:
                named = each["$ref"].rpartition("/")[2]
                inner = schema["$defs"][named]
                parts.append(f"### {named}\n\n{inner.get('description', '')}\n\n" + table(
                    ("field", "is", "meaning"), ((f"`{name}`", kind(value), value.get("description"))
                                          for name, value in inner.get("properties", {}).items())))
    return "\n".join(parts)


def kind(schema: dict[str, Any]) -> str:
    """What a value is, in a word or a few."""
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(value, ensure_ascii=False)}`" for value in schema["enum"])
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(kind(each) for each in schema[several]))
    types = schema.get("type", "any")
    types = [types] if isinstance(types, str) else types
    named = " or ".join(types)
    return f"{named} of {kind(schema['items'])}" if isinstance(schema.get("items"), dict) and schema["items"] else named


def http(root: Path) -> str:
    """Every operation of the HTTP API, from the OpenAPI document that a server hands out."""
    from service.app import create_app
    from service.settings import Settings

    with TemporaryDirectory() as folder:
        document = create_app(Settings(database=f"sqlite:///{folder}/games.db")).openapi()
    parts = ["# HTTP API\n", f"{document['info']['description']} A server hands out this document at `/openapi.json`; "
             "[the server](../docs/service.md) tells how requests go together.\n"]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            parts.append(f"## `{method.upper()} {path}`\n\n{operation.get('description', '')}\n")
            if found := operation.get("parameters"):
                parts.append(table(("parameter", "in", "is", "meaning"),
                                   ((f"`{each['name']}`", each["in"], kind(each["schema"]),
                                     each.get("description") or each["schema"].get("description")) for each in found)))
            if body := operation.get("requestBody"):
                parts.append(model("Body", body["content"], document))
            for status, answer in operation["responses"].items():
                parts.append(model(f"{status}: {answer['description']}", answer.get("content", {}), document))
    return "\n".join(parts)


def model(title: str, content: dict[str, Any], document: dict[str, Any]) -> str:
    """What a body is made of: its fields, if it is an object of the document's own."""
    text = f"**{title}**"
    for media, form in content.items():
        schema = form.get("schema", {})
        text += f" · {kind(schema) if schema else ''} as `{media}`"
        named = document.get("components", {}).get("schemas", {}).get(schema.get("$ref", "").rpartition("/")[2], {})
        if fields := named.get("properties"):
            text += "\n\n" + table(("field", "is", "needed", "meaning"),
                                   ((f"`{name}`", kind(value), "yes" if name in named.get("required", []) else "",
                                     value.get("description")) for name, value in fields.items()))
    return f"{text}\n"


PAGES = (
    Page("reference/python", "Python names", "every public name of `ludosoph`, with an example", python_names),
    Page("reference/options", "Options", "what `--help` says of each command", options),
    Page("reference/schemas", "Schemas", "the fields of positions, records and reports", schemas),
    Page("reference/http", "HTTP API", "every operation, what it takes and what it answers", http),
)
