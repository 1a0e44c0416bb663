"""The stylesheets of a page as one file: a browser that knows nothing asks once before it paints.

The address has a version that goes with the content, so that a browser may keep the file for ever.
"""
from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException
from fastapi.responses import Response

import games
from games.api import InputError
from games.night import night_of, sheet
from service.pages.scripts import FOR_EVER, STATIC

BOARDS = "boards"           # stands for the colours that pictures have on a dark screen
BASE = ("base",)            # of every page
SHEETS = {                  # of `service/static/`, and of boards, in the order that counts
    "home": (*BASE, "table"),
    "play": (*BASE, "board", BOARDS, "rules", "table"),
    "follow": (*BASE, "board", BOARDS, "rules", "table"),
    "analyse": (*BASE, "study", "board", BOARDS, "rules"),
    "setup": (*BASE, "study", "board", BOARDS, "rules"),
    "review": (*BASE, "study", BOARDS),
    "reports": (*BASE, "study"),
    "rules": (*BASE, "table", "rules"),
    "invite": BASE,
    "error": BASE,
}
KEPT = 64                   # files that are kept
router = APIRouter(include_in_schema=False)


@router.get("/styles/{page}.css")
def style(page: str, game: str = "", v: str = "") -> Response:
    """The stylesheets of a page; with their version they may be kept."""
    try:
        text, now = joined(page, game), version(page, game)
    except InputError:
        raise HTTPException(404, "there is no such stylesheet") from None
    return Response(text, media_type="text/css", headers={"Cache-Control": FOR_EVER} if v == now else {})


def address(page: str, game: str = "") -> str:
    """Where the stylesheets of a page are; with the colours of one game, or of all. Raises InputError."""
    asked = {"game": game} if game else {}
    return f"/styles/{page}.css?{urlencode({**asked, 'v': version(page, game)})}"


@lru_cache(KEPT)
def version(page: str, game: str = "") -> str:
    """Another one for each content. Raises InputError."""
    return sha256(joined(page, game).encode()).hexdigest()[:16]


@lru_cache(KEPT)
def joined(page: str, game: str = "") -> str:
    """All of them as one. Raises InputError."""
    if page not in SHEETS:
        raise InputError(f"page: found {page!r}, expected one of {', '.join(SHEETS)}")
    return "\n".join(dark_boards(game) if each == BOARDS else (STATIC / f"{each}.css").read_text(encoding="utf-8")
                     for each in SHEETS[page])


def dark_boards(game: str = "") -> str:
    """The colours that boards have on a dark screen: those of one game, or of all, each once. Raises InputError."""
    shown = [games.load(game)] if game else games.playable()[0]
    return sheet({night.name: night for each in shown if (night := night_of(each))}.values())
