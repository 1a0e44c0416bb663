"""The rules as data: every row can be read, names a place in the game, and holds in the worlds where it should.

How often a rule holds was counted from another list of the rules of all 504 worlds.
"""
import csv
import re
from pathlib import Path

import pytest

import games.world504
from games.world504.conditions import atoms_of, holds, worlds

FILES = sorted(Path(games.world504.__file__).parent.glob("rules*.csv"))
HEADER = ["number", "pages", "condition", "phase", "function", "text"]
PHASES = {"setup", "1", "2", "3A", "3B", "3C", "3D", "3E", "3F", "3G", "3H", "4", "5", "share", "award", "end",
          "scoring", "tie", "frame"}
NUMBER = re.compile(r"G\d+[a-c]?|R[1-9]\.(?:S|0|SR|Z|E|F|T|[1-5][A-H]?)\.\d+")
PAGES = re.compile(r"all|[1-9]|[1-9]\.I{1,3}(?: [1-9]\.I{1,3})*")
REFERENCE = re.compile(r"\bR\d\.|\bG\d|\bU\d|\bFAQ|\bSP\b|\bBP\b|\b[A-Z]O\b")


def table(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


RULES = [rule for file in FILES for rule in table(file)]
BY_NUMBER = {rule["number"]: rule for rule in RULES}


def in_force(world: str, errata: bool = False) -> set[str]:
    return {rule["number"] for rule in RULES if holds(rule["condition"], atoms_of(world, errata))}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_files_have_one_header(file):
    assert file.read_text(encoding="utf-8").splitlines()[0].split(",") == HEADER


def test_no_rule_stands_twice():
    assert len(BY_NUMBER) == len(RULES) == 356


def test_every_row_can_be_read():
    wrong = [rule for rule in RULES if not (
        list(rule) == HEADER
        and all(value == value.strip() for value in rule.values())
        and all(value for name, value in rule.items() if name != "function")
        and NUMBER.fullmatch(rule["number"])
        and PAGES.fullmatch(rule["pages"])
        and rule["phase"] in PHASES
        and rule["text"].endswith(".")
        and not REFERENCE.search(rule["text"]))]
    assert wrong == []


def test_a_rule_holds_in_some_world_and_only_with_its_module():
    true = {world: [atoms_of(world, errata) for errata in (False, True)] for world in worlds()}
    nowhere, elsewhere, pages = [], [], []
    for rule in RULES:
        number = rule["number"]
        held = [world for world, readings in true.items() if any(holds(rule["condition"], each) for each in readings)]
        if not held:
            nowhere.append(number)
        if number.startswith("R"):
            elsewhere += [(number, world) for world in held if number[1] not in world]
            if {page[0] for page in rule["pages"].split()} != {number[1]}:
                pages.append((number, rule["pages"]))
        elif rule["pages"] != "all":
            pages.append((number, rule["pages"]))
    assert nowhere == []
    assert elsewhere == []
    assert pages == []


@pytest.mark.parametrize("number, count", [
    ("G12", 336), ("G17", 467), ("G31b", 13), ("G6c", 288), ("R1.S.8", 42), ("R1.3E.9", 37), ("R1.3E.13", 6),
    ("R1.3H.2", 13), ("R1.E.3", 1), ("R2.3D.3", 42), ("R2.3D.5", 26), ("R2.3E.2", 8), ("R2.Z.9", 7), ("R2.E.3", 7),
    ("R3.S.8", 32), ("R3.1.1", 98), ("R3.F.2", 154), ("R4.S.3", 126), ("R4.3D.7", 13), ("R4.3D.15", 46),
    ("R4.3G.12", 1), ("R4.3H.2", 7), ("R4.E.3", 49),
])
def test_rules_hold_in_as_many_worlds_as_counted(number, count):
    assert sum(holds(BY_NUMBER[number]["condition"], atoms_of(world)) for world in worlds()) == count


@pytest.mark.parametrize("world, conditional, absent", [
    ("123", "R1.S.10 R1.3E.9 R2.S.6 R2.3A.3 R2.3E.3 R3.F.2", "R1.3E.7 R2.3A.1 R2.3D.3 R1.3C.4 R3.3E.1 G17"),
    ("124", "R1.S.10 R1.3E.7 R1.3E.8 R1.3E.10 R1.3E.12 R1.3E.13 R2.3A.1 R2.3A.2 R2.3D.1 R2.3E.2 R2.3H.4 R4.S.3 "
            "R4.3D.15 R4.3D.9", "R2.3D.5 R1.3E.14 R4.3D.14 R4.S.4 R1.3E.9 G12"),
    ("194", "R1.E.3 R4.S.4 R4.3D.11 R4.3D.12", "R1.3H.2 R4.S.6 R1.3H.1"),
])
def test_worked_worlds_have_their_rules(world, conditional, absent):
    assert set(conditional.split()) <= in_force(world)
    assert set(absent.split()) <= set(BY_NUMBER) - in_force(world)


def test_the_corrections_replace_the_number_of_goods_that_ends_the_game():
    assert in_force("145") - in_force("145", errata=True) == {"R1.E.1"}
    assert {"R1.E.2", "R1.3E.14"} <= in_force("145", errata=True) - in_force("145")
