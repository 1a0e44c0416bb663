"""Every label that a board draws and every move has an answer in the rules; each stage has a paragraph."""
import re
from functools import cache
from pathlib import Path

import pytest

import games
from games import rules_text
from games.api import RulesEntry, RulesPage, RulesSection
from games.burgundy.talk import STAGE_NAMES as BURGUNDY_STAGES
from games.catan_cards.names import STAGES as CATAN_STAGES
from games.glossary import OVER, Glossary, glossary, labels, stage_of
from games.orleans.names import STAGE_NAMES as ORLEANS_STAGES
from games.registry import folders
from games.speech import languages
from games.world504.conditions import worlds
from tests.games.test_speech import ENGLISH, positions
from tests.whole import amount

EVERY = {"world504": 151, "connect_four": 5, "tic_tac_toe": 1, "kuhn_poker": 1, "leduc_poker": 1}
USUAL = 23              # steps of a game between two looks, but for these games
LANGUAGES = languages()


@cache
def met(name):
    """Positions of random games."""
    return [state.copy() for state in positions(name, amount(8, 2), EVERY.get(name, USUAL))]


def entries(page):
    return [entry for section in page.sections for entry in section.entries]


@pytest.mark.parametrize("name", folders())
def test_every_stage_that_games_meet_has_a_paragraph_and_not_all_the_same(name):
    game, found = games.load(name), {}
    for state in met(name):
        known, stage = glossary(game, state), stage_of(game, state)
        found[stage] = tuple(known.entries[entry].number for entry in known.stage(stage))
    assert [stage for stage, numbers in found.items() if not numbers] == []
    assert len(set(found.values())) > 1
    assert OVER in found


@pytest.mark.parametrize(("name", "stages"), [
    ("burgundy", BURGUNDY_STAGES), ("orleans", ORLEANS_STAGES), ("catan_cards", CATAN_STAGES)])
def test_no_stage_of_the_large_games_is_without_a_paragraph(name, stages):
    game = games.load(name)
    known = glossary(game, game.start())
    assert [stage for stage in stages if not known.stage(stage)] == []


@pytest.mark.parametrize("name", folders())
def test_every_label_and_every_move_has_an_answer(name):
    game, without = games.load(name), set()
    for state in met(name):
        known = glossary(game, state)
        for seat in (None, 0):
            without |= {label.says for label in labels(game.render.svg(state, seat)) if not known.label(label.says)}
        if not state.is_terminal():
            texts = (game.notation.action_text(state, action) for action in state.legal_actions())
            without |= {text for text in texts if not known.meaning(text)}
    assert without == set()


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("name", folders())
def test_another_language_has_the_same_entries_in_the_same_order(name, language):
    game = games.load(name)
    for seats in (game.seats[0], game.seats[-1]):
        english, other = (game.rules.said(seats, {}, each) for each in ("en", language))
        assert [[entry.about for entry in section.entries] for section in english.sections] == [
            [entry.about for entry in section.entries] for section in other.sections]
        texts = {entry.text for entry in entries(english)}
        assert [entry.text for entry in entries(other) if entry.text in texts] == []
        heads = [section.heading for section in other.sections]
        assert set(heads).isdisjoint(section.heading for section in english.sections)
        if language == "de":
            assert [head for head in heads if ENGLISH.search(head)] == []
            assert [entry.text for entry in entries(other) if ENGLISH.search(entry.text)] == []


def answer(known, text):
    return [known.entries[entry].number for entry in known.meaning(text)]


@pytest.mark.parametrize(("name", "says", "first"), [
    ("burgundy", "take 5: mine [die 5]", "mine"), ("burgundy", "in storage: knowledge 12", "knowledge 12"),
    ("burgundy", "depot 3: watchtower", "watchtower"), ("burgundy", "regions", "26"),
    ("burgundy", "sell red [die 3]", "14"), ("orleans", "tile-laboratory", "Laboratory"),
    ("orleans", "Village: boat., craft. or trader", "14"), ("orleans", "Harvest A: hand in food", "27"),
    ("catan_cards", "Knight A", "Knight A, Knight B"), ("catan_cards", "build settlement", "13"),
    ("pig", "hold", "roll"), ("leduc_poker", "raise", "3"), ("backgammon", "seat 0: 1 on the bar", "5")])
def test_an_answer_begins_with_what_is_about_this_thing(name, says, first):
    game = games.load(name)
    known = glossary(game, game.start())
    assert answer(known, f"#{says}" if says.startswith("tile-") else says)[0] == first


def test_a_privilege_of_504_is_told_from_one_of_a_like_number():
    game = games.load("world504")
    known = glossary(game, game.start(2, {"world": "345"}))
    assert answer(known, "II(11)")[0] == "II(11)"
    assert {"I(1)", "I(11)"}.isdisjoint(answer(known, "II(11)"))


@pytest.mark.parametrize("world", worlds()[::amount(1, 60)])
def test_each_world_says_where_each_of_its_phases_begins(world):
    page = games.load("world504").rules.page(2, {"world": world})
    begun = [each for entry in entries(page) for each in entry.about if each.startswith("@")]
    assert len(set(begun)) == len(begun) >= 8
    assert {"@setup", "@3H", "@end", "@over", "@scoring"} <= set(begun)


def known_of(*about):
    return Glossary(RulesPage("Own", (RulesSection("All", tuple(
        RulesEntry(str(number), "Text.", tags) for number, tags in enumerate(about))),)))


def test_words_stand_whole_stars_and_numbers_stand_for_more():
    known = known_of(("mine",), ("^take <n>:",), ("#^depot-<n>$",), ("sold: * red",), ("@main", "@fill-*"))
    assert answer(known, "take 12: mine") == ["0", "1"]
    assert answer(known, "miners take 12") == []
    assert answer(known, "#depot-3") == ["2"]
    assert answer(known, "#depot-3-1") == answer(known, "depot-3") == []
    assert answer(known, "Sold: 2 pink, 1 red") == ["3"]
    assert known.stage("main") == known.stage("fill-black") == [4]
    assert known.stage("mains") == []


def test_a_label_is_told_by_its_words_then_by_what_it_lies_in():
    known = known_of(("sold",), ("#box",), ("^a thing$",), ("^7$",))
    svg = ('<svg><title>sold</title><defs><text>sold</text></defs><g id="box"><title>a thing</title><text>sold</text>'
           '<text x="1">7</text></g><text>7</text><text>no &amp; <tspan>sold</tspan></text><g id="far"/></svg>')
    assert [label.says for label in labels(svg)] == [
        ("a thing", "#box"), ("sold", "a thing", "#box"), ("a thing", "#box", "7"), ("7",), ("no & sold",), ("#far",)]
    marked = known.marked(svg)
    assert re.findall(r'<(\w+) data-about="([^"]*)"', marked) == [
        ("g", "2"), ("text", "0"), ("text", "2"), ("text", "3"), ("text", "0")]
    assert marked.replace(' data-about="2"', "").replace(' data-about="0"', "").replace(' data-about="3"', "") == svg


def test_a_picture_is_marked_and_else_as_it_was():
    game = games.load("burgundy")
    for state in met("burgundy")[:20]:
        svg = game.render.svg(state, 0)
        assert re.sub(r' data-about="[\d ]+"', "", glossary(game, state).marked(svg)) == svg


def test_what_a_line_is_about_is_not_read_as_its_text():
    for name in folders():
        assert not any("{" in entry.text for entry in entries(games.load(name).rules.page(2, {})))
    assert rules_text.read("pig")[1][0].entries[1].about == ("@chance", "^die 1$")


def test_a_folder_of_a_language_has_the_rules_of_each_game():
    folder = Path(rules_text.__file__).parent / "languages"
    for language in LANGUAGES[1:]:
        assert {path.stem for path in (folder / language).glob("*.md")} == set(folders())
