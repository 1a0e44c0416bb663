"""The page of an atlas by two strengths: made from its run alone, it counts as its tables do."""
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
SIDES = looks.only(tuple(replace(each, games=20) for each in looks.passes("mcts:8")),
                   ("greedy-2", "match-2", "strong-2"))


@pytest.fixture(scope="module")
def docs(tmp_path_factory) -> Path:
    """The documents of three worlds of four, which were played by made-up agents; the clock ended the run."""
    folder = tmp_path_factory.mktemp("sides")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played, "play_unit", of_both)
        clock = iter(range(1000))
        patch.setattr(run, "monotonic", lambda: next(clock))
        run.play(folder / "sides", make_plan("world504", "worlds", WORLDS, {}, 1, SIDES), first=WORLDS,
                 seconds=2 * len(WORLDS) + 3 + 1.5)
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


def known(docs: Path) -> pd.DataFrame:
    """The table of the worlds."""
    return pd.read_csv(docs / "docs" / atlas_strengths.TABLE, dtype={"item": str})


def test_the_page_says_what_was_found_then_who_played_and_counts_as_the_table_does(docs):
    page = (docs / "docs" / "README.md").read_text("utf-8")
    table = known(docs)
    assert list(table["item"]) == sorted(WORLDS)
    both = table[table["games"] > 0]
    assert set(both["item"]) == set(WORLDS[:3])
    assert set(table[table["games"] == 0]["word"]) <= {atlas_strengths.SIDELESS, atlas_strengths.UNPLAYED}
    assert page.index("**Of 4 worlds greedy agents favour one of two players in 3.") < page.index("Played by mcts:8")
    assert atlas_strengths.counts(page) == Counter(both["word"])


def test_what_is_left_is_the_mean_over_worlds_of_the_side_that_greedy_agents_favour():
    rows = [{"item": "a", "at_weaker": 0.8}, {"item": "b", "at_weaker": 0.3}]
    first = pd.DataFrame({"item": ["a"] * 4 + ["b"] * 4, "place_0": [0] * 8, "place_1": [1] * 8,
                          "win_0": [1, 1, 1, 0, 1, 1, 0, 0], "win_1": [0, 0, 0, 1, 0, 0, 1, 1]})
    said = atlas_strengths.left_of_it(rows, first, "mcts:8")
    assert "wins 75.0 % of games between them, and 62.5 % (± 24.5) between mcts:8" in said
    assert "the mean over 2 worlds, from the first 4 games of each" in said


def test_games_of_an_older_program_are_marked(docs, tmp_path):
    atlas_strengths.publish(docs / "sides", tmp_path / "docs", tmp_path / "atlas.csv.gz", played="12345678")
    page = (tmp_path / "docs" / "README.md").read_text("utf-8")
    assert OLDER in page
    assert "The games were played with search signature 12345678." in page
    assert OLDER not in (docs / "docs" / "README.md").read_text("utf-8")


def test_a_match_of_its_own_is_quoted_with_its_worlds_and_its_command(docs, tmp_path, monkeypatch):
    monkeypatch.setattr(played, "play_unit", of_both)
    asked = looks.only(looks.passes("mcts:8"), ("match-2",))
    run.play(tmp_path / "match", make_plan("world504", "worlds", WORLDS[:2], {}, 60, asked))
    atlas_strengths.publish(docs / "sides", tmp_path / "docs", tmp_path / "atlas.csv.gz", tmp_path / "match")
    page = (tmp_path / "docs" / "README.md").read_text("utf-8")
    assert "mcts:8 wins 100.0 % of 8 games against greedy in 2 worlds drawn by lot." in page
    assert "--item 123 --item 182 --stronger mcts:8 --pass match-2 --seed 60 --out build/match" in page


def test_budgets_that_were_tried_are_told_with_their_errors_and_commands(docs, tmp_path, monkeypatch):
    monkeypatch.setattr(played, "play_unit", of_both)
    for name, strong in (("match", "mcts:8"), ("pilot", "mcts:4")):
        asked = looks.only(looks.passes(strong), ("match-2",))
        run.play(tmp_path / name, make_plan("world504", "worlds", WORLDS[:4], {}, 60, asked))
    atlas_strengths.publish(docs / "sides", tmp_path / "docs", tmp_path / "atlas.csv.gz", tmp_path / "match",
                            pilots=[tmp_path / "pilot"])
    page = (tmp_path / "docs" / "README.md").read_text("utf-8")
    assert "Budgets tried: mcts:4 wins 100.0 % (± 0.0) of 16 games in 4 worlds and mcts:8 wins 100.0 %" in page
    assert "--stronger mcts:4 --pass match-2 --seed 60 --out build/pilot-1" in page
    assert "--match build/match --pilot build/pilot-1\n" in page


def test_a_world_that_both_played_has_its_word_and_its_share_on_its_page_of_rules(docs):
    table = known(docs).set_index("item")
    for row in records(pd.read_csv(docs / "atlas.csv.gz", dtype={"world": str})):
        if table["games"][row["world"]]:
            assert row["first_win_strong"] == pytest.approx(table["at_stronger"][row["world"]])
            assert row["better"] == table["word"][row["world"]]
        else:
            assert pd.isna(row["better"])


def test_the_digests_are_of_the_games_between_greedy_agents(docs, monkeypatch):
    monkeypatch.setattr(played, "play_unit", of_both)
    kept = docs / "docs" / "digests.csv"
    assert atlas.differing(kept, 4, 0, jobs=1) == (sorted(WORLDS), [])
    monkeypatch.setattr(played, "play_unit", lambda plan, unit: [
        {**row, "rounds": row["rounds"] + (unit.item == "217")} for row in of_both(plan, unit)])
    assert atlas.differing(kept, 4, 0, jobs=1) == (sorted(WORLDS), ["217"])


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
    assert f"played again by mcts:8, {row['games']} games each, with other luck" in text
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
    assert capsys.readouterr().out == ("ludosoph atlas world504 --item 312 --stronger mcts:40 --pass greedy-2=60 "
                                       "--pass strong-2=96 --seed 2007 --out build/checked\n")


def test_the_page_says_what_would_make_each_world_fair_of_which_a_side_is_named(docs):
    """With made-up scores of 0 to 0 the rule for ties names no points."""
    known = pd.read_csv(docs / "docs" / atlas_strengths.TABLE, dtype={"item": str})
    sided = known["word"].isin(SIDED)
    assert "| makes it fair |" in (docs / "docs" / "README.md").read_text("utf-8")
    assert known.loc[~sided, list(komi.COLUMNS)].isna().all(axis=None)


@pytest.mark.parametrize(("first", "low", "value", "high", "said"), [
    (0.8, 0.6, 0.7, 0.8, "yes"), (0.8, 0.4, 0.6, 0.8, "side only"), (0.8, 0.2, 0.4, 0.6, "no"),
    (0.2, 0.1, 0.3, 0.4, "yes"), (0.2, 0.3, 0.4, 0.6, "side only"), (0.2, 0.6, 0.7, 0.8, "no")])
def test_a_side_came_again_or_not(first, low, value, high, said):
    assert atlas_strengths.kept(first, {"stronger_low": low, "at_stronger": value, "stronger_high": high}) == said


def test_an_atlas_of_one_strength_is_refused(docs, tmp_path, monkeypatch):
    monkeypatch.setattr(played, "play_unit", of_both)
    run.play(tmp_path / "greedy", make_plan("world504", "worlds", WORLDS, {}, 1, PASSES[:2]))
    with pytest.raises(InputError, match="has no world that was played by two strengths"):
        atlas_strengths.publish(tmp_path / "greedy", tmp_path / "docs", tmp_path / "atlas.csv.gz")
