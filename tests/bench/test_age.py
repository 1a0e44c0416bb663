"""Pages of studies say when play has changed since they were made."""
from pathlib import Path

import pytest

from bench.pages.age import OLDER, tells_its_age
from tests.mcts.test_signature import SIGNATURE

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("docs/reports/*/*.md")), ROOT / "docs/atlas/README.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_page_says_whether_play_has_changed_since(page):
    assert tells_its_age(page.read_text("utf-8"), SIGNATURE)


def test_a_page_that_keeps_its_age_to_itself_would_be_noticed():
    assert tells_its_age("* search signature: 12345678\n", "12345678")
    assert not tells_its_age("* search signature: 12345678\n", "87654321")
    assert tells_its_age(f"{OLDER}\n* search signature: 12345678\n", "87654321")
    assert not tells_its_age("* date: today\n", "12345678")
