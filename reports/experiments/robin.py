"""Anchored round robin: every seat begins with another item, and tokens among the items give them prices."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan, nan, sqrt
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from reports.experiments import against_kind, design, gift, interplay
from reports.experiments.items import HIDDEN, NULL, POINTS, quantity
from reports.experiments.plan import (
    OUTCOMES,
    BalancePlan,
    Cell,
    Data,
    Experiment,
    Findings,
    Named,
    Spread,
    Table,
    Told,
)
from reports.experiments.trials import Trial
from reports.statistics import contrasts, resource, round_robin
from reports.statistics import effects as rotated
from reports.statistics import prices as price
from reports.statistics.contrasts import Worths, holders
from reports.statistics.effects import Floats, Ints
from reports.statistics.resource import ResourcePrice
from reports.statistics.verdicts import HELD
from reports.wording import minus

TOKEN = "token"         # estimand of what is no item
ITEM = 2                # times that an item is drawn in a deal
LEAST_BLOCKS = 2        # that hold a name; one alone would decide what it is worth
LARGEST = 3             # times that the largest token of points is
DESIGNED = 1000         # blocks of a design from which its errors are reckoned
AT_ONCE = 1 << 18       # blocks to whose scores hidden points are added at a time


def names(plan: BalancePlan) -> tuple[str, ...]:
    """Tokens, the null token first, then items."""
    return (*plan.tokens, *plan.items)


def shares(plan: BalancePlan) -> tuple[int, ...]:
    """How often each name is drawn, an item being drawn ITEM times.

    All are compared with nothing, so nothing is drawn as often as the root of their number says (C. W. Dunnett, 1955).
    Games with a hidden token are games with nothing until they are scored, so they are part of that. A scale of points
    is s = sum k tau_k / sum k^2, which is best known for tokens drawn in proportion to k.
    """
    scale, blank = _scale(plan), ITEM * sqrt(len(plan.items))
    alike = [t for t in plan.tokens if t == NULL or quantity(t)[0] == HIDDEN != scale]
    points = [quantity(t)[1] for t in plan.tokens if quantity(t)[0] == scale]

    def share(name: str) -> int:
        if name in alike:
            return max(1, round(blank / len(alike)))
        return max(1, round(LARGEST * quantity(name)[1] / max(points))) if quantity(name)[0] == scale else ITEM

    found = tuple(share(t) for t in plan.tokens) + (ITEM,) * len(plan.items)
    return found if max(found) * plan.seats <= sum(found) else ()


def drawn(plan: BalancePlan, at: int) -> list[int]:
    """The names, by number, that the places of block `at` hold."""
    return design.drawn(len(names(plan)), plan.seats, plan.seed, at, shares(plan))


def cost(plan: BalancePlan, blocks: int) -> float:
    """Squared error of an item's worth over that of a block value, times the blocks: the mean over the items."""
    held = design.drawn_until(len(names(plan)), plan.seats, plan.seed, blocks, shares(plan))
    kept, _, all_names = _as_played(plan, held)
    return float(np.mean(round_robin.cost(kept, len(all_names), 0)[-len(plan.items):]))


def held_share(plan: BalancePlan) -> float:
    """The share of the blocks that hold an item."""
    drawn_as = shares(plan) or (1,) * len(names(plan))
    return min(1.0, plan.seats * drawn_as[-1] / sum(drawn_as))


def trials(plan: BalancePlan, cell: Cell, block: int, at: int) -> list[Trial]:
    """Another item or token for every seat, all of them rotated."""
    all_names = names(plan)
    return design.rotated(plan, cell, block, tuple(all_names[i] for i in drawn(plan, at)))


def estimate(data: Data) -> Findings:
    """Worth of every item against the null token, its price in points and in the resource, and the checks."""
    out, plan = Findings(), data.plan
    all_held = data.places(names(plan))
    held, kept, all_names = _as_played(plan, all_held)
    held, often, all_names = _seen_often(held, all_names)
    kept[kept] = often
    about = {"agent": data.cell.agent, "value": data.cell.value}
    for name in (name for name in names(plan) if name not in all_names and not _merged(plan, name)):
        out.tables.setdefault("not_estimated", []).append(
            {"cell": name, "why": f"{data.cell.name}: held in fewer than {LEAST_BLOCKS} rounds of games"})
    scored = dict(zip(OUTCOMES, with_hidden(data), strict=True))
    pars = {outcome: rotated.par(outcome, plan.seats) for outcome in OUTCOMES}
    played = {name: (scored[name] if _scale(plan) == HIDDEN else data.cube(name))[kept] for name in OUTCOMES}
    all_paid = _resource_prices(plan, held, {name: holders(played[name], pars[name]) for name in OUTCOMES}, all_names)
    for outcome, shown in scored.items():
        x, par, paid = played[outcome], pars[outcome], all_paid[outcome]
        said = round_robin.round_robin(held, x, len(all_names), 0, par)
        prices = _prices(plan, said.worths, all_names)
        for i, name in enumerate(all_names[1:], start=1):
            token = name in plan.tokens
            out.rows.append(data.row(name, TOKEN if token else EXPERIMENT.estimand, outcome, said.effects[i],
                                     supply=plan.supply, price=prices[i], price_resource=paid[i],
                                     naive_win_owned=nan if token else data.naive.get(name, nan)))
        out.tables.setdefault("additivity", []).append(
            {**about, "outcome": outcome, "f": said.additivity.statistic, "p": said.additivity.p,
             "blocks": data.blocks})
        points, of_resource = _by_number(all_names, _scale(plan)), _by_number(all_names, unit(plan))
        exposures = np.bincount(held.reshape(-1), minlength=len(all_names)).tolist()
        out.tables.setdefault(against_kind.TABLE, []).extend(against_kind.of_fit(
            data, EXPERIMENT.estimand, outcome, said.worths, all_names, exposures, points, of_resource, unit(plan)))
        for table, lines in interplay.tables(data, outcome, held, x, kept, all_names).items():
            out.tables.setdefault(table, []).extend(lines)
        if _seen_often(all_held, names(plan))[1].all():
            _check(out, data, outcome, contrasts.from_games(all_held, shown, len(names(plan)), 0, par))
    return out


def _as_played(plan: BalancePlan, held: Ints) -> tuple[Ints, NDArray[np.bool_], tuple[str, ...]]:
    """What the places of blocks hold while the game lasts, where a hidden token is nothing: which says of an item what
    the null token says. With it the blocks that are kept, which do not hold nothing twice, and the names left.

    Where hidden tokens are the scale of prices they stay what they are.
    """
    all_names = names(plan)
    if _scale(plan) == HIDDEN:
        return held, np.ones(len(held), dtype=bool), all_names
    left = tuple(name for name in all_names if not _merged(plan, name))
    merged = np.array([left.index(NULL if _merged(plan, name) else name) for name in all_names])[held]
    kept = (merged == 0).sum(axis=1) < 2
    return merged[kept], kept, left


def _merged(plan: BalancePlan, name: str) -> bool:
    """Whether it is a hidden token that counts as nothing while the game lasts."""
    return name.startswith(HIDDEN) and _scale(plan) != HIDDEN


def _seen_often(held: Ints, all_names: tuple[str, ...]) -> tuple[Ints, NDArray[np.bool_], tuple[str, ...]]:
    """Without the names that too few blocks hold to tell anything of them: the places, blocks kept, and names left.

    A block with such a name goes too, so that others may become rare by it.
    """
    kept, left = np.ones(len(held), dtype=bool), np.ones(len(all_names), dtype=bool)
    while True:
        rare = left & (np.bincount(held[kept].reshape(-1), minlength=len(all_names)) < LEAST_BLOCKS)
        rare[0] = False                     # nothing is what all are compared with
        if not rare.any():
            break
        left &= ~rare
        kept &= left[held].all(axis=1)
    number = np.cumsum(left) - 1
    return number[held[kept]], kept, tuple(name for name, stays in zip(all_names, left, strict=True) if stays)


def with_hidden(data: Data) -> tuple[Floats, Floats]:
    """Margin and win as [block, rotation, seat], with the hidden tokens' points in the final scores.

    A seat that the points bring level shares the win; where they leave it behind, the game's own tie-breaks stand.
    """
    margin, win, score = data.cube("margin").copy(), data.cube("win").copy(), data.cube("score")
    points = {name: quantity(name)[1] for name in data.plan.tokens if name.startswith(HIDDEN)}
    codes, held = pd.factorize(data.seats["held"])
    worth = np.array([float(points.get(name, 0.0)) for name in held])
    for first in range(0, len(score) if points else 0, AT_ONCE):
        part = slice(first, first + AT_ONCE)
        extra = worth[codes.reshape(score.shape)[part]]
        added, has = score[part] + extra, extra > 0
        catches_up = (has & (added >= added.max(axis=2, keepdims=True))).any(axis=2, keepdims=True)
        margin[part] += rotated.margins(extra)
        win[part] = np.where(catches_up, rotated.win_shares(added), win[part])
    return margin, win


def _scale(plan: BalancePlan) -> str:
    """The tokens in which prices are: visible points, or hidden ones where the game cannot hand points out."""
    return POINTS if any(quantity(t)[0] == POINTS for t in plan.tokens) else HIDDEN


def _prices(plan: BalancePlan, worths: Worths, all_names: Sequence[str]) -> list[price.Price | None]:
    """Of each name, within what the tokens held; none where a point is not shown to be worth anything."""
    points = _by_number(all_names, _scale(plan))
    weights, square = np.zeros(len(all_names)), sum(k * k for k in points.values())
    for i, k in points.items():
        weights[i] = k / square
    known = worths.combination(weights).interval.low > 0
    return [price.within(price.price(worths, i, points), max(points.values())) if known else None
            for i in range(len(all_names))]


def most_points(plan: BalancePlan) -> int:
    """Of the largest token of points: beyond it nothing is priced."""
    return max((quantity(t)[1] for t in plan.tokens if quantity(t)[0] == _scale(plan)), default=0)


def _by_number(all_names: Sequence[str], token: str) -> dict[int, float]:
    """The tokens of this name among all names, by number, with their quantities."""
    return {i: float(quantity(n)[1]) for i, n in enumerate(all_names) if token and quantity(n)[0] == token}


def unit(plan: BalancePlan) -> str:
    """The resource whose tokens are in the run, if any."""
    return next((quantity(t)[0] for t in plan.tokens if quantity(t)[0] not in (NULL, POINTS, HIDDEN)), "")


def _resource_prices(plan: BalancePlan, held: Ints, values: Mapping[str, Floats], all_names: Sequence[str]
                     ) -> Mapping[str, Sequence[ResourcePrice | None]]:
    """By outcome, from what the holders got by each."""
    name = unit(plan)
    tokens = _by_number(all_names, name)
    if not tokens:
        return {outcome: [None] * len(all_names) for outcome in values}
    found = resource.resource_prices(held, list(values.values()), len(all_names), 0, tokens, seed=plan.seed, unit=name)
    return dict(zip(values, found, strict=True))


def _check(out: Findings, data: Data, outcome: str, worths: Worths) -> None:
    """Hidden points priced back to what they are, from a fit in which they are tokens of their own.

    Their worth is known exactly in the margin.
    """
    plan = data.plan
    prices = _prices(plan, worths, names(plan))
    for i, token in enumerate(plan.tokens):
        if not token.startswith(HIDDEN):
            continue
        effect, paid = worths.effect(i), prices[i]
        worth = effect.interval
        if _scale(plan) != HIDDEN:
            out.rows.append(data.row(token, TOKEN, outcome, effect, supply=plan.supply, price=paid))
        out.tables.setdefault("hidden_tokens", []).append(
            {"agent": data.cell.agent, "value": data.cell.value, "token": token, "outcome": outcome,
             "truth": float(quantity(token)[1]), "worth": worth.estimate, "low": worth.low, "high": worth.high,
             "price_vp": paid.value if paid else nan, "price_low": paid.low if paid else nan,
             "price_high": paid.high if paid else nan})


def effects(data: Data, x: Floats) -> Named:
    """The worth of each token and item."""
    all_names = names(data.plan)
    found = round_robin.round_robin(data.places(all_names), x, len(all_names), 0)
    return list(zip(all_names[1:], found.effects[1:], strict=True))


def spread(data: Data, outcome: str) -> Spread:
    """Of what a place got, less what it held explains."""
    return design.unexplained(data, outcome, names(data.plan))


def hidden_words(row: Mapping[str, Any]) -> str:
    """Whether the interval of a hidden token's worth holds what it is worth."""
    if isnan(row["low"]):
        return ""
    held = "contains" if row["low"] <= row["truth"] <= row["high"] else "misses"
    worth, low, high = (minus(f"{row[name]:.1f}") for name in ("worth", "low", "high"))
    return (f"As a check, a hidden token of {row['truth']:g} points came out at {worth} ({low} to {high}): the "
            f"interval {held} its true worth.")


TOLD = Told(
    page="what {kind} {are} worth", up="among other items, {it} is worth {points} more than nothing",
    down="among other items, {it} is worth {points} less than nothing",
    none="No item is shown to be worth more than nothing.", column="worth",
    played="Every seat begins with another item, some points, some of a resource or nothing, all in turn.")
EXPERIMENT = Experiment(
    "robin", "round robin", "Worth to a seat that begins with it, among other items", TOLD, trials, estimate,
    gift.refuses, effects=effects, spread=spread, cost=lambda plan: cost(plan, DESIGNED), enough=HELD,
    held=held_share, also=(TOKEN,),
    columns=("price_vp", "price_resource", "naive_win_owned"),
    tables={"hidden_tokens": Table("Hidden points priced back", ("agent", "token", "outcome", "truth", "worth", "low",
                                                                 "high", "price_vp", "price_low", "price_high"),
                                   hidden_words),
            "additivity": design.ADDITIVITY})
