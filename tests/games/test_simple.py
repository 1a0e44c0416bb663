"""Games written in plain Python: found by the variable, held to the contract, searched; what they raise comes out."""
import json
import os
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import games
from core_ext.playout import playouts
from core_ext.state import State
from games import registry
from games.api import Game, InputError
from games.simple import Rules, game
from mcts.params import SearchParams
from mcts.search import search
from tests.games.single_files import HERE, found

ROOT = Path(__file__).parent.parent.parent
FILES = {"nim": ROOT / "examples/nim.py", **{name: HERE / f"{name}.py" for name in ("race", "highcard", "auction")}}
LISTED = os.pathsep.join(map(str, FILES.values()))
METHODS = ("current_player", "legal_actions", "apply_action", "chance_outcomes", "scores", "win_shares", "returns",
           "action_weights", "view", "resample", "copy")
HIDING = ("view", "resample")


@pytest.fixture(autouse=True)
def listed(monkeypatch):
    """The games of these tests are found while they run."""
    yield from found(monkeypatch, *FILES.values())


def rules_of(name: str) -> type[Rules]:
    return type(games.load(name).start().position)


def made(name: str, **methods: Any) -> Game:
    """The game of these rules with some methods replaced."""
    return game(type(name, (rules_of(name),), methods), title=name)


class TrapError(Exception):
    """What a game raises in these tests."""


def trapped(name: str, method: str, calls: int) -> State:
    """The first decision of a game in which a method raises once it has been called so many times."""
    usual, left = getattr(rules_of(name), method), [calls]

    def trap(self: Rules, *args: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise TrapError(method)
        return usual(self, *args)

    state = made(name, **{method: trap}).start()
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(1))
    return state


def test_python_games_keep_the_contract():
    """The tests of tests/games/test_contract.py, but for the schema that a game in its own file does not publish."""
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games/test_contract.py"]
    done = subprocess.run([*tests, "-k", f"({' or '.join(FILES)}) and not schema"], cwd=ROOT, capture_output=True,
                          env=os.environ | {registry.FILES: LISTED}, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


@pytest.mark.parametrize("piles", [piles for piles in product(range(4), repeat=3) if any(piles)])
def test_nim_is_solved_as_the_theory_says(piles):
    """The seat to act wins exactly where the binary sum of the piles is not 0 (Bouton, 1901)."""
    nim = games.load("nim")
    document = nim.notation.position_to_json(nim.start()) | {"piles": list(piles)}
    found = search(nim.notation.position_from_json(document), SearchParams(simulations=3000))
    assert found.solved
    assert found.moves[0].proven == (1 if piles[0] ^ piles[1] ^ piles[2] else 0)


def test_a_hidden_card_does_not_change_what_a_search_says():
    """Seat 1 holds a 4; the search must come out the same whatever the card of seat 0 is."""
    highcard, said = games.load("highcard"), []
    for other in (1, 6):
        state = highcard.start()
        for action in (other, 4, 1):
            state.apply_action(action)
        found = search(state, SearchParams(simulations=400))
        said.append([(m.action, m.visits, m.utility) for m in found.moves])
    assert said[0] == said[1]


def test_a_seat_is_told_of_its_own_card_alone():
    highcard = games.load("highcard")
    state = highcard.start()
    assert [highcard.told(state, 5, seat) for seat in (0, 1)] == ["card 5", None]
    state.apply_action(5)
    assert [highcard.told(state, 4, seat) for seat in (0, 1)] == [None, "card 4"]
    state.apply_action(4)
    assert [highcard.told(state, 1, seat) for seat in (0, 1)] == ["bet", "bet"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("calls", (40, 600))
def test_what_the_rules_raise_ends_the_search_as_itself(method, calls):
    state = trapped("highcard" if method in HIDING else "race", method, calls)
    with pytest.raises(TrapError, match=method):
        search(state, SearchParams(simulations=3000))


@pytest.mark.parametrize("method", [name for name in METHODS if name not in HIDING])
def test_what_the_rules_raise_ends_playouts_as_itself(method):
    state = trapped("race", method, 100)
    with pytest.raises(TrapError, match=method):
        playouts(state, 1000, 1)


def test_what_the_rules_raise_ends_all_threads():
    state = trapped("race", "apply_action", 500)
    with pytest.raises(TrapError):
        search(state, SearchParams(simulations=10**9, threads=2))


def test_a_state_raises_what_its_rules_raise():
    state = trapped("race", "scores", 0)
    with pytest.raises(TrapError):
        state.scores()
    with pytest.raises(TrapError):
        state.copy()            # nothing that follows counts


def test_ctrl_c_inside_the_rules_stops_a_search_that_has_found_something():
    asked = [0]

    def scores(self: Any) -> list[int]:
        asked[0] += 1
        if asked[0] == 3000:
            raise KeyboardInterrupt
        return [int(steps) for steps in self.steps]

    found = search(made("race", scores=scores).start(), SearchParams(seconds=60))
    assert found.stopped
    assert [move.action for move in found.moves] in ([0, 1], [1, 0])


@pytest.mark.parametrize(("method", "answer", "words"), [
    ("legal_actions", [], "legal_actions: found 0 codes"),
    ("legal_actions", [1, 0], r"legal_actions: found \[1, 0\], expected numbers from 0 .* ascending"),
    ("legal_actions", [0, 2**26], "expected numbers from 0 to 67108863"),
    ("current_player", 5, "current_player: found 5, expected a seat below 2"),
    ("action_weights", [1.0], "action_weights: found .* expected 2 numbers"),
    ("chance_outcomes", [(0, 0.5), (1, 0.4)], "expected probabilities above 0 that sum to 1"),
    ("returns", [1], "returns: found .* expected 2 numbers"),
])
def test_rules_that_break_the_contract_are_told_so(method, answer, words):
    state = made("race", **{method: lambda self, *args: answer}).start()
    with pytest.raises(ValueError, match=words):
        search(state, SearchParams(simulations=200))


@pytest.mark.parametrize(("change", "words"), [
    ({"piles": 3}, "cannot be played on: .*nim.py, line 18, current_player: TypeError: 'int' object is not iterable"),
    ({"turn": "first"}, "cannot be played on"),
    ({"turn": 7}, "cannot be played on"),
    ({"piles": [1, "two"]}, "cannot be played on"),
    ({"stones": 3}, "unknown key 'stones'"),
    ({"game": "pig"}, "game: found 'pig', expected 'nim'"),
])
def test_a_position_that_is_none_is_refused(change, words):
    nim = games.load("nim")
    document = json.loads(json.dumps(nim.notation.position_to_json(nim.start()) | change))
    with pytest.raises(InputError, match=words):
        nim.notation.position_from_json(document)


def test_a_file_must_hold_a_game_of_its_name(monkeypatch, tmp_path):
    for name, text, words in (("none", "", "found no GAME"), ("gone", None, "found .*gone.py, expected Python files"),
                              ("mim", FILES["nim"].read_text(), "a game named 'nim', expected GAME .*'mim'")):
        file = tmp_path / f"{name}.py"
        if text is not None:
            file.write_text(text)
        monkeypatch.setenv(registry.FILES, str(file))
        with pytest.raises(InputError, match=words):
            games.load(name)


def test_no_document_makes_a_file_run(monkeypatch, tmp_path):
    (tmp_path / "evil.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    for name in ("evil", "evil.py", "./evil"):
        with pytest.raises(InputError, match="no game"):
            games.load(name)
