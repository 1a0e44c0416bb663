"""Inputs on which the program once misled, each with what is right."""
import io
import json
import sys
from dataclasses import fields, replace
from math import exp
from pathlib import Path
from statistics import fmean

import pytest
from rich.console import Console

import cli
import ludosoph
from games.positions import placed, read_position
from games.records import read, start, steps
from games.registry import load
from mcts.advice import advise, search_params
from mcts.agents import make
from mcts.follow import Follow
from mcts.interval import Z95
from mcts.luck import luck
from mcts.result import MoveInfo, SearchResult
from mcts.review import Row, accuracy, review, turns
from mcts.trend import TrendPoint
from mcts.unknown import dealt_for, view_of
from reports.terminal import follow as terminal_follow
from reports.terminal.advice import rough, sentences
from reports.terminal.review import judgement

POSITIONS = 300     # of random games of Connect Four


def shown(made) -> str:
    """What a console prints."""
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(made)
    return console.export_text()


def advised(name: str, **how):
    game, state, _ = read_position(f"examples/{name}.json")
    return advise(game, state, search_params(**how)).document


# ---- a chance is a chance --------------------------------------------------------------------


@pytest.mark.parametrize("world", ["936", "981"])
@pytest.mark.parametrize("calibrated", [True, False])
def test_a_lost_world_is_not_said_to_be_winnable(world, calibrated):
    """Three kinds of players lost all of the games, or nearly all, that they played on from here."""
    game, state, _ = read_position(f"examples/world504-{world}.json")
    asked = game if calibrated else game.calibrated_by({**game.calibration, "fits": {}})
    root = advise(asked, state, search_params(simulations=1000)).document["rootInfo"]
    assert root["winChance"] <= 0.1
    assert root["winChanceLow"] <= root["winChance"] <= root["winChanceHigh"]
    assert root["calibrated"] is calibrated
    if not calibrated:
        assert f"the share of {root['chanceGames']:,} games won" in rough(root)
    assert abs(root["winChance"] - root["utility"]) > 0.2       # the utility was once told as the chance


def test_a_search_has_no_second_scale_under_the_name_of_the_first():
    """The mean share of the win in simulations is no win rate of games, and is not called so."""
    assert not {"winrate", "winrate_stderr"} & {f.name for kind in (MoveInfo, SearchResult) for f in fields(kind)}


# ---- ties and proofs -------------------------------------------------------------------------

LOST = ["oxo...x", "oxxo..x", "xoox.oo", "xoxx.oo", "xooo.xx", "oxxxoox"]


def connect_four(board: list[str]):
    return placed({"format": "ludosoph-position/1", "game": "connect_four", "version": 1, "seats": 2, "options": {},
                   "board": board})


def test_who_has_lost_holds_on_as_long_as_can_be():
    """d6 lets the other one win at once; e2 does not."""
    game, state, _ = connect_four(LOST)
    document = advise(game, state, search_params(simulations=2000)).document
    assert document["rootInfo"]["solved"]
    assert document["planInfos"][0]["moves"] == ["e2"]
    assert document["moveInfos"][0]["move"] == "e2"


def after(moves: str):
    game = load("connect_four")
    state = game.start()
    for column in moves:
        state.apply_action("abcdefg".index(column))
    return game, state


def wins_at_once(state) -> bool:
    for action in state.legal_actions():
        at = state.copy()
        at.apply_action(action)
        if at.is_terminal() and at.win_shares()[state.current_player()] == 1:
            return True
    return False


def test_in_solved_positions_nobody_gives_up_at_once_and_wins_are_quick():
    """Late positions of random games: a lost one is not ended by the next move where it need not be, and a win that
    is there at once is taken.
    """
    game, lost, won = load("connect_four"), 0, 0
    for seed in range(POSITIONS):
        state = game.start()
        for step in range(20 + seed % 14):
            if not state.is_terminal():
                state.apply_action(state.random_action(seed, step))
        if state.is_terminal():
            continue
        document = advise(game, state, search_params(simulations=600, seed=seed)).document
        if not document["rootInfo"]["solved"]:
            continue
        seat, first = state.current_player(), document["planInfos"][0]
        at, resists = state.copy(), []
        for action in state.legal_actions():
            other = state.copy()
            other.apply_action(action)
            resists.append(not other.is_terminal() and not wins_at_once(other))
        at.apply_action(game.notation.parse_action(state, first["moves"][0]))
        if first["utility"] == 0 and any(resists) and not all(resists):
            lost += 1
            assert not wins_at_once(at)
        if wins_at_once(state):
            won += 1
            assert at.is_terminal()
            assert at.win_shares()[seat] == 1
    assert lost >= 3
    assert won > 3


def test_in_a_decided_game_points_rank_and_nothing_is_called_likely_best():
    document = advised("world504-981", simulations=1000)
    plans = [info for info in document["planInfos"] if info["margin"] is not None]
    assert document["rootInfo"]["verdict"] == "decided"
    assert len(plans) > 1
    assert [info["margin"] for info in plans] == sorted((info["margin"] for info in plans), reverse=True)


def test_the_numbers_beside_a_proof_are_those_of_the_proof():
    document = advised("burgundy-endgame", simulations=1000)
    game, state, _ = read_position("examples/burgundy-endgame.json")
    assert document["rootInfo"]["solved"]
    for info in document["planInfos"]:
        at = state.copy()
        for move in info["moves"]:
            at.apply_action(game.notation.parse_action(at, move))
        if info["proven"] and at.is_terminal():
            assert info["scoreMean"] == at.scores()
            assert set(info["scoreStderr"]) == {0.0}
            assert info["winrate"] == at.win_shares()[state.current_player()]


# ---- an unknown own hand ---------------------------------------------------------------------


def test_advice_for_a_hand_that_nobody_knows_says_so_and_calls_nothing_best():
    """Seat 1 holds the jack; whether seat 0 holds the queen or the king only seat 0 knows."""
    game, state, view = placed({"format": "ludosoph-position/1", "game": "kuhn_poker", "version": 1, "seats": 2,
                                "options": {}, "view": 1, "cards": ["?", "J"], "betting": ["check", "bet"]})
    document = advise(game, state, search_params(simulations=800), view=view).document
    root = document["rootInfo"]
    assert root["handUnknown"] > 1
    assert root["verdict"] == "level"
    assert "is not known here" in sentences(document)["verdict"]
    assert {tuple(info["moves"]) for info in document["planInfos"]} == {("call",), ("fold",)}
    call = document["planInfos"][0]
    assert call["moves"] == ["call"]
    for info in (call, root):                   # a call wins or loses 2: points are those of the mean chance
        assert info["scoreMean"][0] == pytest.approx(4 * call["winrate"] - 2, abs=0.3)
        assert 0.3 < info["scoreStderr"][0] < 1
    assert call["margin"] == pytest.approx(2 * call["scoreMean"][0])
    assert root["winChanceLow"] <= root["winChance"] <= root["winChanceHigh"]
    assert json.dumps(document, allow_nan=False)


def test_the_seat_whose_view_it_is_gets_advice_as_ever():
    game, state, view = read_position("examples/catan-cards-view.json")
    seen = advise(game, state, search_params(simulations=200), view=view).document["rootInfo"]
    assert (seen["handUnknown"] is None) == (view == state.current_player())


def followed(seat, moves="bet"):
    """Kuhn poker beside a table: the first card is the jack of seat 0, and the other was not seen."""
    table = Follow(load("kuhn_poker"), load("kuhn_poker").start(2), seat)
    for line in ("J", "", *moves.split()):
        assert not table.enter(line).refused
    return table


def test_who_follows_a_table_hears_that_the_other_hand_is_not_known(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(terminal_follow, "ADVICE", 0.2)
    monkeypatch.setattr(sys, "stdin", io.StringIO("J\n\n?\nbet\n?\nq\n"))
    with pytest.raises(SystemExit):
        cli.main(["follow", "kuhn_poker", "--seat", "0", "--record", "a.jsonl"])
    own, other = capsys.readouterr().out.split("seat 0: bet")
    assert "is not known here" not in own
    assert "The hand of the seat to move is not known here" in " ".join(other.split())
    assert "clearly" not in other


def test_who_follows_without_a_seat_knows_no_hand_that_was_dealt_unseen():
    seen = Follow(load("kuhn_poker"), load("kuhn_poker").start(2))
    for line in ("J", "Q"):
        seen.enter(line)
    assert seen.view is None                    # both cards were said
    blind = Follow(load("kuhn_poker"), load("kuhn_poker").start(2))
    for line in ("hidden", "hidden"):
        blind.enter(line)
    found = advise(blind.game, blind.state, search_params(simulations=400), view=blind.view).document
    assert found["rootInfo"]["handUnknown"] > 1
    dealt = {dealt_for(blind.state, blind.view, k).information_state_key(0) for k in range(40)}
    assert len(dealt) == 3                      # the jack, the queen and the king


def test_a_review_says_of_whom_it_does_not_know_the_hand_and_is_sure_of_nothing_there():
    """Seat 1 folds a card that only it knows: with a king that was wrong, with the jack right, and it is the mean."""
    table = followed(0, "bet fold")
    record = table.record
    assert view_of(record) == 0
    game, state = load("kuhn_poker"), load("kuhn_poker").start(2)
    actions = [step.action for step in steps(record)]
    told = review(game, state, actions, simulations=2000, view=view_of(record))
    assert told.unknown == (1,)
    folded = next(row for row in told.rows if row.seat == 1)
    assert not folded.sure
    assert 0.05 < folded.cost < 0.95
    assert "is not known here" in " ".join(shown(judgement(told, ["Ann", "Ben"], False)).split())
    known = review(game, state, actions, simulations=2000)
    assert known.unknown == ()
    assert {row.cost for row in told.rows if row.seat == 0} == {row.cost for row in known.rows if row.seat == 0}


def test_from_python_a_view_is_kept():
    position = ludosoph.position({"format": "ludosoph-position/1", "game": "kuhn_poker", "version": 1, "seats": 2,
                                  "options": {}, "view": 1, "cards": ["?", "J"], "betting": ["check", "bet"]})
    assert position.search(simulations=200).document["rootInfo"]["handUnknown"] > 1


# ---- accuracy --------------------------------------------------------------------------------


def turns_that_lost(costs):
    """The rows of a seat's turns, and how its chance went."""
    rows = [Row(2 * k + 1, 2 * k + 1, 0, "", "x", "y", 2, 0.0, 0.0, cost, 0.0, 0.0, 0.0, True, 1, ())
            for k, cost in enumerate(costs)]
    left = [max(0.0, 0.5 - sum(costs[:k])) for k in range(len(costs) + 1)]
    return rows, [TrendPoint(2 * k + 1, 0, (0.0, 0.0), (0.0, 0.0), (p, 1 - p), (0.0, 0.0)) for k, p in enumerate(left)]


def test_who_threw_the_game_away_early_is_not_accurate_for_having_nothing_left_to_lose():
    """Ten turns lose five points of win chance each; twenty more, in a game that is lost, can lose nothing."""
    rows, went = turns_that_lost([0.05] * 10 + [0.0] * 20)
    plain = (10 * (103.1668 * exp(-4.354 * 0.05) - 2.1669) + 20 * 100) / 30
    assert plain > 90
    assert accuracy(rows, 0, went) < plain - 2
    thrown, curve = turns_that_lost([0.25, 0.25] + [0.0] * 28)
    assert accuracy(thrown, 0, curve) < 80          # the plain mean says 96


def test_in_a_decided_game_the_costliest_turn_is_that_of_most_points():
    """By win chance a random player's lost game had nothing to show for the 109 points that it lost."""
    def lost(turn: int, cost: float, points: float, chance: float) -> Row:
        return Row(turn, turn, 0, "", "x", "y", 2, chance - cost, chance, cost, 0.0, points, 0.0, True, 1, ())

    early, late, small = lost(1, 0.04, 3.0, 0.5), lost(9, 0.001, 20.0, 0.01), lost(15, 0.0, 8.0, 0.004)
    assert [turn.turn for turn in turns([early, late, small], point=0.013)] == [9, 15, 1]
    assert [turn.turn for turn in turns([early, late, small])] == [1, 9]           # as it was, by win chance alone
    open_ = replace(late, best_chance=0.5, chance=0.499)
    assert [turn.turn for turn in turns([early, open_], point=0.013)] == [1, 9]


def test_the_game_that_readme_reviews_has_luck_and_decisions_of_known_signs():
    """It was a game of equals, whose luck of -6 ± 22 and decisions of -7 ± 22 told nothing."""
    found = read(Path("examples/burgundy-lesson.jsonl"))
    told = luck(load("burgundy"), start(found), [step.action for step in steps(found)], 100)
    mine = told.points[0]
    assert mine.luck > Z95 * mine.luck_stderr
    assert mine.decisions < -Z95 * mine.decisions_stderr
    readme = " ".join(Path("README.md").read_text(encoding="utf-8").split())
    assert f"lost this game by {-mine.result:.0f} points" in readme
    assert f"luck was worth {mine.luck:.0f} ± {Z95 * mine.luck_stderr:.0f} to it" in readme
    assert f"decisions {mine.decisions:.0f} ± {Z95 * mine.decisions_stderr:.0f}" in readme


def test_a_game_without_a_loss_is_fully_accurate():
    assert accuracy(*(lambda rows, went: (rows, 0, went))(*turns_that_lost([0.0] * 12))) == pytest.approx(100)
    assert accuracy([], 0, []) is None


def played(name, players, seed):
    """The first position of a game of these agents, its actions, and its end."""
    state, actions, agents = load(name).start(2), [], [make(player) for player in players]
    at = state.copy()
    while not at.is_terminal():
        legal = [] if at.is_chance_node() else at.legal_actions()
        if not legal:
            actions.append(at.keyed_chance(seed))
        else:
            agent = agents[at.current_player()]
            actions.append(legal[0] if len(legal) == 1 else agent.choose(at, 1000 * seed + len(actions)))
        at.apply_action(actions[-1])
    return state, actions, at


def test_who_plays_at_random_is_far_from_accurate():
    """A game against greedy, lost by a hundred points and more, of which the plain mean of marks said 94."""
    game = load("burgundy")
    state, actions, at = played("burgundy", ("greedy", "random"), 5)
    good, bad = (each.accuracy for each in review(game, state, actions, simulations=200).totals)
    assert at.scores()[0] > at.scores()[1] + 60
    assert bad < 65
    assert good > 85


def test_accuracy_orders_random_greedy_and_searching_players():
    """Each against the same opponent, so that none has an easier game; means of some games."""
    means = []
    for player in ("random", "greedy", "mcts:2000"):
        each = []
        for seed in range(4):
            state, actions, _ = played("connect_four", (player, "mcts:100"), seed)
            each.append(review(load("connect_four"), state, actions, simulations=300).totals[0].accuracy)
        means.append(fmean(each))
    bad, fair, good = means
    assert bad < 70
    assert bad + 5 < fair < good - 10
    assert good > 93
