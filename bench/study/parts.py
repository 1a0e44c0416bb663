"""What a study of a game plays: items of its kind, places in turn order, and boards where it has them.

Each part is a balance run of its own with a fixed seed. `greedy` plays every part by itself, and twice as many games:
it takes hundredths of a second a game. The search plays it at a budget and at four times that.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.api import InputError
from reports.experiments import question as asking

QUICK = "greedy"
TIMES = 2               # as many games does it play
AS_MANY = 5             # seats up to which all parts on places have the same games; from there on the same rounds
BOARDS, SEATS = "boards", "seats"


@dataclass(frozen=True)
class Subject:
    """What is studied of a game: a kind of items, at these tables; places at these; and its boards or not."""

    game: str
    title: str
    kind: str
    one: str                # of the kind, in words
    many: str
    tables: tuple[int, ...]
    places: tuple[int, ...]
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    boards: bool = False


SUBJECTS = {
    "burgundy": Subject("burgundy", "The Castles of Burgundy", "knowledge", "knowledge tile",
                        "knowledge tiles", (2,), (2, 3, 4), 1100, {"boards": "random"}, boards=True),
    "catan_cards": Subject("catan_cards", "CATAN, the fast card game", "expansions", "expansion",
                           "expansions", (2, 3), (2, 3, 4, 5, 6), 2100),
    "orleans": Subject("orleans", "Orléans", "place-tiles", "place tile", "place tiles", (2,), (2, 3, 4, 5), 3100),
}


@dataclass(frozen=True)
class Sizes:
    """Games of the search in a part; `greedy` plays TIMES as many."""

    items: int
    places: int


@dataclass(frozen=True)
class Part:
    """One balance run of a study."""

    name: str
    game: str
    kind: str
    seats: int
    agent: str
    games: int
    seed: int
    options: Mapping[str, str]
    weight: int             # its share of the minutes, beside the other parts

    @property
    def quick(self) -> bool:
        """Whether it is played without search."""
        return self.agent == QUICK

    def question(self) -> asking.Question:
        """What the part asks."""
        return asking.Question(self.game, self.kind, agents=(self.agent,), seats=self.seats, options=self.options,
                               games=self.games, seed=self.seed)

    def command(self) -> str:
        """The same as a line to type."""
        return " ".join([f"ludosoph balance {self.game} --items {self.kind} --seats {self.seats}",
                         *(f"--option {k}={v}" for k, v in self.options.items()),
                         f"--agent {self.agent} --games {self.games} --seed {self.seed} --out {self.name}"])


def parts(subject: Subject, agent: str, sizes: Sizes) -> list[Part]:
    """The study in the order in which it is played: `greedy` first, then the search."""
    wanted = [("items", subject.kind, n, sizes.items, subject.options) for n in subject.tables]
    wanted += [(BOARDS, BOARDS, 2, sizes.items, {})] if subject.boards else []
    wanted += [("places", SEATS, n, sizes.places * max(n, AS_MANY) // AS_MANY, subject.options) for n in subject.places]
    out = []
    for player in dict.fromkeys((QUICK, agent)):
        for name, kind, seats, games, options in wanted:
            quick = player == QUICK
            called = name if name == BOARDS else f"{name}-{seats}"
            out.append(Part(called + (f"-{QUICK}" if quick else ""), subject.game, kind, seats, player,
                            games * (TIMES if quick else 1), subject.seed + len(out), options,
                            seats if name == "places" else 8))
    return out


def subject_of(game: str) -> Subject:
    """The subject of this name. Raises InputError naming what there is."""
    if game not in SUBJECTS:
        raise InputError(f"game: found {game[:40]!r}, expected one of {', '.join(SUBJECTS)}")
    return SUBJECTS[game]
