"""Lines from what is stated to what came: that they find a bend, lean where little is known, and are kept once."""
import json
import random
from dataclasses import asdict, replace

import pytest
from scipy.special import expit

import games
from bench.command import start
from bench.publish import Ledger
from bench.tuning import fit_chances
from bench.tuning.fit_chances import ROOT, SAME, Bends, error, left_out, line, settled
from bench.tuning.outcomes import KEY, Stated


def drawn(bend, count, games=8):
    """Positions whose games come as a chance bent by so much, in logits."""
    chance = random.Random(1)
    z = [chance.uniform(-2, 2) for _ in range(count)]
    return z, [[float(chance.random() < expit(bend * x)) for _ in range(games)] for x in z]


@pytest.mark.parametrize("bend", [0.4, 1.0, 2.0])
def test_a_line_finds_how_chances_are_bent(bend):
    a, b = line(*drawn(bend, 400))
    assert (a, b) == (pytest.approx(0, abs=0.2), pytest.approx(bend, rel=0.25))
    assert error(*drawn(bend, 400), (a, b)) < 0.4


def test_a_line_that_could_come_from_chances_as_they_are_stated_is_not_taken():
    assert settled(*drawn(1.1, 60)) == SAME
    assert settled(*drawn(0.3, 60)) != SAME


def test_a_line_of_few_positions_stays_near_the_one_it_leans_on():
    assert line([], []) == (pytest.approx(0, abs=0.01), pytest.approx(1, abs=0.01))
    _, b = line(*drawn(2.0, 3), prior=(0.0, 1.0), lean=0.15)
    assert 0.9 < b < 1.5


def test_a_fit_is_mended_once_by_the_games_of_a_seed(tmp_path, capsys):
    kept = tmp_path / "calibration.json"
    made = json.loads((ROOT / "games" / "kuhn_poker" / "calibration.json").read_text(encoding="utf-8"))
    made["fits"]["2"]["made"]["outcomes"] = None
    kept.write_text(json.dumps(made), encoding="utf-8")
    asked = ["kuhn_poker", "--seats", "2", "--seed", "7000", "--out", str(kept)]
    for status, said in ((0, ""), (2, "is mended by the games of seed 7000 already")):
        with pytest.raises(SystemExit) as ended:
            start(fit_chances.run, asked)
        assert ended.value.code == status
        assert said in capsys.readouterr().err
    new = json.loads(kept.read_text(encoding="utf-8"))["fits"]["2"]
    assert new["made"]["outcomes"] == 7000
    assert new["phases"] != made["fits"]["2"]["phases"]
    assert new["modelErrorHoldsSearch"] is True
    assert new["searches"] == made["fits"]["2"]["searches"]


def worlds(count, came):
    """Positions of as many worlds of 504, each at a share of the win, with what came of it."""
    chance = random.Random(2)
    kind, = games.load("world504").variants.kinds.values()
    for number, world in enumerate(sorted(kind.names())[:count]):
        share = chance.random()
        came_of = " ".join(str(int(chance.random() < came(share))) for _ in range(4))
        yield Stated("world504", 2, f"{kind.option}={world}", "greedy", "mcts:60", 1000, 9000, 0, 0, 0.25, 0.0, share,
                     50, 0.5, 0.1, 0.9, number % 2 == 0, None, came_of)


def test_fits_of_families_are_of_shares_and_not_of_what_an_older_fit_made_of_them():
    rules = games.load("world504")
    rows = list(worlds(60, lambda share: share))
    bent = [replace(row, chance=0.9, calibrated=True) for row in rows]
    assert Bends(rules, rows).whole == Bends(rules, bent).whole
    assert Bends(rules, rows).of(2, "goal=1") == Bends(rules, bent).of(2, "goal=1")


def test_games_left_out_are_stated_by_fits_that_have_not_seen_them():
    rules = games.load("world504")
    rows = list(worlds(24, lambda share: 0.95))
    told = left_out(rules, rows)
    assert sorted(row.options for row in told) == sorted(row.options for row in rows)
    spoilt = [replace(row, outcomes="0 0 0 0") if row.options == rows[0].options else row for row in rows]
    mine = [[row.chance for row in left_out(rules, some) if row.options == rows[0].options] for some in (rows, spoilt)]
    assert mine[0] == mine[1], "what came of a game says nothing about it while it is left out"


def test_positions_whose_simulations_all_end_alike_are_no_part_of_a_fit():
    rules = games.load("world504")
    rows = list(worlds(24, lambda share: share))
    sure = [replace(row, won=1.0, outcomes="0 0 0 0", alike=True) for row in rows]
    assert Bends(rules, [*rows, *sure]).whole == Bends(rules, rows).whole
    assert [row.chance for row in left_out(rules, [*rows, *sure]) if row.alike] == pytest.approx([50.5 / 51] * 24)


def test_positions_of_which_that_is_not_known_are_asked_anew(tmp_path, capsys):
    kept = Ledger(tmp_path / "l.csv", KEY)
    for row in worlds(12, lambda share: share):
        kept.add(asdict(row))
    with pytest.raises(SystemExit) as ended:
        start(fit_chances.run, ["world504", "--seed", "9000", "--ledger", str(tmp_path / "l.csv")])
    assert ended.value.code == 2
    assert "--afresh --seed 9000" in capsys.readouterr().err


def test_a_seed_without_positions_is_refused(capsys):
    with pytest.raises(SystemExit) as ended:
        start(fit_chances.run, ["kuhn_poker", "--seed", "12345"])
    assert ended.value.code == 2
    assert "found 0 positions" in capsys.readouterr().err
