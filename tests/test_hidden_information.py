"""Answers to a seat are the same for every position that it cannot tell apart, in every game that hides something."""
import random
from collections.abc import Iterator

import pytest

import games
from core_ext.state import State
from games.api import Game
from mcts import review

SECRETLY = {"burgundy": {"secret": "yes", "boards": "choose"}}      # games that hide something with these options only
HIDING = [name for name in games.names() if name in SECRETLY or games.load(name).start().hides]
EVERY = 5               # decisions of a game between two that are asked about


def decisions(game: Game, seeds: int, most: int, every: int = EVERY) -> Iterator[tuple[State, list[State]]]:
    """Positions of random games in which a seat has a choice, each with others that this seat cannot tell from it."""
    for seed in range(seeds):
        choice, number, found = random.Random(f"{game.name} {seed}"), 0, 0
        state = game.start(None, SECRETLY.get(game.name))
        while not state.is_terminal() and found < most:
            if state.is_chance_node():
                state.apply_action(state.keyed_chance(seed))
                continue
            legal = state.legal_actions()
            number += 1
            if len(legal) > 1 and (number < 4 or number % every == 0):
                redeals = [redealt(state, n) for n in range(4)]
                if others := [other for other in redeals if other != state]:
                    yield state.copy(), others
                    found += 1
            state.apply_action(choice.choice(legal))


def redealt(state: State, seed: int) -> State:
    other = state.copy()
    other.resample(state.current_player(), seed)
    return other


def test_games_with_hidden_things_are_asked():
    assert {"kuhn_poker", "leduc_poker", "catan_cards", "orleans", "burgundy"} <= set(HIDING)


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("few", [review.ENOUGH, 0], ids=["by playouts", "by the search"])
def test_a_review_rests_on_what_the_player_knew(name, few, monkeypatch):
    """Whole reviews of a decision, whether its cost comes from paired playouts or from the tree."""
    monkeypatch.setattr(review, "PAIRS", 50)
    monkeypatch.setattr(review, "ENOUGH", few)
    game = games.load(name)
    compared = 0
    for state, others in decisions(game, 6, 4):
        for action in state.legal_actions()[:2]:
            first, *rest = [review.review(game, at, [action], 30, 1) for at in (state, *others)]
            assert rest == [first] * len(rest)
            compared += len(rest)
    assert compared > 10
