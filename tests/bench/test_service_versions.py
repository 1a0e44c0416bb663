"""A server beside an earlier version: what a turn counts, ratios with their intervals, and the page."""
import asyncio
import os

import pytest

from bench.service.service_load import Measured
from bench.service.service_versions import Side, Turn, cost, interval, late, median, page


def side(waits, processor=0.5):
    found = Measured()
    found.times["GET seat"] += [wait for turn in waits for wait in turn]
    return Side(None, 0, [], found, [Turn(list(turn), processor) for turn in waits])


def test_a_turn_has_the_waits_and_the_processor_time_of_its_clients_alone():
    class Client:
        async def play(self, until):
            found.times["GET seat"].append(7.0)
            sum(range(2_000_000))

    found = Measured()
    found.times["GET seat"].append(99.0)
    here = Side(None, os.getpid(), [Client()], found)
    for _ in range(2):
        asyncio.run(here.turn(0.0, 0))
    assert [turn.waits for turn in here.turns] == [[7.0], [7.0]]
    assert 0.0 < here.turns[0].processor < 20.0


def test_ratios_are_of_this_version_to_the_earlier_one_and_have_intervals():
    before, now = side([[10.0] * 50, [12.0] * 50]), side([[20.0] * 50, [24.0] * 50], 1.0)
    assert (median(before.turns), median(now.turns)) == (11.0, 22.0)
    assert late(now.turns) == 24.0
    assert cost(now.turns) == pytest.approx(20.0)
    assert interval(before.turns, now.turns, "median") == "2.00 (2.00 to 2.00)"
    assert interval(before.turns, now.turns, "processor") == "2.00 (2.00 to 2.00)"
    assert interval(side([[10.0], [10.0]]).turns, side([[10.0], [40.0]]).turns, "median") == "2.50 (1.00 to 4.00)"


def test_the_page_tells_both_versions_of_each_kind_of_request():
    before, now = side([[10.0] * 9, [12.0] * 9]), side([[5.0] * 9, [6.0] * 9])
    text = page([before, now], "python -m bench service_versions before", "abc1234")
    assert "| median wait | 11.0 ms | 5.5 ms | 0.50 (0.50 to 0.50) |" in text
    assert "| GET seat | 11.0 ms | 5.5 ms |" in text
    assert "18 requests to the earlier version, 18 to this one." in text
    assert "Earlier: abc1234." in text
