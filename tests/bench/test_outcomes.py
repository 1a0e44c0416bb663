"""Chances against what comes: made-up positions of known truth, and a page of a few real ones."""
from dataclasses import replace

import numpy as np
import pytest
from scipy.special import expit, logit

from bench.publish import Ledger
from bench.tuning import check_uncertainty, outcomes
from bench.tuning.outcomes import Stated, band, grouped, line, stated
from games.api import InputError
from games.registry import load
from mcts import plans
from mcts.confidence import Phase, calibration
from mcts.interval import Z95
from mcts.walks import Table


def made_up(error, said, positions=200, games=6, seed=1, off=0.0, game="pig", options=""):
    """Positions whose chances in logits lie `error` about what is told, with intervals for an error `said`."""
    rng, rows = np.random.default_rng(seed), []
    for k in range(positions):
        z = float(rng.normal())
        p = float(expit(z + off + error * rng.normal()))
        low, high = (float(expit(z + side * Z95 * said)) for side in (-1, 1))
        came = " ".join(f"{float(rng.random() < p):g}" for _ in range(games))
        rows.append(Stated(game, 2, options, "greedy", "mcts:200", 1000, 1, k // 3, k % 3, 0.25, 0.5, 0.5, 500,
                           float(expit(z)), low, high, True, None, came))
    return rows


def test_intervals_that_are_as_wide_as_the_truth_hold():
    found = line(made_up(0.5, 0.5))
    assert found["coverage_low"] <= 0.95 <= found["coverage_high"]
    assert found["slope"] == pytest.approx(0.96, abs=0.27)      # three standard errors of so many games
    assert found["slope_low"] < found["slope"] < found["slope_high"]
    assert found["band_low"] < found["came"] < found["band_high"]
    assert found["possible"] >= 0.9 * found["open"]


def test_intervals_that_are_too_narrow_are_found_out():
    found = line(made_up(1.0, 0.2))
    assert found["coverage_high"] < 0.8
    assert found["widen"] > 2


def test_chances_that_are_too_high_all_together_leave_the_band_though_no_position_tells():
    rows = made_up(0.1, 0.3, positions=400, games=1, off=-0.6)
    found = band(rows)
    assert found["came"] < found["band_low"]
    assert "coverage" not in line(rows)         # one game a position cannot tell


def test_proofs_stand_apart_and_504_is_told_by_goal():
    proven = [Stated("pig", 2, "", "greedy", "mcts:200", 1000, 1, 1, 0, 0.25, x, None, 0, x, x, x, True, None, came)
              for x, came in ((1.0, "1 1"), (0.0, "0 0.5"))]
    found = line(proven)
    assert (found["open"], found["closed"], found["closed_right"]) == (0, 2, 1.75)
    drawn = [replace(proven[0], chance=x, low=x, high=x, outcomes=came)
             for x, came in ((0.5, "0.5 0.5 0.5"), (0.48, "1 0 0 1"), (0.1, "1 1 1 1"))]
    assert line(drawn)["closed_right"] == 2         # draws and even games came as they were told
    assert outcomes.cells({"game": "pig", "seats": "2", **found})[-1] == "1.8 of 2"
    worlds = [*made_up(0.5, 0.5, 6, game="world504", options="world=321"),
              *made_up(0.5, 0.5, 6, game="world504", options="world=312"),
              *made_up(0.5, 0.5, 6, game="world504", options="world=981")]
    assert [(game, seats, len(rows)) for game, seats, rows in grouped(worlds)] == [
        ("world504", "2", 18), ("world504", "all", 18), ("world504 goal=3", "all", 12), ("world504 goal=9", "all", 6)]


@pytest.mark.parametrize(("rows", "told"), [
    (made_up(0.5, 0.5, 60, games=8), "("), (made_up(0.5, 0.5, 19), "not settled"),
    ([replace(row, chance=0.5 + (row.chance - 0.5) / 50) for row in made_up(0.5, 0.5, 60)], "not settled"),
    ([replace(row, outcomes="0.5 0.5") for row in made_up(0.5, 0.5, 30)][:-1] + made_up(0.5, 0.5, 1), "all alike")])
def test_a_slope_that_settles_nothing_is_not_printed(rows, told):
    assert told in outcomes.slope_told(line(rows))


def test_what_is_stated_anew_of_a_share_is_what_advice_says(tmp_path):
    """Of a world of 504, whose chances are of shares: by the fit, and where every simulation ends alike as they are."""
    world = Table("world504", 2, (("world", "981"),))
    row = next(stated(world, [0], "greedy", "mcts:2", 200, 1, 5, Ledger(tmp_path / "l.csv", outcomes.KEY), thirds=(1,)))
    known = calibration(load("world504"), 2, {"world": "981"})
    anew = replace(row, chance=0.5, low=0.0, high=1.0).by(known.phases[1])
    assert (row.won, row.own) == (anew.won, anew.own)
    for name in ("chance", "low", "high"):
        assert getattr(anew, name) == pytest.approx(getattr(row, name), abs=0.01)
    decided = replace(row, won=1.0, own=72, alike=True).by(Phase((-3.0, 0.1), 2.0))
    assert decided.chance == pytest.approx(72.5 / 73)
    assert decided.low > 0.85
    assert replace(decided, alike=False).by(Phase((-3.0, 0.1), 2.0)).chance < 0.1


def test_where_every_simulation_ended_alike_games_of_504_came_so():
    """As mcts/confidence.py and docs/search.md say, of the positions that are kept; not where only the first plan's do.
    """
    rows = [row for row in map(outcomes.read_row, Ledger(outcomes.OUTCOMES, outcomes.KEY).rows.values())
            if row.game == "world504" and row.won in (0.0, 1.0) and row.wide()]
    off = {alike: [abs(x - row.won) for row in rows if row.alike is alike for x in row.came()]
           for alike in (True, False)}
    assert len(off[True]) > 120
    assert np.mean(off[True]) < 0.02
    assert np.mean(off[False]) > 0.05
    found = outcomes.ends(rows)
    assert f"of {len(off[True])} games" in found
    assert f"of {len(off[False])} games" in found
    assert outcomes.ends(made_up(0.5, 0.5)) == ""


def test_positions_are_of_the_thirds_that_are_asked_for(tmp_path):
    asked = "greedy", "mcts:2", 50, 1, 5, Ledger(tmp_path / "l.csv", outcomes.KEY)
    assert [row.third for row in stated(Table("pig"), [0, 1], *asked, thirds=(2,))] == [2, 2]
    assert check_uncertainty.read_thirds("3,1") == (2, 0)
    for wrong in ("", "0", "1,4", "2,2"):
        with pytest.raises(InputError, match="--thirds: found"):
            check_uncertainty.read_thirds(wrong)


def test_worlds_are_drawn_at_each_number_of_seats_in_turn():
    drawn = check_uncertainty.drawn_worlds("world504", None, 6, 9000)
    assert [table.seats for table in drawn] == [2, 3, 4, 2, 3, 4]
    assert {table.seats for table in check_uncertainty.drawn_worlds("world504", 3, 6, 9000)} == {3}
    with pytest.raises(InputError, match="is one game"):
        check_uncertainty.drawn_worlds("pig", None, 6, 9000)


def test_a_page_is_written_and_what_was_played_is_not_played_again(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["check_uncertainty.py", "pig", "--again", "2"])
    calls = list[int]()
    monkeypatch.setattr(outcomes, "continued", _counted(calls))
    asked = {"positions": 12, "again": 2, "agent": "mcts:10", "lengths": "100", "ledger": tmp_path / "l.csv",
             "out": tmp_path}
    check_uncertainty.run("pig", **asked)
    assert len(calls) == 12
    check_uncertainty.run("pig", **asked)
    assert len(calls) == 12
    check_uncertainty.run("pig", **{**asked, "positions": 15, "seconds": 0})
    assert len(calls) == 12
    text = (tmp_path / "chances.md").read_text(encoding="utf-8")
    assert "`python -m bench check_uncertainty pig --again 2`" in text
    assert "| pig | 2 | mcts:10 | 12 | 24 |" in text
    before = (tmp_path / "l.csv").read_text().splitlines()
    for prior in (0.0, 1.0):
        monkeypatch.setattr(plans, "PRIOR", prior)
        check_uncertainty.run("pig", **asked)
    assert len(calls) == 12                      # what came does not depend on what was said
    assert len((tmp_path / "l.csv").read_text().splitlines()) == len(before) + 24
    assert "a visit of the tree was also counted" in (tmp_path / "chances.md").read_text(encoding="utf-8")


def _counted(calls):
    def played_on(state, agent, games, seed):
        calls.append(seed)
        return [float(seed >> k & 1) for k in range(games)]
    return played_on


def test_an_interval_is_that_of_advice(tmp_path):
    """The error that an interval stands for gives its bounds back."""
    for row in stated(Table("pig"), [0], "greedy", "mcts:10", 200, 2, 5, Ledger(tmp_path / "l.csv", outcomes.KEY)):
        if row.wide():
            assert expit(logit(row.chance) + Z95 * row.error()) == pytest.approx(row.high, abs=0.01)
            assert row.low < row.chance < row.high
