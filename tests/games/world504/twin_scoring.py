"""The slow 504: income, the end, points and ties."""
from collections import Counter
from fractions import Fraction
from functools import cache

from .twin_parts import GOODS, PRIVILEGE_POINTS, SET_POINTS, best_sets


class Scoring:
    """Phase 3H and the final scoring."""

    def pays(self, module):
        """Is the income that of this module? R9.3H.2: with 9.II of the module at TOP I."""
        return self.at(f"{module}.II") or self.at("9.II") and self.at(f"{module}.I")

    def income_phase(self, me):
        """G24 and the page at TOP II; R3.1.3, R9.3H.1-3: with bids, taxes or shares it is set aside."""
        income, me.premium = 20 + me.premium, 0
        if self.pays(1):
            income += self.goods_income(me)
        if self.pays(2):
            income += self.earned + self.card_income(me)
        if self.pays(3):
            income += 15 * sum(built.count(me.seat) for built in self.factories.values())
        if self.pays(4):
            income += self.military_income(me)
        if self.pays(5):
            income += 5 * me.tokens + 20 * self.mountains_beaten
        if self.pays(6):
            income += self.road_income(me)
        if self.pays(7):
            income += self.majority_income(me)
        if self.pays(8) and self.has(1):
            income += self.housed_income(me)
        elif self.at("8.II"):
            income += yield from self.sale_income(me)
        elif self.pays(8):
            income += self.kept_income(me)
        income += 15 * self.cities_settled * ("I(2)" in me.privileges)
        income += 10 * ("I(5)" in me.privileges) + 20 * ("II(12)" in me.privileges)
        me.income = income
        if not self.at("3.I", "3.II") and not self.has(9):
            me.money += income

    # ---- the end -------------------------------------------------------------------------------------

    def end_reached(self):
        """Is the game over after this round?"""
        owners = self.owners
        parties = len(owners)                       # 5 are companies
        if self.at("9.I"):
            return self.round >= 5                  # R9.E.1
        if self.at("1.I"):
            return sum(owner.delivered.total() for owner in owners) + self.lost_goods >= 23
        if self.at("2.I"):
            return max(len(owner.cards) for owner in owners) >= self.cards_to_end()
        if self.at("3.I"):
            return sum(len(built) for built in self.factories.values()) >= 20
        if self.at("5.I"):
            return self.unexplored() <= 7
        if self.at("6.I") and self.has(4):
            return self.road_pool == 0
        if self.at("6.I"):
            return max(self.connected(owner, "city") for owner in owners) >= 9 - parties
        if self.at("8.I"):
            houses = 4 if parties == 5 else 10 - parties
            houses -= (1 if parties == 5 else 2) * self.has(4)
            return any(len(self.own_cities(owner)) >= houses and self.owned_goods(owner) >= 5 for owner in owners)
        return False

    # ---- points --------------------------------------------------------------------------------------

    def points_so_far(self, me):
        """Points that an owner has during the game: collected ones and those of privileges."""
        return sum(me.collected.values()) + self.privilege_points(me)

    def privilege_points(self, me):
        """R3.F.2."""
        return sum(PRIVILEGE_POINTS.get(card, 0) for card in me.privileges)

    def points(self, me):
        """All points, as if the game ended now."""
        points = self.points_so_far(me)
        if self.at("1.I"):
            points += self.delivery_points(me)
        if self.at("2.I"):
            points += self.card_points(me) + (0 if self.residents_act else me.moved_on)
        if self.at("4.I"):
            points += self.military_points(me)
        if self.at("6.I"):
            points += self.road_points(me)
        if self.at("8.I"):
            points += 2 * len(self.own_cities(me)) + self.stored_points(me)
        if self.at("7.III"):
            points += self.majority_points(me)
        return points

    def delivery_points(self, me):
        """R1.F.1, R1.F.2."""
        return sum((0, 5, 9, 12, 14, 15)[min(5, me.delivered[good])] for good in GOODS) + 2 * min(
            me.delivered[good] for good in GOODS)

    def stored_points(self, me):
        """R8.F.1: exchange two for one as often as wanted, then score what the houses take; R8.F.2: all on them."""
        goods = self.housed(me) if self.has(1) else me.goods
        room = sum(goods.values()) if self.has(1) else self.capacity(me)
        return best_stored(tuple(goods[good] for good in GOODS), room)

    # ---- ties ----------------------------------------------------------------------------------------

    def result(self):
        """Scores, and how the win is shared."""
        if self.has(9):
            return self.result_with_shares()
        scores = [self.points(owner) for owner in self.owners]
        ranks = [(score, *self.tie(owner)) for score, owner in zip(scores, self.owners)]
        first = [rank == max(ranks) for rank in ranks]
        return scores, [Fraction(won, sum(first)) for won in first]

    def tie(self, me):
        """What decides a tie, by the page at TOP I."""
        residents = sum(me.on(tile) for tile in me.tiles())
        if self.at("1.I"):
            return sum(hold in GOODS for hold in me.holds), me.income
        if self.at("2.I"):
            return (residents + len(me.settled),) if self.residents_act else ()
        if self.at("3.I"):
            return (me.money,)
        if self.at("4.I"):
            return (self.armies(me),)
        if self.at("5.I"):
            return (residents,)
        if self.at("6.I"):
            return (self.on_roads(me),)
        if self.at("7.I"):
            return (residents + len(me.settled),)
        return (self.plants_of(me),)

    # ---- what is compared ------------------------------------------------------------------------------

    def summary(self):
        """The position in plain data."""
        return {"round": self.round, "order": list(self.order) if self.ordered else [], "tiles": dict(self.kind),
                "neutral": {road: set(seats) for road, seats in self.neutral.items()} | {
                    road: set() for road in self.common_roads},
                "barracks": {tile for tile, armies in self.garrison.items() if "barracks" in armies},
                "militia": {tile for tile, armies in self.garrison.items() if "militia" in armies},
                "pool": self.road_pool if self.has(4) and self.has(6) else 0,
                "plants": {tile: tuple(plant) for tile, plant in self.plants.items()}, "ripe": set(self.ripe),
                "box": {good: self.box[good] for good in GOODS}, "row": list(self.row), "free row": self.free_row,
                "factories": {city: list(built) for city, built in self.factories.items() if built},
                "piles": {tile: count for tile, count in self.piles.items() if count},
                "demand": {city: set(goods) for city, goods in self.demand.items() if goods},
                "stock": {city: count for city, count in self.stock.items() if count},
                "lying": {tile: dict(+goods) for tile, goods in self.lying.items() if +goods},
                "prices": {good: self.prices[good] for good in GOODS} if self.pays(1) else {},
                "owners": [self.owner_summary(owner) for owner in self.owners]} | self.shares_summary()

    def owner_summary(self, me):
        """One owner in plain data."""
        active = Counter(me.active)
        if self.explorer_from and self.explorer_from[0] is me:
            active[self.explorer_from[1]] += 1
        tiles = {tile: [active[tile], me.exhausted[tile]] for tile in self.kind if active[tile] or me.exhausted[tile]}
        trolley = (me.trolley, me.speed, sorted(str(hold) for hold in me.holds))
        return {"money": me.money, "income": me.income, "points": self.points(me), "capital": me.capital,
                "settled": set(me.settled), "residents": tiles,
                "supply": (me.residents, me.settlements, me.road_supply), "roads": set(me.roads),
                "linked": set(me.linked), "privileges": set(me.privileges), "cards": set(me.cards),
                "goods": dict(+me.goods), "houses": {city: sorted(goods) for city, goods in me.houses.items() if goods},
                "delivered": dict(+me.delivered), "tokens": me.tokens,
                "trolley": trolley if self.has(1) and me.capital else None}


@cache
def best_stored(counts, room):
    """The most points of sets from at most so many goods, two of those left over being worth one that lacks."""
    def most(kept, left):
        if len(kept) < len(counts):
            return max(most((*kept, n), left - n) for n in range(min(sum(counts), left) + 1))
        lacking = sum(max(0, n - own) for n, own in zip(kept, counts))
        over = sum(max(0, own - n) for n, own in zip(kept, counts))
        return best_points(tuple(sorted(kept))) if 2 * lacking <= over else 0

    return most((), room)


@cache
def best_points(counts):
    """Points of these goods in the best sets."""
    return best_sets(Counter(dict(enumerate(counts))), SET_POINTS)
