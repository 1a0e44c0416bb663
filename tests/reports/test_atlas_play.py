"""The games of an atlas: what is noted of them, and runs that go on with the same bytes."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import cli
import games
from games.api import InputError
from mcts.agents import make
from mcts.table import Table
from reports.atlas import run
from reports.atlas.games import ahead, lead, play_unit, seed_of
from reports.atlas.plan import AtlasPlan, Pass, Unit, make_plan

ROOT = Path(__file__).parent.parent.parent
SMALL = (Pass("random", "greedy", "random", 2, 4), Pass("greedy", "greedy", "", 2, 4),
         Pass("greedy", "greedy", "", 4, 4), Pass("search", "mcts:2", "greedy", 2, 2))


def small(*items: str) -> AtlasPlan:
    return make_plan("world504", "worlds", items, {}, 3, SMALL)


def parts(path: Path) -> dict[str, bytes]:
    return {str(f.relative_to(path)): f.read_bytes() for f in sorted(path.rglob("*"))
            if f.is_file() and f.name != "manifest.json"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("atlas") / "run"
    run.play(path, small("867", "617"))
    return path


@pytest.mark.parametrize("leaders, changes, decided", [
    ([0, 0, 0, 0], 0, 0.25), ([0, 1, 0, 1], 3, 1.0), ([0, None, 0, 0], 0, 0.25), ([0, None, 1, 1], 1, 0.75),
    ([None, None, 1, 1], 0, 0.75), ([None, None], 0, 1.0), ([1, 1, 1, 0], 1, 1.0), ([2, 0, 0, 0, None], 1, 0.4)])
def test_the_lead_is_kept_until_another_seat_passes(leaders, changes, decided):
    assert lead(leaders) == (changes, decided)


def test_nobody_is_ahead_where_two_are_level():
    assert [ahead(x) for x in ([3, 1], [1, 3], [3, 3], [0.5, 0.5, 0.0])] == [0, 1, None, None]


def test_every_variant_can_be_played_and_all_of_the_game_are_there():
    variants = games.load("world504").variants.kinds["worlds"]
    assert len(variants.levels) == 9
    assert len(variants.factors) == 3
    assert [int(digit) - 1 for digit in "867"] == list(variants.parts("867"))
    assert len(set(variants.names())) == len(variants.names()) >= 210
    games.load("world504").start(4, {"world": variants.names()[-1]})


def test_a_game_of_an_atlas_is_the_game_that_its_agents_play():
    plan = small("867")
    for made_in in plan.passes[:3]:
        unit = Unit(made_in, "867")
        for row in play_unit(plan, unit):
            state = plan.record.start(made_in.seats, {"world": "867"})
            agents = [make(spec) for spec in made_in.agents(row["rotation"])]
            luck = 0 if made_in.against else row["rotation"]
            table = Table(state, agents, seed_of(3, unit), row["block"], luck).play_out()
            assert [row[f"score_{s}"] for s in range(made_in.seats)] == state.scores()
            assert [row[f"win_{s}"] for s in range(made_in.seats)] == state.win_shares()
            assert row["decisions"] == sum(table.decisions)
            assert row["rounds"] == state.raw()["round"]
            assert row["capped"] == state.raw()["capped"]


def test_points_and_money_add_up():
    """World 867 pays 20 Mark in every turn as base income."""
    plan = small("867")
    for row in play_unit(plan, Unit(plan.passes[1], "867")):
        points = sum(value for name, value in row.items() if name.startswith("source_"))
        assert points == pytest.approx((row["score_0"] + row["score_1"]) / 2)
        assert row["money_base"] == 20 * row["turns"] / 2
        assert sorted((row["place_0"], row["place_1"])) == [0, 1]
        assert 1 <= row["options_mean"] <= row["options_95"]


def test_worlds_have_luck_of_their_own_and_a_start_that_stays_in_a_block():
    plan = small("867", "617")
    seeds = {seed_of(3, unit) for unit in plan.units()}
    assert len(seeds) == len(list(plan.units()))
    rows = pd.DataFrame(play_unit(plan, Unit(plan.passes[1], "867")))
    assert (rows.groupby("block")["place_0"].nunique() == 1).all()


@pytest.mark.whole
def test_the_number_of_jobs_does_not_matter(whole, tmp_path):
    run.play(tmp_path / "two", small("867", "617"), jobs=2)
    assert parts(tmp_path / "two") == parts(whole)


def test_a_run_that_was_stopped_goes_on(whole, tmp_path):
    path, told = tmp_path / "stopped", []

    def stop(share: float) -> None:
        told.append(share)
        if len(told) == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.play(path, small("867", "617"), progress=stop)
    assert run.played(path, small("867", "617")) == 3
    before = {file: file.stat().st_mtime_ns for file in (path / "games").iterdir()}
    run.play(path, small("867", "617"))
    assert parts(path) == parts(whole)
    assert all(file.stat().st_mtime_ns == at for file, at in before.items())


def test_the_clock_ends_a_run_between_variants_and_those_named_first_are_whole(whole, tmp_path, monkeypatch):
    """Five looks at the clock, a minute apart: four files are written, the two of the variant that was named first."""
    clock = iter(range(0, 6000, 60))
    monkeypatch.setattr(run, "monotonic", lambda: next(clock))
    path, plan = tmp_path / "timed", small("867", "617")
    run.play(path, plan, first=("867", "617"), seconds=60 * len(plan.passes) + 90)
    assert {file.name for file in (path / "games").iterdir()} == {
        Unit(each, "867").file for each in plan.passes} | {Unit(plan.passes[0], "617").file}
    monkeypatch.undo()
    run.play(path, plan)
    assert parts(path) == parts(whole)


def test_the_end_time_counts_a_game_of_a_search_for_many_of_greedy(tmp_path):
    """A pass of few games that takes as long as all others must not be told as a last moment."""
    shares: list[float] = []
    plan = small("867")
    run.play(tmp_path / "run", plan, progress=shares.append)
    searched = sum(each.work for each in plan.passes if ":" in each.agent)
    assert shares[-1] == pytest.approx(1 - searched / sum(each.work for each in plan.passes))
    assert shares[-1] < 1 - sum(each.size for each in plan.passes if ":" in each.agent) / plan.games


KILLED = """
import os, signal, sys
from pathlib import Path
from reports.atlas import run
from tests.reports.test_atlas_play import small

write, count = run.reports.run.write, 0

def dying_write(file, data):
    global count
    count += 1
    if count == 4:
        file.with_name(f".{file.name}.{os.getpid()}.part").write_bytes(data[:len(data) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
    write(file, data)

run.reports.run.write = dying_write
run.play(Path(sys.argv[1]), small("867", "617"))
"""


@pytest.mark.whole
def test_a_run_whose_process_was_killed_goes_on(whole, tmp_path):
    """The manifest is written first, then two units; the third is killed half written."""
    path = tmp_path / "killed"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=ROOT, check=False,
                          env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert done.returncode == -signal.SIGKILL
    assert run.played(path, small("867", "617")) == 2
    run.play(path, small("867", "617"))
    assert parts(path) == parts(whole)


def test_another_atlas_is_not_mixed_in(whole):
    with pytest.raises(InputError, match="holds another run: items"):
        run.play(whole, small("867"))
    assert run.open_atlas(whole)[1] == small("867", "617")


@pytest.mark.parametrize("given, said", [
    (["--item", "119"], "--item: option world: found '119', expected three different digits"),
    (["--item", "617", "--item", "617"], "--item: the same item is given twice"),
    (["--item", "617", "--agent", "greedy"], "No such option"),
    (["--item", "617", "--option", "world=617"], "--option world: does not go with an atlas of worlds"),
    (["--item", "617", "--pass", "strong-2"], "--pass: found 'strong-2', expected random-2, greedy-2, greedy-4 or"),
    (["--item", "617", "--minutes", "-1"], "--minutes"),
    (["--item", "617"], "--out: is missing")])
def test_what_cannot_be_asked_is_refused(given, said, capsys):
    with pytest.raises(SystemExit) as end:
        cli.main(["atlas", "world504", *given])
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) <= 2
