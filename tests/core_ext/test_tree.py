"""The search tree: counts that add up, chunks that do not matter, and what it finds where the answer is known."""
from __future__ import annotations

from typing import Any

import pytest

from core_ext.tree import Tree
from tests.games.burgundy.positions import GAME, pass_turn, play, position, seat, started, texts


def grown(state: Any, simulations: int, seed: int = 1, chunks: tuple[int, ...] = (), **more: Any) -> Tree:
    tree = Tree(state, **more)
    done = 0
    for n in chunks or (simulations,):
        done += tree.run(n, seed, done)
    assert done == simulations or tree.solved
    return tree


def last_round(*seats: dict[str, Any], **table: Any) -> Any:
    """The last round of the game: no luck is left, so it can be solved."""
    return position(*seats, phase="E", round=5, margin_weight=0.25, **table)


def solve(state: Any) -> list[float]:
    """Utilities when every seat maximises its own; for positions without luck."""
    if state.is_terminal():
        return state.returns()
    return max((solve(after) for _, after in replies(state)), key=lambda u: u[state.current_player()])


def replies(state: Any) -> list[tuple[int, Any]]:
    found = []
    for action in state.legal_actions():
        after = state.copy()
        after.apply_action(action)
        found.append((action, after))
    return found


def best(tree: Tree) -> int:
    return max(tree.root(), key=lambda row: row["visits"])["action"]


def test_root_visits_are_the_simulations():
    tree = grown(started(), 300)
    rows = tree.root()
    assert sum(row["visits"] for row in rows) == tree.simulations == 300
    assert [row["action"] for row in rows] == started().legal_actions()
    assert sum(row["prior"] for row in rows) == pytest.approx(1)
    for row in rows:
        assert 0 <= row["wins"] <= row["visits"]
        assert row["wins_squared"] <= row["wins"] + 1e-9
        assert all(0 <= u <= row["visits"] for u in row["utilities"])
        assert len(row["scores"]) == len(row["utilities"]) == 2


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_same_seed_grows_the_same_tree(seats):
    state = started(seats)
    assert grown(state, 200).root() == grown(state, 200).root()
    assert grown(state, 200).root() != grown(state, 200, seed=2).root()


def test_chunks_do_not_change_the_tree():
    whole, parts = grown(started(), 400), grown(started(), 400, chunks=(1, 2, 97, 300))
    assert whole.root() == parts.root()
    assert (whole.node_count, whole.edge_count) == (parts.node_count, parts.edge_count)


def test_the_position_is_left_as_it_was():
    state = started()
    before = state.to_bytes()
    grown(state, 50).line(state.legal_actions()[0])
    assert state.to_bytes() == before


def test_a_tree_needs_a_seat_to_act():
    finished = pass_turn(last_round(seat(), seat(dice=(1,)), turn=1))
    for state in (GAME.start(2), finished):
        with pytest.raises(ValueError, match="seat is to act"):
            Tree(state)


def test_a_full_tree_goes_on_without_growing():
    tree = grown(started(4), 3000, limit=20_000)
    assert tree.full
    assert tree.edge_count <= 20_000
    assert sum(row["visits"] for row in tree.root()) == 3000
    assert not grown(started(4), 100).full


def test_each_seat_maximises_its_own_utility():
    """Seat 0 could gain a point, or keep from seat 1 the watchtower that would win it the game."""
    state = last_round(seat(dice=(1,), points={"sales": 3}), seat(dice=(1, 3)), depots={1: ["watchtower"]})
    assert texts(state) == ["take 1: watchtower [die 1]", "workers [die 1]"]
    take, workers = state.legal_actions()
    values = {action: solve(after)[0] for action, after in replies(state)}
    assert values[take] > values[workers]
    tree = grown(state, 2000)
    assert best(tree) == take
    after = play(state.copy(), "workers [die 1]")
    reply = tree.line(workers)[1]
    assert GAME.notation.action_text(after, reply) == "take 1: watchtower [die 1]"


def test_a_seat_between_two_rivals_plays_for_itself():
    """Seat 0 needs its workers' point to stay ahead of seat 2, and seat 1 to take the watchtower that seat 2 waits for.

    Seat 1 does so for its own seven points. If it only meant to harm seat 0 it would leave the tower to seat 2.
    """
    state = last_round(seat(dice=(1,), points={"sales": 10}), seat(dice=(1, 3)),
                       seat({"d3": "ship"}, dice=(1, 3), points={"sales": 9}), depots={1: ["watchtower"]})
    take, workers = state.legal_actions()
    values = {action: solve(after)[0] for action, after in replies(state)}
    assert values[workers] > 0.75 > 0.3 > values[take]
    spared = play(state.copy(), "workers [die 1]", "workers [die 1]", "workers [die 3]")
    assert solve(spared)[0] < 0.3
    tree = grown(state, 10_000)             # the mean comes near from below, as worse replies are tried first
    assert best(tree) == workers
    row = next(r for r in tree.root() if r["action"] == workers)
    assert row["utilities"][0] / row["visits"] == pytest.approx(values[workers], abs=0.03)


@pytest.mark.parametrize("playout", ("uniform", "heuristic"))
def test_a_win_in_the_last_turn_is_found(playout):
    """Only the animal that finishes its pasture wins; its weight at a glance is one of many."""
    duchy = {"a1": "pig 2", "b1": "pig 3", "b2": "sheep 2", "c1": "cow 2"}
    state = last_round(seat(points={"sales": 20}), seat(duchy, storage=["bank", "pig 4", "ship"], dice=(4,), workers=3),
                       turn=1, depots={d: ["mine", "ship"] for d in range(1, 7)})
    wins = {GAME.notation.action_text(state, action): after.win_shares()[1] for action, after in replies(state)
            if after.is_terminal()}
    assert [text for text, won in wins.items() if won] == ["place pig 4 at c2 [die 4]"]
    tree = grown(state, 400, playout=playout, solve=False)
    assert GAME.notation.action_text(state, best(tree)) == "place pig 4 at c2 [die 4]"
    row = next(r for r in tree.root() if r["action"] == best(tree))
    assert row["wins"] == row["visits"] > 200


def test_a_line_can_be_played():
    state = started(3)
    tree = grown(state, 1500)
    for row in tree.root():
        line = tree.line(row["action"])
        assert line[0] == row["action"]
        after = state.copy()
        for action in line:
            assert not after.is_chance_node()
            after.apply_action(action)
    assert len(tree.line(best(tree))) > 1
    assert len(tree.line(best(tree), 1)) == 1


def test_luck_is_drawn_anew_in_every_simulation():
    """The dice of the last round differ from simulation to simulation, and with them what a single reply is worth."""
    state = position(seat(dice=(1,)), seat(dice=(1,)), phase="E", round=4, turn=1, depots={1: ["bank"]})
    row = next(r for r in grown(state, 200).root() if r["action"] == state.legal_actions()[0])
    mean = row["scores"][1] / row["visits"]
    assert row["score_squared"] / row["visits"] > mean * mean + 0.1
