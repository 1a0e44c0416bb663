"""The slow 504: module 5, exploring."""
from collections import Counter

from .twin_parts import KINDS, LAND, distance

CENTRE = (0, 0)


class Exploring:
    """Spaces without a tile are explored with six explorer tiles."""

    def clear_exploring(self):
        """Nobody explores."""
        self.explorer_from = None               # who explores, and from where

    def may_explore(self, space):
        """R5.3D.9, U34: is the space unknown, in reach, and is there a tile for it?"""
        within = 4 if self.plan == 1 else 30
        return space not in self.kind and distance(space, CENTRE) <= within and bool(self.explorer_tiles(space))

    def explorer_tiles(self, space):
        """R5.3D.7: how many of the six explorer tiles lie at each stack."""
        tiles = Counter()

        def add(kind, count):
            if self.stack[kind] > 0:
                tiles[kind] += min(count, 6 - tiles.total())

        add("city", self.land_to_city(space))
        add("water", 0 if self.by_water(space) else distance(space, CENTRE) - 1)
        for kind in LAND:
            add(kind, 1)
        while 0 < tiles.total() < 6:
            for kind in ("city", "water", *LAND):
                if tiles[kind]:
                    add(kind, 1)
        return +tiles

    def land_to_city(self, space):
        """Land tiles on the shortest way to the nearest city; 0 where no way leads to one (U34)."""
        seen, rim, steps = {space}, [space], 0
        while rim:
            around = [other for tile in rim for other in self.near(tile) if other not in seen]
            if any(self.kind[other] == "city" for other in around):
                return steps
            rim = list({other for other in around if self.kind[other] in LAND})
            seen |= set(rim)
            steps += 1
        return 0

    def explore_space(self, me, space):
        """R5.3D.7, R5.3D.8, I(10): the tile comes, and what its explorer gets for it."""
        tiles = self.explorer_tiles(space)
        if "I(10)" in me.privileges:
            moves = {f"explorer tile from {a} to {b}": (a, b)
                     for a in KINDS for b in KINDS if tiles[a] and tiles[b] and a != b}
            moved = yield from self.ask(me, {"leave the explorer tiles": None} | moves)
            if moved:
                tiles[moved[0]] -= 1
                tiles[moved[1]] += 1
        kind = yield from self.chance({f"explored {kind}": (tiles[kind], kind) for kind in KINDS})
        number = 11 - self.stack["city"] if kind == "city" else 0
        self.lay(space, kind, number)
        me.explored[kind] += 1
        if self.at("5.I"):                          # R5.3D.10
            me.collected["exploring"] += 1
            self.piles[space] = {"water": 0, "city": 4}.get(kind, 2)
        if self.pays(5):                            # R5.3D.15
            me.tokens += 1
        self.receive_gifts(me, space)
        self.check_explored_award(me, kind)
        return kind

    # ---- 3D ----------------------------------------------------------------------------------------

    def explore_actions(self, me):
        """R5.3D.1-5, R5.3D.12: exploring and harvesting."""
        found = {}
        if not self.has(5):
            return found
        for tile in self.in_order(me.tiles()):
            if not me.active[tile]:
                continue
            if self.at("5.I") and self.piles[tile]:
                found[f"harvest in {self.name(tile)}"] = (self.harvest, tile)
            found |= {f"explore {q},{r} from {self.name(tile)}": (self.explore, tile, (q, r))
                      for q, r in self.beside(tile) if self.may_explore((q, r))}
        return found

    def harvest(self, me, tile):
        """R5.3D.12."""
        me.active[tile] -= 1
        me.exhausted[tile] += 1
        self.piles[tile] -= 1
        me.collected["exploring"] += 1
        yield from ()

    def explore(self, me, tile, space):
        """One space at 5.I, and at 5.II without module 2; else as many as the explorer likes."""
        many = self.at("5.III") or self.at("5.II") and self.has(2)
        me.active[tile] -= 1                        # the explorer is not among those who follow
        self.explorer_from = (me, tile)
        kinds = set()
        while space:
            kind = yield from self.explore_space(me, space)
            kinds.add(kind)
            if not many:
                self.explorer_is_back(me, tile, kinds, self.at("5.II") and not self.has(4))
            if self.at("5.II") and self.at("3.I") and kind != "water":
                yield from self.follow(me, space)
            if not many or not self.explorer_from:
                return
            more = {f"explore {q},{r} from {self.name(tile)}": (q, r)
                    for q, r in self.beside(tile) if self.may_explore((q, r))}
            space = yield from self.ask(me, {"done": None} | more)
        self.explorer_is_back(me, tile, kinds, False)

    def explorer_is_back(self, me, tile, kinds, stays):
        """To the supply; who stays or has found nothing but water lies where it was."""
        self.explorer_from = None
        if stays or kinds == {"water"}:
            me.exhausted[tile] += 1
        else:
            me.residents += 1

    def follow(self, me, space):
        """R5.3D.13: active residents step on to the new tile and stay active; the first is its settlement."""
        while True:
            choices = {}
            for tile in self.near(space):
                if me.active[tile] and (me.room(space) > 0 if me.owns(space) else self.settlement_at_hand(me)):
                    choices[f"follow from {self.name(tile)}"] = tile
            tile = yield from self.ask(me, {"done": None} | choices)
            if tile is None:
                return
            me.active[tile] -= 1
            if me.owns(space):
                me.active[space] += 1
                continue
            if self.hostile(me, space):
                yield from self.arrive_to_fight(me, space)
                continue
            if me.settlements == 0:
                yield from self.recall_settlement(me)
            self.turn_into_settlement(me, space)

    # ---- first settlements ---------------------------------------------------------------------------

    def take_token(self, me, tile):
        """R5.3D.15-17: an income token for a settlement on an empty tile."""
        if self.pays(5):
            me.tokens += 1

    def take_from_pile(self, me, tile):
        """R5.3D.11: the very first settlement on an explored tile takes a point."""
        if self.at("5.I") and self.piles[tile] == {"city": 4}.get(self.kind[tile], 2):
            self.piles[tile] -= 1
            me.collected["exploring"] += 1

    def unexplored(self):
        """R5.E.1: tiles left in the stacks."""
        return sum(self.stack.values())
