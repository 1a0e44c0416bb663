"""The headline of a page of two strengths: played twice, and what would make it fair."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite, isinf, isnan
from pathlib import Path

import pandas as pd

from reports.documents.names import Meaning, aside
from reports.experiments import again, evening
from reports.experiments.against_kind import TABLE as AGAINST_KIND
from reports.experiments.items import SEATS
from reports.experiments.plan import BalancePlan
from reports.rows import records
from reports.wording import abs_between, capitalised, number, signed, signed_between


@dataclass(frozen=True)
class Head:
    """What a page knows of its headline: the effect, its second run if there is one, and what evens it if known."""

    first: again.Headline
    second: again.Again | None
    evened: evening.Evened | None


def of_run(path: Path, plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> Head | None:
    """The headline of the run at `path`; None where it has none."""
    first = again.headline(plan, tables)
    if first is None:
        return None
    search = next(iter(evening.searches(plan, tables)), None)
    return Head(first, again.second(path, plan, tables), None if search is None else evening.found(path, search))


def heeded(head: Head | None, tables: Mapping[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """The tables of a page: those of the run, with what its second run says of the headline."""
    return again.heeded(tables, None if head is None else head.second)


def not_again(head: Head | None, meaning: Meaning) -> str:
    """What stands in place of a headline that did not come a second time; empty where it did, or was not tried."""
    if head is None or head.second is None or head.second.same:
        return ""
    return (f"{capitalised(aside(head.first.item, meaning))} stood at {_points(head.first)}, but a second run with "
            f"other dice does not show it: {_points(head.second.second)}. It does not count as found.")


def twice(head: Head | None) -> str:
    """What both runs said of the headline."""
    if head is None:
        return ""
    if head.second is None:
        return ("The first finding was not played a second time yet: the command that played this run goes on with "
                "that.")
    if not head.second.same:
        return ""
    one, two = head.second.seeds
    return (f"The first finding was played twice, with other dice the second time: {_points(head.first)} with seed "
            f"{one}, and {_points(head.second.second)} with seed {two}.")


def fair(plan: BalancePlan, head: Head | None, tables: Mapping[str, pd.DataFrame]) -> str:
    """What would make it fair, for a designer: points, which take no games, and a resource, found by playing."""
    if head is None or not_again(head, lambda item: ""):
        return ""
    first, paid = head.first, ""
    if first.of_kind:
        paid = _cost(plan, first, tables)
    elif head.evened is not None:
        paid = _played(plan, head.evened)
    size = f"{number(abs(first.estimate))} points ({abs_between(first.low, first.high)})"
    who = for_whom(plan, first.item, first.side > 0)
    of_mean = f", which makes {first.item} as good as the mean of its kind" if first.of_kind else ""
    return f"What would make it fair: {size} for {who}{of_mean}{paid}."


def for_whom(plan: BalancePlan, item: str, to_others: bool) -> str:
    """Who gets something that evens an item: all others, or its holder."""
    if plan.kind == SEATS:
        others = [place for place in plan.items if place != item]
        return (f"whoever plays {others[0]}" if len(others) == 1 else "each of the others") if to_others else (
            f"whoever plays {item}")
    return ("the other player" if plan.seats == 2 else "each of the others") if to_others else f"whoever has {item}"


def _played(plan: BalancePlan, found: evening.Evened) -> str:
    """The amount of a resource that was found by playing."""
    start, end = (f"{signed(each[0])}, {signed_between(each[1], each[2])}" for each in (found.before, found.after))
    if found.amount == 0:
        return f". In the games in which {found.unit} was tried, nothing is left to be evened ({start})"
    if found.amount is None:
        return (f". In {found.unit}, more than was played takes: with the most {found.item} is still off ({end})")
    said = f"; or at the start {found.amount} {found.unit}, with which {found.item} stands at {signed(found.after[0])} "
    even = "" if not isfinite(found.even_at) else (
        f"; even lies at {number(found.even_at)} {found.unit}, 95 % interval {number(found.low)} to "
        f"{'more' if isinf(found.high) else number(found.high)}")
    return f"{said}({signed_between(found.after[1], found.after[2])}{even})"


def _cost(plan: BalancePlan, first: again.Headline, tables: Mapping[str, pd.DataFrame]) -> str:
    """What an item should cost more or less, in the resource of the tokens; empty where that is not known."""
    row = next((row for row in records(tables[AGAINST_KIND]) if row["agent"] == plan.stronger
                and row["outcome"] == again.ABOUT and row["item"] == first.item), {})
    if not row.get("resource_unit") or isnan(row.get("resource", float("nan"))):
        return ""
    value, low, high = (row[name] for name in ("resource", "resource_low", "resource_high"))
    if isinf(value):
        return f"; in {row['resource_unit']}, more than the {row['resource_most']:g} that were played"
    low, high = sorted((abs(low), abs(high)))
    upper = f"more than {row['resource_most']:g}" if isinf(high) else number(high)
    return (f"; or a price {number(abs(value))} {row['resource_unit']} {'higher' if value > 0 else 'lower'} "
            f"({number(low)} to {upper})")


def _points(of: again.Headline) -> str:
    return f"{signed(of.estimate)} points ({signed_between(of.low, of.high)})"
