"""Turns as chains of decisions: where they can end, in what order, and simulations told to follow a plan."""
import itertools
import os
from dataclasses import dataclass, field

import pytest

import games
from games.positions import read_position
from games.simple import TERMINAL, Rules, game
from mcts.advice import weigh
from mcts.params import SearchParams
from mcts.search import searched
from mcts.turns import LONGEST, bound_order, ending_of, endings, same_position

POSITIONS = int(os.environ.get("LUDOSOPH_RANDOM_GAMES", "200")) // 5     # of each game with chained decisions


def example(name):
    game, state, _ = read_position(f"examples/{name}.json")
    return game, state


def every_end(game, state):
    """All end positions of a turn, by brute force."""
    seat, found, waiting = state.current_player(), {}, [(state, ())]
    while waiting:
        at, path = waiting.pop()
        if at.current_player() != seat:
            found.setdefault(same_position(game, at), []).append(path)
            continue
        for action in at.legal_actions():
            after = at.copy()
            after.apply_action(action)
            waiting.append((after, (*path, action)))
    return found


def played(game, state, texts):
    """The position after these moves; None where one is not possible."""
    at = state.copy()
    for text in texts:
        if text not in [game.notation.action_text(at, a) for a in at.legal_actions()]:
            return None
        at.apply_action(game.notation.parse_action(at, text))
    return at


@pytest.mark.parametrize("name", ["burgundy-opening", "backgammon-midgame", "burgundy-endgame", "leduc-poker-board"])
def test_ends_are_those_that_brute_force_finds_each_once(name):
    game, state = example(name)
    met = endings(game, state, lambda path: [], most=100_000)
    keys = [same_position(game, e.state) for e in met]
    everything = every_end(game, state)
    assert len(keys) == len(set(keys))
    assert set(keys) <= set(everything)
    assert len(keys) == len(everything) or len(keys) >= 64
    for e in met:
        assert same_position(game, ending_of(state, e.actions).state) == same_position(game, e.state)
        assert e.firsts <= {path[0] for path in everything[same_position(game, e.state)]}


def test_tiles_stored_in_another_order_make_no_other_position():
    game, state = example("burgundy-opening")
    takes = [a for a in state.legal_actions() if game.notation.action_text(state, a).startswith("take ")]
    pairs = 0
    for one, other in itertools.permutations(takes, 2):
        texts = [game.notation.action_text(state, a) for a in (one, other)]
        if texts[0].split("[")[1] == texts[1].split("[")[1]:
            continue
        ends = [played(game, state, order) for order in (texts, texts[::-1])]
        if None in ends:
            continue
        pairs += ends[0].to_bytes() != ends[1].to_bytes()
        assert same_position(game, ends[0]) == same_position(game, ends[1])
    assert pairs


@pytest.mark.parametrize(("name", "seed"), [("burgundy-midgame", 0), ("burgundy-four-seats", 1),
                                            ("catan-cards-midgame", 2), ("orleans-opening", 3),
                                            ("backgammon-midgame", 4)])
def test_plans_end_in_different_positions_best_first(name, seed):
    game, state = example(name)
    _, plans = weigh(game, state, SearchParams(simulations=1500, seed=seed))
    keys = [same_position(game, p.end) for p in plans.plans]
    assert len(keys) == len(set(keys)) > 1
    assert [p.utility for p in plans.plans] == sorted((p.utility for p in plans.plans), reverse=True)
    for plan in plans.plans:
        assert same_position(game, ending_of(state, plan.actions).state) == same_position(game, plan.end)
        assert plan.end.current_player() != state.current_player() or plan.end.is_terminal()
        assert plan.actions[0] in plan.firsts


@pytest.mark.parametrize("name", ["burgundy-midgame", "burgundy-four-seats"])
def test_a_bound_order_is_one_and_a_free_one_is_free(name):
    """Every order that keeps the bound pairs can be played and leads to the plan's position."""
    game, state = example(name)
    _, plans = weigh(game, state, SearchParams(simulations=600))
    tried = 0
    for plan in plans.plans:
        texts, at = [], state.copy()
        for action in plan.actions:
            texts.append(game.notation.action_text(at, action))
            at.apply_action(action)
        bound = bound_order(game, state, plan.actions)
        assert all(i < j for i, j in bound)
        if len(texts) < 2:
            continue
        for places in itertools.permutations(range(len(texts))):
            if any(places.index(i) > places.index(j) for i, j in bound):
                continue
            at = played(game, state, [texts[k] for k in places])
            assert same_position(game, at) == same_position(game, plan.end)
            tried += 1
    assert tried or name == "burgundy-midgame"


def test_what_a_table_takes_in_any_order_is_not_bound_to_its_like():
    """The notation of Orléans knows one order of followers that are put down; at a table they are free."""
    for name, texts, bound in (
            ("orleans-opening", ["put own farmer on Ship farmer", "put own boatman on Ship boatman", "done"],
             [(0, 2), (1, 2)]),
            ("catan-cards-midgame", ["trade 2 with pile", "discard ore", "discard wool"], [(0, 1), (0, 2)])):
        game, state = example(name)
        actions, at = [], state.copy()
        for text in texts:
            actions.append(game.notation.parse_action(at, text))
            at.apply_action(actions[-1])
        assert bound_order(game, state, actions) == bound


@dataclass
class Errands(Rules):
    """Seven errands of one seat in its turn, of which the last needs the first and the second."""

    seats = 2
    left: list[int] = field(default_factory=lambda: list(range(7)))

    def current_player(self):
        return 0 if self.left else TERMINAL

    def legal_actions(self):
        return [k for k in self.left if k < 6 or not {0, 1} & set(self.left)]

    def apply_action(self, action):
        self.left.remove(action)

    def scores(self):
        return [1, 0]


def test_a_turn_of_seven_moves_is_tried_in_every_order():
    errands = game(Errands, title="Errands")
    assert bound_order(errands, errands.start(), range(7)) == [(0, 6), (1, 6)]


def test_a_game_that_ends_by_what_is_hidden_is_not_proven():
    """Calling with the queen wins against the jack and loses to the king; folding loses to both."""
    game, state = example("kuhn-poker-bluff")
    _, plans = weigh(game, state, SearchParams(simulations=600))
    call, fold = plans.plans
    assert [game.notation.action_text(state, p.actions[0]) for p in plans.plans] == ["call", "fold"]
    assert (fold.proven, call.proven, plans.solved) == (True, False, False)
    assert call.simulations > 0
    assert fold.utility < call.utility < 1


@pytest.mark.parametrize(("name", "kind"), [("burgundy-midgame", None), ("burgundy-midgame", "open"),
                                            ("catan-cards-midgame", None), ("orleans-midgame", None)])
def test_simulations_told_to_follow_a_plan_do(name, kind):
    """All of them run down the plan's edges, and those of its first action have that many visits more."""
    game, state = example(name)
    found = searched(state, SearchParams(simulations=400, tree=kind))
    plan = next(e for e in endings(game, state, found.known) if len(e.actions) > 1)
    tree, at = found.trees[0], state.copy()
    before = {row["action"]: row["visits"] for row in tree.root()}
    made = tree.run_plan(plan.actions, 64, 7, tree.simulations)
    after = {row["action"]: row["visits"] for row in tree.root()}
    assert made["count"] == 64
    assert {a: after[a] - before[a] for a in after if after[a] != before[a]} == {plan.actions[0]: 64}
    assert all(0 <= u / 64 <= 1 for u in made["utilities"])
    for k in range(len(plan.actions)):
        rows = {row[0]: row[1] for row in tree.replies(plan.actions[:k])}
        if len(at.legal_actions()) > 1:
            assert rows[plan.actions[k]] >= 64
        at.apply_action(plan.actions[k])


def test_a_plan_that_is_too_long_is_refused():
    _, state = example("burgundy-midgame")
    with pytest.raises(ValueError, match=f"expected {LONGEST} at most"):
        searched(state, SearchParams(simulations=10)).trees[0].run_plan([0] * (LONGEST + 1), 1, 0, 0)


def test_a_plan_of_the_solved_end_of_a_game_is_worth_what_it_is_proven_to_be():
    game, state = example("burgundy-endgame")
    _, plans = weigh(game, state, SearchParams(simulations=500))
    assert plans.solved
    worth = {same_position(game, p.end): p.utility for p in plans.plans}
    for key, paths in every_end(game, state).items():
        end = ending_of(state, paths[0]).state
        assert worth[key] == pytest.approx(end.returns()[state.current_player()], abs=1e-6)
    assert games.load("burgundy").same is not None


@pytest.mark.parametrize("name", ["burgundy", "orleans", "catan_cards", "backgammon"])
def test_plans_of_many_positions_are_different_positions(name):
    """On positions of random games at every number of seats."""
    game, found = games.load(name), 0
    for seed in itertools.count():
        seats, number = game.seats[seed % len(game.seats)], 0
        state, wanted = game.start(seats), 5 + 17 * seed % 120
        while not state.is_terminal() and number < wanted:
            action = state.keyed_chance(seed) if state.is_chance_node() else state.random_action(seed, number)
            number += not state.is_chance_node()
            state.apply_action(action)
        while state.is_chance_node():
            state.apply_action(state.keyed_chance(seed))
        if state.is_terminal() or len(state.legal_actions()) < 2:
            continue
        _, plans = weigh(game, state, SearchParams(simulations=100, seed=seed))
        keys = [same_position(game, p.end) for p in plans.plans]
        assert len(keys) == len(set(keys))
        assert all(p.end.current_player() != state.current_player() for p in plans.plans)
        found += 1
        if found == POSITIONS:
            break


def test_a_turn_so_long_that_no_end_was_met_is_finished_from_where_the_search_came_to():
    game = games.load("world504")
    state = game.start(2, {"world": "421"})
    for step in range(4_000):
        if state.is_chance_node():
            state.apply_action(state.sample_chance(1, step))
        elif len(state.legal_actions()) > 8 and all(
                each.current_player() == state.current_player() for each in _followers(state)):
            break
        else:
            state.apply_action(state.weighted_action(1, step))
    seat = state.current_player()
    met = endings(game, state, lambda path: [], most=1)
    assert met
    assert all(end.state.current_player() != seat or len(end.actions) == LONGEST for end in met)
    assert all(ending_of(state, end.actions).state.to_bytes() == end.state.to_bytes() for end in met)


def _followers(state):
    for action in state.legal_actions():
        after = state.copy()
        after.apply_action(action)
        yield after


@dataclass
class March(Rules):
    """Sixty steps of one seat, to the left or to the right, before its turn ends with the game."""

    seats = 2
    steps: int = 0
    right: int = 0

    def current_player(self):
        return 0 if self.steps < 60 else TERMINAL

    def legal_actions(self):
        return [0, 1]

    def apply_action(self, action):
        self.steps += 1
        self.right += action

    def scores(self):
        return [self.right, 30]


def test_a_turn_longer_than_a_plan_may_be_is_cut_off():
    march = game(March, title="March")
    _, plans = weigh(march, march.start(), SearchParams(simulations=300))
    assert plans.plans
    assert max(len(plan.actions) for plan in plans.plans) == LONGEST
