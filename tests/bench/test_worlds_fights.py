"""Fights of 504 against their odds: what is counted, and that wrong odds would be seen."""
import pytest
from scipy import stats

from bench.command import start
from bench.proofs import worlds_fights
from bench.proofs.worlds_fights import HOME, Setting, chi_square, expected, lines, played, rows_of, settings, verdict


def test_every_number_of_attackers_and_defenders_ground_and_privilege_is_a_setting():
    asked = settings()
    assert len(set(asked)) == 4 * 9 * 10 * 2 * 2
    assert {fight.armies for fight in asked if fight.ground != HOME} == set(range(1, 11))
    assert {fight.armies for fight in asked if fight.ground == HOME} == set(range(3, 13))


@pytest.mark.parametrize("fight", [
    Setting("mountain", 1, 0, False, False), Setting("forest", 9, 9, True, True), Setting("field", 4, 2, False, True),
    Setting(HOME, 7, 5, True, False)])
def test_odds_add_up_and_played_fights_fit_them(fight):
    odds = expected(fight)
    assert sum(odds.values()) == pytest.approx(1)
    statistic, degrees = chi_square(played(fight, 4_000, 3), odds)
    assert statistic < degrees + 4.5 * (2 * max(1, degrees)) ** 0.5


@pytest.mark.parametrize("wrong", [
    Setting("forest", 5, 4, True, True), Setting("field", 5, 4, False, True), Setting("forest", 5, 4, False, False),
    Setting("forest", 4, 4, False, True)])
def test_odds_of_another_fight_do_not_fit(wrong):
    counts = played(Setting("forest", 5, 4, False, True), 4_000, 3)
    statistic, degrees = chi_square(counts, expected(wrong))
    assert statistic > degrees + 20 * (2 * degrees) ** 0.5


def test_rare_outcomes_count_together_and_impossible_ones_are_refused():
    odds = {(0, 0): 0.5, (1, 0): 0.49, (1, 1): 0.006, (2, 1): 0.004}
    assert chi_square({(0, 0): 500, (1, 0): 490, (1, 1): 10}, odds) == (0.0, 2)      # 6 and 4 are expected
    assert chi_square({(0, 0): 505, (1, 0): 490, (1, 1): 5}, odds)[0] == pytest.approx(0.05 + 2.5)
    assert chi_square({(0, 0): 1, (9, 9): 1}, odds)[0] == float("inf")
    assert chi_square({(0, 0): 100}, {(0, 0): 1.0})[1] == 0


def test_a_setting_that_does_not_fit_fails_all():
    asked = settings()[:60]
    rows = rows_of(asked, [(float(stats.chi2.isf((n + 0.5) / 60, 3)), 3) for n in range(60)])
    assert verdict(rows)[0]
    spoilt = [{**rows[0], "p": 1e-9}, *rows[1:]]
    assert not verdict(spoilt)[0]
    assert lines(spoilt)[-1][6:8] == ["1e-09", "6e-08"]
    assert not verdict([{**row, "p": row["p"] / 3} for row in rows])[0]         # none too small, but all are small


def test_the_command_prints_a_line_for_each_ground_and_privilege(monkeypatch, tmp_path, capsys):
    chosen = [fight for fight in settings() if fight.attackers == 3 and fight.residents in (1, 4, 6)]
    monkeypatch.setattr(worlds_fights, "settings", lambda: chosen)
    with pytest.raises(SystemExit) as end:
        start(worlds_fights.run, ["--fights", "1000", "--out", str(tmp_path)])
    assert end.value.code == 0
    page = (tmp_path / "worlds-fights.md").read_text()
    assert page.count("\n| headquarters | ") == page.count("\n| field | ") == 4
    assert "**The dice fit their odds**: of 48 settings" in page
    assert len((tmp_path / "worlds-fights.csv").read_text().splitlines()) == 49
    assert page in capsys.readouterr().out
