"""No rule that can be played is left without a test that is named after it; nor is an option, or a worked example."""
from __future__ import annotations

import ast
import csv
import re
from functools import cache
from pathlib import Path

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


def untested(words: dict[str, str]) -> list[str]:
    """The things that no test with their words in its name asserts anything of."""
    return [thing for thing, name in words.items() if not any(map(asserts, named(name)))]


def test_every_rule_has_a_test():
    words = {rule: rule.lower().replace(".", "_") for rule in in_force() if rule not in SILENT}
    assert untested(words) == []
    assert [test.name for name in words.values() for test in named(name) if not asserts(test)] == []


def test_rules_without_a_test_are_rules_and_have_none():
    assert set(SILENT) <= set(in_force())
    assert not [rule for rule in SILENT if named(rule.lower())]


def test_every_privilege_has_a_test():
    cards = {card: re.findall(r"[IV]+|[0-9]+", card) for card in in_force("privileges.csv", "card")}
    assert cards
    assert untested({card: f"{step.lower()}_{number}" for card, (step, number) in cards.items()}) == []


def test_every_option_has_a_test():
    options = [option.name for option in OPTIONS if not option.aim and option.name != "world"]
    assert options
    assert untested({option: f"option_{option}" for option in options}) == []


def test_every_worked_example_has_a_test():
    assert untested({f"V{number}": f"v{number}" for number in EXAMPLES}) == []


def test_no_test_is_named_after_a_rule_that_there_is_not():
    known = {rule.number.lower().replace(".", "_") for rule in rules()}
    words = re.compile(r"_((?:g[0-9]+[a-z]?)|(?:r[0-9]_(?:s|z|e|f|t|[0-9][a-h]?)_[0-9]+))(?=_|$)")
    assert [(name, found) for name in written() for found in words.findall(name) if found not in known] == []
