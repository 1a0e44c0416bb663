"""Positions and records without a table: checked as a person types, started afresh, looked up in a game."""
from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field, StringConstraints

import games
from games import records
from games.api import InputError
from games.documents import read_document
from games.fields import one_line
from games.positions import Position, draw_on, placed
from games.speech import field_in_english
from service import values
from service.api.errors import errors
from service.models import EXACT_SEED, MOST_SEATS, RULES, START, Asked, Choices, Move, Recorded
from service.places import Mark, mark, path_of, place_of
from service.positions import moves, named, paragraphs, picture, replay_of, to_move
from service.refusals import Refused
from service.routes import Route
from service.said import about, about_given

router = APIRouter(tags=["positions"], route_class=Route)
NAME = "position"           # of a text in messages, which is left out again
Document = dict[str, Any]
Key = Annotated[str, StringConstraints(max_length=100)] | int



class Check(Asked):
    """A position as it was typed, or as a JSON object."""

    text: str | None = Field(default=None, description="the position as a JSON text; errors then have line and column")
    position: Document | None = Field(default=None, description="or as a JSON object", examples=[START])
    svg: bool = Field(default=True, description="with the picture")
    seat: int | None = Field(default=None, ge=0, lt=MOST_SEATS, description="show what this seat sees; by default all "
                                                                            "there is")
    trust: bool = Field(default=False, description="its parts need not add up to what the box holds")


class Fault(BaseModel):
    """What is wrong with a position, and where."""

    message: str
    place: str | None = Field(description="of the field at fault, as in players[1].silver")
    name: str | None = Field(description="of that field, for people", examples=["seat 1 · silver"])
    line: int | None = Field(description="in the text, from 1")
    column: int | None


class Checked(BaseModel):
    """A position that was understood, or what is wrong with it."""

    ok: bool
    error: Fault | None = None
    game: str | None = None
    svg: str | None = None
    text: str | None = Field(default=None, description="the board as text, in English")
    toMove: int | str | None = Field(default=None, description="a seat, \"chance\", or null where the game is over")
    moves: list[Move] = []
    names: dict[str, str] = Field(default={}, description="what the picture shows, in words, by id")
    rules: list[int] | None = Field(default=None, description=RULES)


class Pointed(Asked):
    """A part of a picture, or a field."""

    position: Document = Field(description="what is set up; the game need not read it as it is", examples=[START])
    id: Annotated[str, StringConstraints(min_length=1, max_length=100)] | None = Field(
        default=None, description="of an element of the picture", examples=["cell-a1"])
    path: Annotated[list[Key], Field(min_length=1, max_length=12)] | None = Field(
        default=None, description="or the place of a field: keys and numbers, as in [\"players\", 0, \"silver\"]")


class Value(BaseModel):
    """A value that a field may have."""

    value: str | int | bool | float | None = Field(description="null: nothing lies there")
    label: str = Field(description="for people")
    fits: str = Field(description="\"yes\"; \"uncounted\": then the parts do not add up to what the box holds; \"no\": "
                                  "not as the rest of the position is")


class Place(BaseModel):
    """A field of a position, and what it may hold."""

    path: list[str | int]
    name: str = Field(description="of the field, for people", examples=["seat 1 · silver"])
    value: str | int | bool | float | None
    values: list[Value]
    listed: bool = Field(description="one of a list of things, from which it goes where nothing lies there")


class Places(BaseModel):
    """The fields of a part of a picture."""

    places: list[Place]
    fields: list[list[str | int]] = Field(description="the places of all fields")
    fieldNames: list[str] = Field(description="their names, for people")


class New(Asked):
    """What a game begins with."""

    game: str = Field(examples=["burgundy"])
    seats: int | None = Field(default=None, ge=1, le=MOST_SEATS)
    options: Choices = {}
    seed: int = Field(default=0, ge=0, le=EXACT_SEED, description="of all luck up to the first decision")


class Started(BaseModel):
    """A position."""

    position: Document


class InRecord(Asked):
    """A position in a game."""

    record: Recorded = Field(examples=[
        [{"format": "ludosoph-record/1", "game": "pig", "seats": 2, "version": 1}]])
    number: int = Field(ge=0, le=records.EVENT_LIMIT, description="events that come before the position")


class Found(Started):
    """A position in a game, and its picture."""

    svg: str
    toMove: int | str | None
    events: int = Field(description="that the record has")
    move: str | None = Field(None, description="what happened next in the record; null at its end")
    warning: str | None = Field(None, description="that the record was made by another version of the rules")


@router.post("/positions/check", responses=errors())
def check(request: Request, asked: Check) -> Checked:
    """Whether a text is a position: its picture and legal moves, or what is wrong and where.

    It is quick enough to be called as a person types.
    """
    if (asked.text is None) == (asked.position is None):
        raise Refused("text", "expected either text or position")
    try:
        document = asked.position if asked.text is None else read_document(asked.text, NAME)
        about_given(request, document)
        found = placed(document, asked.trust)
        if asked.seat is not None and asked.seat >= found.state.seats:
            raise Refused("seat", f"found {asked.seat}, expected 0 to {found.state.seats - 1}")
        return checked(found, asked.svg, found.view if asked.seat is None else asked.seat)
    except Refused:
        raise
    except InputError as error:
        return Checked(ok=False, error=fault(error, asked.text))


@router.post("/positions/values", responses=errors())
def choices(request: Request, asked: Pointed) -> Places:
    """What may lie in a place of the board, for setting up by clicks: its fields with the values that they may have.

    Values are tried one by one; the answer holds those that could be tried in one and a half seconds.
    """
    about_given(request, asked.position)
    try:
        question = values.Asked(asked.position)
        path = None if asked.path is None else tuple(asked.path)
        if path is not None and path not in question.fields:
            raise Refused("path", "expected the place of a field of the position")
        found = question.at(asked.id) if asked.id else [] if path is None else [question.place(path)]
    except Refused:
        raise
    except InputError as error:
        raise Refused("position", one_line(error)) from None
    return Places(places=[Place(path=list(each.path), name=field_in_english(each.path), value=each.value,
                                listed=each.listed, values=[
        Value(value=one.value, label="" if one.value is None else str(one.value), fits=one.fits)
        for one in each.values]) for each in found],
        fields=[list(path) for path in question.fields], fieldNames=list(map(field_in_english, question.fields)))


@router.post("/positions/new", responses=errors())
def new(request: Request, asked: New) -> Started:
    """A starting position, its luck drawn until somebody has to decide."""
    if not games.known(asked.game):
        raise Refused("game", f"found {asked.game[:40]!r}, expected one of {', '.join(games.names())}")
    game = games.load(asked.game)
    about(request, game.name)
    state = game.start(asked.seats, asked.options)
    draw_on(state, asked.seed)
    return Started(position=game.notation.position_to_json(state))


@router.post("/records/positions", responses=errors())
def in_record(request: Request, asked: InRecord) -> Found:
    """The position in a game after so many events."""
    replay = replay_of(asked.record)
    events = len(replay.events)
    if asked.number > events:
        raise Refused("number", f"found {asked.number}, expected at most {events}, the record's events")
    game, at = replay.game, replay.at(asked.number)
    about(request, game.name)
    return Found(position=game.notation.position_to_json(at), svg=picture(game, at), toMove=to_move(at),
                 events=events, warning=replay.told or None,
                 move=replay.events[asked.number].move if asked.number < events else None)


def checked(found: Position, svg: bool, seat: int | None) -> Checked:
    """What is told of a position."""
    game, state = found.game, found.state
    drawn = picture(game, state, seat) if svg else None
    return Checked(ok=True, game=game.name, svg=drawn, text=game.render.text(state, seat).plain, toMove=to_move(state),
                   moves=moves(game, state), names=named(drawn or ""), rules=paragraphs(game, state))


def fault(error: InputError, text: str | None) -> Fault:
    """What is wrong with a position that was typed, and where."""
    message = one_line(error).removeprefix(f"{NAME}: ")
    if found := re.match(r"line (\d+), column (\d+)\b", message):
        return Fault(message=message, place=None, name=None, line=int(found[1]), column=int(found[2]))
    place = place_of(message)
    at: Mark | None = None if text is None else mark(text, place)
    return Fault(message=message, place=place or None, name=place and field_in_english(path_of(place)) or None,
                 line=at and at.line, column=at and at.column)
