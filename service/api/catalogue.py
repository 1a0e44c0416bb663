"""The games there are, and their levels."""
from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query

import games
from games import api
from games.api import InputError
from mcts.levels import listed
from service.api.errors import errors
from service.models import MOST_SEATS, Game, Level, Option
from service.refusals import Refused
from service.routes import Route

router = APIRouter(tags=["games"], route_class=Route)


@router.get("/games")
def every_game() -> list[Game]:
    """All games."""
    return [told(game) for game in games.playable()[0]]


@router.get("/games/{game}", responses=errors(404))
def one_game(game: str) -> Game:
    """One game."""
    return told(found(game))


@router.get("/games/{game}/levels", responses=errors(404))
def levels(game: str, seats: Annotated[int | None, Query(ge=1, le=MOST_SEATS)] = None) -> list[Level]:
    """The levels of a game, from a beginner to the strongest, with so many seats."""
    rules = found(game)
    if seats is not None and seats not in rules.seats:
        raise Refused("seats", f"found {seats}, expected one of {', '.join(map(str, rules.seats))}")
    return opponents(rules, seats or rules.seats[0])


def opponents(game: api.Game, seats: int) -> list[Level]:
    """The levels of a game with so many seats."""
    return [Level(name=f"level {each['level']}", **each) for each in listed(game.name, seats)]


def found(name: str) -> api.Game:
    """A game by its name; 404 where there is none."""
    try:
        return games.load(name)
    except InputError as error:
        raise HTTPException(404, str(error)) from None


def told(game: api.Game) -> Game:
    """What is told of a game."""
    return Game(name=game.name, title=game.title, version=game.version, seats=list(game.seats), hidden=game.hidden.what,
                sources=list(game.sources), levels=opponents(game, game.seats[0]),
                options=[Option(**{**asdict(each), "values": list(each.values), "label": each.name.replace("_", " "),
                                    "labels": list(each.values)}) for each in game.options])
