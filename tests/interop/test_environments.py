"""Our games as environments: PettingZoo's and Gymnasium's own tests pass, and our rules decide."""
import itertools
import re
from types import SimpleNamespace

import numpy as np
import pytest

from games.api import InputError

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed: pip install '.[interop]'")
gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install '.[interop]'")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, performance_benchmark, seed_test  # noqa: E402

from ludosoph.environments import AEC, Against  # noqa: E402

GAMES = ["tic_tac_toe", "connect_four", "kuhn_poker", "leduc_poker", "pig",
         *(pytest.param(name, marks=pytest.mark.whole) for name in
           ("backgammon", "burgundy", "catan_cards", "orleans", "world504"))]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_game_passes_the_tests_of_pettingzoo(name):
    api_test(AEC(name), num_cycles=60, verbose_progress=False)
    seed_test(lambda: AEC(name), num_cycles=40)


def play(env: AEC, seed: int) -> list[int]:
    """The actions of a random game."""
    env.reset(seed=seed)
    random, made = np.random.default_rng(seed), []
    for _ in env.agent_iter():
        seen, _, over, _, _ = env.last()
        action = None if over else int(random.choice(np.flatnonzero(seen["action_mask"])))
        env.step(action)
        made += [] if action is None else [action]
    return made


def test_a_game_goes_and_pays_by_our_rules():
    env = AEC("pig", seats=3)
    env.reset(seed=5)
    assert env.agents == ["seat_0", "seat_1", "seat_2"]
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        total[agent] += reward
        if not over:
            assert agent == f"seat_{env.board.state.current_player()}"
            assert list(np.flatnonzero(seen["action_mask"])) == env.board.state.legal_actions()
        env.step(None if over else int(np.flatnonzero(seen["action_mask"])[-1]))
    assert list(total.values()) == env.board.state.returns()
    assert env.agents == []


def test_a_seed_says_the_luck_and_none_draws_another():
    env = AEC("pig")
    assert play(env, 7) == play(env, 7)
    seen = set()
    for _ in range(6):
        env.reset()
        seen.add(env.board.seed)
    assert len(seen) == 6


def test_what_a_seat_sees_is_the_same_for_all_that_it_cannot_tell_apart():
    env = AEC("kuhn_poker")
    env.reset(seed=1)
    before = env.observe("seat_0")["observation"].copy()
    others = set()
    for seed in range(20):
        env.board.state.resample(0, seed)
        assert (env.observe("seat_0")["observation"] == before).all()
        others.add(env.observe("seat_1")["observation"].tobytes())
    assert len(others) == 2


def test_an_action_that_the_mask_forbids_is_refused():
    env = AEC("tic_tac_toe")
    env.reset(seed=1)
    env.step(4)
    with pytest.raises(ValueError, match="found action 4, expected one of"):
        env.step(4)
    with pytest.raises(ValueError, match="found no action of seat_1"):
        env.step(None)


@pytest.mark.parametrize("made", [AEC, Against])
def test_a_step_needs_a_game_that_is_under_way(made):
    env = made("tic_tac_toe")
    with pytest.raises(ValueError, match="expected a reset"):
        env.step(0)
    with pytest.raises(ValueError, match="render_mode: found 'human', expected None or 'ansi'"):
        made("tic_tac_toe", render_mode="human")


def test_a_game_that_is_over_takes_no_action():
    env = Against("tic_tac_toe", "random")
    seen, _ = env.reset(seed=1)
    over = False
    while not over:
        seen, _, over, _, _ = env.step(seen["action_mask"].argmax())
    with pytest.raises(ValueError, match="expected a reset"):
        env.step(0)


@pytest.mark.parametrize("name", ["connect_four", "kuhn_poker", pytest.param("burgundy", marks=pytest.mark.whole)])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_finds_nothing_wrong(name):
    """Its checker samples actions without a mask, so a game in which nearly any action is legal at first is checked."""
    env = Against(name, "random")
    seen, _ = env.reset(seed=3)
    if seen["action_mask"].all():
        check_env(env, skip_render_check=True)
    assert env.observation_space.contains(seen)


def test_a_seat_plays_against_an_agent():
    env = Against("connect_four", "mcts:30", seat=1, render_mode="ansi")
    games = []
    for _ in range(2):
        seen, _ = env.reset(seed=9)
        over, said = False, []
        while not over:
            assert env.board.state.current_player() == 1
            seen, reward, over, cut, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
            said.append((reward, over, cut, env.render()))
        assert reward == env.board.state.returns()[1]
        games.append(said)
    assert games[0] == games[1]


@pytest.mark.parametrize(("given", "says"), [
    (("chess",), "no game 'chess'"), (("pig", "mcts:0"), "mcts:0"),
    (("pig", "random", 4), "seat: found 4, expected 0 to 1")])
def test_what_there_is_not_is_refused(given, says):
    with pytest.raises((InputError, ValueError), match=says):
        Against(*given)


def test_several_run_side_by_side():
    envs = gymnasium.vector.SyncVectorEnv([lambda: Against("connect_four", "random") for _ in range(3)])
    seen, _ = envs.reset(seed=1)
    assert seen["action_mask"].shape == (3, 8)
    for _ in range(3):
        seen, rewards, *_ = envs.step(np.array([np.flatnonzero(mask)[0] for mask in seen["action_mask"]]))
    assert rewards.shape == (3,)


@pytest.mark.parametrize("name", ["pig", "kuhn_poker"])
def test_the_benchmark_of_pettingzoo_runs(name, monkeypatch, capsys):
    """It plays for five seconds; here each look at its clock takes one."""
    seconds = itertools.count()
    monkeypatch.setitem(performance_benchmark.__globals__, "time", SimpleNamespace(time=lambda: next(seconds)))
    performance_benchmark(AEC(name))
    told = capsys.readouterr().out
    turns = re.search(r"^([\d.]+) turns per second$", told, re.MULTILINE)
    assert float(turns[1]) > 0
    assert "Finished performance benchmark" in told
