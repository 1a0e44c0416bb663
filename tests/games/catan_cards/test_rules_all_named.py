"""Every rule of the digest has a test that is named after it: R1 to R35, and the open questions U1 to U16."""
from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.named_rules import check_no_others, check_question, check_rule

HERE = Path(__file__).parent
RULES = range(1, 36)
QUESTIONS = range(1, 17)
# Which rules each file holds.
FILES = {"test_rules_setup.py": {*range(1, 14), 35}, "test_rules_trade.py": {*range(14, 22), 31},
         "test_rules_build.py": set(range(22, 31)), "test_rules_end.py": {32, 33, 34}}


@pytest.mark.parametrize("number", RULES)
def test_every_rule_has_a_test(number):
    check_rule(HERE, "r", number, f"R{number}", FILES)


@pytest.mark.parametrize("number", QUESTIONS)
def test_every_question_has_a_test(number):
    check_question(HERE, "u", number)


def test_no_test_is_named_after_a_rule_that_is_not_there():
    check_no_others(HERE, {"r": RULES, "u": QUESTIONS})
