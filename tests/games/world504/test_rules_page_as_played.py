"""The pages of rules of all 504 worlds, in `make test` of 72, against what the compiled rules play."""
from collections.abc import Iterator
from functools import cache
from typing import Any

import games
from core_ext.state import State
from games.packed import enum
from games.world504.conditions import worlds
from games.world504.rulebook import HEADINGS, OUTSIDE, place_of, rules_of, rules_page
from tests.whole import amount

NOBODY = 255
WORLDS = worlds()[::amount(1, few=7)]       # any page comes in every place
# the numbers that the rules print, by what the table of the compiled rules has; written down apart from phases.py
NUMBERS = {
    "share-round": "share", "set-order": "1", "found-in-round": "1", "tax": "1", "auction": "2", "move-capital": "3A",
    "share-deals": "3B", "buy-privilege": "3C", "upgrade": "3C", "recruit": "3C", "residents": "3D", "trolley": "3E",
    "factories": "3F", "fights": "3G", "income": "3H", "dividends": "4", "score-card": "5",
}
CHOSEN = {                          # a word of the page, by how the compiled rules let capitals be chosen
    "reverse-setup": "chosen in reverse order", "reverse-round": "in round 1 in reverse order",
    "by-bid": "in the order of the bids", "by-presidents": "by the president when a company is founded",
}


@cache
def glance(world: str) -> tuple[str, list[str]]:
    """What the first lines of the page say: of the capitals, and the phases."""
    lines = [entry.text for entry in rules_page(3, {"world": world}).sections[0].entries]
    capitals = next(line for line in lines if "Capitals: " in line).split("Capitals: ")[1]
    phases = next(line for line in lines if line.startswith("A round: phases "))
    return capitals, phases.removeprefix("A round: phases ").rstrip(".").split(", ")


def played(world: str) -> State:
    return games.load("world504").start(3, {"world": world})


def table(numbers: dict[str, Any]) -> list[str]:
    words, size = enum("world504", "Phase"), len(numbers["phases"]) // 4
    return [words[code] for code in numbers["phases"][size:] if words[code] != "end-of-table"]


def with_capitals(world: str) -> Iterator[list[int]]:
    """Capitals of all owners that have one, after each step of a random game until three owners have one."""
    state = played(world)
    for step in range(600):
        capitals = [owner["capital"] for owner in state.raw()["owner"] if owner["capital"] != NOBODY]
        yield capitals
        if len(capitals) >= 3 or state.is_terminal():
            return
        state.apply_action(state.sample_chance(1, step) if state.is_chance_node() else state.random_action(1, step))


def test_the_phases_of_each_page_are_those_of_the_table():
    order, wrong = enum("world504", "Order"), {}
    for world in WORLDS:
        numbers = played(world).rules_in_force()
        there = {NUMBERS[phase] for phase in table(numbers) if phase in NUMBERS}
        if order[numbers["order"]] == "clockwise" and not {"tax", "found-in-round"} & set(table(numbers)):
            there.remove("1")           # nothing can happen in it
        if sorted(there) != sorted(glance(world)[1]):
            wrong[world] = (glance(world)[1], sorted(there))
    assert wrong == {}


def test_each_rule_in_force_stands_once_under_a_heading_of_its_world():
    wrong = []
    for world in WORLDS:
        page = rules_page(3, {"world": world})
        told = [entry.number for section in page.sections for entry in section.entries if entry.number in
                set(page.facts["rules"])]
        headings = {HEADINGS[phase] for phase in (*glance(world)[1], *OUTSIDE)}
        phases = {section.heading for section in page.sections if section.heading in HEADINGS.values()}
        if sorted(told) != sorted(page.facts["rules"]) or not phases <= headings:
            wrong.append(world)
    assert wrong == []


def test_a_rule_is_filed_elsewhere_only_where_its_phase_is_not_played():
    for world in WORLDS:
        shown = {*glance(world)[1], *OUTSIDE}
        for rule in rules_of(world):
            place = place_of(rule, shown)
            assert place == rule.phase or rule.phase not in shown, (world, rule.number)


def test_the_capitals_of_each_page_are_those_of_the_game():
    choosing, wrong = enum("world504", "Choosing"), {}
    for world in WORLDS:
        numbers, told = played(world).rules_in_force(), glance(world)[0]
        *_, capitals = with_capitals(world)
        alike = len(capitals) >= 2 and len(set(capitals)) == 1
        if alike != told.startswith("city 1, shared"):
            wrong[world] = (told, capitals)
        elif not alike and CHOSEN[choosing[numbers["choosing"]]] not in told:
            wrong[world] = (told, choosing[numbers["choosing"]])
    assert wrong == {}
