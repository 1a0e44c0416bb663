"""What an atlas is: variants of a game, and the passes in which each of them is played."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import games
from games.api import Game, InputError, VariantKind
from mcts.play import check_seed

KIND = "atlas"                          # of run
SEARCHED = 65                           # games of greedy that take as long as one with a searching seat, about


@dataclass(frozen=True)
class Pass:
    """Games of one kind that every variant gets, in blocks of as many games as there are seats.

    With one agent the seats of a block get the same luck in turn. With two the first sits in each seat in turn, against
    the second everywhere else, and the luck stays.
    """

    name: str
    agent: str
    against: str                        # empty: all seats are played by `agent`
    seats: int
    games: int                          # of each variant

    @property
    def key(self) -> str:
        """What no other pass is called."""
        return f"{self.name}-{self.seats}"

    @property
    def blocks(self) -> int:
        """Blocks of each variant."""
        return -(-self.games // self.seats)

    @property
    def size(self) -> int:
        """Games of each variant that are played: whole blocks."""
        return self.blocks * self.seats

    @property
    def work(self) -> int:
        """How long it takes in each variant, in games of greedy: for the end time that is told."""
        return self.size * (SEARCHED if ":" in self.agent else 1)

    def agents(self, rotation: int) -> list[str]:
        """Who sits where in this game of a block."""
        return [self.agent if not self.against or seat == rotation else self.against for seat in range(self.seats)]


RANDOM = Pass("random", "greedy", "random", 2, 20)
GREEDY = Pass("greedy", "greedy", "", 2, 200)
FOUR = Pass("greedy", "greedy", "", 4, 60)
SEARCH = Pass("search", "mcts:20", "greedy", 2, 4)
PASSES = (RANDOM, GREEDY, FOUR, SEARCH)


@dataclass(frozen=True)
class Unit:
    """The games of one pass in one variant: what is played and written as a whole."""

    made_in: Pass
    item: str

    @property
    def file(self) -> str:
        """Name of its file in the run."""
        return f"{self.made_in.key}-{self.item}.parquet"


@dataclass(frozen=True)
class AtlasPlan:
    """An atlas of some variants, or all."""

    game: str
    version: int
    item_kind: str
    items: tuple[str, ...]
    options: Mapping[str, str]
    seed: int
    passes: tuple[Pass, ...] = PASSES

    @property
    def record(self) -> Game:
        """The game's record."""
        return games.load(self.game)

    @property
    def variants(self) -> VariantKind:
        """What the game says of its variants."""
        return self.record.variants.kinds[self.item_kind]

    @property
    def games(self) -> int:
        """Games in all."""
        return len(self.items) * sum(each.size for each in self.passes)

    @property
    def block_games(self) -> int:
        """Games of the largest block."""
        return max(each.seats for each in self.passes)

    def units(self) -> Iterator[Unit]:
        """All that is to be played: variant by variant, so that one that was stopped has whole ones."""
        return (Unit(each, item) for item in self.items for each in self.passes)

    def options_of(self, item: str) -> dict[str, str]:
        """The options of a variant."""
        return {**self.options, self.variants.option: item}

    def asked(self) -> dict[str, Any]:
        """The plan as plain data; `from_manifest` reads it back."""
        return {**asdict(self), "kind": KIND, "items": list(self.items), "options": dict(self.options),
                "passes": [asdict(each) for each in self.passes], "games": self.games, "block_games": self.block_games,
                "seats": self.block_games, "blocks": len(self.items) * sum(each.blocks for each in self.passes)}


def make_plan(game: str, kind: str, items: Sequence[str], options: Mapping[str, str], seed: int,
              passes: tuple[Pass, ...] = PASSES) -> AtlasPlan:
    """The atlas of these variants, by default all. Raises InputError naming what cannot be asked."""
    record = games.load(game)
    variants = record.variants.kinds[kind]
    if variants.option in options:
        raise InputError(f"--option {variants.option}: does not go with an atlas of {kind}; name some of them with "
                         "--item")
    known = variants.names()
    for item in items:
        if item not in known:
            try:
                record.start(options={**options, variants.option: item})
            except InputError as error:
                raise InputError(f"--item: {error}") from None
    if len(set(items)) < len(items):
        raise InputError("--item: the same item is given twice")
    for each in passes:
        record.start(each.seats, {**options, variants.option: known[0]})
    chosen = tuple(item for item in known if not items or item in items)
    return AtlasPlan(game, record.version, kind, chosen, dict(options), check_seed(seed), passes)


def from_manifest(manifest: Mapping[str, Any], folder: Path) -> AtlasPlan:
    """The plan of a run. Raises InputError for a manifest that is no atlas's."""
    if manifest.get("kind") != KIND:
        raise InputError(f"{folder}: kind: found {manifest.get('kind')!r}, expected {KIND!r}")
    try:
        return AtlasPlan(manifest["game"], manifest["version"], manifest["item_kind"], tuple(manifest["items"]),
                         manifest["options"], manifest["seed"], tuple(Pass(**each) for each in manifest["passes"]))
    except (KeyError, TypeError) as error:
        raise InputError(f"{folder}: the manifest is no atlas's: {error}") from None
