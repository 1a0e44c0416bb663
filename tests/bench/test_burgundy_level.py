"""Points among equals and wins against greedy: which games are played, and what is made of them."""
import pytest

from bench.command import start
from bench.publish import Ledger
from bench.strength import burgundy_level
from bench.strength.burgundy_level import Level, line

LEVEL = Level("mcts:2", {"rivalry": "0.25"}, games=4, seed=3)


def test_boards_2_to_9_come_equally_often():
    dealt = [board for pair in burgundy_level.BOARDS for board in pair.split(",")]
    assert sorted(dealt) == sorted("23456789" * 2)


def test_with_another_agent_seats_are_swapped_within_a_block():
    """With itself each game has luck and boards of its own."""
    first, second, third, _ = LEVEL.tasks("greedy")
    assert (first.agents, second.agents) == (("mcts:2", "greedy"), ("greedy", "mcts:2"))
    assert (first.block, second.block, third.block) == (0, 0, 1)
    assert first.options == second.options == {"rivalry": "0.25", "boards": "2,3"}
    assert third.options["boards"] == "4,5"
    assert [(task.block, task.agents) for task in LEVEL.tasks("mcts:2")] == [(k, ("mcts:2",) * 2) for k in range(4)]


def test_a_game_is_played_once_and_the_agents_points_come_first(tmp_path, monkeypatch):
    ledger = Ledger(tmp_path / "games.csv", burgundy_level.KEY)
    found = LEVEL.played("greedy", ledger)
    for row, task in zip(found, LEVEL.tasks("greedy"), strict=True):
        game = burgundy_level.play(task)
        seat = game.task.agents.index("mcts:2")
        assert [float(row[name]) for name in ("points", "points_other")] == [game.scores[seat], game.scores[1 - seat]]
    monkeypatch.setattr(burgundy_level, "play", None)
    assert LEVEL.played("greedy", Ledger(ledger.path, burgundy_level.KEY)) == found


def test_a_block_is_one_observation():
    games = [{"block": "0", "points": "200", "points_other": "150", "win": "1"},
             {"block": "0", "points": "180", "points_other": "190", "win": "0"},
             {"block": "1", "points": "220", "points_other": "170", "win": "1"},
             {"block": "1", "points": "210", "points_other": "160", "win": "1"}]
    row = line("mcts:2", "greedy", games)
    assert (row["games"], row["points"], row["points_other"], row["win"]) == (4, 202.5, 167.5, 0.75)
    assert row["points_high"] - row["points"] == pytest.approx(12.7062 * 12.5, rel=1e-4)     # Student's t, error
    assert (row["win_low"], row["win_high"]) == (0, 1)
    alone = line("mcts:2", "mcts:2", games[::2])
    assert (alone["points"], alone.get("win")) == (185, None)


def test_the_page_tells_both(tmp_path):
    with pytest.raises(SystemExit) as ended:
        start(burgundy_level.run, ["--agent", "mcts:2", "--games", "2", "--out", str(tmp_path)])
    assert ended.value.code == 0
    page = (tmp_path / "level-burgundy.md").read_text()
    assert "| `mcts:2` | itself | 2 |" in page
    assert "| `mcts:2` | `greedy` | 2 |" in page
