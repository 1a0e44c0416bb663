"""Drawing: what is remembered of a picture is what would be drawn anew."""
import random

import pytest

import games
from games.drawing import Drawing, remembered


def test_what_is_remembered_is_drawn_once_and_is_the_same_on_each_picture_by_its_name():
    called = []

    def draw(d, x, words, **more):
        called.append(words)
        d.circle(x, 1.5, 2, "red", **more)
        d.stamp("dot", lambda single: single.circle(0, 0, 1, "black"), x, x)
        d.text(x, 0, words, 10, "blue")

    kept = remembered(draw)
    for name, words in (("one", "a & b"), ("two", "a & b"), ("one", "c"), ("one", "a & b")):
        for more in ({}, {"id": "circle"}):
            expected, found = Drawing(name), Drawing(name)
            for d, function in ((expected, draw), (found, kept)):
                d.rect(0, 0, 1, 1, "white")
                function(d, 7, words, **more)
                d.rect(0, 0, 1, 1, "white")
            assert found.document(10, 10, "title") == expected.document(10, 10, "title")
    assert len(called) == 8 + 6


@pytest.mark.parametrize("name", ["burgundy", "orleans"])
def test_a_board_does_not_depend_on_the_boards_drawn_before(name):
    """Positions of a game, drawn in order and then each of them after others."""
    game, rng, drawn = games.load(name), random.Random(2), []
    state = game.start(2)
    for _ in range(60):
        rolled = state.is_chance_node()
        state.apply_action(state.keyed_chance(1, 0, 0) if rolled else rng.choice(state.legal_actions()))
        drawn.append((state.copy(), game.render.svg(state, 0)))
    rng.shuffle(drawn)
    assert len({svg for _, svg in drawn}) > 30
    for position, svg in drawn:
        assert game.render.svg(position, 0) == svg
