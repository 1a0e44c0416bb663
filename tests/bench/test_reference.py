"""The scripts that hold the search against known answers: what they ask, and what their tables say."""
import csv

import pytest

from bench import publish
from bench.command import start
from bench.proofs import connect_four_solved, pig_optimal, poker_values
from bench.proofs.connect_four_solved import Question
from bench.proofs.pig_optimal import Answer, Turn
from tests.games.kuhn_poker.equilibrium import VALUE, equilibrium
from tests.games.pig import optimal

ABOUT = {"date": "today", "processor": "one"}


def test_questions_are_spread_over_the_depths():
    every, some = connect_four_solved.questions(), connect_four_solved.questions(20)
    assert (len(every), len(set(every))) == (200, 200)
    assert [len(q.moves) for q in some] == sorted(len(q.moves) for q in some)
    assert (len(some[0].moves), len(some[-1].moves)) == (10, 31)
    with pytest.raises(ValueError, match="--positions: found 201, expected 1 to 200"):
        connect_four_solved.questions(201)


def test_a_position_is_that_of_its_columns():
    assert Question("dda", "b").state().legal_actions() == list(range(7))
    assert Question("dddddd", "b").state().legal_actions() == [0, 1, 2, 4, 5, 6]


def test_a_choice_is_right_if_it_is_among_the_best():
    settings = {"tree": "open", "policy": "uct", "playout": "uniform"}
    assert connect_four_solved.ours(Question("adadad", "a"), 2000, 1, settings)      # four in a column
    assert not connect_four_solved.ours(Question("adadad", "bc"), 2000, 1, settings)
    assert connect_four_solved.plain_c(Question("gagbgc", "g"), 2000, 1, 1.0)
    asked = [Question("a", "a"), Question("b", "a"), Question("c", "a"), Question("d", "ad")]
    assert connect_four_solved.share(lambda q: q.moves in q.best, asked) == 0.5


def test_the_table_of_connect_four_has_a_column_a_seed():
    rows = [connect_four_solved.row("plain", [0.95, 0.97, 0.96], 200, 1000)]
    assert rows[0]["mean"] == pytest.approx(0.96)
    assert (rows[0]["least"], rows[0]["seed_2"]) == (0.95, 0.97)
    page = connect_four_solved.written(rows, ABOUT, 3)
    assert "| plain | 200 | 1,000 | 95.0 % | 97.0 % | 96.0 % | 96.00 % |" in page


def test_turns_of_pig_have_a_clear_choice_and_repeat_with_the_seed():
    found = pig_optimal.turns(30, 1)
    assert found == pig_optimal.turns(30, 1) != pig_optimal.turns(30, 2)
    for turn in found:
        values = optimal.choice_values(turn.state())
        assert abs(values[0] - values[1]) >= 0.02
        assert turn.own + turn.pot < 100


def test_an_answer_is_held_against_the_optimum():
    turn = Turn(own=0, other=0, pot=60)
    found = pig_optimal.answer(turn, 2000, 1, {})
    assert found.loss == 0                                  # to hold, far above 20
    assert abs(found.error) < 0.1
    row = pig_optimal.row("x", 10, [Answer(0.0, 0.01), Answer(0.04, -0.03)])
    assert row["right"] == 0.5
    assert row["worst_loss"] == 0.04
    assert row["mean_error"] == pytest.approx(-0.01)
    assert row["mean_absolute_error"] == pytest.approx(0.02)
    assert row["largest_error"] == 0.03
    assert "| x | 2 | 10 | 50.0 % | 4.00 | -1.00 | 2.00 | 3.00 |" in pig_optimal.written([row], ABOUT)


def test_every_information_set_is_searched_once():
    assert len(poker_values.paths("kuhn_poker")) == 12
    assert len(poker_values.paths("leduc_poker")) == 288
    found = poker_values.searched("kuhn_poker", 20, 1, {})
    assert set(found.policy) == set(equilibrium())
    assert all(sum(shares.values()) == pytest.approx(1) for shares in found.policy.values())
    assert 0 < found.told < 1


def test_the_equilibrium_has_nothing_off():
    found = [poker_values.Found(equilibrium(alpha), 0.5 + VALUE / 4) for alpha in (0.0, 0.1, 0.2)]
    row = poker_values.row("kuhn_poker", "x", 10, found)
    assert row["seeds"] == 3
    for name in ("value_off", "most_off_by_seed", "told_off", "exploitability"):
        assert row[name] == pytest.approx(0, abs=1e-9)
    page = poker_values.written([row], ABOUT)
    assert "| kuhn_poker | x | 10 | 3 | -0.0556 |" in page
    assert "choosing at random: kuhn_poker: 0.4583; leduc_poker: 2.3736." in page


def test_policies_are_averaged_move_by_move():
    one, two = {"J:": {"check": 1.0, "bet": 0.0}}, {"J:": {"check": 0.5, "bet": 0.5}}
    assert poker_values.averaged([one, two]) == {"J:": {"check": 0.75, "bet": 0.25}}


@pytest.mark.parametrize(("script", "arguments"), (
    (connect_four_solved, ["--simulations", "50", "--positions", "2", "--seeds", "1", "--settings", "policy=puct"]),
    (pig_optimal, ["--simulations", "50", "--count", "2"]),
    (poker_values, ["--simulations", "20", "--seeds", "1", "--games", "kuhn_poker"])))
def test_a_script_writes_its_table(script, arguments, tmp_path):
    with pytest.raises(SystemExit) as ended:
        start(script.run, [*arguments, "--out", str(tmp_path / "new")])
    assert not ended.value.code
    name = script.__name__.rpartition(".")[2]
    rows = list(csv.DictReader((tmp_path / "new" / f"{name}.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) >= len(script.SEARCHES)
    assert all(row["date"] and row["ludosoph"] for row in rows)
    page = (tmp_path / "new" / f"{name}.md").read_text(encoding="utf-8")
    assert all(f"| {search} |" in page for search in script.SEARCHES)


@pytest.mark.parametrize(("script", "arguments", "words"), (
    (connect_four_solved, ["--positions", "500"], "--positions: found 500"),
    (pig_optimal, ["--settings", "colour=red"], "setting: found 'colour=red'"),
    (poker_values, ["--games", "bridge"], "--games: found 'bridge'")))
def test_what_cannot_be_measured_is_refused(script, arguments, words, capsys, tmp_path):
    with pytest.raises(SystemExit) as ended:
        start(script.run, [*arguments, "--out", str(tmp_path)])
    assert ended.value.code == 2
    assert words in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_ledger_gives_back_what_was_put_into_it(tmp_path):
    path = tmp_path / "new" / "x.csv"
    ledger = publish.Ledger(path, ("a", "b"))
    assert ledger.find({"a": 1, "b": "x"}) is None
    kept = ledger.add({"a": 1, "b": "x", "win": 0.5, "low": None})
    assert kept == {"a": "1", "b": "x", "win": "0.5", "low": ""}
    ledger.add({"a": 2, "b": "x", "win": 0.25, "more": "yes"})
    again = publish.Ledger(path, ("a", "b"))
    assert again.find({"a": 1, "b": "x"}) == kept | {"more": ""}
    assert again.find({"a": 2, "b": "x"})["more"] == "yes"
    assert [p.name for p in path.parent.iterdir()] == ["x.csv"]
    with pytest.raises(ValueError, match="found no column 'c'"):
        publish.Ledger(path, ("a", "c"))
