"""A run whose process is killed: at every kind of moment, over and over, it ends with the bytes of one that was not."""
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from games.api import InputError
from mcts.simulate import plan
from reports.lock import LOCK, one_writer
from reports.run import MANIFEST, open_run, simulate
from tests.whole import mostly_whole

ROOT = Path(__file__).parent.parent.parent
PLAN = plan("tic_tac_toe", ["random"], 60, seed=5)
WAIT = 120          # seconds; these take one or two

# Plays PLAN, and kills itself with its write number N of a file: "before" it, with "half" of it, once it is "written"
# but not yet renamed, or "after".
PROGRAM = """
import os, signal, sys
from pathlib import Path
from mcts.simulate import plan
from reports import run

path, number, moment = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
write, count = run.write, 0

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def dying_write(file, data):
    global count
    count += 1
    if count != number:
        return write(file, data)
    if moment == "before":
        die()
    if moment == "half":
        file.with_name(f".{file.name}.{os.getpid()}.part").write_bytes(data[:len(data) // 2])
        die()
    if moment == "written":
        os.fsync = die
    write(file, data)
    die()

run.write = dying_write
run.simulate(path, plan("tic_tac_toe", ["random"], 60, seed=5))
"""

# Plays so many games and prints the most memory that took, in MB.
MEMORY = """
import resource, sys
from pathlib import Path
from mcts.simulate import plan
from reports.run import simulate
simulate(Path(sys.argv[1]), plan("tic_tac_toe", ["random"], int(sys.argv[2])), jobs=2)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""

HOLD = """
import sys, time
from pathlib import Path
from reports.lock import one_writer
with one_writer(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def python(program, *arguments, **more):
    return subprocess.Popen([sys.executable, "-c", program, *map(str, arguments)], text=True, stdout=subprocess.PIPE,
                            env=os.environ | {"PYTHONPATH": str(ROOT)}, **more)


def parts(path):
    """Every file of a run but the manifest, which says when and how the run was begun."""
    return {f.relative_to(path).as_posix(): f.read_bytes() for f in sorted(path.rglob("*"))
            if f.is_file() and f.name != MANIFEST}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return parts(simulate(tmp_path_factory.mktemp("run") / "whole", PLAN).path)


# the writes of a run: the manifest, then of each part the records, the tiles and the games
@pytest.mark.parametrize("kills", mostly_whole([
    [(1, "before"), (1, "half"), (1, "written"), (1, "after")], [(2, "half"), (2, "after"), (3, "written")],
    [(4, "half"), (4, "after"), (4, "written"), (6, "before")], [(10, "written"), (3, "after")]],
    lambda kills: kills[0] == (10, "written")), ids=["manifest", "records and tiles", "games", "the last"])
def test_a_run_killed_again_and_again_ends_with_the_same_bytes(tmp_path, whole, kills):
    path = tmp_path / "run"
    for number, moment in kills:
        begun = (path / MANIFEST).exists()      # a run that goes on writes no manifest
        process = python(PROGRAM, path, number - begun, moment)
        process.communicate(timeout=WAIT)
        assert process.returncode == -signal.SIGKILL
        if (path / MANIFEST).exists():
            run = open_run(path)
            assert len(run.seats) == 2 * run.games_done     # whatever counts as there can be read
            assert len(list(run.records())) == run.games_done
    assert simulate(path, PLAN).complete
    assert parts(path) == whole


def test_two_processes_cannot_write_one_run(tmp_path):
    path = tmp_path / "run"
    process = python(HOLD, path)
    assert process.stdout.readline() == "held\n"
    with pytest.raises(InputError, match=f"is being written by process {process.pid} on .*; wait for its end"):
        simulate(path, PLAN)
    assert not (path / MANIFEST).exists()
    process.kill()
    process.communicate(timeout=WAIT)
    assert (path / LOCK).exists()               # left behind, and held by nobody
    assert simulate(path, PLAN).complete
    assert not (path / LOCK).exists()


def test_a_lock_ends_with_its_block_also_in_one_process(tmp_path):
    with one_writer(tmp_path):
        with pytest.raises(InputError, match="is being written by process"), one_writer(tmp_path):
            pass
        assert (tmp_path / LOCK).exists()
    with one_writer(tmp_path):
        pass
    assert not (tmp_path / LOCK).exists()


def test_a_finished_run_can_be_asked_for_where_nothing_can_be_written(tmp_path, whole):
    path = tmp_path / "run"
    simulate(path, PLAN)
    with one_writer(path):      # nothing is to be written, so nobody is in the way
        assert simulate(path, PLAN).complete


def test_a_run_of_another_program_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "run"
    simulate(path, PLAN)
    monkeypatch.setattr("reports.run.program_version", lambda: "9.9")
    with pytest.raises(InputError, match='holds another run: program: found .*, asked for "9.9"'):
        simulate(path, PLAN)


@pytest.mark.whole
def test_memory_does_not_grow_with_the_number_of_games(tmp_path):
    most = {}
    for count in (2_000, 20_000):
        process = python(MEMORY, tmp_path / str(count), count)
        said, _ = process.communicate(timeout=WAIT)
        most[count] = float(said)
    assert most[20_000] < most[2_000] + 25      # to keep the games would take 100 and more
