"""Searches over HTTP: asked for, watched, bounded, ended, kept."""
import json
import socket
import threading
import time
from contextlib import contextmanager

import httpx
import pytest
import uvicorn

import games
from games.positions import draw_on
from games.records import Recorder
from mcts.advice import advise, search_params
from mcts.redeals import resampled
from reports.terminal.advice import headline
from service.searches import Busy, Limits, Searches
from tests.service.house import LIMITS, app_of, client_of
from tests.whole import mostly_whole

LONG = {"game": "burgundy", "maxSeconds": 15}
SHORT = {"game": "connect_four", "maxVisits": 200}


def begin(client, document, path="analyses"):
    answer = client.post(f"/api/v1/{path}", json=document)
    assert answer.status_code == 202, answer.text
    return answer.json()["search"]


def result(client, search, seconds=20.0):
    until = time.monotonic() + seconds
    while (found := client.get(f"/api/v1/searches/{search}").json())["state"] in ("waiting", "running"):
        assert time.monotonic() < until, found
        time.sleep(0.02)
    return found


def events(text):
    """(name, data) of each event of a stream."""
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":"))
        if lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found


def played(name, seed=1):
    """A finished game: its record as lines."""
    game = games.load(name)
    recorder = Recorder(game, game.start(), seed)
    while not (state := recorder.state).is_terminal():
        recorder.apply_action(state.keyed_chance(seed) if state.is_chance_node() else state.legal_actions()[0])
    return recorder.finish().lines()


@contextmanager
def serving(app):
    """A server of its own thread; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(app, "127.0.0.1", port, log_level="critical"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


def wait_for(what, seconds=10.0):
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_an_analysis_is_what_suggest_says_with_words_for_people():
    client = client_of()
    found = result(client, begin(client, SHORT | {"id": "mine"}))
    assert (found["state"], found["progress"], found["error"], found["kind"]) == ("done", 1.0, None, "analysis")
    game = games.load("connect_four")
    alone = advise(game, game.start(), search_params("", None, 200), "mine").document
    told = found["document"]
    words = told.pop("words")
    for document in (told, alone):
        for name in ("seconds", "simulationsPerSecond"):
            del document["rootInfo"][name]
    assert {name: told[name] for name in alone if name != "rootInfo"} == {
        name: alone[name] for name in alone if name != "rootInfo"}
    assert words["headline"] == headline(told)
    assert set(words) == {"headline", "verdict", "order", "why", "contrast", "next", "rough"}


@pytest.mark.parametrize("document, field, status", [
    ({"game": "burgundi"}, "game", 400), ({"game": "burgundy", "maxSeconds": 21}, "maxSeconds", 400),
    ({"game": "burgundy", "maxVisits": 100_001}, "maxVisits", 400), ({}, "game", 400),
    ({"game": "burgundy", "maxVisits": 0}, "maxVisits", 422), ({"game": "burgundy", "visits": 5}, "visits", 422),
    ({"game": "burgundy", "maxSeconds": 201, "reportDuringSearchEvery": 1}, "maxSeconds", 400),
    ({"game": "burgundy", "maxVisits": 5, "view": 9}, "view", 400),
    ({"game": "burgundy", "moves": ["no"]}, "moves", 400), ({"record": "{"}, "record", 400),
    ({"game": "burgundy", "overrideSettings": {"threads": 9}}, "overrideSettings", 400)])
def test_what_cannot_be_searched_is_refused_with_its_field(document, field, status):
    answer = client_of().post("/api/v1/analyses", json=document)
    assert (answer.status_code, answer.json()["field"]) == (status, field)


def test_an_analysis_that_somebody_watches_may_take_longer_and_is_ended_when_they_like():
    client = client_of()
    search = begin(client, {"game": "connect_four", "maxSeconds": 200, "reportDuringSearchEvery": 0.1})
    assert client.delete(f"/api/v1/searches/{search}").json()["state"] in ("running", "ended")


def test_an_analysis_for_one_seat_says_nothing_of_a_hand_that_it_cannot_see():
    """Seat 1 is to act, and which card it holds is dealt anew for seat 0: two hands lead to the same answer."""
    game, client, found = games.load("leduc_poker"), client_of(), []
    for own in ("K", "Q"):
        position = game.notation.position_to_json(game.start()) | {"cards": ["J", own]}
        document = result(client, begin(client, {
            "position": position, "moves": ["check"], "maxVisits": 64, "view": 0}))["document"]
        document["rootInfo"] = {name: value for name, value in document["rootInfo"].items() if "econd" not in name}
        found.append(document)
    assert found[0]["rootInfo"]["handUnknown"] is not None
    assert found[0] == found[1]


def test_settings_keep_their_kinds():
    client = client_of(threads=2)
    found = result(client, begin(client, SHORT | {"overrideSettings": {"threads": 2, "policy": "uct", "solve": False}}))
    assert found["document"]["rootInfo"]["threads"] == 2


def test_events_tell_progress_reports_and_the_document():
    client = client_of()
    search = begin(client, LONG | {"maxSeconds": 1.5, "reportDuringSearchEvery": 0.2})
    found = events(client.get(f"/api/v1/searches/{search}/events").text)
    names = [name for name, _ in found]
    assert names.count("report") >= 2
    assert names[-1] == "done"
    assert names.count("done") == 1
    visits = [data["rootInfo"]["visits"] for name, data in found if name == "report"]
    assert visits == sorted(visits)
    shares = [data["progress"] for name, data in found if name == "progress"]
    assert shares == sorted(shares)
    assert all(data["isDuringSearch"] for name, data in found if name == "report")
    again = events(client.get(f"/api/v1/searches/{search}/events").text)
    assert [name for name, _ in again] == ["progress", "done"]       # who comes late still gets the document
    assert again[-1] == found[-1]


def test_a_search_that_is_ended_says_what_it_knows_and_one_that_never_began_nothing():
    client = client_of(limits=Limits(seconds=30, each=50, waiting=50))
    running = begin(client, LONG)
    wait_for(lambda: client.get(f"/api/v1/searches/{running}").json()["progress"] > 0)
    others = [begin(client, LONG) for _ in range(20)]
    waiting = client.get(f"/api/v1/searches/{others[-1]}").json()
    assert (waiting["state"], waiting["document"]) == ("waiting", None)
    assert waiting["waiting"] > 1
    assert client.delete(f"/api/v1/searches/{others[-1]}").json()["state"] == "ended"
    ended = client.delete(f"/api/v1/searches/{running}").json()
    assert ended["state"] == "ended"
    assert ended["document"]["terminated"]
    assert ended["document"]["planInfos"]
    assert events(client.get(f"/api/v1/searches/{others[-1]}/events").text)[-1] == (
        "failed", {"field": None, "error": "the search was ended"})
    for each in reversed(others):
        client.delete(f"/api/v1/searches/{each}")


def test_more_searches_than_a_client_may_have_are_refused_with_a_time_to_come_back():
    client = client_of()
    mine = [begin(client, LONG) for _ in range(LIMITS.each)]
    refused = client.post("/api/v1/analyses", json=SHORT)
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert refused.json()["field"] is None
    for each in mine:
        client.delete(f"/api/v1/searches/{each}")
    assert result(client, begin(client, SHORT))["state"] == "done"


def test_a_full_queue_takes_no_more_of_anybody():
    searches, game = Searches(1, 2**26, Limits(waiting=2, each=50)), games.load("connect_four")
    for number in range(14 + 2):        # places for long jobs, and what may wait
        searches.advise(str(number), game, game.start(), search_params("", 15.0))
    with pytest.raises(Busy) as refused:
        searches.advise("one more", game, game.start(), search_params("", 15.0))
    assert not refused.value.stopping
    assert refused.value.retry >= 1
    searches.close(0.0)
    wait_for(lambda: not searches.queue.jobs())


def test_a_search_that_nobody_asks_for_any_more_ends_and_its_result_is_forgotten_later():
    searches = Searches(1, 2**26, Limits(unheard=0.3, kept=0.2))
    game = games.load("burgundy")
    state = game.start()
    draw_on(state, 1)
    search = searches.advise("me", game, state, search_params("", 15.0))
    assert search.over.wait(10)
    assert search.state == "ended"
    wait_for(lambda: not searches.kept)
    assert searches.find(search.id) is None
    assert not searches.queue.jobs()


def test_a_client_that_vanishes_leaves_no_search_behind():
    app = app_of(limits=Limits(seconds=30, unheard=0.3))
    searches = app.state.searches
    with serving(app) as address, httpx.Client(base_url=address) as client:
        search = begin(client, LONG | {"reportDuringSearchEvery": 0.1})
        with client.stream("GET", f"/api/v1/searches/{search}/events") as stream:
            lines = stream.iter_lines()
            while next(lines) != "event: report":
                pass
            time.sleep(1.5)             # longer than anybody may be silent: who listens need not ask
            assert searches.queue.jobs()
        wait_for(lambda: not searches.queue.jobs(), 5)
        assert client.get(f"/api/v1/searches/{search}").json()["state"] == "ended"


def test_a_stop_lets_short_searches_finish_and_ends_long_ones_with_what_they_have():
    app = app_of(threads=2)
    searches, game = app.state.searches, games.load("burgundy")
    state = game.start()
    draw_on(state, 1)
    long, short = (searches.advise(str(seconds), game, state, search_params("", seconds)) for seconds in (15.0, 0.3))
    begun = time.monotonic()
    searches.close(1.5)
    assert time.monotonic() - begun < 8
    assert (short.state, long.state) == ("done", "ended")
    assert long.document["planInfos"]
    with pytest.raises(Busy) as refused:
        searches.advise("me", game, state, search_params("", 1.0))
    assert refused.value.stopping


def test_a_review_is_a_search_with_the_document_of_the_command():
    client = client_of()
    lines = played("connect_four")
    search = begin(client, {"record": "\n".join(lines), "simulations": 20}, "reviews")
    found = events(client.get(f"/api/v1/searches/{search}/events").text)
    assert found[-1][0] == "done"
    review = found[-1][1]
    assert (review["game"], review["simulations"], len(review["totals"])) == ("connect_four", 20, 2)
    listed = begin(client, {"record": [json.loads(line) for line in lines], "simulations": 20}, "reviews")
    assert result(client, listed)["document"] == review


@pytest.mark.parametrize("more, cut, field", [
    ({"record": "{}"}, 0, "record"), ({"simulations": 10**6}, 0, "simulations"), ({"seat": 5}, 0, "seat"),
    ({}, 1, "record")])
def test_a_game_that_cannot_be_reviewed_is_refused_with_its_field(more, cut, field):
    lines = played("connect_four")
    answer = client_of().post("/api/v1/reviews", json={"record": "\n".join(lines[:len(lines) - cut])} | more)
    assert (answer.status_code, answer.json()["field"]) == (400, field)


def test_what_is_made_of_a_record_of_other_rules_says_so_as_long_as_it_is_known():
    first, *lines = map(json.loads, played("pig"))
    some = [first, *lines[:next(k for k, line in enumerate(lines) if k and line["seat"] != "chance")]]
    told = "version: found 7, but the rules of pig played here are version 1"
    for path, more in (("reviews", {"simulations": 20}), ("analyses", {"maxVisits": 20})):
        whole = [first, *lines] if path == "reviews" else some
        for record, warning in ((whole, None), ([first | {"version": 7}, *some[1:]], told)):
            client = client_of()
            answer = client.post(f"/api/v1/{path}", json={"record": record, **more})
            assert answer.status_code == 202, answer.text
            begun = answer.json()
            found = result(client, begun["search"])
            assert found["state"] == "done", found
            assert (begun["warning"] or "").endswith(warning or "")
            assert bool(begun["warning"]) == bool(warning)
            assert found["warning"] == begun["warning"]


def test_a_review_gives_way_to_advice_and_can_be_ended():
    client = client_of(limits=Limits(review_simulations=5000))
    review = begin(client, {"record": "\n".join(played("burgundy")), "simulations": 5000}, "reviews")
    wait_for(lambda: client.get(f"/api/v1/searches/{review}").json()["state"] == "running")
    assert result(client, begin(client, SHORT))["state"] == "done"
    assert client.get(f"/api/v1/searches/{review}").json()["state"] == "running"
    ended = client.delete(f"/api/v1/searches/{review}").json()
    assert (ended["state"], ended["document"]) == ("ended", None)


@pytest.mark.parametrize("name", mostly_whole(["catan_cards", "orleans", "leduc_poker"], "leduc_poker".__eq__))
def test_what_a_seat_cannot_know_changes_nothing_of_its_advice(name):
    game = games.load(name)
    state = game.start()
    draw_on(state, 4)
    other = resampled(state, state.current_player(), 99)
    searches, documents = Searches(1, 2**26), []
    for each in (state, other):
        search = searches.advise("me", game, each, search_params("", None, 60))
        assert search.over.wait(20)
        document = search.document
        for clocked in ("seconds", "simulationsPerSecond"):
            del document["rootInfo"][clocked]
        documents.append(json.dumps(document))
    assert documents[0] == documents[1]


def test_an_unknown_search_is_not_found():
    client = client_of()
    for method, path in (("GET", "x"), ("DELETE", "x"), ("GET", "x/events")):
        answer = client.request(method, f"/api/v1/searches/{path}")
        assert (answer.status_code, set(answer.json())) == (404, {"field", "error"})
