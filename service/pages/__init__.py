"""The HTML pages: `add_pages` puts them, and the files they need, into an application."""
from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import FastAPI, Request
from fastapi.staticfiles import StaticFiles

from service.pages import play, scripts, study, styles

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


def add_pages(app: FastAPI) -> None:
    """The routes of all pages, scripts and stylesheets, and /static. A browser that asks for what has no route gets a
    page that says so.
    """
    app.include_router(play.router)
    app.include_router(play.tables)
    app.include_router(study.router)
    app.include_router(scripts.router)
    app.include_router(styles.router)
    app.mount("/static", StaticFiles(directory=scripts.STATIC), name="static")
    app.router.default = Missing(app.router.default)


class Missing:
    """Answers where no route does: with a page for people, and for programs as before."""

    def __init__(self, otherwise: ASGIApp) -> None:
        self.otherwise = otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that no route takes."""
        if scope["type"] == "http" and scope["method"] == "GET" and not scope["path"].startswith("/api/"):
            await play.missing(Request(scope))(scope, receive, send)
        else:
            await self.otherwise(scope, receive, send)
