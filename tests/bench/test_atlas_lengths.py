"""How long games of better players are: a section of the atlas that says what the committed row a world says."""
from __future__ import annotations

import re
import shutil
from pathlib import Path

import pandas as pd
import pytest

from bench.pages import atlas_lengths
from games.api import InputError

ROOT = Path(__file__).resolve().parents[2]
PAGE, WORLDS = ROOT / "docs/atlas/README.md", ROOT / "games/world504/atlas.csv.gz"


def row(world: str, weak: float, strong: float) -> dict[str, object]:
    values = {"rounds_2": weak, "rounds_strong": strong, "decided_2": strong / 20, "decided_strong": weak / 20}
    return {"world": world, **values, **{f"{name}_low": value - 0.5 for name, value in values.items()},
            **{f"{name}_high": value + 0.5 for name, value in values.items()}}


def test_worlds_in_which_the_two_surely_differ_are_named_the_shortest_by_comparison_first():
    rows = [row("123", 8, 10), row("124", 10, 10.9), row("912", 12, 8), row("215", 9, float("nan"))]
    text = "\n".join(atlas_lengths.section(rows, "mcts:8"))
    assert "between mcts:8 takes 9.6 rounds, one between greedy agents 10.0: means over the 3 worlds" in text
    assert re.findall(r"^\| (\d{3}) \|", text, re.MULTILINE) == ["912", "123"]
    assert "| 12.0 (11.5 to 12.5) | 8.0 (7.5 to 8.5) |" in text
    assert text.count("correlation −0.") == 2


def test_two_worlds_say_nothing():
    assert atlas_lengths.section([row("123", 8, 10), row("124", 10, 11)], "mcts:8") == []


def test_the_committed_section_is_that_of_the_committed_file(tmp_path):
    shutil.copy(PAGE, tmp_path / "README.md")
    atlas_lengths.published(tmp_path / "README.md", WORLDS)
    text = (tmp_path / "README.md").read_text("utf-8")
    assert text == PAGE.read_text("utf-8")
    played = pd.read_csv(WORLDS)["rounds_strong"].notna().sum()
    assert f"means over the {played} worlds that both played" in text


def test_a_page_that_does_not_say_who_played_is_refused(tmp_path):
    (tmp_path / "README.md").write_text("# An atlas\n", encoding="utf-8")
    with pytest.raises(InputError, match="does not say who played"):
        atlas_lengths.published(tmp_path / "README.md", WORLDS)
