"""The report of a run directory: whole, repeatable, self-contained, and honest in its first lines."""
from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest

from games.api import InputError
from mcts.simulate import plan
from reports.documents import simulate as html
from reports.documents import simulate_report as report
from reports.documents import tables, words
from reports.documents.folded import folded
from reports.documents.folder import publish
from reports.documents.simulate_report import write_report
from reports.run import simulate
from reports.wording import abs_between, signed
from tests.reports.synthetic import SyntheticRun, make_run, write_run


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return write_run(make_run(blocks=60), tmp_path_factory.mktemp("run") / "a")


@pytest.fixture(scope="module", autouse=True)
def paths(folder) -> list[Path]:
    return write_report(folder)


def page_of(run: SyntheticRun) -> str:
    return html.page(run.manifest, folded(run.batches()).shared_out, tables.all_tables(run), {})


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.mark.whole
def test_the_paths_returned_are_the_files_written(folder, paths):
    assert paths[0] == folder / "report" / "report.html"
    assert sorted(paths) == sorted(p for p in (folder / "report").rglob("*") if p.is_file())
    assert {p.suffix for p in paths} == {".html", ".png", ".svg", ".csv", ".parquet"}


@pytest.mark.whole
def test_the_same_run_gives_the_same_bytes(folder):
    before = contents(folder / "report")
    write_report(folder)
    assert contents(folder / "report") == before


def test_nothing_is_left_beside_the_report(folder):
    assert sorted(p.name for p in folder.iterdir()) == ["games", "manifest.json", "report", "tiles"]


def test_what_a_killed_report_left_is_swept_and_what_it_moved_aside_comes_back(tmp_path):
    place = tmp_path / "report"
    for what in ("new", "old"):
        (tmp_path / f".report-{what}-999999999").mkdir()
    (tmp_path / ".report-old-999999999/report.html").write_text("the old one")
    (tmp_path / f".report-new-{os.getppid()}").mkdir()          # another report, which is being written

    def stop(pictures):
        assert (place / "report.html").read_text() == "the old one"
        raise InputError("stopped")

    with pytest.raises(InputError, match="stopped"):
        publish(place, {}, {}, stop)
    assert sorted(f.name for f in tmp_path.iterdir()) == [f".report-new-{os.getppid()}", "report"]
    publish(place, {}, {}, lambda pictures: "the new one")
    assert (place / "report.html").read_text() == "the new one"


def test_csv_and_parquet_hold_the_same_rows(folder):
    for file in (folder / "report" / "tables").glob("*.csv"):
        csv, parquet = pd.read_csv(file), pd.read_parquet(file.with_suffix(".parquet"))
        assert list(csv.columns) == list(parquet.columns)
        assert len(csv) == len(parquet)
        for name in csv.select_dtypes("number"):
            pd.testing.assert_series_equal(csv[name], pd.to_numeric(parquet[name]), rtol=1e-8, check_dtype=False)


def test_a_failure_leaves_the_old_report_as_it_was(folder, monkeypatch):
    before = contents(folder / "report")
    monkeypatch.setattr(report, "figures", lambda *_: {})
    monkeypatch.setattr(report.html, "page", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_report(folder)
    assert contents(folder / "report") == before
    assert sorted(p.name for p in folder.iterdir()) == ["games", "manifest.json", "report", "tiles"]


class Reader(HTMLParser):
    """Collects what a browser would fetch, and checks that tags close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.fetched += [value for name, value in attrs if name in ("src", "href", "data", "srcset")]
        if tag not in ("meta", "img", "br", "wbr"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_needs_nothing_but_itself(folder):
    text = (folder / "report" / "report.html").read_text(encoding="utf-8")
    reader = Reader()
    reader.feed(text)
    assert not reader.open
    assert not reader.tags & {"script", "link", "iframe"}
    fetched = [each for each in reader.fetched if not each.startswith("#")]     # and no place on the page itself
    assert len(fetched) == 6
    assert all(each.startswith("data:image/svg+xml;base64,") for each in fetched)
    assert "url(" not in text
    assert "@import" not in text
    assert 'name="viewport"' in text


def test_the_page_says_nothing_of_where_and_when_the_run_was_begun(folder):
    text = (folder / "report" / "report.html").read_text(encoding="utf-8")
    assert "abacus" not in text
    assert "2031" not in text


def test_the_first_lines_say_what_was_asked_of_whom_and_how_many_games():
    run = make_run(blocks=60)
    asked = words.asked(run.manifest, tables.all_tables(run))
    assert asked == ("This is from 120 games of burgundy with 2 seats, played by greedy and mcts:400. Groups of two "
                     "share their dice and draws, and the agents go round the seats.")
    page = re.sub(r"\s+", " ", page_of(run))
    assert page.index(words.finding(tables.all_tables(run))) < page.index(asked) < page.index("<h2>")


def test_the_first_line_is_the_finding_and_the_rest_is_told_apart():
    found = tables.all_tables(make_run(blocks=60, strength=9.0))
    assert re.fullmatch(r"mcts:400 ends [\d.]+ points ahead of greedy \([\d.]+ to [\d.]+\), and won [\d.]+ % of the "
                        r"games\.", words.finding(found))
    assert words.not_settled(found["win_shares"]) == [
        "By share of the win it is open which agent is better: 120 games are too few, it takes 400 at least."]


def test_a_finding_names_what_is_behind_with_its_interval_the_right_way_round():
    assert abs_between(-4.5, -1.25) == "1.2 to 4.5"
    assert abs_between(1.25, 4.5) == "1.2 to 4.5"


def test_one_block_settles_nothing_and_the_page_says_so():
    run = make_run(blocks=1)
    assert words.settled(tables.all_tables(run)["win_shares"]) == []
    text = page_of(run)
    assert "points on average" in text.split("<h2>")[0]
    assert "2 games are too few" in text
    assert "too few games" in text
    assert not re.search(r"\bnan\b", text)


def test_a_run_of_equals_asks_about_seats():
    run = make_run(blocks=60, agents=("greedy", "greedy"), strength=0)
    found = tables.all_tables(run)
    asked = "This is from 120 games of burgundy with 2 seats, all played by greedy."
    assert words.asked(run.manifest, found).startswith(asked)
    assert words.finding(found).startswith("With greedy in all seats a player scores ")
    said = words.settled(found["win_shares"]) + words.not_settled(found["win_shares"])
    assert said
    assert not any("agent" in s for s in said)


def test_an_exact_tie_is_said_to_be_one():
    table = tables.all_tables(make_run(blocks=210, ties=True))["win_shares"]
    assert "By points, every agent is exactly level with the others." in words.settled(table)


def test_seats_whose_luck_goes_round_with_the_start_differ_in_number_only():
    run = make_run(blocks=60, agents=("greedy", "greedy"), strength=0)
    games = run.seats.sort_values(["block", "rotation", "seat"])
    first = games[games["rotation"] == 0]
    mirrored = first.assign(game=first["game"] + 1, rotation=1, seat=1 - first["seat"])
    run.seats = pd.concat([first, mirrored], ignore_index=True)
    run.tiles = run.tiles.iloc[:0]
    said = words.settled(tables.all_tables(run)["win_shares"])
    assert said == ["By points, every seat is exactly level with the others: the seats differ in nothing but their"
                    " number."]


@pytest.mark.parametrize(("number", "text"), [(0.0, "0.0"), (-0.04, "0.0"), (-3.25, "−3.2"), (12.0, "+12.0")])
def test_margins_have_a_sign_unless_they_are_nothing(number, text):
    assert signed(number) == text


def test_an_unfinished_run_says_how_far_it_came():
    run = make_run(blocks=3)
    run.manifest["games"] = 1000
    assert "6 games of the 1,000 asked for" in words.asked(run.manifest, tables.all_tables(run))


def test_the_page_warns_before_it_shows_what_owners_win():
    text = page_of(make_run(blocks=3))
    assert text.index("This is not what a tile is worth") < text.index("win share (not its effect)")


def test_a_run_without_tiles_or_sources_has_a_page():
    run = make_run(blocks=2, tiles=False)
    run.seats = run.seats[[c for c in run.seats.columns if not c.startswith("source_")]]
    text = page_of(run)
    assert "<h2>Who wins" in text
    for nothing in ("<h2>Tiles", "<h2>Where the points come from", "nan"):
        assert nothing not in text


def test_a_game_whose_scores_add_up_to_nothing_has_no_share_of_the_score():
    """What one seat of a poker game gains the other loses: the mean score is 0, and a source is no part of it."""
    run = make_run(blocks=4)
    run.seats["score"] -= run.seats.groupby("game")["score"].transform("mean")
    found = tables.all_tables(run)
    told = re.sub(r"\s+", " ", html.sources(found, {"points_by_source": b"<svg></svg>"}))
    assert re.search(r"The largest source is \w+, with [\d.]+ points a seat and game\. Marks", told)
    text = page_of(run)
    assert "nan" not in text
    assert not re.search(r"(to|between|and) -\d|>-\d", text)


def test_intervals_of_few_games_stay_where_a_count_can_be():
    row = {"measure": "branching", "mean": 6.8, "low": -2.8, "high": 16.3}
    assert [html._figures(row, name) for name in ("mean", "low", "high")] == ["6.8", "0.0", "16.3"]


@pytest.mark.parametrize(("low", "high", "told"), [
    (-4.0, 4.5, "There are too few games to check"), (-0.05, 0.06, "As a check, these win chances move as much"),
    (0.02, 0.06, "These win chances do not move as much")])
def test_a_check_of_win_chances_that_could_not_fail_is_none(low, high, told):
    shape = pd.DataFrame([{"measure": name, "mean": 0.3, "low": low, "high": high, "games": 2, "playouts": 10}
                          for name in ("lead_changes", "decisiveness", "stake", "branching", "forced", "movement")]
                         + [{"measure": "calibration", "mean": 0.04, "low": low, "high": high, "games": 2,
                             "playouts": 10}])
    assert told in words.shape({"shape": shape})


def test_names_are_text_and_never_markup():
    run = make_run(blocks=2, agents=("<b>mcts</b>", "a&b"))
    run.manifest["question"] = "Is <script> safe?"
    text = page_of(run)
    assert "<b>mcts" not in text
    assert "<script" not in text
    assert "a&amp;b" in text


def test_what_is_no_run_is_refused_in_words(tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        write_report(tmp_path / "nowhere")
    empty = write_run(make_run(blocks=1), tmp_path / "empty")
    (empty / "games" / "part-00000.parquet").unlink()
    with pytest.raises(InputError, match="no finished game"):
        write_report(empty)
    assert not (empty / "report").exists()


def test_a_run_that_was_really_played_has_a_report(tmp_path):
    path = tmp_path / "run"
    simulate(path, plan("burgundy", ["greedy", "random"], 4, 2, {"boards": "random"}, seed=11))
    text = write_report(path)[0].read_text(encoding="utf-8")
    assert "The Castles of Burgundy" in text
    assert "4 games of The Castles" in text
    assert "board " in text
