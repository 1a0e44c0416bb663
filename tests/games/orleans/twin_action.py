"""Phase 5: what can be done at a place whose spaces are filled, and what it does."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial

from . import facts
from .twin_payment import Payment
from .twin_player import Player
from .twin_table import Node, Steps

Effects = dict[str, Callable[[], Steps[None]]]
OFFICES = ("Town Hall", "Gunpowder Tower")
DEVELOPMENT_ONLY = {"Scriptorium": 1, "Library": 2, "Shipping Line": 1}
RECRUITS = {"Farm House": "farmer", "University": "scholar", "Castle": "knight", "Monastery": "monk"}
VEHICLES = {"Ship": "w", "Wagon": "r", "Horse Wagon": "r"}


class Action(Payment):
    """The actions of a seat in turn."""

    def actions(self, seat: int) -> Effects:
        """All actions of a seat by text."""
        player = self.players[seat]
        found: Effects = {}
        for place in player.places:
            if place in OFFICES:
                found |= {f"use {place}: {way}": partial(self.send, seat, place, way)
                          for way in self.first_sends(player, place)}
            elif player.full(place):
                found |= self.at(seat, place)
        return found

    def at(self, seat: int, place: str) -> Effects:
        """The actions at a place that is filled."""
        player = self.players[seat]
        if place == "Village":
            return {f"use Village: {word}": partial(self.village, seat, word)
                    for word in ("boatman", "craftsman", "trader") if self.village_allowed(player, word)}
        if place in VEHICLES:
            return {f"use {place}: {route} to {town}": partial(self.move, seat, place, route, town)
                    for route, town in self.ways(player, VEHICLES[place])}
        if place == "Pharmacy":
            left = facts.DEVELOPMENT - player.development
            most = 3 if self.options["full_development"] == "always" else min(3, left)
            return {f"use Pharmacy: {n} coin{'s' if n > 1 else ''}": partial(self.pharmacy, seat, n)
                    for n in range(1, most + 1) if n <= player.coins}
        if place == "Bathhouse":
            return {"use Bathhouse": partial(self.bathe, seat)} if player.bag.total() else {}
        if place == "Sacristy" or not self.allowed(player, place):
            return {}
        return {f"use {place}": partial(self.use, seat, place)}

    # ---- what is allowed --------------------------------------------------------------------

    def allowed(self, player: Player, place: str) -> bool:
        """Whether an action without a choice can be used."""
        if place in RECRUITS:
            return self.recruit_allowed(player, place)
        if place in facts.GOODS_TILES:          # U4
            return self.goods[facts.GOODS_TILES[place]] > 0 or self.options["missing_good"] == "always"
        if place in DEVELOPMENT_ONLY:           # U9
            return self.develops(player)
        if place == "Guildhall":                # rule 47
            taken = player.stations if player.town == facts.HOME else [t for p in self.players for t in p.stations]
            return player.stock > 0 and player.town not in taken
        if place == "Laboratory":               # U7
            return self.technology > 0
        return True

    def develops(self, player: Player) -> bool:
        """U9: whether what gives development and nothing else is allowed."""
        return player.development < facts.DEVELOPMENT or self.options["full_development"] == "always"

    def recruit_allowed(self, player: Player, place: str) -> bool:
        """Rules 33 and 34, U4 and U9."""
        word = RECRUITS[place]
        if not self.supply[word] or player.tracks.get(word) == facts.LAST_STEP.get(word, -1):
            return False
        if word == "monk":
            return self.event != "Pilgrimage"
        if word == "farmer":
            good = facts.FARMER_GOODS[player.tracks["farmer"]]
            return self.goods[good] > 0 or self.options["missing_good"] != "never"
        if word == "scholar":
            return player.development < facts.DEVELOPMENT or self.options["full_development"] != "never"
        return True

    def village_allowed(self, player: Player, word: str) -> bool:
        """Rules 33 and 34, U7 and U8."""
        if not self.supply[word] or player.tracks[word] == facts.LAST_STEP[word]:
            return False
        if word == "craftsman":
            return self.technology > 0 or self.yes("village_without_technology")
        if word == "trader":
            return bool(self.choosable(player.tracks["trader"] + 1)) or self.yes("village_without_tile")
        return True

    def choosable(self, step: int) -> list[str]:
        """Rule 40: tiles left of the categories that a step of the trader track allows."""
        return [tile for tile in self.display if facts.TILES[tile][0] in facts.TRADER_CATEGORIES[step - 1]]

    def ways(self, player: Player, letter: str) -> list[tuple[str, str]]:
        """Rule 45: (route, next town) of all roads or waterways from the merchant's town."""
        return [(route, b if player.town == a else a) for route, (a, b, _) in facts.ROUTES.items()
                if route[0] == letter and player.town in (a, b)]

    # ---- what it does -----------------------------------------------------------------------

    def recruit(self, player: Player, word: str) -> int:
        """Rule 33: from the supply to the bag, and the marker goes on. The step reached is returned."""
        self.supply[word] -= 1
        player.bag[word] += 1
        if word not in player.tracks:
            return 0
        player.tracks[word] += 1
        if player.tracks[word] == facts.CITIZEN_STEP.get(word):
            self.citizen(player, word)
        return player.tracks[word]

    def take_good(self, player: Player, good: str) -> None:
        """From the goods market, if there is one."""
        if self.goods[good]:
            self.goods[good] -= 1
            player.goods[good] += 1

    def use(self, seat: int, place: str) -> Steps[None]:
        """An action without a choice."""
        player = self.players[seat]
        player.clear(place)
        if place in RECRUITS:
            step = self.recruit(player, RECRUITS[place])
            if place == "Farm House":
                self.take_good(player, facts.FARMER_GOODS[step - 1])
            elif place == "University":
                self.develop(player, facts.SCHOLAR_POINTS[step - 1])
        elif place in facts.GOODS_TILES:
            self.take_good(player, facts.GOODS_TILES[place])
        elif place in DEVELOPMENT_ONLY:
            self.develop(player, DEVELOPMENT_ONLY[place])
        elif place == "Guildhall":
            player.stock -= 1
            player.stations.append(player.town)
        elif place == "Windmill":
            self.earn(player, 2)
            self.develop(player, 1)
        elif place == "Laboratory":
            self.gain_technology(seat)
        else:
            self.earn(player, {"Brewery": 2, "Cellar": 4, "Hospital": player.status(),
                               "Office": len(player.stations)}[place])
        yield from ()

    def gain_technology(self, seat: int) -> None:
        """Rule 41: from the stack; it waits for the pass, or by option for the end of the action."""
        if self.technology:
            self.technology -= 1
            self.players[seat].technology += 1

    def village(self, seat: int, word: str) -> Steps[None]:
        player = self.players[seat]
        player.clear("Village")
        step = self.recruit(player, word)
        if word == "boatman":
            self.earn(player, facts.BOATMAN_COINS[step - 1])
        elif word == "craftsman":
            self.gain_technology(seat)
        elif tiles := self.choosable(step):
            text = yield Node("choose-tile", seat, tuple(f"choose {tile}" for tile in tiles))
            self.take_tile(player, text.removeprefix("choose "))

    def move(self, seat: int, place: str, route: str, town: str) -> Steps[None]:
        """Rule 45: one route, and one of its goods."""
        player = self.players[seat]
        player.clear(place)
        player.town = town
        row = self.routes[route]
        there = [good for good in facts.GOODS if good in row]
        ways = [f"take {good}" for good in there]
        if there and self.options["route_good"] == "may":
            ways.append("take nothing")
        text = ways[0] if len(ways) == 1 else (yield Node("route-good", seat, tuple(ways))) if ways else "take nothing"
        good = text.removeprefix("take ")
        if good in row:
            row[row.index(good)] = None
            player.goods[good] += 1

    def pharmacy(self, seat: int, coins: int) -> Steps[None]:
        player = self.players[seat]
        player.clear("Pharmacy")
        player.coins -= coins
        self.develop(player, coins)
        yield from ()

    def bathe(self, seat: int) -> Steps[None]:
        """Rule 55, 8th edition: three are drawn, at most two of them put on spaces."""
        player = self.players[seat]
        yield from self.draw("bath-draw", seat, min(3, player.bag.total()), self.hand)
        done: list = []
        while len(done) < 2 and (puts := self.puts(player, self.hand, done)):
            text = yield Node("bath-put", seat, (*puts, "done"))
            if text == "done":
                break
            space, kind = puts[text]
            self.hand[kind] -= 1
            player.places[space[0]][space[1]] = kind
            done.append((space, kind))
        player.tidy()
        player.bag.update(self.hand)
        self.hand.clear()
        player.clear("Bathhouse")

    # ---- deeds ------------------------------------------------------------------------------

    def sends(self, player: Player, office: str) -> list[str]:
        """Rules 50 to 53: the ways of sending one follower, by profession and deed."""
        on = player.followers_on(office)
        found = []
        for word in facts.PROFESSIONS:
            if word in on:
                found += [f"{word} to {deed}" for deed in self.deeds if self.deeds[deed].get(word, 0)]
                if self.deeds[facts.POINT_FOR_COIN].get(word, 0) and self.develops(player):
                    found.append(f"{word} to {facts.POINT_FOR_COIN} for development")
        return found

    def first_sends(self, player: Player, office: str) -> list[str]:
        """What a seat can begin with."""
        return [] if office in player.sent else self.sends(player, office)

    def send(self, seat: int, office: str, way: str) -> Steps[None]:
        """Rule 50: one follower, then by choice a second one."""
        player = self.players[seat]
        if not self.yes("town_hall_again"):
            player.sent.add(office)
        self.send_one(player, office, way)
        more = self.sends(player, office)
        if self.options["town_hall"] == "choice":
            more = [text for text in more if self.way_rank(text) >= self.way_rank(way)]
        if not more:
            return
        texts = [f"use {office}: {other}" for other in more]
        if self.options["town_hall"] == "choice":
            texts.append("done")
        text = yield Node("send-more", seat, tuple(texts))
        if text != "done":
            self.send_one(player, office, text.removeprefix(f"use {office}: "))

    @staticmethod
    def way_rank(way: str) -> tuple[int, int]:
        word, deed = way.split(" to ")
        deeds = [*facts.DEEDS, f"{facts.POINT_FOR_COIN} for development"]
        return facts.PROFESSIONS.index(word), deeds.index(deed)

    def send_one(self, player: Player, office: str, way: str) -> None:
        word, deed = way.split(" to ")
        row = player.places[office]
        row[row.index(word)] = None
        player.tidy()
        if deed.endswith(" for development"):
            deed = deed.removesuffix(" for development")
            self.develop(player, 1)
        else:
            self.earn(player, facts.DEEDS[deed][1])
        self.deeds[deed][word] -= 1
        if not any(self.deeds[deed].values()):
            self.citizen(player, deed)
