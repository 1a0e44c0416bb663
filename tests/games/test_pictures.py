"""Pictures of all games can be read: contrast in the light and in the dark, and the size of letters on a phone."""
from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from games.api import Game
from games.night import ATTRIBUTE, Night, darkened, night_of, sheet
from tests.games.measured import colour, contrast, lines
from tests.whole import mostly_whole

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
READABLE = 4.5              # of contrast, as WCAG asks of text
ZOOM = 1.25                 # CSS pixels of one of the picture where a phone shows a part of it (board.js)
LETTERS = 11.0              # CSS pixels of the smallest ones there
PHONE = 346.0               # CSS pixels that a board has on a phone 390 wide
SIMPLE = 750.0              # a picture less wide is shown as a whole (study.js)
SCROLLED = {"kuhn_poker"}   # with many seats: the page makes it larger than the screen


def cases() -> Iterator[tuple[str, str]]:
    """Games with an example of theirs or `start`."""
    for file in sorted(EXAMPLES.glob("*.json")):
        document = json.loads(file.read_text())
        if isinstance(document, dict) and document.get("game") in games.names():
            yield document["game"], file.stem
    yield from ((name, "start") for name in games.names())


FEW = {"burgundy-midgame", "orleans-midgame", "catan-cards-midgame", "world504-867", "backgammon-midgame",
       "pig-endgame"}
LARGE = {"burgundy", "orleans", "world504", "catan_cards"}
CASES = mostly_whole(cases(), lambda case: case[1] in FEW or case[0] not in LARGE and case[1] == "start")


def drawn(name: str, which: str) -> tuple[Game, str]:
    """The game and the picture of an example, or of its start with the most seats."""
    game = games.load(name)
    if which != "start":
        document = json.loads((EXAMPLES / f"{which}.json").read_text())
        return game, game.render.svg(game.notation.position_from_json(document))
    state = game.start(game.seats[-1])
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(1))
    return game, game.render.svg(state)


@pytest.mark.parametrize(("name", "which"), CASES)
def test_text_stands_out_from_what_lies_under_it_light_and_dark(name: str, which: str) -> None:
    game, picture = drawn(name, which)
    night = night_of(game)
    assert night is not None
    assert f'{ATTRIBUTE}="{night.name}"' in picture
    for shown in (picture, darkened(picture, night)):
        found = lines(shown)
        assert found
        assert [each for each in found if each.contrast < READABLE] == []


@pytest.mark.parametrize(("name", "which"), CASES)
def test_letters_can_be_read_on_a_phone(name: str, which: str) -> None:
    game, picture = drawn(name, which)
    wide = re.search(r'viewBox="0 0 ([\d.]+)', picture)
    assert wide
    if "data-area" in picture:
        scale = ZOOM
    elif float(wide[1]) < SIMPLE and game.name not in SCROLLED:
        scale = PHONE / float(wide[1])
    else:
        return
    assert [each for each in lines(picture) if each.size * scale < LETTERS - 0.05] == []


@pytest.mark.parametrize("name", games.names())
def test_a_dark_board_is_dark(name: str) -> None:
    game = games.load(name)
    night = night_of(game)
    assert night is not None
    picture = darkened(game.render.svg(game.start()), night)
    painted = picture.partition("</defs>")[2] or picture
    ground = re.search(r'<rect [^>]*fill="(#[0-9a-f]{6})"', painted)
    assert ground
    assert contrast(colour(ground[1]), (0.0, 0.0, 0.0)) < 4


def test_a_palette_changes_ground_words_and_lines_each_in_its_way() -> None:
    night = Night("own", grounds={"#ffffff": "#111111"}, words={"#000000": "#eeeeee"}, lines={"#000000": "#777777"})
    picture = ('<rect fill="#ffffff" stroke="#000000"/><text fill="#000000">fill="#000000"</text><text fill="#ffffff"/>'
               '<path fill="#000000"/>')
    assert darkened(picture, night) == (
        '<rect fill="#111111" stroke="#777777"/><text fill="#eeeeee">fill="#000000"</text><text fill="#ffffff"/>'
        '<path fill="#000000"/>')
    assert '[data-colours="own"] :not(text)[fill="#ffffff"] { fill: #111111; }' in sheet([night])


def test_what_is_measured_is_what_is_seen() -> None:
    picture = ('<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="a"><rect width="40" height="40" fill="#000000"/>'
               '</g></defs><rect width="200" height="200" fill="#ffffff"/>'
               '<use href="#a" transform="translate(50 50) scale(2)"/>'
               '<text x="90" y="95" font-size="10" text-anchor="middle" fill="#ffffff">on</text>'
               '<text x="20" y="20" font-size="10" fill="#ffffff">off</text>'
               '<text x="20" y="190" font-size="10" fill="#000000">under</text>'
               '<path d="M0 170a10 10 0 0 1 20 0h60v30h-80Z" fill="#ff0000"/></svg>')
    found = {line.words: line for line in lines(picture)}
    assert sorted(found) == ["off", "on"]
    assert found["on"].contrast == pytest.approx(21)
    assert found["off"].contrast == pytest.approx(1)
