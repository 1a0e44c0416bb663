"""Every reason that a game can give for what it refuses is said in every language: read from the sources of the games,
so that one is found that no position of a test leads to.
"""
from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest

import games
from games.fields import several
from games.registry import folders
from games.speech import COMMON, Speech, others, speech
from service.said import QUOTED

GAMES = Path(games.__file__).parent
# which arguments of a call are parts of a reason, by place and by name
PARTS = {"InputError": (0,), "refuse": (1, 2), "misplaced": (1, 2), "miscounted": (4, 5),
         "fail": (0,), "index": (1,), "key_index": (2,), "counts": (1,), "members": (1,), "mask": (1,), "_expect": (0,)}
NAMED = ("found", "expected", "why", "what", "hint")
COUNTED = {"miscounted": 2, "several": 1}       # these are plurals, and are said of one thing, too
RANGED = {"integer": 2}                         # these are followed by a range
# what a page does not come to: files that a command line names, games of other packages
NOT_OF_THE_PAGE = {"calibrations.py", "faults.py", "installed.py", "openspiel.py", "openspiel_history.py",
                   "overrides.py", "pieces.py", "registry.py"}
SLOT = "\0"                 # stands for what is known only in play
FILLED = ("7", "A")         # such things, a number and a name
PLACE = re.compile(rf"^[{SLOT}\w.\[\] -]*: ")       # that a reason begins with


def texts(node: ast.expr) -> list[str]:
    """The texts that an expression may be; none where it is no text."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=values):
            made = [""]
            for each in values:
                inner = each.value if isinstance(each, ast.FormattedValue) else each
                made = [before + after for before in made for after in texts(inner) or [SLOT]]
            return made
        case ast.IfExp(body=one, orelse=other) if texts(one) or texts(other):
            return (texts(one) or [SLOT]) + (texts(other) or [SLOT])
        case ast.BinOp(op=ast.Add(), left=left, right=right) if texts(left) or texts(right):
            return [before + after for before in texts(left) or [SLOT] for after in texts(right) or [SLOT]]
    return []


def reasons(path: Path) -> Iterator[tuple[int, str]]:
    """The parts of reasons in a source file, and their lines."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        for place, argument in enumerate(call.args):
            for text in texts(argument):
                if place in PARTS.get(name, ()):
                    yield call.lineno, text
                elif place == COUNTED.get(name):
                    yield from ((call.lineno, several(count, text)) for count in (1, 2))
                elif place == RANGED.get(name):
                    yield call.lineno, f"{text} from 1 to 7"
        if name in PARTS:
            named = [each.value for each in call.keywords if each.arg in NAMED]
            yield from ((call.lineno, text) for each in named for text in texts(each))


def known(words: Speech, text: str) -> bool:
    """Whether a reason is said whole, whatever stands in its slots: as it is, without its place, or with what it quotes
    kept as the page keeps it.
    """
    for form in (text, PLACE.sub("", text)):
        for filling in fillings(form.count(SLOT)):
            whole = form
            for each in filling:
                whole = whole.replace(SLOT, each, 1)
            if not words.unknown(whole) or not words.unknown(QUOTED.sub("⟨1⟩", whole)):
                return True
    return False


def fillings(slots: int) -> Sequence[tuple[str, ...]]:
    """What slots are filled with: each way, if they are few."""
    return list(product(FILLED, repeat=slots)) if slots < 6 else [(each,) * slots for each in FILLED]


@pytest.mark.parametrize("name", [*folders(), COMMON])
def test_every_reason_a_game_can_give_is_said(name):
    files = (GAMES / name).rglob("*.py") if name != COMMON else (
        file for file in GAMES.glob("*.py") if file.name not in NOT_OF_THE_PAGE)
    found = [(file.name, line, text) for file in files for line, text in reasons(file) if re.search("[a-z]{2}", text)]
    for words in others(name):
        assert [each for each in found if not known(words, each[2])] == []


def test_a_reason_that_no_table_has_would_be_noticed(tmp_path):
    file = tmp_path / "checks.py"
    file.write_text('refuse(place, 3, f"at most {most}, as elephants fly" if many else "none")\n'
                    'field.integer(0, 3, "a trunk")\n'
                    'miscounted(place, 2, "trunks", 3, why="so many")\n', encoding="utf-8")
    words = speech("de")
    assert words is not None
    assert [(line, text) for line, text in reasons(file) if not known(words, text)] == [
        (1, f"at most {SLOT}, as elephants fly"), (2, "a trunk from 1 to 7"), (3, "1 trunk"), (3, "2 trunks"),
        (3, "so many")]
