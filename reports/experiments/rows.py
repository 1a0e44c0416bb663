"""One row an item, estimand and outcome: what a balance report shows, writes and plots."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace
from math import isnan, nan

import pandas as pd

from mcts.interval import DELTA
from reports.experiments.items import PLACES
from reports.statistics.blocks import FEW
from reports.statistics.effects import Effect
from reports.statistics.prices import Price
from reports.statistics.resource import ResourcePrice
from reports.statistics.verdicts import SEQUENCE, blocks_to_go, is_open

STOP_RULES = ("fixed", SEQUENCE)        # under which there are estimates
# what an item is ranked by: the first of these that was measured. The naive rate is in no such list
RANKED_BY = ("take or leave", "round robin", "gift")


@dataclass(frozen=True)
class RunFacts:
    """What all rows of a run share."""

    game: str
    version: int
    seats: int
    boards: str
    agent: str
    budget: int
    seed: int
    stop_rule: str = "fixed"
    options: str = ""           # of the game, as `name=value`, with spaces between


@dataclass(frozen=True)
class Row:
    """The columns of a report, in their order. `estimate` is off par: share of the win, or points.

    A price in a resource is infinite where it lies outside the quantities of the tokens, 0 to `resource_most`. While
    rows are judged a verdict that is open also says for how many blocks; `table` puts these in a column of their own.
    """

    game: str
    version: int
    seats: int
    boards: str
    options: str
    agent: str
    budget: int
    item: str
    estimand: str
    supply: str
    outcome: str
    estimate: float
    low: float
    high: float
    level: float
    stderr: float
    blocks: int
    games: int
    luck_left: float
    p: float
    q: float
    verdict: str
    delta: float
    price_vp: float
    price_low: float
    price_high: float
    price_resource: float
    resource_low: float
    resource_high: float
    resource_most: float
    resource_unit: str
    opportunity_rate: float
    take_rate: float
    naive_win_owned: float
    seed: int
    stop_rule: str

    @property
    def in_resource(self) -> str:
        """The price in the resource in words, `2.3 (1.8 to 2.9) silver`; empty where there is none."""
        return "" if not self.resource_unit else str(ResourcePrice(
            self.price_resource, self.resource_low, self.resource_high, self.resource_most, self.level,
            self.resource_unit))

    @property
    def half_width(self) -> float:
        """Of the interval; nan where there is none."""
        return (self.high - self.low) / 2


TO_GO = "blocks_to_go"      # column: 0 where the verdict is not open
COLUMNS = tuple(name for field in fields(Row) for name in ((field.name, TO_GO) if field.name == "verdict" else
                                                           (field.name,)))


def row(run: RunFacts, item: str, estimand: str, outcome: str, effect: Effect, *, supply: str = "",
        delta: float | None = None, price: Price | None = None, price_resource: ResourcePrice | None = None,
        opportunity_rate: float = nan, take_rate: float = nan, naive_win_owned: float = nan) -> Row:
    """A row without q and verdict, which need the whole family (`results.judged`).

    Raises ValueError under another stopping rule: what a sequential test stopped is decided, but not estimated.
    """
    if run.stop_rule not in STOP_RULES:
        raise ValueError(f"found stop rule {run.stop_rule!r}, expected {' or '.join(STOP_RULES)}")
    found, paid = effect.interval, price_resource or ResourcePrice(nan, nan, nan, nan, nan)
    return Row(run.game, run.version, run.seats, run.boards, run.options, run.agent, run.budget, item, estimand,
               supply, outcome, found.estimate, found.low, found.high, found.level, found.stderr, found.blocks,
               effect.games, effect.luck_left, effect.p, nan, "", DELTA[outcome] if delta is None else delta,
               price.value if price else nan, price.low if price else nan, price.high if price else nan,
               paid.value, paid.low, paid.high, paid.most, paid.unit, opportunity_rate, take_rate, naive_win_owned,
               run.seed, run.stop_rule)


def possible(effect: Effect, bounds: tuple[float, float]) -> Effect:
    """The effect with its estimate and interval within what can be, such as no more than all of the win."""
    def kept(x: float) -> float:
        return min(max(x, bounds[0]), bounds[1])        # NaN stays NaN
    found = effect.interval
    return replace(effect, interval=replace(found, estimate=kept(found.estimate), low=kept(found.low),
                                            high=kept(found.high)))


def is_shown(row: Row) -> bool:
    """Whether there are rounds enough for its number to be more than noise; tables as files have all of them."""
    return row.blocks >= FEW and not isnan(row.estimate)


def ranked(rows: Iterable[Row]) -> list[Row]:
    """Best item first, by its margin at take or leave; where that was not measured, by the next of `RANKED_BY`.

    The rows of an item stay together, take or leave first.
    """
    known = list(rows)
    worth = {item: _worth([each for each in known if each.item == item]) for item in {each.item for each in known}}

    def place(each: Row) -> tuple[object, ...]:
        rank, value = worth[each.item]
        own = RANKED_BY.index(each.estimand) if each.estimand in RANKED_BY else len(RANKED_BY)
        return rank, -value, in_order(each.item), own, each.estimand, each.outcome

    return sorted(known, key=place)


def in_order(item: str) -> tuple[int, str]:
    """What places in turn order sort by, first to last; other items by their names."""
    place = item.split(" ")[0]
    return PLACES.index(place) if place in PLACES else len(PLACES), item


def table(rows: Iterable[Row]) -> pd.DataFrame:
    """The rows as a table, columns in their order: a verdict is a word, and the blocks to go are a number."""
    return pd.DataFrame([{**asdict(each), "verdict": each.verdict.partition(",")[0],
                          TO_GO: blocks_to_go(each.verdict) if is_open(each.verdict) and "," in each.verdict else 0}
                         for each in rows], columns=list(COLUMNS))


def _worth(rows: list[Row]) -> tuple[int, float]:
    for rank, estimand in enumerate(RANKED_BY):
        for outcome in ("margin", "win"):
            for each in rows:
                if each.estimand == estimand and each.outcome == outcome and not isnan(each.estimate):
                    return rank, each.estimate
    return len(RANKED_BY), 0.0
