"""Both pictures say what the position is."""
import io
import re
from xml.etree import ElementTree

from rich.console import Console

from .positions import GAME, do, of


def shown(state, width: int = 80) -> str:
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(GAME.render.text(state))
    return console.export_text()


def test_the_text_is_plain_and_fits_a_terminal():
    for state in (GAME.start(), do(GAME.start(), "opening 6 5", "24/18"), of({25: 3, 1: 12}, {25: 2, 1: 7})):
        lines = shown(state).splitlines()
        assert max(map(len, lines)) <= 72
        assert all(character.isascii() for line in lines for character in line)


def test_the_text_has_every_checker():
    text = shown(GAME.start())
    assert text.count(" O ") + text.count(" O\n") >= 15
    assert "each seat throws a die" in text
    assert text.count("167 pips") == 2
    text = shown(of({25: 3, 6: 12}, {25: 2, 6: 7}))
    assert " 12 " in text
    assert "6 off" in text


def test_the_text_says_what_was_played_and_who_has_won():
    assert "played so far: 24/18" in shown(do(GAME.start(), "opening 6 5", "24/18"))
    assert "seat 0 (white) wins a gammon" in shown(do(of({1: 1}, {1: 15}, dice=(2, 1)), "1/off"))
    assert "seat 1 (black) wins a backgammon" in shown(do(of({24: 15}, {2: 1}, seat=1, dice=(2, 1)), "2/off"))


def test_the_picture_has_every_checker_where_it_stands():
    state = of({25: 1, 24: 2, 6: 7}, {25: 2, 13: 5, 3: 1}, dice=(5, 4))
    root = ElementTree.fromstring(GAME.render.svg(state))
    space = "{http://www.w3.org/2000/svg}"
    stacks = {(g.get("data-point"), g.get("data-seat")): g for g in root.iter(f"{space}g") if g.get("data-point")}
    assert set(stacks) == {("24", "0"), ("6", "0"), ("12", "1"), ("22", "1")}
    assert len(list(stacks["24", "0"].iter(f"{space}circle"))) == 4       # two checkers of two circles
    assert stacks["6", "0"].find(f"{space}text").text == "7"
    bars = {g.get("data-bar"): g.find(f"{space}title").text for g in root.iter(f"{space}g") if g.get("data-bar")}
    assert bars == {"0": "seat 0: 1 on the bar", "1": "seat 1: 2 on the bar"}
    trays = {g.get("data-off"): len(list(g.iter(f"{space}rect"))) for g in root.iter(f"{space}g") if g.get("data-off")}
    assert trays == {"0": 5, "1": 7}


def test_dice_of_a_double_are_four_and_those_played_are_faint():
    state = do(of({24: 2, 13: 13}, {24: 2, 13: 13}, dice=(2, 2)), "24/22")
    titles = re.findall(r"<title>(die [^<]*)</title>", GAME.render.svg(state))
    assert titles == ["die 2 (played)", "die 2", "die 2", "die 2"]


def test_equal_positions_have_equal_pictures():
    state = do(GAME.start(), "opening 6 5")
    again = GAME.notation.position_from_json(GAME.notation.position_to_json(state))
    assert GAME.render.svg(state) == GAME.render.svg(again)
