"""The guard: who may ask, how much and how often; what answers carry; what is logged."""
import asyncio
import io
import json
import logging
from contextlib import contextmanager

import pytest

from games.api import InputError
from service import logs
from service.bodies import shape, unfit
from service.clients import Rates, address_of, digest, new_token, read_tokens
from service.headers import HEADERS
from tests.service.house import Settings, app_of, client_of
from tests.service.local import Local

CHECK = "/api/v1/positions/check"


@contextmanager
def logged():
    """What is logged, as JSON."""
    stream, logger = io.StringIO(), logging.getLogger(logs.NAME)
    before = logger.handlers, logger.propagate, logger.level
    logs.set_up(stream)
    lines = []
    try:
        yield lines
    finally:
        logger.handlers, logger.propagate, logger.level = before
        lines += map(json.loads, stream.getvalue().splitlines())


def refused(answer, status, word=""):
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"field", "error"}
    assert word in answer.json()["error"]
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert answer.headers["X-Request-ID"]


def test_every_answer_has_the_headers_and_a_strict_policy():
    answer = client_of().get("/healthz")
    assert answer.status_code == 200
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"


@pytest.mark.parametrize("path, method, status", [
    ("/nothing", "GET", 404), ("/api/v1/nothing", "POST", 404), (CHECK, "GET", 405),
    ("/api/v1/searches/%00", "GET", 404), ("/api/v1/reports/..%2f/x", "GET", 422)])
def test_errors_are_json_whatever_raised_them(path, method, status):
    refused(client_of().request(method, path), status)


def test_a_method_that_cannot_be_used_is_answered_with_those_that_can():
    answer = client_of().put("/api/v1/searches/some")
    refused(answer, 405)
    assert answer.headers["Allow"] == "DELETE, GET"


def test_a_fault_is_told_without_its_traceback_and_logged_with_it():
    app = app_of()

    @app.get("/broken")
    def broken():
        raise RuntimeError("the secret inside")

    with logged() as lines:
        answer = Local(app, raise_server_exceptions=False).get("/broken", headers={"X-Request-ID": "asked-1"})
    refused(answer, 500, "asked-1")
    assert "secret inside" not in answer.text
    fault = next(line for line in lines if line["level"] == "error")
    assert fault["id"] == "asked-1"
    assert "RuntimeError: the secret inside" in fault["traceback"]
    assert next(line for line in lines if line["message"] == "request")["status"] == 500


def test_a_body_is_bounded_whether_it_says_its_size_or_not():
    client = client_of(Settings(body_bytes=1000))
    large = json.dumps({"text": "x" * 2000}).encode()
    kind = {"Content-Type": "application/json"}
    refused(client.post(CHECK, content=large, headers=kind), 413, "1,000 bytes")
    refused(client.post(CHECK, content=iter([large[:900], large[900:]]), headers=kind), 413, "1,000 bytes")
    assert client.post(CHECK, json={"text": "x" * 500}).status_code == 200


def test_a_body_in_parts_reaches_the_endpoint_whole():
    whole = json.dumps({"text": "nonsense"}).encode()
    answer = client_of().post(CHECK, content=iter([whole[:5], whole[5:]]), headers={"Content-Type": "application/json"})
    assert answer.json()["ok"] is False


@pytest.mark.parametrize("content, kind, status, word", [
    (b'{"text": "x"}', "text/plain", 415, "application/json"), (b'{"text": "x"}', "", 415, "application/json"),
    (b"[" * 50 + b"]" * 50, "application/json", 400, "nested 50 deep"),
    (b'{"text": "\\u0000"}', "application/json", 400, "null"),
    (b'{"text": "\\ud800"}', "application/json", 400, "half"),
    (b"{", "application/json", 422, "no JSON"), (b"\xff", "application/json", 400, ""),
    (b'{"text": 5}', "application/json", 422, "found 5"), (b"[]", "application/json", 422, "")])
def test_bodies_that_cannot_be_used_are_refused(content, kind, status, word):
    refused(client_of().post(CHECK, content=content, headers={"Content-Type": kind}), status, word)


def test_depth_counts_what_is_open_and_no_text():
    assert shape(b"") == (0, 0)
    assert shape(b'{"a": [[1], [2]], "b": "[[[[\\"[[,,"}') == (3, 6)
    assert shape(b'"[[["') == (0, 0)
    assert shape(b"[" * 100_000) == (100_000, 100_000)


@pytest.mark.parametrize("text, expected", [
    (b'"\\u0041 \\\\u0000"', ""), (b'"\\ud83d\\ude00"', ""), (b'"\\ud83d"', "half a character"),
    (b'"\\ude00"', "half a character"), (b'"\\ud83d \\ude00"', "half a character"),
    (b'"\\ud83d\\n"', "half a character"),
    (b'"\\ud83d\\\\\\ude00"', "half a character"), (b'"\\ud83d\\ud83d\\ude00"', "half a character"),
    (b'"\\\\\\u0000"', "a null character"), (b"\0", "a null character")])
def test_texts_hold_whole_characters(text, expected):
    assert unfit(text) == expected


def test_a_bucket_lets_a_burst_through_then_so_many_a_second():
    rates = Rates(2.0, 3)
    assert [rates.wait("a", 0.0) for _ in range(4)] == [0, 0, 0, 1]
    assert rates.wait("b", 0.0) == 0            # another client has its own
    assert [rates.wait("a", 0.5), rates.wait("a", 0.5)] == [0, 1]
    assert [rates.wait("a", 60.0) for _ in range(4)] == [0, 0, 0, 1]
    slow = Rates(0.1, 1)
    assert [slow.wait("a", 0.0), slow.wait("a", 0.0)] == [0, 10]
    assert [Rates(0.0, 1).wait("a", 0.0) for _ in range(50)] == [0] * 50


def test_clients_that_ask_seldom_are_forgotten(monkeypatch):
    monkeypatch.setattr("service.clients.CLIENTS", 3)
    rates = Rates(1.0, 1)
    for client in "abcd":
        rates.wait(client, 0.0)
    assert [rates.wait(client, 0.0) for client in "da"] == [1, 0]


def test_who_asks_too_often_is_told_when_to_come_back():
    client = client_of(Settings(requests_per_second=0.001, request_burst=2))
    answers = [client.get("/api/v1/reports") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 900 <= int(answers[-1].headers["Retry-After"]) <= 1000


def test_with_tokens_who_changes_something_needs_one(tmp_path):
    token, line = new_token("laptop")
    file = tmp_path / "tokens"
    file.write_text(f"# whom we know\n{line}\n")
    assert token not in file.read_text()
    assert read_tokens(file) == {digest(token): "laptop"}
    client = client_of(Settings(tokens=file))
    refused(client.post(CHECK, json={"text": "x"}), 401, "API token")
    refused(client.post(CHECK, json={"text": "x"}, headers={"Authorization": "Bearer wrong"}), 401, "none of those")
    assert client.post(CHECK, json={"text": "x"}, headers={"Authorization": f"Bearer {token}"}).status_code == 200
    assert client.get("/healthz").status_code == 200
    assert client.get("/api/v1/reports").status_code == 200
    assert client.post("/api/v1/seats/a-secret/moves", json={}).status_code == 404      # a seat's secret is its token
    with logged() as lines:
        client.post(CHECK, json={"text": "x"}, headers={"Authorization": f"Bearer {token}"})
    assert lines[0]["client"] == "token laptop"


@pytest.mark.parametrize("text", ["", "name", "name nohash", "# only words"])
def test_a_file_of_tokens_that_cannot_be_used_is_refused(tmp_path, text):
    (tmp_path / "tokens").write_text(text)
    with pytest.raises(InputError, match="--new-token"):
        app_of(Settings(tokens=tmp_path / "tokens"))


def test_a_token_has_a_name_of_plain_characters():
    with pytest.raises(InputError, match="a name"):
        new_token("a name")


def test_pages_of_other_sites_may_ask_only_where_they_are_listed():
    elsewhere = {"Origin": "https://else.example", "Sec-Fetch-Site": "cross-site"}
    closed = client_of()
    assert "access-control-allow-origin" not in closed.get("/healthz", headers=elsewhere).headers
    refused(closed.post(CHECK, json={"text": "x"}, headers=elsewhere), 403)
    opened = client_of(Settings(origins=("https://else.example",)))
    answer = opened.post(CHECK, json={"text": "x"}, headers=elsewhere)
    assert answer.headers["access-control-allow-origin"] == "https://else.example"
    asked = {**elsewhere, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    assert opened.options(CHECK, headers=asked).status_code == 200
    refused(opened.post(CHECK, json={}, headers=elsewhere | {"Origin": "https://third.example"}), 403)


def test_a_request_is_one_line_of_the_log_without_any_secret():
    secret = "q9sD7hKx2LmN4pRt6vWy8zAb"
    with logged() as lines:
        client = client_of()
        client.get(f"/api/v1/searches/{secret}?token={secret}", headers={"X-Request-ID": "mine"})
        client.get(f"/nowhere/{secret}")
        client.get("/healthz", headers={"X-Request-ID": "two words\n"})
    assert len(lines) == 3
    assert secret not in json.dumps(lines)
    first, second, third = lines
    assert (first["id"], first["method"], first["status"]) == ("mine", "GET", 404)
    assert first["route"] == "/api/v1/searches/{search}"
    assert second["route"] == "/nowhere/***"
    assert third["id"] != "two words\n"
    assert {"time", "ms", "bytes", "client", "level"} <= set(first)


@pytest.mark.parametrize("client, expected", [
    (("192.0.2.7", 5), "192.0.2.7"), (("2001:db8:1:2:3::4", 5), "2001:db8:1:2::/64"), (None, "unknown")])
def test_an_address_of_version_6_counts_as_its_network(client, expected):
    assert address_of({"client": client}) == expected


def test_what_is_no_request_passes():
    passed = []

    async def app(scope, receive, send):
        passed.append(scope["type"])

    from service.guard import Guard
    from service.metrics import Metrics

    asyncio.run(Guard(app, Settings(), Metrics(), {})({"type": "lifespan"}, None, None))
    assert passed == ["lifespan"]


def test_a_long_body_counts_as_many_requests_and_health_is_always_answered():
    client = client_of(Settings(requests_per_second=0.001, request_burst=5, body_bytes=1_000_000))
    text = b"[" + b" " * 240_000 + b"]"
    found = [client.post("/api/v1/analyses", content=text, headers={"Content-Type": "application/json"})
             for _ in range(2)]
    assert [answer.status_code for answer in found] == [422, 429]
    assert found[1].headers["connection"] == "close"
    assert client.get("/healthz").status_code == client.get("/readyz").status_code == 200
    assert client.get("/api/v1/searches/x").status_code == 429


def test_a_body_in_chunks_counts_as_much_as_one_that_says_how_long_it_is():
    client = client_of(Settings(requests_per_second=0.001, request_burst=7, body_bytes=1_000_000))
    found = [client.post("/api/v1/analyses", content=iter([b"[", b" " * 240_000, b"]"]),
                         headers={"Content-Type": "application/json"}) for _ in range(2)]
    assert [answer.status_code for answer in found] == [422, 429]
    assert found[1].headers["connection"] == "close"
