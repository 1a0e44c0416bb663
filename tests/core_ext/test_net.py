"""A net inside the search, beside the same net in numpy."""
import pickle
from math import exp, inf

import numpy as np
import pytest

import games
from core_ext.judged import inputs, is_ready, seat_in_view
from core_ext.net import MOST_FIRST, MOST_SECOND, Net
from core_ext.playout import playouts
from core_ext.selfplay import best_turn, played_out, positions_ahead, self_play
from core_ext.tree import Tree
from examples.nim import GAME as NIM

NUMBERS = 40_000            # of inputs, more than any game here has
GAMES = ("backgammon", "connect_four", "pig", "catan_cards", "kuhn_poker")


def random_net(seats: int, first: int = 24, second: int = 9, seed: int = 1, inputs: int = 500) -> Net:
    random = np.random.default_rng(seed)
    sizes = (inputs, first, second, 3 * seats)
    return Net(seats, random.integers(-1, inputs, NUMBERS),
               [(random.normal(0, 0.3, (a, b)), random.normal(0, 0.3, b))
                for a, b in zip(sizes, sizes[1:], strict=False)])


def slowly(net: Net, state) -> tuple[list[float], list[float], list[float]]:
    """What the net says of a position, by the textbook: utilities, shares, points, for games that leave utilities to
    it.
    """
    units = np.zeros(len(net.layers[0][0]))
    for number, value in inputs(state).items():
        if number < len(net.rows) and net.rows[number] >= 0:
            units[net.rows[number]] += value
    for i, (matrix, bias) in enumerate(net.layers):
        units = units @ matrix.astype(float) + bias
        if i < 2:
            units = np.maximum(units, 0)
    seats, view = net.seats, seat_in_view(state)
    by_seat = [np.roll(units[k * seats:(k + 1) * seats], view) for k in range(3)]
    chances = np.exp(by_seat[0])
    return [1 / (1 + exp(-x)) for x in by_seat[2]], list(chances / chances.sum()), list(by_seat[1])


def positions(name: str, count: int = 12, seed: int = 3):
    """Positions that a net is ready for, of random games."""
    state, found, step = games.load(name).start(), [], 0
    while len(found) < count:
        if state.is_terminal():
            state = games.load(name).start()
        if is_ready(state) and step % 5 == 0:
            found.append(state.copy())
        draw = state.sample_chance if state.is_chance_node() else state.random_action
        state.apply_action(draw(seed, step))
        step += 1
    return found


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("first", "second"), [(24, 9), (16, 16), (MOST_FIRST, MOST_SECOND), (1, 1)])
def test_the_compiled_net_says_what_its_twin_in_numpy_says(name, first, second):
    for state in positions(name):
        net = random_net(state.seats, first, second)
        utilities, shares, points = net.judge(state)
        slow_utilities, slow_shares, slow_points = slowly(net, state)
        assert shares == pytest.approx(slow_shares, abs=1e-5)
        assert points == pytest.approx(slow_points, abs=1e-4)
        if name != "backgammon":            # whose utilities follow from shares or points
            assert utilities == pytest.approx(slow_utilities, abs=1e-5)


def test_utilities_of_backgammon_follow_from_what_it_is_played_for():
    for scoring in ("win", "points"):
        for at in positions("backgammon"):
            state = games.load("backgammon").start(2, {"scoring": scoring})
            state.load(at.raw())
            utilities, shares, points = random_net(2).judge(state)
            expected = shares[0] if scoring == "win" else 0.5 + (points[0] - points[1]) / 6
            assert utilities == pytest.approx([expected, 1 - expected], abs=1e-6)


def test_what_a_position_is_worth_does_not_depend_on_who_is_called_seat_0():
    net = random_net(2)
    for state in positions("backgammon"):
        raw, turned = state.raw(), games.load("backgammon").start()
        turned.load(raw | {"count": raw["count"][::-1], "turns": raw["turns"][::-1], "seat": 1 - raw["seat"]})
        assert inputs(turned) == inputs(state)
        assert [each[::-1] for each in net.judge(turned)] == list(net.judge(state))


def test_within_a_turn_a_position_is_worth_its_best_end():
    net, state = random_net(2), games.load("backgammon").start()
    state.apply_action(state.legal_actions()[7])
    seat, ends = state.current_player(), []

    def finish(at):
        if at.current_player() != seat:
            ends.append(net.judge(at))
            return
        for action in at.legal_actions():
            after = at.copy()
            after.apply_action(action)
            finish(after)

    finish(state)
    assert len(ends) > 10
    before = state.to_bytes()
    assert net.judge(state) == max(ends, key=lambda each: each[0][seat])
    assert state.to_bytes() == before
    for action in best_turn(net, state):
        state.apply_action(action)
    assert net.judge(state) == max(ends, key=lambda each: each[0][seat])


def test_a_plain_python_game_has_inputs_too():
    state = NIM.start()
    assert is_ready(state)
    first = inputs(state)
    state.apply_action(1)
    second = inputs(state)
    assert first != second
    assert first.keys() - second.keys()
    assert second.keys() - first.keys()
    net = random_net(2)
    assert net.judge(state)[1] == pytest.approx(slowly(net, state)[1], abs=1e-5)


def test_the_first_visit_of_each_action_is_the_judgement_of_the_net():
    state, net = games.load("connect_four").start(), random_net(2)
    tree = Tree(state, net=net, playout="none", policy="uct", fpu=-inf)
    tree.run(7, 1, 0)
    for row in tree.root():
        after = state.copy()
        after.apply_action(row["action"])
        assert row["visits"] == 1
        assert row["total"] == pytest.approx(net.judge(after)[0][0], abs=1e-6)


def test_a_short_playout_comes_before_the_judgement_if_it_is_asked_for():
    state, net = games.load("connect_four").start(), random_net(2)
    found = []
    for cutoff in (0, 3):
        tree = Tree(state, net=net, playout="heuristic" if cutoff else "none", cutoff=cutoff)
        tree.run(50, 1, 0)
        found.append([row["total"] for row in tree.root()])
    assert found[0] != found[1]


def test_nets_that_do_not_fit_are_refused():
    good = random_net(2)
    layers = good.layers
    for seats, rows, given, said in (
            (7, [0], layers, "seats: found 7, expected 1 to 6"),
            (2, [], layers, "rows: found none"),
            (2, [500], layers, "rows: found 500 to 500, expected -1 to 499"),
            (2, [0], layers[:2], "layers: found 2, expected 3"),
            (2, [0], [layers[0], layers[2], layers[1]], "expected each to begin where the one before ends"),
            (3, [0], layers, "layers: found 24, 9 and 6 units"),
            (2, [0], [(layers[0][0], layers[0][1][:3]), *layers[1:]], "a bias that is not as long"),
            (2, [0], [(layers[0][0] * np.nan, layers[0][1]), *layers[1:]], "a number that is not finite")):
        with pytest.raises(ValueError, match=said.replace("(", r"\(")):
            Net(seats, rows, given)
    state = games.load("catan_cards").start(3)
    with pytest.raises(ValueError, match="model: found one for 2 seats, expected one for 3"):
        good.judge(state)
    with pytest.raises(ValueError, match="model: found one for 2 seats, expected one for 3"):
        Tree(first_decision(state), net=good)


def first_decision(state):
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(1))
    return state


def test_a_net_survives_its_journey_to_another_process():
    net, state = random_net(2), positions("connect_four", 1)[0]
    assert pickle.loads(pickle.dumps(net)).judge(state) == net.judge(state)


def test_targets_of_self_play_are_the_results_where_only_they_are_trusted():
    net, start = random_net(2), games.load("connect_four").start()
    starts, which, values, targets = self_play(net, start, 5, 1, trust=1.0)
    assert len(starts) == len(targets) + 1
    assert starts[-1] == len(which) == len(values)
    assert set(np.unique(targets[:, :2])) <= {0.0, 0.5, 1.0}
    assert np.allclose(targets[:, :2].sum(axis=1), 1)
    again = self_play(net, start, 5, 1, trust=1.0)
    assert all((a == b).all() for a, b in zip((starts, which, values, targets), again, strict=True))


def test_targets_of_self_play_are_the_next_judgements_where_nothing_else_is_trusted():
    net, start = random_net(2), games.load("connect_four").start()
    targets = self_play(net, start, 1, 1, trust=0.0)[3]
    state, judged = start.copy(), []
    while not state.is_terminal():
        judged.append(net.judge(state)[1])
        for action in best_turn(net, state):
            state.apply_action(action)
    assert len(targets) == len(judged)
    assert targets[:-1, :2] == pytest.approx(np.array(judged[1:]), abs=1e-6)
    assert list(targets[-1, :2]) == state.win_shares()


def test_a_turn_ahead_is_the_mean_of_the_best_replies():
    net, game = random_net(2), games.load("backgammon")
    targets = positions_ahead(net, game.start(), 1, 5, share=1.0)[3]
    state = game.start()
    for pair in ((3, 1),):
        state.apply_action(next(a for a in state.legal_actions() if a // 6 == pair[0] - 1 and a % 6 == pair[1] - 1))
    for action in best_turn(net, state):
        state.apply_action(action)
    expected = 0.0
    for outcome, chance in state.chance_outcomes():
        after = state.copy()
        after.apply_action(outcome)
        expected += chance * net.judge(after)[1][seat_in_view(state)]
    found = first_of(net, state)
    assert found == pytest.approx(expected, abs=1e-5)
    assert len(targets) > 10


def first_of(net, state) -> float:
    """The share of the seat in view at the first position of games that begin with this one."""
    return float(positions_ahead(net, state, 1, 5, share=1.0)[3][0, 0])


def test_positions_of_playouts_are_worth_the_mean_of_playouts():
    start = games.load("connect_four").start()
    starts, which, values, targets = played_out(start, 3, 2, 400, 1)
    assert targets.shape == (6, 6)
    whole = played_out(start, 60, 4, 50, 1)[3]
    assert whole[:, 0].mean() == pytest.approx(playouts(start, 2000, 1)["wins"][:, 0].mean(), abs=0.15)
    assert np.isin(np.round(targets[:, 0] * 800), np.arange(801)).all()
