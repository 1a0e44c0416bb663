"""The slow 504: module 4, what fights bring and cost, and what it changes for trolleys, income and points."""

TERRAIN_BONUS = (0, 0, 5, 10, 20, 30)                           # R4.3H.1


class Conquest:
    """Tiles lost, tiles won, and the end of an owner."""

    # ---- what is lost and won ------------------------------------------------------------------------

    def clear_tile(self, me, tile):
        """The last army has fallen: the tile is nobody's; R4.3D.13, R4.3G.9: a factory falls. Returns who lost it."""
        holder = self.holder(me, tile)
        self.neutralised.add(tile)
        if holder:
            self.lose_tile(holder, tile)
            if self.factories.get(self.number.get(tile)):
                self.factories[self.number[tile]].pop()
        return holder

    def lose_tile(self, owner, tile):
        """All pieces back to the supply."""
        owner.residents += owner.active.pop(tile, 0) + owner.exhausted.pop(tile, 0)
        if tile == owner.capital:
            owner.capital = None
            self.lose_buildings(owner, tile)
        else:
            self.take_settlement(owner, tile)

    def new_home(self, owner):
        """R4.3D.5, R4.3D.9: a settlement in another city becomes the headquarters."""
        if owner is None or owner.capital or not self.has(2) or not self.other_cities(owner):
            return
        chosen = yield from self.ask(owner, {f"capital city {number}": tile
                                             for number, tile in self.other_cities(owner)})
        owner.settled.remove(chosen)
        owner.settlements += 1
        owner.capital = chosen
        self.count_links()

    def capital_falls(self, me, loser, tile):
        """The tile has been lost; was it the capital?"""
        if loser is None or loser.capital:
            return
        yield from self.new_home(loser)
        if loser.capital is None:
            if self.companies and not self.at("4.I"):
                yield from self.last_capital_fallen(me, loser, tile)
            else:
                yield from self.beaten(me, loser, me.owns(tile))

    def beaten(self, me, loser, conquered):
        """R4.E.3, R4.E.4: the last capital has fallen. Whoever conquered it takes over the other tiles as well."""
        self.ends_now = self.ends_now or self.at("4.I")
        self.neutralised |= loser.settled
        while conquered and loser.settled and me.settlements:
            tiles, tile = self.in_order(loser.settled), None
            if len(tiles) > me.settlements or 0 < me.residents < sum(loser.on(there) for there in tiles):
                tile = yield from self.ask(me, {f"take over {self.name(there)}": there for there in tiles})
            tile = tile or tiles[0]
            people = loser.on(tile)
            self.lose_tile(loser, tile)
            self.place_settlement(me, tile)
            moved = min(people, me.residents, me.room(tile))
            me.residents -= moved
            me.exhausted[tile] += moved
            self.idle[tile] += moved
        for tile in self.in_order(loser.settled):
            self.lose_tile(loser, tile)

    def take_buildings(self, me, tile):
        """R4.3D.10, R4.3D.13, R4.3G.9, R4.3G.10: what stands ownerless on a tile that was taken."""
        number = self.number.get(tile)
        if number in self.factories:
            self.factories[number] = [me.seat if owner is None else owner for owner in self.factories[number]]
            self.check_factory_award(me)
        if tile in self.plants and self.plants[tile][1] is None:
            self.plants[tile][1] = me.seat
            self.check_plant_award(me, self.plants[tile][0])

    def settled_by_force(self, me, tile, recalled):
        """What a settlement brings with module 4. R2.Z.4: a free city taken; R4.E.2: the last of the supply ends it."""
        if tile in self.neutralised:
            self.take_buildings(me, tile)
        if tile in self.freed and tile in self.number and self.tasks_of(4):
            self.freed.remove(tile)
            self.award(me, tile, 3 + self.free_cities_taken)
            self.free_cities_taken += 1
        if self.at("4.I") and self.acting_now and me.settlements == 0 and not recalled:
            self.ends_now = True

    # ---- trolley -------------------------------------------------------------------------------------

    def is_ground_of(self, owner, tile):
        """R1.3E.10, R1.3E.11: is the tile the owner's for trolleys?"""
        return owner.owns(tile) and not (self.peace_in_cities and tile in self.number)

    def start_of_drive(self, me):
        """R1.3E.10: a point more from an own tile; whose tiles need no further point."""
        self.visited = {owner.seat for owner in self.owners if self.is_ground_of(owner, me.trolley)}
        if self.has(4) and me.seat in self.visited:
            self.cart_points += 1

    def toll(self, me, tile):
        """R1.3E.10: a point more on the first tile of an opponent."""
        holder = self.holder(me, tile)
        return int(holder is not None and holder.seat not in self.visited)

    def enter_ground(self, me, tile):
        """The trolley has come on to an opponent's tile."""
        holder = self.holder(me, tile)
        if holder:
            self.visited.add(holder.seat)

    def must_unload(self, me):
        """R1.3E.12: on a hostile tile that the trolley has entered residents must leave it for the fight."""
        return self.entered and self.hostile(me, me.trolley) and "unload resident" in self.unloads(me)

    def city_tax(self, me, number):
        """R1.3H.2: does 1 of each full 10 for a good go to who holds the city, and who is that: None is the bank."""
        taxed = self.has(4) and not self.at("8.I") and not me.owns(self.city(number))
        return taxed, self.holder(me, self.city(number)) if taxed else None

    # ---- 3H, end -------------------------------------------------------------------------------------

    def military_income(self, me):
        """R4.3H.1, III(5)."""
        others = me.tiles() - {me.capital}
        kinds = {self.kind[tile] for tile in others} - {"city"}
        return (10 if "III(5)" in me.privileges else 5) * len(others) + TERRAIN_BONUS[len(kinds)]

    def military_points(self, me):
        """R4.F.1."""
        return sum(5 if tile in self.number else 3 for tile in me.tiles())

    def armies(self, me):
        """R4.T.1."""
        return sum(me.on(tile) for tile in me.tiles()) + len(me.settled) + 3 * (me.capital is not None)
