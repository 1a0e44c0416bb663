"""Printed numbers that were varied: the effect of each item at each setting, and where it is what it should be."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from reports.experiments import what_if
from reports.experiments.plan import BalancePlan
from reports.experiments.rows import Row
from reports.experiments.what_if import MEAN, SEPARATOR, aimed_at, told_apart
from reports.statistics import surface

FAIR = ("balanced", "as the mean")      # verdicts of a setting at which an effect is as it should be
MOST_SETTINGS = 2_000                   # of a table
KEYS = ["item", "estimand", "outcome", "agent"]


def tables(plan: BalancePlan, rows: Sequence[Row], alike: Sequence[Mapping[str, Any]]) -> dict[str, pd.DataFrame]:
    """`what_if`, all effects; and `balanced_at` for one number, `settings` for several. `alike`: against the mean."""
    effects = _effects(plan, rows, alike)
    if not len(effects):
        return {}
    several = SEPARATOR in plan.vary
    out = {"what_if": effects}
    found = [_settings(plan, key, part) if several else [_crossing(plan, key, part)]
             for key, part in ((tuple(map(str, key)), part) for key, part in effects.groupby(KEYS, sort=False))
             if _is_aimed(plan, key[2])]
    if lines := [line for own in found for line in own]:
        out["settings" if several else "balanced_at"] = pd.DataFrame(lines)
    return out


def is_of(plan: BalancePlan, item: str) -> bool:
    """Whether the varied numbers are those of this item; true of all where their paths name none of them."""
    paths = [path.split(".") for path in plan.vary.split(SEPARATOR)]
    named = {name for name in map(plan.called, plan.items)
             if any(name in (*parts, " ".join(parts[:2])) for parts in paths)}
    return item in named or not named


def _is_aimed(plan: BalancePlan, outcome: str) -> bool:
    """Whether the target says something of this outcome: a number of points says nothing of the win."""
    return not aimed_at(plan.target) or outcome == "margin"


def _effects(plan: BalancePlan, rows: Sequence[Row], alike: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    if plan.target == MEAN:
        lines = [{"item": each["item"], "value": each["value"], "estimate": each["deviation"],
                  **{name: each[name] for name in ("estimand", "outcome", "agent", "low", "high", "stderr", "level",
                                                   "verdict", "delta")}} for each in alike]
    else:
        names = ("estimand", "outcome", "agent", "estimate", "low", "high", "stderr", "level", "verdict", "delta")
        lines = [dict(zip(("item", "value"), told_apart(plan.vary, plan.values, each.item), strict=True))
                 | {name: getattr(each, name) for name in names}
                 | {"verdict": each.verdict.partition(",")[0]} for each in rows]
    table = pd.DataFrame(lines, columns=["item", "value", "estimand", "outcome", "agent", "estimate", "low", "high",
                                         "stderr", "level", "verdict", "delta"])
    numbers = np.array([what_if.numbers(value) for value in table["value"]], dtype=float).reshape(len(table), -1)
    paths = plan.vary.split(SEPARATOR)
    if len(paths) == 1:
        table["value"] = numbers[:, 0] if len(table) else np.zeros(0)
        return table.sort_values([*KEYS, "value"], kind="stable")
    for at, path in enumerate(paths):
        table.insert(2 + at, path, numbers[:, at])
    return table.sort_values([*KEYS, *paths], kind="stable")


def _crossing(plan: BalancePlan, key: tuple[str, ...], part: pd.DataFrame) -> dict[str, Any]:
    """At which value of the number the effect reaches the target, among the values played."""
    at = surface.crossing(part["value"], part["estimate"], part["stderr"], aimed_at(plan.target))
    near = [f"{v:g}" for v in part.loc[part["verdict"].isin(FAIR), "value"]] if not aimed_at(plan.target) else []
    return {**dict(zip(KEYS, key, strict=True)), "number": plan.vary, "target": plan.target or what_if.ZERO,
            "balanced_at": at.value, "low": at.low, "high": at.high, "open_low": at.open_low,
            "open_high": at.open_high, "beyond": at.beyond if at.changes else "",
            "values_found_balanced": " ".join(near)}


def _settings(plan: BalancePlan, key: tuple[str, ...], part: pd.DataFrame) -> list[dict[str, Any]]:
    """What a quadratic through the effects says of all whole settings among those played, and which fit the target."""
    paths = plan.vary.split(SEPARATOR)
    played = part[paths].to_numpy(float)
    found = surface.surface(played, part["estimate"], part["stderr"])
    if found is None:
        return []
    points = surface.lattice(played, MOST_SETTINGS)
    values, half = found.predict(points)
    target, tried = aimed_at(plan.target), {tuple(row) for row in played}
    about = dict(zip(KEYS, key, strict=True))
    return [{**about, **dict(zip(paths, map(float, point), strict=True)),
             "target": plan.target or what_if.ZERO, "predicted": float(value), "low": float(value - reach),
             "high": float(value + reach), "fits": bool(abs(value - target) <= reach),
             "played": tuple(point) in tried, "p_fit": found.p_fit}
            for point, value, reach in zip(points, values, half, strict=True)]
