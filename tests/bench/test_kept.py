"""The page of what better players keep, from a run of two strengths and a run of one."""
import pandas as pd
import pytest

from bench.pages import kept
from bench.pages.age import OLDER
from games.api import InputError
from reports.documents import strengths
from reports.experiments.question import Question, make_plan
from reports.experiments.run import balance
from reports.experiments.strengths import TABLE


def test_a_page_says_who_played_and_shows_every_item(tmp_path):
    asked = {"game": "pig", "kind": "seats", "agents": ["random"], "games": 8, "seed": 3}
    two = balance(tmp_path / "two", make_plan(Question(**asked, stronger="greedy")))
    one = balance(tmp_path / "one", make_plan(Question(**asked)))
    kept.run([two.path], tmp_path / "page.md", "Who begins", "1234abcd")
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert page.startswith("# Who begins\n\n* **Places with 2 seats** (greedy, in points): ")
    assert "The game is Pig." in page
    assert page.index("Played by greedy, and again by random") < page.index("| first | points |")
    assert all(f"| {place} | {unit} |" in page for place in ("first", "second") for unit in ("points", "wins"))
    assert "The games were played with search signature 1234abcd." in page
    assert OLDER in page
    assert "--agent random --stronger greedy --games 8 --seed 3" in page
    with pytest.raises(InputError, match="was played by one player"):
        kept.run([one.path], tmp_path / "other.md")


def test_what_better_players_keep_has_what_would_make_it_fair():
    plan = make_plan(Question("catan_cards", "seats", agents=("greedy",), stronger="mcts:4", seats=3, games=6))
    row = {"estimand": plan.records[0].estimand, "weaker": "greedy", "stronger": "mcts:4", "blocks": 90,
           "at_weaker": 1.0, "weaker_low": 0.5, "weaker_high": 1.5, "stronger_low": -0.5, "stronger_high": 0.7}
    ahead, behind = {"at_stronger": 1.25, "stronger_low": 0.5, "stronger_high": 2.0}, {
        "at_stronger": -1.25, "stronger_low": -2.0, "stronger_high": -0.5}
    lines = [{**row, "item": "first", "outcome": "margin", "word": "holds", **ahead},
             {**row, "item": "third", "outcome": "margin", "word": "turns round", **behind},
             {**row, "item": "second", "outcome": "margin", "word": "not settled", "at_stronger": 0.1},
             {**row, "item": "first", "outcome": "win", "word": "holds", "at_stronger": 0.12}]
    told = kept.table(plan, {TABLE: pd.DataFrame(lines)})
    assert next(each for each in told if each.startswith("| first | points")).endswith(
        "| holds | 1.2 points (0.5 to 2.0) for each of the others |")
    assert next(each for each in told if each.startswith("| third")).endswith(
        "| turns round | 1.2 points (0.5 to 2.0) for whoever plays third |")
    assert next(each for each in told if each.startswith("| second")).endswith("| not settled |  |")
    assert next(each for each in told if each.startswith("| first | wins")).endswith("| holds |  |")
    assert kept.about(plan) == "Places with 3 seats"
    assert kept.short(strengths.of_page(plan, {TABLE: pd.DataFrame(lines)}), "mcts:4") == (
        "(mcts:4, in points): *holds* for first (+1.2); *turns round* for third (−1.2); "
        "*not settled* for second (+0.1).")
    many = [{"item": f"tile {n}", "at_stronger": 0.5, "word": "not settled"} for n in range(5)]
    assert kept.short(many, "mcts:4") == "(mcts:4, in points): *not settled* for 5."


def test_the_command_of_a_run_names_what_is_not_usual():
    asked = {"game": "orleans", "kind": "place-tiles", "agents": ("greedy",), "stronger": "mcts:4", "seats": 2,
             "seed": 9}
    some = make_plan(Question(**asked, items=("Hayrick", "Cheese Factory", "School"), points="10", delta_margin=4.5,
                              games=40))
    assert kept.command(some) == (
        "ludosoph balance orleans --items place-tiles --item Hayrick --item 'Cheese Factory' --item School --seats 2 "
        f"--points 10 --delta-margin 4.5 --agent greedy --stronger mcts:4 --games {some.games} --seed 9 --out RUN")
    usual = kept.command(make_plan(Question(**asked, games=40)))
    assert not any(name in usual for name in ("--item ", "--points", "--delta-margin"))
