"""The slow 504: module 4, armies and their fights.

Nobody's cities and mountains hold garrisons: lists of "militia" and "barracks". Attackers of TOP I and II lie on the
tile of an opponent until they fight; at TOP III each step on to it is a fight of one against one.
"""
from .odds import attack_odds, defence_odds

OPPOSITE = ((5, 10), (8, 6), (9, 7))                            # cities at the edge of plan 2
EVERY_OTHER = ((5, 9, 6), (8, 10, 7))
GIFTS = {"meadow": (1, 0), "forest": (1, 0), "field": (1, 1)}   # R5.3D.14: settlements and residents


class Military:
    """Garrisons, attacks, fights, and what is lost and won by them."""

    def clear_military(self):
        """No garrison stands; the box is full (R4.S)."""
        self.garrison = {}
        self.army_box = {"militia": 8, "barracks": 8}
        self.free_cities_taken = 0
        self.ends_now = self.acting_now = False
        self.clear_fights()

    def clear_fights(self):
        """At the start of a turn."""
        self.barred, self.neutralised, self.freed, self.roads_into = set(), set(), set(), set()
        self.mountains_beaten = 0

    @property
    def peace_in_cities(self):
        """R4.3D.2: no fights in cities."""
        return self.at("8.I", "8.II")

    # ---- setup -------------------------------------------------------------------------------------

    def may_be_capital(self, number, taken):
        """R4.S.3: can the choice of capitals on plan 2 still be completed?"""
        if self.companies:                              # R4.S.4
            return any(number in pair for pair in OPPOSITE)
        if self.seats == 2:
            whole = OPPOSITE
        elif self.seats == 3:
            whole = EVERY_OTHER
        else:
            whole = [a + b for a in OPPOSITE for b in OPPOSITE if a < b]
        if self.at("1.I", "1.II"):
            whole = [cities for cities in whole if not {5, 10} <= set(cities)]     # R1.S.5: both offer fish
        return any({number, *taken} <= set(cities) for cities in whole)

    def garrison_cities(self):
        """R4.S.5: all cities that are nobody's capital, in ascending order of their numbers while the box has some."""
        for tile in sorted(self.number, key=self.number.get):
            if not any(owner.capital == tile for owner in self.owners):
                self.put_garrison(tile)

    def put_garrison(self, tile):
        """R4.S.5-7, R5.3D.14: as far as the box has them."""
        if not self.has(4):
            return
        armies = {"city": ["militia", "barracks"], "mountain": ["militia"] if self.gifts_lie() else []}
        wanted = armies.get(self.kind[tile], [])
        if self.peace_in_cities:
            wanted = [army for army in wanted if army == "barracks" or self.kind[tile] == "mountain"]
        for army in wanted:
            if self.army_box[army]:
                self.army_box[army] -= 1
                self.garrison.setdefault(tile, []).append(army)

    def gifts_lie(self):
        """R5.3D.14: do explored tiles bring something?"""
        return self.at("5.II") and self.at("4.I")

    def receive_gifts(self, me, tile):
        """R5.3D.14: settlement and resident on the explored tile; R4.S.6: a garrison."""
        self.put_garrison(tile)
        settlements, residents = GIFTS.get(self.kind[tile], (0, 0)) if self.gifts_lie() else (0, 0)
        if settlements and me.settlements:
            self.place_settlement(me, tile, gift=True)
            if residents and me.residents:
                me.residents -= 1
                me.exhausted[tile] += 1
                self.idle[tile] += 1

    # ---- whose tile --------------------------------------------------------------------------------

    def holder(self, me, tile):
        """Another owner who must be fought on this tile."""
        if not self.has(4) or self.peace_in_cities and tile in self.number:
            return None
        return next((owner for owner in self.owners if owner is not me and owner.owns(tile)), None)

    def hostile(self, me, tile):
        """Is this an opponent's tile, or one with a garrison?"""
        if not self.has(4) or self.peace_in_cities and tile in self.number:
            return False
        return self.holder(me, tile) is not None or bool(self.garrison.get(tile))

    def other_cities(self, owner):
        """Cities that can become the capital."""
        return sorted((self.number[tile], tile) for tile in owner.settled if tile in self.number)

    def protected(self, me, tile):
        """R4.3D.3, R4.3D.14, R4.3D.15, R4.3D.7, R4.3D.9: may this capital not be attacked? R9.SR.8."""
        holder = self.holder(me, tile)
        if holder and self.sheltered(holder):
            return True
        if holder is None or holder.capital != tile or self.at("4.I") or self.companies:
            return False
        return not self.has(2) or not self.other_cities(holder)

    def may_attack(self, me, tile):
        """May one more resident come on to this hostile tile?"""
        if tile in self.barred or self.protected(me, tile) or not self.settlement_at_hand(me):
            return False
        holder = self.holder(me, tile)
        if self.at("4.III") and holder and holder.capital == tile and me.on(tile) >= holder.on(tile):
            return False                                # headquarters fall to assaults only
        return me.on(tile) < 7

    def lonely_capital(self, me, tile):
        """Is there nothing but the headquarters left on an opponent's tile?"""
        holder = self.holder(me, tile)
        return holder is not None and holder.capital == tile and not holder.on(tile)

    # ---- 3D ----------------------------------------------------------------------------------------

    def attack_step(self, me, tile, other):
        """R4.3D.4, R4.3D.8: a resident goes on to a hostile tile."""
        me.active[tile] -= 1
        yield from self.arrive_to_fight(me, other)

    def arrive_to_fight(self, me, tile):
        """An attacker. At TOP III it falls at once with one defender; with module 2 the trolley's wait (R1.3E.13)."""
        self.reach_hostile_city(me, tile)
        if self.at("4.III") and not self.waiting():
            yield from self.trade_blows(me, tile)
        else:
            me.exhausted[tile] += 1

    def waiting(self):
        """Do attackers lie on the tile until they fight?"""
        return not self.at("4.III") or self.has(2) and not self.acting_now

    def reach_hostile_city(self, me, tile):
        """R2.3D.5."""
        if (self.at("2.I") or self.at("2.II") and not self.has(1)) and me.residents and self.new_card(me, tile):
            me.residents -= 1

    def trade_blows(self, me, tile):
        """R4.3D.8: the attacker, who has left its tile already, and one defender are removed."""
        me.residents += 1
        if self.remove_armies(me, tile, 1):
            yield from self.capital_falls(me, self.clear_tile(me, tile), tile)

    def pending(self, me):
        """Tiles with own attackers."""
        return [tile for tile in self.in_order(self.kind) if me.exhausted[tile] and not me.owns(tile)]

    def fighting(self, me):
        """R4.3D.5: do attackers wait for a fight that comes before anything else?"""
        return self.has(4) and self.has(2) and self.at("4.I", "4.II") and bool(self.pending(me))

    def pending_actions(self, me, found):
        """Only runs, further attackers, roads into the tile and the fight itself."""
        [tile] = self.pending(me)
        mine = {text: action for text, action in found.items()
                if action[0] == self.run or action[0] == self.step and action[2] == tile
                or action[0] in (self.build_road, self.free_road) and tile in action[1:]}
        return mine | {f"fight on {self.name(tile)}": (self.fight, tile)}

    def assaults(self, me):
        """R4.3D.15 at TOP III: three residents at once from neighbouring tiles, named in ascending order."""
        found = {}
        if not self.at("4.III"):
            return found
        for tile in self.in_order(self.kind):
            if self.lonely_capital(me, tile) and not self.protected(me, tile) and self.settlement_at_hand(me):
                found |= {f"assault {self.name(tile)} from {self.name(source)}": (self.assault, tile, source)
                          for source in self.assault_sources(me, tile, 3, -1)}
        return found

    def assault_sources(self, me, tile, wanted, last):
        """Tiles from which the next one can come, so that enough are left in the tiles after it."""
        around = [other for other in self.in_order(self.near(tile)) if me.owns(other) and self.order_of[other] >= last]
        return [source for i, source in enumerate(around) if me.active[source]
                and sum(me.active[other] for other in around[i:]) >= wanted]

    def assault(self, me, tile, source):
        """Three residents fall with the headquarters."""
        self.reach_hostile_city(me, tile)
        for wanted in (2, 1, 0):
            me.active[source] -= 1
            me.residents += 1
            if wanted:
                source = yield from self.ask(me, {
                    f"assault {self.name(tile)} from {self.name(other)}": other
                    for other in self.assault_sources(me, tile, wanted, self.order_of[source])})
        yield from self.capital_falls(me, self.clear_tile(me, tile), tile)

    # ---- fights ------------------------------------------------------------------------------------

    def fights(self, me):
        """3G, and after the trolley's movement: all fights, in the agent's order."""
        while self.pending(me):
            tile = yield from self.ask(me, {f"fight on {self.name(tile)}": tile for tile in self.pending(me)})
            if self.protected(me, tile):                # the headquarters has just come here
                yield from self.retreat(me, tile)
            elif self.at("4.III"):
                yield from self.fight_singly(me, tile)
            else:
                yield from self.fight(me, tile)

    def fight_singly(self, me, tile):
        """R4.3D.8 for those whom the trolley has brought (R1.3E.13)."""
        while me.exhausted[tile] and self.hostile(me, tile):
            me.exhausted[tile] -= 1
            yield from self.trade_blows(me, tile)
        yield from self.conquer_or_retreat(me, tile)

    def armies_on(self, me, tile):
        """R4.3D.1: how many armies defend."""
        holder = self.holder(me, tile)
        if holder is None:
            return len(self.garrison.get(tile, ()))
        return holder.on(tile) + (3 if holder.capital == tile else 1)

    def remove_armies(self, me, tile, hits):
        """U27: residents, settlement, headquarters; militia, barracks. Returns whether none is left."""
        holder = self.holder(me, tile)
        left = self.armies_on(me, tile) - hits
        if holder is None:
            for army in self.garrison[tile][:hits]:
                self.army_box[army] += 1
            self.mountains_beaten += self.kind[tile] == "mountain"
            self.garrison[tile] = self.garrison[tile][hits:]
            if left == 0:
                self.freed.add(tile)
            return left == 0
        for _ in range(min(hits, holder.on(tile))):
            heap = holder.exhausted if holder.exhausted[tile] else holder.active
            heap[tile] -= 1
            holder.residents += 1
        return left == 0

    def fight(self, me, tile):
        """R4.3G.1-4: attack, then defence, then what comes of it."""
        holder, armies = self.holder(me, tile), self.armies_on(me, tile)
        cards = holder.privileges if holder else set()
        hits = yield from self.roll("hits", attack_odds(
            me.exhausted[tile], self.kind[tile], armies, die="III(4)" in me.privileges,
            as_meadow="II(7)" in me.privileges, shield="I(4)" in cards))
        fallen = self.remove_armies(me, tile, hits) if hits else armies == 0
        if fallen:
            self.clear_tile(me, tile)
        lost = yield from self.roll("defence", defence_odds(hits, me.exhausted[tile], die="III(4)" in cards))
        me.exhausted[tile] -= lost
        me.residents += lost
        if not fallen:
            self.barred.add(tile)
        yield from self.conquer_or_retreat(me, tile)
        yield from self.capital_falls(me, holder, tile)

    def roll(self, word, odds):
        """Dice."""
        return (yield from self.chance({f"{word} {n}": (chance, n) for n, chance in odds.items()}))

    def conquer_or_retreat(self, me, tile):
        """R4.3G.3: who survives takes the tile, or goes back to own tiles beside it."""
        if me.exhausted[tile] and not self.hostile(me, tile) and self.settlement_at_hand(me):
            me.exhausted[tile] -= 1
            if me.settlements == 0:
                yield from self.recall_settlement(me)
            self.turn_into_settlement(me, tile)
        elif me.exhausted[tile]:
            yield from self.retreat(me, tile)

    def retreat(self, me, tile):
        """R4.3G.3, U26: one by one, in ascending order of tiles; those who find no room go to the supply."""
        around = [other for other in self.in_order(self.near(tile)) if me.owns(other)]
        room, last = sum(me.room(other) for other in around), -1
        lost = max(0, me.exhausted[tile] - room)
        me.exhausted[tile] -= lost
        me.residents += lost
        for n in range(me.exhausted[tile], 0, -1):
            fit = [other for i, other in enumerate(around) if me.room(other) and self.order_of[other] >= last
                   and sum(me.room(more) for more in around[i:]) >= n]
            chosen = yield from self.ask(me, {f"retreat to {self.name(other)}": other for other in fit})
            last = self.order_of[chosen]
            me.exhausted[tile] -= 1
            me.exhausted[chosen] += 1
