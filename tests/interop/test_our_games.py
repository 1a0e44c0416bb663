"""Our games as games of OpenSpiel: they pass its own test, are saved and copied, and its search plays them."""
import copy
import pickle
from random import Random

import pytest

import games
from games.api import InputError

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install '.[interop]'")

from ludosoph import interop  # noqa: E402

QUICK = ("tic_tac_toe", "connect_four", "kuhn_poker", "leduc_poker", "pig")
LONG = tuple(name for name in games.names() if name not in QUICK)
SHORTER = {"world504": {"max_rounds": "1"}}       # a whole game, each of 1,500 steps read back, takes minutes
ALL = [*QUICK, *(pytest.param(name, marks=pytest.mark.whole) for name in LONG)]


@pytest.mark.parametrize("name", ALL)
def test_a_game_passes_the_test_of_openspiel(name):
    """Random games, with every state copied, saved and read back."""
    pyspiel.random_sim_test(interop.openspiel_game(name, **SHORTER.get(name, {})), 1, True, False)


def walk(game, seed: int):
    """The states of a random game, each a copy."""
    random, state = Random(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state.clone()
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(random.choices(outcomes, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    yield state.clone()


@pytest.mark.parametrize("name", [*QUICK, pytest.param("burgundy", marks=pytest.mark.whole)])
def test_states_are_those_of_our_rules(name):
    game = interop.openspiel_game(name)
    for state in walk(game, 1):
        inner = state.inner
        assert state.is_terminal() == inner.is_terminal()
        if state.is_terminal():
            assert state.returns() == inner.returns()
        elif state.is_chance_node():
            assert state.chance_outcomes() == inner.chance_outcomes()
        else:
            seat = state.current_player()
            assert seat == inner.current_player()
            texts = [game.rules.notation.action_text(inner, action) for action in inner.legal_actions()]
            assert [state.action_to_string(seat, action) for action in state.legal_actions()] == texts
            assert len(state.information_state_tensor(seat)) == game.information_state_tensor_size()


@pytest.mark.parametrize("copied", [lambda state: state.clone(), copy.deepcopy,
                                    lambda state: pickle.loads(pickle.dumps(state))])
def test_copies_are_equal_and_go_their_own_way(copied):
    for state in walk(interop.openspiel_game("leduc_poker"), 2):
        twin = copied(state)
        assert twin.inner == state.inner
        if not state.is_terminal():
            before = state.inner.to_bytes()
            twin.apply_action(twin.legal_actions()[0])
            assert state.inner.to_bytes() == before


def test_a_redealt_state_shows_and_saves_what_was_dealt():
    """Its information state is the same, the other's card is drawn, and what is saved of it is not the real card."""
    game, saved = interop.openspiel_game("kuhn_poker"), set()
    state = game.new_initial_state()
    for action in (1, 2):
        state.apply_action(action)
    for draw in range(40):
        dealt = state.resample_from_infostate(0, lambda draw=draw: (draw + 0.5) / 40)
        assert dealt.information_state_string(0) == state.information_state_string(0)
        assert dealt.observation_string(0) == state.observation_string(0)
        saved.add(pickle.loads(pickle.dumps(dealt)).information_state_string(1))
    assert len(saved) == 2


def test_their_search_finds_a_win():
    game = interop.openspiel_game("tic_tac_toe")
    state = game.new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 7), 2.0, 200, 100, True, 7, False)
    assert state.action_to_string(bot.mcts_search(state).best_child().action) == "c1"


@pytest.mark.parametrize("name", ["kuhn_poker", *(pytest.param(name, marks=pytest.mark.whole) for name in
                                                  ("pig", "backgammon", "connect_four", "catan_cards"))])
def test_their_search_plays_a_whole_game(name):
    game = interop.openspiel_game(name)
    state, random = game.new_initial_state(), Random(3)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 7), 2.0, 3, 100, False, 7, False)
    while not state.is_terminal():
        state.apply_action(random.choice([outcome for outcome, _ in state.chance_outcomes()])
                           if state.is_chance_node() else bot.mcts_search(state).best_child().action)
    assert sum(state.returns()) > 0


def test_seats_and_options_are_kept_in_the_name():
    game = interop.openspiel_game("burgundy", seats=3, boards="1,6,8", start="2")
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert (again.num_players(), again.start().options) == (3, game.start().options)
    assert game.start() == games.load("burgundy").start(3, {"boards": "1,6,8", "start": "2"})


@pytest.mark.parametrize(("seats", "options", "says"), [(9, {}, "seats: found 9"), (2, {"colour": "red"}, "colour")])
def test_what_a_game_has_not_is_refused(seats, options, says):
    with pytest.raises(InputError, match=says):
        interop.openspiel_game("burgundy", seats, **options)
