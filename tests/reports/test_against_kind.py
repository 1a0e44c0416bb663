"""Items against the mean of their kind: games drawn with known worths, apart from the estimators that look at them."""
from __future__ import annotations

from math import isnan

import numpy as np
import pandas as pd
import pytest

from mcts.interval import Interval
from reports.documents import against_kind as page
from reports.documents.balance_figures import figures
from reports.experiments import against_kind
from reports.experiments.plan import BalancePlan
from reports.experiments.question import Question, make_plan
from reports.experiments.results import results
from reports.statistics import deviations
from reports.statistics.contrasts import worths
from tests.reports.test_experiments_results import CATAN, MadeRun, a_row, made

WORTH = {"library": 4.0, "church": 4.0, "castle": 10.0, "guild": 4.0, "university": 4.0, "hall": 4.0}
ORE = 2.0               # points a card is worth in the made games


def score(held: str) -> float:
    """What a seat has from what it holds; a hidden token is added later."""
    name, _, number = held.rpartition(" ")
    if name in ("points", "ore"):
        return float(number) * (ORE if name == "ore" else 1.0)
    return WORTH.get(held, 0.0)


@pytest.fixture(scope="module")
def asked() -> BalancePlan:
    return make_plan(Question(**CATAN | {"seats": 3, "games": 9}, points="2,4,6", resource="ore"))


@pytest.fixture(scope="module")
def tables(asked) -> dict[str, pd.DataFrame]:
    return results(asked, MadeRun(made(asked, score, 900, 1.0)))[1]


def of(tables: dict[str, pd.DataFrame], outcome: str = "margin") -> dict[str, dict[str, float]]:
    own = tables[against_kind.TABLE]
    return own[own["outcome"] == outcome].set_index("item").to_dict("index")


def test_items_that_all_beat_nothing_are_told_apart_by_the_mean_of_their_kind(tables):
    found = of(tables)
    for item, worth in WORTH.items():
        assert found[item]["low"] < worth - 5.0 < found[item]["high"]
    assert found["castle"]["verdict"] == "well above"
    assert {found[item]["verdict"] for item in WORTH if item != "castle"} <= {"slightly below", "below", "as the mean"}
    assert sum(line["deviation"] for line in found.values()) == pytest.approx(0, abs=1e-9)
    assert found["castle"]["kind_low"] < 5.0 < found["castle"]["kind_high"]


def test_a_deviation_is_priced_in_points_and_in_the_resource(tables):
    castle = of(tables)["castle"]
    assert castle["price_low"] < 5.0 < castle["price_high"]
    assert castle["resource_low"] < 5.0 / ORE < castle["resource_high"]
    assert castle["resource_unit"] == "ore"


def test_what_costs_more_than_its_like_and_brings_no_more_is_too_dear(tables):
    found, mean = of(tables), (5 * 4 + 6) / 6
    for item, cost in (("hall", 6), ("castle", 4), ("church", 4)):
        truth = cost - mean - (WORTH[item] - 5.0) / ORE
        assert found[item]["printed_cost"] == cost
        assert found[item]["overpriced_low"] < truth < found[item]["overpriced_high"]
    assert found["hall"]["overpriced_low"] > 0 > found["castle"]["overpriced_high"]


def test_costs_are_not_those_printed_where_the_numbers_are_others(asked):
    other = make_plan(Question(**CATAN | {"games": 9}, options={"rules": '{"points": {"hall": 5}}'}))
    assert all(isnan(cost) for cost in against_kind._costs(other, other.items))
    assert against_kind._costs(asked, ["hall", "church"]) == [6.0, 4.0]


def test_deviations_cover_the_truth_and_items_are_seldom_named_on_the_wrong_side(asked):
    """26 items, half of them alike, in skewed whole numbers; 60 blocks hold each."""
    rng, m, blocks, covered, wrong = np.random.default_rng(5), 26, 780, [], []
    truth = np.where(np.arange(m) < 20, 3.0, 9.0)
    off = truth - truth.mean()
    for _ in range(60):
        held = np.concatenate([rng.permutation(m).reshape(-1, 2) for _ in range(2 * blocks // m)])
        got = np.round(truth[held] + rng.exponential(8.0, held.shape))
        found = worths(held, got - got[:, ::-1], m, None)
        effects = deviations.deviations(found, range(m), np.bincount(held.reshape(-1)))
        covered.append([e.interval.low <= t <= e.interval.high for e, t in zip(effects, off, strict=True)])
        lines = against_kind.in_words(against_kind._judged(
            [against_kind._line("greedy", "", str(i), "round robin", "margin", e, 1.5) for i, e in enumerate(effects)],
            0.1), asked)
        named = [(i, line) for i, line in enumerate(lines) if line["verdict"] in page.HIGH + page.LOW]
        false = sum((line["deviation"] > 0) != (off[i] > 0) for i, line in named)
        wrong.append(false / max(1, len(named)))
    assert 0.935 <= np.mean(covered) <= 0.965
    assert np.mean(wrong) <= 0.1


def test_items_from_blocks_of_their_own_have_errors_of_their_own():
    rng, covered = np.random.default_rng(6), []
    truth, counts = np.array([0.0, 0.0, 6.0, -2.0]), [30, 60, 60, 240]
    for _ in range(1000):
        blocks = [rng.exponential(s, n) - s + t for t, n, s in zip(truth, counts, (3, 3, 12, 3), strict=True)]
        found = deviations.independent([b.mean() for b in blocks], [b.std(ddof=1) / len(b) ** 0.5 for b in blocks],
                                       counts, counts)
        covered.append([e.interval.low <= t <= e.interval.high for e, t in zip(found, truth - 1.0, strict=True)])
    assert 0.925 <= np.mean(covered) <= 0.97


def test_drawn_to_the_mean_they_are_nearer_to_the_truth():
    rng = np.random.default_rng(7)
    truth, noise = rng.normal(0, 1, (200, 26)), rng.normal(0, 2, (200, 26))
    drawn = np.array([deviations.shrink(row, np.full(26, 2.0)).values for row in truth + noise])
    assert np.mean((drawn - truth) ** 2) < 0.35 * np.mean(noise ** 2)


def test_gifts_are_compared_with_their_mean_too_and_never_while_a_run_looks():
    asked = make_plan(Question(**CATAN, experiments=["gift"]))
    run = MadeRun(made(asked, lambda held: WORTH.get(held, 0.0), 600, 1.0))
    found = of(results(asked, run)[1])
    assert found["castle"]["low"] < 5.0 < found["castle"]["high"]
    looking = make_plan(Question(**CATAN | {"games": 2000}, experiments=["gift"], stop="sequence"))
    assert against_kind.TABLE not in results(looking, run)[1]


def test_two_items_have_no_mean_worth_comparing_with():
    asked = make_plan(Question(**CATAN, experiments=["gift"], items=["hall", "church"]))
    assert against_kind.of_rows([a_row("hall", 4, 0.5), a_row("church", 1, 0.5)], asked) == []


def line(agent: str, item: str, deviation: float, verdict: str) -> dict[str, object]:
    found = Interval(deviation, deviation - 1, deviation + 1, 0.5, 0.95, 400)
    return {"agent": agent, "value": "", "item": item, "estimand": "gift", "outcome": "margin", "verdict": verdict,
            "deviation": found.estimate, "stderr": found.stderr}


def test_only_a_shown_difference_between_budgets_depends_on_skill():
    asked = make_plan(Question(**CATAN | {"agents": []}, experiments=["gift"], budget=5))
    low, high = asked.agents
    lines = [line(low, "x", 4, "strong"), line(high, "x", -3, "weak"), line(low, "y", 2, "strong"),
             line(high, "y", 1.8, "above"), line(low, "z", 2, "above"),
             line(high, "z", 1.0, "not settled, 70 more blocks")]
    found = {(each["item"], each["verdict"], each["blocks_to_go"]) for each in against_kind.in_words(lines, asked)}
    assert found == {("x", "depends on skill", 0), ("y", "above", 0), ("z", "not settled", 70)}


def test_the_page_begins_with_who_is_above_and_below_the_mean(asked, tables):
    said = page.sentences(asked, tables, lambda item: "")
    castle = of(tables)["castle"]
    assert said[0].startswith(f"Castle is worth {castle['deviation']:.1f} points more than the mean expansion")
    assert said[-1].startswith("The mean expansion is worth ")
    html = page.section(asked, tables, {}, lambda item: "")
    for head in ("in points", "in ore", "cost", "too dear by, in ore"):
        assert f'<th scope="col">{head}</th>' in html
    assert "if every card of its cost counts as one of ore" in html


def test_the_figure_has_a_line_an_item(asked):
    rows, found = results(asked, MadeRun(made(asked, score, 300, 1.0)))
    drawn = figures(asked, rows, found)[against_kind.TABLE]
    assert {label.get_text().partition(":")[0] for label in drawn.axes[0].get_yticklabels()} == set(WORTH)
