"""One game: luck by key, agents on streams of their own, rows that add up, a record that replays."""
import io
import json

import pytest

import games
from core_ext.state import State
from games import records
from games.api import InputError
from mcts import play as playing
from mcts.margins import margins
from mcts.play import Task, check_seed, play
from mcts.simulate import plan
from mcts.table import decision_seed


def task(agents=("greedy", "random"), **changes):
    usual = {"game": "burgundy", "seats": len(agents), "options": {}, "seed": 1, "agents": tuple(agents)}
    return Task(**(usual | changes))


def read(finished):
    return records.read(io.StringIO("\n".join(finished.record)))


def dice(finished):
    """{(seat, nth roll): faces} and the tiles laid out, of a finished game."""
    rolls, fills, count = {}, [], {}
    for step in records.steps(read(finished)):
        if step.event.move.startswith("roll"):
            raw = step.state.raw()
            seat = raw["order"][raw["cursor"]]
            count[seat] = count.get(seat, 0) + 1
            rolls[seat, count[seat]] = step.event.move
        elif step.event.move.startswith("tile"):
            fills.append(step.event.move)
    return rolls, fills


def test_the_same_task_gives_the_same_game_and_its_record_replays():
    one, two = play(task()), play(task())
    assert one.record == two.record
    end = records.replay(read(one))
    assert end.scores() == one.scores
    assert end.win_shares() == one.wins
    assert json.loads(one.record[0])["players"] == ["greedy", "random"]


def test_games_of_a_block_have_the_same_luck_whoever_plays():
    one, two = play(task(("greedy", "random"))), play(task(("random", "greedy")))
    assert one.record != two.record
    assert dice(one) == dice(two)
    assert dice(one) != dice(play(task(block=1)))
    assert dice(one) != dice(play(task(seed=2)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rotated_luck_goes_with_the_logical_player(seats):
    """Seat s of game r rolls what seat s - r rolls in game 0."""
    rolls = [dice(play(task(("random",) * seats, luck=r)))[0] for r in range(seats)]
    for r in range(seats):
        for (seat, nth), faces in rolls[r].items():
            assert faces == rolls[0][(seat - r) % seats, nth]


def test_every_agent_block_player_and_decision_has_a_stream_of_its_own():
    seeds = {decision_seed(seed, agent, block, player, decision)
             for seed in (0, 1) for agent in ("mcts:10", "mcts:20") for block in (0, 1) for player in (0, 1)
             for decision in (0, 1)}
    assert len(seeds) == 32
    assert all(0 <= s < 2**63 for s in seeds)


def test_decision_seeds_never_change():
    """Published runs are repeated from their seeds."""
    assert decision_seed(0, "random", 0, 0, 0) == 8168074115397889010
    assert decision_seed(7, "mcts:100", 1, 2, 3) == 2633595389177806672


def test_an_agent_is_asked_only_where_there_is_a_choice(monkeypatch):
    asked = []

    class First:
        name, reproducible = "first", True

        def choose(self, state: State, seed: int) -> int:
            asked.append((state.current_player(), len(state.legal_actions()), seed))
            return state.legal_actions()[0]

    monkeypatch.setattr(playing, "make", lambda spec: First())
    finished = play(task(("first", "first")))
    assert min(n for _, n, _ in asked) > 1
    for seat in (0, 1):
        assert finished.decisions[seat] - finished.forced[seat] == sum(s == seat for s, _, _ in asked)
    assert len({seed for *_, seed in asked}) == len(asked)


@pytest.mark.parametrize("agents", [("greedy", "random"), ("random",) * 3, ("random", "greedy") * 2])
def test_rows_add_up(agents):
    finished = play(task(agents, number=17, block=5, rotation=1))
    rows = finished.rows()
    assert [row["seat"] for row in rows] == list(range(len(agents)))
    assert [row["agent"] for row in rows] == list(agents)
    assert sum(row["win"] for row in rows) == pytest.approx(1)
    assert sum(row["margin"] for row in rows) == pytest.approx(0)
    sources = [f"source_{name}" for name in games.load("burgundy").sources]
    for row in rows:
        assert (row["game"], row["block"], row["rotation"]) == (17, 5, 1)
        assert sum(row[name] for name in sources) == row["score"]
        assert row["board"] == 1
    events = [json.loads(line)["seat"] for line in finished.record[1:-1]]
    assert [row["decisions"] for row in rows] == [events.count(s) for s in range(len(agents))]


def test_tiles_are_those_placed():
    finished = play(task())
    placed = [0, 0]
    for step in records.steps(read(finished)):
        if step.event.move.startswith("place"):
            placed[step.event.seat] += 1
    for seat in (0, 1):
        assert sum(row["count"] for row in finished.tiles() if row["seat"] == seat) == placed[seat]
    assert all(row["count"] > 0 for row in finished.tiles())


def test_margins():
    assert margins([10, 4]).tolist() == [6, -6]
    assert margins([10, 4, 1]).tolist() == [7.5, -1.5, -6]
    assert margins([3]).tolist() == [0]


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_seeds_out_of_range_are_refused(seed):
    with pytest.raises(InputError, match="seed"):
        check_seed(seed)


@pytest.mark.parametrize("agents, seats, tables", [
    (["random"], 3, [("random",) * 3] * 3),
    (["greedy", "random"], 2, [("greedy", "random"), ("random", "greedy")]),
    (["greedy", "random"], 4, [("greedy", "random") * 2, ("random", "greedy") * 2]),
    (["greedy", "random"], 3, [("greedy", "random", "greedy"), ("greedy", "greedy", "random"),
                               ("random", "greedy", "greedy")]),
])
def test_a_block_plays_every_different_rotation_once(agents, seats, tables):
    what = plan("burgundy", agents, 1, seats)
    block = what.block_tasks(2)
    assert [t.agents for t in block] == tables
    assert what.games == what.block_games == len(tables)        # one game asked for: a whole block played
    assert {t.block for t in block} == {2}
    assert [t.number for t in block] == [2 * len(tables) + r for r in range(len(tables))]
    # agents that differ move on and the luck stays; agents that are alike stay and the luck moves on
    assert [t.luck for t in block] == (list(range(seats)) if len(agents) == 1 else [0] * len(tables))


@pytest.mark.parametrize("call, word", [
    ({"game": "chess"}, "chess"), ({"agents": []}, "agents"), ({"agents": ["random"] * 3}, "agents"),
    ({"agents": ["clever"]}, "clever"), ({"count": 0}, "games"), ({"seats": 5}, "seats"), ({"seed": -1}, "seed"),
    ({"options": {"weather": "fine"}}, "weather"),
])
def test_plans_that_cannot_be_played_are_refused(call, word):
    with pytest.raises(InputError, match=word):
        plan(**({"game": "burgundy", "agents": ["random"], "count": 10} | call))
