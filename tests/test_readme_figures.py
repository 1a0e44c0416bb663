"""Every figure of README that comes from a study stands in that study's table, and on its page."""
from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from bench.pages.atlas_strengths import CHECKED, SIDED, SIDELESS, TABLE, UNPLAYED, YES, counts
from games.world504.measured import atlas
from reports.atlas.sides import MATTERS
from reports.atlas.tables import CAP
from reports.statistics.verdicts import EVEN, FADES, HOLDS, OPEN, TURNS

ROOT = Path(__file__).resolve().parents[1]
STUDIES = re.compile(r"\*\*Whom does a world favour\?\*\*.*?\n\n", re.DOTALL)
PAGE = ROOT / "docs" / "atlas" / "README.md"
FOUR = ROOT / "docs" / "atlas" / "four.csv"


def said(text: str, pattern: str) -> int:
    """The number that the text gives there."""
    found = re.search(pattern, re.sub(r"\s+", " ", text))
    assert found, f"README does not say: {pattern}"
    return int(found[1].replace(",", ""))


@pytest.fixture(scope="module")
def readme() -> str:
    found = STUDIES.search((ROOT / "README.md").read_text(encoding="utf-8"))
    assert found
    return found[0]


@pytest.fixture(scope="module")
def counted() -> Counter[str]:
    return Counter(word for world in atlas().values() for word in world["says"])


@pytest.fixture(scope="module")
def words() -> Counter[str]:
    """Of how many worlds each word is said, those that better players did not play left out."""
    found = Counter(row["word"] for row in read(ROOT / "docs" / "atlas" / TABLE))
    return Counter({word: count for word, count in found.items() if word not in (SIDELESS, UNPLAYED)})


def read(table: Path) -> list[dict[str, str]]:
    with table.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def page() -> str:
    return " ".join(PAGE.read_text(encoding="utf-8").split())


def test_the_worlds_of_readme_are_those_of_the_table(readme, counted):
    sided = counted["favours the first player"] + counted["favours the second player"]
    assert said(readme, r"Of all 504 worlds greedy agents favour one of two players in (\d+)") == sided
    assert said(readme, r"In the other (\d+) greedy agents show no side") == len(atlas()) - sided
    assert said(readme, r"In (\d+) worlds more than 5 % of their games are stopped") == counted["broken"]
    assert CAP == 0.05


def test_the_games_of_readme_are_those_of_the_table(readme):
    rows = read(ROOT / "docs" / "atlas" / TABLE)
    assert len(rows) == len(atlas()) == 504
    games = sum(int(row["greedy_games"]) + int(row["games"]) for row in rows)
    assert said(readme, r"made from ([\d,]+) games") == games


def test_the_match_of_readme_is_that_of_the_page(readme):
    assert said(readme, r"which wins (\d+) % of games against them") == round(float(
        re.search(r"mcts:10 wins ([\d.]+) % of \d+ games against greedy", page())[1]))


def test_every_number_of_the_paragraph_is_compared(readme, words, counted):
    """A figure that is added later needs a comparison of its own here."""
    numbers = set(re.findall(r"(?<![\w`/:-])\d+(?:,\d{3})*(?![\w`])", readme))
    sided = counted["favours the first player"] + counted["favours the second player"]
    at_four = read(FOUR)
    compared = {"504", "33,710", "78", "5", "168", *map(str, (
        sided, 504 - sided, counted["broken"], *words.values(), len(at_four), kept(at_four)))}
    assert numbers <= compared


def kept(rows: list[dict[str, str]]) -> int:
    """In how many of these worlds better players favour the same seat."""
    return sum(row["word"] == HOLDS for row in rows)


def test_the_worlds_at_four_seats_are_those_of_their_table(readme):
    rows = read(FOUR)
    assert said(readme, r"At four seats greedy agents favour one seat in (\d+) of 168 worlds") == len(rows)
    assert said(readme, r"`mcts:10` the same seat in (\d+)") == kept(rows)
    assert f"favour one of four seats in {len(rows)} of 168 worlds" in page()
    assert f"in {kept(rows)} better players favour the same seat" in page()


def test_what_better_players_keep_is_counted_as_in_the_table(readme, words):
    for word, pattern in ((HOLDS, r"favours the same one in (\d+)"), (TURNS, r"the other one in (\d+)"),
                          (FADES, r"neither in (\d+)"), (OPEN, r"(\d+) are not settled")):
        if words[word]:
            assert said(readme, pattern) == words[word], word
        else:
            assert not re.search(pattern, " ".join(readme.split())), word


def test_the_page_of_the_atlas_counts_what_came_again_as_its_table_does(words):
    again = Counter(row["kept"] for row in read(ROOT / "docs" / "atlas" / CHECKED))
    assert said(page(), r"Of (\d+) worlds of which a side is named") == sum(words[word] for word in SIDED)
    assert said(page(), r"is named, (\d+) (?:was|were) drawn by lot") == again.total()
    assert said(page(), r"(\d+) keeps? the side") == again[YES]


def test_no_world_is_called_even_where_none_could_be_shown_so(words):
    errors = [float(row["error"]) for row in read(ROOT / "docs" / "atlas" / TABLE) if row["error"]]
    assert min(errors) >= MATTERS, "a world may be called even now: draw thirty of those that are, and play them again"
    assert not words[EVEN]
    assert "No world was played often enough to be shown even" in page()


def test_the_page_of_the_atlas_counts_the_words_of_its_table(words):
    assert counts(page()) == words
    assert Counter(world["better"] for world in atlas().values() if "better" in world) == words


def test_the_page_of_the_atlas_counts_as_its_table_does(counted):
    first, second = (counted[f"favours the {who} player"] for who in ("first", "second"))
    total = f"{first + second} of {len(atlas())} worlds favour one of two players"
    assert f"{total}: {first} the first, {second} the second" in page()
    for word, pattern in (("long", r"(\d+) worlds are long"), ("short", r"(\d+) are short"),
                          ("broken", r"(\d+) are broken"), ("decided early", r"(\d+) worlds are decided in the first"),
                          ("open until late", r"(\d+) stay open")):
        assert said(page(), pattern) == counted[word], word
