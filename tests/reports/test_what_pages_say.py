"""What a page of an experiment says: no more than its games know, the surest first, nothing that cannot be."""
import re
from math import inf, isinf, isnan

import pytest

from reports.documents import against_kind, balance, balance_words, simulate, tables
from reports.documents.names import age
from reports.experiments import robin
from reports.experiments.question import Question, make_plan
from reports.experiments.results import results
from reports.experiments.rows import is_shown
from reports.statistics.blocks import FEW
from reports.wording import within
from tests.reports.pages import Page
from tests.reports.synthetic import make_run
from tests.reports.test_experiments_results import CATAN, MadeRun, made


def told(question: dict, score, blocks: int, noise: float):
    asked = make_plan(Question(**CATAN | question))
    rows, tables = results(asked, MadeRun(made(asked, score, blocks, noise)))
    games = blocks * asked.seats
    page = Page(balance.page(asked, {}, rows, tables, {}, blocks, games))
    return asked, rows, tables, page, balance_words.opening(asked, rows, tables, blocks, games)


def test_few_rounds_of_many_tiles_are_dashes_and_no_win_is_beyond_what_can_be():
    """120 games of 26 tiles once said wins of +67.2 percentage points, -41.3 to +175.7, in a game for two."""
    _, rows, _, page, top = told({"game": "burgundy", "kind": "knowledge"}, lambda held: len(held) % 7, 60, 25.0)
    assert top.finding.startswith("There are too few games for a verdict yet")
    assert "So far" not in top.paragraph
    assert not any(map(is_shown, rows)) or max(row.blocks for row in rows) >= FEW
    for row in rows:
        if row.outcome == "win" and not isnan(row.low):
            assert -0.5 <= row.low <= row.estimate <= row.high <= 0.5, row
    numbers = [float(x.replace("−", "-")) for x in re.findall(r"[+−]\d+\.\d", page.words.split("How to read this")[0])]
    assert all(abs(x) <= 200 for x in numbers), numbers


def test_one_tile_beyond_doubt_is_the_first_sentence_and_the_rest_is_open():
    """School stood at +28.5 (17 to 40), and the page opened with "nothing is settled", 180,000 games."""
    worth = {"university": 30.0, "church": 2.0, "library": 1.0}
    asked, _, _, page, top = told({"seats": 2, "games": 60}, lambda held: worth.get(held, 0.0), 110, 9.0)
    assert top.finding.startswith("University (a turn's build for one card less) is worth "), top.finding
    assert "not settled" in " ".join(top.sure)
    assert page.words.index("University") < page.words.index("not settled")
    assert asked.kind == "expansions"


def test_the_first_sentence_is_what_is_surest_and_not_what_is_largest_or_above():
    worth = {"church": 2.0, "hall": -40.0}
    _, rows, _, _, top = told({"experiments": ["gift"], "items": ["church", "hall"]},
                              lambda held: worth.get(held, 0.0), 400, 4.0)
    assert {row.item: balance_words.side(row) for row in rows if row.outcome == "margin"} == {"church": 1, "hall": -1}
    assert top.finding.startswith("Hall "), top.finding


def test_what_only_wins_show_is_said_before_nothing_is():
    """A world's page said "too few games" beside a table in which wins were weak and strong."""
    asked = make_plan(Question(**CATAN | {"experiments": ["gift"], "items": ["church"]}))
    seats = made(asked, lambda held: 0.0, 260, 200.0)
    usual = seats["game"] % 10 != 0         # the church wins nine games of ten, and points are noise
    seats["win"] = ((seats["held"] == "church") == usual).astype(float)
    rows, tables = results(asked, MadeRun(seats))
    top = balance_words.opening(asked, rows, tables, 260, 520)
    assert next(row for row in rows if row.outcome == "margin").verdict.startswith("not settled")
    assert next(row for row in rows if row.outcome == "win").verdict == "strong"
    assert top.finding.startswith("By share of the win, church stands at +40.0 percentage points (95 % interval ")


def test_nothing_is_priced_beyond_what_was_played():
    """One page priced a tile at 20.2 coins by a straight line and at "more than 4" by the curve; 4 was the most."""
    worth = {"church": 25.0, "hall": -20.0}

    def score(held: str) -> float:
        name, _, number = held.rpartition(" ")
        return float(number) if name in ("points", "ore") else worth.get(held, 0.0)

    asked, rows, tables, page, _ = told({"seats": 3, "games": 9}, score, 500, 1.0)
    most = robin.most_points(asked)
    for row in rows:
        assert all(isinf(x) or isnan(x) or 0 <= x <= most for x in (row.price_vp, row.price_low, row.price_high)), row
    church = next(row for row in rows if (row.item, row.outcome) == ("church", "margin"))
    assert church.price_vp == inf
    own = tables["against_kind"]
    for value, reach in (("price_vp", "points_most"), ("resource", "resource_most"), ("overpriced", "resource_most")):
        for x, limit in zip(own[value], own[reach], strict=True):
            assert isnan(x) or isinf(x) or abs(x) <= limit, (value, x)
    assert f"more than {most}" in page.words
    for x in re.findall(r"(?:more than|less than) −?(\d+)", page.words.split("How to read this")[0]):
        assert int(x) <= 10


@pytest.mark.parametrize(("x", "said"), [(2.34, "2.3"), (inf, "more than 4"), (-inf, "less than 0"), (-1.0, "−1.0")])
def test_a_price_in_words(x, said):
    assert within(x, 4) == said


def test_a_sentence_under_a_forest_names_what_the_forest_shows():
    worth = {"church": 6.0, "hall": -3.0, "library": 1.0}
    asked, rows, tables, _, _ = told({"experiments": ["gift"], "items": [*worth]}, lambda held: worth.get(held, 0.0),
                                     300, 4.0)
    said = balance.seen(rows)
    best, worst = (f((row.estimate, row.item) for row in rows if row.outcome == "margin") for f in (max, min))
    assert said.startswith(f"Furthest right by points is {best[1]}, furthest left {worst[1]}. ")
    assert against_kind.of_page(asked, tables)["item"].iloc[0] == best[1]


def test_a_sentence_under_the_tiles_counts_the_bars_of_the_figure():
    """It said that owners whose bars cross the line "win as often as anybody": that is what they leave open."""
    run = make_run(blocks=150)
    found = tables.all_tables(run)
    own = found["tile_win_shares"]
    above, less = (own["low"] > own["par"]).sum(), (own["high"] < own["par"]).sum()
    assert above + less, "some tiles are owned by winners, as the run is made"
    said = " ".join(Page(simulate.page(run.manifest, True, found, {"tile_win_shares": b"<svg/>"})).words.split())
    assert f"Owners of {above} tile{'s' if above != 1 else ''} win more than an equal share, of {less} less" in said
    assert "as often as anybody" not in said
    first = own.iloc[0]
    assert first["frequency"] == own["frequency"].max()
    assert f"{first['tile'].capitalize()} is owned most often, by {100 * first['frequency']:.0f} % of seats" in said


def test_a_page_of_other_rules_says_so():
    run = make_run(blocks=6)
    found = tables.all_tables(run)
    old, new = (Page(simulate.page(run.manifest | {"version": version}, True, found, {})).words for version in (7, 1))
    assert "These games were played by version 7 of the rules. Those of today are version 1" in " ".join(old.split())
    assert "of the rules" not in new.split("How to read this")[0]
    assert age({"game": "a game that nobody has", "version": 3}) == ""
