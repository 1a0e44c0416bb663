"""Pairs of items: games drawn with known worths and known extras, apart from the estimators that look at them."""
from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from games.api import InputError
from reports.documents import balance_words, pairs
from reports.documents.balance_figures import figures
from reports.experiments.interplay import boards_of
from reports.experiments.items import GIFTS
from reports.experiments.pairs import BOTH
from reports.experiments.question import Question, make_plan
from reports.experiments.results import results
from reports.statistics import extras
from tests.reports.test_experiments_results import CATAN, MadeRun, by_item, made
from tests.whole import mostly_whole

EXTRA = 9.0


def centred(pair_worth: np.ndarray, pairs_: list[tuple[int, int]], items: int) -> np.ndarray:
    """What pairs bring beyond the best sum of single worths: the truth that the estimator speaks of."""
    x = np.zeros((len(pairs_), items))
    for row, pair in enumerate(pairs_):
        x[row, list(pair)] = 1
    return pair_worth - x @ np.linalg.lstsq(x, pair_worth, rcond=None)[0]


def skewed(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return np.round(rng.exponential(10.0, shape))


def margins(scores: np.ndarray) -> np.ndarray:
    n = scores.shape[1]
    return (scores - scores.mean(axis=1, keepdims=True)) * n / (n - 1)


@pytest.mark.parametrize("seats", mostly_whole([2, 3], (2).__eq__))
def test_pairs_of_one_seat_have_intervals_that_hold_and_few_are_named_wrongly(seats):
    items, blocks, covered, wrong, nearer = 8, 600, [], [], []
    code = {pair: k for k, pair in enumerate((i, j) for i in range(items) for j in range(i + 1, items))}
    for run in range(60):
        rng = np.random.default_rng([1, run])
        worth, extra = rng.normal(0, 3, items), np.zeros(len(code))
        held = np.sort(np.array([rng.permutation(items)[:2 * seats].reshape(seats, 2) for _ in range(blocks)]), axis=2)
        if run % 2:
            extra[:3] = (EXTRA, -EXTRA, EXTRA)
        which = np.vectorize(lambda i, j: code[i, j])(held[..., 0], held[..., 1])
        scores = worth[held].sum(axis=2) + extra[which] + skewed(rng, which.shape)
        seen, _, found = extras.held_together(held, margins(scores), items)
        truth = centred(extra, list(code), items)[[code[pair] for pair in seen]]
        covered.append(((found.lows <= truth) & (truth <= found.highs)).mean())
        if not run % 2:
            wrong.append((found.q <= 0.1).any())
        else:
            nearer.append(np.mean((found.shrunk - truth) ** 2) / np.mean((found.values - truth) ** 2))
    assert 0.93 <= np.mean(covered) <= 0.975
    assert np.mean(wrong) <= 0.1 + 2 * (0.1 * 0.9 / 30) ** 0.5
    assert np.mean(nearer) < 1


def test_items_that_answer_each_other_are_found_where_they_meet():
    items, blocks = 6, 900
    rng = np.random.default_rng(2)
    held = np.array([rng.permutation(items)[:2] for _ in range(blocks)])
    scores = 2.0 * held + rng.normal(0, 8, held.shape)
    scores[:, 0] += EXTRA * ((held == (0, 1)).all(axis=1) * 1.0 - (held == (1, 0)).all(axis=1))
    seen, often, found = extras.met(held, margins(scores), items)
    top = int(np.nanargmax(np.abs(found.values)))
    assert seen[top] == (0, 1)
    assert found.q[top] < 0.01
    assert often.sum() == blocks
    assert found.lows[top] < EXTRA * 2 / 3 < found.highs[top]      # a third of it is part of their worths


def test_an_item_made_for_a_board_is_found_and_boards_themselves_cancel():
    items, kinds, blocks, seats = 5, 3, 700, 3
    rng, covered = np.random.default_rng(3), []
    own = np.array([0.0, 30.0, -30.0])              # of boards: far more than any item
    truth = EXTRA * np.outer(np.eye(items)[4] - 1 / items, np.eye(kinds)[2] - 1 / kinds)
    for _ in range(20):
        held = np.array([rng.permutation(items)[:seats] for _ in range(blocks)])
        boards = rng.integers(kinds, size=(blocks, seats))
        seat = np.arange(seats)
        item = held[:, (seat[None, :] - seat[:, None]) % seats]
        luck = rng.normal(0, 25, (blocks, 1, seats))
        scores = item + own[boards][:, None, :] + luck + skewed(rng, item.shape) + EXTRA * (
            (item == 4) & (boards[:, None, :] == 2))
        x = (scores - scores.mean(axis=2, keepdims=True)) * seats / (seats - 1)
        seen, often, found = extras.on_boards(held, boards, x, items, kinds)
        covered.append([found.lows[k] <= truth[pair] <= found.highs[k] for k, pair in enumerate(seen)])
        best = int(np.nanargmax(found.values))
        assert seen[best] == (4, 2)
        assert found.q[best] < 0.1
        assert (often >= extras.ENOUGH).all()
    assert 0.92 <= np.mean(covered) <= 0.985


@pytest.mark.parametrize("rows", [1 << 15, 7])
@pytest.mark.parametrize("seats", [2, 3])
def test_extras_are_those_of_projections_of_all_rows_in_full(monkeypatch, seats, rows):
    monkeypatch.setattr(extras, "ROWS", rows)
    rng, items, blocks, given = np.random.default_rng(5), 6, 300, []
    whole = extras.extras
    monkeypatch.setattr(extras, "extras", lambda *args: given.append(args) or whole(*args))
    held = np.array([rng.permutation(items)[:seats] for _ in range(blocks)])
    sets = np.array([rng.permutation(items + 2)[:2 * seats].reshape(seats, 2) for _ in range(blocks)])
    x = margins(held + skewed(rng, held.shape))
    boards, cube = rng.integers(2, size=held.shape), skewed(rng, (blocks, seats, seats))
    cube = (cube - cube.mean(axis=2, keepdims=True)) * seats / (seats - 1)
    made = [extras.met(held, x, items)[2], extras.held_together(sets, x, items + 2)[2],
            extras.on_boards(held, boards, cube, items, 2)[2]]
    for found, (main, columns, y, often, size, _) in zip(made, given, strict=True):
        values, errors = projected(main.toarray(), columns.toarray(), y, often, size)
        known = ~np.isnan(found.values)
        assert known.any()
        assert found.values[known] == pytest.approx(values[known], rel=1e-9, abs=1e-9)
        assert found.stderrs[known] == pytest.approx(errors[known], rel=1e-9, abs=1e-9)


def projected(main, columns, y, often, size):
    """Extras and their errors from the columns of pairs less what those of single items explain of them."""
    own = columns - main @ np.linalg.lstsq(main, columns, rcond=1e-9)[0]
    solve = np.linalg.pinv(own, rcond=1e-6)
    values = solve @ y
    left = y - main @ np.linalg.lstsq(main, y, rcond=1e-9)[0] - own @ values
    degrees = len(y) - np.linalg.matrix_rank(main, tol=1e-6) - np.linalg.matrix_rank(own, tol=1e-6)
    alike = np.sqrt(left @ left / degrees * (solve ** 2).sum(axis=1))
    by_block = np.sqrt((((solve * left).reshape(len(solve), -1, size).sum(axis=2)) ** 2).sum(axis=1)
                       * often / np.maximum(1, often - 1) * len(y) / degrees)
    return values, np.where(often >= extras.ENOUGH, np.maximum(alike, by_block), alike)


def test_boards_are_told_apart_where_a_seat_keeps_its_own_all_through_a_block():
    def of(boards, kept=(True, True)):
        column = pd.Series(np.array(boards).reshape(-1))
        return boards_of(SimpleNamespace(plan=SimpleNamespace(seats=2), seats=pd.DataFrame({"board": column})),
                         np.array(kept))

    names, at = of([[[10, 2], [10, 2]], [[2, 2], [2, 2]]])
    assert names == ["10", "2"]             # in the order of their names
    assert at.tolist() == [[0, 1], [1, 1]]
    assert of([[[10, 2], [10, 2]], [[2, 2], [2, 2]]], kept=(False, True)) is None       # all the same
    assert of([[[10, 2], [2, 10]], [[2, 2], [2, 2]]]) is None                           # they go round
    assert of([[[10, 2], [10, 2]], [[2, np.nan], [2, 2]]]) is None


def test_pairs_of_few_blocks_are_not_judged():
    held = np.array([[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]] * 6)
    x = margins(np.random.default_rng(4).normal(0, 5, held.shape[:2]))
    _, often, found = extras.held_together(held, x, 4)
    assert (often < extras.ENOUGH).all()
    assert np.isnan(found.q).all()


def asked(**more: object):
    return make_plan(Question(**CATAN | {"games": 2400} | more, experiments=["pairs"]))


def test_every_seat_begins_with_two_items_and_all_pairs_take_turns():
    plan = asked()
    seen = {held for block in range(60) for trial in plan.trials(block) for held in trial.held}
    assert len(seen) == 10          # two seats play without the guild
    first, second = plan.trials(0)
    assert first.held == second.held[::-1]
    for item in first.held[0].split(BOTH):
        assert f"0:{item}" in first.task.options[GIFTS]
    with pytest.raises(InputError, match="too few for 3 seats"):
        asked(seats=3)


@pytest.fixture(scope="module")
def run():
    plan = asked()
    together = f"church{BOTH}castle"
    return plan, results(plan, MadeRun(made(plan, lambda held: 3.0 * ("hall" in held) + EXTRA * (held == together),
                                            1200, 2.0)))


def test_the_pair_that_goes_together_heads_the_report(run):
    plan, (rows, tables) = run
    best = by_item(rows)[f"church{BOTH}castle"]
    table = tables["together"].query("outcome == 'margin'").set_index(["item", "other"])
    assert best.verdict == "strong"
    assert abs(table["extra"].drop(("church", "castle"))).max() < best.estimate
    assert table.loc[("church", "castle"), "shown"]
    said = balance_words.opening(plan, rows, tables, 1200, 2400).finding
    assert said.startswith("Church and castle together bring ")
    html = pairs.section(plan, tables, {}, lambda item: "")
    assert "Pairs held together" in html


def test_the_matrix_has_a_field_for_either_order_and_frames_what_is_shown(run):
    plan, (rows, tables) = run
    drawn = figures(plan, rows, tables)["pairs_together"].axes[0]
    image = np.asarray(drawn.images[0].get_array(), dtype=float)
    names = [label.get_text().partition(":")[0] for label in drawn.get_yticklabels()]
    at = names.index("church"), names.index("castle")
    assert image[at] == image[at[::-1]] == np.nanmax(image)
    assert {(line.get_xdata()[0], line.get_ydata()[0]) for line in drawn.lines} >= {at, at[::-1]}


def test_a_table_of_noise_has_no_figure():
    own = pd.DataFrame({"shown": [False, False], "shrunk": [0.02, -0.03], "blocks": [90, 90]})
    assert not pairs.is_drawn(own)
    assert pairs.is_drawn(own.assign(shrunk=[0.5, -1.0]))
    assert not pairs.is_drawn(own.assign(shrunk=[0.5, -1.0], blocks=3))
