"""Which tests are named after which rules, for the tests that no rule is left out."""
from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Container, Mapping
from functools import cache
from pathlib import Path


@cache
def named(folder: Path) -> dict[tuple[str, int], list[tuple[str, ast.FunctionDef]]]:
    """Test functions of the rules in a folder by letter and number, as in `test_b12_...`, with their file."""
    name = re.compile(r"test_([a-z])([0-9]+)_")
    found = defaultdict(list)
    for file in sorted(folder.glob("test_rules_*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and (match := name.match(node.name)):
                found[match[1], int(match[2])].append((file.name, node))
    return found


def check_rule(folder: Path, letter: str, number: int, shown: str, files: Mapping[str, Container[int]]) -> None:
    """A rule, called `shown` in docstrings, has tests, in the file that holds such rules, and they assert something."""
    for file, test in _checked(folder, letter, number, shown):
        assert number in files[file], f"{test.name} is in {file}"


def check_question(folder: Path, letter: str, number: int) -> None:
    """An open question has tests that assert something, in whatever file."""
    _checked(folder, letter, number, f"{letter.upper()}{number}")


def _checked(folder: Path, letter: str, number: int, shown: str) -> list[tuple[str, ast.FunctionDef]]:
    tests = named(folder).get((letter, number), [])
    assert tests, f"{shown} has no test"
    for _, test in tests:
        assert (ast.get_docstring(test) or "").startswith(f"{shown}: "), f"the docstring of {test.name}"
        assert any(isinstance(node, ast.Assert) for node in ast.walk(test)), f"{test.name} asserts nothing"
    return tests


def check_no_others(folder: Path, numbers: Mapping[str, Container[int]]) -> None:
    """No test is named after a rule or question that is not there."""
    assert [key for key in named(folder) if key[1] not in numbers.get(key[0], ())] == []
