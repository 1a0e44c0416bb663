"""The Burgundy study: played once, gone on with, stopped by widths alone, and written from whatever stands."""
import re
from pathlib import Path

import pytest

from bench import burgundy_study
from bench.burgundy_study import Part, parts, play, study, widest
from games.api import InputError
from reports.experiments import question as asking
from reports.experiments import run as balance_run
from reports.experiments.run import open_balance

LINK = re.compile(r"\]\(([^)]+)\)")


@pytest.fixture(scope="module")
def done(tmp_path_factory) -> tuple[Path, Path]:
    """Runs and documents of the tiny study."""
    runs, out = tmp_path_factory.mktemp("runs"), tmp_path_factory.mktemp("documents")
    study(runs=runs, out=out, quick=True)
    return runs, out


def test_the_page_names_every_tile_place_and_board_and_what_it_links_to_is_there(done):
    runs, out = done
    page = (out / "README.md").read_text(encoding="utf-8")
    assert all(f"\n| {n}: " in page for n in range(1, 27))
    assert "| 12: free ±1 for taking tiles |" in page
    assert all(len(line) <= 120 for line in page.splitlines() if line.startswith("|"))
    assert all(f"| board {n} | " in page for n in range(1, 10))
    assert all(f"| {n} | {place} | " in page for n in (2, 3, 4) for place in ("first", "second", "third", "fourth")[:n])
    assert "| hidden points 2 | 2 |" in page
    assert "| knowledge | 156 | 156 | 312 | 101 |" in page
    places = [link for link in LINK.findall(page) if "balance.md" not in link]
    assert len(places) == 11
    assert all((out / place).is_file() for place in places)
    assert sum(file.stat().st_size for file in out.iterdir()) < 2_000_000


def test_what_was_played_is_not_played_again_and_the_page_stays_the_same(done, monkeypatch):
    runs, out = done
    before = {f.name: f.read_bytes() for f in out.iterdir() if f.name != "README.md"}

    def forbidden(*_, **__):
        raise AssertionError("played again")

    monkeypatch.setattr(balance_run, "in_order", forbidden)
    study(runs=runs, out=out, quick=True)
    assert {f.name: f.read_bytes() for f in out.iterdir() if f.name != "README.md"} == before


def test_a_study_stopped_on_the_way_is_written_as_far_as_it_stands(tmp_path, monkeypatch, capsys):
    def stopped(share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    monkeypatch.setattr(burgundy_study, "_watched", lambda *_: stopped)
    study(runs=tmp_path / "runs", out=tmp_path / "out", quick=True, only=["boards"])
    assert "goes on from there" in capsys.readouterr().err
    run, plan = open_balance(tmp_path / "runs/boards")
    page = (tmp_path / "out/README.md").read_text(encoding="utf-8")
    assert 0 < run.parts < run.parts_asked
    assert re.search(rf"from \d+ games \(of at most {plan.games}\)", page)
    assert "## Boards" in page
    assert "## Places in turn order" not in page


def test_a_part_ends_when_its_intervals_are_narrow_enough_and_is_not_taken_up_again(tmp_path, monkeypatch):
    part = Part("tiles", "knowledge", 2, 7, 312, ("gift",), 1e3)
    play(part, "greedy", tmp_path, 1)
    run, plan = open_balance(tmp_path)
    assert burgundy_study.FIRST <= (run.parts + 1) / run.parts_asked < 0.8      # one part was under way
    assert 0 < widest(tmp_path, plan) <= 1e3
    monkeypatch.setattr(burgundy_study, "balance", None)
    play(part, "greedy", tmp_path, 1)


def test_nothing_is_known_of_a_run_that_was_not_begun(tmp_path):
    asked = asking.make_plan(Part("tiles", "knowledge", 2, 7, 312, ("gift",)).question("greedy"))
    assert widest(tmp_path / "none", asked) == float("inf")


def test_a_part_that_there_is_not_and_a_study_without_games_are_refused(tmp_path):
    with pytest.raises(ValueError, match="expected one of knowledge, seats-2"):
        study(runs=tmp_path, out=tmp_path, only=["tiles"])
    with pytest.raises(ValueError, match="nothing was played yet"):
        study(runs=tmp_path, out=tmp_path, write_only=True)


def test_the_commands_of_the_page_ask_what_was_played(tmp_path):
    from typer.testing import CliRunner

    import cli

    part = parts(1, 2, 2, 1.5)[1]
    said = part.command("greedy").removeprefix("ludosoph ").split()
    said[-1] = str(tmp_path / "run")
    assert CliRunner().invoke(cli.app, said).exit_code == 0
    assert open_balance(tmp_path / "run")[1] == asking.make_plan(part.question("greedy"))
    with pytest.raises(InputError):
        open_balance(tmp_path)
