"""A server with searches, positions, reports and health alone: no table and no database."""
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI
from starlette.testclient import TestClient

from service import guard
from service.api import health, positions, reports, searches
from service.searches import Limits, Searches

LIMITS = Limits(seconds=20.0, simulations=100_000, review_simulations=100, each=3, waiting=4)


@dataclass(frozen=True)
class Settings:
    """What of the settings is asked for here."""

    body_bytes: int = 100_000
    json_depth: int = 32
    requests_per_second: float = 0.0
    request_burst: int = 5
    origins: tuple[str, ...] = ()
    tokens: Path | None = None
    reports: Path | None = None


class Store:
    """A database that answers."""

    def ping(self) -> None:
        return None


def app_of(settings=None, limits=LIMITS, threads=1) -> FastAPI:
    app = FastAPI()
    app.state.settings, app.state.store = settings or Settings(), Store()
    app.state.searches = Searches(threads, 2**26, limits)
    for each in (searches, positions, reports):
        app.include_router(each.router, prefix="/api/v1")
    app.include_router(health.router)
    guard.install(app, app.state.settings)
    return app


def client_of(settings=None, limits=LIMITS, threads=1) -> TestClient:
    return TestClient(app_of(settings, limits, threads), raise_server_exceptions=False)
