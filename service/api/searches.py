"""Searches: advice, analyses and reviews are asked for, watched, and ended."""
from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from games.speech import Speech
from mcts.advice import THINKING
from mcts.limits import LEAST_EVERY, LEAST_SECONDS, MOST_SECONDS, MOST_SIMULATIONS
from mcts.params import SearchParams
from mcts.unknown import view_of
from service.api.errors import errors
from service.api.streams import PING, STREAM, event, opened_stream, silence, streams_of
from service.clients import client_of
from service.models import EXACT_SEED, MOST_SEATS, Asked, Choices, Recorded, few
from service.positions import replay_of
from service.queries import OVERRIDES, read_query
from service.refusals import Refused
from service.replays import Replay
from service.routes import Route
from service.said import about, document, words_for
from service.searches import Kind, Search, Searches, State

router = APIRouter(tags=["searches"], route_class=Route)
PATIENCE = 2.0              # seconds that an ended search has to say what it knows
SIMULATIONS = 1000          # of each decision of a review
MOST_MOVES = 10_000         # of an analysis from a position on
Setting = Annotated[str, StringConstraints(max_length=100)] | bool | int | float
Document = dict[str, Any]
OLDER = "that the record was made by another version of the rules"


class Analysis(Asked):
    """A position to analyse: a game from its start, a position, or a record. Fields as in `ludosoph analyze`."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"game": "burgundy", "maxVisits": 500}]})

    id: str = Field(default="", max_length=200, description="comes back in the document")
    game: str | None = None
    position: Document | None = None
    record: Recorded | None = None
    moves: Annotated[list[Annotated[str, StringConstraints(max_length=500)]],
                     Field(max_length=MOST_MOVES, fail_fast=True)] | None = None
    seats: int | None = None
    options: Choices | None = None
    maxVisits: int | None = Field(default=None, ge=1, le=MOST_SIMULATIONS)
    maxSeconds: float | None = Field(default=None, ge=LEAST_SECONDS, le=MOST_SECONDS)
    reportDuringSearchEvery: float | None = Field(default=None, ge=LEAST_EVERY, le=MOST_SECONDS)
    overrideSettings: Annotated[dict[str, Setting], few(len(OVERRIDES))] | None = None
    seed: int | None = Field(default=None, ge=0, le=EXACT_SEED)
    trust: bool | None = None
    view: Annotated[int, Field(ge=0, lt=MOST_SEATS)] | None = Field(
        default=None, description="the seat that asks: what it cannot see of the position is dealt anew")


class Game(Asked):
    """A game to review."""

    record: Recorded
    simulations: int | None = Field(default=None, ge=2, description=f"of each decision, by default {SIMULATIONS:,}")
    seat: int | None = Field(default=None, ge=0, lt=16, description="while the game is not over, count what this seat "
                                                                    "knows; by default the last to decide")


class Begun(BaseModel):
    """A search that was taken."""

    search: str = Field(description="its id: with it anybody can read and end it")
    warning: str | None = Field(default=None, description=OLDER)


class Searched(BaseModel):
    """What is known of a search."""

    id: str
    kind: Kind
    state: State
    waiting: int = Field(description="its place among those that wait, the first at 1; 0 where it has begun")
    progress: float = Field(ge=0, le=1, description="share of its budget that is spent")
    document: Document | None = Field(description="the result; while it runs the last report, if any was asked for")
    error: str | None
    warning: str | None = Field(default=None, description=OLDER)


@router.post("/analyses", status_code=202, responses=errors(503))
def analyse(request: Request, asked: Analysis) -> Begun:
    """Analyse a position."""
    searches = searches_of(request)
    document = asked.model_dump(exclude_none=True, exclude={"view"})
    replay = None if asked.record is None else replay_of(asked.record)
    if asked.maxVisits is None:
        document["maxSeconds"] = usual(searches, asked.maxSeconds)
    query = read_query(document, searches.queue.threads, searches.queue.edges(1), replay)
    question = query.questions[0]
    if asked.view is not None and asked.view >= question.state.seats:
        raise Refused("view", f"found {asked.view}, expected 0 to {question.state.seats - 1}")
    view = question.view if question.view is not None else asked.view
    within(searches, question.params, searches.limits.longest("analysis", query.every))
    found = searches.advise(client_of(request), question.game, question.state, question.params, query.every, query.id,
                            "analysis", view)
    return begun(found, query.warning)


@router.post("/reviews", status_code=202, responses=errors(503))
def review(request: Request, asked: Game) -> Begun:
    """Review a game: every decision, what it cost and what was better, and luck told from skill."""
    replay = replay_of(asked.record)
    if asked.seat is not None and asked.seat >= replay.end.seats:
        raise Refused("seat", f"found {asked.seat}, expected 0 to {replay.end.seats - 1}")
    return reviewed(request, replay, asked.simulations, asked.seat)


def reviewed(request: Request, replay: Replay, simulations: int | None, seat: int | None) -> Begun:
    """Begin the review of a record. Raises Refused."""
    searches = searches_of(request)
    most = searches.limits.review_simulations
    simulations = min(SIMULATIONS, most) if simulations is None else simulations
    if simulations > most:
        raise Refused("simulations", f"found {simulations:,}, expected at most {most:,}")
    found = searches.review(client_of(request), replay.game, replay.start, replay.actions, simulations, viewer=seat,
                            view=view_of(replay.record))
    return begun(found, replay.told)


def begun(search: Search, warning: str) -> Begun:
    """A search that was taken, and what is to be said of its record as long as it is known."""
    search.warning = warning
    return Begun(search=search.id, warning=warning or None)


@router.get("/searches/{search}", responses=errors(404))
def known(request: Request, search: str) -> Searched:
    """What is known of a search. Who asks now and then keeps it going."""
    return told(searches_of(request), search_of(request, search))


@router.delete("/searches/{search}", responses=errors(404))
def end(request: Request, search: str) -> Searched:
    """End a search; what is known is its document."""
    found, searches = search_of(request, search), searches_of(request)
    searches.end(found)
    found.over.wait(PATIENCE)
    return told(searches, found)


@router.get("/searches/{search}/events", responses={**errors(404), 200: STREAM}, response_class=StreamingResponse)
async def events(request: Request, search: str) -> StreamingResponse:
    """Follow a search: `progress`, `report` with what is known so far, and at last `done` with the document, or
    `failed`. A search ends soon after the last one who follows it has gone.
    """
    found = search_of(request, search)
    streams_of(request)
    return StreamingResponse(stream(request, found), media_type="text/event-stream",
                             headers={"X-Accel-Buffering": "no"})


async def stream(request: Request, search: Search) -> AsyncIterator[str]:
    """The events of a search until it is over."""
    searches = searches_of(request)
    with opened_stream(request), search.listened() as news:
        before, silent, words = Heard(), 0.0, words_for(request)
        while True:
            news.clear()
            over = search.over.is_set()
            for each in before.new(searches, search, over, words):
                silent = 0.0
                yield each
            if over:
                return
            silent += await silence(news)       # the place in the queue changes without any news
            if silent >= PING:
                silent = 0.0
                yield ": still there\n\n"


class Heard:
    """What one who follows a search has been told."""

    def __init__(self) -> None:
        self.progress: Document | None = None
        self.report: Document | None = None

    def new(self, searches: Searches, search: Search, over: bool, words: Speech | None = None) -> Iterator[str]:
        """The events that tell what is new, in these words."""
        now = {"state": search.state, "waiting": searches.place(search), "progress": search.progress}
        if now != self.progress:
            self.progress = now
            yield event("progress", now)
        report = search.report
        if report is not None and report is not self.report:
            self.report = report
            yield event("report", document(words, report))
        if over:
            if search.document is not None:
                yield event("done", document(words, search.document))
            else:
                yield event("failed", document(words, {
                    "field": None, "error": search.error or "the search was ended"}))


def told(searches: Searches, search: Search) -> Searched:
    """A search as it is told."""
    state, report = search.state, search.report     # in this order: a state that is told has its document
    return Searched(id=search.id, kind=search.kind, state=state, waiting=searches.place(search),
                    progress=search.progress, document=search.document or report, error=search.error,
                    warning=search.warning or None)


def search_of(request: Request, wanted: str) -> Search:
    """The search with this id; 404 where there is none, or none any more."""
    found = searches_of(request).find(wanted)
    if found is None:
        raise HTTPException(404, "no search has this id, or its result was kept for long enough")
    about(request, found.game)
    return found


def searches_of(request: Request) -> Searches:
    """Those of this server."""
    found: Searches = request.app.state.searches
    return found


def usual(searches: Searches, seconds: float | None) -> float:
    """The seconds asked for, or those of a search without any budget."""
    return min(THINKING, searches.limits.seconds) if seconds is None else seconds


def within(searches: Searches, params: SearchParams, seconds: float | None = None) -> None:
    """Raises Refused for a budget that is too large: `seconds` of work at most, by default those of any search."""
    limits = searches.limits
    most = limits.seconds if seconds is None else seconds
    if params.seconds is not None and params.seconds > most:
        raise Refused("maxSeconds", f"found {params.seconds:g}, expected at most {most:g}")
    if params.simulations is not None and params.simulations > limits.simulations:
        raise Refused("maxVisits", f"found {params.simulations:,}, expected at most {limits.simulations:,}")
