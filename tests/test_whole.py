"""No test file is left to `make check-all` alone: what breaks shows in `make test`, how far it reaches in check-all."""
import ast
from pathlib import Path

import pytest

from tests import whole
from tests.whole import amount, mostly_whole

HERE = Path(__file__).parent


def kept_out(text: str) -> bool:
    """Whether every test function of a file is marked whole, by itself or by the file."""
    tree = ast.parse(text)
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    marked = [any(ast.unparse(mark) == "pytest.mark.whole" for mark in test.decorator_list) for test in tests]
    return all(marked) or any(isinstance(node, ast.Assign) and "pytest.mark.whole" in ast.unparse(node.value)
                              and ast.unparse(node.targets[0]) == "pytestmark" for node in tree.body)


def test_each_file_has_a_test_that_is_run_each_time():
    files = sorted(HERE.rglob("test_*.py"))
    assert files
    assert [file.relative_to(HERE).as_posix() for file in files if kept_out(file.read_text("utf-8"))] == []


def test_a_file_that_is_kept_out_would_be_noticed():
    whole = "@pytest.mark.whole\ndef test_a():\n    pass\n"
    assert kept_out(whole)
    assert kept_out("pytestmark = pytest.mark.whole\n\n\ndef test_a():\n    pass\n")
    assert not kept_out(whole + "\n\ndef test_b():\n    pass\n")


def test_an_amount_is_whole_unless_this_is_make_test(monkeypatch, request):
    assert whole.usual == (request.config.getoption("markexpr") == "not whole")
    for usual, expected in ((False, 100), (True, 3)):
        monkeypatch.setattr(whole, "usual", usual)
        assert amount(100, few=3) == expected


def test_cases_that_are_not_the_usual_ones_are_marked():
    usual, pair, single = mostly_whole([(1, 2), (3, 4), "a"], lambda case: case == (1, 2))
    assert usual == (1, 2)
    assert (pair.values, single.values) == ((3, 4), ("a",))
    assert [mark.name for case in (pair, single) for mark in case.marks] == ["whole", "whole"]
    with pytest.raises(AssertionError, match="keeps a case"):
        mostly_whole([1, 2], lambda case: case > 2)
