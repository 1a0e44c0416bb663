"""What the page says has changed on a board, from two pictures of it alone."""
import base64
import random
from pathlib import Path

import pytest

import games
from games.drawing import boxes
from tests.service.browser.chromium import chromium
from tests.whole import mostly_whole

SCRIPT = Path(__file__).parent.parent.parent.parent / "service" / "static" / "changes.js"
ASK = """async ([script, pairs]) => {
  const { changes, looked, parsed } = await import(script);
  return pairs.map(([before, after]) => {
    const found = changes(looked(parsed(before)), looked(parsed(after)));
    return { ...found, numbers: found.numbers.map((text) => text.textContent) };
  });
}"""


@pytest.fixture(scope="module")
def told():
    """What is found for pairs of pictures."""
    script = "data:text/javascript;base64," + base64.b64encode(SCRIPT.read_bytes()).decode("ascii")
    with chromium() as browser:
        page = browser.new_page()
        yield lambda pairs: page.evaluate(ASK, [script, pairs])


def drawn(game, state):
    return game.render.svg(state, 0)


def test_a_tile_that_is_taken_is_marked_where_it_was_and_where_it_is_and_glides(told):
    game = games.load("burgundy")
    state = game.start(2)
    before = ""
    while True:
        legal = {game.notation.action_text(state, action): action for action in state.legal_actions()}
        taking = [text for text in legal if text.startswith("take ") and "worker" not in text]
        if taking:
            before = drawn(game, state)
            touched = list(game.touches(state, legal[taking[0]]))
            state.apply_action(legal[taking[0]])
            break
        state.apply_action(state.keyed_chance(3) if state.is_chance_node() else min(legal.values()))
    [found] = told([(before, drawn(game, state))])
    place = next(each for each in touched if each.startswith("depot-"))
    assert place in found["ids"]
    [moved] = found["moved"]
    assert moved["id"].startswith(f"seat-{touched[0][5]}-stored-")
    assert moved["from"] == list(boxes(before)[place])
    assert "turn" not in found["ids"]


@pytest.mark.parametrize("name", mostly_whole(games.names(), {"catan_cards", "pig"}.__contains__))
def test_what_a_move_changes_is_found_and_nothing_in_the_same_picture(told, name):
    """Of things that a move touches and that look different now, one at least is marked, or a number is."""
    game, rng, pairs = games.load(name), random.Random(5), []
    state = game.start(2)
    for _ in range(60):
        if state.is_terminal():
            break
        before = drawn(game, state)
        state.apply_action(state.keyed_chance(5) if state.is_chance_node() else rng.choice(state.legal_actions()))
        if not state.is_terminal():
            pairs.append((before, drawn(game, state)))
    nothing = {"ids": [], "gone": [], "numbers": [], "moved": []}
    assert told([(after, after) for _, after in pairs[:5]]) == [nothing] * len(pairs[:5])
    found = told(pairs)
    marked = [each for each in found if each != nothing]
    assert len(marked) >= len(pairs) / 4
    for each, (_, after) in zip(found, pairs, strict=True):
        assert set(each["ids"]) <= set(boxes(after))
        assert {moved["id"] for moved in each["moved"]} <= set(each["ids"])
