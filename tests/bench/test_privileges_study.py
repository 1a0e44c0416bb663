"""The study of privileges: its worlds, what it makes of simulated worths, what it writes and goes on with."""
import re
from math import inf, isnan, nan
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from bench.pages import privileges_page, privileges_study
from bench.pages.privileges_rows import Study, called, groups
from bench.pages.privileges_study import parts, run, sample
from bench.pages.privileges_worth import World, decks, pooled, price, with_means
from games.api import InputError
from reports.experiments.question import Question, make_plan
from reports.experiments.results import results
from reports.experiments.run import balance
from reports.statistics.verdicts import HOLDS, OPEN, TURNS
from tests.whole import mostly_whole

LINK = re.compile(r"\]\(([^)]+)\)")
MARKS = (20, 40, 80)
MONEY = {"money 20": 20.0, "money 40": 40.0, "money 80": 80.0}
WORLDS = ("213", "231", "253")              # of few kinds and short games
STRONG = "mcts:2"
COMPANIES = {"I(3)", "I(7)", "II(1)"}       # kinds that only companies have


def drawn(rng, count, worth, a_mark, between, noise):
    """Simulated worlds: worths that differ from world to world, and are seen through noise."""
    worlds = []
    for number in range(count):
        true = {"kind": worth + between * rng.normal()}
        slope = a_mark * (1 + 0.3 * rng.normal())
        true |= {token: slope * mark for token, mark in MONEY.items()}
        seen = {name: value + noise * rng.normal() for name, value in true.items()}
        worlds.append(World(str(number), 10.0, seen, dict.fromkeys(seen, noise), 80))
    return worlds


def test_each_kind_is_in_as_many_worlds_as_asked_and_no_world_of_companies_is_played():
    worlds = sample(10)
    assert len(decks()) == 140
    assert len(set(worlds)) == len(worlds) < 60
    assert all("3" in world and not world.startswith("9") and world[1] != "9" for world in worlds)
    often = {card: sum(card in decks()[world] for world in worlds) for card in called()}
    assert min(n for card, n in often.items() if card not in COMPANIES) == 10
    assert all(often[card] == 0 for card in COMPANIES)
    assert sample(10) == worlds


def test_every_part_has_a_luck_of_its_own_and_money_to_compare_with():
    first, second = (part.plan() for part in parts(["731", "213"], 4, 2, "greedy")[:2])
    assert first.tokens == ("null", "money 20", "money 40", "money 80", "money 160")
    assert (first.seed, second.seed) == (504731, 504213)
    assert first.games == 8
    gifts = parts(["731"], 4, 2, "greedy")[1].plan()
    assert (gifts.experiments, gifts.games) == (("gift",), 4 * len(gifts.items))


@pytest.mark.whole
def test_intervals_of_worths_and_prices_cover_the_truth():
    rng, times = np.random.default_rng(504), 1_000
    worth_in = price_in = 0
    for _ in range(times):
        worlds = drawn(rng, 10, 0.2, 0.005, 0.1, 0.15)
        found, paid = pooled(worlds, "kind"), price(worlds, "kind", MONEY, 20)
        worth_in += found.low <= 0.2 <= found.high
        price_in += paid.low <= 40 <= paid.high
    assert 0.935 <= worth_in / times <= 0.965
    assert 0.935 <= price_in / times <= 0.975           # it has all prices between those that are not rejected


def test_worlds_that_differ_are_told_from_noise():
    rng = np.random.default_rng(1)
    assert pooled(drawn(rng, 400, 0.2, 0.005, 0.3, 0.2), "kind").between == pytest.approx(0.3, abs=0.04)
    assert pooled(drawn(rng, 400, 0.2, 0.005, 0.0, 0.2), "kind").between < 0.08


def test_prices_beyond_what_seats_were_given_are_said_to_be_beyond():
    rng = np.random.default_rng(2)
    high, low = (price(drawn(rng, 30, worth, 0.005, 0.0, 0.02), "kind", MONEY, 20) for worth in (1.0, -1.0))
    assert (high.value, high.low, high.high) == (inf, inf, inf)
    assert (low.value, low.low, low.high) == (-inf, -inf, -inf)
    exact = price(drawn(rng, 30, 0.2, 0.005, 0.0, 0.001), "kind", MONEY, 40)
    assert 30 < exact.low < exact.value < exact.high < 50
    assert exact.p > 0.05


def test_two_worlds_give_no_interval():
    worlds = drawn(np.random.default_rng(3), 2, 0.2, 0.005, 0.1, 0.1)
    assert isnan(pooled(worlds, "kind").low)
    assert isnan(price(worlds, "kind", MONEY, 20).value)


def test_a_mean_of_kinds_is_that_of_the_kinds_that_a_world_has():
    world = World("731", 1.0, {"a": 0.1, "b": 0.3}, {"a": 0.1, "b": 0.1}, 2)
    both = with_means(world, {"all": ["a", "b", "c"], "none": ["c"]})
    assert both.worths == {"a": 0.1, "b": 0.3, "all": pytest.approx(0.2)}
    assert both.stderrs["all"] != both.stderrs["all"]       # its parts share games, so it has no error of its own
    assert pooled([both] * 3, "all").between != pooled([both] * 3, "all").between


@pytest.fixture(scope="module")
def done(tmp_path_factory) -> tuple[Path, Path]:
    """Runs and documents of a study of three worlds."""
    runs, out = tmp_path_factory.mktemp("runs"), tmp_path_factory.mktemp("documents")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(privileges_study, "sample", lambda least: list(WORLDS))
        patch.setattr("bench.pages.privileges_page.signature", lambda: "5187d17a")
        run(stronger=STRONG, least=1, blocks=24, gifts=2, runs=runs, out=out)
    return runs, out


@pytest.mark.whole
def test_the_page_names_every_kind_that_was_played_and_what_it_links_to_is_there(done):
    runs, out = done
    page = (out / "README.md").read_text(encoding="utf-8")
    kinds = {card for world in WORLDS for card in decks()[world]}
    assert all(f"\n| {card}: " in page for card in kinds)
    first = page.split("\n\n")[2].replace("\n", " ")
    assert re.match(r"\*\*Between better players a privilege alone is worth .* spreads of a seat's margin, between "
                    r"weak ones .*\.\*\*.* its printed cost is 20\.", first)
    assert re.search(r"mcts:2 wins \d+\.\d % \(± \d+\.\d\) of 12 games against greedy in these 3 worlds",
                     " ".join(page.split()))
    assert "have no price" in page
    assert "plays 144 games of the round robin in 3 worlds" in page
    assert all(len(line) <= 120 for line in page.splitlines())
    links = [link for link in LINK.findall(page) if "balance.md" not in link and not link.startswith("#")]
    assert set(links) == {"worths.png", "privileges.csv", "alone.csv"}
    assert all((out / link).is_file() for link in links)


@pytest.mark.whole
def test_what_was_played_is_not_played_again_and_the_documents_stay_the_same(done, monkeypatch):
    runs, out = done
    before = {f.name: f.read_bytes() for f in out.iterdir() if f.name != "README.md"}
    monkeypatch.setattr(privileges_study, "sample", lambda least: list(WORLDS))
    monkeypatch.setattr("reports.experiments.run.in_order", nan)
    run(stronger=STRONG, least=1, blocks=24, gifts=2, runs=runs, out=out)
    assert {f.name: f.read_bytes() for f in out.iterdir() if f.name != "README.md"} == before


def of_worths(agent: str, worths: dict[str, float]) -> Study:
    """Worlds that agree on the worths of kinds, and on money."""
    rng = np.random.default_rng(4)
    tokens = {f"money {mark}": mark / 200 for mark in MARKS}
    worlds = [with_means(World(
        str(number), 10.0, {name: worth + 0.02 * rng.normal() for name, worth in (worths | tokens).items()},
        dict.fromkeys([*worths, *tokens], 0.02), 80), groups()) for number in range(12)]
    return Study(agent, worlds, worlds)


def test_what_better_players_keep_is_said_of_kinds_by_both(tmp_path):
    weak = of_worths("greedy", {"I(2)": 0.5, "I(5)": 0.5, "I(6)": 0.5, "II(2)": 0.0})
    strong = of_worths("mcts:10", {"I(2)": 0.3, "I(5)": -0.3, "I(6)": 0.0, "II(2)": 0.4})
    privileges_page.write(tmp_path, [weak, strong], MARKS, 12, "mcts:10 wins 80 %.")
    rows = pd.read_csv(tmp_path / "alone.csv").query("agent == 'mcts:10'").set_index("privilege")["word"]
    assert rows.dropna().to_dict() == {"I(2)": HOLDS, "I(5)": TURNS, "I(6)": OPEN, "II(2)": OPEN}
    page = " ".join((tmp_path / "README.md").read_text("utf-8").split())
    assert "**Between better players a privilege alone is worth +0.1" in page
    assert "Played by mcts:10, and again by greedy, in both of two seats. mcts:10 wins 80 %." in page
    assert "Both show that they are worth something: I(2). They show opposites of I(5)." in page
    assert "Only between weak players it is shown of I(6), which is not settled among better ones." in page
    assert "Only between better players it is shown of II(2)." in page
    named = re.findall(r"\| (I+\(\d\)): [^|]* \| 12 \|", page)
    assert named == ["II(2)", "I(2)", "I(6)", "I(5)"]           # the best alone to better players first


def test_one_player_alone_has_no_word(tmp_path):
    privileges_page.write(tmp_path, [of_worths("greedy", {"I(2)": 0.5, "I(5)": 0.5})], MARKS, 12)
    page = " ".join((tmp_path / "README.md").read_text("utf-8").split())
    assert "**Between weak players a privilege alone is worth +0.50 ±" in page
    assert "better players" not in page
    assert "Shown to be worth anything: I(2) and I(5)." in page


def test_a_study_without_games_is_refused(tmp_path):
    with pytest.raises(InputError, match="nothing was played yet"):
        run(runs=tmp_path, out=tmp_path / "out", write_only=True)


@pytest.mark.parametrize("experiment", mostly_whole(["gift", "robin", "take", "supply"], "gift".__eq__))
def test_every_experiment_takes_the_privileges_of_a_world(experiment, tmp_path):
    plan = make_plan(Question("world504", "privileges", experiments=(experiment,), agents=("greedy",), seats=2,
                              options={"world": "213"}, games=100, seed=1))
    assert set(plan.items) == set(decks()["213"])
    run = balance(tmp_path, plan)
    rows, _ = results(plan, run)
    assert {row.item for row in rows} & set(plan.items)


def test_privileges_cannot_be_given_in_worlds_of_companies():
    with pytest.raises(InputError, match="in world 931 companies have privileges"):
        make_plan(Question("world504", "privileges", agents=("greedy",), seats=2, options={"world": "931"}, games=32))
