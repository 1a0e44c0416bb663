"""Worlds that no play can end by their own rule: what the rules say adds up to too little."""
from __future__ import annotations

import pytest

import games
from games.world504.tables import CITY_GOODS

WORLD = games.load("world504")


def paragraph(world: str, number: str, **options: str) -> str:
    """A numbered paragraph of the rules of a world for two."""
    page = WORLD.rules.page(2, {"world": world, **options})
    return next(each.text for section in page.sections for each in section.entries if each.number == number)


@pytest.mark.parametrize("world", ["182", "185", "186", "187"])
def test_with_two_players_the_houses_hold_fewer_goods_than_end_the_game(world):
    """Each owner has at most one trading house in each of ten cities, with a good each and one more at the
    headquarters; goods stay there, and only goods on houses are delivered.
    """
    assert "at most one in a city" in paragraph(world, "R8.3D.6")
    assert "holds 1 good and the headquarters 2" in paragraph(world, "R8.3E.1")
    assert "within their capacity" in paragraph(world, "R1.3E.17")
    assert "they stay there" in paragraph(world, "R8.3H.4")
    most = 2 * (len(CITY_GOODS) + 1)
    assert most == 22
    assert f"delivered {most + 1} or more goods in total" in paragraph(world, "R1.E.1")


def test_the_publishers_corrections_let_them_end():
    text = paragraph("182", "R1.E.2", errata="2015")
    assert "19" in text
