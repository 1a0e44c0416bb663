"""The words of the page: the same keys and placeholders in every language, all of them used, none missing."""
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.words import LANGUAGES, Words, language, messages

SERVICE = Path(__file__).parent.parent.parent / "service"
CALL = re.compile(r"""\b(?:words|say)\(\s*["']([a-z_]+\.[a-z0-9_.]+)["']""")


def used() -> Iterator[str]:
    """Keys that templates, pages and scripts ask for."""
    for pattern in ("templates/**/*.html", "static/**/*.js", "**/*.py"):
        for file in SERVICE.glob(pattern):
            yield from CALL.findall(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("other", LANGUAGES[1:])
def test_languages_have_the_same_keys_and_placeholders(other):
    mine, theirs = messages(LANGUAGES[0]), messages(other)
    assert list(mine) == list(theirs)
    for key, text in mine.items():
        assert sorted(re.findall(r"\{\w*\}", text)) == sorted(re.findall(r"\{\w*\}", theirs[key])), key


def test_every_message_that_is_used_is_there_and_every_one_there_is_used():
    assert set(used()) == set(messages(LANGUAGES[0]))


def test_the_parts_of_boards_have_names_in_every_language():
    drawn = {name for file in SERVICE.parent.glob("games/*/render.py")
             for name in re.findall(r'\.area\("([a-z]+)"', file.read_text(encoding="utf-8"))}
    assert drawn
    assert {f"table.area_{name}" for name in drawn} == {key for key in messages("de") if ".area_" in key}


def test_a_message_takes_its_values():
    assert Words("de")("frame.play") == "Spielen"
    assert Words("en").under("frame")["frame.setup"] == "Set up"


@pytest.mark.parametrize(("asked", "kept", "accepted", "expected"), [
    ("de", "en", "en", "de"), ("xx", "de", "en", "de"), (None, None, "de-AT,de;q=0.9,en;q=0.5", "de"),
    (None, None, "fr, en;q=0.2, de;q=0.7", "de"), (None, None, "de;q=0, fr", "en"), (None, None, "", "en"),
    (None, None, "*;q=x,,;;", "en")])
def test_a_reader_gets_the_language_asked_for_then_chosen_then_preferred(asked, kept, accepted, expected):
    assert language(asked, kept, accepted) == expected
