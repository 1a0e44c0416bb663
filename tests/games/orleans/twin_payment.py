"""Payments, and what is given where coins are missing (section 11)."""
from __future__ import annotations

from copy import deepcopy

from . import facts
from .twin_plan import Plan
from .twin_player import TECHNOLOGY, Player, by_kind, coloured
from .twin_table import Node, Steps

Place = tuple[int, int]         # of an item in the order in which items are given


class Payment(Plan):
    """Paying, with coins or without."""

    def pay(self, seat: int, coins: int) -> Steps[None]:
        """Rule 59: what coins there are, then one item for each that is missing."""
        player = self.players[seat]
        paid = min(coins, player.coins)
        player.coins -= paid
        yield from self.torture(seat, coins - paid)

    def items(self, player: Player) -> list[str]:
        """What can be given up."""
        found = player.tiles()
        if any(not coloured(kind) for kind in by_kind(player.bag)):
            found.append("follower")
        if player.stock:
            found.append("station")
        found += [f"station in {town}" for town in facts.TOWNS if town in player.stations]
        if self.can_step_back(player):
            found.append("step")
        found += [good for good, n in player.goods.items() if n]
        found += [f"technology on {place}" for place in facts.ALL_PLACES
                  if TECHNOLOGY in player.places.get(place, [])]
        if player.technology:
            found.append("technology")
        return found

    def can_step_back(self, player: Player) -> bool:
        """Rule 60 and U10: a coin space is neither entered nor, by default, left."""
        here = player.development
        if here == 0 or here - 1 in facts.COIN_STEPS:
            return False
        return here not in facts.COIN_STEPS or self.yes("leave_coin_space")

    def torture(self, seat: int, debt: int) -> Steps[None]:
        """One item at a time, each choice of items in one order only."""
        player = self.players[seat]
        last: Place = (0, 0)
        while debt:
            things = self.things(player, last)
            if not things:                      # U11
                if self.options["unpaid"] == "points":
                    player.unpaid += debt
                return
            offered = list(things)[:1]
            if sum(things.values()) > debt:
                offered = [item for item in things if self.pays(player, item, debt, things)]
            text = yield Node("torture", seat, tuple(f"give up {item}" for item in offered))
            item = text.removeprefix("give up ")
            last = (0, 0) if item == "follower" else self.place_of(item)
            yield from self.give(seat, item)
            debt -= 1

    def things(self, player: Player, last: Place) -> dict[str, int]:
        """Items from a place in the order on, and how many there are of each."""
        return {item: self.number(player, item) for item in sorted(self.items(player), key=self.place_of)
                if self.place_of(item) >= last}

    def pays(self, player: Player, item: str, debt: int, things: dict[str, int]) -> bool:
        """Whether a debt that leaves something can still be paid after giving this item first."""
        if item == "follower":                  # after a draw everything is offered again
            return True
        return sum(n for other, n in things.items() if self.place_of(other) >= self.place_of(item)) >= debt

    @staticmethod
    def place_of(item: str) -> Place:
        """Tiles, each behind technology that is on it; then a follower; then the rest in order of code."""
        tile = item.removeprefix("technology on ")
        if tile in facts.TILES:
            return list(facts.TILES).index(tile), int(tile == item)
        rest = ["follower", "station", *(f"station in {town}" for town in facts.TOWNS), "step", *facts.GOODS,
                *(f"technology on {place}" for place in facts.PLACES), "technology"]
        return len(facts.TILES), rest.index(item)

    def number(self, player: Player, item: str) -> int:
        """How many times an item can be given, one after another; for a tile, what it brings to the bag counted too."""
        if item == "step":
            steps, walker = 0, deepcopy(player)
            while self.can_step_back(walker):
                walker.development -= 1
                steps += 1
            return steps
        if item == "follower":
            return sum(n for kind, n in player.bag.items() if not coloured(kind))
        if item in player.places:               # U23: its followers can then be drawn from the bag
            stay = self.options["lost_followers"] == "supply"
            return 1 + sum(not stay and not coloured(kind) for kind in player.followers_on(item))
        return {"station": player.stock, "technology": player.technology}.get(item, player.goods.get(item, 1))

    def give(self, seat: int, item: str) -> Steps[None]:
        """Rule 61: it leaves the game."""
        player = self.players[seat]
        if item == "follower":
            yield from self.lose_follower(seat)
        elif item in player.places:
            self.give_tile(player, item, self.supply)
        else:
            self.give_thing(player, item, self.gone)

    @staticmethod
    def give_thing(player: Player, item: str, gone: dict[str, int]) -> None:
        if item == "station":
            player.stock -= 1
        elif item.startswith("station in "):
            player.stations.remove(item.removeprefix("station in "))
        elif item == "step":
            player.development -= 1
        elif item in player.goods:
            player.goods[item] -= 1
            gone[item] += 1
        elif item == "technology":
            player.technology -= 1
        else:
            row = player.places[item.removeprefix("technology on ")]
            row[row.index(TECHNOLOGY)] = None
            player.tidy()

    def give_tile(self, player: Player, tile: str, supply: dict[str, int]) -> None:
        """U23: followers that stand on it go to the bag, or to the supply."""
        for follower in player.followers_on(tile):
            if self.options["lost_followers"] == "supply" and not coloured(follower):
                supply[follower] += 1
            else:
                player.bag[follower] += 1
        del player.places[tile]

    def lose_follower(self, seat: int) -> Steps[None]:
        """Rule 59: drawn blindly; a coloured one goes back and another is drawn, so a neutral one it is."""
        bag = self.players[seat].bag
        kinds = [kind for kind in by_kind(bag) if not coloured(kind)]
        text = yield Node("lose-draw", seat, tuple(f"draw {k}" for k in kinds), tuple(bag[k] for k in kinds))
        kind = text.removeprefix("draw ")
        bag[kind] -= 1
        self.lost[kind] += 1
