"""All that lies on the table, and what moves between it and the players."""
from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from . import facts
from .twin_player import Player, by_kind

DEFAULTS = {"preset": "eighth", "bathhouse_spends": "any", "piles": "even", "harvest_units": "preset",
            "missing_good": "farm-house", "route_good": "must", "technology": "pass", "keep_technology": "yes",
            "first_technology": "tile", "village_without_technology": "yes", "village_without_tile": "yes",
            "full_development": "university", "leave_coin_space": "no", "unpaid": "dropped", "order": "start",
            "town_hall": "choice", "tower": "market", "sacristy": "choice", "coins": "unlimited",
            "plague_to": "supply", "harvest_to": "market", "take_back": "yes", "start": "random",
            "planning": "simultaneous", "town_hall_again": "yes", "technology_planning": "no",
            "lost_followers": "bag", "margin_weight": "0.75", "gifts": "", "without": ""}


@dataclass(frozen=True)
class Node:
    """Where the game waits: for a seat that picks one of the texts, or for chance, whose texts have weights."""

    stage: str
    seat: int                   # to act, or the one a draw is about
    texts: tuple[str, ...]
    weights: tuple[int, ...] = ()


T = TypeVar("T")
Steps = Generator[Node, str, T]


class Table:
    """A position: the players, the supply, goods, map, deeds, tiles."""

    def __init__(self, seats: int, options: dict[str, str]) -> None:
        unknown = set(options) - set(DEFAULTS)
        if unknown or seats not in facts.SUPPLY:
            raise ValueError(f"the twin knows no options {sorted(unknown)} or no game of {seats}")
        self.seats = seats
        self.options = DEFAULTS | options
        self.players = [Player() for _ in range(seats)]
        self.supply = dict(zip(facts.PROFESSIONS, facts.SUPPLY[seats], strict=True))
        self.lost = dict.fromkeys(facts.PROFESSIONS, 0)         # neutral followers out of the game
        self.goods = dict(facts.GOODS)                          # on the market, or not yet dealt
        self.gone = dict.fromkeys(facts.GOODS, 0)               # goods out of the game
        self.routes: dict[str, list[str | None]] = {name: [None] * len(spaces)
                                                    for name, (_, _, spaces) in facts.ROUTES.items()}
        self.deeds = {name: dict(spaces) for name, (spaces, _) in facts.DEEDS.items()}      # open spaces
        self.display = list(facts.TILES)                        # place tiles to be had
        self.technology = facts.TECHNOLOGY[seats]
        self.hourglass = [Counter(pile) for pile in self.piles()]
        # Citizens still to be had.
        self.citizens = [*(f"development {n}" for n in facts.CITIZEN_STEPS), *facts.CITIZEN_STEP, *facts.DEEDS,
                         "stations"]
        self.round = 0
        self.phase = 0
        self.event = facts.EVENTS[0]
        self.start = 0
        self.passed: set[int] = set()
        self.hand: Counter[str] = Counter()                     # drawn by a Bathhouse, and not yet placed
        for tile in filter(None, self.options["without"].split(",")):
            self.display.remove(tile)
        for gift in filter(None, self.options["gifts"].split(",")):
            self.give_from_start(*gift.split(":"))

    def give_from_start(self, seat: str, gift: str) -> None:
        """What a seat has that others have not: a tile, or a number of something."""
        player = self.players[int(seat)]
        if gift in facts.TILES:
            self.take_tile(player, gift)
            return
        name, number = gift.split()
        n = int(number)
        if name == "coins":
            player.coins += n
        elif name == "points":
            player.gift += n
        elif name == "development":
            player.development += n
        elif name == "technology":
            player.technology += n
            self.technology -= n
        else:
            player.goods[name] += n
            self.goods[name] -= n

    def yes(self, option: str) -> bool:
        return self.options[option] == "yes"

    def piles(self) -> tuple[tuple[str, ...], ...]:
        """Rule 13: the hourglass tiles below the light Pilgrimage, pile after pile."""
        if self.options["piles"] == "random":
            return facts.PILES["first_2014"]
        return facts.PILES[self.options["preset"]]

    # ---- order ------------------------------------------------------------------------------

    def play_order(self) -> list[int]:
        """Clockwise from the start player."""
        return [(self.start + n) % self.seats for n in range(self.seats)]

    def payment_order(self) -> list[int]:
        """The order of what happens to all at once (U12)."""
        return self.play_order() if self.options["order"] == "start" else list(range(self.seats))

    # ---- coins, citizens, development -------------------------------------------------------

    def earn(self, player: Player, coins: int) -> None:
        """Coins from the bank, as far as it has any (rule 9, U16)."""
        if self.options["coins"] != "unlimited":
            coins = min(coins, max(0, int(self.options["coins"]) - sum(p.coins for p in self.players)))
        player.coins += coins

    def citizen(self, player: Player, where: str) -> None:
        """Rule 37: a citizen that is still there goes to the first to come."""
        if where in self.citizens:
            self.citizens.remove(where)
            player.citizens += 1

    def develop(self, player: Player, points: int) -> None:
        """Rules 38 and 39: step by step; what is beyond the last step is lost."""
        for _ in range(points):
            if player.development == facts.DEVELOPMENT:
                return
            player.development += 1
            self.earn(player, facts.COIN_STEPS.get(player.development, 0))
            self.citizen(player, f"development {player.development}")

    # ---- followers --------------------------------------------------------------------------

    def draw(self, stage: str, seat: int, number: int, into: Counter[str]) -> Steps[None]:
        """Draw followers one at a time from a seat's bag. A whole bag comes without a draw."""
        bag = self.players[seat].bag
        if number >= bag.total():
            into.update(bag)
            bag.clear()
            return
        for _ in range(number):
            kinds = by_kind(bag)
            text = yield Node(stage, seat, tuple(f"draw {kind}" for kind in kinds), tuple(bag[k] for k in kinds))
            kind = text.removeprefix("draw ")
            bag[kind] -= 1
            into[kind] += 1

    def market_size(self, player: Player) -> int:
        """Rules 19 and U14."""
        tower = self.options["tower"] == "market" and "Gunpowder Tower" in player.places
        return facts.MARKET + (facts.TOWER if tower else 0)

    def room(self, player: Player) -> int:
        """Free spaces of the market, while nothing stands on the Gunpowder Tower."""
        return self.market_size(player) - player.market.total()

    def bathhouse_space(self) -> str:
        """What the space of the Bathhouse asks for (U1)."""
        return facts.ANY if self.options["bathhouse_spends"] == "any" else "boatman"

    def spaces(self, player: Player) -> list[tuple[str, int, str]]:
        """The spaces of a player's places, in order: place, number there, profession."""
        found = []
        for place, n, word in facts.SPACES:
            if place not in player.places or (place == "Bathhouse" and self.options["preset"] == "first_2014"):
                continue
            found.append((place, n, self.bathhouse_space() if place == "Bathhouse" else word))
        return found

    # ---- tiles ------------------------------------------------------------------------------

    def take_tile(self, player: Player, tile: str) -> None:
        """Rule 40: from the display to the own board."""
        self.display.remove(tile)
        player.places[tile] = [None] * len(facts.TILES[tile][1])

    # ---- who has won ------------------------------------------------------------------------

    def sources(self) -> list[dict[str, int]]:
        return [player.sources() for player in self.players]

    def scores(self) -> list[int]:
        return [player.score() for player in self.players]

    def win_shares(self) -> list[float]:
        """Rules 64 and 66: most points, then furthest on the development track, then shared."""
        rank = [(p.score(), p.development) for p in self.players]
        best = rank.count(max(rank))
        return [1 / best if r == max(rank) else 0.0 for r in rank]
