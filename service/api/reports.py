"""Reports of runs on this machine: which there are, and their files."""
from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, HTTPException, Request
from fastapi import Path as InPath
from fastapi.responses import FileResponse
from pydantic import BaseModel, Field

from service.api.errors import errors

router = APIRouter(tags=["reports"])
FOLDER, PAGE = "report", "report.html"      # as reports/documents/folder.py has them, which loads all that draws
RUN = r"^[\w-][\w.-]{0,99}$"
FILE = re.compile(rf"({re.escape(PAGE)}|plots/[\w-][\w.-]*\.(png|svg)|tables/[\w-][\w.-]*\.(csv|parquet))", re.ASCII)
HEAD = 4096                 # bytes of a page in which its title stands
# a page of a report has its style and pictures in it, and no script
POLICY = ("default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; "
          "frame-ancestors 'self'; base-uri 'none'")


class Report(BaseModel):
    """A report that can be read."""

    run: str
    title: str
    link: str = Field(description="where its page is")


@router.get("/reports", responses=errors())
def listed(request: Request) -> list[Report]:
    """The runs that have a report, by name."""
    root = folder(request)
    if root is None or not root.is_dir():
        return []
    found = sorted(each.name for each in root.iterdir() if re.match(RUN, each.name) and report_of(root, each.name))
    return [Report(run=run, title=title_of(root, run),
                   link=str(request.app.url_path_for("report_file", run=run, file=PAGE))) for run in found]


@router.get("/reports/{run}/{file:path}", responses={**errors(404), 200: {"content": {"text/html": {}, "image/png": {},
            "image/svg+xml": {}, "text/csv": {}, "application/octet-stream": {}}}}, response_class=FileResponse)
def report_file(request: Request, run: Annotated[str, InPath(pattern=RUN)], file: str) -> FileResponse:
    """The page of a report, a plot or a table."""
    root = folder(request)
    place = None if root is None else report_of(root, run)
    if place is None or not FILE.fullmatch(file):
        raise HTTPException(404)
    wanted = (place / file).resolve()
    if not wanted.is_relative_to(place.resolve()) or not wanted.is_file():
        raise HTTPException(404)
    return FileResponse(wanted, headers={"Content-Security-Policy": POLICY})


def folder(request: Request) -> Path | None:
    """Where runs lie."""
    found: Path | None = request.app.state.settings.reports
    return found


def report_of(root: Path, run: str) -> Path | None:
    """The folder of the report of a run, or of one that stands alone; None where there is none."""
    return next((place for place in (root / run / FOLDER, root / run) if (place / PAGE).is_file()), None)


def title_of(root: Path, run: str) -> str:
    """What its page calls itself."""
    place = report_of(root, run)
    if place is None:
        return run
    with (place / PAGE).open("rb") as page:
        found = re.search(r"<title>(.*?)</title>", page.read(HEAD).decode("utf-8", "replace"), re.DOTALL)
    return html.unescape(found[1]).strip() if found else run
