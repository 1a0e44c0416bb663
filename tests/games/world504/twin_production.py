"""The slow 504: module 8, plants, trading houses and the sale of goods."""
from collections import Counter
from itertools import combinations_with_replacement, product

from .twin_parts import FISH_COST, GOODS, HOUSE_COST, LAND, PLANT_COST, PLANT_GOOD, SET_INCOME, SOLD, best_sets


class Production:
    """Plants: tile to [good, seat of the owner or None]."""

    def plants_of(self, me):
        """How many plants the owner has."""
        return sum(owner == me.seat for _, owner in self.plants.values())

    def plant_actions(self, me):
        """R8.3D.2: a plant on an own land tile without one."""
        found = {}
        if not self.has(8):
            return found
        for tile in self.in_order(me.tiles()):
            kind = self.kind[tile]
            if kind not in LAND or tile in self.plants:
                continue
            cost = PLANT_COST.get(kind)
            if kind == "mountain" and "II(7)" in me.privileges and self.at("8.I"):
                cost = PLANT_COST["meadow"]
            if cost and me.active[tile] >= cost:
                found[f"plant on {self.name(tile)}"] = (self.build_plant, tile, PLANT_GOOD[kind], cost)
            if self.by_water(tile) and me.active[tile] >= FISH_COST:
                found[f"fish plant on {self.name(tile)}"] = (self.build_plant, tile, "fish", FISH_COST)
        return found

    def build_plant(self, me, tile, good, cost):
        """R8.3D.2-4: the builders tire; with module 1 the good lies on the plant, else at TOP I before the owner."""
        me.active[tile] -= cost
        me.exhausted[tile] += cost
        self.plants[tile] = [good, me.seat]
        if self.has(1):
            if self.from_box(good):
                self.ripe.add(tile)
        elif self.at("8.I") and self.from_box(good):
            me.goods[good] += 1
        self.check_plant_award(me, good)
        yield from ()

    def from_box(self, good):
        """A good from the box; is there one?"""
        if self.box[good] == 0:
            return False
        self.box[good] -= 1
        return True

    # ---- trading houses ----------------------------------------------------------------------------

    def house_price(self, me, tile):
        """R8.3D.6, III(8): by the other owners who are in the city."""
        if not self.at("8.I", "8.II") or tile not in self.number or "III(8)" in me.privileges:
            return 0
        others = sum(owner.owns(tile) for owner in self.owners if owner is not me)
        return HOUSE_COST[others + len(self.garrison.get(tile, ()))]            # R8.3D.7

    def can_pay_house(self, me, tile):
        """Without the money the city may not be entered."""
        return me.money >= self.house_price(me, tile)

    def pay_house(self, me, tile):
        """The bank gets the price."""
        me.money -= self.house_price(me, tile)

    def own_cities(self, me):
        """Cities with an own settlement or the headquarters: with 8.I and 8.II a trading house."""
        return [tile for tile in self.in_order(me.tiles()) if tile in self.number]

    def capacity(self, me):
        """R8.3H.1, R8.3H.5, R8.F.3: goods that all houses take; II(6): one more."""
        houses = len(self.own_cities(me))
        return houses * (2 if self.has(4) else 1) + (not self.has(4)) + ("II(6)" in me.privileges)

    # ---- 3H ----------------------------------------------------------------------------------------

    def sale_income(self, me):
        """8.II without module 1: plants yield, goods are exchanged, then sold."""
        for tile in self.in_order(self.plants):                     # R8.3H.1
            good, owner = self.plants[tile]
            if owner == me.seat and self.from_box(good):
                me.goods[good] += 1
        sold = yield from self.trade(me)
        return best_sets(sold, SET_INCOME)                          # R8.3H.3

    def kept_income(self, me):
        """R9.3H.5: the goods in front of the company are sold as far as the houses take them, and kept."""
        room = self.capacity(me)
        return max(best_sets(Counter(dict(zip(GOODS, counts))), SET_INCOME)
                   for counts in product(*(range(me.goods[good] + 1) for good in GOODS)) if sum(counts) <= room)

    def housed_income(self, me):
        """R8.3H.4: with module 1 all goods on the own houses count, every round."""
        return best_sets(self.housed(me), SET_INCOME)

    def trade(self, me):
        """R8.3H.2, R8.3H.1: exchanges, none before the last one in their list; then sales in the order of goods."""
        pairs = list(combinations_with_replacement(GOODS, 2))
        codes = [(pair, good) for pair in pairs for good in GOODS]
        sold, last_exchange, last_sale = Counter(), 0, 0
        while True:
            choices = {"done": None}
            if not sold:
                for code in range(last_exchange, len(codes)):
                    pair, good = codes[code]
                    if not Counter(pair) - me.goods and good not in pair and self.box[good] > 0:
                        choices[f"exchange {pair[0]} and {pair[1]} for {good}"] = ("exchange", code)
            if sold.total() < self.capacity(me):
                for code in range(last_sale, len(GOODS)):
                    if me.goods[GOODS[code]]:
                        choices[f"sell {GOODS[code]}"] = ("sell", code)
            chosen = yield from self.ask_or_sell(me, choices)
            if chosen is SOLD:
                continue
            if chosen is None:
                return sold
            deed, code = chosen
            if deed == "sell":
                last_sale = code
                me.goods[GOODS[code]] -= 1
                sold[GOODS[code]] += 1
                self.box[GOODS[code]] += 1
            else:
                last_exchange = code
                pair, good = codes[code]
                me.goods.subtract(pair)
                self.box.update(pair)
                self.box[good] -= 1
                me.goods[good] += 1
