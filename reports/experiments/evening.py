"""What would make it fair? The smallest amount of a resource that evens a place, a board or a gift, found by playing.

The amount goes to those who are behind: to whoever holds it where that is worse than par, else to all others. Amounts
are doubled until the effect is no longer on its side, and then halved in between; all of them see the same luck. Each
is played until its interval leaves 0 out or lies within what matters: looks after 50, 100 and 200 blocks share the
error. Values of blocks are kept in RUN/even, a file an item, so that a stopped search goes on.

In points nothing needs to be played: k points more for the others move the margin by exactly k. What tiles should cost,
against the mean of their kind, is known from the tokens of the same games (`against_kind`).
"""
from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import reports.run
from games.api import InputError
from mcts.limits import SEEDS
from mcts.play import Task
from mcts.simulate import Player
from mcts.workers import in_order
from reports.experiments import again
from reports.experiments.items import GIFTS, POINTS, SEATS, Kind, quantity, with_items
from reports.experiments.plan import BalancePlan
from reports.experiments.trials import Line, Trial, Trialist
from reports.run import MANIFEST, SHARD
from reports.statistics.effects import Floats, quantile

FOLDER = "even"
LOOKS = (50, 100, 200)      # blocks of an amount
LEVEL = 0.95                # of all looks together, and of the interval of the amount
MOST = (16, 8, 4, 2, 1)     # units of the resource at most, by what the game hands out
APART = 15_485_863          # between the seed of a run and that of its search
DRAWS = 2000                # of the bootstrap over blocks
PLAYED = ("seats", "boards", "gift")        # experiments whose items are evened by playing


@dataclass(frozen=True)
class Evened:
    """What evens an item. `amount` is None where no amount played does; the interval is of the amount between two."""

    item: str
    unit: str                   # of the resource
    to_others: bool             # who gets it: all others, or the holder
    amount: int | None          # the smallest amount with which the effect is no longer on its side
    before: tuple[float, float, float]      # effect in points, with its interval, with nothing
    after: tuple[float, float, float]       # and with the amount, or with the largest played
    even_at: float
    low: float
    high: float
    blocks: int                 # of the amount


@dataclass(frozen=True)
class Search:
    """A search for one item."""

    plan: BalancePlan
    first: again.Headline
    unit: str
    step: int                   # of the resource, that one token holds
    most: int                   # steps that are played

    @property
    def seed(self) -> int:
        """Of its games."""
        return (self.plan.seed + APART) % SEEDS

    @property
    def name(self) -> str:
        """The item as the plan has it."""
        return next(item for item in self.plan.items if self.plan.called(item) == self.first.item)

    def asked(self) -> dict[str, Any]:
        """What a file is about, as plain data."""
        p = self.plan
        return {"game": p.game, "version": p.version, "seats": p.seats, "options": dict(p.options), "item": self.name,
                "agent": p.stronger, "unit": self.unit, "step": self.step, "side": self.first.side, "seed": self.seed}

    def trials(self, amount: int, block: int) -> Iterator[tuple[Trial, int]]:
        """The games of a block with so many steps for those behind; and the seat that the item is about."""
        n = self.plan.seats
        for r in range(n):
            options = dict(self.plan.options)
            luck = r if self.plan.kind == SEATS else 0
            if self.plan.kind == SEATS:
                holder = self._order(self._task(block, r, options, luck))[self.plan.items.index(self.name)]
            else:
                holder = r
                options = with_items(self.plan.items_kind, options, self._held(block, r))
            behind = [s for s in range(n) if (s != holder) == (self.first.side > 0)]
            paid = [f"{self.unit} {self.step * amount}" if amount and s in behind else "" for s in range(n)]
            options = with_items(Kind("tokens", (), GIFTS), options, paid)
            yield Trial(self._task(block, r, options, luck), "even", self.name, str(amount)), holder

    def _task(self, block: int, rotation: int, options: Mapping[str, str], luck: int) -> Task:
        p = self.plan
        return Task(p.game, p.seats, dict(options), self.seed, (p.stronger,) * p.seats,
                    number=block * p.seats + rotation, block=block, rotation=rotation, luck=luck)

    def _held(self, block: int, holder: int) -> tuple[str, ...]:
        """What every seat begins with: the item, and other boards drawn for the rest where all have one."""
        n, others = self.plan.seats, [item for item in self.plan.items if item != self.name]
        if self.plan.items_kind.is_gift:
            return tuple(self.name if s == holder else "" for s in range(n))
        drawn = np.random.default_rng((self.seed, block)).permutation(len(others))[:n - 1]
        return tuple(self.name if s == holder else others[drawn[(s - holder) % n - 1]] for s in range(n))

    def _order(self, task: Task) -> Sequence[int]:
        line = Line(task)
        line.draw()
        found = self.plan.rules_of_game.balance.order(line.state)
        assert found is not None, "a run about places has a turn order before the first decision"
        return found


def searches(plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> list[Search]:
    """A search for the headline of a run, if its items are evened by playing and the game has a resource."""
    first = again.headline(plan, tables)
    token = next((quantity(t) for t in plan.rules_of_game.balance.tokens if quantity(t)[0] != POINTS), None)
    if first is None or first.of_kind or token is None:
        return []
    if next(record for record in plan.records if record.estimand == first.estimand).name not in PLAYED:
        return []
    most = next((amount for amount in MOST if _takes(Search(plan, first, *token, amount))), 0)
    return [Search(plan, first, *token, most)] if most else []


def _takes(search: Search) -> bool:
    """Whether the game hands out the most that may be played."""
    trial, _ = next(search.trials(search.most, 0))
    try:
        search.plan.rules_of_game.start(search.plan.seats, dict(trial.task.options))
    except InputError:
        return False
    return True


def play(path: Path, search: Search, jobs: int = 1, backend: str = "loky", scheduler: str | None = None,
         progress: Callable[[float], None] | None = None) -> Evened:
    """Search on from what RUN/even holds of this item, to the end."""
    player = Player.here(search.plan.game, search.plan.version)

    def more(amount: int, blocks: range) -> list[float]:
        planned = [each for block in blocks for each in search.trials(amount, block)]
        with closing(in_order(Trialist(player, False), iter([trial for trial, _ in planned]), jobs, backend,
                              scheduler)) as results:
            margins = [played[0].finished.margins[holder] for played, (_, holder) in zip(results, planned, strict=True)]
        return np.reshape(margins, (-1, search.plan.seats)).mean(axis=1).tolist()

    known = kept(path, search)

    def values(amount: int, blocks: int) -> Floats:
        own = known.setdefault(str(amount), [])
        if len(own) < blocks:
            own += more(amount, range(len(own), blocks))
            write(path, search, known)
        if progress is not None:
            progress(min(0.99, sum(map(len, known.values())) / (LOOKS[-1] * 6)))
        return np.asarray(own[:blocks])

    return smallest(search, values)


def kept(path: Path, search: Search) -> dict[str, list[float]]:
    """Values of blocks by amount, as far as they were played. Raises InputError for a file about something else."""
    file = _file(path, search)
    if not file.exists():
        return {}
    document = json.loads(file.read_text(encoding="utf-8"))
    if document.get("asked") != search.asked():
        raise InputError(f"{file}: holds another search; delete the folder, and the command plays it again")
    return {str(amount): list(own) for amount, own in document["values"].items()}


def write(path: Path, search: Search, known: Mapping[str, Sequence[float]]) -> None:
    """Write what is known of an item, whole."""
    (path / FOLDER).mkdir(exist_ok=True)
    ordered = {amount: list(known[amount]) for amount in sorted(known, key=int)}
    text = json.dumps({"asked": search.asked(), "values": ordered}, indent=1) + "\n"
    reports.run.write(_file(path, search), text.encode())


def _file(path: Path, search: Search) -> Path:
    return path / FOLDER / f"{search.first.item.replace(' ', '-').replace('/', '-')}.json"


def next_search(path: Path, plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> Search | None:
    """The search below a finished run that is not at its end; None where there is none. A shard has none, nor has a
    headline that its second run does not show.
    """
    if reports.run.open_run(path).manifest.get(SHARD) is not None:
        return None
    if (second := again.second(path, plan, tables)) is not None and not second.same:
        return None
    return next((each for each in searches(plan, tables) if found(path, each) is None), None)


def found(path: Path, search: Search) -> Evened | None:
    """What a finished search found; None where games of it are missing."""
    known = kept(path, search) if (path / MANIFEST).exists() else {}

    def values(amount: int, blocks: int) -> Floats:
        own = known.get(str(amount), [])
        if len(own) < blocks:
            raise LookupError
        return np.asarray(own[:blocks])

    try:
        return smallest(search, values)
    except LookupError:
        return None


# ---- the search itself -------------------------------------------------------------------------


def smallest(search: Search, values: Callable[[int, int], Floats]) -> Evened:
    """The smallest amount with which an effect is no longer shown on its side; values(amount, blocks) plays.

    Where nothing of it is seen with nothing paid, the amount is 0.
    """
    def is_beyond(amount: int) -> bool:
        return _settled(values, amount, search.plan.delta_margin)[0] == search.first.side

    if not is_beyond(0):
        return _evened(search, 0, 0, values)
    last, amount = 0, 1
    while is_beyond(amount):
        if amount >= search.most:
            return _evened(search, None, amount, values)
        last, amount = amount, 2 * amount
    while amount - last > 1:
        middle = (amount + last) // 2
        if is_beyond(middle):
            last = middle
        else:
            amount = middle
    return _evened(search, amount, last, values)


def _settled(values: Callable[[int, int], Floats], amount: int, delta: float) -> tuple[int, Floats]:
    """On which side of 0 an effect is shown, 0 for none; and its blocks."""
    d = np.empty(0)
    for blocks in LOOKS:
        d = values(amount, blocks)
        low, high = _interval(d, 1 - (1 - LEVEL) / len(LOOKS))
        if low > 0 or high < 0:
            return (1 if low > 0 else -1), d
        if -delta < low and high < delta:
            break
    return 0, d


def _evened(search: Search, amount: int | None, last: int, values: Callable[[int, int], Floats]) -> Evened:
    delta, step = search.plan.delta_margin, search.step

    def told(d: Floats) -> tuple[float, float, float]:
        return float(d.mean()), *_interval(d, 1 - (1 - LEVEL) / len(LOOKS))

    start = _settled(values, 0, delta)[1]
    end = _settled(values, last if amount is None else amount, delta)[1]
    even = low = high = nan
    if amount:
        blocks = max(len(end), len(_settled(values, last, delta)[1]))
        even, low, high = (step * x for x in between(last, values(last, blocks), amount, values(amount, blocks),
                                                     search.first.side))
    return Evened(search.first.item, search.unit, search.first.side > 0, None if amount is None else step * amount,
                  told(start), told(end), even, low, high, len(end))


def between(last: int, one: Floats, amount: int, end: Floats, side: int) -> tuple[float, float, float]:
    """Where a straight line through two amounts is 0, from values of the same blocks; its interval by bootstrap over
    blocks. Infinite where the line does not lead away from this side of 0.
    """
    def root(a: Floats, b: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            at = last + (amount - last) * a / (a - b)
        return np.where((a - b) * side > 0, at, np.inf)

    drawn = np.random.default_rng(0).integers(0, len(one), (DRAWS, len(one)))
    low, high = np.quantile(root(one[drawn].mean(axis=1), end[drawn].mean(axis=1)), [(1 - LEVEL) / 2, (1 + LEVEL) / 2],
                            method="lower")
    return float(root(one.mean(), end.mean())), max(0.0, float(low)), float(high)


def _interval(d: Floats, level: float) -> tuple[float, float]:
    half = quantile(level, len(d) - 1) * float(d.std(ddof=1)) / len(d) ** 0.5
    return float(d.mean()) - half, float(d.mean()) + half
