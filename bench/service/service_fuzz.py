"""Thousands of requests made up from the OpenAPI schema of the service: no answer is a fault, and each fits the schema.

    python -m bench service_fuzz --requests 5000

It asks an application in this process, with a database of its own. `tests/service/test_openapi.py` makes some hundreds.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import schemathesis
import typer
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from starlette.testclient import TestClient

from service.app import create_app
from service.searches import Limits
from service.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
PEOPLE = [{"kind": "person"}, {"kind": "open"}]
TABLES: list[dict[str, Any]] = [
    {"game": "connect_four", "players": PEOPLE}, {"game": "burgundy", "players": PEOPLE},
    {"game": "catan_cards", "players": PEOPLE}, {"game": "pig", "kind": "follow"},
    {"game": "leduc_poker", "players": PEOPLE}, {"game": "catan_cards", "kind": "follow", "view": 0}]
REAL = ("game", "search", "table", "invite", "secret")      # parameters that get a value that there is,
MADE_UP = 4                 # but one time in so many
ENDLESS = ("GET /api/v1/seats/{secret}/events",)            # its answer ends with the table
LIMITS = Limits(seconds=0.02, simulations=20, review_simulations=2)     # searches are short, so that requests are many


class Service:
    """An application, its schema, and tables and searches to ask it for."""

    def __init__(self, folder: Path) -> None:
        app = create_app(Settings(database=f"sqlite:///{folder}/games.db", requests_per_second=0.0, searches=LIMITS,
                                  hosts=("testserver",)))
        app.router.lifespan_context = _always      # each request would begin and end the server
        self.schema: Any = schemathesis.openapi.from_asgi("/openapi.json", app)
        self.client, self.number = TestClient(app), 0

    def answered(self, case: Any) -> int:
        """Send a request; the status of its answer. Raises what schemathesis finds wrong with it.

        What is wrong with a game or a position no schema can tell: that it is refused is right. So it is that a body
        is too large, whatever is wrong with it besides.
        """
        self.number += 1
        if self.number % MADE_UP and case.path_parameters and case.operation.label not in ENDLESS:
            case.path_parameters |= {name: self.real(name) for name in case.path_parameters if name in REAL}
        response = case.call()
        apart = [positive_data_acceptance] + [negative_data_rejection] * (response.status_code == 413)
        case.validate_response(response, excluded_checks=apart)
        return int(response.status_code)

    def real(self, name: str) -> str:
        """A value of a parameter of paths that there is."""
        if name == "game":
            return TABLES[self.number % len(TABLES)]["game"]
        if name == "search":
            begun = self.client.post("/api/v1/analyses", json={"game": "tic_tac_toe", "maxVisits": 10})
            return str(begun.json().get("search", "none"))
        made = self.client.post("/api/v1/tables", json=TABLES[self.number % len(TABLES)]).json()
        if name == "table":
            return str(made["table"])
        return str(made["invite"]) if name == "invite" else str(made["keeper"] or made["seats"][0]["secret"])


def asking(service: Service, operation: Any, requests: int, number: int) -> Counter[int]:
    """Send so many requests to one endpoint; how many answers had which status."""
    counts = Counter[int]()

    @seed(number)
    @given(operation.as_strategy())
    @settings(max_examples=requests, deadline=None, database=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))
    def ask(case: Any) -> None:
        counts[service.answered(case)] += 1

    ask()
    return counts


@asynccontextmanager
async def _always(app: FastAPI) -> AsyncIterator[None]:
    yield


def told(counts: Counter[int]) -> str:
    """How many answers had which status."""
    return ", ".join(f"{status}: {count:,}" for status, count in sorted(counts.items()))


def run(
    requests: Annotated[int, typer.Option(min=1, help="how many, about")] = 5000,
    number: Annotated[int, typer.Option("--seed", help="of the requests")] = 0,
) -> None:
    """Send made-up requests and count the answers. The first one that is wrong ends it, with the request."""
    total = Counter[int]()
    with TemporaryDirectory() as folder:
        service = Service(Path(folder))
        operations = [found.ok() for found in service.schema.get_all_operations()]
        for operation in operations:
            counts = asking(service, operation, -(-requests // len(operations)), number)
            print(f"{operation.label}: {told(counts)}", flush=True)
            total += counts
    print(f"{total.total():,} requests, none of them a fault; by status: {told(total)}")
