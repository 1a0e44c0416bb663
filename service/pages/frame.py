"""What every page is made with: its templates, in the reader's language."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from service.pages import scripts
from service.words import COOKIE, Words, language

TEMPLATES = Environment(loader=FileSystemLoader(Path(__file__).parent.parent / "templates"), autoescape=True,
                        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
YEAR = 365 * 24 * 3600      # seconds that the choice of a language is kept


def page(request: Request, template: str, here: str = "", status: int = 200, spoken: Sequence[str] = (),
         **values: object) -> HTMLResponse:
    """A page from its template. `here` is its section in the head of the page; `spoken` are the sections of the
    messages that its scripts use.
    """
    words, asked = words_of(request), request.query_params.get("lang")
    text = TEMPLATES.get_template(template).render(words=words, here=here, spoken=spoken,
                                                 script=scripts.address(template.removesuffix(".html")), **values)
    answer = HTMLResponse(text, status, headers={"Cache-Control": "no-store", "Vary": "Accept-Language, Cookie"})
    if asked == words.language:
        answer.set_cookie(COOKIE, asked, max_age=YEAR, httponly=True, samesite="lax")
    return answer


def words_of(request: Request) -> Words:
    """The words in the language of who reads."""
    return Words(language(request.query_params.get("lang"), request.cookies.get(COOKIE),
                          request.headers.get("accept-language", "")))
