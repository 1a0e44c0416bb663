"""Level plans of two versions: here of this one beside itself, and of made-up answers."""
import csv

import pytest

from bench.peers.worker import WorkerError
from bench.strength.against_earlier import ROOT
from bench.tuning import level_earlier
from bench.tuning.level_earlier import compared, lines, lost, positions_of, run
from games.registry import load
from mcts.walks import Position, Table


def test_a_version_calls_as_many_plans_level_as_itself(tmp_path, monkeypatch):
    ledger = tmp_path / "answers.csv"
    run(ROOT, "tic_tac_toe", positions=4, simulations=60, ledger=ledger, out=tmp_path)
    with ledger.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["position"] for row in rows] == ["0", "1", "2", "3"]
    assert all(row["level"] == row["earlier_level"] and row["loss"] == row["earlier_loss"] for row in rows)
    assert "| tic_tac_toe | 2 | 60 | 4 |" in (tmp_path / "level-earlier.md").read_text("utf-8")
    monkeypatch.setattr(level_earlier, "compared", lambda *_: pytest.fail("asked again"))
    run(ROOT, "tic_tac_toe", positions=4, simulations=60, ledger=ledger, out=tmp_path)


def test_a_plan_loses_what_the_longer_search_says_of_it():
    """Seat 0 has two in a row; to complete them wins, and what leaves them open lets the other win."""
    state = load("tic_tac_toe").start(2)
    for cell in (0, 3, 1, 4):
        state.apply_action(cell)
    position = Position(state, (0, 3, 1, 4))
    won, let = lost(Table("tic_tac_toe"), position, [(2,), (6,)], 2_000, 1)
    assert won == 0
    assert let > 0.4


def answer(level, earlier, loss=0.0, risk=0.1):
    """What two versions said of a position of which the first plan of this one loses so much."""
    return {"game": "pig", "seats": "2", "simulations": "100", "earlier": "abc", "differ": "", "plans": "4",
            "earlier_plans": "4", "level": str(level), "earlier_level": str(earlier), "risk": str(risk),
            "earlier_risk": "0.1", "loss": str(loss), "earlier_loss": "0"}


def test_the_table_counts_positions_once_and_leaves_out_those_that_differ():
    (found,) = lines([answer(1, 2), answer(2, 4, loss=0.3), answer(3, 3) | {"differ": "start: no such game"}])
    assert (found["positions"], found["level"], found["earlier_level"], found["share"]) == (2, 1.5, 3.0, 0.5)
    assert (found["holds"], found["earlier_holds"], found["difference"]) == (1, 2, -1.5)
    assert found["difference_low"] < -1.5 < found["difference_high"]


def test_a_version_that_cannot_follow_is_left_out():
    class Lost:
        def ask(self, do, **request):
            raise WorkerError(f"{do}: no such action")

    table = Table("tic_tac_toe")
    found = compared(table, Position(table.start(), ()), [Lost(), Lost()], 10, 2, 1)
    assert found == {"differ": "start: no such action"}


def test_positions_are_spread_over_the_tables():
    pig, connect_four = Table("pig"), Table("connect_four")
    found = [(number, table.game) for number, table, _ in positions_of([pig, connect_four], 5, 3)]
    assert found == [(0, "pig"), (1, "pig"), (2, "pig"), (3, "connect_four"), (4, "connect_four")]
