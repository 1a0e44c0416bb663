"""The server: all its parts put together, begun and ended."""
from __future__ import annotations

import os
import sys
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from importlib.metadata import version
from types import FrameType
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from mcts.course import work_in
from service import guard, heap, logs
from service.api import catalogue, health, lines, positions, reports, searches, seats, tables
from service.bots import Bots
from service.errors import error_response
from service.housekeeping import Housekeeping
from service.pages import add_pages
from service.played import Late
from service.remote import Workers
from service.rooms import Rooms
from service.searches import Searches
from service.settings import Settings
from service.store import Conflict, Store, full

if TYPE_CHECKING:
    from starlette.responses import Response

API = "/api/v1"
NICE = 10                   # of threads that search, so that those that answer go before them
SWITCH = 0.001              # seconds that a thread has the interpreter while another one waits to answer
ABOUT = "Play, follow a real table, analyse and review. A seat at a table is named by its secret."


def create_app(settings: Settings) -> FastAPI:
    """The application of one server. Raises InputError for settings that cannot be used."""
    app = FastAPI(title="ludosoph", version=version("ludosoph"), description=ABOUT, docs_url=None, redoc_url=None,
                  lifespan=lifespan)
    state = app.state
    state.settings, state.store = settings, Store(settings.database)
    workers = Workers(settings.scheduler) if settings.scheduler else None
    state.searches = Searches(settings.threads, settings.memory, settings.searches, workers)
    state.rooms = Rooms(state.store, settings)
    state.bots = Bots(state.rooms, state.searches.queue)
    state.housekeeping = Housekeeping(state.rooms)
    for each in (catalogue, tables, seats, searches, positions, lines, reports):
        app.include_router(each.router, prefix=API)
    app.include_router(health.router)
    add_pages(app)
    guard.install(app, settings)
    state.rooms.metrics = state.metrics
    state.metrics.gauge("tables", "Tables in the database", state.store.count)
    app.add_exception_handler(Late, _late)
    app.add_exception_handler(Conflict, _late)
    app.add_exception_handler(SQLAlchemyError, _no_database)
    return app


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Levels play and other servers are listened to while the application runs; then what is under way is ended."""
    state = app.state
    state.rooms.begin()
    state.bots.begin()
    state.housekeeping.begin()
    yield
    state.searches.stopping = True
    state.rooms.close()
    state.housekeeping.close()
    await run_in_threadpool(state.bots.close)
    await run_in_threadpool(state.searches.close, state.settings.grace)
    state.store.close()


def run(settings: Settings) -> None:
    """Serve until the process is told to stop. Raises InputError for settings that cannot be used."""
    import uvicorn

    app = create_app(settings)
    searches: Searches = app.state.searches

    class Server(uvicorn.Server):
        """Ends searches as soon as it is told to stop: it waits for those who follow them before it ends itself."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            super().handle_exit(sig, frame)
            threading.Thread(target=searches.close, args=(settings.grace,), daemon=True).start()

    logs.set_up()
    heap.settle()
    sys.setswitchinterval(SWITCH)
    work_in(ThreadPoolExecutor(settings.threads, "search", initializer=give_way))
    Server(uvicorn.Config(
        app, host=settings.host, port=settings.port, log_config=None, access_log=False,
        timeout_graceful_shutdown=int(settings.grace) + 4, proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None)).run()


def give_way() -> None:
    """Let other threads of the process go first."""
    if sys.platform == "linux":         # where this is about the thread, not the process
        os.nice(NICE)


def _late(request: Request, error: Exception) -> JSONResponse:
    return error_response(409, str(error) or "the game has gone on")


async def _no_database(request: Request, error: Exception) -> Response:
    why = "its disk is full, and nothing was written" if full(error) else type(error).__name__
    return error_response(503, f"the database does not answer: {why}")
