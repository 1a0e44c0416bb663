"""The methods of State that Python sees are put into the dict of its type once, when the module is loaded.

A compiled method and a Python method of one class cannot share a name in Cython, so core_ext/state.pyx adds the latter
itself and tells the interpreter (`PyType_Modified`). Here each Python that is promised and at hand is asked whether
that is sound: what looks methods up, and what remembers where it found them, finds these.
"""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pythons import at_hand

ROOT = Path(__file__).parent.parent.parent
MODULES = ("core_ext/rng", "core_ext/state", "core_ext/python_state", "games/tic_tac_toe/state")
TRANSLATED = ROOT / "build/cython-fast"
SECONDS = 600

ASKED = r'''
import gc, inspect, pickle, sys
from core_ext.state import METHODS, State
from games.tic_tac_toe.state import TicTacToeState


def new(kind=TicTacToeState):
    return kind(2, {})


# ---- each is there, as what it is, and works on the state of a game
names = [function.__name__ for function in METHODS]
assert len(set(names)) == len(names) == 16
for function in METHODS:
    assert vars(State)[function.__name__] is function is getattr(TicTacToeState, function.__name__)
    assert function.__name__ in dir(TicTacToeState) and inspect.getdoc(getattr(State, function.__name__))
    assert function.__name__ not in vars(TicTacToeState)
assert isinstance(vars(State)["hides"], property) and new().hides is False
state = new()
assert (state.current_player(), state.legal_actions()) == (0, list(range(9)))
state.apply_action(4)
assert (state.current_player(), len(state.legal_actions())) == (1, 8)


# ---- what a class derived in Python says comes first, also where the interpreter has remembered an answer
def often(state):
    return [state.legal_actions() for _ in range(5_000)][-1]       # long enough for a specialised instruction


class Mine(TicTacToeState):
    pass


mine = new(Mine)
assert often(mine) == list(range(9))
Mine.legal_actions = lambda self: [*super(Mine, self).legal_actions(), "more"]
assert often(mine) == [*range(9), "more"]
assert often(new()) == list(range(9))
del Mine.legal_actions
assert often(mine) == list(range(9))
Mine.scores = "hides the method"
assert mine.scores == "hides the method" and new().scores() == [0.0, 0.0]


class Both(Mine):
    def current_player(self):
        return super().current_player() + 100


assert new(Both).current_player() == 100 and new(Both).legal_actions() == list(range(9))

# ---- the type itself stays as it is
for change in (lambda: setattr(State, "legal_actions", None), lambda: delattr(State, "legal_actions")):
    try:
        change()
    except TypeError:
        pass
    else:
        raise AssertionError("State can be changed")
try:
    pickle.dumps(new())
except TypeError as error:
    assert "not pickled" in str(error)
else:
    raise AssertionError("a state is pickled")

# ---- nothing is lost or kept by use, and a collection takes nothing away
before = [sys.getrefcount(function) for function in METHODS]
for _ in range(200):
    often_used = new(Mine)
    for name in names:
        getattr(often_used, name)
del often_used
gc.collect()
assert [sys.getrefcount(function) for function in METHODS] == before
assert often(new()) == list(range(9))

# ---- the type belongs to one interpreter: another one in this process is refused the module
if sys.version_info >= (3, 13):
    import _interpreters
    other = _interpreters.create()
    refused = str(_interpreters.exec(other, "import core_ext.state"))
else:
    import _xxsubinterpreters as _interpreters
    other, refused = _interpreters.create(), ""
    try:
        _interpreters.run_string(other, "import sys; sys.path[:] = %r; import core_ext.state" % sys.path)
    except _interpreters.RunFailedError as error:
        refused = str(error)
assert "ImportError" in refused, refused
_interpreters.destroy(other)
assert often(new()) == list(range(9))
print(sys.version_info[:2], "sound")
'''


def compiled_for(other: str, home: Path) -> None:
    """The core as far as it is needed, and a small game, compiled for another Python without optimizations."""
    ask = "import sysconfig as s; print(s.get_path('include')); print(s.get_config_var('EXT_SUFFIX'))"
    include, suffix = subprocess.run([other, "-c", ask], capture_output=True, text=True, check=True).stdout.split()
    for module in MODULES:
        source, target = TRANSLATED / f"{module}.c", home / f"{module}{suffix}"
        target.parent.mkdir(parents=True, exist_ok=True)
        if not source.is_file():
            source = home / f"{module}.c"
            subprocess.run([sys.executable, "-m", "cython", "-3", f"{module}.pyx", "-o", source], cwd=ROOT, check=True)
        subprocess.run([os.environ.get("CC", "cc").split()[-1], "-O0", "-w", "-shared", "-fPIC", f"-I{include}", source,
                        "-o", target], check=True, timeout=SECONDS)
    for package in ("core_ext", "games", "games/tic_tac_toe"):      # without what a game says in Python
        (home / package / "__init__.py").touch()


def asked(interpreter: str, tree: Path) -> str:
    """What the questions come to in a fresh process."""
    done = subprocess.run([interpreter, "-c", f"import sys; sys.path.insert(0, {str(tree)!r})\n{ASKED}"], cwd=tree,
                          capture_output=True, text=True, timeout=SECONDS)
    return done.stdout + done.stderr


def test_methods_put_into_the_type_are_found_like_any_other():
    assert asked(sys.executable, ROOT).endswith(" sound\n")


@pytest.mark.whole
@pytest.mark.parametrize("interpreter", at_hand().values(), ids=at_hand())
def test_the_same_holds_on_every_other_python_at_hand(interpreter, tmp_path):
    compiled_for(interpreter, tmp_path)
    assert asked(interpreter, tmp_path).endswith(" sound\n")
