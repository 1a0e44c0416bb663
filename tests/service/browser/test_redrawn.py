"""A picture of which only the parts that are otherwise are drawn anew is the picture that the server has drawn."""
import base64
import random
from pathlib import Path

import pytest

import games
from service.positions import picture
from tests.service.browser.chromium import chromium
from tests.whole import amount, mostly_whole

SCRIPT = Path(__file__).parent.parent.parent.parent / "service" / "static" / "redrawn.js"
# Each picture made from the one before: whether it is what is drawn, how many elements are new, and of how many.
ASK = """async ([script, pictures]) => {
  const { Redrawn } = await import(script);
  const read = (svg) => new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const drawn = (svg) => document.importNode(read(svg), true);
  const bare = (element) => drawn(new XMLSerializer().serializeToString(element).replace(/>\\s+</g, "><"));
  const shown = drawn(pictures[0]), redrawn = new Redrawn(shown, pictures[0]);
  document.body.replaceChildren(shown);
  return pictures.slice(1).map((svg) => {
    const kept = new Map([...shown.querySelectorAll("[data-box]")].map((each) => [each.id, each.outerHTML]));
    const found = redrawn.to(svg);
    if (!found) return null;
    const unlike = [...shown.querySelectorAll("[data-box]")].filter((each) => kept.get(each.id) !== each.outerHTML);
    return { same: bare(shown).isEqualNode(bare(drawn(svg))),
      untold: unlike.filter((each) => !found.stale.has(each.id)).length,
      fresh: found.fresh.reduce((sum, each) => sum + 1 + each.querySelectorAll("*").length, 0),
      all: shown.querySelectorAll("*").length };
  });
}"""


# The text of a picture that is part of an HTML page.
TEXT = """async ([script, svg]) => {
  const { textOf } = await import(script);
  document.body.innerHTML = svg;
  return textOf(document.querySelector("svg"));
}"""


@pytest.fixture(scope="module")
def page():
    """A page of a browser."""
    with chromium() as browser:
        yield browser.new_page()


@pytest.fixture(scope="module")
def script():
    """The address of the script."""
    return "data:text/javascript;base64," + base64.b64encode(SCRIPT.read_bytes()).decode("ascii")


@pytest.fixture(scope="module")
def redrawn(page, script):
    """What becomes of pictures, each from the one before."""
    return lambda pictures: page.evaluate(ASK, [script, pictures])


def pictures_of(name, most, seed=5):
    """The pictures of a random game, one after each action."""
    game, rng = games.load(name), random.Random(seed)
    state, found = game.start(2), list[str]()
    while not state.is_terminal() and len(found) < most:
        found.append(picture(game, state, 0))
        state.apply_action(state.keyed_chance(5) if state.is_chance_node() else rng.choice(state.legal_actions()))
    return found


@pytest.mark.parametrize("name", mostly_whole(games.names(), {"burgundy", "connect_four"}.__contains__))
def test_a_picture_that_is_made_from_the_one_before_is_the_one_that_is_drawn(redrawn, name):
    pictures = pictures_of(name, amount(60, few=25))
    found = redrawn([*pictures, pictures[0]])
    assert all(each and each["same"] for each in found)
    assert sum(each["untold"] for each in found) == 0       # what looks different is named


@pytest.mark.parametrize("name", mostly_whole(["burgundy", "orleans", "world504"], {"burgundy"}.__contains__))
def test_little_of_a_large_picture_is_new_after_a_move(redrawn, name):
    found = redrawn(pictures_of(name, amount(60, few=25)))
    shares = sorted(each["fresh"] / each["all"] for each in found)
    assert shares[len(shares) // 2] < 0.1


def test_another_picture_is_not_made_from_this_one(redrawn):
    one, other = pictures_of("connect_four", 1), pictures_of("tic_tac_toe", 1)
    assert redrawn(one + other) == [None]
    assert redrawn([*one, "<svg"]) == [None]
    assert redrawn([*one, one[0].replace("</g>", "", 1)]) == [None]


@pytest.mark.parametrize("name", mostly_whole(games.names(), {"burgundy", "pig"}.__contains__))
def test_a_picture_that_came_with_the_page_has_the_text_that_was_sent(page, script, name):
    for svg in pictures_of(name, 5):
        assert page.evaluate(TEXT, [script, svg]) == svg.strip()
