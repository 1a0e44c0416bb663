"""Two strengths of play: the match that comes first, the word for each effect, and what a page says of it."""
from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import cli
from games.api import InputError
from reports.documents import balance_words as words
from reports.documents import strengths as page
from reports.experiments import strengths
from reports.experiments.plan import BalancePlan, from_manifest
from reports.experiments.question import Question, make_plan
from reports.experiments.results import results
from reports.experiments.run import balance
from reports.experiments.strengths import MATCH, TABLE, share_of
from reports.run import open_run
from reports.statistics.verdicts import APPEARS, EVEN, FADES, HOLDS, TURNS, at_two_strengths
from tests.reports.test_experiments_results import MadeRun, made

PIG = {"game": "pig", "kind": "seats", "agents": ["random"], "stronger": "greedy", "games": 8, "seed": 3}
ITEMS = ["church", "hall", "university", "castle", "library"]
OPEN = "not settled, 50 more blocks"


def status(given: list[str]) -> int:
    with pytest.raises(SystemExit) as ended:
        cli.main(given)
    return int(ended.value.code or 0)


@pytest.mark.parametrize(("weak", "strong", "above", "word"), [
    ("strong", "above", (True, True), HOLDS), ("weak", "below", (False, False), HOLDS),
    ("above", "weak", (True, False), TURNS), ("strong", "balanced", (True, True), FADES),
    ("above", "slight", (True, True), FADES), ("balanced", "slight", (True, True), EVEN),
    (OPEN, "balanced", (True, True), EVEN), ("slight", "strong", (False, True), APPEARS),
    ("strong", OPEN, (True, True), OPEN), (OPEN, "strong", (True, True), OPEN)])
def test_what_each_word_means(weak, strong, above, word):
    assert at_two_strengths(weak, strong, above) == word


def test_the_share_that_shows_it_is_the_same_difference_at_every_table():
    assert share_of(0.65, 2) == pytest.approx(0.65)
    assert [round(share_of(0.65, n), 2) for n in (3, 4)] == [0.48, 0.38]
    assert share_of(0.5, 4) == pytest.approx(0.25)


def test_the_match_comes_first_and_stays_in_the_manifest(tmp_path):
    asked = make_plan(Question(**PIG))
    assert asked.agents == ("random", "greedy")
    run = balance(tmp_path / "run", asked)
    found = run.manifest[MATCH]
    assert found["win"] > 0.65
    assert found["games"] == 2 * found["blocks"] >= 2 * strengths.FIRST
    assert from_manifest(run.manifest, run.path) == asked
    before = (tmp_path / "run" / "manifest.json").read_bytes()
    assert balance(tmp_path / "run", asked).complete
    assert (tmp_path / "run" / "manifest.json").read_bytes() == before
    said = page.who(asked, run.manifest)
    assert said.startswith("Played by greedy, and again by random, which is weaker: greedy won ")
    assert "65 % or more" in said


def test_an_agent_that_is_not_stronger_is_refused_before_anything_is_written(tmp_path, capsys):
    given = ["balance", "pig", "--items", "seats", "--agent", "greedy", "--stronger", "random", "--games", "8", "--out",
             str(tmp_path / "run")]
    assert status(given) == 2
    assert "--stronger: found random, which won" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(("more", "said"), [
    ({"stronger": "random"}, "is the agent of --agent as well"),
    ({"game": "catan_cards", "kind": "expansions", "experiments": ["gift"], "stop": "gsprt"},
     "does not go with --stop gsprt"),
    ({"kind": "skill", "budget": 5, "agents": ["mcts:5"]}, "does not go with --items skill")])
def test_what_two_strengths_do_not_go_with(more, said):
    with pytest.raises(InputError, match=said):
        make_plan(Question(**PIG | more))


def test_a_run_of_one_player_says_nothing_of_it():
    asked = make_plan(Question(**PIG | {"stronger": ""}))
    assert "stronger" not in asked.asked()
    assert page.who(asked, {}) == ""


def of_both(weak: dict[str, float], strong: dict[str, float], blocks: int = 3_000) -> tuple[BalancePlan, MadeRun]:
    """Gifts in games that were never played, in which an item is worth this to one player and that to another."""
    asked = make_plan(Question("catan_cards", "expansions", items=ITEMS, experiments=["gift"], agents=["greedy"],
                               stronger="mcts:50", seats=2, games=2 * blocks, delta_margin=1.5))
    parts = []
    for number, worth in enumerate((weak, strong)):
        seats = made(asked, lambda held, worth=worth: worth.get(held, 0.0), asked.blocks)
        agent = np.array([asked.agents.index(asked.cell_of(b)[0].agent) for b in range(asked.blocks)])
        parts.append(seats[agent[seats["block"]] == number])
    return asked, MadeRun(pd.concat(parts, ignore_index=True))


def test_a_finding_is_named_only_if_better_players_keep_it_or_turn_it():
    asked, run = of_both({"church": 6.0, "hall": 9.0, "university": 5.0},
                         {"church": 6.0, "university": -5.0, "castle": 6.0})
    rows, tables = results(asked, run)
    said = strengths.words_of(tables[TABLE].to_dict("records"), "gift")
    assert said == {"church": HOLDS, "hall": FADES, "university": TURNS, "castle": APPEARS, "library": EVEN}
    of = {"church": HOLDS, "university": TURNS}
    top = words.opening(replace(asked, experiments=("gift",)), rows, {TABLE: tables[TABLE]}, asked.blocks, asked.games)
    named = " ".join([top.finding, *top.more])
    assert all(item in named.lower() for item in of)
    assert "hall" not in named.lower()
    assert any("among weak players only: hall" in line for line in top.sure)
    html = page.section(asked, {TABLE: tables[TABLE]}, lambda item: "")
    assert html.count("<tr>") == 1 + len(ITEMS)


def test_runs_of_two_seeds_may_be_put_together_though_each_had_its_match(tmp_path):
    for seed in (1, 2):
        balance(tmp_path / str(seed), make_plan(Question(**PIG | {"seed": seed})))
    assert status(["merge", str(tmp_path / "1"), str(tmp_path / "2"), "--out", str(tmp_path / "both")]) == 0
    assert open_run(tmp_path / "both").manifest["stronger"] == "greedy"
    assert json.loads((tmp_path / "both" / "manifest.json").read_text())[MATCH]["stronger"] == "greedy"
