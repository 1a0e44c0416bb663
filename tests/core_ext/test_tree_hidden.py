"""Information sets: what the searcher cannot know changes nothing, and others do not come to know its secrets."""
from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

import games
from mcts.params import SearchParams
from mcts.search import search

from .trees import after, by_action, grown, said, utility, visits

BET = 1


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


@pytest.mark.parametrize("settings", ({"tree": "open"}, {"tree": "keyed"}, {"tree": "keyed", "doubt": 0.4},
                                      {"tree": "keyed", "policy": "uct", "playout": "mast"},
                                      {"tree": "open", "policy": "uct", "widen": 1.0},
                                      {"tree": "keyed", "worlds": 3}),
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
    found = [facts(said("kuhn_poker", f"deal Q, deal {a}, deal {b}, bet", seats=3), tree="keyed", doubt=0.2)
             for a, b in permutations("TJK", 2)]
    other = [facts(said("kuhn_poker", f"deal {a}, deal Q, deal {b}", seats=3), tree="keyed", doubt=0.2)
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


def test_redeals_may_be_few_and_are_then_used_in_turn():
    """With one the other's card is guessed once, and a call wins always or never; with many it wins half the time."""
    state = said("kuhn_poker", "deal Q, deal K, check, bet")
    calls = {worlds: [utility(by_action(grown(state, 300, seed=seed, kind="keyed", policy="uct", worlds=worlds))[1], 0)
                      for seed in range(12)] for worlds in (1, 50)}
    assert set(calls[1]) == {0.0, 1.0}
    assert calls[50] == pytest.approx([0.5] * 12, abs=0.35)


def test_visits_add_up_where_secrets_are_doubted():
    """In the other simulations the searcher holds another card, and a node of that card gets the visit."""
    state = said("kuhn_poker", "deal K, deal J")
    for doubt in (0.1, 0.5, 0.9):
        tree = grown(state, 20_000, kind="keyed", doubt=doubt)
        # a redeal from what seat 1 knows may deal the searcher its own card again, one in two
        assert visits(tree) == pytest.approx(20_000 * (1 - doubt / 2), rel=0.03)
        assert tree.simulations == 20_000
    assert visits(grown(state, 500, kind="open", doubt=0.5)) == 500


def test_without_doubt_the_others_learn_the_searchers_card_and_with_it_they_do_not():
    """A jack that bets is then always called by the queen, and a king's bet never: in truth they look alike."""
    for card, sure in (("J", 0.0), ("K", 0.75)):
        state = said("kuhn_poker", f"deal {card}, deal Q")
        bets = {doubt: utility(by_action(grown(state, 30_000, kind="keyed", policy="uct", exploration=0.7,
                                               playout="uniform", doubt=doubt))[BET], 0) for doubt in (0.0, 0.5)}
        assert bets[0.0] == pytest.approx(sure, abs=0.06)
        assert bets[0.5] - bets[0.0] > 0.05
