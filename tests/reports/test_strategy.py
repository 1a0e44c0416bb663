"""A whole-game report: its parts, its words, runs that go on; and first moves, tried by forks."""
from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import cli
import games
from games.api import InputError
from reports.documents.strategy_parts import Asked, parts
from reports.documents.strategy_words import sentence
from reports.experiments.opening import moves
from reports.experiments.plan import cells
from reports.experiments.question import Question, make_plan
from reports.experiments.results import results
from reports.experiments.trials import MOST_MOVES, play_trial
from tests.reports.test_experiments_results import NO_TILES, MadeRun
from tests.schemas import validator


def test_first_moves_share_their_luck_and_each_is_tried_once():
    asked = make_plan(Question("catan_cards", "openings", agents=["greedy"], games=100, seats=2))
    for block in range(4):
        trial, = asked.trials(block)
        played = play_trial(trial)
        own, *others = [p.arm for p in played]
        assert own.startswith("own ")
        assert all(arm.startswith("try ") for arm in others)
        assert len({arm[4:] for arm in (own, *others)}) == len(played) > 1
        assert {p.focal for p in played} == {played[0].focal}
        plain, = play_trial(replace(trial, opens=False))
        assert plain.finished.scores == played[0].finished.scores


def test_many_moves_are_cut_to_those_the_heuristics_like():
    asked = make_plan(Question("backgammon", "openings", agents=["random"], games=30))
    assert all(len(play_trial(t)) <= MOST_MOVES for block in range(3) for t in asked.trials(block))
    assert asked.block_games > MOST_MOVES - 1


def made(worth: dict[str, float], blocks: int = 60) -> tuple:
    """Blocks in which moves of known worth were tried beside each other."""
    asked = make_plan(Question("pig", "openings", agents=["greedy"], games=blocks * (1 + MOST_MOVES)))
    rng, rows = np.random.default_rng(2), []
    for block in range(asked.blocks):
        luck = rng.normal(0, 30)
        for at, (move, gain) in enumerate(worth.items()):
            margin = luck + gain + rng.normal(0, 2)
            for seat, sign in ((0, 1), (1, -1)):
                rows.append({"game": block * asked.block_games + at, "block": block, "rotation": 0, "luck": 0,
                             "seat": seat, "agent": "greedy", "score": sign * margin, "margin": sign * margin,
                             "win": float(sign * margin > 0), "decisions": 9, "forced": 0, "rounds": 0,
                             "experiment": "opening", "item": asked.items[0], "value": "",
                             "arm": f"{'try' if at else 'own'} {move}", "focal": 0, "held": ""})
    return asked, pd.DataFrame(rows)


def test_a_move_is_worth_what_it_brings_more_than_those_beside_it():
    asked, seats = made({"take 4: ship [die 2]": 0.0, "take 1: ship [die 5, 1 worker]": 4.0, "sell red": -7.0})
    data, = cells(asked, seats, NO_TILES)
    assert moves(data).groupby("block")[["margin", "win"]].sum().abs().to_numpy().max() < 1e-9

    rows, tables = results(asked, MadeRun(seats))
    found = {r.item: r for r in rows if r.outcome == "margin"}
    assert set(found) == {"take ship", "sell red", "agent's own choice"}
    for item, true in (("take ship", 3.0), ("sell red", -6.0), ("agent's own choice", 1.0)):
        assert found[item].low < true < found[item].high
        assert found[item].blocks == 60
    said = sentence(asked, rows, tables)
    assert said.startswith("Sell red ")        # -6 is surer than +3
    assert "At the other end is take ship (" in said


def test_a_game_has_the_parts_that_it_allows(tmp_path):
    names = [part.name for part in parts(Asked("burgundy", games=50))]
    assert names == ["games", "boards", "openings", "knowledge", "buildings", "animals", "castles-mines-ships",
                     "styles", "seats", "skill"]
    assert [part.name for part in parts(Asked("pig", games=50))] == ["games", "openings", "seats", "skill"]
    four = parts(Asked("pig", agent="mcts:6", games=50, seats=4))
    assert [part.name for part in four] == ["games", "openings", "styles", "seats", "skill"]
    assert four[-1].plan.items[1] == "mcts:12 against mcts:6"
    for bad in (Asked("pig", seats=9), Asked("chess"), Asked("pig", agent="clever"), Asked("pig", judge=1)):
        with pytest.raises(InputError):
            parts(bad)


@pytest.mark.whole
def test_the_command_goes_on_where_it_was_and_repeats_to_the_byte(tmp_path, capsys):
    def command(*given: object) -> int:
        with pytest.raises(SystemExit) as end:
            cli.main(["strategy", *(str(word) for word in given)])
        return int(str(end.value.code))

    asked = ("catan_cards", "--seats", 2, "--games", 60, "--shape", 2, "--judge", 6, "--out")
    assert command(*asked, tmp_path / "a", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    validator("strategy").validate(document)
    assert [s["name"] for s in document["sections"]] == ["games", "openings", "expansions", "styles", "seats", "skill"]
    assert all(s["sentence"] for s in document["sections"])
    files = {f: f.read_bytes() for f in (tmp_path / "a").rglob("*") if f.is_file()}
    page = (tmp_path / "a/report/report.html").read_text(encoding="utf-8")
    for heading in ("Where the points come from", "Strategies", "Shape of play", "First moves", "Expansions",
                    "Ways to play", "Seats", "How much skill matters"):
        assert f"<h2>{heading}</h2>" in page
    assert "nan" not in page
    assert f"played by version {games.load('catan_cards').version} of the rules" in " ".join(page.split())
    (tmp_path / "a/seats/games/part-00000.parquet").unlink()
    assert command(*asked, tmp_path / "a") == 0
    assert "Seats: " in capsys.readouterr().out
    assert {f: f.read_bytes() for f in (tmp_path / "a").rglob("*") if f.is_file()} == files
    assert command(*asked, tmp_path / "a", "--seed", 3) == 2
    for bad in (("chess",), ("pig", "run1"), ("pig", "--compare")):
        assert command(*bad) == 2
        assert 1 <= len(capsys.readouterr().err.splitlines()) <= 3
