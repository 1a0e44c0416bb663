"""What moves of 504 touch: all of it is in the picture, in the order of a hand."""
from __future__ import annotations

import pytest

from games.drawing import boxes
from games.plan_picture import plan_picture
from games.world504 import GAME, render
from games.world504.names import STAGE_NAMES
from games.world504.notation import legal_texts, parse_action
from games.world504.touches import touches
from tests.games.world504.moments import SEATS, WORLDS, moments, state_of
from tests.whole import mostly_whole


@pytest.mark.parametrize(("world", "seats"), mostly_whole(
    [(world, seats) for world in WORLDS for seats in SEATS], lambda table: table[1] == SEATS[int(table[0]) % 3]))
def test_all_that_a_move_touches_is_in_the_picture(world, seats):
    for state in moments(world, seats)[:-1]:
        there = set(boxes(render.svg(state)))
        actions = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else \
            state.legal_actions()
        if not state.is_chance_node():
            assert len({tuple(touches(state, action)) for action in actions}) == len(actions)
        for action in actions:
            found = touches(state, action)
            assert found
            assert set(found) <= there, GAME.notation.action_text(state, action)


@pytest.mark.whole
def test_every_stage_is_tried():
    tried = {STAGE_NAMES[state.raw()["stage"]] for world in WORLDS for seats in SEATS
             for state in moments(world, seats)}
    assert set(STAGE_NAMES) - tried <= {
        "lot", "enter", "trade", "recall-settlement", "recall-resident", "remove", "attack", "defence", "fight",
        "retreat", "assault", "takeover", "conquer", "new-home", "shares", "buy-foreign", "payout"}


def ids(world: str, stage: str, word: str, seats: int = 2) -> list[str]:
    """What the first move or outcome with this word touches, in the first position of the stage."""
    state = next(s for s in moments(world, seats) if STAGE_NAMES[s.raw()["stage"]] == stage)
    actions = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
    action = next(a for a in actions if GAME.notation.action_text(state, a).startswith(word))
    return [name.replace(f"-{state.raw()['actor']}", "-me") for name in touches(state, action)]


@pytest.mark.parametrize(("world", "stage", "word", "expected"), [
    ("867", "waters", "waters", ["space-", "space-"]),
    ("867", "tile", "tile", ["space-"]),
    ("867", "start-seat", "start seat", ["owner-"]),
    ("352", "draw-privilege", "privilege", ["row"]),
    ("352", "sealed-bid", "bid", ["owner-me", "digit-"]),
    ("352", "bid", "bid", ["row-", "digit-"]),
    ("867", "buy-resident", "recruit", ["owner-me", "space-"]),
    ("867", "buy-resident", "done", ["owner-me"]),
    ("867", "act", "step", ["space-", "space-"]),
    ("123", "drive", "drive", ["trolley-me", "space-"]),
    ("123", "take-privilege", "take", ["row-", "owner-me"]),
    ("123", "buy-upgrade", "faster", ["owner-me", "speed-me"]),
    ("586", "explored", "explored", ["stack-", "space-"]),
    ("586", "act", "explore", ["space-", "space-"]),
])
def test_a_move_touches_things_in_the_order_of_a_hand(world, stage, word, expected):
    found = ids(world, stage, word)
    assert len(found) == len(expected)
    assert all(name.startswith(part) for name, part in zip(found, expected, strict=True))


def test_a_step_touches_both_its_tiles():
    state = next(s for s in moments("867", 2) if STAGE_NAMES[s.raw()["stage"]] == "act")
    raw = state.raw()
    text = next(text for text in legal_texts(state) if text.startswith("step from city 1 to "))
    q, r = raw["q"][raw["city_at"][0]], raw["r"][raw["city_at"][0]]
    first, second = touches(state, parse_action(state, text))
    assert first == f"space-{q}-{r}"
    to_q, to_r = text.rsplit(" ", 1)[1].split(",")
    assert second == f"space-{to_q}-{to_r}".replace("--", "-minus-")


@pytest.mark.parametrize("world", WORLDS)
def test_a_plan_is_marked_on_the_picture(world):
    state = state_of(world)
    move = next(text for text in legal_texts(state) if text not in GAME.talk.passes)
    marked = plan_picture(GAME, state, [move])
    assert 'class="plan"' in marked
    assert move in marked
