"""What a seat of Leduc hold'em knows: information sets, redeals, beliefs, positions written as one seat sees them."""
from collections import Counter, defaultdict

import pytest
from scipy.stats import chi2

from games.leduc_poker.cards import CARDS

from .test_rules import GAME, after, everything

REDEALS = 60


def ways(twin):
    """Deals with suits that this deal by rank stands for."""
    hands, board = twin.hands, twin.board
    n = 1
    for place, card in enumerate([*hands, *board]):
        n *= 2 - [*hands, *board][:place].count(card)
    return n


@pytest.fixture(scope="module")
def information_sets():
    """All states, and how many deals with suits each stands for, by what a seat has seen, as the twin says it."""
    sets = defaultdict(list)
    for state, twin in everything():
        for seat in range(2):
            sets[twin.observation(seat)].append((state, ways(twin)))
    return sets


def test_keys_are_equal_exactly_within_an_information_set(information_sets):
    keys = {}
    for observation, states in information_sets.items():
        found = {state.information_state_key(observation[0]) for state, _ in states}
        assert len(found) == 1
        keys[observation] = found.pop()
    assert len(set(keys.values())) == len(keys)


def test_there_are_288_information_sets_with_a_choice(information_sets):
    assert (
        sum(states[0][0].current_player() == observation[0] for observation, states in information_sets.items()) == 288
    )


def test_redeals_are_spread_as_the_deals_with_suits_are(information_sets):
    """All sets in one test: each draws from stream numbers of its own, so that the sum is chi-square distributed."""
    total, degrees, number = 0.0, 0, 0
    for observation, states in information_sets.items():
        counts: Counter[bytes] = Counter()
        for _ in range(REDEALS):
            dealt = states[0][0].copy()
            dealt.resample(observation[0], number)
            counts[dealt.to_bytes()] += 1
            number += 1
        weight = sum(w for _, w in states)
        expected = {state.to_bytes(): REDEALS * w / weight for state, w in states}
        assert set(counts) <= set(expected)
        total += sum((counts[m] - e) ** 2 / e for m, e in expected.items())
        degrees += len(expected) - 1
    assert degrees > 500
    assert chi2.ppf(1e-4, degrees) < total < chi2.ppf(1 - 1e-4, degrees)


def test_a_redeal_depends_on_nothing_that_the_seat_does_not_know(information_sets):
    for observation, states in information_sets.items():
        for number in range(3):
            results = set()
            for state, _ in states:
                dealt = state.copy()
                dealt.resample(observation[0], number)
                results.add(dealt.to_bytes())
            assert len(results) == 1


def test_hints_for_the_search_use_only_what_the_seat_knows(information_sets):
    for observation, states in information_sets.items():
        seat = observation[0]
        assert len({tuple(state.features(seat)) for state, _ in states}) == 1
        if states[0][0].current_player() == seat:
            assert len({tuple(state.action_weights()) for state, _ in states}) == 1


def test_belief_is_the_share_of_each_card_over_the_information_set(information_sets):
    for observation, states in information_sets.items():
        seat = observation[0]
        told = GAME.hidden.belief(states[0][0], seat)
        if "?" not in observation[1]:
            assert told == {}
            continue
        cards: Counter[str] = Counter()
        for state, w in states:
            cards["JQK"[state.raw()["card"][1 - seat] - 1]] += w
        assert told == {f"seat {1 - seat}": pytest.approx({card: n / cards.total() for card, n in cards.items()})}


def test_a_card_on_the_board_tells_something_of_the_other_card():
    state = after("deal K", "deal J", "check", "check", "board K")
    assert GAME.hidden.belief(state, 0) == {"seat 1": {"J": 0.5, "Q": 0.5}}
    assert GAME.hidden.belief(state, 1) == {"seat 0": {"J": 0.25, "Q": 0.5, "K": 0.25}}


def test_a_showdown_shows_both_cards_and_a_fold_shows_none():
    folded = after("deal K", "deal J", "raise", "fold")
    assert GAME.hidden.belief(folded, 1) == {"seat 0": {"J": 0.2, "Q": 0.4, "K": 0.4}}
    assert GAME.hidden.belief(after("deal K", "deal J", "check", "check", "board K", "check", "check"), 1) == {}


def test_a_position_from_one_seat_is_read_back_into_its_information_set():
    for state, twin in everything():
        for seat in range(2):
            document = CARDS.position_to_json(state, view=seat)
            again = CARDS.position_from_json(document)
            assert again.information_state_key(seat) == state.information_state_key(seat)
            assert CARDS.position_to_json(again, view=seat) == document
            assert tuple(card for card in document["cards"] if card) == twin.observation(seat)[1]


def test_a_question_mark_becomes_the_lowest_card_left():
    state = after("deal J", "deal K", "check", "check", "board J")
    document = CARDS.position_to_json(state, view=0)
    assert document["cards"] == ["J", "?"]
    assert CARDS.position_to_json(CARDS.position_from_json(document))["cards"] == ["J", "Q"]


def test_every_state_is_read_back_equal():
    for options in ({}, {"raises": "1", "ante": "2"}):
        for state, _ in everything(**options):
            assert CARDS.position_from_json(CARDS.position_to_json(state)) == state
