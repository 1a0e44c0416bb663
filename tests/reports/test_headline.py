"""The headline of a run of two strengths: played a second time, and evened by the smallest amount that does it."""
from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import cli
from bench.pages import kept as kept_page
from reports.documents import balance as balance_page
from reports.documents import headline as page
from reports.documents import strengths as strengths_page
from reports.experiments import again, against_kind, evening, extending, strengths
from reports.experiments.again import Again, Headline
from reports.experiments.evening import LOOKS, Search, between, smallest
from reports.experiments.plan import BalancePlan
from reports.experiments.question import Question, make_plan
from reports.experiments.run import open_balance
from reports.statistics.verdicts import FADES, HOLDS, OPEN, REFUTED, TURNS
from reports.wording import minus


def asked(**more: object) -> BalancePlan:
    return make_plan(Question(**{"game": "catan_cards", "kind": "expansions", "experiments": ["gift"], "seats": 2,
                                 "agents": ["random"], "stronger": "greedy", "games": 120, "delta_margin": 0.3,
                                 "seed": 1} | more))


def a_search(side: int = 1, most: int = 16) -> Search:
    plan = asked(items=["church"])
    return Search(plan, Headline("church", "gift", side * 3.0, 2.0, 4.0, 60, False), "brick", 1, most)


def played(effect: float, each: float, seed: int = 6, sd: float = 2.0):
    """Values of blocks in which an effect loses `each` with every step paid; all amounts share their luck."""
    luck = np.random.default_rng(seed).normal(0, sd, LOOKS[-1])

    def values(amount: int, blocks: int) -> np.ndarray:
        own = np.random.default_rng((seed, amount)).normal(0, 0.2, LOOKS[-1])
        return effect - each * amount + (luck + own)[:blocks]
    return values


@pytest.mark.parametrize(("effect", "each", "amount"), [(5.0, 0.9, 6), (5.0, 3.0, 2), (0.05, 1.0, 0),
                                                        (40.0, 1.0, None)])
def test_the_smallest_amount_is_found(effect, each, amount):
    found = smallest(a_search(), played(effect, each))
    assert found.amount in (amount, amount and amount - 1)      # one less where that is as good as even
    assert found.to_others
    if amount:
        assert found.after[0] < found.before[0]


def test_the_interval_of_the_amount_holds_it_as_often_as_it_says():
    found = [smallest(a_search(), played(5.0, 0.9, seed)) for seed in range(60)]
    assert sum(each.low <= 5.0 / 0.9 <= each.high for each in found) >= 0.85 * len(found)
    assert np.mean([each.high - each.low for each in found]) < 2


def test_what_is_behind_gets_it_itself():
    search = a_search(side=-1)
    found = smallest(search, lambda amount, blocks: -played(5.0, 0.9)(amount, blocks))
    assert not found.to_others
    held = [trial.task.options["gifts"] for trial, _ in search.trials(2, 0)]
    assert held == ["0:church,0:brick 2", "1:church,1:brick 2"]
    others = [trial.task.options["gifts"] for trial, _ in a_search().trials(2, 0)]
    assert others == ["0:church,1:brick 2", "1:church,0:brick 2"]


def test_amounts_share_their_luck_and_its_error_is_that_of_pairs():
    luck = np.random.default_rng(1).normal(0, 10, 200)
    at, low, high = between(2, 1.0 + luck - luck.mean(), 3, -1.0 + luck - luck.mean(), 1)
    assert at == pytest.approx(2.5)
    assert 1.5 < low < at < high < 3.5


def test_the_holder_of_a_place_is_whoever_has_it_in_that_game():
    plan = asked(kind="seats", experiments=["seats"], seats=3)
    search = Search(plan, Headline("third", "place", -1.0, -2.0, -0.5, 60, False), "brick", 1, 4)
    for trial, holder in search.trials(1, 4):
        assert search._order(trial.task)[2] == holder
        assert trial.task.options["gifts"] == f"{holder}:brick 1"


def of_table(*lines: tuple[str, float, str]) -> dict[str, pd.DataFrame]:
    return {strengths.TABLE: pd.DataFrame([
        {"item": item, "estimand": "gift", "outcome": "margin", "at_stronger": value, "stronger_low": value - 1,
         "stronger_high": value + 1, "blocks": 60, "word": word} for item, value, word in lines])}


def test_the_headline_is_the_surest_effect_that_better_players_keep_or_turn():
    plan = asked()
    assert again.headline(plan, of_table(("hall", 9.0, FADES), ("church", 4.0, HOLDS), ("guild", -5.0, TURNS))
                          ).item == "guild"
    assert again.headline(plan, of_table(("hall", 9.0, FADES))) is None
    assert again.headline(replace(plan, stronger=""), of_table(("hall", 9.0, HOLDS))) is None


def test_the_second_run_has_other_luck_and_only_what_the_headline_is_about():
    plan = asked()
    second = again.second_plan(plan, Headline("church", "gift", 3.0, 2.0, 4.0, 20, False))
    assert second.items == ("church",)
    assert second.agents == ("greedy",)
    assert second.seed != plan.seed
    assert second.blocks == plan.cell_blocks(next(c for c in plan.cells if c.item == "church" and c.agent == "greedy"))


@pytest.mark.parametrize(("value", "found"), [(3.0, True), (0.2, False), (-3.0, False)])
def test_a_headline_that_does_not_come_again_is_not_printed_as_found(value, found):
    first = Headline("church", "gift", 3.0, 2.0, 4.0, 60, False)
    head = page.Head(first, Again(first, replace(first, estimate=value, low=value - 1, high=value + 1), (1, 2)), None)
    assert (page.not_again(head, lambda item: "") == "") is found
    assert bool(page.fair(asked(), head, {})) is found
    if found:
        assert "with seed 1, and +3.0 points (+2.0 to +4.0) with seed 2" in page.twice(head)


def against(head: Headline, value: float) -> Again:
    """A second run in which the headline stands at this."""
    return Again(head, replace(head, estimate=value, low=value - 1, high=value + 1), (1, 2))


def test_what_does_not_come_again_is_not_listed_as_kept_anywhere():
    plan, tables = asked(experiments=["gift"]), of_table(("church", 4.0, HOLDS), ("guild", -3.0, HOLDS))
    wins = tables[strengths.TABLE].assign(outcome="win", word=[HOLDS, OPEN])
    tables[strengths.TABLE] = pd.concat([tables[strengths.TABLE], wins], ignore_index=True).assign(
        weaker="random", stronger="greedy", at_weaker=2.0)
    first = again.headline(plan, tables)
    assert first.item == "church"
    for value, words in ((4.0, [HOLDS, HOLDS, HOLDS, OPEN]), (0.2, [REFUTED, HOLDS, REFUTED, OPEN])):
        head = page.Head(first, against(first, value), None)
        own = page.heeded(head, tables)
        assert list(own[strengths.TABLE]["word"]) == words
        kept = " ".join(strengths_page.sentences(plan, own))
        assert ("church" in kept) is (value > 1)
        assert f"guild (+2.0 with random, {minus('-3.0')} with greedy)" in kept
        assert strengths_page.once(plan, own, head).endswith("what is said of guild rests on one run.")
        shown = own | {strengths.TABLE: own[strengths.TABLE].assign(weaker_low=1.0, weaker_high=3.0)}
        assert (f"<td>{REFUTED}</td>" in strengths_page.section(plan, shown, lambda item: "")) is (value < 1)
    assert list(tables[strengths.TABLE]["word"]) == [HOLDS, HOLDS, HOLDS, OPEN]     # those of the run stay as they are
    assert strengths_page.once(plan, tables, page.Head(first, None, None)) == ""


def test_a_tile_that_does_not_come_again_is_not_above_the_mean_of_its_kind():
    lines = pd.DataFrame([{"agent": "greedy", "item": item, "estimand": "gift", "outcome": "margin", "deviation": value,
                           "low": value - 1, "high": value + 1, "blocks": 60, "kept": HOLDS, "verdict": "above"}
                          for item, value in (("church", 4.0), ("hall", 3.0), ("guild", 2.5))])
    plan, tables = asked(), {against_kind.TABLE: lines}
    first = again.headline(plan, tables)
    assert (first.item, first.of_kind) == ("church", True)
    own = page.heeded(page.Head(first, against(first, 0.0), None), tables)
    assert list(own[against_kind.TABLE]["kept"]) == [REFUTED, HOLDS, HOLDS]


@pytest.mark.parametrize(("second", "word"), [(4.0, HOLDS), (0.2, REFUTED)])
def test_of_two_places_both_stand_or_fall_with_the_first_finding(second, word):
    plan = asked(kind="seats", experiments=["seats"])
    tables = of_table(("first", 4.0, HOLDS), ("second", -4.0, HOLDS))
    tables[strengths.TABLE] = tables[strengths.TABLE].assign(estimand=plan.records[0].estimand)
    first = again.headline(plan, tables)
    head = page.Head(first, against(first, first.side * second), None)
    own = page.heeded(head, tables)
    assert list(own[strengths.TABLE]["word"]) == [word, word]
    assert strengths_page.once(plan, own, head) == ""


@pytest.mark.whole
def test_a_run_whose_second_look_disagrees_says_so_in_page_and_tables(tmp_path, capsys, monkeypatch):
    """Games of pig, of which the first run is made to say that the first is ahead, and the second that it is not."""
    given = ["balance", "pig", "--items", "seats", "--agent", "random", "--stronger", "greedy", "--games", "8",
             "--seed", "3", "--out", str(tmp_path / "run")]
    with pytest.raises(SystemExit) as ended:
        cli.main(given)
    assert not ended.value.code, capsys.readouterr().err
    run, plan = open_balance(tmp_path / "run")
    held = of_table(("first", 4.0, HOLDS), ("second", -4.0, HOLDS))[strengths.TABLE].assign(
        estimand=plan.records[0].estimand, weaker="random", stronger="greedy", at_weaker=2.0, weaker_low=1.0,
        weaker_high=3.0)
    first = again.headline(plan, {strengths.TABLE: held})
    real = extending.whole
    monkeypatch.setattr(extending, "whole", lambda *given: (
        lambda plan, rows, found, runs: (plan, rows, {**found, strengths.TABLE: held}, runs))(*real(*given)))
    monkeypatch.setattr(again, "second", lambda *given: against(first, 0.5))
    files = balance_page.write_report(run.path)
    text = files[0].read_text("utf-8")
    assert "a second run with other dice does not show it" in text
    assert f"<td>{REFUTED}</td>" in text
    assert "Better players keep it" not in text         # the other place says the same as the first
    assert "rests on one run" not in text
    table = pd.read_csv(next(file for file in files if file.name == f"{strengths.TABLE}.csv"))
    assert dict(zip(table["item"], table["word"], strict=True)) == {"first": REFUTED, "second": REFUTED}
    assert evening.next_search(run.path, plan, {strengths.TABLE: held}) is None
    monkeypatch.setattr(kept_page, "results", lambda *given: ([], {strengths.TABLE: held}))
    told = "\n".join(kept_page.told(run.path).parts)
    assert "Better players keep it" not in told
    assert f"| first | points | +2.0 (+1.0 to +3.0) | +4.0 (+3.0 to +5.0) | {REFUTED} |  |" in told
    assert "holds" not in told.partition("| --- |")[2]


@pytest.mark.whole
def test_the_command_plays_it_all_and_goes_on_where_it_was(tmp_path, capsys):
    def command(*given: str) -> None:
        with pytest.raises(SystemExit) as ended:
            cli.main(list(given))
        assert not ended.value.code, capsys.readouterr().err

    given = ("balance", "catan_cards", "--items", "expansions", "--item", "church", "--experiment", "gift", "--seats",
             "2", "--agent", "random", "--stronger", "greedy", "--games", "120", "--seed", "1", "--out",
             str(tmp_path / "run"))
    command(*given)
    files = {file: file.read_bytes() for file in (tmp_path / "run").rglob("*") if file.is_file()}
    command(*given)
    assert {file: file.read_bytes() for file in (tmp_path / "run").rglob("*") if file.is_file()} == files
    run, plan = open_balance(tmp_path / "run")
    command("report", str(run.path))
    text = (run.path / "report" / "report.html").read_text(encoding="utf-8")
    assert "What would make it fair: " in text
    assert "was played twice, with other dice the second time" in text
    kept = next(file for file in files if file.parent.name == evening.FOLDER)
    whole = kept.read_bytes()
    search = a_search(most=4)
    half = {amount: values[:20] for amount, values in evening.kept(run.path, replace(
        search, plan=plan, most=4)).items()}
    evening.write(run.path, replace(search, plan=plan, first=again.headline(plan, {}) or search.first), half)
    command(*given)
    assert kept.read_bytes() == whole
