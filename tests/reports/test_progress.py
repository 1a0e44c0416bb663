import io
import re
import sys

import pytest

from reports.terminal import console, progress
from reports.terminal.progress import Progress, clock, rate


@pytest.mark.parametrize("seconds, text", [(0.4, "0 s"), (59.4, "59 s"), (75, "1:15"), (4000, "1:06:40")])
def test_clock(seconds, text):
    assert clock(seconds) == text


@pytest.mark.parametrize("a_second, text", [
    (1234.5, "1,234 games/s"), (10.4, "10 games/s"), (2.34, "2.3 games/s"), (0.01, "36 games/h")])
def test_rate(a_second, text):
    assert rate(a_second) == text


@pytest.fixture
def passing(monkeypatch):
    """A clock set by hand."""
    now = [100.0]
    monkeypatch.setattr(progress, "perf_counter", lambda: now[0])
    return now


def test_short_work_says_nothing(passing, capsys):
    with Progress("work") as told:
        passing[0] += 1.9
        told(0.5)
    assert capsys.readouterr().err == ""


def test_long_work_says_when_it_ends_but_not_all_the_time(passing, capsys):
    with Progress("work") as told:
        passing[0] += 30
        told(0.25)
        passing[0] += 1
        told(0.26)
    assert capsys.readouterr().err == "work: 25% about 1:30 left\n"


def test_work_that_goes_on_is_timed_from_where_it_was(passing, capsys):
    with Progress("work") as told:
        told.start = 0.5
        passing[0] += 20
        told(0.75)
    assert capsys.readouterr().err == "work: 75% about 20 s left\n"


def test_games_are_told_with_their_rate_from_where_they_were(passing, capsys):
    with Progress("games", games=1000) as told:
        told.start = 0.5
        passing[0] += 20
        told(0.75)
    assert capsys.readouterr().err == "games: 75% 12 games/s, about 20 s left\n"


def test_long_work_says_at_what_time_it_ends(passing, capsys):
    with Progress("work") as told:
        passing[0] += 100
        told(0.1)
        passing[0] += 10_000
        told(0.1)
    short, long = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"work: 10% about 15:00 left \(until \d\d:\d\d\)", short)
    assert re.fullmatch(r"work: 10% about 25:15:00 left \(until \d{4}-\d\d-\d\d \d\d:\d\d\)", long)


class Terminal(io.StringIO):
    """Standard error as a terminal that keeps what it was sent."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("width", "words"), [(80, " 25% about 4:10:00 left"),
                                              (130, "games/s, about 4:10:00 left (until ")])
def test_a_bar_fits_its_terminal_and_cuts_no_word(passing, monkeypatch, width, words):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    with Progress("10 of 10, castles-mines-ships", games=100_000) as told:
        passing[0] += 5_000
        told(0.25)
    shown = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", sys.stderr.getvalue())
    assert words in shown
    assert "…" not in shown
    assert all(len(line) <= width for line in re.split("[\r\n]", shown))


def test_words_to_standard_error_are_not_broken_by_a_terminal(monkeypatch, capsys):
    text = "the game so far is in a-long-name.jsonl; go on with: ludosoph play --resume a-long-name.jsonl"
    console.say(text)
    assert capsys.readouterr().err == text + "\n"
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("COLUMNS", "80")
    console.say(text)
    lines = sys.stderr.getvalue().splitlines()
    assert len(lines) == 2
    assert " ".join(lines) == text
