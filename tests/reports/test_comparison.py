"""Two runs compared: pairs where they share their luck, Welch's interval where not, refusals in a line."""
from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import cli
import mcts.simulate
from games.api import InputError
from reports.documents import differences as lines
from reports.documents import differences_balanced as balanced
from reports.documents.compare import Comparison, compare
from reports.documents.comparison import opening, page, told
from reports.experiments.question import Question, make_plan
from reports.experiments.run import balance
from reports.run import simulate
from tests.reports.pages import PAGE, Page
from tests.schemas import validator
from tests.whole import amount, mostly_whole


def simulated(path, options=None, seed=1, games=60, agents=("greedy",), game="burgundy"):
    return simulate(path, mcts.simulate.plan(game, list(agents), games, 2, options, seed)).path


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    return {"plain": simulated(folder / "plain"), "five": simulated(folder / "five", {"boards": "5"}),
            "again": simulated(folder / "again"), "other": simulated(folder / "other", seed=2, games=80)}


def by_name(found):
    return {(each.group, each.name, each.unit): each for each in found.differences}


def test_runs_of_one_seed_are_paired_block_by_block(runs):
    found = compare(runs["plain"], runs["five"])
    assert found.paired
    assert found.differs == {"option boards": ("not given", "5")}
    score = by_name(found)["whole game", "mean score", "points"]
    assert score.difference == pytest.approx(score.second - score.first)
    assert score.low < score.difference < score.high
    assert score.blocks_first == score.blocks_second == 30
    sources = sum(each.difference for each in found.differences if each.group == "points by source")
    assert sources == pytest.approx(score.difference)


def test_pairing_makes_the_interval_that_of_the_differences():
    rng = np.random.default_rng(1)
    luck, change = rng.normal(0, 20, 80), rng.normal(3, 1, 80)
    first, second = pd.Series(luck), pd.Series(luck + change)
    pair, apart = lines.paired("g", "n", "points", first, second), lines.unpaired("g", "n", "points", first, second)
    assert pair.difference == pytest.approx(apart.difference)
    assert pair.stderr == pytest.approx(change.std(ddof=1) / 80 ** 0.5)
    assert apart.stderr > 10 * pair.stderr
    assert pair.luck_left < 0.01
    assert [each.verdict for each in lines.judged([pair])] == ["higher"]
    assert [each.verdict for each in lines.judged([apart])] == ["not settled"]


@pytest.mark.parametrize("unit", mostly_whole(["win", "points"], "win".__eq__))
def test_intervals_cover_the_true_difference(unit):
    rng, held, times = np.random.default_rng(3), {True: 0, False: 0}, amount(1000, few=200)
    for _ in range(times):
        luck = rng.normal(0, 1, 60)
        first, second = (pd.Series(luck * share + rng.normal(mean, 1, 60)) for share, mean in ((1, 0), (0.7, 0.5)))
        other = pd.Series(rng.normal(0.5, 1.3, 45))
        for pair, line in ((True, lines.paired("g", "n", unit, first, second)),
                           (False, lines.unpaired("g", "n", unit, first, other))):
            held[pair] += line.low <= 0.5 <= line.high
    assert all(abs(count / times - 0.95) <= 0.48 / times ** 0.5 for count in held.values()), held


def test_the_same_games_differ_in_nothing(runs):
    found = compare(runs["plain"], runs["again"])
    assert found.differs == {}
    assert {each.difference for each in found.differences} == {0}
    assert {each.verdict for each in found.differences} <= {"the same in every block", "too few blocks"}


def test_runs_of_two_seeds_are_independent(runs):
    found = compare(runs["plain"], runs["other"])
    assert not found.paired
    assert set(found.differs) == {"seed", "games"}
    score = by_name(found)["whole game", "mean score", "points"]
    assert (score.blocks_first, score.blocks_second) == (30, 40)
    assert "not paired" in opening(found)


def balance_run(folder, seed=1, options=None, **asked):
    question = Question("catan_cards", asked.pop("kind", "expansions"), agents=["greedy"], games=80, seats=2,
                        seed=seed, points="1", options=options or {}, **asked)
    return balance(folder, make_plan(question)).path


@pytest.mark.parametrize("experiments", mostly_whole(
    [["gift", "take", "restrict"], ["robin"], ["supply"], ["seats"]], ["seats"].__eq__))
def test_effects_of_balance_runs_are_compared_item_by_item(tmp_path, experiments):
    kind = "seats" if experiments == ["seats"] else "expansions"
    one, other = (balance_run(tmp_path / name, options=options, experiments=experiments, kind=kind)
                  for name, options in (("one", {}), ("other", {"market_day": "none"})))
    found = compare(one, other)
    assert found.paired
    assert any(abs(each.difference) > 0.01 for each in found.differences)
    for each in found.differences:
        assert each.difference == pytest.approx(each.second - each.first, abs=1e-9)
    again = balance_run(tmp_path / "seed", seed=5, experiments=experiments, kind=kind)
    assert not compare(one, again).paired


@pytest.mark.whole
def test_an_item_is_compared_in_rounds_of_two_sizes_as_independent_runs(tmp_path):
    two, three = (balance(tmp_path / str(seats), make_plan(Question(
        "catan_cards", "expansions", items=["church"], experiments=["gift"], agents=["greedy"], seats=seats,
        games=30 * seats))).path
        for seats in (2, 3))
    found = compare(two, three)
    assert not found.paired
    assert "different numbers of seats" in found.why
    assert found.differs["seats"] == ("2", "3")
    gift = by_name(found)["gift", "church", "points"]
    assert gift.difference == pytest.approx(gift.second - gift.first)
    assert gift.low < gift.difference < gift.high


@pytest.mark.whole
def test_boards_are_compared_by_pairs_too(tmp_path):
    asked = make_plan(Question("burgundy", "boards", items=["1", "3", "5"], agents=["greedy"], games=60))
    one = balance(tmp_path / "one", asked).path
    other = balance(tmp_path / "other", replace(asked, options={"buy": "anytime"})).path
    for each in compare(one, other).differences:
        assert each.group == "board"
        assert each.difference == pytest.approx(each.second - each.first, abs=1e-9)


def test_plans_that_lay_out_other_blocks_are_no_pairs(tmp_path):
    one = balance_run(tmp_path / "one", experiments=["gift"], items=["hall", "church"])
    other = balance_run(tmp_path / "other", experiments=["gift"], items=["hall", "library"])
    found = compare(one, other)
    assert not found.paired
    assert {each.name for each in found.differences} == {"hall"}
    assert not balanced.pairs(*(make_plan(Question("pig", "seats", agents=["greedy"], seed=s)) for s in (1, 2)))


def test_what_cannot_be_compared_is_refused(runs, tmp_path):
    pig = simulated(tmp_path / "pig", games=8, agents=["random"], game="pig")
    three = simulate(tmp_path / "three", mcts.simulate.plan("burgundy", ["greedy"], 3, 3)).path
    seats = balance(tmp_path / "seats", make_plan(Question("burgundy", "seats", agents=["greedy"], games=4))).path
    for other, word in ((pig, "different games"), (three, "numbers of seats"), (seats, "different kinds"),
                        (runs["plain"], "first run again"), (tmp_path / "none", "does not exist")):
        with pytest.raises(InputError, match=word):
            compare(runs["plain"], other)


def test_the_command_writes_a_page_and_refuses_in_two_lines(runs, tmp_path, capsys):
    def command(*given: object) -> int:
        with pytest.raises(SystemExit) as end:
            cli.main(["compare", *(str(word) for word in given)])
        return int(str(end.value.code))

    assert command(runs["plain"], runs["five"], "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["paired"] is True
    validator("comparison").validate(document)
    assert document["differences"]
    place = runs["five"] / "against-plain"
    assert document["report"] == str(place / "report.html")
    first = {f: f.read_bytes() for f in place.rglob("*") if f.is_file()}
    assert command(runs["plain"], runs["five"]) == 0
    assert "With boards 5 instead of the default, " in capsys.readouterr().out
    assert {f: f.read_bytes() for f in place.rglob("*") if f.is_file()} == first
    page = (place / "report.html").read_text(encoding="utf-8")
    assert "higher" in page
    assert "nan" not in page
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("kept")
    for bad in ((runs["plain"],), (), (runs["plain"], "--out", "x"), (runs["plain"], runs["plain"]),
                (runs["plain"], runs["five"], runs["plain"]), (runs["plain"], runs["five"], "--out", full)):
        assert command(*bad) == 2
        assert 1 <= len(capsys.readouterr().err.splitlines()) <= 2
    assert [f.name for f in full.iterdir()] == ["mine.txt"]


def made_comparison(differs: dict[str, tuple[str, str]]) -> Comparison:
    """Two runs whose differences are known."""
    rng, found = np.random.default_rng(5), []
    luck = rng.normal(0, 20, 300)
    for name, gain in (("phases", 11.0), ("regions", -8.0), ("sales", 0.0), ("Long Name Of A Source", 0.9)):
        found.append(lines.paired("points by source", name, "points", pd.Series(luck),
                                  pd.Series(luck + gain + rng.normal(0, 2, 300))))
    found.append(lines.paired("seat", "seat 0", "win", pd.Series(rng.random(300)), pd.Series(rng.random(300))))
    return Comparison("run1", "run2", {"game": "burgundy"}, differs, True, "both have the same seed",
                      lines.judged(found))


def test_a_comparison_begins_with_the_largest_difference_and_fits_the_page():
    found = made_comparison({"option boards": ("random", "5")})
    first, *more = told(found)
    assert first.startswith("With boards 5 instead of random, points from phases are 1")
    assert "higher (95 % interval 1" in first
    assert any(each.startswith("Lower: points from regions (−") for each in more)
    assert any("Long Name Of A Source" in each for each in more)
    read = Page(page(found, {}))
    assert all(table.width <= PAGE for table in read.tables)
    assert "block" not in read.words
    assert first in read.words.replace("\n", " ")
    same = replace(found, differences=[each for each in found.differences if each.unit == "win"])
    assert told(same)[0] == "With boards 5 instead of random, no difference is shown."
    assert told(replace(found, differs={}))[0].startswith("In run2 against run1, points from phases")
