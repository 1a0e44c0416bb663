"""What a person reads of advice: the plans, and the words under them."""
from io import StringIO

import pytest
from rich.console import Console

from games.positions import read_position
from games.speech import COMMON, speech
from mcts.advice import advise, search_params
from reports.terminal.advice import beginning, sentences, suggestion


def plan(order, winrate=0.5, p_best=0.1, level=False, **more):
    return {"order": order, "moves": ["common", f"move{order}"], "then": "seat 1", "goesOn": False, "before": [[0, 1]],
            "simulations": 100, "utility": winrate, "utilityStderr": 0.01, "winrate": winrate, "loss": 0.5 - winrate,
            "pBest": p_best, "level": level, "proven": False, "scoreMean": [10.0, 20.0, 15.0],
            "scoreStderr": [1.0, 1.0, 1.0], "margin": -7.5, "marginStderr": 1.0, "against": None, "next": []} | more


def document(plans, **root):
    first = plans[0]["winrate"]
    plain = {"visits": 300, "winrate": first, "winChance": first, "winChanceLow": 0.4, "winChanceHigh": 0.6,
             "utility": first, "scoreMean": [10.0, 20.0, 15.0], "scoreIsResult": False, "verdict": "clearly best",
             "level": 1, "lossAtMost": 0.02, "missed": 0.0, "plans": len(plans), "chained": True, "seconds": 0.5,
             "seed": 1, "solved": False, "treeFull": False, "calibrated": True, "hurried": False,
             "chanceGames": 40, "handUnknown": None}
    return {"currentPlayer": 0, "rootInfo": plain | root, "planInfos": plans, "moveInfos": []}


def shown(found, width=200, **how):
    console = Console(width=width, record=True, file=StringIO())
    console.print(suggestion(found, **how))
    return console.export_text()


def test_rows_and_headline_have_one_unit_and_what_all_share_is_said_once():
    text = shown(document([plan(0, 0.53, 0.9), plan(1, 0.51, 0.1)]))
    assert "Seat 0 to move: win chance 53.0 % (95 %: 40 to 60)" in text
    assert "All of these begin with: common." in text
    rows = [line.split() for line in text.splitlines() if "move0" in line or "move1" in line]
    assert rows[0] == ["1", "move0", "53.0", "0.0", "90", "10.0", "±2.0", "20.0", "±2.0"]
    assert rows[1] == ["2", "move1", "51.0", "2.0", "10", "10.0", "±2.0", "20.0", "±2.0"]


@pytest.mark.parametrize(("winrate", "margin", "told"), [
    (0.59, -0.8, "in which you end behind; the win chance comes from the search"), (0.59, 0.8, ""), (0.59, -0.7, ""),
    (0.41, 0.8, "in which you end ahead; the win chance"), (0.41, -0.8, "")])
def test_points_that_favour_another_seat_than_the_chance_does_say_so(winrate, margin, told):
    """Backgammon: 58.7 % to win, with 0.4 points expected for oneself and 1.2 for the other one."""
    more = {"margin": margin, "marginStderr": 0.39, "scoreMean": [1.0, 1.0 - margin], "scoreStderr": [0.1, 0.1]}
    text = " ".join(shown(document([plan(0, winrate, **more)], scoreMean=[1.0, 1.0 - margin])).split())
    assert ("quick games by the heuristics" in text) == bool(told)
    assert told in text


@pytest.mark.parametrize("margin", [-0.8, 0.8])
def test_a_page_says_so_too_in_german(margin):
    more = {"margin": margin, "marginStderr": 0.1, "scoreMean": [1.0, 1.0 - margin], "scoreStderr": [0.1, 0.1]}
    told = sentences(document([plan(0, 0.5 - margin / 10, **more)], scoreMean=[1.0, 1.0 - margin]))["contrast"]
    german = speech("de", COMMON)
    assert german.unknown(told) == ()
    assert german(told).startswith("Die Punkte stammen aus")


def test_a_loss_is_the_difference_of_the_numbers_shown():
    text = shown(document([plan(0, 0.5304, 0.9), plan(1, 0.5296, 0.1)]))
    assert ["53.0", "0.0"] in [line.split()[2:4] for line in text.splitlines() if "move1" in line]


@pytest.mark.parametrize(("root", "words"), [
    ({"verdict": "clearly best"}, "Plan 1 is clearly best."),
    ({"verdict": "probably best"}, "Plan 1 is probably best. If it is not, it loses 2.0 points of win chance at most"),
    ({"verdict": "level", "level": 2}, "All plans are about equal: we cannot tell them apart. If plan 1 is not the"),
    ({"verdict": "level", "level": 2, "hurried": True}, "There was too little time to tell the plans apart. If plan"),
    ({"verdict": "decided"}, "The game is decided. Plan 1 brings the most points."),
    ({"verdict": "decided", "level": 2}, "The game is decided. Plans 1 and 2 are about equal in points, too."),
    ({"verdict": "only"}, "There is no other plan."),
    ({"verdict": "solved", "level": 2}, "Solved: plan 1 is proven best, and 1 more is as good."),
    ({"calibrated": False}, "50.0 % is the share of 40 games won that the search played on from plan 1."),
    ({"treeFull": True}, "limit of memory")])
def test_phrases(root, words):
    assert words in shown(document([plan(0), plan(1)], **root))


def test_the_order_of_moves_and_luck_are_told():
    assert "in this order" in shown(document([plan(0), plan(1)]))
    assert "in any order" in shown(document([plan(0, before=[]), plan(1)]))
    three = plan(0, moves=["a", "b", "c"], before=[[0, 2]], goesOn=True)
    text = shown(document([three, plan(1)]))
    assert "In plan 1, 'a' before 'c'; otherwise the order is free." in text
    assert "Play these first: the next draw may change what follows." in text


@pytest.mark.parametrize(("before", "words"), [
    ([[0, 3], [1, 3], [2, 3]], "lead to the same position in any order with 'd' last."),
    ([[0, 1], [0, 2], [0, 3]], "lead to the same position in any order with 'a' first."),
    ([[0, 2], [1, 2], [2, 3]], "in this order; 'a' and 'b' may change places."),
    ([[0, 2], [0, 3], [1, 2], [1, 3]], "in this order; 'a' and 'b' may change places, so may 'c' and 'd'."),
    ([[0, 1], [2, 3]], "'a' before 'b'; 'c' before 'd'; otherwise the order is free."),
    ([[0, 1], [1, 2], [2, 3]], "Make the moves of plan 1 in this order.")])
def test_orders_that_go_by_steps_are_told_in_short(before, words):
    assert words in shown(document([plan(0, moves=["a", "b", "c", "d"], before=before), plan(1)]))


def test_why_names_what_the_first_plan_gains_and_what_it_denies():
    against = {"plan": 1, "points": [{"seat": 0, "source": "animals", "points": 3.1, "stderr": 0.5},
                                     {"seat": 2, "source": "regions", "points": -23.0, "stderr": 2.0}]}
    text = shown(document([plan(0, against=against), plan(1)]))
    assert "Why 1 rather than 2, in points: your animals +3.1; seat 2's regions -23.0." in text


def test_why_tells_gains_and_losses_apart_and_nothing_where_they_explain_nothing():
    points = [{"seat": 1, "source": "silver", "points": 2.0, "stderr": 0.1},
              {"seat": 0, "source": "goods", "points": -1.5, "stderr": 0.1},
              {"seat": 0, "source": "animals", "points": 3.1, "stderr": 0.5}]
    text = shown(document([plan(0, against={"plan": 1, "points": points}), plan(1)]))
    assert "in points: your animals +3.1. Against it: your goods -1.5; seat 1's silver +2.0." in text
    text = shown(document([plan(0, against={"plan": 1, "points": points[:2]}), plan(1)]))
    assert "Why" not in text
    text = shown(document([plan(0, against={"plan": 1, "points": points}), plan(1)], scoreMean=[3.0, -2.0, -1.0]))
    assert "Why" not in text


def test_details_name_what_is_ranked_and_the_reader():
    against = {"plan": 0, "points": [{"seat": 2, "source": "regions", "points": 4.0, "stderr": 0.1},
                                     {"seat": 0, "source": "animals", "points": -3.1, "stderr": 0.5}]}
    for chained, kind in ((True, "Plan"), (False, "Move")):
        text = shown(document([plan(0), plan(1, against=against)], chained=chained), details=True)
        assert f"{kind} 2 rather than 1, in points: your animals -3.1; seat 2's regions +4.0." in text


def test_a_belief_names_seats_and_says_how_many():
    found = document([plan(0)])
    found["belief"] = {"hands": {"1": {"cards": 6, "expected": {"ore": 2.25, "wool": 1.0}}},
                       "professions": {"farmer": [0.93, 0.5], "trader": [0.2]}}
    text = shown(found, details=True)
    assert "\n    seat 1:\n      cards: 6\n      expected: ore 2.25, wool 1.00" in text
    assert "professions: farmer 1+: 0.93, 2+: 0.50; trader 1+: 0.20" in text


def test_a_zero_has_no_sign():
    assert "-0.0" not in shown(document([plan(0, scoreMean=[-0.04, 0.04, 1.0]), plan(1)]))


def test_plans_left_out_are_counted():
    text = shown(document([plan(k) for k in range(5)]), top=2)
    assert "; 5 plans found, 2 shown (--top)." in text
    assert "move3" not in text
    found = document([plan(k) for k in range(5)])
    found["rootInfo"]["plans"] = 40
    assert "; 40 plans found, 5 compared." in shown(found, top=9)


def test_a_better_plan_may_be_one_that_was_not_valued():
    text = shown(document([plan(0), plan(1)], verdict="probably best", lossAtMost=0.0, missed=0.21))
    assert "Plan 1 is probably best. A better one may be among those not valued (21 %)." in text


def test_only_a_common_beginning_is_taken_out():
    rows = [{"moves": ["a", "b", "x", "c"]}, {"moves": ["a", "b", "c"]}, {"moves": ["a", "b"]}]
    assert beginning(rows) == ["a", "b"]
    assert beginning(rows[:1]) == []
    assert beginning([{"moves": ["a", "c"]}, {"moves": ["b", "c"]}]) == []


def test_a_move_that_comes_after_others_stands_where_it_is_made():
    first = plan(0, moves=["trade 1 with market", "take grain", "give ore", "end build"])
    second = plan(1, moves=["trade 1 with market", "take brick", "give ore", "end build"])
    text = shown(document([first, second]), width=400)
    assert "All of these begin with: trade 1 with market." in text
    assert "take grain; give ore; end build" in text
    assert "take brick; give ore; end build" in text


@pytest.mark.parametrize("name", ["burgundy-midgame", "burgundy-four-seats", "orleans-midgame", "catan-cards-midgame",
                                  "catan-cards-view", "backgammon-midgame", "connect-four-choice", "pig-endgame",
                                  "kuhn-poker-bluff"])
@pytest.mark.parametrize("how", [{}, {"moves": True}, {"details": True}])
def test_at_80_columns_no_word_is_broken_and_an_answer_takes_40_lines(name, how):
    game, state, _ = read_position(f"examples/{name}.json")
    found = advise(game, state, search_params(simulations=300)).document
    text, wide = shown(found, 80, **how), shown(found, 1000, **how)
    assert all(len(line) <= 80 for line in text.splitlines())
    assert set(text.replace("─", "").split()) <= set(wide.split())
    assert how == {"details": True} or len(text.splitlines()) <= 40
