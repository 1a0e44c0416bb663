"""An atlas as tables: each variant as it was played, what is estimated of all together, and what is settled."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np
import pandas as pd
from scipy import special

from mcts.interval import Z95
from reports.atlas import komi, looks, mostly_even
from reports.atlas.estimates import LENT, SURE, Estimates, estimate, funnel, halves, more_often
from reports.atlas.plan import AtlasPlan, Pass
from reports.statistics.effects import Floats, Ints
from reports.statistics.verdicts import APPEARS, EVEN, FADES, HOLDS, OPEN, TURNS

FIRST, LAST = "first_win", "last_win"
CAP = 0.05              # share of games that may be stopped before a variant is called broken
MATTERS = 0.02          # of the win
BROKEN, ENDED = "broken", "stopped among weak players only"
STRENGTHS = "strengths"
SIDED = ("first_win_2", "first_win_strong")     # measures that it compares
LARGE = 0.1             # of the win: what weak play has more of and stronger play less, where only weak play has it
LOOKED = 0.9875         # SURE of a word about the stronger: it is looked for on two sides and again and again
TINY = 1e-9             # a standard error of 0 is this
DIGITS = 4              # behind the point, in the tables: finer than any interval


@dataclass(frozen=True)
class Measure:
    """A number of each game that is estimated for all variants together."""

    name: str
    title: str
    made_in: str                        # the pass
    value: Callable[[pd.DataFrame], pd.Series]
    share: bool = True                  # between 0 and 1, shown in percent
    par: float | None = None


@dataclass(frozen=True)
class Flag:
    """Something that is said of a variant whose value lies between two bounds with a probability of SURE or more."""

    measure: str
    says: str
    low: float = -inf
    high: float = inf
    relative: bool = False              # the bounds are multiples of the mean over all variants


def win_of_place(place: int, seats: int) -> Callable[[pd.DataFrame], pd.Series]:
    """The share of the win of who is at this place in the first order."""
    def value(games: pd.DataFrame) -> pd.Series:
        return pd.Series(sum((games[f"place_{s}"] == place) * games[f"win_{s}"] for s in range(seats)), games.index)
    return value


def win_of_agent(games: pd.DataFrame) -> pd.Series:
    """The share of the win of the pass's first agent, who sits in the seat of the rotation."""
    return games["win_0"].where(games["rotation"] == 0, games["win_1"])


def column(name: str) -> Callable[[pd.DataFrame], pd.Series]:
    """A number that the game notes as it is."""
    def value(games: pd.DataFrame) -> pd.Series:
        return games[name].astype(float)
    return value


MEASURES = (
    Measure("first_win_2", "wins of the first player, 2 seats", "greedy-2", win_of_place(0, 2), par=1 / 2),
    Measure("first_win_4", "wins of the first player, 4 seats", "greedy-4", win_of_place(0, 4), par=1 / 4),
    Measure("last_win_4", "wins of the last player, 4 seats", "greedy-4", win_of_place(3, 4), par=1 / 4),
    Measure("rounds_2", "rounds, 2 seats", "greedy-2", column("rounds"), share=False),
    Measure("rounds_4", "rounds, 4 seats", "greedy-4", column("rounds"), share=False),
    Measure("decided_2", "share of the game until it is decided, 2 seats", "greedy-2", column("decided")),
    Measure("decided_4", "share of the game until it is decided, 4 seats", "greedy-4", column("decided")),
    Measure("skill_greedy", "wins of greedy against random moves", "random-2", win_of_agent, par=1 / 2),
    Measure("first_win_strong", "wins of the first player among the stronger, 2 seats", "strong-2", win_of_place(0, 2),
            par=1 / 2),
    Measure("rounds_strong", "rounds among the stronger, 2 seats", "strong-2", column("rounds"), share=False),
    Measure("decided_strong", "share of the game until it is decided among the stronger", "strong-2",
            column("decided")),
    Measure("skill_match", "wins of the stronger against greedy", "match-2", win_of_agent, par=1 / 2),
    Measure("skill_deep", "wins of the stronger against a quarter of its simulations", "deep-2", win_of_agent,
            par=1 / 2),
    Measure("skill_search", "wins of a search of 20 simulations against greedy", "search-2", win_of_agent, par=1 / 2),
)
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


@dataclass(frozen=True)
class Estimated:
    """A measure with its estimates: of these variants, in this order."""

    measure: Measure
    items: list[str]
    values: Floats                      # [variant, block]
    parts: Ints                         # [variant, factor]
    found: Estimates
    games: int                          # of each variant; their mean, where some have more
    size: int                           # games of a block


def estimated(plan: AtlasPlan, games: Mapping[str, pd.DataFrame], only: Sequence[str] = ()) -> list[Estimated]:
    """Every measure whose games are played, or those of these names, from the games by pass."""
    return [one(plan, measure, games[measure.made_in]) for measure in MEASURES
            if len(games.get(measure.made_in, ())) and (not only or measure.name in only)]


def one(plan: AtlasPlan, measure: Measure, games: pd.DataFrame) -> Estimated:
    """One measure of all variants that have their games."""
    values = measure.value(games).groupby([games["item"], games["block"]], sort=False).mean().unstack("block")
    items = [item for item in plan.items if item in values.index]
    matrix = values.loc[items].to_numpy(float)
    parts = np.array([list(plan.variants.parts(item)) for item in items], dtype=np.intp)
    size, each = len(games) // len(items), len(games) // int(np.isfinite(matrix).sum())
    found = estimate(parts, matrix, len(plan.variants.levels), each if measure.share else 0)
    return Estimated(measure, items, matrix, parts, found, size, each)


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
    games = {**games, looks.name_of_looks(): looks.together(plan, games)}
    known = estimated(plan, games)
    own = [variants_table(plan, each, games[each.key]) for each in plan.passes
           if not each.against and not each.name.startswith(looks.STRONG) and len(games.get(each.key, ()))]
    tables = {plan.item_kind: _together(own),
              "estimates": pd.DataFrame([line for each in known for line in _estimates(each)]),
              "effects": pd.DataFrame([line for each in known for line in _effects(plan, each)]),
              "flags": pd.DataFrame([line for each in known for line in _flags(each)] + _broken(plan, games)),
              STRENGTHS: pd.DataFrame(komi.with_points(strengths(known), games[looks.name_of_looks()])),
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
            if not each.against and not each.name.startswith(looks.STRONG) and len(games.get(each.key, ()))]
    if not both:
        return []
    strong = games.get(looks.name_of_looks(), pd.DataFrame())
    ended = set[str]() if not len(strong) else {
        str(item) for item, share in strong.groupby("item")["capped"].mean().items() if share <= CAP}
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


def sided(known: Sequence[Estimated]) -> list[str]:
    """The variants in which weak play surely favours one of two; all of them where they are too few to be pooled."""
    weak = next(each for each in known if each.measure.name == SIDED[0])
    found = Sided.of(weak, SURE)
    return [item for at, item in enumerate(weak.items) if weak.found.pooled is None or found.side(at)]


def strengths(known: Sequence[Estimated]) -> list[dict[str, Any]]:
    """A row a variant: how often the first of two wins at both strengths, the word for it, and its error.

    Pooled where there are variants enough, else by the games of each. `probability` is that of the likeliest word about
    the stronger alone, `can_come` says whether more games of the stronger may bring a word that is not there yet, and
    `can_be_even` whether so many could show a variant to be even at all.
    """
    found = {each.measure.name: each for each in known}
    weak, strong = (found.get(name) for name in SIDED)
    if weak is None or strong is None:
        return []
    weaker, stronger = Sided.of(weak, SURE), Sided.of(strong, LOOKED).if_most_are_even(strong)
    at, out = {item: n for n, item in enumerate(weak.items)}, []
    for n, item in enumerate(strong.items):
        if (w := at.get(item)) is None:
            continue
        word = word_of(weaker, w, stronger, n)
        count = strong.found.blocks if strong.found.counts is None else strong.found.counts[n]
        out.append({"item": item, **weaker.told("weaker", w), **stronger.told("stronger", n),
                    "error": float(stronger.half[n]), "word": word,
                    "probability": float(max(stronger.up[n], stronger.down[n], stronger.even[n])),
                    "can_come": word == OPEN and bool(weaker.side(w)),
                    "can_be_even": bool(stronger.half[n] < MATTERS), "games": int(count) * strong.size})
    return out


def word_of(weaker: Sided, w: int, stronger: Sided, n: int) -> str:
    """What becomes of a variant's side among the stronger: `w` and `n` say where it stands at either strength."""
    sides = weaker.side(w), stronger.side(n)
    if all(sides):
        return HOLDS if sides[0] == sides[1] else TURNS
    if stronger.is_even(n):
        return FADES if sides[0] else EVEN
    if weaker.is_large(w) and stronger.is_small(n):
        return FADES
    return APPEARS if sides[1] and weaker.is_even(w) else OPEN


@dataclass(frozen=True)
class Sided:
    """A share of wins of every variant: its value, half its interval, and how probable each of three words is."""

    values: Floats
    half: Floats
    up: Floats
    down: Floats
    even: Floats
    large: Floats           # that it is further from a half than LARGE, on whichever side is likelier
    small: Floats           # that it is nearer
    sure: float             # probability from which on something is said

    @classmethod
    def of(cls, each: Estimated, sure: float) -> Sided:
        found = each.found
        values, errors, half = ((found.raw, found.stderrs, found.raw_half) if found.pooled is None else
                                (found.values, found.pooled.stderrs, found.half))
        blocks = found.blocks if found.counts is None else found.counts
        high, low, higher, lower = (
            special.ndtr(off) if found.pooled is not None else special.stdtr(blocks - 1 + LENT, off)
            for off in ((1 / 2 + side - values) / np.maximum(errors, TINY)
                        for side in (MATTERS, -MATTERS, LARGE, -LARGE)))
        return cls(values, half, 1 - high, low, high - low, np.maximum(1 - higher, lower), higher - lower, sure)

    def if_most_are_even(self, each: Estimated) -> Sided:
        """The same, with sides that are probable even if most variants may favour nobody; else they are none.

        A side may have SURE then: luck on two sides, look after look, is what that prior reckons with.
        """
        up, down = mostly_even.sides(each.found, each.values, each.size, MATTERS)
        return replace(self, up=np.where(up >= SURE, self.up, np.minimum(self.up, up)),
                       down=np.where(down >= SURE, self.down, np.minimum(self.down, down)))

    def side(self, at: int) -> int:
        """1 where the first is surely favoured by what matters, -1 where the second is, else 0."""
        return 1 if self.up[at] >= self.sure else -1 if self.down[at] >= self.sure else 0

    def is_even(self, at: int) -> bool:
        """Whether neither is surely favoured by what matters."""
        return bool(self.even[at] >= self.sure)

    def is_large(self, at: int) -> bool:
        """Whether one of the two is surely favoured by more than LARGE."""
        return bool(self.large[at] >= self.sure)

    def is_small(self, at: int) -> bool:
        """Whether neither is surely favoured by LARGE or more."""
        return bool(self.small[at] >= self.sure)

    def told(self, name: str, at: int) -> dict[str, float]:
        """The columns of a table."""
        low, high = self.values[at] - self.half[at], self.values[at] + self.half[at]
        return {f"at_{name}": float(np.clip(self.values[at], 0, 1)), f"{name}_low": float(max(0.0, low)),
                f"{name}_high": float(min(1.0, high))}


def _funnel(each: Estimated) -> Iterator[dict[str, Any]]:
    if len(each.items) < 2 or each.found.blocks < 2:
        return
    found, size = funnel(each.values[:, :each.found.blocks]), each.size
    for blocks, (p2, p25, p50, p75, p97), alike in zip(found.blocks, found.quantiles, found.alike, strict=True):
        yield {"measure": each.measure.name, "games": int(blocks) * size, "low": p2, "lower": p25, "median": p50,
               "upper": p75, "high": p97, "by_chance": float(alike)}
