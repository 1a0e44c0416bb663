"""All that lies on the table, and the document that describes it."""
from __future__ import annotations

from typing import Any

from . import facts
from .twin_board import Player

DEFAULTS = {"boards": "1", "castles": "default", "secret": "no", "distinct": "yes", "start": "random",
            "castle_scores": "no", "buy_discard": "yes", "free_discard": "no", "empty_ship_depot": "yes",
            "tile5_one": "yes", "tile5_joint": "yes", "tile8_widens_free": "no", "free_adds": "yes",
            "pass_die": "no", "buy": "between", "margin_weight": "0.75", "rivalry": "1", "gifts": "", "without": ""}


def without_zeros(counts: dict[str, int]) -> dict[str, int]:
    return {name: n for name, n in counts.items() if n}


class Table:
    """A position: the players, the depots, the supplies, and where the game stands."""

    def __init__(self, seats: int, options: dict[str, str]) -> None:
        unknown = set(options) - set(DEFAULTS)
        if unknown or seats not in (2, 3, 4):
            raise ValueError(f"the twin knows no options {sorted(unknown)} or no game of {seats}")
        self.seats = seats
        self.given = dict(options)
        self.options = DEFAULTS | options
        self.players = [Player() for _ in range(seats)]
        for pair in filter(None, self.options["gifts"].split(",")):
            seat, gift = pair.split(":")
            self.players[int(seat)].begin_with(gift)
        self.blanks = self.options["without"].split(",")        # tiles that leave their space empty
        self.depots: dict[int, list[str | None]] = {n: [None] * 4 for n in facts.DEPOTS}
        self.depot_goods: dict[int, dict[str, int]] = {n: {} for n in facts.DEPOTS}
        self.black: list[str | None] = [None] * 8
        self.coming: list[str | None] = [None] * facts.ROUNDS
        self.supply = facts.coloured_supply()
        self.supply["castle"] -= seats              # the start castles come out of it (rule 10)
        self.dark = facts.black_supply()
        self.goods_supply = dict.fromkeys(facts.GOODS, facts.GOODS_OF_EACH)
        self.track: list[list[int]] = [[] for _ in range(facts.TRACK)]
        self.large = list(facts.HEX_COLOURS.values())           # colour bonus tiles still to be had
        self.small = list(facts.HEX_COLOURS.values())
        self.out: list[str] = []                    # tiles thrown or cleared out of the game
        self.stage = "start-goods"
        self.order: list[int] = []                  # unknown until the start seat is
        self.phase = self.round = self.turn = self.actor = self.cursor = 0
        self.white = 0                              # not rolled
        self.bought = False
        self.taking: tuple[str, int] | None = None  # while storage is full: a depot (or "black") and its space
        self.allowed: list[str] = []                # colours that may be taken, or loaded
        self.cleared: list[int] = []                # depots that a ship is clearing

    def yes(self, option: str) -> bool:
        return self.options[option] == "yes"

    @property
    def player(self) -> Player:
        """The seat whose turn or choice it is."""
        return self.players[self.actor]

    def tile_at(self, place: tuple[str, int]) -> str | None:
        """The tile on a depot space: ("black", space), or ("3", space) for a numbered depot."""
        depot, space = place
        return self.black[space] if depot == "black" else self.depots[int(depot)][space]

    def lift(self, place: tuple[str, int]) -> str:
        """Take the tile away from a depot space."""
        depot, space = place
        row = self.black if depot == "black" else self.depots[int(depot)]
        tile, row[space] = row[space], None
        if tile is None:
            raise AssertionError(f"no tile at {place}")
        return tile

    def depot_tiles(self) -> list[tuple[tuple[str, int], str]]:
        """(place, tile) for all tiles on the numbered depots, in order."""
        return [((str(depot), space), tile) for depot, row in self.depots.items()
                for space, tile in enumerate(row) if tile is not None]

    def black_tiles(self) -> list[tuple[tuple[str, int], str]]:
        """(place, tile) for all tiles of the black depot, in order."""
        return [(("black", space), tile) for space, tile in enumerate(self.black) if tile is not None]

    def track_order(self) -> list[int]:
        """Play order as the track stands: highest space first, in a tower from the top (rule 50)."""
        return [seat for space in reversed(self.track) for seat in reversed(space)]

    def position(self) -> dict[str, Any]:
        """The position as a JSON document."""
        return {
            "format": "ludosoph-position/1", "game": "burgundy", "version": 1, "seats": self.seats,
            "options": {name: value for name, value in self.given.items() if value != DEFAULTS[name]},
            "phase": facts.PHASES[self.phase], "round": self.round + 1, "stage": self.stage, "order": list(self.order),
            "turn": self.turn, "actor": self.actor, "cursor": self.cursor, "white": self.white,
            "depots": {str(n): {"tiles": list(row), "goods": without_zeros(self.depot_goods[n])}
                       for n, row in self.depots.items()},
            "black": list(self.black), "coming": list(self.coming),
            "supply": without_zeros(self.supply), "dark": without_zeros(self.dark),
            "goods_supply": without_zeros(self.goods_supply), "track": [list(space) for space in self.track],
            "bonuses": {"large": list(self.large), "small": list(self.small)}, "bought": self.bought,
            "taking": f"{self.taking[0]}: {self.tile_at(self.taking)}" if self.taking else None,
            "allowed": list(self.allowed), "cleared": list(self.cleared),
            "players": [self.player_document(player) for player in self.players],
        }

    @staticmethod
    def player_document(player: Player) -> dict[str, Any]:
        return {
            "board": player.board, "castle": player.castle, "duchy": dict(player.duchy),
            "storage": list(player.storage), "silver": player.silver, "workers": player.workers,
            "goods": without_zeros(player.goods), "sold": without_zeros(player.sold), "dice": list(player.dice),
            "large": in_order(player.large), "small": in_order(player.small), "points": without_zeros(player.points),
        }


def in_order(colours: list[str]) -> list[str]:
    """Hex colours in the order of the colour bonus tiles."""
    return [colour for colour in facts.HEX_COLOURS.values() if colour in colours]
