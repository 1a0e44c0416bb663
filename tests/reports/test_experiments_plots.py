"""Figures of balance reports: nothing is cut off or lies on other text, and names keep their places."""
from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from reports.documents.balance_figures import _forests, figures
from reports.experiments.plan import OUTCOMES, BalancePlan, load
from reports.experiments.question import Question, make_plan
from reports.experiments.results import results
from reports.plots.exchange_rate import spread
from tests.reports.test_experiments_results import CATAN, NO_TILES, MadeRun, made
from tests.reports.test_plots import _overlap, _texts
from tests.whole import mostly_whole

WORTH = {"church": 6.0, "hall": -3.0, "castle": 5.9, "guild": 6.1, "university": 0.1, "library": 0.0}


def drawn(**asked) -> dict[str, Figure]:
    return drawn_of(make_plan(Question(**CATAN | asked)))


def drawn_of(made_plan: BalancePlan, blocks: int = 60) -> dict[str, Figure]:
    """The figures of a run that was never played."""
    count = max(blocks, 2 * len(made_plan.cycle))
    seats = made(made_plan, lambda held: WORTH.get(held, 0.0), count)
    tiles = NO_TILES if made_plan.kind == "seats" else seats.iloc[::7][["game", "block", "seat"]].assign(
        tile=[made_plan.items[n % len(made_plan.items)] for n in range(len(seats.iloc[::7]))], count=1)
    return figures(made_plan, *results(made_plan, MadeRun(seats, tiles)))


CASES = {
    "gift and restrict": lambda: drawn(experiments=["gift", "restrict"], seats=3),
    "gift and robin": lambda: drawn(experiments=["gift", "robin"]),
    "robin": lambda: drawn(seats=3, points="2,4,6,8"),
    "supply": lambda: drawn(experiments=["supply"], seats=3),
    "seats": lambda: drawn(kind="seats", seats=4),
    "what if": lambda: drawn(experiments=["gift"], items=["hall", "church"], vary="points.hall=2..4"),
    "sequence": lambda: drawn_of(make_plan(Question(**CATAN | {"games": 3000}, experiments=["gift"], stop="sequence",
                                               items=["hall", "church", "castle"])), 900),
    "two budgets": lambda: drawn(experiments=["gift"], agents=[], budget=5),
    "boards": lambda: drawn_of(replace(make_plan(Question(**CATAN | {"seats": 3}, experiments=["gift"])),
                                       experiments=("boards",))),
    "many items": lambda: drawn(game="burgundy", kind="knowledge"),
}
EXPECTED = {
    "gift and restrict": {"against_kind", "forest_gift", "forest_restrict", "naive_gift", "naive_restrict"},
    "gift and robin": {"against_kind", "forest_gift", "forest_robin", "company", "exchange_rate", "naive_gift",
                       "naive_robin"},
    "robin": {"against_kind", "forest_robin", "exchange_rate", "naive_robin"},
    "supply": {"forest_supply", "forest_supply_2", "forest_supply_3"},
    "seats": {"forest_seats"},
    "what if": {"forest_gift", "naive_gift", "what_if"},
    "sequence": {"forest_gift", "naive_gift", "confidence_sequence"},
    "two budgets": {"against_kind", "forest_gift", "naive_gift"},
    "boards": {"forest_boards", "board_matrix"},
    "many items": {"against_kind", "forest_robin", "exchange_rate", "naive_robin"},
}


@pytest.fixture(autouse=True)
def drawn_from_few_rounds(monkeypatch):
    """Where letters lie is seen from few games as well, which a page would not draw."""
    for module in ("reports.experiments.rows", "reports.documents.against_kind"):
        monkeypatch.setattr(f"{module}.FEW", 1)


@pytest.mark.parametrize("case", mostly_whole(CASES, {"gift and restrict", "many items", "what if"}.__contains__))
def test_no_text_is_cut_off_or_lies_on_other_text(case):
    found = CASES[case]()
    assert set(found) == EXPECTED[case]
    for name, figure in found.items():
        canvas = figure.canvas
        assert isinstance(canvas, FigureCanvasAgg)
        canvas.draw()
        renderer = canvas.get_renderer()
        boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in _texts(figure)]
        for at, (text, box) in enumerate(boxes):
            assert min(box.x0, box.y0) >= -1, f"{name}: {text!r}"
            assert box.x1 <= figure.bbox.x1 + 1, f"{name}: {text!r}"
            assert box.y1 <= figure.bbox.y1 + 1, f"{name}: {text!r}"
            for other, beside in boxes[at + 1:]:
                assert not _overlap(box, beside), f"{name}: {text!r} lies on {other!r}"


def test_names_are_moved_apart_and_no_further():
    assert spread(np.array([1.0, 5.0]), 0, 10, 1.0).tolist() == [1.0, 5.0]
    moved = spread(np.array([5.0, 5.0, 5.0]), 0, 10, 1.0)
    assert moved.tolist() == [4.0, 5.0, 6.0]
    edge = spread(np.array([0.0, 0.0, 9.9, 10.0]), 0, 10, 2.0)
    assert edge.tolist() == [1.0, 3.0, 7.0, 9.0]


def test_a_forest_of_very_many_items_shows_both_ends_and_says_so():
    asked = make_plan(Question(**CATAN, experiments=["gift"], items=["hall", "church"]))
    own = pd.DataFrame([{"item": f"move {n}", "outcome": outcome, "agent": "greedy", "estimate": float(n),
                         "low": n - 1.0, "high": n + 1.0, "delta": 1.5, "games": 80}
                        for n in range(50) for outcome in OUTCOMES])
    figure, = _forests(asked, load("gift"), own).values()
    names = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert names == [f"move {n}" for n in (*range(49, 25, -1), *range(11, -1, -1))]
    assert "14 more in between: balance.csv." in figure.texts[1].get_text()
