"""An atlas by two strengths on its page: who played, what better players keep, and every variant with its error."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from reports.atlas import looks
from reports.atlas.estimates import SURE
from reports.atlas.komi import SIDED
from reports.atlas.plan import AtlasPlan
from reports.atlas.sides import LARGE, LOOKED, MATTERS
from reports.atlas.tables import STRENGTHS
from reports.documents import web
from reports.experiments.strengths import LEAST
from reports.rows import records
from reports.statistics.verdicts import APPEARS, EVEN, FADES, HOLDS, OPEN, TURNS
from reports.wording import counted, few, minus, percent, whole

NAMED = 8               # variants that a sentence names
SAID = {HOLDS: "better players favour the same one of two as greedy agents",
        TURNS: "better players favour the other one",
        FADES: "greedy agents favour one by more than 60 to 40, and better players neither by as much",
        APPEARS: "only better players favour one",
        EVEN: "neither better players nor greedy agents favour one", OPEN: "it is not settled among better players"}
EXPLAINED = (
    "How often whoever begins wins, among weak players and among stronger ones, with 95 % intervals. The stronger "
    "played where weak play surely favours one of two; elsewhere there is nothing to keep. <i>Holds</i>: the same "
    "player is favoured in both. <i>Turns round</i>: the other one is. <i>Only among weak players</i>: weak play "
    f"favours one by more than {whole(1 / 2 + LARGE)} to {100 * (1 / 2 - LARGE):.0f}, and the stronger neither by as "
    "much. <i>Even</i>: neither is favoured by what matters. What is said of greedy agents is at least 95 % probable. "
    f"A word about the stronger is looked for on two sides and in several looks, so it takes {percent(LOOKED)}, and "
    f"{percent(SURE)} where most variants may be even. Else it is not settled.")


def who(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> str:
    """Who played, and how much the stronger is the stronger; empty for an atlas of one strength."""
    strong = looks.stronger(plan)
    if not strong or STRENGTHS not in tables:
        return ""
    said = f"Played by {strong}, and again by greedy, which does not look ahead."
    own = [row for row in records(tables["estimates"]) if row["measure"] == "skill_match"]
    if not own:
        return said
    share = sum(row["raw"] * row["games"] for row in own) / sum(row["games"] for row in own)
    games = counted(sum(int(row["games"]) for row in own), "game")
    return f"{said} {strong} wins {percent(share)} of {games} against greedy.{not_stronger(share)}"


def not_stronger(share: float) -> str:
    """That so small a share of games for two shows no stronger player; empty for one that does."""
    return "" if share >= LEAST else f" That is less than {whole(LEAST)}, so it is not shown to be a stronger player."


def finding(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> str:
    """The first line: how many variants favour somebody, and of how many better players say so too."""
    if STRENGTHS not in tables:
        return ""
    own = records(tables[STRENGTHS])
    left = len(plan.items) - len(own)
    rest = (f" In the other {left} greedy agents were not shown to favour anybody, or the clock ended before better "
            "players came to it.") if left else ""
    return f"Of {len(plan.items)} {plan.item_kind} {len(own)} were played by both: {counts(own)}.{rest}"


def counts(rows: Sequence[Mapping[str, Any]]) -> str:
    """In how many variants better players keep it, and so on, word by word."""
    words = [str(row["word"]) for row in rows]
    return "; ".join(f"in {words.count(word)} {said}" for word, said in SAID.items() if word in words)


def section(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    """Every variant at both strengths; empty for an atlas of one."""
    if STRENGTHS not in tables:
        return ""
    own = records(tables[STRENGTHS])
    order = [*SAID]
    own.sort(key=lambda row: (order.index(row["word"]), -abs(row["at_stronger"] - 1 / 2), row["item"]))
    lines = [[row["item"], _share(row, "weaker"), _share(row, "stronger"), f"± {percent(row['error'])}",
              f"{row['games']}", row["word"]] for row in own]
    head = ["", "the first wins, greedy", f"the first wins, {looks.stronger(plan)}", "error", "games",
            "among better players"]
    return web.section("Do better players keep it?", f"<p>{EXPLAINED}</p>", web.items(sentences(tables)),
                       web.picture(pictures, STRENGTHS, "How often the first wins, among weak and stronger players"),
                       web.table("Percent of games for two that the first player wins", head, lines))


def sentences(tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """Which variants each word is said of, and whether one could have been shown to be even at all."""
    own = records(tables[STRENGTHS])
    said = [f"{word.capitalize()}: {_named([row for row in own if row['word'] == word])}." for word in SAID
            if word != OPEN and any(row["word"] == word for row in own)]
    if told := fair(own, NAMED):
        said.append(f"What would make it fair? {told}")
    return [*said, *even_nowhere(own, "variant")]


def even_nowhere(rows: Sequence[Mapping[str, Any]], what: str) -> list[str]:
    """That the word *even* is not used, where no variant was played often enough to be shown so."""
    if any(row["can_be_even"] for row in rows):
        return []
    return [f"No {what} was played often enough to be shown even: that takes an error below {whole(MATTERS)}. So the "
            "word is not used."]


def fair(rows: Sequence[Mapping[str, Any]], most: int) -> str:
    """What would even the variants of which a side is named, at most so many, the least first; empty without any."""
    sided = [row for row in rows if row["word"] in SIDED]
    evened = sorted((row for row in sided if row["even_points"] == row["even_points"]),
                    key=lambda row: (abs(row["even_points"]), row["item"]))
    if not sided:
        return ""
    others = [row["item"] for row in sided if row not in evened]
    said = [few([f"{row['item']}: {evening(row)}" for row in evened], most) + "."] if evened else []
    rest = [f"No points even {few(others, most)}, where who has fewer may win."] if others else []
    return " ".join(["Points for whoever is behind, added after the game, with which both win alike, from the same "
                     "games of the stronger, with 95 % intervals.", *said, *rest])


def evening(row: Mapping[str, Any], form: str = "g") -> str:
    """The points that even a variant, in this form of numbers, as in `12 for the first (3 to 20)`."""
    points, between = evened(row, form)
    return f"{points} for the {'second' if row['even_points'] >= 0 else 'first'} ({between})"


def evened(row: Mapping[str, Any], form: str) -> tuple[str, str]:
    """The points that even a variant, without their sign, and their interval seen from that side."""
    sign = 1 if row["even_points"] >= 0 else -1
    low, high = sorted(sign * row[end] + 0.0 for end in ("even_low", "even_high"))     # never -0
    return f"{sign * row['even_points']:{form}}", f"{minus(f'{low:{form}}')} to {minus(f'{high:{form}}')}"


def _named(rows: Sequence[Mapping[str, Any]]) -> str:
    return few([f"{row['item']} ({whole(row['at_weaker'])}, then {whole(row['at_stronger'])})" for row in rows], NAMED)


def _share(row: Mapping[str, Any], which: str) -> str:
    low, high = row[f"{which}_low"], row[f"{which}_high"]
    return f"{percent(row[f'at_{which}'])}\n{percent(low)} to {percent(high)}"
