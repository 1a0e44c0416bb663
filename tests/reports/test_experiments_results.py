"""From the games of a run to rows, words and files; the numbers of hand-made runs are known."""
from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from math import isnan

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import cli
from games.api import InputError
from mcts.interval import Interval
from reports.documents import balance_words as words
from reports.documents.balance import write_report
from reports.experiments import company, stopping
from reports.experiments import rows as report_rows
from reports.experiments.items import HIDDEN
from reports.experiments.pilot import pilot
from reports.experiments.plan import NAMES, BalancePlan, Data, cells, load, win_when_owned
from reports.experiments.question import Question, make_plan
from reports.experiments.results import at_both, judged, results
from reports.experiments.robin import with_hidden
from reports.experiments.run import balance, open_balance
from reports.run import TILE_SCHEMA
from reports.statistics import surface
from reports.statistics.effects import Effect

CATAN = {"game": "catan_cards", "kind": "expansions", "agents": ["greedy"], "games": 60, "seats": 2,
         "delta_margin": 1.5}
NO_TILES = pd.DataFrame(columns=TILE_SCHEMA.names)
COLUMNS = ["game", "version", "seats", "boards", "options", "agent", "budget", "item", "estimand", "supply", "outcome",
           "estimate", "low", "high", "level", "stderr", "blocks", "games", "luck_left", "p", "q", "verdict",
           "blocks_to_go", "delta", "price_vp", "price_low", "price_high", "price_resource", "resource_low",
           "resource_high", "resource_most", "resource_unit", "opportunity_rate", "take_rate", "naive_win_owned",
           "seed", "stop_rule"]


def made(asked: BalancePlan, score, blocks: int, noise: float = 4.0) -> pd.DataFrame:
    """Seats of games that were never played: score(held) points more or less for what a seat holds, and noise."""
    rng, rows = np.random.default_rng(7), []
    for block in range(blocks):
        luck = rng.normal(0, 20, asked.seats)
        for trial in asked.trials(block):
            t = trial.task
            held = trial.held or ("",) * t.seats
            points = [luck[s] + score(held[s]) + rng.normal(0, noise) for s in range(t.seats)]
            for s in range(t.seats):
                rows.append({"game": t.number, "block": block, "rotation": t.rotation, "luck": t.luck, "seat": s,
                             "agent": t.agents[s], "score": points[s], "win": float(points[s] == max(points)),
                             "margin": points[s] - (sum(points) - points[s]) / (t.seats - 1), "decisions": 50,
                             "place": s, "forced": 5, "rounds": 9, "experiment": trial.experiment, "item": trial.item,
                             "value": trial.value, "arm": "played", "focal": -1, "held": held[s]})
    return pd.DataFrame(rows)


class MadeRun:
    """What `results` reads of a run."""

    def __init__(self, seats: pd.DataFrame, tiles: pd.DataFrame = NO_TILES) -> None:
        self.seats, self.tiles = seats, tiles

    def batches(self) -> Iterator[tuple[pd.DataFrame, pd.DataFrame]]:
        """All rows at once."""
        yield self.seats, self.tiles


def by_item(rows: list[report_rows.Row], outcome: str = "margin") -> dict[str, report_rows.Row]:
    return {r.item: r for r in rows if r.outcome == outcome}


def test_the_columns_are_those_of_the_specification():
    assert list(report_rows.COLUMNS) == COLUMNS


def test_a_gift_is_priced_at_what_it_is_worth():
    asked = make_plan(Question(**CATAN, experiments=["gift"], items=["church", "hall"]))
    worth = {"church": 6.0, "hall": -3.0}
    rows, tables = results(asked, MadeRun(made(asked, lambda held: worth.get(held, 0.0), 200)))
    for item, row in by_item(rows).items():
        assert row.low < worth[item] < row.high
        assert row.blocks == 100
        assert row.games == 200
        assert row.luck_left < 0.2
        assert row.verdict == ("strong" if worth[item] > 0 else "weak")
        assert isnan(row.naive_win_owned)
    assert [r.item for r in rows if r.outcome == "margin"] == ["church", "hall"]
    fair = tables["komi"].set_index("item").loc["church"]
    assert fair["low"] < 6 < fair["high"]


def test_a_round_robin_prices_items_in_points_and_in_the_resource_and_hidden_points_at_what_they_are():
    asked = make_plan(Question(**CATAN | {"seats": 3, "games": 9}, points="2,4,6", resource="ore"))
    worth = {"church": 5.0, "hall": -2.0, "ore 1": 1.0, "ore 2": 2.0, "ore 4": 4.0}

    def score(held: str) -> float:
        name, _, number = held.rpartition(" ")
        return float(number) if name == "points" else worth.get(held, 0.0)

    rows, tables = results(asked, MadeRun(made(asked, score, 600, 1.0)))
    found = by_item(rows)
    assert found["church"].price_low < 5 < found["church"].price_high
    assert found["church"].in_resource == "more than 4 ore"
    assert found["ore 2"].in_resource.startswith("2.0")
    assert found["hall"].estimand == "round robin"
    assert found["ore 2"].estimand == "token"
    for k, (_, check) in zip((2, 6), tables["hidden_tokens"].query("outcome == 'margin'").iterrows(), strict=True):
        token = f"{HIDDEN} {k}"
        assert check["token"] == token
        assert check["truth"] == k
        assert found[token].low == check["low"] < k < check["high"]
        assert check["price_low"] < k < check["price_high"]
    assert tables["additivity"].query("outcome == 'margin'")["p"].iloc[0] > 0.01


def test_games_with_hidden_tokens_are_games_with_nothing_to_the_worth_of_items():
    asked = make_plan(Question(**CATAN | {"games": 900}))
    run = made(asked, lambda held: 3.0 * (held == "church"), 150, 1.0)
    renamed = run.assign(held=run["held"].str.replace(rf"{HIDDEN} \d+", "null", regex=True))
    renamed = renamed[~renamed.groupby("game")["held"].transform(lambda held: (held == "null").all())]
    alone = replace(asked, tokens=tuple(t for t in asked.tokens if not t.startswith(HIDDEN)))
    rows, tables = (by_item(results(p, MadeRun(r))[0]) for p, r in ((asked, run), (alone, renamed)))
    for item in asked.items:
        assert (rows[item].estimate, rows[item].low) == pytest.approx((tables[item].estimate, tables[item].low))
    assert len(renamed) < len(run)


def test_hidden_tokens_that_are_not_scored_as_they_should_be_do_not_pass_their_check():
    asked = make_plan(Question(**CATAN | {"games": 9000}, points="2,4,6"))
    run = made(asked, lambda held: 3.0 * held.startswith(HIDDEN) + (int(held[7:]) if held[:6] == "points" else 0), 600)
    check = results(asked, MadeRun(run))[1]["hidden_tokens"].query("outcome == 'margin'")
    assert not ((check["low"] < check["truth"]) & (check["truth"] < check["high"])).any()


def test_gifts_stand_beside_the_round_robin_of_the_same_run_each_from_its_own_games():
    asked = make_plan(Question(**CATAN, experiments=["gift", "robin"]))
    worth = {"church": 6.0, "hall": -3.0}

    def both(extra: float) -> pd.DataFrame:
        run = made(asked, lambda held: worth.get(held, 0.0), 1200)
        more = extra * ((run["experiment"] == "gift") & (run["held"] == "church"))
        run["score"] += more
        run["margin"] += more - more.groupby(run["game"]).transform("sum") * (more == 0)
        return results(asked, MadeRun(run))[1]["company"].query("outcome == 'margin'").set_index("item")

    found = both(0.0)
    assert list(found.index) == [name for name in found.index if name in asked.items]
    assert found.loc["church", "gift_low"] < 6 < found.loc["church", "gift_high"]
    assert found.loc["church", "robin_low"] < 6 < found.loc["church", "robin_high"]
    assert found.loc["church", "gift"] != found.loc["church", "robin"]
    assert found["p_worst"].iloc[0] == pytest.approx(min(1, found["p"].min() * len(asked.items)))
    assert found["p_worst"].iloc[0] > 0.05
    assert company.in_words(found.reset_index()).startswith(f"Of {len(asked.items)} items")
    other = both(5.0)
    assert other["p_worst"].iloc[0] < 1e-3
    assert "church is not worth the same in company" in company.in_words(other.reset_index())


def test_nothing_is_priced_in_points_that_are_worth_nothing():
    asked = make_plan(Question(**CATAN | {"games": 9}))
    rows, _ = results(asked, MadeRun(made(asked, lambda held: 0.0, 150, 30.0)))
    assert all(isnan(r.price_vp) for r in rows)


def test_hidden_points_win_where_they_bring_a_seat_level_or_ahead():
    asked = replace(make_plan(Question(**CATAN, points="3")), tokens=("null", f"{HIDDEN} 3"))
    held = (f"{HIDDEN} 3", "null")
    rows = [{"game": g, "block": 0, "rotation": g, "seat": s, "score": score[s], "win": win[s], "held": held[s ^ g],
             "margin": score[s] - score[1 - s]}
            for g, (score, win) in enumerate([((5, 8), (0.0, 1.0)), ((5, 4), (1.0, 0.0))]) for s in (0, 1)]
    margin, win = with_hidden(Data(asked, asked.cells[0], pd.DataFrame(rows)))
    assert margin[0, 0].tolist() == [0, 0]
    assert win[0, 0].tolist() == [0.5, 0.5]
    assert margin[0, 1].tolist() == [-2, 2]
    assert win[0, 1].tolist() == [0, 1]


def test_boards_are_ranked_and_their_matrix_is_shown():
    asked = make_plan(Question(**CATAN | {"games": 9}, experiments=["gift"]))
    boards = replace(asked, experiments=("boards",), kind="expansions")
    worth = {"church": 6.0, "hall": -6.0}
    rows, tables = results(boards, MadeRun(made(boards, lambda held: worth.get(held, 0.0), 400)))
    found = by_item(rows)
    assert found["church"].low < 6.0 < found["church"].high
    assert rows[0].estimand == "board"
    matrix = tables["matrix"].query("outcome == 'margin' and item == 'church' and against == 'hall'").iloc[0]
    assert 8 < matrix["mean"] < 16
    assert len(tables["shrunk"]) == 2 * len(boards.items)


def test_owners_count_only_where_nobody_was_handed_the_item():
    seats = pd.DataFrame([
        {"game": g, "seat": s, "win": win, "agent": "greedy", "value": "", "arm": arm, "held": held}
        for g, s, win, arm, held in [
            (0, 0, 1.0, "main", ""), (0, 1, 0.0, "main", ""), (1, 0, 0.0, "taken", ""), (1, 1, 1.0, "taken", ""),
            (2, 0, 0.0, "played", "church"), (2, 1, 1.0, "played", ""), (3, 0, 0.0, "played", "hall"),
            (3, 1, 1.0, "played", "")]])
    tiles = pd.DataFrame([(g, 0, s, "church", 1) for g, s in [(0, 0), (1, 0), (2, 1), (3, 0)]],
                         columns=TILE_SCHEMA.names)
    assert win_when_owned(seats, tiles) == {("greedy", ""): {"church": 0.5}}


def a_row(item: str, value: float, stderr: float, agent: str = "greedy", blocks: int = 400) -> report_rows.Row:
    run = report_rows.RunFacts("pig", 1, 2, "", agent, 0, 0)
    found = Interval(value, value - 2 * stderr, value + 2 * stderr, stderr, 0.95, blocks)
    p = 0.0001 if abs(value) > 2 * stderr else 0.7
    return report_rows.row(run, item, "gift", "margin", Effect(found, p, 2 * blocks), delta=1.5)


def test_a_verdict_at_two_budgets_holds_only_where_both_agree():
    asked = replace(make_plan(Question(**CATAN, experiments=["gift"])), agents=("a", "b"))
    rows = judged([a_row("x", 4, 0.5, "a"), a_row("x", 0.1, 0.2, "b"), a_row("y", 4, 0.5, "a"), a_row("y", 4, 0.5, "b"),
                   a_row("z", 4, 0.5, "a"), a_row("z", 1, 2.0, "b")], 0.1)
    found, apart = at_both(rows, asked)
    said = [(r.item, r.verdict) for r in found]
    assert said[0] == said[1] == ("x", "depends on skill")
    assert said[2] == said[3] == ("y", "strong")
    assert all(v.startswith("not settled") for _, v in said[4:])
    assert [line["depends_on_skill"] for line in apart] == [True, False, False]
    assert apart[0]["difference"] == pytest.approx(-3.9)


def test_two_samples_of_one_truth_do_not_depend_on_skill():
    """Effects near the size that matters get other words at two budgets by chance; comparing words said so often."""
    asked = replace(make_plan(Question(**CATAN, experiments=["gift"])), agents=("a", "b"))
    rng, named, words = np.random.default_rng(8), 0, 0
    for _ in range(300):
        rows = judged([a_row("x", rng.normal(1.5, 0.4), 0.4, agent) for agent in "ab"], 0.1)
        words += len({r.verdict for r in rows}) == 2
        named += at_both(rows, asked)[0][0].verdict == "depends on skill"
    assert words > 30
    assert named <= 0.1 * 300


def test_the_false_discovery_rate_can_be_chosen():
    row = replace(a_row("x", 4, 1.5), p=0.03)
    assert judged([row], 0.1)[0].verdict == "above"
    assert judged([row], 0.02)[0].verdict.startswith("not settled")


@pytest.mark.parametrize(("slope", "offset"), [(2.0, -3.0), (-1.0, 4.0)])
def test_the_balanced_value_lies_where_the_effect_crosses_nothing(slope, offset):
    rng = np.random.default_rng(3)
    x, covered = np.arange(5.0), 0
    for _ in range(400):
        y = offset + slope * x + rng.normal(0, 0.5, 5)
        found = surface.crossing(x, y, [0.5] * 5)
        covered += found.low <= -offset / slope <= found.high
    assert 0.92 <= covered / 400 <= 0.98


def test_an_effect_that_does_not_change_is_balanced_nowhere_in_particular():
    found = surface.crossing([0, 1, 2], [0.1, -0.1, 0.1], [1.0, 1.0, 1.0])
    assert isnan(found.low)
    assert isnan(surface.crossing([1.0], [2.0], [1.0]).value)


@pytest.mark.parametrize(("worth", "verdict", "decision"), [(40.0, "strong", "better"), (-40.0, "weak", "worse")])
def test_runs_that_look_stop_when_all_is_settled(worth, verdict, decision):
    for stop in ("sequence", "gsprt"):
        asked = make_plan(Question(**CATAN | {"games": 2000}, experiments=["gift"], items=["hall"], stop=stop))
        seats = made(asked, lambda held: worth if held else 0.0, 300)
        data, = cells(asked, seats, NO_TILES)
        assert stopping.is_settled(data)
        early, = cells(asked, seats[seats["block"] < 60], NO_TILES)
        assert not stopping.is_settled(early)
        rows, tables = results(asked, MadeRun(seats))
        if stop == "sequence":
            assert by_item(rows, "win")["hall"].verdict == verdict
            assert tables["sequence"]["blocks"].max() == 300
        else:
            assert rows == []
            assert list(tables["decisions"]["decision"]) == [decision]
            said = words.opening(asked, rows, tables, 300, 600).finding
            assert said.startswith(f"Hall is {decision} than an equal share of the win.")


def test_a_sequence_is_wider_than_the_interval_of_a_fixed_number():
    asked = make_plan(Question(**CATAN | {"games": 2000}, experiments=["gift"], items=["hall"]))
    seats = made(asked, lambda held: 0.0, 300)
    fixed, looking = (by_item(results(replace(asked, stop=stop), MadeRun(seats))[0])["hall"]
                      for stop in ("fixed", "sequence"))
    assert fixed.estimate == pytest.approx(looking.estimate)
    assert looking.high - looking.low > 1.2 * (fixed.high - fixed.low)


def test_a_run_that_is_settled_early_ends_early(tmp_path):
    asked = make_plan(Question(**CATAN | {"games": 30_000, "delta_margin": 20.0}, experiments=["gift"],
                               items=["university"], stop="sequence"))
    run = balance(tmp_path / "run", asked)
    assert not run.complete
    before = {f: f.read_bytes() for f in (tmp_path / "run").rglob("*.parquet")}
    again = balance(tmp_path / "run", asked)
    assert {f: f.read_bytes() for f in (again.path).rglob("*.parquet")} == before
    rows, _ = results(asked, again)
    assert by_item(rows)["university"].verdict == "slight"


def test_a_pilot_reckons_games_and_hours():
    asked = make_plan(Question("pig", "seats", agents=["greedy"], games=400))
    found = pilot(asked, seconds=60)
    assert found.blocks == 100
    margin, win = found.needs
    assert (margin.outcome, win.outcome) == ("margin", "win")
    assert margin.used == margin.measured
    assert win.games >= 400
    assert win.games_90 >= win.games
    assert win.hours == pytest.approx(win.games * found.seconds_a_game["greedy"] / 3600)
    short = pilot(asked, seconds=0.0)
    assert short.blocks == 4
    assert {n.used for n in short.needs} == {0.5}


def test_a_page_opens_with_the_largest_effect_and_says_what_is_not_settled():
    asked = make_plan(Question(**CATAN, experiments=["gift"], items=["church", "hall"]))
    seats = made(asked, lambda held: 9.0 if held == "church" else 0.0, 80, 30.0)
    rows, tables = results(asked, MadeRun(seats))
    top = words.opening(asked, rows, tables, 80, 160)
    church = by_item(rows)["church"]
    assert top.finding == ("There are too few games for a verdict yet: it takes 50 rounds of games of each, and 40 "
                           "were played.")
    assert top.more[0].startswith(f"So far church stands highest (+{church.estimate:.1f}, 95 % interval ")
    for said in ("nothing is settled yet", "all played by greedy", "160 games", "games; 160 were played"):
        assert said in top.paragraph
    seats = made(asked, lambda held: 9.0 if held == "church" else 0.0, 400, 3.0)
    rows, tables = results(asked, MadeRun(seats))
    church = by_item(rows)["church"]
    found = words.opening(asked, rows, tables, 400, 800)
    assert found.finding == (
        f"Church (your first knight is safe) is worth {church.estimate:.1f} points to a seat that begins with it "
        f"(95 % interval {church.low:.1f} to {church.high:.1f}).")
    assert "Shown to make less than 1.5 points of difference: hall." in found.sure
    assert "block" not in found.paragraph


@pytest.mark.whole
def test_a_report_is_whole_and_repeats_to_the_byte(tmp_path):
    asked = make_plan(Question(**CATAN, items=["church", "hall"], experiments=["gift", "take"]))
    balance(tmp_path / "run", asked)
    files = write_report(tmp_path / "run")
    first = {f: f.read_bytes() for f in files}
    assert {f: f.read_bytes() for f in write_report(tmp_path / "run")} == first
    assert files[0].name == "report.html"
    page = files[0].read_text(encoding="utf-8")
    assert page.index('<p class="lead"><strong>') < page.index("How it was played") < page.index("<section>")
    for foreign in ("http://", "https://", "<script", "nan", "None"):
        assert foreign not in page.replace("http-equiv", "").replace("http://www.w3.org", "")
    table = pq.read_table(tmp_path / "run/report/tables/balance.parquet").to_pandas()
    assert list(table.columns) == COLUMNS
    assert set(table["estimand"]) == {"gift", "take or leave"}
    assert all(file.stat().st_size > 100 for file in files)
    assert not (tmp_path / "run/report/plots/forest_take.png").exists()     # too few rounds to draw anything


def test_a_run_without_games_has_no_report(tmp_path):
    asked = make_plan(Question(**CATAN, items=["hall"], experiments=["gift"]))
    with pytest.raises(RuntimeError):
        balance(tmp_path, asked, progress=lambda share: (_ for _ in ()).throw(RuntimeError))
    with pytest.raises(InputError, match="no finished games"):
        write_report(tmp_path)
    assert open_balance(tmp_path)[1] == asked


def test_every_experiment_has_a_place_of_its_own_in_the_rows():
    assert len({load(name).estimand for name in NAMES}) == len(NAMES)


def test_the_command_plans_plays_reports_and_refuses(tmp_path, capsys):
    def command(*given: object) -> int:
        with pytest.raises(SystemExit) as end:
            cli.main([str(word) for word in given])
        return int(str(end.value.code))

    run, asked = tmp_path / "run", ("balance", "pig", "--agent", "greedy", "--games", 40)
    assert command(*asked, "--items", "seats", "--plan", "--json") == 0
    assert json.loads(capsys.readouterr().out)["needs"][0]["outcome"] == "margin"
    assert command(*asked, "--items", "seats", "--plan") == 0
    assert "The pilot played" in capsys.readouterr().out
    assert command(*asked, "--items", "seats", "--out", run) == 0
    assert command("report", run) == 0
    assert (run / "report/report.html").is_file()
    for bad in (("tiles", "--out", run), ("seats",), ("seats", "--out", run, "--seed", 5), ("seats", "--stop", "now")):
        capsys.readouterr()
        assert command(*asked, "--items", *bad) == 2
        assert 1 <= len(capsys.readouterr().err.splitlines()) <= 2


@pytest.mark.whole
def test_a_round_robin_of_few_games_has_a_report(tmp_path):
    """26 items in 40 games: none was seen often enough, and the report says so."""
    asked = make_plan(Question("burgundy", "knowledge", experiments=["robin"], agents=["greedy"], games=40, seed=1))
    balance(tmp_path / "run", asked)
    run, plan = open_balance(tmp_path / "run")
    _, tables = results(plan, run)
    assert len(tables["not_estimated"])
