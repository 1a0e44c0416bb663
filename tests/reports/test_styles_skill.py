"""Seats held to a style, and ladders of budgets: what is played, what is estimated, what is refused."""
from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pandas as pd
import pytest

import games
from games.api import InputError
from mcts.play import Task
from reports.experiments import skill
from reports.experiments.items import NO_LOOK_AHEAD
from reports.experiments.question import Question, make_plan
from reports.experiments.results import results
from reports.experiments.run import balance
from reports.experiments.trials import Line, play_trial
from tests.reports.test_experiments_results import MadeRun

STYLED = [name for name in games.names() if games.load(name).balance.styles]


@pytest.mark.parametrize("name", STYLED)
def test_every_style_is_about_actions_that_there_are(name):
    game, seen = games.load(name), Counter()
    for agent in ("random", "greedy"):
        line = Line(Task(name, game.seats[0], {}, 5, (agent,) * game.seats[0]))
        while line.draw():
            legal = line.state.legal_actions()
            if len(legal) > 1:
                for text in (game.notation.action_text(line.state, a) for a in legal):
                    seen.update(style for style, says in game.balance.styles.items()
                                if re.match(says.never or says.always, text))
            line.apply_action(line.choice(legal), len(legal) == 1)
    for style, says in game.balance.styles.items():
        assert bool(says.never) != bool(says.always)
        assert seen[style], f"{name}: no action of a whole game is one that {style!r} speaks of"


@pytest.mark.parametrize(("style", "pattern", "never"), [("never builds roads", "build road", True),
                                                         ("never trades", "trade ", True),
                                                         ("knights first", "build knight", False)])
def test_a_seat_is_held_to_its_style_and_the_others_are_free(monkeypatch, style, pattern, never):
    asked = make_plan(Question("catan_cards", "styles", items=[style], agents=["greedy"], games=8, seats=2))
    done: list[tuple[int, str, bool]] = []
    before = Line.apply_action

    def noted(self, action, forced):
        text = self.game.notation.action_text
        could = [text(self.state, a) for a in self.state.legal_actions()]
        done.append((self.state.current_player(), text(self.state, action), any(re.match(pattern, t) for t in could)))
        before(self, action, forced)

    monkeypatch.setattr(Line, "apply_action", noted)
    free = 0
    for block in range(4):
        for trial in asked.trials(block):
            done.clear()
            played, = play_trial(trial)
            assert {row["agent"] for row in played.rows()} == {"greedy"}
            for seat, text, could in done:
                does = re.match(pattern, text) is not None
                if seat != trial.never:
                    free += does if never else could and not does
                elif never:
                    assert not does
                elif could:
                    assert does
    assert free


def test_who_does_not_look_ahead_is_greedy_and_loses(tmp_path):
    asked = make_plan(Question("tic_tac_toe", "styles", agents=["mcts:60"], games=120, one_budget=True))
    assert asked.items == (NO_LOOK_AHEAD,)
    assert asked.trials(0)[1].task.agents == ("mcts:60", "greedy")
    run = balance(tmp_path, asked)
    rows, _ = results(asked, run)
    win, = (r for r in rows if r.outcome == "win")
    assert win.estimand == "playing by it"
    assert win.low > 0.05


def ladder(blocks: int, wins: list[float], seed: int = 1):
    """A run of a ladder whose step k wins the share wins[k] or so, and its plan."""
    asked = make_plan(Question("pig", "", experiments=["skill"], budget=4, doublings=len(wins) - 1,
                          games=2 * blocks * len(wins)))
    rng, rows = np.random.default_rng(seed), []
    for block in range(asked.blocks):
        cell, _ = asked.cell_of(block)
        chance = wins[asked.items.index(cell.item)]
        for trial in asked.trials(block):
            won = float(np.clip(rng.normal(chance, 0.05), 0, 1))
            for s in range(2):
                share = won if trial.held[s] else 1 - won
                rows.append({"game": trial.task.number, "block": block, "rotation": trial.task.rotation, "luck": 0,
                             "seat": s, "agent": trial.asked_of, "score": 10 * share, "win": share,
                             "margin": 20 * share - 10, "decisions": 5, "forced": 0, "rounds": 0,
                             "experiment": "skill", "item": trial.item, "value": "", "arm": "played", "focal": -1,
                             "held": trial.held[s]})
    return asked, MadeRun(pd.DataFrame(rows))


def test_the_ladder_is_the_one_asked_for():
    asked = make_plan(Question("pig", "", experiments=["skill"], budget=50, doublings=2, games=12))
    assert asked.kind == "skill"
    assert asked.items == ("mcts:50 against random", "mcts:100 against mcts:50", "mcts:200 against mcts:100")
    first, second = asked.trials(1)
    assert first.task.agents == ("mcts:100", "mcts:50")
    assert second.task.agents == ("mcts:50", "mcts:100")
    assert asked.cells[0].agent == "mcts:50"
    flat = make_plan(Question("pig", "skill", agents=["flat:7"], budget=8, doublings=1, games=12))
    assert flat.items == ("flat:8 against random", "flat:16 against flat:8")


def test_skill_ends_where_two_doublings_in_a_row_win_nothing():
    asked, run = ladder(400, [0.8, 0.6, 0.55, 0.5, 0.5])
    rows, tables = results(asked, run)
    found = tables["depth"].iloc[0]
    assert bool(found["saturated"])
    assert found["doublings"] == 2
    true = 400 * (np.log10(4) + np.log10(1.5) + np.log10(11 / 9))
    assert found["low"] < true < found["high"]
    steps = tables["doublings"].sort_values("step")
    assert list(steps["nothing_won"]) == [False, False, False, True, True]
    assert {r.verdict for r in rows if r.item.startswith("mcts:4 ")} == {"wins more"}
    few, run = ladder(100, [0.9, 0.6, 0.6])
    open_end = results(few, run)[1]["depth"].iloc[0]
    assert not open_end["saturated"]
    assert open_end["doublings"] == open_end["played"] == 2


def test_a_ladder_that_lacks_a_step_has_no_depth():
    asked, run = ladder(60, [0.9, 0.6, 0.5])
    run.seats = run.seats[run.seats["item"] != asked.items[0]]
    assert skill.depth([]) == {}
    assert "depth" not in results(asked, run)[1]


@pytest.mark.parametrize(("asked", "word"), [
    ({"kind": "", "agents": ["greedy"]}, "--items: is missing"),
    ({"kind": "skill", "agents": ["greedy"]}, "--budget: is missing"),
    ({"kind": "skill", "agents": ["greedy"], "budget": 4}, "has no budget"),
    ({"kind": "skill", "budget": 4, "doublings": 30}, "--doublings"),
    ({"kind": "skill", "budget": 4, "items": ["x"]}, "name the ladder"),
    ({"kind": "skill", "budget": 4, "experiments": ["seats"]}, "--experiment seats"),
    ({"kind": "seats", "agents": ["greedy"], "experiments": ["skill"]}, "--experiment skill"),
    ({"kind": "styles", "agents": ["greedy"]}, "does not look ahead"),
    ({"kind": "styles", "agents": ["mcts:4"], "items": ["never smiles"]}, "never smiles"),
])
def test_what_cannot_be_asked_is_named(asked, word):
    with pytest.raises(InputError, match=word):
        make_plan(Question("pig", **asked))
