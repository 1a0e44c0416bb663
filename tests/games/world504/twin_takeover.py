"""The slow 504: modules 4 and 9 at TOP I and II together: companies that cannot be attacked yet, and beaten ones."""
from .twin_parts import Owner
from .twin_shares import WHOLE


class Takeover:
    """How a company comes into a held city, and how it ends."""

    def sheltered(self, owner):
        """R9.SR.8: nobody attacks a company before it has finished its first operating round."""
        return self.companies and self.founding_round.get(owner.seat) == self.round

    def drive_out(self, owner):
        """R9.SR.8: whose armies are in the city of a later founding is destroyed there."""
        tile = owner.capital
        if not self.has(4) or self.peace_in_cities:
            return
        for army in self.garrison.pop(tile, ()):
            self.army_box[army] += 1
        self.freed.discard(tile)
        for other in self.owners:
            if other is not owner and other.owns(tile):
                self.lose_tile(other, tile)
        self.count_links()

    def last_capital_fallen(self, me, loser, tile):
        """R4.3D.11, R4.3G.11, R4.3G.12: what becomes of a company whose last capital has fallen on this tile."""
        if not me.owns(tile) and (self.at("4.III") or self.has(2)):
            yield from self.conquer_at_once(me, tile)
        yield from self.beaten(me, loser, me.owns(tile))
        self.start_afresh(loser)

    def conquer_at_once(self, me, tile):
        """A further active resident goes into the neutralised capital from beside it."""
        sources = [other for other in self.in_order(self.near(tile)) if me.owns(other) and me.active[other]]
        if not self.settlement_at_hand(me):
            sources = []
        source = yield from self.ask(me, {"done": None} | {
            f"conquer {self.name(tile)} from {self.name(other)}": other for other in sources})
        if source is None:
            return
        me.active[source] -= 1
        recalled = me.settlements == 0
        if recalled:
            yield from self.recall_settlement(me)
        self.turn_into_settlement(me, tile)

    def start_afresh(self, loser):
        """Its shares go back, and it can be founded again with what every company begins with."""
        number = loser.seat
        self.founded.remove(number)
        self.order = [other for other in self.order if other != number]
        self.former = [other for other in self.former if other != number]
        self.price.pop(number)
        for person in self.people:
            person.shares[number] = 0
        for good, count in loser.goods.items():
            self.box[good] += count
        for hold in loser.holds:
            if hold in self.box:
                self.box[hold] += 1
        self.lost_goods += loser.delivered.total()              # R1.E.3
        self.owners[number] = fresh = Owner(number)
        self.deal_pieces(fresh)
        self.pay_company(fresh)
        self.bank[number] = self.unsold[number] = 0
        if self.at("9.I"):
            self.unsold[number] = WHOLE
        else:
            self.bank[number] = WHOLE
