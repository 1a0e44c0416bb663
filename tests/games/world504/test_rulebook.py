"""The page of rules of any world, against facts that were found without it."""
import csv
import re

import pytest

from games.api import InputError
from games.speech import FOLDER, speech
from games.world504.conditions import worlds
from games.world504.privileges import privileges
from games.world504.rulebook import facts_of, rules, rules_list, rules_page
from tests.games.test_speech import ENGLISH
from tests.games.world504.facts import facts
from tests.whole import amount, mostly_whole

LISTED = {number for world in facts().values() for number in world["conditionalRules"]}
PROMISED = ("world", "name", "measured", "modules", "plan", "order", "capitals", "startMoney", "residents", "owners",
            "privileges", "end", "phases", "rules", "atlas")


def test_the_list_has_all_worlds_with_all_that_is_promised():
    rows = rules_list()
    assert [row["world"] for row in rows] == worlds()
    assert len({row["name"] for row in rows}) == 504
    assert {tuple(row) for row in rows} == {PROMISED}


@pytest.mark.parametrize("first", mostly_whole("123456789", "149".__contains__))
def test_conditional_rules_are_in_force_where_they_are_known_to_be(first):
    for world, known in facts().items():
        if world[0] == first:
            found = set(facts_of(world)["rules"])
            assert found & LISTED == set(known["conditionalRules"])
            assert facts_of(world)["owners"] == known["owners"]


def test_a_page_names_the_world_and_has_each_rule_in_force_once():
    page = rules_page(3, {"world": "617"})
    assert page.title == "World 617: The World of Networking Traders Craving for Recognition"
    told = [entry.number for section in page.sections[:-1] for entry in section.entries if entry.number]
    assert len(told) == len(set(told))
    assert set(told) == set(page.facts["rules"])
    assert "60 Mark each" in page.sections[0].entries[3].text


def test_the_deck_of_privileges_is_told_where_there_is_one():
    headings = [section.heading for section in rules_page(2, {"world": "123"}).sections]
    assert headings[-2:] == ["Privileges in the deck", "Signs and short forms"]
    assert "Privileges in the deck" not in [section.heading for section in rules_page(2, {"world": "456"}).sections]


def test_corrections_change_the_rules_in_force():
    printed, corrected = (set(facts_of("167", errata)["rules"]) for errata in (False, True))
    assert printed - corrected == {"R1.E.1"}
    assert corrected - printed == {"R1.E.2"}


@pytest.mark.parametrize("world", ["111", "1234", "104", "47"])
def test_a_code_that_is_no_world_is_refused(world):
    with pytest.raises(InputError, match=f"option world: found '{world}', expected three different digits"):
        rules_page(2, {"world": world})


def test_there_are_all_rules():
    assert len(rules()) == 356


GERMAN = list(csv.DictReader((FOLDER / "de" / "world504.csv").read_text(encoding="utf-8").splitlines()))


def test_every_rule_and_privilege_is_written_in_german_with_its_numbers():
    english = {**{rule.number: rule.text for rule in rules()}, **{each.card: each.effect for each in privileges()}}
    assert [row["number"] for row in GERMAN] == list(english)
    for row in GERMAN:          # in German small numbers of players, rounds and ranks are words, and words numbers
        there, here = (set(re.findall(r"\d+", text)) for text in (english[row["number"]], row["text"]))
        assert there - here <= set("12345"), row
        assert here - there <= set("12"), row
        assert not ENGLISH.search(row["text"]), row


@pytest.mark.parametrize("errata", ["no", "2015"])
@pytest.mark.parametrize("world", worlds()[::amount(1, 25)])
def test_the_page_of_a_world_is_german_whole(world, errata):
    page = rules_page(3, {"world": world, "errata": errata}, "de")
    english = rules_page(3, {"world": world, "errata": errata})
    said = [page.title, *(section.heading for section in page.sections),
            *(entry.text for section in page.sections for entry in section.entries)]
    assert [text for text in said if ENGLISH.search(text)] == []
    words = speech("de", "world504")
    by_phrase = [english.title, *(section.heading for section in english.sections[:-1]),
                 *(entry.text for section in english.sections[:-1] for entry in section.entries if not entry.number)]
    assert {text: words.unknown(text) for text in by_phrase if words.unknown(text)} == {}
    assert [[entry.number for entry in section.entries] for section in page.sections] == [
        [entry.number for entry in section.entries] for section in english.sections]
    assert page.facts == english.facts
