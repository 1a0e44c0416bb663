"""Items alone and in company: the worth of a gift beside the worth in a round robin, each from games of its own."""
from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan
from typing import Any

import pandas as pd

from mcts.interval import Interval
from reports.experiments import gift, robin
from reports.experiments.rows import Row
from reports.rows import records
from reports.statistics.effects import Effect
from reports.statistics.round_robin import against_gift
from reports.wording import p_value


def company(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """One line an item, agent and outcome that has both worths, in the order of the rows: both, and their difference.

    `z` is the difference over its error and `p` two-sided; `p_worst` is that of the largest |z| of a family, times its
    number (Bonferroni), as somebody who looks for the largest should read it.
    """
    of = {(r.estimand, r.item, r.agent, r.outcome): r for r in rows}
    out: list[dict[str, Any]] = []
    for one in rows:
        both = of.get((gift.EXPERIMENT.estimand, one.item, one.agent, one.outcome))
        if one.estimand != robin.EXPERIMENT.estimand or both is None:
            continue
        z, p = against_gift(_effect(one), _effect(both))
        out.append({"agent": one.agent, "item": one.item, "outcome": one.outcome, "gift": both.estimate,
                    "gift_low": both.low, "gift_high": both.high, "robin": one.estimate, "robin_low": one.low,
                    "robin_high": one.high, "difference": one.estimate - both.estimate, "z": z, "p": p,
                    "price_vp": one.price_vp, "price_low": one.price_low, "price_high": one.price_high,
                    "price_resource": one.price_resource, "resource_low": one.resource_low,
                    "resource_high": one.resource_high, "resource_unit": one.resource_unit,
                    "naive_win_owned": one.naive_win_owned})
    for line in out:
        line["p_worst"] = _worst([o["p"] for o in out if (o["agent"], o["outcome"]) == (line["agent"],
                                                                                        line["outcome"])])
    return out


def in_words(table: pd.DataFrame) -> str:
    """In words: whether any item is worth something else in company. `table` is of one agent and outcome."""
    known = [row for row in records(table) if not isnan(row["z"])]
    if not known:
        return ""
    at = max(known, key=lambda row: abs(row["z"]))
    differs = "is not worth the same in company as alone" if at["p_worst"] < 0.05 else (
        "differs most, by no more than chance allows")
    return (f"Of {len(known)} items measured alone and in company, {at['item']} {differs} (z = {at['z']:.1f}, "
            f"{p_value(at['p_worst'])} for the largest of all).".replace("z = -", "z = −"))


def _effect(row: Row) -> Effect:
    return Effect(Interval(row.estimate, row.low, row.high, row.stderr, row.level, row.blocks), row.p, row.games)


def _worst(found: Sequence[float]) -> float:
    known = [p for p in found if not isnan(p)]
    return min(1.0, min(known) * len(known)) if known else nan
