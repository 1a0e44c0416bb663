"""What a seat of Orléans ends with: which games are played, and what is made of them."""
import json

import pytest

from bench.command import start
from bench.strength import orleans_seats
from bench.strength.orleans_seats import COUNTS, line, played
from games.orleans.tuning import HEURISTICS


def test_points_of_a_seat_are_those_of_its_parts():
    """No seat of these games has gifts or owes anything, so coins, goods and status times make up the score."""
    rows = played("greedy", HEURISTICS, 3, seed=2, number=1)
    assert [row["seat"] for row in rows] == [0, 1, 2]
    assert sum(row["win"] for row in rows) == 1
    assert all(row["points"] == row["coins"] + row["goods"] + row["status_times"] for row in rows)
    assert max(rows, key=lambda row: row["points"])["win"] > 0


def test_numbers_of_the_heuristics_change_the_games():
    builders = {**HEURISTICS, "station": 0.0, "citizen": 0.0}
    assert played("greedy", builders, 2, 2, 1) != played("greedy", HEURISTICS, 2, 2, 1)


def test_a_game_is_one_observation_and_a_shared_win_half_a_winner():
    games = [{"game": "0", "agent": "a", "numbers": "usual", "win": win, **dict.fromkeys(COUNTS, points)}
             for win, points in (("1.0", "100"), ("0.0", "50"))]
    games += [{**row, "game": "1", "win": "0.5"} for row in games]
    assert (line(games, "winners")["points"], line(games, "all")["points"]) == (87.5, 75)
    assert line(games, "winners")["points_high"] > 87.5
    assert line(games, "winners")["games"] == 2


def test_a_stopped_run_goes_on_and_people_stand_last(tmp_path, monkeypatch):
    def measure(*more):
        with pytest.raises(SystemExit) as ended:
            start(orleans_seats.run, ["--agent", "greedy", "--games", "2", "--out", str(tmp_path), *more])
        assert ended.value.code == 0
        return (tmp_path / "orleans-seats.md").read_text().splitlines()

    first = measure()
    other = tmp_path / "builders.json"
    other.write_text(json.dumps({"station": 2.4}))
    second = measure("--numbers", str(other))
    assert [row for row in first if row.startswith("| winners | `greedy`")][0] in second
    assert sum("| builders | 2 |" in row for row in second) == 2
    assert second[-1].startswith("| winners | people |")
    monkeypatch.setattr(orleans_seats, "played", lambda *_: pytest.fail("played again"))
    assert measure()[-5:] == second[-5:]
