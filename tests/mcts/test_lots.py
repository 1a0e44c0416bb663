"""Ties are broken by lot, so that nothing favours the seats and things that have low codes."""
from collections import Counter

import pytest

import games
from core_ext.rng import stream_numbers
from mcts.agents import choose_among, make
from mcts.lots import best_by_lot, lot
from mcts.params import SearchParams
from mcts.result import MoveInfo, ranked
from mcts.search import search

GAMES = games.names()


def far_from_even(counts, ways):
    """Whether so many draws of each of some ways would come from even odds about once in 10,000 cases."""
    expected = sum(counts.values()) / ways
    square = sum((counts.get(way, 0) - expected) ** 2 / expected for way in range(ways))
    return square > ways - 1 + 4.5 * (2 * (ways - 1)) ** 0.5


def tied_positions(name, wanted=6, steps=600):
    """Decisions on the way of a random game in which several actions have most weight."""
    game = games.load(name)
    state, found = game.start(max(game.seats), {}), []
    for draw in stream_numbers(11, 0, steps):
        if state.is_terminal():
            state = game.start(max(game.seats), {})
        if state.is_chance_node():
            state.apply_action(state.keyed_chance(draw))
            continue
        actions, weights = state.legal_actions(), state.action_weights()
        tied = [action for action, weight in zip(actions, weights, strict=True) if weight == max(weights)]
        if len(tied) > 1:
            found.append((state.copy(), tied))
        state.apply_action(actions[draw % len(actions)])
    return found[::max(1, len(found) // wanted)]


def test_a_lot_belongs_to_its_seed_and_its_action():
    assert lot(5, 7) == lot(5, 7) == lot(5 + 2**64, 7)
    assert len({lot(seed, action) for seed in range(50) for action in range(50)}) == 2500


def test_the_best_is_the_best_and_equals_are_taken_alike():
    assert {best_by_lot([3, 5, 8], [1.0, 2.5, 0.5], seed) for seed in range(100)} == {5}
    counts = Counter(best_by_lot([0, 1, 2, 3], [2.0, 2.0, 1.0, 2.0], seed) for seed in range(3000))
    assert set(counts) == {0, 1, 3}
    assert not far_from_even(Counter({at: counts[action] for at, action in enumerate([0, 1, 3])}), 3)


@pytest.mark.parametrize("name", GAMES)
def test_greedy_takes_the_heaviest_actions_alike(name):
    for state, tied in tied_positions(name):
        counts = Counter(tied.index(make("greedy").choose(state, seed)) for seed in range(60 * len(tied)))
        assert not far_from_even(counts, len(tied))
        assert choose_among(make("greedy"), state, tied[-1:], 3) == tied[-1]


def move(action, visits=10, utility=0.5, proven=None):
    return MoveInfo(action=action, visits=visits, won=0.5, won_stderr=0.1, utility=utility, score_mean=[0.0],
                    score_stdev=0.0, prior=0.0, pv=[action], utility_stderr=0.1, proven=proven)


def test_moves_with_as_many_visits_and_as_much_utility_are_ranked_by_lot():
    better, worse = move(9, visits=11), move(0, utility=0.4)
    orders = Counter()
    for seed in range(600):
        order = [each.action for each in ranked([move(1), worse, move(2), better, move(3, proven=0.9)], seed)]
        assert order[:2] == [3, 9]
        assert order[-1] == 0
        orders[order[2]] += 1
    assert not far_from_even(Counter({at: orders[action] for at, action in enumerate([1, 2])}), 2)


@pytest.mark.parametrize("name", ["catan_cards", "orleans"])
def test_a_search_begins_with_any_of_the_actions_of_most_weight(name):
    """In games with hidden things, where the edges of a node come and go."""
    for state, tied in tied_positions(name, wanted=3):
        first = Counter()
        for seed in range(60 * len(tied)):
            moves = search(state, SearchParams(simulations=1, seed=seed)).moves
            first[tied.index(next(each.action for each in moves if each.visits))] += 1
        assert not far_from_even(first, len(tied))


def test_three_greedy_players_of_catan_cards_are_alike():
    """Who trades takes cards from some other seat. It was the lowest, and seat 2 won 60 % of the games."""
    greedy, wins, many = make("greedy"), [0.0] * 3, 300
    for number in range(many):
        state = games.load("catan_cards").start(3, {})
        step = 0
        while not state.is_terminal():
            step += 1
            seed = 1_000_000 * number + step
            state.apply_action(state.keyed_chance(number) if state.is_chance_node() else greedy.choose(state, seed))
        wins = [a + b for a, b in zip(wins, state.win_shares(), strict=True)]
    assert max(wins) - min(wins) < 5 * (2 * many / 3) ** 0.5
