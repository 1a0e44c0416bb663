"""Four seats at two strengths on the page of an atlas: which seat a variant favours, and if better players keep it."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from reports.atlas import four, looks
from reports.atlas.komi import SIDED
from reports.atlas.plan import AtlasPlan
from reports.atlas.sides import LARGE, LOOKED
from reports.documents import web
from reports.documents.atlas_strengths import evened
from reports.experiments.strengths import LEAST, share_of
from reports.rows import records
from reports.statistics.verdicts import APPEARS, EVEN, FADES, HOLDS, OPEN, TURNS
from reports.wording import counted, few, listed, percent, whole

NAMED = 8               # variants that a sentence names
SEATS = ("first", "second", "third", "fourth")
TITLE = "Do better players keep it, with four seats?"
SAID = {HOLDS: "better players favour the same seat", TURNS: "better players put that seat behind",
        FADES: f"greedy agents give it more than {whole(four.PAR + LARGE)} of the wins, and better players less",
        APPEARS: "only better players favour it", EVEN: "neither better players nor greedy agents favour it",
        OPEN: "it is not settled among better players"}
EXPLAINED = (
    "The seat that greedy agents favour, by its place in the first order, and how often whoever sits there wins, among "
    f"greedy agents and among better ones; an equal share is {whole(four.PAR)}. The better ones played where greedy "
    "agents surely favour one of the four seats, which takes "
    f"{percent(four.SURE_OF_FOUR)} as it is looked for among four, and were asked of that seat alone. <i>Holds</i>: "
    "it is favoured in both. <i>Turns round</i>: among better players it is behind. <i>Only among weak players</i>: "
    f"greedy agents give it more than {whole(four.PAR + LARGE)}, better ones less. A word takes {percent(LOOKED)} and "
    "holds where most variants are even as well. Intervals are over blocks of four games that share their luck. "
    "<i>Makes it fair</i>: points, after the game, with which the seat wins a quarter.")


def who(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> str:
    """How much the stronger is the stronger at a table of four; empty without such a match."""
    own = [row for row in records(tables["estimates"]) if row["measure"] == "skill_match_4"]
    if not own or four.TABLE not in tables:
        return ""
    strong, least = looks.stronger(plan), share_of(LEAST, four.SEATS)
    share = sum(row["raw"] * row["games"] for row in own) / sum(row["games"] for row in own)
    games = counted(sum(int(row["games"]) for row in own), "game")
    short = f", where {whole(least)} is as much as {whole(LEAST)} between two" if share >= least else (
        f". That is less than {whole(least)}, so it is not shown to be a stronger player with four seats")
    return (f"Played by {strong}, and again by greedy: {strong} wins {percent(share)} of {games} at a table with three "
            f"of greedy{short}.")


def finding(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> str:
    """In how many variants one of four seats is favoured, and of how many better players say so too."""
    if four.TABLE not in tables:
        return ""
    own = records(tables[four.TABLE])
    seats = [f"the {name} in {count}" for at, name in enumerate(SEATS, start=1)
             if (count := sum(row["seat"] == at for row in own))]
    return (f"With four seats greedy agents favour one of four seats in {len(own)} of {len(plan.items)} "
            f"{plan.item_kind}, {listed(seats)}. Of these {counts(own)}.")


def counts(rows: Sequence[Mapping[str, Any]]) -> str:
    """In how many variants better players keep it, and so on, word by word."""
    words = [str(row["word"]) for row in rows]
    return "; ".join(f"in {words.count(word)} {said}" for word, said in SAID.items() if word in words)


def section(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> str:
    """Every variant that both played at four seats; empty without any."""
    if four.TABLE not in tables:
        return ""
    order, strong = [*SAID], looks.stronger(plan)
    own = sorted(records(tables[four.TABLE]), key=lambda row: (
        order.index(row["word"]), -abs(row["at_stronger"] - four.PAR), row["item"]))
    lines = [[row["item"], SEATS[row["seat"] - 1], _share(row, "weaker"), _share(row, "stronger"),
              f"± {percent(row['error'])}", f"{row['games']}", row["word"],
              fair(row, "{}\n{}")] for row in own]
    named = [f"{word.capitalize()}: {few([_named(row) for row in own if row['word'] == word], NAMED)}." for word in SAID
             if word != OPEN and any(row["word"] == word for row in own)]
    head = ["", "seat", "it wins, greedy", f"it wins, {strong}", "error", "games", "among better players",
            "makes it fair"]
    return web.section(TITLE, f"<p>{EXPLAINED}</p>", *([web.items(named)] if named else []),
                       web.table("Percent of games for four that the seat wins that greedy agents favour", head, lines))


def fair(row: Mapping[str, Any], form: str = "{} ({})") -> str:
    """The points with which the seat has an equal share and their interval in this form, as in `12 less for it (3 to
    20)`; none where none can, and nothing where no side is named.
    """
    if row["word"] not in SIDED:
        return ""
    if row["even_points"] != row["even_points"]:
        return "none"
    points, between = evened(row, ".0f")
    return form.format(f"{points} {'less' if row['even_points'] < 0 else 'more'} for it", between)


def _named(row: Mapping[str, Any]) -> str:
    return (f"{row['item']} (the {SEATS[row['seat'] - 1]}, {whole(row['at_weaker'])}, then "
            f"{whole(row['at_stronger'])})")


def _share(row: Mapping[str, Any], which: str) -> str:
    low, high = row[f"{which}_low"], row[f"{which}_high"]
    return f"{percent(row[f'at_{which}'])}\n{percent(low)} to {percent(high)}"
