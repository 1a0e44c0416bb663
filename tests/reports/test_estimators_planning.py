"""Planned sizes against the printed table, stopping rules against their formulas, discoveries and verdicts."""
from __future__ import annotations

from dataclasses import replace
from math import ceil, exp, log, sqrt

import numpy as np
import pytest
from scipy import stats

from mcts.interval import Interval
from reports.experiments.results import judged, selected
from reports.experiments.rows import COLUMNS, RunFacts, ranked, row, table
from reports.statistics import sequences as sequential
from reports.statistics import sizes, verdicts
from reports.statistics.blocks import Q, mean_interval, q_values
from reports.statistics.effects import Effect
from reports.statistics.resource import ResourcePrice
from reports.statistics.verdicts import at_two_budgets, more_blocks, verdict
from tests.reports.ledger import e_discoveries


def planned(effect: float, variance: float, luck: float) -> int:
    """Games of rotated blocks that show an effect, with the factor that a pilot reckons with."""
    return ceil(sizes.factor() * variance * luck / effect ** 2)


@pytest.mark.parametrize(("effect", "seats", "luck", "games"), (
    (0.01, 2, 1.0, 19_623), (0.02, 2, 1.0, 4_906), (0.05, 2, 1.0, 785), (0.01, 2, 0.5, 9_812), (0.02, 2, 0.5, 2_453),
    (0.01, 2, 0.3, 5_887), (0.02, 2, 0.3, 1_472), (0.01, 3, 0.5, 8_721), (0.02, 3, 0.5, 2_181), (0.01, 4, 0.5, 7_359),
    (0.02, 4, 0.5, 1_840)))
def test_games_for_a_win_are_those_of_the_table(effect, seats, luck, games):
    assert planned(effect, (1 / seats) * (1 - 1 / seats), luck) == games


@pytest.mark.parametrize(("sd", "luck", "games"), ((15, 1.0, 1_767), (20, 1.0, 3_140), (27, 1.0, 5_722),
                                                   (15, 0.5, 884), (20, 0.5, 1_570), (27, 0.5, 2_861),
                                                   (15, 0.1, 177), (20, 0.1, 314), (27, 0.1, 573)))
def test_games_for_a_margin_are_those_of_the_table(sd, luck, games):
    assert abs(planned(1.0, sd ** 2, luck) - games) <= 1


def test_power_and_many_items_cost_what_is_said():
    assert sizes.factor(power=0.9) / sizes.factor() == pytest.approx(1.34, abs=0.005)
    assert sizes.factor(items=26) / sizes.factor() == pytest.approx(1.98, abs=0.005)
    assert sizes.factor(items=33) / sizes.factor() == pytest.approx(2.05, abs=0.005)
    assert sizes.blocks_for(2.0, 1.0) == 32


def test_the_confidence_sequence_is_its_formula():
    d = np.random.default_rng(2).normal(0.1, 2, 300)
    r = (-2 * log(0.05) + log(-2 * log(0.05)) + 1) / 400
    sd, n = np.std(d[:250], ddof=1), 250
    half = sd * sqrt(2 * (n * r + 1) / (n ** 2 * r) * log(sqrt(n * r + 1) / 0.05))
    at, mean, low, high = sequential.confidence_sequence(d, expected=400)
    assert at.tolist() == [200, 250, 300]
    assert (mean[1], low[1], high[1]) == pytest.approx((d[:250].mean(), d[:250].mean() - half, d[:250].mean() + half))


def test_the_sequence_is_narrowest_against_a_t_interval_near_what_was_expected():
    n = np.array([100, 500, 2_000, 8_000, 64_000])
    ratio = sequential.half_width(1.0, n, sequential.tuning(2_000)) * np.sqrt(n)
    assert ratio.argmin() == 2


def test_e_values_are_their_formula():
    d = np.random.default_rng(3).normal(0.2, 1, 120)
    r = sequential.tuning(100)
    total, var, n = d.sum(), np.var(d, ddof=1), 120
    expected = exp(r * total ** 2 / (2 * var * (1 + n * r))) / sqrt(1 + n * r)
    assert sequential.e_values(d, 100, [120]) == pytest.approx([expected])
    assert sequential.e_values(np.zeros(50), 100, [50])[0] < 1


def test_selected_intervals_are_wider_and_the_rest_are_not():
    rng = np.random.default_rng(4)
    found = [mean_interval(range(80), rng.normal(m, 1, 80)) for m in (1.0, 0.0, 0.0, 0.0)]
    shown = verdicts.selected_intervals(found, [0.001, 0.5, 0.6, 0.9])
    assert shown[0].level == 0.975
    half = stats.t.ppf(0.9875, 79) * found[0].stderr
    assert shown[0].high - found[0].estimate == pytest.approx(half)
    assert shown[1:] == found[1:]
    assert verdicts.selected_intervals(found, [0.5] * 4) == found
    with pytest.raises(ValueError, match="1 to 3"):
        verdicts.selected_level(0, 3)


def estimate(value: float, stderr: float, blocks: int = 400) -> Interval:
    half = stats.t.ppf(0.975, blocks - 1) * stderr
    return Interval(value, value - half, value + half, stderr, 0.95, blocks)


@pytest.mark.parametrize(("value", "stderr", "said"), (
    (2.2, 0.3, "strong"), (-2.2, 0.3, "weak"), (1.0, 0.2, "slight"), (0.2, 0.3, "balanced"),
    (2.0, 0.3, "above"), (1.3, 0.3, "above"), (-1.3, 0.3, "below")))
def test_verdicts(value, stderr, said):
    assert verdict(estimate(value, stderr), "margin", q=0.01) == said


def test_an_open_verdict_says_how_many_blocks_settle_it():
    found = estimate(0.8, 0.6)
    assert verdict(found, "margin", q=0.3).startswith("not settled, ")
    total = 400 + more_blocks(found, 1.5, 50)
    reach = stats.norm.ppf(0.975) + stats.norm.ppf(0.95)
    assert reach * 0.6 * sqrt(400 / total) <= 1.5       # then one of the two must hold
    assert verdict(estimate(0.0, 0.1, 20), "margin", q=1.0) == "too few games, 50 more blocks"
    assert verdict(estimate(0.001, 0.001, 120), "win", q=1.0) == "too few games, 80 more blocks"


def test_an_effect_that_is_clear_waits_for_the_least_number_of_blocks_at_most():
    """A style that cost 62.8 points (57.8 to 67.7) in 36 blocks was once not settled, for 1277 more."""
    assert verdict(estimate(62.8, 2.5, 36), "margin", q=0.0) == "strong"
    assert verdict(estimate(29.5, 2.5, 16), "margin", q=0.0) == "strong"
    assert verdict(estimate(62.8, 2.5, 9), "margin", q=0.0) == "too few games, 50 more blocks"
    assert verdict(estimate(6.0, 2.0, 30), "margin", q=0.01) == "too few games, 50 more blocks"
    assert int(verdict(estimate(1.0, 2.0, 30), "margin", q=0.6).split()[3]) > 500


def test_a_watched_effect_is_balanced_only_within_its_own_wider_interval():
    d = np.random.default_rng(6).normal(0, 5, 400)
    d -= d.mean()
    found = sequential.effect_now(d, expected=400, games=800)
    delta = 1.05 * found.interval.high
    assert verdict(found.interval, "margin", q=1.0, delta=delta) == "balanced"
    assert verdict(found.interval, "margin", q=1.0, delta=0.95 * found.interval.high).startswith("not settled")
    fixed = mean_interval(range(400), d)
    assert verdict(fixed, "margin", q=1.0, delta=0.95 * found.interval.high) == "balanced"


def test_discoveries_by_e_values_are_those_of_their_inverses():
    d = np.random.default_rng(7).normal(0, 1, (12, 300)) + np.linspace(0, 0.5, 12)[:, None]
    p = [sequential.effect_now(x, 300, 600).p for x in d]
    chosen = np.array(q_values(p)) <= 0.10
    assert chosen.tolist() == e_discoveries(sequential.e_values(d, 300, [300])[:, 0]).tolist()
    assert 0 < chosen.sum() < 12
    assert sequential.effect_now(d[0][:100], 300, 200).p == 1.0


def test_a_verdict_holds_at_two_budgets_as_far_as_both_say_it():
    assert {at_two_budgets("strong", "strong", differ=differ) for differ in (False, True)} == {"strong"}
    assert at_two_budgets("strong", "slight", differ=True) == "depends on skill"
    assert at_two_budgets("strong", "above", differ=False) == "above"
    assert at_two_budgets("below", "weak", differ=False) == "below"
    assert at_two_budgets("balanced", "above", differ=False, more=90) == "not settled, 90 more blocks"
    assert at_two_budgets("strong", "not settled, 70 more blocks", differ=False) == "not settled, 70 more blocks"
    assert at_two_budgets("strong", "not settled, 70 more blocks", differ=True) == "depends on skill"
    open_ones = ("not settled, 70 more blocks", "too few games, 400 more blocks")
    assert at_two_budgets(*open_ones, differ=True) == at_two_budgets(*open_ones, differ=False) == open_ones[1]


RUN = RunFacts("pig", 1, 2, "none", "greedy", 100, seed=5)


def effect(value: float, p: float = 0.01) -> Effect:
    return Effect(estimate(value, 0.2), p, 800, 0.4)


def test_families_are_one_estimand_and_outcome_each():
    rows = [row(RUN, name, "gift", "margin", effect(2.0, p)) for name, p in (("a", 0.01), ("b", 0.02))]
    rows += [row(RUN, "a", "gift", "win", effect(20.0, 0.04))]
    done = judged(rows, Q)
    assert [each.q for each in done] == pytest.approx([0.02, 0.02, 0.04])
    assert [each.verdict for each in done] == ["strong", "strong", "strong"]
    assert [each.delta for each in done] == [1.5, 1.5, 0.02]


def test_selected_rows_show_wider_intervals():
    both = {"a": effect(2.0, 0.001), "b": effect(0.1, 0.6)}
    rows = judged([row(RUN, name, "gift", "margin", each) for name, each in both.items()], Q)
    shown = selected(rows, Q)
    assert (shown[0].level, shown[1].level) == (0.95, 0.95)        # 1 of 2 at q = 0.10
    rows = judged([*rows, *(row(RUN, x, "gift", "margin", effect(0.1, 0.6)) for x in "cd")], Q)
    shown = selected(rows, Q)
    assert [each.level for each in shown] == [0.975, 0.95, 0.95, 0.95]
    assert shown[0].high > rows[0].high


def test_a_match_that_a_test_stopped_gives_no_row():
    with pytest.raises(ValueError, match="found stop rule 'gsprt'"):
        row(replace(RUN, stop_rule="gsprt"), "a", "match", "win", effect(0.1))


def test_rows_are_ranked_by_what_a_player_wants_to_know():
    rows = [row(RUN, "given", "gift", "margin", effect(9.0), naive_win_owned=0.9),
            row(RUN, "bad", "take or leave", "margin", effect(-1.0), naive_win_owned=0.8),
            row(RUN, "bad", "gift", "margin", effect(3.0)),
            row(RUN, "good", "gift", "margin", effect(1.0), naive_win_owned=0.1),
            row(RUN, "good", "take or leave", "margin", effect(2.0), naive_win_owned=0.1)]
    assert [(each.item, each.estimand) for each in ranked(rows)] == [
        ("good", "take or leave"), ("good", "gift"), ("bad", "take or leave"), ("bad", "gift"), ("given", "gift")]
    assert ranked(rows[::-1]) == ranked(rows)


def test_the_table_has_every_column_even_without_rows():
    assert tuple(table([]).columns) == COLUMNS
    silver = ResourcePrice(2.34, 1.8, 2.9, 4, 0.95, "silver")
    priced = row(RUN, "a", "gift", "margin", effect(1.0), price_resource=silver)
    assert table([priced])["price_resource"].tolist() == [2.34]
    assert table([priced])["resource_unit"].tolist() == ["silver"]
    assert priced.in_resource == "2.3 (1.8 to 2.9) silver"
    assert row(RUN, "a", "gift", "margin", effect(1.0)).in_resource == ""


def test_a_verdict_in_the_table_is_a_word_and_the_blocks_to_go_a_number():
    rows = [replace(row(RUN, "a", "gift", "margin", effect(1.0)), verdict=said)
            for said in ("strong", "not settled, 70 more blocks", "too few games, 50 more blocks", "not settled")]
    made = table(rows)
    assert made["verdict"].tolist() == ["strong", "not settled", "too few games", "not settled"]
    assert made["blocks_to_go"].tolist() == [0, 70, 50, 0]


@pytest.mark.parametrize("share", (0.005, 0.01, 0.02, 0.5))
def test_the_confidence_sequence_holds_its_level_for_rare_wins_too(share):
    """Blocks of two games, looked at every 50 blocks up to 4,000: in 5 % of runs at most it misses at some look."""
    rng = np.random.default_rng(160)
    d = (rng.random((400, 4_000, 2)) < share).mean(axis=2)
    _, _, low, high = sequential.confidence_sequence(d, expected=500)
    assert ((low > share) | (high < share)).any(axis=1).mean() <= 0.05


def test_blocks_that_hardly_differ_have_no_interval_yet():
    d = np.zeros(400)
    d[10:29] = 1.0                                      # one run of wins: two changes
    assert not sequential.estimate_now(d, 400).is_known
    assert sequential.effect_now(d, 400, 800).p == 1.0
    d[100:140:2] = 1.0                                  # twenty rare blocks more
    assert sequential.estimate_now(d, 400).is_known
