"""Games of a run by their number: balance runs write them down where they are asked to, forks as well."""
from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from cli import app
from games import records
from games.api import InputError
from mcts.simulate import plan
from reports.experiments.question import Question, make_plan
from reports.experiments.run import balance, open_balance
from reports.run import open_run, simulate

ASKED = Question("catan_cards", "expansions", items=["church"], experiments=["take", "robin", "restrict"],
                 agents=["greedy"], games=36, seats=2, recorded=True)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return balance(tmp_path_factory.mktemp("run") / "kept", make_plan(ASKED))


def test_every_game_of_an_experiment_is_written_down_and_replays_to_its_row(run):
    rows = dict(iter(run.seats.groupby("game")))
    kept = {record.more["number"]: record for record in run.records()}
    assert set(kept) == set(rows)
    assert {record.more["arm"] for record in kept.values()} >= {"main", "taken", "played"}
    for number, record in kept.items():
        assert records.replay(record).scores() == list(rows[number]["score"])
        assert record.more["block"] == rows[number]["block"].iloc[0]
        assert record.more["arm"] == rows[number]["arm"].iloc[0]


def test_a_fork_is_its_main_line_up_to_the_decision(run):
    kept = {record.more["number"]: record for record in run.records()}
    fork = next(number for number, record in kept.items() if record.more["arm"] == "taken")
    main = max(number for number, record in kept.items() if record.more["arm"] == "main" and number < fork)
    one, other = ([(event.seat, event.move) for event in kept[number].events] for number in (main, fork))
    apart = next(at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    assert apart > 0
    assert one[apart][0] == other[apart][0] is not None


def test_records_change_no_game(run, tmp_path):
    plain = balance(tmp_path / "plain", make_plan(Question(**{**vars(ASKED), "recorded": False})))
    for kind in ("games", "tiles"):
        for file in (run.path / kind).iterdir():
            assert (plain.path / kind / file.name).read_bytes() == file.read_bytes()
    assert list(plain.records()) == []
    with pytest.raises(InputError, match="game: found 0, expected one that was played and written down"):
        plain.record(0)


def test_any_workers_write_the_same_records(run, tmp_path):
    again = balance(tmp_path / "two", make_plan(ASKED), jobs=2)
    for file in (run.path / "records").iterdir():
        assert (again.path / "records" / file.name).read_bytes() == file.read_bytes()


def test_a_run_keeps_records_to_its_end_or_not_at_all(run, tmp_path):
    assert open_balance(run.path)[1].recorded
    plain = Question(**{**vars(ASKED), "recorded": False})
    balance(tmp_path / "plain", make_plan(plain))
    with pytest.raises(InputError, match="holds another run: recorded: found null, asked for true"):
        balance(tmp_path / "plain", make_plan(ASKED))
    with pytest.raises(InputError, match="holds another run: recorded: found true"):
        balance(run.path, make_plan(plain))


def test_a_game_of_a_run_is_replayed_by_its_number(run, tmp_path):
    number = next(record.more["number"] for record in run.records() if record.more["arm"] == "taken")
    said = CliRunner().invoke(app, ["replay", str(run.path), "--game", str(number), "--json"])
    assert said.exit_code == 0
    scores = list(run.seats[run.seats["game"] == number]["score"])
    assert json.loads(said.stdout)["result"]["scores"] == scores
    own = simulate(tmp_path / "run", plan("tic_tac_toe", ["random"], 40))
    said = CliRunner().invoke(app, ["replay", str(own.path), "--game", "17", "--json"])
    assert json.loads(said.stdout)["events"] == len(open_run(own.path).record(17).events)
    with pytest.raises(InputError, match="game: found 40, the run holds 0 to 39"):
        open_run(own.path).record(40)
