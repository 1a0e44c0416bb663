"""Every game has its rules written out, numbered through, with the numbers that are printed."""
import re

import pytest

import games
from games import rules_text
from games.burgundy.tables import RULES as BURGUNDY
from games.connect_four.tables import COLUMNS, IN_A_LINE
from games.drawing import slug
from games.pig.tables import GOAL
from games.speech import languages, speech

WRITTEN = [name for name in games.names() if rules_text.there(name, "en") and name != "world504"]    # of rules.csv
LANGUAGES = languages()
PIECES = ("What the pieces do", "Was die Teile tun")
SIGNS = {"en": "Signs and short forms", "de": "Zeichen und Abkürzungen"}


def page(name, language="en", **options):
    game = games.load(name)
    return rules_text.page(name, game.options, options, language)


def text(name):
    return "\n".join(entry.text for section in page(name).sections for entry in section.entries)


def test_every_game_has_a_page_of_rules():
    assert [name for name in games.names() if games.load(name).rules.page is None] == []
    assert set(games.names()) - set(WRITTEN) == {"world504"}


@pytest.mark.parametrize(("name", "language"), [
    (name, language) for name in WRITTEN for language in LANGUAGES if rules_text.there(name, language)])
def test_paragraphs_are_numbered_through_and_signs_come_last(name, language):
    found = page(name, language)
    *sections, signs = [section for section in found.sections if section.heading not in PIECES]
    numbers = [entry.number for section in sections for entry in section.entries]
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
    assert signs.heading == SIGNS[language]
    assert found.title
    assert all(re.fullmatch(r"[^*`]*[.?!]", entry.text) for section in found.sections for entry in section.entries)
    if language != "en":
        english = page(name)
        assert [[entry.number for entry in section.entries] for section in (*sections, signs)] == [
            [entry.number for entry in section.entries] for section in english.sections
            if section.heading not in PIECES]


def test_the_numbers_are_those_that_are_played_by():
    sizes = [str(points) for points in BURGUNDY["scoring"]["region"][:8]]
    assert f"{', '.join(sizes[:-1])} or {sizes[-1]} points for 1 to 8 spaces" in text("burgundy")
    assert f"with {GOAL} points wins" in text("pig")
    assert f"{('six', 'seven')[COLUMNS - 6]} columns" in text("connect_four")
    assert f"such a {('three', 'four')[IN_A_LINE - 3]}" in text("connect_four")


def test_what_options_change_is_said_at_the_end():
    assert page("pig", goal="50").sections[-1].entries[0].number == "goal=50"
    assert page("pig", goal="100").sections[-1].heading == SIGNS["en"]


def test_a_line_that_is_no_paragraph_is_named(monkeypatch, tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "rules.md").write_text("# Own\nno paragraph\n", encoding="utf-8")
    monkeypatch.setattr(rules_text, "__file__", str(tmp_path / "rules_text.py"))
    with pytest.raises(ValueError, match=r"games/own/rules.md, line 2: found 'no paragraph', expected a heading"):
        rules_text.read("own", "xx")


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("name", WRITTEN)
def test_a_thing_has_in_the_rules_the_name_that_it_has_on_the_board(name, language):
    words = speech(language, name)
    things = {slug(item) for kind in games.load(name).balance.items.values() for item in kind.items}
    english, other = (dict(re.findall(r"^(\d+)\. (.*)", rules_text._file(name, each).read_text(encoding="utf-8"),
                                      re.MULTILINE)) for each in ("en", language))
    for number, text in english.items():
        bold, said = (re.findall(r"\*\*([^*]+)\*\*", each) for each in (text, other[number]))
        assert len(bold) == len(said)
        assert [(word, its) for word, its in zip(bold, said, strict=True)
                if slug(word) in things and words(word).lower() != its.lower()] == []
