"""Every rule of the digest has a test that is named after it: R1 to R35, and the open questions U1 to U16."""
from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.games.named_rules import named

HERE = Path(__file__).parent
RULES = range(1, 36)
QUESTIONS = range(1, 17)
LETTERS = "ru"
# Which rules each file holds.
FILES = {"test_rules_setup.py": {*range(1, 14), 35}, "test_rules_trade.py": {*range(14, 22), 31},
         "test_rules_build.py": set(range(22, 31)), "test_rules_end.py": {32, 33, 34}}


@pytest.mark.parametrize("number", RULES)
def test_every_rule_has_a_test(number):
    tests = named(HERE, LETTERS).get(("r", number), [])
    assert tests, f"rule {number} has no test"
    for file, test in tests:
        assert number in FILES[file], f"{test.name} is in {file}"
        assert (ast.get_docstring(test) or "").startswith(f"R{number}: "), f"the docstring of {test.name}"
        assert any(isinstance(node, ast.Assert) for node in ast.walk(test)), f"{test.name} asserts nothing"


@pytest.mark.parametrize("number", QUESTIONS)
def test_every_question_has_a_test(number):
    tests = named(HERE, LETTERS).get(("u", number), [])
    assert tests, f"question U{number} has no test"
    for _, test in tests:
        assert (ast.get_docstring(test) or "").startswith(f"U{number}: "), f"the docstring of {test.name}"
        assert any(isinstance(node, ast.Assert) for node in ast.walk(test)), f"{test.name} asserts nothing"


def test_no_test_is_named_after_a_rule_that_is_not_there():
    numbers = {"r": RULES, "u": QUESTIONS}
    assert [key for key in named(HERE, LETTERS) if key[1] not in numbers[key[0]]] == []
