"""The slow 504: module 3, the deck, bids and auctions, the open row, taxes, factories."""
from fractions import Fraction
from itertools import combinations
from math import comb

from .twin_parts import FACTORY_COST, PRIVILEGES, SOLD


class Privileges:
    """Privileges are names such as "II(7)"; the row runs from left to right, its first `free_row` cost nothing."""

    def clear_privileges(self):
        """Which kinds are in the deck (R3.S.10); nothing is drawn."""
        self.kinds = [card for card, where in PRIVILEGES.items() if self.in_deck(where)] if self.has(3) else []
        self.drawn = dict.fromkeys(self.kinds, 0)
        self.extras, self.row, self.free_row = {}, [], 0

    def in_deck(self, where):
        """2.3.1: is the privilege used in this world?"""
        if where.startswith("not "):
            return not self.at(*where[4:].split())
        return any(word in self.pages or word in self.world or word == "RES" and self.residents_act
                   or word == "CO" and self.companies for word in where.split())

    # ---- the deck ------------------------------------------------------------------------------------

    def lay_privileges(self):
        """R3.S.10, R3.S.11: how many second copies each step keeps; then the first cards."""
        if not self.has(3):
            return
        if len(self.owners) == 3:
            yield from self.draw_extras()
        for _ in range(max(len(self.owners), 3) if self.at("3.III") else len(self.owners)):     # U36, U62
            yield from self.draw_privilege()

    def draw_extras(self):
        """Half of the second copies are put away unseen; the backs show how many of each step are left."""
        kept, left = len(self.kinds) - len(self.kinds) // 2, len(self.kinds)
        for step in ("I", "II"):
            size = len(self.of_step(step))
            left -= size
            odds = {f"second copies {n}": (comb(size, n) * comb(left, kept - n), n)
                    for n in range(min(size, kept) + 1)}
            self.extras[step] = yield from self.chance(odds)
            kept -= self.extras[step]
        self.extras["III"] = kept

    def of_step(self, step):
        """The kinds of a step that are in the deck."""
        return [card for card in self.kinds if card.split("(")[0] == step]

    def copies(self, step):
        """All cards of the step that were in the deck."""
        kinds = self.of_step(step)
        return len(kinds) + self.extras.get(step, 0) if len(self.owners) == 3 else self.each_kind() * len(kinds)

    def each_kind(self):
        """Copies of each kind when nothing is put away."""
        return 1 if len(self.owners) == 2 else 2

    def draw_privilege(self):
        """The next card of the deck to the right end of the row: I before II before III. Returns its step."""
        for step in ("I", "II", "III"):
            kinds = self.of_step(step)
            if sum(self.drawn[card] for card in kinds) < (self.copies(step) if kinds else 0):
                odds = self.odds_of_step(step, kinds)
                card = yield from self.chance({f"privilege {card}": (odds[card], card) for card in kinds})
                self.drawn[card] += 1
                self.row.append(card)
                return step
        return None

    def odds_of_step(self, step, kinds):
        """How likely each kind is. With three players: over all sets of second copies, by how well they fit."""
        if len(self.owners) != 3:
            return {card: Fraction(self.each_kind() - self.drawn[card]) for card in kinds}
        odds = dict.fromkeys(kinds, Fraction(0))
        for second in combinations(kinds, self.extras[step]):
            left = {card: 1 + (card in second) - self.drawn[card] for card in kinds}
            if min(left.values()) < 0:
                continue
            # a kind with two copies can have been drawn as either of them
            ways = 2 ** sum(self.drawn[card] > 0 for card in second)
            for card in kinds:
                odds[card] += ways * left[card]
        return odds

    # ---- round 1: sealed bids (R3.1.1) -----------------------------------------------------------------

    def ask_sum(self, me, sums, choices=None):
        """A sum of money: first its ten, then itself; or one of the other choices."""
        tens = {f"bid {10 * ten}-{10 * ten + 9}": ten for ten in sorted({money // 10 for money in sums})}
        ten = yield from self.ask(me, (choices or {}) | tens)
        if ten is None:
            return None
        return (yield from self.ask(me, {f"bid {money}": money for money in sums if money // 10 == ten}))

    def sealed_bids(self, bidders):
        """All bid in secret; from the highest down each pays and takes a place, and a capital where they are apart.

        Returns the seats by place.
        """
        bids = {}
        for owner in bidders:
            bids[owner.seat] = yield from self.ask_sum(owner, range(owner.money + 1))
        places = {}
        while bids:
            tied = [seat for seat in bids if bids[seat] == max(bids.values())]
            seat = tied[0]
            if len(tied) > 1:
                seat = yield from self.chance({f"lot of seat {seat}": (1, seat) for seat in tied})
                for other in tied:
                    bidders[other].money += 2 * (other != seat)
            me = bidders[seat]
            me.money -= bids.pop(seat)
            free = [place for place in range(self.seats) if place not in places]
            place = yield from self.ask(me, {f"place {place + 1}": place for place in free})
            places[place] = seat
            if self.capitals_apart and not self.companies:
                yield from self.choose_capital(me)
        return [places[place] for place in range(self.seats)]

    # ---- taxes and auctions ----------------------------------------------------------------------------

    def pay_taxes(self):
        """R3.1.3, with 7.I R3.1.5, with 9.I R3.1.6; then the set-aside income is taken. II(2): no taxes."""
        ranked = self.order
        first, last = ranked[0], ranked[-1]
        if self.at("7.I", "9.I"):
            first = max(self.order, key=lambda seat: self.owners[seat].income)
            last = min(reversed(self.order), key=lambda seat: self.owners[seat].income)
        rates = {seat: 2 if seat == first else 0 if seat == last else 1 for seat in ranked}
        for owner in [self.owners[seat] for seat in ranked]:
            tax = 0 if "II(2)" in owner.privileges else rates[owner.seat] * (owner.income // 10)
            if self.companies:                          # FAQ11: dealt with in phase 4; what is missing is forgiven
                owner.money -= min(tax, owner.money)
            else:
                owner.money += owner.income - tax
                owner.income = 0

    def auctions(self):
        """R3.2: new cards, then one auction for each card from the left."""
        if self.round > 1:
            self.free_row = len(self.row)
            limit = {2: 4, 3: 5, 4: 6, 5: 7}[len(self.owners)]
            for _ in self.owners:
                if len(self.row) < limit:
                    yield from self.draw_privilege()
        place = 0
        while place < len(self.row):
            sold = yield from self.auction(self.row[place], 0 if place < self.free_row else 20)
            if sold or place < self.free_row:
                del self.row[place]
                self.free_row -= place < self.free_row
            else:
                place += 1

    def auction(self, card, least):
        """R3.2.2: round the table from the first owner until one is left. Returns whether the card was bought."""
        seats = self.order                              # of companies (FAQ22)
        if not self.companies:
            seats = [(self.order[0] + i) % self.seats for i in range(self.seats)]
        inside = [seat for seat in seats if card not in self.owners[seat].privileges]
        highest, bidder = None, None
        turn = 0
        while inside and inside != [bidder]:
            seat = seats[turn % len(seats)]
            turn += 1
            if seat not in inside or seat == bidder:
                continue
            me = self.owners[seat]
            sums = range(least if highest is None else highest + 1, me.money + 1)
            bid = (yield from self.ask_sum(me, sums, {"pass": None})) if sums else None
            if bid is None:
                inside.remove(seat)
            else:
                highest, bidder = bid, seat
        if bidder is None:
            return False
        self.owners[bidder].money -= highest
        self.owners[bidder].privileges.add(card)
        return True

    # ---- 3C: the open row of 3.III -----------------------------------------------------------------------

    def buy_privilege(self, me):
        """R3.3C.1-3."""
        if not self.at("3.III"):
            return
        if len(self.row) < max(len(self.owners), 3):
            lying = [card.split("(")[0] for card in self.row]
            step = yield from self.draw_privilege()
            if step and any(len(other) < len(step) for other in lying):
                self.free_row = max(self.free_row, sum(len(other) < len(step) for other in lying))
        chosen = SOLD
        while chosen is SOLD:
            choices = {"no privilege": None}
            for place in sorted(range(len(self.row)), key=lambda place: place >= self.free_row):
                price = 0 if place < self.free_row else 20
                if self.row[place] not in me.privileges and me.money >= price:
                    choices.setdefault(f"take {self.row[place]}", (place, price))
            chosen = yield from self.ask_or_sell(me, choices)
        if chosen is None:
            self.free_row = len(self.row)
            return
        place, price = chosen
        me.money -= price
        me.privileges.add(self.row.pop(place))
        self.free_row -= place < self.free_row

    # ---- 3F --------------------------------------------------------------------------------------------

    def build_factories(self, me):
        """R3.3F.1, R3.3F.2, II(3), III(7): cities in ascending number, one factory each."""
        last = 0
        flat = "II(3)" in me.privileges or "III(7)" in me.privileges
        while sum(len(built) for built in self.factories.values()) < 30:
            choices = {"done": None}
            for number in sorted(self.number[tile] for tile in self.own_cities(me)):
                built = self.factories.setdefault(number, [])
                if number > last and len(built) < 3:
                    price = 20 if flat else FACTORY_COST[len(built)]
                    if me.money >= price:
                        choices[f"factory in city {number}"] = (number, price)
            chosen = yield from self.ask_or_sell(me, choices)
            if chosen is SOLD:
                continue
            if chosen is None:
                return
            last, price = chosen
            me.money -= price
            self.factories[last].append(me.seat)
            if self.at("3.I"):
                me.collected["factories"] += 5
            self.check_factory_award(me)
