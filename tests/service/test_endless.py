"""Games that never end: their searches do, in words, are counted, and give their threads back."""
import time

import pytest

from games import registry
from tests.service.desk import API, done, new, secrets, server, settled

CIRCLE = '''
from dataclasses import dataclass
from games.simple import Rules, game

@dataclass
class Circle(Rules):
    seats = 2
    turn: int = 0

    def current_player(self): return self.turn
    def legal_actions(self): return [0, 1]
    def apply_action(self, action): self.turn = 1 - self.turn
    def scores(self): return [0, 0]
    def action_text(self, action): return ("left", "right")[action]

GAME = game(Circle, title="Circle")
'''


@pytest.fixture
def circle(tmp_path, monkeypatch):
    """The name of a game in a file whose moves go on for ever."""
    file = tmp_path / "circle.py"
    file.write_text(CIRCLE, encoding="utf-8")
    monkeypatch.setenv(registry.FILES, str(file))
    registry.load.cache_clear()
    yield "circle"
    registry.load.cache_clear()


def test_searches_of_a_game_that_never_ends_do_not_keep_the_threads_of_others(sqlite, circle):
    with server(sqlite) as client:
        def begun(game, **more):
            answer = client.post(f"{API}/analyses", json={"game": game, **more})
            assert answer.status_code == 202, answer.text
            return answer.json()["search"]

        endless = [begun(circle, maxSeconds=0.5), begun(circle, maxVisits=50)]
        other = begun("pig", maxVisits=50)
        until = time.monotonic() + 120
        for each in (*endless, other):
            while (found := client.get(f"{API}/searches/{each}").json())["state"] in ("waiting", "running"):
                assert time.monotonic() < until
                time.sleep(0.05)
            if each is not other:
                assert found["state"] == "failed"
                assert "circle" in found["error"] or "not over" in found["error"]
        assert found["state"] == "done"
        assert client.get("/readyz").status_code == 200
        text = client.app.state.metrics.text().decode()
    assert 'ludosoph_searches_total{kind="analysis",state="failed"} 2.0' in text
    assert 'ludosoph_searches_total{kind="analysis",state="done"} 1.0' in text


def test_a_level_whose_search_fails_plays_on_by_its_heuristics(sqlite, circle, caplog):
    with server(sqlite) as client:
        own, = secrets(new(client, game=circle, players=[{"kind": "person"}, {"kind": "level", "level": 5}]))
        for _ in range(2):
            done(client, own, "moves", move="left", revision=settled(client, own)["revision"])
        found = settled(client, own)
    assert (found["over"], found["moves"] != []) == (False, True)
    assert sum("a level plays by its heuristics" in line for line in caplog.messages) == 2
