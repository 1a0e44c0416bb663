"""The tables of a run against sums done by hand and in slow Python."""
from __future__ import annotations

from math import isnan, sqrt
from statistics import fmean, stdev

import numpy as np
import pandas as pd
import pytest

from reports.documents import folded as folding
from reports.documents import tables
from reports.documents.folded import folded
from tests.reports import slow_tables
from tests.reports.synthetic import SyntheticRun, make_run


def row(table: pd.DataFrame, **where: object) -> pd.Series:
    for name, value in where.items():
        table = table[table[name] == value]
    assert len(table) == 1
    return table.iloc[0]


@pytest.fixture(scope="module")
def run() -> SyntheticRun:
    return make_run(blocks=250)


@pytest.fixture(scope="module")
def found(run) -> dict[str, pd.DataFrame]:
    return tables.all_tables(run)


def test_win_shares_are_those_of_a_loop_over_blocks(run, found):
    shares = {}
    for r in run.seats.to_dict("records"):
        if r["agent"] == "mcts:400":
            shares.setdefault(r["block"], []).append(r["win"])
    means = [fmean(each) for each in shares.values()]
    got = row(found["win_shares"], kind="agent", name="mcts:400", outcome="win")
    assert got["estimate"] == pytest.approx(fmean(means))
    assert got["par"] == 0.5
    assert got["stderr"] == pytest.approx(stdev(means) / sqrt(250))
    assert got["blocks"] == 250
    assert got["games"] == 500


def test_the_stronger_agent_is_settled_and_its_margin_holds_the_truth(found):
    got = row(found["win_shares"], kind="agent", name="mcts:400", outcome="margin")
    assert got["verdict"] == "strong"
    assert got["low"] < 12 < got["high"]
    assert row(found["win_shares"], kind="agent", name="greedy", outcome="win")["verdict"] == "weak"


def test_seats_are_judged_only_where_all_agents_are_alike(found):
    assert set(found["win_shares"].query("kind == 'seat'")["verdict"]) == {"agents differ"}
    alike = tables.all_tables(make_run(blocks=60, agents=("greedy", "greedy"), strength=0))["win_shares"]
    assert set(alike.query("kind == 'agent'")["verdict"]) == {"by construction"}
    assert not set(alike.query("kind == 'seat'")["verdict"]) & {"agents differ", "by construction"}


def test_wins_of_the_seats_add_up_to_one(found):
    seats = found["win_shares"].query("kind == 'seat' and outcome == 'win'")
    assert seats["estimate"].sum() == pytest.approx(1)


def test_scores_by_seat_and_board_are_those_of_the_rows(run, found):
    table = found["score_distribution"]
    for kind, name, part in (("seat", "seat 1", run.seats.query("seat == 1")), ("all", "all seats", run.seats),
                             ("board", "board 5", run.seats.query("board == 5"))):
        got = row(table, kind=kind, name=name)
        assert got["rows"] == len(part)
        assert got["median"] == part["score"].median()
        assert got["max"] == part["score"].max()
        assert got["sd"] == pytest.approx(stdev(part["score"]))
    assert row(table, kind="seat", name="seat 0")["mean"] == pytest.approx(run.seats.query("seat == 0")["score"].mean())


def test_the_histogram_counts_each_score_once(run, found):
    table = found["score_histogram"]
    assert table.groupby("name")["count"].sum().tolist() == [500, 500]
    for r in table.query("name == 'seat 0'").to_dict("records"):
        inside = run.seats.query("seat == 0 and @r['from'] <= score < @r['to']")
        assert r["count"] == len(inside)


@pytest.mark.parametrize("values", [[7.0], [0.0, 0.5], [-3.0, 212.0], [1e6, 5e6], [29.0, 0.0], [30.0, 0.0]])
def test_bins_are_few_and_hold_every_value(values):
    edges = tables.bin_edges(np.array(values))
    assert 2 <= len(edges) <= tables.BINS + 1
    assert edges[0] <= min(values)
    assert max(values) < edges[-1]
    assert np.allclose(np.diff(edges), edges[1] - edges[0])
    assert edges[1] - edges[0] >= 1


def test_points_by_source_add_up_to_the_score(run, found):
    table = found["points_by_source"]
    greedy = run.seats.query("agent == 'greedy'")
    for kind, name, part in (("all", "all seats", run.seats), ("agent", "greedy", greedy)):
        sources = table[(table["kind"] == kind) & (table["name"] == name)]
        assert sources["mean"].sum() == pytest.approx(part["score"].mean())
        assert sources["share"].sum() == pytest.approx(1)
    assert list(table["source"])[:2] == ["regions", "phases"]


def test_a_source_that_never_paid_is_left_out(run):
    found = folded([(run.seats.assign(source_spare=0), run.tiles)])
    assert "spare" not in set(tables.points_by_source(found)["source"])


def test_lengths(run, found):
    table = found["game_length"]
    assert list(table["measure"]) == ["decisions of a seat", "decisions with a choice", "rounds"]
    assert row(table, measure="rounds")["mean"] == 25
    assert isnan(row(table, measure="rounds")["low"])
    free = row(table, measure="decisions with a choice")["mean"]
    assert free == pytest.approx((run.seats["decisions"] - run.seats["forced"]).mean())


def test_a_game_without_rounds_or_boards_says_nothing_of_them(run):
    found = folded([(run.seats.assign(rounds=0).drop(columns=["board", "forced"]), run.tiles)])
    assert list(tables.game_length(found)["measure"]) == ["decisions of a seat"]
    assert "board" not in set(tables.score_distribution(found)["kind"])


def test_tile_win_shares_are_those_of_a_loop(run, found):
    wins = {(r["game"], r["seat"]): r["win"] for r in run.seats.to_dict("records")}
    owners = [wins[r["game"], r["seat"]] for r in run.tiles.to_dict("records") if r["tile"] == "cow 2"]
    got = row(found["tile_win_shares"], tile="cow 2")
    assert got["naive_win_owned"] == pytest.approx(fmean(owners))
    assert got["owned"] == len(owners)
    assert got["frequency"] == pytest.approx(len(owners) / 1000)
    assert got["copies"] == pytest.approx(run.tiles.query("tile == 'cow 2'")["count"].sum() / 1000)


def test_tiles_are_in_the_order_of_how_often_they_are_owned_never_of_how_often_owners_win(found):
    table = found["tile_win_shares"]
    assert table["owned"].is_monotonic_decreasing
    assert not table["naive_win_owned"].is_monotonic_decreasing


def test_tiles_worth_nothing_can_look_good_and_that_is_why_the_column_is_called_naive(found):
    assert row(found["tile_win_shares"], tile="mine")["low"] > 0.5


def test_a_tile_that_every_seat_owns_has_its_share_by_construction():
    run = make_run(blocks=5, tiles=False)
    run.tiles = run.seats[["game", "seat"]].assign(tile="castle", count=1)
    got = tables.tile_win_shares(folded(run.batches())).iloc[0]
    assert got["naive_win_owned"] == 0.5
    assert isnan(got["low"])
    assert got["note"] == "blocks do not differ"


def test_a_run_without_tiles_has_an_empty_table_with_the_same_columns(found):
    empty = tables.all_tables(make_run(blocks=2, tiles=False))["tile_win_shares"]
    assert len(empty) == 0
    assert list(empty.columns) == list(found["tile_win_shares"].columns)


def test_tiles_of_a_game_that_is_not_there_are_refused(run):
    stray = pd.DataFrame({"game": [10**6], "seat": [0], "tile": ["mine"], "count": [1]})
    with pytest.raises(ValueError, match="'mine' belongs to game 1000000 seat 0"):
        folded([(run.seats, stray)])


def test_one_block_has_numbers_and_no_interval():
    found = tables.all_tables(make_run(blocks=1))
    for name in ("win_shares", "score_distribution", "points_by_source", "tile_win_shares"):
        assert found[name]["low"].isna().all(), name
    agents = found["win_shares"].query("kind == 'agent'")
    assert set(agents["verdict"]) == {"too few blocks"}
    assert agents["estimate"].notna().all()


def test_ties_are_shared_and_leave_everyone_at_par():
    table = tables.all_tables(make_run(blocks=210, ties=True))["win_shares"].query("kind == 'agent'")
    assert set(table["verdict"]) == {"no difference"}
    assert (table["estimate"] == table["par"]).all()


def test_a_block_cut_short_does_not_count_towards_who_wins(run):
    cut = run.seats[~((run.seats["block"] == 249) & (run.seats["rotation"] == 1))]
    table = tables.win_shares(folded([(cut, run.tiles.iloc[:0])]))
    assert set(table["blocks"]) == {249}
    assert set(table["games"]) == {498}


def test_agents_that_do_not_rotate_are_noticed(run):
    assert folded(run.batches()).shared_out
    assert not folded([(run.seats[run.seats["rotation"] == 0], run.tiles.iloc[:0])]).shared_out


def test_rows_in_another_order_give_the_same_tables(run, found):
    order = np.random.default_rng(4).permutation(len(run.seats))
    tiles = run.tiles.iloc[np.random.default_rng(4).permutation(len(run.tiles))]
    again = tables.all_tables(SyntheticRun(run.manifest, run.seats.iloc[order], tiles))
    for name, table in found.items():
        pd.testing.assert_frame_equal(table, again[name], check_exact=True)


def test_seats_relabelled_give_the_same_estimates(run, found):
    mirrored = run.seats.assign(seat=1 - run.seats["seat"])
    table = tables.win_shares(folded([(mirrored, run.tiles.iloc[:0])]))
    for outcome in ("win", "margin"):
        one = row(found["win_shares"], kind="seat", name="seat 0", outcome=outcome)
        assert row(table, kind="seat", name="seat 1", outcome=outcome)["estimate"] == pytest.approx(one["estimate"])


@pytest.mark.parametrize(("spoil", "message"), [
    (lambda seats: seats.iloc[:0], "no finished game"), (lambda seats: seats.iloc[1:], "game 0 has 1 seats"),
    (lambda seats: pd.concat([seats, seats.iloc[3:4]]), "game 1 seat 1 is in the run twice"),
    (lambda seats: seats.assign(score=float("nan")), "missing")])
def test_rows_that_contradict_each_other_are_refused(run, spoil, message):
    with pytest.raises(ValueError, match=message):
        tables.all_tables(SyntheticRun(run.manifest, spoil(run.seats), run.tiles))


def test_each_row_says_of_which_game_version_seed_and_seats(found):
    for table in found.values():
        assert list(table.columns[:4]) == ["game", "version", "seed", "seats"]
        assert set(table["game"]) <= {"burgundy"}
        assert set(table["seats"]) <= {2}


def test_winners_have_rows_of_their_own(run, found):
    """Scores and points by source of the seats that share a win, one or more a game."""
    won = [r for r in run.seats.to_dict("records") if r["win"] > 0]
    blocks: dict[int, list[float]] = {}
    for r in won:
        blocks.setdefault(r["block"], []).append(r["score"])
    got = row(found["score_distribution"], kind="winner")
    assert got["rows"] == len(won)
    assert got["games"] == run.seats["game"].nunique()
    assert got["mean"] == pytest.approx(fmean(fmean(each) for each in blocks.values()))
    assert got["max"] == max(r["score"] for r in won)
    assert got["mean"] > row(found["score_distribution"], kind="all")["mean"]
    sources = found["points_by_source"]
    assert sources.loc[sources["kind"] == "winner", "mean"].sum() == pytest.approx(got["mean"], rel=0.01)


def cut(run: SyntheticRun, blocks: int) -> list[tuple[pd.DataFrame, pd.DataFrame]]:
    """A run in batches of so many blocks."""
    last = int(run.seats["block"].max())
    return [(run.seats[run.seats["block"].between(first, first + blocks - 1)],
             run.tiles[run.tiles["block"].between(first, first + blocks - 1)]) for first in range(0, last + 1, blocks)]


RUNS = {"two agents": make_run(blocks=250), "one block": make_run(blocks=1), "ties": make_run(blocks=40, ties=True),
        "no tiles": make_run(blocks=30, tiles=False), "alike": make_run(blocks=60, agents=("greedy", "greedy")),
        "four": make_run(blocks=50, agents=("a", "b", "c", "d"), boards=(1, 2, 3)),
        "three": make_run(blocks=50, agents=("a", "b", "a"))}


@pytest.mark.parametrize("name", list(RUNS))
def test_tables_that_are_folded_are_those_of_all_rows_at_once(name):
    run = RUNS[name]
    found = tables.tables_of(folded(cut(run, 7)), run.manifest)
    for table, slow in slow_tables.all_tables(run).items():
        pd.testing.assert_frame_equal(found[table], slow, check_dtype=len(slow) > 0, rtol=1e-12)


@pytest.mark.whole
@pytest.mark.parametrize("name", list(RUNS))
def test_batches_of_any_size_give_the_same_tables_to_the_last_digit(name):
    run = RUNS[name]
    one, *others = (tables.tables_of(folded(cut(run, size)), run.manifest) for size in (1000, 1, 3, 64))
    for other in others:
        for table in one:
            pd.testing.assert_frame_equal(one[table], other[table], check_exact=True)


def test_a_source_that_pays_late_was_nothing_before(run):
    early, late = cut(run, 125)
    batches = [early, (late[0].assign(source_late=late[0]["seat"] * 3.0), late[1])]
    got = row(tables.points_by_source(folded(batches)), kind="seat", name="seat 1", source="late")
    assert got["mean"] == pytest.approx(1.5)
    assert got["blocks"] == 250


def test_a_game_in_two_batches_is_refused(run):
    first, second = cut(run, 125)
    with pytest.raises(ValueError, match="game 0 of block 0 is in the run twice, or not in its place"):
        folded([first, second, first])
    lone = second[0][second[0]["seat"] == 0], second[1].iloc[:0]
    with pytest.raises(ValueError, match="game 250 has 1 seats where the others have 2"):
        folded([first, lone])


@pytest.mark.whole
@pytest.mark.parametrize("size", [1, 50, 250])
def test_a_large_run_keeps_rows_of_blocks_spread_evenly_over_it(run, monkeypatch, size):
    assert len(folded(cut(run, size)).sample) == 1000
    monkeypatch.setattr(folding, "SAMPLE", 300)
    kept = folded(cut(run, size)).sample
    assert list(kept["block"].unique()) == list(range(0, 250, 4))
    assert len(kept) == 63 * 4
