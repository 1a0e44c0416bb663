"""Compiled rules read from the top down: no function of an included file is called before the file that defines it.

The files that a .pyx includes are one text to the compiler, which lets every function call every other. An order of
files that calls respect says what a file may know of: what stands above it.
"""
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
INCLUDE = re.compile(r'^\s*include\s+"([^"]+)"')
# what is no code: texts of three quotes, texts of one, comments; whichever begins first
NO_CODE = re.compile(r'("""|\'\'\').*?\1|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|#[^\n]*', re.DOTALL)
# a function at the left edge, up to the bracket of its arguments
HEAD = re.compile(r"^c?p?def\s[^\n(=]*?\b(\w+)\(", re.MULTILINE)
CALL = re.compile(r"(?<![.\w])(\w+)\s*\(")


def expanded(path: Path) -> Iterator[tuple[str, str]]:
    """The code of a .pyx in the order the compiler reads it: the name of a file, and a piece of it without comments."""
    piece: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        match = INCLUDE.match(line)
        if not match:
            piece.append(line)
            continue
        yield path.stem, without_comments("".join(piece))
        piece = []
        beside = path.parent / match[1]
        yield from expanded(beside if beside.exists() else ROOT / match[1])
    yield path.stem, without_comments("".join(piece))


def without_comments(text: str) -> str:
    return NO_CODE.sub('""', text)


def definitions(code: str) -> Iterator[str]:
    """Names of the functions that the code defines. A declaration, which has no body, is no definition."""
    for match in HEAD.finditer(code):
        depth, end = 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(code[end], 0)
            end += 1
        if code[end:].split("\n", 1)[0].rstrip().endswith(":"):
            yield match[1]


def calls_up(path: Path) -> dict[tuple[str, str], set[str]]:
    """Of a .pyx and what it includes: the functions that a file calls and that a later one defines, by both files."""
    pieces = list(expanded(path))
    defined = {name: (place, file) for place, (file, code) in enumerate(pieces) for name in definitions(code)}
    found: dict[tuple[str, str], set[str]] = {}
    for place, (file, code) in enumerate(pieces):
        for name in CALL.findall(code):
            later, there = defined.get(name, (place, file))
            if later > place and there != file:
                found.setdefault((file, there), set()).add(name)
    return found


def including() -> list[Path]:
    return sorted(path for folder in ("core_ext", "games") for path in (ROOT / folder).rglob("*.pyx")
                  if len(list(expanded(path))) > 1)


def planted(folder: Path, first: str, second: str) -> Path:
    """A .pyx in the folder that includes two files of these texts."""
    (folder / "first.pxi").write_text(first, encoding="utf-8")
    (folder / "second.pxi").write_text(second, encoding="utf-8")
    path = folder / "state.pyx"
    path.write_text('"""Rules."""\ninclude "first.pxi"\ninclude "second.pxi"\n\n\ncdef class Rules:\n'
                    "    cdef int last(self):\n        return later(1)\n", encoding="utf-8")
    return path


LATER = "cdef inline int later(int x,\n                      int y) noexcept nogil:\n    return early()\n"


@pytest.mark.parametrize(("first", "names"), (
    ("cdef int early():\n    return later(1)\n", {"later"}),
    ("cdef int later(int x, int y) noexcept nogil\n\ncdef int early():\n    return 1 + later (1)\n", {"later"}),
    ('cdef int early():\n    """As later(1) has it."""\n    return 1           # not later(1)\n', set()),
    ("cdef int early():\n    return at.later(1)\n", set()),
))
def test_a_call_up_would_be_noticed(tmp_path, first, names):
    assert calls_up(planted(tmp_path, first, LATER)) == ({("first", "second"): names} if names else {})


def test_the_rules_of_every_game_with_included_files_are_read():
    games = {path.parent.name for path in including()}
    assert {"backgammon", "burgundy", "catan_cards", "orleans", "world504"} <= games
    for path in including():
        assert sum(1 for _, code in expanded(path) for _ in definitions(code)) > 20, path


@pytest.mark.parametrize("path", including(), ids=lambda path: path.parent.name)
def test_no_file_calls_one_that_is_included_later(path):
    assert not calls_up(path), "\n".join(
        f"{caller}.pxi calls {', '.join(sorted(names))} of {callee}.pxi, which comes later"
        for (caller, callee), names in sorted(calls_up(path).items()))
