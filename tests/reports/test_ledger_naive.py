"""The number other tools print, beside ours, where the truth is known: a blank that leaders buy looks like the best."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from reports.documents.writers import write_csv
from reports.experiments.gift import gift
from reports.experiments.results import judged
from reports.experiments.rows import COLUMNS, Row, RunFacts, ranked, row, table
from reports.experiments.take import take_or_leave
from reports.statistics.blocks import Q
from reports.statistics.effects import margins, par, win_shares
from tests.reports.ledger import Ledger, is_inert

BLOCKS, GAME = 1_000, Ledger(rounds=4, own=0.0, seed=200)       # full keys: agents add nothing of their own
RUN = RunFacts("ledger", 1, 2, "none", "buys when ahead", 0, GAME.seed)
PRICE = 3.0
# item: worth at the end, and whether agents buy it when ahead at half-time, or else when behind
ITEMS = {"blank of leaders": (0.0, True), "blank of the others": (0.0, False), "six points": (6.0, False)}


def rows_of(item: str) -> list[Row]:
    """Gift and take-or-leave rows of one item, for both outcomes."""
    worth, when_ahead = ITEMS[item]
    halves = GAME.halves(1, BLOCKS)[0]              # block, rotation, half, seat
    lead = halves[:, :, 0] - halves[:, :, 0].mean(axis=2, keepdims=True)
    buys = lead > 0 if when_ahead else lead < 0
    final = halves.sum(axis=2)
    net = (worth - PRICE) * buys
    naive = float(win_shares(final + net)[buys].mean())
    focal, out = np.arange(2), []
    for outcome, of in (("margin", margins), ("win", win_shares)):
        given = of(final + net + worth * np.eye(2))[:, focal, focal]
        without = np.where(np.eye(2, dtype=bool), 0.0, net)
        taken = of(final + without + (worth - PRICE) * np.eye(2))[:, focal, focal]
        left = of(final + without)[:, focal, focal]
        could = buys[:, focal, focal]
        block, rotation = np.nonzero(could)
        fork = take_or_leave(block, taken[block, rotation], left[block, rotation], could[block, rotation], could.size)
        # full keys: the other seat's purchase is in the game with the gift and in par alike
        out.append(row(RUN, item, "gift", outcome, gift(given, outcome, 2), supply="extra", naive_win_owned=naive))
        out.append(row(RUN, item, "take or leave", outcome, fork.effect, opportunity_rate=fork.opportunity_rate,
                       take_rate=fork.take_rate, naive_win_owned=naive))
    return out


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    """The report's table, read back from the file."""
    rows = judged([each for item in ITEMS for each in rows_of(item)], Q)
    path = tmp_path_factory.mktemp("rows") / "rows.csv"
    write_csv(table(ranked(rows)), path)
    return pd.read_csv(path, keep_default_na=True)


def one(written: pd.DataFrame, item: str, estimand: str, outcome: str) -> pd.Series:
    found = written[(written["item"] == item) & (written["estimand"] == estimand) & (written["outcome"] == outcome)]
    assert len(found) == 1
    return found.iloc[0]


def test_the_columns_are_those_of_a_report(written):
    assert tuple(written.columns) == COLUMNS
    assert len(written) == 4 * len(ITEMS)


def test_a_blank_bought_when_ahead_looks_strong_and_costs_its_price(written):
    taken = one(written, "blank of leaders", "take or leave", "margin")
    assert taken["naive_win_owned"] > 0.60
    assert taken["estimate"] == pytest.approx(-PRICE)
    assert taken["opportunity_rate"] == pytest.approx(0.5)
    assert taken["take_rate"] == 1.0
    for outcome in ("margin", "win"):
        given = one(written, "blank of leaders", "gift", outcome)
        assert given["estimate"] == pytest.approx(0.0, abs=1e-9)
        assert given["verdict"] == "no difference"


def test_the_gift_of_a_blank_is_zero_in_every_block():
    final = GAME.scores(1, BLOCKS)[0]
    for outcome, of in (("margin", margins), ("win", win_shares)):
        assert is_inert(of(final)[:, [0, 1], [0, 1]], outcome, 2)
        assert par(outcome, 2) in (0.0, 0.5)


def test_what_is_good_and_bought_when_behind_looks_weak(written):
    taken = one(written, "six points", "take or leave", "margin")
    assert taken["naive_win_owned"] < 0.50
    assert taken["estimate"] == pytest.approx(6.0 - PRICE)
    assert one(written, "six points", "take or leave", "win")["verdict"] == "strong"
    assert one(written, "six points", "gift", "margin")["estimate"] == pytest.approx(6.0)


def test_the_report_is_ranked_by_take_or_leave_and_not_by_the_naive_rate(written):
    order = list(dict.fromkeys(written["item"]))
    assert order[0] == "six points"
    first = written.drop_duplicates("item")
    assert set(first["estimand"]) == {"take or leave"}
    worth = first["estimate"].to_numpy()
    assert np.all(np.diff(worth) <= 0)
    naive = first["naive_win_owned"].to_numpy()
    assert not np.all(np.diff(naive) <= 0)
    assert list(written.columns).index("naive_win_owned") > list(written.columns).index("take_rate")
