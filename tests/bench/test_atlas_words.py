"""The tables of the atlas say of each world what the table beside the page says."""
from __future__ import annotations

import re
import shutil
from pathlib import Path

import pandas as pd
import pytest

from bench.pages import atlas_words
from bench.pages.atlas_strengths import SIDED, TABLE
from games.api import InputError
from reports.statistics.verdicts import HOLDS, OPEN, TURNS

ATLAS = Path(__file__).resolve().parents[2] / "docs" / "atlas"
LINE = re.compile(r"^\| (\d{3}) \|.*?\| (\d+) % \| (\d+) % \((\d+) to (\d+)\) \|", re.MULTILINE)


def row(world: str, weak: float, strong: float, word: str, even: float = float("nan")) -> dict[str, object]:
    return {"item": world, "at_weaker": weak, "at_stronger": strong, "stronger_low": strong - 0.1,
            "stronger_high": strong + 0.1, "word": word, "even_points": even, "even_low": even - 2,
            "even_high": even + 2, "games": 16}


def test_worlds_with_a_side_come_first_the_furthest_from_equal_first_each_with_what_evens_it():
    rows = [row("123", 0.3, 0.35, HOLDS, -4), row("124", 0.7, 0.2, TURNS), row("912", 0.1, 0.15, HOLDS, -90),
            row("125", 0.3, 0.4, OPEN)]
    text = "\n\n".join(atlas_words.tables(rows, "mcts:8"))
    assert [found[0] for found in LINE.findall(text)] == ["912", "123", "124", "125"]
    assert "| 912 | Publicly Owned Traders Pressed for Time | 10 % | 15 % (5 to 25) | holds | 90 for the first" in text
    assert "| turns round | none |" in text
    assert "In 3 of these 3 worlds better players favour the second." in text
    assert text.index("| 124 |") < text.index(atlas_words.SETTLED_NOT) < text.index("| 125 |")


def test_the_committed_tables_are_those_of_the_committed_file(tmp_path):
    for name in ("README.md", TABLE):
        shutil.copy(ATLAS / name, tmp_path / name)
    atlas_words.published(tmp_path, TABLE)
    assert (tmp_path / "README.md").read_text("utf-8") == (ATLAS / "README.md").read_text("utf-8")


def test_each_world_that_better_players_played_stands_once_on_the_page_with_its_numbers():
    played = pd.read_csv(ATLAS / TABLE, dtype={"item": str}).query("games > 0").set_index("item")
    found = LINE.findall((ATLAS / "README.md").read_text("utf-8").partition(f"\n{atlas_words.HOW}\n")[0])
    assert sorted(each[0] for each in found) == sorted(played.index)
    for world, weak, strong, low, high in found:
        own = played.loc[world]
        assert [weak, strong, low, high] == [f"{100 * own[name]:.0f}" for name in (
            "at_weaker", "at_stronger", "stronger_low", "stronger_high")]
    sided = played[played["word"].isin(SIDED)]
    second = int((sided["at_stronger"] < 0.5).sum())
    assert f"In {second} of these {len(sided)} worlds better players favour the second" in (
        ATLAS / "README.md").read_text("utf-8")


def test_a_page_without_the_headings_is_refused_and_stays(tmp_path):
    (tmp_path / "README.md").write_text("# An atlas\n", encoding="utf-8")
    with pytest.raises(InputError, match="has no tables of worlds"):
        atlas_words.published(tmp_path, TABLE)
    assert (tmp_path / "README.md").read_text("utf-8") == "# An atlas\n"
