"""How strong the players of a run are, in a sentence, from matches that were measured: players.csv beside this file.

`python -m bench players` plays them and writes the table. What was not measured is said not to be known.
"""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from reports.wording import listed

TABLE = Path(__file__).with_name("players.csv")
COLUMNS = ("game", "seats", "options", "first", "second", "games", "win", "low", "high", "score_first", "score_second")
YARDSTICK = "greedy"        # the move that the heuristics of a game rate highest


def strength(game: str, seats: int, agents: Sequence[str], table: Path = TABLE) -> str:
    """What matches say of these agents in this game; with this number of seats if there are any, else with another."""
    known = pd.read_csv(table, keep_default_na=False)
    known = known[(known["game"] == game) & (known["second"] == YARDSTICK)]
    here = known[known["seats"] == seats]
    said, unknown = [], []
    for agent in agents:
        own = pd.concat([each[each["first"] == agent] if agent != YARDSTICK else each for each in (here, known)])
        if own.empty:
            unknown.append(agent)
            continue
        row = own.iloc[0]
        share = f"{100 * row['win']:.0f} % of {row['games']} games ({100 * row['low']:.0f} to {100 * row['high']:.0f})"
        other = "" if row["seats"] == seats else f", in games of {row['seats']}"
        said.append(f"{YARDSTICK} does not look ahead, and {row['first']} wins {share} against it{other}"
                    if agent == YARDSTICK else
                    f"{agent} wins {share} against {YARDSTICK} and scores {row['score_first']:.1f} points{other}")
    told = (f"How strong these players are: {'; '.join(said)}. How they would do against people was not measured."
            if said else "")
    play = "plays" if len(unknown) == 1 else "play"
    missing = f"How well {listed(unknown)} {play} this game was not measured." if unknown else ""
    return " ".join(filter(None, (told, missing)))
