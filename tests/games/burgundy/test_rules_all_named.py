"""Every rule of the game has a test that is named after it: B1 to B53, and the open questions A1 to A13."""
from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.games.named_rules import named

HERE = Path(__file__).parent
RULES = range(1, 54)
QUESTIONS = range(1, 14)
LETTERS = "ab"
# Which rules each file holds.
FILES = {"test_rules_setup.py": range(1, 25), "test_rules_turn.py": range(25, 34), "test_rules_tiles.py": range(34, 49),
         "test_rules_end.py": range(49, 54)}


@pytest.mark.parametrize("number", RULES)
def test_every_rule_has_a_test(number):
    tests = named(HERE, LETTERS).get(("b", number), [])
    assert tests, f"rule B{number} has no test"
    for file, test in tests:
        assert number in FILES[file], f"{test.name} is in {file}"
        assert (ast.get_docstring(test) or "").startswith(f"B{number}: "), f"the docstring of {test.name}"
        assert any(isinstance(node, ast.Assert) for node in ast.walk(test)), f"{test.name} asserts nothing"


@pytest.mark.parametrize("number", QUESTIONS)
def test_every_question_has_a_test(number):
    tests = named(HERE, LETTERS).get(("a", number), [])
    assert tests, f"question A{number} has no test"
    for _, test in tests:
        assert (ast.get_docstring(test) or "").startswith(f"A{number}: "), f"the docstring of {test.name}"


def test_no_test_is_named_after_a_rule_that_is_not_there():
    numbers = {"b": RULES, "a": QUESTIONS}
    assert [key for key in named(HERE, LETTERS) if key[1] not in numbers[key[0]]] == []
