"""Seats by the API: moves and retries, what comes too late, taking back, resigning, events, followed tables."""
import json
import threading
import time
from contextlib import contextmanager

import httpx
import pytest

from service.app import create_app
from service.settings import Settings
from tests.service.browser.studio import served
from tests.service.desk import AGAINST, API, PERSONS, done, new, post, secrets, server, settled, view


@pytest.fixture
def client(sqlite):
    with server(sqlite) as made:
        yield made


def connect_four(client):
    return secrets(new(client, game="connect_four", players=PERSONS))


def first_move(client, secret):
    return view(client, secret)["moves"][0]["move"]


def test_one_answer_has_the_board_and_what_was_told_where_they_are_asked_for(client):
    one, two = connect_four(client)
    at, move = f"{API}/seats/{one}", first_move(client, one)
    played = done(client, one, "moves", move=move, after=0)
    log, board = client.get(f"{at}/log").json(), client.get(f"{at}/board.svg").text
    assert played == client.get(at, params={"after": 0}).json() == {**view(client, one), "svg": board, "told": log}
    assert [line["move"] for line in log] == [move]
    assert client.get(at, params={"after": 1}).json()["told"] == []
    assert (view(client, one)["svg"], view(client, one)["told"]) == (None, None)
    back = done(client, one, "undo", after=1)
    assert [line["move"] for line in back["told"]] == [f"takes back: {move}"]
    assert back["svg"] == client.get(f"{at}/board.svg").text != board
    late = post(client, two, "moves", move=move, after=0)       # of no use: it tells the table, without the board
    assert (late.status_code, late.json()["view"]["svg"]) == (409, None)


def test_a_move_that_is_sent_again_is_played_once_and_answered_as_before(database):
    with server(database) as client:
        one, two = connect_four(client)
        asked = {"move": first_move(client, one), "revision": 0, "key": "k"}
        first = post(client, one, "moves", **asked)
        done(client, two, "moves", move=first_move(client, two), key="k")       # its own key, though called the same
        again = post(client, one, "moves", **asked)
        assert (first.status_code, again.status_code) == (200, 200)
        assert first.content == again.content
        assert view(client, one)["revision"] == 2


def test_a_move_that_is_sent_many_times_at_once_is_played_once(database):
    with server(database) as client:
        one, _ = connect_four(client)
        asked, answers = {"move": first_move(client, one), "key": "k"}, []
        threads = [threading.Thread(target=lambda: answers.append(post(client, one, "moves", **asked)))
                   for _ in range(8)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert len({answer.content for answer in answers}) == 1
        assert {answer.status_code for answer in answers} == {200}
        assert view(client, one)["revision"] == 1


def test_a_move_comes_too_late_out_of_turn_or_is_none(client):
    one, two = connect_four(client)
    move = first_move(client, one)
    done(client, one, "moves", move=move, revision=0)
    late = post(client, one, "moves", move=move, revision=0)
    assert late.status_code == 409
    assert late.json()["view"] == view(client, one)
    assert post(client, one, "moves", move=move).json()["error"] == "it is not the turn of this seat"
    wrong = post(client, two, "moves", move="castle", revision=1)
    assert (wrong.status_code, wrong.json()["field"]) == (400, "move")
    assert post(client, "nobody", "moves", move=move).status_code == 404
    assert view(client, two)["revision"] == 1


def test_what_is_taken_back_is_told_and_can_be_sent_again(client):
    one, two = connect_four(client)
    done(client, one, "moves", move=first_move(client, one))
    found = done(client, one, "undo", key="k")
    assert done(client, one, "undo", key="k") == found
    assert (found["toMove"], found["revision"], len(found["moves"])) == (0, 2, 7)
    told = client.get(f"{API}/seats/{two}/log").json()
    assert [each["move"] for each in told] == ["a1", "takes back: a1"]
    assert client.get(f"{API}/seats/{two}/log", params={"after": 1}).json() == told[1:]
    assert post(client, one, "undo").status_code == 409


def test_who_resigns_against_one_other_has_lost_and_then_all_is_open(client):
    one, two = connect_four(client)
    found = done(client, two, "resign", key="k")
    assert (found["over"], found["resigned"], found["result"]["winners"]) == (True, [1], [0])
    assert done(client, two, "resign", key="k") == found
    assert post(client, one, "resign").status_code == 409
    assert client.get(f"{API}/seats/{one}/record").status_code == 200


def test_advice_is_for_the_seat_to_act(client):
    one, two = connect_four(client)
    assert post(client, two, "advice", seconds=0.1).status_code == 409
    assert post(client, one, "advice", seconds=1e4).json()["field"] == "maxSeconds"
    search = post(client, one, "advice", simulations=200).json()["search"]
    until = time.monotonic() + 60
    while (found := client.get(f"{API}/searches/{search}").json())["state"] != "done":
        assert time.monotonic() < until
        time.sleep(0.02)
    assert found["document"]["words"]["headline"]
    shown = post(client, one, "line", moves=[found["document"]["planInfos"][0]["moves"][0], "nothing"]).json()
    assert [step["ids"] != [] for step in shown["steps"]] == [True]


def test_a_finished_game_is_reviewed_from_its_seat(client):
    one, _ = connect_four(client)
    assert post(client, one, "review").status_code == 409
    done(client, one, "resign")
    assert post(client, one, "review").status_code == 202


# ---- followed tables --------------------------------------------------------------------------------


def test_a_real_table_is_followed_by_clicks_and_in_words(database):
    with server(database) as client:
        keeper = new(client, game="pig", kind="follow")["keeper"]
        assert view(client, keeper)["toMove"] == 0
        found = done(client, keeper, "line", text="roll; 4; roll; 6", key="k")
        assert done(client, keeper, "line", text="roll; 4; roll; 6", key="k") == found
        assert (found["revision"], found["canUndo"]) == (1, True)
        found = done(client, keeper, "moves", move="roll", revision=1)
        assert found["toMove"] == "chance"
        assert sum(each["probability"] for each in found["moves"]) == pytest.approx(1)
        found = done(client, keeper, "moves", move=found["moves"][4]["move"], revision=2)
        assert done(client, keeper, "undo", count=1)["toMove"] == "chance"
        told = client.get(f"{API}/seats/{keeper}/log").json()
        assert told[-1]["move"].startswith("takes back: ")
        refused = post(client, keeper, "line", text="juggle")
        assert (refused.status_code, refused.json()["field"]) == (400, "text")
        assert post(client, keeper, "resign").status_code == 409
        record = client.get(f"{API}/seats/{keeper}/record")
        again = new(client, record=record.text, kind="follow")["keeper"]
        before, after = view(client, keeper), view(client, again)
        assert (before["toMove"], before["moves"]) == (after["toMove"], after["moves"])


def test_a_follower_does_not_see_what_its_seat_does_not_see(client):
    keeper = new(client, game="catan_cards", kind="follow", view=0)["keeper"]
    found = view(client, keeper)
    while found["moves"] != [{"move": "hidden", "ids": [], "probability": None, "about": []}]:
        found = done(client, keeper, "moves", move=found["moves"][0]["move"])
    found = done(client, keeper, "line", text="hidden")
    assert found["revision"] > 0


def test_lines_are_for_followed_tables_alone(client):
    one, _ = connect_four(client)
    assert post(client, one, "line", text="a1").json()["field"] == "text"


# ---- events -----------------------------------------------------------------------------------------


@contextmanager
def listening(address, secret, last=None):
    """The lines of a stream of events, as they come."""
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    with httpx.stream("GET", f"{address}{API}/seats/{secret}/events", headers=headers, timeout=30) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield heard(answer.iter_lines())


def heard(lines):
    """(name, id, data) of each event."""
    name, number = "", None
    for line in lines:
        kind, _, value = line.partition(": ")
        if kind == "id":
            number = int(value)
        elif kind == "event":
            name = value
        elif kind == "data":
            yield name, number, json.loads(value)
            name, number = "", None


def test_events_tell_what_happens_and_go_on_where_they_were(sqlite):
    settings = Settings(database=sqlite, requests_per_second=0.0, threads=1)
    with served(create_app(settings)) as address, httpx.Client(base_url=address) as client:
        one, two = connect_four(client)
        with listening(address, two) as events:
            assert next(events) == ("view", None, {"revision": 0})
            done(client, one, "moves", move="a1")
            assert next(events) == ("told", 1, {"number": 1, "seat": 0, "who": "seat 0", "move": "a1"})
            assert next(events) == ("view", None, {"revision": 1})
        done(client, two, "moves", move="b1")
        done(client, one, "moves", move="c1")
        with listening(address, two, last=1) as events:
            assert [next(events)[1] for _ in range(2)] == [2, 3]
            assert next(events) == ("view", None, {"revision": 3})


def test_events_of_one_server_are_heard_at_another(postgres):
    from tests.service.conftest import new_postgres

    settings = Settings(database=new_postgres(postgres), requests_per_second=0.0, threads=1, poll=0.05)
    with served(create_app(settings)) as here, served(create_app(settings)) as there, \
            httpx.Client(base_url=here) as client:
        one, two = connect_four(client)
        with listening(there, two) as events:
            assert next(events)[0] == "view"
            done(client, one, "moves", move="a1")
            assert next(events)[2]["move"] == "a1"


def test_what_a_level_does_is_told(sqlite):
    settings = Settings(database=sqlite, requests_per_second=0.0, threads=1)
    with served(create_app(settings)) as address, httpx.Client(base_url=address) as client:
        own = secrets(new(client, game="connect_four", players=AGAINST))[0]
        with listening(address, own) as events:
            assert next(events)[0] == "view"
            done(client, own, "moves", move="d1")
            told = [next(events) for _ in range(4)]
            assert [each[2]["seat"] for each in told if each[0] == "told"] == [0, 1]
        assert settled(client, own)["revision"] == 2


def test_a_followed_table_tells_each_event_once(sqlite):
    settings = Settings(database=sqlite, requests_per_second=0.0, threads=1)
    with served(create_app(settings)) as address, httpx.Client(base_url=address) as client:
        keeper = new(client, game="pig", kind="follow")["keeper"]
        done(client, keeper, "line", text="roll; 4")
        with listening(address, keeper) as events:
            assert next(events) == ("view", None, {"revision": 1})
            done(client, keeper, "line", text="hold")
            assert [next(events)[2].get("number") for _ in range(2)] == [3, None]


def test_only_so_many_may_listen(sqlite):
    settings = Settings(database=sqlite, requests_per_second=0.0, threads=1, listeners=1)
    with served(create_app(settings)) as address, httpx.Client(base_url=address) as client:
        one, two = connect_four(client)
        with listening(address, one) as events:
            next(events)
            assert client.get(f"{API}/seats/{two}/events").status_code == 503


def test_a_used_key_with_another_request_is_refused_and_does_nothing(sqlite):
    with server(sqlite) as client:
        own = secrets(new(client, game="connect_four", players=PERSONS))
        played = done(client, own[0], "moves", move="d1", key="k")
        for what, body in [("moves", {"move": "e1"}), ("undo", {}), ("resign", {})]:
            answer = post(client, own[0], what, **body, key="k")
            assert (answer.status_code, answer.json()["field"]) == (422, "key")
        assert view(client, own[0]) == played
        again = post(client, own[0], "moves", move="d1", revision=7, key="k")       # a retry may name what it sees now
        assert (again.status_code, again.json()) == (200, played)
        assert done(client, own[1], "moves", move="e1", key="k")["revision"] == 2   # a key is that of its seat
