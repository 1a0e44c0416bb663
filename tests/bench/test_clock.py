"""Budgets in seconds and threads: which searches are timed, and what the table says of them."""
import pytest

from bench.command import start
from bench.speed import clock
from games.registry import load, names


def test_every_game_is_timed_with_its_fewest_and_its_most_seats():
    tables = list(clock.tables())
    assert [name for name, _ in tables if name == "burgundy"] == ["burgundy"] * 2
    assert {name for name, _ in tables} == set(names())
    assert all(seats in (load(name).seats[0], load(name).seats[-1]) for name, seats in tables)


def test_positions_have_a_choice_and_come_one_after_the_other():
    early, late = clock.positions("burgundy", 4)
    assert len(early.legal_actions()) > 1 < len(late.legal_actions())
    assert sum(early.scores()) < sum(late.scores())


def test_a_search_that_outlasts_its_budget_is_told(monkeypatch):
    """The mark is 50 ms, or 2 % of a long budget; speeds are those of the longest budget."""
    found = {(0.05, 1): (0.049, 900.0), (0.05, 2): (0.051, 900.0), (5.0, 1): (0.09, 1000.0), (5.0, 2): (0.02, 1900.0)}
    monkeypatch.setattr(clock, "timed", lambda state, seconds, settings: found[seconds, settings["threads"]])
    one, two = clock.rows_of("pig", 2, (0.05, 5.0))
    assert (one["kept"], two["kept"]) == (True, False)
    assert (one["late_ms"], two["late_ms"]) == pytest.approx((90, 51))
    assert (one["a_second"], two["times"]) == (1000, pytest.approx(1.9))
    text = clock.written([one, two], {"date": "today"})
    assert "| pig | one | 2 | 90.0 | yes | 1,000 | 1.00 |" in text
    assert "| pig | two | 2 | 51.0 | NO | 1,900 | 1.90 |" in text


def test_a_search_is_timed_and_the_tables_are_written(tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        start(clock.run, ["--game", "tic_tac_toe", "--budgets", "0.01", "--out", str(tmp_path)])
    assert ended.value.code == 0
    lines = (tmp_path / "clock.csv").read_text().splitlines()
    assert len(lines) == 1 + len(clock.MODES)
    assert "tic_tac_toe, 2 seats: at most" in capsys.readouterr().out


def test_a_game_that_is_not_there_is_refused(capsys):
    with pytest.raises(SystemExit) as ended:
        start(clock.run, ["--game", "chess"])
    assert ended.value.code == 2
    assert "--game: found 'chess', expected one of backgammon" in capsys.readouterr().err
