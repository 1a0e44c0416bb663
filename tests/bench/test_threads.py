"""Threads: what is measured of them, what is kept of it, and what the table says."""
import pytest

from bench.command import start
from bench.speed import threads
from bench.speed.threads import Piece


def test_every_number_of_threads_is_measured_in_every_way_and_one_thread_plays_no_match(monkeypatch):
    monkeypatch.setattr(threads.os, "cpu_count", lambda: 4)
    todo = list(threads.pieces([1, 4], pairs=3, simulations=100, solved=200, poker=300, seeds=2, rounds=2, timed=1))
    assert len(todo) == len(set(todo))
    by_kind = {kind: {piece.threads for piece in todo if piece.kind == kind} for kind in threads.MEASURES}
    assert by_kind == {"wins": {4}, "right": {1, 4}, "exploitability": {1, 4}, "a second": {1, 4},
                       "processes": {4}, "equal time": {4}}
    assert [piece.simulations for piece in todo if piece.kind == "wins"] == [100] * 3


def test_speeds_are_told_beside_one_thread_of_the_same_round():
    found = {Piece("a second", "pig", count, 0, number): rate
             for number, rates in ((1, (100.0, 190.0)), (2, (50.0, 105.0)), (3, (10.0, 18.0)))
             for count, rate in zip((1, 2), rates, strict=True)}
    found |= {Piece("processes", "pig", 2, 0, number): rate for number, rate in ((1, 200.0), (2, 210.0), (3, 20.0))}
    one, two = threads.summary(found)
    assert (one["processes"], two["processes"]) == (None, pytest.approx(0.9))
    assert (one["value"], one["times"]) == (50, 1)
    assert (two["value"], two["times"]) == (105, pytest.approx(1.9))
    page = threads.written([one, two], {"date": "today"})
    assert "| a second | pig | 2 |  | 105 (1.90 times, 0.90 of processes) | 3 rounds |" in page


def test_what_is_done_is_not_done_again(tmp_path, monkeypatch, capsys):
    done = []
    monkeypatch.setattr(threads.os, "cpu_count", lambda: 2)
    kinds = dict.fromkeys(threads.MEASURES, lambda piece: done.append(piece) or 0.5)
    monkeypatch.setattr(threads, "MEASURES", kinds)
    asked = ["--threads", "1,2", "--games", "4", "--rounds", "1", "--seeds", "1", "--timed", "2",
             "--out", str(tmp_path), "--ledger", str(tmp_path / "ledger.csv")]
    for _ in range(2):
        with pytest.raises(SystemExit) as ended:
            start(threads.run, asked)
        assert ended.value.code == 0
    assert len(done) == len(set(done)) == 3 * 5 + 2 * 2 + 2 + 2 + 2
    text = (tmp_path / "threads.md").read_text(encoding="utf-8")
    assert "| wins | burgundy | 2 | 8,000 | 50.0 %" in text
    assert "| equal time | burgundy | 2 |  | 50.0 % | 2 games |" in text, "an interval of one pair is none"
    assert "4 games" in capsys.readouterr().out


def test_a_pair_of_games_is_played_and_a_policy_judged(monkeypatch):
    monkeypatch.setattr(threads, "A_DECISION", 0.001)
    assert threads.equal_time(Piece("equal time", "connect_four", 2, 0, 1)) in (0, 0.25, 0.5, 0.75, 1)
    assert threads.wins(Piece("wins", "burgundy", 2, 2, 1)) in (0, 0.25, 0.5, 0.75, 1)
    assert 0 <= threads.exploited(Piece("exploitability", "kuhn_poker", 2, 50, 1)) < 2
    monkeypatch.setattr(threads, "A_SECOND", 0.01)
    assert threads.a_second(Piece("a second", "pig", 2, 0, 1)) > 0


@pytest.mark.whole
def test_processes_search_side_by_side():
    one = threads.a_second(Piece("a second", "pig", 1, 0, 1))
    assert threads.side_by_side(Piece(threads.PROCESSES, "pig", 2, 0, 1)) > one / 2
