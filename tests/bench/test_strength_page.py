"""docs/strength.md is what bench/pages/strength_page.py makes of bench/results: no figure is copied by hand."""
import re

import pytest

from bench.pages import strength_page
from bench.pages.strength_page import (
    LEFT_OUT,
    PAGE,
    RESULTS,
    ROOT,
    Line,
    earlier_line,
    findings,
    lines_of,
    match_line,
    tables,
)
from bench.strength import greedy

MATCH = {"game": "catan_cards", "seats": "3", "options": "", "first": "mcts:9", "second": "greedy", "seed": "4",
         "games": "60", "win": "0.5", "low": "0.4", "high": "0.6", "margin": "1.25", "margin_low": "-1",
         "margin_high": "3.5", "ludosoph": "0.1.0 at abc1234"}


def test_the_page_is_what_the_command_makes(tmp_path, capsys):
    strength_page.run(tmp_path / "strength.md")
    assert (tmp_path / "strength.md").read_text(encoding="utf-8") == PAGE.read_text(encoding="utf-8")


def test_every_table_is_on_the_page_or_left_out_for_a_reason():
    shown = {path.stem for path in tables(RESULTS)}
    assert not shown & set(LEFT_OUT)
    linked = {path: set(re.findall(r"results/([\w-]+)\.md", path.read_text(encoding="utf-8")))
              for path in (*ROOT.glob("docs/*.md"), ROOT / "README.md", ROOT / "bench/README.md")}
    assert linked[PAGE] == shown | set(LEFT_OUT)
    assert set.union(*linked.values()) == {path.stem for path in RESULTS.glob("*.md")}


def test_of_each_table_that_the_page_shows_the_rows_are_kept():
    assert {path.stem for path in tables(RESULTS)} >= {
        "connect_four_solved", "greedy", "level-burgundy", "levels", "openspiel_match", "players", "uncertainty",
        "strength-burgundy-long-playouts", "strength-burgundy-own-points"}


def test_every_line_names_its_commit_and_seed():
    for path in tables(RESULTS):
        for line in lines_of(path):
            assert re.fullmatch(r"[0-9a-f]{7,}\+?", line.commit), line
            assert re.fullmatch(r"\d+( to \d+)?", line.seed), line


def test_a_match_says_who_met_whom_by_how_much():
    assert match_line(MATCH, "greedy") == Line(
        "catan_cards", "`mcts:9` against two of `greedy`, 3 seats, par 33.3 %",
        "50.0 % (40.0 to 60.0); +1.2 (-1.0 to +3.5) points", "60 games", "4", "abc1234", "greedy", stronger=True)
    assert not match_line(MATCH | {"low": "0.3"}, "greedy").stronger


def test_a_match_with_an_earlier_version_names_its_commit():
    row = MATCH | {"agent": "mcts:9", "others_agent": "mcts:9", "earlier": "19434ea", "win_low": "0.4",
                   "win_high": "0.6"}
    assert earlier_line(row, "earlier-catan_cards") == Line(
        "catan_cards", "`mcts:9` against two of `mcts:9` of commit `19434ea`, 3 seats, par 33.3 %",
        "50.0 % (40.0 to 60.0); +1.2 (-1.0 to +3.5) points", "60 games", "4", "abc1234", "earlier-catan_cards")


def test_a_finding_is_claimed_only_where_the_interval_lies_above_par():
    sure, unsure = match_line(MATCH, "greedy"), match_line(MATCH | {"low": "0.3"}, "greedy")
    assert findings([sure, sure]) == ["The search beats `greedy`."]
    assert findings([sure, unsure]) == ["The search beats `greedy` beyond doubt in 1 of 2 matches."]
    assert findings([unsure]) == ["The search beats `greedy` by nothing that these games show."]


def test_a_table_that_nothing_reads_is_refused(tmp_path):
    path = tmp_path / "new.csv"
    path.write_text("width,height\n1,2\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no reader"):
        lines_of(path)


def test_matches_with_greedy_make_a_table_of_the_page(tmp_path, monkeypatch):
    monkeypatch.setattr(greedy, "MATCHES", (("pig", 2, ""),))
    greedy.run(simulations=2, games=4, out=tmp_path)
    (path,) = tables(tmp_path)
    assert [(line.game, line.measured, line.size) for line in lines_of(path)] == [
        ("pig", "`mcts:2` against `greedy`", "4 games")]
