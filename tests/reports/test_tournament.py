"""Tournaments on disk: stopped and gone on with, shared out and put together, and what page and tables say of them."""
import json
import re

import pandas as pd
import pytest
from click.testing import CliRunner

from cli import app
from games.api import InputError
from mcts import simulate as selfplay
from mcts.tournament import games_of, judge, plan
from reports.documents.compare import compare
from reports.documents.tournament import crosstable, finding, result, write_report
from reports.merge import merge
from reports.run import MANIFEST, open_run, simulate

AGENTS = ["random", "greedy", "flat:2", "mcts:5"]


def asked(seed=1, games=60):
    return plan("tic_tac_toe", AGENTS, games, seed=seed)


@pytest.fixture(scope="module")
def cup(tmp_path_factory):
    return simulate(tmp_path_factory.mktemp("cup") / "run", asked())


def test_a_run_says_what_its_games_say(cup):
    assert result(cup).to_json() == judge(asked(), games_of(selfplay.simulate(asked()))).to_json()


def test_a_stopped_tournament_ends_as_one_that_was_not(cup, tmp_path):
    def stop(done, all_):
        if done == 33:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(tmp_path / "run", asked(), progress=stop)
    half = open_run(tmp_path / "run")
    assert 0 < half.games_done < 60
    part = result(half)
    assert part.games == half.games_done
    assert part.games_asked == 60
    run = simulate(tmp_path / "run", asked())
    assert result(run).to_json() == result(cup).to_json()
    with pytest.raises(InputError, match="holds another run: agents"):
        simulate(tmp_path / "run", plan("tic_tac_toe", AGENTS[1:], 60, seed=1))


def test_shards_are_the_run_and_seeds_add_up(cup, tmp_path):
    shards = [simulate(tmp_path / str(k), asked(), shard=(k, 2)).path for k in (1, 2)]
    assert result(merge(shards, tmp_path / "whole")).to_json() == result(cup).to_json()
    other = simulate(tmp_path / "other", asked(seed=2)).path
    both = result(merge([cup.path, other], tmp_path / "both"))
    assert both.games == 120
    assert both.blocks == 60
    assert {m.games for m in both.meetings} == {20}


def test_the_page_and_its_tables_say_the_same(cup):
    page, *files = write_report(cup.path)
    first = page.read_bytes()
    assert write_report(cup.path)[0].read_bytes() == first
    text, found = first.decode(), result(cup)
    assert finding(found) in text
    assert text.count("<img ") == 1
    rated = pd.read_csv(page.parent / "tables" / "ratings.csv")
    assert rated["agent"].tolist() == [each.agent for each in found.standings]
    assert rated["rating"].is_monotonic_decreasing
    for each in rated["agent"]:
        assert f"{each.replace(':', ':<wbr>')}" in text
    pairs = pd.read_csv(page.parent / "tables" / "pairs.csv")
    assert len(pairs) == 12
    whole = crosstable(found)
    assert [whole.loc[p.agent, p.other] for p in pairs.itertuples()] == pytest.approx(pairs["ahead"].tolist())
    assert {file.suffix for file in files} == {".png", ".svg", ".csv", ".parquet"}


def test_the_command_prints_both_tables_and_goes_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["tournament", "tic_tac_toe", *(w for a in AGENTS for w in ("--agent", a)), "--games", "59", "--seed", "1",
             "--out", "cup"]
    done = CliRunner(env={"COLUMNS": "80"}).invoke(app, words)
    assert done.exit_code == 0
    assert "60 games are played, not 59" in done.stderr
    assert len(re.findall(r"^[1-4]  \S+", done.stdout, re.MULTILINE)) == 8
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    again = CliRunner().invoke(app, [*words, "--json"])
    document = json.loads(again.stdout)
    assert document["report"].endswith("report.html")
    assert [each["agent"] for each in document["standings"]][-1] in AGENTS
    assert json.loads((tmp_path / "cup" / MANIFEST).read_text())["kind"] == "tournament"
    told = CliRunner().invoke(app, ["report", "cup", "--json"])
    assert json.loads(told.stdout)["report"] == document["report"]


def test_what_is_no_tournament_or_cannot_be_compared_is_refused(cup, tmp_path):
    with pytest.raises(InputError, match="is a tournament, whose ratings hang on who plays"):
        compare(cup.path, simulate(tmp_path / "other", asked(seed=2, games=12)).path)
    many = CliRunner().invoke(app, ["match", "pig", *(w for a in AGENTS for w in ("--agent", a))])
    assert "`tournament` takes more agents than seats" in str(many.exception)
