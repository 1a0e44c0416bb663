"""What a seat may not see never leaves the server for it.

Two games that a seat cannot tell apart are played side by side, and every endpoint and every event gives that seat the
same bytes in both.
"""
import json
import random
from contextlib import contextmanager

import httpx
import pytest

import games
from games.records import steps
from mcts.redeals import resampled
from mcts.told import HIDDEN
from service.app import create_app
from service.settings import Settings
from tests.service.browser.studio import served
from tests.service.desk import API, PERSONS, done, new, post, secrets, server, view
from tests.whole import amount, mostly_whole

HIDING = [name for name in games.names() if games.load(name).start().hides]
PAIRS = amount(5, few=2)
SEED = 1_234_567_890_123_456_789        # of the luck of these tables


def room_of(client, table):
    rooms = client.app.state.rooms
    start = rooms.store.table(table["table"])
    with rooms.use(start) as room:
        return room


def asked(client, secret, seat):
    """What every endpoint tells a seat, by method and path; it takes back what it can, and does nothing else."""
    at = f"{API}/seats/{secret}"
    undone = client.post(f"{at}/undo", json={})
    found = {("POST", "/seats/{secret}/undo"): undone}
    for path in ("", "/log", "/board.svg", "/position", "/record"):
        found["GET", "/seats/{secret}" + path] = client.get(at + path)
    told = found["GET", "/seats/{secret}/log"].json()
    for line in range(max(0, len(told) - 8), len(told) + 1):
        found["GET", f"after {line}"] = client.get(f"{at}/board.svg", params={"after": line})
    found["GET", "all at once"] = client.get(at, params={"after": 0})
    found["GET", "its page"] = client.get(f"/play/{secret}")
    assert found["GET", "all at once"].json()["told"] == told
    table = found["GET", "/seats/{secret}"].json()["table"]
    found["GET", "/tables/{table}"] = client.get(f"{API}/tables/{table}")
    acts = found["GET", "/seats/{secret}"].json()["toMove"] == seat
    bodies = {"/moves": {"move": "no such move"}, "/line": {"text": "no such move"}, "/fork": {}, "/review": {}}
    if not acts:
        bodies |= {"/advice": {"simulations": 4}}
    for path, body in bodies.items():
        answer = client.post(at + path, json=body)
        assert answer.status_code >= 400, (path, answer.text)
        found["POST", "/seats/{secret}" + path] = answer
    return {what: (answer.status_code, answer.text.replace(table, "TABLE").replace(secret, "SECRET"))
            for what, answer in found.items()}


@pytest.mark.parametrize("name", mostly_whole(HIDING, {"leduc_poker", "orleans"}.__contains__))
@pytest.mark.parametrize("seat", mostly_whole([0, 1], (0).__eq__))
def test_games_that_a_seat_cannot_tell_apart_give_it_the_same_bytes(sqlite, name, seat):
    """They begin in positions that differ in what is hidden, and go on with moves that both have, while they can."""
    game, rng, compared, differed = games.load(name), random.Random(seat), 0, 0
    with server(sqlite) as client:
        for states in pairs(game, seat, rng):
            pair = [new(client, position=game.notation.position_to_json(state), players=PERSONS, seed=SEED)
                    for state in states]
            for _ in range(6):
                one, two = (room_of(client, table) for table in pair)
                if one.over or one.state.information_state_key(seat) != two.state.information_state_key(seat):
                    break
                differed += one.state != two.state
                here, there = (asked(client, secrets(table)[seat], seat) for table in pair)
                assert here == there
                compared += 1
                one, two = (room_of(client, table) for table in pair)       # something may be taken back
                acting = one.state.current_player()
                both = [[each.move for each in room.view(acting).moves] for room in (one, two)]
                common = [move for move in both[0] if move in both[1]]
                if not common:
                    break
                move = rng.choice(common)
                for table in pair:
                    done(client, secrets(table)[acting], "moves", move=move)
    assert compared >= PAIRS
    assert differed


def pairs(game, seat, rng):
    """Positions of random games with another one each that this seat cannot tell from it, PAIRS of them."""
    found = []
    for seed in range(20):
        state = game.start(2)
        while not state.is_terminal() and len(found) < PAIRS:
            if state.is_chance_node():
                state.apply_action(state.keyed_chance(seed))
                continue
            if len(state.legal_actions()) > 1 and state.hides and rng.random() < (0.5 if "poker" in game.name else 0.1):
                others = (resampled(state, seat, deal) for deal in range(8))
                found += [(state.copy(), other) for other in others if other != state][:1]
            state.apply_action(rng.choice(state.legal_actions()))
    return found


def test_the_endpoints_of_a_seat_are_all_gone_over(sqlite):
    """`/resign` ends what is hidden, and `/events` has a test of its own."""
    with server(sqlite) as client:
        table = new(client, game="leduc_poker", players=PERSONS)
        paths = client.get("/openapi.json").json()["paths"]
        there = {(method.upper(), path.removeprefix(API)) for path, methods in paths.items() for method in methods
                 if path.startswith((f"{API}/seats/", f"{API}/tables/"))}
        waiting = 1 - room_of(client, table).state.current_player()
        gone_over = {what for what in asked(client, secrets(table)[waiting], waiting) if what[1].startswith("/")}
    assert there - gone_over == {("POST", "/seats/{secret}/resign"), ("GET", "/seats/{secret}/events")}


def test_what_is_hidden_and_the_seed_are_in_no_answer(sqlite):
    """CATAN's cards: seat 1 has asked for all there is, and seat 0 has cards that it must not know."""
    with server(sqlite) as client:
        table, hidden = new(client, game="catan_cards", players=PERSONS, seed=SEED), 0
        for _ in range(amount(30, few=12)):
            room = room_of(client, table)
            if room.over:
                break
            for seat, secret in enumerate(secrets(table)):
                answers = asked(client, secret, seat)
                told = json.dumps(list(answers.values()))
                assert str(SEED) not in told
                others = set(secrets(table)) - {secret}
                assert not any(each in told for each in others)
                log = json.loads(answers["GET", "/seats/{secret}/log"][1])
                drawn = [each["move"] for each in log if each["seat"] is None]
                seen = [room.game.told(step.state, step.action, seat) for step in steps(room.record)
                        if step.event.seat is None]
                assert [move for move in drawn if move != HIDDEN] == [move for move in seen if move is not None]
                hidden += seen.count(None)
            secret = secrets(table)[room.state.current_player()]
            done(client, secret, "moves", move=view(client, secret)["moves"][-1]["move"])
    assert hidden


@pytest.mark.parametrize("placed", mostly_whole([1, 3], (3).__eq__))
def test_the_events_of_a_seat_do_not_tell_how_much_another_does_in_secret(sqlite, placed, request):
    """In Orléans the number of followers put down is a secret: seat 1 hears as much of one as of three."""
    settings = Settings(database=sqlite, requests_per_second=0.0, threads=1)
    with served(create_app(settings)) as address, httpx.Client(base_url=address, timeout=60) as client:
        table = new(client, game="orleans", players=PERSONS, seed=3)
        acting = view(client, secrets(table)[0])["toMove"]
        planner, listener = secrets(table)[acting], secrets(table)[1 - acting]
        before = view(client, listener)["revision"]
        with raw(address, listener) as lines:
            for _ in range(placed):
                found = view(client, planner)
                moves = [each["move"] for each in found["moves"] if each["move"] != "done"]
                done(client, planner, "moves", move=moves[0])
            done(client, planner, "undo", count=1)
            done(client, planner, "moves", move="done")
            told = []
            for line in lines:
                told += [line] if line else []
                if len(told) == len(expected := heard(acting, before)):
                    break
        assert told == expected


def heard(acting, before):
    """What the other seat hears, whatever was put down: that something is done in secret, and then that it is its turn.
    """
    now = f'data: {{"revision": {before + 1}}}'
    return [": here", "event: view", f'data: {{"revision": {before}}}', f"id: {before + 1}", "event: told",
            f'data: {{"number": {before + 1}, "seat": {acting}, "who": "seat {acting}", "move": "(hidden)"}}',
            "event: view", now, "event: view", now]


@contextmanager
def raw(address, secret):
    """The lines of a stream as they come."""
    with httpx.stream("GET", f"{address}{API}/seats/{secret}/events", timeout=30) as answer:
        yield answer.iter_lines()


def test_errors_of_a_move_name_the_moves_of_its_own_seat_alone(sqlite):
    with server(sqlite) as client:
        table = new(client, game="leduc_poker", players=PERSONS, seed=1)
        acting = room_of(client, table).state.current_player()
        wrong = post(client, secrets(table)[1 - acting], "moves", move="raise")
        assert wrong.status_code == 409
        assert wrong.json()["view"]["moves"] == []


def open_to_all(client, table):
    """What every endpoint that is not a seat's tells somebody who has no secret, by its path."""
    known = {"game": "orleans", "table": table["table"], "name": "orleans", "run": "x", "file": "x", "search": "x",
             "secret": "x" * 32, "invite": "x" * 32}
    paths = [path for path, methods in client.get("/openapi.json").json()["paths"].items()
             if "get" in methods and not path.startswith(f"{API}/seats/")]
    paths += ["/", "/follow", "/analyse", "/review", "/setup", "/reports", "/metrics", "/boards/{name}.svg",
              "/play/{secret}"]
    found = {path: client.get(path.format(**known)) for path in paths}
    return {path: (answer.status_code, answer.text) for path, answer in found.items()}


def test_what_is_done_in_secret_changes_nothing_that_everybody_can_ask_for(sqlite):
    """In Orléans the number of followers put down is a secret; counts of moves and of requests would tell it."""
    with server(sqlite) as client:
        table = new(client, game="orleans", players=PERSONS, seed=3)
        acting = secrets(table)[view(client, secrets(table)[0])["toMove"]]
        before = open_to_all(client, table)
        assert len(before) > 12
        for _ in range(3):
            found = view(client, acting)
            done(client, acting, "moves", move=[each["move"] for each in found["moves"] if each["move"] != "done"][0])
            assert open_to_all(client, table) == before
