"""Self-play: many games of one table, in blocks whose games share their luck."""
from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
from itertools import islice
from typing import Any, Protocol

import games
from games.api import InputError
from games.frozen import frozen
from mcts.agents import make
from mcts.play import Finished, Task, check_seed, play
from mcts.workers import in_order

Progress = Callable[[int, int], None]       # games done, games in all
MOST_GAMES = 100_000_000


@frozen
class Plan:
    """What to play. Build it with `plan`, which checks.

    A block is played once for each way in which the seated agents can rotate, luck staying with the seat. Where all
    agents are alike that would be the same game again: then the luck rotates instead, once round the table.
    """

    game: str
    version: int                # of the rules
    seats: int
    options: Mapping[str, str]
    agents: tuple[str, ...]     # of each seat in the first game of a block, in canonical form
    games: int                  # a whole number of blocks
    seed: int

    @property
    def block_games(self) -> int:
        """Games of one block."""
        return self.seats if len(set(self.agents)) == 1 else len(rotations(self.agents))

    @property
    def blocks(self) -> int:
        return self.games // self.block_games

    @property
    def reproducible(self) -> bool:
        """Whether playing it again gives the same games: not with agents that watch the clock."""
        return all(make(spec).reproducible for spec in self.agents)

    def tasks(self, first_block: int = 0, blocks: int | None = None) -> Iterator[Task]:
        """The games of `blocks` blocks (all that are left, by default) from `first_block` on."""
        last = self.blocks if blocks is None else min(self.blocks, first_block + blocks)
        for block in range(first_block, last):
            yield from self.block_tasks(block)

    def block_tasks(self, block: int) -> list[Task]:
        """The games of one block."""
        size, alike = self.block_games, len(set(self.agents)) == 1
        return [Task(self.game, self.seats, self.options, self.seed,
                     self.agents if alike else rotated(self.agents, r), number=block * size + r, block=block,
                     rotation=r, luck=r if alike else 0) for r in range(size)]

    def asked(self) -> dict[str, Any]:
        """The plan as plain data."""
        return {"game": self.game, "version": self.version, "seats": self.seats, "options": dict(self.options),
                "agents": list(self.agents), "games": self.games, "blocks": self.blocks,
                "block_games": self.block_games, "seed": self.seed, "reproducible": self.reproducible}


def rotated(agents: Sequence[str], r: int) -> tuple[str, ...]:
    """The agents, each `r` seats further on."""
    n = len(agents)
    return tuple(agents[(seat - r) % n] for seat in range(n))


def rotations(agents: Sequence[str]) -> list[tuple[str, ...]]:
    """The different tables that rotating these agents gives."""
    return list(dict.fromkeys(rotated(agents, r) for r in range(len(agents))))


def plan(game: str, agents: Sequence[str], count: int, seats: int | None = None,
         options: Mapping[str, str] | None = None, seed: int = 0) -> Plan:
    """Checked plan of `count` games, rounded up to whole blocks.

    Agents sit down in turn, again from the first until all seats are taken. Raises InputError.
    """
    rules = games.load(game)
    state = rules.start(seats, options)     # refuses seats and options that there are not
    specs = [make(spec).name for spec in agents]
    if not 1 <= len(specs) <= state.seats:
        raise InputError(f"agents: found {len(specs) or 'none'}, expected 1 to {state.seats} for {state.seats} seats, "
                         "such as greedy or mcts:100")
    if not 1 <= count <= MOST_GAMES:
        raise InputError(f"games: found {count}, expected 1 to {MOST_GAMES}")
    seated = tuple(specs[seat % len(specs)] for seat in range(state.seats))
    draft = Plan(game, rules.version, state.seats, dict(options or {}), seated, count, check_seed(seed))
    whole = -(-count // draft.block_games) * draft.block_games
    return Plan(game, rules.version, state.seats, draft.options, seated, whole, seed)


@cache
def program_version() -> str | None:
    """Of the program as it is installed; None where it is not."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("ludosoph")
    except PackageNotFoundError:
        return None


@frozen
class Player:
    """Plays games of one version. A worker elsewhere may hold another: it refuses, with an InputError."""

    game: str
    version: int                # of the rules
    program: str | None

    @classmethod
    def here(cls, game: str, version: int) -> Player:
        """One that asks for the program as it is here."""
        return cls(game, version, program_version())

    def check(self) -> None:
        """Raises InputError where the program here is another one."""
        found = games.load(self.game).version, program_version()
        if found != (self.version, self.program):
            raise InputError(f"a worker has {self.game} version {found[0]} of ludosoph {found[1]}, expected version "
                             f"{self.version} of ludosoph {self.program}")

    def __call__(self, task: Task) -> Finished:
        """Play one game to its end."""
        self.check()
        return play(task)


class Planned(Protocol):
    """Games to be played in blocks: a plan of self-play is one, a tournament another."""

    @property
    def game(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def block_games(self) -> int: ...
    def tasks(self, first_block: int = 0, blocks: int | None = None) -> Iterator[Task]: ...
    def asked(self) -> dict[str, Any]: ...


def simulate(what: Planned, jobs: int = 1, backend: str = "loky", progress: Progress | None = None,
             first_block: int = 0, blocks: int | None = None,
             scheduler: str | None = None) -> Generator[Finished, None, None]:
    """The games of a plan as they are finished, in their order; close it to stop. Progress counts all of the plan."""
    tasks, done = what.tasks(first_block, blocks), first_block * what.block_games
    player = Player.here(what.game, what.version)
    with closing(in_order(player, tasks, jobs, backend, scheduler)) as games_played:
        for finished in games_played:
            done += 1
            if progress is not None:
                progress(done, what.games)
            yield finished


def by_block(finished: Iterator[Finished], size: int) -> Iterator[list[Finished]]:
    """Finished games in lists of one block each."""
    while block := list(islice(finished, size)):
        yield block
