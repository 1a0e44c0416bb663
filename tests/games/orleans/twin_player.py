"""A player of Orléans: followers, places, tracks, goods, stations, and what may stand where."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from . import facts

OWN = "own "                    # begins the name of a player-coloured follower
TECHNOLOGY = "technology"       # what stands on a space in place of a follower


def profession(follower: str) -> str:
    """The profession of a follower, player-coloured or not."""
    return follower.removeprefix(OWN)


def coloured(follower: str) -> bool:
    """Whether a follower is one of its owner's four."""
    return follower.startswith(OWN)


def by_kind(followers: Counter[str]) -> list[str]:
    """The kinds of follower that are there, in the order of the kinds."""
    return [kind for kind in facts.KINDS if followers[kind] > 0]


@dataclass
class Player:
    """All that lies before one player. A place has one follower, technology or None for each of its spaces."""

    coins: int = facts.START_COINS
    bag: Counter[str] = field(default_factory=Counter)
    market: Counter[str] = field(default_factory=lambda: Counter(OWN + word for word in facts.STARTERS))
    places: dict[str, list[str | None]] = field(
        default_factory=lambda: {name: [None] * len(spaces) for name, spaces in facts.PLACES.items()})
    tracks: dict[str, int] = field(default_factory=lambda: dict.fromkeys(facts.LAST_STEP, 0))
    development: int = 0
    goods: dict[str, int] = field(default_factory=lambda: dict.fromkeys(facts.GOODS, 0))
    town: str = facts.HOME                      # where the merchant stands
    stations: list[str] = field(default_factory=list)
    stock: int = facts.STATIONS                 # stations not built
    citizens: int = 0
    technology: int = 0                         # tiles taken and not yet placed
    placed: int = 0                             # tiles placed so far
    unpaid: int = 0                             # coins that nothing could be given for
    gift: int = 0                               # points owned from the start
    sent: set[str] = field(default_factory=set)     # offices that have sent followers this round

    def status(self) -> int:
        """Rule 38: 1 at the start, one more from each status step on."""
        return 1 + sum(self.development >= step for step in facts.STATUS_STEPS)

    def tiles(self) -> list[str]:
        """Place tiles owned."""
        return [name for name in facts.TILES if name in self.places]

    def draws(self) -> int:
        """Rule 19: followers that the knight track lets draw."""
        return facts.KNIGHT_DRAWS[self.tracks["knight"]]

    def counts_as(self, follower: str) -> set[str]:
        """Rules 28 to 30: the professions a follower stands for on the spaces of places."""
        own = profession(follower)
        if own == "monk":
            return set(facts.PROFESSIONS)
        found = {own}
        for tile, (who, others) in (("Herb Garden", facts.HERB_GARDEN), ("School", facts.SCHOOL)):
            if tile in self.places and own == who:
                found |= set(others)
        return found

    def fits(self, follower: str, space: str) -> bool:
        """Whether a follower may stand on a space of a place."""
        return space == facts.ANY or space in self.counts_as(follower)

    def full(self, place: str) -> bool:
        """Rule 23: whether all spaces of a place are filled; passive tiles never are."""
        spaces = self.places.get(place, [])
        return bool(spaces) and None not in spaces

    def followers_on(self, place: str) -> list[str]:
        """The followers on a place."""
        return [what for what in self.places.get(place, []) if what not in (None, TECHNOLOGY)]

    def clear(self, place: str) -> None:
        """Rule 24: followers go to the bag, technology stays."""
        for n, what in enumerate(self.places[place]):
            if what not in (None, TECHNOLOGY):
                self.bag[what] += 1
                self.places[place][n] = None

    def tidy(self) -> None:
        """Sort what stands on spaces of one place for the same profession: technology, kinds in order, empty ones."""
        rank = {what: n for n, what in enumerate((TECHNOLOGY, *facts.KINDS, None))}
        for place, row in self.places.items():
            words = [word for where, _, word in facts.SPACES if where == place]
            for word in set(words):
                at = [n for n, other in enumerate(words) if other == word]
                for n, what in zip(at, sorted((row[n] for n in at), key=rank.__getitem__), strict=True):
                    row[n] = what

    def sources(self) -> dict[str, int]:
        """Rule 64: points by where they come from."""
        found = {"coins": self.coins}
        found |= {name: facts.GOODS_POINTS[name] * n for name, n in self.goods.items()}
        return found | {"stations": len(self.stations) * self.status(), "citizens": self.citizens * self.status(),
                        "unpaid": -self.unpaid, "gifts": self.gift}

    def score(self) -> int:
        """Rule 64."""
        return sum(self.sources().values())
