"""No rule that can be played is left without a test that is named after it; nor is an option, or a worked example."""
from __future__ import annotations

import ast
import csv
import re
from functools import cache
from pathlib import Path

import pytest

import games.world504
from games.world504.conditions import atoms_of, holds, worlds
from games.world504.rulebook import rules
from games.world504.setup import OPTIONS

HERE = Path(__file__).parent
# Rules that say nothing that a program could do, and why.
SILENT = {
    "G4": "taking back a move and talking about trades are left to the people at the table",
    "G30": "a position has no bank that could run out of money",
}
# Worked examples of the rulebook.
EXAMPLES = list(range(1, 55))


@cache
def written() -> dict[str, ast.FunctionDef]:
    """The test functions of the folder by name."""
    return {node.name: node for file in sorted(HERE.glob("test_*.py"))
            for node in ast.parse(file.read_text("utf-8")).body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def named(words: str) -> list[ast.FunctionDef]:
    """The tests whose names have these words."""
    return [test for name, test in written().items() if f"_{words}_" in f"{name.removeprefix('test')}_"]


def in_force(table: str = "rules.csv", column: str = "number") -> list[str]:
    """The rules, or privileges, that a world has, with or without the corrections."""
    found = [atoms_of(world, errata) for world in worlds() for errata in (False, True)]
    with (Path(games.world504.__file__).parent / table).open(encoding="utf-8", newline="") as file:
        return [row[column] for row in csv.DictReader(file) if any(holds(row["condition"], true) for true in found)]


def asserts(test: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Assert) for node in ast.walk(test))


@pytest.mark.parametrize("rule", [rule for rule in in_force() if rule not in SILENT])
def test_every_rule_has_a_test(rule):
    found = named(rule.lower().replace(".", "_"))
    assert found, f"{rule} has no test"
    assert all(map(asserts, found)), f"a test of {rule} asserts nothing"


def test_rules_without_a_test_are_rules_and_have_none():
    assert set(SILENT) <= set(in_force())
    assert not [rule for rule in SILENT if named(rule.lower())]


@pytest.mark.parametrize("card", in_force("privileges.csv", "card"))
def test_every_privilege_has_a_test(card):
    step, number = re.findall(r"[IV]+|[0-9]+", card)
    assert any(map(asserts, named(f"{step.lower()}_{number}"))), f"privilege {card} has no test"


@pytest.mark.parametrize("option", [option.name for option in OPTIONS if not option.aim and option.name != "world"])
def test_every_option_has_a_test(option):
    assert any(map(asserts, named(f"option_{option}"))), f"option {option} has no test"


@pytest.mark.parametrize("number", EXAMPLES)
def test_every_worked_example_has_a_test(number):
    assert any(map(asserts, named(f"v{number}"))), f"V{number} has no test"


def test_no_test_is_named_after_a_rule_that_there_is_not():
    known = {rule.number.lower().replace(".", "_") for rule in rules()}
    words = re.compile(r"_((?:g[0-9]+[a-z]?)|(?:r[0-9]_(?:s|z|e|f|t|[0-9][a-h]?)_[0-9]+))(?=_|$)")
    assert [(name, found) for name in written() for found in words.findall(name) if found not in known] == []
