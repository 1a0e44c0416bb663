"""Tables on narrow screens: a row of many columns stands as a block, in which every cell says what it is."""
from __future__ import annotations

from reports.documents import web


def test_a_wide_table_says_in_each_cell_what_it_is():
    made = web.table("c", ["", "worth", "verdict", "wins\nmore", 'a "b"'], [["x", "+1.0", "strong", "—", "y"]])
    assert '<table class="cards">' in made
    for said in ('data-is="worth"', 'data-is="verdict"', 'data-is="wins more"', 'data-is="a &quot;b&quot;"'):
        assert said in made
    assert made.count("data-is") == 4


def test_a_narrow_table_stays_a_table():
    made = web.table("c", ["", "worth"], [["x", "+1.0"]])
    assert "cards" not in made
    assert "data-is" not in made


def test_the_style_lays_rows_out_only_on_narrow_screens():
    head, _, narrow = web.STYLE.partition("@media (max-width: 44rem)")
    assert ".cards" not in head
    assert "attr(data-is)" in narrow
