"""Every game has its rules written out, numbered through, with the numbers that are printed."""
import re

import pytest

import games
from games import rules_text
from games.burgundy.tables import RULES as BURGUNDY
from games.connect_four.tables import COLUMNS, IN_A_LINE
from games.pig.tables import GOAL

WRITTEN = [name for name in games.names() if rules_text.there(name, "en")]
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
    (name, language) for name in WRITTEN for language in rules_text.LANGUAGES if rules_text.there(name, language)])
def test_paragraphs_are_numbered_through_and_signs_come_last(name, language):
    found = page(name, language)
    *sections, signs = found.sections
    numbers = [entry.number for section in sections for entry in section.entries]
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
    assert signs.heading == SIGNS[language]
    assert found.title
    assert all(re.fullmatch(r"[^*`]*[.?!]", entry.text) for section in found.sections for entry in section.entries)
    if language != "en":
        english = page(name)
        assert [[entry.number for entry in section.entries] for section in sections] == [
            [entry.number for entry in section.entries] for section in english.sections[:-1]]


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
