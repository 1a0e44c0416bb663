"""What a person sees: market, piles and seats; from one seat's view other hands are face down."""
from __future__ import annotations

import io
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from rich.console import Console

import games
from games.catan_cards.names import KINDS
from games.catan_cards.render import FILL, LETTER_INK

GAME = games.load("catan_cards")
EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples"


def example(name: str):
    return GAME.notation.position_from_json(json.loads((EXAMPLES / f"catan-cards-{name}.json").read_text("utf-8")))


def text(state, seat=None, width: int = 120) -> str:
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(GAME.render.text(state, seat, columns=width))
    return console.export_text()


def test_the_text_shows_the_table_and_every_seat():
    shown = text(example("midgame"))
    for words in ("market", "draw pile", "discarded", "stacks", "destiny card", "all cards shown", "trades left"):
        assert words in shown
    assert "3 lumber, 1 ore, 1 wool, 1 grain" in shown
    assert shown.isascii()


def test_the_text_of_a_view_hides_other_hands():
    state = example("midgame")
    shown = text(state, seat=1)
    assert "as seat 1 sees it" in shown
    assert "?" in shown
    other = state.copy()
    other.resample(1, 3)
    assert text(other, seat=1) == shown
    assert GAME.render.svg(other, 1) == GAME.render.svg(state, 1)


@pytest.mark.parametrize("name", ("midgame", "view", "endgame"))
def test_the_picture_is_well_formed_and_shows_each_card(name):
    state = example(name)
    picture = GAME.render.svg(state)
    root = ElementTree.fromstring(picture)
    assert root.tag.endswith("svg")
    words = " ".join(t.text or "" for t in root.iter("{http://www.w3.org/2000/svg}text"))
    for s in range(state.seats):
        assert f"Seat {s}" in words
    assert picture == GAME.render.svg(state.copy())


def lightness(colour: str) -> float:
    """The relative luminance of a colour, by the formula of WCAG 2."""
    shares = [int(colour[n:n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("kind", KINDS)
def test_letters_of_a_card_stand_out_from_it(kind):
    darker, lighter = sorted(map(lightness, (FILL[kind], LETTER_INK[kind])))
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def test_a_finished_game_names_its_winner():
    state = example("endgame")
    for move in ("stop trading", "build hall"):
        state.apply_action(GAME.notation.parse_action(state, move))
    assert "game over: seat 0 has won" in text(state)
    assert "game over" in GAME.render.svg(state)


def test_a_narrow_terminal_still_shows_the_hand():
    assert "ore" in text(example("midgame"), width=70)
