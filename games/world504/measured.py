"""What the atlas of worlds measured of each (docs/atlas), for its page of rules and the list of worlds.

bench/pages/atlas.py writes atlas.csv.gz from a finished atlas; worlds that are not in it were not measured.
"""
from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from games.world504.data import read_compressed

# values with their intervals: the column of atlas.csv.gz, and the name among the facts of a world
VALUES = {"first_win_2": "firstWins", "first_win_4": "firstWinsOfFour", "last_win_4": "lastWinsOfFour",
          "rounds_2": "rounds", "rounds_4": "roundsOfFour", "decided_2": "decided", "decided_4": "decidedOfFour",
          "first_win_strong": "firstWinsOfBetter", "skill_greedy": "greedyWins", "skill_search": "searchWins"}
BETTER = {"holds": "better players favour the same one as greedy agents",
          "turns round": "better players favour the other one than greedy agents",
          "only among weak players": "better players favour neither, greedy agents do",
          "only among better players": "better players favour one, greedy agents do not",
          "even": "neither better players nor greedy agents favour one",
          "not settled": "not settled among better players"}


@cache
def atlas() -> Mapping[str, dict[str, Any]]:
    """By world each value as [value, low, high], the share of games that were stopped, and what is said of it."""
    table = Path(__file__).with_name("atlas.csv.gz")
    return {row["world"]: _facts(row) for row in read_compressed(table)} if table.is_file() else {}


def _facts(row: Mapping[str, str]) -> dict[str, Any]:
    values = {name: [float(row[column + end]) for end in ("", "_low", "_high")] for column, name in VALUES.items()
              if row.get(column)}
    better = {"better": row["better"]} if row.get("better") else {}
    return {**values, **better, "stopped": float(row["stopped"]),
            "says": [said for said in row["says"].split("; ") if said]}


def in_short(measures: Mapping[str, Any] | None) -> str:
    """A world as a line of a list has it; empty where it was not measured."""
    if not measures:
        return ""
    parts = [f"{measures['rounds'][0]:.0f} rounds" if "rounds" in measures else "",
             f"first wins {_percent(measures['firstWins'][0])}" if "firstWins" in measures else "", *measures["says"]]
    better = f"; {BETTER[measures['better']]}" if "better" in measures else ""
    return "between greedy agents: " + ", ".join(filter(None, parts)) + better


def paragraphs(measures: Mapping[str, Any]) -> list[str]:
    """A world as its page tells it: sentences of all that was measured."""
    said = ", ".join(measures["says"])
    better = [f"Who is favoured: {BETTER[measures['better']]}."] if "better" in measures else []
    return [*better, *filter(None, [
        _sentence(measures, "firstWinsOfBetter", "Between players that look ahead the first player wins {} of games "
                  "for two"),
        _sentence(measures, "rounds", "Between greedy agents a game for two takes {} rounds", share=False),
        _sentence(measures, "roundsOfFour", "Between greedy agents a game for four takes {} rounds", share=False),
        _sentence(measures, "firstWins", "Between greedy agents the first player wins {} of games for two"),
        _sentence(measures, "firstWinsOfFour", "Between greedy agents the first player wins {} of games for four"),
        _sentence(measures, "lastWinsOfFour", "Between greedy agents the last player wins {} of games for four"),
        _sentence(measures, "decided", "Between greedy agents the lead no longer changes after {} of a game for two"),
        _sentence(measures, "decidedOfFour",
                  "Between greedy agents the lead no longer changes after {} of a game for four"),
        _sentence(measures, "greedyWins", "Greedy wins {} of games against random moves"),
        _sentence(measures, "searchWins", "A search of 20 simulations wins {} of games against greedy")]),
        f"{_percent(measures['stopped'])} of all these games end at the last round allowed, not by the world's rule.",
        f"At least 95 % sure, between greedy agents: {said}." if said else
        "Nothing more is said of it with a probability of 95 %."]


def _sentence(measures: Mapping[str, Any], name: str, text: str, share: bool = True) -> str:
    if name not in measures:
        return ""
    value, low, high = ((_percent(x) if share else f"{x:.1f}") for x in measures[name])
    return f"{text.format(value)} ({low} to {high})."


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
