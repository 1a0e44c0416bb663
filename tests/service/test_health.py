"""Health and metrics."""
import socket
import threading
import time

import httpx

from service.app import serve_metrics
from tests.service.desk import server
from tests.service.house import app_of, client_of
from tests.service.local import Local


def test_a_server_that_answers_is_well_and_ready():
    client = client_of()
    assert client.get("/healthz").json() == client.get("/readyz").json() == {"ok": True}


def test_a_server_without_its_database_or_on_its_way_out_is_not_ready_but_lives():
    app = app_of()
    client = Local(app)

    app.state.readiness.parts["database"] = lambda: "its disk is full"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["error"]) == (503, "database: its disk is full")
    app.state.readiness.parts["database"] = lambda: ""
    assert client.get("/readyz").status_code == 200
    app.state.searches.close(0.1)
    assert client.get("/readyz").status_code == 503
    assert client.get("/healthz").status_code == 200


def test_metrics_count_requests_by_route_and_status():
    client = client_of()
    for _ in range(3):
        client.get("/healthz")
    client.get("/api/v1/searches/some-search-that-there-is-not")
    client.get("/wp-login.php")
    assert client.get("/metrics").status_code == 404       # players learn from counts what is hidden
    text = client.app.state.metrics.text().decode()
    assert 'ludosoph_requests_total{method="GET",route="/healthz",status="200"} 3.0' in text
    assert 'ludosoph_requests_total{method="GET",route="/api/v1/searches/{search}",status="404"} 1.0' in text
    assert 'ludosoph_requests_total{method="GET",route="none",status="404"} 2.0' in text
    assert 'ludosoph_request_seconds_bucket{le="0.005",route="/healthz"}' in text
    assert "ludosoph_searches_waiting 0.0" in text
    assert "ludosoph_searches_running 0.0" in text


def test_metrics_know_what_is_searched():
    app = app_of()
    client = Local(app)
    found = [client.post("/api/v1/analyses", json={"game": "burgundy", "maxSeconds": 15}).json()["search"]
             for _ in range(2)]
    text = app.state.metrics.text().decode()
    assert "ludosoph_searches_running 2.0" in text
    for each in found:
        client.delete(f"/api/v1/searches/{each}")


def test_a_part_that_does_not_answer_is_named_and_keeps_nobody_waiting(monkeypatch):
    monkeypatch.setattr("service.readiness.PATIENCE", 0.2)
    app, free = app_of(), threading.Event()
    app.state.readiness.parts["searches"] = lambda: str(free.wait(60) and "")
    with Local(app) as client:
        begun = time.monotonic()
        for _ in range(3):
            answer = client.get("/readyz")
            assert answer.status_code == 503
            assert answer.json()["error"].startswith("searches: has not answered")
            assert client.get("/healthz").status_code == 200
        assert time.monotonic() < begun + 20
        free.set()
        while client.get("/readyz").status_code != 200:
            assert time.monotonic() < begun + 30


def test_metrics_are_served_at_an_address_of_their_own(sqlite):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with server(sqlite) as client:
        end = serve_metrics(client.app.state.metrics, f"127.0.0.1:{port}")
        client.get("/healthz")
        text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        end()
    assert "ludosoph_tables 0.0" in text
    assert 'route="/healthz"' in text
