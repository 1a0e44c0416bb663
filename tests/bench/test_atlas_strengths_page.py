"""The first part of the atlas's page: what better players keep, beside the part on greedy agents, which stays."""
from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from bench.command import start
from bench.pages import atlas, atlas_strengths
from bench.pages.age import OLDER
from games.api import InputError
from reports.atlas import games as played
from reports.atlas import komi, looks, run
from reports.atlas.komi import SIDED
from reports.atlas.plan import PASSES, make_plan
from reports.rows import records
from reports.statistics.verdicts import EVEN, HOLDS, OPEN
from tests.reports.test_atlas_strengths import of_both

WORLDS = ("123", "182", "312", "217")
SIDES = looks.only(tuple(replace(each, games=min(each.games, 20)) for each in looks.passes("mcts:8")),
                   ("greedy-2", "match-2", "strong-2"))


@pytest.fixture(scope="module")
def docs(tmp_path_factory) -> Path:
    """The documents of three worlds of four, which were played by made-up agents; the clock ended the run."""
    folder = tmp_path_factory.mktemp("sides")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played, "play_unit", of_both)
        run.play(folder / "greedy", make_plan("world504", "worlds", WORLDS, {}, 1, PASSES[:2]))
        clock = iter(range(1000))
        patch.setattr(run, "monotonic", lambda: next(clock))
        run.play(folder / "sides", make_plan("world504", "worlds", WORLDS, {}, 1, SIDES), first=WORLDS,
                 seconds=3 * (len(SIDES) - len(looks.LOOKS) + 1) + 0.5)
    atlas.publish(folder / "greedy", folder / "docs", folder / "atlas.csv.gz")
    start_of(folder)
    return folder


def start_of(folder: Path) -> None:
    """What the command line does."""
    start_with(["--stronger", str(folder / "sides"), "--out", str(folder / "docs"), "--table",
                str(folder / "atlas.csv.gz")])


def start_with(words: list[str]) -> None:
    """The command with these words, which must end well."""
    with pytest.raises(SystemExit) as end:
        start(atlas.run, words)
    assert end.value.code == 0


def test_the_first_part_says_who_played_and_counts_as_the_table_does(docs):
    page = (docs / "docs" / "README.md").read_text("utf-8")
    known = pd.read_csv(docs / "docs" / atlas_strengths.TABLE, dtype={"item": str})
    assert list(known["item"]) == list(WORLDS[:3])
    first, = atlas_strengths.first_part(page)
    assert first.startswith("**Played by mcts:8, and again by greedy")
    assert "Of 504 worlds 3 were studied by both: " in first
    assert "501 were not studied" in first
    assert atlas_strengths.counts(page) == Counter(known["word"])


def test_games_of_an_older_program_are_marked(docs, tmp_path):
    for name in ("README.md", "digests.csv"):
        (tmp_path / name).write_bytes((docs / "docs" / name).read_bytes())
    (tmp_path / "atlas.csv.gz").write_bytes((docs / "atlas.csv.gz").read_bytes())
    atlas_strengths.publish(docs / "sides", tmp_path, tmp_path / "atlas.csv.gz", tmp_path / "digests.csv", "12345678")
    first, = atlas_strengths.first_part((tmp_path / "README.md").read_text("utf-8"))
    assert OLDER in first
    assert "The games were played with search signature 12345678." in first
    assert OLDER not in atlas_strengths.first_part((docs / "docs" / "README.md").read_text("utf-8"))[0]


def test_every_world_has_a_word_in_the_digests_and_a_share_where_it_was_studied(docs):
    known = pd.read_csv(docs / "docs" / atlas_strengths.TABLE, dtype={"item": str}).set_index("item")
    digests = pd.read_csv(docs / "docs" / "digests.csv", dtype=str)
    assert dict(zip(digests["world"], digests["better"], strict=True)) == {
        **known["word"], "217": atlas_strengths.UNSTUDIED}
    for row in records(pd.read_csv(docs / "atlas.csv.gz", dtype={"world": str})):
        if row["world"] in known.index:
            assert row["first_win_strong"] == pytest.approx(known["at_stronger"][row["world"]])
        else:
            assert pd.isna(row["better"])


def test_both_parts_stay_when_the_other_is_written_again(docs):
    page = docs / "docs" / "README.md"
    before = page.read_bytes(), (docs / "atlas.csv.gz").read_bytes(), (docs / "docs" / "digests.csv").read_bytes()
    atlas.publish(docs / "greedy", docs / "docs", docs / "atlas.csv.gz")
    start_of(docs)
    assert (page.read_bytes(), (docs / "atlas.csv.gz").read_bytes(),
            (docs / "docs" / "digests.csv").read_bytes()) == before


def test_worlds_that_were_played_once_more_are_counted(docs, tmp_path, monkeypatch):
    """The made-up players let the second win in world 312 nearly every time."""
    monkeypatch.setattr(played, "play_unit", of_both)
    known = pd.read_csv(docs / "docs" / atlas_strengths.TABLE, dtype={"item": str})
    assert set(known[known["word"].isin(SIDED)]["item"]) == {"312"}
    run.play(tmp_path / "checked", make_plan("world504", "worlds", ["312"], {}, 2, SIDES))
    text, command = atlas_strengths.check(tmp_path / "checked", known, tmp_path)
    assert "Of 1 worlds of which a side is named, 1 was drawn by lot" in text
    assert "1 keeps the side" in text
    assert "No world is called even yet" in text
    assert "--item 312 --stronger mcts:8" in command
    row, = records(pd.read_csv(tmp_path / atlas_strengths.CHECKED))
    assert (row["kept"], row["high"] < 0.5) == (atlas_strengths.YES, True)
    run.play(tmp_path / "others", make_plan("world504", "worlds", ["123"], {}, 2, SIDES))
    with pytest.raises(InputError, match="holds other worlds than those that seed 0 draws"):
        atlas_strengths.check(tmp_path / "others", known, tmp_path)


def test_a_check_alone_keeps_the_rest_of_the_page(docs, tmp_path, monkeypatch):
    monkeypatch.setattr(played, "play_unit", of_both)
    run.play(tmp_path / "checked", make_plan("world504", "worlds", ["312"], {}, 2, SIDES))
    for name in ("README.md", atlas_strengths.TABLE):
        (tmp_path / name).write_bytes((docs / "docs" / name).read_bytes())
    before = (tmp_path / "README.md").read_text("utf-8")
    for _ in range(2):      # written anew it stands there once
        start_with(["--checked", str(tmp_path / "checked"), "--out", str(tmp_path)])
        page = (tmp_path / "README.md").read_text("utf-8")
        assert page.count(atlas_strengths.ONCE_MORE) == 1
        first, _, rest = page.partition(atlas_strengths.ONCE_MORE)
        assert before == first + rest[rest.index(atlas_strengths.BETWEEN_GREEDY):]


def test_worlds_called_even_are_held_to_it(docs, tmp_path, monkeypatch):
    """World 312, in which the second wins nearly every game, is called even in this table; it comes out uneven."""
    monkeypatch.setattr(played, "play_unit", of_both)
    known = pd.read_csv(docs / "docs" / atlas_strengths.TABLE, dtype={"item": str})
    known.loc[known["item"] == "312", "word"] = EVEN
    run.play(tmp_path / "checked", make_plan("world504", "worlds", ["312"], {}, 2, SIDES))
    text, _ = atlas_strengths.check(tmp_path / "checked", known, tmp_path)
    assert "Of 1 called even, 1 were played once more, and 1 came out uneven." in text


def test_the_lot_follows_from_its_seed_alone():
    known = pd.DataFrame({"item": [str(at) for at in range(100)], "word": [HOLDS] * 50 + [EVEN] * 40 + [OPEN] * 10})
    lots = [atlas_strengths.drawn(known, 30, seed) for seed in (1, 1, 2)]
    assert lots[0] == lots[1] != lots[2]
    assert [sum(int(item) < 50 for item in lots[0]), len(lots[0])] == [30, 60]
    assert not any(int(item) >= 90 for item in lots[0])
    assert len(atlas_strengths.drawn(known, 45, 1)) == 45 + 40


def test_the_draw_is_a_command_to_type(docs, capsys):
    start_with(["--draw", "30", "--seed", "7", "--out", str(docs / "docs")])
    assert capsys.readouterr().out == ("ludosoph atlas world504 --item 312 --stronger mcts:100 --pass greedy-2 "
                                       "--pass strong-2 --seed 2007 --out build/checked\n")


def test_the_page_says_what_would_make_each_world_fair_of_which_a_side_is_named(docs):
    """With made-up scores of 0 to 0 the rule for ties names no points."""
    known = pd.read_csv(docs / "docs" / atlas_strengths.TABLE, dtype={"item": str})
    sided = known["word"].isin(SIDED)
    first, = atlas_strengths.first_part((docs / "docs" / "README.md").read_text("utf-8"))
    assert "**What would make it fair?**" in first
    assert known.loc[~sided, list(komi.COLUMNS)].isna().all(axis=None)


@pytest.mark.parametrize(("first", "low", "value", "high", "said"), [
    (0.8, 0.6, 0.7, 0.8, "yes"), (0.8, 0.4, 0.6, 0.8, "side only"), (0.8, 0.2, 0.4, 0.6, "no"),
    (0.2, 0.1, 0.3, 0.4, "yes"), (0.2, 0.3, 0.4, 0.6, "side only"), (0.2, 0.6, 0.7, 0.8, "no")])
def test_a_side_came_again_or_not(first, low, value, high, said):
    assert atlas_strengths.kept(first, {"stronger_low": low, "at_stronger": value, "stronger_high": high}) == said


def test_an_atlas_of_one_strength_is_refused(docs, tmp_path):
    with pytest.raises(InputError, match="has no world that was played by two strengths"):
        atlas_strengths.publish(docs / "greedy", tmp_path, docs / "atlas.csv.gz", tmp_path / "digests.csv")
