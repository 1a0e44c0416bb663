"""Items against the mean of their kind, and against what is printed as their cost: what a designer asks first.

A gift is worth something whatever it is, so that against nothing all items are strong. Here each is compared with the
mean of its kind in the same games, and its printed cost, where the game knows one, with what costs are on average.
"""
from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan
from typing import Any

import numpy as np
from scipy import special

from mcts.interval import ENOUGH, Interval
from reports.experiments import what_if
from reports.experiments.plan import NAMES, BalancePlan, Data, load
from reports.experiments.rows import Row, possible
from reports.statistics import deviations
from reports.statistics.blocks import Q, q_values
from reports.statistics.contrasts import Worths
from reports.statistics.deviations import scale, weights
from reports.statistics.effects import Effect
from reports.statistics.prices import Price, within
from reports.statistics.verdicts import (
    BOTH_LEVEL,
    at_level,
    at_two_budgets,
    at_two_strengths,
    blocks_to_go,
    is_open,
    verdict,
)

TABLE = "against_kind"
LEAST = 3               # items that a mean is taken of
ALONE = ("gift", "take", "restrict")    # experiments that ask of each item in blocks of its own
WORDS = {"strong": "well above", "weak": "well below", "balanced": "as the mean", "no difference": "as the mean"}
UNKNOWN = Price(nan, nan, nan, nan, nan)

Line = dict[str, Any]


def of_fit(data: Data, estimand: str, outcome: str, worths: Worths, names: Sequence[str], exposures: Sequence[int],
           points: dict[int, float], resource: dict[int, float], unit: str) -> list[Line]:
    """A line an item of a fit that holds all of them; `points` and `resource` are its tokens, by number."""
    plan, count = data.plan, len(names)
    items = [at for at, name in enumerate(names) if name in plan.items]
    if len(items) < LEAST:
        return []
    found = deviations.deviations(worths, items, [exposures[at] for at in items])
    mean = worths.combination(np.isin(np.arange(count), items) / len(items)).interval
    costs = _costs(plan, [names[at] for at in items])
    in_points = scale(count, points) if points and _is_scale(worths, points) else None
    in_resource = scale(count, resource) if resource and _is_scale(worths, resource) else None
    out = []
    for at, cost, effect in zip(items, costs, found, strict=True):
        own = weights(count, items, at)
        price, paid = (UNKNOWN if each is None else deviations.ratio(worths, own, each)
                       for each in (in_points, in_resource))
        over = UNKNOWN if in_resource is None or isnan(cost) else deviations.ratio(
            worths, (cost - float(np.mean(costs))) * in_resource - own, in_resource)
        most = [max(tokens.values(), default=nan) for tokens in (points, resource)]
        price, paid, over = (within(each, reach, -reach) for each, reach in ((price, most[0]), (paid, most[1]),
                                                                             (over, most[1])))
        out.append({**_line(data.cell.agent, data.cell.value, plan.called(names[at]), estimand, outcome, effect,
                            data.delta(outcome)),
                    "kind_mean": mean.estimate, "kind_low": mean.low, "kind_high": mean.high,
                    "price_vp": price.value, "price_low": price.low, "price_high": price.high,
                    "resource": paid.value, "resource_low": paid.low, "resource_high": paid.high,
                    "resource_unit": unit if in_resource is not None else "",
                    "points_most": most[0], "resource_most": most[1],
                    "printed_cost": cost, "overpriced": over.value, "overpriced_low": over.low,
                    "overpriced_high": over.high})
    return _judged(out, plan.q)


def of_rows(rows: Sequence[Row], plan: BalancePlan) -> list[Line]:
    """The same for experiments that ask of each item in blocks of its own. Only of runs of fixed length: the interval
    of a difference does not hold at every look.
    """
    families: dict[tuple[str, ...], list[tuple[str, Row]]] = {}
    alone = {record.estimand for record in plan.records if record.name in ALONE}
    for each in rows if plan.stop == "fixed" else ():
        if each.estimand in alone and not isnan(each.stderr):
            item, value = what_if.told_apart(plan.vary, plan.values, each.item)
            families.setdefault((each.agent, value, each.estimand, each.outcome), []).append((item, each))
    out: list[Line] = []
    for (agent, value, estimand, outcome), members in families.items():
        own = [row for _, row in members]
        if len(own) < LEAST:
            continue
        found = deviations.independent([r.estimate for r in own], [r.stderr for r in own], [r.blocks for r in own],
                                       [r.games for r in own])
        mean = float(np.mean([r.estimate for r in own]))
        out += _judged([{**_line(agent, value, item, estimand, outcome, effect, row.delta), "kind_mean": mean}
                        for (item, row), effect in zip(members, found, strict=True)], plan.q)
    return out


def in_words(lines: list[Line], plan: BalancePlan) -> list[Line]:
    """The lines with a verdict in a word, and beside it the blocks to go where nothing is settled.

    With two budgets a verdict holds as far as both say it; `depends on skill` where they are shown to differ. With two
    strengths each line keeps its own, and that of the stronger says under `kept` what becomes of it there.
    """
    families: dict[tuple[str, ...], list[tuple[Line, Line]]] = {}
    of = {(x["agent"], x["value"], x["estimand"], x["outcome"], x["item"]): x for x in lines}
    for key, strong in of.items() if plan.stronger else ():
        if key[0] == plan.stronger and (weak := of.get((plan.agents[0], *key[1:]))) is not None:
            strong["kept"] = at_two_strengths(_strictly(weak, plan.q), _strictly(strong, plan.q),
                                              (weak["deviation"] > 0, strong["deviation"] > 0)).partition(",")[0]
    for key, one in () if plan.stronger else of.items():
        if key[0] == plan.agents[0] and (two := of.get((plan.agents[-1], *key[1:]))) is not None and one is not two:
            families.setdefault(key[1:-1], []).append((one, two))
    for pairs in families.values():
        for (one, two), q in zip(pairs, q_values([_p_apart(*pair) for pair in pairs]), strict=True):
            one["verdict"] = two["verdict"] = at_two_budgets(one["verdict"], two["verdict"], q <= plan.q)
            one["q_budgets"] = two["q_budgets"] = q
    for line in lines:
        said = line["verdict"]
        line["blocks_to_go"] = blocks_to_go(said) if is_open(said) else 0
        word = said.partition(",")[0]
        line["verdict"] = WORDS.get(word, word) if word != "slight" else (
            f"slightly {'above' if line['deviation'] > 0 else 'below'}")
    return lines


def _p_apart(one: Line, two: Line) -> float:
    """Two-sided p that an item deviates alike at both budgets, from blocks of their own."""
    error = (one["stderr"] ** 2 + two["stderr"] ** 2) ** 0.5
    return float(2 * special.ndtr(-abs(one["deviation"] - two["deviation"]) / error)) if error > 0 else nan


def _line(agent: str, value: str, item: str, estimand: str, outcome: str, effect: Effect, delta: float) -> Line:
    of = (possible(effect, (-1.0, 1.0)) if outcome == "win" else effect).interval
    return {"agent": agent, "value": value, "item": item, "estimand": estimand, "outcome": outcome,
            "deviation": of.estimate, "low": of.low, "high": of.high, "level": of.level, "stderr": of.stderr,
            "blocks": of.blocks, "games": effect.games, "p": effect.p, "delta": delta}


def _judged(lines: list[Line], limit: float) -> list[Line]:
    """The lines of one family with q, verdict, and the deviation drawn to the mean as far as its error asks for."""
    drawn = deviations.shrink([line["deviation"] for line in lines], [line["stderr"] for line in lines])
    found = q_values([line["p"] for line in lines])
    for line, q, value, error in zip(lines, found, drawn.values, drawn.stderrs, strict=True):
        line |= {"q": q, "verdict": _verdict(line, q, limit), "shrunk": float(value), "shrunk_stderr": float(error)}
    return lines


def _verdict(line: Line, q: float, limit: float) -> str:
    return _of(Interval(line["deviation"], line["low"], line["high"], line["stderr"], line["level"], line["blocks"]),
               line, q, limit)


def _strictly(line: Line, limit: float) -> str:
    """The verdict for a word that rests on two of them: with half the error."""
    of = Interval(line["deviation"], line["low"], line["high"], line["stderr"], line["level"], line["blocks"])
    return _of(at_level(of, BOTH_LEVEL), line, line["q"], limit / 2)


def _of(of: Interval, line: Line, q: float, limit: float) -> str:
    least = next((r.enough for r in map(load, NAMES) if r.estimand == line["estimand"]), ENOUGH)
    return verdict(of, line["outcome"], q * Q / limit, line["delta"], least[line["outcome"]])


def _costs(plan: BalancePlan, names: Sequence[str]) -> list[float]:
    """What each costs as printed; nothing where printed numbers were changed, or where all cost the same."""
    kind = plan.rules_of_game.balance.items.get(plan.kind)
    changed = bool(plan.vary or plan.options.get("rules"))
    if kind is None or changed or not all(name in kind.costs for name in names):
        return [nan] * len(names)
    return [float(kind.costs[name]) for name in names]


def _is_scale(worths: Worths, tokens: dict[int, float]) -> bool:
    """Whether a unit of these tokens is shown to be worth something."""
    return worths.combination(scale(len(worths.values), tokens)).interval.low > 0
