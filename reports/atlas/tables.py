"""An atlas as tables: each variant as it was played, what is estimated of all together, and what is settled."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
import pandas as pd

from mcts.interval import Z95
from reports.atlas import four, komi, looks
from reports.atlas.estimates import SURE, funnel, halves, more_often
from reports.atlas.measures import Estimated, estimated, win_of_place
from reports.atlas.plan import AtlasPlan, Pass
from reports.atlas.sides import MATTERS, strengths

CAP = 0.05              # share of games that may be stopped before a variant is called broken
BROKEN, ENDED = "broken", "stopped among weak players only"
STRENGTHS = "strengths"
DIGITS = 4              # behind the point, in the tables: finer than any interval


@dataclass(frozen=True)
class Flag:
    """Something that is said of a variant whose value lies between two bounds with a probability of SURE or more."""

    measure: str
    says: str
    low: float = -inf
    high: float = inf
    relative: bool = False              # the bounds are multiples of the mean over all variants


FLAGS = (
    Flag("first_win_2", "favours the first player", 1 / 2 + MATTERS),
    Flag("first_win_2", "favours the second player", high=1 / 2 - MATTERS),
    Flag("first_win_2", "fair", 1 / 2 - MATTERS, 1 / 2 + MATTERS),
    Flag("first_win_4", "favours the first of four", 1 / 4 + MATTERS),
    Flag("first_win_4", "against the first of four", high=1 / 4 - MATTERS),
    Flag("last_win_4", "favours the last of four", 1 / 4 + MATTERS),
    Flag("last_win_4", "against the last of four", high=1 / 4 - MATTERS),
    Flag("rounds_2", "long", 1.5, relative=True),
    Flag("rounds_2", "short", high=1 / 1.5, relative=True),
    Flag("decided_2", "decided early", high=0.5),
    Flag("decided_2", "open until late", 0.75),
    Flag("first_win_strong", "favours the first of the stronger", 1 / 2 + MATTERS),
    Flag("first_win_strong", "favours the second of the stronger", high=1 / 2 - MATTERS),
    Flag("first_win_strong", "fair among the stronger", 1 / 2 - MATTERS, 1 / 2 + MATTERS),
    Flag("skill_deep", "four times the thinking wins", 0.6),
    Flag("skill_search", "deep", 0.6),
    Flag("skill_search", "shallow", high=0.5),
)


# ---- the tables ----------------------------------------------------------------------------------


def variants_table(plan: AtlasPlan, made_in: Pass, games: pd.DataFrame) -> pd.DataFrame:
    """A row a variant: the games of a pass in means, shares and spreads, without any pooling."""
    by = games.groupby("item", sort=False)
    out = by[["rounds", "decisions"]].mean()
    out["decisions_a_turn"] = by["turn_decisions"].sum() / by["turns"].sum()
    out = out.join(by[["options_mean", "options_95", "capped"]].mean())
    for place in range(made_in.seats):
        out[f"win_place_{place + 1}"] = win_of_place(place, made_in.seats)(games).groupby(games["item"]).mean()
    scores = games.melt("item", [f"score_{s}" for s in range(made_in.seats)]).groupby("item")["value"]
    out["score"], out["score_spread"] = scores.mean(), scores.std(ddof=0)
    out["winners_lead_in_spreads"] = by["winners_lead"].mean() / out["score_spread"].where(out["score_spread"] > 0)
    out = out.join(by[["lead_changes", "decided"]].mean())
    named = [name for name in games.columns if name.startswith(("source_", "money_"))]
    known = by[named].mean().rename(columns=lambda name: name.replace("source_", "points_", 1).replace(" ", "_"))
    out = out.join(known).reset_index()
    out.insert(1, "name", [plan.variants.title(item) for item in out["item"]])
    out.insert(2, "seats", made_in.seats)
    out.insert(3, "games", made_in.size)
    return out


def all_tables(plan: AtlasPlan, games: dict[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """Every table by name, from the games by pass."""
    games = {**games, **{looks.name_of_looks(seats): looks.together(plan, games, seats) for seats in looks.TABLES}}
    known = estimated(plan, games)
    own = [variants_table(plan, each, games[each.key]) for each in plan.passes
           if not each.against and not looks.is_look(each) and len(games.get(each.key, ()))]
    tables = {plan.item_kind: _together(own),
              "estimates": pd.DataFrame([line for each in known for line in _estimates(each)]),
              "effects": pd.DataFrame([line for each in known for line in _effects(plan, each)]),
              "flags": pd.DataFrame([line for each in known for line in _flags(each)] + _broken(plan, games)),
              STRENGTHS: pd.DataFrame(komi.with_points(strengths(known), games[looks.name_of_looks()])),
              four.TABLE: pd.DataFrame(four.strengths(plan, games)),
              "settled": pd.DataFrame([_settled(each) for each in known if each.found.pooled is not None]),
              "halves": pd.DataFrame([_halves(plan, each) for each in known]),
              "funnel": pd.DataFrame([line for each in known for line in _funnel(each)])}
    return {name: table.round(DIGITS) for name, table in tables.items() if len(table)}


def _together(tables: list[pd.DataFrame]) -> pd.DataFrame:
    """One table of several; what is never paid in games of one number of seats is 0 there."""
    if not tables:
        return pd.DataFrame()
    whole = pd.concat(tables, ignore_index=True)
    return whole.fillna({name: 0.0 for name in whole.columns if str(name).startswith("money_")})


def _estimates(each: Estimated) -> Iterator[dict[str, Any]]:
    found = each.found
    for at, item in enumerate(each.items):
        raw, half, value, wide = (float(x[at]) for x in (found.raw, found.raw_half, found.values, found.half))
        value, low, high = (_within(each, x) for x in (value, value - wide, value + wide))
        yield {"item": item, "measure": each.measure.name, "raw": raw, "raw_low": _within(each, raw - half),
               "raw_high": _within(each, raw + half), "pooled": value, "low": low, "high": high,
               "blocks": int(found.counts[at]) if found.counts is not None else found.blocks,
               "games": int(found.counts[at]) * each.size if found.counts is not None else each.games}


def _within(each: Estimated, x: float) -> float:
    """A share lies between 0 and 1, whatever pooling and intervals make of it, and rounds above 0."""
    return float(np.clip(x, 0.0, 1.0 if each.measure.share else inf))


def _effects(plan: AtlasPlan, each: Estimated) -> Iterator[dict[str, Any]]:
    """What each level of each factor adds to the mean; those that no variant has are left out."""
    pooled = each.found.pooled
    if pooled is None:
        return
    for factor, called in enumerate(plan.variants.factors):
        for level in np.unique(each.parts[:, factor]):
            effect, stderr = (float(x[factor, level]) for x in (pooled.modules, pooled.module_stderrs))
            half = Z95 * stderr
            yield {"measure": each.measure.name, "factor": called, "level": plan.variants.levels[level],
                   "effect": effect, "low": effect - half, "high": effect + half, "mean": pooled.mean}


def bounds(flag: Flag, each: Estimated) -> tuple[float, float]:
    """Between which values a flag is meant."""
    scale = each.found.pooled.mean if flag.relative and each.found.pooled is not None else 1.0
    return flag.low * scale, flag.high * scale


def _flags(each: Estimated) -> Iterator[dict[str, Any]]:
    for flag in FLAGS:
        if flag.measure == each.measure.name and each.found.pooled is not None:
            sure = each.found.between(*bounds(flag, each))
            for at in np.flatnonzero(sure >= SURE):
                yield {"item": each.items[at], "flag": flag.says, "measure": flag.measure,
                       "probability": float(sure[at]), "value": _within(each, float(each.found.values[at]))}


def _broken(plan: AtlasPlan, games: dict[str, pd.DataFrame]) -> list[dict[str, Any]]:
    """Variants in which more than CAP of the games without random moves were stopped, of both numbers of seats.

    Where the stronger play as well and bring them to an end, they are not broken, but stopped among weak players.
    """
    both = [games[each.key][["item", "capped"]] for each in plan.passes
            if not each.against and not looks.is_look(each) and len(games.get(each.key, ()))]
    if not both:
        return []
    strong = [own[["item", "capped"]] for seats in looks.TABLES
              if len(own := games.get(looks.name_of_looks(seats), pd.DataFrame()))]
    ended = set[str]() if not strong else {
        str(item) for item, share in pd.concat(strong).groupby("item")["capped"].mean().items() if share <= CAP}
    stopped = pd.concat(both).groupby("item", sort=False)["capped"].agg(["sum", "count", "mean"])
    sure = more_often(stopped["sum"], stopped["count"], CAP)
    return [{"item": item, "flag": ENDED if item in ended else BROKEN, "measure": "capped", "probability": float(p),
             "value": float(share)}
            for item, share, p in zip(stopped.index, stopped["mean"], sure, strict=True) if p >= SURE]


def _settled(each: Estimated) -> dict[str, Any]:
    """How many variants a measure says something of, and of how many nothing."""
    found = each.found
    sure = [found.between(*bounds(flag, each)) >= SURE for flag in FLAGS if flag.measure == each.measure.name]
    assert found.pooled is not None
    flagged = np.any(sure, axis=0) if sure else np.zeros(len(each.items), dtype=bool)
    return {"measure": each.measure.name, "mean": found.pooled.mean, "page_spread": found.pooled.module_variance ** 0.5,
            "own_spread": found.pooled.residual_variance ** 0.5, "error": float(found.pooled.stderrs.mean()),
            "raw_error": float(found.stderrs.mean()), "asked": bool(sure), "settled": int(flagged.sum()),
            "not_settled": int((~flagged).sum()), "variants": len(each.items)}


def _halves(plan: AtlasPlan, each: Estimated) -> dict[str, Any]:
    found = halves(each.parts, each.values, len(plan.variants.levels))
    return {"measure": each.measure.name, "raw": found.raw, "pooled": found.pooled, "blocks": each.found.blocks}


def _funnel(each: Estimated) -> Iterator[dict[str, Any]]:
    if len(each.items) < 2 or each.found.blocks < 2:
        return
    found, size = funnel(each.values[:, :each.found.blocks]), each.size
    for blocks, (p2, p25, p50, p75, p97), alike in zip(found.blocks, found.quantiles, found.alike, strict=True):
        yield {"measure": each.measure.name, "games": int(blocks) * size, "low": p2, "lower": p25, "median": p50,
               "upper": p75, "high": p97, "by_chance": float(alike)}
