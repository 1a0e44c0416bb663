"""The page under a watch: what is told of the times of tables."""
from dataclasses import replace

from bench.service.service_page import ANSWERED, PAINTED, Seen, page


def test_medians_and_the_longest_are_told_and_aims_that_are_not_met():
    quick = Seen("pig", 390, [200.0, 300.0, 900.0], [400.0], [10.0], [])
    lines = page([quick], "python -m bench service_page", 2).splitlines()
    assert "| pig, 390 | 300 (900) | 400 (400) | 10 (10) | - |" in lines
    assert lines[-1].endswith("All are met.")
    for slow in (replace(quick, board=[PAINTED + 1]), replace(quick, narrowed=[ANSWERED + 1]),
                 replace(quick, played=[ANSWERED + 1, ANSWERED + 2, 1.0])):
        assert page([quick, replace(slow, game="slow")], "", 2).splitlines()[-1].endswith("Not met by slow at 390.")
