import io
import re
from math import sqrt

import numpy as np
import pytest

import games
from games import records
from mcts.luck import NAMED, Run, chance_runs, luck, luck_of
from mcts.play import Task, play
from tests.whole import mostly_whole


def played(name, seed=0, agent="greedy", seats=None):
    game = games.load(name)
    seats = seats or game.seats[0]
    record = records.read(io.StringIO("\n".join(play(Task(name, seats, {}, seed, (agent,) * seats)).record)))
    return game, records.start(record), [step.action for step in records.steps(record)]


def accounts(name, count, agent, playouts):
    """(points ahead, luck, start) of seat 0 in `count` games of equal agents."""
    found = []
    for seed in range(count):
        account = luck(*played(name, seed, agent), playouts, seed).points[0]
        found.append((account.result, account.luck, account.start))
    return np.array(found).T


def z(values):
    return values.mean() / (values.std(ddof=1) / sqrt(len(values)))


def test_a_game_without_chance_has_no_luck():
    found = luck(*played("tic_tac_toe", 3, "random"), 50)
    assert found.events == ()
    for account in (*found.points, *found.win):
        assert (account.luck, account.luck_stderr) == (0.0, 0.0)
        assert account.result == pytest.approx(account.start + account.decisions)


@pytest.mark.parametrize(("name", "seats"), mostly_whole(
    [("burgundy", 3), ("backgammon", 2), ("catan_cards", 2)], ("burgundy", 3).__eq__))
def test_the_outcome_is_start_luck_and_decisions_and_events_sum_to_the_luck(name, seats):
    game, start, actions = played(name, 5, seats=seats)
    found = luck(game, start, actions, 8, seed=1)
    end = start.copy()
    for action in actions:
        end.apply_action(action)
    assert found.finished
    assert [a.result for a in found.win] == pytest.approx(end.win_shares())
    scores = end.scores()
    for seat, account in enumerate(found.points):
        others = [s for k, s in enumerate(scores) if k != seat]
        assert account.result == pytest.approx(scores[seat] - sum(others) / len(others))
    for unit in ("points", "win"):
        for seat, account in enumerate(getattr(found, unit)):
            assert account.result_stderr == 0
            assert account.start + account.luck + account.decisions == pytest.approx(account.result)
            assert sum(getattr(e, unit)[seat] for e in found.events) == pytest.approx(account.luck)
        assert sum(a.luck for a in getattr(found, unit)) == pytest.approx(0, abs=1e-9)
    assert luck(game, start, actions, 8, seed=1) == found


def test_draws_with_no_decision_between_them_are_one_event():
    _, start, actions = played("burgundy", 2)
    runs, at, number = list(chance_runs(start, actions)), start.copy(), 0
    for run in runs:
        while number < run.event - 1:
            assert not at.is_chance_node()
            at.apply_action(actions[number])
            number += 1
        assert at == run.before
        for outcome in run.outcomes:
            assert at.is_chance_node()
            assert outcome == actions[number]
            at.apply_action(outcome)
            number += 1
        assert at == run.after
    assert len(runs[0].outcomes) > 20
    assert all(len(run.outcomes) >= 3 for run in runs)


@pytest.mark.parametrize("playouts", [400, 4], ids=["outcome by outcome", "by draws of the playouts"])
def test_the_luck_of_all_outcomes_of_a_roll_sums_to_nothing(playouts):
    """Over its six faces, weighted with their chances, the luck of a roll in Pig is 0 within its error."""
    before = games.load("pig").start()
    before.apply_action(before.legal_actions()[0])
    assert before.is_chance_node()
    total, variance, values = 0.0, 0.0, []
    for outcome, chance in before.chance_outcomes():
        after = before.copy()
        after.apply_action(outcome)
        found = luck_of(Run(1, before, [outcome], after), playouts, (outcome, 50 + outcome))
        total += chance * found.mean[0, 0]
        variance += chance ** 2 * found.variance[0, 0]
        values.append(found.mean[0, 0])
    assert abs(total) < 4 * sqrt(variance)
    if playouts > 100:
        assert np.argmin(values) == 0       # a 1 loses the turn


def test_luck_of_equal_agents_is_nothing_on_average_and_explains_much_of_the_margin():
    margin, fortune, start = accounts("pig", 40, "greedy", 40)
    skill = margin - fortune
    assert abs(z(fortune)) < 3
    assert abs(z(skill - start)) < 3
    assert skill.var() < 0.7 * margin.var()


def test_the_luck_of_the_deal_is_taken_out_of_random_poker():
    margin, fortune, start = accounts("kuhn_poker", 150, "random", 60)
    assert abs(z(fortune)) < 3
    assert (margin - fortune).var() < 0.9 * margin.var()


def test_of_the_events_worth_most_the_biggest_part_is_named():
    """In Burgundy a roll is worth much to its seat, and the white die, which says where goods go, next to nothing."""
    game, start, actions = played("burgundy", 2)
    events = luck(game, start, actions, 400, seed=1).events
    most = sorted(events, key=lambda e: -max(map(abs, e.points)))[:NAMED]
    named = [e for e in events if e.biggest is not None]
    assert named
    for event in named:
        assert event in most
        assert event.biggest in event.outcomes or re.fullmatch(r"\d+ x \w+", event.biggest)
        assert not event.biggest.startswith("white")


def test_a_game_that_is_not_over_is_told_with_what_is_expected():
    game, start, actions = played("burgundy", 2)
    found = luck(game, start, actions[:150], 20, viewer=0)
    assert not found.finished
    assert all(a.result_stderr > 0 for a in found.points)
    assert sum(a.result for a in found.win) == pytest.approx(1)
    for account in found.points:
        assert account.start + account.luck + account.decisions == pytest.approx(account.result)


def test_before_the_end_a_seat_is_not_told_what_it_cannot_know():
    """Two games of Leduc that differ in the other's card alone give the same luck."""
    game = games.load("leduc_poker")
    told = []
    for other in "JQK":
        state, actions = game.start(), []
        for text in ("deal Q", f"deal {other}", "check"):
            actions.append(game.notation.parse_action(state, text))
            state.apply_action(actions[-1])
        found = luck(game, game.start(), actions, 20, viewer=0)
        told.append((found.points, found.win, found.events))
    assert told[1] == told[0]
    assert told[2] == told[0]
