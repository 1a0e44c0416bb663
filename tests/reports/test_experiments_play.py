"""Games of experiments: forks, restrictions, gifts that do nothing; runs whose bytes do not depend on the workers."""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

import games
from games.api import InputError, ItemKind
from mcts.agents import choose_among, make
from mcts.table import decision_seed
from reports.experiments import run as balance_run
from reports.experiments.plan import BalancePlan, cells
from reports.experiments.question import Question, make_plan
from reports.experiments.run import balance, open_balance
from reports.experiments.trials import LEFT, MAIN, TAKEN, Line, play_trial
from tests.reports.ledger import is_inert
from tests.whole import mostly_whole

CATAN = {"game": "catan_cards", "kind": "expansions", "agents": ["greedy"], "games": 30, "seats": 2}


def parts(path: Path) -> dict[str, bytes]:
    return {str(f.relative_to(path)): f.read_bytes() for f in sorted(path.rglob("*"))
            if f.is_file() and f.name != "manifest.json"}


@pytest.fixture
def blanks(monkeypatch):
    """The card game with an item that is nothing at all: its gifts are no gifts."""
    game = games.load("catan_cards")
    blank = replace(game, balance=replace(game.balance, items={"expansions": ItemKind(("null",), "gifts")}))
    monkeypatch.setattr(games, "load", lambda name: blank)
    return blank


@pytest.mark.parametrize("agent", mostly_whole(["greedy", "random", "mcts:2"], "greedy".__eq__))
def test_an_inert_gift_is_worth_exactly_nothing_in_every_block(blanks, tmp_path, agent):
    seats = 2 if agent == "mcts:2" else 3
    asked = make_plan(Question(**CATAN | {"agents": [agent], "games": 4 if seats == 2 else 30, "seats": seats},
                          experiments=["gift"], one_budget=True))
    run = balance(tmp_path / "run", asked)
    data, = cells(asked, run.seats, run.tiles)
    for outcome in ("margin", "win"):
        assert is_inert(data.of_holder(outcome), outcome, seats)
    assert data.of_holder("margin").any()


def test_a_gift_that_is_something_is_not():
    asked = make_plan(Question(**CATAN, items=["university"], experiments=["gift"]))
    played = [p for block in range(6) for t in asked.trials(block) for p in play_trial(t)]
    assert sum(p.finished.margins[p.trial.held.index("university")] for p in played) > 0


@pytest.mark.parametrize("agent", mostly_whole(
    ["greedy", "flat:12", "random", "mcts:6"], {"greedy", "mcts:6"}.__contains__))
def test_the_agents_own_choice_is_kept_where_it_is_allowed(agent):
    asked = make_plan(Question(**CATAN | {"agents": [agent]}, experiments=["take"], items=["hall"]))
    line, player = Line(asked.trials(0)[0].task), make(agent)
    for _ in range(12):
        assert line.draw()
        legal, seat = line.state.legal_actions(), line.state.current_player()
        seed = decision_seed(0, player.name, 0, seat, line.decisions[seat])
        free = player.choose(line.state, seed)
        assert choose_among(player, line.state, legal, seed) == free
        if len(legal) > 1:
            others = [a for a in legal if a != free]
            assert choose_among(player, line.state, [*others[:1], free], seed) == free
            assert choose_among(player, line.state, others, seed) in others
        line.apply_action(free, len(legal) == 1)


def test_a_fork_differs_from_the_main_line_in_one_action(monkeypatch):
    asked = make_plan(Question(**CATAN, experiments=["take"], items=["church"]))
    seen = {MAIN: 0, TAKEN: 0, LEFT: 0}
    for block in range(12):
        trial, = asked.trials(block)
        main, *forks = play_trial(trial)
        assert main.arm == MAIN
        assert len({f.focal for f in forks}) == len(forks)
        for fork in forks:
            assert fork.number == main.number + 1 + fork.focal
            seen[fork.arm] += 1
            if fork.arm == TAKEN:
                assert fork.taken[fork.focal]["church"] >= 1
            else:
                assert main.taken[fork.focal]["church"] >= 1
    assert seen[TAKEN] + seen[LEFT] > 5


def test_a_branch_replayed_without_forks_is_the_main_line():
    asked = make_plan(Question(**CATAN, experiments=["take"], items=["church"]))
    for block in range(5):
        trial, = asked.trials(block)
        main = play_trial(trial)[0].finished
        plain = play_trial(replace(trial, forks=False))[0].finished
        assert main.rows() == plain.rows()


def test_who_may_not_take_does_not(tmp_path):
    asked = make_plan(Question(**CATAN | {"games": 120}, experiments=["restrict"], items=["church"]))
    run = balance(tmp_path / "run", asked)
    holders = run.seats[run.seats["held"] == "church"][["game", "seat"]]
    took = run.tiles[run.tiles["tile"] == "church"].merge(holders, on=["game", "seat"])
    others = run.tiles[run.tiles["tile"] == "church"]
    assert len(took) == 0 < len(others)


@pytest.mark.parametrize("experiments", mostly_whole([["gift", "take"], ["robin"], ["supply"]], ["robin"].__eq__))
def test_bytes_do_not_depend_on_the_workers(tmp_path, experiments):
    asked = make_plan(Question(**CATAN, experiments=experiments))
    for jobs in (1, 2):
        balance(tmp_path / str(jobs), asked, jobs, "loky")
    balance(tmp_path / "threads", asked, 3, "threading")
    assert parts(tmp_path / "1") == parts(tmp_path / "2") == parts(tmp_path / "threads")


def test_a_stopped_run_goes_on_and_ends_with_the_same_bytes(tmp_path, monkeypatch):
    asked = make_plan(Question(**CATAN | {"games": 90}, experiments=["gift"]))
    whole = balance(tmp_path / "whole", asked)
    assert whole.parts > 2

    def stop(share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        balance(tmp_path / "stopped", asked, progress=stop)
    kept, _ = open_balance(tmp_path / "stopped")
    assert 0 < kept.parts < whole.parts
    shares: list[float] = []
    balance(tmp_path / "stopped", asked, progress=shares.append)
    assert min(shares) > 0.2
    assert max(shares) == 1
    assert parts(tmp_path / "stopped") == parts(tmp_path / "whole")
    assert not list((tmp_path / "stopped").rglob("*.part"))


@pytest.mark.parametrize("change", [{"seed": 4}, {"q": 0.05}, {"items": ("hall",)}, {"experiments": ("gift",)},
                                    {"blocks": 400}, {"version": 99}, {"rules": "0" * 16}])
def test_two_questions_do_not_mix_in_a_folder(tmp_path, change):
    asked = make_plan(Question(**CATAN, experiments=["take"], items=["church", "hall"]))
    balance(tmp_path, asked)
    before = parts(tmp_path)
    with pytest.raises(InputError, match="holds another run"):
        balance(tmp_path, replace(asked, **change))
    assert parts(tmp_path) == before


def test_a_simulated_run_is_no_balance_run(tmp_path):
    import mcts.simulate
    import reports.run

    reports.run.simulate(tmp_path, mcts.simulate.plan("pig", ["random"], 4))
    assert not balance_run.is_balance(tmp_path)
    with pytest.raises(InputError, match="simulate"):
        open_balance(tmp_path)
    with pytest.raises(InputError, match="holds another run"):
        balance(tmp_path, make_plan(Question("pig", "seats", agents=["random"], games=4)))


def test_games_are_played_by_the_number_of_their_cell(tmp_path):
    asked: BalancePlan = make_plan(Question(**CATAN, items=["hall"], vary="points.hall=0..8:8"))
    run = balance(tmp_path, asked)
    assert set(run.seats["value"]) == {"0", "8"}
    ends = run.seats[["game", "seat", "value", "win"]]
    took = run.tiles[run.tiles["tile"] == "hall"].merge(ends, on=["game", "seat"])
    by_value = pd.Series(took.groupby("value")["win"].mean())
    assert by_value.get("8", 1.0) >= by_value.get("0", 0.0)
