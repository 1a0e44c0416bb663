"""Every rule of the game has a test that is named after it: B1 to B53, and the open questions A1 to A13."""
from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.named_rules import check_no_others, check_question, check_rule

HERE = Path(__file__).parent
RULES = range(1, 54)
QUESTIONS = range(1, 14)
# Which rules each file holds.
FILES = {"test_rules_setup.py": range(1, 25), "test_rules_turn.py": range(25, 34), "test_rules_tiles.py": range(34, 49),
         "test_rules_end.py": range(49, 54)}


@pytest.mark.parametrize("number", RULES)
def test_every_rule_has_a_test(number):
    check_rule(HERE, "b", number, f"B{number}", FILES)


@pytest.mark.parametrize("number", QUESTIONS)
def test_every_question_has_a_test(number):
    check_question(HERE, "a", number)


def test_no_test_is_named_after_a_rule_that_is_not_there():
    check_no_others(HERE, {"b": RULES, "a": QUESTIONS})
