"""Pages to analyse, review and set up, and the reports of runs."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

import games
from games.api import InputError, RulesPage
from games.fields import one_line, shown
from games.pieces import pictures
from games.speech import speech
from reports.documents.rules import read_rules
from service.api.reports import listed
from service.pages.frame import page, words_of

DIGITS = 4                  # of a number of seats, less than these

router = APIRouter(include_in_schema=False)


@router.get("/analyse", response_class=HTMLResponse)
def analyse(request: Request) -> Response:
    """A position and what may follow it, its plans ranked while the search goes on."""
    limits = request.app.state.searches.limits
    return page(request, "analyse.html", "analyse", spoken=["study", "analyse", "table"],
                most_seconds=int(limits.longest("analysis", 1.0)))


@router.get("/review", response_class=HTMLResponse)
def review(request: Request) -> Response:
    """A game that was played: what decisions cost, luck and skill."""
    return page(request, "review.html", "review", spoken=["study", "analyse", "review"])


@router.get("/setup", response_class=HTMLResponse)
def setup(request: Request) -> Response:
    """A position as text, checked as one types."""
    return page(request, "setup.html", "setup", spoken=["study", "setup", "table"])


@router.get("/rules", response_class=HTMLResponse)
def all_rules(request: Request) -> Response:
    """The games whose rules can be read."""
    return page(request, "rules.html", games=games.playable()[0], rules=None)


@router.get("/rules/{game}", response_class=HTMLResponse)
def rules(request: Request, game: str, seats: str = "",
          option: Annotated[tuple[str, ...], Query(max_length=100)] = ()) -> Response:
    """The rules of a game as these options (`name=value`) make them, in the language of who reads where it has them."""
    words = words_of(request)
    try:
        found, language, drawn = rules_of(game, seats, option, words.language)
    except InputError as error:
        return page(request, "error.html", status=404, heading=words("error.missing"), told=one_line(error))
    return page(request, "rules.html", games=games.playable()[0], rules=found, game=game, language=language,
                drawn=drawn)


def rules_of(name: str, seats: str, given: Sequence[str], language: str) -> tuple[RulesPage, str, dict[int, str]]:
    """The page of rules of a game, the language that it is in, and pictures by the number of an entry.

    Raises InputError.
    """
    game, options = games.load(name), dict[str, str]()
    for each in given:
        key, equals, value = each.partition("=")
        if not equals or key in options:
            raise InputError(f"option: found {shown(each)}, expected each option once, as in NAME=VALUE")
        options[key] = value
    if seats and not (seats.isascii() and seats.isdecimal() and len(seats) < DIGITS):
        raise InputError(f"seats: found {shown(seats)}, expected a number")
    book = read_rules(game, int(seats) if seats else None, options, language=language)[0]
    drawn, words = pictures(game, book.options, book.page), speech(book.language, name)
    return book.page, book.language, {each: words.picture(svg) for each, svg in drawn.items()} if words else drawn


@router.get("/reports", response_class=HTMLResponse)
def reports(request: Request) -> Response:
    """The reports of runs on this machine."""
    return page(request, "reports.html", "reports", reports=listed(request), report=None, shown=None)


@router.get("/reports/{run}", response_class=HTMLResponse)
def report(request: Request, run: str) -> Response:
    """One of them."""
    found = listed(request)
    wanted = next((each for each in found if each.run == run), None)
    return page(request, "reports.html", "reports", 200 if wanted else 404, reports=found, report=wanted, shown=run)
