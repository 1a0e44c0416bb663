"""A full disk: a move is refused in words, nothing of it has happened, and the game goes on when there is room."""
import random
from contextlib import contextmanager

from sqlalchemy import event

from bench.service.service_faults import Game, wrong
from service.store import why
from tests.service.desk import AGAINST, PERSONS, new, post, secrets, server, settled, view

ROOM = 2**30                # pages


class Disk:
    """The disk of a server's SQLite file, as its connections find it."""

    def __init__(self, client):
        self.pages, self.refused = ROOM, 0
        event.listen(client.app.state.store.engine, "checkout", self._limit)
        event.listen(client.app.state.store.engine, "handle_error", self._count)

    def _limit(self, connection, record, proxy):
        connection.execute(f"PRAGMA max_page_count={self.pages}")       # never less than there are

    def _count(self, context):
        self.refused += "full" in why(context.sqlalchemy_exception)

    @contextmanager
    def full(self):
        """No page more."""
        self.pages = 1
        yield
        self.pages = ROOM


def test_a_move_is_refused_while_the_disk_is_full_and_played_once_when_there_is_room(sqlite):
    luck, confirmed = random.Random(1), []
    with server(sqlite) as client:
        disk, made = Disk(client), new(client, game="burgundy", players=PERSONS)
        own = secrets(made)

        def turn():
            seat = next(seat for seat in (0, 1) if view(client, own[seat])["moves"])
            found = view(client, own[seat])
            move = luck.choice(found["moves"])["move"]
            return seat, {"move": move, "revision": found["revision"], "key": f"move {len(confirmed)}"}

        def played(seat, asked):
            answer = post(client, own[seat], "moves", **asked)
            if answer.status_code == 200:
                confirmed.append((seat, asked["move"]))
            return answer

        with disk.full():
            for _ in range(200):
                seat, asked = turn()
                if (answer := played(seat, asked)).status_code != 200:
                    break
            for _ in range(3):
                before = view(client, own[seat])
                assert (answer.status_code, answer.json()["error"]) == (
                    503, "the database does not answer: its disk is full, and nothing was written")
                answer = played(seat, asked)
                assert view(client, own[seat]) == before
            refused = client.post("/api/v1/tables", json={"game": "pig", "players": PERSONS})
        assert refused.status_code in (201, 503)        # a new table may still fit
        once = played(seat, asked)
        assert once.status_code == 200
        assert post(client, own[seat], "moves", **asked).content == once.content
        for _ in range(5):
            assert played(*turn()).status_code == 200
    kept = Game(made["table"], own[0], [move for seat, move in confirmed if seat == 0])
    assert list(wrong(sqlite, [kept])) == []


def test_games_with_levels_go_on_when_there_is_room_again_whoever_could_not_write(sqlite):
    with server(sqlite, sweep=0.05) as client:
        disk = Disk(client)
        games = [secrets(new(client, game="burgundy", players=AGAINST))[0] for _ in range(4)]
        with disk.full():
            for number in range(2_000):
                if disk.refused > 3:
                    break
                own = games[number % len(games)]
                found = view(client, own)
                if found["moves"]:
                    post(client, own, "moves", move=found["moves"][0]["move"], revision=found["revision"])
        assert disk.refused > 3
        for own in games:
            found = settled(client, own)
            assert post(client, own, "moves", move=found["moves"][0]["move"]).status_code == 200
            assert settled(client, own)["revision"] > found["revision"]
