"""What a seat of Kuhn poker knows: information sets, redeals, beliefs, and positions written as one seat sees them."""
from collections import Counter, defaultdict

import pytest
from scipy.stats import chi2

import games
from games.kuhn_poker.cards import CARDS

from .test_rules import GAME, after, everything

REDEALS = 400


def information_sets(seats):
    """All states by what a seat has seen, as the twin says it."""
    sets = defaultdict(list)
    for state, twin in everything(seats):
        for seat in range(seats):
            sets[twin.observation(seat)].append(state)
    return sets


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_keys_are_equal_exactly_within_an_information_set(seats):
    keys = {}
    for observation, states in information_sets(seats).items():
        seat = observation[0]
        found = {state.information_state_key(seat) for state in states}
        assert len(found) == 1
        keys[observation] = found.pop()
    assert len(set(keys.values())) == len(keys)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_redeal_hits_each_state_of_the_information_set_alike(seats):
    total, degrees = 0.0, 0
    for observation, states in information_sets(seats).items():
        members = {state.to_bytes() for state in states}
        counts: Counter[bytes] = Counter()
        for number in range(REDEALS):
            dealt = states[0].copy()
            dealt.resample(observation[0], number)
            counts[dealt.to_bytes()] += 1
        assert set(counts) <= members
        expected = REDEALS / len(members)
        total += sum((counts[m] - expected) ** 2 / expected for m in members)
        degrees += len(members) - 1
    # one stream number gives all sets of a size the same draws, so the sum has fewer degrees than it seems
    assert total / degrees < chi2.ppf(0.9999, 20) / 20


def test_a_redeal_depends_on_nothing_that_the_seat_does_not_know():
    for observation, states in information_sets(3).items():
        for number in range(3):
            results = set()
            for state in states:
                dealt = state.copy()
                dealt.resample(observation[0], number)
                results.add(dealt.to_bytes())
            assert len(results) == 1


def test_hints_for_the_search_use_only_what_the_seat_knows():
    for observation, states in information_sets(3).items():
        seat = observation[0]
        assert len({tuple(state.features(seat)) for state in states}) == 1
        if states[0].current_player() == seat:
            assert len({tuple(state.action_weights()) for state in states}) == 1


def test_belief_is_the_share_of_each_card_over_the_information_set():
    for observation, states in information_sets(3).items():
        seat = observation[0]
        told = GAME.hidden.belief(states[0], seat)
        hidden = [other for other, card in enumerate(observation[1]) if card == "?"]
        assert set(told) == {f"seat {other}" for other in hidden}
        for other in hidden:
            cards = Counter("TJQK"[state.raw()["card"][other] - 1] for state in states)
            assert told[f"seat {other}"] == pytest.approx({card: n / len(states) for card, n in cards.items()})


def test_a_showdown_shows_who_is_in_and_a_fold_shows_nothing():
    shown = after("deal T", "deal K", "deal Q", "bet", "fold", "call", seats=3)
    assert GAME.hidden.belief(shown, 0) == {"seat 1": {"J": 0.5, "K": 0.5}}
    assert GAME.hidden.belief(after("deal J", "deal K", "bet", "fold"), 0) == {"seat 1": {"Q": 0.5, "K": 0.5}}
    assert GAME.hidden.belief(after("deal J", "deal K", "bet", "call"), 0) == {}


@pytest.mark.parametrize("seats", [2, 3])
def test_a_position_from_one_seat_is_read_back_into_its_information_set(seats):
    for state, twin in everything(seats):
        for seat in range(seats):
            document = CARDS.position_to_json(state, view=seat)
            again = CARDS.position_from_json(document)
            assert again.information_state_key(seat) == state.information_state_key(seat)
            assert CARDS.position_to_json(again, view=seat) == document
            shown = tuple("?" if card == "?" else card for card in document["cards"] if card is not None)
            assert shown == twin.observation(seat)[1]


def test_a_question_mark_becomes_the_lowest_card_left():
    document = CARDS.position_to_json(after("deal Q", "deal K", "deal J", "check", seats=3), view=1)
    assert document["cards"] == ["?", "K", "?"]
    assert CARDS.position_to_json(CARDS.position_from_json(document))["cards"] == ["T", "K", "J"]


def test_every_state_is_read_back_equal():
    for state, _ in everything(3):
        assert CARDS.position_from_json(CARDS.position_to_json(state)) == state


def test_the_game_says_what_is_hidden():
    assert "card" in games.load("kuhn_poker").hidden.what
