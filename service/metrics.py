"""Metrics of one server in the form that Prometheus reads, at an address that players do not reach."""
from __future__ import annotations

from collections.abc import Callable
from math import nan

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, start_http_server
from sqlalchemy.exc import SQLAlchemyError

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")      # others count as "other"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)      # seconds


class Metrics:
    """What is counted, each server for itself."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter("ludosoph_requests", "Requests answered", ("method", "route", "status"),
                                 registry=self.registry)
        self._seconds = Histogram("ludosoph_request_seconds", "Seconds until a request was answered", ("route",),
                                  buckets=BUCKETS, registry=self.registry)
        self._searches = Counter("ludosoph_searches", "Searches that are over", ("kind", "state"),
                                 registry=self.registry)
        self.moves = Counter("ludosoph_moves", "Moves and outcomes of chance that were written down",
                             registry=self.registry)

    def request(self, method: str, route: str, status: int, seconds: float, stream: bool = False) -> None:
        """A request was answered. How long a stream of events was open says nothing about speed."""
        self._requests.labels(method if method in METHODS else "other", route, status).inc()
        if not stream:
            self._seconds.labels(route).observe(seconds)

    def search(self, kind: str, state: str) -> None:
        """A search is over: done, ended by somebody, or failed."""
        self._searches.labels(kind, state).inc()

    def gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Something that is asked for whenever somebody reads the metrics."""
        def known() -> float:
            try:
                return value()
            except SQLAlchemyError:         # the others are told all the same
                return nan

        Gauge(f"ludosoph_{name}", about, registry=self.registry).set_function(known)

    def serve(self, host: str, port: int) -> Callable[[], None]:
        """Answer at an address of its own, in threads: what is counted tells what is hidden at a table. Returns what
        ends that.
        """
        server, _ = start_http_server(port, host, registry=self.registry)

        def end() -> None:
            server.shutdown()
            server.server_close()

        return end

    def text(self) -> bytes:
        """All of it."""
        return generate_latest(self.registry)
