"""Rules and code find each other: each rule that can be played names the functions that do it, and they name it."""
import re
from functools import cache
from pathlib import Path

import games.world504
from games.world504.conditions import atoms_of, holds, worlds
from games.world504.rulebook import Rule, rules
from games.world504.worlds import rows

HERE = Path(games.world504.__file__).parent
SOURCES = sorted(path for path in HERE.iterdir() if path.suffix in (".py", ".pxi", ".pyx"))
# Rules without a function, and why.
NOTHING_TO_DO = {
    "G4": "what people at the table may say to each other",
    "G12": "pieces of others are ignored, so nothing asks for them",
    "G13": "nothing moves a headquarters or a settlement, so nothing has to forbid it",
    "G30": "a position has no bank that could run out of money",
    "G31a": "how often such worlds are found",
    "R9.S.3": "other modules fix the board plan",
    "R9.S.9": "which table of paper has the prices",
}
FUNCTION = re.compile(r"(?:cdef|cpdef|def) (?:inline )?(?:const )?(?:[\w.]+[ *]+)*(\w+)\(")
PLACE = r"R[1-9]\.(?:SR|[SEFTZ0]|[1-5][A-H]?)\."
NUMBERS = re.compile(rf"(?<![\w.])({PLACE}|G)(\d+)([a-c]?)(?:-(?:{PLACE})?(\d+))?")      # R5.3D.1-5 are five


@cache
def functions() -> dict[str, str]:
    """The text of each function by its name; of functions with one name, of both."""
    found: dict[str, str] = {}
    for path in SOURCES:
        name = ""
        for line in path.read_text("utf-8").splitlines():
            if match := FUNCTION.match(line):
                name = match[1]
            elif re.match(r"[^\s)]", line):
                name = ""
            if name:
                found[name] = found.get(name, "") + line + "\n"
    return found


def numbers(text: str) -> set[str]:
    """The rules that a text names."""
    found = set()
    for place, first, letter, last in NUMBERS.findall(text):
        found |= {f"{place}{number}{letter}" for number in range(int(first), int(last or first) + 1)}
    return found


def in_force() -> list[Rule]:
    """The rules that hold in a world, with or without the corrections."""
    true = [atoms_of(world, errata) for world in worlds() for errata in (False, True)]
    return [rule for rule in rules() if any(holds(rule.condition, atoms) for atoms in true)]


def test_ranges_of_numbers_are_understood():
    assert numbers("G7a and R5.3D.9-11, not XG7 (R8.S.1-R8.S.2)") == {
        "G7a", "R5.3D.9", "R5.3D.10", "R5.3D.11", "R8.S.1", "R8.S.2"}


def test_a_rule_names_functions_that_there_are_and_one_of_them_or_a_setting_names_the_rule():
    by_setting = {row.rule for row in rows()}
    missing, unanswered = [], []
    for rule in in_force():
        if rule.number not in NOTHING_TO_DO:
            names = rule.function.split()
            missing += [(rule.number, name) for name in names or ["no function"] if name not in functions()]
            if rule.number not in by_setting and not any(
                    rule.number in numbers(functions().get(name, "")) for name in names):
                unanswered.append(rule.number)
    assert missing == []
    assert unanswered == []


def test_all_other_rules_name_none():
    numbered = {rule.number for rule in in_force()} - set(NOTHING_TO_DO)
    assert [rule.number for rule in rules() if rule.function and rule.number not in numbered] == []


def test_code_and_settings_name_no_rule_that_there_is_not():
    known = {rule.number for rule in rules()}
    written = {number for path in SOURCES for number in numbers(path.read_text("utf-8"))}
    assert written - known == set()
    assert {row.rule for row in rows() if NUMBERS.match(row.rule)} - known == set()
