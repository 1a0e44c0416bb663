"""Worlds that hardly end: a section of the atlas that says why, of two committed tables."""
from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from bench.pages import atlas_ends
from bench.strength import worlds_skill

ROOT = Path(__file__).resolve().parents[2]
PAGE, RESULTS = ROOT / "docs/atlas/README.md", ROOT / "bench/results"


def row(by_rule: int, games: int, why: str = "") -> dict[str, object]:
    return {"by_rule": by_rule, "games": games, "why": why}


def test_worlds_that_nobody_ended_are_named_and_the_better_players_reason_stands():
    weak = {"185": row(0, 40, "rules: no room"), "182": row(3, 40, "rules: no room"),
            "324": row(17, 40, "agent: stuck"), "689": row(0, 40, "agent: roads")}
    strong = {"185": row(0, 2, "rules: no room"), "182": row(2, 2), "324": row(1, 2, "agent: roads"),
              "689": row(0, 2, "agent: roads")}
    text = "\n".join(atlas_ends.section(["182", "185", "324", "689"], {"greedy": weak, "mcts:10": strong}))
    assert "Of 4 worlds for two that are often not brought to an end, neither player ended a game of 185, by" in text
    assert "Nor did either end 689, where the players stood still." in text
    assert re.search(r"^\| 182 \| .* \| 3 of 40 \| 2 of 2 \| rules: no room \|$", text, re.MULTILINE)
    assert re.search(r"^\| 324 \| .* \| 17 of 40 \| 1 of 2 \| players: roads \|$", text, re.MULTILINE)


def test_the_committed_section_is_that_of_the_committed_tables(tmp_path):
    shutil.copy(PAGE, tmp_path / "README.md")
    atlas_ends.published(tmp_path / "README.md", RESULTS)
    assert (tmp_path / "README.md").read_text("utf-8") == PAGE.read_text("utf-8")


def test_a_page_that_names_no_such_world_stays(tmp_path):
    (tmp_path / "README.md").write_text("# An atlas\n", encoding="utf-8")
    atlas_ends.published(tmp_path / "README.md", RESULTS)
    assert (tmp_path / "README.md").read_text("utf-8") == "# An atlas\n"


@pytest.mark.parametrize("agent", ["greedy", "mcts:2"])
def test_how_games_of_an_agent_end_is_counted(agent):
    row = worlds_skill.endings("123", 2, 1, 1, agent)
    assert (row["by_rule"], row["why"]) == (1, "")
