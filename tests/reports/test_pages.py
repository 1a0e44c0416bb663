"""Pages are for people: the finding first, no word of the workshop, tables within the page, long lists cut."""
from __future__ import annotations

import re
from html import escape

import pandas as pd
import pytest

import games
from reports.documents import balance, balance_words, names, simulate, tables, web
from reports.experiments import robin
from reports.experiments.question import Question, make_plan
from reports.experiments.results import results
from tests.reports.pages import PAGE, Page
from tests.reports.synthetic import make_run
from tests.reports.test_experiments_results import CATAN, MadeRun, made
from tests.whole import mostly_whole

WORKSHOP = re.compile(r"\b(estimand|contrast|arms?|cells?|covariance|stderr|delta|nan|None|null|z of|Hotelling|par|pp)"
                      r"\b")
RUNS = {
    "two agents": make_run(blocks=60),
    "four agents": make_run(blocks=20, agents=("mcts:0.5s", "greedy", "random", "flat:200"), boards=(1, 2, 3, 4, 5)),
    "alike": make_run(blocks=60, agents=("greedy", "greedy"), strength=0),
    "one block": make_run(blocks=1),
    "long names": make_run(blocks=3, agents=("mcts:100000,cutoff=18,exploration=0.2", "greedy")),
}


def simulated(name: str) -> Page:
    run = RUNS[name]
    return Page(simulate.page(run.manifest, True, tables.all_tables(run), {}))


@pytest.mark.parametrize("name", mostly_whole(RUNS, {"two agents", "long names"}.__contains__))
def test_a_page_of_games_holds_no_word_of_the_workshop_and_no_table_too_wide(name):
    page = simulated(name)
    told = page.words.split("The run\n")[0]
    assert not (found := WORKSHOP.search(told)), told[max(0, found.start() - 60):found.end() + 20]
    assert "block" not in told.split("How to read this")[0]
    for table in page.tables:
        assert table.width <= PAGE, table.rows[0]
        assert len(table.rows) <= 1 + web.LONG


def test_a_long_list_is_cut_and_says_where_the_rest_is():
    lines = [[f"item {n}", str(n)] for n in range(50)]
    page = Page(web.table("Worth", ["", "points"], lines, "balance", (8, 4)))
    shown = [row[0][0][0] for row in page.tables[0].rows[1:]]
    assert shown == [*(f"item {n}" for n in range(8)), "38 more in ", *(f"item {n}" for n in range(46, 50))]
    assert "38 more in tables/balance.csv" in page.words
    assert len(Page(web.table("Worth", ["", "points"], lines[:26], "balance", (8, 4))).tables[0].rows) == 27
    assert len(Page(web.table("Worth", ["", "points"], lines)).tables[0].rows) == 51


def test_a_long_page_lists_its_sections_behind_its_finding_and_shows_no_key_of_a_manifest():
    headings = [f"Part {n}" for n in range(web.CONTENTS)]
    page = web.document("Title", [web.lead("Found."), *map(web.section, headings), web.section("The run", web.entries(
        {"part_blocks": 6, "delta_win": 0.02, "seed": 7, "version": 1, "options": {"boards": "5"}, "program": "0.1"}))])
    assert page.index("Found.") < page.index("On this page: ") < page.index("<section>")
    for name in re.findall(r'href="#([^"]+)"', page):
        assert page.count(f'<a id="{name}">') == 1
    assert not re.search("part_blocks|delta_win", page)
    assert "Played by ludosoph 0.1; version 1 of the rules; seed 7; options: boards 5." in page
    assert "On this page" not in web.document("Title", map(web.section, headings[1:]))


def test_what_stands_below_in_a_cell_is_small_and_stays_text():
    page = web.table("Worth", ["", "points"], [["<b>", "+1.5\n−0.5 to +3.5"]])
    assert "<td class=n>+1.5<br><small>−0.5 to +3.5</small></td>" in page
    assert "&lt;b&gt;" in page


def test_every_meaning_belongs_to_an_item_and_fits_beside_it():
    said = 0
    for game in map(games.load, games.names()):
        for kind in game.balance.items.values():
            assert set(kind.meaning) <= set(kind.items)
            said += len(kind.meaning)
            for item, words in kind.meaning.items():
                assert 3 < len(words) <= 40, words
                assert "{" not in words
                assert game.meaning(item) == words
    assert said > 60


def test_items_are_called_by_what_they_do():
    meaning = names.meanings("burgundy", {})
    assert meaning("knowledge 12") == "free ±1 for taking tiles"
    assert names.labels(["knowledge 12", "knowledge 3", "points 2"], meaning) == {
        "knowledge 12": "12: free ±1 for taking tiles", "knowledge 3": "3: a sale pays 2 silver",
        "points 2": "points 2"}
    assert names.labels(["bank", "knowledge 3"], meaning)["knowledge 3"] == "knowledge 3: a sale pays 2 silver"
    assert names.below("bank", meaning) == "bank\n2 silver"
    assert names.aside("cow 3", meaning) == "cow 3"
    changed = names.meanings("burgundy", {"rules": '{"knowledge": {"3": 5}}'})
    assert changed("knowledge 3") == names.meanings("chess", {})("knowledge 3") == ""


BALANCE = {
    "gift and robin": {"experiments": ["gift", "robin"]},
    "26 tiles": {"game": "burgundy", "kind": "knowledge", "experiments": ["gift", "robin"]},
    "take": {"game": "burgundy", "kind": "buildings", "experiments": ["gift", "restrict"]},
    "supply": {"game": "burgundy", "kind": "buildings", "experiments": ["supply"]},
    "place tiles": {"game": "orleans", "kind": "place-tiles", "experiments": ["gift"]},
    "seats": {"kind": "seats", "seats": 4},
    "styles": {"game": "burgundy", "kind": "styles"},
    "what if": {"experiments": ["gift"], "items": ["hall", "church"], "vary": "points.hall=2..4"},
    "sequence": {"experiments": ["gift"], "items": ["hall", "church"], "stop": "sequence", "games": 900},
    "decided": {"experiments": ["gift"], "items": ["hall", "church"], "stop": "gsprt", "games": 900},
    "two budgets": {"experiments": ["gift"], "agents": [], "budget": 5},
}


@pytest.mark.parametrize(("name", "turns"), mostly_whole(
    [*((name, 2) for name in BALANCE), ("gift and robin", 30), ("seats", 60)],
    lambda case: case[1] == 2 and case[0] in ("gift and robin", "what if")))
def test_a_page_of_an_experiment_begins_with_its_finding_and_fits(name, turns):
    asked = make_plan(Question(**CATAN | BALANCE[name]))
    seats = made(asked, lambda held: len(held) % 7, turns * len(asked.cycle))
    rows, found = results(asked, MadeRun(seats))
    blocks, played = (int(seats[column].nunique()) for column in ("block", "game"))
    text = balance.page(asked, {}, rows, found, {}, blocks, played)
    finding = balance_words.opening(asked, rows, found, blocks, played).finding
    assert re.search(r"<strong>(.*?)</strong>", text)[1] == escape(finding)
    assert finding.endswith(".")
    assert len(finding) < 240
    page = Page(text)
    told = page.words.split("The run\n")[0].split("\nChecks\n")[0]
    assert not (bad := WORKSHOP.search(told)), told[max(0, bad.start() - 60):bad.end() + 20]
    assert "block" not in told.split("How to read this")[0]
    for table in page.tables:
        assert table.width <= PAGE, (round(table.width), table.rows[0])
        assert len(table.rows) <= 1 + web.LONG
    if name == "26 tiles":
        assert "free ±1 for taking tiles" in page.words or "a sale pays 2 silver" in page.words
        assert "more in tables/balance.csv" not in page.words


@pytest.mark.parametrize(("blocks", "said"), (
    (30, "Hall (four points, no effect) is worth "), (18, "There are too few games for a verdict yet")))
def test_what_is_clear_beyond_doubt_is_found_from_few_games_but_not_from_very_few(blocks, said):
    asked = make_plan(Question(**CATAN | {"experiments": ["gift"], "items": ["hall", "church"]}))
    seats = made(asked, lambda held: 30.0 * (held == "hall"), blocks, 1.0)
    rows, found = results(asked, MadeRun(seats))
    top = balance_words.opening(asked, rows, found, blocks, 2 * blocks)
    assert top.finding.startswith(said)
    assert "So far" not in top.paragraph           # nine rounds of each: their numbers are noise
    need = next(text for text in top.sure if "To settle all of it" in text)
    assert f"{2 * blocks} were played" in need


def test_an_item_alone_is_told_too():
    asked = make_plan(Question(**CATAN | {"experiments": ["gift"], "items": ["hall"]}))
    rows, found = results(asked, MadeRun(made(asked, lambda held: 3.0 * (held == "hall"), 15, 9.0)))
    own = next(row for row in rows if row.outcome == "margin")
    said = balance_words.opening(asked, rows, found, 15, 30).paragraph
    assert f"So far hall stands at +{own.estimate:.1f} points (95 % interval " in said


def test_decisions_on_one_item_in_two_experiments_are_told_apart():
    decisions = pd.DataFrame({"item": ["church", "church", "hall"], "experiment": ["take", "restrict", "take"],
                              "decision": ["not settled", "not settled", "better"]})
    said = balance_words._decisions(decisions)
    assert said.startswith("Church (take) and church (restrict) are not settled; hall (take) is better than an equal ")
    assert balance_words._decisions(decisions[2:]).startswith("Hall is better than")


@pytest.mark.parametrize(("row", "units"), [
    ({"item": "second", "outcome": "win", "points": -2.4, "low": -9.2, "high": 4.5}, ["−2.4", "−9.2", "4.5"]),
    ({"item": "second", "outcome": "win", "at_low": 0.1, "low": -0.2, "high": 0.2}, ["10.0 %", "−20.0 %", "20.0 %"]),
    ({"item": "second", "outcome": "margin", "at_low": 0.1, "low": -0.2, "high": 0.2}, ["0.1", "−0.2", "0.2"])])
def test_a_number_and_its_bounds_have_one_unit(row, units):
    cells = [balance._cell(value, name, balance._is_of_win(row)) for name, value in row.items()]
    assert cells[2:] == units


def test_a_check_says_whether_its_interval_holds_the_truth():
    row = {"truth": 2.0, "worth": 5.1, "low": -9.3, "high": 19.4}
    assert robin.hidden_words(row) == ("As a check, a hidden token of 2 points came out at 5.1 (−9.3 to 19.4): the "
                                       "interval contains its true worth.")
    assert robin.hidden_words(row | {"low": 2.5}).endswith("the interval misses its true worth.")
