"""The rules of any of the 504 worlds as a page: what its set-up comes to, and the rules in force phase by phase."""
from __future__ import annotations

import csv
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, NamedTuple

from core_ext.state import State
from games import rules_text
from games.api import RulesEntry, RulesPage, RulesSection, own
from games.packed import enum
from games.world504.conditions import atoms_of, holds, worlds
from games.world504.data import read_table
from games.world504.measured import atlas, in_short, paragraphs
from games.world504.phases import OPENING, PRINTED, SECTIONS, phases
from games.world504.privileges import deck, privileges
from games.world504.setup import DEFAULTS, check_world
from games.world504.state import World504State
from games.world504.tables import SEATS
from games.world504.worlds import atoms, settings

NUMERALS = ("I", "II", "III")
HEADINGS = {                    # by phase, in the order in which a game comes to them
    "frame": "Common rules", "setup": "Set-up", "share": "Share rounds", "1": "Phase 1: turn order and taxes",
    "2": "Phase 2: privileges under the hammer", "3A": "Phase 3A: the capital", "3B": "Phase 3B: dealing in shares",
    "3C": "Phase 3C: purchases", "3D": "Phase 3D: residents", "3E": "Phase 3E: the trolley",
    "3F": "Phase 3F: factories", "3G": "Phase 3G: fights", "3H": "Phase 3H: income", "4": "Phase 4: dividends",
    "5": "Phase 5: scoring cards", "award": "Awards during the game", "end": "End of the game",
    "scoring": "Final scoring", "tie": "Ties",
}
MEASURED = "Played by greedy agents (95 % intervals; docs/atlas)"
STAGES = {"end": ("@end", "@over")}          # what is read at other stages than the phase of this name
WISHES = "What each page asks for (the lowest priority number is done)"
CONDITION = "?"
WISH = "This module asks for"              # how a rule begins that others may override
# Where a rule is read in a world that has not the phase under which the rules file it: without residents the trolley
# does their work (G32), and some worlds settle fights at once where residents act (R4.3G.6).
ELSEWHERE = {"3A": "frame", "3G": "3D", "3D": "3E"}
OUTSIDE = ("frame", "setup", "award", "end", "scoring", "tie")          # no phases of a round
ORDERS = {
    "clockwise": "clockwise from the start player", "by-income": "by last round's income, highest first",
    "by-points": "by victory points, fewest first", "by-least-income": "by last round's income, lowest first",
    "by-price": "by share price, highest first",
}
CAPITALS = {
    "shared": "city 1, shared by all", "reverse-setup": "a city each, chosen in reverse order",
    "reverse-round": "a city each, chosen in round 1 in reverse order",
    "by-bid": "a city each, chosen in round 1 in the order of the bids",
    "by-presidents": "chosen by the president when a company is founded",
}
SHARED_BY_COMPANIES = "city 1, shared by the first companies; a later one takes a city with a settlement of a company"


class Rule(NamedTuple):
    """One line of rules.csv."""

    number: str
    pages: str
    condition: str
    phase: str
    function: str                   # names of the functions that do it; empty where none has to, or none can yet
    text: str


@cache
def rules() -> tuple[Rule, ...]:
    """All 356 rules, in the order of the rules digest."""
    return tuple(Rule(**line) for line in read_table("rules"))


@cache
def rules_of(world: str, errata: bool = False) -> tuple[Rule, ...]:
    """The rules in force in a world."""
    true = atoms_of(world, errata)
    return tuple(rule for rule in rules() if holds(rule.condition, true))


@cache
def words() -> dict[str, dict[str, str]]:
    """Names of the modules and their words in the name of a world, by digit."""
    return {row["module"]: row for row in read_table("names")}


def name_of(world: str) -> str:
    """As in "The World of Networking Traders Craving for Recognition"."""
    return " ".join(words()[digit][place] for digit, place in zip(world, ("first", "second", "third"), strict=True))


def phases_of(world: str) -> list[str]:
    """The phases of a round that this world has, as the rules number them: those of the table that the game plays by.

    Phase 1 is one in which something happens: clockwise order stays as it is.
    """
    true = atoms_of(world)
    found = phases(true)
    played = {phase for section in SECTIONS[1:] for phase in found[section]}
    if enum("world504", "Order")[settings(atoms(world, 2), 2)["order"]] == "clockwise":
        played.discard("set-order")
    numbers = {PRINTED[phase] for phase in played if phase in PRINTED}
    return [phase for phase in HEADINGS if phase in numbers]


def place_of(rule: Rule, shown: Collection[str]) -> str:
    """The heading under which a rule is read, of those of a world."""
    place = rule.phase
    while place not in shown:
        place = ELSEWHERE[place]
    return place


def capitals_of(numbers: Mapping[str, Any]) -> str:
    """Where the capitals of a world lie, and who chooses them."""
    choosing = enum("world504", "Choosing")[numbers["choosing"]]
    if numbers["common_capital"]:           # whoever would choose has no choice
        return SHARED_BY_COMPANIES if choosing == "by-presidents" else CAPITALS["shared"]
    return CAPITALS[choosing]


# ---- the page -----------------------------------------------------------------------------------------


def rules_page(seats: int, options: Mapping[str, str], language: str = rules_text.ENGLISH) -> RulesPage:
    """The rules of the world that the options name, in a language. Raises InputError for a world that there is not."""
    text = {**DEFAULTS, **options}
    world, errata = text["world"], text["errata"] == "2015"
    check_world(world)
    facts = facts_of(world, errata)
    sections = [RulesSection("At a glance", tuple(_glance(world, seats, errata, facts)))]
    if facts["atlas"]:
        sections.append(RulesSection(MEASURED, tuple(RulesEntry("", text) for text in paragraphs(facts["atlas"]))))
    shown = {*phases_of(world), *OUTSIDE}
    for phase, heading in HEADINGS.items():
        here = [rule for rule in rules_of(world, errata) if place_of(rule, shown) == phase]
        wishes = [rule for rule in here if rule.text.startswith(WISH)]
        entries = [rule for rule in here if rule not in wishes]
        if entries:         # where a phase begins, its first rule is what one reads
            sections.append(RulesSection(heading, tuple(
                RulesEntry(rule.number, rule.text, () if number else STAGES.get(phase, (f"@{phase}",)))
                for number, rule in enumerate(entries))))
        if wishes:
            sections.append(RulesSection(WISHES, tuple(RulesEntry(rule.number, rule.text) for rule in wishes)))
    if facts["privileges"]:
        sections.append(RulesSection("Privileges in the deck", tuple(
            RulesEntry(p.card, p.effect, (p.card,)) for p in privileges() if p.card in facts["privileges"])))
    sections.append(_signs(atoms_of(world, errata), language))
    return _said(RulesPage(f"World {world}: {facts['name']}", tuple(sections), facts), language)


def _signs(true: frozenset[str], language: str) -> RulesSection:
    """What the signs of a world mean. Those of some worlds alone begin with the condition: `?3.I | 3.II`."""
    (signs,) = rules_text.read("world504", language)[1]
    return RulesSection(signs.heading, tuple(
        entry._replace(about=tuple(each for each in entry.about if not each.startswith(CONDITION)))
        for entry in signs.entries
        if all(holds(each.removeprefix(CONDITION), true) for each in entry.about if each.startswith(CONDITION))))


def _said(page: RulesPage, language: str) -> RulesPage:
    """A page in a language: rules and privileges by its table, all else but the signs by its phrases."""
    from games.speech import speech  # what speaks English needs no tables

    if (words := speech(language, "world504")) is None:
        return page
    known, (*sections, signs) = translated(language), page.sections
    return RulesPage(words(page.title), (*(RulesSection(words(section.heading), tuple(
        entry._replace(text=known.get(entry.number) or words(entry.text)) for entry in section.entries))
        for section in sections), signs), page.facts)


@cache
def translated(language: str) -> Mapping[str, str]:
    """The rules and privileges in another language, by number: `games/languages/LANGUAGE/world504.csv`."""
    from games.speech import FOLDER

    file = FOLDER / language / "world504.csv"
    if not file.is_file():
        return {}
    with file.open(encoding="utf-8", newline="") as lines:
        return {row["number"]: row["text"] for row in csv.DictReader(lines)}


def stage(state: State) -> str:
    """The heading under which one reads what goes on: the phase as the rules number it, or the set-up."""
    mine = own(state, World504State)
    phase = enum("world504", "Phase")[mine.rules_in_force()["phases"][mine.raw()["phase"]]]
    if phase in dict(OPENING):
        return "setup"
    shown, place = {*phases_of({**DEFAULTS, **state.options}["world"]), *OUTSIDE}, PRINTED.get(phase, "end")
    while place not in shown:
        place = ELSEWHERE[place]
    return place


def _glance(world: str, seats: int, errata: bool, facts: Mapping[str, Any]) -> list[RulesEntry]:
    """What the priorities of the three pages come to, in a line each."""
    money = facts["startMoney"][str(seats)]
    equal = len(set(money)) == 1
    pages = ", ".join(f"{words()[digit]['name']} at TOP {top}" for digit, top in zip(world, NUMERALS, strict=True))
    people = "residents and settlements" if facts["residents"] else "no residents; the trolley does their work"
    return [
        RulesEntry("", f"Modules: {pages}."),
        RulesEntry("", f"Board: plan {facts['plan']}. Capitals: {facts['capitals']}."),
        RulesEntry("", f"Turn order: {facts['order']}."),
        RulesEntry("", f"Start money with {seats} players: {money[0]} Mark each." if equal else
                   f"Start money with {seats} players: {', '.join(map(str, money))} Mark in the first order."),
        RulesEntry("", f"Pieces: {people}, owned by the {facts['owners']}."),
        RulesEntry("", f"A round: phases {', '.join(facts['phases'])}."),
        *([RulesEntry("", "The publisher's corrections of November 2015 are played.")] if errata else []),
    ]


def facts_of(world: str, errata: bool = False) -> dict[str, Any]:
    """What the rules of a world come to, as plain data."""
    by_seats = {str(seats): settings(atoms(world, seats, errata), seats) for seats in SEATS}
    two = by_seats["2"]
    found = rules_of(world, errata)
    known = None if errata else atlas().get(world)          # the printed text was played
    return {
        "world": world,
        "name": name_of(world),
        "measured": in_short(known),
        "modules": [int(digit) for digit in world],
        "plan": two["plan"],
        "order": ORDERS[enum("world504", "Order")[two["order"]]],
        "capitals": capitals_of(two),
        "startMoney": {seats: [money + each["money_more"] for money in each["start_money"]]
                       for seats, each in by_seats.items()},
        "residents": bool(two["people"]),
        "owners": "companies" if "CO" in atoms_of(world) else "players",
        "privileges": deck(atoms_of(world)),
        "end": [rule.number for rule in found if rule.phase == "end"],
        "phases": phases_of(world),
        "rules": [rule.number for rule in found],
        "atlas": known,
    }


def rules_list() -> list[dict[str, Any]]:
    """All 504 worlds, one a row."""
    return [facts_of(world) for world in worlds()]
