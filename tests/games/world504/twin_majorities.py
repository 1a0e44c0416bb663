"""The slow 504: module 7, majorities and their scorings."""
from .twin_parts import MAJORITY_END, MAJORITY_FIRST, MAJORITY_INCOME, MAJORITY_SECOND, TERRAINS

EXTRA = {"field": "I(12)", "forest": "II(10)", "meadow": "III(2)", "city": "III(3)"}


class Majorities:
    """The majority table, and the scoring cards of 7.I."""

    def clear_majorities(self):
        """U8: three rows of scoring cards."""
        self.rows = [0, 0, 0] if self.companies else [self.seats, 6, 6]
        self.scorings = 0

    def counted(self, me):
        """R7.3D: the tiles that the majority table counts for the owner."""
        if self.at("7.II"):
            if self.at("6.I"):
                return me.linked
            if self.at("8.I", "8.III"):
                return {tile for tile, plant in self.plants.items() if plant[1] == me.seat} | {
                    tile for tile in me.tiles() if tile in self.number}
            return me.tiles()
        return me.linked if self.at("6.I", "6.II") else me.tiles()

    def count(self, me, kind):
        """Tiles of a terrain, with the privilege for one more."""
        return sum(self.kind[tile] == kind for tile in self.counted(me)) + (
            self.at("7.I", "7.II") and EXTRA.get(kind) in me.privileges)

    def leaders(self, kind):
        """Who has most of a terrain, and then who is next; nobody with 0 tiles (U28)."""
        counts = {owner.seat: self.count(owner, kind) for owner in self.owners}
        most = max(counts.values())
        first = [seat for seat, count in counts.items() if count == most and most]
        next_most = max([count for count in counts.values() if count < most], default=0)
        second = [seat for seat, count in counts.items() if count == next_most and next_most]
        return first, second

    def majority_income(self, me):
        """R7.3H.1."""
        return sum(min(10 * self.count(me, kind), MAJORITY_INCOME[kind]) for kind in TERRAINS
                   if me.seat in self.leaders(kind)[0])

    def majority_points(self, me):
        """R7.F.2."""
        return sum(MAJORITY_END[kind] for kind in TERRAINS if me.seat in self.leaders(kind)[0])

    # ---- 7.I, phase 5 ------------------------------------------------------------------------------

    def lay_row(self):
        """R7.S.3: from the third operating round on a card for each company; a scoring missed comes in the next."""
        if self.at("7.I") and self.companies and self.round >= 3:
            self.rows = [0, 0, 0]
            self.rows[self.scorings] = len(self.order)

    def turn_scoring_card(self, me):
        """R7.5.1: the next card of the row, one of which scores."""
        row = next((number for number, left in enumerate(self.rows) if left), None)
        if row is None:
            return
        if self.scorings <= row:
            scores = yield from self.chance({"tick": (self.rows[row] - 1, False), "scoring": (1, True)})
        else:
            scores = False
        self.rows[row] -= 1
        if scores:
            self.scorings += 1
            yield from self.score(me)
            self.over = self.scorings == 3

    def score(self, me):
        """R7.5.2-5."""
        gain = {seat: self.scoring_gain(seat) for seat in self.order}
        for seat in self.order:
            self.owners[seat].collected["scorings"] += gain[seat]
        if self.scorings == 3:                      # U49
            for seat in self.order[self.order.index(me.seat) + 1:]:
                self.owners[seat].collected["scorings"] += 3
        for seat in sorted(self.order, key=lambda seat: -gain[seat]):
            yield from self.remove_pieces(self.owners[seat], gain[seat])

    def scoring_gain(self, seat):
        """R7.5.2, R7.5.3: the points of one owner."""
        points = 0
        for kind in TERRAINS:
            first, second = self.leaders(kind)
            if seat in first:
                points += MAJORITY_FIRST[kind] - 2 * (len(first) > 1)
            elif seat in second and len(first) == 1 and len(self.owners) > 2:
                points += MAJORITY_SECOND[kind]
        return points

    def remove_pieces(self, me, gain):
        """R7.5.4: a resident for each 3 or 4 points, then settlements; points are lost for what is not there."""
        each = 3 if len(self.owners) == 2 else 4
        left, last = gain // each, -1
        while left:
            tiles = [tile for tile in self.in_order(me.tiles()) if me.on(tile)]
            if not tiles:
                break
            if left >= sum(me.on(tile) for tile in tiles):          # all go, in whatever order
                chosen = tiles[0]
            else:                   # in ascending order, and so that enough are left above
                fit = [tile for i, tile in enumerate(tiles) if self.order_of[tile] >= last
                       and sum(me.on(other) for other in tiles[i:]) >= left]
                chosen = yield from self.ask(me, {f"remove resident from {self.name(tile)}": tile for tile in fit})
            last = self.order_of[chosen]
            heap = me.exhausted if me.exhausted[chosen] else me.active
            heap[chosen] -= 1
            me.residents += 1
            left -= 1
        while left and me.settled:
            tiles = self.removable(me)
            if left >= len(me.settled):                             # all go
                chosen = tiles[0]
            else:
                chosen = yield from self.ask(me, {f"remove settlement from {self.name(tile)}": tile for tile in tiles})
            self.take_settlement(me, chosen)
            left -= 1
        me.collected["scorings"] -= each * left                     # for what is not there points are lost

    def removable(self, me):
        """U29: settlements cut off from the capital first; else those whose removal cuts nobody off."""
        apart = me.settled - self.joined(me, me.tiles())
        if apart:
            return self.in_order(apart)
        return [tile for tile in self.in_order(me.settled)
                if self.joined(me, me.tiles() - {tile}) == me.tiles() - {tile}]

    def joined(self, me, tiles):
        """Which of these own tiles hang together with the capital."""
        seen, rim = {me.capital}, [me.capital]
        while rim:
            for other in self.near(rim.pop()):
                if other in tiles and other not in seen:
                    seen.add(other)
                    rim.append(other)
        return seen
