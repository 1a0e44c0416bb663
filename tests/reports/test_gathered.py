"""A balance run read part by part says what all of it at once says, and never are its rows held as they were read."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import reports.run
from reports.documents.balance import write_report
from reports.experiments import results as found
from reports.experiments.gathered import gather, narrow
from reports.experiments.plan import Wins, cells, wins_owned
from reports.experiments.question import Question, make_plan
from reports.experiments.run import balance, open_balance
from reports.experiments.trials import MAIN, PLAYED
from reports.run import Run
from tests.whole import mostly_whole

CATAN = {"game": "catan_cards", "kind": "expansions", "agents": ["random"], "seats": 2, "seed": 3}
ASKED = {
    "gift": Question(**CATAN, items=["church", "hall", "library"], experiments=["gift", "robin", "supply"], games=180),
    "take": Question(**CATAN, items=["church", "hall"], experiments=["take", "restrict"], games=120),
    "three": Question(**{**CATAN, "seats": 3}, items=["hall"], experiments=["robin", "gift"], games=120),
    "pairs": Question(**CATAN, experiments=["pairs"], games=120),
    "watched": Question(**CATAN, items=["hall"], experiments=["gift"], stop="sequence", games=420, delta_margin=0.01),
    "seats": Question("catan_cards", "seats", agents=["random"], seats=3, games=120),
    "boards": Question("burgundy", "boards", agents=["random"], games=60),
    "openings": Question("tic_tac_toe", "openings", agents=["greedy"], games=900),
    "skill": Question("tic_tac_toe", "skill", budget=2, doublings=2, games=60),
}
EACH_TIME = {"gift", "skill"}


@pytest.fixture(scope="module", params=mostly_whole(ASKED, EACH_TIME.__contains__))
def played(request, tmp_path_factory):
    """A run of several parts, and its plan."""
    path = tmp_path_factory.mktemp("run") / request.param
    run = balance(path, make_plan(ASKED[request.param]))
    assert run.parts > 1
    return open_balance(path)


def test_results_of_parts_are_those_of_all_rows_at_once(played, monkeypatch):
    run, plan = played
    monkeypatch.setattr(reports.run, "BATCH", 1)        # a part at a time
    rows, tables = found.results(plan, run)
    monkeypatch.setattr(found, "gathered", lambda plan, run: list(cells(plan, run.seats, run.tiles)))
    slow_rows, slow_tables = found.results(plan, run)
    assert list(map(repr, rows)) == list(map(repr, slow_rows))      # to the last digit, and nan is nan
    assert list(tables) == list(slow_tables)
    for name, table in tables.items():
        pd.testing.assert_frame_equal(table, slow_tables[name], check_exact=True)


@pytest.mark.parametrize("played", ["gift"], indirect=True)
def test_no_more_rows_are_handed_out_at_once_than_a_part_has(played, monkeypatch):
    run, plan = played
    handed, rows = list[int](), Run.rows
    monkeypatch.setattr(reports.run, "BATCH", 1)
    monkeypatch.setattr(Run, "seats", property(lambda run: pytest.fail("all rows were read")))
    monkeypatch.setattr(Run, "tiles", property(lambda run: pytest.fail("all rows were read")))

    def counted(self, parts):
        out = rows(self, parts)
        handed.append(len(out[0]))
        return out

    monkeypatch.setattr(Run, "rows", counted)
    assert write_report(run.path)
    assert len(handed) == run.parts
    assert max(handed) <= run.manifest["part_blocks"] * plan.block_games * plan.seats < sum(handed)


def test_what_is_kept_of_a_row_takes_few_bytes_however_much_it_says(played):
    run, plan = played
    kept = gather(plan, run.batches())
    rows = sum(len(data.seats) for data in kept)
    assert rows == len(run.seats)
    assert not any(pd.api.types.is_string_dtype(kind) for kind in kept[0].seats.dtypes)
    assert sum(bytes_of(column) for _, column in kept[0].seats.items()) <= 40


def merged_wins(seats: pd.DataFrame, tiles: pd.DataFrame) -> Wins:
    """The same by merging tables, which is slow and plain."""
    usual = seats[seats["arm"].isin((PLAYED, MAIN))]
    handed = usual.loc[usual["held"] != "", ["game", "held"]].rename(columns={"held": "tile"}).drop_duplicates()
    owned = tiles[["game", "seat", "tile"]].merge(usual[["game", "seat", "win", "agent", "value"]], on=["game", "seat"])
    owned = owned.merge(handed, on=["game", "tile"], how="left", indicator=True)
    counts = owned[owned["_merge"] == "left_only"].groupby(["agent", "value", "tile", "win"], observed=True).size()
    return Wins({tuple(key): int(count) for key, count in zip(counts.index.to_list(), counts, strict=True)})


@pytest.mark.parametrize("played", mostly_whole(["gift", "take", "three"], "gift".__eq__), indirect=True)
def test_owners_are_counted_as_from_rows_with_names(played):
    run, _ = played
    counts = wins_owned(run.seats, run.tiles)
    assert sum(counts.values()) > 0
    assert counts == merged_wins(run.seats, run.tiles)
    assert not wins_owned(run.seats, run.tiles[:0])
    assert not wins_owned(run.seats.assign(arm="taken"), run.tiles)


def bytes_of(column: pd.Series) -> int:
    """Of one row; of a name, the number that stands for it."""
    return (column.cat.codes if isinstance(column.dtype, pd.CategoricalDtype) else column).dtype.itemsize


def test_a_column_that_some_parts_lack_is_missing_there(tmp_path):
    run = balance(tmp_path / "run", make_plan(ASKED["seats"]))
    _, plan = open_balance(tmp_path / "run")
    half = int(run.seats["block"].max()) // 2
    first, second = run.seats[run.seats["block"] <= half], run.seats[run.seats["block"] > half]
    data, = gather(plan, [(first.drop(columns="place"), run.tiles), (second, run.tiles)])
    at_once, = cells(plan, pd.concat([first.drop(columns="place"), second]), run.tiles)
    assert np.array_equal(data.seats["place"], at_once.seats["place"], equal_nan=True)
    assert not data.has_places
    data, = gather(plan, [(first.drop(columns="place"), run.tiles)])
    assert "place" not in data.seats


@pytest.mark.parametrize("values, kind", [
    ([0, -1, 127], np.int8), ([0, 128], np.int16), ([2 ** 20, -5], np.int32), ([2 ** 40, 0], np.int64),
    ([1.0, 250.0], np.int16), ([0.5, -2.25], np.float32), ([1 / 3, 0.0], np.float64), ([np.nan, 2.0], np.float32),
    ([2.0 ** 40, 1.0], np.float32), ([np.inf, 0.1], np.float64), ([], np.int8)])
def test_numbers_are_narrowed_only_as_far_as_they_stay_what_they_are(values, kind):
    kept = narrow(np.array(values))
    assert kept.dtype == kind
    assert np.array_equal(kept.astype(np.float64), np.array(values, dtype=np.float64), equal_nan=True)
