"""Ways to pick moves for random games: by luck alone a board clogs up and little happens."""
from __future__ import annotations

import random
import re
from collections.abc import Sequence

from . import facts
from .twin_player import Player
from .twin_table import Table

PUT = re.compile(r"put ([a-z ]+) on (.+) ([a-z]+)$")
OFFICES = ("Town Hall", "Gunpowder Tower")


class Style:
    """How the moves of one game are picked: by luck alone, or mostly so that the places this style likes are used."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.blind = rng.random() < 0.1
        self.likes = {place: rng.lognormvariate(0, 1.2) for place in facts.ALL_PLACES}
        self.likes["Town Hall"] *= 0.2          # it empties the bags

    def pick(self, table: Table, seat: int, texts: Sequence[str]) -> str:
        """One of the texts."""
        if self.blind or self.rng.random() < 0.03:
            return self.rng.choice(texts)
        return self.rng.choices(texts, [self.worth(table.players[seat], text) for text in texts])[0]

    def worth(self, player: Player, text: str) -> float:
        """Weight of a move."""
        if text.startswith("put "):
            return self.worth_of_put(player, text)
        if text.startswith("use ") and text != "use Sacristy":
            return 0.1 + self.likes[text.removeprefix("use ").split(":")[0]]
        if text == "draw":
            return 8.0
        if text.startswith("give up station"):
            return 10.0
        return 0.3 if text in ("done", "pass", "keep technology") else 1.0

    def worth_of_put(self, player: Player, text: str) -> float:
        """Large where the place can be filled with what is on the market."""
        match = PUT.match(text)
        assert match
        kind, place, word = match.groups()
        missing = [other for where, n, other in facts.SPACES if where == place and player.places[place][n] is None]
        fills = len(missing) <= player.market.total() and all(
            any(player.fits(other, space) for other in player.market if player.market[other]) for space in missing)
        if not fills or word != missing[0]:     # spaces before it cannot be filled any more
            return 0.01
        office = 0.01 if place in OFFICES and kind.startswith("own ") else 1.0
        return self.likes[place] * office * 12.0 / len(missing) ** 2
