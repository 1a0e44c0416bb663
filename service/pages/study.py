"""Pages to analyse, review and set up, and the reports of runs."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse

import games
from games import rules_text
from games.api import InputError, RulesPage
from reports.documents.rules import read_rules
from service.api.reports import listed
from service.pages.frame import page, words_of

router = APIRouter(include_in_schema=False)


@router.get("/analyse", response_class=HTMLResponse)
def analyse(request: Request) -> HTMLResponse:
    """A position, its plans ranked while the search goes on."""
    return page(request, "analyse.html", "analyse", spoken=["study", "analyse"])


@router.get("/review", response_class=HTMLResponse)
def review(request: Request) -> HTMLResponse:
    """A game that was played: what decisions cost, luck and skill."""
    return page(request, "review.html", "review", spoken=["study", "analyse", "review"])


@router.get("/setup", response_class=HTMLResponse)
def setup(request: Request) -> HTMLResponse:
    """A position as text, checked as one types."""
    return page(request, "setup.html", "setup", spoken=["study", "setup"])


@router.get("/rules", response_class=HTMLResponse)
def all_rules(request: Request) -> HTMLResponse:
    """The games whose rules can be read."""
    return page(request, "rules.html", games=games.playable()[0], rules=None)


@router.get("/rules/{game}", response_class=HTMLResponse)
def rules(request: Request, game: str, seats: int | None = None,
          option: Annotated[tuple[str, ...], Query(max_length=100)] = ()) -> HTMLResponse:
    """The rules of a game as these options (`name=value`) make them, in the language of who reads where it has them."""
    try:
        found = rules_of(game, seats, option, words_of(request).language)
    except InputError as error:
        raise HTTPException(404, str(error)) from None
    return page(request, "rules.html", games=games.playable()[0], rules=found, game=game)


def rules_of(name: str, seats: int | None, given: Sequence[str], language: str) -> RulesPage:
    """The page of rules of a game. Raises InputError."""
    game, options = games.load(name), {each.partition("=")[0]: each.partition("=")[2] for each in given}
    book = read_rules(game, seats, options)[0]
    if rules_text.there(name, language):
        return rules_text.page(name, game.options, book.options, language)
    return book.page


@router.get("/reports", response_class=HTMLResponse)
def reports(request: Request) -> HTMLResponse:
    """The reports of runs on this machine."""
    return page(request, "reports.html", "reports", reports=listed(request), report=None, shown=None)


@router.get("/reports/{run}", response_class=HTMLResponse)
def report(request: Request, run: str) -> HTMLResponse:
    """One of them."""
    found = listed(request)
    wanted = next((each for each in found if each.run == run), None)
    return page(request, "reports.html", "reports", 200 if wanted else 404, reports=found, report=wanted, shown=run)
