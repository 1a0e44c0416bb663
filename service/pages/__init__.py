"""The HTML pages: `add_pages` puts them, and the files they need, into an application."""
from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from service.pages import play, study

STATIC = Path(__file__).parent.parent / "static"


def add_pages(app: FastAPI) -> None:
    """The routes of all pages, and /static. To be called last: what has no other route has no page."""
    app.include_router(play.router)
    app.include_router(study.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_api_route("/{path:path}", play.missing, include_in_schema=False)
