"""Health and metrics."""
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from tests.service.house import app_of, client_of


def test_a_server_that_answers_is_well_and_ready():
    client = client_of()
    assert client.get("/healthz").json() == client.get("/readyz").json() == {"ok": True}


def test_a_server_without_its_database_or_on_its_way_out_is_not_ready_but_lives():
    app = app_of()
    client = TestClient(app)

    def gone():
        raise OperationalError("select 1", {}, Exception("no route to postgresql://user:secret@host"))

    answering, app.state.store.ping = app.state.store.ping, gone
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "secret" not in answer.text
    app.state.store.ping = answering
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
    text = client.get("/metrics").text
    assert 'ludosoph_requests_total{method="GET",route="/healthz",status="200"} 3.0' in text
    assert 'ludosoph_requests_total{method="GET",route="/api/v1/searches/{search}",status="404"} 1.0' in text
    assert 'ludosoph_requests_total{method="GET",route="none",status="404"} 1.0' in text
    assert 'ludosoph_request_seconds_bucket{le="0.005",route="/healthz"}' in text
    assert "ludosoph_searches_waiting 0.0" in text
    assert "ludosoph_searches_running 0.0" in text


def test_metrics_know_what_is_searched():
    app = app_of()
    client = TestClient(app)
    found = [client.post("/api/v1/analyses", json={"game": "burgundy", "maxSeconds": 15}).json()["search"]
             for _ in range(2)]
    text = client.get("/metrics").text
    assert "ludosoph_searches_running 2.0" in text
    for each in found:
        client.delete(f"/api/v1/searches/{each}")
