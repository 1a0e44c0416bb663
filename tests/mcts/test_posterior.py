"""What plans are worth, judged together, against the formulas of a mixed model written out."""
import numpy as np
import pytest

import games
from mcts.advice import search_params, think
from mcts.confidence import Calibration, SearchError, believed, logit
from mcts.plans import Plan
from mcts.posterior import AS_USUAL, SLOPE, SPREADS, USUAL, Belief, Luck, Sample, beliefs, evidence, luck_of, rounds

OWN, SHARED, SIZE = 0.06, 0.01, 4


def samples(seed=1, spread=0.0, visits=(90, 40, 20, 10, 5, 2), lengths=(9, 9, 6, 3, 3, 3)):
    """Plans whose batches are as many as given, drawn from known variances."""
    luck = np.random.default_rng(seed)
    worths = 0.5 + spread * luck.standard_normal(len(visits))
    common = luck.normal(0, (SHARED / SIZE) ** 0.5, max(lengths))
    return [Sample((worth + common[:n] + luck.normal(0, (OWN / SIZE) ** 0.5, n)).tolist(), [SIZE] * n, 0.25 * v,
                   float(worth + luck.normal(0, 0.05)), float(v))
            for worth, v, n in zip(worths, visits, lengths, strict=True)]


def written_out(plans, luck):
    """The same by one large matrix of all that was seen; every spread that is tried, one after the other."""
    seen = [(k, b, mean, size) for k, s in enumerate(plans)
            for b, (mean, size) in enumerate(zip(s.means, s.sizes, strict=True))]
    seen += [(k, None, s.worth, s.prior * luck.own / (luck.own + luck.shared)) for k, s in enumerate(plans) if s.prior]
    y = np.array([row[2] for row in seen])
    of = np.array([[float(k == row[0]) for k in range(len(plans))] for row in seen])
    noise = np.array([[luck.own / a[3] * (i == j) + (luck.shared / a[3] if a[1] is not None and a[1] == b[1] else 0)
                       for j, b in enumerate(seen)] for i, a in enumerate(seen)])
    middle = np.mean([np.average([*s.means, s.worth], weights=[*s.sizes, s.prior]) for s in plans])
    logs = np.log([1 + s.visits for s in plans])
    slope = SLOPE * (logs - logs.mean())
    weights, means, variances = [], [], []
    for spread in SPREADS:
        usual = (spread ** 2 * np.eye(len(plans)) + np.outer(slope, slope)) * (middle * (1 - middle)) ** 2
        inverse = np.linalg.inv(of @ usual @ of.T + noise)
        ones = np.ones(len(y))
        whole = ones @ inverse @ ones
        common = ones @ inverse @ y / whole
        rest = y - common
        means.append(common + usual @ of.T @ inverse @ rest)
        unknown = 1 - usual @ of.T @ inverse @ ones
        covariance = usual - usual @ of.T @ inverse @ of @ usual + np.outer(unknown, unknown) / whole
        apart = np.eye(len(plans)) - 1 / len(plans)
        variances.append(np.diag(apart @ covariance @ apart) * len(plans) / (len(plans) - 1))
        likely = (np.linalg.slogdet(inverse)[1] - np.log(whole) - rest @ inverse @ rest) / 2
        weights.append(np.exp(likely - (np.log(spread / USUAL) / AS_USUAL) ** 2 / 2))
    weights = np.array(weights) / np.sum(weights)
    utilities = weights @ means
    return utilities, (weights @ (np.array(variances) + (np.array(means) - utilities) ** 2)) ** 0.5


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_plans_are_judged_as_the_whole_mixed_model_judges_them(seed):
    plans = samples(seed, spread=0.04)
    found, (utilities, errors) = beliefs(plans), written_out(plans, luck_of(plans))
    assert [b.utility for b in found] == pytest.approx(utilities, abs=1e-6)
    assert [b.stderr for b in found] == pytest.approx(errors, rel=1e-4)


def test_luck_is_told_apart_from_what_is_the_plans_own():
    found = [luck_of(samples(seed, lengths=(24, 24, 24, 12, 12, 12))) for seed in range(200)]
    assert np.mean([luck.own for luck in found]) == pytest.approx(OWN, rel=0.03)
    assert np.mean([luck.shared for luck in found]) == pytest.approx(SHARED, rel=0.2)


def test_true_utilities_lie_within_the_errors_as_often_as_they_say():
    apart = []
    for seed in range(150):
        truth = np.random.default_rng(seed).standard_normal(6) * 0.04
        found = beliefs(samples(seed, spread=0.04))
        off = np.array([b.utility for b in found]) - truth
        apart += list((off - off.mean()) / [b.stderr for b in found])
    assert np.std(apart) == pytest.approx(1, abs=0.15)


def test_a_plan_of_few_simulations_is_taken_to_be_like_the_others():
    plans = [s._replace(visits=1.0, prior=0.0) for s in samples(lengths=(40, 40, 40, 4), visits=(1, 1, 1, 1))]
    lucky = [*plans[:3], plans[3]._replace(means=[m + 0.3 for m in plans[3].means])]
    found = beliefs(lucky)
    own = np.mean(lucky[3].means)
    others = np.mean([b.utility for b in found[:3]])
    assert others < found[3].utility < own - 0.02
    assert found[3].stderr > max(b.stderr for b in found[:3])


def test_of_two_equal_samples_the_plan_that_the_tree_visited_more_is_worth_more():
    one = samples(lengths=(3,) * 6, visits=(9,) * 6)
    alike = [one[0]._replace(visits=float(v)) for v in (400, 4)] + one[2:]
    first, second = beliefs(alike)[:2]
    assert first.utility >= second.utility


def test_too_few_batches_tell_nothing_together():
    assert beliefs([]) == []
    assert beliefs(samples(visits=(9,), lengths=(5,))) == [None]
    assert beliefs(samples(lengths=(1,) * 6)) == [None] * 6


def test_batches_that_the_same_plans_met_are_a_round():
    plans = samples(lengths=(5, 3, 5, 0), visits=(1, 1, 1, 1))
    assert rounds(plans) == [([0, 1, 2], 0, 3), ([0, 2], 3, 5)]
    precision, pull = evidence(plans, Luck(0.06, 0.0))
    assert np.diag(precision) == pytest.approx([(4 * n + 0.25) / 0.06 for n in (5, 3, 5, 0)])
    assert pull[3] == pytest.approx(0.25 * plans[3].worth / 0.06)


def test_plans_all_of_whose_simulations_are_lost_are_alike():
    lost = [s._replace(means=[0.0] * len(s.means), worth=0.0) for s in samples()]
    assert all(b.utility == pytest.approx(0, abs=1e-9) and np.isfinite(b.stderr) for b in beliefs(lost))


def plan(proven, belief):
    return Plan((1,), 0, None, 0.6, 0.05, proven, 100, belief=belief)


def test_what_is_believed_takes_the_place_of_a_plans_own_value_but_not_of_a_proof():
    belief, of_search = Belief(0.5, 0.02), SearchError(1000, 0.2, 0.0, 0.03)
    means, errors = believed([plan(False, belief), plan(False, None), plan(True, belief)], of_search)
    assert means == pytest.approx(logit([0.5, 0.6, 0.6]))
    assert errors == pytest.approx([np.hypot(0.02 / 0.25, 0.03), np.hypot(0.05 / 2 ** 0.5 / 0.24, 0.2), 0])


def test_where_it_was_not_measured_each_plan_is_judged_by_itself():
    plans = [plan(False, Belief(0.5, 0.02)), plan(False, None)]
    means, errors = believed(plans, SearchError(1000, 0.2, 0.0))
    assert means == pytest.approx(logit([0.6, 0.6]))
    assert errors == pytest.approx(np.hypot(0.05 / 2 ** 0.5 / 0.24, 0.2))
    known = Calibration(1.0, (), (SearchError(1_000, 0.2, 0.0), SearchError(10_000, 0.1, 0.0)))
    assert known.search(3_000).together is None
    one = Calibration(1.0, (), (SearchError(1_000, 0.2, 0.0, 0.05), SearchError(10_000, 0.1, 0.0)))
    assert one.search(1_000).together == pytest.approx(0.05)
    assert one.search(10_000).together == pytest.approx(0.1)


def test_advice_judges_its_plans_together():
    state = games.load("burgundy").start(2)
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(3))
    found = think(games.load("burgundy"), state, search_params(simulations=400, seed=2))
    told = [p.belief for p in found.plans.plans]
    assert len(told) > 3
    assert None not in told
    spread = np.std([p.utility for p in found.plans.plans])
    assert np.std([b.utility for b in told]) < spread
