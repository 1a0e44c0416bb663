"""What becomes of an effect among better players: the words of two strengths, for the weakest and the strongest."""
from __future__ import annotations

import pandas as pd

from bench.study.chapters import Line, of, players
from reports.statistics.blocks import q_values
from reports.statistics.effects import Effect, coefficient
from reports.statistics.verdicts import (
    APPEARS,
    BOTH_LEVEL,
    EVEN,
    FADES,
    HOLDS,
    OPEN,
    SKILL,
    TURNS,
    UNTRIED,
    at_two_strengths,
    is_open,
    verdict,
)
from reports.wording import few, signed

TOLD = {HOLDS: "better players keep it", TURNS: "with better players it turns round",
        FADES: "only weak players have it", APPEARS: "only better players have it", EVEN: "even among better players"}
NAMED = 12              # items that a sentence names


def kept(found: pd.DataFrame, outcome: str = "margin") -> dict[str, str]:
    """The word of each item that both played; none where one player did. Few of what is named are named wrongly.

    What the search's two budgets leave open, or say differently, is not settled here either.
    """
    who = players(found)
    weak, strong = (of(found, agent, outcome) for agent in (who[0], who[-1]))
    items = [item for item in strong if item in weak and len(who) > 1]
    said = [_verdicts([rows[item] for item in items], outcome) for rows in (weak, strong)]
    above = [(weak[item]["estimate"] > 0, strong[item]["estimate"] > 0) for item in items]
    words = (at_two_strengths(one, other, sides) for one, other, sides in zip(*said, above, strict=True))
    left = {item for item in items if strong[item]["verdict"] in (OPEN, UNTRIED, SKILL)}
    return {item: OPEN if is_open(word) or item in left else word for item, word in zip(items, words, strict=True)}


def _verdicts(rows: list[Line], outcome: str) -> list[str]:
    """Of one player's effects, each by an interval that two strengths may share."""
    judged = [_effect(row) for row in rows]
    tested = q_values([each.p for each in judged])
    return [verdict(each.interval, outcome, q, row["delta"], int(row["enough"]))
            for row, each, q in zip(rows, judged, tested, strict=True)]


def _effect(row: Line) -> Effect:
    return coefficient(row["estimate"], row["stderr"], max(1, row["blocks"] - 1), row["blocks"], row["games"],
                       BOTH_LEVEL)


def sentence(found: pd.DataFrame) -> str:
    """Which effects better players keep, by points; empty where only one player played."""
    words, who = kept(found), players(found)
    if not words:
        return ""
    weak, strong = (of(found, agent) for agent in (who[0], who[-1]))
    said = []
    for word, told in TOLD.items():
        own = sorted((item for item in words if words[item] == word), key=lambda item: -abs(strong[item]["estimate"]))
        if own:
            said.append(f"{told}: " + few([f"{item} ({signed(weak[item]['estimate'])}, then "
                                           f"{signed(strong[item]['estimate'])})" for item in own], NAMED))
    left = sum(word == OPEN for word in words.values())
    open_ = f"{left} of {len(words)} {'is' if left == 1 else 'are'} not settled at both strengths" if left else ""
    return f"By `{who[0]}` and then `{who[-1]}`, in points: {'; '.join([*said, *filter(None, [open_])])}."
