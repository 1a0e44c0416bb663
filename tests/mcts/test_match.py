"""Matches: paired and rotated; intervals and sequential test against slow forms and blocks of known truth."""
import json
from math import erf, isnan, log, sqrt

import numpy as np
import pytest
from scipy import stats

from games.api import InputError
from mcts.interval import ALIKE, Sprt, elo, elo_interval, mean_interval, sequential, share_interval
from mcts.match import Tally, default_sprt, match, plan, summarise, tally
from mcts.play import Finished, Task
from mcts.workers import in_order
from tests.whole import mostly_whole

REPLICATIONS = 1000
COVERAGE = (0.935, 0.965)       # of a 95 % interval in 1,000 replications


def ledger(rng, blocks, gain=0.0, seats=2, seat_bonus=0.0, luck=10.0, noise=6.0):
    """Scores, shape (blocks, rotations, seats): each seat's luck of a block, twice seen, and noise of each game.

    The first entrant sits in seat r in rotation r and gains `gain` points; seat 0 has `seat_bonus`.
    """
    scores = rng.normal(0, luck, (blocks, 1, seats)) + rng.normal(0, noise, (blocks, seats, seats))
    scores[:, :, 0] += seat_bonus
    for r in range(seats):
        scores[:, r, r] += gain
    return scores


def block_values(scores):
    """(win, margin) of the first entrant in each block."""
    n = scores.shape[1]
    wins = np.mean([scores[:, r].argmax(axis=1) == r for r in range(n)], axis=0)
    margins = np.mean([(n * scores[:, r, r] - scores[:, r].sum(axis=1)) / (n - 1) for r in range(n)], axis=0)
    return wins, margins


# ---- pairing ---------------------------------------------------------------------------------


@pytest.mark.parametrize("agents, seats, seating", [
    (["greedy", "random"], 2, (0, 1)), (["greedy", "random"], 4, (0, 1, 1, 1)),
    (["greedy", "random", "flat:5"], 4, (0, 1, 2, 1)), (["greedy", "greedy"], 3, (0, 1, 1)),
])
def test_each_block_puts_each_entrant_in_each_seat(agents, seats, seating):
    what = plan("burgundy", agents, 3 * seats, seats)
    assert what.seating == seating
    assert what.blocks == 3
    tasks = list(what.tasks())
    assert [t.number for t in tasks] == list(range(3 * seats))
    for block in range(3):
        own = [t for t in tasks if t.block == block]
        assert [t.entrants.index(0) for t in own] == list(range(seats))
        assert {t.luck for t in own} == {0}
        for seat in range(seats):
            assert sorted(t.entrants[seat] for t in own) == sorted(seating)
        for t in own:
            assert t.agents == tuple(what.agents[e] for e in t.entrants)


def test_games_are_rounded_up_to_whole_blocks():
    assert plan("burgundy", ["greedy", "random"], 7).blocks == 4


def test_an_agent_against_itself_is_level_in_every_block():
    """The pair is one game seen from both seats, as chance and agents draw by key: no difference, bit for bit."""
    result = match(plan("burgundy", ["random", "random"], 20))
    assert (result.win.estimate, result.win.note) == (0.5, ALIKE)
    assert (result.margin.estimate, result.margin.note) == (0, ALIKE)
    assert result.elo.estimate == 0


def test_a_match_adds_up_and_does_not_depend_on_the_workers():
    what = plan("burgundy", ["greedy", "random", "random"], 12, seats=3, seed=4)
    told, seen = [], []
    result = match(what, progress=lambda done, total: told.append((done, total)), on_game=seen.append)
    assert result == match(what, jobs=2, backend="threading") == match(what, jobs=2, backend="loky")
    assert told == [(k, 12) for k in range(1, 13)]
    assert [f.task.number for f in seen] == list(range(12))
    assert (result.games, result.blocks) == (12, 4)
    assert sum(s.win.estimate * s.seats for s in result.standings) == pytest.approx(1)
    assert sum(s.margin.estimate * s.seats for s in result.standings) == pytest.approx(0)
    own = [f.wins[f.task.entrants.index(0)] for f in seen]
    assert result.win.estimate == pytest.approx(np.mean(own))
    assert result.win.estimate > 0.8


def test_the_result_is_plain_json():
    result = match(plan("burgundy", ["greedy", "random"], 4), sprt=default_sprt(2))
    document = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert document["standings"][0]["agent"] == "greedy"
    assert document["par"] == 0.5
    assert document["sprt"]["accepted"] is None
    assert document["sprt"]["blocks"] == 2


def test_results_come_in_the_order_of_the_tasks():
    from time import sleep

    def slow_first(k):
        sleep(0.05 if k == 0 else 0)
        return k

    assert list(in_order(slow_first, range(20), jobs=2, backend="threading")) == list(range(20))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_closing_stops_the_workers_without_a_word(backend):
    results = in_order(abs, iter(range(-5, 10**9)), jobs=2, backend=backend)
    assert [next(results), next(results)] == [5, 4]
    results.close()


@pytest.mark.parametrize("jobs, backend", [(0, "loky"), (-2, "loky"), (1, "carrier pigeons")])
def test_workers_that_there_are_not_are_refused(jobs, backend):
    with pytest.raises(InputError, match="expected"):
        list(in_order(abs, [1], jobs, backend))


@pytest.mark.parametrize("call, word", [
    ({"agents": ["random"]}, "agents"), ({"agents": ["random"] * 3}, "agents"), ({"count": 0}, "games"),
    ({"game": "chess"}, "chess"), ({"seed": -4}, "seed"), ({"agents": ["random", "?"]}, "agent"),
])
def test_matches_that_cannot_be_played_are_refused(call, word):
    with pytest.raises(InputError, match=word):
        plan(**({"game": "burgundy", "agents": ["random", "greedy"], "count": 10} | call))


# ---- estimates -------------------------------------------------------------------------------


def finished(scores, entrants):
    best = max(scores)
    level = scores.count(best)
    n = len(scores)
    return Finished(Task("burgundy", n, {}, 0, ("random",) * n, entrants=entrants), list(scores),
                    [1 / level if s == best else 0.0 for s in scores],
                    [s - (sum(scores) - s) / (n - 1) for s in scores], [{}] * n, [0] * n, [0] * n, 0)


def test_a_block_is_the_mean_over_its_rotations():
    block = [finished([10, 4, 1], (0, 1, 1)), finished([5, 5, 2], (1, 0, 1)), finished([9, 3, 0], (1, 1, 0))]
    found = tally(block, 2)
    assert found.games == (1, 0.5, 0)
    assert found.wins == pytest.approx((0.5, 0.25))
    assert found.margins == pytest.approx(((7.5 + 1.5 - 6) / 3, -(7.5 + 1.5 - 6) / 6))
    assert found.scores == pytest.approx((5, (4 + 1 + 5 + 2 + 9 + 3) / 6))


def test_intervals_are_those_of_the_one_sample_t_test():
    values = np.random.default_rng(1).normal(2, 3, 60)
    found, right = mean_interval(values), stats.ttest_1samp(values, 0).confidence_interval()
    assert (found.low, found.high) == pytest.approx((right.low, right.high))
    assert found.stderr == pytest.approx(stats.sem(values))


def test_a_single_block_has_no_interval_and_none_no_mean():
    assert not mean_interval([3.0]).is_known
    with pytest.raises(ValueError, match="1 block"):
        mean_interval([])


def test_blocks_that_do_not_differ_claim_no_certainty():
    """Four blocks of a win each were 50.0 to 50.0 per cent, and an Elo of 0.0 to 0.0."""
    for found in (share_interval([0.5] * 4), mean_interval([3.0] * 4), mean_interval([0.0, 0.0])):
        assert (found.is_known, found.note) == (False, ALIKE)
    assert not elo_interval(share_interval([0.5] * 4)).is_known


@pytest.mark.parametrize("agents, told", [
    (["greedy", "greedy"], "An agent that meets itself wins an equal share"), (["greedy", "random"], None),
    (["heuristic:1", "heuristic:1.0001"], "A dash stands where all blocks came to the same")])
def test_a_match_says_why_it_has_no_interval(agents, told):
    what = plan("pig", agents, 4)
    alike = Tally((0.5, 0.5), (0.0, 0.0), (50.0, 50.0), (1.0, 0.0))
    other = Tally((1.0, 0.0), (9.0, -9.0), (50.0, 50.0), (1.0, 1.0))
    notes = summarise(what, [alike, other if told is None else alike]).notes
    assert any(note.startswith(told or "A") for note in notes) == (told is not None)


def test_a_sweep_has_a_bound_below_one():
    found = share_interval([1.0] * 50)
    assert found.high == 1
    z2 = stats.norm.ppf(0.975) ** 2
    assert found.low == pytest.approx(50 / (50 + z2))       # Wilson's
    assert share_interval([0.0] * 50).high == pytest.approx(z2 / (50 + z2))


@pytest.mark.parametrize("seats, gain, bonus", mostly_whole(
    [(2, 0.0, 0.0), (2, 5.0, 4.0), (3, 4.0, 0.0), (4, 0.0, 5.0)], (2, 5.0, 4.0).__eq__))
def test_intervals_over_blocks_cover_the_truth(seats, gain, bonus):
    """Two interval kinds, blocks whose games share their luck; the truth of the win from a large sample."""
    rng = np.random.default_rng(seats * 100 + int(gain))
    truth = block_values(ledger(rng, 40_000, gain, seats, bonus))
    hits = np.zeros(2)
    for _ in range(REPLICATIONS):
        values = block_values(ledger(rng, 200, gain, seats, bonus))
        for k, (sample, right) in enumerate(zip(values, (truth[0].mean(), gain), strict=True)):
            found = share_interval(sample) if k == 0 else mean_interval(sample)
            hits[k] += found.low <= right <= found.high
    assert COVERAGE[0] <= hits[0] / REPLICATIONS <= COVERAGE[1]
    assert COVERAGE[0] <= hits[1] / REPLICATIONS <= COVERAGE[1]


def tallies_of(scores):
    n = scores.shape[1]
    wins, margins = block_values(scores)
    return [Tally((w, (1 - w) / (n - 1)), (m, -m / (n - 1)), (0.0, 0.0),
                  tuple(float(np.argmax(block[r]) == r) for r in range(n)))
            for w, m, block in zip(wins, margins, scores, strict=True)]


def test_luck_left_says_what_pairing_has_saved():
    rng = np.random.default_rng(3)
    what = plan("burgundy", ["greedy", "random"], 2)
    alike = summarise(what, tallies_of(ledger(rng, 4000, luck=0.0)))
    assert alike.luck_left == pytest.approx(1, abs=0.05)        # no shared luck: two games are two games
    paired = summarise(what, tallies_of(ledger(rng, 4000, luck=20.0)))
    assert paired.luck_left < 0.3
    assert paired.effect_per_sd == pytest.approx((paired.win.estimate - 0.5) / (paired.win.stderr * sqrt(4000)))


def test_elo_is_the_usual_one_for_two_and_zero_at_par_for_more():
    assert elo(0.75) == pytest.approx(400 * log(3) / log(10))
    assert elo(0.25) == pytest.approx(-elo(0.75))
    for seats in (2, 3, 4):
        assert elo(1 / seats, seats) == pytest.approx(0)
    assert elo(1.0) is None
    share = share_interval(np.random.default_rng(1).choice([0, 0.5, 1], 300))
    found = elo_interval(share)
    assert found.low == pytest.approx(elo(share.low))
    assert found.high == pytest.approx(elo(share.high))
    assert found.stderr == pytest.approx((found.high - found.low) / (2 * 1.968), rel=0.02)      # delta method
    assert elo_interval(share_interval([1.0] * 9)) is None


# ---- the sequential test ---------------------------------------------------------------------


def slow_ratio(test, scores):
    """Sum over blocks of ln N(x; s1, v) - ln N(x; s0, v), v from the blocks."""
    v = sum((x - sum(scores) / len(scores)) ** 2 for x in scores) / (len(scores) - 1)
    return sum(log(stats.norm.pdf(x, test.s1, sqrt(v))) - log(stats.norm.pdf(x, test.s0, sqrt(v))) for x in scores)


def test_the_ratio_is_that_of_two_normal_likelihoods():
    rng, test = np.random.default_rng(5), Sprt(0.5, 0.52)
    for n in (10, 100, 333):
        scores = list(rng.choice([0, 0.5, 1], n))
        assert test.ratio(scores) == pytest.approx(slow_ratio(test, scores), rel=1e-9)


def test_the_variance_has_a_floor():
    assert Sprt(0.5, 0.52).ratio([0.5] * 100) == pytest.approx(-100 * 0.02**2 / (2 * 1e-4))


def test_bounds_and_looks():
    test = default_sprt(2)
    assert (test.s0, test.s1) == (0.5, 0.52)
    assert default_sprt(4).s0 == 0.25
    assert (test.lower, test.upper) == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert [n for n in range(301) if test.looks_at(n)] == [100, 150, 200, 250, 300]


def test_it_stops_at_a_look_and_says_which():
    assert sequential(default_sprt(2), [1.0, 0.5] * 500).accepted == "s1"
    assert sequential(default_sprt(2), [0.0, 0.5] * 500).accepted == "s0"
    assert sequential(default_sprt(2), [1.0, 0.5] * 500).blocks == 100
    undecided = sequential(default_sprt(2), [1.0, 0.5] * 40)
    assert (undecided.accepted, undecided.blocks) == ("", 80)
    assert sequential(default_sprt(2), []).ratio == 0


@pytest.mark.parametrize("share, wrong", mostly_whole([(0.50, "s1"), (0.52, "s0")], (0.50, "s1").__eq__))
def test_wrong_decisions_are_as_rare_as_asked_for(share, wrong):
    """Paired blocks of 0, 1/2 and 1 at each hypothesis: at most 6.4 % wrong in 1,000 matches asked for 5 %."""
    rng, test = np.random.default_rng(11), default_sprt(2)
    gone_wrong = 0
    for _ in range(REPLICATIONS):
        spread = 0.2
        scores = rng.choice([0.0, 0.5, 1.0], 8000, p=[spread - (share - 0.5), 1 - 2 * spread, spread + (share - 0.5)])
        sums, squares = np.cumsum(scores), np.cumsum(scores**2)
        n = np.arange(100, 8001, 50)
        mean = sums[n - 1] / n
        v = (squares[n - 1] - n * mean**2) / (n - 1)
        ratios = n * 0.02 * (2 * mean - 1.02) / (2 * v)
        settled = np.flatnonzero((ratios <= test.lower) | (ratios >= test.upper))
        gone_wrong += len(settled) > 0 and test.verdict(float(ratios[settled[0]])) == wrong
    assert gone_wrong / REPLICATIONS <= 0.064


def test_a_match_stops_when_the_test_has_decided_and_gives_no_interval():
    what = plan("burgundy", ["greedy", "random"], 400)
    quick = Sprt(0.5, 0.52, every=5, first=10)
    played = []
    result = match(what, sprt=quick, on_game=played.append)
    assert result.decision.accepted == "s1"
    assert (result.blocks, result.games) == (10, 20)
    assert len(played) == 20
    assert isnan(result.win.low)
    assert "does not estimate" in result.notes[0]
    assert match(what, jobs=2, sprt=quick) == result        # blocks count in order, whichever worker is first


@pytest.mark.parametrize("wrong", [{"s0": 0.6}, {"s1": 1.2}, {"s0": -0.1}, {"alpha": 0.0}, {"beta": 0.7}, {"every": 0},
                                   {"first": 1}])
def test_tests_that_cannot_be_made_are_refused(wrong):
    with pytest.raises(InputError, match="sprt"):
        Sprt(**({"s0": 0.5, "s1": 0.52} | wrong))


def test_block_values_are_those_of_a_tally():
    scores = ledger(np.random.default_rng(9), 5, seats=3)
    for b, (win, margin) in enumerate(zip(*block_values(scores), strict=True)):
        own = tally([finished(list(scores[b, r]), tuple(int(s != r) for s in range(3))) for r in range(3)], 2)
        assert (own.wins[0], own.margins[0]) == pytest.approx((win, margin))


def test_the_ledger_of_these_tests_is_what_it_says():
    """A margin of `gain` and, for two seats, a win share of Phi(gain / sd) without luck shared or seat bonus."""
    wins, margins = block_values(ledger(np.random.default_rng(2), 20_000, gain=5.0))
    assert margins.mean() == pytest.approx(5, abs=0.15)
    sd = sqrt(2 * (10**2 + 6**2))
    assert wins.mean() == pytest.approx(0.5 * (1 + erf(5 / sd / sqrt(2))), abs=0.01)
