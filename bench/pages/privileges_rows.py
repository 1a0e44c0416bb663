"""The study of privileges as rows: a row a kind by each agent, and at two strengths the word for the two."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any

import pandas as pd

from bench.pages.privileges_worth import World, of_gifts, of_robin, pooled, price, with_means
from games.world504.privileges import privileges
from games.world504.tables import STEPS
from reports.rows import records
from reports.statistics.blocks import q_values
from reports.statistics.verdicts import HOLDS, OPEN, TURNS

PRINTED = 20                        # Mark in the shop, and the least bid at an auction (R3.S.11)
Q = 0.10                            # share of false findings among those named
ANY = "any privilege"
STEP = {step: f"any of step {step}" for step in STEPS}


@dataclass(frozen=True)
class Study:
    """What one agent's games found: worlds of the round robin, and of gifts."""

    agent: str
    robin: Sequence[World]
    gifts: Sequence[World]

    @classmethod
    def of(cls, agent: str, runs: Sequence[tuple[str, str, Path]]) -> Study:
        """Of runs (experiment, world, path)."""
        return cls(agent, *([with_means(found, groups()) for e, world, path in runs if e == name
                             if (found := of(world, path))] for name, of in (("robin", of_robin), ("gift", of_gifts))))


def called() -> dict[str, str]:
    """What each kind does, by card."""
    return {privilege.card: privilege.short for privilege in privileges()}


def steps() -> dict[str, str]:
    """The step of each kind."""
    return {privilege.card: privilege.stage for privilege in privileges()}


def groups() -> dict[str, list[str]]:
    """The kinds of which a mean is taken, by its name: all, and those of each step."""
    return {ANY: list(called()),
            **{name: [card for card, step in steps().items() if step == s] for s, name in STEP.items()}}


def table(study: Study, money: Mapping[str, float]) -> pd.DataFrame:
    """A row for each kind that was played, the highest worth first, and rows for the means over kinds."""
    lines = [_line(name, does, study, money) for name, does in called().items()]
    kinds = pd.DataFrame([line for line in lines if line["worlds"]])
    kinds = kinds.sort_values("worth", ascending=False, kind="stable")
    for column in ("p", "p_printed"):
        kinds[column.replace("p", "q", 1)] = q_values(list(kinds[column]))
    means = [_line(name, "mean over a deck", study, money) for name in (ANY, *STEP.values())]
    return pd.concat([kinds, pd.DataFrame([line for line in means if line["worlds"]])], ignore_index=True)


def _line(name: str, does: str, study: Study, money: Mapping[str, float]) -> dict[str, Any]:
    worth, alone = pooled(study.robin, name), pooled(study.gifts, name)
    paid = price(study.robin, name, money, PRINTED)
    apart = (worth.mean - alone.mean) / (worth.stderr ** 2 + alone.stderr ** 2) ** 0.5 if alone.stderr else nan
    return {"privilege": name, "does": does, "agent": study.agent, "worlds": worth.worlds, "worth": worth.mean,
            "low": worth.low, "high": worth.high, "stderr": worth.stderr, "between": worth.between, "p": worth.p,
            "price": paid.value, "price_low": paid.low, "price_high": paid.high, "most": max(money.values()),
            "printed": PRINTED, "p_printed": paid.p, "alone": alone.mean, "alone_low": alone.low,
            "alone_high": alone.high, "z": apart}


def alone(study: Study) -> pd.DataFrame:
    """A row for each kind that was given away, and for the means over kinds: its worth against nothing, in spreads."""
    found = [(name, does, pooled(study.gifts, name)) for name, does in
             (*called().items(), *((mean, "mean over a deck") for mean in (ANY, *STEP.values())))]
    out = pd.DataFrame([{"privilege": name, "does": does, "agent": study.agent, "worlds": one.worlds, "alone": one.mean,
                         "alone_low": one.low, "alone_high": one.high, "p_alone": one.p}
                        for name, does, one in found if one.worlds])
    kinds = out["privilege"].isin(list(called()))
    out.loc[kinds, "q_alone"] = q_values(list(out.loc[kinds, "p_alone"]))
    return out


def words(weak: pd.DataFrame, strong: pd.DataFrame) -> dict[str, str]:
    """What becomes of each kind's worth alone among better players: it *holds* where both show that it is worth
    something, or both less than nothing; it *turns round* where they show opposites; else it is not settled.

    Shown is what has a false discovery rate of Q or less among all kinds, at each strength.
    """
    one, two = sides(weak), sides(strong)
    return {name: OPEN if not (side and one.get(name)) else HOLDS if side == one[name] else TURNS
            for name, side in two.items()}


def sides(rows: pd.DataFrame) -> dict[str, int]:
    """Of each kind whether it is shown to be worth something alone, 1, or less than nothing, -1; else 0."""
    return {row["privilege"]: (1 if row["alone"] > 0 else -1) if row["q_alone"] <= Q else 0 for row in records(rows)
            if row["privilege"] in called()}
