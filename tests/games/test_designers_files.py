"""Games in files of others: an error in one is told with its file, line and method, and the other games go on."""
import json
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import pytest

import cli
import games
from core_ext.state import EndlessGame
from games import installed, registry
from games.api import InputError
from games.faults import of_the_rules
from mcts.params import SearchParams
from mcts.search import search
from mcts.workers import in_order
from tests.games.single_files import found

HEAD = """from dataclasses import dataclass

from games.simple import TERMINAL, Rules, game


"""
COUNTING = HEAD + '''@dataclass
class {name}(Rules):
    seats = 2
    turn: int = 0

    def current_player(self):
        return self.turn % 2 if self.turn < {steps} else TERMINAL

    def legal_actions(self):
        return [0, 1]

    def apply_action(self, action):
        {apply}

    def scores(self):
        return [self.turn, 0]
{more}

GAME = game({name}, title="{name}")
'''
USUAL = "self.turn += 1"


@pytest.fixture
def listed(monkeypatch, tmp_path):
    """Files of games that are found: a function that takes their texts by name, and returns their paths."""
    finding = []

    def write(**texts: str) -> dict[str, Path]:
        paths = {name: tmp_path / f"{name}.py" for name in texts}
        for name, text in texts.items():
            paths[name].write_text(text, encoding="utf-8")
        finding.append(found(monkeypatch, *paths.values()))
        next(finding[-1])
        return paths

    yield write
    for each in finding:
        next(each, None)


def counting(name: str, apply: str = USUAL, more: str = "", steps: int = 9) -> str:
    return COUNTING.format(name=name, apply=apply, more=more, steps=steps)


def told(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """What a command that is refused says; it must be of one line, and the exit status 2."""
    with pytest.raises(SystemExit) as end:
        cli.main([str(argument) for argument in arguments])
    said = capsys.readouterr().err
    assert end.value.code == 2, said
    assert said.count("\n") == 1, said
    return said


def line_of(path: Path, words: str) -> int:
    return 1 + next(n for n, line in enumerate(path.read_text(encoding="utf-8").split("\n")) if words in line)


# ---- a file that cannot be read as a game ------------------------------------------------------------


@pytest.mark.parametrize(("text", "line", "words"), [
    ("def (\n", 1, "SyntaxError: "),
    ("x = 1\n1 / 0\n", 2, "ZeroDivisionError: division by zero"),
    ("import no_module_of_this_name\n", 1, "ModuleNotFoundError: No module named 'no_module_of_this_name'"),
    ("raise SystemExit(0)\n", 1, "SystemExit: 0"),
    (HEAD + "class Own(Rules):\n    pass\n\n\nGAME = game(Own, title='Own')\n", 10, "TypeError: "),
])
def test_an_error_of_a_file_names_file_and_line(listed, capsys, text, line, words):
    path = listed(own=text)["own"]
    said = told(capsys, "new", "own")
    assert f"{path}, line {line}" in said
    assert words in said


def test_other_games_are_listed_beside_a_broken_file(listed, capsys):
    paths = listed(broken="def (\n", own=counting("Own"))
    with pytest.raises(SystemExit) as end:
        cli.main(["games"])
    said = capsys.readouterr()
    assert end.value.code == 0
    assert f"warning: {paths['broken']}, line 1: SyntaxError" in said.err
    assert said.err.count("\n") == 1
    for name in (*registry.folders(), "own"):
        assert f"{name} " in said.out
    assert "broken" not in said.out


def test_a_broken_file_does_not_touch_commands_about_other_games(listed, capsys):
    listed(broken="def (\n")
    with pytest.raises(SystemExit) as end:
        cli.main(["new", "tic_tac_toe"])
    assert end.value.code == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command, told", [
    ("import 4453", ""), ("balance tic_tac_toe --items nothing --agent greedy --out r", "--items: found 'nothing'"),
    ("atlas tic_tac_toe --out r", "which has no variants; expected world504")])
def test_a_broken_file_does_not_touch_commands_that_look_through_all_games(listed, capsys, command, told):
    listed(broken="def (\n")
    with pytest.raises(SystemExit) as end:
        cli.main(command.split())
    said = capsys.readouterr().err
    assert (end.value.code, "SyntaxError" in said, told in said) == (2 if told else 0, False, True)


def test_the_service_lists_the_games_that_can_be_played(listed):
    pytest.importorskip("fastapi")
    from service.api.catalogue import every_game

    listed(broken="def (\n", own=counting("Own"))
    assert [each.name for each in every_game()] == [*registry.folders(), "own"]


# ---- a name that two games have ----------------------------------------------------------------------


def test_a_file_named_like_a_game_of_the_house_is_refused_and_both_are_named(listed, capsys):
    path = listed(pig=counting("Pig"))["pig"]
    said = told(capsys, "new", "pig")
    assert "'pig' is taken by the game pig of ludosoph and by " + str(path) in said
    assert [each.name for each in games.playable()[0]] == [name for name in registry.folders() if name != "pig"]


def test_two_files_of_one_name_are_refused(monkeypatch, tmp_path):
    paths = [tmp_path / folder / "own.py" for folder in "ab"]
    for path in paths:
        path.parent.mkdir()
        path.write_text(counting("Own"), encoding="utf-8")
    for _ in found(monkeypatch, *paths):
        with pytest.raises(InputError, match=f"'own' is taken by {paths[0]} and by {paths[1]}"):
            games.load("own")
    for _ in found(monkeypatch, paths[0], paths[0]):        # the same file twice is one
        assert games.load("own").title == "Own"


class Entry:
    """An entry point of another package."""

    def __init__(self, name: str, error: Exception | None = None) -> None:
        self.name, self.value, self.module, self.error = name, f"elsewhere:{name}", "elsewhere", error

    def load(self) -> object:
        if self.error:
            raise self.error
        return "no game"


@pytest.mark.parametrize(("entries", "words"), [
    ([Entry("far"), Entry("far")], "taken by elsewhere:far of another package and by elsewhere:far"),
    ([Entry("far", ImportError("no such thing"))], "far = elsewhere:far: cannot be loaded: ImportError: no such thing"),
    ([Entry("far")], "far = elsewhere:far: found str, expected a Game named 'far'"),
])
def test_games_of_other_packages_that_cannot_be_used_are_named(monkeypatch, entries, words):
    monkeypatch.setattr(installed, "entries", lambda: tuple(entries))
    registry.load.cache_clear()
    with pytest.raises(InputError, match=words):
        games.load(entries[0].name)
    assert entries[0].name not in [each.name for each in games.playable()[0] if each.name not in registry.folders()]
    registry.load.cache_clear()


def test_a_game_of_another_package_named_like_ours_is_listed_as_what_cannot_be_played(monkeypatch):
    monkeypatch.setattr(installed, "entries", lambda: (Entry("pig"),))
    found, wrong = games.playable()
    assert [each.name for each in found] == registry.folders()
    assert [str(each) for each in wrong] == ["the name 'pig' is taken by the game pig of ludosoph and by elsewhere:pig "
                                             "of another package; one of them needs another name"]


def test_installed_packages_are_looked_at_once(monkeypatch):
    looked = []
    installed.entries.cache_clear()
    registry.load.cache_clear()
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: looked.append(group) or ())
    for _ in range(5):
        games.names()
        assert games.known("pig")
        assert not games.known("no such game")
        games.load("pig")
        with pytest.raises(InputError, match="no game"):
            games.load("no such game")
    assert looked == [installed.GROUP]
    installed.entries.cache_clear()


# ---- rules that raise --------------------------------------------------------------------------------


METHODS = {
    "current_player": "self", "legal_actions": "self", "apply_action": "self, action", "scores": "self",
    "win_shares": "self", "returns": "self", "action_weights": "self, actions", "action_text": "self, action",
    "copy": "self", "board": "self, seat=None",
}


@pytest.mark.parametrize("method", METHODS)
def test_a_method_that_raises_is_named_with_file_and_line(listed, capsys, tmp_path, method):
    more = f"\n    def {method}({METHODS[method]}):\n        return [][self.turn]       # here\n"
    path = listed(own=counting("Own", more=more))["own"]
    position = tmp_path / "own.json"
    position.write_text(json.dumps({"format": "ludosoph-position/1", "game": "own", "version": 1, "seats": 2,
                                    "options": {}, "turn": 0}), encoding="utf-8")
    command = ["show", position] if method == "board" else ["suggest", position, "--simulations", 50]
    said = told(capsys, *command)
    assert f"{path}, line {line_of(path, '# here')}, {method}: IndexError: list index out of range" in said


@pytest.mark.parametrize(("method", "answer", "words"), [
    ("current_player", "None", "current_player: found None, expected a seat below 2, CHANCE or TERMINAL"),
    ("current_player", "'first'", "current_player: found 'first', expected a seat"),
    ("legal_actions", "None", "legal_actions: found None, expected whole numbers"),
    ("legal_actions", "[0.5]", "legal_actions: found [0.5], expected whole numbers"),
    ("scores", "5", "scores: found 5, expected 2 numbers"),
    ("scores", "[1, 'two']", "scores: found [1, 'two'], expected 2 numbers"),
    ("returns", "None", "returns: found None, expected 2 numbers"),
    ("action_weights", "None", "action_weights: found None, expected 2 numbers"),
    ("action_text", "None", "action_text: found None, expected a text"),
    ("copy", "None", "copy: found None, expected a Own"),
])
def test_an_answer_that_cannot_be_used_is_named_with_the_file(listed, capsys, tmp_path, method, answer, words):
    more = f"\n    def {method}({METHODS[method]}):\n        return {answer}\n"
    path = listed(own=counting("Own", more=more))["own"]
    position = tmp_path / "own.json"
    position.write_text(json.dumps({"format": "ludosoph-position/1", "game": "own", "version": 1, "seats": 2,
                                    "options": {}, "turn": 0}), encoding="utf-8")
    said = told(capsys, "suggest", position, "--simulations", 50)
    assert f"{path}" in said or "cannot be played on" in said       # read as a position first, it is refused as one
    assert words in said


@pytest.mark.parametrize(("more", "words"), [
    ("\n    @classmethod\n    def start(cls, seats):\n        return None\n", "start: found None, expected a Own"),
    ("\n    @classmethod\n    def start(cls, seats):\n        return cls({1, 2})\n",
     "the field turn: found {1, 2}, expected what JSON can hold"),
])
def test_a_start_that_cannot_be_used_is_named(listed, capsys, more, words):
    path = listed(own=counting("Own", more=more))["own"]
    said = told(capsys, "new", "own", "--raw")
    assert f"{path}, class Own: " in said
    assert words in said


def worked(name: str) -> int:
    state = games.load(name).start()
    while not state.is_terminal():
        state.apply_action(0)
    return 1


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_rules_that_raise_in_a_worker_are_told(listed, backend):
    path = listed(own=counting("Own", apply="self.turn += self.missing"))["own"]
    line = line_of(path, "missing")
    with pytest.raises(InputError, match=rf"{path}, line {line}, apply_action: AttributeError: .*'missing'"):
        list(in_order(worked, ["own"] * 4, jobs=2, backend=backend))


def test_rules_that_raise_are_told_by_the_engine(listed):
    path = listed(own=counting("Own", apply="1 / 0"))["own"]
    query = {"id": "q", "game": "own", "moves": [], "maxVisits": 5}
    done = subprocess.run([sys.executable, "-m", "cli", "analyze"], input=json.dumps(query) + "\n", text=True,
                          capture_output=True, timeout=120, cwd=Path(__file__).parents[2],
                          env=os.environ | {registry.FILES: str(path)})
    answer = json.loads(done.stdout.splitlines()[0])
    assert f"{path}, line {line_of(path, '1 / 0')}, apply_action: ZeroDivisionError" in answer["error"]


def test_an_error_of_the_program_stays_one():
    with pytest.raises(TypeError) as caught:
        games.load("pig").notation.action_text(None, 0)
    assert of_the_rules(caught.value) is None


# ---- games that never end ----------------------------------------------------------------------------


def endless(steps: str = USUAL) -> str:
    return counting("Own", apply=steps, steps=10**12)


@pytest.mark.parametrize("command", [
    ["suggest", "POSITION", "--seconds", "20"],
    ["simulate", "own", "--games", "2", "--agent", "random", "--out", "RUN"],
    ["match", "own", "--games", "2", "--agent", "random", "--agent", "greedy"],
])
def test_a_game_that_never_ends_is_named_with_the_limit(listed, capsys, tmp_path, command):
    path = listed(own=endless())["own"]
    position = tmp_path / "own.json"
    position.write_text(json.dumps({"format": "ludosoph-position/1", "game": "own", "version": 1, "seats": 2,
                                    "options": {}, "turn": 0}), encoding="utf-8")
    places = {"POSITION": str(position), "RUN": str(tmp_path / "run")}
    said = told(capsys, *(places.get(word, word) for word in command))
    assert f"{path}, class Own: a game was not over after 10,000 moves and draws" in said
    assert "--option limit=100000" in said


def test_the_limit_is_an_option_of_the_game(listed, capsys):
    listed(own=counting("Own", steps=100))
    assert games.load("own").start(2, {"limit": "101"}).limit == 101
    for limit, ends in (("100", False), ("101", True)):
        state = games.load("own").start(2, {"limit": limit})
        for _ in range(99):
            state.apply_action(0)
        if ends:
            state.apply_action(1)
            assert state.is_terminal()
        else:
            with pytest.raises(EndlessGame, match="not over after 100 moves and draws"):
                state.apply_action(1)
    for bad in ("0", "-1", "x", "1e4", ""):
        with pytest.raises(InputError, match="option limit: found"):
            games.load("own").start(2, {"limit": bad})


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_of_playouts_longer_than_its_clock_ends_by_the_clock(listed, threads):
    listed(own=endless("__import__('time').sleep(0.002)"))
    state = games.load("own").start(2, {"limit": "1000000"})
    begun = perf_counter()
    with pytest.raises(EndlessGame, match="no playout was over in the time given"):
        search(state, SearchParams(seconds=0.3, threads=threads))
    assert perf_counter() - begun < 3           # the playout alone would take half an hour


def test_a_search_keeps_what_it_found_before_an_endless_playout(listed):
    """Every game ends at its sixth move, but for those of six times 1."""
    more = """
    def apply_action(self, action):
        self.ones += action if self.turn < 6 else 0
        self.turn += 1

    def current_player(self):
        return self.turn % 2 if self.turn < 6 or self.ones == 6 else TERMINAL
"""
    text = counting("Own", more=more).replace("    turn: int = 0\n", "    turn: int = 0\n    ones: int = 0\n")
    listed(own=text)
    result = search(games.load("own").start(2, {"limit": "100000000"}), SearchParams(seconds=0.4, solve=False))
    assert result.moves


def test_a_copy_counts_the_steps_of_its_game(listed):
    listed(own=counting("Own", steps=100))
    state = games.load("own").start(2, {"limit": "50"})
    for _ in range(30):
        state.apply_action(0)
    twin = state.copy()
    for _ in range(19):
        twin.apply_action(0)
    with pytest.raises(EndlessGame):
        twin.apply_action(0)
    assert not state.is_terminal()
