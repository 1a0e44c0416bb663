"""Shape of play from recorded games: what the judge sees, what is kept, and what the report says of it."""
from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import cli
import mcts.simulate
from games.api import InputError
from reports.documents import words
from reports.documents.shape import MEASURES, chances, judge_run, shape_tables
from reports.documents.simulate_report import Shape, write_report
from reports.experiments.run import open_balance
from reports.run import simulate


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return simulate(tmp_path_factory.mktemp("shape") / "run", mcts.simulate.plan("tic_tac_toe", ["random"], 80))


@pytest.fixture(scope="module")
def judged(run):
    return judge_run(run, 40, 60)


def test_every_decision_of_the_games_is_there(run, judged):
    seats = run.seats
    assert judged["game"].nunique() == 40
    decisions = seats.groupby("game")["decisions"].sum()
    assert judged.groupby("game").size().equals(decisions[decisions.index.isin(judged["game"])])
    forced = judged[judged["legal"] == 1]
    assert len(forced)
    assert forced["chance_0"].isna().all()
    free = judged[judged["legal"] > 1]
    assert (free["chance_0"] + free["chance_1"]).to_numpy() == pytest.approx(1)
    assert judged.groupby("game")["share_0"].first().to_numpy() == pytest.approx(
        seats[seats["seat"] == 0].set_index("game").loc[sorted(set(judged["game"])), "win"].to_numpy())


def test_measures_are_those_of_the_games_and_playouts_the_judges_own(run, judged):
    found = shape_tables(judged, 60)["shape"].set_index("measure")
    assert list(found.index) == list(MEASURES)
    p, won = chances(judged[judged["game"] == 0])
    assert p.shape == (sum(judged.loc[judged["game"] == 0, "legal"] > 1), 2)
    assert won.sum() == pytest.approx(1)
    assert found.loc["decisions", "mean"] == pytest.approx(
        run.seats[run.seats["game"].isin(judged["game"])]["decisions"].mean())
    assert 0 < found.loc["stake", "mean"] < 0.6
    again = judge_run(run, 3, 61)
    same = judged[judged["game"].isin(again["game"]) & (judged["legal"] > 1)]
    assert not np.allclose(again.loc[again["legal"] > 1, "chance_0"].iloc[:4], same["chance_0"].iloc[:4])


def test_what_was_judged_is_kept_and_does_not_depend_on_the_workers(run, judged, tmp_path):
    kept = {f.name: f.read_bytes() for f in (run.path / "shape").iterdir()}
    shares: list[float] = []
    pd.testing.assert_frame_equal(judge_run(run, 40, 60, progress=shares.append), judged)
    assert shares == []
    other = simulate(tmp_path / "run", mcts.simulate.plan("tic_tac_toe", ["random"], 80))
    judge_run(other, 40, 60, jobs=2)
    files = {f.name: f.read_bytes() for f in (other.path / "shape").iterdir()}
    assert files == {name: data for name, data in kept.items() if name in files}


def test_a_report_shows_the_shape(run, judged):
    files = write_report(run.path, Shape(40, 60))
    names = {f.name for f in files}
    assert {"win_chances.png", "shape.csv", "shape_games.parquet", "win_chances.parquet"} <= names
    page = files[0].read_text(encoding="utf-8")
    assert "40 of the games, replayed with 60 playouts" in page
    assert "Shape of play" in page
    shown = pd.read_parquet(run.path / "report/tables/win_chances.parquet")
    drama = pd.read_parquet(run.path / "report/tables/shape_games.parquet").set_index("number")["drama"]
    by_kind = shown.groupby("which")["number"].first()
    assert drama[by_kind["least dramatic"]] == drama.min()
    assert drama[by_kind["most dramatic"]] == drama.max()
    assert "Compare games at this number" in words.shape({"shape": pd.read_parquet(
        run.path / "report/tables/shape.parquet")})


def test_what_has_no_records_is_refused(run, tmp_path, capsys):
    def command(*given: object) -> int:
        with pytest.raises(SystemExit) as end:
            cli.main([str(word) for word in given])
        return int(str(end.value.code))

    balance = tmp_path / "balance"
    assert command("balance", "pig", "--items", "seats", "--agent", "random", "--games", 8, "--out", balance) == 0
    capsys.readouterr()
    assert command("report", run.path, "--shape", 2, "--judge", 10, "--json") == 0
    assert any("win_chances" in file for file in json.loads(capsys.readouterr().out)["files"])
    assert command("report", balance, "--shape", 5) == 2
    assert len(capsys.readouterr().err.splitlines()) <= 2
    with pytest.raises(InputError, match="keeps no records"):
        judge_run(open_balance(balance)[0], 2, 10)
    with pytest.raises(InputError, match="found 0 games"):
        judge_run(run, 0, 10)


def test_a_shard_is_judged_by_the_games_that_it_has_and_a_refused_one_leaves_nothing(tmp_path, monkeypatch):
    """The report of a second shard looked for games of the first, failed, and left an empty folder in the run."""
    plan = mcts.simulate.plan("tic_tac_toe", ["random", "greedy"], 100)
    run = simulate(tmp_path / "second", plan, shard=(2, 2))
    assert run.numbers.start > 0
    monkeypatch.setattr("reports.documents.shape.judge_game", lambda task: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        judge_run(run, 3, 4)
    assert not (run.path / "shape").exists()
    monkeypatch.undo()
    assert set(judge_run(run, 3, 4)["game"]) <= set(run.numbers)
