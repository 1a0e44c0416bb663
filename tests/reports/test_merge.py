"""Runs put together: shards are the one run byte by byte, seeds add up exactly, and nothing else is added up."""
from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from cli import app
from games import records
from games.api import InputError
from mcts.simulate import plan
from reports.documents import tables
from reports.documents.balance import write_report as write_balance
from reports.documents.compare import compare
from reports.experiments.plan import cells
from reports.experiments.question import Question, make_plan
from reports.experiments.results import results
from reports.experiments.run import balance, open_balance
from reports.experiments.supply import present
from reports.merge import merge
from reports.run import open_run, simulate
from tests.reports import slow_tables
from tests.whole import mostly_whole

ASKED = {"game": "tic_tac_toe", "agents": ["greedy", "random"], "count": 130}
BALANCED = Question("catan_cards", "expansions", items=["church", "hall"], experiments=["gift", "supply"], seats=2,
                    agents=["random"], games=80, recorded=True)


def contents(path: Path, but: tuple[str, ...] = ("manifest.json",)) -> dict[str, bytes]:
    return {f.relative_to(path).as_posix(): f.read_bytes() for f in sorted(path.rglob("*"))
            if f.is_file() and f.name not in but}


@pytest.fixture(scope="module")
def seeds(tmp_path_factory) -> list[Path]:
    folder = tmp_path_factory.mktemp("seeds")
    return [simulate(folder / str(seed), plan(**ASKED | {"count": 130 - 10 * seed}, seed=seed)).path
            for seed in (1, 2, 3)]


@pytest.fixture(scope="module")
def balanced(tmp_path_factory) -> list[Path]:
    folder = tmp_path_factory.mktemp("balanced")
    return [balance(folder / str(seed), make_plan(replace(BALANCED, seed=seed))).path for seed in (1, 2)]


@pytest.mark.parametrize("shards", mostly_whole([2, 3, 6], (3).__eq__))
def test_all_shards_together_are_the_run_of_one_machine(tmp_path, shards):
    what = plan(**ASKED)
    whole = simulate(tmp_path / "whole", what)
    told = []
    paths = [simulate(tmp_path / str(k), what, shard=(k, shards),
                      progress=lambda done, all_: told.append(done / all_)).path for k in range(1, shards + 1)]
    assert told.count(1.0) == shards
    assert max(told) == 1.0
    merged = merge(list(reversed(paths)), tmp_path / "merged")
    assert contents(merged.path) == contents(whole.path)
    manifests = [json.loads((path / "manifest.json").read_text()) for path in (merged.path, whole.path)]
    assert [each.pop("begun") for each in manifests]
    assert manifests[0] == manifests[1]


@pytest.mark.whole
def test_shards_of_a_balance_run_are_the_run_of_one_machine(tmp_path, balanced):
    what = make_plan(replace(BALANCED, seed=1))
    paths = [balance(tmp_path / str(k), what, jobs=k, shard=(k, 2)).path for k in (1, 2)]
    assert contents(merge(paths, tmp_path / "merged").path) == contents(balanced[0])


def test_a_shard_that_was_stopped_goes_on(tmp_path):
    what = plan(**ASKED)

    def stop(done, _):
        if done == 25:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(tmp_path / "shard", what, progress=stop, shard=(2, 2))
    kept = open_run(tmp_path / "shard")
    assert 0 < kept.games_done < kept.games_asked
    again = simulate(tmp_path / "shard", what, shard=(2, 2))
    assert contents(again.path) == contents(simulate(tmp_path / "other", what, shard=(2, 2)).path)
    assert again.record(again.seats["game"].max()).more["block"] == again.seats["block"].max()
    with pytest.raises(InputError, match="the run holds 60 to 129"):
        again.record(0)


@pytest.mark.whole
def test_seeds_add_up_as_one_run_with_all_the_blocks(tmp_path, seeds):
    merged = merge([seeds[1], seeds[0], seeds[2]], tmp_path / "merged")
    assert merged.complete
    assert merged.manifest["merged"] == [[1, 60], [2, 55], [3, 50]]
    parts, games, blocks = [], 0, 0
    for path in seeds:
        own = open_run(path)
        parts.append(own.seats.assign(game=own.seats["game"] + games, block=own.seats["block"] + blocks))
        games, blocks = games + own.games_done, blocks + own.manifest["blocks"]
    pd.testing.assert_frame_equal(merged.seats, pd.concat(parts, ignore_index=True))
    found = tables.all_tables(merged)
    for name, table in slow_tables.all_tables(merged).items():
        pd.testing.assert_frame_equal(found[name], table, check_dtype=len(table) > 0, rtol=1e-12)
    assert found["win_shares"]["blocks"].max() == 165
    for number, record in enumerate(merged.records()):
        assert records.replay(record).scores() == list(merged.seats[merged.seats["game"] == number]["score"])
        assert record.more["block"] == number // 2


def test_the_order_and_the_division_of_the_runs_do_not_matter(tmp_path, seeds):
    shards = [simulate(tmp_path / f"shard{k}", plan(**ASKED | {"count": 110}, seed=2), shard=(k, 2)).path
              for k in (1, 2)]
    one = merge(seeds, tmp_path / "one")
    other = merge([shards[1], seeds[2], seeds[0], shards[0]], tmp_path / "other")
    assert contents(one.path) == contents(other.path)
    assert tables.all_tables(one)["win_shares"].equals(tables.all_tables(other)["win_shares"])


@pytest.mark.whole
def test_balance_runs_add_up_effect_by_effect(tmp_path, balanced):
    merged = merge(balanced, tmp_path / "merged")
    run, what = open_balance(merged.path)
    rows, _ = results(what, run)
    alone = [results(own, each)[0] for each, own in map(open_balance, balanced)]
    for row in rows:
        same = [next(r for r in each if (r.item, r.estimand, r.outcome) == (row.item, row.estimand, row.outcome))
                for each in alone]
        assert row.blocks == sum(each.blocks for each in same)
        if row.estimand == "gift":
            mean = np.average([each.estimate for each in same], weights=[each.blocks for each in same])
            assert row.estimate == pytest.approx(mean)
    assert {record.more["number"] for record in run.records()} == set(run.seats["game"])
    record = run.record(int(run.seats["game"].max()))
    assert records.replay(record).scores() == list(run.seats["score"].iloc[-2:])
    assert write_balance(merged.path)[0].exists()


def test_coins_of_a_merged_run_are_those_with_which_it_was_played(tmp_path, balanced):
    merged = open_balance(merge(balanced, tmp_path / "merged").path)
    tossed = []
    for run, what in (merged, *map(open_balance, balanced)):
        data = next(each for each in cells(what, run.seats, run.tiles) if each.cell.experiment == "supply")
        tossed.append(present(data))
    assert np.array_equal(tossed[0], np.concatenate(tossed[1:]))
    assert not np.array_equal(tossed[1], tossed[2])


@pytest.mark.parametrize(("change", "message"), [
    ({"agents": ["random"]}, r'agents: found \["random", "random"\], expected \["greedy", "random"\] as in'),
    ({"game": "connect_four"}, 'game: found "connect_four", expected "tic_tac_toe"')])
def test_plans_that_differ_are_refused(tmp_path, seeds, change, message):
    other = simulate(tmp_path / "other", plan(**ASKED | {"count": 40} | change, seed=9)).path
    with pytest.raises(InputError, match=f"other: {message}"):
        merge([seeds[0], other], tmp_path / "merged")
    assert not (tmp_path / "merged").exists()


def test_the_same_games_twice_are_refused(tmp_path, seeds):
    copy = tmp_path / "copy"
    shutil.copytree(seeds[0], copy)
    with pytest.raises(InputError, match="seed: found 1, as in .*: these are the same games"):
        merge([seeds[0], copy], tmp_path / "merged")
    half = simulate(tmp_path / "half", plan(**ASKED | {"count": 120}, seed=1), shard=(1, 2)).path
    with pytest.raises(InputError, match="these are the same games"):
        merge([seeds[0], half], tmp_path / "merged")
    with pytest.raises(InputError, match="shard: found 1/2 of seed 1, expected all of 1/2 to 2/2"):
        merge([half, seeds[1]], tmp_path / "merged")


def test_runs_that_cannot_be_added_up_are_refused(tmp_path, seeds):
    merged = merge(seeds[:2], tmp_path / "merged")
    assert merge(seeds[:2], tmp_path / "merged").manifest == merged.manifest        # it is there already
    for runs, out, message in (
            (seeds[:1], "new", "found 1 to merge, expected two or more"),
            (seeds, "merged", "merged: holds something else"),
            ([merged.path, seeds[2]], "new", "was put together from other runs")):
        with pytest.raises(InputError, match=message):
            merge(runs, tmp_path / out)
    part = tmp_path / "part"
    shutil.copytree(seeds[2], part)
    (part / "games" / "part-00001.parquet").unlink()
    with pytest.raises(InputError, match=r"part: games: found \d+ of 100; finish it first"):
        merge([seeds[0], part], tmp_path / "new")
    manifest = json.loads((part / "manifest.json").read_text())
    (part / "manifest.json").write_text(json.dumps(manifest | {"stop": "sequence"}))
    with pytest.raises(InputError, match='part: stop: found "sequence"; expected a run of fixed length'):
        merge([seeds[0], part], tmp_path / "new")


def test_a_run_is_not_merged_into_itself(tmp_path):
    """A shard has the manifest of the whole but for the shard, and is not the whole."""
    halves = [simulate(tmp_path / str(k), plan(**ASKED, seed=1), shard=(k, 2)).path for k in (1, 2)]
    before = contents(tmp_path)
    for out in (halves[0], tmp_path / "2/../2"):
        with pytest.raises(InputError, match="--out: found .*, which is one of the runs; expected a new folder"):
            merge(halves, out)
    shutil.copytree(halves[0], tmp_path / "copy")
    with pytest.raises(InputError, match="copy: holds something else"):
        merge(halves, tmp_path / "copy")
    shutil.rmtree(tmp_path / "copy")
    assert contents(tmp_path) == before


@pytest.mark.parametrize("kind, name", [("games", "parquet"), ("tiles", "parquet"), ("records", "jsonl.gz")])
def test_a_shard_with_a_cut_file_is_named_and_nothing_is_written(tmp_path, kind, name):
    halves = [simulate(tmp_path / str(k), plan(**ASKED, seed=1), shard=(k, 2)).path for k in (1, 2)]
    file = sorted((halves[1] / kind).iterdir())[-1]
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    with pytest.raises(InputError, match=rf"2/{kind}/part-\d+.{name}: "):
        merge(halves, tmp_path / "out")
    assert sorted(f.name for f in tmp_path.iterdir()) == ["1", "2"]
    file.write_bytes(whole)
    assert merge(halves, tmp_path / "out").complete


def test_what_a_killed_merge_left_is_swept(tmp_path, seeds):
    (tmp_path / ".out-merging-999999999/games").mkdir(parents=True)
    (tmp_path / f".out-merging-{os.getppid()}").mkdir()
    merge(seeds[:2], tmp_path / "out")
    assert sorted(f.name for f in tmp_path.iterdir()) == [f".out-merging-{os.getppid()}", "out"]


@pytest.mark.parametrize("shard", [(0, 2), (3, 2), (1, 100)])
def test_a_shard_that_there_is_not_is_refused(tmp_path, shard):
    with pytest.raises(InputError, match=f"shard: found {shard[0]}/{shard[1]}, expected K/N"):
        simulate(tmp_path / "run", plan(**ASKED), shard=shard)
    assert not (tmp_path / "run").exists()


def test_a_run_that_looks_while_it_plays_has_no_shards(tmp_path):
    what = make_plan(replace(BALANCED, experiments=["gift"], stop="sequence"))
    with pytest.raises(InputError, match="shard: found 1/2 of a run that ends by what it sees"):
        balance(tmp_path / "run", what, shard=(1, 2))


def test_a_merged_run_has_the_luck_of_no_other(tmp_path, seeds):
    merged = merge(seeds, tmp_path / "merged").path
    assert not compare(seeds[0], merged).paired
    assert compare(merged, merge(seeds, tmp_path / "again").path).paired


def test_merge_writes_the_run_and_its_report(tmp_path, seeds, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = CliRunner().invoke(app, ["merge", *map(str, seeds), "--out", "merged", "--json"])
    assert said.exit_code == 0, said.output
    assert Path(json.loads(said.stdout)["report"]) == Path("merged/report/report.html")
    assert len(open_run(tmp_path / "merged").seats) == 2 * 330
    with pytest.raises(InputError, match="--out: is missing"):
        CliRunner().invoke(app, ["merge", *map(str, seeds)], catch_exceptions=False)
    with pytest.raises(InputError, match="shard: found '2', expected K/N"):
        CliRunner().invoke(app, ["simulate", "pig", "--agent", "random", "--out", "x", "--shard", "2"],
                           catch_exceptions=False)
