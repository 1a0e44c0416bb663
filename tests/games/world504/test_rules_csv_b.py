"""The rules of modules 5 to 9, the privileges and the names of the worlds, as data.

`worlds.json` holds facts of each of the 504 worlds, resolved from the rulebook by a separate program: plan, turn order,
capitals, start money, and which privileges and conditional rules are in force. A rule that it names in no world is
unconditional on its pages.
"""
import csv
import json
from collections import Counter
from pathlib import Path

import pytest

import games.world504
from games.world504.conditions import MODULES, PAGES, atoms_of, holds, worlds

TABLES = Path(games.world504.__file__).parent
FACTS = json.loads((Path(__file__).parent / "worlds.json").read_text(encoding="utf-8"))
PHASES = {"setup", "1", "2", "3A", "3B", "3C", "3D", "3E", "3F", "3G", "3H", "4", "5",
          "share", "award", "end", "scoring", "tie", "frame"}
PLAN_4 = "R5.S.10"      # holds where no other page asks for plan 1; the facts tell that by the plan alone


def rows(name: str) -> list[dict[str, str]]:
    with (TABLES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


RULES = rows("rules_b.csv")
NUMBERS = [rule["number"] for rule in RULES]
PRIVILEGES = rows("privileges.csv")


def in_force(condition: str) -> list[str]:
    """The worlds, with and without the corrections of 2015 the same, in which a condition is true."""
    found = [world for world in worlds() if holds(condition, atoms_of(world))]
    assert found == [world for world in worlds() if holds(condition, atoms_of(world, errata=True))]
    return found


def expected_worlds(rule: dict[str, str]) -> list[str]:
    named = [world for world in worlds() if rule["number"] in FACTS[world]["conditionalRules"]]
    if named:
        return named
    if rule["number"] == PLAN_4:
        return [world for world in worlds() if FACTS[world]["plan"] == 4]
    return [world for world in worlds() if atoms_of(world) & set(rule["pages"].split())]


def test_what_is_true_of_a_world_agrees_with_the_facts():
    assert list(FACTS) == worlds()
    for world, fact in FACTS.items():
        atoms = atoms_of(world)
        assert f"P{fact['plan']}" in atoms
        assert ("RES" in atoms) == fact["residents"]
        assert ("CO" in atoms) == (fact["owners"] == "companies")


def test_every_rule_of_modules_5_to_9_stands_there_once():
    assert Counter(number[:2] for number in NUMBERS) == {"R5": 34, "R6": 23, "R7": 29, "R8": 27, "R9": 55}
    assert len(set(NUMBERS)) == len(NUMBERS)
    named = {number for world in FACTS.values() for number in world["conditionalRules"] if number[1] in "56789"}
    assert named <= set(NUMBERS)


@pytest.mark.parametrize("rule", RULES, ids=NUMBERS)
def test_a_rule_is_in_force_in_the_worlds_of_the_facts(rule):
    assert in_force(rule["condition"]) == expected_worlds(rule)


@pytest.mark.parametrize("rule", RULES, ids=NUMBERS)
def test_a_rule_names_its_pages_and_phase_and_refers_to_no_number(rule):
    module = rule["number"][1]
    pages = rule["pages"].split()
    assert pages == [module] or set(pages) < {page for page in PAGES if page[0] == module}
    assert rule["phase"] in PHASES
    assert rule["text"][0].isupper()
    assert rule["text"].endswith(".")
    assert not [mark for mark in ("R5.", "R6.", "R7.", "R8.", "R9.", "FAQ", "SP", "(U") if mark in rule["text"]]


def test_a_deck_holds_the_privileges_of_the_facts():
    assert len(PRIVILEGES) == 33
    assert all(card["stage"] == card["card"].split("(")[0] and card["phase"] in PHASES for card in PRIVILEGES)
    for world in worlds():
        held = [card["card"] for card in PRIVILEGES if holds(card["condition"], atoms_of(world))]
        assert held == FACTS[world]["privileges"]


@pytest.mark.parametrize("world, name", [
    ("123", "The World of Traveling Pioneers with a Bias to Individualism"),
    ("456", "The World of Combative Explorers with Connections"),
    ("789", "The World of the Mightiest Businessmen by External Financing"),
    ("591", "The World of Exploring Stock Companies on Journeys"),
    ("627", "The World of Networking Pioneers Craving for Recognition"),
])
def test_the_words_of_three_pages_make_the_name_of_a_world(world, name):
    words = {row["module"]: row for row in rows("names.csv")}
    assert "".join(words) == MODULES
    first, second, third = (words[module] for module in world)
    assert f"{first['first']} {second['second']} {third['third']}" == name
