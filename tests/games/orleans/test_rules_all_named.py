"""Every item of the rules has a test that is named after it: 1 to 87, and the open questions U1 to U23."""
from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.named_rules import check_no_others, check_question, check_rule

HERE = Path(__file__).parent
RULES = range(1, 88)
QUESTIONS = range(1, 24)
# Which rules each file holds.
FILES = {
    "test_rules_setup.py": range(1, 17), "test_rules_round.py": range(17, 28), "test_rules_places.py": range(28, 43),
    "test_rules_map.py": range(43, 54), "test_rules_tiles.py": range(54, 59), "test_rules_torture.py": range(59, 63),
    "test_rules_end.py": range(63, 67),
    "test_rules_data.py": range(67, 82), "test_rules_laws.py": range(82, 88),
}


@pytest.mark.parametrize("number", RULES)
def test_every_rule_has_a_test(number):
    check_rule(HERE, "r", number, str(number), FILES)


@pytest.mark.parametrize("number", QUESTIONS)
def test_every_question_has_a_test(number):
    check_question(HERE, "u", number)


def test_no_test_is_named_after_a_rule_that_is_not_there():
    check_no_others(HERE, {"r": RULES, "u": QUESTIONS})
