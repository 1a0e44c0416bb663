"""The slow 504: module 1, the trolley."""
from collections import Counter
from fractions import Fraction

from .twin_parts import BOX_GOODS, GOODS, OFFERS, SOLD, SPEEDS


class Transport:
    """Goods on cities, tiles and trolleys. A hold carries nothing, a good, or 1 or 2 residents."""

    def clear_transport(self):
        """All goods in the box, prices at their start (R1.S.11)."""
        self.box = Counter(BOX_GOODS)
        self.prices = dict.fromkeys(GOODS, 20)

    def open_city(self, number):
        """R1.S.5, R1.S.7, R1.S.8: with 1.I or 1.II a city demands four goods and, without module 8, offers one."""
        if self.at("1.I", "1.II"):
            self.demand[number] = set(GOODS) - {OFFERS[number]}
            if not self.has(8):
                self.stock[number] = 4
                self.box[OFFERS[number]] -= 4

    def start_trolley(self, me):
        """R1.S.4, R1.S.9, R1.S.10."""
        me.trolley = me.capital
        if self.at("1.III") and not self.residents_act:
            me.holds = []
        elif self.at("1.I", "1.II") and not self.has(8):
            number = self.number[me.capital]
            if self.stock[number]:
                self.stock[number] -= 1
                me.holds = [OFFERS[number]]

    def upgrade(self, me):
        """R1.3C.1-4, I(8): one upgrade a turn."""
        step, hold = (50, 80) if self.at("1.I", "1.II") else (30, 40) if self.residents_act else (50, None)
        less, price = 15 * ("I(8)" in me.privileges), SOLD
        while price is SOLD:
            choices = {"no upgrade": None}
            if me.speed + 1 < len(SPEEDS) and me.money >= step - less:
                choices["faster trolley"] = step - less
            if hold and len(me.holds) == 1 and me.money >= hold - less:
                choices["second hold"] = hold - less
            price = yield from self.ask_or_sell(me, choices)
        if price is None:
            return
        me.money -= price
        if price == step - less:
            me.speed += 1
        else:
            me.holds.append(None)

    # ---- 3E ----------------------------------------------------------------------------------------

    def drive(self, me):
        """R1.3E: driving, loading and unloading in any mixture."""
        self.cart_points = Fraction(SPEEDS[me.speed] + ("II(5)" in me.privileges))
        self.bought_points, self.entered = 0, False
        self.start_of_drive(me)
        self.loaded, self.unloaded = set(), set()
        me.moved_on = Fraction(0)
        while True:
            choices = {"done": None} | self.drives(me) | self.loads(me) | self.unloads(me) | self.trolley_works(me)
            if self.must_unload(me):
                chosen = yield from self.ask(me, {"unload resident": (self.unload_resident,)})
            else:
                chosen = yield from self.ask_or_sell(me, choices)
            if chosen is SOLD:
                continue
            if chosen is None:
                return
            yield from chosen[0](me, *chosen[1:])

    def point_price(self, cost):
        """R1.3E.9: what the missing points cost; None where none may be bought."""
        missing = cost - self.cart_points
        if missing <= 0:
            return 0
        if self.residents_act:
            return None
        return sum(10 * (self.bought_points + n + 1) for n in range(1, int(missing) + 1))

    def can_pay_points(self, me, cost):
        """Are there points enough, or money for more?"""
        price = self.point_price(cost)
        return price is not None and price <= me.money

    def buy_points(self, me, cost):
        """Missing points are bought."""
        me.money -= self.point_price(cost)
        missing = max(0, int(cost - self.cart_points))
        self.bought_points += missing
        self.cart_points += missing

    def spend_points(self, me, cost):
        """Points for a way, bought where they are missing."""
        self.buy_points(me, cost)
        self.cart_points -= cost
        me.moved_on += cost

    def drive_cost(self, me, tile, other):
        """R1.3E.1, R1.3E.15, II(7), III(1)."""
        if self.has(6) and self.own_road(me, tile, other):
            half = Fraction(1, 2)
            return 0 if self.kind[other] == "city" and "III(1)" in me.privileges else half
        cost = self.tile_cost(me, self.kind[other])
        return cost + self.toll(me, other) if cost else 0

    def tile_cost(self, me, kind):
        """What entering this kind of tile costs."""
        if kind == "city" and "III(1)" in me.privileges:
            return 0
        return 2 if kind == "mountain" and not ("II(7)" in me.privileges and self.at("1.I", "1.II")) else 1

    def drives(self, me):
        """Where the trolley may go."""
        return {f"drive to {self.name(other)}": (self.drive_to, other) for other in self.near(me.trolley)
                if self.kind[other] != "water" and self.can_pay_points(me, self.drive_cost(me, me.trolley, other))}

    def drive_to(self, me, other):
        """On to the next tile."""
        self.spend_points(me, self.drive_cost(me, me.trolley, other))
        self.enter_ground(me, other)
        self.arrive(me, other)
        yield from ()

    def arrive(self, me, tile):
        """A new stop; R2.3E: a city reached."""
        me.trolley, self.entered = tile, True
        self.loaded, self.unloaded = set(), set()
        if self.trolley_reaches(me, tile):
            me.moved_on = Fraction(0)

    # ---- loading and unloading -----------------------------------------------------------------------

    def loads(self, me):
        """R1.3E.2, R1.3E.8, R1.3E.16: what can be loaded here."""
        found, tile = {}, me.trolley
        number = self.number.get(tile)
        lying = self.lying.get(tile, Counter())
        if None in me.holds:
            for good in GOODS:
                if good in self.unloaded:
                    continue
                if lying[good]:
                    found[f"load {good}"] = (self.load_lying, good)
                elif number and self.stock[number] and OFFERS[number] == good:
                    found[f"load {good}"] = (self.load_stock, good)
            if tile in self.ripe and self.plants[tile][1] == me.seat and self.plants[tile][0] not in self.unloaded:
                found[f"load {self.plants[tile][0]} of the plant"] = (self.load_plant, self.plants[tile][0])
        if me.exhausted[tile] and me.owns(tile) and "resident" not in self.unloaded and (
                1 in me.holds or None in me.holds):
            found["load resident"] = (self.load_resident,)
        return found

    def put_in(self, me, good):
        """Into an empty hold."""
        me.holds[me.holds.index(None)] = good
        self.loaded.add(good)

    def load_lying(self, me, good):
        """A good that somebody unloaded here."""
        self.lying[me.trolley][good] -= 1
        self.put_in(me, good)
        yield from ()

    def load_stock(self, me, good):
        """A good that the city offers."""
        self.stock[self.number[me.trolley]] -= 1
        self.put_in(me, good)
        yield from ()

    def load_plant(self, me, good):
        """The good of the own plant."""
        self.ripe.remove(me.trolley)
        self.put_in(me, good)
        yield from ()

    def load_resident(self, me):
        """An exhausted resident, first to one that sits alone."""
        me.exhausted[me.trolley] -= 1
        if 1 in me.holds:
            me.holds[me.holds.index(1)] = 2
        else:
            me.holds[me.holds.index(None)] = 1
        self.loaded.add("resident")
        yield from ()

    def unloads(self, me):
        """R1.3E.3, R1.3E.6, R1.3E.7: what can be unloaded or delivered here."""
        found, tile = {}, me.trolley
        for good in GOODS:
            if good in me.holds:
                wanted = good in self.demand.get(self.number.get(tile), ())
                if self.at("1.I", "1.II") and good not in self.loaded and not wanted:
                    found[f"unload {good}"] = (self.unload_good, good)
                if self.takes_delivery(me, tile, good):
                    found[f"deliver {good}"] = (self.deliver, good)
        if (1 in me.holds or 2 in me.holds) and "resident" not in self.loaded and self.may_unload(me, tile):
            found["unload resident"] = (self.unload_resident,)
        return found

    def may_unload(self, me, tile):
        """May a resident leave the trolley here?"""
        if me.owns(tile):
            return me.room(tile) > 0
        if self.hostile(me, tile):
            return self.may_attack(me, tile)
        return self.settlement_at_hand(me) and self.can_pay_house(me, tile)

    def unload_good(self, me, good):
        """It lies on the tile until somebody loads it."""
        me.holds[me.holds.index(good)] = None
        self.lying.setdefault(me.trolley, Counter())[good] += 1
        self.unloaded.add(good)
        yield from ()

    def unload_resident(self, me):
        """On an own tile it lies down; elsewhere it becomes a settlement."""
        tile = me.trolley
        hold = me.holds.index(1) if 1 in me.holds else me.holds.index(2)
        me.holds[hold] = {1: None, 2: 1}[me.holds[hold]]
        self.unloaded.add("resident")
        if me.owns(tile):
            me.exhausted[tile] += 1
            return
        if self.hostile(me, tile):
            yield from self.arrive_to_fight(me, tile)
            return
        if me.settlements == 0:
            yield from self.recall_settlement(me)
        self.turn_into_settlement(me, tile)

    def takes_delivery(self, me, tile, good):
        """R1.3E.3, R8.3E.1, R8.3E.2: demand at TOP I and II, and with 8.I or 8.II room in the own trading house."""
        number = self.number.get(tile)
        if number is None or self.at("1.III") and not self.at("8.I", "8.II"):
            return False
        if self.at("1.I", "1.II") and good not in self.demand[number]:
            return False
        return not self.at("8.I", "8.II") or me.owns(tile) and self.house_takes(me, tile)

    def house_takes(self, me, tile):
        """R8.3E.1, R8.3E.3, II(6): one good a house, two in the capital; one more in one house with the privilege."""
        def beyond(city, more=0):
            return len(me.houses.get(city, ())) + more - 1 - (self.has(4) or self.city(city) == me.capital)

        here = self.number[tile]
        if beyond(here, 1) <= 0:
            return True
        others = any(beyond(city) > 0 for city in me.houses if city != here)
        return "II(6)" in me.privileges and beyond(here, 1) == 1 and not others

    def deliver(self, me, good):
        """R1.3E.3-5, R8.3E.1."""
        number = self.number[me.trolley]
        me.holds[me.holds.index(good)] = None
        if self.at("1.I", "1.II"):
            self.demand[number].remove(good)
        if self.at("8.I", "8.II"):
            me.houses.setdefault(number, []).append(good)
        if self.at("1.I") or self.tasks_of(1):
            me.delivered[good] += 1
            self.check_delivery_award(me, good)
        if self.pays(1):
            self.sold.append((good, *self.city_tax(me, number)))
        yield from ()

    # ---- without residents, and roads ------------------------------------------------------------------

    def trolley_works(self, me):
        """R5.3E.1, R2.3E.3, R3.3E.1, R5.3E.2, R7.3E.1, R6.3E.1: exploring, laying settlements, a road."""
        found, tile = {}, me.trolley
        if not self.residents_act:
            if self.at("5.II", "5.III") and self.can_pay_points(me, 1):
                found |= {f"explore {q},{r}": (self.trolley_explores, (q, r)) for q, r in self.beside(tile)
                          if self.may_explore((q, r))}
            anywhere = self.at("2.II", "2.III", "5.II", "7.III") or self.at("2.I") and self.at("9.II")      # U65
            if self.entered and me.settlements and not me.owns(tile) and (
                    anywhere or self.at("3.I", "3.II") and tile in self.number):
                found["settle here"] = (self.settle_here,)
        if self.at("1.III") and self.at("6.I", "6.II") and not self.cart_road_done:
            found |= {f"free road {self.name(a)} to {self.name(b)}": (self.cart_road, a, b)
                      for a, b in self.legal_edges(me) if tile in (a, b) and me.owns(a) and me.owns(b)}
        return found

    def settle_here(self, me):
        """The trolley lays a settlement."""
        self.place_settlement(me, me.trolley)
        yield from ()

    def cart_road(self, me, a, b):
        """R6.3E.1: a free road from the trolley's tile."""
        self.cart_road_done = True
        self.place_road(me, a, b)
        yield from ()

    def trolley_explores(self, me, space):
        """R5.3E.1: it takes a point, bought now if need be; what is found is entered; a mountain may be too dear."""
        self.buy_points(me, 1)
        kind = yield from self.explore_space(me, space)
        cost = 1 if kind == "water" else self.tile_cost(me, kind)
        if cost > self.cart_points:                 # only a mountain is dearer than was foreseen
            if not self.can_pay_points(me, cost):
                return
            if not (yield from self.ask(me, {"stay": False, f"enter {self.name(space)}": True})):
                return
        before = me.moved_on
        self.spend_points(me, cost)
        if kind == "water":
            me.moved_on = before                    # lost, but nobody moved on (R2.F.2)
        else:
            self.arrive(me, space)

    # ---- 3H, end -----------------------------------------------------------------------------------

    def goods_income(self, me):
        """R1.3H.1, I(6): each good at its price, which falls by three while the others rise."""
        income = 0
        for sold, taxed, holder in self.sold:
            gain = self.prices[sold] + 10 * ("I(6)" in me.privileges)
            income += gain - taxed * (gain // 10)
            if holder:
                holder.money += taxed * (gain // 10)
            for good in GOODS:
                change = -30 if good == sold else 10
                self.prices[good] = min(140, max(10, self.prices[good] + change))
            if not self.at("8.I", "1.I"):           # R8.3H.6, R9.3H.4
                self.box[sold] += 1
        return income

    def housed(self, me):
        """Goods on the own trading houses."""
        return Counter(good for goods in me.houses.values() for good in goods)

    def owned_goods(self, me):
        """R8.E.1; U64: with module 1 those on own plants, in the trolley and on the houses."""
        if not self.has(1):
            return me.goods.total()
        ripe = sum(self.plants[tile][1] == me.seat for tile in self.ripe)
        return ripe + sum(hold in GOODS for hold in me.holds) + self.housed(me).total()
