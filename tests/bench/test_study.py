"""The studies of tabletop games: played once, gone on with, ended by time, and written from whatever stands."""
import re
from math import nan
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest
from click.testing import CliRunner

import cli
from bench.study import kept_words, pages, places, playing, worths
from bench.study.chapters import EFFECTS, Chapter, changes, leader, swaps
from bench.study.parts import QUICK, SEATS, SUBJECTS, Part, Sizes, parts
from bench.study.playing import is_whole, play
from bench.study.study import run as study
from bench.study.worths import _changed
from reports.experiments import question as asking
from reports.experiments import run as balance_run
from reports.experiments.run import open_balance
from reports.statistics.verdicts import APPEARS, EVEN, FADES, HOLDS, OPEN, TURNS, UNTRIED

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)]+)\)")
POKER = Part("places-2", "kuhn_poker", SEATS, 2, "mcts:2", 80, 7, {}, 1)


@pytest.fixture(scope="module")
def done(tmp_path_factory) -> tuple[Path, Path]:
    """Runs and pages of the tiny study of CATAN's card game."""
    runs, out = tmp_path_factory.mktemp("runs"), tmp_path_factory.mktemp("pages")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "signature", lambda: "5187d17a")
        study("catan_cards", runs=runs, out=out, quick=True)
    return runs, out


def line(item: str, agent: str, estimate: float, stderr: float = 1.0, blocks: int = 100, **more) -> dict:
    """An effect with its error."""
    return {**dict.fromkeys(EFFECTS, nan), "item": item, "agent": agent, "outcome": "margin", "estimate": estimate,
            "low": estimate - 2 * stderr, "high": estimate + 2 * stderr, "stderr": stderr, "blocks": blocks,
            "games": 2 * blocks, "enough": 20, "delta": 1.5, "verdict": "not settled", **more}


def test_the_page_names_every_item_and_place_and_what_it_links_to_is_there(done):
    runs, out = done
    page = (out / "catan_cards/README.md").read_text(encoding="utf-8")
    assert all(f"\n| {name}: " in page for name in ("university", "library", "church", "castle", "hall"))
    assert "Left out, with fewer than 10 rounds: `greedy` with 2 and 3 seats" in page
    assert "| 2 | `greedy` | first |" not in page
    assert "| items-2-greedy | greedy | 40 | 40 | 80 | 2100 |" in page
    assert all(len(each) <= 120 for each in page.splitlines() if not each.startswith("ludosoph balance"))
    links = [link for link in LINK.findall(page) if "balance.md" not in link and link[0] != "#"]
    assert "against_mean.csv.gz" in links
    assert all((out / "catan_cards" / link).is_file() for link in links)


def test_what_was_played_is_not_played_again_and_the_files_stay_the_same(done, monkeypatch):
    runs, out = done
    before = {f.name: f.read_bytes() for f in (out / "catan_cards").iterdir() if f.name != "README.md"}

    def forbidden(*_, **__):
        raise AssertionError("played again")

    monkeypatch.setattr(balance_run, "in_order", forbidden)
    study("catan_cards", runs=runs, out=out, quick=True)
    assert {f.name: f.read_bytes() for f in (out / "catan_cards").iterdir() if f.name != "README.md"} == before


def test_a_study_stopped_on_the_way_is_written_as_far_as_it_stands(tmp_path, monkeypatch, capsys):
    def stopped(share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    monkeypatch.setattr(playing, "_until", lambda *_: stopped)
    study("burgundy", runs=tmp_path / "runs", out=tmp_path / "out", quick=True, only=["boards-greedy"])
    assert "goes on from there" in capsys.readouterr().err
    run, _ = open_balance(tmp_path / "runs/burgundy/boards-greedy")
    page = (tmp_path / "out/burgundy/README.md").read_text(encoding="utf-8")
    assert 0 < run.parts < run.parts_asked
    assert all(f"\n| board {n} | " in page for n in range(1, 10))
    assert "Not played yet: items-2-greedy, places-2-greedy and places-3-greedy." in page.replace("\n", " ")


def test_time_ends_a_part_when_the_games_under_way_are_written_and_it_goes_on_from_there(tmp_path, capsys):
    playing._play(POKER, tmp_path / "places-2", 1, end=0.0)
    run, plan = open_balance(tmp_path / "places-2")
    assert (run.parts, run.parts_asked) == (1, 4)
    assert "goes on with it" in capsys.readouterr().err
    assert not is_whole(POKER, tmp_path)
    play([POKER], tmp_path, 1)
    assert is_whole(POKER, tmp_path)
    whole = [f.read_bytes() for f in sorted((tmp_path / "places-2/games").iterdir())]
    play([POKER], tmp_path / "again", 1)
    assert [f.read_bytes() for f in sorted((tmp_path / "again/places-2/games").iterdir())] == whole
    section = places.section([Chapter.of(POKER, tmp_path / "places-2")])
    assert all(f"| 2 | `{agent}` | {place} |" in "\n".join(section.text)
               for agent in ("mcts:2", "mcts:8") for place in ("first", "second"))


def test_a_game_and_a_part_that_there_are_not_and_a_study_without_games_are_refused(tmp_path):
    with pytest.raises(ValueError, match="expected one of burgundy, catan_cards, orleans"):
        study("catan", runs=tmp_path)
    with pytest.raises(ValueError, match="expected one of items-2-greedy, boards-greedy"):
        study("burgundy", runs=tmp_path, only=["tiles"])
    with pytest.raises(ValueError, match="nothing was played yet"):
        study("orleans", runs=tmp_path, out=tmp_path, write_only=True)


@pytest.mark.parametrize("game", SUBJECTS)
def test_the_commands_of_the_page_ask_what_is_played(game, tmp_path):
    part = next(p for p in parts(SUBJECTS[game], "mcts:25", Sizes(30, 3)) if p.kind == SEATS)
    said = part.command().removeprefix("ludosoph ").split()
    said[-1] = str(tmp_path / "run")
    assert CliRunner().invoke(cli.app, said).exit_code == 0
    assert open_balance(tmp_path / "run")[1] == asking.make_plan(part.question())


def test_parts_have_seeds_of_their_own_and_greedy_plays_twice_as_many_games():
    for subject in SUBJECTS.values():
        asked = parts(subject, "mcts:25", Sizes(3000, 750))
        assert len({p.seed for p in asked}) == len({p.name for p in asked}) == len(asked)
        games = {p.name: p.games for p in asked}
        assert all(games[f"{name}-greedy"] == 2 * n for name, n in games.items() if not name.endswith("-greedy"))


def test_a_change_is_shown_where_it_is_beyond_its_error_and_not_told_of_few_games():
    found = pd.DataFrame([line("a", "greedy", 8.0), line("b", "greedy", 1.0), line("c", "greedy", -9.0),
                          line("a", "mcts:25", -2.0), line("b", "mcts:25", 2.0), line("c", "mcts:25", 0.0, blocks=19)])
    moved = {each.item: each for each in changes(found, "greedy", "mcts:25")}
    assert moved["a"].is_shown
    assert moved["a"].difference == -10.0
    assert moved["a"].low < -10.0 < moved["a"].high < 0
    assert moved["b"].is_known
    assert not moved["b"].is_shown
    assert not moved["c"].is_known
    assert leader(found) == "greedy"
    told = " ".join(_changed(found, "tile", "tiles"))
    assert "a (+8.0 to −2.0), of 2 that were played often enough" in told
    assert "a was ahead of b" in told


def test_two_budgets_of_one_run_are_judged_as_the_run_judges_them():
    lines = [line("a", agent, estimate, q_budgets=0.04) for agent, estimate in (("mcts:25", 0.0), ("mcts:100", 0.1))]
    assert changes(pd.DataFrame(lines), "mcts:25", "mcts:100")[0].q == 0.04
    alone = pd.DataFrame([{**lines[0], "agent": "greedy", "q_budgets": nan}, lines[1]])
    assert changes(alone, "greedy", "mcts:100")[0].q > 0.9


def test_items_change_places_only_where_both_orders_are_shown():
    near = [line("a", "greedy", 5.0), line("b", "greedy", -5.0), line("a", "mcts:25", -0.5), line("b", "mcts:25", 0.5)]
    assert swaps(pd.DataFrame(near), "greedy", "mcts:25") == []
    far = [*near[:2], line("a", "mcts:25", -5.0), line("b", "mcts:25", 5.0)]
    assert swaps(pd.DataFrame(far), "greedy", "mcts:25") == [("a", "b")]


@pytest.mark.parametrize(("weak", "strong", "word"), [
    (8.0, 7.0, HOLDS), (8.0, -7.0, TURNS), (8.0, 0.0, FADES), (0.0, 7.0, APPEARS), (0.0, 0.0, EVEN)])
def test_what_better_players_keep_is_said_by_the_strongest(weak, strong, word):
    rows = [line("a", agent, x, 0.3, verdict="above") for agent, x in (("greedy", weak), ("mcts:25", strong))]
    assert kept_words.kept(pd.DataFrame(rows)) == {"a": word}
    assert kept_words.TOLD[word] in kept_words.sentence(pd.DataFrame(rows))
    open_ = [rows[0], {**rows[1], "verdict": "not settled"}]
    assert kept_words.kept(pd.DataFrame(open_)) == {"a": OPEN}
    assert kept_words.kept(pd.DataFrame(rows[:1])) == {}


@pytest.mark.parametrize(("game", "part", "title"), [
    ("burgundy", "items-2", "Knowledge tiles"), ("burgundy", "boards", "Boards"),
    ("catan_cards", "items-2", "Expansions with 2 seats")])
def test_words_of_the_committed_pages_are_those_of_their_tables(game, part, title):
    folder = ROOT / "docs" / "reports" / game
    rows = pd.read_csv(folder / "against_mean.csv.gz")
    own = rows[rows["part"].str.startswith(part)]
    page = (folder / "README.md").read_text(encoding="utf-8")
    assert " ".join(kept_words.sentence(own).split()) in " ".join(page.split())
    section = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    table = section.partition("In points:")[2].partition("In wins")[0]
    words = {cells[1].strip().partition(":")[0]: cells[-2].strip() for each in table.splitlines()
             if len(cells := each.split("|")) > 3 and "---" not in each and worths.KEPT not in each}
    assert words == {item.removeprefix("knowledge "): word for item, word in kept_words.kept(own).items()}


@pytest.mark.parametrize("game", SUBJECTS)
def test_committed_pages_say_where_only_weak_players_were_asked(game):
    rows = pd.read_csv(ROOT / "docs" / "reports" / game / "against_mean.csv.gz")
    page = " ".join((ROOT / "docs" / "reports" / game / "README.md").read_text(encoding="utf-8").split())
    items, judged = rows[rows["part"].str.startswith("items")], rows[rows["verdict"] != UNTRIED]
    weak = sum(set(own["agent"]) == {QUICK} for _, own in items.groupby("seats"))
    assert page.count(worths.WEAK_ONLY) == weak
    places = judged[judged["part"].str.startswith("places")]
    shown = places[places["verdict"].isin((*worths.UP, *worths.DOWN, "slight"))]
    assert all(set(places[places["seats"] == n]["agent"]) == {QUICK} for n in shown["seats"].unique())
    assert "seats; only weak players were asked often enough there." in page


def test_text_is_wrapped_and_keeps_a_number_with_its_percent_sign():
    words = "x" * 113 + " of 10 % more"
    assert pages._filled(words).splitlines() == ["x" * 113 + " of", "10 % more"]


@pytest.mark.parametrize(("agents", "words"), [
    (("greedy",), "like best. Points"), (("mcts:100", "mcts:400"), "; `mcts:100` looks ahead, with 100 simulations")])
def test_the_lead_names_the_search_that_played(agents, words):
    lead = pages._lead([SimpleNamespace(plan=SimpleNamespace(agents=agents))])
    assert words in " ".join(lead.split())
