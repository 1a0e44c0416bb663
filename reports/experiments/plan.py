"""What a balance run asks: experiments, items, agents, and the blocks in which they are laid out.

A run is a cycle of cells, again and again: block b belongs to cell b mod (length of the cycle). A cell is one
experiment with one agent, at one value of a varied number, about one item; experiments that compare many items in every
block have one cell for all of them, as many times in the cycle as there are items. However far a run has come, it is
a whole number of blocks of every cell, give or take one.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import games
from games.api import Game, InputError
from mcts.agents import make
from mcts.play import Task
from reports.experiments import what_if
from reports.experiments.items import Kind, kind_of
from reports.experiments.trials import MOST_MOVES, Trial

GIFT, ROBIN, TAKE, SUPPLY, SEATS, BOARDS, RESTRICT = "gift", "robin", "take", "supply", "seats", "boards", "restrict"
STYLE, SKILL, OPENING = "style", "skill", "opening"
EXPERIMENTS = (GIFT, ROBIN, TAKE, SUPPLY, SEATS, BOARDS, RESTRICT, STYLE, SKILL, OPENING)
ONE_ITEM = (GIFT, TAKE, RESTRICT, STYLE, SKILL, OPENING)       # their blocks are about one item
STOPS = ("fixed", "sequence", "gsprt")
KIND = "balance"                        # of run


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
class Plan:
    """A balance run. `reports.experiments.question.plan` builds and checks it."""

    game: str
    version: int
    seats: int
    options: Mapping[str, str]
    kind: str
    items: tuple[str, ...]
    experiments: tuple[str, ...]
    agents: tuple[str, ...]             # of all seats: one, or the same at budget b and 4b
    tokens: tuple[str, ...]             # of the round robin, the null token first
    blocks: int
    seed: int
    supply: str = "given"               # or "moved": what is handed out is not in the supply as well
    stop: str = "fixed"
    delta_win: float = 0.02
    delta_margin: float = 1.5
    q: float = 0.10
    vary: str = ""                      # the printed number that is varied
    values: tuple[str, ...] = ()
    rules: str = ""                     # digest of what option `rules` held

    @cached_property
    def rules_of_game(self) -> Game:
        """The game's record."""
        return games.load(self.game)

    @cached_property
    def items_kind(self) -> Kind:
        """How the items are handed out."""
        only = () if self.kind == "seats" else self.items
        return kind_of(self.rules_of_game, self.kind, only, self.seats)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every question once."""
        return tuple(Cell(experiment, agent, item, value)
                     for experiment in self.experiments for value in self.values or ("",) for agent in self.agents
                     for item in (self.items if experiment in ONE_ITEM else ("",)))

    @cached_property
    def cycle(self) -> tuple[int, ...]:
        """Cells by number, in the order of the blocks."""
        rounds = len(self.items) if any(e in ONE_ITEM for e in self.experiments) else 1
        many = [n for n, cell in enumerate(self.cells) if not cell.item]
        single = [n for n, cell in enumerate(self.cells) if cell.item]
        return tuple(n for at in range(rounds)
                     for n in (*many, *(s for s in single if self.cells[s].item == self.items[at])))

    @cached_property
    def block_games(self) -> int:
        """Games of one block, at most."""
        if OPENING in self.experiments:
            return 1 + MOST_MOVES
        return self.seats + (TAKE in self.experiments)

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
        from reports.experiments.catalogue import BY_NAME

        cell, at = self.cell_of(block)
        return BY_NAME[cell.experiment].trials(self, cell, block, at)

    def all_trials(self, first_block: int = 0) -> Iterator[Trial]:
        """Every trial from a block on."""
        for block in range(first_block, self.blocks):
            yield from self.trials(block)

    def asked(self) -> dict[str, Any]:
        """The plan as plain data; `from_manifest` reads it back."""
        own = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()
               if name != "kind"}
        return {**own, "kind": KIND, "item_kind": self.kind, "options": dict(self.options), "games": self.games,
                "block_games": self.block_games, "reproducible": self.reproducible}


def from_manifest(manifest: Mapping[str, Any], folder: Path) -> Plan:
    """The plan of a run. Raises InputError for a manifest that is no balance run's."""
    if manifest.get("kind") != KIND:
        raise InputError(f"{folder}: kind: found {manifest.get('kind')!r}, expected {KIND!r}")
    names = [name for name in Plan.__dataclass_fields__ if name != "kind"]
    try:
        given: dict[str, Any] = {n: tuple(manifest[n]) if isinstance(manifest[n], list) else manifest[n] for n in names}
        return Plan(kind=manifest["item_kind"], **given)
    except KeyError as error:
        raise InputError(f"{folder}: the manifest lacks {error}, which a balance run has") from None
