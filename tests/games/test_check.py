"""`ludosoph check`: it finds every planted fault of tests/games/faulty, and none in games that have none."""
import json
from importlib import util
from pathlib import Path

import pytest

import cli
import games
from core_ext.state import State
from games.api import InputError
from games.contract.check import PROMISES, RAISES, Failure, check, starts_of
from tests.games.single_files import HERE as SOUND
from tests.games.single_files import found

NIM = Path(__file__).parent.parent.parent / "examples/nim.py"
FAULTY = sorted((Path(__file__).parent / "faulty").glob("[a-z]*.py"))
MANY = 12                           # games of each promise


@pytest.fixture
def listed(monkeypatch):
    """A function that has files of games found while the test runs."""
    finding = []

    def find(*files: Path) -> None:
        finding.append(found(monkeypatch, *files))
        next(finding[-1])

    yield find
    for each in finding:
        next(each, None)


def fault_of(file: Path) -> tuple[str, str]:
    """The promise and the method that a file says are broken."""
    spec = util.spec_from_file_location(f"fault_{file.stem}", file)
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.FAULT


@pytest.mark.parametrize("file", FAULTY, ids=lambda file: file.stem)
def test_a_planted_fault_is_found(listed, file):
    listed(file)
    starts, told = starts_of(games.load(file.stem), 2, {}), list[Failure]()
    for seed in range(MANY):
        told += check(starts, 1, 0, seed).failures
        if fault_of(file) in [(failure.promise, failure.method) for failure in told]:
            break
    else:
        pytest.fail(f"not found; instead: {told}")
    for failure in told:
        assert failure.document()["game"] == file.stem
        assert failure.said


def test_planted_faults_are_of_many_kinds():
    faults = [fault_of(file) for file in FAULTY]
    assert len(faults) >= 25
    assert {promise for promise, _ in faults} <= {RAISES, *(promise.name for promise in PROMISES)}
    assert len({promise for promise, _ in faults}) > 10


@pytest.mark.parametrize("file", [NIM, *sorted(SOUND.glob("[a-z]*.py"))], ids=lambda file: file.stem)
def test_a_sound_game_has_none(listed, file):
    listed(file)
    assert check(starts_of(games.load(file.stem), None, {}), 4, seconds=60).failures == []


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        cli.main(["check", *words])
    told = capsys.readouterr()
    return int(end.value.code or 0), told.out, told.err


def test_a_file_is_checked_by_its_name(listed, capsys, monkeypatch, tmp_path):
    listed()
    monkeypatch.chdir(tmp_path)
    status, said, _ = run(capsys, str(NIM), "--games", "3")
    assert status == 0
    assert "nim: all 27 promises are kept; 3 random games of each, with 2 seats" in said
    assert list(tmp_path.iterdir()) == []


def test_a_failure_names_method_position_and_what_was_expected(listed, capsys, monkeypatch, tmp_path):
    file = next(each for each in FAULTY if each.stem == "leakymoves")
    listed(file)
    monkeypatch.chdir(tmp_path)
    status, said, _ = run(capsys, "leakymoves", "--games", "12", "--json")
    document = json.loads(said)
    assert status == 1
    (broken,) = [each for each in document["failures"] if each["promise"] == "known after redeals"]
    assert broken["said"] == ("found another answer after a redeal, expected the same for all that seat "
                              f"{broken['said'].split('seat ')[1][0]} cannot tell apart")
    position = games.load("leakymoves").notation.position_from_json(json.loads(Path(broken["position"]).read_text()))
    assert isinstance(position, State)
    assert 6 in position.position.cards
    status, said, _ = run(capsys, "leakymoves", "--games", "12", "--out", "kept", "--details")
    assert status == 1
    assert "legal_actions: found another answer after a redeal" in said
    assert "position: kept/known-after-redeals-legal-actions.json" in said
    assert "broken  known after redeals: What a seat knows survives a redeal" in said
    assert (tmp_path / "kept/known-after-redeals-legal-actions.json").is_file()


def test_a_check_repeats(listed):
    file = next(each for each in FAULTY if each.stem == "twowins")
    listed(file)
    first, again = (check(starts_of(games.load("twowins"), 3, {}), 4, 60, seed=5) for _ in range(2))
    assert [(f.promise, f.said, f.seed, f.actions) for f in first.failures] == \
        [(f.promise, f.said, f.seed, f.actions) for f in again.failures]


@pytest.mark.parametrize(("words", "says"), [
    (("none/none.py",), "none/none.py: found no such file, expected the name of a game or a Python file of one"),
    (("none",), "no game 'none'"),
    (("nim", "--seats", "7"), "seats: found 7, but nim is played by 2"),
    (("nim", "--games", "0"), "--games: found '0', expected 1 or more"),
    (("nim", "--option", "piles=3"), "option 'piles'"),
])
def test_what_cannot_be_checked_is_refused(listed, capsys, words, says):
    listed(NIM)
    status, _, said = run(capsys, *words)
    assert status == 2
    assert says in said


def test_positions_that_cannot_be_written_are_refused(listed, capsys, tmp_path):
    listed(next(each for each in FAULTY if each.stem == "twowins"))
    (tmp_path / "file").touch()
    for place, what in (("file", "found the file"), ("x" * 300, "cannot be made")):
        status, _, said = run(capsys, "twowins", "--games", "4", "--out", str(tmp_path / place))
        assert status == 2
        assert what in said


def test_a_file_is_no_game_of_another_name(listed, tmp_path, capsys):
    listed()
    (tmp_path / "other.py").write_text("GAME = 3\n")
    status, _, said = run(capsys, str(tmp_path / "other.py"))
    assert status == 2
    assert "found no GAME" in said
    with pytest.raises(InputError):
        games.load("other")


def test_a_game_that_breaks_all_it_can_is_not_said_to_be_played_on(listed, tmp_path):
    """It has no scores, so that it cannot even begin; 27,881 random games were claimed within a second."""
    file = tmp_path / "unscored.py"
    file.write_text(NIM.read_text().replace("def scores(", "def points(").replace('title="Nim"',
                                                                                 'title="Nim", name="unscored"'))
    listed(file)
    report = check(starts_of(games.load("unscored"), 2, {}), None, 5.0)
    assert report.games == 1
    assert report.seconds < 5
    assert [failure.method for failure in report.failures] == ["start"]


def test_a_game_of_another_name_than_its_file_is_told_how_it_gets_it(listed, tmp_path):
    file = tmp_path / "other.py"
    file.write_text(NIM.read_text())
    listed(file)
    said = ("found a game named 'nim', expected GAME with the name of the file, 'other', as "
            "game(..., name='other') makes it")
    with pytest.raises(InputError) as refused:
        games.load("other")
    assert said in str(refused.value)
    file.write_text(NIM.read_text().replace('title="Nim"', 'title="Nim", name="other"'))
    assert games.load("other").name == "other"
