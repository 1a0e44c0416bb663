import io
from itertools import pairwise
from pathlib import Path

import pytest

import games
from games import records
from mcts.confidence import calibration
from mcts.course import Course, Ended
from mcts.params import SearchParams
from mcts.play import Task, play
from mcts.redeals import resampled
from mcts.review import AGAIN, MORE, WORST, decisions, review, turns
from mcts.search import search


@pytest.fixture(scope="module", autouse=True)
def quick():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mcts.review.PAIRS", 100)
        patch.setattr("mcts.luck.LEAST", 8)
        yield


@pytest.fixture(scope="module")
def game():
    """A game of the heuristic player in seat 0 against random moves in seat 1: (start, actions)."""
    played = play(Task("burgundy", 2, {}, 4, ("greedy", "random")))
    record = records.read(io.StringIO("\n".join(played.record)))
    return records.start(record), [step.action for step in records.steps(record)]


@pytest.fixture(scope="module")
def judged(game):
    return review(games.load("burgundy"), *game, simulations=60, seed=1)


def test_decisions_are_what_seats_did_and_choices_among_several_moves_are_judged(game, judged):
    start, actions = game
    choices = []
    for event, state, action in (found := list(decisions(start, actions))):
        assert state.current_player() >= 0
        assert actions[event - 1] == action
        choices += [event] * (len(state.legal_actions()) > 1)
    assert [row.event for row in judged.rows] == choices
    assert judged.forced == len(found) - len(choices)


def test_a_review_is_the_same_again(game, judged):
    assert review(games.load("burgundy"), *game, simulations=60, seed=1) == judged


class Watched(Course):
    """Has slices, counts its pauses, and ends the work after some of them."""

    slice = 0.0

    def __init__(self, most):
        self.most, self.pauses = most, 0

    @property
    def stopping(self):
        return self.pauses >= self.most

    def pause(self, so_far):
        self.pauses += 1


def test_a_course_lets_others_go_on_within_searches_and_between_decisions_and_changes_nothing(game, judged):
    course = Watched(10**9)
    assert review(games.load("burgundy"), *game, simulations=60, seed=1, course=course) == judged
    assert course.pauses > 2 * len(judged.rows)


@pytest.mark.parametrize("share", [0.0, 0.5, 0.9])
def test_a_course_ends_a_review_wherever_it_is(game, share):
    course, seen = Watched(10**9), []

    def progress(done):
        seen.append(done)
        if done > share:
            course.most = 0

    with pytest.raises(Ended):
        review(games.load("burgundy"), *game, simulations=60, seed=1, course=course, progress=progress)
    assert len([done for done in seen if done > share]) == 1


def test_the_best_move_costs_nothing_and_costs_are_differences(judged):
    for row in judged.rows:
        assert row.cost == pytest.approx(row.best_chance - row.chance)
        assert row.sure <= (row.cost > 0)
        assert 0 <= row.chance <= 1
        if row.move == row.best:
            assert (row.cost, row.cost_stderr, row.points, row.points_stderr) == (0, 0, 0, 0)


def test_a_turn_is_what_a_seat_does_until_another_one_decides_or_luck_falls(game, judged):
    at, movers = game[0].copy(), [None]
    for action in game[1]:
        movers.append(at.current_player())
        at.apply_action(action)
    for row in judged.rows:
        assert set(movers[row.turn:row.event + 1]) == {row.seat}
        assert row.turn == 1 or movers[row.turn - 1] != row.seat
    assert any(row.turn < row.event for row in judged.rows)


def test_within_a_turn_the_next_search_says_what_a_move_was_worth(judged):
    pairs = [(a, b) for a, b in pairwise(judged.rows) if a.turn == b.turn and a.move != a.best]
    assert len(pairs) > 10
    for row, later in pairs:
        assert row.chance == later.best_chance


def test_the_costliest_turns_are_searched_again_and_named_once(judged):
    again = {row.turn for row in judged.rows if row.simulations == AGAIN * judged.simulations}
    assert len(again) == WORST + MORE
    assert len(judged.turns) == WORST
    assert len({turn.turn for turn in judged.turns}) == WORST
    assert list(judged.turns) == [t for t in turns(judged.rows, judged.point) if t.turn in again][:WORST]
    for turn in judged.turns:
        rows = [row for row in judged.rows if row.turn == turn.turn]
        assert turn.turn in again
        assert turn.cost == pytest.approx(sum(row.cost for row in rows))
        assert turn.worst in rows
        assert turn.worst.cost == max(row.cost for row in rows) or turn.worst.points == max(row.points for row in rows)


def test_totals_are_sums_of_rows(judged):
    for seat, total in enumerate(judged.totals):
        rows = [row for row in judged.rows if row.seat == seat]
        assert total.decisions == len(rows)
        assert total.cost == pytest.approx(sum(row.cost for row in rows))
        assert total.points == pytest.approx(sum(row.points for row in rows))


def test_chances_are_the_calibrated_ones(game, judged):
    """The chance with the best move is what the rate of its search means at the turn's third of the game."""
    burgundy = games.load("burgundy")
    known = calibration(burgundy, 2)
    found = {event: state for event, state, _ in decisions(*game)}
    compared = 0
    for k, row in enumerate(judged.rows[:40]):
        if row.simulations == judged.simulations and row.turn in found:
            result = search(resampled(found[row.event], row.seat, 1 + k), SearchParams(simulations=60, seed=1 + k))
            phase = known.phases[known.phase(found[row.turn])]
            if result.moves[0].proven is None:
                assert row.best_chance == pytest.approx(phase.chance(result.moves[0].utility))
                compared += 1
    assert compared > 10


def test_random_moves_cost_more_than_heuristic_ones(judged):
    heuristic, random = judged.totals
    assert heuristic.decisions + random.decisions == len(judged.rows)
    assert random.points / random.decisions > heuristic.points / heuristic.decisions + 0.5
    assert random.cost > heuristic.cost


def test_progress_ends_at_one(game):
    told = []
    review(games.load("burgundy"), game[0], game[1], simulations=2, progress=told.append)
    assert told[-1] == 1
    assert told == sorted(told)


def test_what_is_proven_is_certain_however_few_visits_that_took():
    """The last turn of a game that is over but for it: a proof of one visit had an error of half the win."""
    found = records.read(Path("examples/burgundy-lesson.jsonl"))
    state, actions = records.start(found), [step.action for step in records.steps(found)]
    for action in actions[:-2]:
        state.apply_action(action)
    rows = review(games.load("burgundy"), state, actions[-2:], simulations=100).rows
    assert [row.cost_stderr for row in rows] == [0.0, 0.0]
    assert 0 <= rows[0].cost < 0.01
    assert rows[0].points > 0
