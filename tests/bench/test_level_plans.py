"""Level plans by budget, counted from searches that were kept."""
from dataclasses import asdict, replace

import pytest

from bench.command import start
from bench.publish import Ledger
from bench.tuning import level_plans
from bench.tuning.comparisons import KEY, Compared
from bench.tuning.level_plans import lines


def searched(position, simulations, utilities, stderr, pick=0, loss=0.0, search=0):
    """A search of Pig that values these plans with this error, and what a longer one said of its first."""
    text = [" ".join(str(x) for x in part) for part in (utilities, [stderr] * len(utilities), [0] * len(utilities))]
    return Compared("pig", 2, position, 1, simulations, search, 10**6, *text, 0, False, pick, loss, utilities[0], "a")


def test_plans_far_behind_are_not_level_and_positions_count_once():
    rows = [searched(0, 1000, [0.6, 0.6, 0.6], 0.05), searched(0, 1000, [0.6, 0.6, 0.6], 0.05, search=1),
            searched(1, 1000, [0.9, 0.1], 0.01), searched(0, 10_000, [0.9, 0.1, 0.1], 0.0001)]
    few, many = lines(rows)
    assert (few["positions"], few["answers"], few["level"]) == (2, 3, 2.0)
    assert (many["positions"], many["level"]) == (1, 1.0)
    assert (few["left"], many["left"]) == (1.0, pytest.approx(1 / 3))      # of the three level ones of position 0


def test_a_plan_that_loses_more_than_was_said_does_not_hold():
    safe = searched(0, 1000, [0.9, 0.1], 0.0001)
    assert lines([safe])[0]["holds"] == 1
    assert lines([searched(0, 1000, [0.9, 0.1], 0.0001, pick=1, loss=0.3)])[0]["holds"] == 0


def test_plans_are_judged_together_where_that_was_measured_and_kept():
    kept = searched(0, 1000, [0.9, 0.1], 0.01)
    known = replace(kept, game="connect_four", beliefs="0.9:0.01 0.1:0.01")
    found = [replace(known, position=at, game=game, beliefs=beliefs)
             for at, (game, beliefs) in enumerate((("connect_four", known.beliefs), ("pig", known.beliefs)))]
    assert {row["game"]: row["together"] for row in lines(found)} == {"connect_four": True, "pig": False}
    assert not lines([replace(known, beliefs="")])[0]["together"]


def test_the_page_is_made_from_the_ledger(tmp_path):
    ledger = Ledger(tmp_path / "searches.csv", KEY)
    ledger.add(asdict(searched(0, 1000, [0.9, 0.1], 0.0001)) | {"position": "1000-0"})
    for path, status in ((ledger.path, 0), (tmp_path / "none.csv", 2)):
        with pytest.raises(SystemExit) as ended:
            start(level_plans.run, ["--ledger", str(path), "--out", str(tmp_path)])
        assert ended.value.code == status
    assert "| pig | 2 | 1,000 | 1 | 2.0 | 1.0 | 100 % | 1 of 1 alone |" in (tmp_path / "level-plans.md").read_text()
