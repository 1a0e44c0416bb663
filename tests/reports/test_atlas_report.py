"""The page of an atlas, from games that were made up and from two worlds that were played."""
from __future__ import annotations

import re
import shutil
from html import unescape
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import cli
from games.api import InputError
from reports.atlas import games as played
from reports.atlas import run
from reports.atlas.estimates import SURE
from reports.atlas.measures import win_of_agent, win_of_place
from reports.atlas.plan import PASSES, AtlasPlan, Pass, Unit, make_plan
from reports.atlas.tables import BROKEN, FLAGS, all_tables
from reports.documents import atlas as atlas_page
from reports.documents.atlas import write_report
from reports.documents.atlas_figures import figures

MODULES = ["".join(each) for each in permutations("12358", 3)]
FEW = tuple(Pass(each.name, each.agent, each.against, each.seats, 4 * each.seats) for each in PASSES)


def made_up(plan: AtlasPlan, unit: Unit) -> list[dict[str, Any]]:
    """Games in which the first wins with module 3 at TOP I; they are long with 8 at TOP II, and 182 is stopped."""
    parts, made_in = plan.variants.parts(unit.item), unit.made_in
    rng = np.random.default_rng([int(unit.item), made_in.seats, len(made_in.name)])
    out = []
    for block in range(made_in.blocks):
        for rotation in range(made_in.seats):
            first = int(rng.random() < (0.97 if parts[0] == 2 else 0.5))
            winner = rotation if made_in.against else 0 if first else 1
            rounds = 30 if parts[1] == 7 else 10 + int(rng.integers(3))
            out.append({
                "item": unit.item, "made_in": made_in.key, "block": block, "rotation": rotation, "rounds": rounds,
                "turns": 2 * rounds, "decisions": 9 * rounds, "turn_decisions": 8 * rounds, "options_mean": 5.0,
                "options_95": 9.0, "capped": float(unit.item == "182"), "lead_changes": 2, "decided": rng.random(),
                "winners_lead": 3.0, **{f"score_{s}": 50.0 + s for s in range(made_in.seats)},
                **{f"win_{s}": float(s == winner) for s in range(made_in.seats)},
                **{f"place_{s}": s for s in range(made_in.seats)},
                "source_goods": 40.0, "source_awards": 10.0, "money_base": 100.0,
                **({"money_tokens": 50.0} if parts[1] == 4 else {})})
    return out


def atlas(path: Path, *items: str) -> AtlasPlan:
    plan = make_plan("world504", "worlds", items, {}, 1, FEW)
    run.play(path, plan)
    return plan


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "atlas"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played, "play_unit", made_up)
        plan = atlas(path, *MODULES)
    return path, plan, write_report(path)


@pytest.fixture(scope="module")
def tables(whole) -> dict[str, pd.DataFrame]:
    path, plan, _ = whole
    return all_tables(plan, {each.key: run.games_of(path, plan, each) for each in plan.passes})


def text(page: Path) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.read_text("utf-8"))))


def test_the_page_says_how_many_worlds_are_settled_and_how_many_are_not(whole, tables):
    path, plan, (page, *_) = whole
    said = tables["flags"].groupby("flag").size()
    first = said["favours the first player"]
    both = first + said.get("favours the second player", 0)
    assert (f"Between greedy agents, {both} of {len(plan.items)} worlds favour one of two players: {first} the first"
            in text(page))
    settled = tables["settled"].set_index("measure")
    assert f"and {settled.loc['first_win_2', 'not_settled']} are not settled" in text(page)
    assert first >= 10


def test_flags_find_what_was_put_in_and_are_95_percent_sure(tables):
    flags = tables["flags"]
    assert (flags["probability"] >= SURE).all()
    first = flags.loc[flags["flag"] == "favours the first player", "item"]
    assert np.mean([item[0] == "3" for item in first]) > 0.7        # eight games a world: some of 48 are lucky
    assert {item[1] for item in flags.loc[flags["flag"] == "long", "item"]} == {"8"}
    assert list(flags.loc[flags["flag"] == BROKEN, "item"]) == ["182"]
    assert set(flags["flag"]) <= {flag.says for flag in FLAGS} | {BROKEN}


def test_a_run_of_nothing_that_figures_show_has_a_page_without_them(tmp_path, monkeypatch):
    """Four seats alone: nobody asked how the games for two went."""
    monkeypatch.setattr(played, "play_unit", made_up)
    run.play(tmp_path / "four", make_plan("world504", "worlds", MODULES, {}, 1, FEW[2:3]))
    page, *files = write_report(tmp_path / "four")
    assert "wins of the first player, 4 seats" in text(page)
    assert not [file for file in files if file.suffix == ".svg"]


def test_no_share_is_below_none_or_above_all(tables):
    estimates = tables["estimates"]
    shares = estimates[~estimates["measure"].str.startswith("rounds")]
    assert shares[["raw", "pooled", "low", "high"]].stack().dropna().between(0, 1).all()
    assert (shares["pooled"] == 1).any()        # more, as pooling has it


def test_every_world_has_a_row_of_each_number_of_seats(whole, tables):
    _, plan, _ = whole
    worlds = tables["worlds"]
    assert list(worlds["item"]) == [*plan.items, *plan.items]
    assert (worlds["decisions_a_turn"] == 4).all()
    assert not worlds.drop(columns=["win_place_3", "win_place_4"]).isna().any().any()
    two = worlds[worlds["seats"] == 2]
    assert list(two["win_place_1"] + two["win_place_2"]) == pytest.approx([1] * len(two))
    assert list(two.loc[two["money_tokens"] > 0, "item"]) == [item for item in plan.items if item[1] == "5"]


def test_figures_and_tables_are_there(whole):
    names = {file.name for file in whole[2]}
    assert {"map_first_win_2.svg", "map_rounds_2.png", "effects.svg", "raw_pooled.svg", "funnel.svg", "worlds.csv",
            "worlds.parquet", "estimates.csv", "flags.csv", "settled.csv", "halves.csv"} <= names


@pytest.mark.whole
def test_tables_and_two_figures_are_the_same_twice(whole, tmp_path, monkeypatch):
    path, _, files = whole
    two = {"map_first_win_2", "effects"}
    shutil.copytree(path, tmp_path / "again")
    monkeypatch.setattr(atlas_page, "figures", lambda *what: {
        name: figure for name, figure in figures(*what).items() if name in two})
    again = write_report(tmp_path / "again")
    assert {file.stem for file in again if file.suffix == ".svg"} == two
    before = {file.relative_to(path): file.read_bytes() for file in files}
    assert [file for file in again if file.suffix != ".html"
            and file.read_bytes() != before[file.relative_to(tmp_path / "again")]] == []


@pytest.mark.whole
def test_all_files_are_the_same_twice(whole):
    path, _, files = whole
    before = {file: file.read_bytes() for file in files}
    write_report(path)
    assert {file: file.read_bytes() for file in files} == before


def test_places_and_agents_win_by_their_seat():
    games = pd.DataFrame({"rotation": [0, 1], "place_0": [1, 0], "place_1": [0, 1], "win_0": [1.0, 0.0],
                          "win_1": [0.0, 1.0]})
    assert list(win_of_place(0, 2)(games)) == [0.0, 0.0]
    assert list(win_of_place(1, 2)(games)) == [1.0, 1.0]
    assert list(win_of_agent(games)) == [1.0, 1.0]


def test_two_worlds_are_told_by_their_own_games(tmp_path, capsys):
    plan = make_plan("world504", "worlds", ["617", "867"], {}, 1, (Pass("greedy", "greedy", "", 2, 8),))
    run.play(tmp_path / "two", plan)
    with pytest.raises(SystemExit) as end:
        cli.main(["report", str(tmp_path / "two")])
    assert end.value.code in (0, None)
    page = tmp_path / "two" / "report" / "report.html"
    assert f"2 of the {len(plan.variants.names())} worlds: too few to be estimated together" in text(page)
    assert "not settled" not in text(page).partition("How to read this")[0]
    assert not list((tmp_path / "two" / "report" / "plots").iterdir())


@pytest.mark.whole
def test_an_atlas_that_is_half_played_is_told_as_far_as_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(played, "play_unit", made_up)
    plan, path = make_plan("world504", "worlds", MODULES, {}, 1, FEW), tmp_path / "half"

    def stop(share: float) -> None:
        if share > 0.02:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.play(path, plan, progress=stop)
    page, *_ = write_report(path)
    told = re.findall(r"played in (\d+) of (\d+) so far", text(page))
    assert len(told) == len(FEW)            # it is played world by world, so no pass is without any
    assert all(0 < int(some) < int(of) == len(plan.items) for some, of in told), told


def test_an_atlas_without_games_is_refused(tmp_path):
    plan = make_plan("world504", "worlds", ["617"], {}, 1, FEW)

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.play(tmp_path / "none", plan, progress=stop)
    with pytest.raises(InputError, match="holds no finished games yet"):
        write_report(tmp_path / "none")
