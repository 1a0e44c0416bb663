"""Boards as text: which form is shown, and what is marked of two boards."""
from types import SimpleNamespace

import pytest
from rich.table import Table
from rich.text import Text

import games
from games.api import Game
from games.boards import NEW, changed, plain


def marked(before: str, after: str) -> list[str]:
    """The words that stand out."""
    found = changed(Text(before), Text(after))
    assert found.plain == after
    return [found.plain[span.start:span.end] for span in sorted(found.spans) if span.style == NEW]


@pytest.mark.parametrize(("before", "after", "words"), [
    ("silver 4   workers 0", "silver 11   workers 0", ["11"]),
    ("6  . . . . .\n5  . x o . .", "6  . . . . .\n5  . x o x .", ["x"]),
    ("| O   .   O |\n| O         |", "| O   .   O |\n| O       O |", ["O"]),
    ("c    5a   4a   3m  SHIP  2b   3b", "c    5a   4a  MINE SHIP  2b   3b", ["MINE"]),
    ("goods: -\nstorage: bank", "goods: -\nsold: pink\nstorage: bank", ["sold:", "pink"]),
    ("a b\nc d", "a b\nc d", []),
    ("depot 1  ship, mine", "depot 1  mine", []),
])
def test_what_is_new_on_a_board_stands_out(before, after, words):
    assert marked(before, after) == words


def test_without_colour_a_star_begins_each_line_that_changed():
    before, after = Text("pot 3\nseat 0  4\ndepot 1  ship, mine"), Text("pot 9\nseat 0  4\ndepot 1  mine")
    assert changed(before, after, colour=False).plain == "* pot 9\n  seat 0  4\n* depot 1  mine"


def test_marks_keep_the_styles_of_a_board():
    after = Text("pot ").append("9", style="bold")
    spans = {(span.start, span.style) for span in changed(Text("pot 3"), after).spans}
    assert spans == {(4, "bold"), (4, NEW)}


def test_a_render_that_knows_nothing_of_room_shows_its_one_form():
    """As games in packages of their own may have it: any renderable of rich, from a state and a seat."""
    def text(state, seat=None):
        table = Table("seat", "points")
        table.add_row("0", str(seat))
        return table

    pig = games.load("pig")
    fields = {name: getattr(pig, name) for name in Game.__dataclass_fields__}
    game = Game(**{**fields, "render": SimpleNamespace(text=text, svg=pig.render.svg)})
    found = game.render.text(game.start(), 1, room=3, columns=40)
    assert isinstance(found, Text)
    assert "points" in found.plain
    assert "1" in found.plain
    assert game.render.svg(game.start()).startswith("<svg")


def test_lines_of_a_board_are_folded_between_words():
    assert plain(Text("one two three\nfour"), 8).plain == "one two\nthree\nfour"
