"""Plans of balance runs: cells in equal parts, blocks that say who holds what, and questions that cannot be asked."""
from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import chain, islice

import numpy as np
import pytest

import games
from games.api import InputError
from reports.experiments import robin, what_if
from reports.experiments.items import HIDDEN, NULL, with_items
from reports.experiments.plan import Cell, from_manifest
from reports.experiments.question import Question, make_plan

CATAN = {"game": "catan_cards", "kind": "expansions", "agents": ["greedy"], "games": 60}


def test_every_cell_gets_its_part_of_the_blocks():
    asked = make_plan(Question(**CATAN, experiments=["gift", "robin", "take"], items=["church", "hall"], seats=2))
    played = Counter(asked.cell_of(block)[0] for block in range(asked.blocks))
    assert set(played) == set(asked.cells)
    assert all(asked.cell_blocks(cell) == played[cell] for cell in asked.cells)
    assert len({played[c] for c in asked.cells if c.item}) == 1
    for cell in asked.cells:
        numbers = [at for block in range(asked.blocks) for c, at in [asked.cell_of(block)] if c == cell]
        assert numbers == list(range(len(numbers)))


def test_a_plan_is_read_back_from_its_manifest(tmp_path):
    asked = make_plan(Question(**CATAN, items=["hall"], vary="points.hall=3..5", seats=2))
    assert from_manifest(asked.asked(), tmp_path) == asked


def test_a_gift_goes_round_the_table_and_luck_does_not():
    asked = make_plan(Question(**CATAN, items=["church"], experiments=["gift"], seats=3))
    trials = asked.trials(0)
    assert [t.held for t in trials] == [("church", "", ""), ("", "church", ""), ("", "", "church")]
    assert [t.task.options["gifts"] for t in trials] == ["0:church", "1:church", "2:church"]
    assert {t.task.block for t in trials} == {0}
    assert {t.task.luck for t in trials} == {0}
    assert len({t.task.number for t in trials}) == 3


def test_a_round_robin_draws_nothing_most_often_and_tokens_of_points_by_their_number():
    asked = make_plan(Question("burgundy", "knowledge", experiments=["robin"], agents=["greedy"], games=9400))
    held = [asked.trials(block)[0].held for block in range(asked.blocks)]
    assert all(len(set(each)) == 2 for each in held)
    counts = Counter(h for each in held for h in each)
    assert set(counts) == {*asked.tokens, *asked.items}
    a_share = counts["knowledge 1"] / robin.ITEM
    drawn = {name: counts[name] / a_share for name in counts}
    assert {round(drawn[item], 1) for item in asked.items} == {2.0}
    assert [round(drawn[f"points {k}"]) for k in (2, 4, 6, 8, 10)] == [1, 1, 2, 2, 3]
    nothing = drawn[NULL] + sum(n for name, n in drawn.items() if name.startswith(HIDDEN))
    assert nothing / 2 == pytest.approx(len(asked.items) ** 0.5, abs=0.7)


def test_a_round_robin_of_few_items_draws_all_equally_often():
    asked = replace(make_plan(Question(**CATAN | {"games": 900}, items=["church"], seats=4)),
                    tokens=(NULL, "points 5", f"{HIDDEN} 5"))
    assert robin.shares(asked) == ()
    counts = Counter(h for block in range(asked.blocks) for h in asked.trials(block)[0].held)
    assert max(counts.values()) - min(counts.values()) <= 1


def test_tokens_are_small_where_a_game_is_won_with_few_points():
    assert "points 10" not in make_plan(Question(**CATAN, seats=3)).tokens
    asked = make_plan(Question(**CATAN, seats=3, points="2,1", resource="ore"))
    assert asked.tokens == (NULL, "points 1", "points 2", "ore 1", "ore 2", "ore 4", f"{HIDDEN} 1", f"{HIDDEN} 2")


def test_what_nobody_sees_is_not_handed_out():
    kind = make_plan(Question(**CATAN, seats=2)).items_kind
    assert with_items(kind, {}, [NULL, f"{HIDDEN} 3"]) == {}
    assert with_items(kind, {"gifts": "0:ore 1"}, ["", "church"]) == {"gifts": "0:ore 1,1:church"}


def test_luck_goes_round_the_table_where_seats_are_compared():
    asked = make_plan(Question("pig", "seats", agents=["greedy"], games=10))
    assert [t.task.luck for t in asked.trials(3)] == [0, 1]
    assert asked.cells == (Cell("seats", "greedy"),)


def test_every_coin_of_the_supply_is_fair_and_its_own():
    asked = make_plan(Question(**CATAN, experiments=["supply"], seats=3))
    out = Counter(name for block in range(400) for name in asked.trials(block)[0].task.options.get(
        "without", "").split(",") if name)
    assert set(out) == set(asked.items)
    assert all(150 < n < 250 for n in out.values())
    assert all(len({t.task.options.get("without") for t in asked.trials(b)}) == 1 for b in range(5))


def test_two_budgets_are_two_agents_with_the_same_questions():
    agents = {"agents": ["mcts:9,policy=uct"]}
    asked = make_plan(Question(**CATAN | agents, items=["hall"], experiments=["gift"], budget=5))
    assert asked.agents == ("mcts:5,policy=uct", "mcts:20,policy=uct")
    assert [c.agent for c in asked.cells] == list(asked.agents)


@pytest.mark.parametrize(("text", "path", "values"), [
    ("knowledge.7=0..3", "knowledge.7", ("0", "1", "2", "3")), ("a.b=2..8:3", "a.b", ("2", "5", "8")),
    ("a=4,-1,2", "a", ("-1", "2", "4"))])
def test_a_grid_is_read(text, path, values):
    assert what_if.grid(text) == (path, values)


def test_a_varied_number_keeps_what_option_rules_said_before():
    base = json.dumps({"goal": 9, "points": {"hall": 5, "city": 3}})
    asked = make_plan(Question(**CATAN, items=["hall"], options={"rules": base}, vary="points.hall=2..3", seats=2))
    assert [json.loads(asked.options_of(cell)["rules"]) for cell in asked.cells] == [
        {"goal": 9, "points": {"hall": value, "city": 3}} for value in (2, 3)]
    assert asked.rules == what_if.digest({"rules": base}) != ""


@pytest.mark.parametrize(("change", "words"), [
    ({"game": "chess"}, ("chess", "catan_cards")), ({"kind": "tiles"}, ("tiles", "expansions", "seats")),
    ({"items": ["churh"]}, ("churh", "church")), ({"items": ["hall", "hall"]}, ("twice",)),
    ({"experiments": ["gifts"]}, ("gifts", "restrict")), ({"experiments": ["boards"]}, ("boards", "gift")),
    ({"experiments": ["seats"]}, ("seats",)), ({"agents": []}, ("--agent", "0")),
    ({"agents": ["greedy", "random"]}, ("--agent", "2")), ({"agents": ["clever"]}, ("clever", "mcts:N")),
    ({"budget": 5}, ("--budget", "greedy")), ({"games": 0}, ("--games", "0")), ({"seed": -1}, ("seed", "-1")),
    ({"seats": 9}, ("9", "2, 3")), ({"options": {"gold": "1"}}, ("gold",)), ({"supply": "gone"}, ("gone", "moved")),
    ({"resource": "gold"}, ("gold", "brick")), ({"points": "2,x"}, ("2,x",)), ({"stop": "never"}, ("never", "gsprt")),
    ({"stop": "sequence"}, ("sequence", "robin")), ({"delta_win": 0}, ("--delta-win",)), ({"q": 1.5}, ("--q", "1.5")),
    ({"vary": "points.hall"}, ("points.hall", "lo..hi")), ({"vary": "points.hall=3..1"}, ("3..1",)),
    ({"vary": "points.barn=1..2"}, ("barn", "unknown")), ({"vary": "points.hall=0..99"}, ("50",)),
    ({"items": ["guild"], "seats": 2, "experiments": ["gift"]}, ("guild",)),
])
def test_a_question_that_cannot_be_asked_is_refused_in_a_line(change, words):
    with pytest.raises(InputError) as refused:
        make_plan(Question(**CATAN | change))
    said = str(refused.value)
    assert "\n" not in said
    assert len(said) < 400
    for word in words:
        assert word in said


def test_pig_has_only_its_seats():
    with pytest.raises(InputError, match="seats"):
        make_plan(Question("pig", "tiles", agents=["greedy"]))


WITH_ITEMS = {"world504": {"world": "731"}}         # options with which a game has its items


@pytest.mark.parametrize("name", games.names())
def test_every_kind_of_every_game_can_be_asked_about(name):
    game = games.load(name)
    for kind in ("seats", *game.balance.items):
        asked = make_plan(Question(name, kind, agents=["greedy"], games=1, options=WITH_ITEMS.get(name, {})))
        trials = list(islice(chain.from_iterable(map(asked.trials, range(asked.blocks))), 4))
        assert trials
        assert all(game.start(t.task.seats, dict(t.task.options)) for t in trials)


def test_names_that_one_block_holds_are_left_out_with_that_block_and_what_becomes_rare_by_it():
    held = np.array([[0, 1], [0, 1], [1, 2], [2, 3], [0, 1], [3, 4]])     # 4 once; then 3 once, and then 2 once
    places, kept, left = robin._seen_often(held, ("null", "a", "b", "c", "d"))
    assert left == ("null", "a")
    assert kept.tolist() == [True, True, False, False, True, False]
    assert places.tolist() == [[0, 1]] * 3
    again, all_kept, same = robin._seen_often(held[:2], ("null", "a"))
    assert (again.tolist(), all_kept.all(), same) == ([[0, 1]] * 2, True, ("null", "a"))


def test_tokens_come_in_the_unit_that_the_game_names():
    asked = make_plan(Question(**{**CATAN, "game": "world504", "kind": "privileges"}, options={"world": "731"}))
    assert [token for token in asked.tokens if token.startswith("money")] == ["money 10", "money 20", "money 40"]


@pytest.mark.parametrize(("change", "words"), [
    ({"options": {"world": "617"}}, "--items privileges: world 617 has no privileges (module 3); worlds that have: "),
    ({"options": {"world": "391"}}, "--items privileges: in world 391 companies have privileges, not seats; worlds"),
    ({"options": {"world": "324"}, "items": ["III(9)"]},
     "balance: III(9) cannot be given to seat 0 here: the deck of world 324 has no III(9)"),
    ({"game": "catan_cards", "kind": "expansions", "seats": 3, "items": ["church"], "options": {"without": "church"}},
     "balance: church cannot be given to seat 0 here: church is given 1 times, but the game has 0 of it"),
])
def test_an_item_that_is_not_there_is_refused_without_an_option_that_nobody_gave(change, words):
    with pytest.raises(InputError) as refused:
        make_plan(Question(**{"game": "world504", "kind": "privileges", "agents": ["greedy"], "games": 60} | change))
    assert str(refused.value).startswith(words)
    assert "gifts" not in str(refused.value)


def test_an_option_that_somebody_gave_is_refused_by_its_name():
    with pytest.raises(InputError, match=r"option gifts: found '0:I\(1\)', but the deck of world 324"):
        make_plan(Question("world504", "privileges", agents=["greedy"], games=60,
                           options={"world": "324", "gifts": "0:I(1)"}))
