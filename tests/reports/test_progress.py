import pytest

from reports import progress
from reports.progress import Progress, clock


@pytest.mark.parametrize("seconds, text", [(0.4, "0 s"), (59.4, "59 s"), (75, "1:15"), (4000, "1:06:40")])
def test_clock(seconds, text):
    assert clock(seconds) == text


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
