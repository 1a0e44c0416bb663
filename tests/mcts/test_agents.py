"""Agents: what each chooses, and the specs that name them."""
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import games
from core_ext.playout import playouts
from games.api import InputError
from mcts import agents, pairs
from mcts.agents import Flat, make
from mcts.params import SearchParams
from mcts.search import search


def a_decision(seed=1, least=5, seats=2, **options):
    """The first position with at least so many legal actions."""
    state = games.load("burgundy").start(seats, options)
    while state.is_chance_node() or len(state.legal_actions()) < least:
        state.apply_action(state.keyed_chance(seed) if state.is_chance_node() else state.legal_actions()[0])
    return state


@pytest.mark.parametrize("spec, name", [
    ("random", "random"), ("greedy", "greedy"), (" greedy ", "greedy"), ("flat:200", "flat:200"),
    ("flat:007", "flat:7"), ("heuristic:1", "heuristic:1"), ("heuristic:.50", "heuristic:0.5"),
    ("mcts:1000", "mcts:1000"), ("mcts:0.5s", "mcts:0.5s"), ("mcts:.5s", "mcts:0.5s"), ("mcts:2s", "mcts:2s"),
])
def test_specs_name_agents(spec, name):
    agent = make(spec)
    assert agent.name == name
    assert make(agent.name) == agent
    assert agent.reproducible == (not name.endswith("s"))


@pytest.mark.parametrize("spec", [
    "", "best", "random:3", "greedy:", "heuristic", "heuristic:", "heuristic:0", "heuristic:1e9",
    "heuristic:-1", "heuristic:inf", "flat", "flat:", "flat:x", "flat:0.5s", "mcts", "mcts:0", "mcts:-1", "mcts:1e3",
    "mcts:1.5", "mcts:0s", "mcts:s", "mcts:nans", "mcts:infs", "mcts:99999999999", "mcts:999999s", "MCTS:5", "mcts:5 s",
    "mcts:\u0663", "mcts:5,blind=yes", "mcts:5,tree=closed", "mcts:5,playout=mast", "mcts:5,worlds=1", "x" * 1000])
def test_bad_specs_are_refused_with_what_is_right(spec):
    with pytest.raises(InputError, match="expected") as error:
        make(spec)
    assert "agent" in str(error.value)
    assert len(str(error.value)) < 400


@pytest.mark.parametrize("spec", ["random", "greedy", "heuristic:1", "flat:40", "mcts:40"])
def test_agents_choose_legal_actions_leave_the_state_alone_and_repeat_themselves(spec):
    state = a_decision()
    before, agent = state.to_bytes(), make(spec)
    for seed in (0, 1, 2**63 - 1):
        action = agent.choose(state, seed)
        assert action in state.legal_actions()
        assert action == agent.choose(state, seed)
    assert state.to_bytes() == before


def test_random_takes_every_action_equally_often():
    state = a_decision()
    n, count = len(state.legal_actions()), 4000
    seen = Counter(make("random").choose(state, seed) for seed in range(count))
    assert set(seen) == set(state.legal_actions())
    expected = count / n
    assert sum((c - expected) ** 2 / expected for c in seen.values()) < n + 5 * (2 * n) ** 0.5     # chi-squared


def test_greedy_takes_the_heaviest_action():
    state = a_decision()
    assert state.action_weights()[state.legal_actions().index(make("greedy").choose(state, 1))] == max(
        state.action_weights()
    )


def test_heuristic_takes_actions_in_proportion_to_a_power_of_their_weights():
    state, count = a_decision(), 4000
    actions, weights = state.legal_actions(), np.array(state.action_weights())
    for temperature in (0.5, 1, 4):
        chances = weights ** (1 / temperature) / (weights ** (1 / temperature)).sum()
        seen = Counter(make(f"heuristic:{temperature}").choose(state, seed) for seed in range(count))
        shares = np.array([seen[action] / count for action in actions])
        assert np.abs(shares - chances).max() < 5 * (0.25 / count) ** 0.5


def test_a_cold_heuristic_is_greedy():
    state = a_decision()
    assert {make("heuristic:0.01").choose(state, seed) for seed in range(50)} == {make("greedy").choose(state, 0)}


def test_heuristic_chooses_among_the_allowed_by_their_weights():
    state, agent = a_decision(), make("heuristic:1")
    allowed = sorted(state.legal_actions(), key=dict(zip(state.legal_actions(), state.action_weights(),
                                                         strict=True)).get)[:2]
    assert {agents.choose_among(agent, state, allowed, seed) for seed in range(200)} == set(allowed)


def test_heuristic_takes_any_action_where_none_has_weight():
    assert {agents.Heuristic(1.0).drawn([3, 4, 5], [0.0, 0.0, 0.0], seed) for seed in range(50)} == {3, 4, 5}


def test_flat_means_are_those_of_playouts_with_common_random_numbers():
    state, each, seed = a_decision(), 40, 7
    actions, me = state.legal_actions(), state.current_player()
    slow = []
    for action in actions:
        after = state.copy()
        after.apply_action(action)
        slow.append(np.mean([playouts(after, 1, seed, k)["utilities"][0, me] for k in range(each)]))
    assert agents.flat_means(state, actions, each, seed) == pytest.approx(slow)
    assert agents.flat_means(state, [actions[0]] * 2, each, seed)[0] == agents.flat_means(state, actions, each, seed)[0]


def test_flat_shares_its_playouts_out_equally(monkeypatch):
    state, asked = a_decision(), Counter()

    def counted(after, n, seed, first=0):
        asked[after.to_bytes()] += n
        return playouts(after, n, seed, first)

    monkeypatch.setattr(pairs, "playouts", counted)
    n = len(state.legal_actions())
    Flat(10 * n + n - 1).choose(state, 3)
    assert set(asked.values()) == {10}
    asked.clear()
    Flat(1).choose(state, 3)            # never less than one an action, or some would not be looked at
    assert set(asked.values()) == {1}


def test_flat_does_not_see_what_is_hidden_from_its_seat():
    """With secret choices, the seat that chooses second plays alike whatever the first has chosen."""
    def second_choice(first):
        state = games.load("burgundy").start(2, {"boards": "choose", "secret": "yes"})
        chooser = None
        while True:
            if state.is_chance_node():
                state.apply_action(state.keyed_chance(1))
            elif chooser is None:
                chooser = state.current_player()
                state.apply_action(state.legal_actions()[first])
            elif state.current_player() == chooser:
                state.apply_action(state.legal_actions()[0])
            else:
                return state

    one, other = second_choice(0), second_choice(3)
    assert one != other
    assert one.information_state_key(one.current_player()) == other.information_state_key(other.current_player())
    actions = one.legal_actions()
    assert actions == other.legal_actions()
    assert agents.flat_means(one, actions, 16, 5) == agents.flat_means(other, actions, 16, 5)


def test_mcts_takes_the_best_move_of_the_search():
    state = a_decision()
    assert make("mcts:60").choose(state, 9) == search(state, SearchParams(simulations=60, seed=9)).best
    assert make("mcts:0.05s").choose(state, 9) in state.legal_actions()


@pytest.mark.parametrize("agent", [make("mcts:20"), make("mcts:0.02s")])
def test_ctrl_c_during_a_search_stops_the_game_too(monkeypatch, agent):
    """A search hands over what it has at Ctrl-C; a game must not go on with a move thought of too briefly."""
    def stopped(state, params):
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            return search(state, params)

    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(agents, "search", stopped)
    with pytest.raises(KeyboardInterrupt):
        agent.choose(a_decision(), 1)
    assert signal.getsignal(signal.SIGINT) is before
    monkeypatch.undo()
    assert agent.choose(a_decision(), 1) in a_decision().legal_actions()


def test_agents_choose_in_threads_where_no_signal_can_be_caught():
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(make("mcts:20").choose, a_decision(), 1).result() == make("mcts:20").choose(a_decision(), 1)


@pytest.mark.parametrize(("name", "budget"), [("catan_cards", 60), ("pig", 100), ("connect_four", 300),
                                              ("leduc_poker", 100)])
def test_an_agent_stops_early_and_plays_the_same_move(name, budget):
    """Where the rest of the budget cannot change the most visited move, it is not spent."""
    early, full, spent, decisions = make(f"mcts:{budget}"), make(f"mcts:{budget},early_stop=no"), 0, 0
    for game in range(2):
        state = games.load(name).start()
        while not state.is_terminal() and decisions < 60 * (game + 1):
            if state.is_chance_node():
                state.apply_action(state.keyed_chance(game))
                continue
            found, other = (agent.find(state, decisions) for agent in (early, full))
            assert found.best == other.best
            assert other.visits == budget or other.solved
            spent, decisions = spent + found.visits, decisions + 1
            state.apply_action(found.best)
    assert spent < 0.97 * budget * decisions
