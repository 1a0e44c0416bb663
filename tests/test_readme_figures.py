"""Every figure of README that comes from a study stands in that study's table, and on its page."""
from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from bench.pages.atlas_strengths import CHECKED, SIDED, TABLE, UNSTUDIED, YES, counts
from games.world504.measured import atlas
from reports.atlas.plan import PASSES
from reports.atlas.tables import CAP
from reports.statistics.verdicts import FADES, HOLDS, OPEN, TURNS

ROOT = Path(__file__).resolve().parents[1]
STUDIES = re.compile(r"\*\*Which worlds are fair, long or deep\?\*\*.*?\n\n", re.DOTALL)


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
    """Of the worlds that were played by two strengths, how many each word is said of."""
    return Counter(row["word"] for row in read(ROOT / "docs" / "atlas" / TABLE))


def read(table: Path) -> list[dict[str, str]]:
    with table.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def test_the_worlds_of_readme_are_those_of_the_table(readme, counted):
    sided = counted["favours the first player"] + counted["favours the second player"]
    assert said(readme, r"Between greedy agents alone,? (\d+) worlds favour one of two players") == sided
    assert said(readme, r"in (\d+) more than 5 % of games are stopped") == counted["broken"]
    assert said(readme, r"in (\d+) a search of 20 simulations wins more than 60 %") == counted["deep"]
    assert CAP == 0.05


def test_the_games_of_readme_are_those_of_the_atlas(readme):
    assert said(readme, r"made from ([\d,]+) games of all 504") == len(atlas()) * sum(each.size for each in PASSES)


def test_every_number_of_the_paragraph_is_compared(readme, words):
    """A figure that is added later needs a comparison of its own here."""
    numbers = set(re.findall(r"(?<![\w`/:-])\d+(?:,\d{3})*(?![\w`])", readme))
    compared = {"143,136", "504", "223", "22", "5", "424", "20", "60", "25", *map(str, words.values()),
                str(words.total()), str(504 - words.total())}
    assert numbers <= compared


def test_what_better_players_keep_is_counted_as_in_the_table(readme, words):
    for word, pattern in ((HOLDS, r"favour the same one of two in (\d+)"), (TURNS, r"the other one in (\d+)"),
                          (FADES, r"neither in (\d+)"), (OPEN, r"(\d+) are not settled")):
        if words[word]:
            assert said(readme, pattern) == words[word], word
        else:
            assert not re.search(pattern, " ".join(readme.split())), word
    assert said(readme, r"(\d+) worlds were played by better players \(`mcts:25`\) as well") == words.total()
    assert said(readme, r"(\d+) were not studied") == len(atlas()) - words.total()


def test_the_page_of_the_atlas_counts_what_came_again_as_its_table_does(words):
    page = (ROOT / "docs" / "atlas" / "README.md").read_text(encoding="utf-8")
    again = Counter(row["kept"] for row in read(ROOT / "docs" / "atlas" / CHECKED))
    assert said(page, r"Of (\d+) worlds of which a side is named") == sum(words[word] for word in SIDED)
    assert said(page, r"is named, (\d+) (?:was|were) drawn by lot") == again.total()
    assert said(page, r"(\d+) keeps? the side") == again[YES]


def test_the_page_of_the_atlas_counts_what_greedy_agents_of_today_keep(readme, words):
    page = (ROOT / "docs" / "atlas" / "README.md").read_text(encoding="utf-8")
    rows = read(ROOT / "docs" / "atlas" / "greedy_again.csv")
    again = Counter(row["kept"] for row in rows)
    assert said(page, r"The (\d+) worlds were played again") == again.total() == words.total()
    assert said(readme, r"in (\d+) of these \d+ worlds") == again["yes"]
    assert said(readme, r"in \d+ of these (\d+) worlds") == again.total()
    assert said(page, r"in (\d+) the same one is favoured beyond a 95 % interval, \d+ turn") == again["yes"]
    holding = {row["item"] for row in read(ROOT / "docs" / "atlas" / TABLE) if row["word"] == HOLDS}
    assert said(page, r"The (\d+) worlds in which better players favour the same one are all among") == len(holding)
    assert holding <= {row["item"] for row in rows if row["kept"] == "yes"}
    for kept, pattern in (("turned", r"(\d+) turn round \(([^)]*)\)"),
                          ("not shown", r"in (\d+) no side is shown \(([^)]*)\)")):
        found = re.search(pattern, page)
        assert found
        assert int(found[1]) == again[kept]
        assert re.findall(r"\d{3}", found[2]) == [row["item"] for row in rows if row["kept"] == kept]


def test_the_page_of_the_atlas_names_the_points_that_even_a_world_as_its_table_does(words):
    page = " ".join((ROOT / "docs" / "atlas" / "README.md").read_text(encoding="utf-8").split())
    rows = read(ROOT / "docs" / "atlas" / "evened.csv")
    assert said(page, r"(\d+) of the \d+ worlds of which a side is named were played again") == len(rows)
    assert said(page, r"\d+ of the (\d+) worlds of which a side is named were") == sum(words[word] for word in SIDED)
    assert said(page, r"In (\d+) of these the interval leaves out 0") == sum(
        float(row["even_low"]) * float(row["even_high"]) > 0 for row in rows)
    before = {row["item"]: float(row["at_stronger"]) - 0.5 for row in read(ROOT / "docs" / "atlas" / TABLE)}
    again = [(before[row["item"]], *(float(row[end]) - 0.5 for end in ("at_stronger", "low", "high"))) for row in rows]
    assert said(page, r"(\d+) of them lie on the same side") == sum(was * now > 0 for was, now, _, _ in again)
    assert said(page, r"as before, (\d+) beyond a 95 % interval") == sum(
        low > 0 if was > 0 else high < 0 for was, _, low, high in again)
    for row in rows:
        points = float(row["even_points"])
        assert f"{row['item']}: {abs(points):g} for the {'second' if points >= 0 else 'first'} (" in page


def test_the_page_of_the_atlas_counts_the_words_of_its_table(words):
    page = (ROOT / "docs" / "atlas" / "README.md").read_text(encoding="utf-8")
    assert counts(page) == words
    digests = read(ROOT / "docs" / "atlas" / "digests.csv")
    assert Counter(row["better"] for row in digests if row["better"] != UNSTUDIED) == words
    assert Counter(world["better"] for world in atlas().values() if "better" in world) == words


def test_the_page_of_the_atlas_counts_as_its_table_does(counted):
    page = (ROOT / "docs" / "atlas" / "README.md").read_text(encoding="utf-8")
    first, second = (counted[f"favours the {who} player"] for who in ("first", "second"))
    total = f"{first + second} of {len(atlas())} worlds favour one of two players"
    assert f"{total}: {first} the first, {second} the second" in page
    for word, pattern in (("long", r"(\d+) worlds are long"), ("short", r"(\d+) are short"),
                          ("deep", r"(\d+) worlds are deep"), ("broken", r"(\d+) are broken"),
                          ("decided early", r"(\d+) worlds are decided in the first"),
                          ("open until late", r"(\d+) stay open")):
        assert said(page, pattern) == counted[word], word
