"""Anchored round robin: every seat begins with another item, and tokens among the items give them prices."""
from __future__ import annotations

from collections.abc import Sequence
from math import nan
from typing import Any

import numpy as np

from reports.estimators import price, resource, rotated, round_robin
from reports.estimators.contrasts import Worths, holders
from reports.estimators.rotated import Floats, Ints
from reports.estimators.rows import row
from reports.experiments import design
from reports.experiments.data import OUTCOMES, Data, Found
from reports.experiments.kinds import HIDDEN, NULL, POINTS, quantity
from reports.experiments.lines import Trial
from reports.experiments.plan import Cell, Plan

ESTIMAND, TOKEN = "round robin", "token"


def names(plan: Plan) -> tuple[str, ...]:
    """Tokens, the null token first, then items."""
    return (*plan.tokens, *plan.items)


def trials(plan: Plan, cell: Cell, block: int, at: int) -> list[Trial]:
    """Another item or token for every seat, all of them rotated."""
    all_names = names(plan)
    drawn = design.drawn(len(all_names), plan.seats, plan.seed, at)
    return design.rotated(plan, cell, block, tuple(all_names[i] for i in drawn))


def found(data: Data) -> Found:
    """Worth of every item against the null token, its price in points and in the resource, and the checks."""
    out, plan, all_names = Found(), data.plan, names(data.plan)
    held, count = data.places(all_names), len(all_names)
    about = {"agent": data.cell.agent, "value": data.cell.value}
    for outcome, x in zip(OUTCOMES, with_hidden(data), strict=True):
        par = rotated.par(outcome, plan.seats)
        said = round_robin.round_robin(held, x, count, 0, par)
        points = {i: float(quantity(n)[1]) for i, n in enumerate(all_names) if quantity(n)[0] == _scale(plan)}
        scale = _has_scale(said.worths, points)
        prices = [price.price(said.worths, i, points) if scale else None for i in range(count)]
        paid = _resource_prices(plan, held, holders(x, par), count)
        for i in range(1, count):
            name, token = all_names[i], i < len(plan.tokens)
            out.rows.append(row(
                data.run, data.called(name), TOKEN if token else ESTIMAND, outcome, said.effects[i],
                supply=plan.supply, delta=data.delta(outcome), price=prices[i], price_resource=paid[i],
                naive_win_owned=nan if token else data.naive.get(name, nan)))
        out.tables.setdefault("additivity", []).append(
            {**about, "outcome": outcome, "f": said.additivity.statistic, "p": said.additivity.p,
             "blocks": data.blocks})
        out.tables.setdefault("hidden_tokens", []).extend(_check(about, plan, said.worths, outcome, prices))
    return out


def with_hidden(data: Data) -> tuple[Floats, Floats]:
    """Margin and win as [block, rotation, seat], with the hidden tokens' points in the final scores.

    A seat that the points bring level shares the win; where they leave it behind, the game's own tie-breaks stand.
    """
    margin, win, score = data.cube("margin"), data.cube("win"), data.cube("score")
    held = data.seats["held"].to_numpy().reshape(score.shape)
    extra = np.zeros_like(score)
    for name in data.plan.tokens:
        if name.startswith(HIDDEN):
            extra[held == name] = quantity(name)[1]
    added = score + extra
    has = extra > 0
    catches_up = (has & (added >= added.max(axis=2, keepdims=True))).any(axis=2, keepdims=True)
    return margin + rotated.margins(extra), np.where(catches_up, rotated.win_shares(added), win)


def _scale(plan: Plan) -> str:
    """The tokens in which prices are: visible points, or hidden ones where the game cannot hand points out."""
    return POINTS if any(quantity(t)[0] == POINTS for t in plan.tokens) else HIDDEN


def _has_scale(worths: Worths, points: dict[int, float]) -> bool:
    """Whether a point is shown to be worth anything: else nothing can be priced in points."""
    weights, square = np.zeros(len(worths.values)), sum(k * k for k in points.values())
    for i, k in points.items():
        weights[i] = k / square
    return worths.combination(weights).found.low > 0


def unit(plan: Plan) -> str:
    """The resource whose tokens are in the run, if any."""
    return next((quantity(t)[0] for t in plan.tokens if quantity(t)[0] not in (NULL, POINTS, HIDDEN)), "")


def _resource_prices(plan: Plan, held: Ints, values: Floats, count: int) -> list[Any]:
    name = unit(plan)
    tokens = {i: float(quantity(t)[1]) for i, t in enumerate(plan.tokens) if quantity(t)[0] == name and name}
    if not tokens:
        return [""] * count
    return list(resource.resource_prices(held, values, count, 0, tokens, seed=plan.seed, unit=name))


def _check(about: dict[str, Any], plan: Plan, worths: Worths, outcome: str,
           prices: Sequence[price.Price | None]) -> list[dict[str, Any]]:
    """Hidden points priced back to what they are: in the margin their worth is known exactly."""
    lines = []
    for i, token in enumerate(plan.tokens):
        if token.startswith(HIDDEN):
            worth, paid = worths.effect(i).found, prices[i]
            lines.append({**about, "token": token, "outcome": outcome, "truth": float(quantity(token)[1]),
                          "worth": worth.value, "low": worth.low, "high": worth.high,
                          "price_vp": paid.value if paid else nan, "price_low": paid.low if paid else nan,
                          "price_high": paid.high if paid else nan})
    return lines
