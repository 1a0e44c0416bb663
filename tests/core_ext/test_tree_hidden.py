"""Information sets: what the searcher cannot know changes nothing."""
from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

import games
from mcts.params import SearchParams
from mcts.search import search

from .trees import after, by_action, grown, said, utility


def facts(state, **settings):
    """All of a search's result but the time it took."""
    return replace(search(state, SearchParams(simulations=600, seed=3, **settings)), seconds=0.0)


def same_knowledge(game, seats=2):
    """Lists of positions between which the seat to act cannot tell, from all histories of betting of a small game."""
    sets = {}

    def walk(state):
        if state.is_terminal():
            return
        if not state.is_chance_node():
            sets.setdefault((state.current_player(), state.information_state_key(state.current_player())), []).append(
                state
            )
        for action in state.legal_actions():
            walk(after(state, action))

    walk(games.load(game).start(seats))
    return [states for states in sets.values() if len(states) > 1]


@pytest.mark.parametrize("settings", ({"tree": "open"}, {"tree": "keyed"}, {"tree": "decoupled"},
                                      {"tree": "keyed", "policy": "uct", "playout": "uniform"},
                                      {"tree": "open", "policy": "uct", "fpu": 0.1}),
                         ids=lambda settings: " ".join(map(str, settings.values())))
@pytest.mark.parametrize(("game", "seats", "every"),
                         (("kuhn_poker", 2, 1), ("kuhn_poker", 3, 5), ("leduc_poker", 2, 17)))
def test_the_answer_does_not_depend_on_what_the_searcher_cannot_see(game, seats, every, settings):
    sets = same_knowledge(game, seats)[::every]
    assert len(sets) >= 8
    for states in sets:
        first = facts(states[0], **settings)
        for other in states[1:3] + states[-1:]:
            assert facts(other, **settings) == first


def test_any_cards_of_the_others_give_the_same_advice_to_a_seat_of_three():
    found = [facts(said("kuhn_poker", f"deal Q, deal {a}, deal {b}, bet", seats=3), tree="keyed")
             for a, b in permutations("TJK", 2)]
    other = [facts(said("kuhn_poker", f"deal {a}, deal Q, deal {b}", seats=3), tree="keyed")
             for a, b in permutations("JK", 2)]
    assert found[0] != found[2]             # seat 1 sees its own card, which is J, Q or K here
    assert found[0] == found[1]
    assert other[0] != other[1]             # and seat 0 its own


def test_the_searchers_own_choices_are_the_same_whatever_the_cards_it_cannot_see_bring():
    """A certain loss at one deal and a certain win at another are one information set, and worth their mean."""
    state = said("kuhn_poker", "deal Q, deal K, check, bet")
    for kind in ("open", "keyed"):
        call = by_action(grown(state, 20_000, kind=kind, policy="uct", playout="uniform"))[1]
        assert utility(call, 0) == pytest.approx(0.5, abs=0.02)     # +2 against the jack, -2 against the king
