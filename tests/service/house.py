"""A server with searches, positions, reports and health alone: no table and no database."""
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI

from service import guard
from service.api import health, positions, reports, searches
from service.metrics import Metrics
from service.readiness import Readiness
from service.searches import Limits, Searches
from tests.service.local import Local

LIMITS = Limits(seconds=20.0, simulations=100_000, review_simulations=100, each=3, waiting=4)


@dataclass(frozen=True)
class Settings:
    """What of the settings is asked for here."""

    body_bytes: int = 100_000
    body_seconds: float = 20.0
    json_depth: int = 32
    json_items: int = 20_000
    listeners: int = 100
    listeners_each: int = 50
    hosts: tuple[str, ...] = ()
    requests_per_second: float = 0.0
    request_burst: int = 5
    origins: tuple[str, ...] = ()
    tokens: Path | None = None
    reports: Path | None = None


class Store:
    """A database that answers."""

    def trouble(self) -> str:
        return ""


def app_of(settings=None, limits=LIMITS, threads=1) -> FastAPI:
    app = FastAPI()
    app.state.settings, app.state.store = settings or Settings(), Store()
    app.state.searches = Searches(threads, 2**26, limits)
    for each in (searches, positions, reports):
        app.include_router(each.router, prefix="/api/v1")
    app.include_router(health.router)
    guard.install(app, app.state.settings, Metrics())
    app.state.readiness = Readiness({"database": app.state.store.trouble, "searches": app.state.searches.trouble})
    return app


def client_of(settings=None, limits=LIMITS, threads=1) -> Local:
    return Local(app_of(settings, limits, threads), raise_server_exceptions=False)
