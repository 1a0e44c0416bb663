"""The documents of an atlas: a page, tables, a row a world; and what all of it would take."""
from __future__ import annotations

import re
from pathlib import Path
from statistics import mean

import pandas as pd
import pytest

from bench.command import start
from bench.pages import atlas, atlas_cost, atlas_deep
from games.api import InputError
from reports.atlas import looks, run
from reports.atlas.plan import Pass, make_plan

ROOT = Path(__file__).resolve().parents[2]
PASSES = (Pass("random", "greedy", "random", 2, 4), Pass("greedy", "greedy", "", 2, 6))


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("atlas") / "run"
    run.play(path, make_plan("world504", "worlds", ["213", "217"], {}, 1, PASSES))
    return path


def test_documents_have_the_page_the_tables_and_a_row_a_world(played, tmp_path):
    files = atlas.publish(played, tmp_path / "docs", tmp_path / "atlas.csv.gz")
    assert {file.name for file in files} == {"README.md", "atlas.csv.gz", "digests.csv"}
    rows = pd.read_csv(tmp_path / "atlas.csv.gz", dtype=str, keep_default_na=False)
    assert list(rows["world"]) == ["213", "217"]
    assert (rows["rounds_2"].astype(float) > 2).all()
    assert set(rows["says"]) == {""}
    text = (tmp_path / "docs" / "README.md").read_text("utf-8")
    assert "ludosoph atlas world504 --item 213 --item 217 --jobs 2 --seed 1" in text
    assert "* 6 games of each world for 2 players: greedy in all seats" in text


def test_documents_that_are_too_large_are_refused(played, tmp_path, monkeypatch):
    monkeypatch.setattr(atlas, "MOST", 100)
    with pytest.raises(InputError, match="expected less than 100"):
        atlas.publish(played, tmp_path / "docs", tmp_path / "atlas.csv.gz")
    assert not (tmp_path / "atlas.csv.gz").exists()


def test_a_run_that_is_not_whole_is_refused(tmp_path):
    path = tmp_path / "run"

    def stop(share: float) -> None:
        if share > 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.play(path, make_plan("world504", "worlds", ["213", "217"], {}, 1, PASSES), progress=stop)
    with pytest.raises(InputError, match="is not whole: 3 passes of worlds are missing"):
        atlas.publish(path, tmp_path / "docs", tmp_path / "atlas.csv.gz")
    assert not (tmp_path / "docs").exists()


def test_the_cost_of_all_is_told_from_a_few(monkeypatch):
    monkeypatch.setattr(atlas_cost, "PASSES", PASSES)
    first, last = atlas_cost.cost(["213"])
    assert first.startswith("213: random-2 ")
    assert "504 such worlds take" in last


def test_the_cost_of_games_of_a_stronger_player_is_told_world_by_world():
    first, second, last = atlas_cost.games_of_stronger(["213", "217"], "mcts:4")
    assert first.startswith("213: greedy-4 ")
    assert re.search(r"^217: .*, strong-2 \d\.\d\d s, strong-4 \d\.\d\d s, deep-2 \d\.\d\d s$", second)
    assert last.startswith("a game, mean of 2: greedy-4 ")


def test_what_is_said_of_deep_games_is_that_of_their_tables():
    text = " ".join((ROOT / "docs/experiments.md").read_text("utf-8").split())
    said = text.partition("## How many games tell which world is deeper")[2].partition(" ## ")[0]
    table = (ROOT / "bench/results/atlas-cost.md").read_text("utf-8")
    deep = mean(float(each) for each in re.findall(r"deep-2 (\d+\.\d\d) s", table))
    assert f"such a game takes {deep:.2f} processor seconds" in said
    known = pd.read_csv(ROOT / "docs/atlas" / atlas_deep.TABLE)
    assert (known["games"] == looks.DEEP_GAMES).all()
    hours = len(known) * looks.DEEP_GAMES * deep / 3600
    assert f"{looks.DEEP_GAMES} games of each of {len(known)} would take {hours:.2f} processor hours" in said
    page = (ROOT / "docs/atlas/README.md").read_text("utf-8")
    halves = re.search(r"the shares of the worlds correlate at (0\.\d\d) as pooled", page)
    assert halves
    assert f"halves of {looks.DEEP_GAMES} at {halves[1]}" in said
    assert f"halves correlated at 0.59 in {len(known)} worlds of 504, of {looks.DEEP_GAMES} at {halves[1]}" in (
        ROOT / "reports/atlas/looks.py").read_text("utf-8")


def test_a_run_or_worlds_are_needed(capsys):
    with pytest.raises(SystemExit) as end:
        start(atlas.run, [])
    assert end.value.code == 2
    assert "--checked, --deep or --four, --words or --stronger: expected one of them" in capsys.readouterr().err


def test_worlds_played_again_give_the_same_rows_and_a_changed_row_is_named(played, tmp_path, monkeypatch):
    monkeypatch.setattr(atlas, "make_plan", lambda game, kind, worlds, options, seed, passes: make_plan(
        game, kind, worlds, options, seed, PASSES))
    atlas.publish(played, tmp_path / "docs", tmp_path / "atlas.csv.gz")
    kept = tmp_path / "docs" / "digests.csv"
    assert atlas.differing(kept, 2, 0, jobs=1) == (["213", "217"], [])
    names, first, second = kept.read_text("utf-8").splitlines()
    other = first.translate(str.maketrans("0123456789abcdef", "123456789abcdef0"))[3:]
    kept.write_text(f"{names}\n213{other}\n{second}\n", "utf-8")
    assert atlas.differing(kept, 2, 0, jobs=1) == (["213", "217"], ["213"])
    with pytest.raises(InputError, match=r"no such file, expected the digests of an atlas"):
        atlas.differing(tmp_path / "none.csv", 1, 0, jobs=1)


def test_a_digest_changes_with_any_number_of_a_world_and_not_with_empty_columns():
    worlds = pd.DataFrame({"item": ["213", "217"], "seats": [2, 2], "rounds": [9.5, 7.0], "points_goods": [0.0, 4.0]})
    raw = pd.DataFrame({"item": ["213", "217"], "measure": "rounds_2", "raw": [9.5, 7.0], "pooled": [9.1, 7.3]})
    before = atlas.digests({"worlds": worlds, "estimates": raw})
    empty = worlds.assign(points_land=float("nan"))
    assert atlas.digests({"worlds": empty, "estimates": raw.assign(pooled=0.0)}) == before
    now = atlas.digests({"worlds": worlds, "estimates": raw.assign(raw=[9.5, 7.1])})
    assert (now["213"], now["217"] == before["217"]) == (before["213"], False)
