"""Pages to play and to follow a real table: a new game, a seat at a table, an invitation."""
from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, cached_property, lru_cache
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

import games
from games.api import Game, InputError
from games.night import darkened, night_of
from games.speech import speech
from service.api.seats import Seat, seen_by
from service.api.tables import INVITE, rooms_of
from service.clients import digest
from service.pages.frame import page, words_of
from service.pages.options import common, expert_ones
from service.played import Late
from service.routes import TableRoute
from service.said import document
from service.store import Conflict
from service.words import Words

router = APIRouter(include_in_schema=False)
tables = APIRouter(include_in_schema=False, route_class=TableRoute)    # pages that ask the database
DAY = 24 * 3600             # seconds that a browser may keep the picture of a game
CHOICES = 64                # pictures of values that are kept
SIMPLE = 750                # a picture less wide is shown as a whole, as in study.js
Document = dict[str, Any]


@router.get("/", response_class=HTMLResponse)
def home(request: Request) -> Response:
    """A new game."""
    return new_game(request, "play")


@router.get("/follow", response_class=HTMLResponse)
def follow(request: Request) -> Response:
    """A new table to follow."""
    return new_game(request, "follow")


def new_game(request: Request, kind: str) -> Response:
    """The form for a new game, to play or to follow."""
    levels = about_levels(words_of(request))
    return page(request, "home.html", kind, spoken=["home", "study"], kind=kind, games=all_games(),
                common=common, expert_ones=expert_ones,
                catalogue={game.name: {"seats": game.seats, "levels": levels} for game in all_games()})


@tables.get("/play/{secret}", response_class=HTMLResponse)
@tables.get("/follow/{secret}", response_class=HTMLResponse)
@tables.get("/invite/{secret}", response_class=HTMLResponse)
def table(request: Request, secret: str) -> Response:
    """A seat at a table, a real table that is followed, or an open seat: whatever the secret gives."""
    kind = request.url.path.split("/")[1]
    held = request.app.state.store.holder(digest(secret))
    if held is None:
        return missing(request)
    right, start = held
    given = INVITE if right.role == INVITE else start.kind
    if given != kind:
        return RedirectResponse(f"/{given}/{secret}")
    game = games.load(start.game)
    if kind == INVITE:
        return page(request, "invite.html", "play", spoken=["study"], secret=secret, game=game.title)
    return page(request, f"{kind}.html", kind, spoken=["table", "advice", "study"], begun=True,
                pictured=game.name, kind=kind, secret=secret, title=game.title, game=game.name,
                has_rules=game.rules.page is not None, first=First(request, Seat(start, right)))


class First:
    """What a seat sees at first, for its page to show without asking. The board is drawn once the page comes to it."""

    def __init__(self, request: Request, seat: Seat) -> None:
        self._words, self._seen = speech(words_of(request).language, seat.start.game), None
        with suppress(Late, Conflict), rooms_of(request).use(seat.start) as room:      # or else it asks, and hears why
            self._seen = seen_by(room, seat, after=0)

    @cached_property
    def view(self) -> Document:
        """All but the board; empty where the page has to ask."""
        return {key: value for key, value in self._whole.items() if key != "svg"}

    @cached_property
    def svg(self) -> str:
        """The board."""
        return str(self._whole.get("svg", ""))

    @property
    def simple(self) -> bool:
        """Whether the board is a small one."""
        found = re.match(r'<svg [^>]*viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ', self.svg)
        return found is not None and float(found[1]) < SIMPLE

    @cached_property
    def _whole(self) -> Document:
        if self._seen is None:
            return {}
        found: Document = document(self._words, self._seen().model_dump(mode="json"))
        return found


def missing(request: Request) -> Response:
    """Where there is no page."""
    words = words_of(request)
    return page(request, "error.html", status=404, heading=words("error.missing"), told=words("error.missing_told"))


@router.get("/boards/{name}.svg")
def board(name: str, dark: bool = False) -> Response:
    """A game before its first decision, as a picture to choose it by."""
    try:
        kept = {"Cache-Control": f"max-age={DAY}"}
        return Response(first_picture(name, dark), media_type="image/svg+xml", headers=kept)
    except InputError:
        raise HTTPException(404, "there is no such game") from None


@router.get("/boards/{name}/{option}/{value}.svg")
def choice(name: str, option: str, value: str, dark: bool = False) -> Response:
    """A value of an option, as a picture to choose it by."""
    try:
        picture = chosen_picture(name, option, value, dark)
    except (InputError, LookupError):
        raise HTTPException(404, "there is no such picture") from None
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": f"max-age={DAY}"})


@lru_cache(CHOICES)
def chosen_picture(name: str, option: str, value: str, dark: bool) -> str:
    """The picture of a value. Raises InputError, and LookupError where there is none."""
    game = games.load(name)
    return coloured(game, game.pictures[option].draw(value), dark)


@cache
def first_picture(name: str, dark: bool = False) -> str:
    """The board of a game at its first decision; `dark`: in its colours for a dark screen. Raises InputError."""
    game = games.load(name)
    state = game.start()
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(1))
    return coloured(game, game.render.svg(state), dark)


def coloured(game: Game, svg: str, dark: bool) -> str:
    """A picture of a game; `dark`: in the colours for a dark screen that the game has."""
    night = night_of(game) if dark else None
    return svg if night is None else darkened(svg, night)


@cache
def all_games() -> list[Game]:
    """The games, the large ones first: those whose parts can be measured; last of these what is many games in one."""
    return sorted(games.playable()[0],
                  key=lambda game: (not game.balance.items, bool(game.variants.kinds), game.title))


def about_levels(words: Words) -> Mapping[int, str]:
    """What each level is like, in the language of who reads."""
    return {1: words("levels.1"), 2: words("levels.2"), 3: words("levels.3"), 4: words("levels.4"),
            5: words("levels.5"), 6: words("levels.6"), 7: words("levels.7"), 8: words("levels.8")}
