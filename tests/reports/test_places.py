"""Places in turn order: who begins, not who sits where; against games enumerated whole, and with compensation."""
from __future__ import annotations

from functools import cache
from math import isnan

import numpy as np
import pandas as pd
import pytest

import games
from core_ext.state import State
from games.api import InputError
from reports.experiments.plan import BalancePlan, Cell, Data
from reports.experiments.question import Question, make_plan
from reports.experiments.results import results
from reports.experiments.run import balance, open_balance
from reports.experiments.seats import EXPERIMENT, compensation_words, joint_words
from reports.statistics.compensation import equal_scores, equal_wins, in_resource
from reports.statistics.effects import from_blocks
from tests.reports.test_experiments_results import NO_TILES, MadeRun
from tests.whole import mostly_whole


def made(asked: BalancePlan, worth: tuple[float, ...], blocks: int, token: float = 0.0, noise: float = 6.0,
         sd: float = 15.0) -> pd.DataFrame:
    """Games that were never played, whole points: place l gets worth[l] more; who begins is drawn for each block."""
    rng, rows, n = np.random.default_rng(11), [], asked.seats
    for block in range(blocks):
        luck, start = rng.normal(100, sd, n), int(rng.integers(n))
        for trial in asked.trials(block):
            held = trial.held or ("",) * n
            place = [(s - start) % n for s in range(n)]
            points = [round(luck[(s - trial.task.luck) % n] + worth[place[s]] + token * (held[s] != "")
                            + rng.normal(0, noise)) for s in range(n)]
            top = max(points)
            for s in range(n):
                rows.append({"game": trial.task.number, "block": block, "seat": s, "agent": trial.task.agents[s],
                             "score": points[s], "win": (points[s] == top) / points.count(top),
                             "margin": points[s] - (sum(points) - points[s]) / (n - 1), "place": place[s],
                             "experiment": "seats", "item": "", "value": "", "arm": "played", "focal": -1,
                             "held": held[s]})
    return pd.DataFrame(rows)


def asked_of(game: str = "burgundy", seats: int = 3, **more) -> BalancePlan:
    return make_plan(Question(game, "seats", agents=["greedy"], seats=seats, games=900, **more))


def test_places_are_told_apart_where_who_begins_is_drawn():
    """By seat there is nothing to see: every chair begins as often as any other."""
    asked = asked_of()
    assert asked.items == ("first", "second", "third")
    run = made(asked, (4.0, 0.0, -4.0), 600)
    rows, tables = results(asked, MadeRun(run))
    found = {r.item: r for r in rows if r.outcome == "margin"}
    for place, truth in zip(asked.items, (6.0, 0.0, -6.0), strict=True):
        assert abs(found[place].estimate - truth) < 4 * found[place].stderr
    assert found["first"].verdict == "strong"
    assert found["third"].verdict == "weak"
    assert tables["joint_test"].query("outcome == 'margin'")["p"].iloc[0] < 1e-6
    assert abs(run.groupby("seat")["margin"].mean()).max() < 2.0


def test_every_place_but_the_first_is_compensated_in_points_and_in_the_resource():
    asked = asked_of(resource="silver")
    assert asked.tokens == ("silver 2",)
    rows, tables = results(asked, MadeRun(made(asked, (4.0, 1.0, -4.0), 1200, token=20.0)))
    paid = tables["compensation"].set_index(["outcome", "item"])
    for place, points in (("second", 3.0), ("third", 8.0)):
        for outcome in ("margin", "win"):
            _near(paid.loc[outcome, place], "points", "low", "high", points)
        own = paid.loc["margin", place]
        _near(own, "resource", "resource_low", "resource_high", points / 20.0 * 2)
        assert own["unit"] == "silver"
    words = compensation_words(tables["compensation"].iloc[2])
    assert words.startswith("By the estimate, scores would be equal if whoever plays third got ")
    assert "silver, more than whoever plays first" in words
    assert rows[0].blocks == 800            # one block in three is about the resource


def test_the_joint_test_is_a_figure_beside_verdicts_that_answer_for_more_games():
    """At p = 0.027 the sentence once read "Some place is favoured" where no verdict held at two budgets."""
    row = {"agent": "mcts:400", "outcome": "margin", "t2": 5.0, "f": 5.0, "p": 0.027, "blocks": 150}
    assert joint_words(row) == "The test that no place is favoured by points gives p = 0.027."
    assert joint_words({**row, "outcome": "win"}) == "The test that no place is favoured by wins gives p = 0.027."
    assert joint_words({**row, "p": float("nan")}) == ""


def _near(row: pd.Series, value: str, low: str, high: str, truth: float) -> None:
    """Within about four standard errors: a single interval may miss, and `test_intervals_of_...` counts how often."""
    assert 0 < row[high] - row[low] < 4.0
    assert abs(row[value] - truth) < row[high] - row[low]


def test_a_resource_that_is_worth_nothing_compensates_nobody():
    asked = asked_of(resource="silver")
    tables = results(asked, MadeRun(made(asked, (4.0, 1.0, -4.0), 300, token=0.0)))[1]
    assert tables["compensation"]["resource"].isna().all()


@pytest.mark.parametrize("seats", mostly_whole((2, 3, 4), (2).__eq__))
def test_intervals_of_compensations_cover(seats):
    """Skewed whole points: the law of a place's score is that of the others, moved by its worth."""
    rng, worth = np.random.default_rng(5 + seats), np.array([3.0, 0.0, -2.0, 1.0])[:seats]
    hits: dict[str, list[bool]] = {"scores": [], "wins": []}
    for _ in range(300):
        luck = np.stack([np.roll(x, r, axis=1) for x in [rng.gamma(4.0, 6.0, (200, seats))] for r in range(seats)], 1)
        x = np.round(luck + rng.normal(0, 6, luck.shape) + worth)
        by_score, by_win = equal_scores(x), equal_wins(x)
        for place in range(1, seats):
            score, won = by_score[place].interval, by_win[place]
            truth = worth[0] - worth[place]
            hits["scores"].append(score.low <= truth <= score.high)
            hits["wins"].append(won.low <= truth <= won.high)
    for each in hits.values():
        assert 0.93 <= np.mean(each) <= 0.975


def test_wins_cannot_be_made_equal_where_one_place_wins_everything():
    x = np.zeros((50, 2, 2)) + np.array([100.0, 0.0])
    assert isnan(equal_wins(x)[1].amount)
    nothing = from_blocks(np.random.default_rng(1).normal(0, 1, 50), 100)
    assert isnan(in_resource(equal_scores(x)[1], nothing, 2).amount)


@cache
def _law(name: str, seats: int) -> tuple[float, ...]:
    """Mean win share and score of each place when all play uniformly at random: every course of the game, weighed."""
    game, known = games.load(name), dict[bytes, np.ndarray]()

    def value(state: State, order: tuple[int, ...]) -> np.ndarray:
        if state.is_terminal():
            return np.array([state.win_shares(), state.scores()])[:, order].reshape(-1)
        key = state.to_bytes()
        if key not in known:
            chance = state.is_chance_node()
            legal = state.chance_outcomes() if chance else [(a, 1 / len(state.legal_actions()))
                                                            for a in state.legal_actions()]
            total = np.zeros(2 * seats)
            for action, weight in legal:
                after = state.copy()
                after.apply_action(action)
                total += weight * value(after, order or tuple(game.balance.order(after) or ()))
            known[key] = total
        return known[key]

    start = game.start(seats)
    return tuple(value(start, tuple(game.balance.order(start) or ())))


@pytest.mark.parametrize(("name", "seats"), mostly_whole((
    ("tic_tac_toe", 2), ("kuhn_poker", 2), ("kuhn_poker", 3), ("leduc_poker", 2)), ("kuhn_poker", 2).__eq__))
def test_random_players_show_the_places_that_every_course_of_the_game_weighed_shows(name, seats, tmp_path):
    asked = make_plan(Question(name, "seats", agents=["random"], seats=seats, games=1500, seed=3))
    balance(tmp_path / "run", asked)
    run, plan = open_balance(tmp_path / "run")
    rows = results(plan, run)[0]
    exact = np.array(_law(name, seats)).reshape(2, seats)
    margin = exact[1] - (exact[1].sum() - exact[1]) / (seats - 1)
    truth = {"win": exact[0] - 1 / seats, "margin": margin}
    for row in rows:
        assert abs(row.estimate - truth[row.outcome][plan.items.index(row.item)]) < 3.5 * row.stderr


@pytest.mark.whole
@pytest.mark.parametrize(("name", "seats"), (("burgundy", 2), ("catan_cards", 3), ("pig", 3), ("backgammon", 2)))
def test_random_players_show_the_places_of_games_played_apart(name, seats, tmp_path):
    """Another loop, other streams, no blocks: the first order and the margin of who begins.

    bench/proofs/places.py compares all games in this way, with more games.
    """
    asked = make_plan(Question(name, "seats", agents=["random"], seats=seats, games=120, seed=4))
    balance(tmp_path / "run", asked)
    run, plan = open_balance(tmp_path / "run")
    game, apart = games.load(name), []
    for number in range(150):
        state, step, order = game.start(seats), 0, None
        while not state.is_terminal():
            chance = state.is_chance_node()
            if not chance:
                order = order or list(game.balance.order(state))
            state.apply_action(state.sample_chance(number, step) if chance else state.random_action(number, step))
            step += 1
        scores = np.array(state.scores())[order]
        apart.append((scores - (scores.sum() - scores) / (seats - 1))[0])
    row = next(r for r in results(plan, run)[0] if r.item == "first" and r.outcome == "margin")
    error = np.hypot(row.stderr, np.std(apart, ddof=1) / len(apart) ** 0.5)
    assert abs(row.estimate - np.mean(apart)) < 3.5 * error


def test_a_design_in_which_nobody_begins_is_refused():
    with pytest.raises(InputError, match="equal by symmetry"):
        make_plan(Question("world504", "seats", agents=["greedy"], options={"world": "132"}))
    assert make_plan(Question("world504", "seats", agents=["greedy"], options={"world": "261"})).items[0] == "first"


def test_a_run_that_noted_no_turn_order_is_refused():
    asked = asked_of(seats=2)
    seats = made(asked, (0.0, 0.0), 30).drop(columns="place")
    with pytest.raises(InputError, match="noted no turn order"):
        EXPERIMENT.estimate(Data(asked, Cell("seats", "greedy"), seats))


def test_synthetic_games_have_whole_points_and_no_tiles():
    asked = asked_of(seats=2)
    assert (made(asked, (0.0, 0.0), 4)["score"] % 1 == 0).all()
    assert NO_TILES.empty


def test_places_stand_in_their_order():
    asked = asked_of(seats=4)
    rows = results(asked, MadeRun(made(asked, (0.0, 3.0, 1.0, -2.0), 300)))[0]
    assert list(dict.fromkeys(r.item for r in rows)) == ["first", "second", "third", "fourth"]
