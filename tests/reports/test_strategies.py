"""Strategies of a run: styles that were put in are found and named; noise is none; words stay descriptive."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from reports.documents import words
from reports.documents.strategy_tables import LEAST, strategy_tables


def made(blocks: int, styles: bool, seed: int = 1) -> pd.DataFrame:
    """Games of two seats whose points come from ships and barns; with styles, half the seats get few from one."""
    rng, rows = np.random.default_rng(seed), []
    for block in range(blocks):
        for rotation in range(2):
            ships = [60.0 if styles and rng.random() < 0.5 else 20.0 for _ in range(2)]
            points = [{"source_ships": x + rng.normal(0, 4), "source_barns": 80 - x + rng.normal(0, 4),
                       "source_debts": -1.0, "source_never": 0.0} for x in ships]
            for p in points:
                p["source_fields"] = 20 + rng.normal(0, 3)
            scores = [sum(v for v in p.values() if v > 0) for p in points]
            rows += [{"game": 2 * block + rotation, "block": block, "rotation": rotation, "seat": s, "agent": "greedy",
                      "score": scores[s], "win": float(scores[s] > scores[1 - s]), "margin": scores[s] - scores[1 - s],
                      "board": s, **points[s]} for s in range(2)]
    return pd.DataFrame(rows)


def test_styles_that_are_there_are_found_and_named():
    found = strategy_tables(made(70, True))
    clusters = found["strategies"]
    assert len(clusters) == 2
    assert set(clusters["strategy"].str[3:]) == {"more ships, less barns", "more barns, less ships"}
    assert clusters["share"].to_numpy() == pytest.approx(0.5, abs=0.12)
    assert clusters["on_board"].between(0.4, 0.7).all()
    assert (clusters["win_low"] < 0.5).all()
    assert (clusters["win_high"] > 0.5).all()
    sources = found["strategy_sources"]
    assert set(sources["source"]) == {"ships", "barns", "fields"}     # not what costs points, nor what never pays
    assert sources.groupby("strategy")["share"].sum().to_numpy() == pytest.approx(1)
    text = words.strategies(found)
    assert "2 groups" in text
    assert "what a style is worth takes an experiment that imposes it" in text


def test_noise_is_no_strategy():
    found = strategy_tables(made(70, False))
    assert list(found["strategies"]["strategy"]) == ["all seats"]
    assert "no clear strategies" in words.strategies(found)


def test_winners_have_more_by_what_they_have_more():
    seats = made(60, False)
    more = strategy_tables(seats)["winner_less_opponents"].set_index("source")["mean"]
    by_game = seats.pivot(index="game", columns="seat", values="score")
    assert more.sum() == pytest.approx((by_game[0] - by_game[1]).abs().mean())


def test_few_games_are_too_few_and_one_source_is_none():
    two = strategy_tables(made(70, True).drop(columns="source_fields"))     # one ratio: its halves are no strategies
    assert set(two) == {"winner_less_opponents"}
    few = strategy_tables(made(LEAST // 4 - 1, True))
    assert set(few) == {"winner_less_opponents"}
    assert words.strategies(few).startswith("There are too few games, or")
    assert strategy_tables(made(60, True).drop(columns=["source_ships", "source_fields"])) == {}
