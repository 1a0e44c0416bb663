"""The server: all its parts put together, begun and ended."""
from __future__ import annotations

import errno
import os
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from importlib.metadata import version
from ipaddress import ip_address
from types import FrameType
from typing import TYPE_CHECKING

from fastapi import Depends, FastAPI, Request
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from games.api import InputError
from games.fields import shown
from mcts.course import work_in
from service import guard, heap, logs, said, warming
from service.api import catalogue, health, lines, positions, reports, searches, seats, tables
from service.bots import Bots
from service.errors import error_response
from service.housekeeping import Housekeeping
from service.metrics import Metrics
from service.pages import add_pages
from service.played import Late
from service.readiness import Readiness
from service.remote import Workers
from service.rooms import Rooms
from service.searches import Searches
from service.settings import Settings, address, checked
from service.store import Conflict, Store, why

if TYPE_CHECKING:
    from starlette.responses import Response

API = "/api/v1"
BACKLOG = 2048              # connections that wait until they are taken
NICE = 10                   # of threads that search, so that those that answer go before them
RETRY = 2                   # seconds after which it is worth asking a database again
SWITCH = 0.001              # seconds that a thread has the interpreter while another one waits to answer
ABOUT = "Play, follow a real table, analyse and review. A seat at a table is named by its secret."


def create_app(settings: Settings, metrics: Metrics | None = None) -> FastAPI:
    """The application of one server, which counts in `metrics`. Raises InputError for settings that cannot be used."""
    app = FastAPI(title="ludosoph", version=version("ludosoph"), description=ABOUT, docs_url=None, redoc_url=None,
                  lifespan=lifespan)
    state = app.state
    state.settings = checked(settings)
    workers = Workers(settings.scheduler) if settings.scheduler else None
    state.searches = Searches(settings.threads, settings.memory, settings.searches, workers)
    guard.install(app, settings, metrics or Metrics())
    state.store = Store(settings.database)      # after all that may be refused: it makes a database
    state.rooms = Rooms(state.store, settings)
    state.bots = Bots(state.rooms, state.searches.queue)
    state.housekeeping = Housekeeping(state.rooms)
    for each in (catalogue, tables, seats, searches, positions, lines, reports):
        app.include_router(each.router, prefix=API, dependencies=[Depends(said.asked_in)])
    app.include_router(health.router)
    add_pages(app)
    state.readiness = Readiness({"database": state.store.trouble, "searches": state.searches.trouble})
    state.rooms.metrics = state.metrics
    if workers is not None:
        state.metrics.gauge("workers", "Threads of the cluster's workers, as last counted", lambda: workers.counted)
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
    state.readiness.close()
    state.store.close()


def run(settings: Settings, tell: Callable[[str], None] = lambda line: None) -> None:
    """Serve until the process is told to stop; `tell` hears where, and what should be known of that.

    Raises InputError for settings that cannot be used, and KeyboardInterrupt where Ctrl-C ends it.
    """
    import uvicorn

    from service.connections import AT_ONCE, Connections, most_connections, protocol

    metrics = Metrics()
    with ExitStack() as refused:
        listening = bound(settings.host, settings.port)     # before a new database is made that nobody would use
        refused.callback(listening.close)
        if settings.metrics:
            refused.callback(serve_metrics(metrics, settings.metrics))
        app = create_app(settings, metrics)
        refused.pop_all()
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    tell(f"http://{host}:{listening.getsockname()[1]}")
    if settings.tokens is None and not ours_alone(settings.host):
        tell("Whoever reaches this address can make tables and searches; --tokens lets only those who have a token.")
    connections = Connections(most_connections(settings.connections), 0 if settings.proxies else
                              settings.connections_each, settings.head_seconds)
    searches: Searches = app.state.searches

    class Server(uvicorn.Server):
        """Ends searches as soon as it is told to stop: it waits for those who follow them before it ends itself."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            super().handle_exit(sig, frame)
            threading.Thread(target=searches.close, args=(settings.grace,), daemon=True).start()

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            listening.listen(BACKLOG)           # asyncio has made it as few as it takes at once

    logs.set_up()
    heap.settle()
    sys.setswitchinterval(SWITCH)
    work_in(ThreadPoolExecutor(settings.threads, "search", initializer=give_way))
    warming.begin()
    Server(uvicorn.Config(
        app, http=protocol(connections), backlog=AT_ONCE, log_config=None, access_log=False,
        timeout_graceful_shutdown=int(settings.grace) + 4, proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None)).run(sockets=[listening])


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises InputError."""
    try:
        family, kind, proto, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM,
                                                           flags=socket.AI_PASSIVE)[0]
        # asyncio sends at once what is written only where a socket names its protocol: without it the body of an answer
        # waits 40 ms for the client to confirm the head
        listening = socket.socket(family, kind, proto)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise InputError(f"--port: found {port}, on which another program listens already; expected a free "
                             "one") from None
        raise InputError(f"--host: {shown(host)}, port {port}: cannot listen there: {error.strerror}") from None
    return listening


def serve_metrics(metrics: Metrics, where: str) -> Callable[[], None]:
    """Answer with the metrics at that address; what is returned ends it. Raises InputError."""
    host, port = address(where)
    try:
        return metrics.serve(host, port)
    except OSError as error:
        raise InputError(f"--metrics: found {where}: cannot listen there: {error.strerror}") from None


def ours_alone(host: str) -> bool:
    """Whether only this machine reaches that address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def give_way() -> None:
    """Let other threads of the process go first."""
    if sys.platform == "linux":         # where this is about the thread, not the process
        os.nice(NICE)


def _late(request: Request, error: Exception) -> JSONResponse:
    return error_response(409, str(error) or "the game has gone on", words=said.words_for(request))


async def _no_database(request: Request, error: Exception) -> Response:
    return error_response(503, f"the database does not answer: {why(error)}", headers={"Retry-After": str(RETRY)})
