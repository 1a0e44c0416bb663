"""How much thinking longer wins: a lot of worlds, and a section of the atlas that says what its games say."""
from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from bench.command import start
from bench.pages import atlas, atlas_deep, atlas_lot
from games.api import InputError
from reports.atlas import games as played
from reports.atlas import looks, run
from reports.atlas.plan import AtlasPlan, Unit, make_plan
from reports.rows import records
from tests.reports.test_atlas_report import made_up

SEED, COUNT = 3, 80
PAGE = "# Atlas\n\n**Found.**\n\n## Between greedy agents\n\nThe rest.\n"
DEEP_AT = 2             # a module with which, at the first place, thinking longer wins more


def thoughtful(plan: AtlasPlan, unit: Unit) -> list[dict[str, Any]]:
    """Made-up games that the one who thinks longer wins in 19 of 20 with one module, else as often as not."""
    rng = np.random.default_rng(int(unit.item))
    deep = plan.variants.parts(unit.item)[0] == DEEP_AT
    out = []
    for row in made_up(plan, unit):
        won = float(rng.random() < (0.95 if deep else 0.5))
        own = row["rotation"]
        out.append({**row, f"win_{own}": won, f"win_{1 - own}": 1 - won})
    return out


def play(path: Path, items: list[str]) -> Path:
    asked = looks.only(looks.passes("mcts:10"), ("deep-2",))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played, "play_unit", thoughtful)
        run.play(path, make_plan("world504", "worlds", items, {}, SEED, asked))
    return path


@pytest.fixture(scope="module")
def docs(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("deep")
    (folder / "README.md").write_text(PAGE, encoding="utf-8")
    start_with(["--deep", str(play(folder / "run", atlas_lot.lot(COUNT, SEED))), "--out", str(folder)])
    return folder


def start_with(words: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        start(atlas.run, words)
    assert end.value.code == 0


def test_the_lot_follows_from_its_seed_and_a_smaller_one_is_its_beginning(capsys):
    assert atlas_lot.lot(9, 3) == atlas_lot.lot(9, 3) != atlas_lot.lot(9, 4)
    assert len(set(atlas_lot.lot(504, 3))) == 504
    start_with(["--lot", "2", "--seed", "3"])
    one, two = atlas_lot.lot(2, 3)
    asked = f"ludosoph atlas world504 --item {one} --item {two} --stronger mcts:10"
    assert capsys.readouterr().out.splitlines() == [
        f"{asked} --pass deep-2 --seed 3 --out build/deep",
        f"{asked} --pass greedy-4 --pass match-4 --pass strong-4 --seed 3 --out build/four"]
    with pytest.raises(InputError, match="found 505, expected 504 or fewer"):
        atlas_lot.lot(505, 3)


def test_the_section_says_what_was_found_and_counts_as_its_table_does(docs):
    page = (docs / "README.md").read_text("utf-8")
    table = pd.read_csv(docs / atlas_deep.TABLE, dtype={"world": str}, keep_default_na=False)
    assert sorted(table["world"]) == sorted(atlas_lot.lot(COUNT, SEED))
    said = table[table["says"] == atlas_deep.SAYS]
    assert len(said) > 2
    assert {world[0] for world in said["world"]} == {"3"}
    assert (said["low"] > 0.5).all()
    assert f"**mcts:10 wins {100 * table['raw'].mean():.1f} %" in page
    assert "against mcts:2, with a fifth of its simulations" in page
    assert f"In {len(said)} of them it surely wins more than 60 %" in page
    assert "whatever stands beside them: 3 Privileges at TOP I (+" in page
    assert "correlate at 0." in page
    assert "about two worlds of three lie between" in page
    named = re.findall(r"^\| (\d{3}) \|", page, re.MULTILINE)
    assert named == sorted(said["world"])       # by number: a rank would be luck for the most part
    assert page.startswith("# Atlas\n\nOn this page: [Between greedy agents]")
    assert (docs / "deep.png").stat().st_size < 60_000


def test_written_anew_it_stands_there_once_and_the_rest_stays(docs, tmp_path):
    for file in docs.glob("*.*"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    before = (docs / "README.md").read_bytes()
    atlas_deep.publish(docs / "run", tmp_path)
    assert (tmp_path / "README.md").read_bytes() == before
    assert b"The rest." in before


def test_other_worlds_than_the_lot_and_pages_that_are_not_there_are_refused(docs, tmp_path):
    with pytest.raises(InputError, match="no such file, expected the page of an atlas"):
        atlas_deep.publish(docs / "run", tmp_path)
    others = play(tmp_path / "others", ["123", "132"])
    (tmp_path / "README.md").write_text(PAGE, encoding="utf-8")
    with pytest.raises(InputError, match="holds other worlds than those that seed 3 draws"):
        atlas_deep.publish(others, tmp_path)
    assert (tmp_path / "README.md").read_text("utf-8") == PAGE


def test_the_report_of_such_a_run_says_how_much_thinking_longer_wins(docs):
    from reports.documents.atlas import write_report

    page = write_report(docs / "run")[0].read_text("utf-8")
    assert f"{COUNT} of the 504 worlds, of which nobody asked whom they favour." in page
    assert "of games against mcts:2. In " in page
    assert "How much thinking longer wins" in page


def test_a_few_worlds_are_not_pooled_and_have_no_picture(tmp_path):
    (tmp_path / "README.md").write_text(PAGE, encoding="utf-8")
    files = atlas_deep.publish(play(tmp_path / "few", atlas_lot.lot(3, SEED)), tmp_path)
    assert [file.name for file in files] == ["README.md", atlas_deep.TABLE]
    assert all(row["low"] <= row["share"] <= row["high"] for row in records(pd.read_csv(tmp_path / atlas_deep.TABLE)))
