"""Boards as text: which form is shown, and what is marked of two boards."""
from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest
from rich.table import Table
from rich.text import Text

import games
from games.boards import NEW, OneForm, Part, beside, changed, fitted, folded, listed, plain, spread, table
from games.simple import Rules, game


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
    simple = SimpleNamespace(text=text, svg=pig.render.svg)
    game = replace(pig, render=OneForm(simple))
    found = game.render.text(game.start(), 1, room=3, columns=40)
    assert isinstance(found, Text)
    assert "points" in found.plain
    assert "1" in found.plain
    assert game.render.svg(game.start()).startswith("<svg")
    with pytest.raises(TypeError, match=r"pig: .*OneForm\(render\)"):
        replace(pig, render=simple)


def lines(*words: str) -> list[Text]:
    return [Text(line) for line in words]


def plainly(found: list[Text]) -> list[str]:
    return [line.plain for line in found]


def test_a_board_takes_the_fullest_forms_that_fit():
    parts = [Part([lines("head", "more"), lines("head")], [5]), Part([lines(""), []], [1]),
             Part([lines("a", "b", "c"), lines("abc"), []], [2, 9])]
    shown = {room: fitted(parts, room).plain.split("\n") for room in (None, 6, 5, 4, 3, 2, 1, 0)}
    assert shown[None] == shown[6] == ["head", "more", "", "a", "b", "c"]
    assert shown[5] == ["head", "more", "a", "b", "c"]
    assert shown[4] == ["head", "more", "", "abc"]          # what gave way first comes back where there is room
    assert shown[3] == ["head", "more", "abc"]
    assert shown[2] == ["head", "abc"]
    assert shown[1] == shown[0] == ["head"]                 # the briefest, where none fits


def test_a_form_that_saves_no_line_is_not_taken():
    parts = [Part([lines("turquoise"), lines("tur")], [1]), Part([lines("a", "b"), lines("ab")], [2])]
    assert fitted(parts, 2).plain == "turquoise\nab"


def test_lines_break_between_items_and_go_on_indented():
    line = listed("storage: ", ["knowledge 9", "carpenter", "boarding-house"]).append("; goods: -")
    assert plainly(folded(line, 26)) == [
        "storage: knowledge 9,", "    carpenter,", "    boarding-house; goods:", "    -"]
    assert plainly(folded(Text("boarding-house"), 5)) == ["boarding-house"]         # never within a word
    styled = folded(Text.assemble(("red and", "red"), " blue"), 4)
    assert [[(s.start, s.end, s.style) for s in piece.spans] for piece in styled][0] == [(0, 3, "red")]


def test_a_table_uses_the_width_there_is_and_folds_its_last_column():
    rows = [["seat", "points", "goods"], ["0", "12", "2 pink, 3 turquoise"]]
    assert plainly(table(rows, 80, (2,))) == ["seat   points   goods", "   0       12   2 pink, 3 turquoise"]
    assert plainly(table(rows, 25, (2,))) == ["seat points goods", "   0     12 2 pink, 3", "            turquoise"]


def test_blocks_stand_beside_each_other():
    assert plainly(beside([lines("a", "bb"), lines("c", "d", "e")])) == ["a   c", "bb  d", "    e"]


def test_cells_of_a_grid_are_equal_unless_something_is_too_wide():
    cells = lines("one", "two", "a longer one", "three")
    assert plainly(spread(cells, 20, 10)) == ["one       two", "a longer one  three"]


class Boxes(Rules):
    """A game in Python whose board has more lines than a terminal."""

    seats = 2

    def current_player(self) -> int:
        return 0

    def legal_actions(self) -> list[int]:
        return [0]

    def apply_action(self, action: int) -> None:
        """Nothing changes."""

    def scores(self) -> list[int]:
        return [0, 0]

    def board(self, seat: int | None = None) -> str:
        return "\n".join(f"box {n}" for n in range(30))

    def brief(self, seat: int | None = None) -> str:
        return "30 boxes"


def test_a_game_in_python_may_have_a_brief_board():
    boxes = game(dataclass(Boxes), title="Boxes")
    text = boxes.render.text
    assert len(text(boxes.start()).split()) == 31
    assert text(boxes.start(), room=31).plain.endswith("box 29")
    assert text(boxes.start(), room=15).plain == "Boxes: seat 0 to act\n30 boxes"


def test_lines_of_a_board_are_folded_between_words():
    assert plain(Text("one two three\nfour"), 8).plain == "one two\nthree\nfour"
