"""Rows of measurements: what is computed from seconds, and how it is written."""
import csv

import pytest

from bench.peers.interleave import Task, interleave
from bench.peers.table import OURS, PEER, PLAIN_C, Rate, frame, markdown, number, piped, rate, row, write

SECONDS = {OURS: [0.5, 0.25, 1.0], PEER: [10.0, 5.0, 20.0]}


def test_a_rate_is_the_median_over_repeats_with_the_slowest_and_the_fastest():
    assert rate(100, [0.5, 0.25, 1.0]) == Rate(median=200.0, low=100.0, high=400.0)


def test_a_ratio_is_ours_over_theirs_and_absent_where_a_side_is():
    found = row("pig", "start", "search", 100, SECONDS)
    assert found.ratio(PEER) == 20.0
    assert found.ratio(PLAIN_C) is None


def test_repeats_that_one_side_did_not_finish_are_left_out():
    found = row("pig", "start", "search", 100, {OURS: [0.5, 0.5, 9.0], PEER: [1.0, 1.0]})
    assert found.repeats == 2
    assert found.rates[OURS].low == 200.0


@pytest.mark.parametrize("value, text", [
    (None, "–"), (0.12345, "0.123"), (7.694, "7.69"), (36.87, "36.9"), (123.4, "123"), (1234.0, "1,230"),
    (1_020_024.87, "1,020,000"), (999.6, "1,000")])
def test_numbers_are_written_with_three_digits(value, text):
    assert number(value) == text


def test_every_line_of_a_table_has_as_many_cells():
    lines = piped(["a", "b"], [["x", "1"], ["y", "2"]], left=1)
    assert lines == ["| a | b |", "| --- | ---: |", "| x | 1 |", "| y | 2 |"]


def test_the_page_tells_searches_playouts_and_instructions_apart():
    rows = [row("pig", "start", "search", 100, SECONDS),
            row("pig", "start", "playouts", 100, SECONDS | {PLAIN_C: [0.1, 0.2, 0.3]}, {OURS: 4321.0, PEER: 98765.0})]
    page = markdown(rows, {"date": "today", "open_spiel": "9.9"}, "Title", "Lead.")
    assert page.startswith("# Title\n\nLead.\n\n* date: today\n* open spiel: 9.9\n\n## Simulations a second")
    assert "| pig | start | 100 | 3 | 200 (100–400) | 10 (5–20) | 20 | – | – |" in page
    assert "| pig | start | playouts | 4.32 | 98.8 | – |" in page
    lines = [line.count("|") for line in page.splitlines() if line.startswith("|")]
    assert lines == [10] * 6 + [7] * 3


def test_the_csv_says_what_the_page_says(tmp_path):
    rows = [row("pig", "start", "search", 100, SECONDS)]
    paths = write(rows, {"date": "today"}, tmp_path / "new", "name", "Title", "Lead.")
    assert [p.name for p in paths] == ["name.csv", "name.md"]
    with paths[0].open(encoding="utf-8") as file:
        line, = csv.DictReader(file)
    assert line["ours_median"] == "200"
    assert line["ratio_openspiel"] == "20"
    assert line["plain_c_median"] == line["ratio_plain_c"] == ""
    assert line["date"] == "today"
    assert list(line) == list(frame(rows, {"date": "today"}).columns)


def test_sides_take_turns_and_the_first_changes():
    log = []

    def side(name):
        def once():
            log.append(name)
            return 1.0
        return once

    task = Task("pig", "start", "search", 1, {"a": side("a"), "b": side("b")})
    assert interleave([task], repeats=3)
    assert "".join(log) == "abbaab"
    assert task.seconds == {"a": [1.0] * 3, "b": [1.0] * 3}


def test_an_interrupted_round_leaves_what_was_whole():
    turns = iter([1.0, 2.0])

    def ends():
        try:
            return next(turns)
        except StopIteration:
            raise KeyboardInterrupt from None

    first = Task("pig", "x", "search", 1, {"a": lambda: 1.0, "b": ends})
    second = Task("pig", "y", "search", 1, {"a": lambda: 1.0, "b": lambda: 3.0})
    assert not interleave([first, second], repeats=5)
    assert first.seconds == {"a": [1.0, 1.0], "b": [1.0, 2.0]}
    assert second.seconds == {"a": [1.0, 1.0], "b": [3.0, 3.0]}


def test_no_round_begins_after_the_time_is_over_but_three_are_always_made():
    task = Task("pig", "start", "search", 1, {"a": lambda: 1.0})
    interleave([task], repeats=50, seconds=0.0)
    assert len(task.seconds["a"]) == 3
