"""An atlas by two strengths: looks go where a verdict is near, shards make the same atlas, words mean what they say."""
from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import cli
from games.api import InputError
from reports.atlas import games as played
from reports.atlas import looks, run
from reports.atlas.estimates import estimate
from reports.atlas.measures import MEASURES, Estimated
from reports.atlas.plan import PASSES, AtlasPlan, Unit, make_plan
from reports.atlas.sides import Sided, word_of
from reports.atlas.tables import BROKEN, ENDED, STRENGTHS
from reports.documents import atlas as atlas_page
from reports.documents.atlas import write_report
from reports.statistics.verdicts import APPEARS, EVEN, FADES, HOLDS, OPEN, TURNS
from tests.reports.atlases import atlas, files
from tests.reports.test_atlas_report import FEW, made_up

STRONG = (*FEW[:2], *(replace(each, games=min(each.games, 20)) for each in looks.passes("mcts:8")[len(PASSES):]))
HERE = "138"                # a world with module 1 at TOP I, in which only the games of the weaker look one-sided
ENDLESS = "382"             # that the weaker do not bring to an end


def of_both(plan: AtlasPlan, unit: Unit) -> list[dict[str, Any]]:
    """The made-up games; among the stronger the second wins where among the weaker the first does, and all end."""
    rows = [{**row, "capped": float(unit.item == ENDLESS)} for row in made_up(plan, unit)]
    if unit.made_in not in looks.looks(plan):
        return rows
    rng = np.random.default_rng([int(unit.item), int(unit.made_in.name[-1])])
    for row in rows:
        first = int(rng.random() < (0.03 if plan.variants.parts(unit.item)[0] == 2 else 0.5))
        row |= {"win_0": float(first), "win_1": 1.0 - first, "capped": 0.0}
    return rows


plan, whole, tables = atlas(STRONG, of_both)


def test_games_go_where_a_verdict_is_near(whole, plan, tables):
    games = [set(run.games_of(whole, plan, each).get("item", [])) for each in looks.looks(plan)]
    flags = tables["flags"]
    sided = set(flags[flags["flag"].isin(["favours the first player", "favours the second player"])]["item"])
    assert games[0] == sided < set(plan.items)      # weak play favours nobody elsewhere, so no word can come
    assert games[1]
    assert games[2]
    assert games[2] < games[1] <= games[0]
    counts = tables[STRENGTHS].set_index("item")["games"]
    assert counts.max() > counts.min()


def test_the_likeliest_word_is_played_for_first():
    undecided = {"a": 0.2, "b": 0.9, "c": 0.5, "d": 0.9}
    assert looks.wanted(undecided, 2) == ["b", "d", "c", "a"]
    assert looks.wanted(undecided, 3) == ["b", "d"]


def test_a_pass_is_asked_for_with_its_games():
    asked = looks.only(looks.passes("mcts:8"), ("greedy-2=60", "strong-2"))
    assert [(each.key, each.games) for each in asked[:2]] == [("greedy-2", 60), ("strong1-2", looks.LOOKS[0])]
    plan = make_plan("world504", "worlds", ["123"], {}, 1, asked)
    assert looks.options(plan) == " --pass greedy-2=60 --pass strong-2"
    assert looks.options(make_plan("world504", "worlds", ["123"], {}, 1, looks.passes("mcts:8"))) == ""
    for wrong in ("greedy-2=0", "greedy-2=x", "strong-2=0", "greedy-3=4"):
        with pytest.raises(InputError, match=f"found '{wrong.split('=')[0]}"):
            looks.only(looks.passes("mcts:8"), (wrong,))


def test_a_look_with_a_number_of_games_is_the_only_one():
    asked = looks.only(looks.passes("mcts:8"), ("strong-2=96",))
    assert [(each.key, each.games) for each in asked] == [("strong1-2", 96)]
    plan = make_plan("world504", "worlds", ["123"], {}, 1, asked)
    assert looks.options(plan) == " --pass strong-2=96"
    assert not any(looks.is_later(plan, each) for each in plan.passes)
    as_first = make_plan("world504", "worlds", ["123"], {}, 1, looks.only(looks.passes("mcts:8"),
                                                                         (f"strong-2={looks.LOOKS[0]}",)))
    assert looks.options(as_first) == f" --pass strong-2={looks.LOOKS[0]}"      # not the usual three looks


def shares(first: float, error: float) -> Sided:
    """A share of wins of one variant that is known to within this error."""
    found = replace(estimate(np.array([[0, 1, 2]]), [[first, first]], 9), raw=np.array([first]),
                    stderrs=np.array([error]))
    return Sided.of(Estimated(MEASURES[0], ["123"], np.empty(0), np.empty(0, dtype=int), found, 2, 2), 0.975)


@pytest.mark.parametrize(("weak", "strong", "word"), [
    ((0.8, 0.05), (0.7, 0.05), HOLDS), ((0.8, 0.05), (0.3, 0.05), TURNS), ((0.8, 0.05), (0.52, 0.03), FADES),
    ((0.8, 0.05), (0.5, 0.005), FADES), ((0.57, 0.01), (0.52, 0.03), OPEN), ((0.8, 0.05), (0.52, 0.05), OPEN),
    ((0.5, 0.005), (0.7, 0.05), APPEARS), ((0.6, 0.1), (0.7, 0.05), OPEN), ((0.6, 0.1), (0.5, 0.005), EVEN)])
def test_what_becomes_of_a_side(weak, strong, word):
    """By share and error at both strengths. Where only weak play has it, it has much more of it than the stronger."""
    assert word_of(shares(*weak), 0, shares(*strong), 0) == word


def test_what_turns_round_and_what_is_not_settled(tables, plan):
    words = dict(zip(tables[STRENGTHS]["item"], tables[STRENGTHS]["word"], strict=True))
    turned = {item for item in plan.items if plan.variants.parts(item)[0] == 2}
    assert {item for item, word in words.items() if word == TURNS} == turned
    assert not any(word in (HOLDS, FADES) for word in words.values())
    assert words[HERE] == OPEN
    said = atlas_page.finding(plan, tables)
    assert f"in {len(turned)} better players favour the other one" in said


def test_what_the_stronger_end_is_not_broken(tables):
    flags = tables["flags"].groupby("flag")["item"].apply(set)
    assert BROKEN not in flags.index
    assert flags[ENDED] == {ENDLESS}


@pytest.mark.whole
def test_even_is_not_said_where_no_variant_could_be_shown_so(whole, tables):
    page = write_report(whole)[0].read_text("utf-8")
    assert not tables[STRENGTHS]["can_be_even"].any()
    assert "No variant was played often enough to be shown even" in page
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    assert text.index("Played by mcts:8, and again by greedy") < text.index("Of 24 worlds 8 were played by both: ")


@pytest.mark.whole
def test_shards_put_together_and_played_on_are_the_same_atlas(tmp_path, plan, whole, monkeypatch):
    monkeypatch.setattr(played, "play_unit", of_both)
    shards = [tmp_path / str(k) for k in (1, 2)]
    for k, path in enumerate(shards, start=1):
        run.play(path, plan, shard=(k, 2))
    with pytest.raises(InputError, match="found 1/2, 1/2 of 1|found 1/2, 1/2, expected 1/2 to 2/2"):
        run.merge([shards[0], shards[0]], tmp_path / "twice")
    run.merge(shards, tmp_path / "both")
    assert set(files(tmp_path / "both")) < set(files(whole))
    run.play(tmp_path / "both", plan)
    assert files(tmp_path / "both") == files(whole)


def test_uneven_blocks_are_estimated_as_even_ones_are_where_all_have_as_many(plan):
    rng = np.random.default_rng(3)
    parts = np.array([list(plan.variants.parts(item)) for item in plan.items])
    x = rng.normal(0.5, 0.2, (len(parts), 10))
    padded = np.column_stack([x, np.full((len(parts), 5), np.nan)])
    even, uneven = (estimate(parts, each, 9, 2) for each in (x, padded))
    assert uneven.raw == pytest.approx(even.raw)
    assert uneven.stderrs == pytest.approx(even.stderrs)
    assert uneven.values == pytest.approx(even.values)


def test_one_name_asks_for_all_looks():
    usual = looks.passes("mcts:8")
    assert looks.only(usual, ()) == usual
    chosen = looks.only(usual, ("greedy-2", "strong-2"))
    assert [each.key for each in chosen] == ["greedy-2", *(f"strong{n}-2" for n in range(1, len(looks.LOOKS) + 1))]


@pytest.mark.parametrize("stronger", ["greedy", "mcts:2", "mcts:1s"])
def test_a_stronger_agent_has_a_budget_that_can_be_quartered(stronger, capsys, tmp_path):
    with pytest.raises(SystemExit) as ended:
        cli.main(["atlas", "world504", "--item", "843", "--stronger", stronger, "--out", str(tmp_path / "run")])
    assert ended.value.code == 2
    assert "--stronger: found " in capsys.readouterr().err
