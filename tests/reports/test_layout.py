"""Paragraphs, tables and lists on screens of any width: no word is broken, nothing is lost."""
from io import StringIO

import pytest
from rich.console import Console
from rich.text import Text

from reports.terminal.layout import Columns, Paragraph, Sheet

SENTENCE = "A word is a word, however long the line is in which it stands, and stays one."
HEADS = ("what", "visits made", "win %", "then")
ROWS = [("place knowledge 18 at e2", "1,234,567", "50.0", "a > long line of play > goes on here"), ("x", 2, 3, "")]


def shown(what, width):
    console = Console(width=width, file=StringIO(), record=True)
    console.print(what, crop=False)
    return console.export_text().splitlines()


@pytest.mark.parametrize("width", (20, 35, 80, 120))
def test_a_paragraph_wraps_between_words_under_its_indent(width):
    lines = shown(Paragraph(SENTENCE, 3), width)
    assert " ".join(" ".join(lines).split()) == SENTENCE
    assert all(len(line) <= width for line in lines)
    assert all(line.startswith("   ") for line in lines[1:])
    assert not lines[0].startswith(" ")


def test_a_long_word_of_a_paragraph_stays_whole_and_is_not_cut():
    path = "a/path/" * 20
    assert path in shown(Paragraph(f"report: {path}, and 3 plots"), 40)[1]


def test_line_breaks_and_leading_blanks_stay():
    assert shown(Paragraph("one\n\n  two"), 40) == ["one", "", "  two"]


@pytest.mark.parametrize("width", (40, 50, 60, 80, 120))
def test_a_table_keeps_its_words_and_its_width(width):
    lines = shown(Sheet(HEADS, ROWS, ("what", "then")), width)
    assert all(len(line) <= width for line in lines)
    words = " ".join(lines).split()
    for cell in (*HEADS, *map(str, ROWS[0])):
        assert set(cell.split()) <= set(words)


def test_columns_without_room_follow_below_with_the_keys_again():
    heads = ("seat", *(f"count{k}" for k in range(12)))
    lines = shown(Sheet(heads, [(f"seat {s}", *range(12)) for s in range(2)], ("seat",)), 40)
    assert [line.split()[0] for line in lines if line.startswith("seat")] == ["seat"] * len(
        [line for line in lines if line.startswith("seat")])
    assert sum(line.startswith("seat 0") for line in lines) == 3
    assert " ".join(lines).split().count("count11") == 1
    assert len(shown(Sheet(heads, [("seat 0", *range(12))], ("seat",)), 120)) == 3


def test_heads_of_numbers_wrap_before_text_does():
    lines = shown(Sheet(("move", "expected points"), [("use Town Hall: farmer", "12.5")], ("move",)), 32)
    assert lines[0].split() == ["expected"]
    assert lines[-1].split() == ["use", "Town", "Hall:", "farmer", "12.5"]


def test_an_agent_with_many_settings_goes_on_after_a_comma():
    agent = "mcts:1000,policy=uct,exploration=1.4,playout=uniform,cutoff=0"
    lines = shown(Sheet(("agent", "seats"), [(agent, 1)], ("agent",)), 40)
    assert "".join(line.split()[0] for line in lines[2:]) == agent
    assert all(len(line) <= 40 for line in lines)


def test_colours_stay_on_their_words():
    console = Console(width=80, file=StringIO(), force_terminal=True, color_system="standard", no_color=False)
    console.print(Sheet(("a", "b"), [("x", Text("7", "green"))]))
    assert "\x1b[32m7" in console.file.getvalue()


def test_short_texts_stand_beside_one_another_and_are_read_downwards():
    lines = shown(Columns([f"move {k}" for k in range(10)]), 29)
    assert [line.split()[1] for line in lines] == ["0", "1", "2", "3"]
    assert lines[0].split() == ["move", "0", "move", "4", "move", "8"]
    assert all(len(line) <= 29 for line in lines)


@pytest.mark.parametrize("width", (30, 50, 80))
def test_what_is_left_out_of_a_list_is_counted(width):
    lines = shown(Columns([f"move {k}" for k in range(500)], 5, "; ask"), width)
    told = " ".join(" ".join(lines).split())
    count = int(told.split("... and ")[1].split()[0])
    assert len([n for n in told.split("...")[0].split() if n.isdigit()]) == 500 - count
    assert len(lines) <= 5


def test_a_text_wider_than_the_screen_wraps_in_a_list():
    lines = shown(Columns(["use Town Hall: trader to Canalisation", "pass"]), 20)
    assert " ".join(" ".join(lines).split()) == "use Town Hall: trader to Canalisation pass"
    assert all(len(line) <= 20 for line in lines)
