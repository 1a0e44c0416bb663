"""Levels: who plays for them, that each move is played once, and that games go on whatever becomes of a server."""
import threading
import time

import pytest

from mcts.levels import level
from service.bots import Bots
from service.queue import Full, Queue
from service.rooms import Rooms, made
from service.settings import Settings
from service.store import Right, Start, Store
from tests.service.conftest import new_postgres
from tests.service.desk import AGAINST, API, done, new, played_out, secrets, server, settled, view
from tests.whole import mostly_whole

FAST = Settings(sweep=0.05, lease=0.5, threads=1)


class Server:
    """Rooms and levels on a database, without its API."""

    def __init__(self, database: str, settings: Settings = FAST) -> None:
        self.store = Store(database)
        self.rooms = Rooms(self.store, settings)
        self.bots = Bots(self.rooms, Queue(1, 2**24))

    def begun(self, game: str, players, name: str = "t", seats: int = 2) -> Start:
        start = Start(name, "play", game, 1, seats, {}, 5, None, None, players, b"")
        room = made(start)
        entries = room.settle()
        self.store.create(start, {f"hash {name}": Right(name, "seat", 0)}, entries, self.rooms.claim(room.due))
        return start

    def waits(self, start: Start, seconds: float = 60.0) -> int:
        """How many entries there are once no level is to move."""
        until = time.monotonic() + seconds
        while True:
            with self.rooms.use(start) as room:
                if not room.due:
                    return room.number
            assert time.monotonic() < until
            time.sleep(0.01)


LEVEL_FIRST = [{"kind": "level", "level": 2}, {"kind": "person"}]


def test_a_level_moves_as_its_agent_does(sqlite):
    with server(sqlite) as client:
        own = secrets(new(client, game="connect_four", players=AGAINST, seed=4))[0]
        done(client, own, "moves", move="d1")
        found = settled(client, own)
        assert found["revision"] == 2
        assert found["players"][1] == {"kind": "level", "level": 1, "name": None}
        played_out(client, [own])
        record = client.get(f"{API}/seats/{own}/record").text
        assert f'"players": ["person", "{level("connect_four", 2, 1)}"]' in record


@pytest.mark.whole
def test_levels_play_the_same_wherever_they_do(sqlite, tmp_path):
    """A move depends on the table alone, so that another server goes on as the first one would have."""
    played = []
    for number in range(2):
        with server(f"sqlite:///{tmp_path / f'{number}.db'}") as client:
            own = secrets(new(client, game="burgundy", players=[{"kind": "person"}, {"kind": "level", "level": 3}],
                              seed=9))[0]
            for _ in range(4):
                found = settled(client, own)
                done(client, own, "moves", move=found["moves"][0]["move"])
            settled(client, own)
            played.append(client.get(f"{API}/seats/{own}/log").json())
    assert played[0] == played[1]


def test_a_table_whose_server_died_is_played_on_by_another_when_the_lease_is_over(database):
    dead, alive = Server(database), Server(database)
    start = dead.begun("connect_four", LEVEL_FIRST)     # it has the lease, and nobody plays
    alive.bots.begin()
    assert alive.waits(start) == 1
    alive.bots.close()


def test_nobody_plays_while_another_server_has_the_lease(sqlite):
    owner, other = Server(sqlite, Settings(lease=60.0)), Server(sqlite)
    start = owner.begun("connect_four", LEVEL_FIRST)
    other.bots._sweep()
    time.sleep(0.1)
    with other.rooms.use(start) as room:
        assert room.number == 0
    owner.bots.close()                                  # gives it back
    other.bots._sweep()
    assert other.waits(start) == 1


def test_a_clock_that_is_put_back_after_a_kill_stalls_no_level(database, monkeypatch):
    """The dead server's lease is then an hour ahead, which no lease can be."""
    dead, alive = Server(database), Server(database)
    with monkeypatch.context() as ahead:
        ahead.setattr("service.rooms.time", lambda: time.time() + 3600)
        start = dead.begun("connect_four", LEVEL_FIRST)
    alive.bots.begin()
    assert alive.waits(start) == 1
    alive.bots.close()


def test_after_a_restart_tables_where_somebody_waits_come_first(sqlite, monkeypatch):
    """Of others a sweep takes a hundred, those first whose leases are over longest."""
    dead, alive = Server(sqlite, Settings(lease=-9.0)), Server(sqlite)
    others = {dead.begun("connect_four", LEVEL_FIRST, f"t{number}").id for number in range(105)}
    waited_for = dead.begun("connect_four", LEVEL_FIRST, "waited for")
    woken: list[str] = []
    monkeypatch.setattr(alive.bots, "wake", woken.append)
    with alive.rooms.use(waited_for):           # as whoever looks at the table does
        pass
    alive.bots._sweep()
    assert woken[0] == waited_for.id
    assert len(woken) == 101
    assert set(woken[1:]) < others


def test_two_servers_that_think_about_the_same_move_play_it_once(database):
    one, two = Server(database), Server(database)
    start = one.begun("burgundy", [{"kind": "level", "level": 2}, {"kind": "person"}])
    threads = [threading.Thread(target=each.bots._play, args=(start.id, None)) for each in (one, two)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    with one.rooms.use(start) as room:
        played, there = [step.move for step in room.record.events], room.state.to_bytes()
        assert not room.due
    assert len(one.store.after(start.id, 0)) == len(played)
    fresh = one.rooms.at(start, len(played))
    assert fresh.state.to_bytes() == there


def test_a_full_queue_makes_levels_wait_and_no_more(sqlite, monkeypatch):
    here = Server(sqlite)
    submit, refused = here.bots.queue.submit, []

    def full(job):
        if len(refused) < 3:
            refused.append(job)
            raise Full
        submit(job)

    monkeypatch.setattr(here.bots.queue, "submit", full)
    start = here.begun("connect_four", LEVEL_FIRST)
    here.bots.wake(start.id)
    here.bots.begin()
    assert here.waits(start) == 1
    assert len(refused) == 3
    here.bots.close()


def test_a_level_that_meets_a_fault_of_the_database_plays_later(sqlite, monkeypatch):
    from sqlalchemy.exc import OperationalError

    here = Server(sqlite)
    append, failed = here.store.append, []

    def gone(*given):
        if len(failed) < 2:
            failed.append(given)
            raise OperationalError("insert", {}, Exception("gone"))
        append(*given)

    monkeypatch.setattr(here.store, "append", gone)
    start = here.begun("connect_four", LEVEL_FIRST)
    here.bots.begin()
    assert here.waits(start) == 1
    assert len(failed) == 2
    here.bots.close()


@pytest.mark.whole
def test_a_level_plays_on_for_who_has_resigned(sqlite):
    with server(sqlite) as client:
        players = [{"kind": "person"}, {"kind": "person"}, {"kind": "person"}]
        one, two, three = secrets(new(client, game="burgundy", seats=3, players=players, seed=1))
        done(client, two, "resign")
        acting = view(client, one)["toMove"]
        for secret in (one, three):
            found = view(client, secret)
            if found["toMove"] == found["seat"]:
                done(client, secret, "moves", move=found["moves"][0]["move"])
        assert acting is not None
        found = settled(client, one)
        assert not found["over"]
        assert view(client, two)["moves"] == []


def test_a_game_is_played_through_two_servers_on_one_database(postgres):
    database = new_postgres(postgres)
    with server(database) as one, server(database) as two:
        own = secrets(new(one, game="connect_four", players=AGAINST))[0]
        for turn in range(100):
            here = (one, two)[turn % 2]
            found = settled(here, own)
            if found["over"]:
                break
            done(here, own, "moves", move=found["moves"][0]["move"], revision=found["revision"], key=str(turn))
        assert view(one, own) == view(two, own)
        assert view(one, own)["over"]


@pytest.mark.parametrize("game", mostly_whole(["orleans", "catan_cards", "world504"], "catan_cards".__eq__))
def test_the_large_games_are_played_to_their_ends_against_levels(sqlite, game):
    with server(sqlite) as client:
        own = secrets(new(client, game=game, seats=2, players=AGAINST, seed=2))
        found = played_out(client, own, choose=5)
        assert len(found["result"]["scores"]) == 2
