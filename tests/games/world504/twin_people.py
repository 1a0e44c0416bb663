"""The slow 504: residents (G17-G23): recruiting, actions, steps, runs, recalls."""

from .twin_parts import SOLD


class People:
    """Phases 3A, 3C and 3D."""

    def move_capital(self, me):
        """R2.3A.1: the headquarters may change places with a settlement in another city."""
        cities = sorted((self.number[tile], tile) for tile in me.settled if tile in self.number)
        if not self.has(2) or not cities or me.on(me.capital) > 7:      # G14: the old one is a town like others
            return
        chosen = yield from self.ask(me, {"keep the capital": None} | {
            f"capital city {number}": tile for number, tile in cities})
        if chosen:
            me.settled.remove(chosen)
            me.settled.add(me.capital)
            me.capital = chosen
            self.count_links()

    # ---- 3C ----------------------------------------------------------------------------------------

    def recruit(self, me):
        """G17-G19. Without module 2 tiles come in their order, so that no two orders lead to the same."""
        price = 8 if "II(4)" in me.privileges else 10
        bought, last = 0, -1
        while me.money >= price and self.residents_at_hand(me):
            if self.at("8.III") and self.round > 1 and bought >= self.plants_of(me) + 2:     # R8.3C.1
                break
            tiles = [tile for tile in self.in_order(me.tiles()) if self.takes_new(me, tile)
                     and (self.has(2) or self.order_of[tile] >= last)]
            tile = yield from self.ask_or_sell(me, {"done": None} | {f"recruit in {self.name(t)}": t for t in tiles})
            if tile is SOLD:
                continue
            if tile is None:
                break
            recalled = me.residents == 0
            if recalled:
                yield from self.recall_resident(me)
            me.money -= price
            me.residents -= 1
            me.active[tile] += 1
            bought, last = bought + 1, self.order_of[tile]
            self.ends_now = self.ends_now or self.at("4.I") and me.residents == 0 and not recalled      # R4.E.1
        for tile in me.tiles():                     # G19
            me.active[tile] += me.exhausted.pop(tile, 0)

    def residents_at_hand(self, me):
        """Is a resident in the supply, or with module 2 on the board (R2.3A.2)?"""
        return me.residents > 0 or self.has(2) and any(me.on(tile) for tile in me.tiles())

    def takes_new(self, me, tile):
        """G18, I(1): may one more new resident be placed here? Those who stand in 3C are the new ones."""
        if me.room(tile) < 1:
            return False
        return tile == me.capital or me.active[tile] < 1 + me.exhausted[tile] + ("I(1)" in me.privileges)

    def recall_resident(self, me):
        """R2.3A.2: a resident from the board into the supply, one that lies first."""
        tiles = [tile for tile in self.in_order(me.tiles()) if me.on(tile)]
        tile = yield from self.ask(me, {f"recall resident from {self.name(t)}": t for t in tiles})
        heap = me.exhausted if me.exhausted[tile] else me.active
        heap[tile] -= 1
        me.residents += 1

    # ---- 3D ----------------------------------------------------------------------------------------

    def residents_phase(self, me):
        """G20-G23: actions in any mixture until the owner is done; then all lie."""
        self.acting_now = True
        while True:
            actions = self.actions(me)
            if not actions:
                break
            if self.fighting(me):
                action = yield from self.ask(me, actions)
            else:
                action = yield from self.ask_or_sell(me, {"done": None} | actions)
            if action is SOLD:
                continue
            if action is None:
                break
            if action[0] != self.run:
                self.ran.clear()
            yield from action[0](me, *action[1:])
        self.acting_now = False
        for tile in me.tiles():
            me.exhausted[tile] += me.active.pop(tile, 0)

    def actions(self, me):
        """All actions of residents: text, and the method that plays it with what it needs."""
        found = {}
        for tile in self.in_order(me.tiles()):
            name = self.name(tile)
            if "II(11)" in me.privileges and not self.again_done and me.exhausted[tile] > self.idle[tile]:
                found[f"again in {name}"] = (self.stand_up, tile)
            if not me.active[tile]:
                continue
            if tile not in self.ran and self.reachable(me, tile):
                found[f"run from {name}"] = (self.run, tile)
            for other in self.near(tile):
                if self.may_step(me, tile, other):
                    found[f"step from {name} to {self.name(other)}"] = (self.step, tile, other)
        found |= self.plant_actions(me) | self.road_actions(me) | self.explore_actions(me) | self.assaults(me)
        return self.pending_actions(me, found) if self.fighting(me) else found

    def stand_up(self, me, tile):
        """II(11): one resident does a second action."""
        me.exhausted[tile] -= 1
        me.active[tile] += 1
        self.again_done = True
        yield from ()

    def free_move(self, me, tile, other):
        """R6.3D.1 along an own road; R2.3D.1, R8.3D.1 to an own tile where somebody lies. Full tiles are closed."""
        if not me.owns(other) or me.room(other) < 1:
            return False
        return self.own_road(me, tile, other) or self.has(2, 8) and me.exhausted[other] > 0

    def reachable(self, me, start):
        """Where a resident may run to without tiring."""
        seen, edge = {start}, [start]
        while edge:
            tile = edge.pop()
            for other in self.near(tile):
                if other not in seen and self.free_move(me, tile, other):
                    seen.add(other)
                    edge.append(other)
        return seen - {start}

    def run(self, me, tile):
        """A resident runs and may act afterwards."""
        target = yield from self.ask(me, {f"run to {self.name(other)}": other
                                          for other in self.in_order(self.reachable(me, tile))})
        me.active[tile] -= 1
        me.active[target] += 1
        self.ran.add(target)

    def may_step(self, me, tile, other):
        """G21: a step that tires, to a neighbouring tile."""
        if self.kind[other] == "water" or self.free_move(me, tile, other):
            return False
        if me.owns(other):
            return me.room(other) > 0
        if self.hostile(me, other):
            return self.may_attack(me, other)
        return self.settlement_at_hand(me) and self.can_pay_house(me, other)

    def settlement_at_hand(self, me):
        """Is a settlement in the supply, or with module 2 and residents on the board (R2.3A.2, U25)?"""
        return me.settlements > 0 or self.has(2) and self.residents_act and bool(me.settled)

    def step(self, me, tile, other):
        """G21: on to an own tile the resident lies there; elsewhere it becomes a settlement."""
        if me.owns(other):
            me.active[tile] -= 1
            me.exhausted[other] += 1
            return
        if self.hostile(me, other):
            yield from self.attack_step(me, tile, other)
            return
        me.active[tile] -= 1
        if me.settlements == 0:
            yield from self.recall_settlement(me)
        self.turn_into_settlement(me, other)

    def recall_settlement(self, me):
        """R2.3A.2: an own settlement with all own residents there into the supply."""
        tile = yield from self.ask(me, {f"recall settlement from {self.name(t)}": t
                                        for t in self.in_order(me.settled)})
        me.residents += me.active.pop(tile, 0) + me.exhausted.pop(tile, 0)
        self.idle.pop(tile, None)
        self.take_settlement(me, tile)
        self.recalled = True

    def take_settlement(self, me, tile):
        """A settlement leaves the board."""
        me.settled.remove(tile)
        me.settlements += 1
        self.lose_buildings(me, tile)

    def turn_into_settlement(self, me, tile):
        """G21: a resident in hand becomes a settlement; it goes back to the supply or on to the city's card."""
        self.pay_house(me, tile)
        if not self.resident_marks_card(me, tile):
            me.residents += 1
        self.place_settlement(me, tile)

    def place_settlement(self, me, tile, gift=False):
        """A settlement from the supply on to a tile, and all that follows from it."""
        first = not any(owner.owns(tile) for owner in self.owners)
        me.settlements -= 1
        me.settled.add(tile)
        recalled, self.recalled = self.recalled, False
        if tile in self.number:
            self.cities_settled += 1
        if first:
            self.first_settlement(me, tile)
            if not gift:                            # R5.3D.14
                self.take_token(me, tile)
        self.take_from_pile(me, tile)
        self.check_terrain_award(me)
        self.settled_by_force(me, tile, recalled)
        self.count_links()
