"""Lines from what is stated to what came: that they find a bend, lean where little is known, and are kept once."""
import json
import random

import pytest
from scipy.special import expit

from bench.command import start
from bench.tuning import fit_chances
from bench.tuning.fit_chances import ROOT, SAME, error, line, settled


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


def test_a_seed_without_positions_is_refused(capsys):
    with pytest.raises(SystemExit) as ended:
        start(fit_chances.run, ["kuhn_poker", "--seed", "12345"])
    assert ended.value.code == 2
    assert "found 0 positions" in capsys.readouterr().err
