"""Tournaments: every table in balanced rotation, and what the games come to counted by hand."""
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from games.api import InputError
from mcts.play import Finished, Task
from mcts.simulate import simulate
from mcts.tournament import Games, from_manifest, games_of, judge, plan, tables

AGENTS = ["random", "greedy", "flat:2", "mcts:5"]


@pytest.mark.parametrize("agents, seats", [(4, 2), (6, 3), (7, 4), (5, 5)])
def test_every_table_comes_once_and_any_beginning_is_nearly_balanced(agents, seats):
    order = tables(agents, seats, seed=3)
    assert sorted(order) == list(combinations(range(agents), seats))
    played, met = Counter(), Counter()
    for table in order:
        played.update(table)
        met.update(combinations(table, 2))
        assert max(played.values()) - min(played[a] for a in range(agents)) <= 2
    assert len(set(met.values())) == 1


def test_each_agent_of_a_table_takes_each_seat_with_the_same_luck():
    what = plan("pig", AGENTS, 40, seats=3, seed=4)
    tasks = list(what.tasks())
    assert len(tasks) == what.games == 42
    for block in range(what.blocks):
        own = [t for t in tasks if t.block == block]
        for seat in range(3):
            assert len({t.entrants[seat] for t in own}) == 3
        assert {frozenset(t.entrants) for t in own} == {frozenset(own[0].entrants)}
        assert {t.luck for t in own} == {0}
        assert all(t.agents == tuple(what.agents[e] for e in t.entrants) for t in own)
    assert list(what.tasks(5, 2)) == [t for t in tasks if t.block in (5, 6)]        # a run goes on where it was
    assert from_manifest(what.asked()) == what


@pytest.mark.parametrize("agents, seats, said", [
    (["random", "greedy"], 2, "agents: found 2, expected 3 or more for 2 seats; `match` compares fewer"),
    (["random", "greedy", "flat:2"], 4, "agents: found 3, expected 4 or more for 4 seats"),
    (["random", "greedy", "random"], 2, "agents: found random twice, expected each once"),
    ([], 2, "agents: found none"),
    ([f"flat:{n}" for n in range(1, 25)], 5, "agents: found 24, which make 42,504 tables of 5; expected 5,005"),
])
def test_what_makes_no_tournament_is_refused(agents, seats, said):
    with pytest.raises(InputError) as refused:
        plan("pig", agents, 10, seats)
    assert said in str(refused.value)


def finished(number, block, entrants, wins, scores):
    task = Task("pig", len(entrants), {}, 0, tuple(AGENTS[e] for e in entrants), number=number, block=block,
                entrants=tuple(entrants))
    return Finished(task, scores, wins, [s - np.mean(scores) for s in scores], [], [], [], 0)


def test_pairs_and_shares_are_those_counted_by_hand():
    what = plan("pig", AGENTS[:3] + ["mcts:5"], 6, seats=3)
    games = [finished(0, 0, (0, 1, 2), [0, 1, 0], [5, 9, 5]), finished(1, 0, (1, 2, 0), [0, 1, 0], [3, 9, 4]),
             finished(2, 1, (1, 2, 3), [0.5, 0, 0.5], [9, 2, 9]), finished(3, 1, (3, 1, 2), [0, 0, 1], [1, 0, 9])]
    found = judge(what, games_of(games))
    by_agent = {each.agent: each for each in found.standings}
    assert by_agent["greedy"].win.estimate == pytest.approx((1 + 0 + 0.5 + 0) / 4)
    assert (by_agent["greedy"].games, by_agent["random"].games, found.games, found.blocks) == (4, 2, 4, 2)
    ahead = {(m.agent, m.other): m.ahead.estimate for m in found.meetings}
    assert ahead["random", "flat:2"] == pytest.approx((0.5 + 0) / 2)    # once level behind the winner, once beaten
    assert ahead["random", "greedy"] == pytest.approx((0 + 1) / 2)      # somebody else won: 4 points are more than 3
    assert ahead["greedy", "mcts:5"] == pytest.approx((0.5 + 0) / 2)    # a win that they share, then 0 against 1
    assert ("random", "mcts:5") not in ahead                            # have not met
    assert all(ahead[a, b] + ahead[b, a] == pytest.approx(1) for a, b in ahead)
    ratings = [each.rating.estimate for each in found.standings]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(ratings) == pytest.approx(0, abs=1e-6)
    assert np.isnan(found.standings[-1].above_next)
    assert found.to_json()["standings"][-1]["above_next"] is None


def test_an_agent_without_a_game_cannot_be_rated():
    what = plan("pig", AGENTS, 6, seats=3)
    with pytest.raises(InputError, match="found none of mcts:5 so far"):
        judge(what, games_of([finished(0, 0, (0, 1, 2), [1, 0, 0], [9, 1, 1])]))
    with pytest.raises(InputError, match="found none so far"):
        games_of([])


def test_the_result_does_not_depend_on_the_workers():
    what = plan("tic_tac_toe", AGENTS, 24, seed=2)
    one, two = (judge(what, games_of(simulate(what, jobs, "threading"))) for jobs in (1, 2))
    assert one.to_json() == two.to_json()
    assert {m.games for m in one.meetings} == {4}


def test_games_can_come_in_any_order():
    what = plan("tic_tac_toe", AGENTS, 24, seed=2)
    played = games_of(simulate(what))
    turned = Games(*(getattr(played, name)[::-1] for name in ("block", "held", "wins", "margins", "scores")))
    first, second = judge(what, played).standings, judge(what, turned).standings
    assert [s.agent for s in first] == [s.agent for s in second]
    assert [s.rating.low for s in first] == pytest.approx([s.rating.low for s in second], abs=1e-3)
