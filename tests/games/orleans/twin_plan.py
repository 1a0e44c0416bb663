"""Phases 3 and 4: followers are taken back, drawn and put on spaces; and where technology goes."""
from __future__ import annotations

from collections import Counter

from . import facts
from .twin_player import TECHNOLOGY, Player, by_kind
from .twin_table import Node, Steps, Table

Space = tuple[str, int, str]        # place, number of the space there, profession
NO_TECHNOLOGY = ("Town Hall", "Gunpowder Tower")


class Plan(Table):
    """What is done before the actions."""

    # ---- phase 3 ----------------------------------------------------------------------------

    def followers(self, seat: int) -> Steps[None]:
        """Rules 19 to 21."""
        player = self.players[seat]
        if self.market_size(player) > facts.MARKET:         # U14: the Tower's followers are on the market
            player.market.update(player.followers_on("Gunpowder Tower"))
            player.places["Gunpowder Tower"] = [None] * facts.TOWER
        draws = min(player.draws(), self.room(player))
        if self.options["take_back"] == "bag":              # U18
            draws = min(draws, player.bag.total())
        if self.options["take_back"] != "no":
            draws = yield from self.take_back(seat, draws)
        yield from self.draw("draw", seat, min(draws, player.bag.total()), player.market)
        if self.options["preset"] == "first_2014" and "Bathhouse" in player.places and self.room(player) > 0:
            yield from self.look(seat)

    def take_back(self, seat: int, draws: int) -> Steps[int]:
        """Rule 21: followers come back, one for each draw forgone; the draws left are returned."""
        player = self.players[seat]
        left = [(place, n) for place, n, _ in self.spaces(player) if player.places[place][n] not in (None, TECHNOLOGY)]
        while draws and left:
            texts: dict[str, tuple[str, int]] = {}
            for place, n in left:
                word = next(word for where, at, word in self.spaces(player) if (where, at) == (place, n))
                texts.setdefault(f"take back {player.places[place][n]} from {place} {word}", (place, n))
            text = yield Node("take-back", seat, (*texts, "draw"))
            if text == "draw":
                break
            place, n = texts[text]
            follower = player.places[place][n]
            assert follower is not None
            player.places[place][n] = None
            player.market[follower] += 1
            draws -= 1
            left = left[left.index((place, n)) + 1:]
        player.tidy()
        return draws

    def look(self, seat: int) -> Steps[None]:
        """Rule 55, first printing: of two more followers one stays."""
        player = self.players[seat]
        yield from self.draw("bath-look", seat, min(2, player.bag.total()), self.hand)
        kinds = by_kind(self.hand)
        if not kinds:
            return
        kept = kinds[0]
        if len(kinds) > 1:
            kept = (yield Node("keep", seat, tuple(f"keep {kind}" for kind in kinds))).removeprefix("keep ")
        self.hand[kept] -= 1
        player.market[kept] += 1
        player.bag.update(self.hand)
        self.hand.clear()

    # ---- phase 4 ----------------------------------------------------------------------------

    def puts(self, player: Player, pool: Counter[str], done: list[tuple[Space, str]]) -> dict[str, tuple[Space, str]]:
        """Followers of a pool and where they can be put next, in the one order in which a plan is made."""
        found = {}
        spaces = self.spaces(player)
        start = spaces.index(done[-1][0]) + 1 if done else 0
        for space in spaces[start:]:
            place, n, word = space
            row = player.places[place]
            alike = [at for where, at, other in spaces if (where, other) == (place, word)]
            if row[n] is not None or any(row[at] is None for at in alike if at < n):
                continue
            for kind in by_kind(pool):
                if player.fits(kind, word) and not self.swapped(done, space, kind):
                    found[f"put {kind} on {place} {word}"] = (space, kind)
        return found

    @staticmethod
    def swapped(done: list[tuple[Space, str]], space: Space, kind: str) -> bool:
        """Whether one of a higher kind was put before on this place for the same profession: tidied, it is one plan."""
        place, _, word = space
        return any((where, asked) == (place, word) and facts.KINDS.index(kind) < facts.KINDS.index(other)
                   for (where, _, asked), other in done)

    def plan(self, seat: int) -> Steps[None]:
        """Rule 22: followers are put on spaces until the seat is done or nothing can be put."""
        player = self.players[seat]
        done: list[tuple[Space, str]] = []
        after: Space | None = None
        while True:
            puts = self.finishable(player, done, self.puts(player, player.market, done))
            tiles = {}
            if self.yes("technology_planning") and not done:
                tiles = self.technology_spaces(player, after)
            if not puts and not tiles:
                break
            end = ("done",) if player.market.total() <= facts.MARKET else ()
            text = yield Node("plan", seat, (*puts, *tiles, *end))
            if text == "done":
                break
            if text in tiles:
                after = self.put_technology(player, tiles[text])
                continue
            space, kind = puts[text]
            player.market[kind] -= 1
            player.places[space[0]][space[1]] = kind
            done.append((space, kind))

    def finishable(self, player: Player, done: list[tuple[Space, str]],
                   puts: dict[str, tuple[Space, str]]) -> dict[str, tuple[Space, str]]:
        """Of the puts those after which the market can still be brought down to its own eight spaces (U14)."""
        if player.market.total() <= facts.MARKET + 1:
            return puts
        found = {}
        for text, (space, kind) in puts.items():
            pool = player.market.copy()
            pool[kind] -= 1
            player.places[space[0]][space[1]] = kind
            if self.puts(player, pool, [*done, (space, kind)]):
                found[text] = (space, kind)
            player.places[space[0]][space[1]] = None
        return found

    # ---- technology -------------------------------------------------------------------------

    def farmer_first(self, player: Player) -> bool:
        """Rule 42 and U6: whether the next tile must go on a farmer's space."""
        if self.options["first_technology"] == "step":
            return player.tracks["craftsman"] <= 1
        return player.placed == 0

    def technology_spaces(self, player: Player, after: Space | None) -> dict[str, Space]:
        """Rule 42: the spaces for a tile, behind the space `after`."""
        found: dict[str, Space] = {}
        if not player.technology:
            return found
        spaces = self.spaces(player)
        for space in spaces[spaces.index(after) + 1 if after else 0:]:
            place, n, word = space
            row = player.places[place]
            if len(row) < 2 or TECHNOLOGY in row or place in NO_TECHNOLOGY or row[n] is not None:
                continue
            if word == "monk" or (self.farmer_first(player) and word != "farmer"):
                continue
            found.setdefault(f"technology on {place} {word}", space)
        return found

    def put_technology(self, player: Player, space: Space) -> Space | None:
        """Place a tile. Returned is the space that the next one follows, if it follows one."""
        forced = self.farmer_first(player)
        player.places[space[0]][space[1]] = TECHNOLOGY
        player.technology -= 1
        player.placed += 1
        player.tidy()
        return None if forced or not self.yes("keep_technology") else space

    def place_technology(self, seat: int) -> Steps[None]:
        """Rule 41: the tiles that a seat keeps may go on its board."""
        player = self.players[seat]
        after: Space | None = None
        while spaces := self.technology_spaces(player, after):
            keep = ("keep technology",) if self.yes("keep_technology") else ()
            text = yield Node("technology", seat, (*spaces, *keep))
            if text == "keep technology":
                return
            after = self.put_technology(player, spaces[text])
