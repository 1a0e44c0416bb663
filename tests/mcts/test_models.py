"""Models: files of a net with a card."""
import json
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import pytest

import games
from core_ext.judged import inputs
from core_ext.net import Net
from examples.nim import Nim
from games.api import InputError
from games.simple import game
from mcts.agents import NetAlone, make
from mcts.models import FORMAT, Model, model_for, parsed, read_model
from mcts.params import SearchParams, parse_settings
from mcts.search import search
from tests.core_ext.test_net import random_net


@pytest.fixture
def model() -> Model:
    """Of Connect Four, with random weights."""
    rows = np.where(np.arange(582) % 3 == 0, np.arange(582) // 3, -1)
    return Model("connect_four", 1, Net(2, rows, random_net(2, inputs=194).layers), {"games": 3})


@pytest.fixture
def file(model, tmp_path):
    path = tmp_path / "model.json"
    path.write_text(model.text(), encoding="utf-8")
    return path


def test_a_model_comes_back_from_its_file(model, file):
    found, state = read_model(file), games.load("connect_four").start()
    assert (found.game, found.version, found.seats, found.card) == ("connect_four", 1, 2, {"games": 3})
    assert found.net.judge(state) == model.net.judge(state)
    assert found.text() == model.text()


def test_a_file_may_hold_numbers_half_as_large(model, tmp_path):
    text, state = model.text("f2"), games.load("connect_four").start()
    assert len(text) < 0.7 * len(model.text())
    found = parsed(text, "here")
    assert found.net.judge(state)[0] == pytest.approx(model.net.judge(state)[0], abs=0.01)
    assert found.text("f2") == text
    with pytest.raises(InputError, match="numbers: found 'f8', expected one of f4, f2"):
        parsed(text.replace('"f2"', '"f8"'), "here")
    with pytest.raises(InputError, match="weights: found"):
        parsed(text.replace('"f2"', '"f4"'), "here")


def test_a_search_with_a_model_asks_it_and_plays_nothing_out(file):
    state = games.load("connect_four").start()
    plain = search(state, SearchParams(simulations=200, seed=1))
    told = search(state, SearchParams(simulations=200, seed=1, **parse_settings(f"model={file}")))
    net = model_for(state, str(file)).net
    assert told.moves != plain.moves
    child = state.copy()
    child.apply_action(told.moves[-1].action)
    few = search(state, SearchParams(simulations=8, seed=1, policy="uct", model=str(file)))
    assert any(m.utility == pytest.approx(net.judge(child)[0][0], abs=1e-5) for m in few.moves if m.visits == 1)


def test_model_none_is_no_model(file):
    state = games.load("connect_four").start()
    assert search(state, SearchParams(simulations=100, seed=1, model="none")).moves \
        == search(state, SearchParams(simulations=100, seed=1)).moves


def test_an_agent_can_name_a_model(file):
    agent = make(f"mcts:50,model={file}")
    assert agent.name == f"mcts:50,model={file}"
    assert agent.choose(games.load("connect_four").start(), 1) in range(7)


def test_a_net_plays_alone_what_it_likes_best(file):
    state = games.load("connect_four").start()
    net, worth = model_for(state, str(file)).net, {}
    for action in state.legal_actions():
        after = state.copy()
        after.apply_action(action)
        worth[action] = net.judge(after)[0][0]
    agent = make(f"net:{file}")
    assert agent.name == f"net:{file}"
    assert agent.choose(state, 1) == max(worth, key=worth.__getitem__)
    with pytest.raises(InputError, match="agent: found 'net:'"):
        make("net:")


def test_a_net_alone_sees_no_hidden_cards():
    """What the other seat holds changes nothing."""
    state = games.load("kuhn_poker").start()
    while state.current_player() < 0:
        state.apply_action(state.legal_actions()[0])
    other = state.copy()
    other.resample(state.current_player(), 3)
    seed = 1
    while other == state and seed < 50:
        other.resample(state.current_player(), seed)
        seed += 1
    assert other != state
    agent = NetAlone("any")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mcts.models.model_for", lambda state, name: Model("kuhn_poker", 1, random_net(2), {}))
        for seed in range(20):
            assert agent.choose(state, seed) == agent.choose(other, seed)


def test_a_model_of_another_game_or_number_of_seats_is_refused(file):
    with pytest.raises(InputError, match="found one for connect_four with 2 seats, expected one for tic_tac_toe"):
        model_for(games.load("tic_tac_toe").start(), str(file))
    with pytest.raises(InputError, match="model: found own, but tic_tac_toe comes with none"):
        model_for(games.load("tic_tac_toe").start(), "own")
    with pytest.raises(InputError, match="No such file"):
        model_for(games.load("tic_tac_toe").start(), str(file.with_name("nothing.json")))


def test_a_model_for_another_version_of_the_rules_is_refused(model, file):
    file.write_text(replace(model, version=2).text(), encoding="utf-8")
    with pytest.raises(InputError, match="found one for version 2 of connect_four, expected version 1"):
        model_for(games.load("connect_four").start(), str(file))


def test_a_game_in_plain_python_may_have_another_name_than_its_class(file):
    state = game(Nim, title="Nim", name="heaps", version=3).start()
    file.write_text(Model("heaps", 3, random_net(2), {}).text(), encoding="utf-8")
    assert model_for(state, str(file)).game == "heaps"


@dataclass
class Wide(Nim):
    """One with a number of any size."""

    size: float = 0.0


def test_a_number_of_any_size_is_an_input_of_a_net():
    start = game(Wide, title="Wide").start()
    seen = []
    for size in (2.5, 1e6, float("inf"), float("-inf"), 10**400):
        start.position.size = size
        seen.append(inputs(start))
    assert all(seen)
    assert all(one != other for one, other in combinations(seen, 2))


@pytest.mark.parametrize(("change", "said"), [
    ({"format": "x"}, f"expected a JSON document of the format {FORMAT}"),
    ({"layers": None}, "file: "),
    ({"seats": 3}, "layers: found"),
    ({"inputs": [-1]}, "inputs: expected numbers from 0"),
    ({"inputs": [1, 2]}, "inputs: found 2, expected 194"),
    ({"inputs": "words"}, "file: "),
    ({"card": 3}, "file: ")])
def test_files_that_hold_no_model_are_refused_in_a_line(model, change, said):
    document = json.loads(model.text()) | change
    with pytest.raises(InputError) as refusal:
        parsed(json.dumps(document), "file")
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_numbers_that_are_missing_or_too_many_are_refused(model):
    document = json.loads(model.text())
    for text in ("", "AAAA", "!"):
        document["layers"][1]["weights"] = text
        with pytest.raises(InputError, match="file: "):
            parsed(json.dumps(document), "file")
    del document["layers"]
    with pytest.raises(InputError, match="found no layers"):
        parsed(json.dumps(document), "file")
    with pytest.raises(InputError, match="file: "):
        parsed("{", "file")


def test_bytes_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"\xff\xfe" * 10)
    with pytest.raises(InputError, match="no UTF-8"):
        read_model(path)


@pytest.mark.parametrize("name", ("", "a,b"))
def test_a_name_that_settings_cannot_hold_is_refused(name):
    with pytest.raises(InputError, match="model: found"):
        SearchParams(simulations=1, model=name)


def test_numbers_are_written_exactly(model):
    again = parsed(model.text(), "file")
    for (a, b), (c, d) in zip(model.net.layers, again.net.layers, strict=True):
        assert np.array_equal(a, c)
        assert np.array_equal(b, d)
