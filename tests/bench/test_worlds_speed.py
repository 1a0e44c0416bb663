"""504 beside Orléans: what holds the marks and what falls short."""
from dataclasses import replace

import pytest

import mcts.bench
from bench.command import start
from bench.speed import worlds_speed

FAST = mcts.bench.Bench(
    game="world504", version=1, seats=2, state_bytes=3600, steps_per_game=1500.0, decisions_per_game=1500.0,
    random_playouts_per_second=2000.0, decisions_per_second=3e6, floor_games_per_second=6000.0, playout_over_floor=4.0,
    playouts_per_second=2000.0, simulations_per_second=1400.0, whole_simulations_per_second=1400.0,
    tree_over_playouts=0.7, tree_simulations=10_000, threads=(), rounds=3, seed=0, seconds=1.0)
ORLEANS = replace(FAST, game="orleans", decisions_per_second=1e7, playouts_per_second=1e4)


def row_of(monkeypatch, **changes):
    monkeypatch.setattr(worlds_speed, "measured",
                        lambda game, *_: ORLEANS if game == "orleans" else replace(FAST, **changes))
    return worlds_speed.row_of("867", 1.0, 0)


def test_figures_that_just_hold_the_marks(monkeypatch):
    row = row_of(monkeypatch)
    assert worlds_speed.judged(row) == {"decisions": ("0.30", True), "playouts": ("0.20", True),
                                        "floor": ("4.00", True), "tree": ("70%", True)}
    text = worlds_speed.written([row], {"date": "today"})
    assert "| 867 | 3,000,000 | 0.30 | 2,000 | 0.20 | 4.00 | 70% |" in text
    assert "All marks hold." in text


@pytest.mark.parametrize(("change", "name", "shown"), [
    ({"decisions_per_second": 2.9e6}, "decisions", "**0.29**"),
    ({"playouts_per_second": 1900.0}, "playouts", "**0.19**"),
    ({"playout_over_floor": 4.1}, "floor", "**4.10**"), ({"tree_over_playouts": 0.69}, "tree", "**69%**")])
def test_each_figure_can_fall_short(monkeypatch, change, name, shown):
    text = worlds_speed.written([row_of(monkeypatch, **change)], {})
    assert shown in text
    assert f"Short of a mark: {name} in 867." in text


def test_a_world_is_measured_and_the_tables_are_written(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(mcts.bench, "TREE_SIMULATIONS", 20)
    monkeypatch.setattr(mcts.bench, "SLICE", 0.01)
    with pytest.raises(SystemExit) as ended:
        start(worlds_speed.run, ["--world", "731", "--seconds", "0.1", "--out", str(tmp_path)])
    assert ended.value.code == 0
    assert len((tmp_path / "worlds-speed.csv").read_text(encoding="utf-8").splitlines()) == 2
    assert "731 decisions" in capsys.readouterr().out
