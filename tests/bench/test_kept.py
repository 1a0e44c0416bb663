"""The page of what better players keep, from a run of two strengths and a run of one."""
import pytest

from bench.pages import kept
from bench.pages.age import OLDER
from games.api import InputError
from reports.experiments.question import Question, make_plan
from reports.experiments.run import balance


def test_a_page_says_who_played_and_shows_every_item(tmp_path):
    asked = {"game": "pig", "kind": "seats", "agents": ["random"], "games": 8, "seed": 3}
    two = balance(tmp_path / "two", make_plan(Question(**asked, stronger="greedy")))
    one = balance(tmp_path / "one", make_plan(Question(**asked)))
    kept.run([two.path], tmp_path / "page.md", "Who begins", "1234abcd")
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert page.startswith("# Who begins\n")
    assert page.index("Played by greedy, and again by random") < page.index("| first | points |")
    assert all(f"| {place} | {unit} |" in page for place in ("first", "second") for unit in ("points", "wins"))
    assert "The games were played with search signature 1234abcd." in page
    assert OLDER in page
    assert "--agent random --stronger greedy --games 8 --seed 3" in page
    with pytest.raises(InputError, match="was played by one player"):
        kept.run([one.path], tmp_path / "other.md")
