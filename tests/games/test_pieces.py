"""Pictures of pieces in the rules: all that the rules name are found, stand alone, and are drawn as on the board."""
import re
import xml.etree.ElementTree as Tree

import pytest

import games
from games.api import RulesEntry, RulesPage, RulesSection
from games.pieces import PICTURE, pictures

LARGE = ("burgundy", "catan_cards", "orleans")


def entries(page):
    return [entry for section in page.sections for entry in section.entries]


def drawn(name, **options):
    game = games.load(name)
    page = game.rules.page(game.seats[0], options)
    return entries(page), pictures(game, options, page)


@pytest.mark.parametrize("name", LARGE)
def test_all_pieces_that_the_rules_name_are_drawn(name):
    told, found = drawn(name)
    assert len(found) > 7
    assert [entry.number for number, entry in enumerate(told)
            if any(each.startswith(PICTURE) for each in entry.about) and number not in found] == []


@pytest.mark.parametrize("name", LARGE)
def test_a_picture_stands_alone_and_shares_no_id(name):
    told, found = drawn(name)
    texts = [svg for each in found.values() for svg in re.findall(r"<svg.*?</svg>", each, re.DOTALL)]
    ids = [one for svg in texts for one in re.findall(r'\bid="([^"]*)"', svg)]
    assert len(set(ids)) == len(ids)
    for svg in texts:
        Tree.fromstring(svg)
        assert set(re.findall(r'href="#([^"]*)"', svg)) == set(re.findall(r'\bid="([^"]*)"', svg))
        assert "<title" not in svg
        assert "data-" not in svg


def test_worlds_of_504_show_the_pieces_that_they_have():
    told, found = drawn("world504", world="182")
    assert sorted(told[number].number for number in found) == ["C, F, G, O, W", "speed, holds"]


def test_a_mine_is_drawn_as_on_the_board():
    told, found = drawn("burgundy")
    [mine] = [found[number] for number, entry in enumerate(told) if entry.number == "mine"]
    game = games.load("burgundy")
    board = game.render.svg(game.start())
    [colour] = set(re.findall(r'data-supply="mine">.*?<polygon.*?<polygon[^>]*? fill="(#\w+)"', board, re.DOTALL))
    assert f'fill="{colour}"' in mine


def test_what_no_board_shows_has_no_picture_and_a_game_without_pieces_none():
    game = games.load("pig")
    page = RulesPage("Pig", (RulesSection("All", (RulesEntry("1", "A unicorn.", ("&unicorn",)),
                                                  RulesEntry("2", "The pot.", ("&pot",)))),))
    assert list(pictures(game, {}, page)) == [1]
    assert drawn("tic_tac_toe")[1] == {}
