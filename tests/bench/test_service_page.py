"""The page under a watch: what is told of the times of tables."""
from dataclasses import replace

from bench.service.service_page import ANSWERED, PAINTED, Seen, line_of, missed, page


def test_medians_and_the_longest_are_told_and_aims_that_are_not_met():
    quick = Seen("pig", 390, [200.0, 300.0, 900.0], [400.0], [10.0], [20.0], [ANSWERED - 1])
    lines = page([line_of(quick)], "python -m bench service_page", 2).splitlines()
    assert "| pig, 390 | 300 (900) | 400 (400) | 10 (10) | 20 (20) | 99 (99) |" in lines
    assert lines[-4].endswith("All are met.")
    assert lines[-3].endswith("everywhere.")
    for slow in (replace(quick, board=[PAINTED + 1]), replace(quick, narrowed=[ANSWERED + 1]), replace(quick, board=[]),
                 replace(quick, played=[ANSWERED + 1, ANSWERED + 2, 1.0])):
        assert missed(line_of(slow))
        found = page([line_of(quick), line_of(replace(slow, game="slow"))], "", 2).splitlines()
        assert found[-4].endswith("Not met by slow at 390.")
    late = page([line_of(quick), line_of(replace(quick, game="late", drawn=[ANSWERED + 1]))], "", 2).splitlines()
    assert late[-4].endswith("All are met.")
    assert late[-3].endswith("but not in late at 390.")
