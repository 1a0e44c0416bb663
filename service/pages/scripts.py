"""The script of a page with all that it imports, as one file: a browser that knows nothing asks once, and not 25 times.

Files of `service/static/` import from each other by lines of one form, and each becomes a function that gives what it
exports. A name of the file goes with its content, so that a browser may keep it for ever.
"""
from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, HTTPException
from fastapi.responses import Response

STATIC = Path(__file__).parent.parent / "static"
IMPORT = re.compile(r'^import \{ (.*) \} from "/static/(\w+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
LISTED = re.compile(r"^export \{ (.*) \};$", re.MULTILINE)
FOR_EVER = "public, max-age=31536000, immutable"
router = APIRouter(include_in_schema=False)


@router.get("/scripts/{name}.js")
def script(name: str, v: str = "") -> Response:
    """The script of a page; with its version it may be kept."""
    if not parts(name):
        raise HTTPException(404, "there is no such script")
    kept = {"Cache-Control": FOR_EVER} if v == version(name) else {}
    return Response(joined(name), media_type="text/javascript", headers=kept)


@cache
def address(name: str) -> str:
    """Where the script of a page is; empty where it has none."""
    return f"/scripts/{name}.js?v={version(name)}" if parts(name) else ""


@cache
def version(name: str) -> str:
    """Another one for each content."""
    return sha256(joined(name).encode()).hexdigest()[:16]


@cache
def parts(name: str) -> tuple[str, ...]:
    """A script and all that it imports, each after what it imports itself. Nothing where there is no such script."""
    found = list[str]()

    def take(each: str) -> None:
        for _, other in IMPORT.findall(_text(each)):
            if other not in found:
                take(other)
        found.append(each)

    if re.fullmatch(r"\w+", name) and (STATIC / f"{name}.js").is_file():
        take(name)
    return tuple(found)


@cache
def joined(name: str) -> str:
    """All of them as one script."""
    return "\n".join(_function(each) for each in parts(name))


def _function(name: str) -> str:
    text = _text(name)
    given = [*EXPORT.findall(text), *(each for names in LISTED.findall(text) for each in names.split(", "))]
    body = LISTED.sub("", EXPORT.sub("", IMPORT.sub(
        lambda found: f"const {{ {found[1].replace(' as ', ': ')} }} = of_{found[2]};", text)))
    return f"const of_{name} = (() => {{\n{body}return {{ {', '.join(given)} }};\n}})();"


def _text(name: str) -> str:
    return (STATIC / f"{name}.js").read_text(encoding="utf-8")
