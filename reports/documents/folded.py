"""A run read in batches of whole blocks, and what its tables need of them: memory does not grow with the games."""
from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from games.api import InputError
from reports.statistics.effects import Floats, Ints
from reports.statistics.sums import Clustered, Counts, Moments, Totals

SOURCE = "source_"          # prefix of the columns that hold points by source
DECISIONS, CHOICES, ROUNDS = "decisions of a seat", "decisions with a choice", "rounds"
OUTCOMES = ("win", "margin")
KINDS = ("all", "winner", "seat", "agent", "board")
SAMPLE = 200_000            # rows at most, of blocks spread evenly over the run, in which strategies are looked for
Batch = tuple[pd.DataFrame, pd.DataFrame]       # rows a seat and game, and rows a game, seat and tile
Group = tuple[str, str]     # kind and name


def needed(column: str) -> bool:
    """Whether a column of the games is read at all."""
    return column in ("game", "block", "rotation", "seat", "agent", "board", "score", "win", "margin", "decisions",
                      "forced", "rounds") or column.startswith(SOURCE)


@dataclass
class Scores:
    """Of a group of seats: scores and points by source."""

    games: int = 0
    rows: int = 0
    moments: Moments = field(default_factory=Moments)       # of the score, then of each source; one value a block
    totals: Totals = field(default_factory=Totals)          # of the same, over rows
    scores: Counts = field(default_factory=Counts)


@dataclass
class Wins:
    """Of a group of seats in blocks of as many games: win and margin."""

    games: int = 0
    moments: Moments = field(default_factory=Moments)


@dataclass
class Lengths:
    """A measure of how long games are."""

    moments: Moments = field(default_factory=Moments)
    values: Counts = field(default_factory=Counts)


@dataclass
class Owned:
    """Of a tile: who had it at the end."""

    owned: int = 0
    games: int = 0
    copies: float = 0.0
    wins: Clustered = field(default_factory=Clustered)


@dataclass
class Folded:
    """What the tables of a run are made from. Build it with `folded`."""

    rows: int = 0
    games: int = 0
    seats: int = 0
    sources: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)             # sources that ever paid or cost
    scores: dict[Group, Scores] = field(default_factory=lambda: defaultdict(Scores))
    wins: dict[int, dict[Group, Wins]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(Wins)))
    lengths: dict[str, Lengths] = field(default_factory=lambda: defaultdict(Lengths))
    sat: Counter[tuple[str, int]] = field(default_factory=Counter)     # rows by agent and seat
    tiles: dict[str, Owned] = field(default_factory=lambda: defaultdict(Owned))
    kept: list[pd.DataFrame] = field(default_factory=list)
    step: int = 1                                           # every so many blocks are kept
    last: tuple[int, int] = (-1, -1)                        # block and game

    def add(self, seats: pd.DataFrame, tiles: pd.DataFrame) -> None:
        """Add whole blocks, which come after those that were added before. Raises InputError."""
        seats = in_order(seats)
        self._follow(seats)
        new = [c for c in map(str, seats) if c.startswith(SOURCE) and c not in self.sources]
        self.sources += new
        points = np.column_stack([seats["score"].to_numpy(float), *(_points(seats, c) for c in self.sources)])
        if not np.isfinite(points).all() or not np.isfinite(seats[list(OUTCOMES)].to_numpy(float)).all():
            raise InputError("a score, win or margin is missing or infinite")
        self.used |= {c for at, c in enumerate(self.sources, start=1) if points[:, at].any()}
        self._add_scores(seats, points)
        self._add_wins(seats)
        for measure, part, values in _lengths(seats):
            self.lengths[measure].moments.add(_block_means(part["block"].to_numpy(), values[:, None]))
            self.lengths[measure].values.add(values)
        self.sat.update(zip(seats["agent"].tolist(), seats["seat"].tolist(), strict=True))
        for tile, at, copies in _owners(seats, tiles):
            self._add_owners(self.tiles[tile], seats, at, copies)
        self._keep(seats)

    def _follow(self, seats: pd.DataFrame) -> None:
        """Refuse games that were there before, or have another number of seats."""
        block, game = (int(seats[name].min()) for name in ("block", "game"))
        if block <= self.last[0] or game <= self.last[1]:
            raise InputError(f"game {game} of block {block} is in the run twice, or not in its place")
        self.last = int(seats["block"].max()), int(seats["game"].max())
        count = int((seats["game"] == seats["game"].iloc[0]).sum())
        if self.rows and count != self.rows // self.games:
            raise InputError(f"game {game} has {count} seats where the others have {self.rows // self.games}")
        self.rows, self.games = self.rows + len(seats), self.games + len(seats) // count
        self.seats = max(self.seats, int(seats["seat"].nunique()))

    def _add_scores(self, seats: pd.DataFrame, points: Floats) -> None:
        game, block = seats["game"].to_numpy(), seats["block"].to_numpy()
        for group, own in groups(seats, KINDS):
            found = self.scores[group]
            mine = points[own] if group[0] != "board" else points[own, :1]        # sources are not asked for there
            found.games += changes(game[own])
            found.rows += len(mine)
            found.moments.add(_block_means(block[own], mine))
            found.totals.add(mine)
            found.scores.add(mine[:, 0])

    def _add_wins(self, seats: pd.DataFrame) -> None:
        games = seats.groupby("block")["game"].transform("nunique").to_numpy()
        for count in np.unique(games):
            part = seats[games == count]
            game, block, values = (part[name].to_numpy() for name in ("game", "block", list(OUTCOMES)))
            for group, own in groups(part, ("agent", "seat")):
                found = self.wins[int(count)][group]
                found.games += changes(game[own])
                found.moments.add(_block_means(block[own], values[own].astype(float)))

    def _add_owners(self, found: Owned, seats: pd.DataFrame, at: Ints, copies: float) -> None:
        game, block, won = (seats[name].to_numpy()[at] for name in ("game", "block", "win"))
        found.owned += len(at)
        found.games += changes(game)
        found.copies += copies
        first = _firsts(block)
        sums = np.add.reduceat(won.astype(float), first)
        found.wins.add(sums, np.diff(first, append=len(at)).astype(float), float(won.max()))

    def _keep(self, seats: pd.DataFrame) -> None:
        """Keep the rows of every block, of every second, fourth... block, so that there are not too many."""
        self.kept.append(seats[seats["block"] % self.step == 0])
        while sum(map(len, self.kept)) > SAMPLE:
            self.step *= 2
            self.kept = [part[part["block"] % self.step == 0] for part in self.kept]

    @property
    def sample(self) -> pd.DataFrame:
        """Rows of blocks that are spread evenly over the run: all of them in a run that is not large."""
        return pd.concat(self.kept, ignore_index=True)

    @property
    def whole_blocks(self) -> dict[Group, Wins]:
        """Of the blocks in which every rotation was played. A block cut short would favour who sat where first."""
        return self.wins[max(self.wins)]

    @property
    def shared_out(self) -> bool:
        """Whether each agent sat equally often in each seat, so that its share holds no advantage of a seat."""
        agents, seats = {agent for agent, _ in self.sat}, {seat for _, seat in self.sat}
        return all(len({self.sat[agent, seat] for seat in seats}) == 1 for agent in agents)


def folded(batches: Iterable[Batch]) -> Folded:
    """What the tables need of a run. Raises InputError where there is no game, or games contradict each other."""
    found = Folded()
    for seats, tiles in batches:
        if len(seats):
            found.add(seats, tiles)
    if not found.rows:
        raise InputError("the run holds no finished game: there is nothing to report")
    return found


def in_order(seats: pd.DataFrame) -> pd.DataFrame:
    """The rows by block, rotation, game and seat, whatever the order in which games were finished.

    Raises InputError where there is no row, a row is there twice, or a game has more or fewer seats than the others.
    """
    if len(seats) == 0:
        raise InputError("the run holds no finished game: there is nothing to report")
    twice = seats[seats.duplicated(["game", "seat"])]
    if len(twice):
        raise InputError(f"game {twice['game'].iloc[0]} seat {twice['seat'].iloc[0]} is in the run twice")
    counts = seats.groupby("game")["seat"].size()
    if counts.nunique() > 1:
        odd = counts.index[int((counts != counts.mode()[0]).argmax())]
        raise InputError(f"game {odd} has {counts[odd]} seats where the others have {counts.mode()[0]}")
    ordered = seats.sort_values(["block", "rotation", "game", "seat"], kind="stable", ignore_index=True)
    ordered["agent"] = ordered["agent"].astype(str)
    return ordered


def groups(seats: pd.DataFrame, kinds: Sequence[str]) -> Iterator[tuple[Group, NDArray[np.bool_]]]:
    """(kind, name) and rows of all seats, of those that share a win, and of each seat, agent and board.

    Only of the kinds asked for, and only groups with rows; a game without boards has no board group.
    """
    if "all" in kinds:
        yield ("all", "all seats"), np.ones(len(seats), dtype=np.bool_)
    if "winner" in kinds and (won := seats["win"].to_numpy() > 0).any():
        yield ("winner", "winners"), won
    for kind in ("seat", "agent", "board"):
        if kind not in kinds or kind not in seats:
            continue
        codes, members = pd.factorize(seats[kind], use_na_sentinel=True)
        names = [_plain(member) for member in members]
        for name in dict.fromkeys(names):
            if name:
                own = np.isin(codes, [code for code, each in enumerate(names) if each == name])
                yield (kind, name if kind == "agent" else f"{kind} {name}"), own


def changes(ordered: NDArray[Any]) -> int:
    """How many different values there are, like ones beside each other."""
    return len(_firsts(ordered))


def _firsts(ordered: NDArray[Any]) -> Ints:
    return np.flatnonzero(np.concatenate([[len(ordered) > 0], ordered[1:] != ordered[:-1]]))


def _block_means(blocks: NDArray[Any], values: Floats) -> Floats:
    """[block, column]: the mean of the rows of each block, which lie together."""
    first = _firsts(blocks)
    rows = np.diff(first, append=len(blocks))
    return np.asarray(np.add.reduceat(values, first, axis=0) / rows[:, None])


def _points(seats: pd.DataFrame, column: str) -> Floats:
    """Points of a source; none where the rows know nothing of it."""
    return np.nan_to_num(seats[column].to_numpy(float), posinf=np.inf, neginf=-np.inf) if column in seats \
        else np.zeros(len(seats))


def _plain(board: Any) -> str:
    return str(int(board)) if isinstance(board, float) and board.is_integer() else str(board)


def _lengths(seats: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame, Floats]]:
    """Name, rows and value of each measure. `forced` decisions, where a run has them, had one legal move."""
    decisions = seats["decisions"].to_numpy(float)
    yield DECISIONS, seats, decisions
    if "forced" in seats:
        yield CHOICES, seats, decisions - seats["forced"].to_numpy(float)
    first = seats.iloc[_firsts(seats["game"].to_numpy())]
    yield ROUNDS, first, first["rounds"].to_numpy(float)


def _owners(seats: pd.DataFrame, tiles: pd.DataFrame) -> Iterator[tuple[str, Ints, float]]:
    """For each tile that anyone has, by name: the places of its owners in `seats`, ascending, and copies in all.

    Raises InputError for a tile of a seat that is not there. There are many of these rows, so they are sorted as
    single whole numbers.
    """
    if not len(tiles):
        return
    kinds = tiles["tile"].astype("category").cat
    known = [str(name) for name in kinds.categories]
    names = sorted(set(known))
    code = np.array([names.index(name) for name in known])[kinds.codes.to_numpy()]
    count = tiles["count"].to_numpy(float)
    width = 1 + max(int(seats["seat"].max()), int(tiles["seat"].max()))
    own, held = (each["game"].to_numpy() * width + each["seat"].to_numpy() for each in (seats, tiles))
    at = pd.Index(own).get_indexer(held)
    if ((at < 0) & (count > 0)).any():
        stray = tiles[(at < 0) & (count > 0)].iloc[0]
        raise InputError(f"tile {stray['tile']!r} belongs to game {stray['game']} seat {stray['seat']},"
                         " which is not among the games of the run")
    key = code * len(seats) + at
    order = np.argsort(key, kind="stable")
    key, count = key[order], count[order]
    first = np.flatnonzero(np.diff(key, prepend=key[0] - 1))
    key, count = key[first], np.add.reduceat(count, first)      # a tile in two rows of a seat is owned once
    key, count = key[count > 0], count[count > 0]
    edges = np.searchsorted(key, np.arange(len(names) + 1) * len(seats))
    for name, start, stop in zip(names, edges[:-1], edges[1:], strict=True):
        if stop > start:
            yield name, key[start:stop] % len(seats), float(count[start:stop].sum())
