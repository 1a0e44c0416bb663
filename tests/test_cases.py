"""Inputs on which the program once misled, each with what is right."""
from dataclasses import fields

import pytest

from games.positions import read_position
from mcts.advice import advise, search_params
from mcts.result import MoveInfo, SearchResult
from reports.terminal.advice import rough


def advised(name: str, **how):
    game, state, _ = read_position(f"examples/{name}.json")
    return advise(game, state, search_params(**how)).document


# ---- a chance is a chance --------------------------------------------------------------------


@pytest.mark.parametrize("world", ["936", "981"])
def test_a_lost_world_is_not_said_to_be_winnable(world):
    """Three kinds of players lost all of the games, or nearly all, that they played on from here."""
    root = advised(f"world504-{world}", simulations=1000)["rootInfo"]
    assert root["winChance"] <= 0.1
    assert root["winChanceLow"] <= root["winChance"] <= root["winChanceHigh"]
    assert not root["calibrated"]
    assert f"the share of {root['chanceGames']:,} games won" in rough(root)
    assert abs(root["winChance"] - root["utility"]) > 0.2       # the utility was once told as the chance


def test_a_search_has_no_second_scale_under_the_name_of_the_first():
    """The mean share of the win in simulations is no win rate of games, and is not called so."""
    assert not {"winrate", "winrate_stderr"} & {f.name for kind in (MoveInfo, SearchResult) for f in fields(kind)}
