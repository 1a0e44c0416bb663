"""Four seats on the page of the atlas: a section that says of a lot of worlds what their games say."""
from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

from bench.pages import atlas_four, atlas_lot
from games.api import InputError
from reports.atlas import games as played
from reports.atlas import looks, run
from reports.atlas.plan import make_plan
from reports.documents.atlas_four import SAID
from reports.rows import records
from reports.statistics.verdicts import HOLDS, OPEN
from tests.bench.test_atlas_deep import PAGE, start_with
from tests.reports.test_atlas_four import of_four

ATLAS = Path(__file__).resolve().parents[2] / "docs" / "atlas"
SEED, COUNT = 3, 40
AFTER = "## The last\n\nIts end.\n"


def play(path: Path, items: list[str]) -> Path:
    asked = looks.only((*looks.passes("mcts:10"), *looks.by_name("mcts:10")), atlas_four.PASSES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played, "play_unit", of_four)
        run.play(path, make_plan("world504", "worlds", items, {}, SEED, asked))
    return path


@pytest.fixture(scope="module")
def docs(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("four")
    (folder / "README.md").write_text(PAGE, encoding="utf-8")
    start_with(["--four", str(play(folder / "run", atlas_lot.lot(COUNT, SEED))), "--out", str(folder)])
    return folder


def test_the_section_says_what_was_found_and_counts_as_its_table_does(docs):
    page = (docs / "README.md").read_text("utf-8")
    table = records(pd.read_csv(docs / atlas_four.TABLE, dtype={"world": str}))
    assert f"**With four seats greedy agents favour one of four seats in {len(table)} of {COUNT} worlds" in page
    said = [row for row in table if row["word"] != OPEN]
    assert {row["word"] for row in said} >= {HOLDS}
    for word in SAID:
        count = sum(row["word"] == word for row in table)
        assert len(re.findall(rf"^\| \d{{3}} \|.*\| {word} \|", page, re.MULTILINE)) == (word != OPEN) * count
    assert f"The {COUNT} worlds were drawn by lot." in page
    assert "mcts:10 wins 100.0 % of" in page
    assert page.startswith("# Atlas\n\nOn this page: [Between greedy agents]")


def test_written_anew_it_stands_where_it_stood_and_the_rest_stays(docs, tmp_path):
    page = tmp_path / "README.md"
    before = (docs / "README.md").read_text("utf-8") + f"\n{AFTER}"
    page.write_text(before, encoding="utf-8")
    atlas_four.publish(docs / "run", tmp_path)
    atlas_four.publish(docs / "run", tmp_path)
    after = page.read_text("utf-8")
    assert after.count(atlas_four.HEADING) == 1
    assert after.endswith(AFTER)
    assert "The rest." in after
    assert "[The last](#the-last)" in after


def test_other_worlds_than_the_lot_and_pages_that_are_not_there_are_refused(docs, tmp_path):
    with pytest.raises(InputError, match="no such file, expected the page of an atlas"):
        atlas_four.publish(docs / "run", tmp_path)
    (tmp_path / "README.md").write_text(PAGE, encoding="utf-8")
    others = play(tmp_path / "others", [world for world in atlas_lot.lot(60, SEED) if world[0] in "13"][:8])
    with pytest.raises(InputError, match="holds other worlds than those that seed 3 draws"):
        atlas_four.publish(others, tmp_path)
    assert (tmp_path / "README.md").read_text("utf-8") == PAGE


def test_the_committed_section_names_the_worlds_of_the_committed_table():
    page = (ATLAS / "README.md").read_text("utf-8").partition(f"\n{atlas_four.HEADING}\n")[2].partition("\n## ")[0]
    table = records(pd.read_csv(ATLAS / atlas_four.TABLE, dtype={"world": str}))
    said = [row["world"] for row in table if row["word"] != OPEN]
    assert sorted(re.findall(r"^\| (\d{3}) \|", page, re.MULTILINE)) == sorted(said)
    assert {row["world"] for row in table} <= set(atlas_lot.lot(168, 3))
    assert f"favour one of four seats in {len(table)} of 168 worlds" in page
