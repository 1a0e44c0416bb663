"""What every page is made with: its templates, in the reader's language."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from fastapi import Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from service.pages import scripts, styles
from service.words import COOKIE, Words, language

TEMPLATES = Environment(loader=FileSystemLoader(Path(__file__).parent.parent / "templates"), autoescape=True,
                        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
HEAD_ENDS = "</head>"
YEAR = 365 * 24 * 3600      # seconds that the choice of a language is kept


def page(request: Request, template: str, here: str = "", status: int = 200, spoken: Sequence[str] = (),
         begun: bool = False, pictured: str = "", **values: object) -> Response:
    """A page from its template. `here` is its section in the head of the page; `spoken` are the sections of the
    messages that its scripts use; with `begun` its head is sent before the rest is made; `pictured` is the one game
    whose boards it has, if it is one.
    """
    words, asked, name = words_of(request), request.query_params.get("lang"), template.removesuffix(".html")
    made = TEMPLATES.get_template(template).generate(
        words=words, here=here, spoken=spoken, style=styles.address(name, pictured), script=scripts.address(name),
        **values)
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Language, Cookie"}
    answer = StreamingResponse(head_first(made), status, headers, "text/html") if begun else HTMLResponse(
        "".join(made), status, headers)
    if asked == words.language:
        answer.set_cookie(COOKIE, asked, max_age=YEAR, httponly=True, samesite="lax")
    return answer


def head_first(made: Iterator[str]) -> Iterator[str]:
    """A page in two parts: what its head names is fetched while the rest is made."""
    head = list[str]()
    for piece in made:
        head.append(piece)
        if HEAD_ENDS in piece:
            break
    yield "".join(head)
    yield "".join(made)


def words_of(request: Request) -> Words:
    """The words in the language of who reads."""
    return Words(language(request.query_params.get("lang"), request.cookies.get(COOKIE),
                          request.headers.get("accept-language", "")))
