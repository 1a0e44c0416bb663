"""What a balance run is: experiments, the blocks in which they are laid out, and the games of a cell as arrays.

A run is a cycle of cells, again and again: block b belongs to cell b mod (length of the cycle). A cell is one
experiment with one agent, at one value of a varied number, about one item; experiments that compare many items in every
block have one cell for all of them, as many times in the cycle as there are items. However far a run has come, it is
a whole number of blocks of every cell, give or take one.

An experiment is one record, EXPERIMENT, in the file of its name, which NAMES lists.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import games
from games.api import Game, InputError
from mcts.agents import Flat, Search, make
from mcts.interval import ENOUGH
from mcts.play import Task
from reports.experiments import what_if
from reports.experiments.items import Kind, kind_of
from reports.experiments.rows import Row, RunFacts, possible, row
from reports.experiments.trials import MAIN, PLACE, PLAYED, Trial
from reports.statistics.effects import Effect, Floats, Ints
from reports.statistics.sequences import FIRST, effect_now
from reports.statistics.verdicts import SEQUENCE

NAMES = ("gift", "robin", "take", "supply", "seats", "boards", "restrict", "style", "skill", "opening", "pairs")
STOPS = {"fixed": "fixed", "sequence": SEQUENCE, "gsprt": "gsprt"}      # when a run stops: as asked, and in the rows
OUTCOMES = ("margin", "win")            # the primary one first
KIND, RECORDED = "balance", "recorded"  # of run; the field that says whether it keeps them
MERGED = "merged"                       # seed and blocks of each run of one that was put together from several
STRONGER = "stronger"                   # in a manifest, the agent whose games the verdicts go by
TARGET = "target"                       # of effects where a number is varied, in a manifest
LATER = (RECORDED, TARGET, MERGED, STRONGER)    # fields that manifests have only where they say something
Wins = Counter[tuple[str, str, str, float]]     # owners by agent, value of a varied number, item and share of the win


@dataclass(frozen=True)
class Cell:
    """One question of a run."""

    experiment: str
    agent: str
    item: str = ""
    value: str = ""

    @property
    def name(self) -> str:
        """In a line, for messages and figures."""
        return " ".join(filter(None, (self.experiment, self.item, self.value and f"at {self.value}", self.agent)))


@dataclass(frozen=True)
class BalancePlan:
    """A balance run. `reports.experiments.question.make_plan` builds and checks it."""

    game: str
    version: int
    seats: int
    options: Mapping[str, str]
    kind: str
    items: tuple[str, ...]
    experiments: tuple[str, ...]
    agents: tuple[str, ...]             # of all seats: one, the same at budget b and 4b, or a weaker and a stronger
    tokens: tuple[str, ...]             # of the round robin, the null token first
    blocks: int
    seed: int
    supply: str = "given"               # or "moved": what is handed out is not in the supply as well
    stop: str = "fixed"
    delta_win: float = 0.02
    delta_margin: float = 1.5       # points; a question sets it to what delta_win is worth in the game
    q: float = 0.10
    vary: str = ""                      # the printed number that is varied
    values: tuple[str, ...] = ()
    rules: str = ""                     # digest of what option `rules` held
    recorded: bool = False              # whether the games are written down
    target: str = ""                    # of effects where a number is varied: zero, mean, or points; else zero, and
                                        # no further values are played to find it
    merged: tuple[tuple[int, int], ...] = ()    # seed and blocks of each run that this one was put together from
    stronger: str = ""                  # the second of two agents of unlike strength; empty: one player, at one or two
                                        # budgets

    @cached_property
    def rules_of_game(self) -> Game:
        """The game's record."""
        return games.load(self.game)

    def called(self, item: str) -> str:
        """An item in words: a number alone says nothing."""
        return f"{self.kind.removesuffix('s')} {item}" if item.isdecimal() else item

    @cached_property
    def records(self) -> tuple[Experiment, ...]:
        """The experiments themselves."""
        return tuple(load(name) for name in self.experiments)

    @cached_property
    def items_kind(self) -> Kind:
        """How the items are handed out."""
        only = () if self.kind == "seats" else self.items
        return kind_of(self.rules_of_game, self.kind, only, self.seats)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every question once."""
        return tuple(Cell(record.name, agent, item, value)
                     for record in self.records for value in self.values or ("",) for agent in self.agents
                     for item in (self.items if record.one_item else ("",)))

    @cached_property
    def cycle(self) -> tuple[int, ...]:
        """Cells by number, in the order of the blocks."""
        rounds = len(self.items) if any(record.one_item for record in self.records) else 1
        many = [n for n, cell in enumerate(self.cells) if not cell.item]
        single = [n for n, cell in enumerate(self.cells) if cell.item]
        return tuple(n for at in range(rounds)
                     for n in (*many, *(s for s in single if self.cells[s].item == self.items[at])))

    @cached_property
    def block_games(self) -> int:
        """Games of one block, at most."""
        return max(record.games(self.seats) for record in self.records)

    @property
    def games(self) -> int:
        """Games in all, at most: a fork is played only where there was a chance to take the item."""
        return self.blocks * self.block_games

    @property
    def reproducible(self) -> bool:
        """Whether playing it again gives the same games."""
        return all(make(spec).reproducible for spec in self.agents)

    def cell_of(self, block: int) -> tuple[Cell, int]:
        """The cell of a block, and which of the cell's blocks it is."""
        turn, place = divmod(block, len(self.cycle))
        number = self.cycle[place]
        return self.cells[number], turn * self.cycle.count(number) + self.cycle[:place].count(number)

    def as_played(self, block: int) -> tuple[int, int]:
        """The seed with which a block was played, and its number there: another one only in a run of several seeds."""
        for seed, blocks in self.merged:
            if block < blocks:
                return seed, block
            block -= blocks
        return self.seed, block

    def cell_blocks(self, cell: Cell) -> int:
        """How many blocks of the run are this cell's."""
        number, (turns, rest) = self.cells.index(cell), divmod(self.blocks, len(self.cycle))
        return turns * self.cycle.count(number) + self.cycle[:rest].count(number)

    def options_of(self, cell: Cell) -> dict[str, str]:
        """The game's options in a cell, without what is handed out."""
        if not cell.value:
            return dict(self.options)
        return {**self.options, "rules": what_if.rules_text(self.options.get("rules", ""), self.vary, cell.value)}

    def task(self, cell: Cell, block: int, rotation: int, options: Mapping[str, str], luck: int = 0) -> Task:
        """One game of a block."""
        return Task(self.game, self.seats, dict(options), self.seed, (cell.agent,) * self.seats,
                    number=block * self.block_games + rotation, block=block, rotation=rotation, luck=luck)

    def trials(self, block: int) -> list[Trial]:
        """What is played in a block."""
        cell, at = self.cell_of(block)
        return load(cell.experiment).trials(self, cell, block, at)

    def asked(self) -> dict[str, Any]:
        """The plan as plain data; `from_manifest` reads it back."""
        own = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()
               if name not in ("kind", *LATER)}
        own |= {RECORDED: True} if self.recorded else {}      # runs begun before there was a choice go on
        own |= {TARGET: self.target} if self.target else {}
        own |= {STRONGER: self.stronger} if self.stronger else {}
        return {**own, "kind": KIND, "item_kind": self.kind, "options": dict(self.options), "games": self.games,
                "block_games": self.block_games, "reproducible": self.reproducible}


def from_manifest(manifest: Mapping[str, Any], folder: Path) -> BalancePlan:
    """The plan of a run. Raises InputError for a manifest that is no balance run's."""
    if manifest.get("kind") != KIND:
        raise InputError(f"{folder}: kind: found {manifest.get('kind')!r}, expected {KIND!r}")
    names = [name for name in BalancePlan.__dataclass_fields__ if name not in ("kind", *LATER)]
    try:
        given: dict[str, Any] = {n: tuple(manifest[n]) if isinstance(manifest[n], list) else manifest[n] for n in names}
        return BalancePlan(kind=manifest["item_kind"], **given, recorded=bool(manifest.get(RECORDED)),
                           target=str(manifest.get(TARGET, "")), stronger=str(manifest.get(STRONGER, "")),
                           merged=tuple((seed, blocks) for seed, blocks in manifest.get(MERGED, ())))
    except KeyError as error:
        raise InputError(f"{folder}: the manifest lacks {error}, which a balance run has") from None


@dataclass
class Findings:
    """What a cell, or a run, says: rows of the report, and tables of its own."""

    rows: list[Row] = field(default_factory=list)
    tables: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def add(self, other: Findings) -> None:
        """Put what another cell says after this."""
        self.rows += other.rows
        for name, lines in other.tables.items():
            self.tables.setdefault(name, []).extend(lines)


@dataclass
class Data:
    """The games of one cell, in block order, and what outsiders would have concluded from them."""

    plan: BalancePlan
    cell: Cell
    seats: pd.DataFrame
    naive: dict[str, float] = field(default_factory=dict)   # win rate when owned, by item

    @property
    def run(self) -> RunFacts:
        """What the rows of this cell share."""
        p = self.plan
        return RunFacts(p.game, p.version, p.seats, dict(p.options).get("boards", ""), self.cell.agent,
                        budget_of(self.cell.agent), p.seed, STOPS[p.stop],
                        " ".join(f"{name}={value}" for name, value in p.options.items() if name != "rules")
                        + (" rules" if p.options.get("rules") else ""))

    def row(self, item: str, estimand: str, outcome: str, effect: Effect, delta: float | None = None,
            **more: Any) -> Row:
        """A row of the report about an item of this cell."""
        if outcome == "win":
            effect = possible(effect, load(self.cell.experiment).win_range(self.plan.seats))
        return row(self.run, self.called(item), estimand, outcome, effect,
                   delta=self.delta(outcome) if delta is None else delta, **more)

    @property
    def blocks(self) -> int:
        """Blocks that were played."""
        return int(self.seats["block"].nunique())

    def delta(self, outcome: str) -> float:
        """The size that matters in practice."""
        return self.plan.delta_win if outcome == "win" else self.plan.delta_margin

    def called(self, item: str) -> str:
        """The item in words, with the value of the number that is varied."""
        item = self.plan.called(item)
        return f"{item} ({self.plan.vary}={self.cell.value})" if self.cell.value else item

    def at_any_look(self, fixed: Effect, values: Floats) -> Effect:
        """The effect itself in a run of fixed length; its confidence sequence in one that looks while it runs."""
        if self.plan.stop != "sequence":
            return fixed
        return effect_now(values, max(FIRST, self.plan.cell_blocks(self.cell)), fixed.games, fixed.luck_left)

    def cube(self, column: str) -> Floats:
        """A column as [block, rotation, seat]. Raises InputError where a block is not whole."""
        n = self.plan.seats
        if len(self.seats) % (n * n):
            raise InputError(f"{self.cell.name}: a block lacks games: estimate from whole blocks only")
        block = self.seats["block"].to_numpy().reshape(-1, n * n)
        if (block != block[:, :1]).any() or len(np.unique(block[:, 0])) < len(block):
            raise InputError(f"{self.cell.name}: a block holds a game twice, or lacks one")
        return np.asarray(self.seats[column].to_numpy().reshape(-1, n, n), dtype=np.float64)

    def at_places(self, values: Floats) -> Floats:
        """Values [block, rotation, seat] as [block, rotation, place in the turn order that the game began with].

        Raises InputError where some games do not say who began.
        """
        if PLACE not in self.seats:
            raise InputError(f"{self.cell.name}: an earlier version played this run, and noted no turn order; play it "
                             "again in another folder")
        place = self.cube(PLACE)
        if (np.sort(place, axis=2) != np.arange(self.plan.seats)).any():
            raise InputError(f"{self.cell.name}: some games do not say in which order the seats began")
        return np.take_along_axis(values, np.argsort(place, axis=2), axis=2)

    @property
    def has_places(self) -> bool:
        """Whether all games say who began."""
        return PLACE in self.seats and bool((self.seats[PLACE] >= 0).all())

    def of_blocks(self, chosen: NDArray[np.bool_]) -> Data:
        """The same cell with some of its rows, which are those of whole blocks."""
        return replace(self, seats=self.seats[chosen])

    def of_holder(self, column: str) -> Floats:
        """A column of the seat that holds the item, as [block, rotation]."""
        return self.cube(column)[self.held_by_holder()].reshape(-1, self.plan.seats)

    def held_by_holder(self) -> NDArray[np.bool_]:
        """Whether a seat holds the item that the cell is about, as [block, rotation, seat]; one in every game does."""
        held = (self.seats["held"] == self.cell.item).to_numpy().reshape(-1, self.plan.seats, self.plan.seats)
        if (held.sum(axis=2) != 1).any():
            raise InputError(f"{self.cell.name}: a game has not one holder of the item")
        return np.asarray(held)

    def places(self, names: tuple[str, ...]) -> Ints:
        """Which of the names place l holds, as [block, place]: what each seat holds in the first game of a block."""
        at = {name: i for i, name in enumerate(names)}
        n = self.plan.seats
        codes, held = pd.factorize(self.seats["held"])
        first = codes.reshape(-1, n, n)[:, 0, :]
        used = np.unique(first)
        number = np.zeros(len(held), dtype=np.intp)
        number[used] = [at[held[code]] for code in used]
        return number[first]


Spread = tuple[float, int]              # variance of block values, and how many there are
Named = list[tuple[str, Effect]]        # effects, each with its item


@dataclass(frozen=True)
class Table:
    """A table beside the rows as a page shows it."""

    caption: str
    columns: tuple[str, ...]
    says: Callable[[Mapping[str, Any]], str] | None = None      # a row about the margin, as a sentence


@dataclass(frozen=True)
class Pair:
    """An effect in two runs that share their luck, and the effect in the differences, block by block."""

    name: str
    first: Effect
    second: Effect
    apart: Effect
    delta: float            # the size that matters
    counts: bool            # a number, such as rounds, and no points


@dataclass(frozen=True)
class Told:
    """How an experiment's findings are told: {it} is an item, {points} its effect without the sign."""

    page: str               # what its page is about, after the game's name; {kind}: of the items, {are}: is or are
    up: str                 # of an effect above 0, as a sentence without its stop
    down: str
    none: str               # where nothing is shown to be above or below
    column: str             # what an effect is, at the head of its column
    played: str             # how a block is played, in a sentence


@dataclass(frozen=True)
class Experiment:
    """An experiment: what it asks, how a block of it is played, what its games say, and in which words."""

    name: str
    estimand: str                       # what it estimates, in the rows
    title: str                          # of its section and figures
    told: Told                          # its findings in words
    trials: Callable[[BalancePlan, Cell, int, int], list[Trial]]        # of a block, by its number in run and cell
    estimate: Callable[[Data], Findings]
    refuses: Callable[[Game, Kind, int], str] = lambda game, kind, seats: ""    # why such items cannot be asked about
    values: Callable[[Data, str], Floats] | None = None         # one a block, off par; none where items share a fit
    effects: Callable[[Data, Floats], Named] | None = None      # of outcomes off par, in which they are linear
    pairs: Callable[[Data, Data], Iterator[Pair]] | None = None     # with a run of the same luck; else by one of those
    together: Callable[[Sequence[Data]], dict[str, list[dict[str, Any]]]] | None = None     # tables of all its cells
    one_item: bool = False              # a block is about one item; else every block is about all of them
    stops: bool = False                 # may end early, once its cells are settled
    own_kind: str = ""                  # of items, which goes with this experiment and with no other
    games: Callable[[int], int] = lambda seats: seats           # of one block, at most
    outcomes: tuple[str, ...] = OUTCOMES                        # that a pilot plans for
    # least and most that its effects on the win can be: by default of a share less an equal one
    win_range: Callable[[int], tuple[float, float]] = lambda seats: (-1 / seats, 1 - 1 / seats)
    spread: Callable[[Data, str], Spread] | None = None         # by default of `values`
    enough: Mapping[str, int] = field(default_factory=lambda: ENOUGH)       # blocks of an item, before a verdict
    held: Callable[[BalancePlan], float] = lambda plan: 1.0     # share of the blocks that say something of an item
    cost: Callable[[BalancePlan], float] = lambda plan: 1.0     # squared error of an item over spread, times blocks
    any_pilot: bool = False             # its spread is trusted from a short pilot too: no other number is known
    columns: tuple[str, ...] = ()       # of the rows, shown beside the effects
    tables: Mapping[str, Table] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)      # verdicts, where nothing is strong or weak
    also: tuple[str, ...] = ()          # other estimands of its section
    note: str = ""                      # under its heading
    ranked: bool = True                 # its figure goes from best to worst


@cache
def load(name: str) -> Experiment:
    """The experiment of this name, one of NAMES."""
    record: Experiment = import_module(f"reports.experiments.{name}").EXPERIMENT
    return record


def budget_of(spec: str) -> int:
    """Simulations or playouts a decision; 0 for an agent without a budget in them."""
    agent = make(spec)
    if isinstance(agent, Search):
        return agent.params.simulations or 0
    return agent.playouts if isinstance(agent, Flat) else 0


def cells(plan: BalancePlan, seats: pd.DataFrame, tiles: pd.DataFrame) -> Iterator[Data]:
    """The cells of a plan of which any block was played, in order."""
    owned = win_when_owned(seats, tiles)
    parts = dict(iter(seats.groupby(["experiment", "agent", "item", "value"], sort=False)))
    for cell in plan.cells:
        part = parts.get((cell.experiment, cell.agent, cell.item, cell.value))
        if part is not None:
            yield Data(plan, cell, part.sort_values(["game", "seat"], kind="stable"),
                       owned.get((cell.agent, cell.value), {}))


def win_when_owned(seats: pd.DataFrame, tiles: pd.DataFrame) -> dict[tuple[str, str], dict[str, float]]:
    """The naive number, by (agent, value) and item: mean win of the seats that took the item.

    Games in which the item was handed to somebody, and forks, do not count: nobody would see those at a table.
    """
    return win_means(wins_owned(seats, tiles))


def wins_owned(seats: pd.DataFrame, tiles: pd.DataFrame) -> Wins:
    """How often the seats that took an item got which share of the win, in any games: counts of more games add up.

    Names are numbers meanwhile: merging tables takes several times as long.
    """
    usual = np.flatnonzero(seats["arm"].isin((PLAYED, MAIN)))
    if not len(tiles) or not len(usual):
        return Wins()
    tile, names = pd.factorize(tiles["tile"])
    games, sitting = (tiles[name].to_numpy() for name in ("game", "seat"))
    # the row of each tile's owner, found by game and seat
    most = int(max(seats["seat"].max(), sitting.max())) + 1
    known = seats["game"].to_numpy()[usual] * most + seats["seat"].to_numpy()[usual]
    order = np.argsort(known, kind="stable")
    wanted = games * most + sitting
    at = order[np.minimum(np.searchsorted(known[order], wanted), len(known) - 1)]
    # what was handed out in a game counts for none of its seats
    held, handed = pd.factorize(seats["held"].iloc[usual])
    given = pd.Index(names).get_indexer(handed)[held]
    kept = (known[at] == wanted) & ~np.isin(games * len(names) + tile,
                                            np.unique((known // most * len(names) + given)[given >= 0]))
    kinds = [pd.factorize(seats[name].iloc[usual]) for name in ("agent", "value", "win")]
    (agent, agents), (value, values), (win, wins) = kinds
    shape = (len(agents), len(values), len(wins), len(names))
    row = at[kept]
    codes, counts = np.unique(np.ravel_multi_index((agent[row], value[row], win[row], tile[kept]), shape),
                              return_counts=True)
    return Wins({(str(agents[a]), str(values[v]), str(names[t]), float(wins[w])): int(count)
                 for a, v, w, t, count in zip(*np.unravel_index(codes, shape), counts, strict=True)})


def win_means(wins: Wins) -> dict[tuple[str, str], dict[str, float]]:
    """The mean win by (agent, value) and item; sums are exact, so that it is the same in whatever parts it came."""
    sums: dict[tuple[str, str, str], tuple[Fraction, int]] = {}
    for (agent, value, tile, win), count in wins.items():
        total, number = sums.get((agent, value, tile), (Fraction(0), 0))
        sums[agent, value, tile] = total + Fraction(win) * count, number + count
    out: dict[tuple[str, str], dict[str, float]] = {}
    for (agent, value, tile), (total, number) in sorted(sums.items()):
        out.setdefault((agent, value), {})[tile] = float(total) / number
    return out
