"""Pages in Markdown list their sections below the title."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench.pages.contents import HEADING, anchor, with_contents, without_contents

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("docs/reports/*/*.md"), ROOT / "docs" / "atlas" / "README.md"])


def test_sections_are_listed_once_below_the_title():
    page = "# Title\n\nWhat was found.\n\n## Tiles, by `mcts:9`\n\nText.\n\n## How it was played\n\nMore.\n"
    whole = with_contents(page)
    assert whole.split("\n\n")[1] == ("On this page: [Tiles, by `mcts:9`](#tiles-by-mcts9) · [How it was "
                                     "played](#how-it-was-played)")
    assert with_contents(whole) == whole
    assert without_contents(whole) == page


def test_a_page_of_one_section_stays_as_it_is():
    assert with_contents("# Title\n\n## Tiles\n\nText.\n") == "# Title\n\n## Tiles\n\nText.\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_of_studies_list_their_sections(page):
    """And a section that has a picture shows it before its tables."""
    text = page.read_text(encoding="utf-8")
    headings = HEADING.findall(text)
    if len(headings) > 1:
        assert re.findall(r"\]\(#([^)]+)\)", text.split("\n\n")[1]) == [anchor(each) for each in headings]
    for part in re.split(r"^## ", text, flags=re.MULTILINE):
        if "![" in part and "\n| ---" in part:
            assert part.index("![") < part.index("\n| ---"), part.splitlines()[0]
