"""The run directory: whole parts, the same bytes for any workers, and going on after a stop of any kind."""
import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pandas as pd
import pytest

from games import records
from games.api import InputError
from mcts import cluster
from mcts.simulate import plan
from reports.atlas import plan as atlas_plan
from reports.atlas import run as atlas
from reports.experiments.question import Question, make_plan
from reports.experiments.run import balance
from reports.run import begin, open_run, part_blocks, simulate
from tests.whole import mostly_whole

ROOT = Path(__file__).parent.parent.parent
PLAN = plan("burgundy", ["greedy", "random"], 60, seed=3, options={"boards": "random"})
WAIT = 60                       # seconds; these runs take two


def parts(path):
    """Every file of a run but the manifest, which says when and how the run was begun."""
    return {f.relative_to(path).as_posix(): f.read_bytes() for f in sorted(path.rglob("*"))
            if f.is_file() and f.name != "manifest.json"}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return simulate(tmp_path_factory.mktemp("run") / "one", PLAN)


def test_a_run_holds_every_game_seat_by_seat(run):
    assert run.complete
    assert run.parts == run.parts_asked == 3
    assert list(run.seats["game"]) == [g for g in range(60) for _ in (0, 1)]
    assert list(run.seats["seat"]) == [0, 1] * 60
    assert list(run.seats["block"]) == [b for b in range(30) for _ in range(4)]
    games = run.seats.groupby("game")
    assert (games["win"].sum() == 1).all()
    assert (games["margin"].sum() == 0).all()
    sources = [name for name in run.seats if name.startswith("source_")]
    assert (run.seats[sources].sum(axis=1) == run.seats["score"]).all()
    assert set(run.seats["board"]) <= set(range(1, 10))
    assert set(run.seats.groupby("agent")["seat"].nunique()) == {2}


def test_tiles_belong_to_games_of_the_run(run):
    keys = set(zip(run.seats["game"], run.seats["seat"], strict=True))
    assert set(zip(run.tiles["game"], run.tiles["seat"], strict=True)) <= keys
    assert (run.tiles["count"] > 0).all()
    assert not run.tiles.duplicated(["game", "seat", "tile"]).any()


def test_every_game_replays_to_its_row(run):
    scores = run.seats.pivot(index="game", columns="seat", values="score")
    count = 0
    for number, record in enumerate(run.records()):
        assert records.replay(record).scores() == list(scores.loc[number])
        count += 1
    assert count == 60
    assert run.record(33).lines() == list(run.records())[33].lines()
    with pytest.raises(InputError, match="0 to 59"):
        run.record(60)


def test_the_manifest_says_what_was_asked(run):
    manifest = json.loads((run.path / "manifest.json").read_text())
    assert manifest["format"] == "ludosoph-run/1"
    asked = {"game": "burgundy", "seats": 2, "agents": ["greedy", "random"], "games": 60, "blocks": 30, "seed": 3,
             "options": {"boards": "random"}, "reproducible": True}
    assert {name: manifest[name] for name in asked} == asked
    assert {"at", "python", "system", "versions", "jobs"} <= set(manifest["begun"])


@pytest.mark.parametrize("jobs, backend", mostly_whole(
    [(2, "loky"), (2, "threading"), (3, "loky")], (2, "loky").__eq__))
def test_any_workers_write_the_same_bytes(run, tmp_path, jobs, backend):
    simulate(tmp_path / "run", PLAN, jobs=jobs, backend=backend)
    assert parts(tmp_path / "run") == parts(run.path)


@pytest.mark.whole
@pytest.mark.parametrize("at", [1, 19, 20, 21, 47, 60])
@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(run, tmp_path, at, error):
    path = tmp_path / "run"

    def stop(done, total):
        if done == at:
            raise error

    with pytest.raises(error):
        simulate(path, PLAN, progress=stop)
    manifest, begun, done = (path / "manifest.json").read_bytes(), open_run(path), (at - 1) // 20 * 20
    assert begun.games_done == done
    assert len(begun.seats) == 2 * done         # what is there can be read
    assert len(list(begun.records())) == done
    told = []
    simulate(path, PLAN, jobs=2, backend="threading", progress=lambda done, total: told.append((done, total)))
    assert told == [(k, 60) for k in range(done, 61)]
    assert parts(path) == parts(run.path)
    assert (path / "manifest.json").read_bytes() == manifest


SEARCHING = plan("burgundy", ["mcts:3"], 60, seed=1)
PROGRAM = """
import sys
from pathlib import Path
from mcts.simulate import plan
from reports.run import simulate
if __name__ == "__main__":
    try:
        simulate(Path(sys.argv[1]), plan("burgundy", ["mcts:3"], 60, seed=1), jobs=int(sys.argv[2]))
    except KeyboardInterrupt:
        sys.exit(130)
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return simulate(tmp_path_factory.mktemp("run") / "whole", SEARCHING)


def started(path, jobs):
    """A simulation in processes of its own, once its first part is written."""
    program = path.with_suffix(".py")
    program.write_text(PROGRAM)
    process = subprocess.Popen([sys.executable, str(program), str(path), str(jobs)], start_new_session=True,
                               env=os.environ | {"PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE, text=True)
    until = monotonic() + WAIT
    while not (path / "games" / "part-00000.parquet").exists() and process.poll() is None:
        assert monotonic() < until
        sleep(0.005)
    return process


@pytest.mark.parametrize(("play", "asked"), [
    (simulate, plan("pig", ["greedy"], 4)),
    (balance, make_plan(Question("pig", "seats", agents=["greedy"], games=4))),
    (atlas.play, atlas_plan.make_plan("world504", "worlds", ["213"], {}, 1)),
], ids=("simulate", "balance", "atlas"))
def test_a_run_that_is_refused_before_its_first_game_is_not_there(tmp_path, monkeypatch, play, asked):
    """A cluster that does not answer leaves nothing behind; a run that was there stays."""
    def none(address):
        raise InputError(f"scheduler: found {address!r}, where none answers")

    monkeypatch.setattr(cluster, "Cluster", none)
    with pytest.raises(InputError, match="none answers"):
        play(tmp_path / "run", asked, backend="dask", scheduler="tcp://nowhere:1")
    assert not (tmp_path / "run").exists()
    begin(tmp_path / "old", asked)
    with pytest.raises(InputError, match="none answers"):
        play(tmp_path / "old", asked, backend="dask", scheduler="tcp://nowhere:1")
    assert (tmp_path / "old" / "manifest.json").exists()


@pytest.mark.whole
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_process_leaves_a_run_that_goes_on(tmp_path, whole, jobs, sent):
    process = started(tmp_path / "killed", jobs)
    os.killpg(process.pid, sent)        # the group of this one process, as a terminal does at Ctrl-C
    _, said = process.communicate(timeout=WAIT)
    assert process.returncode == (130 if sent == signal.SIGINT else -signal.SIGKILL)
    assert "Traceback" not in said
    assert 0 < open_run(tmp_path / "killed").parts < 3
    (tmp_path / "killed" / "games" / ".part-00001.parquet.99.part").write_bytes(b"half")    # what a kill may leave
    assert simulate(tmp_path / "killed", SEARCHING).complete
    assert parts(tmp_path / "killed") == parts(whole.path)


def test_a_finished_run_is_left_as_it_is(run, monkeypatch):
    before = parts(run.path)
    monkeypatch.setattr("mcts.play.play", lambda task: pytest.fail("a game was played again"))
    told = []
    again = simulate(run.path, PLAN, progress=lambda done, total: told.append((done, total)))
    assert again.complete
    assert told == [(60, 60)]
    assert parts(run.path) == before


@pytest.mark.parametrize("count, seats, expected",
                         [(60, 2, 10), (5000, 2, 25), (10**6, 4, 250), (60, 4, 5), (60, 3, 6)])
def test_parts_are_a_hundredth_of_a_run_within_limits(count, seats, expected):
    assert part_blocks(plan("burgundy", ["random"], count, seats)) == expected


@pytest.mark.parametrize("change, name", [
    ({"count": 80}, "games"), ({"seed": 4}, "seed"), ({"agents": ["greedy"]}, "agents"), ({"options": {}}, "options"),
    ({"seats": 3}, "seats")])
def test_another_run_in_the_folder_is_refused(run, change, name):
    before = parts(run.path)
    asked = {"game": "burgundy", "agents": ["greedy", "random"], "count": 60, "seed": 3,
             "options": {"boards": "random"}}
    with pytest.raises(InputError, match=f"holds another run: {name}: found"):
        simulate(run.path, plan(**(asked | change)))
    assert parts(run.path) == before


def test_folders_and_files_that_are_no_run_are_refused(tmp_path):
    (tmp_path / "file").write_text("hello")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter").write_text("hello")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="is a file"):
        simulate(tmp_path / "file", PLAN)
    with pytest.raises(InputError, match="holds files but no manifest"):
        simulate(tmp_path / "full", PLAN)
    with pytest.raises(InputError, match="cannot be written"):
        simulate(tmp_path / "file" / "run", PLAN)
    with pytest.raises(InputError, match="does not exist"):
        open_run(tmp_path / "nowhere")
    with pytest.raises(InputError, match="is no run"):
        open_run(tmp_path / "empty")
    assert begin(tmp_path / "empty", PLAN).games_done == 0


@pytest.mark.parametrize("text, words", [
    ("{", "ends here"), ("[]", "format"), ('{"format": "x"}', "format"), ('{"format": "ludosoph-run/1"}', "kind"),
])
def test_broken_manifests_are_refused(tmp_path, text, words):
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(InputError, match=words):
        open_run(tmp_path)


@pytest.mark.parametrize("change, words", [
    ({"games": -5}, "games: found -5, expected a whole number from 1"), ({"games": 10**15}, "games: found 10+"),
    ({"blocks": 10**12}, "blocks: found 10+"), ({"blocks": 0}, "blocks: found 0"),
    ({"blocks": 7}, "games: found .*, expected 14: 7 blocks of 2"), ({"part_blocks": 0}, "part_blocks: found 0"),
    ({"seats": 0}, "seats: found 0"), ({"seats": 99}, "seats: found 99, expected one of 2, 3, 4"),
    ({"seats": True}, "seats: found true"), ({"game": "../../x"}, 'game: found "../../x", expected a game'),
    ({"game": None}, "game: found null"), ({"version": 0}, "version: found 0"), ({"options": 5}, "options: found 5"),
    ({"options": {"boards": 5}}, "options: found"), ({"seed": -1}, "seed: found -1"),
    ({"agents": "greedy"}, "agents: found"), ({"shard": [3, 2]}, "shard: found"),
    ({"shard": [True, 2]}, "shard: found"),
    ({"kind": "poem"}, 'kind: found "poem", expected one of simulate, balance, atlas'),
])
def test_a_manifest_that_cannot_be_is_refused(run, tmp_path, change, words):
    manifest = json.loads((run.path / "manifest.json").read_text())
    (tmp_path / "manifest.json").write_text(json.dumps(manifest | change))
    with pytest.raises(InputError, match=f"manifest.json: {words}"):
        open_run(tmp_path)


@pytest.mark.parametrize("name", ["kind", "game", "version", "options", "seed", "seats", "games", "blocks", "agents",
                                  "block_games", "part_blocks"])
def test_a_manifest_that_lacks_something_is_refused(run, tmp_path, name):
    manifest = json.loads((run.path / "manifest.json").read_text())
    del manifest[name]
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(InputError, match=f"manifest.json: {name}: is missing; expected"):
        open_run(tmp_path)


@pytest.mark.parametrize("change, words", [
    (lambda rows: rows[:0], "found 0 rows, expected .*: a row a seat of each game; delete it"),
    (lambda rows: rows[:-1], "rows, expected"),
    (lambda rows: rows.assign(score="many"), "column score: found .*string"),
    (lambda rows: rows.assign(block=0.5), "column block: found double, expected numbers"),
])
def test_a_part_that_cannot_be_is_refused(run, tmp_path, change, words):
    shutil.copytree(run.path, tmp_path / "run")
    file = tmp_path / "run/games/part-00000.parquet"
    change(pd.read_parquet(file)).to_parquet(file, index=False)
    with pytest.raises(InputError, match=f"part-00000.parquet: .*{words}"):
        _ = open_run(tmp_path / "run").seats


def test_a_disk_without_room_names_the_file(tmp_path, monkeypatch):
    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("reports.run.os.fsync", full)
    with pytest.raises(InputError, match="manifest.json: cannot be written: No space left on device"):
        begin(tmp_path / "run", PLAN)


def test_a_broken_part_is_named(run, tmp_path):
    copy = simulate(tmp_path / "run", PLAN)
    file = copy.path / "games" / "part-00001.parquet"
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(InputError, match="part-00001.parquet: is no whole Parquet file; delete it"):
        _ = open_run(copy.path).seats
    file.unlink()
    assert len(simulate(copy.path, PLAN).seats) == 2 * PLAN.games
    record = copy.path / "records" / "part-00000.jsonl.gz"
    record.write_bytes(record.read_bytes()[:1000])
    with pytest.raises(InputError, match="part-00000.jsonl.gz"):
        list(open_run(copy.path).records())


def test_no_part_holds_a_clock_or_a_name_of_the_machine(run):
    text = gzip.decompress((run.path / "records" / "part-00000.jsonl.gz").read_bytes()).decode()
    assert set(json.loads(text.splitlines()[0])) == {"format", "game", "seats", "options", "seed", "version", "players",
                                                     "block", "rotation"}
    assert gzip.compress(text.encode(), mtime=0) == (run.path / "records" / "part-00000.jsonl.gz").read_bytes()
