"""A player's turn: what may be done, and what it does."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil

from . import facts
from .twin_board import region, spaces
from .twin_table import Table

Moves = dict[str, Callable[[], None]]


def ring_distance(face: int, wanted: int) -> int:
    """Steps between two faces of a die, 6 and 1 being neighbours (rule 26)."""
    return min((face - wanted) % 6, (wanted - face) % 6)


class Turn(Table):
    """Decisions. Each method of `moves` names the moves of one stage and binds each to what it does."""

    def end_turn(self) -> None:
        """What follows a turn is told by the class above this one."""

    # ---- costs ------------------------------------------------------------------------------

    def worker_cost(self, distance: int, shift_tile: int | None) -> int:
        """Workers to turn a die by `distance` (rule 27), where `shift_tile` would give a free turn."""
        per_worker = 2 if self.player.knows(8) else 1
        free = 0
        if shift_tile is not None and self.player.knows(shift_tile):
            free = 2 if self.player.knows(8) and self.yes("tile8_widens_free") else 1
            if not self.yes("free_adds") and distance > free:
                free = 0
        return ceil(max(0, distance - free) / per_worker)

    def with_dice(self, moves: Moves, text: str, wanted: int, shift_tile: int | None,
                  effect: Callable[[], None]) -> None:
        """Add the move for each die that can be turned to `wanted`."""
        for face in self.player.dice:
            workers = self.worker_cost(ring_distance(face, wanted), shift_tile)
            if workers <= self.player.workers:
                paid = "" if workers == 0 else ", 1 worker" if workers == 1 else f", {workers} workers"
                moves.setdefault(f"{text} [die {face}{paid}]", partial(self.use_die, face, workers, effect))

    def use_die(self, face: int, workers: int, effect: Callable[[], None]) -> None:
        self.player.dice.remove(face)
        self.player.workers -= workers
        effect()

    # ---- which moves there are --------------------------------------------------------------

    def decisions(self) -> Moves:
        """The moves of the seat to act, by text; equal ones once, that of the lowest space."""
        stages: dict[str, Callable[[], Moves]] = {
            "main": self.main_moves, "discard": self.discard_moves, "castle-action": self.castle_moves,
            "ship-depot": self.ship_depot_moves, "ship-colour": self.ship_colour_moves,
            "ship-second": self.ship_second_moves, "sell-free": self.sell_moves, "take-free": self.take_moves,
            "place-free": self.place_moves,
        }
        return stages[self.stage]()

    def main_moves(self) -> Moves:
        moves: Moves = {}
        player = self.player
        if player.dice:
            for place, tile in self.depot_tiles():
                self.with_dice(moves, f"take {place[0]}: {tile}", int(place[0]), facts.TAKE_SHIFT_TILE,
                               partial(self.take, place))
            assert player.board is not None
            for tile in dict.fromkeys(player.storage):
                for name in player.targets(tile):
                    self.with_dice(moves, f"place {tile} at {name}", spaces(player.board)[name].die,
                                   facts.FREE_SHIFT_TILE[facts.colour_of(tile)], partial(self.place, tile, name))
            for colour in player.goods:
                self.with_dice(moves, f"sell {colour}", 1 + facts.GOODS.index(colour), None,
                               partial(self.sell, colour))
        for face in player.dice:
            moves[f"workers [die {face}]"] = partial(self.use_die, face, 0, self.hire)
            if self.yes("pass_die"):
                moves[f"idle [die {face}]"] = partial(self.use_die, face, 0, self.settle)
        moves |= self.buy_moves(back_to="main")
        if self.yes("free_discard") and len(player.storage) == facts.STORAGE:
            for tile in player.storage:
                moves[f"discard {tile}"] = partial(self.throw_out, tile)
        if not player.dice:
            moves["end turn"] = self.end_turn
        return moves

    def can_pay(self) -> bool:
        """Rule 33: a purchase is left this turn, with the silver for it and a tile for sale."""
        offered = self.black_tiles() or (self.player.knows(6) and self.depot_tiles())
        return not self.bought and self.player.silver >= facts.BUY_SILVER and bool(offered)

    def has_room(self, *discards: str) -> bool:
        """There is room for a tile, or one of these options makes some (A2, A3)."""
        return len(self.player.storage) < facts.STORAGE or any(map(self.yes, discards))

    def buy_moves(self, back_to: str) -> Moves:
        moves: Moves = {}
        if self.can_pay() and self.has_room("buy_discard"):
            for place, tile in self.black_tiles():
                moves.setdefault(f"buy {tile}", partial(self.buy, place, back_to))
            if self.player.knows(6):
                for place, tile in self.depot_tiles():
                    moves.setdefault(f"buy {place[0]}: {tile}", partial(self.buy, place, back_to))
        return moves

    def discard_moves(self) -> Moves:
        return {f"discard {tile}": partial(self.make_room, tile) for tile in self.player.storage}

    def free_takes(self, colours: list[str]) -> Moves:
        moves: Moves = {}
        for place, tile in self.depot_tiles():
            if facts.colour_of(tile) in colours:
                moves.setdefault(f"take {place[0]}: {tile} [free]", partial(self.take, place))
        return moves

    def free_places(self) -> Moves:
        return {f"place {tile} at {name} [free]": partial(self.place, tile, name)
                for tile in dict.fromkeys(self.player.storage) for name in self.player.targets(tile)}

    def free_sales(self) -> Moves:
        return {f"sell {colour} [free]": partial(self.sell, colour) for colour in self.player.goods}

    def castle_moves(self) -> Moves:
        moves = self.free_takes(list(facts.HEX_COLOURS.values())) | self.free_places() | self.free_sales()
        moves["workers [free]"] = self.hire
        if self.options["buy"] == "anytime":
            moves |= self.buy_moves(back_to="castle-action")
        return moves

    def sell_moves(self) -> Moves:
        return self.free_sales() | {"decline": self.settle}

    def take_moves(self) -> Moves:
        return self.free_takes(self.allowed) | {"decline": self.settle}

    def place_moves(self) -> Moves:
        return self.free_places() | {"decline": self.settle}

    # ---- the actions ------------------------------------------------------------------------

    def take(self, place: tuple[str, int]) -> None:
        """Rule 28: the tile goes to storage, which may first need room."""
        self.allowed = []
        if len(self.player.storage) == facts.STORAGE:
            self.taking, self.stage, self.back_to = place, "discard", "main"
        else:
            self.player.store(self.lift(place))
            self.settle()

    def buy(self, place: tuple[str, int], back_to: str) -> None:
        """Rule 33: like taking, but paid in silver; then the turn goes on where it was."""
        self.bought = True
        self.player.silver -= facts.BUY_SILVER
        if len(self.player.storage) == facts.STORAGE:
            self.taking, self.stage, self.back_to = place, "discard", back_to
        else:
            self.player.store(self.lift(place))
            self.go_on(back_to)

    def make_room(self, tile: str) -> None:
        assert self.taking is not None
        self.player.storage.remove(tile)
        self.out.append(tile)
        self.player.store(self.lift(self.taking))
        self.taking = None
        self.go_on(self.back_to)

    def go_on(self, stage: str) -> None:
        if stage == "castle-action":
            self.stage = stage
        else:
            self.settle()

    def throw_out(self, tile: str) -> None:
        """free_discard: a stored tile goes without another one coming."""
        self.player.storage.remove(tile)
        self.out.append(tile)
        self.settle()

    def hire(self) -> None:
        """Rules 32, 44 and 46: the workers action."""
        self.player.workers += 4 if self.player.knows(14) else facts.ACTION_WORKERS
        self.player.silver += 1 if self.player.knows(13) else 0
        self.settle()

    def sell(self, colour: str) -> None:
        """Rules 31, 44 and 46: all own goods of one colour."""
        player = self.player
        number = player.goods.pop(colour)
        player.sold[colour] = player.sold.get(colour, 0) + number
        player.score("sales", number * facts.GOODS_POINTS[self.seats])
        player.silver += 2 if player.knows(3) else facts.SALE_SILVER
        player.workers += 1 if player.knows(4) else 0
        self.settle()

    def settle(self) -> None:
        """An action is complete: the turn goes on for a die, or for a purchase, even if room must be made for it."""
        self.allowed = []
        self.stage = "main"
        if not self.player.dice and not (self.can_pay() and self.has_room("buy_discard", "free_discard")):
            self.end_turn()

    # ---- placing ----------------------------------------------------------------------------

    def place(self, tile: str, name: str) -> None:
        """Rules 29, 35 and 43: tile points, region, colour bonus, then the tile's own effect."""
        player = self.player
        player.storage.remove(tile)
        player.duchy[name] = tile
        if tile == "watchtower":
            player.score("watchtowers", facts.WATCHTOWER_POINTS)
        elif facts.colour_of(tile) == "animal":
            self.score_pasture(tile, name)
        self.score_region(name)
        self.score_colour(facts.colour_of(tile))
        self.effect(tile)

    def score_pasture(self, tile: str, name: str) -> None:
        """Rule 35: every animal of this species in this pasture; tile 7 adds one for each tile (A13)."""
        species = tile.split()[0]
        herd = [other for other in self.in_region(name) if other.split()[0] == species]
        extra = len(herd) if self.player.knows(7) else 0
        self.player.score("animals", sum(int(other.split()[1]) for other in herd) + extra)

    def in_region(self, name: str) -> list[str]:
        """Tiles that lie in the region of this space."""
        assert self.player.board is not None
        return [self.player.duchy[other] for other in region(self.player.board, name) if other in self.player.duchy]

    def score_region(self, name: str) -> None:
        """Rule 41."""
        if self.player.completes_region(name):
            self.player.score("regions", facts.REGION_POINTS[len(self.in_region(name))])
            self.player.score("phases", facts.PHASE_POINTS[facts.PHASES[self.phase]])

    def score_colour(self, colour: str) -> None:
        """Rule 42: the large tile for the first to fill the colour, the small one for the second."""
        if not self.player.completes_colour(colour):
            return
        if colour in self.large:
            self.large.remove(colour)
            self.player.large.append(colour)
            self.player.score("bonuses", facts.LARGE_BONUS[self.seats])
        elif colour in self.small:
            self.small.remove(colour)
            self.player.small.append(colour)
            self.player.score("bonuses", facts.SMALL_BONUS[self.seats])

    def effect(self, tile: str) -> None:
        """Rules 34 to 39: what the tile brings; an offer that cannot be used is not made."""
        if tile == "castle":
            self.stage = "castle-action"
        elif tile == "ship":
            self.start_ship()
        elif tile == "warehouse" and self.free_sales():
            self.stage = "sell-free"
        elif tile in facts.TAKE_COLOURS and self.free_takes(list(facts.TAKE_COLOURS[tile])):
            self.stage, self.allowed = "take-free", in_hex_order(facts.TAKE_COLOURS[tile])
        elif tile == "city-hall" and self.free_places():
            self.stage = "place-free"
        else:
            if tile == "boarding-house":
                self.player.workers += facts.BOARDING_HOUSE_WORKERS
            elif tile == "bank":
                self.player.silver += facts.BANK_SILVER
            self.settle()

    # ---- ships ------------------------------------------------------------------------------

    def clearable(self, depot: int) -> bool:
        return self.yes("empty_ship_depot") or bool(self.depot_goods[depot])

    @staticmethod
    def ring(depot: int) -> tuple[int, int]:
        """The two neighbours of a depot (rule 47): the one before it and the one after."""
        return (depot - 2) % 6 + 1, depot % 6 + 1

    def start_ship(self) -> None:
        self.cleared = []
        if any(self.clearable(depot) for depot in self.depots):
            self.stage = "ship-depot"
        else:
            self.move_marker()

    def ship_depot_moves(self) -> Moves:
        """One depot, or with tile 5 two neighbours; if it must be two, one alone where it has none to go with (A5)."""
        moves: Moves = {}
        pairs = self.player.knows(5) and self.yes("tile5_joint")
        for depot in filter(self.clearable, self.depots):
            before, after = self.ring(depot)
            if not pairs or self.yes("tile5_one") or not (self.clearable(before) or self.clearable(after)):
                moves[f"clear depot {depot}"] = partial(self.clear, [depot])
            if pairs and self.clearable(after):
                moves[f"clear depots {depot}+{after}"] = partial(self.clear, [depot, after])
        return moves

    def ship_second_moves(self) -> Moves:
        moves: Moves = {}
        for depot in self.ring(self.cleared[0]):
            if self.clearable(depot):
                moves[f"clear depot {depot}"] = partial(self.clear_second, depot)
        if self.yes("tile5_one") or not moves:
            moves["decline"] = self.move_marker
        return moves

    def ship_colour_moves(self) -> Moves:
        return {f"load {colour}": partial(self.load_choice, colour) for colour in self.allowed}

    def clear(self, depots: list[int]) -> None:
        self.cleared = sorted(depots)
        self.load_goods()

    def clear_second(self, depot: int) -> None:
        """tile5_joint=no: the first depot is done with, `cursor` is the one being cleared."""
        self.cleared = sorted([*self.cleared, depot])
        self.cursor = depot
        self.load_goods()

    def lying(self) -> list[str]:
        """Goods colours at the depots that are being cleared."""
        return [colour for colour in facts.GOODS if any(colour in self.depot_goods[n] for n in self.clearing())]

    def clearing(self) -> list[int]:
        return [self.cursor] if self.cursor else self.cleared

    def load_goods(self) -> None:
        """Rule 34: colours already held come along; new ones need free stacks, and a choice if those are few."""
        goods = self.player.goods
        for colour in list(goods):
            self.load(colour)
        new = self.lying()
        free = facts.STACKS - len(goods)
        if free and len(new) > free:
            self.stage, self.allowed = "ship-colour", new
            return
        if free:
            for colour in new:
                self.load(colour)
        self.cleared_enough()

    def load(self, colour: str) -> None:
        goods = self.player.goods
        for depot in self.clearing():
            number = self.depot_goods[depot].pop(colour, 0)
            if number:
                goods[colour] = goods.get(colour, 0) + number

    def load_choice(self, colour: str) -> None:
        self.load(colour)
        self.allowed = [other for other in self.allowed if other != colour]
        if len(self.player.goods) == facts.STACKS:
            self.cleared_enough()

    def cleared_enough(self) -> None:
        self.allowed = []
        one_by_one = self.player.knows(5) and not self.yes("tile5_joint")
        if one_by_one and not self.cursor and any(self.clearable(depot) for depot in self.ring(self.cleared[0])):
            self.stage = "ship-second"
        else:
            self.move_marker()

    def move_marker(self) -> None:
        """Rule 34: one space forward, on top of any markers there."""
        self.cleared, self.cursor = [], 0
        at = next(n for n, tower in enumerate(self.track) if self.actor in tower)
        self.track[at].remove(self.actor)
        self.track[min(at + 1, facts.TRACK - 1)].append(self.actor)
        self.settle()


def in_hex_order(colours: tuple[str, ...]) -> list[str]:
    return [colour for colour in facts.HEX_COLOURS.values() if colour in colours]
