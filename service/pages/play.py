"""Pages to play and to follow a real table: a new game, a seat at a table, an invitation."""
from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from service.pages.frame import page

router = APIRouter(include_in_schema=False)


@router.get("/", response_class=HTMLResponse)
def home(request: Request) -> HTMLResponse:
    """A new game."""
    return page(request, "home.html", "play", spoken=["home"])
