"""A seat at a table, by its secret: what it sees, what it is told, and what it does."""
from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from games.api import InputError
from games.speech import parse_action
from mcts.advice import search_params
from mcts.redeals import resampled
from service.api.errors import errors
from service.api.searches import Begun, reviewed, searches_of, usual, within
from service.api.streams import PING, STREAM, event, opened_stream, silence, streams_of
from service.api.tables import INVITE, opened, rooms_of, table_of
from service.clients import client_of, digest
from service.errors import error_response
from service.followed import FollowRoom
from service.models import (
    Advising,
    After,
    Forking,
    Heard,
    Known,
    Line,
    Made,
    Moving,
    NewTable,
    Resigning,
    Shown,
    Stale,
    Step,
    Steps,
    Undoing,
    View,
)
from service.played import Late
from service.positions import picture
from service.refusals import Refused
from service.replays import replayed
from service.rooms import Act, Reused, Room
from service.routes import TableRoute
from service.said import about, document, words_for
from service.store import Conflict, Entry, Right, Start

if TYPE_CHECKING:
    from core_ext.state import State

router = APIRouter(prefix="/seats/{secret}", tags=["seats"], route_class=TableRoute)
STALE: dict[int | str, dict[str, Any]] = {
    409: {"model": Stale, "description": "the game has gone on, or it is not this seat's turn"}}


class Seat(NamedTuple):
    """What a secret gives."""

    start: Start
    right: Right

    @property
    def number(self) -> int:
        """Its place at the table; a table that is followed shows its keeper all that is known there."""
        return self.right.seat or 0


def seat_of(request: Request, secret: str) -> Seat:
    """The seat of a secret; 404 where there is none."""
    held = rooms_of(request).store.holder(digest(secret))
    if held is None or held[0].role == INVITE:
        raise HTTPException(404, "no seat has this secret")
    right, start = held
    about(request, start.game)
    return Seat(start, right)


# ---- what is seen -----------------------------------------------------------------------------------


@router.get("", responses=errors(404))
def view(request: Request, secret: str, after: After = None) -> View:
    """The table as this seat sees it, and what it may do. With `after` all that a page shows is in this one answer."""
    seat = seat_of(request, secret)
    with rooms_of(request).use(seat.start) as room:
        seen = seen_by(room, seat, after)
    return seen()


def seen_by(room: Room, seat: Seat, after: int | None) -> Callable[[], View]:
    """What gives the table as a seat sees it now; with `after` with the board, and what it was told after that line.

    It is to be called once others may use the room: to draw the board takes longer than all else.
    """
    view = room.view(seat.number)
    if after is None:
        return lambda: view
    told, (state, eyes) = list(room.log(seat.number)[after:]), room.sight(seat.number)
    return lambda: view.model_copy(update={"svg": picture(room.game, state, eyes), "told": told})


@router.get("/board.svg", response_class=Response,
            responses={**errors(404), 200: {"content": {"image/svg+xml": {}}, "description": "the board"}})
def board(request: Request, secret: str, after: Annotated[int | None, Query(ge=0, lt=2**31)] = None) -> Response:
    """The board as this seat sees it, or as it saw it after line number `after` of its log. What can be touched has an
    id.
    """
    seat = seat_of(request, secret)
    with rooms_of(request).use(seat.start) as room:
        state, eyes = room.sight(seat.number, after)
    drawn = picture(room.game, state, eyes)       # it takes longer than all else, and others may go on meanwhile
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


@router.get("/log", responses=errors(404))
def log(request: Request, secret: str, after: Annotated[int, Query(ge=0, lt=2**31)] = 0) -> list[Heard]:
    """What this seat was told, after line number `after`."""
    seat = seat_of(request, secret)
    with rooms_of(request).use(seat.start) as room:
        return list(room.log(seat.number)[after:])


@router.get("/position", responses=errors(404))
def position(request: Request, secret: str) -> Known:
    """The position as this seat knows it, to be analysed or played on elsewhere: what is hidden from it is dealt anew,
    so it is one of those that the seat cannot tell apart.
    """
    seat = seat_of(request, secret)
    with rooms_of(request).use(seat.start) as room:
        if room.over:
            return Known(position=room.game.notation.position_to_json(room.seen(seat.number)), view=None)
        state, view = known_to(room, seat), room.follow.view if isinstance(room, FollowRoom) else seat.number
        return Known(position=room.game.notation.position_to_json(state), view=view if state.hides else None)


@router.get("/record", response_class=Response, responses={
    **errors(404, 409), 200: {"content": {"application/jsonl": {}}, "description": "the record"}})
def record(request: Request, secret: str) -> Response:
    """The record of a game that is over, or of a table that is followed."""
    start, _ = seat_of(request, secret)
    with rooms_of(request).use(start) as room:
        if start.kind == "play" and not room.over:
            raise HTTPException(409, "the record of a game is available once it is over")
        text = room.record.text()
    return Response(text, media_type="application/jsonl",
                    headers={"Cache-Control": "no-store",
                             "Content-Disposition": f'attachment; filename="{start.game}-{start.id}.jsonl"'})


@router.get("/events", response_class=StreamingResponse, responses={**errors(404), 200: STREAM})
async def events(request: Request, secret: str) -> StreamingResponse:
    """Follow a table: `told` for each line that this seat is told, then `view` with the revision. A stream that was
    lost goes on after the line that `Last-Event-ID` names.
    """
    seat = await run_in_threadpool(seat_of, request, secret)
    streams_of(request)
    last = request.headers.get("last-event-id", "")
    heard = int(last) if last.isdecimal() and len(last) < 10 else None
    return StreamingResponse(stream(request, seat, heard), media_type="text/event-stream",
                             headers={"X-Accel-Buffering": "no", "Cache-Control": "no-store"})


async def stream(request: Request, seat: Seat, heard: int | None) -> AsyncIterator[str]:
    """The events of a table, until the listener goes. What this seat is not told of leads to no event."""
    rooms, silent, before = rooms_of(request), 0.0, ""
    with opened_stream(request), rooms.listened(seat.start) as wake:
        yield ": here\n\n"
        while not request.app.state.searches.stopping:
            wake.clear()
            try:
                async with request.app.state.gates.database.passed():
                    news, heard, now = await run_in_threadpool(_news, request, seat, heard)
            except (SQLAlchemyError, Late, HTTPException):      # the database is away: the listener comes back
                return
            for line in news:
                told = document(words_for(request), line.model_dump())
                yield f"id: {line.number}\n{event('told', told)}"
            if (shown := now.model_dump_json(exclude={"moves"})) != before:
                before, silent = shown, 0.0
                yield event("view", {"revision": now.revision})
            while not wake.is_set() and not request.app.state.searches.stopping:
                silent += await silence(wake)
                if silent >= PING:
                    silent = 0.0
                    yield event("ping", {})


def _news(request: Request, seat: Seat, heard: int | None) -> tuple[list[Heard], int, View]:
    """What a listener has not heard yet, and how much it then has; at first it hears nothing that it can ask for."""
    with rooms_of(request).use(seat.start) as room:
        lines = room.log(seat.number)
        return [] if heard is None else list(lines[heard:]), len(lines), room.view(seat.number)


# ---- what is done -----------------------------------------------------------------------------------


@router.post("/moves", response_model=View, responses={**errors(404), **STALE})
def move(request: Request, secret: str, asked: Moving) -> View | Response:
    """Play a move; at a table that is followed, a move of any seat or an outcome of chance."""
    seat = seat_of(request, secret)
    return done(request, seat, asked, lambda room: room.move(seat.number, asked.move, asked.revision))


@router.post("/undo", response_model=View, responses={**errors(404), **STALE})
def undo(request: Request, secret: str, asked: Undoing) -> View | Response:
    """Take moves back, as far as nothing was learnt since; at a table that is followed, entries."""
    seat = seat_of(request, secret)
    return done(request, seat, asked, lambda room: room.undo(seat.number, asked.count))


@router.post("/resign", response_model=View, responses={**errors(404), **STALE})
def resign(request: Request, secret: str, asked: Resigning) -> View | Response:
    """Give the game up. A level plays on for this seat as long as others play."""
    seat = seat_of(request, secret)
    return done(request, seat, asked, lambda room: room.resign(seat.number))


@router.post("/line", response_model=View | Shown, responses={**errors(404), **STALE})
def line(request: Request, secret: str, asked: Line | Steps) -> View | Shown | Response:
    """At a table that is followed, what happened, typed in short forms (`text`). With `moves` instead: what each move
    of a line of play touches on the board, from what this seat knows.
    """
    seat = seat_of(request, secret)
    if isinstance(asked, Steps):
        with rooms_of(request).use(seat.start) as room:
            state = known_to(room, seat)
        return Shown(steps=steps(room, state, asked.moves))
    text = asked.text

    def enter(room: Room) -> list[Entry]:
        if not isinstance(room, FollowRoom):
            raise Refused("text", "goes with a table that is followed; here moves are played by POST .../moves")
        return room.line(text)

    return done(request, seat, asked, enter)


def done(request: Request, seat: Seat, asked: Moving | Undoing | Resigning | Line, act: Act) -> View | Response:
    """Do it, and answer with the table as it stands then, or with 409 where it comes too late."""
    rooms, right = rooms_of(request), seat.right
    own = None if asked.key is None else f"{right.role} {right.seat}: {asked.key}"      # others may use the same key
    what = f"{type(asked).__name__} {asked.model_dump_json(exclude={'after', 'key', 'revision'})}"
    try:
        with rooms.alone(seat.start):       # a view that was begun must not meet the next move
            seen = seen_by(rooms.do(seat.start, own, act, asked=what), seat, asked.after)
    except (Late, Conflict) as error:
        with rooms.use(seat.start) as room:
            stale = Stale(field=None, error=str(error) or "the game has gone on", view=room.view(seat.number))
        return JSONResponse(stale.model_dump(), status_code=409)
    except Reused as error:
        return error_response(422, str(error), "key", words=words_for(request))
    return seen()


# ---- searches ---------------------------------------------------------------------------------------


def known_to(room: Room, seat: Seat) -> State:
    """The position as this seat knows it, what is hidden from it dealt anew. Searches deal it again by themselves."""
    if isinstance(room, FollowRoom):
        return room.state.copy()
    return resampled(room.seen(seat.number), seat.number, 0)


def steps(room: Room, state: State, moves: list[str]) -> list[Step]:
    """The moves of a line that can be shown: up to one that does not fit, or to luck."""
    found = list[Step]()
    for text in moves:
        try:
            action = parse_action(room.game, state, text)
        except InputError:
            break
        if action not in state.legal_actions():
            break
        found.append(Step(move=text, ids=list(room.game.touches(state, action))))
        state.apply_action(action)
        if state.current_player() < 0:
            break
    return found


@router.post("/advice", status_code=202, responses=errors(404, 409))
def advice(request: Request, secret: str, asked: Advising) -> Begun:
    """Search for the best move from what this seat knows. It has to be its turn."""
    seat, searches = seat_of(request, secret), searches_of(request)
    with rooms_of(request).use(seat.start) as room:
        state, game = known_to(room, seat), room.game
        who, view = state.current_player(), room.follow.view if isinstance(room, FollowRoom) else None
        if room.over or who < 0 or (not isinstance(room, FollowRoom) and who != seat.number):
            raise HTTPException(409, "advice is for the seat to act, and it is not this one's turn")
    seconds = usual(searches, asked.seconds) if asked.simulations is None else asked.seconds
    params = search_params("", seconds, asked.simulations)
    within(searches, params)
    return Begun(search=searches.advise(client_of(request), game, state, params, asked.every, view=view).id)


@router.post("/review", status_code=202, responses=errors(404, 409))
def review(request: Request, secret: str) -> Begun:
    """Review the game, once it is over."""
    start, right = seat_of(request, secret)
    with rooms_of(request).use(start) as room:
        if not room.over and start.kind == "play":
            raise HTTPException(409, "a game can be reviewed once it is over")
        played = room.record.text()
    return reviewed(request, replayed(played), None, right.seat if start.kind == "follow" else None)


@router.post("/fork", status_code=201, responses=errors(404, 409))
def fork(request: Request, secret: str, asked: Forking) -> Made:
    """A new table to follow, from a position of this game: one that is over, or that is followed."""
    start, _ = seat_of(request, secret)
    with rooms_of(request).use(start) as room:
        if start.kind == "play" and not room.over:
            raise HTTPException(409, "a game can be continued elsewhere once it is over")
        record = room.record
    number = len(record.events) if asked.number is None else asked.number
    if number > len(record.events):
        raise Refused("number", f"found {number}, expected at most {len(record.events)}")
    del record.events[number:]
    record.result = None
    wanted = NewTable(kind="follow", record=record.text(), view=start.view)
    made, replay = table_of(wanted, None, None)
    return opened(rooms_of(request), made, replay, asked.key or token_urlsafe(24))
